"""The command line: ``python -m scripts.mutate [--only PACKAGE] [FILE...]``.

It makes small changes to the program, one at a time in a copy, and runs the tests that touch the
changed line. What no test notices is printed: either a test is missing, or the change is none.
With ``--coverage FILE`` it takes who touches what from an earlier run's ``.coverage``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from queue import Empty
from random import Random
from typing import Final

from scripts.mutate.changes import Change, changes
from scripts.mutate.touched import CHANGED, ROOT, Touched, measure
from scripts.mutate.trial import Bench, Fate

WORKERS: Final = 2
ALLOWED: Final = 0.08
"""The share of changes that may survive."""
PRINTED: Final = (Fate.SURVIVED, Fate.UNTOUCHED, Fate.UNSURE)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change, where it is, and who is asked about it."""

    path: str
    change: Change
    tests: tuple[str, ...]

    def line(self, fate: Fate) -> str:
        """Return it as printed."""
        old = (ROOT / self.path).read_bytes()[self.change.start : self.change.end].decode()
        return (
            f"{fate}: {self.path}:{self.change.line}: {self.change.what}:"
            f" {' '.join(old.split())!r} -> {self.change.new!r} ({len(self.tests)} tests)"
        )


def sampled(files: list[str], touched: Touched, number: int, seed: int) -> list[Mutant]:
    """Return changes drawn from all that can be made to some files."""
    found = []
    for path in files:
        source = (ROOT / path).read_text(encoding="utf-8")
        found += [(path, change) for change in changes(source)]
    drawn = Random(seed).sample(found, min(number, len(found)))
    return [
        Mutant(path, one, tuple(touched.by(path, range(one.line, one.line + 1))))
        for path, one in drawn
    ]


def _work(mutants: list[Mutant], said: multiprocessing.Queue[tuple[Mutant, Fate]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(ROOT, Path(folder))
        for mutant in mutants:
            said.put((mutant, bench.fate(mutant.path, mutant.change, mutant.tests)))


def tried(mutants: list[Mutant]) -> Counter[Fate]:
    """Try all changes and print those that no test notices, as they are found.

    Raises:
        RuntimeError: The tests couldn't be asked.
    """
    fork = multiprocessing.get_context("fork")
    said: multiprocessing.Queue[tuple[Mutant, Fate]] = fork.Queue()
    workers = [
        fork.Process(target=_work, args=(mutants[number::WORKERS], said), daemon=True)
        for number in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    fates = Counter[Fate]()
    while fates.total() < len(mutants):
        try:
            mutant, fate = said.get(timeout=1)
        except Empty:
            if any(worker.exitcode for worker in workers):
                raise RuntimeError("a process that asks tests has died") from None
            continue
        fates[fate] += 1
        if fate in PRINTED:
            print(mutant.line(fate), flush=True)
    for worker in workers:
        worker.join()
    return fates


def main() -> int:
    """Sample, try, and print; return 1 if too many survive or that is unsure."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutate", description=__doc__)
    parser.add_argument("files", nargs="*", help="only these; else all of " + ", ".join(CHANGED))
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", action="append", choices=CHANGED, help="these packages, asking their own tests"
    )
    parser.add_argument("--coverage", type=Path, help="made by an earlier run")
    given = parser.parse_args()
    data_file, packages = given.coverage or ROOT / ".coverage", given.only or CHANGED
    if given.coverage is None:
        measure(data_file, packages)
    files = given.files or sorted(
        str(path.relative_to(ROOT))
        for package in packages
        for path in (ROOT / package).rglob("*.py")
    )
    fates = tried(sampled(files, Touched(data_file), given.sample, given.seed))
    survived, sure = fates[Fate.SURVIVED] + fates[Fate.UNTOUCHED], fates.total()
    sure -= fates[Fate.UNSURE]
    print(*(f"{number} {fate}" for fate, number in fates.items()), sep=", ")
    print(f"{survived / max(1, sure):.1%} survived; at most {ALLOWED:.0%} may")
    return int(survived > ALLOWED * sure or fates[Fate.UNSURE] > 0)


if __name__ == "__main__":
    sys.exit(main())
