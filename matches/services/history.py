"""The past of a match, from its log: its steps, what a user missed, its end.

It is shown as a watcher sees it, or the seat that asks about itself; a state never leaves
`matches`.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple, ParamSpec, TypeVar

from matches.db import seats as seats_db
from matches.db.store import Store
from matches.domain.change import Stored
from matches.domain.glance import seat_in
from matches.domain.history import log_view
from matches.domain.history.highlights import turning_points
from matches.domain.history.log_view import as_read
from matches.domain.history.past import Closing, ReplayPage, Since, Stint, Verification
from matches.domain.history.replay import standing_rows, timeline_at
from matches.domain.history.steps import Reel, glance_at, played_through
from matches.domain.model import Glance, Holder, LogEntry, Transcript, is_closed
from matches.domain.table import guards
from matches.services.cache import MatchCache
from matches.services.part import ServicePart
from rules.errors import LobbyError
from rules.protocol import WATCHER
from rules.text import Seat, t

CACHED_REELS: Final = 4
"""The number of replayed matches, with all their steps, that are cached."""
LONG: Final = 150
"""Longer logs are replayed on their own thread, so that nobody else has to wait."""


class History(ServicePart):
    """The past of all matches of one database."""

    def __init__(self, cache: MatchCache, store: Store, clock: Callable[[], datetime]) -> None:
        super().__init__(cache, store, clock)
        self._reels: OrderedDict[int, Reel] = OrderedDict()

    async def log(self, match_id: int, user_id: int | None) -> tuple[LogEntry, ...]:
        """Return the log as a user may read it, oldest first, empty before the start."""
        stored = await self._cache.stored(match_id)
        return await _in_time(stored, log_view.entries, stored, seat_in(stored.info, user_id))

    async def transcript(self, match_id: int, user_id: int | None) -> Transcript:
        """Return a started match as a user may read it, as far as it replays."""
        stored = await self._begun(match_id)
        seat = seat_in(stored.info, user_id)
        return await _in_time(stored, log_view.transcript, stored, seat)

    async def verify(self, match_id: int) -> Verification:
        """Repeat every draw of a finished match from its published seed and compare."""
        stored = await self._begun(match_id)
        if stored.info.status == "live" or is_closed(stored.info):
            raise LobbyError(
                t("You can only check the draws once the match is over."),
                t(
                    "Type /match verify again once it's over. Until then, the seed stays secret "
                    "because it would reveal future draws."
                ),
            )
        return await _in_time(stored, log_view.verification, stored)

    async def page(self, match_id: int, user_id: int | None, ply: int) -> ReplayPage:
        """Return the match after the step that a ply belongs to.

        It is what a watcher saw, even when the match is over: hands stay private. What came after
        the last step is told there.

        Raises:
            NoMatchError: There is no such match.
            LobbyError: It hasn't started.
            ReplayError: Its log doesn't replay.
        """
        reel = await self._reel(match_id)
        steps, number = reel.steps, reel.number(ply)
        seat = seat_in(reel.stored.info, user_id)
        told = as_read(reel.stored.info, reel.played, seat)
        entries = tuple(entry for entry in told if reel.number(entry.ply) == number)
        before = reel.glance(number - 1) if number else None
        return ReplayPage(number, steps, reel.glance(number), before, entries, reel.jumps)

    async def since_own_move(self, match_id: int, user_id: int | None) -> Since:
        """Return what a user has missed since the last move they made themselves.

        Moves of a computer, or of an earlier player of the seat, don't count as theirs.
        """
        reel = await self._reel(match_id)
        stored, info = reel.stored, reel.stored.info
        seat = seat_in(info, user_id)
        own = [row.ply for row in standing_rows(stored.log) if user_id and row.user_id == user_id]
        if seat == WATCHER or not own:
            return Since(None, as_read(info, reel.played, seat))
        last = next(n for n, one in enumerate(reel.played) if one.row.ply == own[-1])
        then = glance_at(info, await _in_time(stored, timeline_at, stored, own[-1]), seat)
        return Since(then, as_read(info, reel.played, seat)[last + 1 :])

    async def seen_at(self, match_id: int, ply: int) -> Glance:
        """Return the match as a watcher saw it at a ply."""
        stored = await self._begun(match_id)
        return glance_at(stored.info, await _in_time(stored, timeline_at, stored, ply), WATCHER)

    async def public_views(self, match_id: int) -> tuple[Glance, ...]:
        """Return the match after each step, as a watcher saw it."""
        reel = await self._reel(match_id)
        return tuple(reel.glance(number) for number in range(len(reel.steps)))

    async def closing(self, match_id: int) -> Closing:
        """Return the summary of a match that is over."""
        reel = await self._reel(match_id)
        log = standing_rows(reel.stored.log)
        holders = await self._store.read(lambda db: seats_db.held_by(db, match_id))
        tenures = list(_tenures(reel, holders))
        return Closing(
            moves=sum(row.seat >= 0 for row in log),
            turning=turning_points([reel.glance(number) for number in range(len(reel.steps))]),
            held=_held(tenures),
            computers=tuple(_stints(reel, tenures)),
        )

    async def _reel(self, match_id: int) -> Reel:
        stored = await self._begun(match_id)
        reel = self._reels.get(match_id)
        if reel is None or reel.stored != stored:
            reel = self._reels[match_id] = await _in_time(stored, played_through, stored)
        self._reels.move_to_end(match_id)
        while len(self._reels) > CACHED_REELS:
            self._reels.popitem(last=False)
        return reel

    async def _begun(self, match_id: int) -> Stored:
        stored = await self._cache.stored(match_id)
        if not stored.info.has_begun or not stored.log:  # a damaged row, or a game without draws
            raise guards.not_begun(stored.info)
        return stored


class _Tenure(NamedTuple):
    """A time in which one person, or nobody, had a seat.

    Attributes:
        seat: The seat.
        since, until: The plies then; None if they had it to the end.
        user_id: Who; 0 for nobody, so that a computer played.
        made: What a computer decided in that time.
    """

    seat: Seat
    since: int
    until: int | None
    user_id: int
    made: tuple[LogEntry, ...]


def _tenures(reel: Reel, holders: Sequence[Holder]) -> Iterator[_Tenure]:
    """Yield who had the seats of people and what computers decided there."""
    info, log = reel.stored.info, as_read(reel.stored.info, reel.played, WATCHER)
    by_computer = {row.ply for row in standing_rows(reel.stored.log) if row.user_id is None}
    for number, (seat, since, user_id) in enumerate(holders):
        if info.seats[seat].level:
            continue
        until = next((p for s, p, _ in holders[number + 1 :] if s == seat), None)
        plies = range(since + 1, (info.ply if until is None else until) + 1)
        made = (e for e in log if e.seat == seat and e.ply in plies and e.ply in by_computer)
        yield _Tenure(seat, since, until, user_id, tuple(made))


def _held(tenures: Sequence[_Tenure]) -> dict[Seat, tuple[int, ...]]:
    """Return who played the seats that changed hands."""
    held = dict[Seat, tuple[int, ...]]()
    for tenure in tenures:
        users = held.get(tenure.seat, ())
        if users[-1:] != (tenure.user_id,) and (tenure.user_id or tenure.made):
            held[tenure.seat] = (*users, tenure.user_id)
    return {seat: users for seat, users in held.items() if len(users) > 1}


def _stints(reel: Reel, tenures: Sequence[_Tenure]) -> Iterator[Stint]:
    """Yield when computers moved for who had left or was late, by seat and ply."""
    told = [remark.ply for remark in reel.stored.remarks]
    for tenure in tenures:
        if not tenure.made:
            continue
        first = tenure.made[0]
        name = first.seats[tenure.seat].name
        if tenure.user_id:  # a remark follows each decision, which may be of several rows
            late = len({bisect_left(told, entry.ply) for entry in tenure.made})
            yield Stint(name, reel.headline(first.ply - 1), None, late)
        else:
            then = None if tenure.until is None else reel.headline(tenure.until)
            yield Stint(name, reel.headline(tenure.since), then)


_P = ParamSpec("_P")
_T = TypeVar("_T")


async def _in_time(
    stored: Stored, job: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    """Run a job on a match: at once, or on a thread if its log is long."""
    if len(stored.log) < LONG:
        return job(*args, **kwargs)
    return await asyncio.to_thread(job, *args, **kwargs)
