"""The box: tiles, animals, floors, and how tiles are turned (dossier section 2)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from rules.indian_summer import components
from rules.indian_summer.components import (
    ANIMALS,
    AREAS,
    CELLS,
    FLOORS,
    TILES,
    TREASURE_KINDS,
    TURNS,
    Animal,
    Cell,
    Colour,
    FloorId,
    Spaces,
    Tile,
    Treasure,
    Turn,
    mirror,
    quarter,
    squares,
)
from rules.indian_summer.forest.shapes import FULL, Figure, clockwise, mirrored, orientations, spots
from rules.indian_summer.moves import End, FloorIds, Leaf, Sources, Tiles
from tests.rules.indian_summer.helpers import bits, cells

KINDS = {
    "oxx": (4, 220),
    "xox": (2, 110),
    "x./ox": (4, 224),
    "o./xx": (8, 448),
    "oxxx": (4, 186),
    "xoxx": (4, 186),
    "ox/xx": (4, 224),
    "xox/.x.": (4, 194),
    "oxx/.x.": (8, 388),
    "xxx/.o.": (4, 194),
    ".xo/xx.": (8, 388),
    ".ox/xx.": (8, 388),
    "o./x./xx": (8, 388),
    "x./o./xx": (8, 388),
    "x./x./ox": (8, 388),
    "x./x./xo": (8, 388),
    ".xo/xx./.x.": (8, 336),
    ".xx/xo./.x.": (8, 336),
    "oxxxx": (4, 152),
    "xxoxx": (2, 76),
    "o./x./x./xx": (8, 328),
    "x./x./x./ox": (8, 328),
    "x./x./x./xo": (8, 328),
    ".o/.x/xx/x.": (8, 328),
    ".x/.x/xo/x.": (8, 328),
    ".x/.x/xx/o.": (8, 328),
    "ox/xx/x.": (8, 388),
    "xo/xx/x.": (8, 388),
    "xx/xo/x.": (8, 388),
    "xx/xx/o.": (8, 388),
    "xox/.x./.x.": (4, 168),
    "xxx/.x./.o.": (4, 168),
    "o.x/xxx": (8, 388),
    "x.x/xox": (4, 194),
    "o../x../xxx": (8, 336),
    "x../o../xxx": (8, 336),
    "x../x../oxx": (4, 168),
    "o../xx./.xx": (8, 336),
    "x../xo./.xx": (4, 168),
    ".x./xox/.x.": (1, 42),
    ".o/xx/.x/.x": (8, 328),
    ".x/ox/.x/.x": (8, 328),
    ".x/xx/.x/.o": (8, 328),
    "ox./.x./.xx": (8, 336),
    "xx./.o./.xx": (4, 168),
}
"""By drawing: how many rotations it has, and how many placements on an empty floor."""


def test_there_are_seventeen_threes_and_twenty_nine_of_the_others_a01() -> None:
    """A-01: the numbers count the hole."""
    assert Counter((tile.colour, tile.size) for tile in TILES) == {
        (Colour.GREEN, 3): 17,
        (Colour.YELLOW, 4): 29,
        (Colour.RED, 5): 29,
    }
    assert sum(tile.size for tile in TILES) == 312
    assert {tile[0] for tile in TILES if tile.colour is Colour.RED} == {"R"}
    assert len({tile.drawing for tile in TILES if tile.colour is Colour.RED}) == 29


def test_all_pentominoes_tetrominoes_and_trominoes_are_there() -> None:
    shapes = {tile.shape for tile in TILES}
    assert {shape for shape in shapes if shape.endswith("3")} == {"I3", "L3"}
    assert {shape for shape in shapes if shape.endswith("4")} == {"I4", "O4", "T4", "S4", "L4"}
    assert {shape[0] for shape in shapes if shape.endswith("5")} == set("FILNPTUVWXYZ")


@pytest.mark.parametrize("drawing", KINDS)
def test_each_kind_lies_in_so_many_ways_and_places(drawing: str) -> None:
    ways, places = KINDS[drawing]
    assert (len(orientations(drawing)), len(spots(drawing))) == (ways, places)
    assert {tile.drawing for tile in TILES} == set(KINDS)


@pytest.mark.parametrize("drawing", KINDS)
def test_orientations_are_numbered_as_drawn_then_turned_then_mirrored(drawing: str) -> None:
    """Orientation 0 is the drawing, then its turns clockwise, then the mirror image and its."""
    ways = orientations(drawing)
    wanted = []
    for figure in (ways[0], mirrored(ways[0])):
        for _ in range(4):
            if figure not in wanted:
                wanted.append(figure)
            figure = clockwise(figure)
    assert list(ways) == wanted
    assert [picture(ways[0])] == [drawing]


def picture(figure: Figure) -> str:
    """Return the drawing of a figure; inverse of `shapes.read`."""
    signs = [["."] * figure.width for _ in range(figure.height)]
    for row, col in figure.squares:
        signs[row][col] = "o" if (row, col) == figure.hole else "x"
    return "/".join("".join(row) for row in signs)


def test_a_tile_drawn_in_all_its_ways() -> None:
    assert [picture(figure) for figure in orientations(".xo/xx.")] == [
        ".xo/xx.",
        "x./xx/.o",
        ".xx/ox.",
        "o./xx/.x",
        "ox./.xx",
        ".o/xx/x.",
        "xx./.xo",
        ".x/xx/o.",
    ]
    assert [picture(figure) for figure in orientations("xox")] == ["xox", "x/o/x"]


@pytest.mark.parametrize("tile", TILES[::3])
def test_turning_four_times_and_mirroring_twice_leads_back(tile: Tile) -> None:
    it = tile.drawing
    for turn in TURNS[: tile.ways]:
        there = quarter(it, quarter(it, quarter(it, quarter(it, turn))))
        assert there == turn == mirror(it, mirror(it, turn))


def test_a_placement_is_tile_orientation_and_cell_of_the_hole() -> None:
    tile = Tile.parse("Y16")
    assert cells(squares(tile, Cell.parse("C4"), Turn.parse("r0"))) == "B4 C4 A5 B5"
    assert squares(tile, Cell.parse("A1"), Turn.parse("r0")) == 0
    assert squares(Tile.parse("R24"), Cell.parse("B2"), Turn.parse("r1")) == 0
    placed = [Leaf(tile, CELLS[hole], TURNS[turn]).squares for hole, turn in spots(tile.drawing)]
    assert len(set(placed)) == 388 / 2  # each figure twice: the hole may be at either end
    assert all(found.bit_count() == 4 for found in placed)


def test_animals_are_seven_kinds_three_with_a_treasure() -> None:
    assert {kind.id: kind.count for kind in ANIMALS.values()} == {
        Animal.MOUSE: 6,
        Animal.HARE: 5,
        Animal.OWL: 4,
        Animal.HEDGEHOG: 2,
        Animal.BADGER: 1,
        Animal.RACCOON: 1,
        Animal.FOX: 1,
    }
    assert {kind.id: kind.bears for kind in ANIMALS.values() if kind.bears} == {
        Animal.BADGER: Treasure.NUT,
        Animal.RACCOON: Treasure.MUSHROOM,
        Animal.FOX: Treasure.FEATHER,
    }
    ways = {kind.id: len(orientations(kind.drawing)) for kind in ANIMALS.values()}
    assert list(ways.values()) == [2, 4, 2, 1, 8, 4, 2]
    for letters in ({kind.name.en[:2] for kind in ANIMALS.values()},
                    {kind.name.pl[:2] for kind in ANIMALS.values()}):  # fmt: skip
        assert len(letters) == 7


def test_treasures_in_the_box() -> None:
    assert [kind.count for kind in TREASURE_KINDS.values()] == [30, 24, 18, 8]
    assert [kind.points for kind in TREASURE_KINDS.values()] == [1, 2, 3, 4]
    assert [kind.letter for kind in TREASURE_KINDS.values()] == list("BNMF")


@pytest.mark.parametrize("floor", FLOORS)
def test_every_side_has_eighteen_treasures_three_in_each_area(floor: str) -> None:
    prints = FLOORS[floor].prints
    assert Counter(filter(None, prints)) == {
        Treasure.BERRY: 7,
        Treasure.NUT: 5,
        Treasure.MUSHROOM: 4,
        Treasure.FEATHER: 2,
    }
    contents = [
        tuple(sorted(p for c in CELLS if c.area == area and (p := prints[c.number])))
        for area in range(1, 7)
    ]
    assert [len(found) for found in contents] == [3] * 6
    assert len(set(contents)) == 6
    assert all(found.count(Treasure.FEATHER) < 2 for found in contents)


@pytest.mark.parametrize("floor", FLOORS)
def test_treasures_are_spread_over_a_side(floor: str) -> None:
    there = [cell for cell in CELLS if FLOORS[floor].prints[cell.number]]
    for line in ("row", "col"):
        counts = Counter(getattr(cell, line) for cell in there)
        assert set(counts.values()) <= {1, 2, 3}
        assert len(counts) == {"row": 8, "col": 9}[line]
    touching = [
        (a, b) for a in there for b in there if abs(a.row - b.row) + abs(a.col - b.col) == 1
    ]
    assert all(a.area != b.area for a, b in touching)
    assert 1 <= len(touching) / 2 <= 2
    windows = [bits(f"{a} {b}") for a in there for b in there if near(a, b) and pays(floor, a, b)]
    assert windows, "no Nut and Mushroom for one hedgehog"


def near(a: Cell, b: Cell) -> bool:
    return max(abs(a.row - b.row), abs(a.col - b.col)) == 1


def pays(floor: str, a: Cell, b: Cell) -> bool:
    prints = FLOORS[floor].prints
    return {prints[a.number], prints[b.number]} == {Treasure.NUT, Treasure.MUSHROOM}


def test_the_floor_printed_in_the_dossier() -> None:
    found = {str(c): str(p) for c in CELLS if (p := FLOORS["F1A"].prints[c.number])}
    assert {c: p for c, p in found.items() if Cell.parse(c).area in (1, 6)} == {
        "A2": "feather",
        "B3": "mushroom",
        "C4": "berry",
        "I5": "berry",
        "I7": "feather",
        "H8": "berry",
    }


def test_a_floor_has_six_areas_of_three_columns_and_four_rows() -> None:
    assert sum(AREAS) == FULL
    assert [area.bit_count() for area in AREAS] == [12] * 6
    assert cells(AREAS[1]) == "D1 E1 F1 D2 E2 F2 D3 E3 F3 D4 E4 F4"
    assert [Cell.parse(c).area for c in ("A1", "D4", "I1", "C5", "F8", "I8")] == [1, 2, 3, 4, 5, 6]


def test_boards_have_two_sides() -> None:
    assert [FloorId.parse("f3b").board, str(FloorId("F3B").side("A"))] == [3, "F3A"]
    assert Counter(floor[:2] for floor in FLOORS) == {f"F{n}": 2 for n in range(1, 7)}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Cell, "C4"),
        (Tile, "Y16"),
        (Turn, "r3"),
        (FloorId, "F1A"),
        (FloorIds, "F1A,F4B"),
        (Tiles, "G01,Y16"),
        (Tiles, "-"),
    ],
)
def test_names_can_be_read_back(kind: type[Cell], text: str) -> None:
    assert str(kind.parse(text)) == str(kind.parse(text.lower())) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Cell, "J1"),
        (Cell, "A9"),
        (Tile, "G18"),
        (Turn, "r8"),
        (FloorId, "F7A"),
        (Tiles, "G01,G99"),
        (Sources, "S+moon"),
        (Sources, "S+K+P"),
    ],
)
def test_what_does_not_exist_cannot_be_read(kind: type[Cell], text: str) -> None:
    with pytest.raises(ValueError, match="."):
        kind.parse(text)


def test_sources_have_one_order() -> None:
    assert str(Sources.parse("o+k")) == "K+O"
    assert Sources.parse("bush+S").places == ("S", "bush")
    assert Sources.parse("bottom-left+TOP-RIGHT") == "top-right+bottom-left"
    assert [end.is_top for end in End] == [True, True, False, False]
    assert [end.is_left for end in End] == [True, False, True, False]


def test_spaces_print_as_their_cells() -> None:
    assert str(Spaces(bits("B2 A1"))) == "A1 B2"
    assert str(Spaces(0)) == "-"


def test_tiles_cells_and_turns_sort_as_text() -> None:
    assert all(a < b for a, b in pairwise(TILES))
    assert sorted(CELLS)[:3] == ["A1", "A2", "A3"]
    assert all(a < b for a, b in pairwise(TURNS))


def test_a_wrong_component_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert components.faults() == []
    monkeypatch.setattr(components, "TILES", TILES[1:])
    monkeypatch.setattr(components, "ANIMALS", {})
    monkeypatch.setattr(components, "FLOORS", {})
    monkeypatch.setattr(components, "AREAS", AREAS[:5])
    assert len(components.faults()) == 5
