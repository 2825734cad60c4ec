"""A match told from its log: step by step, as it was when somebody last moved, how it turned.

Everything past is shown from the view of a watcher, or of the seat that asks about itself; a state
never leaves `matches`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from matches.history import told
from matches.keeper import Keeper
from matches.live import Line, Played
from matches.looking import seat_in
from matches.model import Glance, LogEntry, MatchInfo
from matches.records import Stored
from matches.replaying import begin, line_at, rows_played, standing, standing_moves
from rules import registry
from rules.protocol import CHANCE, WATCHER
from rules.text import Seat, Text, Who, t, tn


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
    """

    number: int
    steps: tuple[Step, ...]
    glance: Glance
    entries: tuple[LogEntry, ...]


class Chronicle:
    """The past of all matches of one database."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def page(self, match_id: int, user_id: int | None, ply: int) -> Page:
        """Return the match after the step that led to a ply, or that comes nearest.

        Raises:
            NoMatchError: There is no such match.
            LobbyError: It has not begun.
            ReplayError: Its log does not replay.
        """
        stored = await self._begun(match_id)
        steps, played = _steps(stored)
        number = min(range(len(steps)), key=lambda n: abs(steps[n].last - ply))
        step = steps[number]
        seat = seat_in(stored.info, user_id)
        own = [one for one in played if step.first <= one.row.ply <= step.last]
        entries = told(stored.info.slug, own, seat)
        glance = _glance(stored.info, line_at(stored, step.last), WATCHER)
        return Page(number, steps, glance, entries)

    async def since_own_move(self, match_id: int, user_id: int) -> Glance | None:
        """Return how the match looked to a user after his own last move; None if he made none."""
        stored = await self._begun(match_id)
        seat = stored.info.seat_of(user_id)
        moves = () if seat == WATCHER else standing_moves(stored.log, seat)
        if not moves:
            return None
        return _glance(stored.info, line_at(stored, moves[-1]), seat)

    async def public_views(self, match_id: int) -> tuple[Glance, ...]:
        """Return the match after each step, as a watcher saw it."""
        stored = await self._begun(match_id)
        steps, _ = _steps(stored)
        return tuple(_after_each(stored, steps))

    async def turning_points(self, match_id: int) -> tuple[Text, ...]:
        """Return what decided a match that is over: at most two sentences."""
        stored = await self._begun(match_id)
        steps, _ = _steps(stored)
        rules = registry.get(stored.info.slug)
        scores = [(g, rules.scores(g.view)) for g in _after_each(stored, steps)]
        known = [(glance, found) for glance, found in scores if found is not None]
        lead, leap = _lead(known), _leap(known)
        return tuple(text for text in (lead, leap) if text is not None)

    async def _begun(self, match_id: int) -> Stored:
        await self._keeper.live(match_id)  # refuses what has not begun
        return await self._keeper.stored(match_id)


def _steps(stored: Stored) -> tuple[tuple[Step, ...], tuple[Played, ...]]:
    """Return the steps that everybody saw, without what was taken back, and the log, played.

    What chance did belongs to the move before it; steps that were told to nobody but their mover
    belong to the one that ended them.
    """
    line = begin(stored)
    played = tuple(rows_played(stored.info.id, line, stored.log))
    kept = {row.ply for row in standing(stored.log)}
    rows = [one for one in played if one.row.ply in kept]
    found: list[Step] = []
    first = rows[0].row.ply
    for number, one in enumerate(rows):
        follows = number + 1 < len(rows) and rows[number + 1].row.seat == CHANCE
        last = number + 1 == len(rows)
        if last or (not follows and (_is_public(rows, number) or not found)):
            found.append(Step(first, one.row.ply))
            first = one.row.ply + 1
    return tuple(found), played


def _is_public(rows: Sequence[Played], number: int) -> bool:
    """Return whether a row, or what chance did right before it, was told to everybody."""
    while True:
        if any(event.audience is None for event in rows[number].events):
            return True
        if rows[number].row.seat != CHANCE or not number:
            return False
        number -= 1


def _after_each(stored: Stored, steps: Sequence[Step]) -> list[Glance]:
    ends = {step.last for step in steps}
    line, found = begin(stored), []
    for one in rows_played(stored.info.id, line, stored.log):
        if one.row.ply in ends:
            found.append(_glance(stored.info, line, WATCHER))
    return found


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


_Scores = Sequence[tuple[Glance, tuple[int, ...]]]


def _lead(known: _Scores) -> Text | None:
    """Return since when the winner led alone, if anybody else led before."""
    leaders = [_leader(scores) for _, scores in known]
    if not leaders or leaders[-1] is None:
        return None
    winner, since = leaders[-1], len(leaders) - 1
    while since and leaders[since - 1] == winner:
        since -= 1
    if all(leader in (None, winner) for leader in leaders[:since]):
        return None
    glance = known[since - 1][0]
    return t(
        "{who} took the lead for good here: {where}.",
        who=Who(winner),
        where=glance.rules.headline(glance.view),
    )


def _leader(scores: tuple[int, ...]) -> Seat | None:
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _leap(known: _Scores) -> Text | None:
    """Return the biggest step of all."""
    found: tuple[int, Seat, Glance] | None = None
    for (glance, before), (_, after) in zip(known, known[1:], strict=False):
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if new - old > (found[0] if found else 1):
                found = (new - old, seat, glance)
    if found is None:
        return None
    points, seat, glance = found
    return tn(
        "The biggest step: {who}, {count} point at once ({where}).",
        "The biggest step: {who}, {count} points at once ({where}).",
        points,
        who=Who(seat),
        where=glance.rules.headline(glance.view),
    )
