"""What can go wrong in a process that thinks: jobs in place of `players.search.thought`."""

import os
import time

from players.levels import Level
from rules.errors import DataError
from rules.protocol import CHANCE, Move
from rules.registry import get
from rules.text import Seat


def dies(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    os._exit(3)


def hangs(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    time.sleep(60)
    raise AssertionError


def fails(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    raise DataError(f"the seat holds {slug.upper()}")


def cheats(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    """Answer a move of the same game that another position offers."""
    from random import Random

    rules, rng = get(slug), Random(seed)
    legal, state = set(rules.legal_moves(guess, seat)), guess
    while waiting := rules.to_act(state):
        if CHANCE in waiting:
            state = rules.apply(state, CHANCE, rules.chance_move(state, rng)).state
            continue
        who = min(waiting)
        move = rng.choice(rules.legal_moves(state, who))
        if move not in legal:
            return move
        state = rules.apply(state, who, move).state
    raise AssertionError


def babbles(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> str:
    return "the first one"
