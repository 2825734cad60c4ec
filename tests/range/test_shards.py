"""The real bot with four shards: some of them drop, are silent, or lose their sessions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from rules import registry
from tests.range import admins, permissions
from tests.range.evening import HURRY
from tests.range.players import YOUR_MOVE, Player, sit_down
from tests.range.process import OURS, Process
from tests.range.rates import Grants
from tests.range.server import Range
from tests.range.sleepers import started
from tests.range.world import Channel, Guild, World

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHARDS: Final = 4
ADA, BO = 41, 42
ABSENT_S: Final = 0.8
"""After how long a bot of these tests counts as away."""
AWAY_S: Final = 1.5
JUDGED_S: Final = 0.6
"""How exactly an absence is known: beats, and the way there."""
WATCHED_S: Final = 5.0
GAME: Final = "krakow"


class Club:
    """A server of a shard, with its channel and its match."""

    def __init__(self, world: World, shard: int, at: int) -> None:
        number = at << 22 | 7
        everyone = permissions.EVERYBODY
        self.shard = shard
        self.guild: Guild = world.add_guild(number, f"club {at}", ADA, everyone=everyone, bot=0)
        world.join(self.guild, BO)
        self.channel: Channel = world.add_channel(self.guild, 5_000_000 + at, f"table-{at}")
        self.home = self.channel


class Town:
    """A range with a club on each shard, and the bot."""

    def __init__(self, database: Path) -> None:
        world = World()
        for number, name in ((ADA, "Ada"), (BO, "Bo")):
            world.user(number).name = name
        self.clubs = [Club(world, shard, 8 + shard) for shard in range(SHARDS)]
        grants = Grants(by_route=False, answer_s=30, concurrency=0, shards=SHARDS)
        self.discord = Range(world, grants=grants)
        env = {"RANGE_ABSENT_S": str(ABSENT_S), "STOLIK_THINKERS": "0", "STOLIK_LEASE_HURRY": "10"}
        self.database = database
        self.side = Process(self.discord, (OURS, str(database), HURRY, "1"), env=env)

    async def until(self, happened: Callable[[], bool], limit_s: float = 20) -> None:
        async with asyncio.timeout(limit_s):
            while not happened():  # noqa: ASYNC110 - nothing tells the test of it
                await asyncio.sleep(0.02)

    def ask(self, sql: str, *args: object) -> list[tuple[int, ...]]:
        """Return what the bot's database says."""
        with closing(sqlite3.connect(self.database)) as db:
            return db.execute(sql, args).fetchall()

    def due_s(self, club: Club) -> float:
        """Return when the time of a club's match is over, in seconds."""
        [(due,)] = self.ask(
            "SELECT max(due_at) FROM seats JOIN matches ON id = match_id WHERE guild_id = ?",
            club.guild.id,
        )
        return due / 1000

    def is_away(self, club: Club) -> bool:
        """Return whether the bot takes itself for away from a club."""
        sql = "SELECT away_since IS NOT NULL FROM attendance WHERE guild_id = ?"
        return self.ask(sql, club.guild.id) != [(0,)]

    async def all_here(self, *clubs: Club) -> None:
        await self.until(lambda: not any(self.is_away(club) for club in clubs or self.clubs))

    async def begin(self, club: Club) -> None:
        """Begin a match of two in a club, and wait for its first post."""
        ada, bo = Player(self.discord, ADA), Player(self.discord, BO)
        club.home = await sit_down([ada, bo], club.channel, GAME, time="strict 24h")
        await self.until(lambda: self.has(ada, club.home, YOUR_MOVE))

    @staticmethod
    def has(player: Player, channel: Channel, label: str) -> bool:
        read = player.reads(channel)
        return bool(read) and label in player.buttons(read[-1])

    async def can_play(self, club: Club) -> bool:
        """Return whether a tap in a club is answered."""
        ada = Player(self.discord, ADA)
        post = next(k for k in reversed(ada.reads(club.home)) if YOUR_MOVE in ada.buttons(k))
        return (await ada.tap(club.home, post, YOUR_MOVE)).shown is not None


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    """Yield the town with a match on each shard; the tests follow each other."""
    assert GAME in registry.slugs()
    made = Town(tmp_path_factory.mktemp("town") / "stolik.db")
    await made.discord.open()
    try:
        await made.side.start()
        for club in made.clubs:
            await made.begin(club)
        await made.all_here()
        yield made
    finally:
        await made.side.stop()
        await made.discord.close()


async def test_all_shards_are_there(town: Town) -> None:
    gateway = town.discord.gateway
    shards = sorted(one.shard for one in gateway.sessions.values())
    assert shards == [(number, SHARDS) for number in range(SHARDS)]
    assert [gateway.shard(club.guild.id, SHARDS) for club in town.clubs] == list(range(SHARDS))
    for club in town.clubs:
        assert await town.can_play(club)


