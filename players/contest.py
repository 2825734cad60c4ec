"""Matches between computer players, in memory: for arena, tuning, bench and tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from math import inf, sqrt
from pathlib import Path
from random import Random
from runpy import run_path
from time import thread_time
from typing import Final, TypeAlias

from players import instant
from players.levels import LEVELS, Level
from players.search import think
from players.steps import dealt
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat

Choose: TypeAlias = Callable[[AnyRules, object, Seat, Random], Move]
"""A player: a move from the rules, a state dealt anew for the seat, it, and luck."""
Z: Final = 1.96
"""How many standard deviations hold 95 %."""


class PlayerFileError(Exception):
    """A Python file that can't play; its message is one line that names the file."""


class NoMoveError(Exception):
    """A player chose what is no legal move.

    Attributes:
        by_one: True if that was the first player, who sits in one seat.
    """

    def __init__(self, chosen: object, *, by_one: bool) -> None:
        super().__init__(f"{chosen!r}, which is no legal move")
        self.by_one = by_one


def at_random(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return any legal move."""
    return rng.choice(rules.legal_moves(guess, seat))


def greedy(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return a move after which the seat leads by most, by the scores that it sees."""

    def lead(move: Move) -> float:
        after = rules.advance(guess, seat, move)
        outcome = rules.outcome(after)
        scores = outcome.scores if outcome else rules.scores(rules.view(after, seat))
        others = [points for s, points in enumerate(scores or ()) if s != seat]
        return scores[seat] - max(others, default=0) if scores else 0

    return max(rules.legal_moves(guess, seat), key=lambda move: (lead(move), rng.random()))


def at_level(level: Level) -> Choose:
    """Return the player of a level, for whom only processor time counts: nobody waits."""
    return partial(_at_level, replace(level, patience=inf))


def _at_level(level: Level, rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    return think(rules, guess, seat, level, rng)


SIMPLE: Final[dict[str, Choose]] = {
    "random": at_random,
    "greedy": greedy,
    "instant": instant.choose,
    **{name: at_level(level) for name, level in LEVELS.items()},
}
"""The players that have a name."""


@cache
def player(name: str) -> Choose:
    """Return a player by its name.

    It may be a level with another time, ``strong@0.3``, or a Python file that has a `choose`.

    Raises:
        ValueError: There is none.
        PlayerFileError: The file isn't Python.
    """
    if name in SIMPLE:
        return SIMPLE[name]
    level, _, seconds = name.partition("@")
    if level in LEVELS:
        return at_level(replace(LEVELS[level], seconds=_time(name, seconds)))
    if not Path(name).is_file():
        raise ValueError(f"no player {name!r}: take one of {', '.join(SIMPLE)}, or a file")
    try:
        found: Choose | None = run_path(name).get("choose")
    except SyntaxError as error:
        place = f", line {error.lineno}, column {error.offset}" if error.lineno else ""
        raise PlayerFileError(f"{error.filename or name}{place}: {error.msg}") from error
    if not callable(found):
        raise ValueError(f"no player {name!r}: the file has no choose(rules, state, seat, rng)")
    return found


def _time(name: str, text: str) -> float:
    """Return the seconds in a player's name."""
    with suppress(ValueError):
        if 0 < (seconds := float(text)) < inf:
            return seconds
    raise ValueError(f"no player {name!r}: {text!r} is no time to think")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a match for one player against the others.

    Attributes:
        share: 1 for a win, a part of it for a shared one.
        points: What it scored.
        against: The best of the others, 0 if alone.
        seconds: The processor time of each of its decisions that had a choice.
    """

    share: float
    points: int
    against: int
    seconds: tuple[float, ...]


def play(
    rules: AnyRules, one: Choose, others: Choose, seats: int, number: int, seed: int = 0
) -> Played:
    """Play the match of a number; `one` sits in each seat of a deal in turn.

    Every player decides on a state dealt anew for its seat, so none can peek.

    Raises:
        NoMoveError: A player chose what is no legal move.
    """
    deal, own = divmod(number, seats)
    chance = Random(f"{seed} deal {deal}")
    luck = Random(f"{seed} match {number}")
    state = dealt(rules, rules.initial_state(seats, frozenset()), chance)
    seconds = []
    while waiting := rules.to_act(state):
        seat = min(waiting)
        guess = rules.redeal(state, seat, luck)
        before = thread_time()
        move = (one if seat == own else others)(rules, guess, seat, luck)
        if seat == own and len(rules.legal_moves(state, seat)) > 1:
            seconds.append(thread_time() - before)
        state = dealt(rules, _applied(rules, state, seat, move, by_one=seat == own), chance)
    outcome = rules.outcome(state)
    assert outcome is not None
    share = 1 / outcome.ranks.count(1) if outcome.ranks[own] == 1 else 0.0
    rest = [points for s, points in enumerate(outcome.scores) if s != own]
    return Played(share, outcome.scores[own], max(rest, default=0), tuple(seconds))


def _applied(rules: AnyRules, state: object, seat: Seat, move: Move, *, by_one: bool) -> object:
    """Return the state after a move of a player that may choose anything."""
    try:
        return rules.apply(state, seat, move).state
    except Exception as error:
        if move in rules.legal_moves(state, seat):
            raise
        raise NoMoveError(move, by_one=by_one) from error


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return where the true win share lies with 95 % certainty (Wilson)."""
    n, mean = len(shares), sum(shares) / len(shares)
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)
