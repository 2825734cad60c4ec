"""Fit the weights of a game's judge: ``python -m scripts.tune GAME``.

The judge plays matches against itself, and now and then against the greedy player. With playouts
it plays better than one move ahead, and good players get other things out of a position than quick
ones. Each match begins with moves that are often drawn from all, so that other positions are seen,
too, and is then played as well as it can be. From the positions where a playout would come to rest
and the scores that came of them, its weights are fitted anew by ridge regression: a seat's facts,
less those of the others, are to foretell its score, less theirs. After each round the new weights
play matches on other deals against the best so far, and stay unless they are clearly worse.

It begins with the weights in ``data/<game>/judge.toml`` and writes the best ones there. From the
same weights, the same arguments lead to the same ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from operator import mul
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from statistics import mean
from typing import Final, TypeAlias

from players import gallery, search
from players.levels import GOOD
from players.linear import KNOTS, LinearJudge, Weights, blend, read
from players.plain import Plain
from players.steps import dealt
from rules import registry
from rules.errors import DataError
from rules.protocol import Move, Outcome
from rules.text import Seat
from scripts.arena import pool_of, positive

DATA: Final = Path(__file__).parent.parent / "data"
ODD: Final = 0.4
"""How often a move is drawn from all at the beginning of a match."""
GREEDY: Final = 8
"""One in so many matches has a greedy player, for other positions."""
ENOUGH: Final = 0.8
"""The part of its fair share of matches that new weights must win to stay."""
RIDGE: Final = 0.02
"""How strongly weights stay where they were; of what their facts explain."""
LOGISTIC: Final = 0.55
"""The scale of the logistic curve nearest to a normal one of deviation 1."""
FADING: Final = 0.5
"""How much the matches of a round still count in the next one."""
UNKNOWN: Final = 8.0
"""The spread before anything is known."""
_PER_MILLE: Final = 1000

Chooser: TypeAlias = Callable[[object, Seat, Sequence[Move]], Move]
"""A move from a state dealt anew for the seat, it, and its moves."""
Lesson: TypeAlias = "tuple[list[Sample], tuple[int, ...]]"
"""Positions seen in a match, and how it ended."""
Begun: TypeAlias = Callable[[object], bool]
AnyLinear: TypeAlias = "LinearJudge[object]"


@dataclass(frozen=True, slots=True)
class Sample:
    """A position seen: its progress and the facts of each seat."""

    progress: float
    facts: tuple[tuple[float, ...], ...]


class Sums:
    """The sums of a least-squares fit, taken sample by sample."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.products = [[0.0] * size for _ in range(size)]
        self.targets = [0.0] * size
        self.square, self.count = 0.0, 0.0

    def fade(self, part: float) -> None:
        """Let what was seen so far count less."""
        self.products = [[part * value for value in row] for row in self.products]
        self.targets = [part * value for value in self.targets]
        self.square, self.count = part * self.square, part * self.count

    def add(self, row: Sequence[float], target: float) -> None:
        """Take in that such facts came to so much."""
        filled = [(at, value) for at, value in enumerate(row) if value]
        for at, value in filled:
            products = self.products[at]
            for other, more in filled:
                products[other] += value * more
            self.targets[at] += value * target
        self.square += target * target
        self.count += 1

    def error(self, weights: Sequence[float]) -> float:
        """Return how far weights are from the targets, as a standard deviation."""
        fits = [sum(map(mul, row, weights)) for row in self.products]
        crossed = sum(map(mul, weights, self.targets))
        squares = self.square - 2 * crossed + sum(map(mul, weights, fits))
        return float((max(squares, 1.0) / self.count) ** 0.5)

    def weights(self, start: Sequence[float]) -> list[float]:
        """Return the weights with the least squares and not too far from others.

        Without that pull, facts that mostly come together get large weights against each other.
        """
        table = []
        for at, (row, target) in enumerate(zip(self.products, self.targets, strict=True)):
            table.append([*row, target - sum(map(mul, row, start))])
            table[at][at] += RIDGE * row[at] + 1
        return [old + change for old, change in zip(start, solved(table), strict=True)]


