"""Matches between two computer players.

``python -m scripts.arena krakow good greedy 40`` plays forty. A player is random, greedy, instant,
easy, good, strong (``strong@0.3``: with that many seconds), or a Python file with ``choose(rules,
state, seat, rng)``. The first sits in each seat in turn, the second in all the others.

``--keep`` puts the result into ``players/RESULTS.md``; ``python -m scripts.arena --table 100``
plays all that stands there, of every game. ``--log FILE`` writes the matches down, one after the
other, and plays none again that the file holds: hours can be had in parts, of the same code.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import mean
from threading import Thread
from typing import Final, NamedTuple

from players.contest import NoMoveError, Played, PlayerFileError, interval, play, player
from rules import registry

RESULTS: Final = Path(__file__).parent.parent / "players" / "RESULTS.md"
HEAD: Final = """\
# How well computer players play

Written by `python -m scripts.arena`. The first player sits in each seat in turn, the second in all
the others. A shared win counts as a part of one; the interval holds 95 %. Times are processor time
of the first player's decisions.

| match | won | interval | of | points | decision, p99 | commit | date |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


class Pairing(NamedTuple):
    """Who plays whom."""

    game: str
    one: str
    others: str
    seats: int

    def __str__(self) -> str:
        """Return it as a line of results begins."""
        return f"{self.game}, {self.seats} seats, {self.one} : {self.others}"


TABLE: Final = (
    *(("good", "greedy", 2), ("good", "greedy", 4), ("good", "instant", 2)),
    *(("strong", "good", 2), ("easy", "random", 2), ("easy", "greedy", 2)),
)
"""The pairings of ``--table``; those of four seats where a game has them."""


class Result(NamedTuple):
    """What some matches came to; times in ms."""

    won: float
    low: float
    high: float
    number: int
    points: float
    against: float
    usual: float
    longest: float

    @classmethod
    def from_matches(cls, played: Sequence[Played]) -> Result:
        """Return what these matches came to."""
        shares = [match.share for match in played]
        times = sorted(1000 * s for match in played for s in match.seconds) or [0.0]
        return cls(
            mean(shares),
            *interval(shares),
            len(played),
            mean(match.points for match in played),
            mean(match.against for match in played),
            mean(times),
            times[int(0.99 * (len(times) - 1))],
        )

    def __str__(self) -> str:
        """Return it in words."""
        return (
            f"{self.won:.0%} ({self.low:.0%} to {self.high:.0%}) of {self.number} matches,"
            f" points {self.points:.1f} : {self.against:.1f},"
            f" a decision {self.usual:.0f} ms (p99 {self.longest:.0f})"
        )

    def cells(self) -> str:
        """Return it as cells of a table."""
        return (
            f"{self.won:.0%} | {self.low:.0%} to {self.high:.0%} | {self.number}"
            f" | {self.points:.1f} : {self.against:.1f}"
            f" | {self.usual:.0f} ms, {self.longest:.0f} ms"
        )


