"""Several bots on one PostgreSQL server, each for some of four shards.

``STOLIK_CREW_KILLS=200`` lets one be killed so often. The lease's times are divided by ten, unless
``STOLIK_LEASE_HURRY=1`` asks for the real ones. With ``-s`` each takeover says how long it took.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg
import pytest
import pytest_asyncio

from matches import lease
from matches.db.postgres.address import Server
from rules import registry
from tests.postgres import PostgresServer
from tests.range.evening import HURRY
from tests.range.players import RandomPlayer, sit_down
from tests.range.process import OURS, ROOT, UNLIMITED
from tests.range.rates import Grants
from tests.range.server import Range
from tests.range.test_shards import ADA, BO, GAME, SHARDS, Club
from tests.range.world import World

KILLS: Final = int(os.environ.get("STOLIK_CREW_KILLS", "1"))
LEASE_HURRY: Final = float(os.environ.get("STOLIK_LEASE_HURRY", "10"))
LEASE_S: Final = lease.WATCH_S / LEASE_HURRY
BUSY_S: Final = 6.0
"""How much longer anything may take on a busy machine."""
SOON_S: Final = 60.0

Bot = asyncio.subprocess.Process


class Crew:
    """A range with a club on each shard, a database, and the bots on it."""

    def __init__(self, database: Server, folder: Path) -> None:
        world = World()
        for number, name in ((ADA, "Ada"), (BO, "Bo")):
            world.user(number).name = name
        self.clubs = [Club(world, shard, 8 + shard) for shard in range(SHARDS)]
        grants = Grants(by_route=False, answer_s=30, concurrency=0, shards=SHARDS)
        self.discord = Range(world, grants=grants)
        self.database, self.folder = database, folder
        self.bots: list[Bot] = []
        self.players: list[RandomPlayer] = []

    async def begin(self, **more: str) -> Bot:
        """Start a bot, with more in its environment."""
        env = {"STOLIK_LEASE_HURRY": str(LEASE_HURRY), "STOLIK_REQUESTS_PER_S": "1000000"}
        with (self.folder / f"bot-{len(self.bots)}.log").open("wb") as log:
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", OURS, str(self.discord.port), self.database.url, HURRY),
                cwd=ROOT,
                stderr=log,
                env=os.environ | UNLIMITED | env | {"STOLIK_THINKERS": "0"} | more,
            )
        self.bots.append(bot)
        return bot

    def said_by(self, bot: Bot) -> str:
        """Return what a bot has said."""
        return (self.folder / f"bot-{self.bots.index(bot)}.log").read_text()

    def ask(self, sql: str) -> list[tuple[int, ...]]:
        """Return what the database says."""
        with closing(psycopg.connect(self.database.url, autocommit=True)) as raw:
            return raw.execute(sql.encode()).fetchall()

    def shards_of(self, bot: Bot) -> list[int]:
        """Return which shards a bot answers for."""
        held = "SELECT shards FROM leases WHERE shards LIKE 'shard:%' AND token <> ''"
        found = self.ask(f"{held} AND pid = {bot.pid} ORDER BY shards")
        return [int(str(name).removeprefix("shard:")) for (name,) in found]

    def connected(self) -> list[int]:
        """Return the shards that are connected, in order."""
        there = self.discord.gateway.sessions.values()
        return sorted({one.shard[0] for one in there if one.socket is not None})

    def due(self) -> list[tuple[int, ...]]:
        """Return the clocks that nobody has touched by playing."""
        return self.ask("SELECT match_id, seat, due_at FROM seats WHERE due_at IS NOT NULL")

    async def all_here(self) -> None:
        """Wait until every shard is connected and no server counts as away."""
        away = "SELECT guild_id FROM attendance WHERE away_since IS NOT NULL"
        await until(lambda: self.connected() == list(range(SHARDS)) and not self.ask(away))

    async def sit_down(self) -> None:
        """Begin a match in each club."""
        assert GAME in registry.slugs()
        for club in self.clubs:
            pair = [RandomPlayer(self.discord, user, 1, taps=0.2) for user in (ADA, BO)]
            club.home = await sit_down(list(pair), club.channel, GAME, time="strict 24h")
            self.players += pair

    async def play(self, moves: int, clubs: list[Club] | None = None) -> None:
        """Play so many moves in each club, at the same time."""
        async with asyncio.timeout(SOON_S):
            await asyncio.gather(*(self._play(club, moves) for club in clubs or self.clubs))

    async def _play(self, club: Club, moves: int) -> None:
        at = self.clubs.index(club) * 2
        pair = self.players[at : at + 2]
        wanted = sum(one.moves for one in pair) + moves
        enough = lambda: sum(one.moves for one in pair) >= wanted  # noqa: E731
        await asyncio.gather(*(one.play(club.home, enough) for one in pair))

    async def judge(self) -> None:
        """Fail if a move was lost, or something posted twice or not at all."""
        await until(lambda: not self.ask("SELECT 1 FROM outbox WHERE status IN ('new','sending')"))
        assert self.ask("SELECT id, kind FROM outbox WHERE status <> 'sent'") == []
        places = self.discord.world.channels.values()
        told = [one.nonce for place in places for one in place.messages.values() if one.nonce]
        assert len(told) == len(set(told)) > 1
        made = sum(one.moves for one in self.players)
        assert self.ask("SELECT count(*) FROM log WHERE user_id > 0") >= [(made,)]

    async def close(self) -> None:
        """End everything."""
        for bot in self.bots:
            if bot.returncode is None:
                bot.kill()
            await bot.wait()
        await self.discord.close()


async def until(happened: Callable[[], bool]) -> float:
    """Wait until something has happened; return the seconds that took."""
    begun = time.perf_counter()
    async with asyncio.timeout(SOON_S):
        while not happened():  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.05)
    return time.perf_counter() - begun


@pytest_asyncio.fixture
async def crew(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Crew]:
    """Yield two bots on one server, with a match on each shard."""
    made = Crew(postgres.new(), tmp_path)
    await made.discord.open()
    try:
        await made.begin()
        await made.begin()
        await made.all_here()
        await until(lambda: bool(made.discord.commands))
        await made.sit_down()
        yield made
    finally:
        await made.close()


async def killed(crew: Crew, bot: Bot) -> float:
    """Kill a bot while all play; return after how long another has its shards."""
    spare = await crew.begin()
    registered = "SELECT 1 FROM leases WHERE shards LIKE 'process:%'"
    await until(lambda: len(crew.ask(registered)) > 2)
    lost = crew.shards_of(bot)
    assert crew.shards_of(spare) == []
    playing = asyncio.create_task(crew.play(3))
    await asyncio.sleep(0.3)
    before = crew.due()
    bot.kill()
    seconds = await until(lambda: crew.shards_of(spare) == lost)
    print(f"killed: shards {lost} taken over after {seconds:.2f} s")
    moved = {row[:2]: row[2] for row in crew.due()}
    assert all(moved.get(row[:2], row[2]) >= row[2] for row in before)
    await playing
    await crew.all_here()
    return seconds


@pytest.mark.timeout(90 + 45 * KILLS)
async def test_a_spare_takes_over_what_was_killed(crew: Crew) -> None:
    shared = sorted(crew.shards_of(bot) for bot in crew.bots)
    assert shared == [[0, 1], [2, 3]]
    await crew.play(2)
    for number in range(KILLS):
        assert await killed(crew, crew.bots[number]) <= LEASE_S + 2 + BUSY_S
    await crew.judge()


async def test_one_that_hangs_is_replaced_and_writes_nothing(crew: Crew) -> None:
    """The other one takes all shards; what wakes up stops."""
    first, second = crew.bots
    await crew.play(1)
    second.send_signal(signal.SIGSTOP)
    seconds = await until(lambda: crew.shards_of(first) == list(range(SHARDS)))
    print(f"hung: taken over after {seconds:.2f} s")
    assert seconds <= LEASE_S + 2 + BUSY_S
    await crew.all_here()
    await crew.play(2)
    second.send_signal(signal.SIGCONT)
    assert await asyncio.wait_for(second.wait(), SOON_S) == 1
    await crew.play(1)
    await crew.judge()
