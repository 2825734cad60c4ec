"""The moves of Lodge: seven of players, four of chance."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.lodge.components import (
    AmenityId,
    Cell,
    Colour,
    Floor,
    Guest,
    Slot,
    column_name,
    column_number,
)
from rules.protocol import Move, part
from rules.text import Seat, t


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """A column of a lodge, from 0 beside the elevator; shown as ``A``.

    A player may name a cell, ``A2``, for its column; then `floor` says which, and nothing else
    depends on it.
    """

    number: int
    floor: Floor | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return column_name(self.number)

    @classmethod
    def parse(cls, text: str) -> Column:
        """Return the column of a token, or of a cell; ValueError if it is neither."""
        if text[-1:].isdigit():
            cell = Cell.parse(text)
            return cls(cell.column, cell.floor)
        if not (text.isascii() and text.isalpha() and len(text) <= 2):
            raise ValueError(f"no column: {text!r}")
        return cls(column_number(text.upper()))


@dataclass(frozen=True, slots=True, order=True)
class Rooms:
    """Rooms in their order as one token: ``RBG``, or ``-`` for none."""

    rooms: tuple[Colour, ...]

    def __str__(self) -> str:
        return "".join(self.rooms) or "-"

    @classmethod
    def parse(cls, text: str) -> Rooms:
        """Return the rooms of a token; ValueError if a letter is not a colour."""
        return cls(() if text == "-" else tuple(Colour(code) for code in text.upper()))


@dataclass(frozen=True, slots=True, order=True)
class Guests:
    """Guests in their order as one token: ``RB3,GG1``, or ``-`` for none."""

    guests: tuple[Guest, ...]

    def __str__(self) -> str:
        return ",".join(self.guests) or "-"

    @classmethod
    def parse(cls, text: str) -> Guests:
        """Return the guests of a token; ValueError if one does not exist."""
        return cls(() if text == "-" else tuple(map(Guest.parse, text.split(","))))


@dataclass(frozen=True, slots=True, order=True)
class Tiles:
    """Amenities in their order as one token: ``A01,A13``."""

    tiles: tuple[AmenityId, ...]

    def __str__(self) -> str:
        return ",".join(self.tiles) or "-"

    @classmethod
    def parse(cls, text: str) -> Tiles:
        """Return the amenities of a token; ValueError if one does not exist."""
        return cls(() if text == "-" else tuple(map(AmenityId.parse, text.split(","))))


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """The order of turns as one token: ``201`` if seat 2 begins."""

    seats: tuple[Seat, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.seats))

    @classmethod
    def parse(cls, text: str) -> Order:
        """Return the order of a token; ValueError if it is not one."""
        return cls(tuple(int(digit) for digit in text))


@dataclass(frozen=True, slots=True, order=True)
class Build(Move):
    """Build a room from the display on its own floor of your lodge."""

    notation = "room {room}@{column}"
    command = t("room")
    title = t("Build a room")
    about = t("Build a room from the display on its own floor")
    room: Slot = field(metadata=part(t("room"), t("Which room in the display")))
    column: Column = field(
        metadata=part(t("column"), t("Which column of your lodge"), in_hand=True)
    )


@dataclass(frozen=True, slots=True, order=True)
class Furnish(Move):
    """Take an amenity to any floor of your lodge."""

    notation = "amenity {tile}@{cell}"
    command = t("amenity")
    title = t("Build an amenity")
    about = t("Build an amenity on any floor of your lodge")
    tile: AmenityId = field(metadata=part(t("tile"), t("Which amenity")))
    cell: Cell = field(metadata=part(t("cell"), t("Where in your lodge"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class CheckIn(Move):
    """Place a guest, from the display or from your valet."""

    notation = "guest {guest}@{cell}"
    command = t("guest")
    title = t("Place a guest")
    about = t("Let a guest move into one of your rooms")
    guest: Guest = field(metadata=part(t("guest"), t("Which guest")))
    cell: Cell = field(metadata=part(t("cell"), t("Which room"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Valet(Move):
    """Choose the next guest of your valet."""

    notation = "valet {guest}"
    command = t("valet")
    title = t("Choose your valet's guest")
    about = t("Choose the next guest to wait with your valet")
    guest: Guest = field(metadata=part(t("guest"), t("Which guest")))


@dataclass(frozen=True, slots=True, order=True)
class RefreshGuests(Move):
    """Discard all waiting guests, who share a colour, for four new ones."""

    notation = "refresh-guests"
    command = t("refresh-guests")
    title = t("New guests")
    about = t("Replace the waiting guests with four new ones")


@dataclass(frozen=True, slots=True, order=True)
class RefreshRooms(Move):
    """Spend the Refresh Token: discard all rooms of a floor of the display."""

    notation = "token {floor}"
    command = t("token")
    title = t("Refresh Token")
    about = t("Once per match: clear one floor of the display")
    floor: Floor = field(metadata=part(t("floor"), t("Which floor of the display")))


@dataclass(frozen=True, slots=True, order=True)
class EndTurn(Move):
    """End the turn."""

    notation = "end"
    command = t("end")
    title = t("End the turn")
    about = t("End your turn")


@dataclass(frozen=True, slots=True, order=True)
class Setup(Move):
    """Chance: the order of turns and everything face up at the start."""

    notation = "setup {sequence}/{rooms}/{valets}/{display}/{guests}/{amenities}"
    command = t("setup")
    title = t("Set up")
    about = t("Draw the turn order and the face-up pieces")
    by_chance = True
    sequence: Order = field(metadata=part(t("sequence"), t("The turn order")))
    rooms: Rooms = field(metadata=part(t("rooms"), t("The first rooms, in turn order")))
    valets: Guests = field(metadata=part(t("valets"), t("The first guests, in turn order")))
    display: Rooms = field(metadata=part(t("display"), t("The rooms in the display")))
    guests: Guests = field(metadata=part(t("guests"), t("The waiting guests")))
    amenities: Tiles = field(metadata=part(t("amenities"), t("The face-up amenities")))


@dataclass(frozen=True, slots=True, order=True)
class DrawRooms(Move):
    """Chance: rooms for the display's gaps, floor 1 left to right, then floor 2..."""

    notation = "draw-rooms {rooms}"
    command = t("draw-rooms")
    title = t("Draw rooms")
    about = t("Draw rooms for the gaps in the display")
    by_chance = True
    rooms: Rooms = field(metadata=part(t("rooms"), t("Which rooms")))


@dataclass(frozen=True, slots=True, order=True)
class DrawGuests(Move):
    """Chance: new waiting guests."""

    notation = "draw-guests {guests}"
    command = t("draw-guests")
    title = t("Draw guests")
    about = t("Draw new guests for the display")
    by_chance = True
    guests: Guests = field(metadata=part(t("guests"), t("Which guests")))


@dataclass(frozen=True, slots=True, order=True)
class DrawAmenity(Move):
    """Chance: the amenity that takes the place of the one just built."""

    notation = "draw-amenity {tile}"
    command = t("draw-amenity")
    title = t("Turn up an amenity")
    about = t("Turn up the next amenity")
    by_chance = True
    tile: AmenityId = field(metadata=part(t("tile"), t("Which amenity")))


MOVE_TYPES: tuple[type[Move], ...] = (
    Build,
    Furnish,
    CheckIn,
    Valet,
    RefreshGuests,
    RefreshRooms,
    EndTurn,
    Setup,
    DrawRooms,
    DrawGuests,
    DrawAmenity,
)
