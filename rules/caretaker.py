"""The bot's moves for a seat whose player is away: little and nothing clever."""

from __future__ import annotations

from collections.abc import Sequence

from rules.notation import verb
from rules.protocol import GameInfo, Move


def choose(game: GameInfo, moves: Sequence[Move]) -> Move:
    """Return the caretaker's choice among a seat's legal moves, at least one."""
    for wanted in game.caretaker:
        for move in moves:
            if verb(type(move)) == wanted:
                return move
    return moves[0]
