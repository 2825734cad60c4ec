"""S7: the scheduler among many clocks, beside one indexed query."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bench.measure import Pairs, cpu_seconds, percentile
from bench.recorded import opened
from bench.storage import disk_floor
from bench.table import Figure, Plan, compared, limited, row
from config import Settings
from matches.db import matches as matches_db
from matches.db.deadlines import due_now
from matches.db.driver import Connection, transaction
from matches.db.meta import LAST_BEAT
from matches.db.schema import connect
from matches.db.store import Store
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import Clock, Pace, PaceKind
from matches.scheduler import Scheduler
from matches.service import MatchService
from rules import registry

SEATS: Final = 4
NOW: Final = datetime(2026, 7, 1, tzinfo=UTC)
EVERY: Final = timedelta(seconds=26)
"""The time between two clocks, which spreads them over a month."""
STEADY: Final = Pace(PaceKind.STEADY, 48)
DUE: Final = "SELECT match_id, seat FROM seats WHERE wake_at <= ? ORDER BY wake_at LIMIT 100"


def fill(path: Path, clocks: int) -> None:
    """Write live matches in which each seat has a running clock, due in order."""
    rules = registry.get(registry.slugs()[0])

    def put(db: Connection) -> None:
        for number in range(clocks // SEATS):
            lobby = opened(rules, SEATS, number)
            seats = tuple(
                replace(seat, clock=clock(number * SEATS + seat.seat)) for seat in lobby.seats
            )
            matches_db.insert(db, replace(lobby, status="live", seats=seats, pace=STEADY), ())

    with closing(connect(path)) as db:
        transaction(db, put, "BEGIN")
        db.execute("ANALYZE")


def clock(number: int) -> Clock:
    """Return a clock with a day behind it and another after its reminder."""
    begun, wake = NOW - timedelta(days=1), NOW + (number + 1) * EVERY
    return Clock(begun, wake + timedelta(days=1), wake, begun)


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

    async def wake_ups(self, count: int, *, due: bool) -> tuple[list[float], list[float]]:
        """Return how long wake-ups take with nothing, or one reminder, due.

        The second are those that also record a heartbeat, about every other one with reminders.
        """
        usual, beats = list[float](), list[float]()
        for _ in range(count):
            self.watch.now += EVERY if due else timedelta()
            before = await self.store.get_meta(LAST_BEAT)
            spent = await wake_up(self.scheduler)
            (usual if await self.store.get_meta(LAST_BEAT) == before else beats).append(spent)
        return usual, beats

    async def close(self) -> None:
        """Close the file."""
        await self.scheduler.close()
        await self.store.close()


def queries(plan: Plan, path: Path, count: int) -> Pairs:
    """Measure the queries of one wake-up, beside one query of the same index."""
    at = to_ms(NOW)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:

        def alone() -> None:
            for _ in range(count):
                db.execute(DUE, (at,)).fetchall()

        def ours() -> None:
            for _ in range(count):
                due_now(db, NOW)

        return plan.pairs(lambda: cpu_seconds(ours) / count, lambda: cpu_seconds(alone) / count, 11)


@row("S7")
def scheduling(plan: Plan) -> Iterator[Figure]:
    """Measure a wake-up among many clocks."""
    path, clocks, count = (
        plan.folder / "s7.db",
        plan.size(400, 20_000, 100_000),
        plan.size(3, 100, 150),
    )
    fill(path, clocks)
    yield compared(
        f"asked at a wake-up among {clocks:,} clocks",
        queries(plan, path, count),
        "us",
        "one SELECT",
        5.0,
        scale=1e6,
        note="clocks, votes and daily messages",
    )
    with asyncio.Runner() as runner:
        house = runner.run(House.open(path))
        spent, _ = runner.run(house.wake_ups(count, due=False))
        note = f"p50; p99 {percentile(spent, 0.99) * 1e3:.2f} ms"
        yield limited("a wake-up, nothing due", percentile(spent, 0.5) * 1e3, "ms", 5, note)
        with_beat = list[float]()

        def reminded() -> float:
            usual, beats = runner.run(house.wake_ups(count, due=True))
            with_beat.extend(beats)
            return percentile(usual, 0.5)

        pairs = plan.pairs(reminded, lambda: 1 / disk_floor(plan.folder, count))
        runner.run(house.close())
    what = "a wake-up with one reminder, safe on disk"
    yield compared(what, pairs, "ms", "4 KiB+sync", 2.5, scale=1e3)
    yield limited(what, pairs.ours * 1e3, "ms", 5)
    yield limited(what + ", and the minute's heartbeat", percentile(with_beat, 0.5) * 1e3, "ms", 5)
