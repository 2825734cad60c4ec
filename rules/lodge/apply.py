"""What a move leads to, and everything that follows from it by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.lodge import flow, news
from rules.lodge.building import guests_in, room_tile, with_guest, with_tile
from rules.lodge.check import check
from rules.lodge.components import GUESTS_TO_END, Cell, Colour
from rules.lodge.display import counted, fallen, filled, less, more, row, without_row
from rules.lodge.moves import (
    Build,
    CheckIn,
    DrawAmenity,
    DrawGuests,
    DrawRooms,
    EndTurn,
    Furnish,
    RefreshGuests,
    RefreshRooms,
    Setup,
    Valet,
)
from rules.lodge.state import NO_ROOMS, Due, LodgeState, Player
from rules.lodge.table import Table
from rules.lodge.view import Change, Phase
from rules.protocol import Move, Transition
from rules.text import Seat


def apply(state: LodgeState, seat: Seat, move: Move) -> Transition[LodgeState]:
    """Return what `move` leads to; checks it first.

    Building a room, placing a guest and filling the valet can be taken back, as long as nothing
    was drawn and the turn goes on (LD-INFO-4).
    """
    check(state, seat, move)
    table = Table(state)
    _MOVES[type(move)](table, move)
    same_turn = table.due is None and (table.turn, table.position) == (state.turn, state.position)
    undoable = seat >= 0 and same_turn and table.phase is not Phase.OVER
    return Transition(table.freeze(), tuple(table.events), undoable)


# Chance


def _setup(table: Table, move: Setup) -> None:
    """LD-SETUP-5: whatever comes lies there, nothing is refreshed."""
    table.order = move.sequence.seats
    valets, first = move.valets.guests, move.rooms.rooms
    for position, seat in enumerate(table.order):  # LD-SETUP-3
        columns = ((room_tile(first[position]),),)
        table.players[seat] = Player(columns, valets[position])
    table.display = move.display.rooms
    table.bag = less(table.bag, counted(first + move.display.rooms))
    table.guests = move.guests.guests
    gone = {*valets, *move.guests.guests}
    table.guest_bag = tuple(guest for guest in table.guest_bag if guest not in gone)
    table.amenities = move.amenities.tiles
    open_now = set(move.amenities.tiles)
    table.stack = tuple(tile for tile in table.stack if tile not in open_now)
    table.due = None
    table.tell(news.order(table.order))
    flow.begin_turn(table)


def _draw_amenity(table: Table, move: DrawAmenity) -> None:
    tiles = list(table.amenities)
    tiles[table.slot] = move.tile
    table.amenities = tuple(tiles)
    table.stack = tuple(tile for tile in table.stack if tile != move.tile)
    table.due = None
    table.last = Change(cells=table.last.cells, amenities=(move.tile,))
    table.tell(news.turned_up(move.tile))
    flow.end_if_stuck(table)


def _draw_guests(table: Table, move: DrawGuests) -> None:
    due, drawn = table.due, move.guests.guests
    new = iter(drawn)
    table.guests = tuple(guest or next(new, None) for guest in table.guests)
    bag = {*table.guest_bag, *table.away} - set(drawn)
    table.guest_bag, table.away = tuple(sorted(bag)), ()
    table.due = None
    table.last = Change(cells=table.last.cells, guests=drawn)
    table.tell(news.new_guests(drawn))
    if due is Due.END_GUESTS:
        flow.rival(table)
    else:
        flow.end_if_stuck(table)


def _draw_rooms(table: Table, move: DrawRooms) -> None:
    due, drawn = table.due, move.rooms.rooms
    before = table.display
    table.display = filled(before, drawn)
    if due is Due.TOKEN:
        table.bag = less(more(table.bag, table.aside), counted(drawn))
        table.aside = NO_ROOMS
    else:
        table.bag = less(table.bag, counted(drawn))
    table.due = None
    table.last = Change(cells=table.last.cells, slots=flow.changed(before, table.display))
    flow.settle_display(table, Due.END_ROOMS if due is Due.END_ROOMS else Due.ROOMS)


# Players


def _build(table: Table, move: Build) -> None:
    player, slot = table.players[table.active], move.room
    room = cast("Colour", table.display[slot.index])
    column = move.column.number
    table.change(columns=with_tile(player.columns, column, room_tile(room)))
    display = list(table.display)
    display[slot.index] = None  # LD-ROOM-4
    table.display = tuple(display)
    table.phase = Phase.GUESTS
    cell = Cell(column, slot.floor)
    table.last = Change(cells=((table.active, cell),))
    table.tell(news.built(table.active, room, cell))
    flow.end_if_stuck(table)


def _furnish(table: Table, move: Furnish) -> None:
    """LD-AMEN-4: it is the build of the turn, and guests may follow."""
    player, cell = table.players[table.active], move.cell
    table.change(columns=with_tile(player.columns, cell.column, str(move.tile)))
    table.slot = table.amenities.index(move.tile)
    tiles = list(table.amenities)
    tiles[table.slot] = None
    table.amenities = tuple(tiles)
    table.phase = Phase.GUESTS
    table.last = Change(cells=((table.active, cell),))
    table.tell(news.furnished(table.active, move.tile, cell))
    if table.stack:  # LD-AMEN-2
        table.due = Due.AMENITY
    else:
        flow.end_if_stuck(table)


def _check_in(table: Table, move: CheckIn) -> None:
    player, guest = table.players[table.active], move.guest
    columns = with_guest(player.columns, move.cell, guest)
    from_valet = guest == player.valet
    table.change(columns=columns, no_valet=from_valet)
    table.last = Change(cells=((table.active, move.cell),))
    table.tell(news.checked_in(table.active, guest, move.cell))
    if table.ending is None and len(guests_in(columns)) >= GUESTS_TO_END:  # LD-END-1
        table.tell(news.twelve(table.active))
        flow.bring_the_end(table)
    if from_valet:
        table.valet_used = True
        table.phase = Phase.VALET  # LD-GUEST-7
        _fill_valet(table)
        return
    table.take(guest)
    table.display_used = True
    flow.end_if_stuck(table)


def _fill_valet(table: Table) -> None:
    """Take the only waiting guest by itself; with none the valet stays empty (LD-GUEST-8)."""
    waiting_now = [guest for guest in table.guests if guest is not None]
    if len(waiting_now) == 1:
        _valet(table, Valet(waiting_now[0]))
    elif not waiting_now:
        table.phase = Phase.GUESTS
        flow.end_if_stuck(table)


def _valet(table: Table, move: Valet) -> None:
    table.change(valet=move.guest)
    table.take(move.guest)
    table.phase = Phase.GUESTS
    table.tell(news.waits(table.active, move.guest))
    flow.end_if_stuck(table)


def _refresh_guests(table: Table, move: RefreshGuests) -> None:
    gone = [guest for guest in table.guests if guest is not None]
    table.away = tuple(sorted(gone))
    table.guests = (None,) * len(table.guests)
    table.due = Due.GUESTS
    table.last = Change()
    table.tell(news.sent_away(table.active, table.away))


def _refresh_rooms(table: Table, move: RefreshRooms) -> None:
    """LD-TOK-2, LD-TOK-3: a floor is discarded, the others fall, all gaps are filled."""
    table.change(token=False)
    table.aside = counted(row(table.display, move.floor))
    table.display = fallen(without_row(table.display, move.floor))
    table.due = Due.TOKEN
    table.last = Change()
    table.tell(news.spent_token(table.active, move.floor))


def _end_turn(table: Table, move: EndTurn) -> None:
    table.last = Change()
    table.tell(news.ended(table.active))
    flow.end_turn(table)


_MOVES: Final = cast(
    "dict[type[Move], Callable[[Table, Move], None]]",
    {
        Build: _build,
        Furnish: _furnish,
        CheckIn: _check_in,
        Valet: _valet,
        RefreshGuests: _refresh_guests,
        RefreshRooms: _refresh_rooms,
        EndTurn: _end_turn,
        Setup: _setup,
        DrawRooms: _draw_rooms,
        DrawGuests: _draw_guests,
        DrawAmenity: _draw_amenity,
    },
)
