"""Refusals of the simulated Discord, as Discord makes them; see `tests.strict`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import aiohttp
import discord
import pytest
import simcord.interactions
from simcord.backend.errors import BackendError, SetupError
from simcord.builders import ChannelHandle
from simcord.http import router

from tests import strict
from tests.strict import PARTIAL
from tests.world import World


@pytest.fixture
def thread(world: World) -> ChannelHandle:
    """Return a thread of the bot's with one message of the bot."""
    backend = world.env.backend
    made = backend.create_thread(world.channel.id, "table", backend.bot_user.id)
    return world.place(made.id)


def known(world: World, thread: ChannelHandle) -> discord.Thread:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    found = guild.get_thread(thread.id)
    assert found is not None
    return found


def by_id(world: World, channel: ChannelHandle) -> discord.PartialMessageable:
    return world.bot.get_partial_messageable(channel.id, guild_id=world.guild.id)


async def refused(call: Awaitable[Any]) -> tuple[int, int]:
    with pytest.raises(discord.HTTPException) as told:
        await call
    return told.value.status, told.value.code


async def test_in_an_archived_thread_nothing_is_edited(world: World, thread: ChannelHandle) -> None:
    post = await by_id(world, thread).send("one")
    there = known(world, thread)
    await world.archive(thread)
    assert await refused(post.edit(content="two")) == (400, 50083)
    assert await refused(there.edit(name="other")) == (400, 50083)
    assert await refused(there.edit(name="other", archived=True)) == (400, 50083)
    await there.edit(archived=False)
    await post.edit(content="two")


async def test_a_message_wakes_an_archived_thread(world: World, thread: ChannelHandle) -> None:
    await world.archive(thread)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    assert guild.get_thread(thread.id) is None
    await by_id(world, thread).send("hello")
    await world.settle()
    assert not known(world, thread).archived


async def test_a_locked_thread_is_for_those_who_manage_threads(
    world: World, thread: ChannelHandle
) -> None:
    post = await by_id(world, thread).send("one")
    there = known(world, thread)
    await world.archive(thread, locked=True)
    world.deny(world.channel, manage_threads=True)
    assert (await refused(by_id(world, thread).send("two")))[0] == 403
    assert (await refused(post.edit(content="two")))[0] == 403
    assert (await refused(there.edit(archived=False)))[0] == 403
    with pytest.raises(BackendError, match="Missing Permissions"):
        await world.bo.send(thread, "me too")
    world.allow(world.channel)
    await by_id(world, thread).send("two")


async def test_in_a_locked_thread_no_button_works(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.archive(home, locked=True)
    with pytest.raises(SetupError, match="disabled"):
        await world.tap(world.ada, home, "turn")


@pytest.mark.parametrize("kind", [4, 5, 7])
async def test_in_an_archived_thread_nobody_is_answered(
    world: World, thread: ChannelHandle, kind: int
) -> None:
    backend = world.env.backend
    await world.archive(thread)
    record, payload = simcord.interactions.base_payload(
        backend,
        type=3,
        channel_id=thread.id,
        guild_id=world.guild.id,
        user_id=world.ada.id,
        data={"custom_id": "x", "component_type": 2},
    )
    assert payload["channel"].keys() == set(PARTIAL)  # the bot doesn't have archived threads
    path = f"/interactions/{record.id}/{record.token}/callback"
    with pytest.raises(BackendError, match="50083"):
        router.dispatch(backend, "POST", path, json={"type": kind, "data": {"content": "hello"}})


async def test_a_follow_up_that_fills_a_deferred_answer_is_counted(world: World) -> None:
    before = world.fills
    record, _ = simcord.interactions.base_payload(
        world.env.backend,
        type=2,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ada.id,
        data={"name": "about"},
    )
    callback = f"/interactions/{record.id}/{record.token}/callback"
    follow_up = f"/webhooks/{world.env.backend.application_id}/{record.token}"
    router.dispatch(world.env.backend, "POST", callback, json={"type": 5, "data": {}})
    for n in range(2):
        router.dispatch(world.env.backend, "POST", follow_up, json={"content": str(n)})
    assert world.fills == before + 1
    assert [m.content for m in world.channel.history()] == ["0", "1"]
    strict.memory(world.env.backend).fills = before  # it wasn't the bot


async def test_the_third_rename_in_ten_minutes_waits(world: World, thread: ChannelHandle) -> None:
    there = known(world, thread)
    await there.edit(name="one")
    await there.edit(name="two")
    assert world.bot.http.max_ratelimit_timeout == 30.0  # as the bot requested
    world.bot.http.max_ratelimit_timeout = None
    third = asyncio.create_task(there.edit(name="three"))
    await asyncio.sleep(0)
    assert [m.content for m in thread.history()] == ["one", "two"]  # lines of Discord's own
    third.cancel()
    world.bot.http.max_ratelimit_timeout = 30.0
    with pytest.raises(discord.RateLimited) as told:
        await there.edit(name="three")
    assert told.value.retry_after > 500
    await world.env.advance_time(601)
    await there.edit(name="three")


async def test_only_a_community_chooses_its_language(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "pl"})
    await world.settle()
    assert (world.guild_locale, str(guild.preferred_locale)) == ("en-US", "en-US")
    world.guild_locale = "pl"
    await world.settle()
    assert (world.guild_locale, str(guild.preferred_locale)) == ("pl", "pl")
    assert "COMMUNITY" in guild.features


async def test_a_nonce_makes_one_message(world: World) -> None:
    channel = by_id(world, world.channel)
    first = await channel.send("one", nonce="a")
    again = await channel.send("two", nonce="a")
    assert (again.id, again.content) == (first.id, "one")
    await world.env.advance_time(600)
    assert (await channel.send("two", nonce="a")).id != first.id
    assert (await refused(channel.send("two", nonce="x" * 26)))[0] == 400


async def test_a_phone_shows_the_content_a_message_was_sent_with(world: World) -> None:
    channel = by_id(world, world.channel)
    called = discord.AllowedMentions(users=[discord.Object(world.bo.id)])
    both = f"{world.ada.mention} {world.bo.mention}: hello"
    sent = await channel.send(both, allowed_mentions=called)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay(both))
    await channel.send(view=view, allowed_mentions=called)
    await sent.edit(content=None, view=view, allowed_mentions=called)
    assert world.pushes(world.bo) == ["@Ada @Bo: hello", ""]
    assert world.pushes(world.ada) == []
    dm = await world.bot.create_dm(discord.Object(world.ada.id))
    await dm.send("psst")
    assert world.pushes(world.ada) == ["psst"]


async def test_an_answer_can_get_lost(world: World) -> None:
    world.lose_answer("POST", f"/channels/{world.channel.id}/messages")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await by_id(world, world.channel).send("one")
    assert [m.content for m in world.channel.history()] == ["one"]


async def test_after_a_start_the_bot_has_no_archived_thread(
    world: World, thread: ChannelHandle
) -> None:
    await world.archive(thread)
    await world.restart()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    assert guild.get_thread(thread.id) is None
