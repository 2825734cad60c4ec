"""The effects of moves, and everything that follows automatically."""

from __future__ import annotations

from typing import Final

from rules.draft import there
from rules.handlers import Handlers
from rules.lodge import events, flow
from rules.lodge.building import (
    colour_of,
    counted,
    fallen,
    less,
    more,
    put,
    room_bit,
    room_tile,
    row,
    with_guest,
    with_guests,
    without,
    without_row,
)
from rules.lodge.components import DISPLAY_SLOTS, GUESTS_TO_END, cell_at
from rules.lodge.draft import Draft
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
from rules.lodge.refusals import check
from rules.lodge.state import NO_ROOMS, Due, LodgeState, Player
from rules.lodge.view import Change, Phase
from rules.protocol import Move, Transition
from rules.text import Seat

_MOVES: Final = Handlers[Draft, None]()


def apply(state: LodgeState, seat: Seat, move: Move) -> Transition[LodgeState]:
    """Return what `move` leads to; checks it first.

    Building, placing a guest and filling the valet can be taken back as long as nothing was drawn,
    since version 2 even if the turn has ended automatically with it (LD-INFO-4).
    """
    check(state, seat, move)
    draft = Draft(state)
    _MOVES[type(move)](draft, move)
    same_turn = (draft.turn, draft.position) == (state.turn, state.position)
    ended = not same_turn and (state.version < 2 or isinstance(move, EndTurn))
    undoable = seat >= 0 and draft.due is None and not ended and draft.phase is not Phase.OVER
    return Transition(draft.freeze(), tuple(draft.events), undoable)


def advance(state: LodgeState, seat: Seat, move: Move) -> LodgeState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _MOVES[type(move)](draft, move)
    return draft.freeze()


@_MOVES.of(Setup)
def _setup(draft: Draft, move: Setup) -> None:
    """Put out everything; the display stays as drawn (LD-SETUP-5)."""
    draft.order = tuple(move.sequence)
    valets, first = move.valets, move.rooms
    for position, seat in enumerate(draft.order):  # LD-SETUP-3
        room = first[position]
        columns, empty = ((room_tile(room),),), room_bit(cell_at(0, 1), room)
        draft.players[seat] = Player(columns, empty, valets[position])
    draft.display = tuple(move.display)
    draft.bag = less(draft.bag, counted(first + move.display))
    draft.guests = tuple(move.guests)
    gone = {*valets, *move.guests}
    draft.guest_bag = tuple(guest for guest in draft.guest_bag if guest not in gone)
    draft.amenities = tuple(move.amenities)
    draft.stack = tuple(tile for tile in draft.stack if tile not in draft.amenities)
    draft.due = None
    draft.tell(events.order, draft.order)
    flow.begin_turn(draft)


@_MOVES.of(DrawAmenity)
def _draw_amenity(draft: Draft, move: DrawAmenity) -> None:
    """Turn up an amenity in the slot that is empty (LD-AMEN-2)."""
    draft.amenities = put(draft.amenities, draft.amenities.index(None), move.tile)
    draft.stack = without(draft.stack, move.tile)
    draft.due = None
    draft.last = Change(cells=draft.last.cells, amenities=(move.tile,))
    was = draft.recent
    draft.recent = Change(was.cells, was.slots, was.guests, (move.tile,))
    draft.tell(events.turned_up, move.tile)
    flow.go_on(draft)


@_MOVES.of(DrawGuests)
def _draw_guests(draft: Draft, move: DrawGuests) -> None:
    due, drawn = draft.due, tuple(move.guests)
    new = iter(drawn)
    draft.guests = tuple([guest or next(new, None) for guest in draft.guests])
    bag = with_guests(draft.guest_bag, draft.away)
    for guest in drawn:
        bag = without(bag, guest)
    draft.guest_bag, draft.away = bag, ()
    draft.due = None
    draft.last = Change(cells=draft.last.cells, guests=drawn)
    was = draft.recent
    draft.recent = Change(was.cells, was.slots, drawn, was.amenities)
    draft.tell(events.new_guests, drawn)
    if due is Due.END_GUESTS:
        flow.rival(draft)
    else:
        flow.go_on(draft)