async def test_a_dropped_shard_stops_the_clocks_of_its_servers_alone(town: Town) -> None:
    gateway, before = town.discord.gateway, [town.due_s(club) for club in town.clubs]
    identified = gateway.identified
    gateway.silent.add(1)
    await gateway.drop(shard=1)
    await town.until(lambda: town.is_away(town.clubs[1]))
    assert not any(town.is_away(town.clubs[number]) for number in (0, 2, 3))
    await asyncio.sleep(AWAY_S)
    assert await town.can_play(town.clubs[0])
    await gateway.speak(1)
    await town.all_here()
    moved = [town.due_s(club) - due for club, due in zip(town.clubs, before, strict=True)]
    assert moved[1] == pytest.approx(AWAY_S, abs=JUDGED_S)
    assert [moved[number] for number in (0, 2, 3)] == [0, 0, 0]
    assert gateway.identified == identified
    assert gateway.resumed
    assert await town.can_play(town.clubs[1])


async def test_a_short_drop_moves_nothing(town: Town) -> None:
    before, resumed = town.due_s(town.clubs[1]), town.discord.gateway.resumed
    await town.discord.gateway.drop(close=4000, shard=1)
    await town.until(lambda: town.discord.gateway.resumed > resumed)
    await town.all_here()
    assert town.due_s(town.clubs[1]) == before


async def test_a_server_that_discord_cannot_reach_is_not_gone(town: Town) -> None:
    club, other = town.clubs[2], town.clubs[3]
    before, unmoved = town.due_s(club), town.due_s(other)
    await admins.outage(town.discord, club.guild)
    await town.until(lambda: town.is_away(club))
    await asyncio.sleep(AWAY_S)
    await admins.outage(town.discord, club.guild, over=True)
    await town.all_here()
    assert town.due_s(club) - before == pytest.approx(AWAY_S, abs=JUDGED_S)
    assert town.due_s(other) == unmoved
    assert town.ask("SELECT count(*) FROM lost_guilds") == [(0,)]
    assert await town.can_play(club)


async def test_another_number_of_shards_and_one_that_is_never_ready(town: Town) -> None:
    """Shard 3 of 4 drops and the bot stops; it starts with two shards, one of them silent."""
    gateway, before = town.discord.gateway, [town.due_s(club) for club in town.clubs]
    gateway.silent.add(3)
    await gateway.drop(shard=3)
    await town.until(lambda: town.is_away(town.clubs[3]))
    await asyncio.sleep(AWAY_S)
    await town.side.stop()
    await asyncio.sleep(AWAY_S)
    town.discord.rates.grants.shards = 2
    gateway.silent = {1}  # with clubs 1 and 3
    await town.side.start()
    await town.all_here(town.clubs[0], town.clubs[2])
    assert await town.can_play(town.clubs[0])
    assert town.is_away(town.clubs[1])
    assert town.is_away(town.clubs[3])
    down_s = town.due_s(town.clubs[0]) - before[0]
    assert down_s > AWAY_S
    assert town.due_s(town.clubs[2]) - before[2] == pytest.approx(down_s, abs=JUDGED_S)
    assert town.due_s(town.clubs[1]) == before[1]
    await asyncio.sleep(AWAY_S)
    await gateway.speak(1)
    await town.all_here()
    moved_1, moved_3 = (town.due_s(town.clubs[n]) - before[n] for n in (1, 3))
    assert moved_1 > down_s + AWAY_S
    assert moved_3 - moved_1 == pytest.approx(AWAY_S, abs=JUDGED_S)
    for club in town.clubs:
        assert await town.can_play(club)


async def test_a_server_that_went_with_a_lost_session_is_noticed(town: Town) -> None:
    club, gateway = town.clubs[3], town.discord.gateway
    identified, club.guild.here = gateway.identified, False
    number = gateway.shard(club.guild.id, town.discord.rates.grants.shards)
    await gateway.lose(code=4009, shard=number)
    await town.until(lambda: gateway.identified > identified)
    await town.until(lambda: bool(town.ask("SELECT guild_id FROM lost_guilds")))
    assert town.ask("SELECT guild_id FROM lost_guilds") == [(club.guild.id,)]
    await town.all_here(*town.clubs[:3])


async def test_too_few_sessions_refuse_a_start(town: Town) -> None:
    await town.side.stop()
    stopped = town.side.process
    town.discord.gateway.end()
    identified = town.discord.gateway.identified
    town.discord.rates.grants.starts = identified + 3
    starting = asyncio.create_task(town.side.start())
    await town.until(lambda: town.side.process is not stopped)
    assert town.side.process is not None
    assert await asyncio.wait_for(town.side.process.wait(), 40) == 1
    starting.cancel()
    assert town.discord.gateway.identified == identified


async def test_many_sleeping_matches_are_not_asked_about_one_by_one(tmp_path: Path) -> None:
    _, taken = await started(tmp_path, 80, timedelta(minutes=2), WATCHED_S)
    assert 0 < taken["GET /channels/{channel}"] < 10
    assert not [route for route in taken if route.startswith(("POST /channels", "PATCH"))]
    assert taken.total() < 30


async def test_many_matches_are_told_of_a_long_absence_one_by_one(tmp_path: Path) -> None:
    day, away = timedelta(days=1), timedelta(hours=2)
    _, taken = await started(tmp_path, 80, away, WATCHED_S, ago=day)
    assert 2 <= taken["POST /channels/{channel}/messages"] <= WATCHED_S
    assert taken.total() < 30
