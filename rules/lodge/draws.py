"""The draws of chance, in which pieces are equally likely (LD-INFO-2)."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from random import Random

from rules.lodge.building import Bag, counted, less
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    DISPLAY_SLOTS,
    FACE_UP,
    GUESTS,
    WAITING,
    Colour,
    Guest,
)
from rules.lodge.moves import DrawAmenity, DrawGuests, DrawRooms, Guests, Order, Rooms, Setup, Tiles
from rules.lodge.state import Due, LodgeState
from rules.protocol import Move

_SETUP, _AMENITY, _GUESTS, _TOKEN, _ROOMS, _END_GUESTS, _END_ROOMS = Due  # see `legal`


def rooms_due(state: LodgeState) -> int:
    """Return how many rooms to draw: gaps, if rooms last (LD-BAG-1, ruling R24)."""
    spare = sum(state.aside) if state.due is _TOKEN else 0
    return min(state.display.count(None), sum(state.bag) + spare)


def guests_due(state: LodgeState) -> int:
    """Return how many guests to draw: up to four, if bag and discards last."""
    free = state.guests.count(None)
    spare = len(state.away) if state.due is _GUESTS else 0
    return min(free, len(state.guest_bag) + spare)


def _setup(state: LodgeState, rng: Random) -> Setup:
    """Return order of turns, rooms, guests and amenities, drawn in this order.

    This is the set-up of LD-SETUP-2 to LD-SETUP-4 (ruling R1).
    """
    seats = state.seats
    order = rng.sample(range(seats), seats)
    rooms = _pick(state.bag, seats + len(DISPLAY_SLOTS), rng)
    guests = rng.sample(state.guest_bag, seats + WAITING)
    return Setup(
        Order(order),
        Rooms(rooms[:seats]),
        Guests(guests[:seats]),
        Rooms(rooms[seats:]),
        Guests(guests[seats:]),
        Tiles(rng.sample(state.stack, FACE_UP)),
    )


def _pick(bag: Bag, count: int, rng: Random) -> tuple[Colour, ...]:
    """Return rooms out of a bag, numbered colour by colour instead of laid out."""
    last = tuple(accumulate(bag))
    numbers = rng.sample(range(last[-1]), min(count, last[-1]))
    return tuple(COLOURS[bisect(last, number)] for number in numbers)


def _rooms(state: LodgeState, rng: Random) -> DrawRooms:
    """Return rooms; discards return only when the bag is empty (LD-TOK-4, ruling R11)."""
    count = rooms_due(state)
    first = _pick(state.bag, count, rng)
    return DrawRooms(Rooms(first + _pick(state.aside, count - len(first), rng)))


def _guests(state: LodgeState, rng: Random) -> DrawGuests:
    """Return guests; discards only when the bag is empty (LD-GREF-3, LD-GREF-4)."""
    count = guests_due(state)
    drawn = rng.sample(state.guest_bag, min(count, len(state.guest_bag)))
    if missing := count - len(drawn):
        drawn += rng.sample(state.away, missing)
    return DrawGuests(Guests(drawn))


def draw(state: LodgeState, rng: Random) -> Move:
    """Return what chance does now."""
    due = state.due
    if due is _AMENITY:
        return DrawAmenity(rng.choice(state.stack))
    if due is _END_GUESTS or due is _GUESTS:
        return _guests(state, rng)
    return _setup(state, rng) if due is _SETUP else _rooms(state, rng)


def can_be_drawn(state: LodgeState, move: Move) -> bool:
    """True if the bags can give this draw, and it is due."""
    match move:
        case Setup():
            return state.due is Due.SETUP and _fits_setup(state, move)
        case DrawAmenity(tile):
            return state.due is Due.AMENITY and tile in state.stack
        case DrawGuests(guests):
            return state.due in (Due.GUESTS, Due.END_GUESTS) and _fits_guests(state, guests)
        case DrawRooms(rooms):
            due = state.due in (Due.TOKEN, Due.ROOMS, Due.END_ROOMS)
            return due and _fits_rooms(state, rooms)
    return False


def _fits_setup(state: LodgeState, move: Setup) -> bool:
    seats = state.seats
    rooms, guests, tiles = move.rooms + move.display, move.valets + move.guests, move.amenities
    counts = (len(move.rooms), len(move.display), len(move.valets), len(guests), len(tiles))
    return (
        sorted(move.sequence) == list(range(seats))
        and counts == (seats, len(DISPLAY_SLOTS), seats, seats + WAITING, FACE_UP)
        and min(less(state.bag, counted(rooms))) >= 0
        and len(set(guests) & set(GUESTS)) == len(guests)
        and len(set(tiles) & set(AMENITIES)) == len(tiles)
    )


def _fits_guests(state: LodgeState, guests: tuple[Guest, ...]) -> bool:
    first = guests[: len(state.guest_bag)]
    rest = guests[len(first) :]
    return (
        len(guests) == guests_due(state) == len(set(guests))
        and set(first) <= set(state.guest_bag)
        and set(rest) <= set(state.away)
    )


def _fits_rooms(state: LodgeState, rooms: tuple[Colour, ...]) -> bool:
    first = rooms[: sum(state.bag)]
    rest = rooms[len(first) :]
    spare = state.aside if state.due is _TOKEN else (0,) * len(COLOURS)
    return (
        len(rooms) == rooms_due(state)
        and min(less(state.bag, counted(first))) >= 0
        and min(less(spare, counted(rest))) >= 0
    )
