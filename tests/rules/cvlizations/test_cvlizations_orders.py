"""Giving orders, levels, and what orders bring: C-ORD, C-ACT, C-RES, C-CUN, C-SLK, C-TRD, C-DBL."""

from itertools import permutations

import pytest

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import CAN_FAIL, ORDERS, Order
from rules.cvlizations.state import GEEKS
from rules.cvlizations.view import Gain, Phase, Variant
from rules.protocol import WATCHER
from tests.rules.cvlizations.helpers import (
    asked,
    give,
    given,
    legal,
    news,
    play,
    player,
    refused,
    say,
    scored,
    step,
    stores,
    table,
)

POOR = player("0/0/0")

# Giving orders


@pytest.mark.parametrize(("turn", "pairs"), [(1, 56), (2, 30), (3, 12), (4, 56), (9, 12)])
def test_all_pairs_of_different_orders_in_hand_can_be_given(turn: int, pairs: int) -> None:
    """C-ORD-2, C-ACT-5: any card may take either place, Doubling included."""
    state = table(player(), player(), player(), turn=turn)
    hand = CVLIZATIONS.view(state, 0).tribes[0].hand
    assert legal(state) == [f"order {up} {down}" for up, down in permutations(hand, 2)]
    assert len(legal(state)) == pairs
    assert Order.DOUBLING in hand


def test_orders_go_around_from_the_helm_c_ord_1() -> None:
    state = table(POOR, POOR, POOR, helm=1)
    for seat in (1, 2, 0):
        assert asked(state) == {seat}
        others = {0, 1, 2} - {seat}
        assert not any(legal(state, other) for other in others)
        state = play(state, f"{seat} order logging hunting")
        assert seat in state.marked
    assert state.turn == 2


def test_the_orders_of_each_tribe_are_the_last_move_of_that_tribe() -> None:
    state = table(POOR, POOR, variant=Variant.ADVANCED)
    for number in state.queue[:-1]:
        (seat,) = asked(state)
        state = play(state, f"{seat} order logging hunting")
        assert state.marked == (number,)
    geeks = table(POOR, POOR, variant=Variant.GEEKS, helm=GEEKS)
    assert play(geeks, "- geeks logging").marked == (GEEKS,)


def test_laying_out_of_turn_is_refused() -> None:
    """C-ORD-1, C-ORD-3."""
    state = play(table(POOR, POOR, POOR), "0 order logging hunting")
    assert refused(state, "2 order logging hunting")[0] == "C-ORD-1"
    assert refused(state, "0 order logging trading")[0] == "C-ORD-3"
    assert refused(state, "-2 order logging trading")[0] == "C-ORD-1"


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        (
            "order trading trading",
            "C-ORD-2",
            "You chose Trading twice, but the two orders must be different.",
        ),
        ("order logging trading", "C-ORD-2", "You have already used Logging this age."),
        ("order trading thieving", "C-ORD-2", "You have already used Thieving this age."),
        ("pass", "C-ORD-4", "It's time to give orders."),
        ("take food", "C-ORD-4", "It's time to give orders."),
        ("buy axe 1/0/2", "C-ORD-4", "It's time to give orders."),
    ],
)
def test_two_different_orders_in_hand_have_to_be_given(line: str, rule: str, reason: str) -> None:
    """C-ORD-2, C-ORD-4: you cannot pass, or give only one."""
    state = table(player(), player(), player(), turn=2)
    assert refused(state, f"0 {line}") == (rule, reason)


def test_orders_are_final() -> None:
    """C-ORD-3."""
    assert not step(table(POOR, POOR, POOR), "0 order logging hunting").undoable


def test_all_secret_orders_are_revealed_together() -> None:
    """C-ORD-5: in the order in which they were laid."""
    state = table(POOR, POOR, POOR, helm=2)
    state = play(state, "2 order logging cunning", "0 order logging slacking")
    assert state.reveal is None
    after = step(state, "1 order hunting trading")
    told = [say(event.text) for event in after.events]
    assert "Secret orders revealed: Cat – Cunning, Ann – Slacking, Bob – Trading." in told
    assert after.state.reveal is not None
    assert after.state.reveal.orders == (
        (Order.LOGGING, Order.SLACKING),
        (Order.HUNTING, Order.TRADING),
        (Order.LOGGING, Order.CUNNING),
    )


