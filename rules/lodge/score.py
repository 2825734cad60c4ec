"""The worth of amenities and guests, ranks and the breakdown of the result.

An amenity counts if it is met at the end (LD-AMEN-5, LD-SCORE-3, ruling R23); the first room counts
for it (ruling R26). "Next to" is beside, above or below; the elevator never counts; a room counts
whether or not a guest stays in it, unless the text speaks of guests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from rules.lodge.building import (
    Columns,
    Tile,
    amenity_of,
    colour_of,
    empty_rooms,
    guest_of,
    guest_points,
    guests_in,
    neighbours,
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
    Colour,
    Floor,
    Kind,
)
from rules.lodge.state import LodgeState, Player
from rules.lodge.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Printed, Seat, Text, Who, t, tn


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
    return sum(amenity.points for amenity in _met(columns))


def _met(columns: Columns) -> list[Amenity]:
    return [
        AMENITIES[found]
        for column, floor, tile in tiles(columns)
        if (found := amenity_of(tile)) and progress(columns, Cell(column, floor), found).met
    ]


def _all(columns: Columns) -> list[Tile]:
    return [tile for stack in columns for tile in stack]


def _on(columns: Columns, floor: Floor) -> list[Tile]:
    return [stack[floor - 1] for stack in columns if len(stack) >= floor]


def _of(colour: Colour | None, found: Iterable[Tile]) -> int:
    return sum(colour_of(tile) is colour for tile in found)


def _colours(found: Iterable[Tile]) -> int:
    return len(set(map(colour_of, found)) - {None})


def _guests(found: Iterable[Tile]) -> int:
    return sum(guest_of(tile) is not None for tile in found)


def _group(columns: Columns) -> int:
    """Return the size of the largest connected group of rooms of one colour."""
    left = {(c, floor): colour_of(tile) for c, floor, tile in tiles(columns) if colour_of(tile)}
    largest = 0
    while left:
        place, colour = left.popitem()
        todo, size = [place], 0
        while todo:
            (c, floor), size = todo.pop(), size + 1
            beside = ((c - 1, floor), (c + 1, floor), (c, floor - 1), (c, floor + 1))
            found = [place for place in beside if left.get(place) is colour]
            for place in found:
                del left[place]
            todo += found
        largest = max(largest, size)
    return largest


_COUNTS: Final[dict[Kind, Callable[[Columns, Cell, Amenity], int]]] = {
    Kind.ADJ_COLOUR: lambda c, cell, it: _of(it.colour, neighbours(c, cell.column, cell.floor)),
    Kind.EXACT_COLOUR: lambda c, cell, it: _of(it.colour, _all(c)),
    Kind.ADJ_DISTINCT: lambda c, cell, it: _colours(neighbours(c, cell.column, cell.floor)),
    Kind.ADJ_GUESTS: lambda c, cell, it: _guests(neighbours(c, cell.column, cell.floor)),
    Kind.SELF_FLOOR: lambda c, cell, it: int(cell.floor == it.floor),
    Kind.FLOOR_COLOURS: lambda c, cell, it: _colours(_on(c, cell.floor)),
    Kind.COLUMN_COLOURS: lambda c, cell, it: _colours(c[cell.column]),
    Kind.FLOOR_TILES: lambda c, cell, it: len(_on(c, it.floor)),
    Kind.HAPPY_MIN: lambda c, cell, it: sum(f == guest.floor for f, guest in guests_in(c)),
    Kind.GUESTS_FLOOR: lambda c, cell, it: _guests(_on(c, it.floor)),
    Kind.GUESTS_EACH_FLOOR: lambda c, cell, it: min(
        _guests(_on(c, floor)) for floor in range(1, FLOORS + 1)
    ),
    Kind.AMENITIES_MIN: lambda c, cell, it: _of(None, _all(c)),
    Kind.EMPTY_MAX: lambda c, cell, it: empty_rooms(c).bit_count(),
    Kind.GROUP_MIN: lambda c, cell, it: _group(c),
}
"""What an amenity in a cell counts, by what it asks for."""


def progress(columns: Columns, cell: Cell, tile: AmenityId) -> Progress:
    """Return how far the amenity in a cell of a lodge has come."""
    amenity = AMENITIES[tile]
    have = _COUNTS[amenity.kind](columns, cell, amenity)
    need = amenity.number or 1  # a floor is asked for without a number
    if amenity.kind is Kind.EMPTY_MAX:
        return Progress(have <= need, have, need)
    return Progress(have == need if amenity.kind is Kind.EXACT_COLOUR else have >= need, have, need)


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
    # LD-TIE-1, ruling R22
    keys = [(score, state.order.index(seat)) for seat, score in enumerate(scores)]
    return Outcome(
        scores=scores,
        ranks=tuple(1 + sum(other > own for other in keys) for own in keys),
        lines=tuple(
            (*_lines(player.columns), *_tie(seat, scores, state.order))
            for seat, player in enumerate(state.players)
        ),
        reason=_reason(state, scores),
    )


def _lines(columns: Columns) -> tuple[ScoreLine, ...]:
    staying = guests_in(columns)
    happy = [floor for floor, guest in staying if floor == guest.floor]
    met = tuple(t("{name} {points}", name=it.name, points=it.points) for it in _met(columns))
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
    if state.seats > 1 or state.phase is not Phase.OVER:
        return None
    score = points(state.players[0])
    return next(title for least, title in SOLO_TITLES if score >= least)


def _tie(seat: Seat, scores: tuple[int, ...], order: tuple[Seat, ...]) -> tuple[ScoreLine, ...]:
    """Return a line about the turn order that orders equal points, at whatever place."""
    if scores.count(scores[seat]) == 1:
        return ()
    return (ScoreLine(t("tie-break: player {n} in turn order", n=1 + order.index(seat)), None),)


def _reason(state: LodgeState, scores: tuple[int, ...]) -> Text:
    """Return why the match ended, who won, and how a tie was decided (LD-TIE-1)."""
    best = max(scores)
    title = solo_title(state)
    if title is not None:
        if len(guests_in(state.players[0].columns)) >= GUESTS_TO_END:
            return tn(
                "Full house. With {count} point, your lodge is now called: {title}.",
                "Full house. With {count} points, your lodge is now called: {title}.",
                best,
                title=title,
            )
        return tn(
            "The season is over. With {count} point, your lodge is now called: {title}.",
            "The season is over. With {count} points, your lodge is now called: {title}.",
            best,
            title=title,
        )
    level = tuple(seat for seat, score in enumerate(scores) if score == best)
    winner = max(level, key=state.order.index)
    if len(level) > 1:
        return tn(
            "The season is over. {level} tie at {count} point, and {who} wins as the one later in "
            "turn order.",
            "The season is over. {level} tie at {count} points, and {who} wins as the one later in "
            "turn order.",
            best,
            level=tuple(map(Who, level)),
            who=Who(winner),
        )
    return tn(
        "The season is over. {who} wins with {count} point.",
        "The season is over. {who} wins with {count} points.",
        best,
        who=Who(winner),
    )
