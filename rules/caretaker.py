"""The bot's moves for a seat whose player is away: little and nothing clever."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.notation import verb
from rules.protocol import GameInfo, Move


def choose(game: GameInfo, moves: Sequence[Move], view: object) -> Move:
    """Return the caretaker's choice among a seat's legal moves, at least one.

    Of the moves of a type it takes the first, or if they have a pad the one that is worth most
    to the seat, whose `view` this is.
    """
    for wanted in game.caretaker:
        found = [move for move in moves if verb(type(move)) == wanted]
        if found:
            pad = type(found[0]).pad
            return found[0] if pad is None else max(found, key=partial(pad.merit, view))
    return moves[0]
