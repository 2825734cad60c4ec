"""Matching words despite case, accents, punctuation and inflection."""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, cast

import Stemmer

from lookup.book import BookLang
from rules.text import LANGUAGES

_LOCALE: Final = Path(__file__).parent.parent / "data" / "locale"
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_BARE: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
    | {chr(accent): None for accent in range(0x300, 0x370)}
)
"""Letters to replace by base letters where Unicode doesn't, and accents to drop."""
_MOBILE_E: Final = re.compile(r"(?<=[^aeiouy])i?e(?=[kc]$)")
_SOFTENED: Final = (("dzie", "da"), ("cie", "ta"), ("rze", "ra"))
"""Polish endings that change the stem before them, and what they are forms of."""
_ACCENTED: Final = (("ow", "ów"), ("sc", "ść"), ("c", "ć"), ("e", "ę"), ("a", "ą"), ("l", "ł"))
"""Polish endings as people type them without accents, and as they are."""


def _written(lang: BookLang, name: str) -> str:
    path = _LOCALE / lang / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


_EMPTY: Final = {lang: _written(lang, "questions.txt") for lang in LANGUAGES}
"""Words of questions that don't help to find answers."""
_ALIKE: Final = {lang: _written(lang, "alike.txt") for lang in LANGUAGES}
"""Words that mean about the same in questions about games, a group a line."""


class _Stems(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - its real name


def _stemmer(lang: BookLang) -> _Stems:
    """Return the stemmer of a language; that of English where there is none.

    It has no cache of its own beside `printed`, which would be kept for ever.
    """
    try:
        return cast("_Stems", Stemmer.Stemmer(lang.partition("-")[0], 0))
    except KeyError:
        return _stemmer("en")


_STEMMERS: Final = {lang: _stemmer(lang) for lang in LANGUAGES}


def plain(text: str) -> str:
    """Return a text in lower case, accents composed, without what UTF-8 can't hold."""
    if text.isascii():
        return text.lower()
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", whole).casefold())


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Return a text in lower case without accents: ``Żeton`` -> ``zeton``."""
    low = plain(text)
    if low.isascii():
        return low
    return unicodedata.normalize("NFKD", low).translate(_BARE)


def beginning(ordered: Sequence[str], start: str) -> Sequence[str]:
    """Return the words, which are in order, that begin like this."""
    end = bisect_left(ordered, start + chr(sys.maxunicode))
    return ordered[bisect_left(ordered, start) : end]


def split(text: str) -> list[str]:
    """Return the words of a text in lower case; ``N:5 żeton`` gives n, 5 and żeton."""
    return _WORD.findall(plain(text))


def asked(words: Sequence[str], lang: BookLang) -> list[str]:
    """Return the words of a question that say what it is about; all if none do."""
    return [word for word in words if fold(word) not in _empty(lang)] or list(words)


@lru_cache
def _empty(lang: BookLang) -> frozenset[str]:
    return frozenset(fold(word) for word in _EMPTY.get(lang, _EMPTY["en"]).split())


def related(word: str, lang: BookLang) -> tuple[str, ...]:
    """Return the stems of words that mean about the same as a typed one; () for none."""
    alike = _alike(lang)
    return tuple(dict.fromkeys(one for root in typed(word, lang) for one in alike.get(root, ())))


@lru_cache
def _alike(lang: BookLang) -> Mapping[str, tuple[str, ...]]:
    """Return for each stem the stems of all groups that it is in."""
    found = defaultdict[str, tuple[str, ...]](tuple)
    for line in _ALIKE.get(lang, "").splitlines():
        group = tuple(dict.fromkeys(root for word in split(line) for root in printed(word, lang)))
        for root in group:
            found[root] += group
    return found


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, folded: ``K-PLAN 3`` -> ``kplan3``."""
    return "".join(_WORD.findall(fold(text)))


@lru_cache(maxsize=20_000)
def printed(word: str, lang: BookLang) -> tuple[str, ...]:
    """Return the stems a printed word is found by, its own first.

    The others are those of the word without accents, and with its ending undone.

    Args:
        word: As `split` gives it.
        lang: The language of the inflection; any but Polish counts as English.
    """
    forms = [word] if word.isascii() else [word, fold(word)]
    return _stems(forms + (_exchanged(word, _SOFTENED) if lang == "pl" else []), lang)


def forget() -> None:
    """Drop what reading whole books has left in the caches."""
    fold.cache_clear()
    printed.cache_clear()


class Stems(dict[str, tuple[str, ...]]):
    """The stems of the printed words of one text, each computed once."""

    def __init__(self, lang: BookLang) -> None:
        super().__init__()
        self._lang = lang

    def __missing__(self, word: str) -> tuple[str, ...]:
        self[word] = found = printed(word, self._lang)
        return found


def typed(word: str, lang: BookLang) -> tuple[str, ...]:
    """Return the stems that a typed word may be found by, the likeliest first.

    A Polish word typed without accents may lack those of its ending too.
    """
    found = printed(word, lang)
    if lang != "pl" or word != fold(word):
        return found
    return tuple(dict.fromkeys(found + _stems(_exchanged(word, _ACCENTED), lang)))


def _exchanged(word: str, endings: Sequence[tuple[str, str]]) -> list[str]:
    return [word.removesuffix(end) + other for end, other in endings if word.endswith(end)]


def _stems(forms: Sequence[str], lang: BookLang) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_stem(form, lang) for form in forms))


def _stem(word: str, lang: BookLang) -> str:
    """Return a stem; many words have the same, which is kept once."""
    found = fold(_STEMMERS.get(lang, _STEMMERS["en"]).stemWord(word))
    return sys.intern(found if lang != "pl" or len(found) < 4 else _polish(found))


def _polish(stem: str) -> str:
    if stem.endswith(("ek", "ec")):
        stem = _MOBILE_E.sub("", stem)  # zamek, zamku
    if stem.endswith("dz"):
        return f"{stem[:-2]}g"  # synagoga, synagodze
    return f"{stem[:-1]}k" if stem.endswith("c") else stem  # kolejka, kolejce
