"""Placing tokens: turns, the train, prices, automobiles and the porter (LT-TURN to LT-AUTO)."""

from dataclasses import replace

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import Card, Tokens
from rules.letnisko.legal import sets_after
from rules.letnisko.view import Change, Phase
from rules.notation import format_move, verb
from tests.rules.letnisko.helpers import (
    finish,
    hint,
    legal,
    play,
    player,
    refused,
    stack_of,
    step,
    table,
)

ONE, TWO, WITH, PORTER, THREE = Tokens


@pytest.mark.parametrize(
    ("own", "porter", "placed", "sets"),
    [
        (2, False, (), (ONE, TWO)),
        (1, False, (), (ONE,)),
        (2, True, (), (ONE, TWO, WITH, PORTER)),
        (1, True, (), (ONE, WITH, PORTER)),
        (1, True, (ONE,), (WITH, PORTER)),
        (0, True, (ONE,), (PORTER,)),
        (0, True, (TWO,), (PORTER,)),
        (1, False, (ONE,), ()),
        (1, False, (WITH,), (ONE,)),
        (0, False, (WITH,), ()),
        (2, False, (PORTER,), (ONE, TWO)),
        (1, False, (PORTER,), (ONE,)),
        (1, False, (PORTER, ONE), ()),
        (0, False, (ONE, WITH), ()),
    ],
)
def test_token_sets_of_a_turn(
    own: int, porter: bool, placed: tuple[Tokens, ...], sets: tuple[Tokens, ...]
) -> None:
    """LT-TURN-4a."""
    assert sets_after(own, porter, placed) == sets


def test_turns_go_round_twice_and_skip_who_has_no_token() -> None:
    """LT-TURN-1, LT-TURN-3, LT-TURN-8: the porter's holder is last, and tokens stay."""
    state = table(player(), player(), player(), cars="- - - - -", porter=1)
    seen = []
    for line in ("2 parcel one", "0 invest pension/two", "1 parcel one", "1 end-turn"):
        seen.append(state.active)
        state = play(state, line)
    assert (seen, state.active, state.cycle) == ([2, 0, 1, 1], 2, 2)
    state = play(state, "2 parcel one")
    assert state.active == 1
    assert [visit.seat for visit in state.parcels] == [2, 1, 2]
    assert [visit.seat for visit in state.visits[4]] == [0]


def test_phase_ends_when_nobody_has_a_token_left() -> None:
    """LT-TURN-9, LT-END-2."""
    state = finish(table(player(), player(), porter=0))
    assert (state.round, state.porter, state.phase.value) == (2, 1, "arrival")
    assert [p.tokens for p in state.players] == [2, 2]


def test_porter_unplayed_in_the_first_cycle_is_lost_without_own_tokens() -> None:
    """LT-TURN-6, A-18, A-19: it may stay unused, and gets no turn of its own."""
    state = play(table(player(), player(), porter=0), "1 parcel one", "0 invest pension/two")
    assert legal(state, 0)[-1] == "end-turn"
    state = play(state, "0 end-turn", "1 parcel one")
    assert state.round == 2


def test_porter_money_counts_at_once() -> None:
    """LT-TURN-4a, LT-LOCO-1."""
    state = play(table(player(), player(money=0), porter=1, cars="- - - -"), "0 parcel one")
    assert "invest cottage/one" not in legal(state, 1)
    state = play(state, "1 parcel porter")
    assert "invest cottage/one" in legal(state, 1)
    assert "end-turn" not in legal(state, 1)


def test_porter_goes_with_one_own_token_and_the_other_follows() -> None:
    """LT-TURN-4, A-30."""
    state = play(table(player(), player(), porter=1), "0 parcel one", "1 invest villa/one+porter")
    assert legal(state, 1)[-1] == "end-turn"
    assert {m.rsplit("/")[-1].split()[-1] for m in legal(state, 1)} == {"one", "end-turn"}
    assert play(state, "1 parcel one").active == 0


