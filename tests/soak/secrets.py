"""The exercise `secrets`: what a ply tells its reader doesn't depend on what they can't know.

Matches are played at random through the service. At each ply the bot is asked for pages by every
player and a watcher, in the true world and in others that look alike to them; what it would send to
Discord has to be the same, byte for byte.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from os.path import commonprefix
from random import Random
from typing import Any, Final
from unittest import mock

from PIL import Image

from matches.domain.model import Opening
from matches.domain.settings import Display, Words
from render import drawings
from render.kit.png import encode
from render.kit.press import Mosaic
from rules import registry
from rules.notation import format_move
from rules.protocol import WATCHER
from rules.registry import AnyRules
from rules.text import Seat
from tests.range.world import Channel
from tests.soak.found import is_found
from tests.soak.pages import DEEP, DRAWN, QUICK, Asker, Page
from tests.soak.report import Exercise, Run
from tests.soak.twins import Step, Twin, leave, notations, step_of
from tests.soak.wire import GUILD, Said, Wire, wired

PLAYERS: Final = (41, 42, 43, 44, 45)
STRANGER: Final = 46
NAMES: Final = ("Ada", "Bo", "Cleo", "Dima", "Eve", "Fay")
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS: Final = 3
"""How often each reader's world is dealt anew at a ply; each gives one twin or two."""
DRAWN_SHARE: Final = 0.09
DEEP_SHARE: Final = 0.04
"""How many of the readers at a ply see pictures, and how many have the log replayed."""
MOST_TYPED: Final = 300
"""How many of the newest moves are remembered, to be typed where they can't be made."""
POSTED_SHARE: Final = 0.6
"""How many of the turns are posted; the others are told with the next post."""
PAGES: Final = 1
"""How many pages are compared between two worlds."""
HIDING: Final = ("krakow", "cvlizations", "indian_summer")
"""The games that hide something; `tests.soak.test_secrets` checks that."""


@dataclass
class Table:
    """A match that is being played.

    Attributes:
        channel: Where.
        rng: Decides everything about it.
        typed: Moves that somebody could make at some time.
    """

    wire: Wire
    run: Run
    channel: Channel
    match_id: int
    rng: Random
    typed: list[str]

    async def play(self) -> bool:
        """Let somebody make a move, and compare; return whether the match goes on."""
        service = self.wire.bot.service
        before = await service._cache.live(self.match_id)
        mover = self.rng.choice(sorted(before.info.to_act))
        user = before.info.seats[mover].user_id
        moves = (await service.glance(self.match_id, user)).moves
        self.wire.now += timedelta(seconds=self.rng.choice((5, 900)))
        await service.play(
            self.match_id,
            user,
            format_move(self.rng.choice(moves)),
            interaction_id=self.wire.number(),
        )
        after = await service._cache.live(self.match_id)
        if after.info.status != "live":
            return False
        self.typed = list(dict.fromkeys([*self.typed, *notations(after, self.rng)]))[-MOST_TYPED:]
        stored = await service._cache.stored(self.match_id)
        await self.compare(step_of(before, after, mover, stored.log))
        if self.rng.random() < POSTED_SHARE:
            await service.delivery_log.posted(self.match_id, after.info.ply, 7)
        return True

    async def compare(self, step: Step) -> None:
        """Compare what is told to each reader after a request."""
        for seat in (*range(len(step.after.info.seats)), WATCHER):
            twins = [one for _ in range(ROUNDS) for one in step.twins(seat, self.rng)]
            if twins:
                await self._read(step, seat, twins)
        leave(self.wire, step.after)

    async def _read(self, step: Step, seat: Seat, twins: Sequence[Twin]) -> None:
        """Compare some pages for one reader."""
        kind = self.rng.random()
        drawn = kind < DRAWN_SHARE
        pages = list(DRAWN if drawn else DEEP if kind < DRAWN_SHARE + DEEP_SHARE else QUICK)
        chosen = self.rng.sample(pages, PAGES)
        seed = self.rng.random()
        user = STRANGER if seat == WATCHER else step.after.info.seats[seat].user_id
        true, typed = step.true(), tuple(self.typed)
        slug = step.after.info.slug
        self.wire.channel = self.channel
        with ExitStack() as stack:
            if not drawn:
                stack.enter_context(unpainted())
            told = [
                await _told(Asker(self.wire, twin, user, seat, true, typed, Random(seed)), chosen)
                for twin in (true, *twins)
            ]
        self.run.report.counts[f"{slug} {'drawn' if drawn else 'text'}"] += len(twins)
        self.run.report.counts["pages"] += len(twins) * len(chosen)
        for page, here, *others in zip(chosen, *told, strict=True):
            for there in others:
                if (found := difference(here, there)) is not None:
                    where = f"{slug} ply {step.after.info.ply} seat {seat} {page.__name__}"
                    self.run.report.wrong(found[0], f"{where}: {found[1]}")


async def _told(asker: Asker, pages: Sequence[Page]) -> list[list[Said]]:
    """Return what a reader is told in one world, by page."""
    wire = asker.wire
    asker.twin.enter(wire)
    wire.said.clear()
    with wire.same_ids():
        return [await page(asker) for page in pages]


