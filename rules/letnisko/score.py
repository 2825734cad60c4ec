"""Points, ranks and the breakdown of the result."""

from __future__ import annotations

from collections import Counter

from rules.letnisko.components import HOUSES, PRESIDENT_POINTS, ZL_PER_POINT, House
from rules.letnisko.lodging import rent_of
from rules.letnisko.state import LetniskoState, Player
from rules.letnisko.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Seat, Text, Who, number, t, tn


def staying_zl(player: Player) -> int:
    """Return what the guests staying with a player are worth (LT-SCORE-1)."""
    return sum(rent_of(lot.residents) for lot in player.lots)


def house_points(player: Player) -> int:
    """Return the points of a player's houses, with all cards below (LT-SCORE-2)."""
    return sum(HOUSES[lot.house].stack for lot in player.lots)


def points(player: Player, president: bool) -> int:
    """Return what a player would score now; forests and automobiles score nothing."""
    money = player.money + staying_zl(player)
    office = PRESIDENT_POINTS if president else 0  # LT-SCORE-3
    return money // ZL_PER_POINT + house_points(player) + office


def outcome(state: LetniskoState) -> Outcome | None:
    """Return the result, or None while play goes on."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(points(p, s == state.president) for s, p in enumerate(state.players))
    money = [player.money + staying_zl(player) for player in state.players]
    keys = list(zip(scores, money, strict=True))  # LT-SCORE-4, ruling A-33
    seats = range(state.seats)
    return Outcome(
        scores=scores,
        ranks=tuple(1 + sum(other > own for other in keys) for own in keys),
        lines=tuple(
            (*_lines(state.players[s], s == state.president), *_tie(s, keys)) for s in seats
        ),
        reason=_reason(state.round, keys),
    )


def _lines(player: Player, president: bool) -> tuple[ScoreLine, ...]:
    cash, staying = player.money, staying_zl(player)
    lines = [
        ScoreLine(t("Money"), cash // ZL_PER_POINT, t("{amount} zł", amount=cash)),
        ScoreLine(t("Guests staying"), staying // ZL_PER_POINT, t("{amount} zł", amount=staying)),
        ScoreLine(t("Houses"), house_points(player), _built(player)),
    ]
    if president:
        lines.append(ScoreLine(t("President"), PRESIDENT_POINTS))
    return tuple(lines)


def _tie(seat: Seat, keys: list[tuple[int, int]]) -> tuple[ScoreLine, ...]:
    """Return a line about the money that orders equal points, at whatever place."""
    points, money = keys[seat]
    if sum(key[0] == points for key in keys) == 1:
        return ()
    return (ScoreLine(t("tie-break: {amount} zł", amount=money), None),)


def _built(player: Player) -> Text:
    counts = Counter(lot.house for lot in player.lots)
    built = tuple(
        t("{count} × {house}", count=counts[house], house=HOUSES[house].name)
        for house in House
        if counts[house]
    )
    return t("{list}", list=built)


def _reason(weeks: int, keys: list[tuple[int, int]]) -> Text:
    """Return why the match ended, who won, and how a tie was decided."""
    best = max(keys)
    points, money = best
    winners = tuple(Who(seat) for seat, key in enumerate(keys) if key == best)
    level = tuple(Who(seat) for seat, key in enumerate(keys) if key[0] == best[0])
    if len(winners) > 1:
        return tn(
            "The season is over. {who} share the win with {points} point each and the same money "
            "({amount} zł).",
            "The season is over. {who} share the win with {points} points each and the same money "
            "({amount} zł).",
            points,
            who=winners,
            points=number(points),
            amount=money,
        )
    if len(level) > 1:
        return tn(
            "The season is over. {level} tie at {points} point, and {who} wins with more money "
            "({amount} zł).",
            "The season is over. {level} tie at {points} points, and {who} wins with more money "
            "({amount} zł).",
            points,
            level=level,
            points=number(points),
            who=winners[0],
            amount=money,
        )
    return tn(  # there are ten weeks or more
        "The season is over after {weeks} weeks. {who} wins with {points} point.",
        "The season is over after {weeks} weeks. {who} wins with {points} points.",
        points,
        weeks=weeks,
        who=winners[0],
        points=number(points),
    )
