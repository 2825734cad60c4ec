"""When a player's time is up, so that another player may free their seat at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches.domain.deadlines import pace
from matches.domain.deadlines.pace import PaceKind
from matches.domain.model import MatchInfo
from rules.text import Seat

PATIENCE: Final = timedelta(days=7)
"""The time without a decision after which a casual match's player is late."""


def is_late(info: MatchInfo, seat: Seat, now: datetime, patience: timedelta = PATIENCE) -> bool:
    """Return whether the time of a seat's player is up."""
    since = late_from(info, seat, patience)
    return since is not None and now >= since


def late_from(info: MatchInfo, seat: Seat, patience: timedelta = PATIENCE) -> datetime | None:
    """Return when the time of a seat's player is up if they don't decide before.

    At a casual pace that is after `patience` without a decision, and not before their deadline;
    days on which they are away don't count. At the others it is when their extra time is used up.
    None means that it never is: nobody waits for them, the match is paused, or they are alone.
    """
    player = info.seats[seat]
    clock = player.clock
    if clock is None or info.paused_at is not None or info.is_solo:
        return None
    if info.pace.kind is not PaceKind.CASUAL:
        if clock.on_bank:
            return clock.due
        return pace.with_extra(clock, player.bank, player.away)
    patient = replace(info.pace, hours=patience // timedelta(hours=1), hour=None)
    return max(clock.due, pace.deadline(patient, clock.since, player.away))
