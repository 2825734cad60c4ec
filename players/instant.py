"""The instant player: the line of play whose end looks best, without search.

It answers when there is no time to think, and where thinking failed. The easy level plays
like this and makes mistakes.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final

from players import gallery
from players.steps import follow, heat, picked, worth

if TYPE_CHECKING:
    from random import Random

    from rules.protocol import Move
    from rules.registry import AnyRules
    from rules.text import Seat

SECONDS: Final = 0.004
"""How long it looks at the lines of play that the judge has named."""


def choose(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return a move from a state dealt anew for the seat; takes about 5 ms."""
    return _choose(rules, guess, seat, rng, 0.0)


def slip(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return such a move, or one not much worse, as the judge of the game has it.

    As many moves as the judge names are drawn from all, and are tempting, too.
    """
    return _choose(rules, guess, seat, rng, gallery.judge(rules.info.slug).slip)


def _choose(rules: AnyRules, guess: object, seat: Seat, rng: Random, slips: float) -> Move:
    moves = rules.legal_moves(guess, seat)
    if len(moves) == 1:
        return moves[0]
    judge, begun = gallery.judge(rules.info.slug), thread_time()
    worths: dict[Move, float] = {}
    lines = list(judge.candidates(guess, seat, moves))
    if slips:
        lines += [(move,) for move in rng.sample(moves, min(len(moves), len(lines)))]
    for line in lines:
        value = worth(rules, judge, follow(rules, guess, seat, line, rng))[seat]
        worths[line[0]] = max(value, worths.get(line[0], value))
        if not slips and thread_time() - begun > SECONDS:
            break
    return picked(worths, max(slips, heat(rules, guess, moves[0])), rng)
