"""Servers that went or came back: how the bot looks, and what it does if it can't."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import pytest_asyncio

from cogs.table import watch
from cogs.table.watch import ChannelWatch
from rules.errors import StoreError

EACH = 30
BUSY: Any = SimpleNamespace(status=503, reason="busy", headers={})


class Club:
    """A bot that is on some servers again, whose matches are in archived threads."""

    def __init__(self, *guild_ids: int) -> None:
        self.faults = list[Exception]()
        """What the next requests fail with."""
        self.asked, self.found, self.back = list[int](), list[int](), list[int]()
        self.lost = list[int]()
        self.guilds = {number: self.guild(number) for number in guild_ids}
        self.on_ask: Callable[[], object] = dict

    @staticmethod
    def guild(number: int) -> Any:
        return SimpleNamespace(id=number, shard_id=0, unavailable=False)

    def bot(self) -> Any:
        connection = SimpleNamespace(_remove_guild=lambda guild: self.guilds.pop(guild.id))
        vanished = SimpleNamespace(
            known=self.known, ends_at=self.ends_at, waiting=self.waiting, back=self.noted,
            unseen=self.nothing, lost=self.left,
        )  # fmt: skip
        channels = SimpleNamespace(found=self.goes_on, known=self.nothing)
        club = self

        class Bot(SimpleNamespace):
            guilds = property(lambda _: [*club.guilds.values()])

        return Bot(
            service=SimpleNamespace(vanished=vanished, channels=channels),
            presence=SimpleNamespace(shard_of=lambda _: 0, knows=lambda _: True),
            get_guild=lambda number: self.guilds.get(number),
            get_channel=lambda _: None,
            fetch_channel=self.fetch,
            loaded=self.nothing,
            is_closed=lambda: False,
            application_id=1,
            _connection=connection,
        )

    async def nothing(self, *_: object) -> list[Any]:
        return []

    async def known(self) -> list[int]:
        return [number for number in self.guilds if number not in self.back]

    async def ends_at(self, number: int) -> int | None:
        return None if number in self.back else 1

    async def waiting(self, number: int) -> list[Any]:
        places = [1000 * number + one for one in range(EACH)]
        left = [place for place in places if place not in self.found]
        return [SimpleNamespace(match_id=place, channel_id=place) for place in left]

    async def fetch(self, channel_id: int) -> None:
        self.asked.append(channel_id)
        self.on_ask()
        if self.faults:
            raise self.faults.pop(0)

    async def goes_on(self, match_id: int, _: int) -> None:
        self.found.append(match_id)

    async def noted(self, number: int) -> None:
        self.back.append(number)

    async def left(self, number: int) -> None:
        self.lost.append(number)


@pytest.fixture
def club() -> Club:
    return Club(1, 2)


@pytest_asyncio.fixture
async def cog(club: Club) -> AsyncIterator[ChannelWatch]:
    made = ChannelWatch(club.bot())
    yield made
    await made.cog_unload()


@pytest.fixture(autouse=True)
def _again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "AGAIN_S", 0.01)
    monkeypatch.setattr(watch, "APART_S", 0.0)


async def until_back(club: Club) -> None:
    async with asyncio.timeout(5):
        while len(club.back) < len(club.guilds):  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.005)


async def test_matches_of_servers_that_came_back_are_looked_for_one_by_one(
    club: Club, cog: ChannelWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "APART_S", 1.0)
    now, slept = [0.0], 0

    async def sleep(seconds: float) -> None:
        nonlocal slept
        slept += 1
        now[0] += seconds

    monkeypatch.setattr(watch, "monotonic", lambda: now[0])
    monkeypatch.setattr(watch, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
    await cog.on_shard_ready(0)
    assert cog._task is not None
    await cog._task
    assert len(club.asked) == len(club.found) == slept == 2 * EACH
    assert now[0] == 2 * EACH - 1
    assert club.back == [1, 2]


@pytest.mark.parametrize("how", ["shard_ready", "guild_join", "guild_available"])
@pytest.mark.parametrize(
    "fault",
    [
        discord.DiscordServerError(BUSY, "upstream"),
        discord.RateLimited(61),
        OSError("no way there"),
    ],
)
async def test_what_discord_could_not_say_is_asked_again(
    club: Club, cog: ChannelWatch, fault: Exception, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    del club.guilds[2]
    club.faults = [fault]
    await getattr(cog, f"on_{how}")(0 if how == "shard_ready" else club.guilds[1])
    await until_back(club)
    assert sorted(club.found) == [1000 + one for one in range(EACH)]
    assert len(club.asked) == EACH + 1  # what was found isn't asked for again
    assert "1 matches of server 1 still wait for it" in caplog.text


async def test_a_database_that_fails_does_not_end_the_search(
    club: Club, cog: ChannelWatch, caplog: pytest.LogCaptureFixture
) -> None:
    vanished: Any = cog._bot.service.vanished
    known = vanished.known
    fails = iter([True])

    async def once() -> Any:
        if next(fails, False):
            raise StoreError("locked")
        return await known()

    vanished.known = once
    await cog.on_shard_ready(0)
    await until_back(club)
    assert len(club.found) == 2 * EACH
    assert "looking for what went failed" in caplog.text


async def test_a_server_that_goes_again_meanwhile_is_not_back(
    club: Club, cog: ChannelWatch
) -> None:
    def leave() -> None:
        club.guilds.pop(1, None)

    club.on_ask = leave
    await cog.on_shard_ready(0)
    assert cog._task is not None
    await cog._task
    assert club.back == [2]


@pytest.mark.parametrize("lost", [1, 2, 3])
@pytest.mark.parametrize("left_before", [1, 2, 3])
async def test_a_server_that_went_with_lost_sessions_is_forgotten(
    club: Club, cog: ChannelWatch, lost: int, left_before: int
) -> None:
    """However many sessions are lost before one is ready, and whichever it went before."""

    async def session(number: int) -> None:
        for one in (1, 2) if number < left_before else (2,):  # discord.py replaces what is named
            club.guilds[one] = club.guild(one)
        await cog.on_shard_connect(0)

    await session(0)
    await cog.on_shard_ready(0)
    for number in range(1, lost + 1):
        await session(number)
    await cog.on_shard_ready(0)
    assert [*club.guilds] == ([1, 2] if left_before > lost else [2])


async def test_a_server_that_is_named_again_and_again_is_noted_once(
    club: Club, cog: ChannelWatch
) -> None:
    await cog.on_shard_ready(0)
    for _ in range(3):
        club.guilds[2] = club.guild(2)
        await cog.on_guild_available(club.guilds[2])
        await cog.on_guild_join(club.guilds[2])
        await cog.on_shard_connect(0)
    noted = [one for servers in (cog._told[0], cog._former[0]) for one in servers.values()]
    assert noted == [club.guilds[1], club.guilds[2]] * 2


async def test_a_server_that_was_left_is_noted_no_more(club: Club, cog: ChannelWatch) -> None:
    await cog.on_shard_ready(0)
    await cog.on_guild_remove(club.guilds[1])
    assert [*cog._told[0]] == [2]
    assert club.lost == [1]
