"""The tasks of each player in a turn, known from the reveal on (C-ACT-2).

Levels are fixed and ideas cannot be bought before the development, so everything that orders and
ideas bring in a turn is known at the reveal, except choices and who can still be robbed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from rules.cvlizations.components import CAN_FAIL, ORDER_CARDS, Good, Idea, Level, Order
from rules.text import quick


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

    @property
    def source(self) -> Order | Idea:
        """Return what brings it."""
        return self.idea or self.order


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
_AFTER: Final = (
    (Idea.SWORD, Do.SWORD, 1, None),  # C-IDEA-12, ruling V-12
    (Idea.DAGGER, Do.POINTS, 1, None),  # C-IDEA-11, ruling V-8
    (Idea.HOLIDAYS, Do.POINTS, 1, None),  # C-IDEA-25, ruling V-11
    (Idea.TAVERN, Do.GAIN, 2, Good.FOOD),  # C-IDEA-17
    (Idea.CANINE_DOMESTICATION, Do.GAIN, 1, Good.FOOD),  # C-IDEA-27
)
_ONCE: Final = frozenset(idea for _, idea, _ in _AT_LEVEL)
_WITH_ANY: Final = _ONCE | {Idea.OPTIMISM}
_PETS: Final = {Idea.CANINE_DOMESTICATION, Idea.FELINE_DOMESTICATION}
_WITH: Final = {
    Order.THIEVING: _WITH_ANY | _PETS | {Idea.GUNPOWDER, Idea.SWORD, Idea.DAGGER},
    **{order: _WITH_ANY | {*tools} for order, tools in TOOLS.items()},
    Order.CUNNING: _WITH_ANY | _PETS,
    Order.SLACKING: _WITH_ANY | _PETS | {Idea.HOLIDAYS, Idea.TAVERN},
    Order.TRADING: _WITH_ANY | {Idea.WHEEL},
    Order.DOUBLING: frozenset({Idea.FELINE_DOMESTICATION}),
}
"""The ideas that bring something with each order."""


@quick
class Chosen:
    """The choices of a tribe, as seen by the player who carries them out.

    Attributes:
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


def agenda(chosen: Chosen) -> tuple[Task, ...]:
    """Return everything a player carries out in a turn, in order."""
    first, last = chosen.orders
    if first.place > last.place:
        first, last = last, first
    level, last_level = chosen.level(first), chosen.level(last)
    owned = frozenset(chosen.ideas)
    later = owned - _ONCE if level == last_level else owned  # that level was met already
    times = 1
    if last is Order.DOUBLING:  # it has no step of its own (C-DBL-5); the other: C-DBL-2, C-DBL-3
        times = ORDER_CARDS[last].amount(last_level)
    return (
        *_tasks(first, level, times, _WITH[first] & owned, chosen.pool),
        *_tasks(last, last_level, 1, _WITH[last] & later, chosen.pool),
    )


@lru_cache(maxsize=1024)
def _tasks(
    order: Order, level: Level, times: int, ideas: frozenset[Idea], pool: bool
) -> tuple[Task, ...]:
    """Return the tasks of one order with the ideas that bring something with it.

    They are remembered, because such few ideas matter that nearly every turn asks for the same.
    """
    found: list[Task] = []
    for number in range(times):
        found += _effect(order, level, ideas, pool)
        if level == 3 and Idea.OPTIMISM in ideas:  # C-IDEA-1, ruling V-6
            found.append(Task(Do.TAKE, order, idea=Idea.OPTIMISM))
        if number == 0:
            found += (
                Task(do, order, idea=idea)
                for needed, idea, do in _AT_LEVEL
                if level == needed and idea in ideas
            )
    return (*found, *_afterwards(order, level, ideas))


def _effect(order: Order, level: Level, ideas: frozenset[Idea], pool: bool) -> Iterator[Task]:
    """Yield what the order itself brings, and the ideas that go with each execution.

    An order without effect at its level has none when doubled either (C-DBL-4).
    """
    amount = ORDER_CARDS[order].amount(level)
    match order:
        case Order.THIEVING:
            yield from _theft(amount, ideas, pool)
        case Order.CUNNING:  # C-CUN-1
            yield from (Task(Do.TAKE, order) for _ in range(amount))
        case Order.SLACKING:  # C-SLK-1
            if amount:
                yield Task(Do.POINTS, order, amount)
        case Order.TRADING:  # C-TRD-1, C-TRD-3, C-IDEA-29
            yield Task(Do.TRADE, order, amount + (Idea.WHEEL in ideas))
        case Order.LOGGING | Order.HUNTING | Order.QUARRYING:  # C-RES-1
            good = BRINGS[order]
            yield Task(Do.GAIN, order, amount, good)
            yield from (Task(Do.GAIN, order, 1, good, i) for i in TOOLS[order] if i in ideas)


def _theft(amount: int, ideas: frozenset[Idea], pool: bool) -> Iterator[Task]:
    """Yield the thefts of Thieving and what goes with them (C-THF-1, C-IDEA-14).

    In a match of two the supply replaces the second theft (C-THF-6; C-GEEK-5 and C-ADV-5 refer to
    it).
    """
    order = Order.THIEVING
    thefts = min(amount, 1) if pool else amount
    yield from (Task(Do.STEAL, order, number) for number in range(1, thefts + 1))
    yield from (Task(Do.TAKE, order) for _ in range(amount - thefts))
    if amount and Idea.GUNPOWDER in ideas:  # ruling V-10
        yield Task(Do.TAKE, order, idea=Idea.GUNPOWDER)


def _afterwards(order: Order, level: Level, ideas: frozenset[Idea]) -> Iterator[Task]:
    """Yield what follows the last execution of an order.

    An order chosen by three or more tribes brings a point (C-IDEA-28). Doubling fails in the same
    way (ruling V-5). Thieving that finds nobody to rob has not failed (ruling V-20).
    """
    if order not in CAN_FAIL:
        return
    if level == 3:
        if Idea.FELINE_DOMESTICATION in ideas:
            yield Task(Do.POINTS, order, idea=Idea.FELINE_DOMESTICATION)
        return
    for idea, do, amount, good in _AFTER:
        if idea in ideas:
            yield Task(do, order, amount, good, idea)
