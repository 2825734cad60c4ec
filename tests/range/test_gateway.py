"""Shards, sessions, RESUME, INVALID SESSION, connections that break."""

from __future__ import annotations

import asyncio
from typing import Any

import discord as dpy
import pytest
import yarl

from tests.range import admins
from tests.range.client import Client
from tests.range.conftest import ADA, CHANNEL, GUILD
from tests.range.gateway import ACK, DIRECT_MESSAGES, GUILDS, HEARTBEAT, INVALID, Gateway
from tests.range.permissions import EVERYBODY
from tests.range.server import Range
from tests.range.world import Channel, Guild, Kind, Payload


def names(events: list[Payload]) -> list[str]:
    return [event["t"] for event in events if event["op"] == 0]


async def test_a_session_begins_with_its_servers(client: Client) -> None:
    bot = await client.connect()
    events = await bot.until("GUILD_CREATE")
    assert names(events) == ["READY", "GUILD_CREATE"]
    assert events[0]["d"]["guilds"] == [{"id": str(GUILD), "unavailable": True}]
    assert [one["id"] for one in events[1]["d"]["channels"]] == [str(CHANNEL)]
    await bot.tell(HEARTBEAT, bot.seq)
    assert (await bot.next())["op"] == ACK


async def test_a_bot_hears_what_admins_do(
    client: Client, discord: Range, guild: Guild, channel: Channel
) -> None:
    bot = await client.connect()
    await bot.until("GUILD_CREATE")
    made = discord.world.add_channel(guild, 5, "x", parent=CHANNEL, kind=Kind.PUBLIC_THREAD)
    made.auto_archive_min = 60
    await admins.pass_time(discord, 3599)
    assert not made.archived
    await admins.pass_time(discord, 2)
    told = (await bot.until("THREAD_UPDATE"))[-1]["d"]["thread_metadata"]
    assert (told["archived"], told["locked"]) == (True, False)
    await admins.overwrite(discord, channel, GUILD, deny=EVERYBODY)
    [said] = (await bot.until("CHANNEL_UPDATE"))[-1]["d"]["permission_overwrites"]
    assert said == {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(EVERYBODY)}
    await discord.remove_channel(channel)
    assert (await bot.until("CHANNEL_DELETE"))[-1]["d"]["id"] == str(CHANNEL)
    assert 5 not in discord.world.channels  # its thread is gone, too
    await admins.remove_bot(discord, guild)
    assert (await bot.until("GUILD_DELETE"))[-1]["d"] == {"id": str(GUILD)}
    assert (await client.ask("GET", f"/guilds/{GUILD}")).wrong == (404, 10004)
    await admins.invite_bot(discord, guild)
    assert (await bot.until("GUILD_CREATE"))[-1]["d"]["channels"] == []


async def test_each_shard_has_its_servers(client: Client, discord: Range) -> None:
    discord.rates.grants.concurrency = 16
    other = discord.world.add_guild(1 << 22, "another", ADA, everyone=EVERYBODY, bot=0)
    assert [Gateway.shard(number, 2) for number in (GUILD, other.id, 0)] == [0, 1, 0]
    first = await client.connect(shard=[0, 2])
    second = await client.connect(shard=[1, 2])
    told = [(await bot.until("GUILD_CREATE"))[-1]["d"]["id"] for bot in (first, second)]
    assert told == [str(GUILD), str(other.id)]
    await admins.add_channel(discord, other, 77, "for the second")
    assert (await second.until("CHANNEL_CREATE"))[-1]["d"]["id"] == "77"
    await admins.add_channel(discord, discord.world.guilds[GUILD], 78, "for the first")
    assert (await first.until("CHANNEL_CREATE"))[-1]["d"]["id"] == "78"


