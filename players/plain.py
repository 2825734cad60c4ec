"""The judge of a game that has none of its own: the scores as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from players.judge import Steps, at_a_go, shares
from rules.protocol import CHANCE, WATCHER, Move

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rules.registry import AnyRules
    from rules.text import Seat

TRIED: Final = 128
"""The most moves that are tried out; of more, as many evenly spread."""
KEPT: Final = 16
"""The most moves that are looked at closely."""
STEPS: Final = 16
"""The moves after which a playout is judged."""


class Plain:
    """A judge that knows `Rules.scores` alone."""

    spread = 8.0
    slip = 4.0
    overlooked = 0.0

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules

    def candidates(
        self, state: object, seat: Seat, moves: Sequence[Move], most: int = KEPT
    ) -> Sequence[tuple[Move, ...]]:
        """Return the moves that lead to the best scores for the seat, one move ahead."""
        return at_a_go(self.naming(state, seat, moves, most))

    def naming(
        self, state: object, seat: Seat, moves: Sequence[Move], most: int = KEPT
    ) -> Steps[Sequence[tuple[Move, ...]]]:
        """Do so in steps of one move."""
        tried, leads = moves[:: -(-len(moves) // TRIED)], list[float]()
        for move in tried:
            yield
            leads.append(self._lead(state, seat, move))
        best = sorted(range(len(tried)), key=lambda at: -leads[at])
        return [(tried[at],) for at in best[: min(most, KEPT)]]

    def _lead(self, state: object, seat: Seat, move: Move) -> float:
        """Return by how much the seat leads after a move, as far as it can see."""
        scores = self._scores(self.rules.advance(state, seat, move), seat)
        return scores[seat] - max((p for s, p in enumerate(scores) if s != seat), default=0)

    def _scores(self, state: object, seat: Seat) -> tuple[int, ...]:
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return outcome.scores
        view = self.rules.view(state, seat)
        return self.rules.scores(view) or (0,) * len(self.rules.info.seat_marks)

    def is_silly(self, state: object, seat: Seat, move: Move) -> bool:
        """Return False: the rules don't say what wastes something."""
        del state, seat, move
        return False

    def deal(self, state: object, seat: Seat, rng: Random) -> object:
        """Return a state dealt anew for the seat: whatever fits is as likely."""
        return self.rules.redeal(state, seat, rng)

    def reply(self, state: object, seat: Seat, rng: Random) -> Move:
        """Return any legal move, each as likely."""
        return rng.choice(self.rules.legal_moves(state, seat))

    def rests(self, start: object, state: object, steps: int) -> bool:
        """True after as many moves in any game."""
        del start, state
        return steps >= STEPS

    def values(self, state: object) -> tuple[float, ...]:
        """Return the chances by the scores that the one to act can see."""
        waiting = self.rules.to_act(state) - {CHANCE}
        return shares(self._scores(state, min(waiting, default=WATCHER)), self.spread)
