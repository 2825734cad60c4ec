"""Everything that a match tells a reader: posts, messages, pages, panels, completion.

Each page is asked for as a user does it, so that what is compared is what Discord would be sent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from cogs.outbox.delivery import Delivery
from cogs.ui.choice import ChoicePath, tokens_of
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
from rules.errors import RefusedError
from rules.notation import format_part, parse_move, part_types, verb
from rules.protocol import WATCHER
from rules.text import Seat
from tests.range.world import inside
from tests.soak.twins import Twin
from tests.soak.wire import EPHEMERAL, IN_PARTS, Said, Wire

STEPS: Final = 3
"""How far a panel is walked."""
WALKED: Final = ("bptype:", "bppart:", "sppart:", "bppage:", "bpplan:", "bpleft:", "bpright:")
LED: Final = (*WALKED, "bpup:", "bpdown:", "bpturn:", "bpflip:", "bpnext:", "bpback:", "bexplain:")
"""Components of a panel that lead further in it."""
POST: Final = IN_PARTS
"""The flags of a public post."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who reads one match in one world.

    Attributes:
        wire: The bot.
        twin: The world, in which the bot answers now.
        user, seat: Who reads.
        true: The match in the true world.
        typed: Moves that somebody could make at some time.
        rng: Decides what is asked, the same in each world.
    """

    wire: Wire
    twin: Twin
    user: int
    seat: Seat
    true: Twin
    typed: tuple[str, ...]
    rng: Random

    @property
    def match_id(self) -> int:
        """The match."""
        return self.twin.live.info.id

    async def tap(self, verb: str, rest: str = "", *values: str, flags: int = 0) -> list[Said]:
        """Tap a component about this match, by default on a private page."""
        custom_id = f"{'s' if values else 'b'}{verb}:{self.match_id}:{rest}"
        return await self.wire.tap(
            self.user, custom_id, values, flags=flags or EPHEMERAL | IN_PARTS
        )


Page: TypeAlias = Callable[[Asker], Awaitable[list[Said]]]


async def panel(asker: Asker) -> list[Said]:
    """Open the panel and walk on in it at random."""
    said = await asker.tap("turn", str(asker.twin.live.info.ply), flags=POST)
    for _ in range(STEPS):
        ways = list(_ways(said[-1]))
        if not ways:
            break
        custom_id, values = asker.rng.choice(ways)
        said += await asker.wire.tap(asker.user, custom_id, values)
    return said


def _ways(said: Said) -> list[tuple[str, tuple[str, ...]]]:
    """Return what can be tapped in a panel without making a move."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for part in inside(list(said.body.get("components") or ())):
        custom_id = str(part.get("custom_id", ""))
        if custom_id.startswith(LED) and not part.get("disabled"):
            options = [option["value"] for option in part.get("options", ())]
            found += [(custom_id, (value,)) for value in options] or [(custom_id, ())]
    return found


async def look(asker: Asker) -> list[Said]:
    """Look at the board, and then at something else on that page."""
    said = await asker.tap("view", flags=POST)
    for _ in range(2):
        parts = inside(list(said[-1].body.get("components") or ()))
        ways = [p for p in parts if str(p.get("custom_id", "")).split(":")[0] in ("bsee", "ssee")]
        if not ways:
            break
        part = asker.rng.choice(ways)
        values = tuple(
            asker.rng.sample([o["value"] for o in part.get("options", ())], 1)
            if part.get("options")
            else ()
        )
        said += await asker.wire.tap(asker.user, part["custom_id"], values)
    return said


async def catchup(asker: Asker) -> list[Said]:
    """Catch up."""
    return await asker.tap("catchup", flags=POST)


async def log(asker: Asker) -> list[Said]:
    """Read the newest pages of the log."""
    said = await asker.wire.command(asker.user, "log")
    return said + await asker.tap("logpage", str(asker.rng.randrange(3)))


async def export(asker: Asker) -> list[Said]:
    """Get the log as a file."""
    return await asker.wire.command(asker.user, "match export")


async def step_by_step(asker: Asker) -> list[Said]:
    """Replay the match from a recent ply."""
    ply = max(0, asker.twin.live.info.ply - asker.rng.randrange(4))
    return await asker.tap("replayed", f"from.{ply}", flags=POST)


async def help_(asker: Asker) -> list[Said]:
    """Ask for help with the match."""
    return await asker.tap("guide", flags=POST)


