"""Ideas on offer, what they cost, and how they can be paid (C-DEV-2, C-DEV-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import Final

from rules.cvlizations.components import GOODS, IDEAS, KINDS, Good, Goods, Idea, Kind
from rules.cvlizations.draft import Table
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


@lru_cache(maxsize=256)
def _discounts(ideas: tuple[Idea, ...]) -> tuple[int, ...]:
    """Return how much cheaper an owner of `ideas` buys each type, by `Kind`.

    They change only with a purchase, and every idea on offer asks for them.
    """
    return tuple((CHEAPER[kind] in ideas) + (Idea.SALE in ideas) for kind in KINDS)  # C-IDEA-45


def price(ideas: tuple[Idea, ...], idea: Idea) -> int:
    """Return how many resources an idea costs the owner of `ideas` (C-DEV-3).

    The lowest price is 1.
    """
    card = IDEAS[idea]
    cost = sum(card.cost) - _discounts(ideas)[card.kind.place]
    return cost if cost > 1 else 1


@lru_cache(maxsize=1024)
def payments(most: tuple[int, int, int], size: int) -> tuple[Goods, ...]:
    """Return the ways to pay `size` resources of at most so many, sorted."""
    ways = (Goods(*way) for way in product(*(range(number + 1) for number in most)))
    return tuple(way for way in ways if sum(way) == size)


def usable(goods: Goods, idea: Idea) -> Goods:
    """Return what of a store can pay for an idea: no more than its print (C-DEV-3)."""
    return Goods(*map(min, goods, IDEAS[idea].cost))


_PRINTS: Final = {i: (card.cost, sum(card.cost), card.kind.place) for i, card in IDEAS.items()}


def within_reach(
    goods: Goods, ideas: tuple[Idea, ...], offer: Iterable[Idea]
) -> Iterator[tuple[Idea, tuple[int, int, int], int]]:
    """Yield the ideas that the owner of a store and of ideas can pay for now.

    With each come the `usable` resources and its `price`, which are known on the way: every buyer
    is asked for all ideas on offer.
    """
    cheaper = _discounts(ideas)
    have_food, have_wood, have_stone = goods
    for idea in offer:
        (food, wood, stone), size, kind = _PRINTS[idea]
        food = have_food if have_food < food else food
        wood = have_wood if have_wood < wood else wood
        stone = have_stone if have_stone < stone else stone
        size = max(size - cheaper[kind], 1)
        if food + wood + stone >= size:
            yield idea, (food, wood, stone), size


def can_pay(goods: Goods, ideas: tuple[Idea, ...], offer: Iterable[Idea]) -> bool:
    """True if the owner of a store and of ideas can pay for one on offer."""
    return next(within_reach(goods, ideas, offer), None) is not None


def ways_to_pay(goods: Goods, ideas: tuple[Idea, ...], idea: Idea) -> tuple[Goods, ...]:
    """Return how the owner of a store and of ideas can pay for another one, sorted."""
    return payments(usable(goods, idea), price(ideas, idea))


def pays(goods: Goods, ideas: tuple[Idea, ...], idea: Idea, pay: Goods) -> bool:
    """True if the owner of a store and of ideas can pay for another one like this."""
    return sum(pay) == price(ideas, idea) and usable(goods, idea).covers(pay) and min(pay) >= 0


def lacking(goods: Goods, ideas: tuple[Idea, ...], idea: Idea) -> tuple[Good, ...]:
    """Return the resources of which one more would pay for an idea."""
    return tuple(good for good in GOODS if can_pay(goods.plus(good, 1), ideas, [idea]))


def on_offer(table: Table, seat: Seat) -> list[Idea]:
    """Return the ideas a seat could buy: those of the track (C-DEV-2).

    A buyer who has seen the top card can buy that one, too. They have seen it if they had Fortune
    telling when their development began (C-DEV-6).
    """
    shown = [idea for idea in table.track if idea is not None]
    top = table.top if table.knower == seat else None
    if top is not None and table.phase is Phase.DEVELOPMENT and table.queue[0] == seat:
        shown.append(top)
    return shown


def swap_helps(
    goods: Goods, ideas: tuple[Idea, ...], offer: Sequence[Idea], give: Good, get: Good
) -> bool:
    """True if one can exchange these and then buy something (C-DEV-7)."""
    if give is get or not goods.of(give):
        return False
    return can_pay(goods.swapped(give, get), ideas, offer)


def swaps(
    goods: Goods, ideas: tuple[Idea, ...], offer: Sequence[Idea]
) -> tuple[tuple[Good, Good], ...]:
    """Return the exchanges, given and taken, that make a purchase possible."""
    pairs = permutations(GOODS, 2)
    return tuple(pair for pair in pairs if swap_helps(goods, ideas, offer, *pair))


def market_is_open(table: Table, seat: Seat) -> bool:
    """True if the buyer can use the Market, once a purchase (C-IDEA-20, C-DEV-7)."""
    return bool(table.left) and not table.swapped and Idea.MARKET in table.players[seat].owned


def can_swap(table: Table, seat: Seat) -> tuple[tuple[Good, Good], ...]:
    """Return the exchanges the buyer can make now, given and taken (C-IDEA-20)."""
    if not market_is_open(table, seat):
        return ()
    player = table.players[seat]
    return swaps(player.goods, player.ideas, on_offer(table, seat))


def can_feast(table: Table, seat: Seat) -> bool:
    """True if the buyer can use Hedonism now (C-DEV-9)."""
    player = table.players[seat]
    used = table.feasted or table.swapped
    return player.goods.food >= FEAST and not used and Idea.HEDONISM in player.owned


def has_choice(table: Table, seat: Seat) -> bool:
    """True if the buyer must be asked (C-ASY-5).

    A buyer who may look at the top card is asked if any card of the deck is within their reach,
    whichever lies on top, so passing says nothing about the card.
    """
    if can_feast(table, seat):
        return True
    if not table.left:
        return False
    offer, player = on_offer(table, seat), table.players[seat]
    if table.peeks and (table.deck or table.top is not None):
        if table.version < 2:
            return True
        offer += table.deck
    if can_pay(player.goods, player.ideas, offer):
        return True
    return market_is_open(table, seat) and bool(swaps(player.goods, player.ideas, offer))
