"""Which moves are legal: all of a seat, sorted, or a single one.

Both ask the same: where a tile can go (`free_places`, `next_floor`), who can be placed
(`placeable`), and which rooms are empty and next to each other (`hosts_among`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from rules.lodge.building import (
    HEIGHT,
    beside,
    can_host,
    cell_of,
    free_places,
    hosts_among,
    is_host,
    next_floor,
    places_in,
    row,
    shades,
)
from rules.lodge.components import (
    AMENITIES,
    DISPLAY_SLOTS,
    FLOORS,
    GUESTS,
    SLOTS,
    SOLO_TURNS,
    Guest,
)
from rules.lodge.draft import Table
from rules.lodge.draws import can_be_drawn
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
from rules.lodge.state import LodgeState, Player
from rules.lodge.view import LodgeView, Phase
from rules.protocol import CHANCE, Move, StandingAnswer
from rules.text import Seat, t

P = TypeVar("P")
W = TypeVar("W")


class _Made(dict[int, Move]):
    """Moves of a kind with one piece, by place or column, made when first listed.

    Lists are made anew in every position, but hold the same few moves again and again.
    """

    def __init__(self, kind: Callable[[P, W], Move], piece: P, where: Callable[[int], W]) -> None:
        self._make: Callable[[int], Move] = lambda number: kind(piece, where(number))

    def __missing__(self, number: int) -> Move:
        made = self[number] = self._make(number)
        return made


_SETUP, _BUILD, _GUESTS, _VALET, _OVER = Phase  # names are looked up ten times as fast
_BUILDS: Final = tuple(_Made(Build, slot, Column) for slot in DISPLAY_SLOTS)
_FURNISHES: Final = {it.id: _Made(Furnish, it.id, cell_of) for it in AMENITIES.values()}
_CHECK_INS: Final = {guest: _Made(CheckIn, guest, cell_of) for guest in GUESTS}
_VALETS: Final = {guest: Valet(guest) for guest in GUESTS}
_TOKENS: Final = tuple(map(RefreshRooms, range(1, FLOORS + 1)))
_REFRESH: Final = RefreshGuests()
_END: Final = EndTurn()


def legal_moves(state: LodgeState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if state.due is not None or state.phase is _OVER or seat != state.active:
        return ()
    if state.phase is _VALET:
        return tuple(_VALETS[guest] for guest in sorted(filter(None, state.guests)))
    player = state.players[seat]
    if state.phase is _BUILD:
        return (*builds(state, player), *free_actions(state, player))
    return (*_check_ins(state, player), *free_actions(state, player), _END)


def builds(table: Table, player: Player) -> list[Move]:
    """Return all builds: rooms on their floors (LD-ROOM-3), amenities anywhere."""
    places = free_places(player.columns)
    columns: list[list[int]] = [[] for _ in range(FLOORS)]
    for place in places:
        columns[place % HEIGHT].append(place // HEIGHT)
    found: list[Move] = [
        _BUILDS[index][column]
        for index, room in enumerate(table.display)
        if room is not None
        for column in columns[index // SLOTS]
    ]
    for tile in sorted(filter(None, table.amenities)):
        made = _FURNISHES[tile]
        found += [made[place] for place in places]
    return found


def _check_ins(state: LodgeState, player: Player) -> list[Move]:
    found: list[Move] = []
    around = beside(player.empty)
    for guest in sorted(placeable(state, player)):
        if hosts := hosts_among(player.empty, around, guest):
            made = _CHECK_INS[guest]
            found += [made[place] for place in places_in(hosts)]
    return found


def free_actions(table: Table, player: Player) -> list[Move]:
    """Return what may be done at any time of a turn (LD-TURN-3).

    It may be repeated (LD-GREF-5). The token serves floors with a room (ruling R13), and the guests
    may be fewer than four (ruling R15). Nothing of it is possible while the valet chooses
    (ruling R16), nor once a turn ends (ruling R17).
    """
    found: list[Move] = []
    if shades(table.guests):
        found.append(_REFRESH)
    if player.token:
        found += [move for move in _TOKENS if any(row(table.display, move.floor))]
    return found


def placeable(table: Table, player: Player) -> list[Guest]:
    """Return the guests that may still be placed in this turn (LD-GUEST-1).

    They may be placed in either order (ruling R18), and none has to be (ruling R27).
    """
    found = [] if table.display_used else [guest for guest in table.guests if guest is not None]
    if player.valet is not None and not table.valet_used:
        found.append(player.valet)
    return found


def is_stuck(table: Table, player: Player) -> bool:
    """True if nothing useful is left to do in this turn (LD-TURN-4).

    In the last turn of all nobody builds after the Refresh Token was used, and new guests are of
    no use once one was placed from the display.
    """
    useful = table.version < 2 or not is_last_of_all(table)
    if player.token and useful and (table.version < 2 or any(table.display)):
        return False
    if (useful or not table.display_used) and shades(table.guests):
        return False
    return not can_host(player.empty, placeable(table, player))


def is_last_of_all(table: Table) -> bool:
    """True if the match ends with this turn (LD-END-2, LD-SOLO-3)."""
    if table.ending is None:
        return table.turn == SOLO_TURNS and len(table.players) == 1  # LD-SOLO-1
    return table.position == len(table.players) - 1


def can_build(table: Table, player: Player, ways: int = 1) -> bool:
    """True if there are so many ways to build, or more (LD-TURN-5); nothing is listed."""
    found = len(table.amenities) - table.amenities.count(None)
    if found >= ways:  # an amenity always has a cell
        return True
    if SLOTS - row(table.display, 1).count(None) >= ways:  # nor is there an end to the right
        return True
    floors = [place % HEIGHT + 1 for place in free_places(player.columns)]
    rooms = [SLOTS - row(table.display, floor).count(None) for floor in floors]
    return found * len(floors) + sum(rooms) >= ways


def is_legal(state: LodgeState, seat: Seat, move: Move) -> bool:
    """True if `seat`, or CHANCE, may make `move` now; nothing is listed for it."""
    if seat == CHANCE:
        return can_be_drawn(state, move)
    if state.due is not None or state.phase is _OVER or seat != state.active:
        return False
    player = state.players[seat]
    if state.phase is _VALET:
        return isinstance(move, Valet) and move.guest in state.guests
    if state.phase is _BUILD:
        return _can_be_built(state, player, move) or _is_free_action(state, player, move)
    match move:
        case CheckIn(guest, cell):
            return guest in placeable(state, player) and is_host(player.empty, guest, cell)
        case EndTurn():
            return True
    return _is_free_action(state, player, move)


def _can_be_built(state: LodgeState, player: Player, move: Move) -> bool:
    """True if the piece is on offer and fits; a cell may be named for its column."""
    match move:
        case Build(slot, Column(number, floor)):
            offered = state.display[slot.index] is not None and floor in (None, slot.floor)
            return offered and next_floor(player.columns, number) == slot.floor
        case Furnish(tile, cell):
            fits = next_floor(player.columns, cell.column) == cell.floor
            return fits and tile in state.amenities
    return False


def _is_free_action(state: LodgeState, player: Player, move: Move) -> bool:
    match move:
        case RefreshGuests():
            return bool(shades(state.guests))
        case RefreshRooms(floor):
            return player.token and 1 <= floor <= FLOORS and any(row(state.display, floor))
    return False


def _end(view: LodgeView, moves: Sequence[Move]) -> Move | None:
    """Return the end of the turn if nothing but the Refresh Token is left (LD-TURN-4)."""
    only_the_token = all(isinstance(move, EndTurn | RefreshRooms) for move in moves)
    return next((m for m in moves if isinstance(m, EndTurn)), None) if only_the_token else None


def _has_token(view: LodgeView) -> bool:
    """True while the seat's token is unspent; it never comes back (LD-TOK-1)."""
    return view.players[view.seat].token


STANDING: Final = (
    StandingAnswer("end", t("End my turn if I could only use the Refresh Token"), _end, _has_token),
)