async def explain(asker: Asker) -> list[Said]:
    """Ask what can be done."""
    path = ChoicePath(max(asker.seat, 0), asker.twin.live.info.ply, "m")
    return await asker.tap("explain", str(path))


async def complete(asker: Asker) -> list[Said]:
    """Type a move as notation."""
    rng = asker.rng
    words = rng.choice(asker.typed).split()
    typed = rng.choice(["", words[0], words[-1][:2]])
    return await asker.wire.typing(asker.user, "move", "move", typed)


async def complete_option(asker: Asker) -> list[Said]:
    """Fill in options of one of the game's commands, the last one by typing."""
    rules, rng = asker.twin.live.timeline.rules, asker.rng
    move = parse_move(rules, rng.choice(asker.typed))
    parts = list(part_types(type(move)))
    if not parts:
        return await complete(asker)
    tokens = {name: format_part(getattr(move, name)) for name in parts}
    name = rng.choice(parts)
    filled = {key: tokens[key] for key in rng.sample(parts, rng.randrange(len(parts)))}
    filled.pop(name, None)
    kind = "queue" if type(move).preparable and rng.random() < 0.4 else verb(type(move))
    typed = rng.choice(["", tokens[name][:1]])
    return await asker.wire.typing(asker.user, f"{rules.info.slug} {kind}", name, typed, filled)


async def complete_area(asker: Asker) -> list[Said]:
    """Type which part of the board to enlarge."""
    return await asker.wire.typing(asker.user, "board", "area", "")


async def refused(asker: Asker) -> list[Said]:
    """Try a move that is not allowed, and ask why."""
    move = _illegal(asker)
    if not move:
        return await explain(asker)
    said = await asker.wire.command(asker.user, "move", move=move)
    return said + await asker.tap("why", f"~{move}"[:60])


def _illegal(asker: Asker) -> str:
    """Return a move that the reader can't make in the true world, or ""."""
    timeline = asker.true.live.timeline
    for typed in asker.rng.sample(asker.typed, min(4, len(asker.typed))):
        try:
            timeline.rules.check(timeline.state, asker.seat, parse_move(timeline.rules, typed))
        except RefusedError:
            return typed
    return ""


async def moved(asker: Asker) -> list[Said]:
    """Read the answer to the reader's own last move; look at the panel if it wasn't theirs."""
    row = next(r for r in reversed(asker.true.log) if r.seat >= 0)
    if row.seat != asker.seat:
        return await panel(asker)
    service, twin = asker.wire.bot.service, asker.twin

    async def play(*_: Any, **__: Any) -> Any:
        return twin.report(asker.user)

    vars(service)["play"] = play
    try:
        rules = twin.live.timeline.rules
        move = parse_move(rules, row.move)
        kind = rules.move_types.index(type(move))
        path = ChoicePath(asker.seat, twin.live.info.ply, "m", kind, tokens_of(move))
        return await asker.tap("pconfirm", str(path))
    finally:
        del vars(service)["play"]


NONCE: Final = "0" * 24
"""That of each message, so that two of them differ in nothing else."""


async def message(asker: Asker) -> list[Said]:
    """Read the direct message to a player, or the public post if they are none."""
    kind = ItemKind.TURN if asker.seat == WATCHER else ItemKind.DM
    if kind is ItemKind.TURN and asker.rng.random() < 0.3:
        kind = ItemKind.EDIT
    user = asker.user if kind is ItemKind.DM else None
    lane, ply = Lane.of_match(asker.match_id), asker.twin.live.info.ply
    if user is not None:
        lane = Lane.of_user(user)
    row = OutboxRow(10**9, lane, kind, asker.match_id, ply, user, None, NONCE, None)
    before = len(asker.wire.said)
    await Delivery(asker.wire.bot).send(row)
    return asker.wire.said[before:]


QUICK: Final[tuple[Page, ...]] = (
    *(panel, panel, moved, message, message, complete, complete_option, complete_option),
    *(refused, explain, help_, look, complete_area),
)
"""The pages that are made from the match in memory, some more than once."""
DEEP: Final[tuple[Page, ...]] = (catchup, log, export, step_by_step)
"""The pages for which the log is replayed."""
DRAWN: Final[tuple[Page, ...]] = (panel, look, moved, message, message, catchup)
"""The pages with pictures."""
