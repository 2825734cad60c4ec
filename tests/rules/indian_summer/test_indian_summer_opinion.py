"""The second opinion says no for the reasons of the rulebook, and can contradict the game."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from rules.indian_summer import INDIAN_SUMMER, legal
from rules.indian_summer.forest.listing import Run
from rules.indian_summer.forest.places import SQUIRRELS
from rules.indian_summer.moves import Squirrel
from rules.indian_summer.state import Player, SummerState
from rules.notation import parse_move
from rules.registry import AnyRules
from tests.contract.checks import check_moves, playout
from tests.rules.indian_summer.helpers import Game
from tests.rules.indian_summer.opinion import allows


def opinion(game: Game, text: str) -> bool | None:
    return allows(game.state, game.state.active, parse_move(INDIAN_SUMMER, text))


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("leaf G05 A1 r0", "leaf G05 B1 r0"),  # IS-LEAF-1: over the edge
        ("leaf G06 B1 r0", "leaf G01 C1 r0"),  # IS-TURN-5: not on the path
        ("swap berry mushroom", "swap nut berry"),  # IS-EXC-1
        ("end", "squirrel A1"),  # IS-TURN-3
        ("animal mouse A1 r0", "nut A1"),  # IS-ANI-1: no holes
    ],
)
def test_the_opinion_knows_the_rules(bad: str, good: str) -> None:
    game = Game().give(held="B1 N1")
    assert opinion(game, bad) is False
    assert opinion(game, good) is True


def test_a_feather_needs_room_for_two() -> None:
    """IS-FEA-1, ruling A-14: each of the tiles fits alone."""
    game = Game().give(gaps="A1 B1 C1 D1", path="G05,Y01", held="F1")
    assert opinion(game, "feather") is False
    wide = Game().give(held="F1")
    assert opinion(wide, "feather") is True


def test_nothing_comes_between_two_tiles() -> None:
    """IS-TURN-2"""
    game = Game().give(held="F1 N1").do("feather")
    assert opinion(game, "nut A1") is False
    assert opinion(game, "leaf G05 B1 r0") is True


def test_a_fault_in_the_game_is_contradicted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Squirrels on covered spaces: the list and the check agree, the opinion does not."""
    game = cast("AnyRules", INDIAN_SUMMER)
    steps = playout(game, 2, 0)
    listed, accepts = legal._main_runs, legal._accepts_main

    def generous(state: SummerState, player: Player) -> list[Run]:
        squirrels = (SQUIRRELS, (1 << len(SQUIRRELS)) - 1)
        return [squirrels if run[0] is SQUIRRELS else run for run in listed(state, player)]

    monkeypatch.setattr(legal, "_main_runs", generous)
    monkeypatch.setattr(
        legal,
        "_accepts_main",
        lambda state, player, move: isinstance(move, Squirrel) or accepts(state, player, move),
    )
    with pytest.raises(AssertionError, match="a second opinion bars Squirrel"):
        check_moves(game, steps, 2, Random(0))