def solved(table: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each its factors and its right side."""
    size = len(table)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(table[row][at]))
        table[at], table[best] = table[best], table[at]
        head = table[at]
        for row in table[at + 1 :]:
            factor = row[at] / head[at]
            if factor:
                row[at:] = [a - factor * b for a, b in zip(row[at:], head[at:], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(map(mul, table[at][at + 1 : size], found[at + 1 :]))
        found[at] = (table[at][size] - known) / table[at][at]
    return found


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where the matches are played that one game's weights are fitted to.

    Attributes:
        slug: The game.
        seats: How many play.
        playouts: How many playouts a decision has; 0 for the judge's first candidate.
        seed: Which deals are played.
    """

    slug: str
    seats: int
    playouts: int = 0
    seed: str = "1"

    @property
    def rules(self) -> registry.AnyRules:
        """Return the rules of the game."""
        return registry.get(self.slug)

    def judge(self, weights: Weights) -> AnyLinear:
        """Return the game's judge with other weights."""
        kind: type[AnyLinear] = resolve_name(gallery.PLACES[self.slug])
        return kind(weights)

    def quick(self, judge: AnyLinear) -> Chooser:
        """Return who makes a judge's first candidate; greedy if that knows nothing."""
        if not any(map(any, judge.weights.of.values())):
            return self.greedy
        return lambda state, seat, moves: judge.candidates(state, seat, moves)[0][0]

    def player(self, judge: AnyLinear, rng: Random) -> Chooser:
        """Return who searches by a judge, if that knows something; else the quick one."""
        quick = self.quick(judge)
        if not self.playouts or quick == self.greedy:
            return quick
        level, rules = GOOD.counted(self.playouts), self.rules

        def choose(guess: object, seat: Seat, moves: Sequence[Move]) -> Move:
            del moves
            return search.found(rules, judge, guess, seat, level, rng)

        return choose

    def greedy(self, state: object, seat: Seat, moves: Sequence[Move]) -> Move:
        """Return the move with the best scores, one move ahead."""
        return Plain(self.rules).candidates(state, seat, moves)[0][0]

    def odd(self, first: Chooser, own: Chooser, begun: Begun, rng: Random) -> Chooser:
        """Return a player that is like `first`, often odd, until a match has begun."""

        def choose(state: object, seat: Seat, moves: Sequence[Move]) -> Move:
            if begun(state):
                return own(state, seat, moves)
            return rng.choice(moves) if rng.random() < ODD else first(state, seat, moves)

        return choose

    def played(self, choosers: Sequence[Chooser], rng: Random) -> Iterator[object | Outcome]:
        """Yield the positions of a match that a search may judge, then its result.

        They are those after each decision, once chance has played what it was asked for. Whoever
        decides sees a state dealt anew, so nobody learns to use what a seat can't know.
        """
        rules = self.rules
        state = dealt(rules, rules.initial_state(len(choosers), frozenset()), rng)
        while acting := rules.to_act(state):
            seat = min(acting)
            moves = rules.legal_moves(state, seat)
            guess = rules.redeal(state, seat, rng)
            one = moves[0] if len(moves) == 1 else choosers[seat](guess, seat, moves)
            state = dealt(rules, rules.advance(state, seat, one), rng)
            yield state
        outcome = rules.outcome(state)
        assert outcome is not None
        yield outcome

    def lesson(self, weights: Weights, turn: int, number: int) -> Lesson:
        """Return what a match of a player against itself teaches.

        Now and then it plays against greedy.
        """
        rng, judge = Random(f"{self.seed} {turn} {number}"), self.judge(weights)
        own, until = self.player(judge, rng), rng.random() ** 2

        def begun(state: object) -> bool:
            return judge.progress(state) >= until

        choosers = [self.odd(self.quick(judge), own, begun, rng)] * self.seats
        if number % GREEDY == 0:
            choosers[number // GREEDY % self.seats] = self.odd(self.greedy, own, begun, rng)
        seen: list[Sample] = []
        scores: tuple[int, ...] = ()
        start, steps = None, 0
        for state in self.played(choosers, rng):
            if isinstance(state, Outcome):
                scores = state.scores
            elif begun(state) and self.rules.to_act(state):
                start, steps = (state, 0) if start is None else (start, steps + 1)
                if judge.rests(start, state, steps):
                    seen.append(self.sample(judge, state))
                    start, steps = state, 0
        return seen, scores

    def sample(self, judge: AnyLinear, state: object) -> Sample:
        """Return what the judge sees of a position."""
        facts = tuple(tuple(judge.look(state, seat)) for seat in range(self.seats))
        return Sample(judge.progress(state), facts)

    def won(self, one: Weights, other: Weights | None, turn: int, number: int) -> float:
        """Return what part of a match the first wins, seats rotated.

        The others are the second, or greedy.
        """
        rng = Random(f"{self.seed} {turn} held out {number}")
        rest = self.greedy if other is None else self.player(self.judge(other), rng)
        choosers, seat = [rest] * self.seats, number % self.seats
        choosers[seat] = self.player(self.judge(one), rng)
        *_, outcome = self.played(choosers, rng)
        assert isinstance(outcome, Outcome)
        return (outcome.ranks[seat] == 1) / outcome.ranks.count(1)


def take_in(sums: Sums, seen: Sequence[Sample], scores: Sequence[int]) -> None:
    """Take in the positions of a match that ended with such scores."""
    others = max(len(scores) - 1, 1)
    watched = range(len(scores)) if len(scores) != 2 else range(1)
    for sample in seen:
        knots = blend(sample.progress)
        for seat in watched:
            rest = [sum(column) for column in zip(*sample.facts, strict=True)]
            own = sample.facts[seat]
            lead = [fact - (total - fact) / others for fact, total in zip(own, rest, strict=True)]
            target = scores[seat] - (sum(scores) - scores[seat]) / others
            sums.add([fact * knot for fact in lead for knot in knots], target)


def fitted(sums: Sums, facts: Sequence[str], start: Weights) -> Weights:
    """Return the weights that fit best and are not too far from others."""
    flat = sums.weights([weight for name in facts for weight in start.of[name]])
    rows = [tuple(flat[at : at + KNOTS]) for at in range(0, len(flat), KNOTS)]
    return Weights(dict(zip(facts, rows, strict=True)), LOGISTIC * sums.error(flat))


def written(weights: Weights, command: str, version: int, matches: int) -> str:
    """Return the file that holds weights."""
    lines = [
        "# What a seat's facts are worth to its judge, in thousandths of a point at the end of the",
        "# match: at the beginning, in the middle, at the end. Fitted by self-play; don't edit.",
        f'command = "{command}"',
        f"rules_version = {version}",
        f"date = {datetime.now(UTC):%Y-%m-%d}",
        f"matches = {matches}",
        f"spread = {round(weights.spread * _PER_MILLE)}",
    ]
    for name, row in weights.of.items():
        numbers = ", ".join(str(round(weight * _PER_MILLE)) for weight in row)
        lines += ["", "[[facts]]", f'fact = "{name}"', f"weights = [{numbers}]"]
    return "\n".join(lines) + "\n"


def known(slug: str, facts: Sequence[str]) -> Weights:
    """Return the weights so far; a fact without one weighs nothing."""
    try:
        weights = read(slug)
    except DataError:
        weights = Weights({}, UNKNOWN)
    nothing = (0.0,) * KNOTS
    return Weights({name: weights.of.get(name, nothing) for name in facts}, weights.spread)


def tune(shop: Workshop, given: argparse.Namespace) -> Weights | None:
    """Return the best weights found, and tell of each round; None if none were kept."""
    kind: type[AnyLinear] = resolve_name(gallery.PLACES[shop.slug])
    best, kept = known(shop.slug, kind.facts), False
    sums = Sums(len(kind.facts) * KNOTS)
    with pool_of(given.jobs) as pool:
        for turn in range(given.rounds):
            for seen, scores in pool.map(partial(shop.lesson, best, turn), range(given.matches)):
                take_in(sums, seen, scores)
            weights = fitted(sums, kind.facts, best)
            won, greedy = (
                mean(pool.map(partial(shop.won, weights, other, turn), range(tests)))
                for other, tests in ((best, given.tests), (None, max(1, given.tests // 4)))
            )
            print(
                f"round {turn + 1}: {won:.0%} against the best so far, {greedy:.0%} against"
                f" greedy, spread {weights.spread:.1f}",
                flush=True,
            )
            if won >= ENOUGH / shop.seats:
                best, kept = weights, True
                sums.fade(FADING)
    return best if kept else None


def main() -> None:
    """Fit the weights of a game and write them down."""
    parser = argparse.ArgumentParser(prog="python -m scripts.tune", description=__doc__)
    parser.add_argument("game", choices=sorted(gallery.PLACES))
    parser.add_argument("--seats", type=int, default=2, help="how many play")
    parser.add_argument("--rounds", type=positive, default=4, help="how often weights are fitted")
    parser.add_argument(
        "--matches", type=positive, default=60, help="matches to learn from, a round"
    )
    parser.add_argument("--tests", type=positive, default=40, help="matches to compare weights by")
    parser.add_argument("--playouts", type=int, default=0, help="playouts of a decision")
    parser.add_argument("--seed", type=int, default=1, help="which deals are played")
    parser.add_argument("--jobs", type=positive, default=1, help="processes that play")
    args = parser.parse_args()
    if args.seats not in registry.get(args.game).info.seats or args.seats < 2:
        parser.error(f"{args.game} is not played by {args.seats}")
    if args.playouts < 0:
        parser.error(f"{args.playouts} is no number of playouts")
    weights = tune(Workshop(args.game, args.seats, args.playouts, str(args.seed)), args)
    if weights is None:
        print("no round has won enough, so the weights stay")
        return
    options = ("seats", "rounds", "matches", "tests", "playouts", "seed")
    command = " ".join(
        ["python -m scripts.tune", args.game, *(f"--{it} {getattr(args, it)}" for it in options)]
    )
    version = registry.get(args.game).info.rules_version
    text = written(weights, command, version, args.rounds * args.matches)
    (DATA / args.game / "judge.toml").write_text(text)


if __name__ == "__main__":
    main()