@contextmanager
def unpainted() -> Iterator[None]:
    """Leave out the pixels of all pictures; their words stay."""
    blank = encode(Image.new("RGB", (1, 1)))

    def put(*_: object) -> None:
        return None

    def png(*_: object) -> bytes:
        return blank

    with (
        mock.patch.multiple(Mosaic, put=put, lay=put, png=png),
        mock.patch.object(drawings, "marked", png),
    ):
        yield


# The judge.

_KINDS: Final = {"custom_id": "custom id", "description": "alt text", "content": "text"}


def difference(here: Sequence[Said], there: Sequence[Said]) -> tuple[str, str] | None:
    """Return the kind of the first difference between two tellings, and what it is."""
    if len(here) != len(there):
        return "number", f"{len(here)} messages, and {len(there)}"
    for one, other in zip(here, there, strict=True):
        if one == other:
            continue
        if one.where != other.where:
            return "way", f"{one.where} and {other.where}"
        if [name for name, _ in one.files] != [name for name, _ in other.files]:
            return "file name", f"{[n for n, _ in one.files]} and {[n for n, _ in other.files]}"
        if json.dumps(one.body) != json.dumps(other.body):
            return _unlike(one.body, other.body)
        names = [a[0] for a, b in zip(one.files, other.files, strict=True) if a != b]
        return ("picture" if names[0].endswith(".png") else "file"), str(names)
    return None


def _unlike(here: Any, there: Any) -> tuple[str, str]:
    """Return the difference between two bodies."""
    ours, theirs = list(_leaves(here)), list(_leaves(there))
    if Counter(value for _, value in ours) == Counter(value for _, value in theirs):
        return "order", _first(ours, theirs)[1]
    name, what = _first(ours, theirs)
    is_typing = "choices" in (here.get("data") or {})
    return "completion" if is_typing else _KINDS.get(name, "menu"), what


def _first(ours: Sequence[tuple[str, str]], theirs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return the name of the first value that differs, and where it does in both."""
    for (name, one), (_, other) in zip(ours, theirs, strict=False):
        if one != other:
            at = max(0, len(commonprefix((one, other))) - 20)
            return name, f"{one[at : at + 60]!r} and {other[at : at + 60]!r}"
    return "", f"{len(ours)} values and {len(theirs)}"


def _leaves(found: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the values in a body with the names they stand under, in order."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _leaves(value, key)
    elif isinstance(found, list):
        for value in found:
            yield from _leaves(value, name)
    else:
        yield name, str(found)


# The matches.


async def attack(run: Run) -> None:
    """Play and compare until the time is over; the game with the fewest pairs goes next."""
    until, rng = time.monotonic() + run.seconds, Random(run.seed)
    numbers, counts = count(), run.report.counts
    tables: dict[str, Table] = {}
    async with wired(run.folder, START) as wire:
        for user, name in zip((*PLAYERS, STRANGER), NAMES, strict=True):
            wire.world.join(wire.guild, user)
            wire.world.user(user, name).locale = rng.choice(("en-US", "pl"))
        while (not counts["pages"] or time.monotonic() < until) and not is_found(run):
            slug = min(HIDING, key=lambda slug: (counts[f"{slug} text"], slug))
            if slug not in tables:
                tables[slug] = await _opened(wire, run, slug, next(numbers), Random(rng.random()))
            if not await tables[slug].play():
                del tables[slug]


async def _opened(wire: Wire, run: Run, slug: str, number: int, rng: Random) -> Table:
    """Return a match of a game that has just been dealt, with any number of seats."""
    rules, lobby = registry.get(slug), wire.bot.service.lobby
    options = _options(rules, rng)
    seats = rng.choice([n for n in rules.info.counts(options) if n > 1] or [2])
    channel = wire.place(number)
    wire.introduce()
    for user in PLAYERS:
        shown = Display(None, rng.choice(list(Words)), rng.random() < 0.3, rng.random() < 0.3)
        wire.bot.service.users._displays[user] = shown
    opening = Opening(
        slug=slug,
        guild_id=GUILD,
        channel_id=channel.id,
        user_id=PLAYERS[0],
        name=NAMES[0],
        options=options,
        capacity=seats,
    )
    info = await lobby.create(opening)
    for user, name in list(zip(PLAYERS, NAMES, strict=False))[1:seats]:
        await lobby.join(info.id, user, name)
    await lobby.start(info.id, PLAYERS[0])
    live = await wire.bot.service._cache.live(info.id)
    return Table(wire, run, channel, info.id, rng, notations(live, rng))


def _options(rules: AnyRules, rng: Random) -> frozenset[str]:
    """Return no variant, or one that several can play."""
    found = [o.slug for o in rules.info.options if not o.seats or max(o.seats) > 1]
    return frozenset(rng.sample(found, min(len(found), rng.randrange(2))))


_GOALS: Final = {f"{slug} text": 20_000 for slug in HIDING} | {
    f"{slug} drawn": 2_000 for slug in HIDING
}
EXERCISE: Final = Exercise(
    "secrets", "worlds that look alike, told the same", attack, _GOALS, share=0.5
)
