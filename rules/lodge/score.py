"""Points, ranks and the breakdown of the result."""

from __future__ import annotations

from rules.lodge.amenities import amenity_points, progress
from rules.lodge.building import Columns, amenity_of, guest_points, guests_in, tiles
from rules.lodge.components import (
    AMENITIES,
    GUEST_POINTS,
    GUESTS_TO_END,
    SOLO_TITLES,
    Cell,
)
from rules.lodge.state import LodgeState, Player
from rules.lodge.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Printed, Text, t, tn


def points_of_guests(columns: Columns) -> int:
    """Return the points of a lodge's guests (LD-SCORE-1, LD-SCORE-2)."""
    return sum(guest_points(guest, floor) for floor, guest in guests_in(columns))


def points(player: Player) -> int:
    """Return what a player would score now; nothing else counts (LD-SCORE-4, LD-TOK-5)."""
    return points_of_guests(player.columns) + amenity_points(player.columns)


def outcome(state: LodgeState) -> Outcome | None:
    """Return the result, or None while play goes on."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(points(player) for player in state.players)
    keys = [(score, state.order.index(seat)) for seat, score in enumerate(scores)]  # LD-TIE-1
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
    if scores.count(max(scores)) > 1:
        return t("Everybody had the same number of turns. On a tie the later player wins.")
    return t("Everybody had the same number of turns.")
