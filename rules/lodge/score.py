"""The worth of amenities and guests, ranks and the breakdown of the result.

An amenity counts if it is met at the end (LD-AMEN-5, LD-SCORE-3, ruling R23); the first room counts
for it (ruling R26). "Next to" is beside, above or below; the elevator never counts; a room counts
whether or not a guest stays in it, unless the text speaks of guests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rules.lodge.building import (
    Columns,
    Tile,
    amenity_of,
    colour_of,
    guest_of,
    guest_points,
    guests_in,
    neighbours,
    tile_at,
    tiles,
)
from rules.lodge.components import (
    AMENITIES,
    FLOORS,
    GUEST_POINTS,
    GUESTS_TO_END,
    SOLO_TITLES,
    Amenity,
    AmenityId,
    Cell,
    Kind,
)
from rules.lodge.state import LodgeState, Player
from rules.lodge.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Printed, Text, Who, t, tn


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a requirement: `have` of `need`.

    Two kinds of requirement ask for at most or exactly `need`, not for at least that.
    """

    met: bool
    have: int
    need: int


def amenity_points(columns: Columns) -> int:
    """Return the points of all amenities whose requirement holds now."""
    total = 0
    for column, floor, tile in tiles(columns):
        found = amenity_of(tile)
        if found is not None and progress(columns, Cell(column, floor), found).met:
            total += AMENITIES[found].points
    return total


def _rooms(found: list[Tile]) -> list[Tile]:
    return [tile for tile in found if colour_of(tile)]


def _colours(found: list[Tile]) -> int:
    return len({colour_of(tile) for tile in _rooms(found)})


