from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookup.book import Entry
from lookup.excerpt import MAX_EXCERPT, excerpt, plain_words
from lookup.words import printed


def entry(body: str, *examples: str) -> Entry:
    return Entry("k", "topic", "Title", body, examples, (), "k", ())


def shown(body: str, *words: str, lang: str = "en") -> str:
    """Return the excerpt for some words."""
    roots = {root for word in words for root in printed(word, lang)}
    return excerpt(entry(body), roots, lang)


@pytest.mark.parametrize(
    ("body", "words", "found"),
    [
        ("One goat. Two goats swim. Three.", ["goat", "swim"], "Two **goats** **swim**."),
        ("Nothing fits. At all.", ["goat"], "Nothing fits."),
        ("- a list\n- with goats, too", ["goat"], "with **goats**, too"),
        ("**F-GO-1** A **goat** swims.", ["goat"], "A **goat** swims."),
        ("A (goat-like) thing", ["goat"], "A (**goat-like**) thing"),
        ("", ["goat"], ""),
    ],
)
def test_the_sentence_with_most_of_the_words(body: str, words: list[str], found: str) -> None:
    assert shown(body, *words) == found


def test_words_are_found_in_any_form() -> None:
    text = "Stosów jest dwanaście. Kładziesz żetony na karcie."
    assert shown(text, "żeton", "karta", lang="pl") == "Kładziesz **żetony** na **karcie**."


def test_what_markdown_means_is_taken_out_or_escaped() -> None:
    assert shown("A *b* `c` ~~d~~ <@1> [e](f) | g_h goat", "goat") == (
        r"A b c \~\~d\~\~ \<\@1> \[e\](f) \| g\_h **goat**".replace("1>", r"1\>")
    )


def test_a_long_sentence_is_cut_around_the_first_word() -> None:
    text = "far " * 100 + "goat " + "away " * 100
    found = shown(text, "goat")
    assert found.startswith("… far")
    assert found.endswith("away …")
    assert "**goat**" in found
    assert 120 < len(found) <= MAX_EXCERPT


def test_one_endless_word_is_left_out() -> None:
    assert shown("x" * 500, "goat") == ""


def test_a_label_has_no_marks() -> None:
    assert plain_words("**K-PLAN-3** **Bold** _it_\n- *one*\n> quoted") == "Bold _it_ one quoted"


@given(st.text(max_size=400), st.lists(st.text(min_size=1, max_size=8), max_size=3))
def test_no_excerpt_is_long_or_calls_anybody(body: str, words: list[str]) -> None:
    roots = {
        root for text in (*words, *body.split()[:2]) for root in printed(text.casefold(), "en")
    }
    found = excerpt(entry(body), roots, "en")
    assert len(found) <= MAX_EXCERPT
    assert "\n" not in found
    assert not re.search(r"(?<!\\)[@`<\[]", found)
