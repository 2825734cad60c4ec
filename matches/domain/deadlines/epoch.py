"""Times as the database keeps them: whole milliseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def to_ms(at: datetime) -> int:
    """Return an aware time as milliseconds."""
    return (at - _EPOCH) // _MS


def maybe_ms(at: datetime | None) -> int | None:
    """Return a time as milliseconds, or None for None."""
    return None if at is None else to_ms(at)


def maybe_at(ms: int | None) -> datetime | None:
    """Return the UTC time of a number of milliseconds, or None for None."""
    return None if ms is None else from_ms(ms)


def from_ms(ms: int) -> datetime:
    """Return the UTC time of a number of milliseconds."""
    return _EPOCH + timedelta(milliseconds=ms)
