"""Whether a move of Lodge is legal, read from the rulebook tile by tile.

It is written apart from `rules.lodge.legal` and uses none of its lists and masks, so that the two
can be compared (`tests.contract.checks`).
"""

from collections import Counter
from collections.abc import Callable
from typing import Final, cast

from rules.lodge.components import GUESTS, Cell, Guest
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
from rules.lodge.state import Due, LodgeState
from rules.lodge.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat

Lodge = dict[tuple[int, int], str]
"""Tiles by column and floor; a room is ``R`` or ``R:RB3``, an amenity ``A13``."""
COLOURS: Final = "RBGYP"


def allows(state: object, seat: Seat, move: Move) -> bool:
    """Return whether a seat, or CHANCE, may make a move now."""
    table = cast("LodgeState", state)
    if seat == CHANCE:
        return CHANCES[type(move)](table, move) if type(move) in CHANCES else False
    if table.phase is Phase.OVER or table.due is not None or seat != table.active:  # LD-TURN-6
        return False
    if (table.phase is Phase.VALET) != isinstance(move, Valet):  # LD-GUEST-7, LD-GUEST-9
        return False
    return PLAYERS[type(move)](table, seat, move) if type(move) in PLAYERS else False


def lodge_of(state: LodgeState, seat: Seat) -> Lodge:
    columns = enumerate(state.players[seat].columns)
    return {(c, f): tile for c, stack in columns for f, tile in enumerate(stack, 1)}


def around(column: int, floor: int) -> tuple[tuple[int, int], ...]:
    return (column - 1, floor), (column + 1, floor), (column, floor - 1), (column, floor + 1)


def can_hold_a_tile(lodge: Lodge, column: int, floor: int) -> bool:
    """LD-BUILD-1 to LD-BUILD-4: right of the elevator, touching, supported, free."""
    return (
        column >= 0
        and 1 <= floor <= 4
        and (column, floor) not in lodge
        and (floor == 1 or (column, floor - 1) in lodge)
        and any(place in lodge for place in around(column, floor))
    )


def room_on(state: LodgeState, floor: int) -> bool:
    return any(state.display[(floor - 1) * 4 : floor * 4])


def build(state: LodgeState, seat: Seat, move: Build) -> bool:
    """LD-TURN-2, LD-ROOM-1, LD-ROOM-2."""
    floor, number, column = move.room.floor, move.room.number, move.column
    return (
        state.phase is Phase.BUILD
        and state.display[(floor - 1) * 4 + number - 1] is not None
        and (column.floor is None or column.floor == floor)
        and can_hold_a_tile(lodge_of(state, seat), column.number, floor)
    )


def furnish(state: LodgeState, seat: Seat, move: Furnish) -> bool:
    """LD-TURN-2, LD-AMEN-1."""
    cell = move.cell
    fits = can_hold_a_tile(lodge_of(state, seat), cell.column, cell.floor)
    return state.phase is Phase.BUILD and move.tile in state.amenities and fits


def check_in(state: LodgeState, seat: Seat, move: CheckIn) -> bool:
    """LD-TURN-1, LD-GUEST-1, LD-GUEST-8."""
    if state.phase is not Phase.GUESTS:
        return False
    if move.guest == state.players[seat].valet:
        there = not state.valet_used
    else:
        there = move.guest in state.guests and not state.display_used
    return there and suits(lodge_of(state, seat), move.guest, move.cell)


def suits(lodge: Lodge, guest: Guest, cell: Cell) -> bool:
    """LD-GUEST-2, LD-GUEST-3, LD-GUEST-5: an empty room, and beside it one of the other colour."""
    here, wanted = lodge.get((cell.column, cell.floor), ""), list(guest[:2])
    if here not in wanted:
        return False
    wanted.remove(here)
    return any(lodge.get(place) == wanted[0] for place in around(cell.column, cell.floor))


def valet(state: LodgeState, seat: Seat, move: Valet) -> bool:
    """LD-GUEST-7."""
    return move.guest in state.guests


def refresh_guests(state: LodgeState, seat: Seat, move: RefreshGuests) -> bool:
    """LD-GREF-1, LD-GREF-2."""
    waiting = [guest for guest in state.guests if guest]
    return bool(waiting) and any(all(c in guest[:2] for guest in waiting) for c in COLOURS)


def refresh_rooms(state: LodgeState, seat: Seat, move: RefreshRooms) -> bool:
    """LD-TOK-1, LD-TOK-2."""
    return state.players[seat].token and move.floor in (1, 2, 3, 4) and room_on(state, move.floor)


def end(state: LodgeState, seat: Seat, move: EndTurn) -> bool:
    """LD-TURN-1."""
    return state.phase is Phase.GUESTS


def contents(bag: tuple[int, ...]) -> Counter[str]:
    return Counter(dict(zip(COLOURS, bag, strict=True)))


def setup(state: LodgeState, move: Setup) -> bool:
    """LD-SETUP-2 to LD-SETUP-4."""
    seats, guests = state.seats, (*move.valets, *move.guests)
    rooms, tiles = Counter(map(str, (*move.rooms, *move.display))), move.amenities
    return (
        state.due is Due.SETUP
        and sorted(move.sequence) == [*range(seats)]
        and (len(move.rooms), len(move.display)) == (seats, 16)
        and (len(move.valets), len(move.guests), len(tiles)) == (seats, 4, 4)
        and rooms <= contents(state.bag)
        and Counter(guests) <= Counter(GUESTS)
        and Counter(tiles) <= Counter(state.stack)
    )


def draw_amenity(state: LodgeState, move: DrawAmenity) -> bool:
    """LD-AMEN-2."""
    return state.due is Due.AMENITY and move.tile in state.stack


def draw_guests(state: LodgeState, move: DrawGuests) -> bool:
    """LD-GREF-3, LD-GREF-4, LD-GUEST-10: those that left come back only if the bag is empty."""
    if state.due not in (Due.GUESTS, Due.END_GUESTS):
        return False
    bag = [*state.guest_bag]
    back = [*state.away] if state.due is Due.GUESTS else []
    drawn, gaps = [*move.guests], state.guests.count(None)
    first, rest = drawn[: len(bag)], drawn[len(bag) :]
    enough = len(drawn) == min(gaps, len(bag) + len(back))
    return enough and Counter(first) <= Counter(bag) and Counter(rest) <= Counter(back)


def draw_rooms(state: LodgeState, move: DrawRooms) -> bool:
    """LD-DISP-2, LD-TOK-4: discarded rooms come back only if the bag is empty."""
    if state.due not in (Due.TOKEN, Due.ROOMS, Due.END_ROOMS):
        return False
    bag = contents(state.bag)
    back = contents(state.aside) if state.due is Due.TOKEN else Counter[str]()
    drawn, gaps = [str(room) for room in move.rooms], state.display.count(None)
    first, rest = drawn[: bag.total()], drawn[bag.total() :]
    enough = len(drawn) == min(gaps, bag.total() + back.total())
    return enough and Counter(first) <= bag and Counter(rest) <= back


PLAYERS: Final = cast(
    "dict[type[Move], Callable[[LodgeState, Seat, Move], bool]]",
    {
        Build: build,
        Furnish: furnish,
        CheckIn: check_in,
        Valet: valet,
        RefreshGuests: refresh_guests,
        RefreshRooms: refresh_rooms,
        EndTurn: end,
    },
)
CHANCES: Final = cast(
    "dict[type[Move], Callable[[LodgeState, Move], bool]]",
    {Setup: setup, DrawAmenity: draw_amenity, DrawGuests: draw_guests, DrawRooms: draw_rooms},
)
