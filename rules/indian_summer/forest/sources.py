"""Where tiles can be taken from, for a Mushroom, a Berry or an empty path."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

from rules.indian_summer.components import PATH, SEAT_MARKS, Tile
from rules.indian_summer.moves import BUSH, SEAT_OF, End, Sources

if TYPE_CHECKING:
    from rules.indian_summer.draft import Draft
    from rules.indian_summer.state import Player, SummerState
    from rules.indian_summer.view import PlayerView, SummerView

Board: TypeAlias = "SummerState | Draft"
"""A match, at rest or in the middle of a move."""
Table: TypeAlias = "Board | SummerView"
"""The same, or what a seat may know of it."""


def pairs(state: Table) -> tuple[Sources, ...]:
    """Return the sources of a Mushroom, sorted (IS-MUSH-1, -4, -5; IS-SOLO-5).

    In the solo game they are one end of each path (ruling A-10).
    """
    if state.solo:
        found = ends(state, 1)
        tops = tuple(end for end in found if end.is_top)
        bottoms = tuple(end for end in found if not end.is_top)
        return _pairs_between(tops, bottoms) if tops and bottoms else _pairs_of(tops + bottoms, 1)
    others = [s for s in range(state.seats) if s != state.active and state.players[s].path]
    places = [SEAT_MARKS[seat].letter for seat in others]
    if state.seats == 2 and state.common:
        places.append(BUSH)
    return _pairs_of(tuple(places), 2)


@cache
def _pairs_between(tops: tuple[End, ...], bottoms: tuple[End, ...]) -> tuple[Sources, ...]:
    return tuple(sorted(Sources.of(*pair) for pair in product(tops, bottoms)))


@cache
def _pairs_of(places: tuple[str, ...], count: int) -> tuple[Sources, ...]:
    """Return all choices of `count` places, or of one if no more (ruling A-08)."""
    choices = combinations(places, min(count, len(places))) if places else ()
    return tuple(sorted(Sources.of(*pair) for pair in choices))


def first_tiles(state: Table, pair: Sources) -> tuple[Tile, ...]:
    """Return the tiles that lie first at some sources; assumes there are such."""
    return tuple(first_tile(state, place) for place in pair.places)


def first_tile(state: Table, place: str) -> Tile:
    """Return the tile that lies first at a source."""
    if place == BUSH:
        return state.common[0]
    if place in SEAT_OF:
        return state.players[SEAT_OF[place]].path[0]
    return row_of(state, End(place))[0 if End(place).is_left else -1]


def row_of(state: Table, end: End) -> tuple[Tile, ...]:
    """Return the path of the solo game that an end belongs to."""
    return state.top if end.is_top else state.bottom


def ends(state: Table, need: int) -> tuple[End, ...]:
    """Return the ends from which `need` tiles can be taken in the solo game, sorted.

    If a path holds no more than are needed, both ends are equal; the left one stands for both.
    """
    found = []
    if state.bottom:
        found.append(End.BOTTOM_LEFT)
        if len(state.bottom) > need:
            found.append(End.BOTTOM_RIGHT)
    if state.top:
        found.append(End.TOP_LEFT)
        if len(state.top) > need:
            found.append(End.TOP_RIGHT)
    return tuple(found)


def missing(player: Player | PlayerView) -> int:
    """Return how many tiles a Berry brings: those missing of five, or one (IS-BER-1).

    On a full path that one is the sixth (IS-PATH-6).
    """
    return max(PATH - len(player.path), 1)