@pytest.mark.parametrize(
    ("before", "move", "price"),
    [
        pytest.param(["invest cottage/one"], "invest cottage/one", 200, id="T-2"),
        pytest.param(["invest villa/one", "invest villa/one"], "invest villa/one", 600, id="T-3"),
        pytest.param([], "invest pension/two", 0, id="T-4 first pair"),
        pytest.param(["invest pension/two"], "invest pension/two", 300, id="T-4 second pair"),
        pytest.param(["invest pension/two"], "invest pension/one", 600, id="T-4 then single"),
        pytest.param([], "invest automobile/two", 0, id="T-5"),
        pytest.param([], "invest forest-100/one", 100, id="T-15 forest A"),
        pytest.param([], "invest cottage/one", 100, id="T-15 cottage"),
        pytest.param([], "invest forest-200/one", 200, id="T-15 forest B"),
        pytest.param([], "invest villa/one", 200, id="T-15 villa"),
        pytest.param([], "invest pension/one", 300, id="T-15 pension"),
        pytest.param([], "invest automobile/one", 300, id="T-15 automobile"),
        pytest.param([], "refuel one", 100, id="T-15 refuel"),
        pytest.param([], "refuel two", 0, id="refuel with two"),
    ],
)
def test_prices(before: list[str], move: str, price: int) -> None:
    """LT-INV-2, LT-INV-3, LT-AUTO-3."""
    rich = [player("K", money=5000, empty=1) for _ in range(4)]
    state = table(*rich, cars="- - - - - -", porter=0)
    for seat, line in zip((1, 2, 3), before, strict=False):
        state = play(state, f"{seat} {line}")
    seat = state.active
    after = play(state, f"{seat} {move}")
    assert state.players[seat].money - after.players[seat].money == price


def test_t5_an_automobile_is_ready_in_the_next_round() -> None:
    """LT-AUTO-1."""
    state = play(table(player(), player(), porter=0), "1 invest automobile/two")
    state = finish(state)
    assert (state.round, state.players[1].ready, stack_of(state, "automobile")) == (2, 1, 2)


def test_an_automobile_drives_is_empty_is_refuelled_and_drives_again() -> None:
    """LT-AUTO-2, LT-AUTO-4, A-21: used in round 1, refuelled in round 2, ready in round 3."""
    state = play(table(player(ready=1), player(), cars="S S - -", porter=1), "0 invite 1+2/one")
    no_car = "Your automobile is already at the station."
    state = play(state, "1 parcel one", "1 end-turn")
    assert refused(state, "0 invite 3+4/one") == ("LT-AUTO-2", no_car)
    rule, reason = refused(state, "0 refuel one")
    assert rule == "LT-AUTO-2"
    assert "at the station" in reason
    state = play(finish(state), "- arrive exam/sun/-")
    assert (state.players[0].ready, state.players[0].empty, state.active) == (0, 1, 1)
    state = play(state, "1 parcel one")
    assert refused(state, "0 invite 3+4/one") == ("LT-AUTO-3", "Your automobile needs fuel.")
    state = play(state, "0 refuel one")
    resting = "Your automobile is being refuelled. It can drive next week."
    assert refused(state, "0 invite 3+4/porter") == ("LT-AUTO-4", resting)
    assert refused(state, "0 refuel porter") == (
        "LT-AUTO-4",
        "Your automobile has already been refuelled this week.",
    )
    state = finish(state)
    assert (state.players[0].ready, state.players[0].empty) == (1, 0)


def test_claims() -> None:
    """LT-CAR-1 to LT-CAR-5: the legal cars, with and without an automobile."""
    state = play(table(player(), player(ready=1), porter=0, cars="S - C H"), "1 invite 2+3/one")
    cars = [m for m in legal(state, 0) if m.startswith("invite")]
    assert cars == ["invite 1/one", "invite 1/porter", "invite 4/one", "invite 4/porter"]
    assert state.players[1].out == 1


def test_ones_own_claimed_car_is_claimed_for_good() -> None:
    """LT-CAR-2, A-31: neither alone, nor as half of a pair."""
    state = play(table(player(), player(ready=1), porter=0), "1 invite 2/one")
    state = play(state, "0 parcel one", "0 end-turn")
    for cars in ("2", "1+2", "2+3"):
        assert refused(state, f"1 invite {cars}/one") == (
            "LT-CAR-2",
            "You have already claimed car 2.",
        )
    assert "invite 3+4/one" in legal(state, 1)


def test_the_porter_drives_an_automobile_too() -> None:
    """LT-AUTO-5, LT-CAR-3: one automobile for each token; only single tokens go to the train."""
    state = table(player(), player(ready=2), porter=1, cars="S - C H")
    state = play(state, "0 parcel one", "1 invite 1+2/porter")
    assert [m for m in legal(state, 1) if "+" in m] == ["invite 3+4/one"]
    state = play(state, "1 invite 3+4/one")
    assert (state.players[1].ready, state.players[1].out) == (0, 2)


