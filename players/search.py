"""A seat's decision, found by playing on many deals that fit what the seat knows.

Sequential halving over the lines of play that the judge names: all are played out on the same
deals, with the same luck, and the worse half is dropped, again and again. With more time a tree
over the answers grows below each line (`players.tree`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, log2
from random import Random
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Final, TypeAlias

from players import gallery, instant
from players.judge import AnyJudge
from players.steps import dealt, follow, heat, picked, worth
from players.tree import Node
from rules import registry
from rules.protocol import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from players.levels import Level
    from rules.registry import AnyRules
    from rules.text import Seat

MIXED: Final = 4
"""The best lines that a secret decision is made among."""

Line: TypeAlias = tuple[Move, ...]


def decide(rules: AnyRules, state: object, seat: Seat, level: Level, rng: Random) -> Move:
    """Return what the seat does.

    Nothing that the seat can't know is looked at: the state is dealt anew before anything else.
    """
    return think(rules, rules.redeal(state, seat, rng), seat, level, rng)


def think(rules: AnyRules, guess: object, seat: Seat, level: Level, rng: Random) -> Move:
    """Return what the seat does, from a state dealt anew for it; see `decide`."""
    moves = rules.legal_moves(guess, seat)
    if len(moves) == 1:
        return moves[0]
    if not level.playouts:
        return instant.slip(rules, guess, seat, rng)
    return found(rules, gallery.judge(rules.info.slug), guess, seat, level, rng)


def found(
    rules: AnyRules, judge: AnyJudge, guess: object, seat: Seat, level: Level, rng: Random
) -> Move:
    """Return the best move that a judge leads to by playing on."""
    spent = Spent(level)
    moves = rules.legal_moves(guess, seat)
    lines: Sequence[Line] = judge.candidates(guess, seat, moves, level.width)[: level.width]
    search = Search(rules, judge, guess, seat, rng, level)
    return (lines[0] if len(lines) == 1 else search.best(lines, spent))[0]


def thought(slug: str, guess: object, seat: Seat, level: Level, seed: int) -> Move:
    """Return what the seat does; the question to a process that thinks."""
    return think(registry.get(slug), guess, seat, level, Random(seed))


class Spent:
    """How much of its budget a decision has used; the time runs from its creation."""

    def __init__(self, level: Level) -> None:
        self.playouts = 0
        self._level = level
        self._cpu, self._clock = thread_time(), perf_counter()

    def share(self) -> float:
        """Return the share, 1 or more when nothing is left."""
        level = self._level
        used = thread_time() - self._cpu
        waited = (perf_counter() - self._clock) / (level.seconds + level.patience)
        return max(self.playouts / level.playouts, used / level.seconds, waited)


@dataclass
class Search:
    """One decision being made."""

    rules: AnyRules
    judge: AnyJudge
    guess: object
    seat: Seat
    rng: Random
    level: Level
    low: float = 1.0
    high: float = 0.0
    root: dict[Line, Node] = field(default_factory=dict)

    def best(self, lines: Sequence[Line], spent: Spent) -> Line:
        """Return the line to play; `lines` are in the judge's order."""
        self.root = {line: Node() for line in lines}
        alive = list(self.root)
        halvings, kept = max(1, ceil(log2(len(alive)))), alive
        for done in range(halvings):
            while True:
                self._try(alive, spent)
                if spent.share() >= (done + 1) / halvings:
                    break
            alive.sort(key=lambda line: -self.root[line].mean)
            if len(alive) >= MIXED:
                kept = alive[:MIXED]
            alive = alive[: ceil(len(alive) / 2)]
        mixed = heat(self.rules, self.guess, alive[0][0], self.level.heat)
        if not mixed:
            return alive[0]
        return picked({line: self.root[line].mean for line in kept}, mixed, self.rng)

    def _try(self, lines: list[Line], spent: Spent) -> None:
        """Play each line once on one new deal, with the same luck."""
        deal = self.judge.deal(self.guess, self.seat, self.rng)
        luck = self.rng.getrandbits(64)
        for line in lines:
            self._play(deal, line, Random(luck))
            spent.playouts += 1
            if spent.share() >= 1 and all(self.root[each].visits for each in lines):
                return

    def _play(self, state: object, line: Line, rng: Random) -> None:
        """Play one line, what the tree answers, and a playout; remember what came of it."""
        node = self.root[line]
        path = [(self.seat, node)]
        state = follow(self.rules, state, self.seat, line, rng)
        state = self._at_once(state, rng)
        while node.visits >= self.level.ripe:
            waiting = self.rules.to_act(state)
            if len(waiting) != 1:
                break
            (seat,) = waiting
            move = self._answer(node, state, seat, rng)
            state = dealt(self.rules, self.rules.advance(state, seat, move), rng)
            node = node.answers[move]
            path.append((seat, node))
            if type(move).secret:  # what follows must not depend on it
                break
        values = self._played_out(state, rng)
        self.low, self.high = min(self.low, *values), max(self.high, *values)
        for seat, node in path:
            node.visits += 1
            node.total += values[seat]

    def _at_once(self, state: object, rng: Random) -> object:
        """Let those decide who decide at the same time, not knowing the line."""
        for seat in sorted(self.rules.to_act(self.guess) - {self.seat}):
            if seat in self.rules.to_act(state):
                state = self.rules.advance(state, seat, self.judge.reply(state, seat, rng))
        return dealt(self.rules, state, rng)

    def _answer(self, node: Node, state: object, seat: Seat, rng: Random) -> Move:
        def likely() -> Move:
            move: Move = self.judge.reply(state, seat, rng)
            return move

        legal = self.rules.legal_moves(state, seat)
        return node.answer(legal, likely, self.low, self.high)

    def _played_out(self, state: object, rng: Random) -> tuple[float, ...]:
        """Return what a playout is worth to each seat."""
        rules, judge, start, steps = self.rules, self.judge, state, 0
        while (waiting := rules.to_act(state)) and not judge.rests(start, state, steps):
            seat = min(waiting)
            move = judge.reply(state, seat, rng)
            state = dealt(rules, rules.advance(state, seat, move), rng)
            steps += 1
        return worth(rules, judge, state)
