"""Why a move is refused: the rule, the fact of this position, and a way out.

Only what is illegal gets here, so the last reason of each function needs no question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

from rules.claims import can, each, first
from rules.draft import there
from rules.errors import NotYourTurnError, refuse
from rules.lodge.building import (
    Columns,
    colour_of,
    columns_for,
    free_cells,
    guest_of,
    hosts,
    row,
    tile_at,
)
from rules.lodge.components import AMENITIES, FLOORS, LOOKS, AmenityId, Cell, Floor, Guest, Slot
from rules.lodge.labels import build_something
from rules.lodge.legal import builds, can_build, is_legal, placeable
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
from rules.lodge.state import LodgeState, waiting
from rules.lodge.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Param, Seat, Text, t, tn


def check(state: LodgeState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if is_legal(state, seat, move):
        return
    if seat == CHANCE:  # only a tampered log could hold it
        refuse("LD-INFO-2", t("This can't be drawn now."), t("Wait a moment."))
    _explain(state, seat, move)


def _explain(state: LodgeState, seat: Seat, move: Move) -> NoReturn:
    if state.phase is Phase.OVER or state.due is not None or seat != state.active:
        raise NotYourTurnError("LD-TURN-6")
    if state.phase is Phase.VALET and not isinstance(move, Valet):
        refuse("LD-GUEST-7", t("Your valet is waiting for a guest."), _PICK)
    match move:
        case Build():
            _build(state, seat, move)
        case Furnish(tile, cell):
            _furnish(state, seat, tile, cell)
        case CheckIn(guest, cell):
            _check_in(state, seat, guest, cell)
        case Valet(guest):
            _valet(state, seat, guest)
        case RefreshGuests():
            reason = t("The waiting guests don't all share a colour.")
            refuse("LD-GREF-1", reason, _instead(state, seat))
        case RefreshRooms(floor):
            _refresh_rooms(state, seat, floor)
        case EndTurn():
            refuse("LD-TURN-2", t("You haven't built anything this turn."), _instead(state, seat))
    refuse("LD-TURN-6", t("Only a random draw can do this."), t("Choose one of your own moves."))


_PICK: Final = t("Choose the new guest for your valet first.").says(can(Valet))


def _instead(state: LodgeState, seat: Seat) -> Text:
    """Return what can be done in a turn at this point: a build, or guests and the end."""
    if state.phase is Phase.BUILD:
        return build_something(bool(_rooms_to_build(state, seat)), any(state.amenities))
    guests = _guests_to_place(state, seat)
    if not guests:
        return t("End the turn.").says(can(EndTurn))
    return t(
        "Place one of these guests ({guests}), or end your turn.", guests=_called(guests)
    ).says(*each(CheckIn, "guest", guests, every=True), can(EndTurn))


def _rooms_to_build(state: LodgeState, seat: Seat) -> tuple[Slot, ...]:
    moves = builds(state, state.players[seat])
    return tuple(dict.fromkeys(move.room for move in moves if isinstance(move, Build)))


def _called(guests: Iterable[Guest]) -> tuple[Param, ...]:
    return tuple(guest.called for guest in guests)


def _guests_to_place(state: LodgeState, seat: Seat) -> tuple[Guest, ...]:
    player = state.players[seat]
    return tuple(g for g in sorted(placeable(state, player)) if hosts(player.empty, g))


def _check_phase(state: LodgeState, seat: Seat) -> None:
    if state.phase is Phase.BUILD:
        return
    if not can_build(state, state.players[seat]):
        refuse("LD-TURN-5", t("There is nothing left to build."), _instead(state, seat))
    refuse("LD-TURN-2", t("You have already built this turn."), _instead(state, seat))


def _build(state: LodgeState, seat: Seat, move: Build) -> NoReturn:
    _check_phase(state, seat)
    slot, columns = move.room, state.players[seat].columns
    if state.display[slot.index] is None:
        reason = t("There is no room at {slot} in the display.", slot=str(slot))
        refuse("LD-ROOM-1", reason, _other_rooms(state, seat))
    if move.column.floor not in (None, slot.floor):
        reason = t(
            "The room at {slot} goes on floor {floor}, so it can't go in {cell}.",
            slot=str(slot),
            floor=slot.floor,
            cell=str(Cell(move.column.number, move.column.floor or 0)),
        )
        refuse("LD-ROOM-2", reason, _other_rooms(state, seat))
    fitting = columns_for(columns, slot.floor)
    if not fitting:
        reason = tn(
            "A room from floor {floor} must go on floor {floor}, but none of your columns is "
            "exactly {count} tile high.",
            "A room from floor {floor} must go on floor {floor}, but none of your columns is "
            "exactly {count} tiles high.",
            slot.floor - 1,
            floor=slot.floor,
        )
        refuse("LD-ROOM-2", reason, _other_rooms(state, seat))
    places = tuple(str(Cell(column, slot.floor)) for column in fitting)
    claims = (can(Build, room=slot, column=Column(column)) for column in fitting)
    cell = Cell(move.column.number, slot.floor)
    _refuse_cell(columns, cell, t("Possible cells: {places}.", places=places).says(*claims))


def _other_rooms(state: LodgeState, seat: Seat) -> Text:
    """Return which rooms of the display can be built, or what else."""
    slots = _rooms_to_build(state, seat)
    if not slots:
        return build_something(False, any(state.amenities))
    return t("Rooms you can build: {slots}.", slots=tuple(map(str, slots))).says(
        *each(Build, "room", slots, every=True)
    )


def _furnish(state: LodgeState, seat: Seat, tile: AmenityId, cell: Cell) -> NoReturn:
    _check_phase(state, seat)
    columns = state.players[seat].columns
    if tile not in state.amenities:
        name = AMENITIES[tile].name
        reason = t("The {name} isn't one of the face-up amenities.", name=name)
        refuse("LD-AMEN-1", reason, _open_amenities(state))
    cells = free_cells(columns)
    hint = t("Possible cells: {places}.", places=tuple(map(str, cells)))
    _refuse_cell(columns, cell, hint.says(*each(Furnish, "cell", cells, every=True)))


def _open_amenities(state: LodgeState) -> Text:
    """Return which amenities can be built; a room if there are none."""
    tiles = [tile for tile in state.amenities if tile is not None]
    if not tiles:
        return build_something(True, False)
    names = tuple(AMENITIES[tile].name for tile in tiles)
    return t("Face-up amenities: {names}.", names=names).says(
        *each(Furnish, "tile", tiles, every=True)
    )


def _refuse_cell(columns: Columns, cell: Cell, hint: Text) -> NoReturn:
    """Refuse a cell where no tile can go (LD-BUILD-1 to LD-BUILD-4)."""
    if not 1 <= cell.floor <= FLOORS:
        reason = t(
            "A lodge has floors 1 to {floors}, so there is no {cell}.",
            floors=FLOORS,
            cell=str(cell),
        )
        refuse("LD-BUILD-4", reason, hint)
    if tile_at(columns, cell.column, cell.floor) is not None:
        refuse("LD-BUILD-4", t("There is already a tile in {cell}.", cell=str(cell)), hint)
    if cell.floor > 1 and tile_at(columns, cell.column, cell.floor - 1) is None:
        below = str(Cell(cell.column, cell.floor - 1))
        reason = t(
            "You can't build in {cell}, because {below} below it is empty.",
            cell=str(cell),
            below=below,
        )
        refuse("LD-BUILD-3", reason, hint)
    reason = t("{cell} doesn't touch any tile in your lodge.", cell=str(cell))
    refuse("LD-BUILD-2", reason, hint)


def _check_in(state: LodgeState, seat: Seat, guest: Guest, cell: Cell) -> NoReturn:
    if state.phase is Phase.BUILD:
        reason = t("Guests can only move in after you have built.")
        refuse("LD-TURN-1", reason, _instead(state, seat))
    _check_available(state, seat, guest)
    _refuse_host(state, seat, guest, cell)


def _check_available(state: LodgeState, seat: Seat, guest: Guest) -> None:
    """Refuse a guest who is not available, or whose source is used up (LD-GUEST-1)."""
    mine, instead = guest == state.players[seat].valet, _instead(state, seat)
    if mine and state.valet_used:
        reason = t(
            "Your valet's guest has already moved in. The new one has to wait for your next turn."
        )
        refuse("LD-GUEST-8", reason, instead)
    if not mine and guest not in state.guests:
        reason = t(
            "Guest {guest} is neither in the display nor with your valet.", guest=guest.called
        )
        refuse("LD-GUEST-1", reason, instead)
    if not mine and state.display_used:
        reason = t("You have already placed a guest from the display this turn.")
        refuse("LD-GUEST-1", reason, instead)


def _refuse_host(state: LodgeState, seat: Seat, guest: Guest, cell: Cell) -> NoReturn:
    columns = state.players[seat].columns
    tile = tile_at(columns, cell.column, cell.floor)
    colour = None if tile is None else colour_of(tile)
    hint = _rooms_for(state, seat, guest)
    if tile is None or colour is None:
        reason = t("There is no room in {cell} of your lodge.", cell=str(cell))
        refuse("LD-GUEST-3", reason, hint)
    if guest_of(tile) is not None:
        reason = t("A guest is already staying in {cell}.", cell=str(cell))
        refuse("LD-GUEST-5", reason, hint)
    if colour not in (guest.first, guest.second):
        reason = t(
            "Guest {guest} wants {first} and {second}, but {cell} is {colour}.",
            guest=guest.called,
            first=LOOKS[guest.first].word,
            second=LOOKS[guest.second].word,
            cell=str(cell),
            colour=LOOKS[colour].word,
        )
        refuse("LD-GUEST-3", reason, hint)
    partner = guest.second if colour is guest.first else guest.first
    reason = t(
        "There's no empty {colour} room next to {cell}.", cell=str(cell), colour=LOOKS[partner].word
    )
    refuse("LD-GUEST-2", reason, hint)


def _rooms_for(state: LodgeState, seat: Seat, guest: Guest) -> Text:
    """Return what to do instead: the rooms that would suit the guest, or other guests."""
    cells = hosts(state.players[seat].empty, guest)
    if cells:
        claims = (can(CheckIn, guest=guest, cell=cell) for cell in cells)
        return t("Rooms for this guest: {places}.", places=tuple(map(str, cells))).says(*claims)
    others = _guests_to_place(state, seat)
    if not others:
        return t("None of your rooms suit this guest now. End the turn.").says(can(EndTurn))
    return t(
        "None of your rooms suit this guest now. Place one of these ({guests}), or end your turn.",
        guests=_called(others),
    ).says(*each(CheckIn, "guest", others, every=True), can(EndTurn))


def _valet(state: LodgeState, seat: Seat, guest: Guest) -> NoReturn:
    """Refuse a new guest before the old one has left (LD-GUEST-9, ruling R20)."""
    if state.phase is not Phase.VALET:
        refuse(
            "LD-GUEST-9",
            t("Your valet only takes a new guest right after the old one has moved in."),
            _let_the_old_one_in(state, seat, guest) or _instead(state, seat),
        )
    refuse("LD-GUEST-7", t("Guest {guest} isn't in the display.", guest=guest.called), _PICK)


def _let_the_old_one_in(state: LodgeState, seat: Seat, new: Guest) -> Text | None:
    """Return how the valet can come to take a new guest in this turn, or None."""
    old, around = state.players[seat].valet, waiting(state)
    if old not in _guests_to_place(state, seat) or new not in around or len(around) < 2:
        return None
    if state.phase is Phase.BUILD:
        return None
    return t("First place {guest}, your valet's guest.", guest=there(old).called).says(
        first(CheckIn, guest=old)
    )


def _refresh_rooms(state: LodgeState, seat: Seat, floor: Floor) -> NoReturn:
    """Refuse a used token: each player has one for one use (LD-TOK-1, ruling R14)."""
    if not state.players[seat].token:
        reason = t("You have already used your Refresh Token.")
        refuse("LD-TOK-1", reason, _instead(state, seat))
    if not 1 <= floor <= FLOORS:
        reason = t("The display has floors 1 to {floors}.", floors=FLOORS)
        refuse("LD-TOK-2", reason, _floors_to_clear(state, seat))
    reason = t("There are no rooms on floor {floor} of the display.", floor=floor)
    refuse("LD-TOK-2", reason, _floors_to_clear(state, seat))


def _floors_to_clear(state: LodgeState, seat: Seat) -> Text:
    """Return the floors that the token can clear, or what else can be done."""
    floors = tuple(floor for floor in range(1, FLOORS + 1) if any(row(state.display, floor)))
    if not floors:
        return _instead(state, seat)
    return t("Floors with rooms: {floors}.", floors=floors).says(
        *each(RefreshRooms, "floor", floors, every=True)
    )