def test_two_of_eight_orders_are_left_over_in_each_age() -> None:
    """C-ORD-6, C-ACT-5, C-CLN-3."""
    state = table(POOR, POOR, POOR)
    for number, orders in enumerate(("logging hunting", "quarrying doubling", "slacking trading")):
        assert len(CVLIZATIONS.view(state, WATCHER).tribes[0].hand) == 8 - 2 * number
        state = give(state, *(orders,) * 3)
        while state.phase is Phase.ACTION:
            seat = min(asked(state))
            state = play(state, f"{seat} {legal(state, seat)[0]}")
    assert (state.turn, CVLIZATIONS.view(state, WATCHER).tribes[0].hand) == (4, ORDERS)


def test_used_orders_cannot_be_used_again_in_an_age() -> None:
    """C-ACT-5."""
    state = give(table(POOR, POOR, POOR), *("logging hunting",) * 3)
    assert (state.turn, asked(state)) == (2, {1})
    assert refused(state, "1 order hunting slacking") == (
        "C-ORD-2",
        "You have already used Hunting this age.",
    )
    assert len(legal(state, 1)) == 30


# Levels


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("order", "brings"),
    [
        ("logging", ("0/2/0", "0/3/0", "0/1/0")),
        ("hunting", ("2/0/0", "3/0/0", "1/0/0")),
        ("quarrying", ("0/0/2", "0/0/3", "0/0/1")),
    ],
)
def test_what_gathering_brings_c_res_1(order: str, brings: tuple[str, ...], count: int) -> None:
    """C-ACT-1: the level is the number of tribes, capped at 3+."""
    state = table(*[POOR] * 5)
    state = give(
        state, *(f"{order} trading" if n < count else "slacking trading" for n in range(5))
    )
    while state.phase is Phase.ACTION:  # a player who has gathered has to trade
        seat = min(asked(state))
        assert str(state.players[seat].goods) == brings[min(count, 3) - 1]
        state = play(state, f"{seat} {legal(state, seat)[0]}")
    assert state.turn == 2


@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 2), (3, 0), (4, 0), (5, 0)])
def test_what_slacking_brings_c_slk_1(count: int, points: int) -> None:
    """C-SLK-1: points, and none if three or more slack."""
    orders = ["slacking logging" if seat < count else "logging hunting" for seat in range(5)]
    state = give(table(*[POOR] * 5), *orders)
    assert scored(state) == [points if seat < count else 0 for seat in range(5)]


@pytest.mark.parametrize(("count", "units"), [(1, 1), (2, 2), (3, 0), (4, 0)])
def test_what_cunning_brings_c_cun_1(count: int, units: int) -> None:
    """Any combination, including two of one kind."""
    orders = ["cunning logging" if seat < count else "logging hunting" for seat in range(4)]
    state = give(table(*[POOR] * 4), *orders)
    assert asked(state) == (set(range(count)) if units else {1})  # in turn 2 it is on seat 1
    if not units:
        return
    for seat in range(count):
        for _ in range(units):
            assert legal(state, seat) == ["take food", "take wood", "take stone"]
            state = play(state, f"{seat} take stone")
    assert [player.goods.stone for player in state.players[:count]] == [units] * count
    assert state.turn == 2


@pytest.mark.parametrize(("count", "get"), [(1, 3), (2, 2), (3, 1), (5, 1)])
def test_what_trading_brings_c_trd_1(count: int, get: int) -> None:
    """Best alone, and not in vain even among many."""
    orders = ["trading slacking" if seat < count else "slacking cunning" for seat in range(5)]
    state = give(table(*[player("1/0/0")] * 5), *orders)
    assert asked(state) >= set(range(count))
    assert legal(state) == ["trade food wood", "trade food stone"]
    state = play(state, "0 trade food stone")
    assert str(state.players[0].goods) == f"0/0/{get}"