def test_an_empty_car_may_be_claimed_and_ones_own_card_visited_again() -> None:
    """LT-CAR-4, A-22, LT-INV-5."""
    state = table(player(), player(money=300), porter=0, cars="S - C H")
    assert "invite 2/one" in legal(state, 1)
    state = play(state, "1 invest cottage/one", "0 parcel one", "0 end-turn")
    assert play(state, "1 invest cottage/one").players[1].money == 300 - 100 - 200


def test_refuelling_raises_no_price() -> None:
    """LT-AUTO-3, A-28: neither for others nor for the player's own second automobile."""
    two = [player(money=300, empty=1), player(money=300, empty=2)]
    state = play(table(*two, porter=0), "1 refuel one", "0 refuel one", "0 end-turn")
    assert [p.money for p in play(state, "1 refuel one").players] == [200, 100]


def test_buying_is_no_auction() -> None:
    """LT-INV-3, A-27: everybody who pays gets a card, not only the one who pays most."""
    state = table(player(money=600), player(money=600), porter=0)
    state = play(state, "1 invest villa/one", "0 invest villa/one")
    assert [p.money for p in state.players] == [200, 400]
    state = finish(state)
    assert [lot.house for p in state.players for lot in p.lots] == ["V", "V"]


def test_forest_lots_are_no_money() -> None:
    """LT-INV-4, A-7."""
    state = table(player(), player(money=0, forests=5), porter=0)
    assert refused(state, "1 invest cottage/one")[0] == "LT-INV-4"


def test_a_refuelling_that_cannot_be_paid_for() -> None:
    """LT-INV-4."""
    state = table(player(), player(money=0, empty=1), porter=0)
    assert refused(state, "1 refuel one") == (
        "LT-INV-4",
        "This costs 100 zł now, but you only have 0 zł.",
    )
    assert "refuel two" in legal(state, 1)


def test_what_is_too_dear_tells_the_money_once() -> None:
    """LT-INV-4."""
    state = table(player(), player(money=200), porter=0)
    dear = "1 invest pension/one"
    assert refused(state, dear)[1] == "This costs 300 zł now, but you only have 200 zł."
    assert hint(state, dear).startswith("Here's what you can buy with one token: a 100 zł forest")


def test_the_locomotive_takes_any_number() -> None:
    """LT-LOCO-1."""
    state = play(table(player(), player(), porter=0), "1 parcel one", "0 parcel porter")
    state = play(state, "0 parcel one", "1 parcel one")
    assert [p.money for p in state.players] == [400, 400]
    assert "parcel one" in legal(state, 0)


def test_a_stack_has_a_card_for_each_visit() -> None:
    """LT-INV-6, A-25."""
    crowd = [player("P P P P P P P", money=9000) for _ in range(2)]
    state = table(*crowd, porter=0)  # all fourteen pensions are built
    assert not [move for move in legal(state, 1) if "pension" in move]
    assert refused(state, "1 invest pension/one") == (
        "LT-INV-6",
        "There are no pension cards left to buy.",
    )
    state = play(
        table(*crowd[:1], player("P P P P P P", money=9000), porter=0), "1 invest pension/one"
    )
    assert refused(state, "0 invest pension/one")[0] == "LT-INV-6"


