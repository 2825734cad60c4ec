"""What advice, prompts and labels say is what the moves of that very position do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import CARDS, Card
from rules.letnisko.moves import Develop, EndTurn, Invest, Invite, Lodge, Parcel, Refuel
from rules.letnisko.phrases import any_of, decision_of
from rules.letnisko.state import LetniskoState
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Seat
from tests.contract.checks import playout
from tests.rules.letnisko.helpers import numbers, say

SEATS = pytest.mark.parametrize("seats", [2, 4])
OFFERED = {Card.FOREST_A: "100 zł forest lot", Card.FOREST_B: "200 zł forest lot"}


@cache
def positions(seats: int) -> tuple[tuple[LetniskoState, Seat], ...]:
    """Return every position of two matches in which a player decides, and who."""
    steps = [s for seed in range(2) for s in playout(cast("AnyRules", LETNISKO), seats, seed)]
    return tuple((s.state, s.seat) for s in steps if s.seat != CHANCE)  # type: ignore[misc]


def deciding(
    seats: int, *kinds: type[Move]
) -> Iterator[tuple[LetniskoState, Seat, list[Move], dict[str, str]]]:
    """Yield state, seat, legal moves and advice where one of these types of moves is legal."""
    for state, seat in positions(seats):
        moves = list(LETNISKO.legal_moves(state, seat))
        if {type(move) for move in moves} & set(kinds):
            advice = LETNISKO.advice(LETNISKO.view(state, seat))
            yield state, seat, moves, {" ".join(one.rules): say(one.text) for one in advice}


@SEATS
def test_the_prompt_names_what_may_be_placed(seats: int) -> None:
    """LT-TURN-4a."""
    for state, seat, moves, told in deciding(seats, Parcel, Invest):
        said = told["LT-TURN-2 LT-TURN-7"]
        for move in moves:
            if isinstance(move, Invite | Parcel | Invest | Refuel):
                assert say(any_of((move.tokens,))) in said
        may_end = any(isinstance(move, EndTurn) for move in moves)
        assert ("end the turn" in said) == may_end
        decision = decision_of(LETNISKO.view(state, seat), seat)
        assert decision is not None
        assert decision.may_end == may_end


@SEATS
def test_investments_are_those_that_one_token_buys_now_or_else_two(seats: int) -> None:
    """LT-INV-3, LT-INV-4, LT-INV-6."""
    for state, seat, moves, told in deciding(seats, Parcel, Invest):
        invests = [m for m in moves if isinstance(m, Invest)]
        alone = {m.card for m in invests if not m.tokens.is_pair}
        said = told.get("LT-INV-3 LT-DEV-2 LT-DEV-4")
        assert (said is None) == (not invests)
        for stack in LETNISKO.view(state, seat).stacks:
            price = stack.price_one_zl if alone else stack.price_pair_zl
            cost = f"for {price} zł" if price else "for free"
            offer = f"{OFFERED.get(stack.card, CARDS[stack.card].name.en)} {cost}"
            buys = alone or {m.card for m in invests}
            assert (offer in (said or "")) == (stack.card in buys)


@SEATS
def test_the_train_counts_the_cars_that_can_be_claimed(seats: int) -> None:
    """LT-CAR-1, LT-CAR-2."""
    for _, _, moves, told in deciding(seats, Parcel):
        cars = {move.cars for move in moves if isinstance(move, Invite)}
        single = {car for car in cars if car.first == car.last}
        train = next(said for rules, said in told.items() if rules.startswith("LT-CAR-"))
        assert numbers(train)[:1] == ([len(single)] if single else [])


@SEATS
def test_fuel_is_advised_where_it_can_be_bought(seats: int) -> None:
    """LT-AUTO-3, LT-AUTO-4."""
    for state, seat, moves, told in deciding(seats, Parcel, Invest):
        empty = state.players[seat].empty > 0
        assert ("LT-AUTO-3 LT-AUTO-4" in told) == empty
        assert empty or not any(isinstance(move, Refuel) for move in moves)


@SEATS
def test_a_price_that_is_told_is_the_one_that_is_paid(seats: int) -> None:
    """LT-INV-3: before, in the news and in cash."""
    for state, seat, moves, _ in list(deciding(seats, Invest))[::6]:
        view, before = LETNISKO.view(state, seat), state.players[seat].money
        for move in moves:
            if not isinstance(move, Invest):
                continue
            sentence = say(LETNISKO.sentence(view, move)).replace("for free", "for 0 zł")
            *_, price, rest = numbers(sentence)
            after = LETNISKO.apply(state, seat, move)
            assert rest == before - price
            cost = f" for {price} zł with " if price else " for free with "
            assert cost in say(after.events[0].text)
            if after.state.players[seat].bought:  # the week goes on, so no rent has come in yet
                assert after.state.players[seat].money == rest


@SEATS
def test_a_lodging_pays_the_rent_that_is_told(seats: int) -> None:
    """LT-ACC-6, LT-ACC-7."""
    for state, seat, moves, told in deciding(seats, Lodge):
        before, rents = state.players[seat].money, set()
        for move in moves:
            assert isinstance(move, Lodge)
            after = LETNISKO.apply(state, seat, move).state
            rent = after.players[seat].money - before
            rents.add(rent)
            said = say(LETNISKO.option(LETNISKO.view(state, seat), Lodge, "lodging", move.lodging))
            assert f"rent {rent} " in said
        count = told["LT-ACC-2 LT-ACC-3 LT-ACC-4 LT-ACC-5"]
        assert numbers(count) == [len(moves)]
        assert set(numbers(told["LT-ACC-7"])[:2]) == {min(rents), max(rents)}


def test_an_upgrade_names_the_house_to_be_placed() -> None:
    """LT-DEV-3, LT-DEV-5."""
    for seats in (2, 3, 4):
        for _, _, moves, told in deciding(seats, Develop):
            houses = {move.house for move in moves if isinstance(move, Develop)}
            assert len(houses) == 1
            name = {"V": "villa", "P": "pension"}[houses.pop()]
            assert name in told["LT-DEV-5 LT-DEV-2"]
