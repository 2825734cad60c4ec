"""Links from an entry to the entries it mentions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from lookup.book import BookLang, Entry, own_bodies
from lookup.words import Stems, split

MAX_LINKS: Final = 10
_NUMBER: Final = re.compile(r"\b[A-Z][A-Z-]*\d+[a-z]?\b")


def linked(entries: Sequence[Entry], lang: BookLang) -> dict[str, tuple[str, ...]]:
    """Return for each entry's key the keys it links to, at most ten.

    First come the rules named in its text, then, for a topic, the components in it, then the
    components and terms whose name is in its body, the rarest first.
    """
    rules = {entry.key for entry in entries if entry.kind == "rule"}
    spoken = _spoken_of(entries, lang)
    fame = Counter(key for keys in spoken.values() for key in keys)
    for entry in entries:
        if entry.kind == "rule":
            spoken[entry.chapter] += spoken[entry.key]
    inside = defaultdict[str, list[str]](list)
    for entry in entries:
        if entry.kind in ("component", "rule"):
            inside[entry.chapter].append(entry.key)
    found = {}
    for entry in entries:
        numbers = _NUMBER.findall("\n".join((entry.body, *entry.examples)))
        keys = [key for key in numbers if key in rules]
        if entry.kind == "topic":
            keys = [key for key in keys if key not in inside[entry.key]]
            keys += [key for key in inside[entry.key] if key not in rules]
        keys += sorted(spoken[entry.key], key=lambda key: fame[key])
        others = (key for key in dict.fromkeys(keys) if key not in (entry.key, entry.chapter))
        found[entry.key] = tuple(others)[:MAX_LINKS]
    return found


def _spoken_of(entries: Sequence[Entry], lang: BookLang) -> dict[str, list[str]]:
    """Return for each key the components and terms that its body names, each once."""
    roots = Stems(lang)
    titles = defaultdict[str, list[tuple[list[str], str]]](list)
    for entry in entries:
        if entry.kind in ("component", "term"):
            words = [roots[word][0] for word in split(entry.title)]
            titles[words[0]].append((words, entry.key))
    spoken = {}
    for entry, body in zip(entries, own_bodies(entries), strict=True):
        words = [roots[word][0] for word in split(body)]
        spoken[entry.key] = list(
            dict.fromkeys(
                key
                for place, root in enumerate(words)
                if root in titles
                for title, key in titles[root]
                if words[place : place + len(title)] == title
            )
        )
    return spoken