@pytest.mark.parametrize(
    ("move", "rule", "reason"),
    [
        ("invite 9/one", "LT-CAR-1", "The train only has 4 cars this week."),
        ("invite 0/one", "LT-CAR-1", "The train only has 4 cars this week."),
        ("invite 2/one", "LT-CAR-2", "Ann has already claimed car 2."),
        (
            "invite 1+3/one",
            "LT-CAR-3",
            "An automobile serves two neighbouring cars, but 1 and 3 aren't neighbours.",
        ),
        (
            "invite 4+3/one",
            "LT-CAR-3",
            "You have no automobile.",
        ),
        ("invite 3+4/one", "LT-CAR-3", "You have no automobile."),
        (
            "invite 1/two",
            "LT-TURN-7",
            "The train takes one token at a time. Two together only help when you invest or "
            "refuel.",
        ),
        (
            "parcel one+porter",
            "LT-TURN-7",
            "The train takes one token at a time. Two together only help when you invest or "
            "refuel.",
        ),
        ("invest pension/one", "LT-INV-4", "This costs 300 zł now, but you only have 200 zł."),
        ("refuel one", "LT-AUTO-3", "None of your automobiles needs fuel."),
        (
            "end-turn",
            "LT-TURN-2",
            "You can't pass. Place one of your own tokens first.",
        ),
        (
            "lodge 1:S",
            "LT-TURN-9",
            "Houses and guests come later. Right now, players are placing tokens.",
        ),
    ],
)
def test_refusals(move: str, rule: str, reason: str) -> None:
    """A-17 among them: two stacked tokens cannot go on a car or the locomotive."""
    state = play(table(player(), player(), porter=1, cars="S S C C"), "0 invite 2/one")
    assert refused(state, f"1 {move}") == (rule, reason)


@pytest.mark.parametrize(
    ("before", "line", "rule", "reason"),
    [
        ([], "0 parcel one", "LT-TURN-1", "It's not your turn."),
        ([], "1 invite 1/porter", "LT-TURN-4", "Ann has the porter this week."),
        (
            ["1 parcel one", "0 parcel porter", "0 parcel one", "1 parcel one"],
            "0 invite 1/porter",
            "LT-TURN-4",
            "The porter has already been used this week.",
        ),
        (
            ["1 parcel one", "0 parcel one"],
            "0 invest villa/two",
            "LT-TURN-2",
            "You have 1 token of your own left this week.",
        ),
        (
            ["1 parcel one", "0 parcel one"],
            "0 parcel one",
            "LT-TURN-2",
            "You have already placed your own tokens for this turn.",
        ),
        (
            ["1 parcel one"],
            "0 invest villa/two+porter",
            "LT-TURN-5",
            "The porter can join one of your tokens, but not both.",
        ),
        (
            ["1 parcel one", "0 invest villa/two"],
            "0 invest villa/one+porter",
            "LT-TURN-2",
            "You have no tokens of your own left this week.",
        ),
        (
            ["1 parcel one", "0 parcel one", "0 parcel porter"],
            "1 refuel two",
            "LT-TURN-2",
            "You have 1 token of your own left this week.",
        ),
        (
            ["1 invite 2/one", "0 parcel one", "0 end-turn"],
            "1 invite 2/one",
            "LT-CAR-2",
            "You have already claimed car 2.",
        ),
        (
            ["1 invest automobile/one"],
            "0 invite 1+2/one",
            "LT-CAR-3",
            "You have no automobile.",
        ),
        (
            ["1 invest automobile/one", "0 parcel one", "0 end-turn"],
            "1 invite 1+2/one",
            "LT-AUTO-1",
            "You get your new automobile at the end of the week. It can drive next week.",
        ),
    ],
)
def test_refusals_later(before: list[str], line: str, rule: str, reason: str) -> None:
    state = play(table(player(), player(money=300), porter=0, cars="S S C C"), *before)
    assert refused(state, line) == (rule, reason)


def test_what_is_done_is_told_and_can_be_taken_back() -> None:
    done = step(table(player(), player()), "1 invite 1/one")
    assert done.undoable
    assert all(event.audience is None for event in done.events)


@pytest.mark.parametrize(("week", "phase"), [(3, Phase.ARRIVAL), (12, Phase.OVER)])
def test_nothing_is_taken_back_once_the_week_is_over(week: int, phase: Phase) -> None:
    state = table(player(tokens=0), player(tokens=1), porter=0)
    done = step(replace(state, round=week, cycle=2), "1 parcel one")
    assert (done.state.phase, done.undoable) == (phase, False)


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("0 invite 2/one", {"cars": (2,)}),
        ("0 invite 2+3/one", {"cars": (2, 3)}),
        ("0 parcel one", {"locomotive": True}),
        ("0 invest villa/one", {"cards": (Card.VILLA,)}),
        ("0 refuel one", {}),
    ],
)
def test_a_placement_is_marked_and_can_be_taken_back(line: str, mark: dict[str, object]) -> None:
    rich = player(money=500, ready=1, empty=1)
    state = table(rich, player(), porter=1, last=Change(cars=(1,), lots=((1, 1),)))
    done = step(state, line)
    assert (done.state.last, done.undoable) == (Change(**mark), True)  # type: ignore[arg-type]


