"""The entry of a rulebook that a page shows; kept in its components' ids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cogs.ui.answers import forged

_BOOKMARK: Final = re.compile(r"([a-z_]{1,32})\.([!-}]{1,60})(?:~([aes]{1,3}))?")


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry as a page shows it; kept in custom ids.

    Attributes:
        slug: The game.
        key: The entry, or one of the components it explains.
        alone: True if the page is about the component `key` only.
        examples: True if its examples are shown.
        shared: True if it has just been shared.
    """

    slug: str
    key: str
    alone: bool = False
    examples: bool = False
    shared: bool = False

    def __str__(self) -> str:
        """Return the text for a custom id, ``krakow.N:5~ae``; `read_bookmark` reads it."""
        kept = (("a", self.alone), ("e", self.examples), ("s", self.shared))
        marks = "".join(mark for mark, is_so in kept if is_so)
        return f"{self.slug}.{self.key}" + (f"~{marks}" if marks else "")


def read_bookmark(text: str) -> Bookmark:
    """Return the bookmark of a custom id.

    Raises:
        InvalidMoveError: No page ever had this id.
    """
    found = _BOOKMARK.fullmatch(text)
    if found is None:
        raise forged()
    slug, key, marks = found[1], found[2], found[3] or ""
    return Bookmark(slug, key, "a" in marks, "e" in marks, "s" in marks)
