"""Simultaneous choices, and the accounts of whole turns and matches (C-ASY-3, C-ASY-6, C-SUP-1)."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from hypothesis import given as vary
from hypothesis import settings
from hypothesis import strategies as st

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.agenda import Chosen, Do, Task, agenda
from rules.cvlizations.components import GOODS, ORDERS, Idea, Order
from rules.cvlizations.state import CvState, Player
from rules.cvlizations.view import Phase
from rules.protocol import CHANCE
from tests.rules.cvlizations.helpers import (
    USEFUL,
    asked,
    give,
    legal,
    play,
    player,
    refused,
    scored,
    stores,
    table,
)

POOR = player("0/0/0")


def test_all_who_have_to_choose_are_asked_at_once() -> None:
    """C-ASY-3: and the development waits for the last."""
    state = table(player(), player("0/0/0", "optimism"), player(), player())
    state = give(
        state, "cunning hunting", "logging hunting", "hunting trading", "logging quarrying"
    )
    assert asked(state) == {0, 1, 2}
    state = play(state, "2 trade food wood", "0 take wood")
    assert (asked(state), state.phase) == ({1}, Phase.ACTION)
    assert refused(state, "0 take wood")[0] == refused(state, "3 take wood")[0] == "C-ASY-3"
    assert play(state, "1 take stone").phase is Phase.ORDERS


def test_optimism_after_thieving_at_three_is_asked_with_the_others() -> None:
    """C-ASY-3: nobody steals, so nobody has to wait."""
    state = table(player("1/1/1", "optimism"), player(), player())
    state = give(state, "thieving logging", "thieving cunning", "thieving hunting")
    assert asked(state) == {0, 1}


def test_what_needs_no_choice_is_done_in_the_order_of_the_orders() -> None:
    """C-ACT-2: for each player up to their next choice."""
    owner = player("0/0/0", "axe")
    state = give(table(owner, POOR, POOR), "cunning slacking", *("logging hunting",) * 2)
    assert scored(state) == [0, 0, 0]  # Slacking comes after Cunning
    assert scored(play(state, "0 take food")) == [1, 0, 0]


def test_without_a_choice_the_development_follows_at_once() -> None:
    """C-ASY-6."""
    state = table(POOR, POOR, POOR, track="temple")
    state = give(state, *("logging quarrying",) * 3)
    assert state.turn == 2
    rich = give(table(player("9/9/9"), POOR, POOR, track="temple"), *("logging hunting",) * 3)
    assert (rich.phase, asked(rich)) == (Phase.DEVELOPMENT, {0})


stores_st = st.tuples(*[st.tuples(*[st.integers(0, 2)] * 3)] * 4)
orders_st = st.tuples(*[st.sampled_from([" ".join(two) for two in permutations(ORDERS, 2)])] * 4)


def seated(goods: Sequence[tuple[int, ...]], deal: Sequence[Idea]) -> list[Player]:
    """Return players with stores and three ideas each."""
    owned = [" ".join(deal[3 * seat : 3 * seat + 3]) for seat in range(len(goods))]
    return [player("/".join(map(str, own)), names) for own, names in zip(goods, owned, strict=True)]


def finish(state: CvState, choose: Random, pick: Random) -> CvState:
    """Let everybody choose until the turn is over; `choose` says who is next, `pick` what."""
    turn, picked = state.turn, {seat: Random(pick.random()) for seat in range(state.seats)}
    while state.turn == turn and state.phase is Phase.ACTION:
        seat = choose.choice(sorted(asked(state)))
        state = play(state, f"{seat} {picked[seat].choice(legal(state, seat))}")
    return state


@vary(stores_st, orders_st, st.permutations(USEFUL), st.integers(0, 99))
@settings(max_examples=120)
def test_the_order_of_answers_changes_nothing(
    goods: tuple[tuple[int, ...], ...], orders: tuple[str, ...], deal: list[Idea], seed: int
) -> None:
    """C-ASY-3: every player has the same choices, no matter in which order they choose."""
    state = give(table(*seated(goods, deal)), *orders)
    while state.thieves:  # Thieving has a fixed order
        (seat,) = asked(state)
        state = play(state, f"{seat} {legal(state, seat)[0]}")
    ends = {
        (stores(end), tuple(scored(end)))
        for order in range(4)
        for end in [finish(state, Random(order), Random(seed))]
    }
    assert len(ends) == 1


@vary(stores_st, orders_st, st.permutations(USEFUL), st.integers(0, 99))
@settings(max_examples=120)
def test_resources_come_and_go_as_orders_say(
    goods: tuple[tuple[int, ...], ...], orders: tuple[str, ...], deal: list[Idea], seed: int
) -> None:
    """C-SUP-1, C-ACT-3: counted from the agendas, thefts move resources and create none."""
    players = seated(goods, deal)
    state = give(table(*players), *orders)
    reveal = state.reveal
    assert reveal is not None
    assert sum(reveal.counts) == 2 * len(players)
    end = finish(state, Random(seed), Random(seed))
    assert end.reveal is not None
    traded = 0
    for seat, own in enumerate(players):
        tasks = agenda(Chosen(reveal.orders[seat], reveal.counts, own.ideas, pool=False))
        gain = end.reveal.gains[seat]
        thefts = sum(t.thief == seat for t in end.reveal.thefts)
        losses = sum(t.victim == seat for t in end.reveal.thefts)
        after = end.players[seat]
        assert sum(after.goods) == sum(own.goods) + sum(gain.goods) + thefts - losses
        assert after.points == own.points + gain.points == brought(tasks, Do.POINTS)
        trades = [task.amount - 1 for task in tasks if task.do is Do.TRADE]
        fixed = brought(tasks, Do.GAIN) + brought(tasks, Do.TAKE)
        assert sum(gain.goods) - fixed in {sum(trades[:n]) for n in range(len(trades) + 1)}
        traded += len(trades)
        assert thefts <= sum(task.do in (Do.STEAL, Do.SWORD) for task in tasks)
    assert traded >= sum(Order.TRADING in pair for pair in reveal.orders)


def brought(tasks: Sequence[Task], do: Do) -> int:
    """Return how much the tasks of a kind bring."""
    return sum(task.amount for task in tasks if task.do is do)


@vary(st.integers(0, 10**6))
@settings(max_examples=15)
def test_whole_matches_keep_their_books(seed: int) -> None:
    """C-DEV-3, C-DEV-10, C-SUP-1: resources are paid for ideas, points are never lost."""
    rng, seats = Random(seed), 2 + seed % 4
    state = CVLIZATIONS.initial_state(seats, frozenset({"advanced"} if seed % 8 == 0 else ()))
    while acting := sorted(CVLIZATIONS.to_act(state)):
        seat = rng.choice(acting)
        move = (
            CVLIZATIONS.chance_move(state, rng)
            if seat == CHANCE
            else rng.choice(CVLIZATIONS.legal_moves(state, seat))
        )
        after = CVLIZATIONS.apply(state, seat, move).state
        for old, new in zip(state.players, after.players, strict=True):
            assert new.points >= old.points
            assert new.ideas[: len(old.ideas)] == old.ideas
            assert all(new.goods.of(good) >= 0 for good in GOODS)
        state = after
    outcome = CVLIZATIONS.outcome(state)
    assert outcome is not None
    owned = [idea for own in state.players for idea in own.ideas]
    assert len(owned) == len(set(owned)) <= 48
