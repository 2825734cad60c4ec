"""How well and how long computer players think: the levels, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Final

THINKING: Final = 0.7
"""The share of the time for a decision that is processor time at most."""
ENDING: Final = 0.85
"""The share of it after which a search answers with the best it has so far."""
HEAT: Final = 0.03
"""The heat of secret decisions; see `players.steps.picked`.

Without it, others could foretell them.
"""


@dataclass(frozen=True, slots=True)
class Level:
    """A way of playing.

    Attributes:
        name: What it is called in the code and in databases.
        seconds: The processor time a decision may take; a third more is never needed.
        playouts: The most playouts of a decision; 0 for the line that looks best, or not much
            worse: by `Judge.slip`.
        width: The most lines of play that are looked at.
        ripe: The visits after which a node of the tree gets children; see `players.tree`.
        patience: How much longer than in processor time a decision may take by the clock, in
            seconds.
        heat: How much secret decisions are mixed: less by who knows better which choices are good.
    """

    name: str
    seconds: float = inf
    playouts: float = inf
    width: int = 16
    ripe: float = inf
    patience: float = 1.5
    heat: float = HEAT

    def hurried(self, share: float) -> Level:
        """Return the level with a share of its time, for when many wait."""
        return replace(self, seconds=self.seconds * share)

    def within(self, seconds: float, share: float = 1.0) -> Level:
        """Return the level for a decision that has so long by the clock.

        Args:
            seconds: How long that is, sending included.
            share: The part of it that isn't for others.
        """
        if seconds == inf:
            return self
        thinking = min(self.seconds, THINKING * share * seconds)
        patience = min(self.patience, ENDING * share * seconds - thinking)
        return replace(self, seconds=thinking, patience=patience)

    def counted(self, playouts: int) -> Level:
        """Return the level thinking by playouts, not by time, so that it repeats itself."""
        return replace(self, seconds=inf, playouts=playouts)


EASY: Final = Level("easy", seconds=0.02, playouts=0)
GOOD: Final = Level("good", seconds=0.1)
STRONG: Final = Level("strong", seconds=1.0, width=24, ripe=8, heat=0.01)
LEVELS: Final = {level.name: level for level in (EASY, GOOD, STRONG)}
"""The levels that can be chosen, weakest first."""
