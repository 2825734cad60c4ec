"""Newcomers' questions about Indian Summer, in their own words, lead to the right entry."""

import pytest

from lookup import shelf


@pytest.mark.parametrize(
    ("lang", "typed", "key"),
    [
        ("en", "how do i win", "IS-END-6"),
        ("en", "do tiles have to touch each other", "IS-LEAF-3"),
        ("en", "when do i get new tiles", "paths-and-bush"),
        ("en", "what happens on a tie", "IS-END-6"),
        ("en", "mushroom 2 players", "IS-MUSH-5"),
        ("en", "trade berries for nuts", "IS-EXC-1"),
        ("en", "none of my tiles fit", "IS-TURN-6"),
        ("en", "lost treasure under leaf", "IS-LEAF-3"),
        ("en", "can i skip my turn", "IS-TURN-3"),
        ("en", "which animals carry a token", "IS-ANI-5"),
        ("en", "hiking boots", "shoes"),
        ("en", "who made this game", "what-is-reconstructed"),
        ("en", "Y17", "Y16"),
        ("pl", "czy kafelki muszą się stykać", "IS-LEAF-3"),
        ("pl", "kiedy dostanę nowe kafelki", "paths-and-bush"),
        ("pl", "co gdy jest remis", "IS-END-6"),
        ("pl", "wymiana borówek na orzechy", "IS-EXC-1"),
        ("pl", "zaden kafelek nie pasuje", "IS-TURN-6"),
        ("pl", "skarb pod lisciem", "IS-LEAF-3"),
        ("pl", "czy moge spasowac", "IS-TURN-3"),
        ("pl", "ktore zwierzeta maja zeton", "IS-ANI-5"),
        ("pl", "ile tur w grze solo", "IS-SOLO-1"),
        ("pl", "buty", "shoes"),
        ("pl", "kto wymyślił tę grę", "what-is-reconstructed"),
    ],
)
def test_a_question_leads_to_its_entry(lang: str, typed: str, key: str) -> None:
    shelf.load()
    found = shelf.find("indian_summer", lang, typed)
    keys = [found.entry.key] if found.entry else [hit.entry.key for hit in found.hits]
    assert key in keys[:3]
    labels = [one.key for one in shelf.suggest("indian_summer", lang, typed)]
    assert {key, typed} & set(labels[:3])
