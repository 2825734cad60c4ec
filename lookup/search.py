"""The full text of one book: which entries a question is about, likeliest first."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from math import log
from typing import Final, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from lookup.book import Book, own_bodies
from lookup.words import Stems, beginning, fold, plain, related, split, typed

CLOSE: Final = 0.72
"""The least likeness of a typed word to a known one: one typo in four letters."""
SHORT: Final = 5
"""The letters below which a word is like too many others to stand for one of them."""
COMMON: Final = 0.25
"""The share of the entries above which a word in them doesn't tell them apart."""
RELATED: Final = 0.6
"""How much a word counts that only means about the same as the typed one."""
PARTS: Final = {"title": 6.0, "also": 4.0, "body": 1.0}
"""How much a word counts in each part of an entry."""
LENGTHY: Final = {"title": 0.5, "also": 0.0, "body": 0.5}
"""How much a part's length lessens that; a list of other words may be long."""
ENOUGH: Final = 3.0
"""The weight at which a word counts half of what it can count at most."""
FINEST: Final = 10_000
"""The steps in which a weight is kept, from 0 to 1."""

_Wanted: TypeAlias = Mapping[str, float]
"""The stems by which a typed word is found, and what each counts, from 0 to 1."""


class _Held:
    """Which entries hold each stem, and how much it counts in each, from 0 to 1.

    All stems share two arrays, which take a tenth of the memory of a tuple or dict for each.
    """

    def __init__(self, found: Mapping[str, Mapping[int, float]]) -> None:
        """Keep the weights of stems in entries, by the places of these in the book."""
        self._ends = array("I", accumulate(map(len, found.values()), initial=0))
        self._numbers = {root: number for number, root in enumerate(found)}
        self._places = array("H", chain.from_iterable(found.values()))
        weights = chain.from_iterable(one.values() for one in found.values())
        self._weights = array("H", (round(weight * FINEST) for weight in weights))

    def __contains__(self, root: str) -> bool:
        """Return whether any entry holds a stem."""
        return root in self._numbers

    def places(self, root: str) -> Sequence[int]:
        """Return where the entries that hold a stem are in the book."""
        return self._places[self._part(root)]

    def weighed(self, root: str) -> Iterable[tuple[int, float]]:
        """Yield these places, each with what the stem counts there."""
        part = self._part(root)
        weights = (weight / FINEST for weight in self._weights[part])
        return zip(self._places[part], weights, strict=True)

    def _part(self, root: str) -> slice:
        number = self._numbers[root]
        return slice(self._ends[number], self._ends[number + 1])


