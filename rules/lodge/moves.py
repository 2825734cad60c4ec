"""The moves of Lodge: seven of players, four of chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

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
from rules.notation import InRow, defined
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


class Rooms(InRow[Colour]):
    """Rooms in their order as one token: ``RBG``, or ``-`` for none."""

    __slots__ = ()
    kind = Colour
    between = ""


class Guests(InRow[Guest]):
    """Guests in their order as one token: ``RB3,GG1``, or ``-`` for none."""

    __slots__ = ()
    kind = Guest


class Tiles(InRow[AmenityId]):
    """Amenities in their order as one token: ``A01,A13``."""

    __slots__ = ()
    kind = AmenityId


class Order(InRow[Seat]):
    """The order of turns as one token: ``201`` if seat 2 begins."""

    __slots__ = ()
    kind = int
    between = ""


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
    by_chance = True
    sequence: Order
    rooms: Rooms
    valets: Guests
    display: Rooms
    guests: Guests
    amenities: Tiles


@dataclass(frozen=True, slots=True, order=True)
class DrawRooms(Move):
    """Chance: rooms for the display's gaps, floor 1 left to right, then floor 2..."""

    notation = "draw-rooms {rooms}"
    by_chance = True
    rooms: Rooms


@dataclass(frozen=True, slots=True, order=True)
class DrawGuests(Move):
    """Chance: new waiting guests."""

    notation = "draw-guests {guests}"
    by_chance = True
    guests: Guests


@dataclass(frozen=True, slots=True, order=True)
class DrawAmenity(Move):
    """Chance: the amenity that takes the place of the one just built."""

    notation = "draw-amenity {tile}"
    by_chance = True
    tile: AmenityId


MOVE_TYPES: Final = defined(globals())
