"""What Lodge says, counted again from the tiles on the table."""

from collections.abc import Iterator
from typing import cast

from rules.lodge.components import AMENITIES, SOLO_TURNS, Cell
from rules.lodge.moves import Build, CheckIn, EndTurn, Furnish, RefreshGuests, RefreshRooms, Valet
from rules.lodge.state import LodgeState
from tests.contract.truth import Said, Witness, atoms


def told(said: Said) -> list[str]:
    """Return everything that varies in a sentence, as text in English."""
    return list(atoms(said.values))


def table(said: Said) -> LodgeState:
    return cast("LodgeState", said.state)


def empty_rooms(state: LodgeState) -> dict[tuple[int, int], str]:
    """Return the colours of the active player's empty rooms by column and floor."""
    columns = state.players[state.active].columns
    return {
        (column, floor): tile
        for column, stack in enumerate(columns)
        for floor, tile in enumerate(stack, 1)
        if len(tile) == 1
    }


def homes(state: LodgeState, guest: str) -> Iterator[tuple[str, int]]:
    """Yield the cells that a guest could move into, and the points there."""
    rooms = empty_rooms(state)
    for (column, floor), colour in rooms.items():
        beside = (
            (column - 1, floor),
            (column + 1, floor),
            (column, floor - 1),
            (column, floor + 1),
        )
        pairs = {frozenset((colour, rooms[place])) for place in beside if place in rooms}
        if frozenset(guest[:2]) in pairs:
            yield str(Cell(column, floor)), 2 + (floor if floor == int(guest[2]) else 0)


def best_of(state: LodgeState, guests: list[str], said: Said) -> bool:
    """The count of guests with a home, and a best one of them with its cell and points."""
    found = {guest: dict(homes(state, guest)) for guest in guests}
    found = {guest: cells for guest, cells in found.items() if cells}
    words = told(said)
    guest, cell, points = words[:3]
    most = max(max(cells.values()) for cells in found.values())
    count = int(words[3]) if len(words) > 3 else 1
    return found[guest][cell] == int(points) == most and count == len(found)


def placeable(state: LodgeState) -> list[str]:
    around = [] if state.display_used else [guest for guest in state.guests if guest]
    valet = state.players[state.active].valet
    return [*around, valet] if valet and not state.valet_used else list(around)


def best_now(said: Said) -> bool:
    return best_of(table(said), list(placeable(table(said))), said)


def best_to_wait(said: Said) -> bool:
    state = table(said)
    return best_of(state, [guest for guest in state.guests if guest], said)


def floors_to_use(said: Said) -> bool:
    floors = {move.room.floor for move in said.legal if isinstance(move, Build)}
    return told(said) == [str(floor) for floor in sorted(floors)]


def cells_to_use(said: Said) -> bool:
    """For an amenity all its cells, for a room all those of its floor."""
    match said.attempt:
        case Build(slot):
            builds = (m for m in said.legal if isinstance(m, Build) and m.room == slot)
            cells = {str(Cell(move.column.number, slot.floor)) for move in builds}
        case _:
            cells = {str(move.cell) for move in said.legal if isinstance(move, Furnish)}
    return set(told(said)) == cells


def open_amenities(said: Said) -> bool:
    tiles = {move.tile for move in said.legal if isinstance(move, Furnish)}
    return set(told(said)) == {AMENITIES[tile].name.en for tile in tiles}


def shared(said: Said) -> bool:
    """A colour of every waiting guest."""
    waiting = [guest for guest in table(said).guests if guest]
    colour = told(said)[-1]
    return bool(waiting) and all(colour in guest[:2] for guest in waiting)


def missing(said: Said) -> bool:
    state = table(said)
    staying = sum(":" in tile for stack in state.players[said.seat].columns for tile in stack)
    return told(said) == [str(12 - staying)] and state.ending is None and state.seats > 1


def no_turn_after(said: Said) -> bool:
    state = table(said)
    return state.ending is not None or (state.seats == 1 and state.turn == SOLO_TURNS)


