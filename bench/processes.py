"""M5: two bots on a PostgreSQL server beside one on SQLite."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from bench.flood import server_of, world_of
from bench.load import begun
from bench.many import many
from bench.measure import paired
from bench.rig import Play, Rig, Tables, by_turns, cpu_s, our_turn
from bench.server import DURABLE
from bench.table import Figure, Plan, compared, row
from matches.db.desk.moving import move
from tests.postgres import PostgresServer, binaries, running
from tests.range.process import OURS

LINES: Final = 12
"""Turns that are made at the same time, each in a match of its own."""
LAST_S: Final = 0.5
"""The seconds that the last direct messages get."""
CORES: Final = 6
"""With fewer, turns a second say nothing.

Bots, players and servers wait for each other then.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What a turn took, on average.

    Attributes:
        bots_s: Processor time of the bots, all their processes.
        server_s: That of the database's server.
        took_s: Seconds, though several turns were made at once.
    """

    bots_s: float
    server_s: float
    took_s: float


@dataclass
class Side:
    """The bots on one database, and the matches there.

    Attributes:
        bots: They share a Discord.
        tables: The matches, whose players want direct messages.
        server: The first process of the database's server; 0 for a file.
        lines: The moves to make, match after match.
    """

    bots: list[Rig]
    tables: Tables
    server: int = 0
    lines: list[Iterator[Play]] = field(default_factory=list)

    async def start(self, lines: int) -> None:
        """Start all bots at the same time, so that each takes its part of the shards."""
        self.lines = [self._line(number, lines) for number in range(lines)]
        await asyncio.gather(*(bot.start() for bot in self.bots))

    def _line(self, first: int, lines: int) -> Iterator[Play]:
        for number in range(first, len(self.tables.live), lines):
            yield from self.tables.plays(number, number)

    async def play(self, each: int) -> Run:
        """Make the next turns of each line."""

        async def some(line: Iterator[Play]) -> None:
            for _ in range(each):
                await our_turn(self.bots[0].fake, line)

        bots, server, start = self._bots_s(), self._server_s(), time.perf_counter()
        await asyncio.gather(*map(some, self.lines))
        took = time.perf_counter() - start
        await asyncio.sleep(LAST_S)
        turns = each * len(self.lines)
        server_s, bots_s = self._server_s() - server, self._bots_s() - bots
        return Run(bots_s / turns, server_s / turns, took / turns)

    def _bots_s(self) -> float:
        return sum(bot.cpu_s() for bot in self.bots)

    def _server_s(self) -> float:
        return cpu_s(self.server) if self.server else 0.0


@row("M5")
def beside(plan: Plan) -> Iterator[Figure]:
    """Measure the same turns of the same matches on both databases."""
    programs = binaries()
    if programs is None:
        print("M5    PostgreSQL isn't installed (Debian: apt-get install postgresql)")
        return
    with running(programs, DURABLE) as server:
        ours, theirs = asyncio.run(_beside(plan, server))
    pairs = paired([run.bots_s for run in ours], [run.bots_s for run in theirs])
    note = f"PostgreSQL's own {median(run.server_s for run in ours) * 1e3:.1f} ms"
    if (os.cpu_count() or 1) >= CORES:
        rates = [1 / median(run.took_s for run in runs) for runs in (ours, theirs)]
        note += f"; {rates[0]:.1f} turns/s beside {rates[1]:.1f}"
    of, one = "CPU of a turn, 2 processes on PostgreSQL", "1 on SQLite"
    yield compared(of, pairs, "ms", one, 1.3, scale=1e3, note=note)


async def _beside(plan: Plan, server: PostgresServer) -> tuple[list[Run], list[Run]]:
    """Return the runs of two bots, and of one, by turns."""
    lines = plan.size(2, LINES)
    file, moved = (_tables(plan, name, lines) for name in ("one", "two"))
    to = server.bare()
    move(moved.path, to, replays=0, watch_s=0, told=lambda *_: None)
    matches = len(file.live)
    async with AsyncExitStack() as stack:
        alone = await stack.enter_async_context(many(world_of(matches, 0), OURS, str(file.path)))
        first = await stack.enter_async_context(many(world_of(matches, 0), OURS, to.url))
        second = Rig(first.fake, first.command, env=first.env)
        stack.push_async_callback(second.stop)
        one, two = Side([alone], file), Side([first, second], moved, server.pid)
        await asyncio.gather(one.start(lines), two.start(lines))
        if not plan.is_tiny:
            for bot in (alone, first, second):
                await bot.settle()
        each = plan.size(1, 2, 20)
        return await by_turns(plan, lambda: two.play(each), lambda: one.play(each), 3)


def _tables(plan: Plan, name: str, lines: int) -> Tables:
    """Return matches of all games in a new file, the same ones in each."""
    count = lines * plan.size(1, 4, 12)
    return Tables(
        plan.folder / f"{name}.db",
        begun(count),
        dms=True,
        servers=lambda number: server_of(number, count),
    )
