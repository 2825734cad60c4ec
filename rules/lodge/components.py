"""The contents of the box: rooms, guests, amenities, and where they can be.

Loaded once from ``data/lodge/*.toml`` and checked. Floors count from 1, the lowest. A cell of a
lodge is a column letter and a floor, ``A1`` beside the elevator; a place of the room display is
floor and slot, ``3-2`` for the second from the left on floor 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias, get_args

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.listed import Code, Named
from rules.text import Printed, Text, t, tn

Floor: TypeAlias = int
"""1 to 4; 1 is the lowest."""
Icon: TypeAlias = Literal["flame", "snowflake", "fir", "sun", "moon"]
ICONS: Final[tuple[Icon, ...]] = get_args(Icon)


class Colour(Code):
    """A colour of rooms, in the order in which guests name them."""

    RED = "R"
    BLUE = "B"
    GREEN = "G"
    YELLOW = "Y"
    PURPLE = "P"


COLOURS: Final = tuple(Colour)


class Kind(Code):
    """The kind of requirement of an amenity; see `rules.lodge.score`."""

    ADJ_COLOUR = "adj-colour"
    EXACT_COLOUR = "exact-colour"
    ADJ_DISTINCT = "adj-distinct"
    ADJ_GUESTS = "adj-guests"
    SELF_FLOOR = "self-floor"
    FLOOR_COLOURS = "floor-colours"
    COLUMN_COLOURS = "column-colours"
    FLOOR_TILES = "floor-tiles"
    HAPPY_MIN = "happy-min"
    GUESTS_FLOOR = "guests-floor"
    GUESTS_EACH_FLOOR = "guests-each-floor"
    AMENITIES_MIN = "amenities-min"
    EMPTY_MAX = "empty-max"
    GROUP_MIN = "group-min"


class Guest(Named):
    """A guest token by its id, two colours and the preferred floor: ``RB3``, ``GG1``.

    It is also read with its colours in the other order and with the letters of any language:
    ``BR3`` and ``CN3`` are ``RB3``.

    Attributes:
        first: One of its colours.
        second: The other, or the same.
        floor: The preferred floor.
        one: The index of the first colour in `COLOURS`.
        other: The index of the second.
        called: What it is called: its id, with the letters of the reader's language.
    """

    __slots__ = ("called", "first", "floor", "one", "other", "second")
    first: Colour
    second: Colour
    floor: Floor
    one: int
    other: int
    called: Printed


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A cell of a lodge, shown as ``B3``: column from 0, floor from 1.

    Column 0 is beside the elevator. Players may name floors that no lodge has; the refusal says so.
    """

    column: int
    floor: Floor

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.floor}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Return the cell of a token; ValueError if it is not one."""
        found = re.fullmatch(r"([A-Z]{1,2})([0-9])", text.upper(), re.ASCII)
        if not found:
            raise ValueError(f"no cell: {text!r}")
        return cell_at(column_number(found[1]), int(found[2]))


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A place of the room display: ``3-2`` is floor 3, the second from the left."""

    floor: Floor
    number: int

    def __str__(self) -> str:
        return f"{self.floor}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Return the place of a token; ValueError if it is not one."""
        found = re.fullmatch(r"([1-4])-([1-4])", text, re.ASCII)
        if not found:
            raise ValueError(f"no place of the display: {text!r}")
        return cls(int(found[1]), int(found[2]))

    @property
    def index(self) -> int:
        """Return its index in the display, floor 1 left to right, then floor 2..."""
        return (self.floor - 1) * SLOTS + self.number - 1


def rival_floor(turn: int) -> Floor:
    """Return the floor the solo rival takes a room from after a turn (LD-SOLO-2)."""
    return (turn - 1) % FLOORS + 1


def leftmost(display: Sequence[Colour | None], floor: Floor) -> Slot | None:
    """Return the leftmost place with a room on a floor of the display, or None."""
    slots = DISPLAY_SLOTS[(floor - 1) * SLOTS : floor * SLOTS]
    return next((slot for slot in slots if display[slot.index] is not None), None)


@lru_cache(maxsize=1024)
def cell_at(column: int, floor: Floor) -> Cell:
    """Return a cell; the same object each time."""
    return Cell(column, floor)


