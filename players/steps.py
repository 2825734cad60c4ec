"""Steps through a match that computer players and their contests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.judge import AnyJudge, settled
from rules.errors import GameError
from rules.protocol import CHANCE, Move

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rules.registry import AnyRules
    from rules.text import Seat


def dealt(rules: AnyRules, state: object, rng: Random) -> object:
    """Return the state once chance has played whatever it is asked for."""
    while CHANCE in rules.to_act(state):
        state = rules.advance(state, CHANCE, rules.chance_move(state, rng))
    return state


def follow(rules: AnyRules, state: object, seat: Seat, line: Sequence[Move], rng: Random) -> object:
    """Return the state after a line of play, whose first move is legal.

    It is followed as long as it can be; what chance does comes from `rng`.
    """
    state = dealt(rules, rules.advance(state, seat, line[0]), rng)
    for move in line[1:]:
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
