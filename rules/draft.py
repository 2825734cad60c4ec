"""What the changing copies of states, the drafts of the games, have in common."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """Return what must be there once a move has passed its check; LookupError if it is not."""
    if value is None:
        raise LookupError("this move should not have passed its check")
    return value
