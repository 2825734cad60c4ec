"""The names in one book: which entry has which, and which resemble what was typed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lookup.book import Book, BookLang, Entry, EntryKind
from lookup.excerpt import plain_words
from lookup.search import CLOSE
from lookup.words import beginning, fold, printed, split, squeezed, typed

LABEL_CHARS: Final = 99
CLOSE_TITLE: Final = 0.8
CLOSE_ID: Final = 0.5
SHORT_STEM: Final = 3
"""A stem this short may be of several words: "kol" of "koło" and "kolej"."""
_CODE: Final = re.compile("[A-Z0-9]{1,3}")
_KINDS: Final[tuple[EntryKind, ...]] = ("component", "topic", "term", "rule")
"""Which kind of entry comes first when several have the same name."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it is offered: its label, and how its title is matched.

    Attributes:
        label: What is shown.
        entry: The entry.
        title: The title, `squeezed`.
        words: The words of the title, folded.
        stems: The stems each of them is found by.
    """

    label: str
    entry: Entry
    title: str
    words: tuple[str, ...]
    stems: tuple[tuple[str, ...], ...]


class Catalogue:
    """The names in one book: titles, rule numbers, component ids and labels."""

    def __init__(self, book: Book) -> None:
        self._lang = book.lang
        shared = Counter(squeezed(entry.title) for entry in book.entries)
        made = [_line(e, book.lang, alone=shared[squeezed(e.title)] == 1) for e in book.entries]
        self.lines = tuple(sorted(made, key=lambda line: _KINDS.index(line.entry.kind)))
        self.by_key = {line.entry.key: line for line in made}
        self.ids: dict[str, tuple[str, Line]] = {}
        self.labels: dict[str, tuple[str, Line]] = {}
        self.names: dict[str, Line] = {}
        self._holders = _places([line.words for line in self.lines])
        self._words = sorted(self._holders)
        self._stemmed = _places([tuple(chain(*line.stems)) for line in self.lines])
        for line in self.lines:
            for name in line.entry.components:
                self.ids[squeezed(name)] = self.labels[id_label(name, line)] = name, line
            self.labels[line.label] = "", line
            for name in (line.entry.title.casefold(), line.title):
                self.names.setdefault(name, line)
        for line in self.lines:
            for name in line.entry.also:
                bare = squeezed(name)
                bare = name if name == bare else bare  # not a copy of it
                if not bare.isdigit() and self.names.setdefault(bare, line) is not line:
                    self.names.setdefault(name.casefold(), line)
        single = (name for e in book.entries for name in e.also if name.isalpha())
        titles = map(squeezed, chain((e.title for e in book.entries), single))
        self._titles = list({title: 0 for title in titles if title.isalpha()})

    def named(self, typed: str) -> Line | None:
        """Return the line with this title or other name, as it is written or nearly so."""
        return self.names.get(typed.casefold()) or self.names.get(squeezed(typed))

    def beginning(self, typed: str) -> Iterator[Line]:
        """Yield the lines whose title starts with what was typed, exact matches first."""
        start = squeezed(typed)
        found = [line for line in self.lines if line.title.startswith(start)]
        yield from sorted(found, key=lambda line: line.title != start)

    def with_words_begun(self, words: Sequence[str]) -> Iterator[Line]:
        """Yield the lines whose title has words starting with each of these, in any order."""
        begun = (
            [self._holders[own] for own in beginning(self._words, fold(word))] for word in words
        )
        return self._in_all(begun)

    def with_words(self, words: Sequence[str]) -> Iterator[Line]:
        """Yield the lines whose title has all these words, in any form and order."""
        roots = (typed(word, self._lang) for word in words)
        return self._in_all([self._stemmed.get(root, set()) for root in one] for one in roots)

    def _in_all(self, wanted: Iterable[Iterable[set[int]]]) -> Iterator[Line]:
        """Yield in order the lines at places that each word has in one of its sets."""
        found = set(range(len(self.lines)))
        for places in wanted:
            found &= set[int]().union(*places)
        return (self.lines[place] for place in sorted(found))

    def called(self, words: Sequence[str]) -> Iterator[Line]:
        """Yield the lines whose title consists of these words in any form."""
        for line in self.with_words(words):
            if len(line.words) == len(words) == len(set(words)):
                yield line

    def alike(self, line: Line, words: Sequence[str]) -> bool:
        """Return whether these words are nearly the line's, if its stems tell little."""
        if all(len(stem) > SHORT_STEM for stems in line.stems for stem in stems[:1]):
            return True
        typed = " ".join(map(fold, words))
        return OSA.normalized_similarity(" ".join(line.words), typed) >= CLOSE

    def numbered(self, words: Sequence[str]) -> Iterator[Line]:
        """Yield the rules whose number has these words: at least one, and a digit."""
        if len(words) > 1 and any(word.isdigit() for word in words):
            yield from (line for line in self.with_words(words) if line.entry.kind == "rule")

    def like(self, words: Sequence[str]) -> list[Line]:
        """Return the lines whose title nearly has words that start like these, best first."""
        score: dict[int, float] = {}
        for number, word in enumerate(words):
            near = self._near(fold(word))
            held = {place: near[own] for own in near for place in self._holders[own]}
            kept = held.keys() & score.keys() if number else held.keys()
            score = {place: score.get(place, 0.0) + held[place] for place in kept}
        found = sorted(score, key=lambda place: (-score[place], place))
        return [self.lines[place] for place in found]

    def _near(self, word: str) -> dict[str, float]:
        """Return how nearly words of titles start like a word; 1.0 is an exact start."""
        if len(word) < 3:
            return {own: 1.0 for own in self._holders if own.startswith(word)}
        begun = {own: own[: len(word)] for own in self._holders}
        pairs = process.extract(
            word, begun, scorer=OSA.normalized_similarity, score_cutoff=CLOSE, limit=20
        )
        return {own: score for _, score, own in pairs}

    def nearly_called(self, typed: str) -> Line | None:
        """Return the line whose title was surely meant despite a typo, or None."""
        start = squeezed(typed)
        if len(start) < 5 or not start.isalpha():
            return None
        near = process.extract(
            start,
            self._titles,
            scorer=OSA.normalized_similarity,
            score_cutoff=CLOSE_TITLE,
            limit=2,
        )
        if not near or (len(near) > 1 and near[0][1] == near[1][1]):
            return None
        return self.names[near[0][0]]

    def nearest_ids(self, typed: str, limit: int) -> list[Line]:
        """Return the lines whose rule number or id is most like one that doesn't exist."""
        start = squeezed(typed)
        if not any(c.isdigit() for c in start) or len(typed.split()) > 1:
            return []
        bearers = {name: line for name, (_, line) in self.ids.items()}
        bearers |= {line.title: line for line in self.lines if line.entry.kind == "rule"}
        bearers = {name: line for name, line in bearers.items() if name[0] == start[0]}
        near = process.extract(
            start,
            list(bearers),
            scorer=OSA.normalized_similarity,
            score_cutoff=CLOSE_ID,
            limit=limit,
        )
        return unique(bearers[name] for name, *_ in near)


