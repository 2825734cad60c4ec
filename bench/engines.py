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

from bench import peers
from bench.measure import cpu_seconds, rate
from bench.playing import Position, Step, forget, playout, positions, sample
from bench.recorded import record
from bench.table import Figure, Plan, Timed, compared, limited, row
from matches.domain.change import Stored
from matches.domain.history import timeline
from matches.domain.history.replay import revive
from matches.domain.history.timeline import Live
from rules import registry
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat

ROOT: Final = Path(__file__).parent.parent


def games() -> Iterator[tuple[str, AnyRules, int]]:
    """Return every game with its largest number of seats, and a label."""
    for slug in registry.slugs():
        rules = registry.get(slug)
        seats = rules.info.seats[-1]
        yield f"{slug}, {seats} seats: ", rules, seats


@row("E1", timed=Timed.PROCESSOR)
def playouts(plan: Plan) -> Iterator[Figure]:
    """Measure random playouts: list all moves, pick one, apply or advance."""
    for name, rules, seats in games():
        slower = rules.info.slug in ("lodge", "indian_summer")

        def told(state: object, seat: Seat, move: Move, rules: AnyRules = rules) -> object:
            return rules.apply(state, seat, move).state

        goal = 1.0 if slower else 1.5
        note = "moves of chance are made but not counted"
        yield _playouts(plan, name + "moves/s", rules, seats, told, goal, note)
        goal = 2.0 if slower else 2.5
        yield _playouts(plan, name + "moves/s by advance", rules, seats, rules.advance, goal)


def _playouts(
    plan: Plan, what: str, rules: AnyRules, seats: int, step: Step, goal: float, note: str = ""
) -> Figure:
    rng, seed = Random(1), iter(range(1_000_000))

    def ours() -> float:
        return rate(lambda: playout(rules, seats, rng, step), plan.least_s)

    def theirs() -> float:
        return rate(lambda: peers.catan_playout(next(seed)), plan.least_s)

    pairs = plan.pairs(ours, plan.peer(theirs), plan.size(1, 3, 5))
    return compared(what, pairs, "/s", "catanatron 4", goal, at_least=True, note=note)


@row("E2", timed=Timed.PROCESSOR)
def listing(plan: Plan) -> Iterator[Figure]:
    """Measure the legal moves listed per second where there are many.

    Games remember lists; how many are made anew is said apart.
    """
    theirs = plan.peer(lambda: rate(peers.list_chess_moves, plan.least_s))
    for name, rules, seats in games():
        found = sample(rules, seats, plan.size(5, 300), least=peers.MANY)
        others = sample(rules, seats, plan.size(5, 300), least=peers.MANY, seed=8)

        def remembered(rules: AnyRules = rules, found: list[Position] = found) -> float:
            return rate(lambda: list_all(rules, found), plan.least_s)

        def anew(
            rules: AnyRules = rules, found: list[Position] = found, others: list[Position] = others
        ) -> float:
            return list_all(rules, found) / listing_s(rules, found, others)

        what = f"{name}moves listed/s where there are {peers.MANY}+"
        pairs = plan.pairs(remembered, theirs, plan.size(1, 3, 5))
        yield compared(what, pairs, "/s", "python-chess", 1.0, at_least=True)
        pairs = plan.pairs(anew, theirs, plan.size(1, 3, 5))
        yield compared(f"{what}, anew", pairs, "/s", "python-chess", 1.0, at_least=True)


def list_all(rules: AnyRules, found: list[Position]) -> int:
    """List the moves of all positions; return how many there are."""
    return sum(len(tuple(rules.legal_moves(p.state, p.seat))) for p in found)


def listing_s(rules: AnyRules, found: list[Position], others: list[Position]) -> float:
    """Return the seconds of listing the moves of positions met for the first time.

    What the game remembers is emptied, and filled by other positions.
    """
    forget(rules)
    list_all(rules, others)
    return cpu_seconds(lambda: list_all(rules, found))


