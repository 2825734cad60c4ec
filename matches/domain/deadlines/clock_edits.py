"""Changes to the clocks of a match: summary in, summary out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches.domain.deadlines import pace
from matches.domain.deadlines.pace import Clock, Pace, PaceKind, Span
from matches.domain.model import MatchInfo, PauseReason, SeatInfo
from rules.text import Seat

_FRESH: Final = timedelta(minutes=5)
"""A clock checked this soon after the bot's return didn't run in its absence."""

_UNNOTICED: Final = timedelta(minutes=1)
"""How long a machine may be awake or its clock set unnoticed: one heartbeat."""


def paused(info: MatchInfo, why: PauseReason, at: datetime) -> MatchInfo:
    """Return the match paused; if it already is, only the reason changes."""
    if info.paused_at is not None:
        return replace(info, paused_why=why)
    still = _with_clocks(info, lambda _, clock: pace.stopped(clock))
    return replace(still, paused_at=at, paused_why=why)


def going_on(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return the match resumed: every clock has as much time left as before.

    One that was started during the pause has stood still only since then.
    """
    if (since := info.paused_at) is None:
        return info

    def step(seat: SeatInfo, clock: Clock) -> Clock:
        pause = min(max(since, clock.since), at), at
        return _moved(seat, clock, pause, info.pace)

    return _with_clocks(replace(info, paused_at=None, paused_why=""), step)


def with_more_time(info: MatchInfo, seat: Seat | None, hours: int, at: datetime) -> MatchInfo:
    """Return the match with more time for one seat it waits for, or for all (None)."""

    def step(which: SeatInfo, clock: Clock) -> Clock:
        if seat not in (None, which.seat):
            return clock
        return pace.awake(pace.extended(clock, timedelta(hours=hours)), info.pace, at)

    return _given_back(_with_clocks(info, step), at)


def repaced(info: MatchInfo, new_pace: Pace, at: datetime) -> MatchInfo:
    """Return the match at another pace; clocks restart, spent extra time stays spent."""
    more = timedelta(hours=new_pace.bank - info.pace.bank)
    seats = []
    for seat in info.seats:
        clock = seat.clock
        if clock is not None and seat.user_id:
            clock = pace.started(new_pace, at, seat.away)
        bank = max(bank_left(info, seat, at) + more, timedelta())
        seats.append(replace(seat, clock=clock, bank=bank))
    return _given_back(replace(info, pace=new_pace, seats=tuple(seats)), at)


def bank_left(info: MatchInfo, seat: SeatInfo, at: datetime) -> timedelta:
    """Return the extra time a seat has left if its clock is removed now.

    More time for a decision, or a holiday, makes the end of a clock later, but no extra time. None
    runs during a pause.
    """
    if seat.clock is None or not seat.clock.on_bank:
        return seat.bank
    return min(max(seat.clock.due - (info.paused_at or at), timedelta()), seat.bank)


