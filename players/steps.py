"""Steps through a match that computer players and their contests share."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final, TypeVar

from players.judge import AnyJudge, Steps, at_a_go, settled
from rules.errors import GameError
from rules.protocol import CHANCE, Move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from rules.registry import AnyRules
    from rules.text import Seat

T = TypeVar("T")

TINY: Final = 1e-15
"""What a chance is never nearer to 0 or 1, so that it has odds."""


def dealt(rules: AnyRules, state: object, rng: Random) -> object:
    """Return the state once chance has played whatever it is asked for."""
    while CHANCE in rules.to_act(state):
        state = rules.advance(state, CHANCE, rules.chance_move(state, rng))
    return state


def follow(rules: AnyRules, state: object, seat: Seat, line: Sequence[Move], rng: Random) -> object:
    """Return the state after a line of play; see `following`."""
    return at_a_go(following(rules, state, seat, line, rng))


def following(
    rules: AnyRules, state: object, seat: Seat, line: Sequence[Move], rng: Random
) -> Steps[object]:
    """Find the state after a line whose first move is legal, in steps of one move.

    It is followed as long as it can be; what chance does comes from `rng`.
    """
    state = dealt(rules, rules.advance(state, seat, line[0]), rng)
    for move in line[1:]:
        yield
        try:
            rules.check(state, seat, move)
        except GameError:
            break
        state = dealt(rules, rules.advance(state, seat, move), rng)
    return state


def worth(rules: AnyRules, judge: AnyJudge, state: object) -> tuple[float, ...]:
    """Return what a state is worth to each seat, be the match over or not."""
    outcome = rules.outcome(state)
    return judge.values(state) if outcome is None else settled(outcome, judge.spread)


def odds(chance: float) -> float:
    """Return the logarithm of a chance's odds.

    Unlike the chance it doesn't level off where a match is all but decided: it rises with the lead
    in points, by 1 for each `Judge.spread`. (For a seat alone it only rises with its points.)
    """
    bounded = min(max(chance, TINY), 1 - TINY)
    return log(bounded / (1 - bounded))


def heat(rules: AnyRules, state: object, move: Move, most: float) -> float:
    """Return how much a decision is mixed: as given, if others must not foretell it."""
    secret = len(rules.to_act(state)) > 1 or type(move).secret
    return most if secret else 0.0


def picked(worths: Mapping[T, float], heat: float, rng: Random) -> T:
    """Return one of some choices by their worth.

    A choice worth `heat` less than another is picked e times as rarely; at 0, the best is.
    """
    best = max(worths, key=lambda choice: worths[choice])
    if not heat:
        return best
    weights = [exp((worth - worths[best]) / heat) for worth in worths.values()]
    return rng.choices(list(worths), weights)[0]
