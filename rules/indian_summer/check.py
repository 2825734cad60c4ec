"""The check of a move before it is made."""

from __future__ import annotations

from rules.indian_summer.legal import is_legal
from rules.indian_summer.refusals import refusal
from rules.indian_summer.state import SummerState
from rules.protocol import Move
from rules.text import Seat


def check(state: SummerState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if not is_legal(state, seat, move):
        raise refusal(state, seat, move)
