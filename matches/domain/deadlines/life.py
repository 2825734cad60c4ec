"""When a match was last touched, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Life:
    """When a match was last touched, and when its end is looked at.

    Attributes:
        touched: When a player last did something in it; None if never.
        check: When to look at it next: to announce its closing, to close it, or, once it is
            closed, to let go of it for good. None if it is finished for good.
        told: When its closing was announced; None if it wasn't, or somebody kept it.
    """

    touched: datetime | None = None
    check: datetime | None = None
    told: datetime | None = None
