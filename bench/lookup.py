"""L1: how long looking up a rule takes, and what the rulebooks cost at the start."""

from __future__ import annotations

import sqlite3
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from rapidfuzz import process

from bench.measure import cpu_seconds, percentile
from bench.table import Figure, Plan, compared, limited, row
from lookup import shelf
from lookup.book import Book
from lookup.words import fold
from rules import registry

ROOT: Final = Path(__file__).parent.parent
COPIES: Final = 5
"""The number of extra copies of each rulebook, for games still to come."""
LONGEST: Final = 30
ANSWER_MS: Final = 20
LOAD_MS: Final = 15
LOAD_MB: Final = 5
_GROWTH: Final = """
import gc
from contextlib import ExitStack
from pathlib import Path
from lookup import shelf
from bench.lookup import put, searched
def used():
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
shelf.load()
before = used()
with ExitStack() as books:
    for n in range({copies}):
        put(books, {slug!r}, n)
    read = used()
    searched([f"{slug}{{n}}" for n in range({copies})])
    print((read - before) / {copies} / 1000, (used() - before) / {copies} / 1000)
"""

Keystroke: TypeAlias = tuple[str, str, str]
"""Game, language, and the text typed so far."""


@row("L1")
def answers(plan: Plan) -> Iterator[Figure]:
    """Measure an autocomplete answer, a search, and reading the rulebooks."""
    shelf.load()
    searched(shelf.slugs())
    count = plan.size(20, 1_500, 30_000)
    typed = list(keystrokes(count, shelf.slugs()))
    yield limited("an autocomplete answer, p99", p99_ms(shelf.suggest, typed), "ms", ANSWER_MS)
    yield limited(
        "a search answered, p99", p99_ms(shelf.find, typed[: count // 4]), "ms", ANSWER_MS
    )
    yield beside_labels(plan, typed[:200])
    with more_games(plan.size(1, COPIES)) as slugs:
        many = list(keystrokes(count, slugs))
        what = f"an autocomplete answer, p99, {len(slugs)} rulebooks"
        yield limited(what, p99_ms(shelf.suggest, many), "ms", ANSWER_MS)
    yield from starting(plan)


def keystrokes(count: int, slugs: Sequence[str]) -> Iterator[Keystroke]:
    """Yield the contents of the field while people type, in both languages, mixed.

    Titles, numbers, ids and words from the text, letter by letter; half of them without accents, a
    third with a wrong letter.
    """
    rng = Random(1)
    books = [shelf.book(slug, lang) for slug in slugs for lang in shelf.BOOK_LANGS]
    wanted = [(book, text) for book in books for text in _looked_for(book, rng)]
    for _ in range(count):
        book, text = rng.choice(wanted)
        if rng.random() < 1 / 2:
            text = fold(text)
        if rng.random() < 1 / 3:
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice("aeiklnorstwyz") + text[place + 1 :]
        yield book.slug, book.lang, text[: rng.randint(1, min(len(text), LONGEST))]


def _looked_for(book: Book, rng: Random) -> Iterator[str]:
    for entry in book.entries:
        yield entry.title
        yield from entry.components
        words = entry.body.split()
        place = rng.randrange(len(words))
        yield " ".join(words[place : place + 3])


def p99_ms(ask: Callable[[str, str, str], object], typed: Sequence[Keystroke]) -> float:
    """Return the 99th percentile of answers, in milliseconds of processor time."""
    spent = [cpu_seconds(lambda one=one: ask(*one)) for one in typed]  # type: ignore[misc]
    return percentile(spent, 0.99) * 1000


def beside_labels(plan: Plan, typed: Sequence[Keystroke]) -> Figure:
    """Return how long an answer takes, beside rapidfuzz alone on the same labels."""
    labels = {
        (slug, lang): [
            f"{entry.title} · {entry.body}"[:99] for entry in shelf.book(slug, lang).entries
        ]
        for slug in shelf.slugs()
        for lang in shelf.BOOK_LANGS
    }

    def ours() -> float:
        return statistics.fmean(cpu_seconds(lambda o=o: shelf.suggest(*o)) for o in typed)  # type: ignore[misc]

    def theirs() -> float:
        return statistics.fmean(
            cpu_seconds(lambda o=o: process.extract(o[2], labels[o[:2]], limit=25))  # type: ignore[misc]
            for o in typed
        )

    pairs = plan.pairs(ours, theirs)
    return compared("an autocomplete answer, mean", pairs, "ms", "rapidfuzz alone", 1.0, scale=1000)


@contextmanager
def more_games(copies: int) -> Iterator[tuple[str, ...]]:
    """Put copies of every rulebook on the shelf; yield the names of all games."""
    with ExitStack() as added:
        for slug in shelf.slugs():
            for n in range(copies):
                put(added, slug, n)
        searched(shelf.slugs())
        yield shelf.slugs()


def put(added: ExitStack, slug: str, n: int) -> None:
    """Put a copy of a rulebook on the shelf, that of the game ``slug + n``."""
    added.enter_context(registry.register(f"{slug}{n}", registry.get(slug)))
    added.enter_context(shelf.register(f"{slug}{n}", shelf.DATA_DIR / slug))


def searched(slugs: Iterable[str]) -> None:
    """Search in each language of each book, so that all have their indexes."""
    for slug in slugs:
        for lang in shelf.BOOK_LANGS:
            shelf.find(slug, lang, "nowhere to be found")


def starting(plan: Plan) -> Iterator[Figure]:
    """Measure the time and memory of a game's rulebook at the start, both languages."""
    slug = shelf.slugs()[0]
    folder = shelf.DATA_DIR / slug
    names = (
        name for lang in shelf.BOOK_LANGS for name in (f"rulebook.{lang}.md", f"words.{lang}.txt")
    )
    texts = [(folder / name).read_text(encoding="utf-8") for name in names]
    pairs = plan.pairs(
        lambda: cpu_seconds(lambda: _read_and_searched(slug)),
        lambda: cpu_seconds(lambda: _only_indexed(texts)),
    )
    spent = cpu_seconds(lambda: _read(slug))
    yield limited(f"reading {slug}, two languages", spent * 1000, "ms", LOAD_MS)
    what = f"reading and indexing {slug} beside indexing its lines"
    yield compared(what, pairs, "ms", "FTS5 alone", 10.0, scale=1000)
    code = _GROWTH.format(copies=plan.size(1, COPIES), slug=slug)
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    read, whole = map(float, told.stdout.split())
    yield limited(f"memory of one more {slug}, searched", whole, "MB", LOAD_MB, f"read: {read:.1f}")


def _read(slug: str) -> None:
    with ExitStack() as books:
        put(books, slug, 0)


def _read_and_searched(slug: str) -> None:
    with ExitStack() as books:
        put(books, slug, 0)
        searched([f"{slug}0"])


def _only_indexed(texts: Sequence[str]) -> None:
    """Put the lines of each text into an index, unchanged: the floor."""
    for text in texts:
        db = sqlite3.connect(":memory:")
        db.execute("CREATE VIRTUAL TABLE lines USING fts5(line)")
        db.executemany("INSERT INTO lines VALUES (?)", ((line,) for line in text.splitlines()))
        db.close()
