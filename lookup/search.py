"""The full text of one book. Queries contain only the book's own words."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lookup.book import Book, own_bodies
from lookup.words import Stems, fold, split, typed

CLOSE: Final = 0.72
"""The least likeness of a typed word to a known one: one typo in four letters."""
COMMON: Final = 0.25
"""The share of the entries above which a word in them doesn't help the search."""


class FullText:
    """The words of a book's entries, in SQLite's memory.

    Typed text never gets into a query: a typed word is mapped to stems of this book, and those are
    searched for. Only the event loop uses the connection.
    """

    def __init__(self, book: Book) -> None:
        self._lang = book.lang
        self._topics = {i for i, entry in enumerate(book.entries) if entry.kind == "topic"}
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA temp_store = MEMORY")
        self._db.execute("CREATE VIRTUAL TABLE words USING fts5(title, also, body, content='')")
        self._db.execute("CREATE VIRTUAL TABLE spread USING fts5vocab(words, row)")
        roots = Stems(book.lang)
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT INTO words (rowid, title, also, body) VALUES (?, ?, ?, ?)", _rows(book, roots)
        )
        self._db.execute("COMMIT")
        most = max(10, len(book.entries) * COMMON)
        common = self._db.execute("SELECT term FROM spread WHERE doc > ?", (most,))
        self._common = {term for (term,) in common}
        self._stems = defaultdict[str, tuple[str, ...]](tuple)
        for word, own in roots.items():
            self._stems[fold(word)] += own
        self._spellings = sorted(self._stems)
        self._known = {root for own in roots.values() for root in own}
        self._meant = _other_words(book, roots)

    def roots(self, word: str) -> tuple[str, ...]:
        """Return the stems in this book that a typed word may mean; () for none.

        Args:
            word: As `split` gives it.
        """
        found = tuple(root for root in typed(word, self._lang) if root in self._known)
        if found or len(word) < 3 or not word.isalpha():
            return found
        near = process.extract(
            fold(word),
            self._spellings,
            scorer=OSA.normalized_similarity,
            score_cutoff=CLOSE,
            limit=3,
        )
        best = (like for like, score, _ in near if score == near[0][1])
        return tuple(dict.fromkeys(root for like in best for root in self._stems[like]))

    def telling(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the `roots` of the words, without those that are in too many entries.

        If all are in too many, all are returned; words that aren't in this book are left out.
        """
        wanted = self._wanted(words)
        kept = [found for found in wanted if self._common.isdisjoint(found)] or wanted
        return [self._with_meant(found) for found in kept]

    def _wanted(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        return [found for word in words if (found := self.roots(word))]

    def _with_meant(self, found: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stems, and those of the titles they are other names of."""
        meant = (root for own in found for root in self._meant[own])
        return tuple(dict.fromkeys((*found, *meant)))

    def places(self, words: Sequence[str], limit: int) -> list[int]:
        """Return the places of the entries with all words, then of those with any.

        In a topic the words may be far apart, so a topic with all words isn't ranked higher.

        Args:
            words: As `split` gives them.
            limit: The most places to return, the best first.
        """
        wanted = [_any_of(found) for found in self.telling(words)]
        whole = self._matching(" AND ".join(wanted), limit)
        close = [place for place in whole if place not in self._topics]
        any_of = self._matching(" OR ".join(wanted), limit)
        found = list(dict.fromkeys(close + any_of))[:limit]
        if len(found) < limit:
            every = " OR ".join(map(_any_of, self._wanted(words)))
            found = list(dict.fromkeys(found + self._matching(every, limit)))
        return found[:limit]

    def begun(self, words: Sequence[str], limit: int) -> list[int]:
        """Return the places of entries with all words, the last of which is unfinished.

        Args:
            words: As `split` gives them, at least one.
            limit: The most places to return, the best first.
        """
        *whole, last = words
        start = fold(last)
        ends = set(self.roots(last))
        if len(start) > 2:
            ends.update(r for w in self._spellings if w.startswith(start) for r in self._stems[w])
        wanted = [*(self.telling(whole) if whole else ()), *([sorted(ends)] if ends else ())]
        return self._matching(" AND ".join(_any_of(found) for found in wanted), limit)

    def _matching(self, query: str, limit: int) -> list[int]:
        if not query:
            return []
        rows = self._db.execute(
            "SELECT rowid FROM words WHERE words MATCH ?"
            " ORDER BY bm25(words, 10.0, 12.0, 1.0), rowid LIMIT ?",
            (query, limit),
        )
        return [place for (place,) in rows]


def _rows(book: Book, roots: Stems) -> Iterator[tuple[int, str, str, str]]:
    """Yield the place of each entry and the stems of its title, other names and words."""
    for place, (entry, body) in enumerate(zip(book.entries, own_bodies(book.entries), strict=True)):
        examples = () if entry.kind == "topic" else entry.examples
        parts = ((entry.title, *entry.components), entry.also, (body, *examples))
        title, also, rest = (
            " ".join([root for word in split(" ".join(part)) for root in roots[word]])
            for part in parts
        )
        yield place, title, also, rest


def _other_words(book: Book, roots: Stems) -> Mapping[str, tuple[str, ...]]:
    """Return the stems of one-word titles, by those of their one-word other names."""
    found = defaultdict[str, tuple[str, ...]](tuple)
    for entry in book.entries:
        title = split(entry.title)
        if entry.kind == "rule" or len(title) != 1:
            continue
        for other in map(split, entry.also):
            for root in roots[other[0]] if len(other) == 1 else ():
                found[root] += roots[title[0]]
    return found


def _any_of(roots: Iterable[str]) -> str:
    return "(" + " OR ".join(f'"{root}"' for root in roots) + ")"
