"""Decides when to remind players that a match is waiting for them. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from matches.domain.deadlines.clock_edits import loses
from matches.domain.deadlines.pace import (
    REMINDS,
    Clock,
    PaceKind,
    Quiet,
    Rhythm,
    at_hour,
    is_put_off,
    rung,
    warned_at,
)
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.settings import UserSettings
from rules.text import Seat


def is_wanted(clock: Clock, rhythm: Rhythm, now: datetime) -> bool:
    """Return whether to remind a player when their clock is checked.

    Remind them if an alarm rings that their rhythm has a reminder for, and at every check from the
    deadline on. A check at another time means that a reminder was put off, whatever has rung
    meanwhile, or that all the others have decided; players who chose rare reminders hear of that
    only after the last warning, or once their extra time is running.
    """
    alarms = rung(clock, now)
    if rhythm is Rhythm.NEVER:
        return False
    if now >= clock.due or alarms & REMINDS[rhythm]:
        return True
    if alarms and not is_put_off(clock):
        return False
    return rhythm is not Rhythm.RARELY or clock.on_bank or clock.woken >= warned_at(clock)


def hushed(seat: SeatInfo, chosen: UserSettings, now: datetime) -> datetime | None:
    """Return until when a player must not be reminded, or None if they may be now."""
    if seat.away is not None and seat.away[0] <= now < seat.away[1]:
        return seat.away[1]
    return quiet_until(chosen, now)


def snoozed(
    info: MatchInfo, seat: SeatInfo, chosen: UserSettings, until: datetime, now: datetime
) -> tuple[datetime, datetime]:
    """Return when to check a clock that is put off, and when its player is reminded.

    Unless being late costs nothing, the check is no later than the last warning, or the deadline
    once they have been warned. The reminder comes after holidays and quiet hours, but for a warning
    before a loss, and no earlier than their rhythm has one.
    """
    assert seat.clock is not None
    warned = warned_at(seat.clock)
    if chosen.rhythm is Rhythm.RARELY and not seat.clock.on_bank:
        until = max(until, warned)
    heard = heard_at(seat, chosen, until)
    if info.enforced.kind is PaceKind.CASUAL:
        return heard, heard
    wake = min(heard, warned if warned > now else seat.clock.due)
    return wake, wake if loses(info, seat) else heard_at(seat, chosen, wake)


def heard_at(seat: SeatInfo, chosen: UserSettings, at: datetime) -> datetime:
    """Return the first time from `at` on at which a player may be reminded."""
    while (until := hushed(seat, chosen, at)) is not None:
        at = until  # a holiday may end in quiet hours
    return at


def quiet_until(chosen: UserSettings, now: datetime) -> datetime | None:
    """Return when a user's quiet hours end, or None if they aren't running now."""
    if chosen.quiet is None:
        return None
    return Quiet(*chosen.quiet, chosen.zone or "UTC").until(now)


def was_reminded(info: MatchInfo, seat: SeatInfo, chosen: UserSettings, now: datetime) -> bool:
    """Return whether a public reminder that is sent now is for this player too.

    It is if a check of their clock has reminded them since they were asked, and they may be
    reminded now: public reminders of several players are merged, so this one may be theirs.
    """
    clock = seat.clock
    if clock is None or clock.woken <= clock.since:
        return False
    whole = replace(clock, woken=clock.since, wake=None)
    late = clock.on_bank and chosen.rhythm is not Rhythm.NEVER
    if not late and not is_wanted(whole, chosen.rhythm, clock.woken):
        return False
    if hushed(seat, chosen, now) is None:
        return True
    # The last warning of somebody who would lose something is sent even then.
    is_warned = warned_at(clock) <= clock.woken < clock.due and loses(info, seat)
    return is_warned and hushed(seat, chosen, clock.woken) is not None


def is_last(live: Live, seat: Seat) -> bool:
    """Return whether only this seat is left and people have moved since it was asked."""
    timeline, seats = live.timeline, live.info.seats
    others = (timeline.asked[it.seat] for it in seats if it.user_id and it.seat != seat)
    return timeline.waiting == {seat} and max(others, default=0) > timeline.asked[seat]


def next_digest(chosen: UserSettings, now: datetime) -> datetime | None:
    """Return when a user's next daily message is due, or None if they want none."""
    if chosen.digest_hour is None:
        return None
    return at_hour(now + timedelta(seconds=1), chosen.digest_hour, chosen.zone or "UTC")
