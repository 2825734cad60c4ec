"""What can go wrong in a process that thinks: jobs in place of `players.search.thought`."""

import os
import time
from random import Random
from typing import Any

from players.levels import GOOD, Level
from players.search import think
from rules.errors import DataError, IllegalMoveError
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules, get
from rules.text import Seat, t


def dies(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    os._exit(3)


def hangs(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    time.sleep(60)
    raise AssertionError


def fails(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    raise DataError(f"the seat holds {slug.upper()}")


def cheats(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    """Answer a move of the same game that another position offers."""
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


class Broken:
    """A game whose moves are refused after a while."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules, self._left = rules, 200

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def advance(self, state: object, seat: Seat, move: Move) -> object:
        self._left -= 1
        if not self._left:
            secret = self._rules.info.slug.upper()
            raise IllegalMoveError("K-1", t("The seat holds {card}.", card=secret), t("-"))
        return self._rules.advance(state, seat, move)


def stumbles(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    """Search by rules that fail in the middle of it."""
    return think(Broken(get(slug)), guess, seat, GOOD, Random(seed))


def babbles(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> str:
    return "the first one"