@row("E3", timed=Timed.PROCESSOR)
def rebuilding(plan: Plan) -> Iterator[Figure]:
    """Measure rebuilding a finished match from its log, every move checked again."""

    def theirs() -> float:
        moves = sum(map(len, peers.chess_logs()))
        return moves / cpu_seconds(peers.replay_chess)

    for name, rules, seats in games():
        stored = [record(rules, seats, number).stored for number in range(plan.size(1, 15))]

        def ours(stored: list[Stored] = stored) -> float:
            timeline.parsed.cache_clear()  # as for the first log since the start
            spent = cpu_seconds(lambda: [revive(match) for match in stored])
            return sum(len(match.log) for match in stored) / spent

        def unchecked(stored: list[Stored] = stored) -> float:
            timeline.parsed.cache_clear()
            spent = cpu_seconds(lambda: [advanced(match) for match in stored])
            return sum(len(match.log) for match in stored) / spent

        what = name + "log rows replayed/s"
        goal = 0.35 if rules.info.slug == "lodge" else 0.5
        pairs = plan.pairs(ours, plan.peer(theirs))
        yield compared(what, pairs, "/s", "chess push_uci", goal, at_least=True)
        pairs = plan.pairs(unchecked, plan.peer(theirs))
        yield compared(f"{what}, by advance", pairs, "/s", "chess push_uci", 1.0, at_least=True)


def advanced(match: Stored) -> object:
    """Return the last state of a match without undo, its log played unchecked."""
    info = match.info
    rules = registry.get(info.slug)
    state = rules.initial_state(info.capacity, info.options, info.rules_version)
    for entry in match.log:
        state = rules.advance(state, entry.seat, timeline.parsed(info.slug, entry.move))
    return state


@row("E4")
def growth(plan: Plan) -> Iterator[Figure]:
    """Measure a late move beside an early one, and the memory of a match."""
    for name, rules, seats in games():
        matches = [list(positions(rules, seats, Random(n))) for n in range(plan.size(1, 10))]
        first, last = ([p for match in matches for p in tenth(match, n)] for n in (0, 9))
        yield slower(plan, name + "a move of the last tenth", "first tenth", rules, last, first)
        early, late = alike(*halves(matches))
        yield slower(
            plan, name + "the same kinds of moves, 2nd half", "1st half", rules, late, early
        )
        size = kilobytes(rules, seats, plan.size(1, 20))
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
    plan: Plan,
    what: str,
    against: str,
    rules: AnyRules,
    late: list[Position],
    early: list[Position],
) -> Figure:
    """Return the cost of late moves beside early ones."""

    def cost(moves: list[Position]) -> float:
        return cpu_seconds(lambda: [played(rules, p) for p in moves]) / len(moves)

    pairs = plan.pairs(lambda: cost(late), lambda: cost(early), 5)
    return compared(what, pairs, "us", against, 1.2, scale=1e6)


def played(rules: AnyRules, position: Position) -> object:
    """List the moves of a position and make one."""
    rules.legal_moves(position.state, position.seat)
    return rules.apply(position.state, position.seat, position.move)


def kilobytes(rules: AnyRules, seats: int, matches: int) -> float:
    """Return the memory in KB of one more cached match, half-way through, as loaded.

    As many others have been loaded before it, so that what all matches share is there.
    """
    half = len(record(rules, seats, 0).rows) // 2
    loaded = [record(rules, seats, number, half).stored for number in range(2 * matches)]
    others, stored = loaded[:matches], loaded[matches:]
    kept: list[Live] = [revive(match) for match in others]
    gc.collect()
    tracemalloc.start()
    try:
        kept += [revive(match) for match in stored]
        timeline.parsed.cache_clear()  # it is bounded for all matches together
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return size / len(stored) / 1000


def check_all(rules: AnyRules, found: list[Position]) -> None:
    """Check a legal move in every position."""
    for position in found:
        rules.check(position.state, position.seat, position.move)


@row("E5", timed=Timed.PROCESSOR)
def checking(plan: Plan) -> Iterator[Figure]:
    """Measure checking one given move beside listing all moves anew."""
    for name, rules, seats in games():
        for least, where in ((1, "anywhere"), (peers.MANY, f"where there are {peers.MANY}+ moves")):
            found = sample(rules, seats, plan.size(5, 300), least=least)
            others = sample(rules, seats, plan.size(5, 300), least=least, seed=8)

            def ours(rules: AnyRules = rules, found: list[Position] = found) -> float:
                return cpu_seconds(lambda: check_all(rules, found))

            def theirs(
                rules: AnyRules = rules,
                found: list[Position] = found,
                others: list[Position] = others,
            ) -> float:
                return listing_s(rules, found, others)

            pairs = plan.pairs(ours, theirs, 9)
            what = f"{name}a move checked {where}"
            scale = 1e6 / len(found)
            goal = round(max(0.25, 2 / (pairs.theirs * scale)), 2)  # a quarter of it, or 2 us
            yield compared(what, pairs, "us", "a list made anew", goal, scale=scale)


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
        chess = plan.peer(partial(_import_s, "chess"))
        pairs = plan.pairs(partial(_import_s, module), chess, 5)
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
