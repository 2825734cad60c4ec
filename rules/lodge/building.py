"""A lodge and the room display: where tiles and guests can go, how rooms fall.

A lodge is always a row of columns A, B, C... right of the elevator, each one to four tiles high and
without gaps (LD-BUILD-6), so that is how it is stored. A tile is a short text, so that lodges are
cheap to keep and to compare: a room is its colour ``R``, with a guest ``R:RB3``; an amenity is its
id ``A13``.

A place is the number of a cell, column by column: ``column * HEIGHT + floor - 1``. `HEIGHT` has one
more than there are floors, so the top of a column is not next to the bottom of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from operator import add, sub
from typing import Final, TypeAlias, TypeVar

from rules.draft import there
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    FLOORS,
    GUEST_POINTS,
    ROOMS_OF_EACH,
    SLOTS,
    AmenityId,
    Cell,
    Colour,
    Floor,
    Guest,
    cell_at,
)

Tile: TypeAlias = str
Stack: TypeAlias = tuple[Tile, ...]
"""A column from floor 1 up."""
Columns: TypeAlias = tuple[Stack, ...]
"""The columns from the elevator on."""
Rooms: TypeAlias = int
"""Rooms of a lodge as a mask with a bit for each place and colour, see `room_bit`."""

HEIGHT: Final = FLOORS + 1
WIDTH: Final = len(COLOURS)
T = TypeVar("T")


@cache
def room_tile(colour: Colour, guest: Guest | None = None) -> Tile:
    """Return a room, empty or with a guest; the same object each time."""
    return str(colour) if guest is None else f"{colour}:{guest}"


@cache
def colour_of(tile: Tile) -> Colour | None:
    """Return a room's colour; None for an amenity."""
    return None if amenity_of(tile) else Colour(tile[0])


@cache
def guest_of(tile: Tile) -> Guest | None:
    """Return who stays in a room; None for an empty room or an amenity."""
    _, _, guest = tile.partition(":")
    return Guest.parse(guest) if guest else None


@cache
def amenity_of(tile: Tile) -> AmenityId | None:
    """Return an amenity's id; None for a room."""
    return AMENITIES[tile].id if tile in AMENITIES else None


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return items without one of them."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def tile_at(columns: Columns, column: int, floor: Floor) -> Tile | None:
    """Return the tile of a cell, or None."""
    if 0 <= column < len(columns) and 1 <= floor <= len(columns[column]):
        return columns[column][floor - 1]
    return None


def tiles(columns: Columns) -> Iterator[tuple[int, Floor, Tile]]:
    """Yield column, floor and tile, column by column."""
    for column, stack in enumerate(columns):
        for floor, tile in enumerate(stack, 1):
            yield column, floor, tile


def neighbours(columns: Columns, column: int, floor: Floor) -> list[Tile]:
    """Return the tiles beside, above and below; the elevator is none (ruling R4)."""
    stack = columns[column]
    beside = columns[max(column - 1, 0) : column] + columns[column + 1 : column + 2]
    found = [other[floor - 1] for other in beside if len(other) >= floor]
    return [*found, *stack[max(floor - 2, 0) : floor - 1], *stack[floor : floor + 1]]


def next_floor(columns: Columns, column: int) -> Floor | None:
    """Return on which floor of a column a tile can go, or None (LD-BUILD-1 to -6).

    A lodge can grow to the right without end (LD-BUILD-5, ruling R6), and an amenity carries like a
    room (LD-AMEN-3, ruling R5).
    """
    if 0 <= column < len(columns):
        height = len(columns[column])
        return height + 1 if height < FLOORS else None
    return 1 if column == len(columns) else None


def free_places(columns: Columns) -> list[int]:
    """Return all places where a tile can go, ascending, a new column last."""
    heights = enumerate(map(len, columns))
    found = [column * HEIGHT + height for column, height in heights if height < FLOORS]
    return [*found, len(columns) * HEIGHT]


