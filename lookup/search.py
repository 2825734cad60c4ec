"""The full text of one book. Queries are made of the book's own words alone."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lookup.book import Book
from lookup.words import Stems, fold, split, typed

CLOSE: Final = 0.72
"""How like a known word a typed one must be to be taken for it: one fault in four letters."""


class FullText:
    """The words of a book's entries, in SQLite's memory.

    Nothing that was typed gets into a query: a typed word leads to stems of this book, and those
    are looked for. The connection is used by the event loop alone.
    """

    def __init__(self, book: Book) -> None:
        self._lang = book.lang
        self._db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA temp_store = MEMORY")
        self._db.execute("CREATE VIRTUAL TABLE words USING fts5(title, body, content='')")
        roots = Stems(book.lang)
        texts = (
            (" ".join((e.title, *e.components)), " ".join((e.body, *e.examples)))
            for e in book.entries
        )
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)",
            (
                (i, _stemmed(title, roots), _stemmed(body, roots))
                for i, (title, body) in enumerate(texts)
            ),
        )
        self._db.execute("COMMIT")
        self._stems = defaultdict[str, tuple[str, ...]](tuple)
        for word, own in roots.items():
            self._stems[fold(word)] += own
        self._spellings = sorted(self._stems)
        self._known = {root for own in roots.values() for root in own}

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
        return tuple(dict.fromkeys(root for like, *_ in near for root in self._stems[like]))

    def places(self, words: Sequence[str], limit: int, *, begun: bool = False) -> list[int]:
        """Return the places of the entries that hold all words, else any of them; best first.

        Args:
            words: As `split` gives them.
            limit: Not more than so many.
            begun: True if the last word may be unfinished.
        """
        parts = [_any_of(roots) for word in words if (roots := self.roots(word))]
        if begun and words and (end := self._beginning(fold(words[-1]))):
            parts = [*(_any_of(r) for word in words[:-1] if (r := self.roots(word))), end]
        for joint in (" AND ", " OR "):
            found = self._matching(joint.join(parts), limit) if parts else []
            if found:
                return found
        return []

    def _beginning(self, start: str) -> str:
        roots = {r for word in self._spellings if word.startswith(start) for r in self._stems[word]}
        return _any_of(sorted(roots)[:50]) if len(start) > 2 else ""

    def _matching(self, query: str, limit: int) -> list[int]:
        rows = self._db.execute(
            "SELECT rowid FROM words WHERE words MATCH ?"
            " ORDER BY bm25(words, 8.0, 1.0), rowid LIMIT ?",
            (query, limit),
        )
        return [place for (place,) in rows]


def _stemmed(text: str, roots: Stems) -> str:
    return " ".join([root for word in split(text) for root in roots[word]])


def _any_of(roots: Iterable[str]) -> str:
    joined = " OR ".join(f'"{root}"' for root in roots)
    return f"({joined})" if joined else ""
