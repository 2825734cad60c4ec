"""Reads rulebook files into `Book`; the grammar is that of `lookup.book`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lookup.also import given, phrases
from lookup.book import NUMBER, Book, BookLang, Entry, EntryKind
from lookup.links import linked
from lookup.words import fold, split
from rules.errors import DataError

MAX_KEY: Final = 59
MAX_BODY: Final = 3750
"""The most characters of a body, so that the title fits into the same message."""
NO_WORDS: Final[Mapping[BookLang, str]] = {}

_RULE: Final = re.compile(NUMBER + " (.*)")
_TERM: Final = re.compile(r"- \*\*(.+?)\*\* *<!--(.*?)-->: *(.*)")
_COMPONENT: Final = re.compile(r"###(?!#) *([^<]*?) *(?:<!--(.*?)-->)? *")
_COMMENT: Final = re.compile(r" *<!--.*?-->")


@dataclass
class _Draft:
    """An entry while its lines are being read."""

    kind: EntryKind
    key: str
    title: str
    components: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    def entry(self, chapter: str) -> Entry:
        """Return the entry, still without links."""
        body = re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip()
        examples = tuple(words.strip() for words in self.examples)
        own = self.key, self.kind, self.title, body, examples, self.components, chapter
        return Entry(*own, links=())


def read(
    slug: str, texts: Mapping[BookLang, str], words: Mapping[BookLang, str] = NO_WORDS
) -> dict[BookLang, Book]:
    """Return the rulebook in each of its languages.

    Args:
        slug: The game.
        texts: Language -> file; English must be among them, it names the topics.
        words: Language -> file of other words, see `lookup.also`; a language may have none.

    Raises:
        DataError: A file breaks the grammar, or the languages differ in their entries.
    """
    if "en" not in texts:
        raise DataError(f"{_file(slug, 'en')}: there is no such file")
    keys = [_topic_key(head) for head, _ in _topics(texts["en"])]
    books = {lang: _book(slug, lang, text, keys) for lang, text in texts.items()}
    for book in books.values():
        _compare(books["en"], book)
    return {lang: _with_words(book, words.get(lang, "")) for lang, book in books.items()}


def _with_words(book: Book, text: str) -> Book:
    try:
        return replace(book, entries=tuple(given(book.entries, phrases(text))))
    except ValueError as error:
        raise DataError(f"data/{book.slug}/words.{book.lang}.txt: {error}") from error


def _file(slug: str, lang: BookLang) -> str:
    return f"data/{slug}/rulebook.{lang}.md"


def _topics(text: str) -> list[tuple[str, list[str]]]:
    chapters = ("\n" + text).split("\n## ")[1:]
    heads = (chapter.partition("\n") for chapter in chapters)
    return [(head.strip(), body.splitlines()) for head, _, body in heads]


def _topic_key(heading: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(heading)).strip("-")


def _book(slug: str, lang: BookLang, text: str, keys: Sequence[str]) -> Book:
    topics = _topics(text)
    if len(topics) != len(keys):
        raise DataError(
            f"{_file(slug, lang)}: {len(topics)} topics, but {len(keys)} in {_file(slug, 'en')}"
        )
    entries: list[Entry] = []
    try:
        for key, (head, lines) in zip(keys, topics, strict=True):
            entries += _Chapter(key, head).read(lines)
        _check(entries)
    except ValueError as error:
        raise DataError(f"{_file(slug, lang)}: {error}") from error
    found = linked(entries, lang)
    whole = (replace(entry, links=found[entry.key]) for entry in entries)
    return Book(slug, lang, tuple(whole))


class _Chapter:
    """One topic while it is read line by line."""

    def __init__(self, key: str, heading: str) -> None:
        self.topic = _Draft("topic", key, heading)
        self.drafts = [self.topic]
        self.section = self.topic
        self.rule: _Draft | None = None
        self.text = True
        """False after an example of the rule: what follows isn't part of its text."""
        self.quoting = False

    def read(self, lines: Sequence[str]) -> Iterator[Entry]:
        """Yield the topic, then its entries in printed order."""
        for line in lines:
            if line.startswith(">"):
                self._example(line[1:].strip())
            else:
                self.quoting = False
                self._line(line)
        yield from (draft.entry(self.topic.key) for draft in self.drafts)

    def _line(self, line: str) -> None:
        if line.startswith("###"):
            self._component(line)
            return
        rule, term = _RULE.match(line), _TERM.match(line)
        if rule:
            self.rule, self.text = self._begin("rule", rule[1], rule[1]), True
            line = rule[2]
            self.section.lines.append(_COMMENT.sub("", rule[0]))
        else:
            self.section.lines.append(_COMMENT.sub("", line))
        if self.rule and self.text:
            self.rule.lines.append(_COMMENT.sub("", line))
        if term:
            self._begin("term", term[2].strip(), term[1]).lines.append(_COMMENT.sub("", term[3]))

    def _begin(self, kind: EntryKind, key: str, title: str, ids: tuple[str, ...] = ()) -> _Draft:
        draft = _Draft(kind, key, title, ids)
        self.drafts.append(draft)
        return draft

    def _component(self, line: str) -> None:
        found = _COMPONENT.fullmatch(line)
        ids = tuple((found[2] or "").split()) if found else ()
        if not found or not found[1] or not ids:
            raise ValueError(f"the heading {line!r} needs a name and ids: ### Name <!-- N:5 -->")
        self.section, self.rule = self._begin("component", ids[0], found[1], ids), None

    def _example(self, words: str) -> None:
        owners = [self.section] if self.rule is None else [self.section, self.rule]
        for owner in owners:
            if self.quoting:
                owner.examples[-1] += f"\n{words}"
            else:
                owner.examples.append(words)
        self.quoting, self.text = True, False


def _check(entries: Sequence[Entry]) -> None:
    seen = set[str]()
    for entry in entries:
        for name in (entry.key, *entry.components[1:]):
            if name.casefold() in seen:
                raise ValueError(f"the key {name!r} is used twice")
            seen.add(name.casefold())
        if len(entry.key) > MAX_KEY or not re.fullmatch("[!-~]+", entry.key):
            raise ValueError(
                f"{entry.key!r} of {entry.title!r} isn't a key of 1 to {MAX_KEY} characters"
            )
        if not split(entry.title) or not (entry.body or entry.kind == "topic"):
            raise ValueError(f"{entry.key!r} has no title, or no words")
        if len(entry.body) > MAX_BODY:
            raise ValueError(
                f"{entry.key!r} has {len(entry.body)} characters, more than {MAX_BODY}"
            )


def _compare(one: Book, other: Book) -> None:
    """Raise DataError unless both have the same entries; terms may be in any order."""
    files = f"{_file(one.slug, one.lang)} and {_file(other.slug, other.lang)}"
    if alone := {e.key for e in one.entries} ^ {e.key for e in other.entries}:
        raise DataError(f"only one of {files} has {', '.join(map(repr, sorted(alone)))}")
    for left, right in zip(_shape(one), _shape(other), strict=True):
        if left != right:
            raise DataError(f"{files} differ: {' '.join(left)!r} and {' '.join(right)!r}")


def _shape(book: Book) -> list[tuple[str, ...]]:
    """Return the chapter, the kind and the names of each entry, terms last and sorted."""
    shape = [(e.chapter, e.kind, *(e.components or (e.key,))) for e in book.entries]
    terms = sorted(one for one in shape if one[1] == "term")
    return [one for one in shape if one[1] != "term"] + terms
