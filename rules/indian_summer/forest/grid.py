"""The spaces of a forest floor, and sets of them.

A floor has columns A to I and rows 1 to 8, row 1 on top; a space is shown as ``C4``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.indian_summer.forest.shapes import COLS, FULL, SPACES, Bits, numbers

AREA_ROWS: Final = 4
AREA_COLS: Final = 3


class Cell(str):
    """A space of a floor, ``C4``: column C from the left, row 4 from the top.

    Each exists once, in `CELLS`; get one with `parse`. It is its name, so it sorts as text: by
    column, then by row.

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

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Return the cell with this name, in either case; ValueError if there is none."""
        try:
            return _CELL_BY_NAME[text.upper()]
        except KeyError:
            raise ValueError(f"no such space: {text!r}") from None


def _cells() -> Iterator[Cell]:
    for index in range(SPACES):
        row, col = divmod(index, COLS)
        cell = Cell(f"{chr(65 + col)}{row + 1}")
        cell.row, cell.col, cell.number, cell.bit = row, col, index, 1 << index
        cell.area = row // AREA_ROWS * (COLS // AREA_COLS) + col // AREA_COLS + 1
        yield cell


CELLS: Final = tuple(_cells())
"""All 72, row by row from the top left; the index is `Cell.number`."""
_CELL_BY_NAME: Final = {str(cell): cell for cell in CELLS}
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
