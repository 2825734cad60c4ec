"""How long what nobody uses any more is kept."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

GRACE: Final = timedelta(days=14)
"""The time after the bot has left a server until its unfinished matches end."""
LONGEST_TERM: Final = 3650
"""The most days a server can choose to keep finished matches; none means for good."""
SWEEP_EVERY: Final = timedelta(days=1)
"""The time between two looks for old matches of a server."""
SWEEP_ON: Final = timedelta(minutes=1)
"""The same while more are left; everything else that is due comes in between."""


def ends_at(lost_at: datetime) -> datetime:
    """Return when the matches of a server end that the bot left at a time."""
    return lost_at + GRACE


def expired_before(now: datetime, days: int) -> datetime:
    """Return the time before which a match must have finished to be deleted now."""
    return now - timedelta(days=days)
