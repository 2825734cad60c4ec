"""Times as the database keeps them: whole milliseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def to_ms(at: datetime) -> int:
    """Return an aware time as milliseconds."""
    return (at - _EPOCH) // _MS


def from_ms(ms: int) -> datetime:
    """Return the UTC time of a number of milliseconds."""
    return _EPOCH + timedelta(milliseconds=ms)