def columns_for(columns: Columns, floor: Floor) -> tuple[int, ...]:
    """Return the columns in which a tile can go on a floor."""
    places = free_places(columns)
    return tuple(place // HEIGHT for place in places if place % HEIGHT == floor - 1)


def free_cells(columns: Columns) -> tuple[Cell, ...]:
    """Return all cells in which a tile can go, sorted."""
    return tuple(map(cell_of, free_places(columns)))


def cell_of(place: int) -> Cell:
    """Return the cell of a place."""
    return cell_at(place // HEIGHT, place % HEIGHT + 1)


def with_tile(columns: Columns, column: int, tile: Tile) -> Columns:
    """Return the lodge with a tile on top of a column, or as a new column."""
    if column == len(columns):
        return (*columns, (tile,))
    return put(columns, column, (*columns[column], tile))


def with_guest(columns: Columns, cell: Cell, guest: Guest) -> Columns:
    """Return the lodge with a guest in a room."""
    stack, floor = columns[cell.column], cell.floor - 1
    room = room_tile(there(colour_of(stack[floor])), guest)
    return put(columns, cell.column, put(stack, floor, room))


def room_bit(cell: Cell, colour: Colour) -> Rooms:
    """Return the mask of one room."""
    return _BITS[colour] << (cell.column * HEIGHT + cell.floor - 1) * WIDTH


_BITS: Final = {colour: 1 << number for number, colour in enumerate(COLOURS)}


def empty_rooms(columns: Columns) -> Rooms:
    """Return the mask of a lodge's rooms without a guest (LD-GUEST-5)."""
    found = ((cell_at(c, f), colour_of(t)) for c, f, t in tiles(columns) if guest_of(t) is None)
    return sum(room_bit(cell, colour) for cell, colour in found if colour is not None)


def beside(rooms: Rooms) -> Rooms:
    """Return the mask of the colours left, right, above or below of each place.

    All rooms are moved by one place in every direction at once.
    """
    return rooms << WIDTH | rooms >> WIDTH | rooms << _COLUMN | rooms >> _COLUMN


_COLUMN: Final = HEIGHT * WIDTH
_TILES: Final = ROOMS_OF_EACH * len(COLOURS) + len(AMENITIES)
_PLACES: Final[Rooms] = sum(1 << place * WIDTH for place in range(_TILES * HEIGHT))
"""A bit for each place that a lodge of all tiles could have."""


def hosts_among(empty: Rooms, around: Rooms, guest: Guest) -> int:
    """Return a bit, `WIDTH` apart, for each place a guest can move into (LD-GUEST-2).

    It is an empty room of one colour next to one of the other; `around` is ``beside(empty)``.
    """
    one, other = guest.one, guest.other
    return (empty >> one & around >> other | empty >> other & around >> one) & _PLACES


def places_in(found: int) -> Iterator[int]:
    """Yield the places of bits that are `WIDTH` apart, ascending."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() // WIDTH
        found ^= lowest


def hosts(empty: Rooms, guest: Guest) -> tuple[Cell, ...]:
    """Return the rooms a guest can move into, sorted.

    Which of its neighbours is the partner has no effect, so nobody is asked (LD-GUEST-4): it stays
    as it was (ruling R2).
    """
    return tuple(map(cell_of, places_in(hosts_among(empty, beside(empty), guest))))


def is_host(empty: Rooms, guest: Guest, cell: Cell) -> bool:
    """True if a guest can move into a cell."""
    if not 1 <= cell.floor <= FLOORS:
        return False
    place = cell.column * HEIGHT + cell.floor - 1
    return bool(hosts_among(empty, beside(empty), guest) >> place * WIDTH & 1)


def can_host(empty: Rooms, guests: Iterable[Guest]) -> bool:
    """True if any of the guests can move in somewhere."""
    around = beside(empty)
    found = 0
    for guest in guests:
        found |= empty >> guest.one & around >> guest.other
    return bool(found & _PLACES)


def shades(guests: Iterable[Guest | None]) -> int:
    """Return a bit for each colour all guests have; 0 for no guests (LD-GREF-2)."""
    found = -1
    for guest in guests:
        if guest is not None:
            found &= 1 << guest.one | 1 << guest.other
    return found if found > 0 else 0


def shared_colours(guests: Iterable[Guest | None]) -> tuple[Colour, ...]:
    """Return the colours that all guests have in common; () for no guests."""
    found = shades(guests)
    return tuple(colour for n, colour in enumerate(COLOURS) if found >> n & 1)


def guest_points(guest: Guest, floor: Floor) -> int:
    """Return what a guest scores on a floor (LD-SCORE-1, LD-SCORE-2, LD-GUEST-6)."""
    return GUEST_POINTS + (floor if floor == guest.floor else 0)


def guests_in(columns: Columns) -> tuple[tuple[Floor, Guest], ...]:
    """Return all guests of a lodge with the floor they stay on."""
    return tuple((f, g) for _, f, tile in tiles(columns) if (g := guest_of(tile)) is not None)


Display: TypeAlias = tuple[Colour | None, ...]
Bag: TypeAlias = tuple[int, ...]
"""The number of rooms of each colour, as `Colour` lists them."""


def row(display: Display, floor: Floor) -> Display:
    """Return the rooms of a floor, left to right."""
    return display[(floor - 1) * SLOTS : floor * SLOTS]


_NO_ROW: Final[Display] = (None,) * SLOTS


def is_due(display: Display) -> bool:
    """True if a floor has no room, or all rooms of the display have one colour.

    LD-DISP-1, ruling R10.
    """
    gaps = display.count(None)
    if gaps >= SLOTS and _NO_ROW in [row(display, floor) for floor in range(1, FLOORS + 1)]:
        return True
    return display.count(next(filter(None, display))) + gaps == len(display)


def would_change(display: Display, bag: Bag) -> bool:
    """True if a refresh would move or add a room (LD-DISP-3)."""
    return fallen(display) != display or (None in display and sum(bag) > 0)


def fallen(display: Display) -> Display:
    """Return the display after rooms have fallen down (LD-DISP-2, LD-DISP-4)."""
    columns = [display[slot::SLOTS] for slot in range(SLOTS)]
    settled = [(*filter(None, rooms), *(None,) * rooms.count(None)) for rooms in columns]
    return tuple(chain.from_iterable(zip(*settled, strict=True)))


def without_row(display: Display, floor: Floor) -> Display:
    """Return the display without the rooms of a floor."""
    return display[: (floor - 1) * SLOTS] + _NO_ROW + display[floor * SLOTS :]


def with_guests(bag: tuple[Guest, ...], guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return a bag with some more guests, sorted."""
    return tuple(sorted((*bag, *guests))) if guests else bag


def counted(rooms: tuple[Colour | None, ...]) -> Bag:
    """Return how many rooms there are of each colour."""
    return tuple(rooms.count(colour) for colour in COLOURS)


def more(bag: Bag, other: Bag) -> Bag:
    """Return the sum of two bags."""
    return tuple(map(add, bag, other))


def less(bag: Bag, other: Bag) -> Bag:
    """Return a bag without what was taken; negative if it was not there."""
    return tuple(map(sub, bag, other))
