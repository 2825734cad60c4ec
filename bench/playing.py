"""Random play of any game, without Discord and database."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Seat


@dataclass(frozen=True, slots=True)
class Position:
    """A state and the move made in it; `seat` had `legal` moves."""

    state: object
    seat: Seat
    move: Move
    legal: int


Step: TypeAlias = "Callable[[object, Seat, Move], object]"
"""Makes a move in a state; returns the next one."""


def playout(rules: AnyRules, seats: int, rng: Random, step: Step) -> int:
    """Make random moves until a match is over; return the number of players' moves."""
    state, moves = rules.initial_state(seats, frozenset()), 0
    while waiting := rules.to_act(state):
        if CHANCE in waiting:
            state = step(state, CHANCE, rules.chance_move(state, rng))
            continue
        seat = min(waiting)
        state = step(state, seat, rng.choice(rules.legal_moves(state, seat)))
        moves += 1
    return moves


def positions(rules: AnyRules, seats: int, rng: Random) -> Iterator[Position]:
    """Play a match of random moves and return all its decisions."""
    state = rules.initial_state(seats, frozenset())
    while waiting := rules.to_act(state):
        if CHANCE in waiting:
            state = rules.apply(state, CHANCE, rules.chance_move(state, rng)).state
            continue
        seat = min(waiting)
        legal = rules.legal_moves(state, seat)
        move = rng.choice(legal)
        yield Position(state, seat, move, len(legal))
        state = rules.apply(state, seat, move).state


def sample(
    rules: AnyRules, seats: int, count: int, *, least: int = 1, seed: int = 7
) -> list[Position]:
    """Return decisions with at least `least` moves, spread evenly over random matches."""
    found: list[Position] = []
    rng = Random(seed)
    while len(found) < count * 4:
        found += [p for p in positions(rules, seats, rng) if p.legal >= least]
    return rng.sample(found, count)


def forget(rules: AnyRules) -> None:
    """Empty all that a game remembers between calls."""
    mine = f"rules.{rules.info.slug}"
    modules = [module for name, module in sys.modules.items() if name.startswith(mine)]
    for thing in {id(t): t for module in modules for t in vars(module).values()}.values():
        if callable(clear := getattr(thing, "cache_clear", None)):
            clear()
