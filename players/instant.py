"""The instant player: the line of play whose end looks best, without search.

It answers when there is no time to think, and where thinking failed.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final

from players import gallery
from players.steps import follow, worth

if TYPE_CHECKING:
    from random import Random

    from rules.protocol import Move
    from rules.registry import AnyRules
    from rules.text import Seat

SECONDS: Final = 0.004
"""How long it looks at the lines of play that the judge has named."""


def choose(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return a move from a state dealt anew for the seat; takes about 5 ms."""
    moves = rules.legal_moves(guess, seat)
    if len(moves) == 1:
        return moves[0]
    judge = gallery.judge(rules.info.slug)
    begun, best, chosen = thread_time(), -1.0, moves[0]
    for line in judge.candidates(guess, seat, moves):
        value = worth(rules, judge, follow(rules, guess, seat, line, rng))[seat]
        if value > best:
            best, chosen = value, line[0]
        if thread_time() - begun > SECONDS:
            break
    return chosen
