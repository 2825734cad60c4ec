"""When somebody is reminded of what waits for them. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from matches.domain.deadlines.pace import REMINDS, Clock, Quiet, Rhythm, at_hour, rung, warned_at
from matches.domain.history.timeline import Live
from matches.domain.model import SeatInfo, UserSettings
from rules.text import Seat


def is_wanted(clock: Clock, rhythm: Rhythm, now: datetime) -> bool:
    """Return whether a player who is waited for is to be reminded when their clock is looked at.

    They are if an alarm rings that their rhythm has a reminder for, and from the deadline on at
    every look. A look at which nothing rings comes because they have put a reminder off, or because
    all the others have decided; whoever is reminded rarely hears of it after the last warning only.
    """
    alarms = rung(clock, now)
    if rhythm is Rhythm.NEVER:
        return False
    if now >= clock.due or alarms & REMINDS[rhythm]:
        return True
    return not alarms and (rhythm is not Rhythm.RARELY or clock.woken >= warned_at(clock))


def hushed(seat: SeatInfo, chosen: UserSettings, now: datetime) -> datetime | None:
    """Return until when a player is not to be reminded, or None if they may be."""
    if seat.away is not None and seat.away[0] <= now < seat.away[1]:
        return seat.away[1]
    if chosen.quiet is None:
        return None
    return Quiet(*chosen.quiet, chosen.zone or "UTC").until(now)


def is_last(live: Live, seat: Seat) -> bool:
    """Return whether only this seat is waited for and others have moved since it was asked."""
    timeline = live.timeline
    others = (asked for other, asked in enumerate(timeline.asked) if other != seat)
    return timeline.waiting == {seat} and max(others, default=0) > timeline.asked[seat]


def next_digest(chosen: UserSettings, now: datetime) -> datetime | None:
    """Return when a user's next daily message is due, or None if they want none."""
    if chosen.digest_hour is None:
        return None
    return at_hour(now + timedelta(seconds=1), chosen.digest_hour, chosen.zone or "UTC")
