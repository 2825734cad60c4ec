"""Reading moves as people type them (rules/notation.py)."""

from __future__ import annotations

import pytest

from rules.errors import InvalidMoveError
from rules.krakow import KRAKOW
from rules.krakow.components import Action, Direction, Place, Sight
from rules.krakow.moves import Lay, Reserve, Shift
from rules.notation import MAX_SIGNS, parse_move
from rules.text import t


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("lay B@L2", Lay(Action.RESERVE_TWO, Place.L2)),
        ("  LAY   b@l2 ", Lay(Action.RESERVE_TWO, Place.L2)),
        ("reserve n:5@9", Reserve(Sight.parse("N:5"), 9)),
        ("shift Left", Shift(Direction.LEFT)),
    ],
)
def test_case_and_blanks_do_not_matter(typed: str, move: object) -> None:
    assert parse_move(KRAKOW, typed) == move


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "lay",
        "lay B",
        "lay Z@L2",
        "lay B@L9",
        "lay B@L2 and more",
        "reserve N:5@nine",
        "reserve N:9@9",
        "dance",
        "🥨",
        "lay {card}@{place}",
        "x" * 10_000,
        "lay B@" + "L" * MAX_SIGNS,
    ],
)
def test_what_is_no_move_is_refused_with_a_way_that_always_works(typed: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        parse_move(KRAKOW, typed)
    assert refused.value.hint == t("Tap Your move and choose it there.")
