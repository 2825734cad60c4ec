"""The draws of chance, in which unseen tiles are equally likely."""

from __future__ import annotations

from random import Random

from rules.indian_summer.components import (
    COMMON,
    DEALT,
    FLOOR_IDS,
    PATH,
    SOLO_PATH,
    SOLO_STACK,
    FloorId,
    Tile,
)
from rules.indian_summer.moves import Deal, FloorIds, Side, Tiles, TopUp
from rules.indian_summer.state import Due, SummerState
from rules.protocol import Move


def top_up_due(state: SummerState) -> int:
    """Return how many tiles the common path gets (IS-PATH-4, ruling A-03)."""
    return min(COMMON - len(state.common), len(state.unseen))


def draw(state: SummerState, rng: Random) -> Move:
    """Return what chance does now."""
    if state.due is Due.TOP_UP:
        return TopUp(Tiles(rng.sample(state.unseen, top_up_due(state))))
    if state.solo:
        return _deal_solo(state, rng)
    seats = state.seats
    start = rng.sample(range(seats), 1)[0]
    by_colour = [
        rng.sample([tile for tile in state.unseen if tile.colour is colour], count * seats)
        for colour, count in DEALT.items()
    ]
    paths = [
        tile
        for seat in range(seats)
        for tiles in by_colour
        for tile in tiles[seat * len(tiles) // seats : (seat + 1) * len(tiles) // seats]
    ]
    rest = [tile for tile in state.unseen if tile not in set(paths)]
    common = rng.sample(rest, COMMON)
    return Deal(start, _floors(seats, rng), Tiles(paths), Tiles(common))


def _floors(seats: int, rng: Random) -> FloorIds:
    """Return a board for each seat, and which side is up."""
    boards = rng.sample(sorted({floor.board for floor in FLOOR_IDS}), seats)
    sides = [rng.sample(tuple(Side), 1)[0] for _ in range(seats)]
    return FloorIds(FloorId(f"F{board}{side}") for board, side in zip(boards, sides, strict=True))


def _deal_solo(state: SummerState, rng: Random) -> Deal:
    """Deal a stack: five tiles for the player, then the two paths (ruling A-17).

    The Top Path is dealt before the Bottom Path. The floor stays the same for all games of a series
    (ruling A-18).
    """
    stack = rng.sample(state.unseen, SOLO_STACK)
    floors = FloorIds((state.players[0].floor,)) if state.results else _floors(1, rng)
    return Deal(0, floors, Tiles(stack[:PATH]), Tiles(stack[PATH:]))


def can_be_drawn(state: SummerState, move: Move) -> bool:
    """True if chance can draw this now; only a tampered log could hold anything else."""
    match move:
        case TopUp(tiles):
            fits = state.due is Due.TOP_UP and len(tiles) == top_up_due(state)
            return fits and _unseen(state, tiles)
        case Deal():
            return state.due is Due.DEAL and _fits_deal(state, move)
    return False


def _unseen(state: SummerState, tiles: tuple[Tile, ...]) -> bool:
    return len(set(tiles) & set(state.unseen)) == len(tiles)


def _fits_deal(state: SummerState, move: Deal) -> bool:
    seats = state.seats
    open_tiles = 2 * SOLO_PATH if state.solo else COMMON
    return (
        0 <= move.start < seats
        and len({floor.board for floor in move.floors}) == len(move.floors) == seats
        and len(move.paths) == PATH * seats
        and len(move.common) == open_tiles
        and _unseen(state, (*move.paths, *move.common))
        and (not state.results or move.floors[0] == state.players[0].floor)
        and (state.solo or _fits_colours(move.paths))
    )


def _fits_colours(paths: tuple[Tile, ...]) -> bool:
    colours = [colour for colour, count in DEALT.items() for _ in range(count)]
    return all(tile.colour is colours[n % PATH] for n, tile in enumerate(paths))
