"""The interface between the service and those who think for computers."""

from __future__ import annotations

from random import Random
from typing import Protocol

from matches.domain.model import Level
from rules import caretaker
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat


class Thinker(Protocol):
    """Decides for a computer's seat, by what that seat may know."""

    async def think(
        self,
        rules: AnyRules,
        state: object,
        seat: Seat,
        level: Level,
        rng: Random,
        *,
        server: int,
        match: int,
        within_s: float,
    ) -> Move:
        """Return a legal move of the seat.

        Args:
            rules: The game.
            state: The true state; only what the seat may know of it is used.
            seat: A seat that has to decide.
            level: The name of the level.
            rng: Where its luck comes from.
            server: Whose time it takes.
            match: The match, which waits for it.
            within_s: How long it may take, in seconds.
        """
        ...


class Caretaker:
    """Plays at once and nothing clever: where nobody thinks, or thinking failed."""

    async def think(
        self,
        rules: AnyRules,
        state: object,
        seat: Seat,
        level: Level,
        rng: Random,
        *,
        server: int,
        match: int,
        within_s: float,
    ) -> Move:
        """Return the caretaker's move; see `Thinker`."""
        return caretakers_move(rules, state, seat)


def caretakers_move(rules: AnyRules, state: object, seat: Seat) -> Move:
    """Return what a caretaker does in a state."""
    return caretaker.choose(rules.info, rules.legal_moves(state, seat), rules.view(state, seat))
