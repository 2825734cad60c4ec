"""The sentence of an entry that answers best, with the search words in bold."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from lookup.book import NUMBER, BookLang, Entry
from lookup.words import printed, split

MAX_EXCERPT: Final = 160
_MARKS: Final = re.compile(rf"^{NUMBER} |\*+|__|`|^(?:[>-]|#+) ", re.MULTILINE)
_SENTENCE: Final = re.compile(r"(?<=[.!?…;]) +(?=\S)|\n+")
_WORD: Final = re.compile(r"\w+")
_SPECIAL: Final = re.compile(r"([\\*_~|`>#\[\]@<])")


def plain_words(text: str) -> str:
    """Return a Markdown text as one line without markup."""
    return " ".join(_MARKS.sub("", text).split())


def excerpt(entry: Entry, roots: Collection[str], lang: BookLang) -> str:
    """Return the sentence with the most search words, safe in Markdown.

    It is cut to at most 160 characters; without any sentence it is empty.

    Args:
        entry: The entry that was found.
        roots: The stems of the search words.
        lang: The language of the entry.
    """
    text = _MARKS.sub("", "\n".join((entry.body, *entry.examples)))
    sentences = [one for one in _SENTENCE.split(text) if one.strip()]
    if not sentences:
        return ""
    best = max(sentences, key=lambda one: len(_asked(one, roots, lang)))
    return _shown(best.strip(), roots, lang)


def _asked(sentence: str, roots: Collection[str], lang: BookLang) -> set[str]:
    return {root for word in split(sentence) for root in printed(word, lang) if root in roots}


def _shown(sentence: str, roots: Collection[str], lang: BookLang) -> str:
    """Return the sentence, or the part around the first search word that fits."""
    marked = [_mark(piece, roots, lang) for piece in sentence.split()]
    first = next((i for i, (_, asked) in enumerate(marked) if asked), 0)
    start = 0
    while (
        start < first and len(" ".join(p for p, _ in marked[start : first + 1])) > MAX_EXCERPT // 2
    ):
        start += 1
    shown = "… " * (start > 0) + marked[start][0]
    if len(shown) > MAX_EXCERPT - 2:
        return ""
    for piece, _ in marked[start + 1 :]:
        if len(shown) + len(piece) + 1 > MAX_EXCERPT - 2:
            return f"{shown} …"
        shown += f" {piece}"
    return shown


def _mark(piece: str, roots: Collection[str], lang: BookLang) -> tuple[str, bool]:
    """Return a word with its punctuation, escaped, and whether it is searched for.

    A word that is searched for is put in bold.
    """
    asked = bool(_asked(piece, roots, lang))
    safe = _SPECIAL.sub(r"\\\1", piece)
    found = _WORD.search(safe) if asked else None
    if found is None:
        return safe, False
    end = max(m.end() for m in _WORD.finditer(safe))
    return f"{safe[: found.start()]}**{safe[found.start() : end]}**{safe[end:]}", True
