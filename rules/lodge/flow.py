"""The course of a turn: its beginning, its end, and the end of the match."""

from __future__ import annotations

from rules.lodge import events
from rules.lodge.building import Display, fallen, is_due, more, row, would_change
from rules.lodge.components import COLOURS, DISPLAY_SLOTS, FLOORS, SOLO_TURNS, WAITING, Slot
from rules.lodge.draft import Draft
from rules.lodge.legal import is_stuck
from rules.lodge.state import NO_ROOMS, Due, can_build
from rules.lodge.view import Phase


def begin_turn(draft: Draft) -> None:
    """Let the active player build; skip building if nothing can be built (LD-TURN-5)."""
    draft.display_used = draft.valet_used = False
    draft.phase = Phase.BUILD
    if not can_build(draft.freeze(), draft.active):
        draft.phase = Phase.GUESTS
        draft.tell(events.nothing_to_build(draft.active))
        bring_the_end(draft)
        end_if_stuck(draft)


def bring_the_end(draft: Draft) -> None:
    """Make the turns still due the last ones (LD-END-1, LD-TURN-5)."""
    if draft.ending is None:
        draft.ending = draft.active
        draft.tell(events.last_turn() if draft.seats == 1 else events.last_round())


def end_if_stuck(draft: Draft) -> None:
    """End the turn if nothing else can be done in it (LD-TURN-4)."""
    if draft.phase is Phase.GUESTS and draft.due is None and is_stuck(draft.freeze()):
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Finish a turn: guests, then rooms, then the next player or the end (LD-TURN-1)."""
    if _is_last(draft):
        _next(draft)
        return
    waiting = [guest for guest in draft.guests if guest is not None]
    if draft.seats == 1 and waiting:  # LD-SOLO-2: the one waiting longest departs
        draft.away = (waiting.pop(0),)
        draft.tell(events.departs(draft.away[0]))
    free = WAITING - len(waiting)
    draft.guests = (*waiting, *(None,) * free)  # LD-GUEST-10
    if free and draft.guest_bag:
        draft.due = Due.END_GUESTS
        return
    draft.guest_bag = tuple(sorted((*draft.guest_bag, *draft.away)))
    draft.away = ()
    rival(draft)


def rival(draft: Draft) -> None:
    """In a solo match let the rival take a room (LD-SOLO-2), then check the display."""
    if draft.seats == 1:
        floor = (draft.turn - 1) % FLOORS + 1
        room = next((room for room in row(draft.display, floor) if room is not None), None)
        if room is not None:
            index = (floor - 1) * len(row(draft.display, floor))
            index += row(draft.display, floor).index(room)
            display = list(draft.display)
            display[index] = None
            draft.display = tuple(display)
            draft.aside = tuple(int(colour is room) for colour in COLOURS)
            draft.tell(events.rival_takes(room, DISPLAY_SLOTS[index]))
    settle_display(draft, Due.END_ROOMS)


def settle_display(draft: Draft, due: Due) -> None:
    """Refresh the display while that is due and useful (LD-DISP-1 to LD-DISP-3).

    It is checked again and again (ruling R9), when a turn ends or the Refresh Token is used
    (ruling R8). After the end of a turn the next one follows; otherwise the turn goes on.
    """
    while is_due(draft.display) and would_change(draft.display, draft.bag):
        draft.display = fallen(draft.display)
        draft.tell(events.display_refreshed())
        if None in draft.display and any(draft.bag):
            draft.due = due
            return
    if due is Due.END_ROOMS:
        _next(draft)
    else:
        end_if_stuck(draft)


def changed(before: Display, after: Display) -> tuple[Slot, ...]:
    """Return the places of the display that have changed."""
    pairs = zip(DISPLAY_SLOTS, before, after, strict=True)
    return tuple(slot for slot, old, new in pairs if old is not new)


def _is_last(draft: Draft) -> bool:
    """True if the match ends with this turn (LD-END-2, LD-SOLO-3)."""
    if draft.seats == 1:
        return draft.ending is not None or draft.turn == SOLO_TURNS
    return draft.ending is not None and draft.position == draft.seats - 1


def _next(draft: Draft) -> None:
    """Give the turn to the next player, or end the match (LD-END-2, ruling R21).

    Rooms that the solo rival took return to the bag now.
    """
    if draft.aside != NO_ROOMS:
        draft.bag, draft.aside = more(draft.bag, draft.aside), NO_ROOMS
    draft.change(turns=draft.players[draft.active].turns + 1)
    if _is_last(draft):
        draft.phase = Phase.OVER
        draft.tell(events.over())
        return
    draft.position = (draft.position + 1) % draft.seats
    draft.turn += draft.position == 0
    begin_turn(draft)
