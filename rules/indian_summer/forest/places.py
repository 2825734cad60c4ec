"""The places for leaf tiles, animals and squirrels, found on sets of spaces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from rules.indian_summer.components import ANIMALS, CELLS, TILES, TURNS, Animal, Cell, Tile, cells
from rules.indian_summer.forest.shapes import Bits, spots
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel

RANK: Final = {animal: number for number, animal in enumerate(Animal)}
"""The index of each animal in the stock."""
_SQUIRRELS: Final = tuple((cell.bit, Squirrel(cell)) for cell in sorted(CELLS))
_NUTS: Final = tuple((cell.bit, SpendNut(cell)) for cell in sorted(CELLS))
_OF_KIND: Final = {tile.drawing: tile for tile in TILES}


@cache
def _placements(tile: Tile) -> tuple[tuple[Bits, tuple[tuple[Bits, Leaf], ...]], ...]:
    """Return a tile's placements on an empty floor by hole, sorted: spaces and move."""
    by_hole: dict[Cell, list[tuple[Bits, Leaf]]] = {}
    for (hole, turn), bits in spots(tile.drawing).items():
        leaf = Leaf(tile, CELLS[hole], TURNS[turn])
        by_hole.setdefault(CELLS[hole], []).append((bits, leaf))
    return tuple((hole.bit, tuple(by_hole[hole])) for hole in sorted(by_hole))


@lru_cache(maxsize=2048)
def leaves(tile: Tile, covered: Bits) -> tuple[Leaf, ...]:
    """Return a tile's placements on empty spaces, sorted (IS-LEAF-1, IS-LEAF-3)."""
    return tuple(
        [
            leaf
            for hole, placements in _placements(tile)
            if not hole & covered
            for bits, leaf in placements
            if not bits & covered
        ]
    )


@lru_cache(maxsize=512)
def leaf_moves(tiles: tuple[Tile, ...], covered: Bits) -> tuple[Leaf, ...]:
    """Return the placements of sorted tiles on a floor, sorted."""
    found: list[Leaf] = []
    for tile in tiles:
        found += leaves(tile, covered)
    return tuple(found)


@lru_cache(maxsize=4096)
def fits(drawing: str, covered: Bits) -> tuple[Bits, ...]:
    """Return what the tiles of a kind can cover on a floor."""
    return tuple([bits for bits in spots(drawing).values() if not bits & covered])


@lru_cache(maxsize=256)
def first_leaves(path: tuple[Tile, ...], covered: Bits) -> tuple[Leaf, ...]:
    """Return a first tile's placements that leave room for a second one (IS-FEA-1)."""
    found: list[Leaf] = []
    for tile in path:
        others = tuple(sorted({other.drawing for other in path if other is not tile}))
        if any(_always_room(tile, other, covered) for other in others):
            found += leaves(tile, covered)
        else:
            found += (leaf for leaf in leaves(tile, covered) if has_room(others, covered, leaf))
    return tuple(found)


def has_room(drawings: Sequence[str], covered: Bits, leaf: Leaf) -> bool:
    """True if a tile of any of these kinds still fits on a floor after `leaf`."""
    squares = leaf.squares
    return any(not bits & squares for drawing in drawings for bits in fits(drawing, covered))


def _always_room(tile: Tile, other: str, covered: Bits) -> bool:
    """True if `other` fits wherever `tile` is placed.

    A square stands in the way of one placement of `other` for each of its squares and ways to lie.
    """
    example = _OF_KIND[other]
    return len(fits(other, covered)) > tile.size * example.size * example.ways


@cache
def _animals_by_first() -> tuple[tuple[tuple[Bits, PlaceAnimal], ...], ...]:
    """Return what animals cover, and their moves, by number of the first square."""
    found: list[list[tuple[Bits, PlaceAnimal]]] = [[] for _ in CELLS]
    for kind in ANIMALS.values():
        for (at, turn), bits in spots(kind.drawing).items():
            found[at].append((bits, PlaceAnimal(kind.id, CELLS[at], TURNS[turn])))
    return tuple(map(tuple, found))


@lru_cache(maxsize=2048)
def _animals_on(holes: Bits) -> tuple[PlaceAnimal, ...]:
    by_first = _animals_by_first()
    return tuple(
        sorted(
            move
            for cell in cells(holes)
            for bits, move in by_first[cell.number]
            if not bits & ~holes
        )
    )


def animal_moves(holes: Bits, stock: tuple[int, ...]) -> Sequence[PlaceAnimal]:
    """Return the animals that fit over empty holes, sorted (IS-ANI-1, IS-ANI-2).

    A player may place any number in a turn (ruling A-23). Borders of areas, and whether these are
    complete, do not matter (IS-ANI-3).
    """
    found = _animals_on(holes)
    if not found:
        return found
    return [move for move in found if stock[RANK[move.animal]]]


@lru_cache(maxsize=512)
def squirrels(covered: Bits) -> tuple[Squirrel, ...]:
    """Return the spaces for a squirrel, sorted (IS-SQ-1)."""
    return tuple([move for bit, move in _SQUIRRELS if not bit & covered])


@lru_cache(maxsize=512)
def nuts(covered: Bits) -> tuple[SpendNut, ...]:
    """Return the spaces for the squirrel of a Nut, sorted (IS-NUT-1)."""
    return tuple([move for bit, move in _NUTS if not bit & covered])
