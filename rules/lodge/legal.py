"""The legal moves of a seat, sorted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from rules.lodge.building import Columns, Display, can_host, columns_for, free_cells, hosts, row
from rules.lodge.components import (
    DISPLAY_SLOTS,
    FLOORS,
    SLOTS,
    AmenityId,
    Cell,
    Floor,
    Guest,
)
from rules.lodge.moves import (
    Build,
    CheckIn,
    Column,
    EndTurn,
    Furnish,
    RefreshGuests,
    RefreshRooms,
    Valet,
)
from rules.lodge.state import LodgeState, is_last_of_all, shared_colours, waiting
from rules.lodge.view import LodgeView, Phase
from rules.protocol import Move, StandingAnswer
from rules.text import Seat, t

_REFRESH: Final = RefreshGuests()
_END: Final = EndTurn()


def legal_moves(state: LodgeState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if state.due is not None or state.phase is Phase.OVER or seat != state.active:
        return ()
    if state.phase is Phase.VALET:
        return tuple(_valet(guest) for guest in sorted(waiting(state)))
    found: list[Move] = []
    if state.phase is Phase.BUILD:
        columns = state.players[seat].columns
        found += _builds(state.display, columns)
        for tile in sorted(tile for tile in state.amenities if tile is not None):
            found += _furnishes(tile, columns)
    else:
        for guest in placeable(state):
            found += _check_ins(guest, state.players[seat].columns)
    found += _free_actions(state, seat)
    if state.phase is Phase.GUESTS:
        found.append(_END)
    return tuple(found)


def _free_actions(state: LodgeState, seat: Seat) -> list[Move]:
    """Return what may be done at any time of a turn (LD-TURN-3).

    It may be repeated (LD-GREF-5). The token serves floors with a room (ruling R13), and the guests
    may be fewer than four (ruling R15). Nothing of it is possible while the valet chooses
    (ruling R16), nor once a turn ends (ruling R17).
    """
    found: list[Move] = []
    if shared_colours(waiting(state)):
        found.append(_REFRESH)
    if state.players[seat].token:
        floors = range(1, FLOORS + 1)
        found += [_token(floor) for floor in floors if any(row(state.display, floor))]
    return found


def placeable(state: LodgeState) -> list[Guest]:
    """Return the guests that may still be placed in this turn, sorted (LD-GUEST-1).

    They may be placed in either order (ruling R18), and none has to be (ruling R27).
    """
    found = [] if state.display_used else list(waiting(state))
    valet = state.players[state.active].valet
    if valet is not None and not state.valet_used:
        found.append(valet)
    return sorted(found)


def is_stuck(state: LodgeState) -> bool:
    """True if nothing useful is left to do in this turn (LD-TURN-4).

    In the last turn of all nobody builds after the Refresh Token was used, and new guests are of
    no use once one was placed from the display.
    """
    player = state.players[state.active]
    if can_host(player.columns, placeable(state)):
        return False
    shared = bool(shared_colours(waiting(state)))
    if state.version < 2:
        return not (player.token or shared)
    last = is_last_of_all(state)
    token = player.token and any(state.display) and not last
    return not (token or (shared and not (last and state.display_used)))


def _builds(display: Display, columns: Columns) -> Iterator[Build]:
    """Yield the rooms and columns that fit (LD-ROOM-1 to LD-ROOM-3)."""
    for index, room in enumerate(display):
        if room is not None:
            yield from _builds_at(index, columns_for(columns, index // SLOTS + 1))


@lru_cache(maxsize=8192)
def _builds_at(index: int, columns: tuple[int, ...]) -> tuple[Build, ...]:
    return tuple(Build(DISPLAY_SLOTS[index], Column(column)) for column in columns)


@lru_cache(maxsize=4096)
def _furnishes(tile: AmenityId, columns: Columns) -> tuple[Furnish, ...]:
    return tuple(Furnish(tile, cell) for cell in free_cells(columns))


@lru_cache(maxsize=4096)
def _check_ins(guest: Guest, columns: Columns) -> tuple[CheckIn, ...]:
    return tuple(_check_in(guest, cell) for cell in hosts(columns, guest))


@lru_cache(maxsize=8192)
def _check_in(guest: Guest, cell: Cell) -> CheckIn:
    return CheckIn(guest, cell)


@cache
def _valet(guest: Guest) -> Valet:
    return Valet(guest)


@cache
def _token(floor: Floor) -> RefreshRooms:
    return RefreshRooms(floor)


def _end(view: LodgeView, moves: Sequence[Move]) -> Move | None:
    """Return the end of the turn if nothing but the Refresh Token is left (LD-TURN-4)."""
    only_the_token = all(isinstance(move, EndTurn | RefreshRooms) for move in moves)
    return next((m for m in moves if isinstance(m, EndTurn)), None) if only_the_token else None


STANDING: Final = (
    StandingAnswer("end", t("End my turn if I could only use the Refresh Token"), _end),
)
