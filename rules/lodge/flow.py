"""The course of a turn: its build and end, the next one, the end of the match."""

from __future__ import annotations

from rules.draft import there
from rules.lodge import events
from rules.lodge.building import (
    counted,
    fallen,
    is_due,
    more,
    put,
    room_bit,
    room_tile,
    with_guests,
    with_tile,
    would_change,
)
from rules.lodge.components import WAITING, cell_at, leftmost, rival_floor
from rules.lodge.draft import Draft
from rules.lodge.legal import builds, can_build, free_actions, is_last_of_all, is_stuck
from rules.lodge.moves import Build, Furnish
from rules.lodge.state import NO_ROOMS, Due, Player
from rules.lodge.view import Change, Phase

_SETUP, _BUILD, _GUESTS, _VALET, _OVER = Phase  # names are looked up ten times as fast


def begin_turn(draft: Draft) -> None:
    """Let the active player build; skip building if nothing can be built (LD-TURN-5)."""
    draft.display_used = draft.valet_used = False
    draft.phase = _BUILD
    player = draft.mine
    if can_build(draft, player, ways=2):
        return  # so there is a choice
    if not can_build(draft, player):
        draft.phase = _GUESTS
        draft.tell(events.nothing_to_build, draft.active)
        bring_the_end(draft)
    go_on(draft)


def bring_the_end(draft: Draft) -> None:
    """Make the turns still due the last ones (LD-END-1, LD-TURN-5)."""
    if draft.ending is None:
        draft.ending = draft.active
        draft.tell(events.last_turn if len(draft.players) == 1 else events.last_round)


def go_on(draft: Draft) -> None:
    """Do what is left without a choice: the only build, or the end of the turn.

    The end is told if the player could have gone on, though to no use: of a turn in which all is
    done everything has been told.
    """
    if draft.due is not None:
        return
    player = draft.mine
    if draft.phase is _GUESTS:
        if not is_stuck(draft, player):
            return
        if not draft.quiet and (player.token or free_actions(draft, player)):
            draft.tell(events.nothing_to_do, draft.active)
        end_turn(draft)
    elif draft.phase is _BUILD and draft.version >= 2 and not can_build(draft, player, ways=2):
        _build_the_only_way(draft, player)


def _build_the_only_way(draft: Draft, player: Player) -> None:
    """Build the one way there is, unless there is something else to do (LD-TURN-2)."""
    if free_actions(draft, player):
        return
    draft.tell(events.one_way_to_build, draft.active)
    move = builds(draft, player)[0]
    if isinstance(move, Build):
        build(draft, move)
    elif isinstance(move, Furnish):
        furnish(draft, move)


def build(draft: Draft, move: Build) -> None:
    """Build a room; its place in the display stays a gap (LD-ROOM-4, ruling R7)."""
    seat, column, place = draft.active, move.column.number, move.room.index
    player, cell = draft.players[seat], cell_at(column, move.room.floor)
    room = there(draft.display[place])
    columns = with_tile(player.columns, column, room_tile(room))
    empty = player.empty | room_bit(cell, room)
    draft.players[seat] = Player(columns, empty, player.valet, player.token)
    draft.display = put(draft.display, place, None)
    draft.phase = _GUESTS
    draft.last = draft.recent = Change(((seat, cell),))
    draft.tell(events.built, seat, room, cell)
    go_on(draft)


def furnish(draft: Draft, move: Furnish) -> None:
    """Build an amenity as the build of the turn; guests may follow (LD-AMEN-4)."""
    seat, cell = draft.active, move.cell
    player = draft.players[seat]
    columns = with_tile(player.columns, cell.column, move.tile)
    draft.players[seat] = Player(columns, player.empty, player.valet, player.token)
    draft.amenities = put(draft.amenities, draft.amenities.index(move.tile), None)
    draft.phase = _GUESTS
    draft.last = draft.recent = Change(((seat, cell),))
    draft.tell(events.furnished, seat, move.tile, cell)
    if draft.stack:  # LD-AMEN-2
        draft.due = Due.AMENITY
    else:
        go_on(draft)


def end_turn(draft: Draft) -> None:
    """Finish a turn: guests, then rooms, then the next player or the end (LD-TURN-1)."""
    if is_last_of_all(draft):
        _next(draft)
        return
    waiting = [guest for guest in draft.guests if guest is not None]
    if len(draft.players) == 1 and waiting:  # LD-SOLO-2: the one waiting longest departs
        draft.away = (waiting.pop(0),)
        draft.tell(events.departs, draft.away[0])
    free = WAITING - len(waiting)
    draft.guests = (*waiting, *(None,) * free)  # LD-GUEST-10
    if free and draft.guest_bag:
        draft.due = Due.END_GUESTS
        return
    draft.guest_bag, draft.away = with_guests(draft.guest_bag, draft.away), ()
    rival(draft)


def rival(draft: Draft) -> None:
    """In a solo match let the rival take a room (LD-SOLO-2), then check the display."""
    if len(draft.players) == 1:
        slot = leftmost(draft.display, rival_floor(draft.turn))
        if slot is not None:
            room = there(draft.display[slot.index])
            draft.display = put(draft.display, slot.index, None)
            draft.aside = counted((room,))
            draft.tell(events.rival_takes, room, slot)
    settle_display(draft, Due.END_ROOMS)


def settle_display(draft: Draft, due: Due) -> None:
    """Refresh the display while that is due and useful (LD-DISP-1 to LD-DISP-3).

    It is checked again and again (ruling R9), when a turn ends or the Refresh Token is used
    (ruling R8). After the end of a turn the next one follows; otherwise the turn goes on.
    """
    while is_due(draft.display) and would_change(draft.display, draft.bag):
        draft.tell(events.display_refreshed, draft.display, any(draft.bag))
        draft.display = fallen(draft.display)
        if None in draft.display and any(draft.bag):
            draft.due = due
            return
    if due is Due.END_ROOMS:
        _next(draft)
    else:
        go_on(draft)


def _next(draft: Draft) -> None:
    """Give the turn to the next player, or end the match (LD-END-2, ruling R21).

    Rooms that the solo rival took return to the bag now.
    """
    if draft.aside != NO_ROOMS:
        draft.bag, draft.aside = more(draft.bag, draft.aside), NO_ROOMS
    if is_last_of_all(draft):
        draft.phase = _OVER
        draft.tell(events.over)
        return
    draft.position = (draft.position + 1) % len(draft.players)
    draft.turn += draft.position == 0
    begin_turn(draft)
