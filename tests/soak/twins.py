"""Worlds that look alike to one reader: the true one, and others with other secrets.

Both have the same log up to a ply. There, what the reader can't know is dealt anew, and the rest of
the log is played on from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cogs.drawing.moments import Moments
from cogs.ui.help_buttons import Refusals
from matches.domain.change import LogRow, Stored
from matches.domain.deadlines.calls import counted
from matches.domain.glance import report
from matches.domain.history import replay
from matches.domain.history.timeline import Live, Timeline, parsed
from matches.domain.model import TurnReport
from matches.domain.turn import Turn
from render import drawings
from rules.errors import RefusedError
from rules.notation import format_move
from rules.protocol import CHANCE, Event, Move
from rules.text import Seat
from tests.soak.wire import Wire

GUESSES: Final = 4
"""How many other moves are tried in another world, until one looks the same."""
FEW: Final = 12
"""How many of a seat's moves are noted at a time."""
SHOWN: Final = frozenset({"turn-up"})
"""The draws that all see, though no board may show them: an age may end with its last idea."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One of two worlds that look alike to a reader.

    Attributes:
        live: The match in this world.
        log: Its rows.
        dealt_at: The ply after which secrets were dealt anew; 0: never.
        dealt: The state then.
        events: What the last request led to, for all audiences.
    """

    live: Live
    log: tuple[LogRow, ...]
    dealt_at: int = 0
    dealt: object = None
    events: tuple[Event, ...] = ()

    def report(self, user: int) -> TurnReport:
        """Return the answer to the user who made the last move."""
        return report(self.live, user, self.events)

    def enter(self, wire: Wire) -> None:
        """Make it the world in which the bot answers."""
        service, match_id = wire.bot.service, self.live.info.id
        stored = Stored(self.live.info, self.live.seed, self.log, ())

        async def read(_: int) -> Stored:
            return stored

        vars(service._cache)["stored"] = read
        service._cache._kept[match_id] = self.live
        service.history._reels.clear()
        wire.bot.moments, wire.bot.refusals = Moments(), Refusals()
        drawings.PICTURES.clear()
        replay.play_row = self._play_row

    def _play_row(self, timeline: Timeline, row: LogRow) -> tuple[Event, ...]:
        """Play a row of the log; deal anew where this world parts from the true one."""
        events = _PLAY_ROW(timeline, row)
        if row.ply == self.dealt_at:
            timeline.state = self.dealt
        return events


_PLAY_ROW: Final = replay.play_row


def leave(wire: Wire, live: Live) -> None:
    """Return to the true world."""
    cache = wire.bot.service._cache
    vars(cache).pop("stored", None)
    cache._kept[live.info.id] = live
    replay.play_row = _PLAY_ROW


