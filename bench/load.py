"""T: players at 200 tables at the same time: how soon they get answers and posts.

The players have the default settings, so they get direct messages.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from bench.measure import percentile
from bench.recorded import BEGUN, CHANNEL, opened, record
from bench.rig import Play, Rig, Tables, rig
from bench.stored import Copy
from bench.table import Figure, Plan, limited, row
from matches.domain.deadlines import lifetime
from rules import registry
from tests.range.interactions import Asked
from tests.range.process import OURS

STRANGER: Final = 7
TABLES: Final = 200
PER_S: Final = 50
"""Requests a second that Discord allows a bot, answers to interactions excluded."""
LOOKS: Final = (("turn", 0.5), ("hand", 0.1), ("board", 0.1))
"""A player's requests before a move, tapped or typed, and their probabilities."""
PLAIN_EVERY: Final = 20
"""The number of moves between two uses of /about."""
SAMPLES: Final = 40
"""The number of times that memory is measured."""
MIB: Final = 1.048576
WAIT_S: Final = 30
"""The longest wait in seconds; a later answer or post counts as lost."""
SHOWS: Final = re.compile(rb'"b(?:turn|text|replayed):\d+:(\d+)')
"""The ply in the ids of a turn post's buttons, and of a result's."""


def begun(count: int) -> Iterator[Copy]:
    """Return matches of all games and numbers of players that are being played."""
    rng, games = Random(11), [registry.get(slug) for slug in registry.slugs()]
    for number in range(count):
        rules = games[number % len(games)]
        seats = rng.choice([seats for seats in rules.info.seats if seats > 1])
        played = record(rules, seats, number, rng.randrange(20))
        copy = Copy.of(played, opened(rules, seats, number))
        yield replace(copy, info=lifetime.touched(copy.info, BEGUN))


@dataclass
class Hour:
    """The measurements at some tables: waiting times, losses, memory.

    Attributes:
        acked: Seconds until Discord was told that an answer will come.
        answered: Seconds until the answer arrived.
        plain: Seconds until an answer arrived that needs neither a match nor a picture.
        posted: Seconds from a move to a picture of it for everybody.
        moves: How many were made.
        lost: Answers and posts that never arrived.
        memory_mb: Memory of all processes of the bot, measured at intervals.
        cpu_s: Processor time of all processes of the bot.
    """

    acked: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0
    memory_mb: list[float] = field(default_factory=list)
    cpu_s: float = 0.0


class Crowd:
    """Plays at many tables at once; a slow one doesn't hold up the others."""

    def __init__(self, side: Rig, tables: Tables, count: int) -> None:
        """Sit down at `count` tables; when a match is over, the next one is played there."""
        self.hour = Hour()
        self._side, self._fake, self._rng = side, side.fake, Random(3)
        self._free = asyncio.Queue[Iterator[Play]]()
        for first in self._rng.sample(range(count), count):
            numbers = range(first, len(tables.live), count)
            self._free.put_nowait(chain.from_iterable(tables.plays(n, n) for n in numbers))
        self._unseen = defaultdict[str, list[tuple[int, float]]](list)
        self._all_seen = asyncio.Event()
        self._fake.heard = self._hear

    async def play(self, moves: int, per_s: float) -> Hour:
        """Make moves at random moments, `per_s` of them on average."""
        tasks, due, cpu = set[asyncio.Task[None]](), time.perf_counter(), self._side.cpu_s()
        for number in range(moves):
            due += self._rng.expovariate(per_s)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.add(asyncio.create_task(self._turn()))
            if number % PLAIN_EVERY == 0:
                tasks.add(asyncio.create_task(self._ask_plainly()))
            if number % max(1, moves // SAMPLES) == 0:
                self.hour.memory_mb.append(self._side.memory_mb())
        await asyncio.gather(*tasks)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_seen.wait(), WAIT_S)
        self.hour.lost += sum(map(len, self._unseen.values()))
        self.hour.cpu_s = self._side.cpu_s() - cpu
        return self.hour

    async def _turn(self) -> None:
        """Let the player to move at the next table look around, and move."""
        table = await self._free.get()
        play = next(table)
        for look, share in LOOKS:
            if self._rng.random() < share:
                await self._note(await self._look(look, play))
        asked = await self._fake.slash(play.channel, play.user, "move", move=play.move)
        self.hour.moves += 1
        if play.posts:
            self._unseen[str(play.channel)].append((play.ply, asked.start))
            self._all_seen.clear()
        await self._note(asked)
        self._free.put_nowait(table)

    async def _look(self, look: str, play: Play) -> Asked:
        if look == "turn":
            return await self._fake.click(play.channel, play.user, f"bturn:{play.match}:{play.ply}")
        return await self._fake.slash(play.channel, play.user, look)

    async def _ask_plainly(self) -> None:
        asked = await self._fake.slash(CHANNEL, STRANGER, "about")
        self.hour.plain.append(await asyncio.wait_for(asked.answered, WAIT_S))

    async def _note(self, asked: Asked) -> None:
        try:
            self.hour.answered.append(await asyncio.wait_for(asked.answered, WAIT_S))
            self.hour.acked.append(asked.acked)
        except TimeoutError:
            self.hour.lost += 1

    def _hear(self, channel: str, body: bytes) -> None:
        """Note which moves a picture in a channel shows."""
        plies = [int(ply) for ply in SHOWS.findall(body)]
        if not plies or b"filename=" not in body:
            return
        now, shown, unseen = time.perf_counter(), max(plies), self._unseen[channel]
        self.hour.posted += [now - start for ply, start in unseen if ply <= shown]
        unseen[:] = [(ply, start) for ply, start in unseen if ply > shown]
        if not any(self._unseen.values()):
            self._all_seen.set()


