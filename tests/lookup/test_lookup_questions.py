"""Newcomers' questions, in their own words, lead to the right entry."""

from __future__ import annotations

import pytest

from tests.lookup.test_lookup_shelf import keys, nearest


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("lang", "typed", "key"),
    [
        ("en", "how do i win a tie", "K-WIN-1"),
        ("en", "push a row to the left", "K-ACT-D1"),
        ("en", "two players share the earliest hour", "K-AWD-4"),
        ("pl", "co gdy jest remis na koniec", "K-WIN-1"),
        ("pl", "czy moge zarezerwowac lajkonika", "K-ACT-A3"),
        ("pl", "kto wygrywa", "K-WIN-1"),
        ("pl", "co to jest rynek", "term-market"),
        ("en", "what is a run", "term-run"),
        ("en", "can i pass", "term-pass"),
        ("en", "L2", "K-PLAN-3"),
        ("en", "what happens if two players have the same hour", "term-tie"),
        ("en", "can i reserve a card someone else reserved", "K-ACT-A2"),
        ("en", "do i get my tokens back", "K-END-3"),
        ("en", "how many cards do I keep", "K-SET-6"),
        ("en", "when does the game end", "K-END-4"),
        ("en", "how to play", "in-two-minutes"),
        ("en", "which way can i push", "K-ACT-D1"),
        ("pl", "ile punktow za serie", "K-SCORE-4"),
        ("pl", "remis na tej samej godzinie", "term-tie"),
        ("pl", "ile kart mam na rece", "K-SET-4"),
        ("pl", "od czego zaczac", "in-two-minutes"),
        ("pl", "gdzie moge polozyc karte", "K-PLAN-3"),
        ("pl", "slepa zamiana", "card:E"),
        ("pl", "koniec gry", "K-END-4"),
    ],
)
def test_a_question_leads_to_its_rule(lang: str, typed: str, key: str) -> None:
    assert key in nearest("krakow", lang, typed)[:3]
    assert key in keys("krakow", lang, typed)[:3]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("typed", "key"), [("plan 4", "K-PLAN-4"), ("set 3", "K-SET-3")])
def test_a_number_without_its_letter_comes_first(typed: str, key: str) -> None:
    assert nearest("krakow", "en", typed)[0] == key
    assert keys("krakow", "en", typed)[0] == key


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("lang", "typed", "key"),
    [
        ("en", "how do i win a tie", "C-END-6"),
        ("en", "when does the game end", "C-CLN-5"),
        ("en", "who goes first", "C-SET-5"),
        ("en", "can I steal from the same player twice", "C-THF-3"),
        ("en", "nobody has any resources to steal", "C-THF-4"),
        ("en", "do I get my cards back", "C-ACT-5"),
        ("en", "how much does the temple cost", "temple"),
        ("en", "can I see the top card", "fortune-telling"),
        ("en", "can others see my secret order", "C-HID-1"),
        ("en", "three tribes with the same order", "C-ACT-1"),
        ("en", "does optimism count doubling", "C-DBL-5"),
        ("en", "what counts as a failed order", "term-unsuccessful"),
        ("en", "play with two players", "two-players-cave-geeks"),
        ("en", "feast", "C-DEV-9"),
        ("en", "cat", "feline-domestication"),
        ("pl", "kto zaczyna", "C-SET-5"),
        ("pl", "kiedy koniec gry", "C-CLN-5"),
        ("pl", "co przy remisie", "C-END-6"),
        ("pl", "czy moge okrasc dwa razy te sama osobe", "C-THF-3"),
        ("pl", "kiedy wracaja karty na reke", "C-ACT-5"),
        ("pl", "ile kosztuje swiatynia", "temple"),
        ("pl", "ile pomyslow moge kupic w turze", "C-DEV-1"),
        ("pl", "kiedy rozkaz jest nieudany", "term-unsuccessful"),
        ("pl", "czy inni widza moj tajny rozkaz", "C-HID-1"),
        ("pl", "gra we dwoje", "two-players-cave-geeks"),
        ("pl", "znizka na budynki", "hammer"),
        ("pl", "zamiana", "C-DEV-7"),
        ("pl", "polowanie", "hunting"),
        ("pl", "kot", "feline-domestication"),
    ],
)
def test_a_question_about_cvlizations_leads_to_its_answer(lang: str, typed: str, key: str) -> None:
    assert key in nearest("cvlizations", lang, typed)[:3]
    assert key in keys("cvlizations", lang, typed)[:3]


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("lang", "typed", "keys"),
    [
        ("en", "multiplier x 3", {"C-SUP-1"}),
        ("en", "sort the cards into 2 decks", {"C-SET-2"}),
        ("en", "several people played the same order", {"C-ACT-2"}),
        ("en", "orders work best when exactly 2 players", {"C-ACT-1"}),
        ("en", "executing an order's effect is mandatory", {"C-ACT-3"}),
        ("en", "remove all idea cards from the idea track", {"C-CLN-4"}),
        ("en", "2nd resource stolen from the resource pool", {"C-THF-6"}),
        ("en", "one unused set of orders is assigned", {"C-GEEK-1"}),
        ("en", "helm passed back and forth", {"C-ADV-6"}),
        ("en", "immune to the Sword", {"C-IDEA-26", "law"}),
        ("en", "additional idea is not free", {"C-DEV-8"}),
        ("en", "change resources into points", {"C-END-4"}),
        ("pl", "kilka osób zagrało ten sam rozkaz", {"C-ACT-2"}),
        ("pl", "usuń karty pomysłów z toru", {"C-CLN-4"}),
        ("pl", "drugi surowiec z puli", {"C-THF-6"}),
        ("pl", "odporny na miecz", {"C-IDEA-26", "law"}),
    ],
)
def test_the_publishers_words_for_cvlizations_lead_to_the_rule(
    lang: str, typed: str, keys: set[str]
) -> None:
    assert keys & set(nearest("cvlizations", lang, typed)[:3])