def positive(text: str) -> int:
    """Return a number from 1 up; the type of an argument."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 up")
    return number


def log_file(text: str) -> Path:
    """Return a log that more can be written to; the type of an argument."""
    path = Path(text)
    try:
        with path.open("a+b") as file:
            if file.tell():
                file.seek(0)
                lines = file.read()
                if not lines.startswith(b"{"):
                    raise argparse.ArgumentTypeError(f"{text} is not a log of matches")
                if not lines.endswith(b"\n"):  # it was cut off
                    file.write(b"\n")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text} can't be written: {error.strerror}") from error
    return path


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.arena", description=__doc__)
    parser.add_argument("game", nargs="?", choices=registry.slugs())
    parser.add_argument("one", metavar="A", nargs="?", default="good")
    parser.add_argument("others", metavar="B", nargs="?", default="greedy")
    parser.add_argument("matches", type=positive, metavar="N", nargs="?", default=20)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="other deals")
    parser.add_argument("--jobs", type=positive, default=1, help="processes that play")
    parser.add_argument("--log", type=log_file, metavar="FILE", help="play none that it holds")
    parser.add_argument("--keep", action="store_true", help="write the result into RESULTS.md")
    parser.add_argument("--table", type=positive, metavar="N", help="play and keep all pairings")
    given = parser.parse_args()
    if given.table is None and given.game is None:
        parser.error("which game?")
    pairings, count = [Pairing(given.game, given.one, given.others, given.seats)], given.matches
    if given.table is not None:
        pairings, count = list(table(given.game)), given.table
    try:
        _check(parser, pairings)
        for pairing in pairings:
            result = Result.from_matches(
                list(matches(pairing, count, given.seed, given.jobs, given.log))
            )
            print(f"{pairing}: {result}", flush=True)
            if given.keep or given.table is not None:
                keep(RESULTS, pairing, result)
    except PlayerFileError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


def _check(parser: argparse.ArgumentParser, pairings: Sequence[Pairing]) -> None:
    try:
        check(pairings)
    except ValueError as error:
        parser.error(str(error))


def table(game: str | None) -> Iterator[Pairing]:
    """Yield the pairings of ``--table``, of one game or all."""
    for slug in registry.slugs() if game is None else (game,):
        for one, others, seats in TABLE:
            if seats in registry.get(slug).info.seats:
                yield Pairing(slug, one, others, seats)


def check(pairings: Sequence[Pairing]) -> None:
    """Raise ValueError if a pairing can't be played."""
    for pairing in pairings:
        player(pairing.one), player(pairing.others)
        if pairing.seats == 1:
            raise ValueError(f"{pairing.game} takes two players or more here; alone: scripts.par")
        if pairing.seats not in registry.get(pairing.game).info.seats:
            raise ValueError(f"{pairing.game} is not played by {pairing.seats}")


def matches(
    pairing: Pairing, count: int, seed: int = 0, jobs: int = 1, log: Path | None = None
) -> Iterator[Played]:
    """Play a number of matches, several at once; take those that a log holds from it."""
    known = {} if log is None else _logged(log, pairing, seed)
    fresh = _fresh(pairing, [n for n in range(count) if n not in known], seed, jobs)
    for number in range(count):
        if number in known:
            yield known[number]
            continue
        played = next(fresh)
        if log is not None:
            line = {"match": str(pairing), "seed": seed, "number": number, **asdict(played)}
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        yield played


def _fresh(pairing: Pairing, numbers: Sequence[int], seed: int, jobs: int) -> Iterator[Played]:
    match = partial(_played, pairing, seed)
    if jobs == 1:
        yield from map(match, numbers)
        return
    with pool_of(jobs) as pool:
        yield from pool.map(match, numbers)


def pool_of(jobs: int) -> ProcessPoolExecutor:
    """Return processes that end when this one does, even if it is killed."""
    return ProcessPoolExecutor(jobs, initializer=_watch)


def _watch() -> None:
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """Wait until a process has ended, then end at once."""
    wait([parent.sentinel])
    os._exit(1)


def _logged(log: Path, pairing: Pairing, seed: int) -> dict[int, Played]:
    """Return a pairing's matches in a log, by their numbers."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    found = dict[int, Played]()
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:  # cut off, because whoever wrote it was killed: it is played again
            continue
        if (row.pop("match"), row.pop("seed")) == (str(pairing), seed):
            number, seconds = row.pop("number"), tuple(row.pop("seconds"))
            found[number] = Played(**row, seconds=seconds)
    return found


def _played(pairing: Pairing, seed: int, number: int) -> Played:
    one, others = player(pairing.one), player(pairing.others)
    try:
        return play(registry.get(pairing.game), one, others, pairing.seats, number, seed)
    except NoMoveError as error:
        name = pairing.one if error.by_one else pairing.others
        raise PlayerFileError(f"{name}: choose returned {error}") from error


def keep(path: Path, pairing: Pairing, result: Result) -> None:
    """Put a result into a file's table, in place of the pairing's earlier one."""
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    begins = f"| {pairing} |"
    row = f"{begins} {result.cells()} | {commit} | {datetime.now(UTC):%Y-%m-%d} |"
    others = [r for r in rows[len(HEAD.splitlines()) :] if not r.startswith(begins)]
    path.write_text(HEAD + "\n".join(sorted((*others, row))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
