"""The command line: ``python -m bench``, ``python -m bench E1 R``.

With ``--full`` it measures in the sizes of the goals, for example ``python -m bench --full S``;
with ``--tiny`` each row only once, to see that it can be measured. ``--release 1.2.0`` keeps the
ratios as those of that release, to be printed beside later ones.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain, groupby
from multiprocessing import active_children, get_context
from operator import itemgetter
from typing import Final

from bench import released
from bench.measure import drift_ms
from bench.run import ROOT, Clocked, in_turn, together
from bench.table import TIMED, Scale, Timed, chosen

LONGEST: Final = 12
"""The number of rows whose time is named at the end."""
LANES: Final = 3
"""The rows that are measured beside each other, where they aren't timed."""
SLOWEST: Final = "F1"
"""The one that takes longest, so it starts first; it mostly waits."""


def main() -> int:
    """Print the rows; return 1 only if one couldn't be measured, not for missed goals."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="E1, or E for all that begin so")
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--full", action="store_true", help="100,000 matches, 10,000 pictures")
    scale.add_argument("--tiny", action="store_true", help="only see that all can be measured")
    scale.add_argument("--release", metavar="VERSION", help="keep the ratios as this release's")
    given = parser.parse_args()
    compile_once()
    try:
        names = chosen(given.rows)
        if given.release:
            released.check(given.release, whole=len(names) == len(TIMED))
    except ValueError as error:
        parser.error(str(error))
    begun, before = time.perf_counter(), drift_ms()
    size = Scale.FULL if given.full else Scale.TINY if given.tiny else Scale.USUAL
    every = {kind: [name for name in names if TIMED[name] is kind] for kind in Timed}
    runs = [
        *in_turn(size, every[Timed.SECONDS]),
        *beside_each_other(size, by_letter(every[Timed.PROCESSOR]), len(os.sched_getaffinity(0))),
        *beside_each_other(size, [[name] for name in every[Timed.NOT]], LANES),
    ]
    found = {name: figures for name, figures, _ in runs}
    took = {name: seconds for name, _, seconds in runs}
    longest = sorted(names, key=lambda name: -took[name])[:LONGEST]
    print(
        f"drift of a fixed Python loop: {before:.1f} -> {drift_ms():.1f} ms;"
        f" took {time.perf_counter() - begun:.0f} s,"
        f" most of it for {', '.join(f'{name} {took[name]:.0f}' for name in longest)}"
    )
    done = {name: figures for name, figures in found.items() if figures is not None}
    if given.release and len(done) == len(names):
        released.write(given.release, done)
    elif given.release:
        print("a row couldn't be measured, so nothing is kept")
    return 0 if len(done) == len(names) else 1


def by_letter(names: list[str]) -> list[list[str]]:
    """Return the rows that follow each other in a process.

    It's warm then, as a bot is: pictures find the parts that others have.
    """
    return [list(alike) for _, alike in groupby(names, key=itemgetter(0))]


def beside_each_other(size: Scale, groups: list[list[str]], lanes: int) -> list[Clocked]:
    """Measure groups of rows, some at a time, each in turn."""
    ordered = sorted(groups, key=lambda names: (SLOWEST not in names, names))
    pool = ProcessPoolExecutor(lanes, get_context("spawn"))
    try:
        runs = [*chain.from_iterable(pool.map(partial(together, size), ordered))]
    except BrokenProcessPool:
        names = [*chain.from_iterable(ordered)]
        print(f"{', '.join(names)} not measured: a process has died")
        runs = [(name, None, 0.0) for name in names]
    pool.shutdown(wait=all(figures is not None for _, figures, _ in runs))
    return runs


def compile_once() -> None:
    """Compile the modules that rows import, as an installed bot has them."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "var" / "compiled")


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    for child in active_children():
        child.kill()
    os._exit(code)  # after a failure the thread of an open database would hang
