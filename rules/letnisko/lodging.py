"""Who can move in where: every lodging that the four rules allow, and no other.

A lodging is judged by three figures in this order: guests lodged (LT-ACC-3), of these in houses
that were empty (LT-ACC-4), houses used, the fewer the better (LT-ACC-5). All the best are legal
(LT-ACC-6). Those that differ only by houses which are alike are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rules.letnisko.components import BEDS, GUESTS, HOUSES, Guest, House
from rules.letnisko.moves import Lodging
from rules.letnisko.state import Lot

Batch: TypeAlias = tuple[Guest, ...]
"""Guests to be lodged, S C H."""


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """How good a lodging is; the greater the better, and only the best are legal."""

    lodged: int
    in_empty: int
    houses: int
    """Houses used, as a negative number."""


@dataclass(frozen=True, slots=True)
class _Fill:
    """One way to fill a house: the new guests, and how many of each kind they are."""

    guests: Batch
    counts: tuple[int, int, int]


def _fills(house: House) -> tuple[_Fill, ...]:
    """Return the ways to fill a house, nobody first (LT-ACC-1, LT-ACC-2)."""
    fitting = [guest for guest in Guest if guest in HOUSES[house].accepts]
    ways: list[Batch] = [()]
    ways += [(guest,) for guest in fitting]
    ways += [(a, b) for i, a in enumerate(fitting) for b in fitting[i:]]
    return tuple(_Fill(way, _counts(way)) for way in ways if len(way) <= BEDS)


def _counts(guests: Sequence[Guest]) -> tuple[int, int, int]:
    s, c, h = (guests.count(guest) for guest in Guest)
    return s, c, h


_FILLS: Final = {house: _fills(house) for house in House}


def worth(lots: Sequence[Lot], lodging: Lodging) -> Worth:
    """Return how good a lodging is. Assumes that its houses exist."""
    sizes = [(number, len(guests)) for number, guests in lodging.rooms]
    return Worth(
        sum(size for _, size in sizes),
        sum(size for number, size in sizes if not lots[number - 1].residents),
        -len(sizes),
    )


@lru_cache(maxsize=4096)
def best(lots: tuple[Lot, ...], batch: Batch) -> Worth:
    """Return the worth of the best lodgings."""
    return worth(lots, lodgings(lots, batch)[0])


@lru_cache(maxsize=4096)
def lodgings(lots: tuple[Lot, ...], batch: Batch) -> tuple[Lodging, ...]:
    """Return every legal lodging, those that are alike once, sorted; at least one.

    Of houses that are alike the one with the lowest number is taken, and takes the fuller room.
    """
    order = sorted(range(len(lots)), key=lambda i: (lots[i].house, lots[i].residents, i))
    search = _Search([lots[i] for i in order])
    found = []
    for fills in search.ways(0, _counts(batch), len(_FILLS[House.VILLA])):
        rooms = [(order[i] + 1, fill.guests) for i, fill in enumerate(fills) if fill.guests]
        found.append(Lodging(tuple(sorted(rooms))))
    return tuple(sorted(found))


class _Search:
    """Looks through the houses one after the other; those that are alike stand together."""

    def __init__(self, lots: Sequence[Lot]) -> None:
        self._lots = lots
        self._known: dict[tuple[int, int, int, int], int] = {}

    def ways(self, at: int, left: tuple[int, int, int], most: int) -> Iterator[tuple[_Fill, ...]]:
        """Yield the best fills of the houses from `at` on; `most` bounds those that are alike."""
        if at == len(self._lots):
            yield ()
            return
        alike = at > 0 and self._lots[at] == self._lots[at - 1]
        due = self._best(at, left)
        for index, fill in enumerate(_FILLS[self._lots[at].house]):
            rest = _without(left, fill)
            if rest is None or (alike and index > most):
                continue
            if self._value(at, fill) + self._best(at + 1, rest) == due:
                for others in self.ways(at + 1, rest, index):
                    yield (fill, *others)

    def _best(self, at: int, left: tuple[int, int, int]) -> int:
        if at == len(self._lots):
            return 0
        key = (at, *left)
        if key not in self._known:
            values = []
            for fill in _FILLS[self._lots[at].house]:
                rest = _without(left, fill)
                if rest is not None:
                    values.append(self._value(at, fill) + self._best(at + 1, rest))
            self._known[key] = max(values)
        return self._known[key]

    def _value(self, at: int, fill: _Fill) -> int:
        """Return what a fill adds to the worth, as one number that compares likewise."""
        size = len(fill.guests)
        if not size:
            return 0
        in_empty = 0 if self._lots[at].residents else size
        return (size * _STEP + in_empty) * _STEP - 1


_STEP: Final = 1000
"""More than there are houses or guests in a batch."""


def _without(left: tuple[int, int, int], fill: _Fill) -> tuple[int, int, int] | None:
    """Return the guests left after a fill, or None if they do not suffice."""
    s, c, h = left
    students, convalescents, socialites = fill.counts
    if students > s or convalescents > c or socialites > h:
        return None
    return s - students, c - convalescents, h - socialites


def alike(lots: Sequence[Lot], lodging: Lodging) -> Lodging:
    """Return the lodging that stands for this one and all those that are alike."""
    taken = dict(lodging.rooms)
    kinds: dict[Lot, list[int]] = {}
    for number, lot in enumerate(lots, 1):
        kinds.setdefault(lot, []).append(number)
    rooms: list[tuple[int, Batch]] = []
    for numbers in kinds.values():
        house = lots[numbers[0] - 1].house
        ways = [fill.guests for fill in _FILLS[house]]
        filled = sorted((taken[n] for n in numbers if n in taken), key=ways.index, reverse=True)
        rooms += zip(numbers, filled, strict=False)
    return Lodging(tuple(sorted(rooms)))


def moved_in(lots: Sequence[Lot], lodging: Lodging) -> tuple[Lot, ...]:
    """Return the houses after a lodging; old guests leave where new ones come (LT-ACC-7)."""
    rooms = dict(lodging.rooms)
    return tuple(
        Lot(lot.house, rooms.get(number, lot.residents)) for number, lot in enumerate(lots, 1)
    )


def rent(lots: Sequence[Lot], lodging: Lodging) -> int:
    """Return what those who leave pay, in złoty (LT-ACC-7, LT-ACC-8)."""
    return sum(rent_of(lots[number - 1].residents) for number, _ in lodging.rooms)


def rent_of(guests: Sequence[Guest]) -> int:
    """Return what guests pay when they leave, by their kind alone."""
    return sum(GUESTS[guest].rent_zl for guest in guests)


def left_over(batch: Batch, lodging: Lodging) -> Batch:
    """Return the guests of a batch for whom there is no room, S C H."""
    left = list(batch)
    for _, guests in lodging.rooms:
        for guest in guests:
            left.remove(guest)
    return tuple(left)
