"""The room display: when it is refreshed, how rooms fall, where gaps are (LD-DISP).

A display is a list of 16 rooms, floor 1 left to right, then floor 2, 3, 4; None is a gap.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.lodge.components import COLOURS, FLOORS, SLOTS, Colour, Floor

Display: TypeAlias = tuple[Colour | None, ...]
Bag: TypeAlias = tuple[int, ...]
"""Rooms by colour, as `Colour` lists them."""


def row(display: Display, floor: Floor) -> Display:
    """Return the rooms of a floor, left to right."""
    return display[(floor - 1) * SLOTS : floor * SLOTS]


def is_due(display: Display) -> bool:
    """True if a floor has no room, or there are rooms and all have one colour (LD-DISP-1)."""
    bare = any(not any(row(display, floor)) for floor in range(1, FLOORS + 1))
    return bare or len(set(display) - {None}) == 1


def would_change(display: Display, bag: Bag) -> bool:
    """True if a refresh would move or add a room (LD-DISP-3)."""
    return fallen(display) != display or (None in display and sum(bag) > 0)


def fallen(display: Display) -> Display:
    """Return the display after its rooms have fallen straight down (LD-DISP-2, LD-DISP-4)."""
    found: list[Colour | None] = [None] * len(display)
    for slot in range(SLOTS):
        rooms = [room for room in display[slot::SLOTS] if room is not None]
        for floor, room in enumerate(rooms):
            found[floor * SLOTS + slot] = room
    return tuple(found)


def filled(display: Display, rooms: tuple[Colour, ...]) -> Display:
    """Return the display with rooms in its first gaps, in order."""
    coming = iter(rooms)
    return tuple(next(coming, None) if room is None else room for room in display)


def without_row(display: Display, floor: Floor) -> Display:
    """Return the display without the rooms of a floor."""
    gap: Display = (None,) * SLOTS
    return display[: (floor - 1) * SLOTS] + gap + display[floor * SLOTS :]


def counted(rooms: tuple[Colour | None, ...]) -> Bag:
    """Return rooms by colour."""
    return tuple(rooms.count(colour) for colour in COLOURS)


def more(bag: Bag, other: Bag) -> Bag:
    """Return two bags poured together."""
    return tuple(a + b for a, b in zip(bag, other, strict=True))


def less(bag: Bag, other: Bag) -> Bag:
    """Return a bag without what was taken; a negative number shows that it was not there."""
    return tuple(a - b for a, b in zip(bag, other, strict=True))
