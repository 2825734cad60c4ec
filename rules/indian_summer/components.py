"""The contents of the box of Indian Summer, loaded from a TOML file and checked.

A floor has columns A to I and rows 1 to 8, row 1 on top; a space is shown as ``C4``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.indian_summer.forest.shapes import (
    COLS,
    FULL,
    SPACES,
    Bits,
    clockwise,
    mirrored,
    numbers,
    orientations,
    spots,
)
from rules.listed import Code, Named
from rules.text import Printed

AREA_ROWS: Final = 4
AREA_COLS: Final = 3


class Cell(Named):
    """A space of a floor, ``C4``: column C from the left, row 4 from the top.

    As text it sorts by column, then by row.

    Attributes:
        row: From 0, the top.
        col: From 0, the left.
        number: Its bit in a set of spaces: row * 9 + col.
        bit: The set that holds it alone.
        area: The number of its area, 1 to 6.
    """

    __slots__ = ("area", "bit", "col", "number", "row")
    row: int
    col: int
    number: int
    bit: Bits
    area: int


def _cells() -> Iterator[Cell]:
    for index in range(SPACES):
        row, col = divmod(index, COLS)
        cell = Cell(f"{chr(65 + col)}{row + 1}")
        cell.row, cell.col, cell.number, cell.bit = row, col, index, 1 << index
        cell.area = row // AREA_ROWS * (COLS // AREA_COLS) + col // AREA_COLS + 1
        yield cell


CELLS: Final = tuple(_cells())
"""All 72, row by row from the top left; the index is `Cell.number`."""
Cell.known = {str(cell): cell for cell in CELLS}
AREAS: Final = tuple(
    sum(cell.bit for cell in CELLS if cell.area == area) for area in range(1, CELLS[-1].area + 1)
)
"""The spaces of each area; area 1 is the first."""


class Spaces(int):
    """A set of spaces; prints as its cells in board order, or ``-``."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(cells(self)) or "-"


def cells(bits: Bits) -> tuple[Cell, ...]:
    """Return the cells of a set of spaces, row by row from the top left."""
    return tuple([CELLS[number] for number in numbers(bits & FULL)])


class Treasure(Code):
    """A kind of treasure, the least valuable first."""

    BERRY = "berry"
    NUT = "nut"
    MUSHROOM = "mushroom"
    FEATHER = "feather"

    @property
    def rank(self) -> int:
        """Return its index in a `Supply`; the higher, the more valuable."""
        return _RANKS[self]


TREASURES: Final = tuple(Treasure)
_RANKS: Final = {treasure: rank for rank, treasure in enumerate(TREASURES)}
Supply: TypeAlias = tuple[int, int, int, int]
"""The numbers of Berries, Nuts, Mushrooms and Feathers."""


