"""Matches whose players go on whatever becomes of the bot, and remember what they were told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Final

from matches.domain.table.computers import LEVELS
from rules import registry
from tests.range.faults import LATE_S, Script
from tests.range.interactions import Asked
from tests.range.players import CONFIRM, LOOK_S, Blocked, RandomPlayer
from tests.range.server import Range
from tests.range.world import Channel, Kept
from tests.soak.evidence import OWN_CHARS, TAPPED, UNDO, Evidence, Told
from tests.soak.kills_lives import Lives
from tests.soak.record import Record
from tests.soak.report import Report

ANSWER_S: Final = 15.0
"""How long a living bot may take to answer."""
FIRST_S: Final = 3.0
"""How long, if it has answered others in the meantime; Discord waits no longer."""
OTHERS: Final = 200
"""How many of the newest requests of players count as others."""
IDLE_S: Final = 0.25
"""How often a player looks again who has nothing to do."""
UNDOES, ASKS, LOOKS, CONCEDES = 0.06, 0.1, 0.05, 0.01
"""How often who has moved takes it back, asks for more time, looks at something, or gives up."""
ASKS_FIRST: Final = 0.5
"""How often for more time as long as nobody has voted in a match."""
PACE: Final = "strict 48h"
"""Deadlines that players can ask to extend, and that nobody misses."""
VARIED: Final = 0.25
"""How often a match has each of its game's variants."""
STILL: Final = 8
"""After how many judgements without a move a match counts as stuck."""
TWICE: Final = 0.05
"""How often a message is sent twice on the way."""
NOT_FOUND: Final = "404:0"
"""A 404 that doesn't say what there isn't."""
TAPS: Final = 0.25
"""The share of moves that a player taps."""
LOST: Final = 2
"""After how many taps without an answer a player types a move instead."""
STANDING: Final = "bpstand:"
"""How the id of a button begins that gives a standing answer or takes it back."""
COUNTED: Final = (
    "I've asked the others.",
    "I've counted your vote.",
    "The vote passed.",
    "The vote failed.",
)
"""How the answer to a ballot begins that counts."""
TOGETHER_S: Final = 0.5
"""Ballots are cast at multiples of this, so that several arrive at once."""
TOLD: Final = "- "
"""How a line begins that tells what a move led to; only who has moved reads one in an answer."""


@dataclass
class Watched(Script):
    """A script that also remembers the requests.

    Attributes:
        requests: How many the bot has made.
        tries: What became of those that answer an interaction, by its id; None is well.
    """

    requests: int = 0
    tries: dict[str, list[str | None]] = field(default_factory=dict)

    def next(self, method: str, path: Sequence[str], place: str = "") -> str | None:
        """Return what goes wrong with a request; None: nothing does."""
        found = super().next(method, path, place)
        self.requests += 1
        if (method, found) == ("PATCH", "404"):
            found = NOT_FOUND  # that a message is gone would be the truth
        if found is None and self.share and (method, path[0]) == ("POST", "channels"):
            found = "twice" if self._of("twice", place).random() < TWICE else None
        if path[0] in ("interactions", "webhooks"):
            number = path[1] if path[0] == "interactions" else path[2].removeprefix("t")
            self.tries.setdefault(number, []).append(found)
        return found


