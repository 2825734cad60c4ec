"""The pads for moving pieces: how they turn, and which places are offered first.

A place is worth what it earns at once and how it leaves the floor; the weights are those of a
simple computer player that does well with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.indian_summer.components import ANIMALS, CELLS, Supply, Treasure, mirror, quarter
from rules.indian_summer.forest.floor import gain, printed
from rules.indian_summer.forest.shapes import COLS, FULL, Bits
from rules.pad import Merit

if TYPE_CHECKING:
    from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
    from rules.indian_summer.view import PlayerView, SummerView

VALUE: Final = {
    Treasure.BERRY: 1.0,
    Treasure.NUT: 2.2,
    Treasure.MUSHROOM: 3.0,
    Treasure.FEATHER: 3.5,
}
"""The worth of a treasure in play."""
_VALUES: Final = tuple(VALUE.values())
_TOKEN: Final = 1.3
_BURIED: Final = 0.5
_AREA: Final = 2.0
_SINGLE: Final = 3.0
_EDGE: Final = 0.25
_NOT_FIRST: Final = FULL & ~sum(cell.bit for cell in CELLS if cell.col == 0)
_NOT_LAST: Final = FULL & ~sum(cell.bit for cell in CELLS if cell.col == COLS - 1)


def leaf_merit(view: SummerView, leaf: Leaf) -> Merit:
    """Return what placing a leaf tile is worth to the viewer."""
    return (_cover(view.players[view.seat], leaf.squares, leaf.hole.bit),)


def space_merit(view: SummerView, move: Squirrel | SpendNut) -> Merit:
    """Return what a squirrel is worth to the viewer."""
    return (_cover(view.players[view.seat], move.cell.bit, 0),)


def animal_merit(view: SummerView, move: PlaceAnimal) -> Merit:
    """Return what an animal pays the viewer; for equal pay, fewer holes are better."""
    pays = printed(view.players[view.seat].floor, move.squares)
    return (worth(pays), -move.squares.bit_count())


def leaf_turned(leaf: Leaf) -> Leaf:
    """Return a leaf tile turned clockwise by a quarter around its hole."""
    return replace(leaf, turn=quarter(leaf.tile.drawing, leaf.turn))


def leaf_flipped(leaf: Leaf) -> Leaf:
    """Return a leaf tile turned over, left to right."""
    return replace(leaf, turn=mirror(leaf.tile.drawing, leaf.turn))


def animal_turned(move: PlaceAnimal) -> PlaceAnimal:
    """Return an animal turned clockwise by a quarter."""
    return replace(move, turn=quarter(ANIMALS[move.animal].drawing, move.turn))


def animal_flipped(move: PlaceAnimal) -> PlaceAnimal:
    """Return an animal turned over, left to right."""
    return replace(move, turn=mirror(ANIMALS[move.animal].drawing, move.turn))


def worth(supply: Supply) -> float:
    """Return what treasures are worth in play."""
    return sum(n * value for n, value in zip(supply, _VALUES, strict=True))


def _cover(player: PlayerView, squares: Bits, hole: Bits) -> float:
    found = gain(player.floor, player.covered, player.tokens, squares, hole)
    total = _AREA * len(found.areas) + worth(found.pays)
    if found.token is not None:
        total += _TOKEN * VALUE[found.token]
    buried = worth(printed(player.floor, squares & ~hole))
    return total - _BURIED * buried - _roughness(FULL & ~(player.covered | squares))


def _roughness(empty: Bits) -> float:
    """Return how hard a floor is to fill: single gaps, and its outline's length."""
    around = (
        (empty & _NOT_LAST) << 1,
        (empty & _NOT_FIRST) >> 1,
        (empty << COLS) & FULL,
        empty >> COLS,
    )
    beside, beyond, below, above = around
    singles = (empty & ~(beside | beyond | below | above)).bit_count()
    edges = sum((empty & ~side).bit_count() for side in around)
    return _SINGLE * singles + _EDGE * edges