def test_trading_is_for_one_other_kind() -> None:
    """C-TRD-1, C-TRD-2, C-ACT-3."""
    state = give(
        table(player("1/0/2"), POOR, POOR),
        "trading slacking",
        "logging slacking",
        "logging cunning",
    )
    assert legal(state) == [
        "trade food wood",
        "trade food stone",
        "trade stone food",
        "trade stone wood",
    ]
    assert refused(state, "0 trade food food") == (
        "C-TRD-2",
        "You must give one kind and take another.",
    )
    assert refused(state, "0 trade wood food") == ("C-TRD-1", "You have no wood.")
    assert refused(state, "0 pass") == (
        "C-ACT-3",
        "You have to carry out an order first: Trading.",
    )
    assert refused(state, "0 take wood")[0] == "C-ACT-3"
    assert refused(state, "0 steal I wood")[0] == "C-ACT-3"
    assert news(state, "0 trade food wood")[0] == "Ann trades 1 food for 3 wood."


def test_same_for_same_is_no_trade_v_19() -> None:
    """C-TRD-2: ruling V-19."""
    state = give(table(player("2/2/2"), POOR, POOR), "trading slacking", *("logging hunting",) * 2)
    assert len(legal(state)) == 6
    assert all(move.split()[1] != move.split()[2] for move in legal(state))


def test_players_without_resources_do_not_trade() -> None:
    """C-TRD-1, C-ACT-3, C-ASY-5: it is skipped, and announced."""
    after = given(table(POOR, POOR, POOR), "trading slacking", *("logging hunting",) * 2)
    told = "Ann has no resources to trade, so Trading has no effect."
    assert told in [say(event.text) for event in after.events]
    assert after.state.turn == 2


def test_what_was_hunted_can_be_traded() -> None:
    """C-ACT-2, C-ACT-4: orders are carried out by number."""
    state = give(table(POOR, POOR, POOR), "trading hunting", *("logging slacking",) * 2)
    assert legal(state) == ["trade food wood", "trade food stone"]
    assert stores(play(state, "0 trade food wood")) == "1/3/0 0/3/0 0/3/0"


def test_equal_orders_go_clockwise_from_the_helm() -> None:
    """C-ACT-2."""
    state = table(player(), player("0/0/0"), player("0/0/0"), helm=2)
    state = give(state, "hunting logging", "thieving logging", "thieving hunting")
    assert asked(state) == {2}
    state = play(state, "2 steal V food")
    assert state.reveal is not None
    assert state.reveal.line == (2, 0, 1)
    assert asked(state) == {1}


# Doubling


@pytest.mark.parametrize(("count", "wood"), [(1, 4), (2, 4), (3, 2)])
def test_doubling_works_for_one_or_two(count: int, wood: int) -> None:
    """C-DBL-1, C-DBL-2, C-DBL-3."""
    others = ["hunting doubling", "quarrying doubling"][: count - 1]
    others += ["slacking cunning"] * (3 - len(others))
    state = give(table(*[POOR] * 4), "logging doubling", *others)
    assert state.players[0].goods.wood == wood


@pytest.mark.parametrize("order", ["thieving", "cunning", "slacking"])
def test_nothing_twice_is_nothing(order: str) -> None:
    """C-DBL-4, C-THF-1."""
    others = (f"{order} logging", f"{order} hunting")
    after = given(table(player(), player(), player()), f"{order} doubling", *others)
    assert stores(after.state) == "1/1/1 1/3/1 3/1/1"
    assert scored(after.state) == [0, 0, 0]
    told = [say(event.text) for event in after.events]
    assert any(line.startswith("Three or more tribes chose ") for line in told)


