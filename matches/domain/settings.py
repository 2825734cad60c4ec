"""What users choose for themselves: messages, hours, and what they see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.domain.deadlines.pace import Rhythm, Span
from rules.text import Language


class Words(StrEnum):
    """Where a private answer has its board in words."""

    LATER = "later"
    """On another page: the picture is enough."""
    FIRST = "first"
    """Above the picture."""
    ONLY = "only"
    """Instead of the picture."""


@dataclass(frozen=True, slots=True)
class Display:
    """A user's choices for private answers and direct messages.

    Attributes:
        lang: Their language; None for that of their Discord.
        words: Where the board is in words.
        large: Whether their own part of the board is enlarged.
        dark: Whether pictures are dark.
    """

    lang: Language | None = None
    words: Words = Words.LATER
    large: bool = False
    dark: bool = False

    @property
    def signed(self) -> bool:
        """True if emojis may stand before words; a screen reader reads them out."""
        return self.words is Words.LATER


PLAIN: Final = Display()
"""What everybody gets who has chosen nothing."""


@dataclass(frozen=True, slots=True)
class UserSettings:
    """The settings of a user.

    Attributes:
        user_id: The user.
        dm: Whether they want direct messages.
        zone: Their time zone, an IANA name; "" if not set: UTC.
        quiet: The hours of the day between which they get no reminders, or None.
        rhythm: How often they are reminded.
        away: From when until when they are away, or None.
        digest_hour: The hour of the day of the daily message about their turns, or None.
        display: How they want to see what only they see.
    """

    user_id: int
    dm: bool = True
    zone: str = ""
    quiet: tuple[int, int] | None = None
    rhythm: Rhythm = Rhythm.NORMAL
    away: Span | None = None
    digest_hour: int | None = None
    display: Display = PLAIN

    @property
    def wants_digest(self) -> bool:
        """True if they get a daily message about their turns."""
        return self.dm and self.digest_hour is not None

    def holiday(self, now: datetime) -> Span | None:
        """Return from when until when they are away, unless that is over; else None."""
        return self.away if self.away is not None and now < self.away[1] else None

    def is_away(self, now: datetime) -> bool:
        """Return whether they are away at a time."""
        return self.away is not None and self.away[0] <= now < self.away[1]
