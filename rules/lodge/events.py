"""The sentences told about what happens; everybody may read all of them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.lodge.building import Display, guest_points, row
from rules.lodge.components import (
    AMENITIES,
    FLOORS,
    LOOKS,
    AmenityId,
    Cell,
    Colour,
    Floor,
    Guest,
    Slot,
)
from rules.text import Seat, Text, Who, t, tn


def room_text(colour: Colour) -> Text:
    """Return a room's colour as a word with its letter: "red (R)"."""
    return t("{colour} ({letter})", colour=LOOKS[colour].word, letter=LOOKS[colour].letter)


def guest_text(guest: Guest) -> Text:
    """Return a guest by id and wishes: "RB3 (red and blue, floor 3)"."""
    if guest.first is guest.second:
        colour = LOOKS[guest.first].word
        return t(
            "{guest} ({colour} twice, floor {floor})",
            guest=guest.called,
            colour=colour,
            floor=guest.floor,
        )
    return t(
        "{guest} ({first} and {second}, floor {floor})",
        guest=guest.called,
        first=LOOKS[guest.first].word,
        second=LOOKS[guest.second].word,
        floor=guest.floor,
    )


def guests_text(guests: Iterable[Guest]) -> Text:
    """Return guests by their ids."""
    return t("{list}", list=tuple(guest.called for guest in guests))


def order(seats: tuple[Seat, ...]) -> Text:
    """Say that chance has drawn the order of turns."""
    return t("Turn order: {who}.", who=tuple(Who(seat) for seat in seats))


def built(seat: Seat, room: Colour, cell: Cell) -> Text:
    """Say that a room was built."""
    return t(
        "{who} builds a {room} room in {cell}.",
        who=Who(seat),
        cell=str(cell),
        room=room_text(room),
    )


def furnished(seat: Seat, tile: AmenityId, cell: Cell) -> Text:
    """Say that an amenity was built."""
    name = AMENITIES[tile].name
    return t(
        "{who} builds the {amenity} in {cell}.",
        who=Who(seat),
        cell=str(cell),
        amenity=name,
    )


def turned_up(tile: AmenityId) -> Text:
    """Say that the next amenity was turned up."""
    return t("New amenity in the display: {amenity}.", amenity=AMENITIES[tile].name)


def checked_in(seat: Seat, guest: Guest, cell: Cell) -> Text:
    """Say that a guest has moved in."""
    worth = guest_points(guest, cell.floor)
    if cell.floor == guest.floor:
        return tn(
            "{who} places guest {guest} in {cell}, on their favourite floor, and scores {count} "
            "point.",
            "{who} places guest {guest} in {cell}, on their favourite floor, and scores {count} "
            "points.",
            worth,
            who=Who(seat),
            guest=guest.called,
            cell=str(cell),
        )
    return tn(
        "{who} places guest {guest} in {cell} and scores {count} point.",
        "{who} places guest {guest} in {cell} and scores {count} points.",
        worth,
        who=Who(seat),
        guest=guest.called,
        cell=str(cell),
    )


def waits(seat: Seat, guest: Guest) -> Text:
    """Say that the valet has a new guest."""
    return t("{who} sends guest {guest} to wait with the valet.", guest=guest.called, who=Who(seat))


def sent_away(seat: Seat, guests: tuple[Guest, ...]) -> Text:
    """Say that the waiting guests were discarded."""
    return t(
        "{who} sends the waiting guests away: {guests}.", who=Who(seat), guests=guests_text(guests)
    )


def new_guests(guests: tuple[Guest, ...]) -> Text:
    """Say that new guests wait."""
    return tn(
        "New guest in the display: {guests}.",
        "New guests in the display: {guests}.",
        len(guests),
        guests=guests_text(guests),
    )


def spent_token(seat: Seat, floor: Floor, rooms: Display) -> Text:
    """Say that a Refresh Token was spent, and which rooms were discarded."""
    return t(
        "{who} spends the Refresh Token and clears floor {floor} of the display: {rooms}.",
        who=Who(seat),
        floor=floor,
        rooms=tuple(room_text(room) for room in rooms if room is not None),
    )


def display_refreshed(before: Display, filled: bool) -> Text:
    """Say why the room display is refreshed, and if rooms are left (LD-DISP-1)."""
    bare = next((f for f in range(1, FLOORS + 1) if not any(row(before, f))), None)
    if bare is None:
        colour = room_text(next(room for room in before if room is not None))
        if not filled:
            return t("All rooms in the display are {colour}, so they drop down.", colour=colour)
        return t(
            "All rooms in the display are {colour}, so they drop down, and the gaps are filled.",
            colour=colour,
        )
    if not filled:
        return t("Floor {floor} of the display is empty, so the rooms drop down.", floor=bare)
    return t(
        "Floor {floor} of the display is empty, so the rooms drop down, and the gaps are filled.",
        floor=bare,
    )


def new_rooms(slots: Iterable[Slot], rooms: Iterable[Colour]) -> Text:
    """Say which rooms were drawn, and where they lie."""
    drawn = tuple(
        t("{slot} {room}", slot=str(slot), room=room_text(room))
        for slot, room in zip(slots, rooms, strict=True)
    )
    return tn(
        "New room in the display: {rooms}.",
        "New rooms in the display: {rooms}.",
        len(drawn),
        rooms=drawn,
    )


def ended(seat: Seat) -> Text:
    """Say that a turn was ended."""
    return t("{who} ends the turn.", who=Who(seat))


def nothing_to_do(seat: Seat) -> Text:
    """Say that a turn ends although its player still has something (LD-TURN-4)."""
    return t("{who} has nothing useful left to do, so the turn ends.", who=Who(seat))


def one_way_to_build(seat: Seat) -> Text:
    """Say that there is nothing to choose in a build (LD-TURN-2)."""
    return t("{who} has only one way to build.", who=Who(seat))


def nothing_to_build(seat: Seat) -> Text:
    """Say that there is nothing left to build."""
    return t("{who} has nothing left to build.", who=Who(seat))


def twelve(seat: Seat) -> Text:
    """Say that somebody has twelve guests."""
    return t("{who} has twelve guests.", who=Who(seat))


def last_round() -> Text:
    """Say that the last round has begun."""
    return t("This is the last round. Everybody gets the same number of turns.")


def last_turn() -> Text:
    """Say that the last turn of a solo match has begun."""
    return t("This is the last turn.")


def departs(guest: Guest) -> Text:
    """Say that the guest who has waited longest leaves a solo match."""
    return t("Guest {guest} has waited too long and leaves.", guest=guest.called)


def rival_takes(room: Colour, slot: Slot) -> Text:
    """Say that the rival hotel takes a room in a solo match."""
    return t(
        "The rival hotel takes the {room} room at {slot}.", slot=str(slot), room=room_text(room)
    )


def over() -> Text:
    """Say that the match is over."""
    return t("The season is over. It's time to count the points.")
