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
from players.levels import EASY, GOOD, STRONG
from players.linear import LinearJudge
from players.search import decide
from players.steps import dealt
from rules import registry
from rules.notation import format_move
from rules.protocol import Move
from rules.text import Seat

KINDS: Final = ("facts", "values", "lines", "silly", "replies", "rests")
KEPT: Final = {
    "krakow": "7c7b6444 4dc41e17 c7216109 ed718bc7 fb39a140 54dfc5b7",
    "letnisko": "1aca4fde 882a6360 dd31e2ed 1ec88f64 aa781ecb 14bd3a8e",
    "lodge": "5e941273 ede7b4d9 404aedc5 c3bb5e09 338b786c ea244bb9",
    "cvlizations": "38fa6a7b cfb76ce0 6ce29eea d1846c25 92932243 e93f1140",
    "indian_summer": "75597a2b b3462e9a c684dd2f 2ca4dd6b 293d7a8b d8e41fe9",
}
"""The digests by kind. Where a rule has changed, just put in those that the test names. If a judge
is meant to say something else, measure it with `scripts.arena`, too, and fit its weights with
`scripts.tune` if a fact has changed.
"""
DECIDED: Final = {
    "krakow": "d13f8409",
    "letnisko": "d9e69d54",
    "lodge": "d5061e8f",
    "cvlizations": "f62d6f56",
    "indian_summer": "dacff016",
}
"""The digests of what is decided with that advice; where it has changed, so do these."""
LEVELS: Final = (EASY, GOOD.counted(40), STRONG.counted(120))
POSITIONS: Final = 6
"""How many positions are decided."""
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


def told(slug: str) -> dict[str, list[object]]:
    """Return all that a judge says about the positions of two matches, by kind."""
    judge, said = gallery.judge(slug), {kind: list[object]() for kind in KINDS}
    assert isinstance(judge, LinearJudge)
    seats = registry.get(slug).info.seats
    for count in (2, seats[-1]):
        for state, seat, moves in (played := positions(slug, count, count)):
            some = moves[:: len(moves) // MOVES + 1]
            for each in range(count):
                said["facts"] += [round(fact, 6) for fact in judge.look(state, each)]
            said["values"] += [round(value, 6) for value in judge.values(state)]
            lines = judge.candidates(state, seat, moves)
            said["lines"] += [" ".join(map(format_move, line)) for line in lines]
            said["silly"] += [judge.is_silly(state, seat, move) for move in some]
            replies = (judge.reply(state, seat, Random(n)) for n in range(3))
            said["replies"] += [format_move(move) for move in replies]
            said["rests"] += [judge.rests(played[0][0], state, n) for n in (0, 3, 8, 20)]
        for (start, *_), (state, *_) in pairwise(played):
            said["rests"] += [judge.rests(start, state, n) for n in (1, 4)]
    return said


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="since 3.12 sums round differently, which breaks ties, too"
)
@pytest.mark.parametrize("slug", KEPT)
def test_a_judge_says_what_was_measured(slug: str) -> None:
    said = told(slug)
    found = {kind: sha256(repr(said[kind]).encode()).hexdigest()[:8] for kind in KINDS}
    kept = dict(zip(KINDS, KEPT[slug].split(), strict=False))
    assert found == kept, " ".join(found.values())


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="since 3.12 sums round differently, which breaks ties, too"
)
@pytest.mark.parametrize("slug", DECIDED)
def test_a_search_decides_what_was_measured(slug: str) -> None:
    rules = registry.get(slug)
    played = positions(slug, rules.info.seats[-1], 1)
    decided = [
        format_move(decide(rules, state, seat, level, Random(number)))
        for number, (state, seat, _) in enumerate(played[:: len(played) // POSITIONS])
        for level in LEVELS
    ]
    found = sha256(repr(decided).encode()).hexdigest()[:8]
    assert found == DECIDED[slug], decided


def test_every_judge_is_kept() -> None:
    assert set(KEPT) == set(DECIDED) == set(gallery.PLACES)