def _adj_colour(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    around = neighbours(columns, cell.column, cell.floor)
    return sum(colour_of(tile) is amenity.colour for tile in around)


def _exact_colour(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(colour_of(tile) is amenity.colour for _, _, tile in tiles(columns))


def _adj_distinct(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return _colours(neighbours(columns, cell.column, cell.floor))


def _adj_guests(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    around = neighbours(columns, cell.column, cell.floor)
    return sum(guest_of(tile) is not None for tile in around)


def _self_floor(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return int(cell.floor == amenity.floor)


def _floor_colours(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return _colours([tile for _, floor, tile in tiles(columns) if floor == cell.floor])


def _column_colours(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return _colours(list(columns[cell.column]))


def _floor_tiles(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(len(stack) >= amenity.floor for stack in columns)


def _happy(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(floor == guest.floor for floor, guest in guests_in(columns))


def _guests_floor(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(floor == amenity.floor for floor, _ in guests_in(columns))


def _guests_each_floor(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    staying = [floor for floor, _ in guests_in(columns)]
    return min(staying.count(floor) for floor in range(1, FLOORS + 1))


def _amenities(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(amenity_of(tile) is not None for _, _, tile in tiles(columns))


def _empty(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    return sum(colour_of(t) is not None and guest_of(t) is None for _, _, t in tiles(columns))


def _group(columns: Columns, cell: Cell, amenity: Amenity) -> int:
    """Return the size of the largest connected group of rooms of one colour."""
    left = {(column, floor) for column, floor, tile in tiles(columns) if colour_of(tile)}
    largest = 0
    while left:
        start = left.pop()
        colour = _colour_at(columns, start)
        group, todo = 1, [start]
        while todo:
            column, floor = todo.pop()
            for place in (
                (column - 1, floor),
                (column + 1, floor),
                (column, floor - 1),
                (column, floor + 1),
            ):
                if place in left and _colour_at(columns, place) is colour:
                    left.remove(place)
                    todo.append(place)
                    group += 1
        largest = max(largest, group)
    return largest


def _colour_at(columns: Columns, place: tuple[int, int]) -> object:
    tile = tile_at(columns, *place)
    return None if tile is None else colour_of(tile)


_COUNTS: Final[dict[Kind, Callable[[Columns, Cell, Amenity], int]]] = {
    Kind.ADJ_COLOUR: _adj_colour,
    Kind.EXACT_COLOUR: _exact_colour,
    Kind.ADJ_DISTINCT: _adj_distinct,
    Kind.ADJ_GUESTS: _adj_guests,
    Kind.SELF_FLOOR: _self_floor,
    Kind.FLOOR_COLOURS: _floor_colours,
    Kind.COLUMN_COLOURS: _column_colours,
    Kind.FLOOR_TILES: _floor_tiles,
    Kind.HAPPY_MIN: _happy,
    Kind.GUESTS_FLOOR: _guests_floor,
    Kind.GUESTS_EACH_FLOOR: _guests_each_floor,
    Kind.AMENITIES_MIN: _amenities,
    Kind.EMPTY_MAX: _empty,
    Kind.GROUP_MIN: _group,
}


def progress(columns: Columns, cell: Cell, tile: AmenityId) -> Progress:
    """Return how far the amenity in a cell of a lodge has come."""
    amenity = AMENITIES[tile]
    have = _COUNTS[amenity.kind](columns, cell, amenity)
    if amenity.kind is Kind.EXACT_COLOUR:
        return Progress(have == amenity.number, have, amenity.number)
    if amenity.kind is Kind.EMPTY_MAX:
        return Progress(have <= amenity.number, have, amenity.number)
    need = 1 if amenity.kind is Kind.SELF_FLOOR else amenity.number
    return Progress(have >= need, have, need)


def points_of_guests(columns: Columns) -> int:
    """Return the points of a lodge's guests (LD-SCORE-1, LD-SCORE-2)."""
    return sum(guest_points(guest, floor) for floor, guest in guests_in(columns))


def points(player: Player) -> int:
    """Return what a player would score now, and nothing else (LD-SCORE-4, LD-TOK-5)."""
    return points_of_guests(player.columns) + amenity_points(player.columns)


def outcome(state: LodgeState) -> Outcome | None:
    """Return the result, or None while play goes on."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(points(player) for player in state.players)
    keys = [
        (score, state.order.index(seat)) for seat, score in enumerate(scores)
    ]  # LD-TIE-1, ruling R22
    return Outcome(
        scores=scores,
        ranks=tuple(1 + sum(other > own for other in keys) for own in keys),
        lines=tuple(_lines(player.columns) for player in state.players),
        reason=_reason(state, scores),
    )


def _lines(columns: Columns) -> tuple[ScoreLine, ...]:
    staying = guests_in(columns)
    happy = [floor for floor, guest in staying if floor == guest.floor]
    met = tuple(
        t("{name} {points}", name=AMENITIES[tile].name, points=AMENITIES[tile].points)
        for column, floor, text in tiles(columns)
        if (tile := amenity_of(text)) and progress(columns, Cell(column, floor), tile).met
    )
    return (
        ScoreLine(
            t("Guests"),
            GUEST_POINTS * len(staying),
            tn("{count} guest", "{count} guests", len(staying)),
        ),
        ScoreLine(
            t("Favourite floors"), sum(happy), tn("{count} guest", "{count} guests", len(happy))
        ),
        ScoreLine(t("Amenities"), amenity_points(columns), t("{list}", list=met) if met else None),
    )


def solo_title(state: LodgeState) -> Printed | None:
    """Return the title of a finished solo match (LD-SOLO-4), or None."""
    if not state.solo or state.phase is not Phase.OVER:
        return None
    score = points(state.players[0])
    return next(title for least, title in SOLO_TITLES if score >= least)


def _reason(state: LodgeState, scores: tuple[int, ...]) -> Text:
    title = solo_title(state)
    if title is not None:
        full = len(guests_in(state.players[0].columns)) >= GUESTS_TO_END
        if full:
            return t("Full house. Your lodge is now called: {title}.", title=title)
        return t("The season is over. Your lodge is now called: {title}.", title=title)
    ties = _ties(state, scores)
    if not ties:
        return t("Everybody had the same number of turns.")
    return t(
        "Everybody had the same number of turns. In a tie, the player later in turn order is "
        "ahead: {ties}.",
        ties=ties,
    )


def _ties(state: LodgeState, scores: tuple[int, ...]) -> tuple[Text, ...]:
    """Return who leads whom with equal points, the most points first (LD-TIE-1)."""
    ranked = sorted(state.order, key=lambda seat: (-scores[seat], -state.order.index(seat)))
    return tuple(
        t("{ahead} ahead of {behind}", ahead=Who(ahead), behind=Who(behind))
        for ahead, behind in pairwise(ranked)
        if scores[ahead] == scores[behind]
    )
