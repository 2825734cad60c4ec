"""Lodging guests: every lodging that the four rules allow, and no other.

A lodging is judged by three figures in this order: guests lodged (LT-ACC-3, ruling A-9), of these
in houses that were empty (LT-ACC-4, ruling A-10), houses used, the fewer the better (LT-ACC-5,
ruling A-8). All the best are legal (LT-ACC-6). Those with the same result count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import eq, itemgetter, le
from typing import Final, NamedTuple, TypeAlias

from rules.letnisko.components import GUESTS, HOUSES, Guest, House
from rules.letnisko.moves import Lodging
from rules.letnisko.state import VERSION, Lot, lot_with

Batch: TypeAlias = tuple[Guest, ...]
"""Guests to be lodged, S C H."""


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """The worth of a lodging; greater is better, and only the best are legal."""

    lodged: int
    in_empty: int
    houses: int
    """Houses used, as a negative number."""


Room: TypeAlias = tuple[House, bool]
"""A house, and whether it is empty: nothing else makes lodgings good or bad.

A house with one guest is not empty (ruling A-11).
"""


@dataclass(frozen=True, slots=True)
class _Fill:
    """One way to fill a house: new guests, how many of each kind, its worth."""

    guests: Batch
    counts: tuple[int, int, int]
    value: int
    """Added up over all houses, this is `Worth` as one number."""


_STEP: Final = 1000
"""More than the number of houses, and than the guests of a batch."""


def _fills(house: House, empty: bool) -> tuple[_Fill, ...]:
    """Return the ways to fill a house, nobody first (LT-ACC-1, LT-ACC-2)."""
    fitting = [guest for guest in Guest if guest in HOUSES[house].accepts]
    ways: list[Batch] = [()]
    ways += [(guest,) for guest in fitting]
    ways += [(a, b) for i, a in enumerate(fitting) for b in fitting[i:]]
    return tuple(_Fill(way, _counts(way), _value(len(way), empty)) for way in ways)


def _value(guests: int, empty: bool) -> int:
    in_empty = guests if empty else 0
    return (guests * _STEP + in_empty) * _STEP - (guests > 0)


def _counts(guests: Sequence[Guest]) -> tuple[int, int, int]:
    s, c, h = (guests.count(guest) for guest in GUESTS)
    return s, c, h


_FILLS: Final = {(h, empty): _fills(h, empty) for h in House for empty in (True, False)}
_ROOMFULS: Final = {h: {fill.guests for fill in _FILLS[h, True] if fill.guests} for h in House}
"""The guests who may move into a house together."""


def worth(lots: Sequence[Lot], lodging: Lodging) -> Worth:
    """Return how good a lodging is. Assumes that its houses exist."""
    sizes = [(number, len(guests)) for number, guests in lodging.rooms]
    return Worth(
        sum(size for _, size in sizes),
        sum(size for number, size in sizes if not lots[number - 1].residents),
        -len(sizes),
    )


def best(lots: tuple[Lot, ...], batch: Batch) -> Worth:
    """Return the worth of the best lodgings, which all have the same."""
    return worth(lots, lodgings(lots, batch, VERSION)[0])


def _room(lot: Lot) -> Room:
    return lot.house, not lot.residents


@lru_cache(maxsize=2048)
def _most(rooms: tuple[Room, ...], left: tuple[int, int, int]) -> int:
    """Return the value of the best lodgings of the guests `left`."""
    if not rooms:
        return 0
    values = []
    for fill in _FILLS[rooms[0]]:
        rest = _without(left, fill)
        if rest is not None:
            values.append(fill.value + _most(rooms[1:], rest))
    return max(values)


_ANY: Final = 9
"""More than the number of ways to fill a house."""


@lru_cache(maxsize=1024)
def lodgings(lots: tuple[Lot, ...], batch: Batch, version: int) -> tuple[Lodging, ...]:
    """Return the legal lodgings, one for each result, sorted; at least one.

    Of identical houses, the one with the lowest number takes the fuller room. Until version 2,
    only lodgings that differ by identical houses counted as one.
    """
    kinds = list(map(_kind, lots))
    order = sorted(range(len(lots)), key=kinds.__getitem__)
    homes = [lots[i] for i in order]
    twins = tuple(map(eq, homes, homes[1:]))
    found = []
    for fills in _ways(tuple(map(_room, homes)), twins, _counts(batch), _ANY):
        rooms = [(order[i] + 1, fill.guests) for i, fill in enumerate(fills) if fill.guests]
        rooms.sort(key=itemgetter(0))
        found.append(Lodging(tuple(rooms)))
    if len(found) == 1:
        return tuple(found)
    found.sort()
    if version < 2:
        return tuple(found)
    return tuple(sorted({_result(lots, batch, way): way for way in reversed(found)}.values()))


def _kind(lot: Lot) -> str:
    """Return a key that is the same for identical houses, and quick to sort by."""
    return "".join((lot.house, *lot.residents))


def _result(lots: Sequence[Lot], batch: Batch, lodging: Lodging) -> object:
    """Return what a lodging leads to, whatever the numbers of the houses."""
    after, paid, left = moved_in(lots, batch, lodging)
    return tuple(sorted(map(_kind, after))), paid, left


def standing_for(
    lots: tuple[Lot, ...], batch: Batch, lodging: Lodging, version: int
) -> Lodging | None:
    """Return the one of `lodgings` with the same worth and result, or None."""
    ways = lodgings(lots, batch, version)
    if lodging in ways:
        return lodging
    if not _fits(lots, batch, lodging) or worth(lots, lodging) != worth(lots, ways[0]):
        return None
    result = _result(lots, batch, lodging)
    return next((way for way in ways if _result(lots, batch, way) == result), None)


def _fits(lots: tuple[Lot, ...], batch: Batch, lodging: Lodging) -> bool:
    """True if houses and guests exist and suit each other (LT-ACC-1, LT-ACC-2)."""
    numbers = [number for number, _ in lodging.rooms]
    wanted = _counts([guest for _, guests in lodging.rooms for guest in guests])
    return (
        len(set(numbers)) == len(numbers)
        and set(numbers) <= set(range(1, len(lots) + 1))
        and all(map(le, wanted, _counts(batch)))
        and all(guests in _ROOMFULS[lots[number - 1].house] for number, guests in lodging.rooms)
    )


@lru_cache(maxsize=1024)
def _ways(
    rooms: tuple[Room, ...], twins: tuple[bool, ...], left: tuple[int, int, int], limit: int
) -> tuple[tuple[_Fill, ...], ...]:
    """Return the best ways to fill houses; identical houses stand side by side.

    Args:
        rooms: The houses.
        twins: Whether each but the last is like the next.
        left: The guests to be lodged there.
        limit: The last way to be tried for the first house: that of the one before it if they are
            alike, so that swapping the two brings nothing new.
    """
    if not rooms:
        return ((),)
    found: list[tuple[_Fill, ...]] = []
    due = _most(rooms, left)
    for index, fill in enumerate(_FILLS[rooms[0]][: limit + 1]):
        rest = _without(left, fill)
        if rest is None or fill.value + _most(rooms[1:], rest) != due:
            continue
        bound = index if twins[:1] == (True,) else _ANY
        found += [(fill, *others) for others in _ways(rooms[1:], twins[1:], rest, bound)]
    return tuple(found)


def _without(left: tuple[int, int, int], fill: _Fill) -> tuple[int, int, int] | None:
    """Return the guests left after a fill, or None if there are too few."""
    s, c, h = left
    students, convalescents, socialites = fill.counts
    if students > s or convalescents > c or socialites > h:
        return None
    return s - students, c - convalescents, h - socialites


class Moved(NamedTuple):
    """What a lodging leads to.

    Attributes:
        lots: The houses; new guests have replaced old ones (LT-ACC-7).
        paid: What those who leave pay, in złoty (LT-ACC-7, LT-ACC-8).
        left: The guests of the batch that have no room, S C H.
    """

    lots: tuple[Lot, ...]
    paid: int
    left: Batch


def moved_in(lots: Sequence[Lot], batch: Batch, lodging: Lodging) -> Moved:
    """Return what comes of a lodging of a batch."""
    after, left, paid = list(lots), list(batch), 0
    for number, guests in lodging.rooms:
        house, old = after[number - 1]
        paid += rent_of(old)
        after[number - 1] = lot_with(house, guests)
        for guest in guests:
            left.remove(guest)
    return Moved(tuple(after), paid, tuple(left))


@cache
def rent_of(guests: Batch) -> int:
    """Return what guests pay when they leave, by their kind alone."""
    return sum(GUESTS[guest].rent_zl for guest in guests)
