"""The gains from a piece on a forest floor: tokens on holes, pay of areas."""

from __future__ import annotations

from rules.indian_summer.components import AREAS, FLOORS, NOTHING, FloorId, Supply, Treasure
from rules.indian_summer.forest.shapes import Bits
from rules.text import quick


@quick
class Gain:
    """The gains from covering spaces.

    Attributes:
        token: The treasure laid on the hole of the piece itself, or None (IS-LEAF-5).
        areas: The numbers of the areas it completes (IS-AREA-4).
        pays: The tokens these areas pay into the supply (IS-AREA-2).
        tokens: The holes that still hold a token afterwards.
    """

    token: Treasure | None
    areas: tuple[int, ...]
    pays: Supply
    tokens: Bits


def gain(floor: FloorId, covered: Bits, tokens: Bits, squares: Bits, hole: Bits = 0) -> Gain:
    """Return what covering `squares` brings.

    Args:
        floor: The forest floor.
        covered: What is covered before.
        tokens: The holes with a token before.
        squares: What is covered now.
        hole: The hole of a leaf tile, or 0 for a squirrel, which brings no token (IS-SQ-2).
    """
    token = FLOORS[floor].prints[hole.bit_length() - 1] if hole else None
    if token is not None:
        tokens |= hole
    # The square of the hole decides the area of a token (IS-AREA-3). An area that is complete
    # already gets no new square, so it pays once (IS-AREA-5). Squirrels count
    # (IS-AREA-1, ruling A-11).
    empty = ~(covered | squares)
    areas: tuple[int, ...] = ()
    paying = 0
    for number, area in enumerate(AREAS, 1):
        if area & squares and not area & empty:
            areas += (number,)
            paying |= area & tokens
    if not paying:
        return Gain(token, areas, NOTHING, tokens)
    return Gain(token, areas, printed(floor, paying), tokens & ~paying)


def printed(floor: FloorId, spaces: Bits) -> Supply:
    """Return the treasures printed on the given spaces of a floor."""
    berry, nut, mushroom, feather = FLOORS[floor].bits
    return (
        (spaces & berry).bit_count(),
        (spaces & nut).bit_count(),
        (spaces & mushroom).bit_count(),
        (spaces & feather).bit_count(),
    )


def plus(supply: Supply, other: Supply) -> Supply:
    """Return the sum of two supplies."""
    return (
        supply[0] + other[0],
        supply[1] + other[1],
        supply[2] + other[2],
        supply[3] + other[3],
    )


def changed(supply: Supply, treasure: Treasure, by: int) -> Supply:
    """Return a supply with more or fewer of a treasure."""
    counts = list(supply)
    counts[treasure.rank] += by
    berry, nut, mushroom, feather = counts
    return berry, nut, mushroom, feather
