"""E: the rules engines beside python-chess and catanatron (Catan), on one core."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import chess
from catanatron import Color, Game, RandomPlayer

from bench.measure import cpu_seconds, rate, take_turns
from bench.playing import Position, playout, positions, sample
from bench.recorded import record
from bench.table import Figure, Plan, compared, limited, row
from matches.domain.change import Stored
from matches.domain.history import timeline
from matches.domain.history.replay import revive
from matches.domain.history.timeline import Live
from rules import registry
from rules.registry import AnyRules

BUDGET_S: Final = 0.5
"""The shortest run of playouts."""
CATAN_TURNS: Final = 1000
CHESS_LOG: Final = 60
"""Moves of a stored game of chess."""
LOGS: Final = 50
ROOT: Final = Path(__file__).parent.parent


def games() -> Iterator[tuple[str, AnyRules, int]]:
    """Return every game with its largest number of seats, and a label."""
    for slug in registry.slugs():
        rules = registry.get(slug)
        seats = rules.info.seats[-1]
        yield f"{slug}, {seats} seats: ", rules, seats


@row("E1")
def playouts(plan: Plan) -> Iterator[Figure]:
    """Measure random playouts: list all moves, pick one, apply."""
    for name, rules, seats in games():
        rng, seed = Random(1), iter(range(1_000_000))

        def ours(rules: AnyRules = rules, seats: int = seats, rng: Random = rng) -> float:
            return rate(lambda: playout(rules, seats, rng), BUDGET_S)

        def theirs(seed: Iterator[int] = seed) -> float:
            return rate(lambda: catan_playout(next(seed)), BUDGET_S)

        pairs = take_turns(ours, theirs)
        note = "moves of chance are made but not counted"
        yield compared(name + "moves/s", pairs, "/s", "catanatron 4", 1.0, at_least=True, note=note)


def catan_playout(seed: int) -> int:
    """Play Catan at random; return the number of moves."""
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
    rng, moves = Random(seed), 0
    while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
        actions = game.state.playable_actions
        game.execute(actions[rng.randrange(len(actions))], validate_action=False)
        moves += 1
    return moves


def chess_boards(least: int, count: int) -> list[chess.Board]:
    """Return positions of random games with at least `least` legal moves."""
    rng, found = Random(3), list[chess.Board]()
    while len(found) < count * 4:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if len(moves) >= least:
                found.append(board.copy(stack=False))
            if board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            board.push(rng.choice(moves))
    return rng.sample(found, count)


@row("E2")
def listing(plan: Plan) -> Iterator[Figure]:
    """Measure the legal moves listed per second where there are many."""
    boards = chess_boards(20, 300)

    def theirs() -> float:
        return rate(lambda: sum(len(list(board.legal_moves)) for board in boards), 0.2)

    for name, rules, seats in games():
        found = sample(rules, seats, 300, least=20)

        def ours(rules: AnyRules = rules, found: list[Position] = found) -> float:
            return rate(lambda: sum(len(rules.legal_moves(p.state, p.seat)) for p in found), 0.2)

        pairs = take_turns(ours, theirs)
        what = name + "moves listed/s where there are 20+"
        yield compared(what, pairs, "/s", "python-chess", 1.0, at_least=True)


@row("E3")
def rebuilding(plan: Plan) -> Iterator[Figure]:
    """Measure rebuilding a finished match from its log, every move checked again."""
    chess_logs = [log for log in map(chess_log, range(LOGS * 2)) if len(log) == CHESS_LOG][:LOGS]

    def theirs() -> float:
        def replay() -> None:
            for log in chess_logs:
                board = chess.Board()
                for move in log:
                    board.push_uci(move)

        return sum(map(len, chess_logs)) / cpu_seconds(replay)

    for name, rules, seats in games():
        stored = [record(rules, seats, number).stored for number in range(LOGS)]

        def ours(stored: list[Stored] = stored) -> float:
            timeline.parsed.cache_clear()  # as for the first log since the start
            spent = cpu_seconds(lambda: [revive(match) for match in stored])
            return sum(len(match.log) for match in stored) / spent

        pairs = take_turns(ours, theirs)
        what = name + "log rows replayed/s"
        yield compared(what, pairs, "/s", "chess push_uci", 0.5, at_least=True)


def chess_log(seed: int) -> list[str]:
    """Return the first moves of a random game of chess."""
    rng, board, log = Random(seed), chess.Board(), list[str]()
    while len(log) < CHESS_LOG and (moves := list(board.legal_moves)):
        log.append((move := rng.choice(moves)).uci())
        board.push(move)
    return log


@row("E4")
def growth(plan: Plan) -> Iterator[Figure]:
    """Measure a late move beside an early one, and the memory of a match."""
    for name, rules, seats in games():
        matches = [list(positions(rules, seats, Random(n))) for n in range(30)]
        first, last = ([p for match in matches for p in tenth(match, n)] for n in (0, 9))
        yield slower(name + "a move of the last tenth", "first tenth", rules, last, first)
        early, late = alike(*halves(matches))
        yield slower(name + "the same kinds of moves, 2nd half", "1st half", rules, late, early)
        size = kilobytes(rules, seats)
        yield limited(name + "memory of a live match", size, "kB", 15)


def tenth(match: list[Position], number: int) -> list[Position]:
    """Return the n-th tenth of a match, from 0."""
    return match[number * len(match) // 10 : (number + 1) * len(match) // 10]


def halves(matches: list[list[Position]]) -> tuple[list[Position], list[Position]]:
    """Return all decisions of the first halves and of the second halves of matches."""
    return (
        [p for match in matches for p in match[: len(match) // 2]],
        [p for match in matches for p in match[len(match) // 2 :]],
    )


def alike(early: list[Position], late: list[Position]) -> tuple[list[Position], list[Position]]:
    """Return equal numbers of decisions of each kind of move from both lists."""
    first, last = list[Position](), list[Position]()
    for kind in {type(p.move) for p in early} & {type(p.move) for p in late}:
        pairs = zip(
            (p for p in early if type(p.move) is kind),
            (p for p in late if type(p.move) is kind),
            strict=False,
        )
        for one, other in pairs:
            first.append(one)
            last.append(other)
    return first, last


def slower(
    what: str, against: str, rules: AnyRules, late: list[Position], early: list[Position]
) -> Figure:
    """Return the cost of late moves beside early ones."""

    def cost(moves: list[Position]) -> float:
        return cpu_seconds(lambda: [played(rules, p) for p in moves]) / len(moves)

    pairs = take_turns(lambda: cost(late), lambda: cost(early), 15)
    return compared(what, pairs, "us", against, 1.2, scale=1e6)


def played(rules: AnyRules, position: Position) -> object:
    """List the moves of a position and make one."""
    rules.legal_moves(position.state, position.seat)
    return rules.apply(position.state, position.seat, position.move)


def kilobytes(rules: AnyRules, seats: int, matches: int = 200) -> float:
    """Return the memory in KB of a cached match, half-way through, as loaded."""
    half = len(record(rules, seats, 0).rows) // 2
    stored = [record(rules, seats, number, half).stored for number in range(matches)]
    revive(stored[0])
    gc.collect()
    tracemalloc.start()
    try:
        kept: list[Live] = [revive(match) for match in stored]
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return size / len(kept) / 1000


def check_all(rules: AnyRules, found: list[Position]) -> None:
    """Check a legal move in every position."""
    for position in found:
        rules.check(position.state, position.seat, position.move)


@row("E5")
def checking(plan: Plan) -> Iterator[Figure]:
    """Measure checking one given move beside listing all moves."""
    for name, rules, seats in games():
        for least, where in ((1, "anywhere"), (20, "where there are 20+ moves")):
            found = sample(rules, seats, 300, least=least)

            def ours(rules: AnyRules = rules, found: list[Position] = found) -> float:
                return cpu_seconds(lambda: check_all(rules, found))

            def theirs(rules: AnyRules = rules, found: list[Position] = found) -> float:
                return cpu_seconds(lambda: [rules.legal_moves(p.state, p.seat) for p in found])

            pairs = take_turns(ours, theirs, 15)
            what = f"{name}a move checked {where}"
            note = "games may remember their lists, then listing is looking up"
            scale = 1e6 / len(found)
            yield compared(what, pairs, "us", "listing all", 0.25, scale=scale, note=note)


_IMPORT: Final = """
import sys, time
start = time.process_time()
import {module}
print(time.process_time() - start, *sys.modules)
print(sum("site-packages" in (getattr(m, "__file__", None) or "") for m in sys.modules.values()))
"""


@row("E7")
def importing(plan: Plan) -> Iterator[Figure]:
    """Importing the rules of one game; nothing else may come with them."""
    listed = _imported("rules.registry")[1]
    for slug in registry.slugs():
        module = f"rules.{slug}"
        pairs = take_turns(partial(_import_s, module), partial(_import_s, "chess"), 7)
        yield compared(f"importing {slug}", pairs, "ms", "import chess", 1.5, scale=1000)
        listed |= _imported(module)[1] - {module}
    games = sum(f"rules.{slug}" in listed for slug in registry.slugs())
    yield Figure("games imported without being asked for", games, "", "limit", 0, games, 0)
    every = ", ".join(f"rules.{slug}" for slug in registry.slugs())
    foreign = _imported(every)[2] - _imported("sys")[2]
    yield Figure("third-party modules that all rules import", foreign, "", "limit", 0, foreign, 0)


def _imported(module: str) -> tuple[float, set[str], int]:
    """Return an import's seconds, its modules, and how many are third-party."""
    command = [sys.executable, "-c", _IMPORT.format(module=module)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found, foreign = done.stdout.splitlines()
    spent, *names = found.split()
    return float(spent), set(names), int(foreign)


def _import_s(module: str) -> float:
    return _imported(module)[0]
