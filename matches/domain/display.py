"""How a user wants to see what only they see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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


PLAIN: Final = Display()
"""What everybody gets who has chosen nothing."""
