"""What a game can tell a computer player about itself.

The search (`players.search`) plays any game by its rules alone. A *judge* makes it play one game
well: which moves are worth looking at, what others are likely to answer, how far to look, and what
a position is worth. All of it is asked about redealt states, never about the true one, so a judge
may read everything in the state it is given.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from random import Random

    from rules.protocol import Outcome
    from rules.text import Seat

S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")
T = TypeVar("T")
Steps: TypeAlias = "Generator[None, None, T]"
"""Something done in steps below a millisecond; others have their turn between."""

LINES = 14
"""The lines of play that are looked at by who has little time."""
WON = 0.8
"""The part of a result's value that hangs on winning; the rest on points."""


class Judge(Protocol[S_contra, M]):
    """A game's advice to the search.

    Every method is pure; randomness comes from `rng` alone. The states have a seat to act: chance
    is played before a judge is asked, and a match that is over is valued by `settled`.
    """

    spread: float
    """The lead in points that makes a seat e times as likely to win as another."""
    slip: float
    """How many points a mistake of the easy level costs; none costs twice as many."""
    overlooked: float
    """The share of the lines named here that the easy level doesn't see."""

    def candidates(
        self, state: S_contra, seat: Seat, moves: Sequence[M], most: int = LINES
    ) -> Sequence[tuple[M, ...]]:
        """Return the lines of play worth looking at, the most promising first.

        A line is what the seat would do next: mostly one move of `moves`; several where a turn is
        many small steps. Its first move is legal; what follows is made while it is legal and the
        seat is still the only one to act. At least one line. Only the first `most` are looked at,
        the more of them the more time there is. It is asked with two moves or more, and should
        take below 5 ms: the time counts.
        """
        ...

    def naming(
        self, state: S_contra, seat: Seat, moves: Sequence[M], most: int = LINES
    ) -> Steps[Sequence[tuple[M, ...]]]:
        """Do what `candidates` does in short steps, for where others must not wait for it."""
        ...

    def is_silly(self, state: S_contra, seat: Seat, move: M) -> bool:
        """Return whether a move so plainly wastes something that no beginner makes it."""
        ...

    def deal(self, state: S_contra, seat: Seat, rng: Random) -> object:
        """Return a state dealt anew for the seat, with what others are likely to hide.

        It looks the same to the seat, as one of `rules.protocol.Rules.redeal` does, and nothing
        but that goes into it.
        """
        ...

    def reply(self, state: S_contra, seat: Seat, rng: Random) -> M:
        """Return a legal move that the seat may well make; asked at each step played out.

        It should cost little more than making a move, and vary with `rng`.
        """
        ...

    def rests(self, start: S_contra, state: S_contra, steps: int) -> bool:
        """True where a playout that began at `start` may stop and be judged.

        Args:
            start: Where the playout began, after the lines chosen by the search.
            state: Where it is now.
            steps: The moves made between, without those of chance.
        """
        ...

    def values(self, state: S_contra) -> tuple[float, ...]:
        """Return for each seat what the position is worth to it, 0 to 1, in seat order.

        Best read as the chance to win, so that they add up to 1; see `shares`. With one seat it
        only has to rise with what the seat will reach.
        """
        ...


AnyJudge: TypeAlias = Judge[Any, Any]
"""A judge with opaque states and moves, like `rules.registry.AnyRules`."""


def at_a_go(steps: Steps[T]) -> T:
    """Return what comes of steps when nobody else has a turn between them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found


def shares(points: Sequence[float], spread: float) -> tuple[float, ...]:
    """Return the chances to win of seats that expect so many points; they add up to 1.

    With one seat it is a number between 0 and 1 that rises with its points.
    """
    if len(points) == 1:
        reach = points[0] / (4 * spread)
        return (0.5 + 0.5 * reach / (1 + abs(reach)),)
    best = max(points)
    weights = [exp((p - best) / spread) for p in points]
    return tuple(weight / sum(weights) for weight in weights)


def settled(outcome: Outcome, spread: float) -> tuple[float, ...]:
    """Return what a result is worth to each seat, on the scale of `Judge.values`."""
    near = shares(outcome.scores, spread)
    if len(near) == 1:
        return near
    winners = outcome.ranks.count(1)
    won = [1 / winners if rank == 1 else 0.0 for rank in outcome.ranks]
    return tuple(WON * w + (1 - WON) * n for w, n in zip(won, near, strict=True))
