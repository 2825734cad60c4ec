"""What was learned about answers: a tree over the moves that everybody can see.

The tree is shared by all deals, so a node stands for everything that can't be told apart by the
moves alone, and a move is weighed only among those that were possible when it was tried.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rules.protocol import Move

CURIOSITY: Final = 0.6
"""How much it tries what it knows little about, as a part of the range of worth."""
WIDENING: Final = 0.5
"""A node visited n times knows about n to the power of this moves."""


class Node:
    """The decision of one seat after some moves.

    Attributes:
        visits: How often the search came through.
        total: The sum of what it was worth to the seat that moved here.
        possible: How often it could have been chosen.
        answers: What was tried next.
    """

    __slots__ = ("answers", "possible", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.possible = 0
        self.answers: dict[Move, Node] = {}

    @property
    def mean(self) -> float:
        """Return what it was worth on average."""
        return self.total / self.visits if self.visits else 0.0

    def answer(
        self, legal: Sequence[Move], propose: Callable[[], Move], low: float, high: float
    ) -> Move:
        """Return the answer to try next: a new one, or the most promising.

        Args:
            legal: What is possible in this deal.
            propose: Returns a likely answer, perhaps a known one.
            low: The least worth met in this search; not above `high`.
            high: The greatest.
        """
        known = [move for move in legal if move in self.answers] if self.answers else []
        if len(known) < min(len(legal), 1 + self.visits**WIDENING):
            new = propose()
            if new not in self.answers:
                self.answers[new] = Node()
                known.append(new)
        for move in known:
            self.answers[move].possible += 1
        range_ = max(high - low, 1e-9)

        def promise(move: Move) -> float:
            node = self.answers[move]
            if not node.visits:
                return float("inf")
            doubt = CURIOSITY * sqrt(log(node.possible) / node.visits)
            return (node.mean - low) / range_ + doubt

        return max(known, key=promise)
