"""Which entries an entry speaks of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from lookup.book import Entry, Lang
from lookup.words import split, stem

MAX_LINKS: Final = 10
_NUMBER: Final = re.compile(r"\b[A-Z]+(?:-[A-Z]+)?-?[A-Z]?\d+\b")

_Titles: TypeAlias = "Mapping[str, Sequence[tuple[list[str], str]]]"
"""First stem of a title -> all its stems, and the key of its entry."""


def linked(entries: Sequence[Entry], lang: Lang) -> dict[str, tuple[str, ...]]:
    """Return for each key the keys its entry leads to, at most ten.

    The rules named in its text come first, then for a topic the components in it, then the
    components and terms whose name is in the text, in the order of their appearance.
    """
    rules = {entry.key for entry in entries if entry.kind == "rule"}
    titles = _titles(entries, lang)
    inside = defaultdict[str, list[str]](list)
    own = defaultdict[str, set[str]](set)
    for entry in entries:
        own[entry.chapter].add(entry.key)
        if entry.kind == "component":
            inside[entry.chapter].append(entry.key)
    found = {}
    for entry in entries:
        text = "\n".join((entry.body, *entry.examples))
        named = [key for key in _NUMBER.findall(text) if key in rules]
        if entry.kind == "topic":
            named = [key for key in named if key not in own[entry.key]] + inside[entry.key]
        keys = dict.fromkeys([*named, *_spoken_of(text, titles, lang)])
        found[entry.key] = tuple(k for k in keys if k not in (entry.key, entry.chapter))[:MAX_LINKS]
    return found


def _titles(entries: Sequence[Entry], lang: Lang) -> _Titles:
    titles = defaultdict[str, list[tuple[list[str], str]]](list)
    for entry in entries:
        if entry.kind in ("component", "term"):
            words = [stem(word, lang) for word in split(entry.title)]
            if words:
                titles[words[0]].append((words, entry.key))
    return titles


def _spoken_of(text: str, titles: _Titles, lang: Lang) -> Iterator[str]:
    words = [stem(word, lang) for word in split(text)]
    for place, word in enumerate(words):
        for title, key in titles.get(word, ()):
            if words[place : place + len(title)] == title:
                yield key