class Colour(Code):
    """The colour of a leaf tile; it tells how many squares it has."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Turn(Named):
    """The orientation of a tile, ``r3``: the number of one of `shapes.orientations`.

    Attributes:
        number: 0 to 7.
    """

    __slots__ = ("number",)
    number: int


def _turns() -> Iterator[Turn]:
    for number in range(8):
        turn = Turn(f"r{number}")
        turn.number = number
        yield turn


TURNS: Final = tuple(_turns())
Turn.known = {turn.upper(): turn for turn in TURNS}


class Tile(Named):
    """A leaf tile by its id: ``Y16``.

    Attributes:
        shape: The name of its shape: ``S4``.
        drawing: Its rows from the top: x leaf, o the hole. Tiles with the same are of one kind.
        size: Its squares, the hole included (ruling A-01).
        ways: In how many ways it can lie.
    """

    __slots__ = ("colour", "drawing", "shape", "size", "ways")
    colour: Colour
    shape: str
    drawing: str
    size: int
    ways: int


class Animal(Code):
    """A kind of animal, by the squares it covers."""

    MOUSE = "mouse"
    HARE = "hare"
    OWL = "owl"
    HEDGEHOG = "hedgehog"
    BADGER = "badger"
    RACCOON = "raccoon"
    FOX = "fox"


@dataclass(frozen=True, slots=True)
class AnimalKind:
    """The print on the tiles of an animal.

    Attributes:
        name: "hedgehog".
        count: How many tiles there are.
        drawing: Its rows from the top.
        bears: The treasure that lies on it at the start, or None.
    """

    id: Animal
    name: Printed
    count: int
    drawing: str
    bears: Treasure | None


@dataclass(frozen=True, slots=True)
class TreasureKind:
    """The look of a kind of treasure, and its worth.

    Attributes:
        letter: ``B``.
        name: "Berry".
        count: How many tokens are in the box; they never run out (ruling A-07).
        points: What one is worth at the end of a solo game that was won.
    """

    id: Treasure
    letter: str
    name: Printed
    count: int
    points: int


class FloorId(Named):
    """One side of a forest floor board: ``F1A``; it exists."""

    __slots__ = ()

    @property
    def board(self) -> int:
        """Return the number of the board."""
        return int(self[1:-1])

    def side(self, letter: str) -> FloorId:
        """Return the side ``A`` or ``B`` of the same board."""
        return FloorId(self[:-1] + letter)


@dataclass(frozen=True, slots=True)
class Floor:
    """The print on one side of a board.

    Attributes:
        prints: By `Cell.number`: the treasure printed there, or None.
        bits: By rank of the treasure: the spaces where it is printed.
    """

    prints: tuple[Treasure | None, ...]
    bits: tuple[Bits, Bits, Bits, Bits]


def squares(tile: Tile, hole: Cell, turn: Turn) -> Bits:
    """Return the spaces of a tile with its hole at `hole`; 0 if it leaves the floor."""
    return spots(tile.drawing).get((hole.number, turn.number), 0)


def animal_squares(animal: Animal, at: Cell, turn: Turn) -> Bits:
    """Return the spaces an animal covers if it starts at `at`; 0 if it cannot.

    It starts with its first square in row order.
    """
    return spots(ANIMALS[animal].drawing).get((at.number, turn.number), 0)


def quarter(drawing: str, turn: Turn) -> Turn:
    """Return the orientation that a quarter turn clockwise leads to."""
    ways = orientations(drawing)
    return TURNS[ways.index(clockwise(ways[turn.number]))]


def mirror(drawing: str, turn: Turn) -> Turn:
    """Return the orientation of a figure turned over, left to right."""
    ways = orientations(drawing)
    return TURNS[ways.index(mirrored(ways[turn.number]))]


_BOX: Final = load("indian_summer")


def _tiles() -> Iterator[Tile]:
    for row in _BOX.rows("tiles"):
        drawing = row.text("drawing")
        for text in row.texts("ids"):
            tile = Tile(text)
            tile.colour, tile.shape = Colour(row.text("colour")), row.text("shape")
            tile.drawing, tile.size = drawing, drawing.count("x") + drawing.count("o")
            tile.ways = len(orientations(drawing))
            yield tile


def _animal(row: Row) -> AnimalKind:
    bears = Treasure(row.text("bears")) if "bears" in row else None
    animal, drawing = Animal(row.text("id")), row.text("drawing")
    return AnimalKind(animal, row.printed(), row.number("count"), drawing, bears)


def _floor(row: Row) -> Floor:
    signs = "".join(row.texts("rows"))
    letters = {kind.letter: kind.id for kind in TREASURE_KINDS.values()}
    prints = tuple(None if sign == "." else letters[sign] for sign in signs)
    berry, nut, mushroom, feather = (
        sum(1 << i for i, sign in enumerate(prints) if sign is which) for which in TREASURES
    )
    return Floor(prints, (berry, nut, mushroom, feather))


def supply_of(row: Mapping[str, int]) -> Supply:
    """Return a supply from its numbers by name; a name that is missing counts 0."""
    berry, nut, mushroom, feather = (row.get(treasure, 0) for treasure in TREASURES)
    return berry, nut, mushroom, feather


try:
    PATH: Final = _BOX.number("path_tiles")
    MOST: Final = _BOX.number("most_tiles")
    COMMON: Final = _BOX.number("common_path")
    LEAST: Final = _BOX.number("common_least")
    SQUIRRELS: Final = _BOX.number("squirrels")
    SOLO_TURNS: Final = _BOX.number("solo_turns")
    SOLO_PATH: Final = _BOX.number("solo_path")
    SOLO_GAMES: Final = _BOX.number("solo_games")
    SOLO_STACK: Final = _BOX.number("solo_stack")
    START: Final = supply_of(_BOX.row("start").by_name())
    DEALT: Final = {Colour(colour): count for colour, count in _BOX.row("deal").by_name().items()}
    TREASURE_KINDS: Final = {
        Treasure(row.text("id")): TreasureKind(
            Treasure(row.text("id")),
            row.text("letter"),
            row.printed(),
            row.number("count"),
            row.number("points"),
        )
        for row in _BOX.rows("treasures")
    }
    TILES: Final = tuple(sorted(_tiles()))
    """All 75, sorted by id."""
    ANIMALS: Final = {kind.id: kind for kind in map(_animal, _BOX.rows("animals"))}
    FLOORS: Final = {row.text("id"): _floor(row) for row in _BOX.rows("floors")}
    SEAT_MARKS: Final = seat_marks(_BOX.rows("seats"))
except (KeyError, TypeError, ValueError) as error:
    raise DataError(f"data/indian_summer is incomplete: {error!r}") from error

Animal.known = {kind.name.pl.casefold(): animal for animal, kind in ANIMALS.items()}
Treasure.known = {kind.name.pl.casefold(): it for it, kind in TREASURE_KINDS.items()}
Tile.known = {str(tile): tile for tile in TILES}
FLOOR_IDS: Final = tuple(FloorId(floor) for floor in FLOORS)
FloorId.known = {str(floor): floor for floor in FLOOR_IDS}
NOTHING: Final[Supply] = (0, 0, 0, 0)


def faults() -> list[str]:
    """Return what the component list says against the data; [] if nothing."""
    found = []
    sizes = {Colour.GREEN: (17, 3), Colour.YELLOW: (29, 4), Colour.RED: (29, 5)}
    for colour, (count, size) in sizes.items():
        if [tile.size for tile in TILES if tile.colour is colour] != [size] * count:
            found.append(f"there are not {count} {colour} tiles of {size}")
    if any(tile.drawing.count("o") != 1 for tile in TILES):
        found.append("a tile has not one hole")
    if len(Tile.known) != len(TILES) or len(TILES) != SOLO_GAMES * SOLO_STACK:
        found.append("a tile is missing")
    if set(ANIMALS) != set(Animal) or sum(kind.count for kind in ANIMALS.values()) != 20:
        found.append("there are not 20 animals of all kinds")
    if len(FLOORS) != 12 or any(len(floor.prints) != SPACES for floor in FLOORS.values()):
        found.append(f"there are not 12 floors of {SPACES} spaces")
    if sum(AREAS) != FULL or len(AREAS) * AREA_ROWS * AREA_COLS != SPACES:
        found.append("the areas do not make up a floor")
    return found


if _FAULTS := faults():
    raise DataError(f"data/indian_summer: {'; '.join(_FAULTS)}")
