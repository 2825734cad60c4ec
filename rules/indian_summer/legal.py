"""The legal moves of a seat, sorted, and where tiles can be taken from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, TypeAlias

from rules.indian_summer.components import (
    MOST,
    PATH,
    SEAT_MARKS,
    TREASURES,
    Supply,
    Tile,
    Treasure,
)
from rules.indian_summer.forest.places import (
    animal_moves,
    first_leaves,
    fits,
    leaf_moves,
    nuts,
    squirrels,
)
from rules.indian_summer.forest.shapes import FULL, Bits
from rules.indian_summer.moves import (
    BUSH,
    BerryFrom,
    ChooseSide,
    End,
    EndTurn,
    Forgo,
    NextGame,
    Refill,
    Side,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    Swap,
)
from rules.indian_summer.state import Player, SummerState
from rules.indian_summer.view import Phase, PlayerView
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from rules.indian_summer.draft import Draft
    from rules.indian_summer.view import SummerView

Board: TypeAlias = "SummerState | Draft"
"""A match, at rest or in the middle of a move."""
Table: TypeAlias = "Board | SummerView"
"""The same, or what a seat may know of it."""

_SEAT_OF: Final = {mark.letter: seat for seat, mark in enumerate(SEAT_MARKS)}
_FEATHER: Final = SpendFeather()
_BERRY: Final = SpendBerry()
_END: Final = EndTurn()
_NEXT: Final = (NextGame(),)
_SIDES: Final = tuple(map(ChooseSide, Side))


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
    if state.main_done or full:  # IS-TURN-3, IS-TURN-4, ruling A-06
        found.append(_END)
    return tuple(found)


def preparable(state: SummerState, seat: Seat) -> Sequence[Move]:
    """Return the leaf moves a waiting seat can prepare on its own floor, sorted.

    They depend only on what that seat may know, so not on the running turn.
    """
    table = state.public
    if table.due is not None or table.phase is not Phase.TURN:
        return ()
    if not 0 <= seat < table.seats or seat == table.active:
        return ()
    if table.ending and (seat - table.start) % table.seats < _position(table):
        return ()  # it has already had its last turn
    player = table.players[seat]
    return leaf_moves(tuple(sorted(player.path)), player.covered)


def _position(state: SummerState) -> int:
    return (state.active - state.start) % state.seats


def _main_actions(state: SummerState, player: Player) -> list[Move]:
    """Return what a main action can begin with (IS-TURN-5).

    That includes any tile of the path (ruling A-02).
    """
    covered = player.covered
    _, _, mushrooms, feathers = player.supply
    path = tuple(sorted(player.path))
    found: list[Move] = [*leaf_moves(path, covered), *squirrels(covered)]
    if feathers and can_feather(player):
        found.append(_FEATHER)
    if mushrooms:
        found += map(_mushroom, fitting_pairs(state, covered))
    return found


def fitting_pairs(state: Table, covered: Bits) -> Iterator[Sources]:
    """Yield a Mushroom's sources with a tile that fits a floor, sorted (IS-MUSH-2)."""
    for pair in pairs(state):
        if any(fits(tile.drawing, covered) for tile in first_tiles(state, pair)):
            yield pair


def _special_actions(state: Board, player: Player) -> list[Move]:
    """Return what can be done around the main action (IS-TURN-2, ruling A-05)."""
    found: list[Move] = []
    if can_berry(state, player):
        if state.solo:
            found += (_berry_from(end) for end in ends(state, missing(player)))
        else:
            found.append(_BERRY)
    if player.supply[Treasure.NUT.rank]:
        found += nuts(player.covered)
    found += animal_moves(player.holes & ~player.tokens, state.stock)
    found += swaps(player.supply)
    return found


def _task_moves(state: Board, player: Player) -> Sequence[Move]:
    """Return how a Feather or a Mushroom can go on (IS-FEA-1, IS-MUSH-2, ruling A-13)."""
    task = state.task
    assert task is not None
    path = tuple(sorted(player.path))
    if task.spent is Treasure.FEATHER:
        return (
            leaf_moves(path, player.covered) if task.placed else first_leaves(path, player.covered)
        )
    tiles = tuple(sorted(task.tiles))
    found: list[Move] = list(leaf_moves(tiles, player.covered))
    return (*found, *(_forgo(tile) for tile in tiles if not fits(tile.drawing, player.covered)))


