"""A forest floor, space by space: what is printed there, and what covers it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from render.indian_summer import icons, pieces
from render.indian_summer import theme as th
from render.indian_summer.layout import COLS, ROWS
from render.indian_summer.pieces import Hole
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from rules.indian_summer.components import (
    CELLS,
    FLOORS,
    Animal,
    Cell,
    Colour,
    FloorId,
    Treasure,
    cells,
)
from rules.indian_summer.moves import Leaf, PlaceAnimal
from rules.indian_summer.view import PlayerView

AREA_ROWS: Final = 4
AREA_COLS: Final = 3
PRINTED: Final = 66
"""The size of a printed treasure, as a percentage of its space."""
P = TypeVar("P", Leaf, PlaceAnimal)


class Marks(NamedTuple):
    """The marks on a floor.

    Attributes:
        fresh: The spaces covered in the last turn.
        tried: Those of a piece that is being tried out.
        areas: The numbers of the areas that it would complete.
        glowing: The holes whose token it would gain.
        fitting: The holes over which an animal would fit.
        counted: True if the empty spaces are what counts.
        numbering: More spaces, besides the covered ones, without the number of an area.
    """

    fresh: int = 0
    tried: int = 0
    areas: tuple[int, ...] = ()
    glowing: int = 0
    fitting: int = 0
    counted: bool = False
    numbering: int = 0


class Square(NamedTuple):
    """A space as it is painted.

    Attributes:
        sides: Where the border of its area runs; see `pieces.TOP` and the others.
        complete: True if the area is being completed.
        earth: The number of the area, if it is written there, and what is printed; None once
            it is covered.
        leaf: The colour of the leaf tile, or None; without earth either, it is a squirrel.
        walls: Where the tile ends.
        hole: What can be seen in its hole, if this is one.
        animal: Where the animal on it ends, which it is on its first square, else None, and the
            colour of its outline; None without an animal.
        edge: The colour of the outline of the tile, the squirrel, or an empty space that counts.
    """

    sides: int
    complete: bool
    earth: tuple[int | None, Treasure | None] | None
    leaf: Colour | None
    walls: int
    hole: Hole | None
    animal: tuple[int, Animal | None, str] | None
    edge: str


def _sides(cell: Cell) -> int:
    row, col = cell.row % AREA_ROWS, cell.col % AREA_COLS
    found = pieces.TOP if row == 0 else pieces.FOOT if row == AREA_ROWS - 1 else 0
    return found | (pieces.LEFT if col == 0 else pieces.RIGHT if col == AREA_COLS - 1 else 0)


_SIDES: Final = tuple(map(_sides, CELLS))


def _off_centre(cell: Cell) -> tuple[float, float]:
    """Return how far a space is from the middle of its area, across first."""
    return abs(cell.col % AREA_COLS - 1), abs(cell.row % AREA_ROWS - 1.5)


_INWARD: Final = tuple(sorted(CELLS, key=_off_centre))
"""All spaces, those in the middle of their areas first."""


@lru_cache(4096)
def _walls(bits: int) -> dict[int, int]:
    """Return where a piece ends, for each of its spaces by number."""
    found = cells(bits)
    squares = [(cell.row, cell.col) for cell in found]
    return {cell.number: pieces.walls(cell.row, cell.col, squares) for cell in found}


@lru_cache(64)
def squares(it: PlayerView, marks: Marks) -> tuple[Square, ...]:
    """Return a player's floor for painting, row by row from the top left."""
    marked = marks.fresh | marks.tried
    leaves = _owners(it.leaves, marked)
    animals = _owners(it.animals, marked)
    return tuple(
        _earth_square(it, marks, cell)
        if not it.covered & cell.bit
        else _square(it, marks, cell, leaves, animals)
        for cell in CELLS
    )


@lru_cache(512)
def _numbered(floor: FloorId, covered: int) -> dict[int, int]:
    """Return in which spaces by number the areas still have their numbers.

    It is the empty one nearest to the middle with nothing printed on it.
    """
    free = [c for c in _INWARD if not covered & c.bit and FLOORS[floor].prints[c.number] is None]
    return {cell.number: area for area, cell in {c.area: c for c in reversed(free)}.items()}


def _earth_square(it: PlayerView, marks: Marks, cell: Cell) -> Square:
    earth = (_numbered(it.floor, int(it.covered) | marks.numbering).get(cell.number),
             FLOORS[it.floor].prints[cell.number])  # fmt: skip
    complete = cell.area in marks.areas
    edge = th.GOLD if marks.counted else th.LINE
    return Square(_SIDES[cell.number], complete, earth, None, 0, None, None, edge)


