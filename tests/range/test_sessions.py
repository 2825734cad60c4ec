"""How many sessions may begin, and what ends a connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import discord as dpy
import pytest
import yarl

from tests.range.client import Client, Connection
from tests.range.conftest import GUILD
from tests.range.gateway import ACK, GUILDS, HEARTBEAT, IDENTIFY, INVALID
from tests.range.limits import CONCURRENCY_WITHIN_S, STARTS_WITHIN_S
from tests.range.server import TOKEN, Range

AGAIN = {"op": INVALID, "d": False}


async def starts(client: Client) -> Any:
    """Return what Discord says of the sessions that may begin."""
    return (await client.ask("GET", "/gateway/bot")).body["session_start_limit"]


async def begun(client: Client, **identity: Any) -> Connection:
    """Return a connection with a new session."""
    bot = await client.connect(**identity)
    await bot.until("GUILD_CREATE")
    return bot


async def closed(bot: Connection) -> int:
    """Return the code with which a connection is closed."""
    told = await bot.next()
    while "closed" not in told:
        told = await bot.next()
    return int(told["closed"])


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.01)


async def test_one_session_begins_in_five_seconds(client: Client, discord: Range) -> None:
    await begun(client)
    assert (await starts(client))["max_concurrency"] == 1
    assert await (await client.connect()).next() == AGAIN
    discord.world.later_s += CONCURRENCY_WITHIN_S
    await begun(client)
    assert discord.gateway.identified == 2


async def test_big_bots_begin_several_at_once(client: Client, discord: Range) -> None:
    discord.rates.grants.concurrency = 2
    for number in (0, 1):
        bot = await client.connect(shard=[number, 3])
        assert (await bot.next())["t"] == "READY"
    assert await (await client.connect(shard=[2, 3])).next() == AGAIN  # the key of shard 0


async def test_too_many_sessions_in_a_day_reset_the_token(client: Client, discord: Range) -> None:
    discord.rates.grants.starts, discord.rates.grants.concurrency = 2, 0
    bots = [await begun(client)]
    told = await starts(client)
    assert (told["total"], told["remaining"]) == (2, 1)
    assert 0 <= STARTS_WITHIN_S * 1000 - told["reset_after"] < 5000
    discord.world.later_s += STARTS_WITHIN_S
    bots += [await begun(client), await begun(client)]  # the first was yesterday
    assert (await starts(client))["remaining"] == 0
    one_more = await client.connect()
    assert [await closed(bot) for bot in (*bots, one_more)] == [4004] * 4
    assert (await client.ask("GET", "/users/@me")).wrong == (401, 0)
    assert await closed(await client.connect()) == 4004


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        ({"intents": 1 << 40}, 4013),
        ({"intents": GUILDS | 1 << 1}, 4014),
        ({"intents": GUILDS | 1 << 15}, 4014),
    ],
)
async def test_wrong_intents(
    client: Client, discord: Range, identity: dict[str, Any], code: int
) -> None:
    assert await closed(await client.connect(**identity)) == code
    discord.gateway.allowed = 1 << 1
    await begun(client, intents=GUILDS | 1 << 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no JSON", 4002),
        ('["op"]', 4002),
        (json.dumps({"op": HEARTBEAT, "d": "x" * 4096}), 4002),
        (json.dumps({"op": 99, "d": None}), 4001),
        (json.dumps({"op": IDENTIFY, "d": {"token": TOKEN, "intents": GUILDS}}), 4005),
    ],
)
async def test_wrong_messages_close_the_connection(client: Client, text: str, code: int) -> None:
    bot = await begun(client)
    await bot.socket.send_str(text)
    assert await closed(bot) == code


async def test_too_many_messages_close_the_connection(client: Client, discord: Range) -> None:
    bot = await begun(client)
    for n in range(119):  # and the one that began the session
        await bot.tell(HEARTBEAT, n)
        assert (await bot.next())["op"] == ACK
    discord.world.later_s += 60
    for n in range(120):
        await bot.tell(HEARTBEAT, n)
        assert (await bot.next())["op"] == ACK
    await bot.tell(HEARTBEAT, 0)
    assert await closed(bot) == 4008


async def test_a_connection_that_hangs_answers_no_heartbeat(client: Client, discord: Range) -> None:
    bot = await begun(client)
    await discord.gateway.ask_for_heartbeat()
    assert await bot.next() == {"op": HEARTBEAT, "d": None}
    discord.gateway.hang()
    await bot.tell(HEARTBEAT, bot.seq)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(bot.socket.receive(), 0.1)


async def test_without_heartbeats_the_session_ends(client: Client, discord: Range) -> None:
    discord.gateway.heartbeat_ms = 100
    bot = await client.connect()
    session = (await bot.until("GUILD_CREATE"))[0]["d"]["session_id"]
    for _ in range(4):
        await asyncio.sleep(0.08)
        await bot.tell(HEARTBEAT, bot.seq)
        assert (await bot.next())["op"] == ACK
    assert await closed(bot) == 4009
    again = await client.connect(session_id=session, seq=bot.seq)
    assert await again.next() == AGAIN


async def test_a_bot_that_says_goodbye_does_not_resume(client: Client, discord: Range) -> None:
    bots = [await begun(client)]
    await bots[0].socket.close(code=4000)
    assert len(discord.gateway.sessions) == 1
    discord.world.later_s += CONCURRENCY_WITHIN_S
    bots.append(await begun(client))
    await bots[1].socket.close(code=1000)
    await until(lambda: len(discord.gateway.sessions) == 1)


class Hasty(dpy.Client):
    """discord.py without its pause before a new session."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait."""


async def test_discord_py_survives_it(
    client: Client, discord: Range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dpy.http.Route, "BASE", f"{discord.url}/api/v10")
    url = yarl.URL(discord.gateway_url)
    monkeypatch.setattr(dpy.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
    monkeypatch.setattr(dpy.backoff.ExponentialBackoff, "delay", lambda _: 0.0)
    discord.rates.grants.concurrency = 0
    discord.gateway.heartbeat_ms = 150
    bot = Hasty(intents=dpy.Intents(guilds=True), heartbeat_timeout=0.5)
    running = asyncio.create_task(bot.start(TOKEN))
    try:
        await asyncio.wait_for(discord.gateway.ready.wait(), 20)
        discord.gateway.hang()
        await until(lambda: discord.gateway.resumed == 1)  # it didn't wait for ever
        await discord.gateway.lose(code=4009)
        await until(lambda: discord.gateway.identified == 2)
        await discord.gateway.ask_for_heartbeat()
        await bot.wait_until_ready()
        assert bot.get_guild(GUILD) is not None
    finally:
        await bot.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
