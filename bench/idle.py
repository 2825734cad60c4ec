"""D6, D7, S6, H1: starting a bot, keeping it running, asking whether it is well."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from bench.measure import Pairs, paired
from bench.recorded import CHANNEL
from bench.rig import Rig, Tables, by_turns, rig
from bench.storage import library
from bench.stored import fill
from bench.table import Figure, Plan, Scale, compared, limited, row
from matches.db import meta
from matches.db.store import Store
from tests.range.process import OURS

PEER: Final = "bench.peer_bot"
STRANGER: Final = 7
ROOT: Final = Path(__file__).parent.parent
_HEALTH: Final = """
from pathlib import Path
import health
assert health.main() == 0
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@row("D6")
def start_up(plan: Plan) -> Iterator[Figure]:
    """Measure from the start of the process to READY."""
    pairs = asyncio.run(_start_up(plan))
    yield compared("start to READY", pairs, "ms", "bare discord.py", 1.3, scale=1e3)


async def started(side: Rig) -> float:
    """Return the seconds until a bot is ready; it ends before the next one starts.

    Ours goes on loading after READY, beside which another would start late.
    """
    spent = await side.start(told=False)
    await side.stop()
    return spent


async def _start_up(plan: Plan) -> Pairs:
    async with rig(OURS, str(plan.folder / "start.db")) as ours, rig(PEER) as theirs:
        return paired(*await by_turns(plan, partial(started, ours), partial(started, theirs), 3))


@row("D7")
def memory(plan: Plan) -> Iterator[Figure]:
    """Measure the resident memory of a bot that has nothing to do."""
    matches, touched = plan.size(4, 5000), plan.size(2, 600)  # more than fit in the cache
    bare, idle, full = asyncio.run(_memory(plan, matches, touched))
    yield Figure("memory, idle", idle, "MB", "bare discord.py", bare, idle / bare, 1.3)
    yield limited(f"memory added by {matches:,} live matches", max(0, full - idle), "MB", 20)


async def _memory(plan: Plan, matches: int, touched: int) -> tuple[float, float, float]:
    tables = Tables(plan.folder / "live.db", library().matches(matches, live=True))
    found = []
    for command in ((PEER,), (OURS, str(plan.folder / "none.db")), (OURS, str(tables.path))):
        async with rig(*command, channels=touched) as side:
            await side.start()
            if command[-1] == str(tables.path):
                for n in range(touched):
                    asked = await side.fake.click(CHANNEL + n, STRANGER, f"bturn:{n + 1}:1")
                    await asyncio.wait_for(asked.answered, 10)
            if not plan.is_tiny:
                await side.settle()
            found.append(side.memory_mb())
    return found[0], found[1], found[2]


@row("S6")
def start_beside_empty(plan: Plan) -> Iterator[Figure]:
    """Measure the start-up with many matches stored, beside an empty file."""
    books, path = library(), plan.folder / "many.db"
    count = plan.size(4, 5000, 100_000)
    live = None if plan.scale is Scale.FULL else True  # among 100,000, every 20th
    fill(path, books.matches(count, live=live))
    what = f"start to READY, {count:,} {'live' if live else 'stored, 5,000 live'} matches"
    pairs = asyncio.run(_start_beside_empty(plan, str(path)))
    yield compared(what, pairs, "ms", "empty file", 1.1, scale=1e3)


async def _start_beside_empty(plan: Plan, path: str) -> Pairs:
    async with rig(OURS, path) as many, rig(OURS, str(plan.folder / "empty.db")) as none:
        return paired(*await by_turns(plan, partial(started, many), partial(started, none), 3))


@row("H1")
def health(plan: Plan) -> Iterator[Figure]:
    """Measure how long the health check of a running bot takes, and its memory."""
    path = plan.folder / "health.db"
    asyncio.run(_beat(path))
    checks = [_checked(path) for _ in range(plan.size(1, 15))]
    spent, kilobytes = (statistics.median(found) for found in zip(*checks, strict=True))
    yield limited("the health check, start to exit", spent * 1e3, "ms", 100)
    yield limited("memory of the health check, at most", kilobytes / 1000, "MB", 30)


async def _beat(path: Path) -> None:
    store = await Store.open(path)
    await store.set_meta(meta.LAST_BEAT, datetime.now(UTC).isoformat())
    await store.close()


def _checked(path: Path) -> tuple[float, float]:
    """Return the seconds and the kilobytes of one check of a healthy bot."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _HEALTH],
        cwd=ROOT,
        env=os.environ | {"STOLIK_DATABASE": str(path)},
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - begun, float(done.stdout.splitlines()[-1])
