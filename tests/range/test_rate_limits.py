"""How discord.py keeps within the limits of routes, with ours and without."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord as dpy
import pytest
import pytest_asyncio

from cogs.rate_limits import give_up_late
from tests.range.client import Client
from tests.range.conftest import CHANNEL
from tests.range.limits import BUCKETS, Bucket
from tests.range.server import TOKEN, Range
from tests.range.world import Channel

THREADS = "/channels/{channel}/messages/{message}/threads"
LONGEST_S = 30.0


@pytest_asyncio.fixture
async def bot(
    client: Client, discord: Range, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[dpy.Client]:
    """Yield discord.py logged in, which waits for 30 s at most, as the bot does."""
    monkeypatch.setattr(dpy.http.Route, "BASE", f"{discord.url}/api/v10")
    intents = dpy.Intents(guilds=True)
    async with dpy.Client(intents=intents, max_ratelimit_timeout=LONGEST_S) as made:
        await made.login(TOKEN)
        yield made


async def open_threads(bot: dpy.Client, count: int) -> None:
    """Open threads in the channel, one after the other."""
    for n in range(count):
        sent = await bot.http.send_message(
            CHANNEL, params=dpy.http.handle_message_parameters(content="x")
        )
        await bot.http.start_thread_with_message(
            CHANNEL, int(sent["id"]), name=f"match {n}", auto_archive_duration=10080
        )


def threads_limit() -> Bucket:
    """Return the limit of threads opened in a channel."""
    [found] = [one for one in BUCKETS if one.template == THREADS]
    return found


async def test_a_second_thread_does_not_wait(bot: dpy.Client, channel: Channel) -> None:
    assert threads_limit().within_s > LONGEST_S
    give_up_late(bot.http)
    await open_threads(bot, 3)
    assert len(channel.messages) == 3


async def test_discord_py_still_gives_up_too_early(bot: dpy.Client, channel: Channel) -> None:
    with pytest.raises(dpy.RateLimited):  # if it doesn't any more, `cogs.rate_limits` can go
        await open_threads(bot, 2)


async def test_a_long_wait_is_left_to_the_outbox(
    bot: dpy.Client, discord: Range, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Bucket("POST", THREADS, 2, 300.0)
    monkeypatch.setitem(discord.rates.buckets, ("POST", THREADS), few)
    give_up_late(bot.http)
    await asyncio.wait_for(open_threads(bot, 2), 5)
    with pytest.raises(dpy.RateLimited) as told:
        await asyncio.wait_for(open_threads(bot, 1), 5)
    assert told.value.retry_after > LONGEST_S


async def test_a_short_wait_is_waited_for(
    bot: dpy.Client, discord: Range, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = "/channels/{channel}/messages"
    monkeypatch.setitem(discord.rates.buckets, ("POST", sent), Bucket("POST", sent, 5, 1.0))
    give_up_late(bot.http)
    begun = asyncio.get_running_loop().time()
    params = dpy.http.handle_message_parameters
    await asyncio.gather(
        *(bot.http.send_message(CHANNEL, params=params(content="x")) for _ in range(6))
    )
    assert asyncio.get_running_loop().time() - begun > 0.8
    assert discord.refused == []
