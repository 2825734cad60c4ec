"""A match step by step, as everybody saw it, for `/replay`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from matches.domain.change import Stored
from matches.domain.history.replay import begin, rows_played, standing_rows, with_remarks
from matches.domain.history.result import result_of
from matches.domain.history.seating import Seats, seats_then
from matches.domain.history.timeline import Played, Timeline
from matches.domain.model import Glance, MatchInfo
from rules.protocol import CHANCE, WATCHER
from rules.text import Seat, Text

JUMPS: Final = 25
"""The most steps offered to jump to: what fits in a select menu."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a match that everybody saw: a move and what followed from it.

    Attributes:
        first: The ply of its first row.
        last: The ply of its last row.
    """

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Reel:
    """A match that has been replayed, ready to be shown at each of its steps.

    Attributes:
        stored: What was played.
        played: Every row and remark, and what it led to.
        steps: What everybody saw.
        timelines: The match after each step.
        seats: Who played at each step.
        jumps: See `Page`.
    """

    stored: Stored
    played: tuple[Played, ...]
    steps: tuple[Step, ...]
    timelines: tuple[Timeline, ...]
    seats: tuple[Seats, ...]
    jumps: tuple[tuple[int, Text], ...]

    def glance(self, number: int) -> Glance:
        """Return the match after a step, as a watcher saw it, with who played then."""
        is_last, info = number == len(self.steps) - 1, self.stored.info
        glance = glance_at(info, self.timelines[number], WATCHER, is_last=is_last)
        if is_last:
            return glance
        return replace(glance, match=replace(glance.match, seats=self.seats[number]))

    def number(self, ply: int) -> int:
        """Return the number of the step that a ply belongs to, the last for later ones."""
        later = (number for number, step in enumerate(self.steps) if step.last >= ply)
        return next(later, len(self.steps) - 1)

    def headline(self, ply: int) -> Text:
        """Return where the match stood at a ply."""
        then = self.glance(self.number(ply))
        return then.rules.headline(then.view)


def played_through(stored: Stored) -> Reel:
    """Replay a match and return its public steps, without moves taken back.

    What chance did belongs to the move before it; moves that only their player saw belong to the
    next step that was public.
    """
    timeline, kept = begin(stored), {row.ply for row in standing_rows(stored.log)}
    played: list[Played] = []
    timelines: dict[int, Timeline] = {}
    for one in rows_played(stored.info.id, timeline, stored.log):
        played.append(one)
        if one.row.ply in kept:
            timelines[one.row.ply] = timeline.copy()
    steps = _steps([one for one in played if one.row.ply in kept], stored.info)
    told_too = with_remarks(tuple(played), stored.remarks)
    ends = tuple(timelines[step.last] for step in steps)
    return Reel(stored, told_too, steps, ends, _seats(stored.info, told_too, steps), _jumps(ends))


def _seats(info: MatchInfo, played: Sequence[Played], steps: Sequence[Step]) -> tuple[Seats, ...]:
    """Return who played at each step, not counting single decisions by a computer."""
    seats = zip(played, seats_then(info, played), strict=True)
    by_ply = {one.row.ply: found for one, found in seats if one.row.seat != WATCHER}
    return tuple(tuple(replace(seat, lent=False) for seat in by_ply[step.last]) for step in steps)


def _jumps(timelines: Sequence[Timeline]) -> tuple[tuple[int, Text], ...]:
    """Return the numbers of up to `JUMPS` steps, each with where the match stood then."""
    last = len(timelines) - 1
    numbers = sorted({round(n * last / (JUMPS - 1)) for n in range(JUMPS)})
    found = []
    for number in numbers:
        timeline = timelines[number]
        found.append(
            (number, timeline.rules.headline(timeline.rules.view(timeline.state, WATCHER)))
        )
    return tuple(found)


def _steps(rows: Sequence[Played], info: MatchInfo) -> tuple[Step, ...]:
    """Return the steps of rows that count; rows not yet told to everybody make none."""
    found: list[Step] = []
    first = rows[0].row.ply
    for number, one in enumerate(rows):
        last = number + 1 == len(rows)
        if not last and rows[number + 1].row.seat == CHANCE:
            continue
        if _is_public(rows, number) or not found or (last and info.status == "over"):
            found.append(Step(first, one.row.ply))
            first = one.row.ply + 1
    return tuple(found)


def _is_public(rows: Sequence[Played], number: int) -> bool:
    """Return whether a row, or the move before a draw, was told to everybody."""
    while True:
        if any(event.audience is None for event in rows[number].events):
            return True
        if rows[number].row.seat != CHANCE or not number:
            return False
        number -= 1


def glance_at(info: MatchInfo, timeline: Timeline, seat: Seat, *, is_last: bool = False) -> Glance:
    """Return how a match looked at a point of its past; nothing can be done there.

    It waited for somebody there, unless it is the last point of a match that ended or is paused.
    """
    stopped = is_last and (info.status != "live" or info.paused_at is not None)
    then = replace(
        info,
        ply=timeline.ply,
        to_act=frozenset() if stopped else timeline.waiting,
        paused_at=info.paused_at if is_last else None,
    )
    return Glance(
        match=then,
        rules=timeline.rules,
        seat=seat,
        view=timeline.rules.view(timeline.state, seat),
        moves=(),
        preparable=(),
        prepared=None,
        can_undo=False,
        asked_ply=timeline.ply,
        outcome=result_of(info, timeline, at_end=is_last),
    )
