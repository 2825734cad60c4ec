"""Count the continuations of fixed positions, to prove the move lists complete.

The positions are in ``tests/perft/<slug>.perft``: a name, the number of seats, the moves that lead
there and the number of leaves for each depth. Chance always takes its first option, so the counts
don't depend on a stream of random numbers. To see where a count differs::

    python -m scripts.perft krakow opening-2 2
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from rules import registry
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE
from rules.registry import AnyRules

FOLDER: Final = Path(__file__).parent.parent / "tests" / "perft"
T = TypeVar("T")


class First(Random):
    """Chance that always takes its first option."""

    def random(self) -> float:
        """Return 0."""
        return 0.0

    def getrandbits(self, k: int) -> int:
        """Return no bit set."""
        return 0

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """Return the first ones; the inherited method would loop until they differ."""
        return list(population[:k])


@dataclass(slots=True)
class Position:
    """A position to count from: its moves, and the known number of leaves by depth."""

    name: str
    seats: int = 0
    moves: list[str] = field(default_factory=list)
    leaves: dict[int, int] = field(default_factory=dict)


def load(slug: str) -> list[Position]:
    """Return the positions of a game."""
    found: list[Position] = []
    for line in (FOLDER / f"{slug}.perft").read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "position":
                found.append(Position(rest))
            case "seats":
                found[-1].seats = int(rest)
            case "move":
                found[-1].moves.append(rest)
            case "perft":
                depth, leaves = rest.split()
                found[-1].leaves[int(depth)] = int(leaves)
    return found


def reach(rules: AnyRules, position: Position) -> object:
    """Return the state after a position's moves, each by the first seat that can."""
    state = rules.initial_state(position.seats, frozenset())
    for text in position.moves:
        move, acting = parse_move(rules, text), sorted(rules.to_act(state))
        seat = next(s for s in acting if s == CHANCE or move in rules.legal_moves(state, s))
        state = rules.apply(state, seat, move).state
    return state


def perft(rules: AnyRules, state: object, depth: int) -> int:
    """Return the ways to make `depth` decisions; a finished match counts as one."""
    while CHANCE in rules.to_act(state):
        state = rules.apply(state, CHANCE, rules.chance_move(state, First())).state
    acting = sorted(rules.to_act(state))
    if depth == 0 or not acting:
        return 1
    if depth == 1:
        return sum(len(rules.legal_moves(state, seat)) for seat in acting)
    return sum(
        perft(rules, rules.apply(state, seat, move).state, depth - 1)
        for seat in acting
        for move in rules.legal_moves(state, seat)
    )


def split(rules: AnyRules, state: object, depth: int) -> dict[str, int]:
    """Return the number of leaves after each move, by notation."""
    return {
        format_move(move): perft(rules, rules.apply(state, seat, move).state, depth - 1)
        for seat in sorted(rules.to_act(state))
        for move in rules.legal_moves(state, seat)
    }


def main() -> None:
    """Print the split of one position."""
    parser = argparse.ArgumentParser(prog="python -m scripts.perft", description=__doc__)
    parser.add_argument("slug", choices=registry.slugs())
    parser.add_argument("position")
    parser.add_argument("depth", type=int)
    asked = parser.parse_args()
    rules = registry.get(asked.slug)
    names = {position.name: position for position in load(asked.slug)}
    if asked.position not in names:
        parser.error(f"no such position; there are: {', '.join(names)}")
    counts = split(rules, reach(rules, names[asked.position]), asked.depth)
    for move, leaves in counts.items():
        print(f"{leaves:>12,}  {move}")
    print(f"{sum(counts.values()):>12,}  in all")


if __name__ == "__main__":
    main()
