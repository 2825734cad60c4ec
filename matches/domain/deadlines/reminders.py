"""When somebody is reminded of what waits for them. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from matches.domain.deadlines.pace import at_hour
from matches.domain.model import UserSettings


def next_digest(chosen: UserSettings, now: datetime) -> datetime | None:
    """Return when a user's next daily message is due, or None if they want none."""
    if chosen.digest_hour is None:
        return None
    return at_hour(now + timedelta(seconds=1), chosen.digest_hour, chosen.zone or "UTC")
