"""The places for leaf tiles, squirrels and animals, as bits of one number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import getitem, or_
from typing import Final, TypeAlias

from rules.indian_summer.components import ANIMALS, CELLS, TILES, TURNS, Animal, Cell, Tile, Turn
from rules.indian_summer.forest.listing import Run, chosen
from rules.indian_summer.forest.shapes import FULL, SPACES, Bits, numbers, spots
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel

RANK: Final = {animal: number for number, animal in enumerate(Animal)}
"""The index of each animal in the stock."""
Sites: TypeAlias = int
"""A set of places: a bit for each, the first one highest."""
_SPACE: Final = "o"
"""The drawing of a single square, which a squirrel covers."""


class Places:
    """All places of some drawings on an empty floor.

    Those of one drawing are neighbours, sorted as moves are: by name of the anchor, then by
    orientation.
    """

    __slots__ = ("_barred", "_every", "_runs")

    def __init__(self, drawings: Iterable[str]) -> None:
        barred, sizes = [0] * SPACES, dict[str, int]()
        for drawing in drawings:
            size = sizes[drawing] = len(anchors(drawing))
            barred = [sites << size for sites in barred]
            for n, (at, turn) in enumerate(anchors(drawing), 1):
                for space in numbers(spots(drawing)[at.number, turn.number]):
                    barred[space] |= 1 << size - n
        total = sum(sizes.values())
        self._every: Sites = (1 << total) - 1
        self._runs: dict[str, tuple[int, Sites]] = {}
        for drawing, size in sizes.items():
            total -= size
            self._runs[drawing] = total, (1 << size) - 1
        self._barred = [
            {
                f"{four:x}": _union(barred[n + i] for i in range(4) if four >> i & 1)
                for four in range(16)
            }
            for byte in range(0, SPACES, 8)
            for n in (byte + 4, byte)
        ]

    def free(self, covered: Bits) -> Sites:
        """Return the places none of whose spaces is covered."""
        digits = covered.to_bytes(SPACES // 8, "little").hex()
        return self._every ^ reduce(or_, map(getitem, self._barred, digits))

    def of(self, drawing: str, sites: Sites) -> Sites:
        """Return the places of one drawing in a set, as a set of its own."""
        low, every = self._runs[drawing]
        return sites >> low & every

    def within(self, drawings: Iterable[str]) -> Sites:
        """Return all places of some of the drawings."""
        return _union(every << low for low, every in map(self._runs.__getitem__, drawings))


def _union(sets: Iterable[Sites]) -> Sites:
    return reduce(or_, sets, 0)


@cache
def anchors(drawing: str) -> tuple[tuple[Cell, Turn], ...]:
    """Return a drawing's places on an empty floor, sorted: anchor and orientation."""
    return tuple(sorted((CELLS[at], TURNS[turn]) for at, turn in spots(drawing)))


# Leaf tiles and squirrels


@cache
def _pieces() -> Places:
    return Places(sorted({_SPACE, *(tile.drawing for tile in TILES)}))


@lru_cache(maxsize=16)
def room(covered: Bits) -> Sites:
    """Return the places of tiles and squirrels on a floor (IS-LEAF-1, IS-LEAF-3)."""
    return _pieces().free(covered)


def fits(drawing: str, covered: Bits) -> Sites:
    """Return the places of the tiles of a kind on a floor; 0 if there is none."""
    return _pieces().of(drawing, room(covered))


def leaf_runs(tiles: Iterable[Tile], covered: Bits) -> list[Run]:
    """Return the placements of tiles on a floor, in the order of the tiles."""
    sites, of = room(covered), _pieces().of
    return [(leaves(tile), of(tile.drawing, sites)) for tile in tiles]


def spaces(covered: Bits) -> Sites:
    """Return the places for a squirrel, sorted (IS-SQ-1)."""
    return fits(_SPACE, covered)


@cache
def leaves(tile: Tile) -> tuple[Leaf, ...]:
    """Return a tile's placements on an empty floor."""
    return tuple([Leaf(tile, hole, turn) for hole, turn in anchors(tile.drawing)])


SQUIRRELS: Final = tuple(map(Squirrel, sorted(CELLS)))
NUTS: Final = tuple(map(SpendNut, sorted(CELLS)))


def has_room(drawings: Iterable[str], covered: Bits) -> bool:
    """True if a tile of any of these kinds fits on a floor."""
    sites = _pieces().free(covered)
    return any(_pieces().of(drawing, sites) for drawing in drawings)


def first_leaves(tile: Tile, path: Iterable[Tile], covered: Bits) -> Sites:
    """Return a tile's places that leave room for another one of a path (IS-FEA-1)."""
    found = fits(tile.drawing, covered)
    if not found:
        return 0
    others = {other for other in path if other is not tile and fits(other.drawing, covered)}
    if any(_always_room(tile, other, covered) for other in others):
        return found
    drawings = {other.drawing for other in others}
    for n, leaf in enumerate(reversed(leaves(tile))):
        if found >> n & 1 and not has_room(drawings, covered | leaf.squares):
            found ^= 1 << n
    return found


def _always_room(tile: Tile, other: Tile, covered: Bits) -> bool:
    """True if `other` fits wherever `tile` is placed.

    A square stands in the way of one placement of `other` for each of its squares and ways to lie.
    """
    return fits(other.drawing, covered).bit_count() > tile.size * other.size * other.ways


# Animals


@cache
def _animals() -> Places:
    return Places(ANIMALS[animal].drawing for animal in sorted(Animal))


@cache
def animals() -> tuple[PlaceAnimal, ...]:
    """Return the placements of all animals on an empty floor, sorted."""
    return tuple(
        PlaceAnimal(animal, at, turn)
        for animal in sorted(Animal)
        for at, turn in anchors(ANIMALS[animal].drawing)
    )


def animal_moves(holes: Bits, stock: tuple[int, ...]) -> tuple[PlaceAnimal, ...]:
    """Return the animals that fit over empty holes, sorted; see `animal_places`."""
    return tuple(chosen(animals(), animal_places(holes, stock)))


def animal_places(holes: Bits, stock: tuple[int, ...]) -> Sites:
    """Return the places where animals fit over empty holes (IS-ANI-1, IS-ANI-2).

    A player may place any number in a turn (ruling A-23). Borders of areas, and whether these are
    complete, do not matter (IS-ANI-3).
    """
    found = _over(holes)
    return found & _of_stock(stock) if found else 0


@lru_cache(maxsize=16)
def _over(holes: Bits) -> Sites:
    return _animals().free(FULL & ~holes)


@lru_cache(maxsize=16)
def _of_stock(stock: tuple[int, ...]) -> Sites:
    """Return all places of the animals that are left (IS-ANI-6)."""
    left = [ANIMALS[animal].drawing for animal in Animal if stock[RANK[animal]]]
    return _animals().within(left)
