"""A match told from its log: step by step, as it was when somebody last moved, how it turned.

Everything past is shown from the view of a watcher, or of the seat that asks about itself; a state
never leaves `matches`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, ParamSpec, TypeVar

from matches.db import seats as seats_db
from matches.db.store import Store
from matches.domain import lobby
from matches.domain.change import Stored
from matches.domain.glance import seat_in
from matches.domain.history.highlights import turning_points
from matches.domain.history.line import Line, Played
from matches.domain.history.log import told
from matches.domain.history.replay import begin, line_at, rows_played, standing, told_with
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.services.cache import Keeper
from rules.protocol import CHANCE, WATCHER
from rules.text import Seat, Text

KEPT: Final = 4
"""So many matches are kept ready to be gone through, each step of them."""
JUMPS: Final = 25
"""So many steps are offered to jump to, as many as fit into a list."""
LONG: Final = 150
"""Longer logs are played on a thread of their own, lest everybody waits."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a match that everybody saw: a move and all that followed by itself.

    Attributes:
        first: The ply of its first row...
        last: ...and of its last.
    """

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Page:
    """The match after a step, as a watcher saw it.

    Attributes:
        number: Which step, from 0: the match when it had been dealt.
        steps: All steps.
        glance: The match then.
        entries: What the step consisted of, as the reader may read it.
        jumps: Some steps, spread over the match, the first and the last among them; and where the
            match stood at each.
    """

    number: int
    steps: tuple[Step, ...]
    glance: Glance
    entries: tuple[LogEntry, ...]
    jumps: tuple[tuple[int, Text], ...]


@dataclass(frozen=True, slots=True)
class Since:
    """What a user has not seen yet.

    Attributes:
        then: How the match looked to him after his own last move; None if he made none.
        entries: What has happened since, as he may read it; all of it if he made no move.
    """

    then: Glance | None
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """What is to be said of a match as a whole when it is over.

    Attributes:
        moves: How many moves its players made, without those taken back.
        turning: What decided it: at most two sentences.
        held: By seat, everybody who held it, in order, 0 for nobody; seats that stayed with one
            player are missing.
    """

    moves: int
    turning: tuple[Text, ...]
    held: Mapping[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Reel:
    """A match played once, ready to be shown at each of its steps.

    Attributes:
        stored: What was played.
        played: Every row and remark, and what it led to.
        steps: What everybody saw.
        lines: The match after each step.
        jumps: See `Page`.
    """

    stored: Stored
    played: tuple[Played, ...]
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]
    jumps: tuple[tuple[int, Text], ...]

    def glance(self, number: int) -> Glance:
        """Return the match after a step, as a watcher saw it."""
        return _glance(self.stored.info, self.lines[number], WATCHER)


class Chronicle:
    """The past of all matches of one database."""

    def __init__(self, keeper: Keeper, store: Store) -> None:
        self._keeper = keeper
        self._store = store
        self._reels: OrderedDict[int, _Reel] = OrderedDict()

    async def page(self, match_id: int, user_id: int | None, ply: int) -> Page:
        """Return the match after the step that led to a ply, or that comes nearest.

        The picture of it is a watcher's, also when the match is over: hands stay private.

        Raises:
            NoMatchError: There is no such match.
            LobbyError: It has not begun.
            ReplayError: Its log does not replay.
        """
        reel = await self._reel(match_id)
        steps = reel.steps
        number = min(range(len(steps)), key=lambda n: abs(steps[n].last - ply))
        step = steps[number]
        seat = seat_in(reel.stored.info, user_id)
        own = [one for one in reel.played if step.first <= one.row.ply <= step.last]
        entries = told(reel.stored.info.slug, own, seat)
        return Page(number, steps, reel.glance(number), entries, reel.jumps)

    async def since_own_move(self, match_id: int, user_id: int | None) -> Since:
        """Return what a user has not seen yet: since the last move he made himself.

        What a caretaker or somebody before him did with the seat is not his own.
        """
        reel = await self._reel(match_id)
        stored, info = reel.stored, reel.stored.info
        seat = seat_in(info, user_id)
        own = [row.ply for row in standing(stored.log) if user_id and row.user_id == user_id]
        if seat == WATCHER or not own:
            return Since(None, told(info.slug, reel.played, seat))
        last = next(n for n, one in enumerate(reel.played) if one.row.ply == own[-1])
        then = _glance(info, await _in_time(stored, line_at, stored, own[-1]), seat)
        return Since(then, told(info.slug, reel.played, seat)[last + 1 :])

    async def public_views(self, match_id: int) -> tuple[Glance, ...]:
        """Return the match after each step, as a watcher saw it."""
        reel = await self._reel(match_id)
        return tuple(reel.glance(number) for number in range(len(reel.steps)))

    async def closing(self, match_id: int) -> Closing:
        """Return what is to be said of a match that is over."""
        reel = await self._reel(match_id)
        log = standing(reel.stored.log)
        holders = await self._store.read(lambda db: seats_db.held_by(db, match_id))
        held: dict[Seat, tuple[int, ...]] = {}
        for seat, _, user_id in holders:
            held[seat] = (*held.get(seat, ()), user_id)
        return Closing(
            moves=sum(row.seat >= 0 for row in log),
            turning=turning_points([reel.glance(number) for number in range(len(reel.steps))]),
            held={seat: users for seat, users in held.items() if len(users) > 1},
        )

    async def _reel(self, match_id: int) -> _Reel:
        stored = await self._keeper.stored(match_id)
        if not stored.seed:
            raise lobby.not_begun()
        reel = self._reels.get(match_id)
        if reel is None or reel.stored != stored:
            reel = self._reels[match_id] = await _in_time(stored, _played, stored)
        self._reels.move_to_end(match_id)
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        return reel


_P = ParamSpec("_P")
_T = TypeVar("_T")


async def _in_time(
    stored: Stored, job: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    """Return what a job makes of a match: at once, or on a thread if its log is long."""
    if len(stored.log) < LONG:
        return job(*args, **kwargs)
    return await asyncio.to_thread(job, *args, **kwargs)


def _played(stored: Stored) -> _Reel:
    """Play a match: the steps that everybody saw, without what was taken back.

    What chance did belongs to the move before it; steps that were told to nobody but their mover
    belong to the one that ended them.
    """
    line, kept = begin(stored), {row.ply for row in standing(stored.log)}
    played: list[Played] = []
    lines: dict[int, Line] = {}
    for one in rows_played(stored.info.id, line, stored.log):
        played.append(one)
        if one.row.ply in kept:
            lines[one.row.ply] = line.copy()
    steps = _steps([one for one in played if one.row.ply in kept], stored.info)
    told_too = told_with(tuple(played), stored.remarks)
    ends = tuple(lines[step.last] for step in steps)
    return _Reel(stored, told_too, steps, ends, _jumps(ends))


def _jumps(lines: Sequence[Line]) -> tuple[tuple[int, Text], ...]:
    """Return the numbers of some steps, and where the match stood at each."""
    last = len(lines) - 1
    numbers = sorted({round(n * last / (JUMPS - 1)) for n in range(JUMPS)})
    found = []
    for number in numbers:
        line = lines[number]
        found.append((number, line.rules.headline(line.rules.view(line.state, WATCHER))))
    return tuple(found)


def _steps(rows: Sequence[Played], info: MatchInfo) -> tuple[Step, ...]:
    """Return the steps made of rows that stand; what is not yet told to everybody makes none."""
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
    """Return whether a row, or the one that chance followed, was told to everybody."""
    while True:
        if any(event.audience is None for event in rows[number].events):
            return True
        if rows[number].row.seat != CHANCE or not number:
            return False
        number -= 1


def _glance(info: MatchInfo, line: Line, seat: Seat) -> Glance:
    """Return how a match looked at an earlier point; nothing can be done there."""
    then = replace(info, ply=line.ply, to_act=line.waiting)
    return Glance(
        match=then,
        rules=line.rules,
        seat=seat,
        view=line.rules.view(line.state, seat),
        moves=(),
        preparable=(),
        prepared=None,
        can_undo=False,
        asked_ply=line.ply,
        outcome=line.rules.outcome(line.state),
    )
