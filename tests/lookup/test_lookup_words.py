from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookup.words import asked, fold, plain, printed, split, squeezed, typed


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Żeton ŁÓDŹ", "zeton lodz"),
        ("zażółć gęślą jaźń", "zazolc gesla jazn"),
        ("Straße", "strasse"),
        ("Snakker du Norsk på Ærø?", "snakker du norsk pa aero?"),
        ("Z\u0307o\u0301\u0142w", "zolw"),
        ("ﬁnał", "final"),
        ("", ""),
    ],
)
def test_case_and_accents_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_an_accent_is_the_same_however_it_is_written() -> None:
    assert plain("z\u0307eto\u0301w") == plain("żetów") == "żetów"


@pytest.mark.parametrize("text", ["N:5", "n5", "N 5", "n-5", "(N/5)", "ｎ５"])
def test_ids_meet_however_they_are_typed(text: str) -> None:
    assert split(text) == ["n", "5"]
    assert squeezed(text) == "n5"


def test_words_are_parted_by_anything_else() -> None:
    assert split("K-PLAN_3: żeton—8:00, „0”!") == ["k", "plan", "3", "żeton", "8", "00", "0"]
    assert split(" \t\n*_~|`@#") == []


MEETING = """
    żeton żetonu żetonowi żetonem żetonie żetony żetonów żetonom żetonami żetonach
    rezerwacja rezerwacji rezerwację rezerwacją rezerwacje rezerwacjom rezerwacjami
    obwarzanek obwarzanka obwarzankiem obwarzanki obwarzanków obwarzankami
    zamek zamku zamkiem zamki zamków
    kolejka kolejki kolejce kolejkę kolejką kolejek
    kopiec kopca kopcem kopce
    synagoga synagogi synagodze synagogę synagogą
    runda rundy rundzie rundę rundą
    karta karty karcie kartę kartą kart
    rynek rynku rynkiem rynki
    komplet kompletu komplety kompletów
    piętro piętra piętrze piętrem piętrami
    kolor koloru kolorze kolorem kolory
"""
FORMS = [
    (first, form) for line in MEETING.split("\n") for first, *forms in [line.split() or [""]]
    for form in forms
]  # fmt: skip


@pytest.mark.parametrize(("first", "form"), FORMS)
def test_polish_forms_meet_with_and_without_accents(first: str, form: str) -> None:
    index = set(printed(first, "pl"))
    assert index & set(typed(form, "pl"))
    assert index & set(typed(fold(form), "pl"))


def test_polish_words_of_different_meaning_stay_apart() -> None:
    words = [
        "żeton",
        "rezerwacja",
        "obwarzanek",
        "zamek",
        "karta",
        "kara",
        "rynek",
        "runda",
        "rząd",
    ]
    for one in words:
        for other in words:
            if one != other:
                assert not set(printed(one, "pl")) & set(typed(other, "pl")), (one, other)


@pytest.mark.parametrize(
    "forms",
    ["reservation reservations", "push pushes pushed pushing", "city cities", "award awarded"],
)
def test_english_forms_meet(forms: str) -> None:
    stems = [set(typed(form, "en")) for form in forms.split()]
    assert set.intersection(*stems)


def test_a_question_is_about_its_other_words() -> None:
    assert asked(split("Co to jest rynek?"), "pl") == ["rynek"]
    assert asked(split("jesli mam zeton"), "pl") == ["zeton"]
    assert asked(split("What is the market"), "en") == ["market"]
    assert asked(split("what is it"), "en") == ["what", "is", "it"]
    assert asked([], "tlh") == []


@given(st.text(max_size=60), st.sampled_from(["en", "pl", "xx"]))
def test_any_text_has_words_and_stems(text: str, lang: str) -> None:
    for word in split(text):
        assert word
        for stem in (*printed(word, lang), *typed(word, lang)):
            assert stem == stem.casefold()


@given(st.text(alphabet=st.characters(), max_size=30))
def test_folding_again_changes_nothing(text: str) -> None:
    assert squeezed(squeezed(text)) == squeezed(text)
