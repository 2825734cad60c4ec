"""Record a match for good: its moves, and how it ended.

The files in ``tests/recorded/`` hold one match for each way a game can end. Unlike playthroughs
they are never renewed: only words may change, these moves must always lead to these results. You
can record a match that people played in the same way; a file has no names. The variants are lines
at the top, ``+ series``::

    python -m scripts.record krakow 2 shared "share the win"   # found by its reason
    python -m scripts.record lodge 1 full "Full house" --prefer room guest   # made likelier
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from render.i18n import translate
from rules import registry
from rules.notation import parse_move
from rules.protocol import CHANCE, Outcome
from rules.registry import AnyRules
from scripts.playthrough import random_moves

FOLDER: Final = Path(__file__).parent.parent / "tests" / "recorded"
NAMES: Final = {seat: f"P{seat}" for seat in range(6)}
SEATS: Final = {"chance": CHANCE} | {name: seat for seat, name in NAMES.items()}


def result(outcome: Outcome) -> list[str]:
    """Return the lines that say how a match ended."""
    seats = zip(outcome.scores, outcome.ranks, strict=True)
    ranked = (f"P{seat}: {score}, rank {rank}" for seat, (score, rank) in enumerate(seats))
    return [f"= {translate(outcome.reason, 'en', NAMES)}", *(f"= {line}" for line in ranked)]


def replayed(rules: AnyRules, seats: int, moves: Sequence[str]) -> Outcome:
    """Return how a match ends; check at each move that nothing is lost.

    Args:
        rules: The game.
        seats: The number of players.
        moves: ``chance: <notation>``, ``P0: <notation>``; before them ``+ <variant>`` lines.

    Raises:
        ValueError: Something is lost, or the match isn't over.
        RefusedError: A move isn't legal.
    """
    options = frozenset(line.removeprefix("+ ") for line in moves if line.startswith("+ "))
    state = rules.initial_state(seats, options)
    for line in moves[len(options) :]:
        who, _, text = line.partition(": ")
        state = rules.apply(state, SEATS[who], parse_move(rules, text)).state
        if wrong := rules.audit(state):
            raise ValueError(f"after {line!r}: {wrong}")
    outcome = rules.outcome(state)
    if outcome is None:
        raise ValueError("the match is not over")
    return outcome


def main() -> None:
    """Find a random match that ends for a reason, and record it."""
    parser = argparse.ArgumentParser(prog="python -m scripts.record", description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("seats", type=int)
    parser.add_argument("name")
    parser.add_argument("reason", help="words of the reason, in English")
    parser.add_argument("--prefer", nargs="+", default=(), help="verbs to prefer to all others")
    asked = parser.parse_args()
    rules = registry.get(asked.slug)
    for seed in count():
        played = random_moves(rules, asked.seats, seed, asked.prefer)
        moves = [f"{NAMES.get(seat, 'chance')}: {text}" for seat, text in played]
        told = result(replayed(rules, asked.seats, moves))
        if asked.reason in told[0]:
            break
    path = FOLDER / f"{asked.slug}_{asked.seats}_{asked.name}.txt"
    path.write_text("\n".join((*moves, *told)) + "\n", encoding="utf-8")
    print(f"{path.relative_to(FOLDER.parent.parent)}: {len(moves)} moves; {told[0]}")


if __name__ == "__main__":
    main()
