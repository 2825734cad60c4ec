"""The tasks of each player in a turn, known from the reveal on (C-ACT-2).

Levels are fixed and ideas cannot be bought before the development, so everything that orders and
ideas bring in a turn is known at the reveal, except choices and who can still be robbed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.cvlizations.components import (
    CAN_FAIL,
    NUMBERED,
    ORDER_CARDS,
    Good,
    Idea,
    Level,
    Order,
)


class Do(StrEnum):
    """The kind of a task: the first two are automatic, others may need a choice."""

    GAIN = "gain"
    POINTS = "points"
    TAKE = "take"
    STEAL = "steal"
    SWORD = "sword"
    TRADE = "trade"


@dataclass(frozen=True, slots=True)
class Task:
    """One step of carrying out an order.

    Attributes:
        do: What is done.
        order: Of which order.
        amount: How many resources or points; for STEAL, the number of this theft within its
            execution, from 1; for TRADE, how many are received.
        good: For GAIN, which kind; else None.
        idea: The idea that brings it, or None for the order itself.
    """

    do: Do
    order: Order
    amount: int = 1
    good: Good | None = None
    idea: Idea | None = None


BRINGS: Final = {
    Order.LOGGING: Good.WOOD,
    Order.HUNTING: Good.FOOD,
    Order.QUARRYING: Good.STONE,
}
"""The yields of the gathering orders (C-RES-1)."""
TOOLS: Final = {
    Order.LOGGING: (Idea.AXE, Idea.STEAM_ENGINE),
    Order.HUNTING: (Idea.FISHING_ROD, Idea.STEAM_ENGINE),
    Order.QUARRYING: (Idea.PICKAXE, Idea.STEAM_ENGINE),
}
"""The ideas that bring one more of what a gathering order yields (ruling V-9).

They are C-IDEA-9, C-IDEA-15, C-IDEA-16 and C-IDEA-37.
"""
_AT_LEVEL: Final = (
    (1, Idea.EGOISM, Do.TAKE),  # C-IDEA-4
    (2, Idea.COLLECTIVISM, Do.TAKE),  # C-IDEA-6
    (1, Idea.SOLITUDE, Do.POINTS),  # C-IDEA-2
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices of a tribe, as seen by the player who carries them out.

    Attributes:
        orders: Its two orders.
        counts: How many tribes chose each order, as `Order` lists them.
        ideas: The ideas of the player.
        pool: True if, as in a match of two, a second theft is replaced by the supply (C-THF-6).
    """

    orders: tuple[Order, Order]
    counts: tuple[int, ...]
    ideas: tuple[Idea, ...]
    pool: bool

    def level(self, order: Order) -> Level:
        """Return the level of an order (C-ACT-1)."""
        return min(self.counts[order.place], 3)

    @property
    def times(self) -> int:
        """Return how often the other order is carried out (C-DBL-2, C-DBL-3)."""
        if Order.DOUBLING not in self.orders:
            return 1
        return ORDER_CARDS[Order.DOUBLING].amount(self.level(Order.DOUBLING))


def agenda(chosen: Chosen) -> tuple[Task, ...]:
    """Return everything a player carries out in a turn, in order."""
    found: list[Task] = []
    met: set[Level] = set()  # levels at which an order of this player was carried out already
    for order in NUMBERED:
        if order not in chosen.orders:
            continue
        level = chosen.level(order)
        for _ in range(chosen.times):
            found += _execution(chosen, order, level, first=level not in met)
            met.add(level)
        found += _afterwards(chosen, order, level)
    if Order.DOUBLING in chosen.orders and chosen.level(Order.DOUBLING) == 3:
        found += _failed(chosen, Order.DOUBLING)
    return tuple(found)


def _execution(chosen: Chosen, order: Order, level: Level, *, first: bool) -> Iterator[Task]:
    yield from _effect(chosen, order, level)
    if level == 3 and Idea.OPTIMISM in chosen.ideas:  # C-IDEA-1, ruling V-6
        yield Task(Do.TAKE, order, idea=Idea.OPTIMISM)
    if first:
        for needed, idea, do in _AT_LEVEL:
            if level == needed and idea in chosen.ideas:
                yield Task(do, order, idea=idea)


def _effect(chosen: Chosen, order: Order, level: Level) -> Iterator[Task]:
    """Yield what the order itself brings, and the ideas that go with each execution.

    An order without effect at its level has none when doubled either (C-DBL-4).
    """
    amount = ORDER_CARDS[order].amount(level)
    match order:
        case Order.THIEVING:
            yield from _theft(chosen, amount)
        case Order.CUNNING:  # C-CUN-1
            yield from (Task(Do.TAKE, order) for _ in range(amount))
        case Order.SLACKING:  # C-SLK-1
            if amount:
                yield Task(Do.POINTS, order, amount)
        case Order.TRADING:  # C-TRD-1, C-TRD-3, C-IDEA-29
            yield Task(Do.TRADE, order, amount + (Idea.WHEEL in chosen.ideas))
        case _:  # C-RES-1
            good = BRINGS[order]
            yield Task(Do.GAIN, order, amount, good)
            for idea in TOOLS[order]:
                if idea in chosen.ideas:
                    yield Task(Do.GAIN, order, 1, good, idea)


def _theft(chosen: Chosen, amount: int) -> Iterator[Task]:
    """Yield the thefts of Thieving and what goes with them (C-THF-1, C-IDEA-14).

    In a match of two the supply replaces the second theft (C-THF-6; C-GEEK-5 and C-ADV-5 refer to
    it).
    """
    order = Order.THIEVING
    thefts = min(amount, 1) if chosen.pool else amount
    yield from (Task(Do.STEAL, order, number) for number in range(1, thefts + 1))
    yield from (Task(Do.TAKE, order) for _ in range(amount - thefts))
    if amount and Idea.GUNPOWDER in chosen.ideas:  # ruling V-10
        yield Task(Do.TAKE, order, idea=Idea.GUNPOWDER)


def _afterwards(chosen: Chosen, order: Order, level: Level) -> Iterator[Task]:
    """Yield what follows the last execution of an order."""
    if order not in CAN_FAIL:
        return
    if level == 3:
        yield from _failed(chosen, order)
        return
    ideas = chosen.ideas
    if order is Order.THIEVING:
        if Idea.SWORD in ideas:  # C-IDEA-12, ruling V-12
            yield Task(Do.SWORD, order, idea=Idea.SWORD)
        if Idea.DAGGER in ideas:  # C-IDEA-11, ruling V-8
            yield Task(Do.POINTS, order, idea=Idea.DAGGER)
    if order is Order.SLACKING:
        if Idea.HOLIDAYS in ideas:  # C-IDEA-25, ruling V-11
            yield Task(Do.POINTS, order, idea=Idea.HOLIDAYS)
        if Idea.TAVERN in ideas:  # C-IDEA-17
            yield Task(Do.GAIN, order, 2, Good.FOOD, Idea.TAVERN)
    if Idea.CANINE_DOMESTICATION in ideas:  # C-IDEA-27
        yield Task(Do.GAIN, order, 1, Good.FOOD, Idea.CANINE_DOMESTICATION)


def _failed(chosen: Chosen, order: Order) -> Iterator[Task]:
    """Yield a point for an order chosen by three or more tribes (C-IDEA-28).

    Doubling fails in the same way (ruling V-5). Thieving that finds nobody to rob has not failed
    (ruling V-20).
    """
    if Idea.FELINE_DOMESTICATION in chosen.ideas:
        yield Task(Do.POINTS, order, idea=Idea.FELINE_DOMESTICATION)
