"""Searching one book: typed text in, entries out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lookup.book import Book, Entry
from lookup.catalogue import Catalogue, Line, id_label, unique
from lookup.excerpt import excerpt
from lookup.search import FullText
from lookup.words import asked, forget, split, squeezed

MAX_TYPED: Final = 200
"""The most characters of the typed text that are used."""
MAX_SUGGESTIONS: Final = 25
MAX_HITS: Final = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line offered while somebody types: a label, under 100 characters, and a key."""

    label: str
    key: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that a search found, with its best sentence, the search words in bold."""

    entry: Entry
    excerpt: str


class Index:
    """One book with its indexes, each made by the first search that needs it."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def _names(self) -> Catalogue:
        made = Catalogue(self.book)
        forget()
        return made

    @cached_property
    def _text(self) -> FullText:
        made = FullText(self.book)
        forget()
        return made

    def suggest(self, typed: str) -> tuple[Suggestion, ...]:
        """Return up to 25 entries for the text typed so far, best first."""
        typed = typed[:MAX_TYPED]
        words = split(typed)
        if not words:
            topics = (line for line in self._names.lines if line.entry.kind == "topic")
            return self._offered("", topics)
        return self._offered(typed, self._offers(typed, words))

    def suggest_names(self, typed: str) -> tuple[Suggestion, ...]:
        """Return only the entries whose names start like this or have these words."""
        typed = typed[:MAX_TYPED]
        return self._offered(typed, self._named(typed, split(typed)))

    def _offered(self, typed: str, lines: Iterable[Line]) -> tuple[Suggestion, ...]:
        """Return suggestions for the lines, each once; the typed id first, if it is one."""
        found = dict[str, Suggestion]()
        if exact := self._names.ids.get(squeezed(typed)):
            name, line = exact
            found[line.entry.key] = Suggestion(id_label(name, line), name)
        for line in lines:
            found.setdefault(line.entry.key, Suggestion(line.label, line.entry.key))
            if len(found) == MAX_SUGGESTIONS:
                break
        return tuple(found.values())

    def _offers(self, typed: str, words: list[str]) -> Iterator[Line]:
        names = self._names
        about = asked(words, self.book.lang)
        if line := names.named(typed):
            yield line
        named = self._named(typed, words) or self._named(" ".join(about), about)
        yield from named or names.like(words)
        if squeezed(typed) not in names.ids:
            yield from names.nearest_ids(typed, MAX_HITS)
            yield from map(self._at, self._text.begun(about, MAX_SUGGESTIONS))
            yield from map(self._at, self._text.places(about, MAX_HITS))

    def _named(self, typed: str, words: list[str]) -> list[Line]:
        names = self._names
        if not words:
            return []
        return [
            *names.beginning(typed),
            *names.with_words_begun(words),
            *names.with_words(words),
        ]

    def _at(self, place: int) -> Line:
        return self._names.by_key[self.book.entries[place].key]

    def translated(self, foreign: Suggestion) -> Suggestion:
        """Return a suggestion of another language with the label of this one."""
        line = self._names.by_key.get(foreign.key)
        return Suggestion(line.label, foreign.key) if line else foreign

    def sure(self, typed: str) -> tuple[str, Entry] | None:
        """Return the typed id, or "", and the entry that was surely meant; else None."""
        typed = typed[:MAX_TYPED].strip()
        words = split(typed)
        if not words:
            return None
        return self._exact(typed) or self._meant(typed, words)

    def _exact(self, typed: str) -> tuple[str, Entry] | None:
        """Return the id, or "", and the entry with this label, id, key or title; or None."""
        names, bare = self._names, squeezed(typed)
        bearer = names.labels.get(typed) or names.ids.get(bare)
        if bearer is not None:
            return bearer[0], bearer[1].entry
        if entry := self.book.get(typed):
            return "", entry
        line = names.named(typed)
        return ("", line.entry) if line else None

    def _meant(self, typed: str, words: list[str]) -> tuple[str, Entry] | None:
        """Return "" and the entry surely meant by an inexact name, or None.

        In a question that has words of its own beside it, only a whole title is surely meant.
        """
        names = self._names
        about = asked(words, self.book.lang)
        line = next(names.called(about), None)
        if line and not names.alike(line, about):
            line = None
        if line is None and about == words and len("".join(words)) > 2:
            holders = [line for line in names.with_words(words) if line.entry.kind != "rule"]
            line = holders[0] if len(holders) == 1 else names.nearly_called(typed)
        return ("", line.entry) if line else None

    def hits(self, typed: str) -> tuple[Hit, ...]:
        """Return the entries closest to the typed text, best first, at most eight."""
        typed = typed[:MAX_TYPED].strip()
        lang = self.book.lang
        words = asked(split(typed), lang)
        if not words:
            return ()
        roots = self._text.telling(words)
        named = self._names.names.get(squeezed("".join(words)))
        lines = unique(
            [
                *([named] if named else ()),
                *(self._names.beginning(typed) if len(typed) > 1 else ()),
                *self._names.numbered(words),
                *self._names.nearest_ids(typed, MAX_HITS),
                *map(self._at, self._text.places(words, MAX_HITS)),
                *self._names.like(words),
            ]
        )
        return tuple(Hit(one.entry, excerpt(one.entry, roots, lang)) for one in lines[:MAX_HITS])
