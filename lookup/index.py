"""One book asked: what is typed goes in, entries come out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lookup.answers import Found, Hit, Suggestion
from lookup.book import Book
from lookup.catalogue import Catalogue, Line, id_label, unique
from lookup.excerpt import excerpt
from lookup.search import FullText
from lookup.words import split, squeezed

MAX_TYPED: Final = 200
"""Signs that are looked at; what comes after them is cut off."""
MAX_SUGGESTIONS: Final = 25
MAX_HITS: Final = 8


class Index:
    """One book with its indexes."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._names = Catalogue(book)
        self._text = FullText(book)

    def suggest(self, typed: str) -> tuple[Suggestion, ...]:
        """Return up to 25 entries for what has been typed so far, best first."""
        typed = typed[:MAX_TYPED]
        found = dict[str, Suggestion]()
        exact = self._names.ids.get(squeezed(typed))
        if exact:
            name, line = exact
            found[line.entry.key] = Suggestion(id_label(name, line), name)
        for line in self._offers(typed):
            found.setdefault(line.entry.key, Suggestion(line.label, line.entry.key))
            if len(found) == MAX_SUGGESTIONS:
                break
        return tuple(found.values())

    def _offers(self, typed: str) -> Iterator[Line]:
        names, words = self._names, split(typed)
        if not words:
            yield from (line for line in names.lines if line.entry.kind == "topic")
            return
        named = [
            *names.beginning(typed),
            *names.with_words_begun(words),
            *names.with_words(words),
        ]
        yield from named or names.like(words)
        yield from names.nearest_ids(typed, MAX_HITS)
        begun = self._text.begun(words, MAX_SUGGESTIONS)
        yield from map(self._at, begun or self._text.places(words, MAX_HITS))

    def _at(self, place: int) -> Line:
        return self._names.names[squeezed(self.book.entries[place].key)]

    def find(self, typed: str) -> Found:
        """Return what was meant: the one entry, or the nearest."""
        typed = typed[:MAX_TYPED].strip()
        words = split(typed)
        if not words:
            return Found(None, "", ())
        name, line = self._names.ids.get(squeezed(typed), ("", None))
        if not name:
            entry = self.book.get(typed)
            line = self._meant(typed, words) if entry is None else None
            if entry is not None:
                return Found(entry, "", ())
        if line is not None:
            return Found(line.entry, name, ())
        return Found(None, "", self._hits(typed, words))

    def _meant(self, typed: str, words: list[str]) -> Line | None:
        """Return the line that was surely meant, or None."""
        names = self._names
        for line in (names.names.get(squeezed(typed)), next(names.called(words), None)):
            if line is not None:
                return line
        holders = [line for line in names.with_words(words) if line.entry.kind != "rule"]
        return holders[0] if len(holders) == 1 else names.nearly_called(typed)

    def _hits(self, typed: str, words: list[str]) -> tuple[Hit, ...]:
        roots = {root for found in self._text.telling(words) for root in found}
        lines = unique(
            [
                *(self._names.beginning(typed) if len(typed) > 1 else ()),
                *self._names.nearest_ids(typed, MAX_HITS),
                *map(self._at, self._text.places(words, MAX_HITS)),
                *self._names.like(words),
            ]
        )
        return tuple(
            Hit(line.entry, excerpt(line.entry, roots, self.book.lang)) for line in lines[:MAX_HITS]
        )
