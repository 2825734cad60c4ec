"""Reading moves as people type them (rules/notation.py)."""

from __future__ import annotations

from enum import Enum

import pytest

from rules import registry
from rules.errors import InvalidMoveError
from rules.indian_summer import INDIAN_SUMMER
from rules.krakow import KRAKOW
from rules.krakow.components import Action, Direction, Place, Sight
from rules.krakow.moves import Groups, Lay, Reserve, Shift, Sights
from rules.notation import (
    MAX_CHARACTERS,
    defined,
    format_move,
    format_part,
    parse_move,
    parse_part,
)
from rules.protocol import Move
from rules.text import Text, t


@pytest.mark.parametrize("hour", ["9:30", "9:0", "9:000", ":00", "9:00:00"])
def test_only_a_full_hour_is_read_as_the_rulebook_writes_it(hour: str) -> None:
    with pytest.raises(InvalidMoveError):
        parse_move(KRAKOW, f"reserve N:5@{hour}")


def test_rows_of_things_are_one_part() -> None:
    dealt = Sights.parse("n:5,D:l")
    assert dealt == (Sight.parse("N:5"), Sight.parse("D:L"))
    assert (str(dealt), str(Groups.parse("JI")), str(Groups())) == ("N:5,D:L", "JI", "-")
    assert Sights.parse("-") == () == Groups.parse("-")
    for wrong in ("", "N:5,", "N:99", "N:5;D:L"):
        with pytest.raises(ValueError, match=r"no such sight|not"):
            Sights.parse(wrong)


def test_a_module_defines_its_moves_in_their_order() -> None:
    names = {"Move": Move, "part": parse_part, "Shift": Shift, "number": 5, "Lay": Lay}
    assert defined(names) == (Shift, Lay)
    assert defined({}) == ()


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("lay B@L2", Lay(Action.RESERVE_TWO, Place.L2)),
        ("  LAY   b@l2 ", Lay(Action.RESERVE_TWO, Place.L2)),
        ("reserve n:5@9", Reserve(Sight.parse("N:5"), 9)),
        ("reserve N5@9:00", Reserve(Sight.parse("N:5"), 9)),
        ("shift Left", Shift(Direction.LEFT)),
    ],
)
def test_case_and_blanks_do_not_matter(typed: str, move: object) -> None:
    assert parse_move(KRAKOW, typed) == move


@pytest.mark.parametrize(
    ("slug", "typed", "written"),
    [
        ("krakow", "lay C@P1", "lay C@R1"),
        ("krakow", "lay c@g2", "lay C@T2"),
        ("krakow", "reserve H4@9", "reserve D:4@9"),
        ("krakow", "swap n5", "swap N:5"),
        ("indian_summer", "animal mysz E2 r0", "animal mouse E2 r0"),
        ("indian_summer", "zając C4 r1", "animal hare C4 r1"),
        ("indian_summer", "animal JEŻ A1 r0", "animal hedgehog A1 r0"),
        ("indian_summer", "swap orzech borówka", "swap nut berry"),
        ("cvlizations", "buy Siekiera 2/0/0", "buy axe 2/0/0"),
    ],
)
def test_what_pictures_call_things_in_every_language_is_read(
    slug: str, typed: str, written: str
) -> None:
    assert format_move(parse_move(registry.get(slug), typed)) == written


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
        "lay B@" + "L" * MAX_CHARACTERS,
    ],
)
def test_what_is_no_move_is_refused_with_a_way_that_always_works(typed: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        parse_move(KRAKOW, typed)
    assert refused.value.hint == t("Tap **Your move** and choose it there.")


def reason(typed: str) -> Text:
    with pytest.raises(InvalidMoveError) as refused:
        parse_move(KRAKOW, typed)
    return refused.value.reason


def test_a_move_with_a_made_up_card_is_told_from_nonsense_and_from_too_long_a_text() -> None:
    made_up, nonsense = reason("lay Z@L2"), reason("dance")
    assert len({made_up.msgid, nonsense.msgid, reason("x" * (MAX_CHARACTERS + 1)).msgid}) == 3
    assert reason("x" * MAX_CHARACTERS).msgid == nonsense.msgid


def test_a_long_text_is_quoted_in_part() -> None:
    assert dict(reason("dance " * 40).params)["text"] == ("dance " * 10)


@pytest.mark.parametrize("token", ["+5", "5_0", "٣", "1" * 10, "", "-", "five", "1.5"])
def test_a_number_is_written_in_plain_digits(token: str) -> None:
    with pytest.raises(ValueError, match="not a whole number"):
        parse_part(int, token)


@pytest.mark.parametrize("number", [0, 7, -3, 999_999_999])
def test_a_number_reads_back(number: int) -> None:
    assert parse_part(int, format_part(number)) == number


class Colour(Enum):
    """A part whose value is not its name."""

    RED = "r"
    BLUE = "b"


def test_a_member_is_written_by_its_value_and_read_in_either_case() -> None:
    assert format_part(Colour.RED) == "r"
    assert parse_part(Colour, "B") is Colour.BLUE
    with pytest.raises(ValueError, match="RED"):
        parse_part(Colour, "RED")
