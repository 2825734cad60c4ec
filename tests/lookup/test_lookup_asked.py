"""Questions as players type them: most find an entry that answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from lookup import shelf
from rules import registry
from tests.lookup.test_lookup_shelf import nearest

ASKED: Final = Path(__file__).with_name("asked.txt")
"""Below ``# game lang`` a question a line, and the keys of the entries that answer it."""
FOUND: Final = 0.85
"""The least share of a game's questions with an answer among the first three entries."""


def questions(slug: str, lang: str) -> list[tuple[str, set[str]]]:
    """Return the questions about a game in a language, each with the keys that answer it."""
    _, _, rest = ASKED.read_text(encoding="utf-8").partition(f"# {slug} {lang}\n")
    lines = rest.partition("\n#")[0].splitlines()
    return [
        (typed, set(keys.split())) for typed, _, keys in (line.partition(" | ") for line in lines)
    ]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("lang", shelf.BOOK_LANGS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_most_questions_find_their_answer_among_the_first_three(slug: str, lang: str) -> None:
    asked = questions(slug, lang)
    assert len(asked) == 30
    book = shelf.book(slug, lang)
    assert all(book.get(key) for _, keys in asked for key in keys)
    missed = [typed for typed, keys in asked if keys.isdisjoint(nearest(slug, lang, typed)[:3])]
    assert len(missed) <= len(asked) * (1 - FOUND), missed


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("slug", "lang", "words", "key"),
    [
        ("krakow", "pl", "skalowalność", "K-SET-6"),
        ("krakow", "pl", "minimum dwa żetony rezerwacji", "K-AWD-3"),
        ("krakow", "pl", "odkrywając najpierw karty z góry stosu", "K-RES-2"),
        ("krakow", "pl", "długość danej sekwencji podnosimy do kwadratu", "K-SCORE-4"),
        ("letnisko", "en", "last player token", "porter-token"),
        ("letnisko", "en", "vacationers who could not be accommodated", "LT-PRES-6"),
        ("letnisko", "en", "already occupied investment card", "LT-INV-2"),
        ("letnisko", "en", "full sun", "hot"),
        ("lodge", "en", "refreshing the room display", "display-and-refresh"),
        ("lodge", "en", "fulfilled amenities", "LD-AMEN-5"),
        ("lodge", "en", "draw four new guests", "LD-GREF-3"),
        ("cvlizations", "en", "immune to the sword", "law"),
        ("cvlizations", "en", "executing an order's effect is mandatory", "C-ACT-3"),
        ("indian_summer", "en", "alternative main action", "IS-TURN-5"),
        ("indian_summer", "en", "scoring of 3 games", "IS-SOLO-9"),
        ("indian_summer", "en", "covered their entire forest floor", "IS-END-1"),
    ],
)
def test_the_wording_of_the_original_finds_the_rule(
    slug: str, lang: str, words: str, key: str
) -> None:
    assert key in nearest(slug, lang, words)[:3]


@pytest.mark.usefixtures("loaded")
def test_another_name_stands_for_its_title_in_every_entry() -> None:
    """Only the glossary says "storey"; the rule speaks of floors."""
    assert "LD-BUILD-4" in nearest("lodge", "en", "how many storeys")


@pytest.mark.usefixtures("loaded")
def test_common_words_fill_what_rare_words_leave_free() -> None:
    found = nearest("lodge", "en", "rooms in the reviews")
    assert found[0] == "R1"
    assert "building-a-room" in found
