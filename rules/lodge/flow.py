"""How a turn begins and ends, what its end brings, and when the match is over."""

from __future__ import annotations

from rules.lodge import news
from rules.lodge.components import COLOURS, DISPLAY_SLOTS, FLOORS, SOLO_TURNS, WAITING, Slot
from rules.lodge.display import Display, fallen, is_due, more, row, would_change
from rules.lodge.legal import is_stuck
from rules.lodge.state import NO_ROOMS, Due, can_build
from rules.lodge.table import Table
from rules.lodge.view import Phase


def begin_turn(table: Table) -> None:
    """Let the active player build; skip that if nothing can be built (LD-TURN-5)."""
    table.display_used = table.valet_used = False
    table.phase = Phase.BUILD
    if not can_build(table.freeze(), table.active):
        table.phase = Phase.GUESTS
        table.tell(news.nothing_to_build(table.active))
        bring_the_end(table)
        end_if_stuck(table)


def bring_the_end(table: Table) -> None:
    """Let the turns that are still due be the last (LD-END-1, LD-TURN-5)."""
    if table.ending is None:
        table.ending = table.active
        table.tell(news.last_turn() if table.seats == 1 else news.last_round())


def end_if_stuck(table: Table) -> None:
    """End the turn if nothing else can be done in it (LD-TURN-4)."""
    if table.phase is Phase.GUESTS and table.due is None and is_stuck(table.freeze()):
        end_turn(table)


def end_turn(table: Table) -> None:
    """Finish a turn: guests, then rooms, then the next player or the end (LD-TURN-1)."""
    if _is_last(table):
        _next(table)
        return
    waiting = [guest for guest in table.guests if guest is not None]
    if table.seats == 1 and waiting:  # LD-SOLO-2: the one waiting longest departs
        table.away = (waiting.pop(0),)
        table.tell(news.departs(table.away[0]))
    free = WAITING - len(waiting)
    table.guests = (*waiting, *(None,) * free)  # LD-GUEST-10
    if free and table.guest_bag:
        table.due = Due.END_GUESTS
        return
    table.guest_bag = tuple(sorted((*table.guest_bag, *table.away)))
    table.away = ()
    rival(table)


def rival(table: Table) -> None:
    """Let the rival hotel take a room in a solo match, then check the display (LD-SOLO-2)."""
    if table.seats == 1:
        floor = (table.turn - 1) % FLOORS + 1
        room = next((room for room in row(table.display, floor) if room is not None), None)
        if room is not None:
            index = (floor - 1) * len(row(table.display, floor))
            index += row(table.display, floor).index(room)
            display = list(table.display)
            display[index] = None
            table.display = tuple(display)
            table.aside = tuple(int(colour is room) for colour in COLOURS)
            table.tell(news.rival_takes(room, DISPLAY_SLOTS[index]))
    settle_display(table, Due.END_ROOMS)


def settle_display(table: Table, due: Due) -> None:
    """Refresh the display while that is due and changes something (LD-DISP-1 to LD-DISP-3).

    At the end of a turn the next one follows, after the Refresh Token the turn goes on.
    """
    while is_due(table.display) and would_change(table.display, table.bag):
        table.display = fallen(table.display)
        table.tell(news.display_refreshed())
        if None in table.display and any(table.bag):
            table.due = due
            return
    if due is Due.END_ROOMS:
        _next(table)
    else:
        end_if_stuck(table)


def changed(before: Display, after: Display) -> tuple[Slot, ...]:
    """Return the places of the display where something else lies now."""
    pairs = zip(DISPLAY_SLOTS, before, after, strict=True)
    return tuple(slot for slot, old, new in pairs if old is not new)


def _is_last(table: Table) -> bool:
    """True if the match ends with this turn (LD-END-2, LD-SOLO-3)."""
    if table.seats == 1:
        return table.ending is not None or table.turn == SOLO_TURNS
    return table.ending is not None and table.position == table.seats - 1


def _next(table: Table) -> None:
    """Give the turn to the next player, or end the match once all had the same number of turns."""
    if table.aside != NO_ROOMS:
        table.bag, table.aside = more(table.bag, table.aside), NO_ROOMS
    table.change(turns=table.players[table.active].turns + 1)
    if _is_last(table):
        table.phase = Phase.OVER
        table.tell(news.over())
        return
    table.position = (table.position + 1) % table.seats
    table.turn += table.position == 0
    begin_turn(table)