class _Owner(NamedTuple, Generic[P]):
    """The piece that covers a space: where it ends, and its outline's colour."""

    piece: P
    walls: int
    edge: str


def _owners(pieces_laid: Iterable[P], marked: int) -> dict[int, _Owner[P]]:
    found = {}
    for piece in pieces_laid:
        edge = th.LINE if piece.squares & ~marked else th.FRESH
        for number, ends in _walls(piece.squares).items():
            found[number] = _Owner(piece, ends, edge)
    return found


def _square(
    it: PlayerView,
    marks: Marks,
    cell: Cell,
    leaves: dict[int, _Owner[Leaf]],
    animals: dict[int, _Owner[PlaceAnimal]],
) -> Square:
    number, bit = cell.number, cell.bit
    sides, complete = _SIDES[number], cell.area in marks.areas
    below = FLOORS[it.floor].prints[number]
    if number in leaves:
        leaf, ends, edge = leaves[number]
        hole, animal = None, None
        if leaf.hole is cell:
            glow, fits = bool(marks.glowing & bit), bool(marks.fitting & bit)
            hole = Hole(below, bool(it.tokens & bit), glow, fits)
        if number in animals:
            laid, limits, rim = animals[number]
            animal = (limits, laid.animal if laid.at is cell else None, rim)
        return Square(sides, complete, None, leaf.tile.colour, ends, hole, animal, edge)
    edge = th.FRESH if (marks.fresh | marks.tried) & bit else th.LINE
    return Square(sides, complete, None, None, 0, None, None, edge)


@cache
def grid(box: Box) -> tuple[Box, ...]:
    """Return the boxes of all spaces of a floor, given the floor's box."""
    size = box.w // COLS
    return tuple(Box(box.x + c.col * size, box.y + c.row * size, size, size) for c in CELLS)


@lru_cache(64)
def parts(box: Box, it: PlayerView, marks: Marks) -> tuple[Placed, ...]:
    """Return the tiles of a floor, given the floor's box."""
    shown = squares(it, marks)
    return tuple((at, space, (square,)) for at, square in zip(grid(box), shown, strict=True))


def space(w: int, h: int, it: Square) -> Canvas:
    """Paint a space."""
    art = Canvas(w, h, th.EARTH)
    if it.earth is not None:
        _earth(art, *it.earth)
        if it.edge != th.LINE:
            pieces.edges(art, art.box.inset(3), pieces.ALL_ROUND, it.edge, max(2, w // 12))
    elif it.leaf is None:
        art.stamp(pieces.squirrel(w, it.edge), 0, 0)
    else:
        pieces.leaf(art, art.box, it.leaf, it.walls, it.edge, it.sides)
        if it.hole is not None:
            pieces.hole(art, art.box, it.hole)
        if it.animal is not None:
            pieces.limb(art, art.box, *it.animal)
    line = pieces.area_line(w)
    if it.complete:
        pieces.border(art, art.box, it.sides, th.GOLD, line * 2)
    else:
        inside = 0 if it.leaf is None else it.sides & ~it.walls
        pieces.border(art, art.box, it.sides & ~inside, th.SEAM, line)
        pieces.dashes(art, art.box, inside, th.SEAM, line)
    return art


def _earth(art: Canvas, area: int | None, printed: Treasure | None) -> None:
    """Paint bare earth, the area's number, and what is printed."""
    size = art.box.w
    pieces.border(art, art.box, pieces.ALL_ROUND, th.FURROW, 1)
    if area is not None:
        font = words.bold(max(words.DETAIL_PX, size * 62 // 100))
        art.label(art.box, str(area), font, th.CARVED)
    if printed is not None:
        art.stamp_at(icons.treasure(printed, size * PRINTED // 100), art.box.cx, art.box.cy)


def letters(w: int, h: int, size: int, left: int) -> Canvas:
    """Paint the letters of the columns, the first `left` pixels from the edge."""
    art = Canvas(w, h, th.BIRCH)
    for n in range(COLS):
        art.label(Box(left + n * size, 0, size, h), chr(65 + n), _rim(size), th.INK)
    return art


def numbers(w: int, h: int, size: int) -> Canvas:
    """Paint the numbers of the rows."""
    art = Canvas(w, h, th.BIRCH)
    for n in range(ROWS):
        art.label(Box(0, n * size, w, size), str(n + 1), _rim(size), th.INK)
    return art


def _rim(size: int) -> words.Font:
    return words.bold(max(words.DETAIL_PX, size * 42 // 100))