class FullText:
    """The words of a book's entries, by their stems.

    An entry is ranked by the typed words that it holds: each counts more in a title than in a
    text, more in a short text than in a long one, and more if few entries hold it (as in BM25F).
    """

    def __init__(self, book: Book) -> None:
        self._lang = book.lang
        self._size = len(book.entries)
        roots = Stems(book.lang)
        self._held = _held(book, roots)
        self._stems = defaultdict[str, tuple[str, ...]](tuple)
        for word, own in roots.items():
            self._stems[fold(word)] += own
        self._spellings = sorted(self._stems)
        self._meant = _other_words(book, roots)

    def _like(self, word: str) -> _Wanted:
        """Return the stems most like those of a word that isn't in the book.

        They count by their likeness, squared: what looks alike may mean something else.
        """
        if len(word) < SHORT or not word.isalpha():
            return {}
        near = process.extract(
            fold(word),
            self._spellings,
            scorer=OSA.normalized_similarity,
            score_cutoff=CLOSE,
            limit=3,
        )
        return {
            root: score**2
            for like, score, _ in near
            if score == near[0][1]
            for root in self._stems[like]
        }

    def telling(self, words: Sequence[str]) -> set[str]:
        """Return the stems of the words, without those that are in too many entries.

        If all are in too many, all are returned.
        """
        most = max(10, self._size * COMMON)
        wanted = self._known(words)
        rare = [one for one in wanted if all(len(self._held.places(root)) <= most for root in one)]
        return set(chain.from_iterable(rare or wanted))

    def places(self, words: Sequence[str], limit: int) -> list[int]:
        """Return the places of the entries with any of the words, the best first.

        Args:
            words: As `split` gives them.
            limit: The most places to return.
        """
        return self._ranked(self._known(words))[:limit]

    def begun(self, words: Sequence[str], limit: int) -> list[int]:
        """Return the places of entries with all words, the last of which is unfinished.

        Args:
            words: As `split` gives them, at least one.
            limit: The most places to return, the best first.
        """
        *whole, last = words
        start = fold(last)
        ends = self._own(last)
        if len(start) > 2:
            found = beginning(self._spellings, start)
            ends |= dict.fromkeys(chain.from_iterable(self._stems[word] for word in found), 1.0)
        wanted = [found for found in (*map(self._own, whole), ends) if found]
        holders = [
            set(chain.from_iterable(self._held.places(root) for root in one)) for one in wanted
        ]
        return [place for place in self._ranked(wanted) if all(place in held for held in holders)][
            :limit
        ]

    def _known(self, words: Sequence[str]) -> list[_Wanted]:
        """Return what each word wants, without those that mean nothing in this book."""
        return [found for word in words if (found := self._wanted(word))]

    def _own(self, word: str) -> dict[str, float]:
        """Return the stems of a word in this book, or of those that it is like.

        With them come those of the titles it is another name of.
        """
        exact = dict.fromkeys((r for r in typed(word, self._lang) if r in self._held), 1.0)
        own = exact or self._like(word)
        meant = (other for root in own for other in self._meant[root])
        return dict.fromkeys(meant, max(own.values(), default=1.0)) | dict(own)

    def _wanted(self, word: str) -> _Wanted:
        """Return the stems of a word, and those of words that mean about the same.

        A word that isn't in the book itself means these, and none that it is like.
        """
        others = (root for root in related(word, self._lang) if root in self._held)
        about = dict.fromkeys(others, RELATED)
        own = self._own(word)
        return about if about and max(own.values(), default=0.0) < 1 else about | own

    def _ranked(self, wanted: Iterable[_Wanted]) -> list[int]:
        """Return the places of the entries with any of the words, the best first."""
        scores = defaultdict[int, float](float)
        for stems in wanted:
            best = defaultdict[int, float](float)
            for root, count in stems.items():
                for place, weight in self._held.weighed(root):
                    best[place] = max(best[place], count * weight)
            rare = self._rarity(stems)
            for place, weight in best.items():
                scores[place] += rare * weight
        return sorted(scores, key=lambda place: (-scores[place], place))

    def _rarity(self, stems: _Wanted) -> float:
        """Return how much a word tells: the more, the fewer entries hold it itself."""
        most = max(stems.values())
        held = [len(self._held.places(root)) for root, count in stems.items() if count == most]
        few = max(held) if most == RELATED else min(held)
        return log(1 + (self._size - few + 0.5) / (few + 0.5))


def _held(book: Book, roots: Stems) -> _Held:
    """Return which entries hold each stem; see `ENOUGH` for what it counts."""
    entries = [_counted(parts, roots) for parts in _parts(book)]
    usual = {part: sum(one[part].total() for one in entries) / len(entries) or 1 for part in PARTS}
    held = defaultdict[str, dict[int, float]](dict)
    for place, counted in enumerate(entries):
        weights = defaultdict[str, float](float)
        for part, count in PARTS.items():
            length = 1 + LENGTHY[part] * (counted[part].total() / usual[part] - 1)
            for root, times in counted[part].items():
                weights[root] += count * times / length
        for root, weight in weights.items():
            held[root][place] = weight / (ENOUGH + weight)
    return _Held(held)


def _parts(book: Book) -> Iterable[Mapping[str, Sequence[str]]]:
    for entry, body in zip(book.entries, own_bodies(book.entries), strict=True):
        examples = () if entry.kind == "topic" else entry.examples
        yield {
            "title": (entry.title, *entry.components),
            "also": entry.also,
            "body": (body, *examples),
        }


def _counted(parts: Mapping[str, Sequence[str]], roots: Stems) -> dict[str, Counter[str]]:
    return {
        part: Counter(root for word in split(" ".join(texts)) for root in roots[word])
        for part, texts in parts.items()
    }


def _other_words(book: Book, roots: Stems) -> Mapping[str, tuple[str, ...]]:
    """Return the stems of one-word titles, by those of their one-word other names."""
    found = defaultdict[str, tuple[str, ...]](tuple)
    for entry in book.entries:
        title = split(entry.title)
        if entry.kind == "rule" or len(title) != 1:
            continue
        for other in entry.also:
            for root in roots[plain(other)] if other.isalpha() else ():
                found[root] += roots[title[0]]
    return found
