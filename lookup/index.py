"""One book asked: what is typed goes in, entries come out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lookup.answers import Hit, Suggestion
from lookup.book import Book, Entry
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
        if exact := self._names.ids.get(squeezed(typed)):
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
        return self._names.by_key[self.book.entries[place].key]

    def translated(self, foreign: Suggestion) -> Suggestion:
        """Return what another language suggested, with the label of this one."""
        line = self._names.by_key.get(foreign.key)
        return Suggestion(line.label, foreign.key) if line else foreign

    def sure(self, typed: str) -> tuple[str, Entry] | None:
        """Return the one entry that was meant, after the id that was typed or ""; else None."""
        typed = typed[:MAX_TYPED].strip()
        words = split(typed)
        return (self._exact(typed) or self._meant(words)) if words else None

    def _exact(self, typed: str) -> tuple[str, Entry] | None:
        """Return what bears this label, id, key or title, after the id where it is one."""
        names, bare = self._names, squeezed(typed)
        bearer = names.labels.get(typed) or names.ids.get(bare)
        if bearer is not None:
            return bearer[0], bearer[1].entry
        if entry := self.book.get(typed):
            return "", entry
        line = names.names.get(typed.casefold()) or names.names.get(bare)
        return ("", line.entry) if line else None

    def _meant(self, words: list[str]) -> tuple[str, Entry] | None:
        """Return "" and the entry surely meant by words that are no exact name, or None."""
        names = self._names
        line = next(names.called(words), None)
        if line is None:
            holders = [line for line in names.with_words(words) if line.entry.kind != "rule"]
            line = holders[0] if len(holders) == 1 else names.nearly_called("".join(words))
        return ("", line.entry) if line else None

    def hits(self, typed: str) -> tuple[Hit, ...]:
        """Return the entries nearest to what was typed, the best first, at most eight."""
        typed = typed[:MAX_TYPED].strip()
        words, lang = split(typed), self.book.lang
        if not words:
            return ()
        roots = {root for found in self._text.telling(words) for root in found}
        lines = unique(
            [
                *(self._names.beginning(typed) if len(typed) > 1 else ()),
                *self._names.nearest_ids(typed, MAX_HITS),
                *map(self._at, self._text.places(words, MAX_HITS)),
                *self._names.like(words),
            ]
        )
        return tuple(Hit(one.entry, excerpt(one.entry, roots, lang)) for one in lines[:MAX_HITS])
