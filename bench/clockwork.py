"""S7: the scheduler among many clocks, beside one indexed query."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bench.measure import Pairs, cpu_seconds, percentile, take_turns
from bench.storage import disk_floor
from bench.table import Figure, Plan, compared, limited, row
from config import Settings
from matches.db.deadlines import due_now
from matches.db.schema import connect
from matches.db.store import Store
from matches.domain.deadlines.epoch import to_ms
from matches.scheduler import Scheduler
from matches.service import MatchService
from rules import registry

CLOCKS: Final = 100_000
SEATS: Final = 4
NOW: Final = datetime(2026, 7, 1, tzinfo=UTC)
EVERY: Final = timedelta(seconds=26)
"""The time between two clocks, which spreads them over a month."""
WAKE_UPS: Final = 150
DUE: Final = "SELECT match_id, seat FROM seats WHERE wake_at <= ? ORDER BY wake_at LIMIT 100"


def fill(path: Path) -> None:
    """Write live matches in which each seat has a running clock, due in order."""
    slug = registry.slugs()[0]
    begun = to_ms(NOW - timedelta(days=1))
    matches = [(n, slug, n, n % SEATS, begun) for n in range(1, CLOCKS // SEATS + 1)]
    seats = []
    for n in range(CLOCKS):
        wake = to_ms(NOW + (n + 1) * EVERY)
        user = 10**17 + n
        seats.append((n // SEATS + 1, n % SEATS, user, begun, wake + 86_400_000, wake, begun))
    with closing(connect(path)) as db:
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO matches (id, slug, rules_version, options, guild_id, channel_id, host_id,"
            " wants_thread, capacity, status, ply, created_at, pace)"
            " VALUES (?, ?, 1, '', 1, ?, ?, 0, 4, 'live', 1, ?, 'steady 48h')",
            matches,
        )
        db.executemany(
            "INSERT INTO seats (match_id, seat, user_id, name, waiting_since, due_at, wake_at,"
            " woken_at) VALUES (?, ?, ?, 'Ann', ?, ?, ?, ?)",
            seats,
        )
        db.execute("COMMIT")
        db.execute("ANALYZE")


class Watch:
    """A clock that can be moved to the next due time."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now


async def wake_up(scheduler: Scheduler) -> float:
    """Let the scheduler do one round; return how long it took, in seconds."""
    start = time.perf_counter()
    scheduler.kick()
    assert scheduler._task is not None
    await scheduler._task
    return time.perf_counter() - start


@dataclass
class House:
    """A scheduler on a file, and a clock that moves from one due time to the next."""

    scheduler: Scheduler
    store: Store
    watch: Watch

    @classmethod
    async def open(cls, path: Path) -> House:
        """Open a file."""
        store, watch = await Store.open(path), Watch()
        service = MatchService(store, clock=watch, cached=Settings().cached_matches)
        return cls(Scheduler(store, service, watch), store, watch)

    async def wake_ups(self, *, due: bool) -> list[float]:
        """Return how long wake-ups take with nothing, or one reminder, due."""
        spent = []
        for _ in range(WAKE_UPS):
            self.watch.now += EVERY if due else timedelta()
            spent.append(await wake_up(self.scheduler))
        return spent

    async def close(self) -> None:
        """Close the file."""
        await self.scheduler.close()
        await self.store.close()


def queries(path: Path) -> Pairs:
    """Measure the queries of one wake-up, beside one query of the same index."""
    at = to_ms(NOW)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:

        def alone() -> None:
            for _ in range(WAKE_UPS):
                db.execute(DUE, (at,)).fetchall()

        def ours() -> None:
            for _ in range(WAKE_UPS):
                due_now(db, NOW)

        return take_turns(
            lambda: cpu_seconds(ours) / WAKE_UPS, lambda: cpu_seconds(alone) / WAKE_UPS, 11
        )


@row("S7")
def scheduling(plan: Plan) -> Iterator[Figure]:
    """Measure a wake-up among many clocks."""
    path = plan.folder / "s7.db"
    fill(path)
    yield compared(
        f"asked at a wake-up among {CLOCKS:,} clocks",
        queries(path),
        "us",
        "one SELECT",
        5.0,
        scale=1e6,
        note="clocks, votes and daily messages",
    )
    with asyncio.Runner() as runner:
        house = runner.run(House.open(path))
        spent = runner.run(house.wake_ups(due=False))
        note = f"p50; p99 {percentile(spent, 0.99) * 1e3:.2f} ms"
        yield limited("a wake-up, nothing due", percentile(spent, 0.5) * 1e3, "ms", 5, note)
        pairs = take_turns(
            lambda: percentile(runner.run(house.wake_ups(due=True)), 0.5),
            lambda: 1 / disk_floor(plan.folder),
        )
        runner.run(house.close())
    what = "a wake-up with one reminder, safe on disk"
    yield compared(what, pairs, "ms", "4 KiB+sync", 2.5, scale=1e3)
    yield limited(what, pairs.ours * 1e3, "ms", 5)