@_MOVES.of(DrawRooms)
def _draw_rooms(draft: Draft, move: DrawRooms) -> None:
    due, drawn = draft.due, tuple(move.rooms)
    gaps = [place for place, room in enumerate(draft.display) if room is None][: len(drawn)]
    display = list(draft.display)
    for place, room in zip(gaps, drawn, strict=True):
        display[place] = room
    draft.display = tuple(display)
    draft.bag = less(draft.bag, counted(drawn))
    if due is Due.TOKEN:
        draft.bag, draft.aside = more(draft.bag, draft.aside), NO_ROOMS
    draft.due = None
    slots = tuple([DISPLAY_SLOTS[place] for place in gaps])
    draft.last = Change(cells=draft.last.cells, slots=slots)
    was = draft.recent
    draft.recent = Change(was.cells, slots, was.guests, was.amenities)
    if drawn:
        draft.tell(events.new_rooms, slots, drawn)
    flow.settle_display(draft, Due.END_ROOMS if due is Due.END_ROOMS else Due.ROOMS)


# Players

_MOVES.of(Build)(flow.build)
_MOVES.of(Furnish)(flow.furnish)


@_MOVES.of(CheckIn)
def _check_in(draft: Draft, move: CheckIn) -> None:
    seat, player, guest, cell = draft.active, draft.mine, move.guest, move.cell
    room = there(colour_of(player.columns[cell.column][cell.floor - 1]))
    columns, empty = with_guest(player.columns, cell, guest), player.empty ^ room_bit(cell, room)
    from_valet = guest == player.valet
    valet = None if from_valet else player.valet
    draft.players[seat] = Player(columns, empty, valet, player.token)
    draft.last = Change(((seat, cell),))
    was = draft.recent
    mine = tuple([place for place in was.cells if place[0] == seat])
    draft.recent = Change((*mine, (seat, cell)), was.slots, was.guests, was.amenities)
    draft.tell(events.checked_in, seat, guest, cell)
    if sum([":" in tile for stack in columns for tile in stack]) == GUESTS_TO_END:  # LD-END-1
        draft.tell(events.twelve, draft.active)
        flow.bring_the_end(draft)
    if from_valet:
        draft.valet_used = True  # so the new guest waits for the next turn: ruling R19
        draft.phase = Phase.VALET  # LD-GUEST-7
        _fill_valet(draft)
        return
    draft.take(guest)
    draft.display_used = True
    flow.go_on(draft)


def _fill_valet(draft: Draft) -> None:
    """Give the valet the only waiting guest; without one it stays empty (LD-GUEST-8)."""
    waiting_now = [guest for guest in draft.guests if guest is not None]
    if len(waiting_now) == 1:
        _valet(draft, Valet(waiting_now[0]))
    elif not waiting_now:
        draft.phase = Phase.GUESTS
        flow.go_on(draft)


@_MOVES.of(Valet)
def _valet(draft: Draft, move: Valet) -> None:
    player = draft.mine
    draft.players[draft.active] = Player(player.columns, player.empty, move.guest, player.token)
    draft.take(move.guest)
    draft.phase = Phase.GUESTS
    draft.tell(events.waits, draft.active, move.guest)
    flow.go_on(draft)


@_MOVES.of(RefreshGuests)
def _refresh_guests(draft: Draft, move: RefreshGuests) -> None:
    draft.away = tuple(sorted(filter(None, draft.guests)))
    draft.guests = (None,) * len(draft.guests)
    draft.due = Due.GUESTS
    draft.last = Change()
    draft.tell(events.sent_away, draft.active, draft.away)


@_MOVES.of(RefreshRooms)
def _refresh_rooms(draft: Draft, move: RefreshRooms) -> None:
    """Discard a floor of the display, let rooms fall and fill all gaps (ruling R12).

    This is what the Refresh Token does (LD-TOK-2, LD-TOK-3).
    """
    player = draft.mine
    draft.players[draft.active] = Player(player.columns, player.empty, player.valet, token=False)
    gone = row(draft.display, move.floor)
    draft.aside = counted(gone)
    draft.display = fallen(without_row(draft.display, move.floor))
    draft.due = Due.TOKEN
    draft.last = Change()
    draft.tell(events.spent_token, draft.active, move.floor, gone)


@_MOVES.of(EndTurn)
def _end_turn(draft: Draft, move: EndTurn) -> None:
    draft.last = Change()
    draft.tell(events.ended, draft.active)
    flow.end_turn(draft)