class Stubborn(RandomPlayer):
    """A player who tries again as long as nothing has come of it."""

    def __init__(self, discord: Range, user: int, seed: int, table: Table) -> None:
        super().__init__(discord, user, seed)
        self._table, self._dice = table, Random(f"{seed} {user}")
        self._failed = 0

    async def play(self, home: Channel, enough: Callable[[], bool] = lambda: False) -> None:
        """Play until the match is over, or it's enough."""
        while not self.is_over(home) and not enough():
            self.taps = TAPS if self._failed < LOST else 0.0
            try:
                await self._turn(home)
            except (TimeoutError, Blocked, AssertionError, KeyError):
                self._failed += 1
            await asyncio.sleep(IDLE_S)

    async def _turn(self, home: Channel) -> None:
        """Move as long as it's their turn, vote, and do this and that."""
        await self._vote(home)
        post = self.called_by(home)
        while post is not None and self._table.lives.is_up and await self._move(home, post):
            self.moves += 1
            self._failed = 0
            self._table.moved()
            if self._table.is_resting:
                return
            post = self.called_by(home) or post
            await self._aside(home)
            await asyncio.sleep(LOOK_S)

    async def _vote(self, home: Channel) -> None:
        for kept in self.reads(home)[-4:]:
            for label, button in self.buttons(kept).items():
                if label == "Yes" and self._dice.random() < 0.5:
                    vote = int(button["custom_id"].rpartition(":")[2])
                    await self._cast(home, kept, vote, self._dice.choice(("Yes", "Yes", "No")))

    async def _cast(self, home: Channel, kept: Kept, vote: int, says: str) -> None:
        """Vote at the same instant as all the others who vote now."""
        await asyncio.sleep(-time.monotonic() % TOGETHER_S)
        told, key, yes = self._table.told, (vote, self.id), says == "Yes"
        told.ballots.setdefault(vote, set()).add((self.id, yes))
        was_unsure = key in told.unsure
        told.unsure.add(key)  # until the answer has come
        asked = await self.tap(home, kept, says)
        if asked.shown is not None and self.words(asked.shown).strip().startswith(COUNTED):
            told.counted[key] = yes
            if not was_unsure:
                told.unsure.discard(key)

    async def _aside(self, home: Channel) -> None:
        chance = self._dice.random()
        if chance > 1 - CONCEDES and self._table.is_duel:
            asked = await self.type(home, "seat", "concede")
            if asked.shown is not None and "Concede" in self.buttons(asked.shown):
                await self.tap(home, asked.shown, "Concede")
        elif chance < (ASKS if self._table.told.ballots else ASKS_FIRST):
            await self.type(home, "match", "extend", hours=1 + self._dice.randrange(9))
        elif chance < ASKS + LOOKS:
            await self.type(home, "board")

    async def type(self, channel: Channel, *path: str, **options: Any) -> Asked:
        """Type a command, and wait for its answer; remember moves."""
        if path != ("move",):
            return await super().type(channel, *path, **options)
        key, told = (self.id, options["move"]), self._table.told
        told.sent[key] += 1
        asked = await super().type(channel, *path, **options)
        told.acked[key] += self._says_done(asked.shown)
        await self._undo(channel, asked.shown)
        return asked

    async def tap(self, channel: Channel, kept: Kept, label: str) -> Asked:
        """Tap a button of a message, and wait for the answer; remember moves."""
        told = self._table.told
        if self.buttons(kept).get(label, {}).get("custom_id", "").startswith(STANDING):
            told.standing.add(self.id)
            told.sent[self.id, TAPPED] += 1  # it may decide at once
        if label != CONFIRM:
            return await super().tap(channel, kept, label)
        told.sent[self.id, TAPPED] += 1
        asked = await super().tap(channel, kept, label)
        told.acked[self.id, TAPPED] += self._says_done(asked.shown)
        return asked

    def _says_done(self, shown: Kept | None) -> bool:
        return shown is not None and any(
            line.startswith(TOLD) for line in self.words(shown).splitlines()
        )

    async def _undo(self, channel: Channel, shown: Kept | None) -> None:
        """Take a move back, sometimes."""
        if shown is None or self._dice.random() > UNDOES or "Undo" not in self.buttons(shown):
            return
        self._table.told.sent[self.id, UNDO] += 1
        await self.tap(channel, shown, "Undo")

    async def _answered(self, asked: Asked) -> Asked:
        """Wait for an answer as long as the bot lives."""
        if await self._table.patient(asked.first.wait(), asked, promised=False):
            await self._table.patient(asyncio.shield(asked.answered), asked, promised=True)
        if not asked.answered.done():
            raise TimeoutError
        return asked


