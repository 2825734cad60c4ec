"""The command line: ``python -m tests.soak [EXERCISE...] [--seconds S] [--seed N]``.

It runs the exercises beside each other on two cores, plants the faults that they have to find,
prints a table, and returns 1 if something went wrong, too little was done, or a planted fault
wasn't found. ``--plant NAME`` runs one planted fault alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.soak.exercises import BY_NAME, EXERCISES
from tests.soak.planted import BY_NAME as PLANTS
from tests.soak.planted import PLANTED
from tests.soak.report import WHOLE_S, Exercise, Planted, Report, Run

ROOT: Final = Path(__file__).parents[2]
CORES: Final = 2
PLANTED_S: Final = 60.0
"""How long an exercise may look for a planted fault."""
TRIES: Final = 3
"""How often it looks, with other draws: what has to happen for it may not happen in a minute."""
GRACE_S: Final = 120.0
"""How much longer than its seconds an exercise may take before it counts as stuck."""
PLANTED_IN: Final = "STOLIK_PLANTED"
"""The variable that tells child processes which fault is planted."""


def main() -> int:
    """Run what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("exercise", nargs="*", help=", ".join(BY_NAME), default=[])
    parser.add_argument("--seconds", type=float, default=WHOLE_S, help="of the whole run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", choices=sorted(PLANTS), help="plant one fault, find it")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if unknown := set(given.exercise) - BY_NAME.keys():
        parser.error(f"there is no exercise {', '.join(sorted(unknown))}")
    if given.child:
        return _alone(BY_NAME[given.exercise[0]], given.seed, given.seconds)
    if given.plant:
        found = asyncio.run(_planted(PLANTS[given.plant], given.seed, asyncio.Semaphore(1)))
        print(found or f"{given.plant}: found")
        return int(bool(found))
    chosen = [one for one in EXERCISES if one.name in (given.exercise or BY_NAME)]
    return asyncio.run(_all(chosen, given.seed, given.seconds, planted=not given.exercise))


def _alone(exercise: Exercise, seed: int, seconds: float) -> int:
    """Run one exercise in this process and print its report as one line of JSON."""
    if name := os.environ.get(PLANTED_IN):
        PLANTS[name].plant()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(seed, seconds, Path(folder))
        asyncio.run(exercise.attack(run))
    print(run.report.to_json())
    return 0


async def run_exercise(
    exercise: Exercise, seed: int, seconds: float, plant: Planted | None = None
) -> Report:
    """Return the report of an exercise that runs in a process of its own."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.soak", exercise.name, "--child"),
        *("--seconds", str(seconds), "--seed", str(seed)),
        cwd=ROOT,
        env=os.environ | ({PLANTED_IN: plant.name} if plant else {}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(seconds + GRACE_S):
            out, err = await child.communicate()
    except TimeoutError:
        os.killpg(child.pid, 9)
        await child.wait()
        report = Report()
        report.wrong("stuck", f"{exercise.name} didn't end")
        return report
    if child.returncode != 0:
        report = Report()
        report.wrong("crashed", err.decode()[-2000:])
        return report
    return Report.from_json(out.decode().splitlines()[-1])


async def _planted(plant: Planted, seed: int, cores: asyncio.Semaphore) -> str:
    """Return "" if a planted fault is found, or else what was found instead."""
    kinds = Counter[str]()
    for n in range(TRIES):
        async with cores:
            report = await run_exercise(BY_NAME[plant.exercise], seed + n, PLANTED_S, plant)
        kinds += report.kinds()
        if kinds[plant.finds]:
            return ""
    return f"{plant.name}: NOT FOUND by {plant.exercise}: {kinds}"


async def _all(chosen: Sequence[Exercise], seed: int, seconds: float, *, planted: bool) -> int:
    """Run exercises and planted faults, and print the table."""
    begun, cores = time.perf_counter(), asyncio.Semaphore(CORES)

    async def one(exercise: Exercise) -> Report:
        async with cores:
            return await run_exercise(exercise, seed, seconds * exercise.share)

    plants = PLANTED if planted else ()
    reports, missed = await asyncio.gather(
        asyncio.gather(*(one(exercise) for exercise in chosen)),
        asyncio.gather(*(_planted(plant, seed, cores) for plant in plants)),
    )
    good = not any(missed)
    for exercise, report in zip(chosen, reports, strict=True):
        good &= exercise.enough(report, seconds)
        print(*exercise.lines(report, seconds), sep="\n")
    print(f"planted  {len(plants)} faults, {sum(not one for one in missed)} found, by name")
    for plant, miss in zip(plants, missed, strict=True):
        print(f"         {miss or f'{plant.name}: found by {plant.exercise} as {plant.finds!r}'}")
    print(f"seed {seed}, {time.perf_counter() - begun:.0f} s: {'green' if good else 'RED'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
