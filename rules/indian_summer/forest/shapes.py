"""Figures of squares: how they are drawn, turned, mirrored, and where they fit.

A square is (row, column) from the top left. A set of spaces of a floor is one whole number, in
which bit ``row * COLS + col`` stands for a space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

ROWS: Final = 8
COLS: Final = 9
SPACES: Final = ROWS * COLS
FULL: Final = (1 << SPACES) - 1
"""All spaces of a floor."""

Square: TypeAlias = tuple[int, int]
Bits: TypeAlias = int


def numbers(bits: Bits) -> Iterator[int]:
    """Yield the numbers of the spaces of a set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


@dataclass(frozen=True, slots=True)
class Figure:
    """Connected squares, moved to the top left, and which of them is the hole.

    Attributes:
        squares: Sorted: in row order.
        hole: One of them; None for an animal.
    """

    squares: tuple[Square, ...]
    hole: Square | None

    @property
    def height(self) -> int:
        """Return how many rows it takes."""
        return 1 + max(row for row, _ in self.squares)

    @property
    def width(self) -> int:
        """Return how many columns it takes."""
        return 1 + max(col for _, col in self.squares)


def read(drawing: str) -> Figure:
    """Return the figure of a drawing such as ``x./ox``: x a square, o the hole."""
    signs = {
        (row, col): sign
        for row, line in enumerate(drawing.split("/"))
        for col, sign in enumerate(line)
        if sign != "."
    }
    hole = next((square for square, sign in signs.items() if sign == "o"), None)
    return Figure(tuple(sorted(signs)), hole)


def clockwise(figure: Figure) -> Figure:
    """Return a figure turned clockwise by a quarter."""
    last = figure.height - 1
    squares = tuple(sorted((col, last - row) for row, col in figure.squares))
    hole = figure.hole
    return Figure(squares, None if hole is None else (hole[1], last - hole[0]))


def mirrored(figure: Figure) -> Figure:
    """Return a figure with left and right exchanged."""
    last = figure.width - 1
    squares = tuple(sorted((row, last - col) for row, col in figure.squares))
    hole = figure.hole
    return Figure(squares, None if hole is None else (hole[0], last - hole[1]))


@cache
def orientations(drawing: str) -> tuple[Figure, ...]:
    """Return the different ways to lay a drawing, in the order of their numbers.

    It lies as drawn, then turned clockwise by one, two and three quarters; then follow the mirror
    image and its turns. Any that equals an earlier one, hole included, is left out.
    """
    found: list[Figure] = []
    figure = read(drawing)
    for start in (figure, mirrored(figure)):
        turned = start
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = clockwise(turned)
    return tuple(found)


@cache
def spots(drawing: str) -> dict[tuple[int, int], Bits]:
    """Return where a drawing fits on an empty floor, as a fixed mapping.

    The keys are anchor (as the number of a space: row * COLS + col) and orientation; the anchor is
    the hole, or without one the first square in row order. The values are the spaces covered.
    """
    found = {}
    for number, figure in enumerate(orientations(drawing)):
        at = figure.hole or figure.squares[0]
        bits = sum(1 << (row * COLS + col) for row, col in figure.squares)
        for row in range(ROWS - figure.height + 1):
            for col in range(COLS - figure.width + 1):
                step = row * COLS + col
                found[(at[0] * COLS + at[1] + step, number)] = bits << step
    return dict(sorted(found.items()))
