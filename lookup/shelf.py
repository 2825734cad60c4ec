"""All rulebooks of the house, read and indexed once; nothing here touches the disk afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lookup.book import Book, Entry, Lang


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line offered while somebody types: what is shown (below 100 signs), and the key meant."""

    label: str
    key: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found, with the sentence that fits best, the words found in bold."""

    entry: Entry
    excerpt: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a search led to.

    Attributes:
        entry: The one entry that was surely meant, or None.
        component: The id that was typed, if it was that of a component (``N:5``); else "".
        hits: Where `entry` is None, the nearest ones, best first, at most eight; () for nonsense.
    """

    entry: Entry | None
    component: str
    hits: tuple[Hit, ...]


def load() -> None:
    """Read and index the rulebooks of every registered game; costs milliseconds, once."""
    raise NotImplementedError


def add(slug: str, folder: Path) -> None:
    """Put the rulebook in `folder` on the shelf: for the platform's tests, with own games."""
    raise NotImplementedError


def slugs() -> tuple[str, ...]:
    """Return the games that have a rulebook, in the order of the registry."""
    raise NotImplementedError


def book(slug: str, lang: Lang) -> Book:
    """Return a game's rulebook.

    Raises:
        LobbyError: It has none; the hint says where to look.
    """
    raise NotImplementedError


def suggest(slug: str, lang: Lang, typed: str) -> tuple[Suggestion, ...]:
    """Return up to 25 entries for what has been typed so far, best first; topics for nothing."""
    raise NotImplementedError


def find(slug: str, lang: Lang, typed: str) -> Found:
    """Return what was meant by `typed`: a key, a title, a number, an id, or free words."""
    raise NotImplementedError
