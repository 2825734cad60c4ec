"""What the shelf answers."""

from __future__ import annotations

from dataclasses import dataclass

from lookup.book import Entry


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
