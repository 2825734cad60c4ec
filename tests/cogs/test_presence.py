"""Whom the bot hears from: what each of Discord's events changes, and which make it look."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.shards.presence import Presence, ShardWatch

SHARDS = 2
HERE, THERE = 1 << 22, 2 << 22
"""Servers of the shards 1 and 0."""


class Bot:
    """A bot on two servers that counts how often it looks around."""

    def __init__(self, shards: int | None = SHARDS, ids: list[int] | None = None) -> None:
        self.shard_count, self.shard_ids = shards, ids
        self.looks = 0
        self.scheduler = SimpleNamespace(look_around=self.look)
        self.guilds = {one: SimpleNamespace(id=one, unavailable=False) for one in (HERE, THERE)}
        self.get_guild = self.guilds.get
        self.presence = Presence(cast("Any", self))
        self.watch = ShardWatch(cast("Any", self))

    def look(self) -> None:
        self.looks += 1

    async def looked(self, event: str, about: object) -> bool:
        """Let something happen; return whether the bot looked around."""
        before = self.looks
        await getattr(self.watch, f"on_{event}")(about)
        return self.looks > before

    def heard(self) -> set[int]:
        return {one for one in self.guilds if self.presence.is_here(one)}


async def test_a_shard_counts_once_it_has_told_of_its_servers() -> None:
    bot = Bot()
    assert not await bot.looked("shard_connect", 1)
    assert (bot.presence.is_connected(), bot.heard()) == (False, set())
    bot.presence.ready(1)
    assert (bot.presence.is_connected(), bot.heard()) == (True, {HERE})
    assert bot.presence.shards() == {0: False, 1: True}
    assert not bot.presence.are_all_connected()
    await bot.looked("shard_connect", 0)
    bot.presence.ready(0)
    assert bot.presence.are_all_connected()
    assert bot.heard() == {HERE, THERE}


async def test_a_shard_that_drops_and_resumes_makes_it_look() -> None:
    bot = Bot()
    bot.presence.starting(1)
    bot.presence.ready(1)
    assert await bot.looked("shard_disconnect", 1)
    assert bot.heard() == set()
    assert bot.presence.shards() == {0: False, 1: False}
    assert await bot.looked("shard_resumed", 1)
    assert bot.heard() == {HERE}
    assert not await bot.looked("shard_connect", 1)  # a new session, its servers unknown
    assert bot.heard() == set()


@pytest.mark.parametrize("event", ["guild_available", "guild_join"])
async def test_a_server_that_comes_makes_it_look_once_its_shard_has_started(event: str) -> None:
    bot = Bot()
    bot.presence.starting(1)
    assert not await bot.looked(event, bot.guilds[HERE])
    bot.presence.ready(1)
    assert await bot.looked(event, bot.guilds[HERE])
    assert not await bot.looked(event, bot.guilds[THERE])


async def test_a_server_out_of_reach_makes_it_look() -> None:
    bot = Bot()
    bot.presence.starting(1)
    bot.presence.ready(1)
    bot.guilds[HERE].unavailable = True
    assert await bot.looked("guild_unavailable", bot.guilds[HERE])
    assert bot.heard() == set()
    del bot.guilds[HERE]
    assert bot.heard() == set()


def test_the_shards_of_a_bot_are_those_it_has() -> None:
    assert list(Bot(None).presence.shards()) == [0]
    assert list(Bot(4).presence.shards()) == [0, 1, 2, 3]
    assert list(Bot(4, [1, 3]).presence.shards()) == [1, 3]
    assert [Bot(None).presence.shard_of(one) for one in (HERE, THERE)] == [0, 0]
    assert [Bot().presence.shard_of(one) for one in (HERE, THERE)] == [1, 0]
