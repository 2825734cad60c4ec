"""Reading moves as people type them (rules/notation.py)."""

from __future__ import annotations

import pytest

from rules.errors import InvalidMoveError
from rules.indian_summer import INDIAN_SUMMER
from rules.krakow import KRAKOW
from rules.krakow.components import Action, Direction, Place, Sight
from rules.krakow.moves import Lay, Reserve, Shift
from rules.notation import MAX_SIGNS, format_move, parse_move
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
    ("typed", "written"),
    [("Y16 C4 r3", "leaf Y16 C4 r3"), ("y16  c4 R3", "leaf Y16 C4 r3"), ("hare C4 r1", "animal")],
)
def test_the_verb_may_be_left_out_where_the_parts_alone_tell_the_move(
    typed: str, written: str
) -> None:
    assert format_move(parse_move(INDIAN_SUMMER, typed)).startswith(written)
    assert parse_move(KRAKOW, "B@L2") == Lay(Action.RESERVE_TWO, Place.L2)


@pytest.mark.parametrize(
    "typed",
    [
        "C4",  # a squirrel for free, or for a Nut
        "bottom-left",
        "0/F1A/G01/G02",  # moves of chance are never meant
        "Y16 C4",
        "Y16 C4 r9",
        "Y99 C4 r0",
    ],
)
def test_without_its_verb_a_move_that_can_mean_several_or_none_is_refused(typed: str) -> None:
    with pytest.raises(InvalidMoveError):
        parse_move(INDIAN_SUMMER, typed)


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
