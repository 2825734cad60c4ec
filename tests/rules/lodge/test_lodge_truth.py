"""What advice, prompts and labels say is what the moves of that very position do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import cast

import pytest

from rules.lodge import LODGE
from rules.lodge.building import guest_points
from rules.lodge.moves import Build, CheckIn, EndTurn, Furnish, RefreshGuests, RefreshRooms, Valet
from rules.lodge.state import LodgeState
from rules.lodge.view import Phase
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from tests.contract.checks import playout
from tests.rules.lodge.helpers import numbers, say

SEATS = pytest.mark.parametrize("seats", [1, 3])
CELL = re.compile(r"\b[A-Z]{1,2}[1-4]\b")


@cache
def positions(seats: int) -> tuple[LodgeState, ...]:
    """Return every position of two matches in which a player decides."""
    steps = [step for seed in range(2) for step in playout(cast("AnyRules", LODGE), seats, seed)]
    return tuple(step.state for step in steps if step.seat != CHANCE)  # type: ignore[misc]


def deciding(seats: int, phase: Phase) -> Iterator[tuple[dict[str, str], list[Move], LodgeState]]:
    """Yield the advice of every position of a phase by its rules, the legal moves, the state."""
    for state in positions(seats):
        if state.phase is phase:
            advice = LODGE.advice(LODGE.view(state, state.active))
            told = {" ".join(one.rules): say(one.text) for one in advice}
            yield told, list(LODGE.legal_moves(state, state.active)), state


@SEATS
def test_a_build_names_its_floors_and_cells(seats: int) -> None:
    """LD-ROOM-2, LD-AMEN-1."""
    for told, moves, _ in deciding(seats, Phase.BUILD):
        floors = {move.room.floor for move in moves if isinstance(move, Build)}
        assert set(numbers(told.get("LD-ROOM-2 LD-BUILD-3", ""))) == floors
        cells = {str(move.cell) for move in moves if isinstance(move, Furnish)}
        assert set(CELL.findall(told.get("LD-AMEN-1 LD-AMEN-5", ""))) == cells


@SEATS
def test_free_actions_are_told_of_if_they_are_possible(seats: int) -> None:
    """LD-GREF-1, LD-TOK-1."""
    for phase in (Phase.BUILD, Phase.GUESTS):
        for told, moves, _ in deciding(seats, phase):
            kinds = {type(move) for move in moves}
            assert ("LD-GREF-1 LD-GREF-3" in told) == (RefreshGuests in kinds)
            assert ("LD-TOK-1 LD-TOK-3" in told) == (RefreshRooms in kinds)


@SEATS
def test_the_best_guest_is_one_that_can_move_in_for_these_points(seats: int) -> None:
    """LD-GUEST-2, LD-SCORE-2."""
    for told, moves, _ in deciding(seats, Phase.GUESTS):
        ins = [move for move in moves if isinstance(move, CheckIn)]
        best = told.get("LD-GUEST-2 LD-SCORE-2")
        assert (best is None) == (not ins)
        if best is not None:
            points = [guest_points(move.guest, move.cell.floor) for move in ins]
            guests = len({move.guest for move in ins})
            assert numbers(best) == [*([guests] if guests > 1 else []), max(points)]
            named = {move for move in ins if move.guest in best and str(move.cell) in best}
            assert max(points) in {guest_points(m.guest, m.cell.floor) for m in named}


@SEATS
def test_the_prompt_asks_for_what_there_is(seats: int) -> None:
    asked = {Phase.BUILD: Build, Phase.GUESTS: EndTurn, Phase.VALET: Valet}
    for state in positions(seats):
        kinds = {type(move) for move in LODGE.legal_moves(state, state.active)}
        assert asked[state.phase] in kinds
        said = say(LODGE.prompt(LODGE.view(state, state.active)))
        assert ("Place guests" in said) == (CheckIn in kinds)


@SEATS
def test_a_confirmed_guest_scores_what_was_promised(seats: int) -> None:
    """LD-SCORE-1, LD-SCORE-2: label, sentence and news tell the same points."""
    for state in positions(seats)[::5]:
        view = LODGE.view(state, state.active)
        for move in LODGE.legal_moves(state, state.active):
            if not isinstance(move, CheckIn):
                continue
            (points,) = numbers(say(LODGE.sentence(view, move)))
            after = LODGE.apply(state, state.active, move)
            assert numbers(say(after.events[0].text)) == [points]
            gained = LODGE.view(after.state, 0).players[state.active].guest_points
            assert gained - view.players[state.active].guest_points == points
