"""Shared by Lodge's picture tests: random matches, and made-up tables."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, cast

from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    FLOORS,
    GUESTS,
    AmenityId,
    Cell,
    Guest,
    Slot,
)
from rules.lodge.moves import Build, CheckIn, Furnish
from rules.lodge.view import Change, Host, LodgeView, Phase, PlayerView, TileView
from rules.protocol import CHANCE, WATCHER
from rules.registry import get

LODGE: Final = get("lodge")
NAMES: Final = {
    0: "Ada",
    1: "Bartłomiej Brzęczyszczykiewicz-Wąchocki 🎲🎲",
    2: "🦊 狐",
    3: "Дмитрий_the **Great** ŻÓŁĆ",
}
_TILES: Final = tuple(map(AmenityId, AMENITIES))


@cache
def states(seats: int, seed: int) -> tuple[object, ...]:
    """Return the states of a match in which a player decides, and the end.

    Most moves are big ones.
    """
    rng = Random(seed)
    state = LODGE.initial_state(seats, frozenset())
    found = []
    while actors := LODGE.to_act(state):
        seat = min(actors)
        if seat == CHANCE:
            move = LODGE.chance_move(state, rng)
        else:
            found.append(state)
            moves = list(LODGE.legal_moves(state, seat))
            kinds = (CheckIn, Furnish) if rng.random() < 0.12 else (CheckIn, Build)
            busy = [move for move in moves if isinstance(move, kinds)]
            move = rng.choice(busy if busy and rng.random() < 0.9 else moves)
        state = LODGE.apply(state, seat, move).state
    return (*found, state)


def seen(state: object, seat: int = WATCHER) -> LodgeView:
    """Return how a state looks to a seat."""
    return cast("LodgeView", LODGE.view(state, seat))


def waiting(state: object) -> frozenset[int]:
    """Return the seats to act, without chance."""
    return frozenset(seat for seat in LODGE.to_act(state) if seat >= 0)


def made_up(
    seats: int, columns: int = 7, phase: Phase = Phase.BUILD, seat: int = WATCHER
) -> LodgeView:
    """Return a full table not made by the engine, which only this file can change."""
    active = None if phase in (Phase.SETUP, Phase.OVER) else seats - 1
    players = tuple(_player(n, columns) for n in range(seats))
    mine = players[seats - 1].columns
    waiting_guests = (GUESTS[3], GUESTS[17], None, GUESTS[41])
    return LodgeView(
        seat=seat, seats=seats, phase=phase, drawing=False, active=active, turn=13,
        turns=20 if seats == 1 else 0, ending=0 if seats % 2 == 0 else None,
        order=(*range(1, seats), 0),
        display=tuple(None if n % 5 == 3 else COLOURS[n * 3 % 5] for n in range(16)),
        guests=waiting_guests, shared=(COLOURS[1],) if seats != 2 else (),
        amenities=(_TILES[13], _TILES[10], _TILES[17], None), rooms_left=(9, 8, 7, 6, 5),
        guests_left=23, amenities_left=4, display_used=False, valet_used=False,
        cells=_free(mine) if active is not None else (),
        hosts=_hosts(mine, (GUESTS[3], GUESTS[41], GUESTS[17])) if active is not None else (),
        fits=_hosts(mine, (GUESTS[3], GUESTS[41], GUESTS[17])) if active is not None else (),
        players=players,
        last=Change(),
        recent=Change(((seats - 1, Cell(1, 1)), (0, Cell(0, 1))), (Slot(2, 3),), (GUESTS[17],),
                      (_TILES[10],)),
        title=None,
    )  # fmt: skip


def _player(seat: int, columns: int) -> PlayerView:
    stacks = tuple(
        tuple(_tile(seat, Cell(n, floor)) for floor in range(1, _tall(n + seat) + 1))
        for n in range(columns)
    )
    guests = [tile for stack in stacks for tile in stack if tile.guest is not None]
    of_guests = sum(tile.points for tile in guests)
    met = sum(tile.points for stack in stacks for tile in stack if tile.met)
    return PlayerView(
        seat=seat, position=seat + 1, columns=stacks,
        valet=None if seat == 2 else GUESTS[seat * 11], token=seat % 2 == 0,
        guests=min(12, len(guests)), guest_points=of_guests,
        amenity_points=met, points=of_guests + met, turns=12,
    )  # fmt: skip


def _tall(column: int) -> int:
    return (4, 4, 3, 2, 3, 1, 2)[column % 7]


def _tile(seat: int, cell: Cell) -> TileView:
    n = seat * 7 + cell.column * 3 + cell.floor
    if n % 6 == 4:
        key = _TILES[n % len(_TILES)]
        met = n % 4 == 0
        points = AMENITIES[key].points if met else 0
        return TileView(cell, None, None, key, points, met, 2 + n % 12, 4)
    colour = COLOURS[n % 5]
    if n % 3:
        return TileView(cell, colour, None, None, 0, False, 0, 0)
    fitting = [guest for guest in GUESTS if colour in (guest.first, guest.second)]
    guest = fitting[n * 5 % len(fitting)]
    points = 2 + (cell.floor if guest.floor == cell.floor else 0)
    return TileView(cell, colour, guest, None, points, False, 0, 0)


def _free(columns: tuple[tuple[TileView, ...], ...]) -> tuple[Cell, ...]:
    tops = (Cell(n, len(stack) + 1) for n, stack in enumerate(columns) if len(stack) < FLOORS)
    return (*tops, Cell(len(columns), 1))


def _hosts(
    columns: tuple[tuple[TileView, ...], ...], guests: tuple[Guest, ...]
) -> tuple[Host, ...]:
    empty = [tile.cell for stack in columns for tile in stack if tile.colour and not tile.guest]
    return tuple(
        Host(guest, cell, 2 + (cell.floor if cell.floor == guest.floor else 0))
        for n, guest in enumerate(guests)
        for cell in empty[: 9 - 4 * n]
    )