def requirement(amenity: Amenity) -> Text:
    """Return what an amenity asks for, as a phrase."""
    colour = LOOKS[amenity.colour].word if amenity.colour else ""
    return _REQUIREMENTS[amenity.kind](amenity, colour)


_REQUIREMENTS: Final[dict[Kind, Callable[[Amenity, Printed | str], Text]]] = {
    Kind.ADJ_COLOUR: lambda it, colour: tn(
        "{count} {colour} room beside it",
        "{count} {colour} rooms beside it",
        it.number,
        colour=colour,
    ),
    Kind.EXACT_COLOUR: lambda it, colour: tn(
        "exactly {count} {colour} room in the lodge",
        "exactly {count} {colour} rooms in the lodge",
        it.number,
        colour=colour,
    ),
    Kind.ADJ_DISTINCT: lambda it, _: t("rooms in {n} colours beside it", n=it.number),
    Kind.ADJ_GUESTS: lambda it, _: tn(
        "{count} room with a guest beside it", "{count} rooms with guests beside it", it.number
    ),
    Kind.SELF_FLOOR: lambda it, _: t("a place on floor {floor}", floor=it.floor),
    Kind.FLOOR_COLOURS: lambda it, _: t("rooms in all {n} colours on its floor", n=it.number),
    Kind.COLUMN_COLOURS: lambda it, _: t("rooms in {n} colours in its column", n=it.number),
    Kind.FLOOR_TILES: lambda it, _: tn(
        "{count} tile on floor {floor}", "{count} tiles on floor {floor}", it.number, floor=it.floor
    ),
    Kind.HAPPY_MIN: lambda it, _: tn(
        "{count} guest on their favourite floor",
        "{count} guests on their favourite floors",
        it.number,
    ),
    Kind.GUESTS_FLOOR: lambda it, _: tn(
        "{count} guest on floor {floor}",
        "{count} guests on floor {floor}",
        it.number,
        floor=it.floor,
    ),
    Kind.GUESTS_EACH_FLOOR: lambda it, _: tn(
        "{count} guest on every floor", "{count} guests on every floor", it.number
    ),
    Kind.AMENITIES_MIN: lambda it, _: tn(
        "{count} amenity in the lodge, including this one",
        "{count} amenities in the lodge, including this one",
        it.number,
    ),
    Kind.EMPTY_MAX: lambda it, _: tn(
        "at most {count} empty room in the lodge",
        "at most {count} empty rooms in the lodge",
        it.number,
    ),
    Kind.GROUP_MIN: lambda it, _: tn(
        "{count} connected room in one colour", "{count} connected rooms in one colour", it.number
    ),
}


def column_name(column: int) -> str:
    """Return the letters of a column: A to Z, then AA, AB..."""
    return chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)


