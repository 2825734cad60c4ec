"""Which moves are legal: all of a seat, sorted, or a single one.

Both ask the same: where a tile can go (`free_places`, `next_floor`), who can be placed
(`placeable`), and which rooms are empty and next to each other (`hosts_among`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from rules.handlers import Handlers
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
    AmenityId,
    Guest,
    Slot,
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

M = TypeVar("M", bound=Move)


class _Made(dict[int, M], Generic[M]):
    """Moves of one kind with one piece by place or column, each made when it is first listed.

    Lists are made anew in every position, but hold the same few moves again and again.
    """

    def __init__(self, make: Callable[[int], M]) -> None:
        self._make = make

    def __missing__(self, place: int) -> M:
        made = self[place] = self._make(place)
        return made


def _builds_of(slot: Slot) -> _Made[Build]:
    return _Made(lambda column: Build(slot, Column(column)))


def _furnishes_of(tile: AmenityId) -> _Made[Furnish]:
    return _Made(lambda place: Furnish(tile, cell_of(place)))


def _check_ins_of(guest: Guest) -> _Made[CheckIn]:
    return _Made(lambda place: CheckIn(guest, cell_of(place)))


_BUILDS: Final = tuple(map(_builds_of, DISPLAY_SLOTS))
_FURNISHES: Final = {tile: _furnishes_of(AmenityId(tile)) for tile in AMENITIES}
_CHECK_INS: Final = {guest: _check_ins_of(guest) for guest in GUESTS}
_VALETS: Final = {guest: Valet(guest) for guest in GUESTS}
_TOKENS: Final = tuple(map(RefreshRooms, range(1, FLOORS + 1)))
_REFRESH: Final = RefreshGuests()
_END: Final = EndTurn()


def legal_moves(state: LodgeState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if state.due is not None or state.phase is Phase.OVER or seat != state.active:
        return ()
    if state.phase is Phase.VALET:
        return tuple(_VALETS[guest] for guest in sorted(filter(None, state.guests)))
    player = state.players[seat]
    if state.phase is Phase.BUILD:
        return (*builds(state, player), *free_actions(state, player))
    return (*_check_ins(state, player), *free_actions(state, player), _END)


def builds(table: Table, player: Player) -> list[Move]:
    """Return all builds: rooms on their floors (LD-ROOM-1 to LD-ROOM-3), amenities anywhere."""
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
    if player.token and (table.version < 2 or (useful and any(table.display))):
        return False
    if (useful or not table.display_used) and shades(table.guests):
        return False
    return not can_host(player.empty, placeable(table, player))


def is_last_of_all(table: Table) -> bool:
    """True if the match ends with this turn (LD-END-2, LD-SOLO-3)."""
    seats = len(table.players)
    if seats == 1:
        return table.ending is not None or table.turn == SOLO_TURNS
    return table.ending is not None and table.position == seats - 1


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


_LEGAL: Final = Handlers[LodgeState, Player, bool]()


def is_legal(state: LodgeState, seat: Seat, move: Move) -> bool:
    """True if `seat`, or CHANCE, may make `move` now; nothing is listed to find it out."""
    if seat == CHANCE:
        return can_be_drawn(state, move)
    if state.due is not None or state.phase is Phase.OVER or seat != state.active:
        return False
    if (state.phase is Phase.VALET) != isinstance(move, Valet):
        return False
    found = _LEGAL.get(type(move))
    return found is not None and found(state, state.players[seat], move)


@_LEGAL.of(Build)
def _is_build(state: LodgeState, player: Player, move: Build) -> bool:
    slot, column = move.room, move.column
    return (
        state.phase is Phase.BUILD
        and state.display[slot.index] is not None
        and column.floor in (None, slot.floor)
        and next_floor(player.columns, column.number) == slot.floor
    )


@_LEGAL.of(Furnish)
def _is_furnish(state: LodgeState, player: Player, move: Furnish) -> bool:
    return (
        state.phase is Phase.BUILD
        and move.tile in state.amenities
        and next_floor(player.columns, move.cell.column) == move.cell.floor
    )


@_LEGAL.of(CheckIn)
def _is_check_in(state: LodgeState, player: Player, move: CheckIn) -> bool:
    return (
        state.phase is Phase.GUESTS
        and move.guest in placeable(state, player)
        and is_host(player.empty, move.guest, move.cell)
    )


@_LEGAL.of(Valet)
def _is_valet(state: LodgeState, player: Player, move: Valet) -> bool:
    return move.guest in state.guests


@_LEGAL.of(RefreshGuests)
def _is_refresh(state: LodgeState, player: Player, move: RefreshGuests) -> bool:
    return bool(shades(state.guests))


@_LEGAL.of(RefreshRooms)
def _is_token(state: LodgeState, player: Player, move: RefreshRooms) -> bool:
    return player.token and 1 <= move.floor <= FLOORS and any(row(state.display, move.floor))


@_LEGAL.of(EndTurn)
def _is_end(state: LodgeState, player: Player, move: EndTurn) -> bool:
    return state.phase is Phase.GUESTS


def _end(view: LodgeView, moves: Sequence[Move]) -> Move | None:
    """Return the end of the turn if nothing but the Refresh Token is left (LD-TURN-4)."""
    only_the_token = all(isinstance(move, EndTurn | RefreshRooms) for move in moves)
    return next((m for m in moves if isinstance(m, EndTurn)), None) if only_the_token else None


STANDING: Final = (
    StandingAnswer("end", t("End my turn if I could only use the Refresh Token"), _end),
)
