"""Reads the files of other words: what people call an entry, or ask about it.

``data/<game>/words.<lang>.txt`` has a line an entry, in the order of the book, with an empty line
between its topics: the key, a colon, and phrases::

    O:1: bagel; ring of bread; what is the black circle
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from lookup.book import Entry

Words: TypeAlias = Mapping[str, str]
"""The other words by the keys of the entries, as they are listed."""


def phrases(text: str) -> Words:
    """Return what a file lists, by the keys.

    Raises:
        ValueError: A line has no key or no phrase, or a key or a phrase stands in two places.
    """
    found = dict[str, str]()
    seen = set[str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        key, _, listed = line.partition(": ")
        words = [word.strip() for word in listed.split(";")]
        if not all((key, *words)):
            raise ValueError(f"the line {line[:40]!r} needs a key and phrases: N:5: one; another")
        if key in found:
            raise ValueError(f"the key {key!r} is used twice")
        for word in words:
            if word.casefold() in seen:
                raise ValueError(f"the phrase {word!r} of {key!r} is used twice")
            seen.add(word.casefold())
        found[key] = listed
    return found


def given(entries: Sequence[Entry], words: Words) -> Iterator[Entry]:
    """Yield the entries, each with its other words.

    Raises:
        ValueError: There are words for an entry that isn't there.
    """
    if alone := words.keys() - {entry.key for entry in entries}:
        raise ValueError(f"there is no entry {', '.join(map(repr, sorted(alone)))}")
    for entry in entries:
        yield replace(entry, listed=words.get(entry.key, ""))
