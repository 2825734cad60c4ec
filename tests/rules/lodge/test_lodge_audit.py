"""What must always hold: every piece is in exactly one place (LD-BAG-2, LD-BUILD-6)."""

from dataclasses import replace

import pytest

from rules.lodge import LODGE
from rules.lodge.building import neighbours
from rules.lodge.components import GUESTS, AmenityId
from rules.lodge.state import LodgeState
from rules.lodge.view import floor_cells
from tests.rules.lodge.helpers import bag, display, guests, lodge, player, table


def whole() -> LodgeState:
    """Return a table with every kind of piece on it."""
    return table(player("R#/RB", "RR4", A1="RB2", B2="A13"), player("G"))


def faults(**values: object) -> str:
    """Return what is wrong with that table if these values differ."""
    return "; ".join(LODGE.audit(replace(whole(), **values)))  # type: ignore[arg-type]


def test_nothing_is_wrong_with_a_whole_table() -> None:
    assert faults() == ""


@pytest.mark.parametrize(
    "values",
    [
        {"bag": bag("R")},
        {"aside": bag("R")},
        {"display": display("RRGY RBGY RBGY RBGY")},
        {"players": (whole().players[0], player("GG"))},
    ],
)
def test_a_room_lost_or_doubled_is_found(values: dict[str, object]) -> None:
    assert faults(**values).startswith("the rooms are (")


def test_a_bag_cannot_hold_less_than_nothing() -> None:
    red, *others = whole().bag
    assert faults(bag=(-1, *others), aside=(red + 1, 0, 0, 0, 0)) == "a bag is below nothing"
    assert faults(aside=(-1, 0, 0, 0, 0), bag=(red + 1, *others)) == "a bag is below nothing"


def test_a_column_may_be_four_tiles_high() -> None:
    """LD-BUILD-4."""
    assert LODGE.audit(table(player("R/B/G/Y"))) == ()


@pytest.mark.parametrize("column", [(), ("A01", "A02", "A03", "A04", "A05")])
def test_a_column_has_one_to_four_tiles(column: tuple[str, ...]) -> None:
    first, second = whole().players
    wrong = replace(second, columns=(*second.columns, column))
    assert "seat 1 has a column of a wrong height" in faults(players=(first, wrong))


@pytest.mark.parametrize("empty", [0, whole().players[0].empty ^ 1, whole().players[1].empty])
def test_empty_rooms_that_are_not_those_of_the_lodge_are_found(empty: int) -> None:
    """LD-GUEST-5."""
    first, second = whole().players
    wrong = replace(first, empty=empty)
    assert faults(players=(wrong, second)) == "seat 0 has other empty rooms than are noted"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"away": (GUESTS[-1],)}, f"2 x guest {GUESTS[-1]}"),
        ({"guest_bag": whole().guest_bag[1:]}, f"0 x guest {whole().guest_bag[0]}"),
        ({"guests": guests("RB1 RG1 RY1 -")}, "0 x guest BG1"),
        ({"guests": guests("RB1 RG1 RY1 RB2")}, "2 x guest RB2"),
        ({"guests": guests("RB1 RG1 RY1 RR4")}, "2 x guest RR4"),
    ],
)
def test_a_guest_lost_or_doubled_is_found(values: dict[str, object], words: str) -> None:
    assert words in faults(**values)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"stack": whole().stack[1:]}, f"0 x amenity {whole().stack[0]}"),
        ({"stack": (*whole().stack, AmenityId("A13"))}, "2 x amenity A13"),
        ({"stack": (*whole().stack, AmenityId("A06"))}, "2 x amenity A06"),
    ],
)
def test_an_amenity_lost_or_doubled_is_found(values: dict[str, object], words: str) -> None:
    assert faults(**values) == words


# What lies where


@pytest.mark.parametrize(
    ("column", "floor", "around"),
    [
        (0, 1, "GP"),
        (1, 1, "RBP"),
        (2, 1, "GY"),
        (0, 2, "PR"),
        (1, 2, "PGR"),
        (1, 3, "P"),
    ],
)
def test_neighbours_are_beside_above_and_below_r4(column: int, floor: int, around: str) -> None:
    """LD-BUILD-2, LD-GUEST-2: four columns of 2, 3, 1 and 1 rooms."""
    columns = lodge(".R../PP../RGBY")
    assert sorted(neighbours(columns, column, floor)) == sorted(around)


def test_a_floor_of_a_lodge_is_read_from_the_elevator_on() -> None:
    columns = LODGE.view(table(player("..B/R.G/RBG")), 0).players[0].columns
    assert [str(tile.cell) for tile in floor_cells(columns, 1)] == ["A1", "B1", "C1"]
    assert [str(tile.cell) for tile in floor_cells(columns, 2)] == ["A2", "C2"]
    assert [str(tile.cell) for tile in floor_cells(columns, 3)] == ["C3"]