@pytest.mark.parametrize(("count", "fails"), [(2, False), (3, True), (4, True)])
def test_failed_orders_are_told_if_three_or_more_chose_them(count: int, fails: bool) -> None:
    """C-ACT-1, C-DBL-4"""
    orders = ["slacking hunting" if seat < count else "logging hunting" for seat in range(4)]
    after = given(table(*[POOR] * 4), *orders)
    told = [say(event.text) for event in after.events]
    assert any(line.startswith("Three or more tribes chose Slacking") for line in told) is fails
    assert not any("Hunting" in line for line in told if line.startswith("Three or more"))


def test_doubling_is_at_the_place_and_level_of_the_other_order() -> None:
    """C-DBL-2, C-ACT-1: Doubling does not raise the count of the other order."""
    state = give(table(POOR, POOR, POOR), "hunting doubling", *("logging slacking",) * 2)
    assert str(state.players[0].goods) == "4/0/0"


def test_doubling_has_no_step_of_its_own_v_7() -> None:
    """C-DBL-5: ruling V-7; it is neither at 3+ for Optimism nor at level 1 or 2 for the others."""
    owner = player("0/0/0", "optimism solitude egoism collectivism")
    crowd = give(table(owner, POOR, POOR), *("logging doubling",) * 3)
    assert legal(crowd) == ["take food", "take wood", "take stone"]
    assert play(crowd, "0 take food").phase is Phase.ORDERS  # once, for Logging
    alone = table(owner, POOR, POOR)
    alone = give(alone, "logging doubling", "logging hunting", "logging hunting")
    assert scored(play(alone, "0 take food", "0 take food")) == [0, 0, 0]


def test_vector_3_the_pickaxe_counts_for_quarrying_and_its_doubling() -> None:
    """C-IDEA-15, C-DBL-2."""
    owner = player("0/0/0", "pickaxe")
    state = give(table(owner, POOR, POOR), "quarrying doubling", *("logging hunting",) * 2)
    assert str(state.players[0].goods) == "0/0/6"


def test_vector_18_two_exchanges_one_after_the_other() -> None:
    """C-TRD-3, C-IDEA-29: the second execution may use what the first one brought."""
    owner = player("1/0/0", "wheel")
    state = give(table(owner, POOR, POOR), "trading doubling", *("logging hunting",) * 2)
    state = play(state, "0 trade food wood")
    assert str(state.players[0].goods) == "0/4/0"
    assert str(play(state, "0 trade wood stone").players[0].goods) == "0/3/4"


def test_vector_2_the_sample_round() -> None:
    """C-ACT-1, C-ACT-2, C-TRD-1, C-RES-1, C-DBL-2."""
    state = table(*[player()] * 4)
    after = given(
        state, "logging hunting", "logging doubling", "trading hunting", "quarrying hunting"
    )
    assert stores(after.state) == "2/4/1 1/7/1 2/1/1 2/1/3"
    assert asked(after.state) == {2}
    state = play(after.state, "2 trade food wood")
    assert stores(state) == "2/4/1 1/7/1 1/4/1 2/1/3"
    assert state.reveal is not None
    assert [str(gain.goods) for gain in state.reveal.gains] == ["1/3/0", "0/6/0", "0/3/0", "1/0/2"]
    counts = dict(zip(ORDERS, state.reveal.counts, strict=True))
    assert {order: count for order, count in counts.items() if count} == {
        Order.LOGGING: 2,
        Order.HUNTING: 3,
        Order.QUARRYING: 1,
        Order.TRADING: 1,
        Order.DOUBLING: 1,
    }


def test_the_reveal_keeps_what_orders_brought_points_too() -> None:
    state = give(table(POOR, POOR, POOR), "slacking doubling", *("logging hunting",) * 2)
    assert state.reveal is not None
    assert state.reveal.gains[0] == Gain(POOR.goods, 2)
    assert (state.reveal.turn, state.turn) == (1, 2)


def test_orders_that_fail_are_those_without_effect_at_three() -> None:
    """C-IDEA-28: Logging, Hunting, Quarrying and Trading never fail."""
    assert {
        Order.THIEVING,
        Order.CUNNING,
        Order.SLACKING,
        Order.DOUBLING,
    } == CAN_FAIL
