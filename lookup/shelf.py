"""The rulebooks of all games; `load` reads them once.

Nothing touches the disk afterwards. The first search in a book takes 0.1 s, since it makes an
index: search on a thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lookup.book import Book, BookLang, Entry
from lookup.index import Hit, Index, Suggestion
from lookup.parse import read
from lookup.words import forget
from rules import registry
from rules.errors import DataError, LobbyError
from rules.text import LANGUAGES, t

__all__ = ["Found", "Hit", "Suggestion", "book", "find", "load", "register", "slugs", "suggest"]

DATA_DIR: Final = Path(__file__).parent.parent / "data"
BOOK_LANGS: Final = ("en", "pl")
"""The languages in which every rulebook exists; in others some may."""
_SHELF: Final[dict[str, Mapping[BookLang, Index]]] = {}


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search.

    Attributes:
        entry: The one entry that was surely meant, or None.
        component: The typed id, if it was that of a component (``N:5``); else "".
        hits: If `entry` is None, the closest entries, best first, at most eight; () if none fit.
    """

    entry: Entry | None
    component: str
    hits: tuple[Hit, ...]


def load() -> None:
    """Read the rulebooks of every registered game, once, in 0.2 s.

    A game without a rulebook is skipped.

    Raises:
        DataError: A rulebook breaks the grammar, or exists in one language only.
    """
    for slug in registry.slugs():
        folder = DATA_DIR / slug
        if slug not in _SHELF and (folder / "rulebook.en.md").is_file():
            _SHELF[slug] = _read(slug, folder)
    forget()


@contextmanager
def register(slug: str, folder: Path) -> Iterator[None]:
    """Use the rulebook in `folder` inside a `with` block.

    It is found only while its game is registered, see `rules.registry.register`.

    Raises:
        DataError: It breaks the grammar, or exists in one language only.
    """
    with registry.entered(_SHELF, slug, _read(slug, folder)):
        yield


def _read(slug: str, folder: Path) -> Mapping[BookLang, Index]:
    books = {lang: folder / f"rulebook.{lang}.md" for lang in LANGUAGES}
    words = {lang: folder / f"words.{lang}.txt" for lang in LANGUAGES}
    try:
        texts = {
            lang: path.read_text(encoding="utf-8")
            for lang, path in books.items()
            if lang in BOOK_LANGS or path.is_file()
        }
        others = {
            lang: words[lang].read_text(encoding="utf-8") for lang in texts if words[lang].is_file()
        }
    except (OSError, UnicodeError) as error:
        raise DataError(f"cannot read the rulebook of {slug}: {error}") from error
    return {lang: Index(book) for lang, book in read(slug, texts, others).items()}


def slugs() -> tuple[str, ...]:
    """Return the games that have a rulebook, in the order of the registry."""
    return tuple(slug for slug in registry.slugs() if slug in _SHELF)


def book(slug: str, lang: BookLang) -> Book:
    """Return a game's rulebook; in English if there is none in `lang`.

    Raises:
        LobbyError: The game has no rulebook; the hint says where to look.
    """
    return _indexes(slug, lang)[0].book


def suggest(slug: str, lang: BookLang, typed: str) -> tuple[Suggestion, ...]:
    """Return up to 25 entries for the text so far, best first; the topics for "".

    Names that this language doesn't have are searched in the others.

    Raises:
        LobbyError: The game has no rulebook.
    """
    own, *others = _indexes(slug, lang)
    found = own.suggest(typed)
    for other in others:
        found = found or tuple(own.translated(one) for one in other.suggest_names(typed))
    return found


def find(slug: str, lang: BookLang, typed: str) -> Found:
    """Return what `typed` means: a key, a title, a number, an id, or free words.

    Names are found in every language, words only in this one.

    Raises:
        LobbyError: The game has no rulebook.
    """
    own, *others = _indexes(slug, lang)
    for index in (own, *others):
        if sure := index.sure(typed):
            name, entry = sure
            return Found(own.book.get(entry.key), name, ())
    return Found(None, "", own.hits(typed))


def _indexes(slug: str, lang: BookLang) -> list[Index]:
    """Return the rulebook in the language asked for, then in the others."""
    indexes = _SHELF.get(slug)
    if indexes is None or slug not in registry.slugs():
        raise LobbyError(t("There's no rulebook for this game."), t("See all games with /about."))
    own = indexes.get(lang) or indexes["en"]
    return [own, *(index for index in indexes.values() if index is not own)]
