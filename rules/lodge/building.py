"""A lodge and the room display: where tiles and guests can go, how rooms fall.

A lodge is always a row of columns A, B, C... right of the elevator, each one to four tiles high and
without gaps (LD-BUILD-6), so that is how it is stored. A tile is a short text, so that lodges are
cheap to keep and to compare: a room is its colour ``R``, with a guest ``R:RB3``; an amenity is its
id ``A13``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, TypeAlias

from rules.lodge.components import (
    COLOURS,
    FLOORS,
    GUEST_POINTS,
    GUESTS,
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


def room_tile(colour: Colour, guest: Guest | None = None) -> Tile:
    """Return a room, empty or with a guest."""
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
    return AmenityId(tile) if tile[1:2].isdigit() else None


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


@lru_cache(maxsize=4096)
def columns_for(columns: Columns, floor: Floor) -> tuple[int, ...]:
    """Return the columns in which a tile can go on a floor (LD-BUILD-1 to LD-BUILD-6).

    A lodge can grow to the right without end (LD-BUILD-5, ruling R6), and an amenity carries like a
    room (LD-AMEN-3, ruling R5).
    """
    if floor == 1:
        return (len(columns),)
    return tuple(n for n, stack in enumerate(columns) if len(stack) == floor - 1)


@lru_cache(maxsize=4096)
def free_cells(columns: Columns) -> tuple[Cell, ...]:
    """Return all cells in which a tile can go, sorted."""
    floors = range(1, FLOORS + 1)
    return tuple(sorted(cell_at(c, f) for f in floors for c in columns_for(columns, f)))


def with_tile(columns: Columns, column: int, tile: Tile) -> Columns:
    """Return the lodge with a tile on top of a column, or as a new column."""
    if column == len(columns):
        return (*columns, (tile,))
    return (*columns[:column], (*columns[column], tile), *columns[column + 1 :])


def with_guest(columns: Columns, cell: Cell, guest: Guest) -> Columns:
    """Return the lodge with a guest in a room."""
    stack = list(columns[cell.column])
    stack[cell.floor - 1] = f"{stack[cell.floor - 1][0]}:{guest}"
    return (*columns[: cell.column], tuple(stack), *columns[cell.column + 1 :])


@lru_cache(maxsize=4096)
def _hosts(columns: Columns) -> tuple[dict[str, list[Floor]], ...]:
    """Return each column's hosts, by the pair of colours they can serve."""
    return tuple(map(_hosts_in, columns, ((), *columns), (*columns[1:], ())))


_NO_TILES: Final[Stack] = ("",) * FLOORS
_PAIRS: Final = {
    colours: f"{guest.first}{guest.second}"
    for guest in GUESTS
    for colours in (guest.first + guest.second, guest.second + guest.first)
}
"""Two colours in either order, and in the order in which guests name them."""


@lru_cache(maxsize=16384)
def _hosts_in(stack: Stack, left: Stack, right: Stack) -> dict[str, list[Floor]]:
    """Return the hosts of a column between two others, by pairs as guests name them."""
    found: dict[str, list[Floor]] = {}
    beside = (left + _NO_TILES, right + _NO_TILES, ("", *stack), (*stack[1:], ""))
    for floor, (tile, *around) in enumerate(zip(stack, *beside, strict=False), 1):
        if len(tile) == 1:
            for pair in {_PAIRS[tile + other] for other in around if len(other) == 1}:
                found.setdefault(pair, []).append(floor)
    return found


@lru_cache(maxsize=8192)
def hosts(columns: Columns, guest: Guest) -> tuple[Cell, ...]:
    """Return the rooms a guest can move into, sorted (LD-GUEST-2 to LD-GUEST-5).

    Which of its neighbours is the partner has no effect, so nobody is asked (LD-GUEST-4): it stays
    as it was (ruling R2).
    """
    pair = guest[:2]
    return tuple(
        cell_at(column, floor)
        for column, found in enumerate(_hosts(columns))
        for floor in found.get(pair, ())
    )


def can_host(columns: Columns, guests: Iterable[Guest]) -> bool:
    """True if any of the guests can move in somewhere."""
    pairs = set[str]().union(*_hosts(columns))
    return any(guest[:2] in pairs for guest in guests)


def guest_points(guest: Guest, floor: Floor) -> int:
    """Return what a guest scores on a floor (LD-SCORE-1, LD-SCORE-2, LD-GUEST-6)."""
    return GUEST_POINTS + (floor if floor == guest.floor else 0)


@lru_cache(maxsize=4096)
def guests_in(columns: Columns) -> tuple[tuple[Floor, Guest], ...]:
    """Return all guests of a lodge with the floor they stay on."""
    found = ((floor, guest_of(tile)) for _, floor, tile in tiles(columns))
    return tuple((floor, guest) for floor, guest in found if guest is not None)


Display: TypeAlias = tuple[Colour | None, ...]
Bag: TypeAlias = tuple[int, ...]
"""The number of rooms of each colour, as `Colour` lists them."""


def row(display: Display, floor: Floor) -> Display:
    """Return the rooms of a floor, left to right."""
    return display[(floor - 1) * SLOTS : floor * SLOTS]


def is_due(display: Display) -> bool:
    """True if a floor has no room or a single colour (LD-DISP-1, ruling R10)."""
    bare = any(not any(row(display, floor)) for floor in range(1, FLOORS + 1))
    return bare or len(set(display) - {None}) == 1


def would_change(display: Display, bag: Bag) -> bool:
    """True if a refresh would move or add a room (LD-DISP-3)."""
    return fallen(display) != display or (None in display and sum(bag) > 0)


def fallen(display: Display) -> Display:
    """Return the display after rooms have fallen down (LD-DISP-2, LD-DISP-4)."""
    found: list[Colour | None] = [None] * len(display)
    for slot in range(SLOTS):
        rooms = [room for room in display[slot::SLOTS] if room is not None]
        for floor, room in enumerate(rooms):
            found[floor * SLOTS + slot] = room
    return tuple(found)


def with_rooms(display: Display, rooms: tuple[Colour, ...]) -> Display:
    """Return the display with its first gaps filled with rooms, in order."""
    coming = iter(rooms)
    return tuple(next(coming, None) if room is None else room for room in display)


def without_row(display: Display, floor: Floor) -> Display:
    """Return the display without the rooms of a floor."""
    gap: Display = (None,) * SLOTS
    return display[: (floor - 1) * SLOTS] + gap + display[floor * SLOTS :]


def counted(rooms: tuple[Colour | None, ...]) -> Bag:
    """Return how many rooms there are of each colour."""
    return tuple(rooms.count(colour) for colour in COLOURS)


def more(bag: Bag, other: Bag) -> Bag:
    """Return the sum of two bags."""
    return tuple(a + b for a, b in zip(bag, other, strict=True))


def less(bag: Bag, other: Bag) -> Bag:
    """Return a bag without what was taken; negative if it was not there."""
    return tuple(a - b for a, b in zip(bag, other, strict=True))