async def test_a_bot_hears_only_what_it_asked_for(
    client: Client, discord: Range, guild: Guild
) -> None:
    bot = await client.connect(intents=GUILDS | DIRECT_MESSAGES)
    await bot.until("GUILD_CREATE")
    await client.ask("POST", f"/channels/{CHANNEL}/messages", {"content": "x"})
    direct = discord.world.dm(ADA)
    await client.ask("POST", f"/channels/{direct.id}/messages", {"content": "x"})
    await admins.give(discord, guild, guild.id, EVERYBODY)
    assert names(await bot.until("GUILD_ROLE_UPDATE")) == ["MESSAGE_CREATE", "GUILD_ROLE_UPDATE"]


async def test_what_was_missed_is_told_when_a_session_is_resumed(
    client: Client, discord: Range, guild: Guild
) -> None:
    bot = await client.connect()
    session = (await bot.until("GUILD_CREATE"))[0]["d"]["session_id"]
    await discord.gateway.drop()
    assert "closed" in await bot.next()
    await admins.add_channel(discord, guild, 77, "meanwhile")
    again = await client.connect(session_id=session, seq=bot.seq)
    events = await again.until("RESUMED")
    assert names(events) == ["CHANNEL_CREATE", "RESUMED"]
    assert [event["s"] for event in events] == [bot.seq + 1, bot.seq + 2]
    assert discord.gateway.identified == 1


async def test_a_lost_session_is_not_resumed(client: Client, discord: Range) -> None:
    bot = await client.connect()
    session = (await bot.until("GUILD_CREATE"))[0]["d"]["session_id"]
    await discord.gateway.lose()
    again = await client.connect(session_id=session, seq=bot.seq)
    assert await again.next() == {"op": INVALID, "d": False}


@pytest.mark.parametrize(
    ("identity", "code"),
    [({"token": "wrong"}, 4004), ({"shard": [2, 2]}, 4010)],
)
async def test_a_wrong_identity_closes_the_connection(
    client: Client, identity: dict[str, Any], code: int
) -> None:
    bot = await client.connect(**identity)
    assert (await bot.next())["closed"] == code


async def test_an_impossible_sequence_closes_the_connection(client: Client) -> None:
    bot = await client.connect()
    session = (await bot.until("GUILD_CREATE"))[0]["d"]["session_id"]
    again = await client.connect(session_id=session, seq=bot.seq + 100)
    assert (await again.next())["closed"] == 4007


class Listener(dpy.AutoShardedClient):
    """discord.py on two shards."""

    def __init__(self) -> None:
        intents = dpy.Intents(guilds=True)
        super().__init__(intents=intents, shard_count=2, guild_ready_timeout=0.05)
        self.happened: asyncio.Queue[str] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait between shards."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note an event."""
        self.happened.put_nowait(event)
        super().dispatch(event, *args, **kwargs)

    async def until(self, wanted: str) -> None:
        """Wait for an event."""
        async with asyncio.timeout(10):
            while await self.happened.get() != wanted:
                pass


async def test_discord_py_resumes_and_identifies_again(
    client: Client, discord: Range, guild: Guild, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dpy.http.Route, "BASE", f"{discord.url}/api/v10")
    url = yarl.URL(discord.gateway_url)
    monkeypatch.setattr(dpy.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
    monkeypatch.setattr(dpy.backoff.ExponentialBackoff, "delay", lambda _: 0.0)
    discord.rates.grants.concurrency = 0
    discord.world.add_guild(1 << 22, "another", ADA, everyone=EVERYBODY, bot=0)
    async with Listener() as bot:
        running = asyncio.create_task(bot.start("x.y.z"))
        try:
            await bot.until("ready")
            assert {one.id: one.shard_id for one in bot.guilds} == {GUILD: 0, 1 << 22: 1}
            await discord.gateway.drop(close=4000)
            await admins.add_channel(discord, guild, 77, "meanwhile")
            await bot.until("shard_resumed")
            assert bot.get_channel(77) is not None
            assert discord.gateway.identified == 2
            await discord.gateway.invalidate()
            await bot.until("shard_connect")
            await bot.until("shard_ready")
            assert discord.gateway.identified > 2
        finally:
            await bot.close()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
