"""Fit how good players play Kraków: ``python -m scripts.habits``.

*good* plays against itself with a fixed number of playouts. Its lays, sights and hours are choices
among others that it had; the weights in ``data/krakow/habits.toml`` are fitted so that what it
chose is as likely as it can be, and they are not too large. It begins with the weights that are
there, as others are expected to play by them, and goes half the way to the fitted ones: what is
good against some habits changes them, and at the whole way they might never come to rest. From the
same weights, the same arguments lead to the same ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

from players.contest import at_level
from players.judges.krakow import habits
from players.judges.krakow.habits import Facts
from players.levels import GOOD
from players.steps import dealt
from rules import registry
from rules.krakow.components import Action
from rules.krakow.moves import Lay, Reserve
from rules.krakow.state import KrakowState
from rules.protocol import Move
from rules.text import Seat
from scripts.arena import pool_of, positive

FILE: Final = Path(__file__).parent.parent / "data" / "krakow" / "habits.toml"
STEP: Final = 0.3
"""How far the first choice moves a weight; later ones move it less and less."""
PULL: Final = 1.0
"""How strongly weights are pulled to 0, a little at each choice with their fact."""
_PER_MILLE: Final = 1000

Option: TypeAlias = tuple[tuple[int, float], ...]
"""What may be chosen: the numbers of its weights, and their facts."""


class Choice(NamedTuple):
    """What could be chosen, and which of it was."""

    options: tuple[Option, ...]
    chosen: int


class Seen(NamedTuple):
    """The choices of some matches."""

    lays: list[Choice]
    sights: list[Choice]
    hours: list[Choice]

    def take_in(self, state: KrakowState, seat: Seat, move: Move) -> None:
        """Add what a seat has chosen."""
        if isinstance(move, Lay):
            found = list(habits.lays(state, seat))
            options = (_row(_CARDS.index(it.card), facts) for it, facts in found)
            self.lays.append(Choice(tuple(options), [it for it, _ in found].index(move)))
        elif isinstance(move, Reserve):
            wishes = habits.wishes(state, seat)
            at = [it.sight for it in wishes].index(move.sight)
            self.sights.append(Choice(tuple(_row(0, it.facts) for it in wishes), at))
            hours, facts = state.players[seat].hours, wishes[at].hour
            kinds = [habits.kinds(at, len(hours)) for at in range(len(hours))]
            options = (
                tuple(pair for row, k in enumerate(kind) for pair in _row(row, _times(k, facts)))
                for kind in kinds
            )
            self.hours.append(Choice(tuple(options), hours.index(move.hour)))


_CARDS: Final = tuple(Action)


def _times(factor: float, facts: Facts) -> Facts:
    return tuple(factor * fact for fact in facts)


def _row(row: int, facts: Facts) -> Option:
    """Return facts with the numbers of their weights, row by row of a table."""
    return tuple((row * len(facts) + at, fact) for at, fact in enumerate(facts) if fact)


def chances(weights: Sequence[float], choice: Choice) -> list[float]:
    """Return how likely each option is; they add up to 1."""
    sums = [sum(weights[at] * fact for at, fact in option) for option in choice.options]
    best = max(sums)
    often = [exp(it - best) for it in sums]
    return [it / sum(often) for it in often]


def surprise(weights: Sequence[float], choices: Sequence[Choice]) -> float:
    """Return the mean of the logarithms of how unlikely the choices were."""
    return -sum(log(chances(weights, it)[it.chosen]) for it in choices) / len(choices)


def fitted(choices: Sequence[Choice], number: int, turns: int, rng: Random) -> list[float]:
    """Return weights with which the choices are likely.

    Choice after choice, each weight goes a step towards it: the shorter, the further it has gone.
    """
    weights, gone = [0.0] * number, [1e-9] * number
    order = list(choices)
    for _ in range(turns):
        rng.shuffle(order)
        for choice in order:
            slopes = dict.fromkeys((at for option in choice.options for at, _ in option), 0.0)
            found = chances(weights, choice)
            for chance, option in zip(found, choice.options, strict=True):
                for at, fact in option:
                    slopes[at] -= chance * fact
            for at, fact in choice.options[choice.chosen]:
                slopes[at] += fact
            for at, slope in slopes.items():
                pulled = slope - PULL * weights[at] / len(choices)
                gone[at] += pulled * pulled
                weights[at] += STEP * pulled / sqrt(gone[at])
    return weights


def played(seats: int, playouts: int, seed: str, number: int) -> Seen:
    """Return the choices of one match of *good* against itself."""
    rules, good = registry.get("krakow"), at_level(GOOD.counted(playouts))
    rng, seen = Random(f"{seed} {number}"), Seen([], [], [])
    state = dealt(rules, rules.initial_state(seats, frozenset()), rng)
    while waiting := rules.to_act(state):
        (seat,) = waiting
        move = good(rules, rules.redeal(state, seat, rng), seat, rng)
        assert isinstance(state, KrakowState)
        seen.take_in(state, seat, move)
        state = dealt(rules, rules.apply(state, seat, move).state, rng)
    return seen


def written(seen: Seen, turns: int, rng: Random, command: str) -> Iterator[str]:
    """Yield the lines of the file that holds the weights, fitted to what was seen."""
    yield "# The weights of what speaks for choices of good players, in thousandths: see"
    yield "# players/judges/krakow/habits.py. Fitted by self-play; don't edit."
    yield f'command = "{command}"'
    yield f"rules_version = {registry.get('krakow').info.rules_version}"
    yield f"date = {datetime.now(UTC):%Y-%m-%d}"
    before = habits.read()
    tables: tuple[tuple[str, list[Choice], str, Mapping[str, habits.Weights]], ...] = (
        ("lays", seen.lays, "card", {str(card): it for card, it in before.lays.items()}),
        ("sights", seen.sights, "of", {"all": before.sights}),
        ("hours", seen.hours, "kind", dict(zip(habits.KINDS, before.hours, strict=True))),
    )
    for table, choices, key, known in tables:
        old = [weight for row in known.values() for weight in row]
        best = fitted(choices, len(old), turns, rng)
        weights = [(one + other) / 2 for one, other in zip(old, best, strict=True)]
        told = (f"{surprise(it, choices):.3f}" for it in ([0.0] * len(old), old, weights, best))
        print(f"{table}: surprise by no weights, as before, now, fitted: {', '.join(told)}")
        for at, row in enumerate(known):
            number = len(known[row])
            own = weights[at * number : (at + 1) * number]
            numbers = ", ".join(str(round(_PER_MILLE * weight)) for weight in own)
            yield f'\n[[{table}]]\n{key} = "{row}"\nweights = [{numbers}]'


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(prog="python -m scripts.habits", description=__doc__)
    parser.add_argument("--seats", type=int, default=2, help="how many play")
    parser.add_argument("--matches", type=positive, default=100, help="matches to learn from")
    parser.add_argument("--playouts", type=positive, default=180, help="playouts of a decision")
    parser.add_argument(
        "--turns", type=positive, default=20, help="how often each choice is learned"
    )
    parser.add_argument("--seed", type=int, default=1, help="which deals are played")
    parser.add_argument("--jobs", type=positive, default=1, help="processes that play")
    given = parser.parse_args()
    if given.seats not in registry.get("krakow").info.seats:
        parser.error(f"krakow is not played by {given.seats}")
    match = partial(played, given.seats, given.playouts, str(given.seed))
    with pool_of(given.jobs) as pool:
        matches = list(pool.map(match, range(given.matches)))
    seen = Seen(*([it for part in parts for it in part] for parts in zip(*matches, strict=True)))
    options = ("seats", "matches", "playouts", "turns", "seed")
    command = " ".join(
        ["python -m scripts.habits", *(f"--{it} {getattr(given, it)}" for it in options)]
    )
    lines = list(written(seen, given.turns, Random(str(given.seed)), command))
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