async def evening(
    folder: Path,
    moves: int,
    per_s: float,
    *,
    limit: float,
    tables: int = TABLES,
    settled: bool = False,
) -> Hour:
    """Play, and return what happened to the players.

    Args:
        folder: Where the database is made.
        moves: The number of moves.
        per_s: Moves per second, on average.
        limit: Requests a second that Discord grants.
        tables: How many matches are played at the same time.
        settled: Begin only once the bot has come to rest after its start.
    """
    async with _seated(folder, tables, limit=limit, settled=settled) as (ours, stored):
        return await Crowd(ours, stored, tables).play(moves, per_s)


@asynccontextmanager
async def _seated(
    folder: Path, tables: int, *, limit: float, settled: bool
) -> AsyncIterator[tuple[Rig, Tables]]:
    """Return a bot at tables, for each of which there are two matches."""
    stored = Tables(folder / "load.db", begun(tables * 2), dms=True)
    async with rig(OURS, str(stored.path), channels=tables * 2) as ours:
        ours.fake.rates.grants.per_s = limit
        await ours.start()
        if settled:
            await ours.settle()
        yield ours, stored


def at_tables(plan: Plan, limit: float = PER_S) -> AbstractAsyncContextManager[tuple[Rig, Tables]]:
    """Return a bot at all tables, granted so many requests a second."""

    def opened(folder: Path) -> AbstractAsyncContextManager[tuple[Rig, Tables]]:
        return _seated(folder, _tables(plan), limit=limit, settled=not plan.is_tiny)

    return plan.shared("tables", opened)


def _tables(plan: Plan) -> int:
    return plan.size(4, TABLES)


async def _at_tables(plan: Plan, moves: int, per_s: float, limit: float) -> Hour:
    async with at_tables(plan, limit) as (ours, stored):
        ours.fake.rates.grants.per_s = limit
        return await Crowd(ours, stored, _tables(plan)).play(moves, per_s)


@row("T1")
def twenty(plan: Plan) -> Iterator[Figure]:
    """Measure 20 moves a second, within Discord's limit."""
    hour = plan.run(_at_tables(plan, plan.size(6, 160, 12_000), 20, PER_S))
    yield from waits(hour, "20 moves/s: ", answered_ms=150, posted_ms=1000)


@row("T2")
def forty(plan: Plan) -> Iterator[Figure]:
    """Measure 40 moves a second, without that limit, and the memory of all processes."""
    moves = plan.size(8, 320, 10_000)
    hour = plan.run(_at_tables(plan, moves, 40, math.inf))
    yield from waits(hour, "40 moves/s: ", answered_ms=300, posted_ms=3000)
    yield from levels(hour, f"memory after {moves:,} moves")


def waits(hour: Hour, of: str, *, answered_ms: float, posted_ms: float) -> Iterator[Figure]:
    """Yield the waiting times, beside an answer without a match or a picture."""
    floor = percentile(hour.plain, 0.99) * 1e3

    def within(what: str, found: list[float], limit_ms: float) -> Figure:
        p50, p99 = (percentile(found, share) * 1e3 for share in (0.5, 0.99))
        note = f"p50 {p50:.0f} ms, n {len(found)}; /about p99 {floor:.0f} ms"
        return limited(f"{of}{what}, p99", p99, "ms", limit_ms, note)

    yield within("answered", hour.answered, answered_ms)
    yield within("posted with its picture", hour.posted, posted_ms)
    yield Figure(of + "never answered or posted", hour.lost, "", "limit", 0, hour.lost, 0)


def levels(hour: Hour, of: str) -> Iterator[Figure]:
    """Yield the peak memory, and the end of the last quarter beside its start."""
    quarter = hour.memory_mb[len(hour.memory_mb) * 3 // 4 :]
    grown = quarter[-1] / quarter[0]
    yield limited(of, max(hour.memory_mb) / MIB, "MiB", 250)
    yield Figure(of + ", last quarter", quarter[-1], "MB", "begin", quarter[0], grown, 1.03)
