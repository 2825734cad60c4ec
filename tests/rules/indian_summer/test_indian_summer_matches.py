"""Whole matches of rich players, in which every kind of move is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from lookup import shelf
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.moves import MOVE_TYPES, Forgo
from rules.indian_summer.state import SummerState
from rules.indian_summer.view import SummerView
from rules.protocol import CHANCE, Move, Transition
from rules.registry import AnyRules
from tests.contract.checks import (
    Step,
    check_end,
    check_help,
    check_moves,
    check_news,
    check_states,
    check_texts,
    check_views,
)

RULES = cast("AnyRules", INDIAN_SUMMER)
MATCHES = [(1, ("series",)), (1, ("sides",)), (2, ()), (2, ("sides",)), (3, ()), (4, ())]


@pytest.fixture(autouse=True, scope="module")
def _books() -> None:
    shelf.load()


def rich_match(seats: int, options: tuple[str, ...], seed: int) -> list[Step]:
    """Return the steps of a match after the deal, with three treasures of each kind per player."""
    rng = Random(seed)
    state: SummerState = INDIAN_SUMMER.initial_state(seats, frozenset(options))
    state = INDIAN_SUMMER.apply(state, CHANCE, INDIAN_SUMMER.chance_move(state, rng)).state
    players = tuple(replace(player, supply=(3, 3, 3, 3)) for player in state.players)
    state, steps = replace(state, players=players), list[Step]()
    while acting := sorted(INDIAN_SUMMER.to_act(state)):
        seat = rng.choice(acting)
        move = chosen(state, seat, rng)
        after = INDIAN_SUMMER.apply(state, seat, move)
        steps.append(Step(state, seat, move, cast("Transition[object]", after)))
        state = after.state
    return steps


def chosen(state: SummerState, seat: int, rng: Random) -> Move:
    """Return a move of chance, or one of a seat: first a kind, then one of them."""
    if seat == CHANCE:
        return INDIAN_SUMMER.chance_move(state, rng)
    moves = INDIAN_SUMMER.legal_moves(state, seat)
    kind = rng.choice(sorted({MOVE_TYPES.index(type(move)) for move in moves}))
    return rng.choice([move for move in moves if type(move) is MOVE_TYPES[kind]])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("seats", "options"), MATCHES)
def test_a_match_keeps_the_contract(seats: int, options: tuple[str, ...], seed: int) -> None:
    steps, rng = rich_match(seats, options, seed), Random(seed)
    check_states(RULES, steps, seats)
    check_moves(RULES, steps, seats, rng)
    check_end(RULES, steps[-1].after.state, seats)
    check_views(RULES, steps, seats, rng)
    check_news(RULES, steps, seats, rng)
    check_texts(RULES, steps, seats, rng)
    check_help(RULES, steps, seats, rng)


def test_a_turn_that_shows_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = INDIAN_SUMMER.view

    def leaky(self: object, state: SummerState, seat: int) -> SummerView:
        return honest(replace(state, begun=None), seat)

    steps = rich_match(3, (), 1)
    monkeypatch.setattr(type(INDIAN_SUMMER), "view", leaky)
    with pytest.raises(AssertionError, match="tells a secret"):
        check_views(RULES, steps, 3, Random(1))


def test_news_that_come_too_early_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step told to everybody names something that only the player who moves can see."""
    steps = rich_match(3, (), 1)
    told = [replace(step, after=_shouted(step.after)) for step in steps]
    monkeypatch.setattr(type(INDIAN_SUMMER), "apply", _shouting(INDIAN_SUMMER.apply))
    with pytest.raises(AssertionError, match="tells -?[0-9] a secret"):
        check_news(RULES, told, 3, Random(1))


def _shouted(after: Transition[object]) -> Transition[object]:
    return replace(after, events=tuple(replace(event, audience=None) for event in after.events))


def _shouting(honest: Callable[[SummerState, int, Move], Transition[SummerState]]) -> object:
    def apply(self: object, state: SummerState, seat: int, move: Move) -> Transition[object]:
        return _shouted(cast("Transition[object]", honest(state, seat, move)))

    return apply


def test_every_kind_of_move_is_made() -> None:
    """Otherwise the matches above would prove less than they seem to."""
    found = Counter[type[Move]]()
    for seats, options in MATCHES:
        for seed in range(8):
            found.update(type(step.move) for step in rich_match(seats, options, seed))
    assert set(found) == {*MOVE_TYPES} - {Forgo}  # only the first version asked for it


def test_a_match_is_far_shorter_than_the_bound() -> None:
    """`MAX_PLIES` is proven, not measured; four rich players stay below half of it."""
    longest = max(len(rich_match(4, (), seed)) for seed in range(6))
    assert longest < INDIAN_SUMMER.info.max_plies / 2