def _places(words: Sequence[Iterable[str]]) -> dict[str, set[int]]:
    """Return at which places each word is."""
    found = defaultdict[str, set[int]](set)
    for place, several in enumerate(words):
        for word in several:
            found[word].add(place)
    return dict(found)


def unique(lines: Iterable[Line]) -> list[Line]:
    """Return the lines without duplicates, in order."""
    return list({line.entry.key: line for line in lines}.values())


def id_label(name: str, line: Line) -> str:
    """Return the label for one id of a component: "N5 · Old Synagogue, Kazimierz"."""
    return choice_label(f"{code(name)} · {line.entry.title}") if code(name) else line.label


def code(name: str) -> str:
    """Return an id as it is printed, ``N5``; "" if it is only a name (``card:A``)."""
    short = name.replace(":", "")
    return short if _CODE.fullmatch(short) else ""


def choice_label(words: str) -> str:
    """Return a label of at most 99 characters."""
    return words if len(words) <= LABEL_CHARS else f"{words[: LABEL_CHARS - 1].rstrip()}…"


def _line(entry: Entry, lang: BookLang, *, alone: bool) -> Line:
    words = split(entry.title)
    folded = tuple(fold(word) for word in words)
    roots = tuple(printed(word, lang) for word in words)
    return Line(_label(entry, alone=alone), entry, squeezed(entry.title), folded, roots)


def _first(entry: Entry) -> str:
    return plain_words(entry.body[: 3 * LABEL_CHARS])


def _label(entry: Entry, *, alone: bool) -> str:
    """Return a label; the title of a topic is enough if no other entry has it."""
    match entry.kind:
        case "component":
            more = " ".join(filter(None, map(code, entry.components))) or _first(entry)
        case "topic":
            more = "" if alone else _first(entry)
        case _:
            more = _first(entry)
    return choice_label(f"{entry.title} · {more}" if more else entry.title)
