"""What the judges say about some positions stays as it was measured.

The weights in ``data/<game>/judge.toml`` were fitted to the judges' facts, and the matches in
``players/RESULTS.md`` were played with their advice: no test of legal moves would notice that one
of them has turned around.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from players import gallery
from players.linear import LinearJudge
from players.steps import dealt
from rules import registry
from rules.notation import format_move
from rules.protocol import Move
from rules.text import Seat

KEPT: Final = {
    "krakow": "72563d43c57394d0",
    "letnisko": "8d305931c798f2f2",
    "lodge": "9880bbff202ea314",
    "cvlizations": "b73d452d4827ff56",
    "indian_summer": "d78319e3a58c2787",
}
"""The digests. If a judge is meant to say something else, measure it with `scripts.arena`, fit its
weights with `scripts.tune` if a fact has changed, and put in the digest that the test names.
"""
MOVES: Final = 24
"""The most moves of a position that are looked at."""


def positions(slug: str, seats: int, seed: int) -> list[tuple[object, Seat, tuple[Move, ...]]]:
    """Return the decisions of a match in which every other one is what the judge likes best."""
    rules, judge, rng = registry.get(slug), gallery.judge(slug), Random(seed)
    found = list[tuple[object, Seat, tuple[Move, ...]]]()
    state = dealt(rules, rules.initial_state(seats, frozenset()), rng)
    while waiting := rules.to_act(state):
        seat = min(waiting)
        moves = tuple(rules.legal_moves(state, seat))
        move = rng.choice(moves)
        if len(moves) > 1:
            found.append((state, seat, moves))
            if len(found) % 2:
                move = judge.candidates(state, seat, moves)[0][0]
        state = dealt(rules, rules.advance(state, seat, move), rng)
    return found


def told(slug: str) -> str:
    """Return all that a judge says about the positions of two matches."""
    judge, said = gallery.judge(slug), list[object]()
    assert isinstance(judge, LinearJudge)
    seats = registry.get(slug).info.seats
    for count in (2, seats[-1]):
        for state, seat, moves in (played := positions(slug, count, count)):
            some = moves[:: len(moves) // MOVES + 1]
            said += [[[round(fact, 6) for fact in judge.look(state, n)] for n in range(count)]]
            said += [round(value, 6) for value in judge.values(state)]
            lines = judge.candidates(state, seat, moves)
            said += [" ".join(map(format_move, line)) for line in lines]
            said += [judge.is_silly(state, seat, move) for move in some]
            said += [format_move(judge.reply(state, seat, Random(n))) for n in range(3)]
            said += [judge.rests(played[0][0], state, n) for n in (0, 3, 8, 20)]
        for (start, *_), (state, *_) in pairwise(played):
            said += [judge.rests(start, state, n) for n in (1, 4)]
    return repr(said)


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="since 3.12 sums round differently, and break ties so"
)
@pytest.mark.parametrize("slug", KEPT)
def test_a_judge_says_what_was_measured(slug: str) -> None:
    found = sha256(told(slug).encode()).hexdigest()[:16]
    assert found == KEPT[slug], f"{slug}: {found!r}"


def test_every_judge_is_kept() -> None:
    assert set(KEPT) == set(gallery.PLACES)
