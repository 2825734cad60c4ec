"""Which moves there are, sorted. Placements are found on sets of spaces and remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, TypeAlias

from rules.indian_summer.components import (
    ANIMALS,
    CELLS,
    MOST,
    PATH,
    SEAT_MARKS,
    TILES,
    TREASURES,
    TURNS,
    Animal,
    Cell,
    Supply,
    Tile,
    Treasure,
)
from rules.indian_summer.components import cells as cells_of
from rules.indian_summer.moves import (
    BUSH,
    BerryFrom,
    ChooseSide,
    End,
    EndTurn,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    Side,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.shapes import FULL, Bits, spots
from rules.indian_summer.state import Player, SummerState
from rules.indian_summer.view import Phase
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from rules.indian_summer.table import Table

Board: TypeAlias = "SummerState | Table"
"""A match, at rest or in the middle of a move."""


def legal_moves(state: SummerState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if state.due is not None or state.phase is Phase.OVER or seat < 0:
        return ()
    if state.phase is Phase.SIDES:
        return _SIDES if state.sides[seat] is None else ()
    if seat != state.active:
        return ()
    player = state.players[seat]
    if state.phase is Phase.SCORED:
        return _NEXT
    if state.phase is Phase.REFILL:
        return tuple(_refill(end) for end in ends(state, PATH))
    if state.task is not None:
        return _task_moves(state, player)
    full = player.covered == FULL
    found = [] if state.main_done or full else _main_actions(state, player)
    found += _special_actions(state, player)
    if state.main_done or full:  # IS-TURN-3, IS-TURN-4
        found.append(_END)
    return tuple(found)


def preparable(state: SummerState, seat: Seat) -> Sequence[Move]:
    """Return the leaf moves of a seat whose turn it is not, on its own floor, sorted.

    They are made from what that seat may know: the running turn is not known to it.
    """
    table = state.public
    if table.due is not None or table.phase is not Phase.TURN:
        return ()
    if not 0 <= seat < table.seats or seat == table.active:
        return ()
    if table.ending and (seat - table.start) % table.seats < _position(table):
        return ()  # it has had its last turn
    player = table.players[seat]
    return leaf_moves(tuple(sorted(player.path)), player.covered)


def _position(state: SummerState) -> int:
    return (state.active - state.start) % state.seats


def _main_actions(state: SummerState, player: Player) -> list[Move]:
    """Return what a main action can begin with (IS-TURN-5)."""
    covered = player.covered
    _, _, mushrooms, feathers = player.supply
    found: list[Move] = [*leaf_moves(tuple(sorted(player.path)), covered), *_squirrels(covered)]
    if feathers and can_feather(player):
        found.append(_FEATHER)
    if mushrooms:
        for pair in pairs(state):
            if any(fits(tile.drawing, covered) for tile in first_tiles(state, pair)):
                found.append(_mushroom(pair))
    return found


def _special_actions(state: Board, player: Player) -> list[Move]:
    """Return what can be done before and after the main action (IS-TURN-2)."""
    berries, nuts, _, _ = player.supply
    found: list[Move] = []
    if berries and len(player.path) < MOST:
        if state.solo:
            found += (_berry_from(end) for end in ends(state, missing(player)))
        elif state.common:
            found.append(_BERRY)
    if nuts:
        found += _nuts(player.covered)
    found += animal_moves(player.holes & ~player.tokens, state.stock)
    found += swaps(player.supply)
    return found


def _task_moves(state: SummerState, player: Player) -> Sequence[Move]:
    """Return how a Feather or a Mushroom can go on (IS-FEA-1, IS-MUSH-2)."""
    task = state.task
    assert task is not None
    path = tuple(sorted(player.path))
    if task.spent is Treasure.FEATHER:
        return leaf_moves(path, player.covered) if task.placed else first_leaves(path, player)
    tiles = tuple(sorted(task.tiles))
    found: list[Move] = list(leaf_moves(tiles, player.covered))
    return (*found, *(_forgo(tile) for tile in tiles if not fits(tile.drawing, player.covered)))


def is_stuck(state: Board) -> bool:
    """True if the active player can do nothing but end the turn."""
    player = state.players[state.active]
    return not swaps(player.supply) and not _special_actions(state, player)


# Leaf tiles


@cache
def _placements(tile: Tile) -> tuple[tuple[Bits, tuple[tuple[Bits, Leaf], ...]], ...]:
    """Return all placements on an empty floor by hole, sorted: spaces covered, and the move."""
    by_hole: dict[Cell, list[tuple[Bits, Leaf]]] = {}
    for (hole, turn), bits in spots(tile.drawing).items():
        leaf = Leaf(tile, CELLS[hole], TURNS[turn])
        by_hole.setdefault(CELLS[hole], []).append((bits, leaf))
    return tuple((hole.bit, tuple(by_hole[hole])) for hole in sorted(by_hole))


@lru_cache(maxsize=2048)
def leaves(tile: Tile, covered: Bits) -> tuple[Leaf, ...]:
    """Return the placements of a tile, sorted: on any empty spaces (IS-LEAF-1, IS-LEAF-3)."""
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


def first_leaves(path: tuple[Tile, ...], player: Player) -> tuple[Leaf, ...]:
    """Return the placements of a first tile that leave room for a second one (IS-FEA-1)."""
    return _first_leaves(path, player.covered)


@lru_cache(maxsize=256)
def _first_leaves(path: tuple[Tile, ...], covered: Bits) -> tuple[Leaf, ...]:
    found: list[Leaf] = []
    for tile in path:
        others = tuple(sorted({other.drawing for other in path if other is not tile}))
        if any(_always_room(tile, other, covered) for other in others):
            found += leaves(tile, covered)
        else:
            found += (leaf for leaf in leaves(tile, covered) if has_room(others, covered, leaf))
    return tuple(found)


def has_room(drawings: Sequence[str], covered: Bits, leaf: Leaf) -> bool:
    """True if a tile of any of these kinds still fits once `leaf` is placed on a floor."""
    squares = leaf.squares
    return any(not bits & squares for drawing in drawings for bits in fits(drawing, covered))


def _always_room(tile: Tile, other: str, covered: Bits) -> bool:
    """True if `other` fits wherever `tile` is placed.

    A square stands in the way of one placement of `other` for each of its squares and ways to lie.
    """
    example = _OF_KIND[other]
    return len(fits(other, covered)) > tile.size * example.size * example.ways


def can_feather(player: Player) -> bool:
    """True if two tiles of the path can be placed (IS-FEA-1)."""
    return bool(_first_leaves(tuple(sorted(player.path)), player.covered))


# Sources of tiles


def pairs(state: Board) -> tuple[Sources, ...]:
    """Return from where a Mushroom can take tiles, sorted (IS-MUSH-1, -4, -5; IS-SOLO-5)."""
    if state.solo:
        found = ends(state, 1)
        tops = tuple(end for end in found if end.is_top)
        bottoms = tuple(end for end in found if not end.is_top)
        return _pairs_between(tops, bottoms) if tops and bottoms else _pairs_of(tops + bottoms, 1)
    others = [s for s, p in enumerate(state.players) if s != state.active and p.path]
    places = [SEAT_MARKS[seat].letter for seat in others]
    if state.seats == 2 and state.common:
        places.append(BUSH)
    return _pairs_of(tuple(places), 2)


@cache
def _pairs_between(tops: tuple[End, ...], bottoms: tuple[End, ...]) -> tuple[Sources, ...]:
    return tuple(sorted(Sources.of(*pair) for pair in product(tops, bottoms)))


@cache
def _pairs_of(places: tuple[str, ...], count: int) -> tuple[Sources, ...]:
    """Return all choices of so many places, or of one if there are no more."""
    choices = combinations(places, min(count, len(places))) if places else ()
    return tuple(sorted(Sources.of(*pair) for pair in choices))


def first_tiles(state: Board, pair: Sources) -> tuple[Tile, ...]:
    """Return the tiles that lie first at some sources; assumes there are such."""
    return tuple(first_tile(state, place) for place in pair.places)


def first_tile(state: Board, place: str) -> Tile:
    """Return the tile that lies first at a source."""
    if place == BUSH:
        return state.common[0]
    if place in _SEAT_OF:
        return state.players[_SEAT_OF[place]].path[0]
    row = state.top if End(place).is_top else state.bottom
    return row[0] if End(place).is_left else row[-1]


def ends(state: Board, need: int) -> tuple[End, ...]:
    """Return the ends from which `need` tiles can be taken in the solo game, sorted.

    If a path holds no more than are needed, both ends give the same: the left one stands for it.
    """
    found = []
    if state.bottom:
        found.append(End.BOTTOM_LEFT)
        if len(state.bottom) > need:
            found.append(End.BOTTOM_RIGHT)
    if state.top:
        found.append(End.TOP_LEFT)
        if len(state.top) > need:
            found.append(End.TOP_RIGHT)
    return tuple(found)


def missing(player: Player) -> int:
    """Return how many tiles a Berry brings: up to five, or a sixth (IS-BER-1, IS-PATH-6)."""
    return max(PATH - len(player.path), 1)


# Animals, exchanges, single spaces


@cache
def _animals_by_first() -> tuple[tuple[tuple[Bits, PlaceAnimal], ...], ...]:
    """Return by number of the first square: what animals laid there cover, and the moves."""
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
            for cell in cells_of(holes)
            for bits, move in by_first[cell.number]
            if not bits & ~holes
        )
    )


def animal_moves(holes: Bits, stock: tuple[int, ...]) -> Sequence[PlaceAnimal]:
    """Return the animals that can be placed over empty holes, sorted (IS-ANI-1, IS-ANI-2).

    Neither borders of areas nor whether these are complete plays a part (IS-ANI-3).
    """
    found = _animals_on(holes)
    if not found:
        return found
    return [move for move in found if stock[RANK[move.animal]]]


@lru_cache(maxsize=1024)
def swaps(supply: Supply) -> tuple[Swap, ...]:
    """Return the exchanges that a supply allows, sorted (IS-EXC-1)."""
    return tuple(swap for swap, (give, rate) in _RATES.items() if supply[give] >= rate)


def rate(give: Treasure, get: Treasure) -> int:
    """Return how many of a treasure buy one of another; 0 if that is no exchange (IS-EXC-1)."""
    step = get.rank - give.rank
    return 2 if step == 1 else 1 if step < 0 else 0


@lru_cache(maxsize=512)
def _squirrels(covered: Bits) -> tuple[Squirrel, ...]:
    return tuple([move for bit, move in _SQUIRRELS if not bit & covered])


@lru_cache(maxsize=512)
def _nuts(covered: Bits) -> tuple[SpendNut, ...]:
    return tuple([move for bit, move in _NUTS if not bit & covered])


@cache
def _mushroom(pair: Sources) -> SpendMushroom:
    return SpendMushroom(pair)


@cache
def _forgo(tile: Tile) -> Forgo:
    return Forgo(tile)


@cache
def _berry_from(end: End) -> BerryFrom:
    return BerryFrom(end)


@cache
def _refill(end: End) -> Refill:
    return Refill(end)


RANK: Final = {animal: number for number, animal in enumerate(Animal)}
"""The place of an animal in the stock."""
_SQUIRRELS: Final = tuple((cell.bit, Squirrel(cell)) for cell in sorted(CELLS))
_NUTS: Final = tuple((cell.bit, SpendNut(cell)) for cell in sorted(CELLS))
_OF_KIND: Final = {tile.drawing: tile for tile in TILES}
_SEAT_OF: Final = {mark.letter: seat for seat, mark in enumerate(SEAT_MARKS)}
_FEATHER: Final = SpendFeather()
_BERRY: Final = SpendBerry()
_END: Final = EndTurn()
_NEXT: Final = (NextGame(),)
_SIDES: Final = tuple(map(ChooseSide, Side))
_RATES: Final = {
    Swap(give, get): (give.rank, rate(give, get))
    for give, get in product(sorted(TREASURES), repeat=2)
    if rate(give, get)
}
"""The exchanges, sorted: the rank of what is given, and how many of it."""