class Table:
    """A match in its own channel, and its players.

    Attributes:
        match_id: The match; 0 before it is opened.
        told: What the players sent and were told.
        plies: For which ply each message was sent, by what its nonce begins with.
        users: By seat.
        is_resting: Whether the players make a pause.
    """

    def __init__(
        self, number: int, users: Sequence[int], fake: Range, lives: Lives, record: Record,
        report: Report, seed: int, guild: int,
    ) -> None:  # fmt: skip
        rng = Random(f"{seed} {number}")
        slugs = registry.slugs()
        self.slug = slugs[number % len(slugs)]
        info = registry.get(self.slug).info
        self._options = [one.slug for one in info.options if rng.random() < VARIED]
        counts = [n for n in info.counts(frozenset(self._options)) if n <= len(users)]
        if not counts:  # these variants don't fit each other
            self._options, counts = [], [n for n in info.seats if n <= len(users)]
        self._seats = rng.choice(counts)
        self._computers = rng.choice((0, 1)) if self._seats > 1 else 0
        self.users = list(users[: self._seats - self._computers])
        self._level = rng.choice(sorted(LEVELS))
        self.number, self.fake, self.lives, self.record = number, fake, lives, record
        self.report, self.told, self.match_id = report, Told(), 0
        assert isinstance(fake.script, Watched)
        self.script = fake.script
        self.is_resting, self.moves = False, 0
        self._moves_then = self._still = 0
        self.plies: dict[str, int] = {}
        self._thread = rng.random() < 0.5
        place = fake.world.guilds[guild]
        self._channel = fake.world.add_channel(place, 3_000_000 + number, f"table-{number}")
        self.players = [Stubborn(fake, user, seed + number, self) for user in self.users]

    @property
    def home(self) -> Channel:
        """Return where the match is played."""
        found = self.record.match_in(self._channel.id)
        return self._channel if found is None else self.fake.world.channels[found.channel_id]

    @property
    def is_duel(self) -> bool:
        """Return whether two people play against each other: if one gives up, it is over."""
        return len(self.users) == self._seats == 2

    def moved(self) -> None:
        """Note that a move was answered."""
        self.moves += 1

    async def play(self) -> None:
        """Play until the match is over, or the players rest."""
        if not await self._begin():
            return
        home = self.home
        await asyncio.gather(*(one.play(home, lambda: self.is_resting) for one in self.players))

    async def _begin(self) -> bool:
        """Open the match and start it; return whether it has begun."""
        host, *others = self.players
        while not self.is_resting:
            found = self.record.match_in(self._channel.id)
            if found is not None:
                self.match_id = found.id
                if found.status != "lobby" and not found.wants_thread:
                    return True
            with suppress(TimeoutError, AssertionError, KeyError):
                if not self.lives.is_up:
                    pass
                elif found is None:
                    await host.type(
                        self._channel, "match", "new",
                        game=self.slug, seats=self._seats, thread=self._thread,
                        time=PACE, computers=self._computers, level=self._level,
                        options=",".join(self._options),
                    )  # fmt: skip
                elif found.seats < self._seats:
                    for other in others:
                        await self._click(other, "join")
                elif found.status == "lobby":
                    await self._click(host, "start")
            await asyncio.sleep(IDLE_S / 2)
        return False

    async def _click(self, player: Stubborn, verb: str) -> None:
        asked = await self.fake.click(self._channel.id, player.id, f"b{verb}:{self.match_id}:")
        await player._answered(asked)

    async def patient(self, answer: Awaitable[object], asked: Asked, *, promised: bool) -> bool:
        """Wait for an answer until the bot dies; return whether it came.

        A bot that lives and hears of an interaction answers it, or Discord refuses its answer.
        """
        before = self.lives.disturbances()
        work = asyncio.ensure_future(answer)
        if await self.lives.undisturbed(work, FIRST_S):
            return True
        is_late = not promised and self._is_overtaken(asked)
        if await self.lives.undisturbed(work, ANSWER_S, before) and not is_late:
            return True
        work.cancel()
        if any(self.script.tries.get(asked.number, [])):
            self.report.counts["answers refused by Discord"] += 1
        elif self.lives.is_up and self.lives.disturbances() == before:
            what = "promised" if promised else "first"
            then = f", only after {asked.acked:.1f} s" if asked.acked else ""
            told = f"{what} of {asked.kind} in match {self.match_id}{then}"
            self.report.wrong("unanswered", told, await self.lives.doing())
        return False

    def _is_overtaken(self, asked: Asked) -> bool:
        """Return whether something that was asked later has been answered."""
        recent = islice(reversed(self.fake.asked.values()), OTHERS)
        return any(one.acked and one.start > asked.start + LATE_S for one in recent)

    def is_stuck(self) -> bool:
        """Return whether nobody has moved since several such questions."""
        self._still = 0 if self.moves > self._moves_then else self._still + 1
        self._moves_then = self.moves
        return self._still >= STILL

    def drop_strays(self) -> None:
        """Forget messages that arrived when nothing was left to say: of that nothing is promised.

        Nobody sends them once more, so their nonce is of no use.
        """
        rows = self.record.outbox(self.match_id)
        idle = {
            row.nonce[:OWN_CHARS] for row in rows if (row.status, row.message_id) == ("sent", None)
        }
        dms = [self.fake.world.dm(user) for user in self.users]
        for place in (self._channel, *self._threads(), *dms):
            for number in self.fake.belated & place.messages.keys():
                if place.messages[number].nonce[:OWN_CHARS] in idle:
                    del place.messages[number]

    def note_plies(self) -> None:
        """Remember for which plies messages are sent: a bot forgets that after a day."""
        rows = reversed(self.record.outbox(self.match_id))
        self.plies |= {row.nonce[:OWN_CHARS]: row.ply for row in rows}

    def evidence(self) -> Evidence:
        """Return everything about the match."""
        self.note_plies()
        stored, found = self.record.stored(self.match_id), self.record
        places = [self._channel, *self._threads()]
        return Evidence(
            stored,
            found.outbox(self.match_id),
            self.plies,
            found.votes(self.match_id),
            self.told,
            [kept for place in places for kept in self.fake.kept(place.id)],
            {user: self.fake.dms(user) for user in self.users},
            len(places) - 1,
            self.lives.now(),
        )

    def _threads(self) -> list[Channel]:
        every = self.fake.world.channels.values()
        return [one for one in every if one.parent_id == self._channel.id]