def nobody_builds(said: Said) -> bool:
    """The match ends with this turn, and its build is done."""
    state = table(said)
    built = not any(isinstance(move, Build | Furnish) for move in said.legal)
    return built and no_turn_after(said) and state.active == state.order[-1]


def nobody_places(said: Said) -> bool:
    return nobody_builds(said) and table(said).display_used


def at_the_end(said: Said) -> bool:
    """Who leaves and which room goes, as the end of the turn itself shows where it is near."""
    state = table(said)
    floor = "1234"[(state.turn - 1) % 4]
    row = state.display[(int(floor) - 1) * 4 : int(floor) * 4]
    first = next((guest for guest in state.guests if guest), None)
    taken = next(((f"{floor}-{n}", room) for n, room in enumerate(row, 1) if room), None)
    words = told(said)
    if no_turn_after(said) or state.seats > 1 or first not in words:
        return False
    if EndTurn() in said.legal:
        after = cast("LodgeState", said.rules.apply(state, said.seat, EndTurn()).state)
        assert after.away == (first,)
    return floor in words if taken is None else {taken[0], str(taken[1])} <= set(words)


def tall(said: Said) -> bool:
    """Columns of a height that a floor needs, of which there are none."""
    state, floor = table(said), int(str(said.values["floor"]))
    heights = {len(stack) for stack in state.players[said.seat].columns}
    return said.values["count"] == floor - 1 and floor > 1 and floor - 1 not in heights


def bare(said: Said) -> bool:
    floor = int(str(said.values["floor"]))
    return not any(table(said).display[(floor - 1) * 4 : floor * 4])


SOON = (
    "As things stand, {guest} will leave after this turn, and the rival will take the {room} room "
    "at {slot}."
)
SOON_BARE = (
    "As things stand, {guest} will leave after this turn, and the rival won't find a room on floor "
    "{floor}."
)
WITNESS = Witness(
    named={
        Build: r"\bbuild (a|the) room\b|\brooms? (goes|you can build)\b",
        Furnish: r"\bamenit(y|ies)\b",
        CheckIn: r"\bplace (one|a|\w\w\d|guests?|this guest)\b|\b(move|moves) in(to)?\b",
        Valet: r"\bchoose the (next|new) guest\b",
        RefreshGuests: r"\bsend .*\baway\b|\bnew guests\b",
        RefreshRooms: r"\brefresh token\b|\bfloors with rooms\b",
        EndTurn: r"\bend (your|the) turn\b",
    },
    facts={
        "A room goes on the same floor as in the display. Floors you can use now: {floors}.": (
            floors_to_use
        ),
        "Possible cells: {places}.": cells_to_use,
        "Face-up amenities: {names}.": open_amenities,
        "{guest} can move into {cell} for {points}.": best_now,
        "After you have built, {guest} can move into {cell} for {points}.": best_now,
        "With your lodge as it is now, one of them would find a room: {guest} in {cell}, for "
        "{points}.": best_to_wait,
        "All waiting guests share the colour {colour}, so you may send them away.": shared,
        "All waiting guests share the colour {colour}, so you may send them away. You may also "
        "clear one floor of the display with your Refresh Token.": shared,
        "{count} more guest makes twelve and starts the last round.": missing,
        "You could send the waiting guests away, but nobody will place the new ones.": (
            nobody_places
        ),
        "You could use your Refresh Token, but nobody will build after you.": nobody_builds,
        "A guest who waits with your valet at the end scores nothing.": no_turn_after,
        "This is your last turn.": no_turn_after,
        "This is the last turn.": no_turn_after,
        "It's the last round. Everybody gets the same number of turns.": no_turn_after,
        SOON: at_the_end,
        SOON_BARE: at_the_end,
        "{decision} {soon}": at_the_end,
        # Refusals.
        "A room from floor {floor} must go on floor {floor}, but none of your columns is exactly "
        "{count} tile high.": tall,
        "There are no rooms on floor {floor} of the display.": bare,
    },
)
