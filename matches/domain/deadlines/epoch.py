"""Times as the database keeps them: whole milliseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)
TIMES_MS: Final = (0, 7_258_118_400_000)
"""The first and the last time that can be read: 1970 and 2200."""


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
    """Return the UTC time of a number of milliseconds.

    No time that was stored is outside of `TIMES_MS`: another one counts as the nearest end.
    """
    first, last = TIMES_MS
    return _EPOCH + timedelta(milliseconds=min(max(ms, first), last))
