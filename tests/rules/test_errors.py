"""Refusals carry a reason, a way out and a rule; moves are handled by their type."""

from __future__ import annotations

import pytest

from rules import errors
from rules.errors import (
    GameError,
    IllegalMoveError,
    NotYourTurnError,
    RefusedError,
    ReplayError,
    StaleMoveError,
    refuse,
)
from rules.handlers import Handlers
from rules.krakow.components import Direction
from rules.krakow.moves import Decline, Shift
from rules.text import t

WHY, HOW = t("The bag is empty."), t("Wait.")


def test_every_error_is_in_the_drawn_tree() -> None:
    drawn = errors.__doc__ or ""
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, GameError):
            assert f"{name} " in drawn or f"{name}\n" in drawn, name


def test_a_refusal_carries_reason_hint_and_rule() -> None:
    with pytest.raises(IllegalMoveError, match="^LD-BAG-1: The bag is empty") as caught:
        refuse("LD-BAG-1", WHY, HOW)
    error = caught.value
    assert (error.reason, error.hint, error.rule, error.attempt) == (WHY, HOW, "LD-BAG-1", "")


def test_without_a_rule_an_error_is_named_after_its_kind() -> None:
    assert str(RefusedError(WHY, HOW)) == "RefusedError: The bag is empty."
    assert StaleMoveError().rule == ""


def test_out_of_turn_a_game_names_only_the_rule() -> None:
    error = NotYourTurnError("LD-TURN-6")
    assert (error.rule, bool(error.reason.msgid), bool(error.hint.msgid)) == (
        "LD-TURN-6",
        True,
        True,
    )
    assert NotYourTurnError("LD-TURN-6", WHY, HOW).reason == WHY


def test_a_log_that_does_not_replay_names_match_and_ply_to_the_operator() -> None:
    error = ReplayError(7, 12, "unknown rules 9")
    assert str(error) == "match 7 does not replay at ply 12: unknown rules 9"
    assert (error.match_id, error.ply, error.why) == (7, 12, "unknown rules 9")
    assert "12" not in error.reason.msgid


def test_a_handler_is_found_by_the_type_of_the_move() -> None:
    handlers = Handlers[str, str]()

    @handlers.of(Shift)
    def shift(who: str, move: Shift) -> str:
        return f"{who} {move.direction}"

    @handlers.of(Decline)
    def decline(who: str, move: Decline) -> str:
        return f"{who} declines"

    left = Shift(Direction.LEFT)
    assert handlers[Shift]("Ada", left) == shift("Ada", left) == "Ada left"
    assert handlers[Decline]("Bo", Decline()) == decline("Bo", Decline()) == "Bo declines"
    assert len(handlers) == 2
