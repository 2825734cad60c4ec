"""The frame of a game's judge: weighted facts, moves ranked, quick replies.

What a seat will reach at the end is estimated as a sum of *facts* about it, each times a weight.
Weights change with the progress of the match: there is one for each of a few knots from its
beginning to its end, and between two knots they are blended. They are data,
``data/<game>/judge.toml``, fitted by ``python -m scripts.tune``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar, cast

from players.judge import LINES, Steps, at_a_go, shares
from rules import registry
from rules.box import load
from rules.errors import DataError
from rules.protocol import Move

if TYPE_CHECKING:
    from random import Random

    from rules.text import Seat

S = TypeVar("S")

KNOTS: Final = 3
"""The weights of each fact: at the beginning, in the middle and at the end."""
_STEPS: Final = 64
"""As many different progresses are told apart."""
_PER_MILLE: Final = 1000


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a game's facts.

    Attributes:
        of: For each fact its weights at the knots, in points at the end of the match.
        spread: The lead in points that makes a seat e times as likely to win as another.
    """

    of: Mapping[str, tuple[float, ...]]
    spread: float


def read(game: str) -> Weights:
    """Return the weights in ``data/<game>/judge.toml``, written in thousandths."""
    table = load(game, "judge.toml")
    found = {
        row.text("fact"): tuple(n / _PER_MILLE for n in row.numbers("weights"))
        for row in table.rows("facts")
    }
    if wrong := [name for name, weights in found.items() if len(weights) != KNOTS]:
        raise DataError(f"data/{game}/judge.toml: not {KNOTS} weights: {wrong}")
    return Weights(found, table.number("spread") / _PER_MILLE)


def blend(progress: float) -> tuple[float, ...]:
    """Return how much each knot counts at a progress from 0 to 1."""
    place = min(max(progress, 0.0), 1.0) * (KNOTS - 1)
    return tuple(max(0.0, 1 - abs(place - knot)) for knot in range(KNOTS))


class LinearJudge(ABC, Generic[S]):
    """A judge that adds up weighted facts; a game says which.

    Attributes:
        slug: The game's.
        facts: The names of what `look` returns, in its order.
        slip: How many points a mistake of the easy level costs.
        overlooked: The share of the best lines that the easy level doesn't see.
        kept: The most moves that are looked at closely.
        draws: In a playout the best of so many legal moves drawn is made.
        far: The moves after which a playout is judged.
    """

    slug: ClassVar[str]
    facts: ClassVar[tuple[str, ...]]
    slip: float = 4.0
    overlooked: float = 0.0
    kept: ClassVar[int] = LINES
    draws: ClassVar[int] = 3
    far: ClassVar[int] = 8

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = read(self.slug) if weights is None else weights
        if set(self.weights.of) != set(self.facts):
            raise DataError(f"data/{self.slug}/judge.toml has other facts than the judge")
        self.spread = self.weights.spread
        self._rows = [self._row(step / _STEPS) for step in range(_STEPS + 1)]

    def _row(self, progress: float) -> tuple[float, ...]:
        shares_of = blend(progress)
        return tuple(sum(map(mul, self.weights.of[name], shares_of)) for name in self.facts)

    @cached_property
    def rules(self) -> registry.AnyRules:
        """Return the rules of the game."""
        return registry.get(self.slug)

    @abstractmethod
    def look(self, state: S, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat in a position, chance to be played or not."""

    @abstractmethod
    def progress(self, state: S) -> float:
        """Return how much of the match has been played, 0 to 1."""

    @abstractmethod
    def seats(self, state: S) -> int:
        """Return how many play."""

    def points(self, state: S) -> list[float]:
        """Return what each seat can be expected to score at the end."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return list(map(float, outcome.scores))
        row = self._row_at(state)
        return [sum(map(mul, row, self.look(state, seat))) for seat in range(self.seats(state))]

    def _row_at(self, state: S) -> tuple[float, ...]:
        return self._rows[int(self.progress(state) * _STEPS + 0.5)]

    def lead(self, state: S, seat: Seat) -> float:
        """Return by how many points a seat can be expected to lead the best of the others."""
        points = self.points(state)
        own = points.pop(seat)
        return own - max(points, default=0.0)

    def own(self, state: S, seat: Seat, move: Move) -> float:
        """Return the points that a seat can expect once it has made a move.

        That is quicker than `lead` after it: what the move does to others is left out.
        """
        after = cast("S", self.rules.advance(state, seat, move))
        found: float = sum(map(mul, self._row_at(after), self.look(after, seat)))
        return found

    def ranking(
        self, state: S, seat: Seat, lines: Sequence[tuple[Move, ...]]
    ) -> Steps[list[tuple[Move, ...]]]:
        """Find lines by the lead that they bring, the best first, in steps of one move."""
        leads = list[float]()
        for line in lines:
            after = state
            for move in line:
                yield
                after = cast("S", self.rules.advance(after, seat, move))
            leads.append(self.lead(after, seat))
        return [lines[at] for at in sorted(range(len(leads)), key=lambda at: -leads[at])]

    def candidates(
        self, state: S, seat: Seat, moves: Sequence[Move], most: int = LINES
    ) -> Sequence[tuple[Move, ...]]:
        """Return what `naming` finds."""
        return at_a_go(self.naming(state, seat, moves, most))

    def naming(
        self, state: S, seat: Seat, moves: Sequence[Move], most: int = LINES
    ) -> Steps[Sequence[tuple[Move, ...]]]:
        """Find the moves that bring the best lead, one move ahead."""
        ranked = yield from self.ranking(state, seat, [(move,) for move in moves])
        return ranked[: min(most, self.kept)]

    def is_silly(self, state: S, seat: Seat, move: Move) -> bool:
        """Return False: a game with plainly useless moves names them."""
        del state, seat, move
        return False

    def deal(self, state: S, seat: Seat, rng: Random) -> object:
        """Return a state dealt anew for the seat: whatever fits is as likely."""
        return self.rules.redeal(state, seat, rng)

    def reply(self, state: S, seat: Seat, rng: Random) -> Move:
        """Return the best of a few legal moves drawn."""
        moves = self.rules.legal_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        drawn = dict.fromkeys([int(rng.random() * len(moves)) for _ in range(self.draws)])
        return moves[max(drawn, key=lambda at: self.own(state, seat, moves[at]))]

    def rests(self, start: S, state: S, steps: int) -> bool:
        """True after as many moves in any position."""
        del start, state
        return steps >= self.far

    def values(self, state: S) -> tuple[float, ...]:
        """Return the chances to win by the points that can be expected."""
        return shares(self.points(state), self.spread)