def test_the_end_of_a_turn_is_told_and_marks_nothing() -> None:
    """LT-TURN-6."""
    state = play(table(player(), player(), porter=0), "1 parcel one", "0 parcel one")
    assert state.last.locomotive
    done = step(state, "0 end-turn")
    assert (done.state.last, len(done.events), done.undoable) == (Change(), 1, True)


def test_fuel_is_offered_only_to_who_can_pay_for_it() -> None:
    """LT-AUTO-3, LT-INV-4."""
    state = table(player(), player(money=0, empty=1), porter=0)
    assert [move for move in legal(state, 1) if "refuel" in move] == ["refuel two"]


def test_car_0_is_not_the_first_of_a_pair() -> None:
    """LT-CAR-1: the locomotive is no car."""
    state = table(player(), player(ready=1), porter=0)
    assert refused(state, "1 invite 0+1/one")[0] == "LT-CAR-1"
    assert refused(state, "1 invite 4+5/one")[0] == "LT-CAR-1"


def test_the_view_shows_who_was_invited_and_what_was_bought() -> None:
    """LT-CAR-5."""
    state = table(player(ready=1), player(), porter=1, cars="S C HS C")
    state = play(state, "0 invite 2+3/one", "1 invest villa/one")
    ann, bob = LETNISKO.view(state, 1).players
    assert (ann.invited, ann.autos.ready, ann.autos.out) == (("S", "C", "H"), 0, 1)
    assert (bob.invited, bob.bought) == ((), (Card.VILLA,))
    assert [car.claimed for car in LETNISKO.view(state, 1).cars] == [None, 0, 0, None]


def test_only_its_holder_has_the_porter_to_place() -> None:
    """LT-TURN-4."""
    state = table(player(), player(), porter=1)
    seen = [(p.porter, p.porter_left) for p in LETNISKO.view(state, 0).players]
    assert seen == [(False, False), (True, True)]
    used = replace(state, porter_left=False)
    assert [p.porter_left for p in LETNISKO.view(used, 0).players] == [False, False]


def test_only_the_one_to_place_has_moves() -> None:
    """LT-TURN-1."""
    state = table(player(), player(), player(), porter=0)
    assert [bool(legal(state, seat)) for seat in (0, 1, 2)] == [False, True, False]


def test_without_an_empty_automobile_no_fuel_is_offered() -> None:
    """LT-AUTO-3."""
    state = table(player(), player(ready=1, refuelling=1), porter=0)
    assert not any("refuel" in move for move in legal(state, 1))


@pytest.mark.parametrize("cars", ["1", "4", "1+2", "3+4"])
def test_the_first_and_the_last_car_can_be_claimed(cars: str) -> None:
    """LT-CAR-1, LT-CAR-3."""
    state = play(table(player(), player(ready=1), porter=0), f"1 invite {cars}/one")
    assert str(state.claims[0].cars) == cars


def test_a_porter_who_has_worked_keeps_no_turn_open() -> None:
    """LT-TURN-4, LT-TURN-6."""
    lines = ("1 parcel one", "0 parcel porter", "0 parcel one", "1 parcel one", "0 parcel one")
    assert play(table(player(), player(), porter=0), *lines).round == 2


@pytest.mark.parametrize(("ready", "pairs"), [(0, set()), (1, {"1+2", "2+3", "3+4"})])
def test_pairs_of_cars_are_offered_to_drivers_alone(ready: int, pairs: set[str]) -> None:
    """LT-CAR-3."""
    state = table(player(), player(ready=ready), porter=0)
    cars = {m.split()[1].split("/")[0] for m in legal(state, 1) if m.startswith("invite")}
    assert cars == {"1", "2", "3", "4"} | pairs


def test_the_caretaker_uses_the_porter_and_keeps_the_second_turn() -> None:
    """LT-TURN-4: the porter would be lost if the turn were simply ended."""
    state, moves = play(table(player(), player(), porter=0), "1 parcel one"), []
    while state.active == 0:
        (wanted,) = LETNISKO.info.caretaker
        move = next(m for m in LETNISKO.legal_moves(state, 0) if verb(type(m)) == wanted)
        moves.append(format_move(move))
        state = LETNISKO.apply(state, 0, move).state
    assert moves == ["parcel one", "parcel porter"]
    assert state.players[0].tokens == 1