def begun_again(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return the match with clocks that restart, but for those that would end earlier."""
    again = repaced(info, info.pace, at)
    pairs = zip(info.seats, again.seats, strict=True)
    return replace(again, seats=tuple(old if _ends_later(old, new) else new for old, new in pairs))


def alone(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return a match of one person who keeps their extra time: nobody waits for it."""
    if info.enforced.kind is not PaceKind.CASUAL:
        return info
    seats = tuple(
        replace(seat, bank=bank_left(info, seat, at), clock=replace(seat.clock, on_bank=False))
        if seat.clock is not None and seat.user_id
        else seat
        for seat in info.seats
    )
    return replace(info, seats=seats)


def _ends_later(old: SeatInfo, new: SeatInfo) -> bool:
    """Return whether a clock ends later than a new one, which keeps extra time."""
    if old.clock is None or new.clock is None or old.clock.on_bank:
        return False
    return old.clock.due > new.clock.due


def with_away(info: MatchInfo, user_id: int, span: Span | None, at: datetime) -> MatchInfo:
    """Return the match with a player's holiday; their deadline never moves earlier.

    Reminders that waited for the end of an earlier one come when they are due now.
    """
    seat = next(seat for seat in info.seats if seat.user_id == user_id)
    clock = seat.clock
    if clock is not None and (span is not None or seat.away is not None):
        due = clock.due if span is None else max(_dues(clock, info.pace, span, at))
        if seat.away and clock.wake and at < seat.away[1] <= clock.wake:
            clock = pace.stopped(clock)
        clock = pace.awake(pace.extended(clock, due - clock.due), info.pace, at)
    return _given_back(info.with_seat(replace(seat, away=span, clock=clock)), at)


def _given_back(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return the match without lent decisions for which there is time again."""
    for seat in info.seats:
        if seat.lent and seat.clock is not None and seat.clock.due > at:
            running = pace.extended(seat.clock, timedelta())
            info = info.with_seat(replace(seat, lent=False, clock=running))
    return _still(info)


def _dues(clock: Clock, match_pace: Pace, span: Span, at: datetime) -> list[datetime]:
    """Return the deadlines to choose the latest from, if `span` is a holiday."""
    found = [clock.due, pace.deadline(match_pace, clock.since, span)]
    begin, end = max(span[0], at), span[1]
    if begin <= clock.due < end:  # a clock with extra time may run longer than its pace says
        found.append(end + (clock.due - begin))
    return found


def after_absence(info: MatchInfo, gap: timedelta, until: datetime) -> MatchInfo:
    """Return the match as if the bot had not been away: clocks get that time back.

    Args:
        info: The match.
        gap: How long it was away; negative if the system clock was set back.
        until: When the bot was back; clocks started since then don't change, nor do those that were
            started just before, when the time was right again and nobody had noticed. One that was
            started meanwhile, by a bot that died soon, gets back what it lost since.
    """

    def step(seat: SeatInfo, clock: Clock) -> Clock:
        is_fresh = until - _UNNOTICED <= clock.woken <= until + _FRESH
        is_later = clock.since > until and gap > timedelta()  # else it was ahead, as all were
        if clock.wake is None or is_fresh or is_later:
            return clock
        is_younger = until - gap < clock.since <= until
        begin = clock.since if is_younger else until - gap
        return _moved(seat, clock, (begin, until), info.pace)

    return _with_clocks(info, step)


def open_seat(seat: SeatInfo) -> SeatInfo:
    """Return a seat that nobody has: a computer plays it until somebody takes it."""
    return replace(seat, user_id=0, open=True, offered=False, away=None, clock=None, lent=False)


def is_last_human(info: MatchInfo, seat: Seat) -> bool:
    """Return whether nobody but this seat's player would be left."""
    return not any(other.user_id for other in info.seats if other.seat != seat)


def loses(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether the seat loses something when its running clock runs out."""
    assert seat.clock is not None
    return info.enforced.kind is not PaceKind.CASUAL and (seat.clock.on_bank or not seat.bank)


def _moved(seat: SeatInfo, clock: Clock, pause: Span, match_pace: Pace) -> Clock:
    """Return the clock of a seat as it runs on at the end of a pause."""
    return pace.awake(pace.resumed(clock, pause, match_pace, seat.away), match_pace, pause[1])


def _with_clocks(info: MatchInfo, step: Callable[[SeatInfo, Clock], Clock]) -> MatchInfo:
    seats = tuple(
        replace(seat, clock=step(seat, seat.clock)) if seat.clock and seat.user_id else seat
        for seat in info.seats
    )
    return _still(replace(info, seats=seats))


def _still(info: MatchInfo) -> MatchInfo:
    """Return the match with no clock running while it is paused."""
    if info.paused_at is None:
        return info
    seats = tuple(
        seat.clock and replace(seat, clock=pace.stopped(seat.clock)) or seat for seat in info.seats
    )
    return replace(info, seats=seats)
