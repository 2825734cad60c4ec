"""Points, ranks and the breakdown of the result (C-END-1 to C-END-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from rules.cvlizations.components import GOODS, IDEAS, KINDS, Goods, Idea, Kind, amount_text
from rules.cvlizations.state import CvState, Player
from rules.cvlizations.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Seat, Text, Who, t, tn

HUMANE: Final = (
    Idea.SOLITUDE,
    Idea.HEDONISM,
    Idea.DAGGER,
    Idea.HOLIDAYS,
    Idea.FELINE_DOMESTICATION,
)
"""The ideas with points during turns, counted by Humanism (C-IDEA-5, ruling V-13)."""
PER_IDEA: Final = {
    Idea.ROMANTICISM: Kind.IDEOLOGY,
    Idea.COMPUTER: Kind.TOOL,
    Idea.INTERNET: Kind.INVENTION,
}
"""Ideas worth a point for each idea of a type (C-IDEA-33, C-IDEA-39, C-IDEA-46)."""
MAJORITY: Final = {
    Idea.HIGHWAY: Kind.TOOL,
    Idea.RESEARCH_INSTITUTE: Kind.INVENTION,
    Idea.TOURISM: Kind.BUILDING,
}
"""Ideas worth points to the player with most of a type.

They are C-IDEA-43, C-IDEA-44 and C-IDEA-47.
"""
_EXCHANGERS: Final = (Idea.LARDER, Idea.TOWER, Idea.CASTLE)
"""What turns food, wood, stone into points (C-IDEA-19, C-IDEA-21, C-IDEA-23)."""
MOST: Final = 3
"""The most resources that each of them takes (C-END-4)."""


@dataclass(frozen=True, slots=True)
class Sale:
    """The resources of a player at the end, and the points they bring.

    Attributes:
        given: Resources exchanged for a point each.
        left: Resources kept.
        worth: The points of each idea that looks at what is left, and has any.
    """

    given: Goods
    left: Goods
    worth: tuple[tuple[Idea, int], ...]

    @property
    def points(self) -> int:
        """Return all points that the resources bring."""
        return sum(self.given) + sum(points for _, points in self.worth)


def of_kind(ideas: Sequence[Idea], kind: Kind) -> int:
    """Return how many ideas are of a type."""
    return sum(IDEAS[idea].kind is kind for idea in ideas)


@lru_cache(maxsize=256)
def best_sale(goods: Goods, ideas: tuple[Idea, ...]) -> Sale:
    """Return the exchange with most points, then most left (C-END-4, ruling V-17)."""
    owned = zip(goods, _EXCHANGERS, strict=True)
    limits = (min(MOST, number) if idea in ideas else 0 for number, idea in owned)
    ways = (Goods(*way) for way in product(*(range(limit + 1) for limit in limits)))
    sales = (Sale(way, goods.less(way), _worth(goods.less(way), ideas)) for way in ways)
    return max(sales, key=lambda sale: (sale.points, sum(sale.left)))


def _worth(left: Goods, ideas: tuple[Idea, ...]) -> tuple[tuple[Idea, int], ...]:
    """Return the points for resources that are left; they stay (C-END-5, ruling V-16)."""
    worth = {
        Idea.STOCK_EXCHANGE: min(2 * min(left), 6),  # C-IDEA-42
        Idea.MATERIALISM: min(sum(left) // 3, 3),  # C-IDEA-34
        Idea.CONSUMERISM: 0 if any(left) else 2,  # C-IDEA-8
    }
    return tuple((idea, points) for idea, points in worth.items() if idea in ideas and points)


@lru_cache(maxsize=256)
def counted(ideas: tuple[Idea, ...], others: tuple[tuple[Idea, ...], ...]) -> Mapping[Idea, int]:
    """Return the points of the ideas that count ideas, if they give any (C-END-2).

    Args:
        ideas: The player's.
        others: The ideas of each other player; the Cave Geeks have none (C-GEEK-6).
    """
    kinds = [of_kind(ideas, kind) for kind in KINDS]
    found = {
        Idea.HUMANISM: sum(idea in HUMANE for idea in ideas),
        Idea.RATIONALISM: sum(map(bool, kinds)),  # C-IDEA-35
        Idea.PERFECTIONISM: min(max(kinds), 4),  # C-IDEA-36
        Idea.CINEMATOGRAPHY: len(ideas) // 2,  # C-IDEA-40
    }
    found |= {idea: of_kind(ideas, kind) for idea, kind in PER_IDEA.items()}
    for idea, kind in MAJORITY.items():  # C-END-3
        most = max((of_kind(theirs, kind) for theirs in others), default=0)
        found[idea] = 2 if of_kind(ideas, kind) > most else 0
    return {idea: points for idea, points in found.items() if idea in ideas and points}


def _others(players: Sequence[Player], seat: Seat) -> tuple[tuple[Idea, ...], ...]:
    return tuple([player.ideas for other, player in enumerate(players) if other != seat])


@lru_cache(maxsize=256)
def printed(ideas: tuple[Idea, ...]) -> int:
    """Return the points printed on ideas.

    Four ideas bring nothing else (C-IDEA-22, C-IDEA-38, C-IDEA-41, C-IDEA-48).
    """
    return sum(IDEAS[idea].points for idea in ideas)


def points(players: Sequence[Player], seat: Seat) -> int:
    """Return what a player would score if the match ended now (C-END-1)."""
    player = players[seat]
    ends = sum(counted(player.ideas, _others(players, seat)).values())
    sale = best_sale(player.goods, player.ideas)
    return player.points + printed(player.ideas) + ends + sale.points


def outcome(state: CvState) -> Outcome | None:
    """Return the result, or None while play goes on (C-END-6, ruling V-18)."""
    if state.phase is not Phase.OVER:
        return None
    seats = range(state.seats)
    scores = tuple(points(state.players, seat) for seat in seats)
    left = [sum(best_sale(p.goods, p.ideas).left) for p in state.players]
    keys = list(zip(scores, left, strict=True))
    return Outcome(
        scores=scores,
        ranks=tuple(1 + sum(other > own for other in keys) for own in keys),
        lines=tuple((*_lines(state.players, seat), *_tie(keys[seat], keys)) for seat in seats),
        reason=_reason(keys),
    )


def _lines(players: Sequence[Player], seat: Seat) -> tuple[ScoreLine, ...]:
    player = players[seat]
    ends = counted(player.ideas, _others(players, seat))
    sale = best_sale(player.goods, player.ideas)
    return (
        ScoreLine(t("Points gained"), player.points),
        ScoreLine(
            t("Ideas"),
            printed(player.ideas),
            tn("{count} idea", "{count} ideas", len(player.ideas)),
        ),
        ScoreLine(t("Effects at the end"), sum(ends.values()), _list(_named(ends.items()))),
        ScoreLine(t("Resources"), sale.points, _sold(sale)),
    )


def _named(worth: Iterable[tuple[Idea, int]]) -> tuple[Text, ...]:
    return tuple(t("{name} {points}", name=IDEAS[i].name, points=number) for i, number in worth)


def _list(found: tuple[Text, ...]) -> Text | None:
    return t("{list}", list=found) if found else None


def _sold(sale: Sale) -> Text:
    """Return what became of the resources, and how many are left for a tie."""
    given = tuple(
        t("{amount} exchanged", amount=amount_text(good, sale.given.of(good)))
        for good in GOODS
        if sale.given.of(good)
    )
    left = tn("{count} left", "{count} left", sum(sale.left))
    return t("{list}", list=(*given, *_named(sale.worth), left))


def _tie(own: tuple[int, int], keys: Sequence[tuple[int, int]]) -> tuple[ScoreLine, ...]:
    """Return a line about the resources that order equal points (C-END-6)."""
    score, left = own
    if sum(key[0] == score for key in keys) == 1:
        return ()
    words = tn("tie-break: {count} resource left", "tie-break: {count} resources left", left)
    return (ScoreLine(words, None),)


def _reason(keys: Sequence[tuple[int, int]]) -> Text:
    """Return why the match ended, who won, and how a tie was decided (C-END-6)."""
    best = max(keys)
    score, left = best
    winners = tuple(Who(seat) for seat, key in enumerate(keys) if key == best)
    level = tuple(Who(seat) for seat, key in enumerate(keys) if key[0] == score)
    if len(winners) > 1:
        return tn(
            "The third age is over. {who} share the win with {count} point each and the same "
            "number of resources left ({left}).",
            "The third age is over. {who} share the win with {count} points each and the same "
            "number of resources left ({left}).",
            score,
            who=winners,
            left=left,
        )
    if len(level) > 1:
        return tn(
            "The third age is over. {level} tie at {count} point, and {who} wins with more "
            "resources left ({left}).",
            "The third age is over. {level} tie at {count} points, and {who} wins with more "
            "resources left ({left}).",
            score,
            level=level,
            who=winners[0],
            left=left,
        )
    return tn(
        "The third age is over. {who} wins with {count} point.",
        "The third age is over. {who} wins with {count} points.",
        score,
        who=winners[0],
    )