@dataclass(frozen=True, slots=True)
class Step:
    """A request in the true world: the match before and after it.

    Attributes:
        mover: Who made it.
        log: All rows after it.
    """

    before: Live
    after: Live
    mover: Seat
    log: tuple[LogRow, ...]
    events: tuple[Event, ...]

    @property
    def rows(self) -> tuple[LogRow, ...]:
        """The rows it led to."""
        return self.log[self.before.info.ply :]

    def true(self) -> Twin:
        """Return the true world."""
        return Twin(self.after, self.log, events=self.events)

    def twins(self, reader: Seat, rng: Random) -> Iterator[Twin]:
        """Yield a world that was dealt anew after the request, and one before it.

        There may be none: if nothing is hidden, or everything went another way.
        """
        if (dealt := _redealt(self.after, reader, rng)) is not None:
            at = self.after.info.ply
            yield Twin(dealt, self.log, at, dealt.timeline.state, self.events)
        world = _redealt(self.before, reader, rng)
        for move in self._moves(world, reader, rng) if world is not None else ():
            twin = self._played(world, move) if world is not None else None
            if twin is not None and self._looks_alike(twin, reader):
                yield twin
                return

    def _moves(self, world: Live, reader: Seat, rng: Random) -> Sequence[Move]:
        """Return what the mover may have done in another world: first other things."""
        made = parsed(world.info.slug, self.rows[0].move)
        if self.mover == reader:
            return (made,)
        rules, state = world.timeline.rules, world.timeline.state
        moves = [m for m in rules.legal_moves(state, self.mover) if type(m) is type(made)]
        return (*rng.sample(moves, min(GUESSES, len(moves))), made)

    def _played(self, world: Live, move: Move) -> Twin | None:
        """Return a world after a move, with the draws of the true one where they can be."""
        slug, at = world.info.slug, self.before.info.ply
        draws = tuple(parsed(slug, row.move) for row in self.rows if row.seat == CHANCE)
        turn = Turn(world, self.rows[0].at)
        turn.timeline.drawn = draws
        try:
            turn.play(self.mover, move)
        except RefusedError:
            return None
        change, live = turn.finish(self.mover, None)
        after = counted(replace(change, by_player=True)).after
        log = (*self.log[:at], *change.rows)
        return Twin(replace(live, info=after), log, at, world.timeline.state, turn.events)

    def _looks_alike(self, twin: Twin, reader: Seat) -> bool:
        """Return whether a reader sees the same boards in both worlds, one after the other.

        The last one isn't enough: what was drawn may have gone again by then, even with its draw.
        Nor are boards, where a move is told to all: a turn of Indian Summer, which is hidden until
        its end, may have come to the same with one exchange of treasures as with two.
        """
        rows = twin.log[twin.dealt_at :]
        if twin.live.info != self.after.info or _shown(rows) != _shown(self.rows):
            return False
        is_secret = parsed(self.after.info.slug, self.rows[0].move).secret
        if not is_secret and _heard(twin.events, reader) != _heard(self.events, reader):
            return False
        here = self._boards(self.before.timeline.state, self.rows, reader)
        return here == self._boards(twin.dealt, rows, reader)

    def _boards(self, state: object, rows: Iterable[LogRow], reader: Seat) -> list[object]:
        """Return what a reader sees after each row, from a state on."""
        rules, slug, boards = self.after.timeline.rules, self.after.info.slug, list[object]()
        for row in rows:
            state = rules.apply(state, row.seat, parsed(slug, row.move)).state
            boards.append(rules.view(state, reader))
        return boards


def _shown(rows: Iterable[LogRow]) -> list[str]:
    """Return the draws that everybody sees."""
    return [row.move for row in rows if row.move.split()[0] in SHOWN]


def _heard(events: Iterable[Event], reader: Seat) -> list[Event]:
    """Return what a reader is told."""
    return [one for one in events if one.audience is None or reader in one.audience]


def _redealt(live: Live, reader: Seat, rng: Random) -> Live | None:
    """Return a match with other secrets; None if there are none, or none else are possible."""
    timeline, rules = live.timeline.copy(), live.timeline.rules
    timeline.state = rules.redeal(timeline.state, reader, rng)
    if timeline.state is live.timeline.state or timeline.state == live.timeline.state:
        return None
    return replace(
        live, timeline=timeline, seed=rng.randbytes(32), sealed=_sealed(live, reader, rng)
    )


def _sealed(live: Live, reader: Seat, rng: Random) -> Mapping[Seat, Move]:
    """Return other sealed moves of all but the reader."""
    rules, state = live.timeline.rules, live.timeline.state
    found = {seat: move for seat, move in live.sealed.items() if seat == reader}
    for seat in range(len(live.info.seats)):
        offered = rules.preparable(state, seat) if seat != reader else ()
        if offered and rng.random() < 0.5:
            found[seat] = rng.choice(offered)
    return found


def step_of(before: Live, after: Live, mover: Seat, log: tuple[LogRow, ...]) -> Step:
    """Return a request by its effects."""
    made = [one for one in after.news if one.row.ply > before.info.ply]
    return Step(before, after, mover, log, tuple(e for one in made for e in one.events))


def notations(live: Live, rng: Random) -> list[str]:
    """Return some moves that somebody can make now, or prepare."""
    rules, state = live.timeline.rules, live.timeline.state
    found: list[Move] = []
    for seat in range(len(live.info.seats)):
        offered = rules.legal_moves(state, seat) or rules.preparable(state, seat)
        found += rng.sample(offered, min(FEW, len(offered)))
    return [format_move(move) for move in found]