def column_number(name: str) -> int:
    """Return the column of its letters; inverse of `column_name`."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1


@dataclass(frozen=True, slots=True)
class ColourLook:
    """The look of a colour, told apart by more than the colour.

    Attributes:
        letter: The letter in what guests are called.
        word: "red".
        name: "Ember".
        icon: The symbol on its rooms.
        hex: The fill.
        ink: What is written and drawn on it.
    """

    colour: Colour
    letter: Printed
    word: Printed
    name: Printed
    icon: Icon
    hex: str
    ink: str


@dataclass(frozen=True, slots=True)
class Amenity:
    """An amenity tile.

    Attributes:
        id: ``A01``.
        kind: What it asks for...
        colour: ...of which colour, or None,
        floor: ...on which floor, or 0,
        number: ...how many, or 0.
        points: What it is worth if that holds at the end (LD-SCORE-3).
    """

    id: AmenityId
    name: Printed
    kind: Kind
    colour: Colour | None
    floor: Floor
    number: int
    points: int


class AmenityId(Named):
    """The id of an amenity as a part of a move: ``A13``; each exists once."""

    __slots__ = ()


def _look(row: Row) -> ColourLook:
    return ColourLook(
        Colour(row.text("code")),
        row.printed("letter_"),
        row.printed(),
        row.printed("name_"),
        row.one_of("icon", ICONS),
        row.text("hex"),
        row.text("ink"),
    )


def _amenity(row: Row) -> Amenity:
    return Amenity(
        AmenityId(row.text("id")),
        row.printed(),
        Kind(row.text("kind")),
        Colour(row.text("colour")) if "colour" in row else None,
        row.number("floor", 0),
        row.number("number", 0),
        row.number("points"),
    )


def _guests() -> tuple[Guest, ...]:
    """Return each pair of colours once for each floor."""
    found = []
    for first, second in combinations_with_replacement(COLOURS, 2):
        for floor in range(1, FLOORS + 1):
            guest = Guest(f"{first}{second}{floor}")
            guest.first, guest.second, guest.floor = first, second, floor
            guest.one, guest.other = COLOURS.index(first), COLOURS.index(second)
            one, other = LOOKS[first].letter, LOOKS[second].letter
            guest.called = Printed(f"{one.en}{other.en}{floor}", f"{one.pl}{other.pl}{floor}")
            found.append(guest)
    return tuple(sorted(found))


_BOX: Final = load("lodge")
try:
    ROOMS_OF_EACH: Final = _BOX.number("rooms_of_each_colour")
    FLOORS: Final = _BOX.number("floors")
    SLOTS: Final = _BOX.number("slots")
    WAITING: Final = _BOX.number("waiting_guests")
    FACE_UP: Final = _BOX.number("face_up_amenities")
    GUESTS_TO_END: Final = _BOX.number("guests_to_end")
    GUEST_POINTS: Final = _BOX.number("points_per_guest")
    LOOKS: Final = {look.colour: look for look in map(_look, _BOX.rows("colours"))}
    SEAT_MARKS: Final = seat_marks(_BOX.rows("seats"))
    _SOLO: Final = _BOX.row("solo")
    SOLO_TURNS: Final = _SOLO.number("turns")
    SOLO_TITLES: Final = tuple(
        (row.number("points"), row.printed()) for row in _SOLO.rows("titles")
    )
    """The least points for each title of a solo result, the best first."""
    _AMENITIES: Final = tuple(map(_amenity, load("lodge", "amenities.toml").rows("amenities")))
    AMENITIES: Final[dict[str, Amenity]] = {amenity.id: amenity for amenity in _AMENITIES}
except (KeyError, TypeError, ValueError) as error:
    raise DataError(f"data/lodge is incomplete: {error!r}") from error

AmenityId.known = {str(amenity.id): amenity.id for amenity in _AMENITIES}
GUESTS: Final = _guests()
"""All 60 guests, sorted; 20 have one colour twice (ruling R3)."""
Guest.known = {
    f"{name[n]}{name[1 - n]}{guest.floor}": guest
    for guest in GUESTS
    for name in (guest, guest.called.en, guest.called.pl)
    for n in (0, 1)
}
DISPLAY_SLOTS: Final = tuple(
    Slot(floor, number) for floor in range(1, FLOORS + 1) for number in range(1, SLOTS + 1)
)
"""The places of the room display, floor 1 left to right, then floor 2..."""


def faults() -> list[str]:
    """Return why nothing can be played with this data; [] if it can.

    How many rooms and amenities there are is up to the data.
    """
    found = []
    if set(LOOKS) != set(COLOURS) or len({look.icon for look in LOOKS.values()}) != len(COLOURS):
        found.append("a colour or an icon is missing")
    if ROOMS_OF_EACH * len(COLOURS) < len(DISPLAY_SLOTS) + len(SEAT_MARKS):
        found.append("there are too few rooms for the set-up")
    if not FACE_UP <= len(AMENITIES) == len(_AMENITIES):
        found.append("there are too few amenities, or two with the same id")
    found += [f"amenity {it.id} is not well-formed" for it in _AMENITIES if not _is_sound(it)]
    return found


def _is_sound(amenity: Amenity) -> bool:
    """Return whether an amenity has a legal id and all that its kind asks for."""
    coloured = amenity.kind in (Kind.ADJ_COLOUR, Kind.EXACT_COLOUR)
    on_floor = amenity.kind in (Kind.SELF_FLOOR, Kind.FLOOR_TILES, Kind.GUESTS_FLOOR)
    return (
        re.fullmatch(r"[A-Z]\d\d", amenity.id, re.ASCII) is not None
        and (amenity.colour is not None) == coloured
        and (amenity.floor in range(1, FLOORS + 1)) == on_floor
        and (amenity.number > 0) == (amenity.kind is not Kind.SELF_FLOOR)
    )


if _FAULTS := faults():
    raise DataError(f"data/lodge: {'; '.join(_FAULTS)}")
