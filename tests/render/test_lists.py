"""Several things in one place of a sentence: joined in it, listed behind a colon."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from render.i18n import LANGS, po_path, translate
from rules.letnisko.components import Guest
from rules.letnisko.moves import Lodging
from rules.letnisko.phrases import rooms_text
from rules.text import Printed, Text, Who, t

NAMES = {0: "Ada", 1: "Bo", 2: "Cy"}
TILES = ("R05", "G07", "Y02")
LISTED = t("{list}", list=TILES)


@pytest.mark.parametrize(
    ("text", "english", "polish"),
    [
        (t("{who} wins.", who=(Who(0),)), "Ada wins.", "Ada wins."),
        (t("{who} win.", who=(Who(0), Who(2))), "Ada and Cy win.", "Ada i Cy win."),
        (t("Take {tiles}.", tiles=TILES), "Take R05, G07 and Y02.", "Take R05, G07 i Y02."),
        (t("Take {tiles}.", tiles=LISTED), "Take R05, G07 and Y02.", "Take R05, G07 i Y02."),
        (t("Free: {tiles}.", tiles=TILES), "Free: R05, G07, Y02.", "Free: R05, G07, Y02."),
        (t("Free: {tiles}.", tiles=LISTED), "Free: R05, G07, Y02.", "Free: R05, G07, Y02."),
        (t("Some ({tiles}).", tiles=TILES), "Some (R05, G07, Y02).", "Some (R05, G07, Y02)."),
        (t("Axe, {tiles}.", tiles=LISTED), "Axe, R05, G07, Y02.", "Axe, R05, G07, Y02."),
        (LISTED, "R05, G07, Y02", "R05, G07, Y02"),
        (t("{both}", both=(Printed("a", "x"), 1)), "a, 1", "x, 1"),
    ],
)
def test_things_are_joined_in_a_sentence_and_listed_elsewhere(
    text: Text, english: str, polish: str
) -> None:
    assert translate(text, "en", NAMES) == english
    assert translate(text, "pl", NAMES) == polish


def test_things_that_have_an_and_are_separated_by_commas() -> None:
    rooms = Lodging(((1, (Guest.STUDENT, Guest.CONVALESCENT)), (2, (Guest.STUDENT,))))
    told = t("{who} lodges {rooms}.", who=Who(0), rooms=rooms_text(rooms))
    assert translate(told, "en", NAMES) == (
        "Ada lodges a student and a convalescent in house 1, a student in house 2."
    )


@pytest.mark.parametrize("lang", [lang for lang in LANGS if lang == "pl"])
def test_no_polish_sentence_needs_a_name_in_another_case(lang: str) -> None:
    """A name has one form, so it never stands behind a noun or a preposition that asks more."""
    with po_path(lang).open("rb") as source:
        catalogue = read_po(source, locale=lang)
    bent = re.compile(r"\b(gracz(a|owi|em)|od|do|dla|przez|przed|z|u) \{(who|victim|owner|old)\}")
    for message in catalogue:
        assert not bent.search(str(message.string)), message.id
