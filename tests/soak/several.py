"""Two bots on one PostgreSQL server are killed while matches are played; so is the server."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, Final

from matches.db.postgres.address import Server
from rules import registry
from tests.postgres import PostgresServer, binaries, running
from tests.range.rates import Grants, generous
from tests.range.server import Range
from tests.soak import judge
from tests.soak.kills import PATIENCE_S, Kills, Way
from tests.soak.kills_bot import Life
from tests.soak.kills_lives import END_S, OUTSIDE, READY_S, Lives, Nursery
from tests.soak.record import Lasting
from tests.soak.report import Exercise, Run

SHARDS: Final = 4
BOTS: Final = 2
TABLES: Final = 4
"""One on each shard."""
SAFE: Final = ("-c", "max_wal_size=64MB")
"""Unlike in other tests, the server keeps what it has said to keep, even when it is killed."""


class Pair(Lives):
    """Two bots on one server, each for its part of the shards.

    Attributes:
        victim: The one that something happens to.
        killed: How many have ended.
        outages: How often the server was away; whoever asked it then waits for some seconds.
    """

    outside = (
        *OUTSIDE,
        "this bot's lease is gone from the database",
        "can't begin a session: cannot use database",
    )
    """The other one frees the shards of a bot that hung, and forgets it; a server is away."""

    def __init__(self, fake: Range, folder: Path, server: Server) -> None:
        super().__init__(fake, folder)
        self._server, self._never = server, asyncio.Event()
        self._asking = Lasting(server)
        self._both = [Nursery() for _ in range(BOTS)]
        self.victim, self.killed, self.outages = self._both[0], 0, 0

    @property
    def every(self) -> Sequence[Nursery]:
        """Return where both live."""
        return self._both

    @property
    def over(self) -> asyncio.Event:
        """Return what is never set: one of them lives, or is about to."""
        return self._never

    @property
    def database(self) -> Server:
        """Return what both use."""
        return self._server

    @property
    def is_up(self) -> bool:
        """Return whether every shard is connected."""
        there = self._fake.gateway.sessions.values()
        return {one.shard[0] for one in there if one.socket is not None} == set(range(SHARDS))

    def disturbances(self) -> int:
        """Return how often a bot has connected or gone; what was sent before may be lost."""
        return super().disturbances() + self.killed + self.outages

    def shards_of(self, bot: Nursery) -> int:
        """Return for how many shards a bot answers."""
        held = "SELECT count(*) FROM leases WHERE shards LIKE 'shard:%' AND token <> '' AND pid = ?"
        return int(self._asking.execute(held, (bot.pid,)).fetchone()[0])

    def is_away(self) -> bool:
        """Return whether a server has still to get lost time back."""
        away = "SELECT count(*) FROM attendance WHERE away_since IS NOT NULL"
        return bool(self._asking.execute(away).fetchone()[0])

    async def open(self) -> None:
        """Load all that bots need."""
        self.jump(0.0)
        await asyncio.gather(*(one.open() for one in self.every))

    async def close(self) -> None:
        """End everything."""
        await asyncio.gather(*(one.close() for one in self.every))
        self._asking.close()

    def _life(self) -> Life:
        return replace(super()._life(), database=self._server.url)

    async def begin(self, bot: Nursery, **how: Any) -> None:
        """Let a bot begin to live."""
        await bot.fork(replace(self._life(), **how))

    async def kill(self) -> None:
        """End the victim without a chance to finish anything."""
        self.killed += 1
        await self._end(self.victim)


class Several(Kills):
    """One run of the exercise."""

    def __init__(self, run: Run, server: PostgresServer, *, most: float = inf) -> None:
        self._server, self._address = server, server.new()
        super().__init__(run, most=most, tables=TABLES)

    @staticmethod
    def _guilds() -> Sequence[int]:
        return [8 + shard << 22 | 7 for shard in range(SHARDS)]

    @staticmethod
    def _grants() -> Grants:
        return replace(generous(), shards=SHARDS)

    def _bots(self) -> Pair:
        return Pair(self._fake, self._run.folder, self._address)

    @property
    def _pair(self) -> Pair:
        assert isinstance(self._lives, Pair)
        return self._lives

    def _all_ways(self) -> Sequence[Way]:
        return (
            Way("at random", 4, self._some_moves),
            Way("at a statement", 4, self._doomed, lambda: self._doom("statement", 400)),
            Way("at a request", 4, self._doomed, lambda: self._doom("request", 60)),
            Way("asked to end", 2, self._asked),
            Way("replaced", 1, self._replaced),
            Way("both killed", 1, self._both),
            Way("server killed", 2, self._server_dies),
            Way("connection broken", 1, self._disconnected),
        )

    async def _begin(self) -> None:
        for bot in self._pair.every:
            await self._pair.begin(bot)
        await self._up()

    async def _up(self) -> None:
        """Wait until every server is looked after."""
        try:
            async with asyncio.timeout(READY_S):
                while not self._is_settled():  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        except TimeoutError:
            doing = await self._lives.doing()
            self._wrong("stuck", "shards that nobody has taken over", doing)

    def _is_settled(self) -> bool:
        return self._pair.is_up and bool(self._fake.commands) and not self._pair.is_away()

    async def _one_life(self) -> None:
        """Let one of the bots die in some way, and start another in its place."""
        pair, ways = self._pair, self._ways
        (way,) = self._rng.choices(ways, [way.weight for way in ways])
        pair.victim, clocks = self._rng.choice(pair.every), self._record.clocks()
        if how := way.begin():
            await self._again(**how)
        self._report.counts["kills of one with shards"] += bool(pair.shards_of(pair.victim))
        await way.live()
        await self._again()
        self._report.counts["kills"] += 1
        self._report.counts[way.name] += 1
        await self._up()
        now = pair.now()
        for what in judge.moved_otherwise(clocks, self._record.clocks(), lambda *_: 0.0, now):
            self._wrong("clock", what)

    async def _again(self, **how: Any) -> None:
        """Start a bot in the place of the victim, which is killed if it lives."""
        if not self._pair.victim.over.is_set():
            await self._pair.kill()
        await self._pair.begin(self._pair.victim, **how)

    async def _doomed(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pair.victim.over.wait(), PATIENCE_S)

    async def _asked(self) -> None:
        await self._some_moves()
        self._pair.victim.signal(signal.SIGTERM)
        await self._ends("that was asked to end", 0)

    async def _replaced(self) -> None:
        """Let one hang until the other has its shards, and wake up.

        One without shards, which the other may have taken when it died, goes on when it wakes up.
        """
        await self._some_moves()
        pair = self._pair
        pair.victim = max(pair.every, key=pair.shards_of)
        pair.victim.signal(signal.SIGSTOP)
        try:
            async with asyncio.timeout(END_S):
                while pair.shards_of(pair.victim):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        except TimeoutError:
            pair.victim.signal(signal.SIGCONT)
            self._wrong("stuck", "no bot took the place of one that hung", await pair.doing())
            return
        await self._some_moves()
        pair.victim.signal(signal.SIGCONT)
        await self._ends("that was replaced", 1)

    async def _ends(self, which: str, code: int) -> None:
        """Expect that the victim ends by itself."""
        victim = self._pair.victim
        with suppress(TimeoutError):
            await asyncio.wait_for(victim.over.wait(), END_S)
        if not victim.over.is_set() or victim.code != code:
            ended = f"with {victim.code}" if victim.over.is_set() else "not at all"
            self._wrong("stuck", f"a bot {which} ended {ended}")

    async def _both(self) -> None:
        await self._some_moves()
        for bot in self._pair.every:
            self._pair.victim = bot
            await self._again()
        await self._some_moves()

    async def _server_dies(self) -> None:
        """Kill the database server, and start it again."""
        await self._some_moves()
        how = self._rng.choice((signal.SIGINT, signal.SIGKILL))
        self._pair.outages += 1
        await asyncio.to_thread(self._restart, how)
        self._pair.outages += 1
        await self._some_moves()

    def _restart(self, how: signal.Signals) -> None:
        """Restart the server on a thread: readers of its tables block the loop until then."""
        self._server.stop(how)
        self._server.start()


async def attack(run: Run) -> None:
    """Kill bots until the time is over; where PostgreSQL isn't installed, do nothing."""
    registry.load()
    programs = binaries()
    if programs is None:
        run.report.wrong("missing", "PostgreSQL isn't installed")
        return
    with running(programs, SAFE) as server:
        await Several(run, server).attack()


EXERCISE: Final = Exercise(
    "several",
    "two bots on one PostgreSQL server, killed in every way while matches are played",
    attack,
    {"kills": 20, "kills of one with shards": 10, "server killed": 1},
    0.2,
)
