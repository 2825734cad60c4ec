"""What orders and ideas bring in a turn, worked out a second time and compared (C-IDEA)."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import pytest
from hypothesis import given as vary
from hypothesis import settings
from hypothesis import strategies as st

from rules.cvlizations.agenda import Chosen, agenda
from rules.cvlizations.components import ORDERS, Idea, Order
from tests.rules.cvlizations.helpers import (
    USEFUL,
    chosen,
    give,
    listed,
    play,
    player,
    scored,
    table,
)

POOR = player("0/0/0")
FREE = "take 1 by "
MORE = "gain 1 {} by steam-engine"
CANINE, FELINE = "canine-domestication", "feline-domestication"
DOG, CAT = f"gain 1 food by {CANINE}", f"points 1 by {FELINE}"
"""What these ideas bring, in the form of `listed`; FREE is a resource of your choice."""


class Turn(NamedTuple):
    """What a tribe chose, for the second version of the rules."""

    orders: tuple[Order, Order]
    counts: tuple[int, ...]
    ideas: tuple[Idea, ...]
    pool: bool

    def level(self, order: Order) -> int:
        return min(3, self.counts[ORDERS.index(order)])

    def owns(self, name: str) -> bool:
        return name in [idea.value for idea in self.ideas]


# Rules 6.4, written down step by step.


def second_account(turn: Turn) -> Iterator[str]:
    """Yield what a tribe does in a turn, in the form of `listed`, in the order of the rules."""
    seen = list[int]()
    doubles = Order.DOUBLING in turn.orders
    times = 2 if doubles and turn.counts[-1] <= 2 else 1
    for order in sorted(set(turn.orders) - {Order.DOUBLING}):
        level = turn.level(order)
        for _ in range(times):
            yield from _effect(turn, order, level)
            yield from _once(turn, order, level, seen)
            seen.append(level)
        yield from _at_last(turn, order, level)
    if doubles and turn.counts[-1] >= 3 and turn.owns("feline-domestication"):
        yield "points 1 by feline-domestication"


def _effect(turn: Turn, order: Order, level: int) -> Iterator[str]:
    two_three_one = {1: 2, 2: 3, 3: 1}[level]
    none_at_three = {1: 1, 2: 2, 3: 0}[level]
    gathered = {"logging": "wood", "hunting": "food", "quarrying": "stone"}
    tools = {"logging": "axe", "hunting": "fishing-rod", "quarrying": "pickaxe"}
    if order in gathered:
        yield f"gain {two_three_one} {gathered[order]} by {order}"
        for tool in (tools[order], "steam-engine"):
            if turn.owns(tool):
                yield f"gain 1 {gathered[order]} by {tool}"
    if order == "cunning":
        yield from [f"take 1 by {order}"] * none_at_three
    if order == "slacking" and none_at_three:
        yield f"points {none_at_three} by slacking"
    if order == "trading":
        yield f"trade {4 - level + turn.owns('wheel')} by trading"
    if order == "thieving" and level < 3:
        yield from _theft(turn, level)


def _theft(turn: Turn, level: int) -> Iterator[str]:
    yield "steal 1 by thieving"
    if level == 2:
        yield "take 1 by thieving" if turn.pool else "steal 2 by thieving"
    if turn.owns("gunpowder"):
        yield "take 1 by gunpowder"


def _once(turn: Turn, order: Order, level: int, seen: Sequence[int]) -> Iterator[str]:
    if level == 3 and turn.owns("optimism"):
        yield "take 1 by optimism"
    if level == 1 and 1 not in seen and turn.owns("egoism"):
        yield "take 1 by egoism"
    if level == 2 and 2 not in seen and turn.owns("collectivism"):
        yield "take 1 by collectivism"
    if level == 1 and 1 not in seen and turn.owns("solitude"):
        yield "points 1 by solitude"


def _at_last(turn: Turn, order: Order, level: int) -> Iterator[str]:
    success = level < 3
    if order == "thieving" and success and turn.owns("sword"):
        yield "sword 1 by sword"
    if order == "thieving" and success and turn.owns("dagger"):
        yield "points 1 by dagger"
    if order == "slacking" and success and turn.owns("holidays"):
        yield "points 1 by holidays"
    if order == "slacking" and success and turn.owns("tavern"):
        yield "gain 2 food by tavern"
    if order in ("thieving", "cunning", "slacking"):
        if success and turn.owns("canine-domestication"):
            yield "gain 1 food by canine-domestication"
        if not success and turn.owns("feline-domestication"):
            yield "points 1 by feline-domestication"


@vary(
    st.sampled_from(list(permutations(ORDERS, 2))),
    st.tuples(*[st.integers(0, 4)] * 8),
    st.sets(st.sampled_from(USEFUL)),
    st.booleans(),
)
@settings(max_examples=400)
def test_against_a_second_account_of_the_rules(
    orders: tuple[Order, Order], others: tuple[int, ...], owned: set[Idea], pool: bool
) -> None:
    """C-ACT-2, C-DBL-2, C-IDEA-1 to C-IDEA-29: what is carried out, and in which order."""
    counts = tuple(n + (order in orders) for n, order in zip(others, ORDERS, strict=True))
    ideas = tuple(sorted(owned))
    tasks = agenda(Chosen(orders, counts, ideas, pool))
    assert listed(tasks) == list(second_account(Turn(orders, counts, ideas, pool)))


# Every idea that works in the action phase, one by one.


@pytest.mark.parametrize(
    ("owns", "orders", "levels", "brings"),
    [
        ("optimism", "logging hunting", (3, 3), [FREE + "optimism"] * 2),
        ("optimism", "logging doubling", (3, 1), [FREE + "optimism"] * 2),
        ("optimism", "logging doubling", (3, 3), [FREE + "optimism"]),
        ("optimism", "logging hunting", (2, 1), []),
        ("optimism", "slacking cunning", (3, 4), [FREE + "optimism"] * 2),
        ("solitude", "logging hunting", (1, 1), ["points 1 by solitude"]),
        ("solitude", "logging doubling", (1, 1), ["points 1 by solitude"]),
        ("solitude", "logging hunting", (2, 3), []),
        ("egoism", "logging hunting", (1, 1), [FREE + "egoism"]),
        ("egoism", "logging hunting", (3, 2), []),
        ("collectivism", "logging hunting", (2, 2), [FREE + "collectivism"]),
        ("collectivism", "logging doubling", (2, 2), [FREE + "collectivism"]),
        ("collectivism", "logging hunting", (1, 3), []),
        ("fishing-rod", "hunting logging", (3, 1), ["gain 1 food by fishing-rod"]),
        ("fishing-rod", "hunting doubling", (1, 1), ["gain 1 food by fishing-rod"] * 2),
        ("pickaxe", "quarrying doubling", (2, 2), ["gain 1 stone by pickaxe"] * 2),
        ("pickaxe", "cunning trading", (1, 1), []),
        ("axe", "logging doubling", (3, 3), ["gain 1 wood by axe"]),
        ("axe", "hunting quarrying", (1, 1), []),
        ("steam-engine", "hunting logging", (1, 1), [MORE.format("wood"), MORE.format("food")]),
        ("steam-engine", "quarrying doubling", (3, 1), [MORE.format("stone")] * 2),
        ("dagger", "thieving doubling", (2, 1), ["points 1 by dagger"]),
        ("dagger", "thieving logging", (3, 1), []),
        ("sword", "thieving doubling", (1, 1), ["sword 1 by sword"]),
        ("sword", "thieving logging", (3, 1), []),
        ("gunpowder", "thieving doubling", (1, 1), [FREE + "gunpowder"] * 2),
        ("gunpowder", "thieving logging", (2, 1), [FREE + "gunpowder"]),
        ("gunpowder", "thieving logging", (3, 1), []),
        ("gunpowder", "cunning doubling", (1, 1), []),
        ("tavern", "slacking doubling", (2, 2), ["gain 2 food by tavern"]),
        ("tavern", "slacking logging", (3, 2), []),
        ("tavern", "thieving cunning", (1, 1), []),
        ("holidays", "slacking doubling", (1, 2), ["points 1 by holidays"]),
        ("holidays", "slacking logging", (3, 2), []),
        ("holidays", "thieving cunning", (2, 1), []),
        (
            "canine-domestication",
            "thieving cunning",
            (1, 2),
            [DOG] * 2,
        ),
        (
            "canine-domestication",
            "slacking doubling",
            (1, 1),
            [DOG],
        ),
        (CANINE, "slacking cunning", (3, 3), []),
        (CANINE, "logging trading", (1, 1), []),
        (
            "feline-domestication",
            "slacking cunning",
            (3, 5),
            [CAT] * 2,
        ),
        (FELINE, "slacking cunning", (2, 1), []),
        (FELINE, "thieving doubling", (3, 2), [CAT]),
        (
            "feline-domestication",
            "thieving doubling",
            (3, 3),
            [CAT] * 2,
        ),
        (FELINE, "logging doubling", (1, 3), [CAT]),
        (FELINE, "logging quarrying", (3, 3), []),
        ("law", "thieving slacking", (1, 1), []),
    ],
)
def test_what_an_idea_adds(
    owns: str, orders: str, levels: tuple[int, int], brings: list[str]
) -> None:
    """C-IDEA-1, C-IDEA-2, C-IDEA-4, C-IDEA-6, C-IDEA-9, C-IDEA-11, C-IDEA-12, C-IDEA-14, C-IDEA-15.

    C-IDEA-16, C-IDEA-17, C-IDEA-25, C-IDEA-27, C-IDEA-28, C-IDEA-37; vectors 10, 11 and 12.
    """
    tasks = agenda(chosen(orders, levels, owns))
    assert listed([task for task in tasks if task.idea is not None]) == brings
    plain = agenda(chosen(orders, levels))
    assert [task for task in tasks if task.idea is None] == list(plain)


@pytest.mark.parametrize(
    ("levels", "get"), [((1, 1), [4, 4]), ((2, 1), [3, 3]), ((3, 3), [2]), ((1, 3), [4])]
)
def test_the_wheel_gives_one_more_of_the_kind_received(
    levels: tuple[int, int], get: list[int]
) -> None:
    """C-IDEA-29, C-DBL-3."""
    tasks = agenda(chosen("trading doubling", levels, "wheel"))
    assert [task.amount for task in tasks] == get


def test_both_tools_add_up() -> None:
    """C-IDEA-15, C-IDEA-37: two more stone with each execution."""
    owner = player("0/0/0", "pickaxe steam-engine")
    state = table(owner, POOR, POOR, turn=7)
    state = give(state, "quarrying doubling", *("logging hunting",) * 2)
    assert str(state.players[0].goods) == "0/0/8"


def test_the_failed_doubling_of_others_is_no_consolation() -> None:
    """C-IDEA-28: only for the own orders."""
    owner = player("0/0/0", "feline-domestication")
    others = ("quarrying doubling",) * 3
    assert scored(give(table(owner, *[POOR] * 3), "logging hunting", *others)) == [0, 0, 0, 0]


@pytest.mark.parametrize("doubled", ["cunning", "logging", "thieving", "trading"])
def test_tools_belong_to_an_order_v_9(doubled: str) -> None:
    """Ruling V-9: resources gained in other ways bring nothing more."""
    tasks = agenda(chosen(f"{doubled} slacking", (1, 2), "fishing-rod pickaxe"))
    assert all(task.idea is None for task in tasks)


def test_optimism_counts_what_has_no_effect_v_6() -> None:
    """C-IDEA-1: ruling V-6."""
    tasks = agenda(chosen("slacking logging", (3, 1), "optimism"))
    assert listed(tasks) == ["gain 2 wood by logging", "take 1 by optimism"]


def test_the_order_of_what_comes_together() -> None:
    """C-IDEA-2, C-IDEA-4, C-IDEA-14: effect, Gunpowder, Egoism, Solitude; then what comes once."""
    owns = "gunpowder egoism solitude sword dagger canine-domestication"
    assert [
        task.idea or task.order for task in agenda(chosen("thieving doubling", (1, 1), owns))
    ] == [
        *("thieving", "gunpowder", "egoism", "solitude"),
        *("thieving", "gunpowder"),
        *("sword", "dagger", "canine-domestication"),
    ]


def test_vector_10_optimism() -> None:
    """C-IDEA-1: the kinds may differ."""
    owner = player("0/0/0", "optimism")
    two_orders = give(table(owner, POOR, POOR), *("logging hunting",) * 3)
    doubled = give(table(owner, POOR, POOR), "logging doubling", *("logging hunting",) * 2)
    for state in (two_orders, doubled):
        after = play(state, "0 take stone", "0 take food")
        assert after.turn == 2
        assert sum(after.players[0].goods) == 4


def test_vector_11_holidays_v_11() -> None:
    """C-IDEA-25: ruling V-11; 4 points from Slacking, 1 from Holidays."""
    owner = player("0/0/0", "holidays")
    state = give(
        table(owner, POOR, POOR), "slacking doubling", "slacking logging", "hunting logging"
    )
    assert scored(state) == [5, 2, 0]


@pytest.mark.parametrize(
    ("orders", "points"),
    [
        (("thieving doubling", "thieving logging", "thieving logging"), 1),
        (("thieving doubling", "thieving doubling", "thieving doubling"), 2),
        (("logging quarrying", "logging quarrying", "logging quarrying"), 0),
    ],
)
def test_vector_12_feline_domestication_v_5(orders: tuple[str, ...], points: int) -> None:
    """C-IDEA-28: ruling V-5."""
    owner = player("0/0/0", "feline-domestication")
    assert scored(give(table(owner, POOR, POOR), *orders)) == [points, 0, 0]
