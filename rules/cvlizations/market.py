"""Ideas on offer, what they cost, and how they can be paid (C-DEV-2, C-DEV-3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from rules.cvlizations.components import GOODS, IDEAS, Good, Goods, Idea, Kind
from rules.cvlizations.state import CvState
from rules.cvlizations.view import Phase
from rules.text import Seat

CHEAPER: Final = {
    Kind.BUILDING: Idea.HAMMER,
    Kind.TOOL: Idea.WORKSHOP,
    Kind.INVENTION: Idea.SCHOOL,
    Kind.IDEOLOGY: Idea.WRITING,
}
"""The idea that makes those of each type cheaper.

They are C-IDEA-10, C-IDEA-18, C-IDEA-24 and C-IDEA-31.
"""
FEAST: Final = 2
"""The food that Hedonism takes for a point (C-IDEA-7)."""


@lru_cache(maxsize=4096)
def price(ideas: tuple[Idea, ...], idea: Idea) -> int:
    """Return how many resources an idea costs the owner of `ideas` (C-DEV-3).

    The lowest price is 1.
    """
    card = IDEAS[idea]
    discount = (CHEAPER[card.kind] in ideas) + (Idea.SALE in ideas)  # C-IDEA-45
    return max(sum(card.cost) - discount, 1)


@lru_cache(maxsize=1024)
def payments(cost: Goods, size: int) -> tuple[Goods, ...]:
    """Return the ways to pay `size` of the printed resources, sorted."""
    ways = (Goods(*way) for way in product(*(range(number + 1) for number in cost)))
    return tuple(way for way in ways if sum(way) == size)


@lru_cache(maxsize=65536)
def ways_to_pay(goods: Goods, ideas: tuple[Idea, ...], idea: Idea) -> tuple[Goods, ...]:
    """Return how the owner of a store and of ideas can pay for another one, sorted."""
    ways = payments(IDEAS[idea].cost, price(ideas, idea))
    return tuple(way for way in ways if goods.covers(way))


def lacking(goods: Goods, ideas: tuple[Idea, ...], idea: Idea) -> tuple[Good, ...]:
    """Return the resources of which one more would pay for an idea."""
    return tuple(good for good in GOODS if ways_to_pay(goods.plus(good, 1), ideas, idea))


def on_offer(state: CvState, seat: Seat) -> tuple[Idea, ...]:
    """Return the ideas a seat could buy: those of the track (C-DEV-2).

    A buyer who has seen the top card can buy that one, too. They have seen it if they had Fortune
    telling when their development began (C-DEV-6).
    """
    shown = tuple(idea for idea in state.track if idea is not None)
    buying = state.phase is Phase.DEVELOPMENT and state.buyer == seat
    if buying and state.knower == seat and state.top is not None:
        return (*shown, state.top)
    return shown


@lru_cache(maxsize=4096)
def swaps(
    goods: Goods, ideas: tuple[Idea, ...], offer: tuple[Idea, ...]
) -> tuple[tuple[Good, Good], ...]:
    """Return the exchanges, given and taken, that make a purchase possible (C-DEV-7)."""
    return tuple(
        (give, get)
        for give in GOODS
        for get in GOODS
        if give is not get
        and goods.of(give)
        and any(ways_to_pay(goods.swapped(give, get), ideas, idea) for idea in offer)
    )


def can_swap(state: CvState, seat: Seat) -> tuple[tuple[Good, Good], ...]:
    """Return the exchanges the buyer can make now, given and taken (C-IDEA-20)."""
    player = state.players[seat]
    if Idea.MARKET not in player.ideas or state.swapped or not state.left:
        return ()
    return swaps(player.goods, player.ideas, on_offer(state, seat))


def can_feast(state: CvState, seat: Seat) -> bool:
    """True if the buyer can use Hedonism now (C-DEV-9)."""
    player = state.players[seat]
    return (
        Idea.HEDONISM in player.ideas
        and not state.feasted
        and not state.swapped
        and player.goods.food >= FEAST
    )


def has_choice(state: CvState, seat: Seat) -> bool:
    """True if the buyer must be asked (C-ASY-5).

    A buyer who may look at the top card is asked if any card of the deck is within their reach,
    whichever lies on top, so passing says nothing about the card.
    """
    player = state.players[seat]
    if can_feast(state, seat):
        return True
    if not state.left:
        return False
    offer = on_offer(state, seat)
    if state.peeks and state.deck_left:
        if state.version < 2:
            return True
        offer = (*offer, *state.deck)
    if any(ways_to_pay(player.goods, player.ideas, idea) for idea in offer):
        return True
    market = Idea.MARKET in player.ideas and not state.swapped
    return market and bool(swaps(player.goods, player.ideas, offer))
