"""The instant player: the line of play whose end looks best, without search.

It answers when there is no time to think, and where thinking failed. The easy level plays
like this and makes mistakes.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final, TypeVar

from players import gallery
from players.judge import Steps, at_a_go
from players.levels import HEAT
from players.steps import following, heat, odds, picked, worth

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from random import Random

    from rules.protocol import Move
    from rules.registry import AnyRules
    from rules.text import Seat

T = TypeVar("T")

SECONDS: Final = 0.004
"""How long it looks at the lines of play that the judge has named."""

SILLY: Final = 2
"""No move is made that costs so many times what a slip may cost."""


def choose(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return a move from a state dealt anew for the seat; takes about 5 ms."""
    return at_a_go(choosing(rules, guess, seat, rng))


def slip(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
    """Return such a move, or one not much worse, as the judge of the game has it.

    As many moves as the judge names are drawn from all, and are tempting, too.
    """
    return at_a_go(choosing(rules, guess, seat, rng, slipping=True))


def choosing(
    rules: AnyRules, guess: object, seat: Seat, rng: Random, *, slipping: bool = False
) -> Steps[Move]:
    """Do what `choose` or `slip` does in short steps."""
    moves = rules.legal_moves(guess, seat)
    if len(moves) == 1:
        return moves[0]
    yield
    judge = gallery.judge(rules.info.slug)
    worths: dict[Move, float] = {}
    named, spent = yield from _timed(judge.naming(guess, seat, moves))
    lines, slips = list(named), judge.slip / judge.spread if slipping else 0.0
    overlooked: Collection[Move] = ()
    if slips:
        overlooked = {line[0] for line in lines if rng.random() < judge.overlooked}
        lines += [(move,) for move in rng.sample(moves, min(len(moves), len(lines)))]
        lines = [it for it in lines if not judge.is_silly(guess, seat, it[0])] or lines
    for line in lines:
        yield
        after, took = yield from _timed(following(rules, guess, seat, line, rng))
        begun = thread_time()
        value = worth(rules, judge, after)[seat]
        worths[line[0]] = max(value, worths.get(line[0], value))
        spent += took + thread_time() - begun
        if not slips and spent > SECONDS:
            break
    if slips:
        odds_of = {move: odds(value) for move, value in worths.items()}
        return _slipped(odds_of, overlooked, slips, rng)
    return picked(worths, heat(rules, guess, moves[0], HEAT), rng)


def _slipped(
    odds_of: Mapping[Move, float], overlooked: Collection[Move], slips: float, rng: Random
) -> Move:
    """Return one of the moves that don't cost too much, the better ones more often.

    What is overlooked is made only if nothing else is as cheap.
    """
    least = max(odds_of.values()) - SILLY * slips
    cheap = {move: it for move, it in odds_of.items() if it >= least}
    seen = {move: it for move, it in cheap.items() if move not in overlooked}
    return picked(seen or cheap, slips, rng)


def _timed(steps: Steps[T]) -> Steps[tuple[T, float]]:
    """Take steps; return what comes of them and how much processor time they took."""
    spent = 0.0
    while True:
        begun = thread_time()
        try:
            next(steps)
        except StopIteration as end:
            return end.value, spent + thread_time() - begun
        spent += thread_time() - begun
        yield
