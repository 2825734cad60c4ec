"""The pad on a floor of four rows and five columns, with pieces of three squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pad import Pad, best_places, ways
from rules.protocol import Move, part
from rules.text import t

ROWS: Final = 4
COLS: Final = 5
Cells = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    row: int
    col: int


@dataclass(frozen=True, slots=True, order=True)
class Put(Move):
    notation = "put {piece} {cell} {turn}"
    command = t("put")
    title = t("Put")
    about = t("Put a piece")
    piece: str = field(metadata=part(t("piece"), t("Which")))
    cell: Cell = field(metadata=part(t("cell"), t("Where")))
    turn: int = field(metadata=part(t("turn"), t("Which way round")))


PIECES: Final[dict[str, Cells]] = {
    "corner": ((0, 0), (0, 1), (1, 0), (2, 0)),  # all eight rotations differ
    "angle": ((0, 0), (0, 1), (1, 0)),  # its mirror image is one of its turns
    "line": ((0, -1), (0, 0), (0, 1)),  # two rotations, each its own mirror image
    "dot": ((0, 0),),
}
"""The squares of each piece in the first rotation.

(0, 0) stays where it is when the piece is turned.
"""


def clockwise(squares: Cells) -> Cells:
    return tuple(sorted((col, -row) for row, col in squares))


def mirrored(squares: Cells) -> Cells:
    return tuple(sorted((row, -col) for row, col in squares))


def facings(piece: str) -> list[Cells]:
    """Return the squares of each rotation, equal ones only once."""
    found: list[Cells] = []
    for squares in (tuple(sorted(PIECES[piece])), mirrored(PIECES[piece])):
        for _ in range(4):
            if squares not in found:
                found.append(squares)
            squares = clockwise(squares)
    return found


def turned(put: Put) -> Put:
    all_ways = facings(put.piece)
    return replace(put, turn=all_ways.index(clockwise(all_ways[put.turn])))


def flipped(put: Put) -> Put:
    all_ways = facings(put.piece)
    return replace(put, turn=all_ways.index(mirrored(all_ways[put.turn])))


def worth(view: frozenset[Cell], put: Put) -> tuple[float, ...]:
    """Return a worth that prefers squares beside taken ones; many are equal."""
    near = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return (sum(Cell(put.cell.row + r, put.cell.col + c) in view for r, c in near),)


PAD: Final = Pad(cell="cell", turn="turn", turned=turned, flipped=flipped, merit=worth)


def legal(piece: str, taken: Iterable[Cell] = ()) -> list[Put]:
    """Return where a piece fits, sorted."""
    free = {Cell(r, c) for r in range(ROWS) for c in range(COLS)} - set(taken)
    return [
        Put(piece, cell, turn)
        for cell in sorted(free)
        for turn, squares in enumerate(facings(piece))
        if all(Cell(cell.row + r, cell.col + c) in free for r, c in squares)
    ]


def test_the_pieces_have_as_many_ways_round_as_they_should() -> None:
    assert [len(facings(piece)) for piece in PIECES] == [8, 4, 2, 1]


def test_a_pad_names_its_parts_in_their_order() -> None:
    assert PAD.parts == ("cell", "turn")
    assert Pad(cell="cell", merit=worth).parts == ("cell",)


def test_the_best_place_comes_first_and_equal_ones_as_they_came() -> None:
    taken = frozenset({Cell(1, 1), Cell(2, 2)})
    places = best_places(PAD, taken, legal("dot", taken))
    assert places[:2] == (Put("dot", Cell(1, 2), 0), Put("dot", Cell(2, 1), 0))
    assert places[2:4] == (Put("dot", Cell(0, 1), 0), Put("dot", Cell(1, 0), 0))
    assert set(places) == set(legal("dot", taken))


def test_it_moves_to_the_next_place_in_each_direction() -> None:
    found = ways(PAD, legal("dot"), Put("dot", Cell(1, 2), 0))
    there = {way: move.cell for way, move in found.items() if way != "next"}
    assert there == {
        "left": Cell(1, 1),
        "right": Cell(1, 3),
        "up": Cell(0, 2),
        "down": Cell(2, 2),
    }


def test_it_jumps_over_what_is_taken_and_rather_goes_on_than_aside() -> None:
    taken = (Cell(1, 1), Cell(1, 3))
    found = ways(PAD, legal("dot", taken), Put("dot", Cell(1, 2), 0))
    assert found["left"].cell == Cell(1, 0)
    assert found["right"].cell == Cell(1, 4)
    full_row = [Cell(1, col) for col in range(COLS)]
    found = ways(PAD, legal("dot", full_row), Put("dot", Cell(0, 2), 0))
    assert found["down"].cell == Cell(2, 2)


def test_it_goes_aside_where_nothing_lies_straight_on() -> None:
    places = [Put("dot", Cell(0, 0), 0), Put("dot", Cell(3, 4), 0)]
    found = ways(PAD, places, places[0])
    assert found == dict.fromkeys(("right", "down", "next"), places[1])


def test_it_keeps_the_piece_as_it_lies_as_long_as_that_fits() -> None:
    places = [Put("line", Cell(1, 2), 0), Put("line", Cell(1, 1), 1), Put("line", Cell(1, 4), 0)]
    found = ways(PAD, places, places[0])
    assert found["right"] == places[2]
    assert found["left"] == places[1]


def test_it_turns_a_quarter_clockwise_in_its_place() -> None:
    places, here = legal("angle"), Put("angle", Cell(1, 2), 0)
    for turn in (1, 2, 3, 0):
        here = ways(PAD, places, here)["turn"]
        assert here == Put("angle", Cell(1, 2), turn)


def test_it_is_turned_on_until_it_fits_somewhere() -> None:
    places = [Put("corner", Cell(0, 0), 0), Put("corner", Cell(2, 3), 3)]
    assert ways(PAD, places, places[0])["turn"] == places[1]


def test_what_is_turned_lands_on_the_nearest_place_and_of_equal_ones_on_the_better() -> None:
    far, near, also_near = (
        Put("line", Cell(3, 0), 1),
        Put("line", Cell(1, 3), 1),
        Put("line", Cell(2, 2), 1),
    )
    here = Put("line", Cell(1, 2), 0)
    assert ways(PAD, [far, also_near, here, near], here)["turn"] == also_near
    assert ways(PAD, [far, near, here, also_near], here)["turn"] == near


def test_it_is_flipped_to_its_mirror_image() -> None:
    here = Put("corner", Cell(1, 2), 0)
    there = ways(PAD, legal("corner"), here)["flip"]
    assert facings("corner")[there.turn] == mirrored(facings("corner")[0])
    assert there.cell == here.cell


def test_a_mirror_image_that_fits_nowhere_is_turned() -> None:
    flips = [flipped(Put("corner", Cell(0, 0), 0))]
    for _ in range(3):
        flips.append(turned(flips[-1]))
    here = Put("corner", Cell(0, 0), 0)
    assert ways(PAD, [here, flips[2]], here)["flip"] == flips[2]


@pytest.mark.parametrize("piece", ["line", "dot"])
def test_its_own_mirror_image_is_not_offered(piece: str) -> None:
    for here in legal(piece):
        assert "flip" not in ways(PAD, legal(piece), here)


def test_where_nothing_else_fits_no_button_leads_anywhere() -> None:
    (only,) = places = [Put("corner", Cell(0, 0), 0)]
    assert ways(PAD, places, only) == {}


def test_without_ways_round_there_is_nothing_to_turn() -> None:
    pad = Pad(cell="cell", merit=worth)
    found = ways(pad, legal("dot"), Put("dot", Cell(1, 2), 0))
    assert set(found) == {"left", "right", "up", "down", "next"}


TAKEN = st.frozensets(st.builds(Cell, st.integers(0, ROWS - 1), st.integers(0, COLS - 1)))


@given(st.sampled_from(sorted(PIECES)), TAKEN)
def test_every_way_leads_from_a_legal_place_to_another(piece: str, taken: frozenset[Cell]) -> None:
    places = best_places(PAD, taken, legal(piece, taken))
    for here in places:
        found = ways(PAD, places, here)
        assert here not in found.values()
        assert set(found.values()) <= set(places)
        for way, ahead in (("left", -1), ("right", 1)):
            could = any((move.cell.col - here.cell.col) * ahead > 0 for move in places)
            there = found.get(way)  # type: ignore[call-overload]
            assert (there is not None) == could
            assert there is None or (there.cell.col - here.cell.col) * ahead > 0
        for way, ahead in (("up", -1), ("down", 1)):
            could = any((move.cell.row - here.cell.row) * ahead > 0 for move in places)
            there = found.get(way)  # type: ignore[call-overload]
            assert (there is not None) == could
            assert there is None or (there.cell.row - here.cell.row) * ahead > 0


@given(st.sampled_from(sorted(PIECES)), TAKEN)
def test_next_comes_by_every_place_once_the_best_first(piece: str, taken: frozenset[Cell]) -> None:
    places = best_places(PAD, taken, legal(piece, taken))
    if len(places) < 2:
        return
    seen = [places[0]]
    while (there := ways(PAD, places, seen[-1])["next"]) != places[0]:
        seen.append(there)
    assert tuple(seen) == places
    merits = [worth(taken, move) for move in seen]
    assert merits == sorted(merits, reverse=True)


def put(row: int, col: int, turn: int = 0) -> Put:
    return Put("line", Cell(row, col), turn)


@pytest.mark.parametrize(
    ("places", "chosen"),
    [
        pytest.param([put(0, 2), put(0, 4)], put(0, 2), id="the nearer one"),
        pytest.param([put(0, 2, 1), put(0, 4)], put(0, 4), id="the same way round, though farther"),
        pytest.param([put(0, 4, 1), put(0, 2, 1)], put(0, 2, 1), id="else the nearer one"),
        pytest.param([put(1, 2), put(0, 4)], put(1, 2), id="a cell aside counts twice, not more"),
        pytest.param([put(0, 3), put(1, 1)], put(0, 3), id="of equals the better one"),
        pytest.param([put(1, 1), put(0, 3)], put(1, 1), id="which stands first"),
    ],
)
def test_a_step_goes_to_the_nearest_place_ahead(places: list[Put], chosen: Put) -> None:
    """From the top left corner to the right."""
    here = put(0, 0)
    assert ways(PAD, [here, *places], here)["right"] == chosen