def is_stuck(state: Board) -> bool:
    """True if the active player can only end the turn."""
    player = state.players[state.active]
    return not swaps(player.supply) and not _special_actions(state, player)


def forced(state: Board) -> Move | None:
    """Return the step that the active player need not be asked for, or None.

    It is a Mushroom's tile that fits nowhere, because it never will (IS-MUSH-2); or their only
    move, if that places something. The turn's end is the matter of `flow`.
    """
    player = state.players[state.active]
    if state.task is None:
        gaps = FULL & ~player.covered
        if state.main_done or gaps.bit_count() != 1 or not is_stuck(state):
            return None
        return squirrels(player.covered)[0]
    moves = _task_moves(state, player)
    unfit = next((move for move in moves if isinstance(move, Forgo)), None)
    return unfit or (moves[0] if len(moves) == 1 else None)


def can_berry(state: Table, player: Player | PlayerView) -> bool:
    """True if a Berry can be spent (IS-BER-1, IS-SOLO-4, IS-PATH-6)."""
    there = state.top or state.bottom if state.solo else state.common
    return bool(player.supply[Treasure.BERRY.rank] and len(player.path) < MOST and there)


def can_feather(player: Player | PlayerView) -> bool:
    """True if two tiles of the path can be placed (IS-FEA-1, ruling A-14)."""
    return bool(first_leaves(tuple(sorted(player.path)), player.covered))


def rate(give: Treasure, get: Treasure) -> int:
    """Return how many of a treasure buy one of another; 0 if they cannot (IS-EXC-1)."""
    step = get.rank - give.rank
    return 2 if step == 1 else 1 if step < 0 else 0


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


_RATES: Final = {
    Swap(give, get): (give.rank, rate(give, get))
    for give, get in product(sorted(TREASURES), repeat=2)
    if rate(give, get)
}
"""The exchanges, sorted: the rank of what is given, and how many of it."""


@lru_cache(maxsize=1024)
def swaps(supply: Supply) -> tuple[Swap, ...]:
    """Return the exchanges that a supply allows, sorted (IS-EXC-1)."""
    return tuple(swap for swap, (give, rate) in _RATES.items() if supply[give] >= rate)


# Where tiles are taken from


def pairs(state: Table) -> tuple[Sources, ...]:
    """Return the sources of a Mushroom, sorted (IS-MUSH-1, -4, -5; IS-SOLO-5).

    In the solo game they are one end of each path (ruling A-10).
    """
    if state.solo:
        found = ends(state, 1)
        tops = tuple(end for end in found if end.is_top)
        bottoms = tuple(end for end in found if not end.is_top)
        return _pairs_between(tops, bottoms) if tops and bottoms else _pairs_of(tops + bottoms, 1)
    others = [s for s in range(state.seats) if s != state.active and state.players[s].path]
    places = [SEAT_MARKS[seat].letter for seat in others]
    if state.seats == 2 and state.common:
        places.append(BUSH)
    return _pairs_of(tuple(places), 2)


@cache
def _pairs_between(tops: tuple[End, ...], bottoms: tuple[End, ...]) -> tuple[Sources, ...]:
    return tuple(sorted(Sources.of(*pair) for pair in product(tops, bottoms)))


@cache
def _pairs_of(places: tuple[str, ...], count: int) -> tuple[Sources, ...]:
    """Return all choices of `count` places, or of one if no more (ruling A-08)."""
    choices = combinations(places, min(count, len(places))) if places else ()
    return tuple(sorted(Sources.of(*pair) for pair in choices))


def first_tiles(state: Table, pair: Sources) -> tuple[Tile, ...]:
    """Return the tiles that lie first at some sources; assumes there are such."""
    return tuple(first_tile(state, place) for place in pair.places)


def first_tile(state: Table, place: str) -> Tile:
    """Return the tile that lies first at a source."""
    if place == BUSH:
        return state.common[0]
    if place in _SEAT_OF:
        return state.players[_SEAT_OF[place]].path[0]
    row = state.top if End(place).is_top else state.bottom
    return row[0] if End(place).is_left else row[-1]


def ends(state: Table, need: int) -> tuple[End, ...]:
    """Return the ends from which `need` tiles can be taken in the solo game, sorted.

    If a path holds no more than are needed, both ends are equal; the left one stands for both.
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


def missing(player: Player | PlayerView) -> int:
    """Return how many tiles a Berry brings: those missing of five, or one (IS-BER-1).

    On a full path that one is the sixth (IS-PATH-6).
    """
    return max(PATH - len(player.path), 1)
