"""Alone against computers, in a thread that nobody else is in."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.access import can_access_channel
from simcord.builders import ChannelHandle

from matches.domain.model import MatchInfo
from rules import registry
from tests.cogs.test_cog_computers import play
from tests.matches.fakes import settle, until
from tests.world import World, custom_ids, private


async def info(world: World, match_id: int = 1) -> MatchInfo:
    return await world.bot.service.info(match_id)


async def alone(world: World, game: str = "toy", **options: int | str | bool) -> ChannelHandle:
    """Let Bo start a match against computers in private; return where it is played."""
    usual: dict[str, int | str | bool] = {"computers": 1, "seats": 2, "level": "easy"}
    await world.open(world.bo, game=game, start=False, **usual | options)
    said = private(await world.tap(world.bo, world.channel, "alone"))
    assert "in a private thread" in said
    await world.bot.service.computers.rest()
    await settle(world.bot.outbox)
    return await world.home()


def guests(home: ChannelHandle) -> set[int]:
    """Return who is in a thread."""
    return set(home._channel.thread_members)


def offered(world: World) -> bool:
    """Return whether the newest lobby offers a private thread."""
    lobby = [p for p in world.public() if p["channel_id"] == str(world.channel.id)][-1]
    return any(custom_id.startswith("balone:") for custom_id in custom_ids(lobby))


async def test_only_the_player_and_the_bot_are_in_the_thread(world: World) -> None:
    home = await alone(world)
    made = home._channel
    assert made.type == discord.ChannelType.private_thread.value
    assert guests(home) == {world.bo.id, world.env.backend.bot_user.id}
    [asked] = [r.json for r in world.env.http_requests if r.path.endswith("/threads")]
    assert asked is not None
    assert asked["invitable"] is False
    assert can_access_channel(world.env, home.id, world.bo)
    assert not can_access_channel(world.env, home.id, world.cleo)

    await play(world, 1)
    await settle(world.bot.outbox)
    assert (await info(world)).ending == "played"
    assert "seed for all draws" in world.posts(home)[-1]
    assert [post for post in world.posts(world.channel) if "Round" in post] == []


async def test_it_is_offered_to_who_has_no_people_beside_them(world: World) -> None:
    await world.open(world.ada, start=False, seats=3)
    assert not offered(world), "a match of one can't start"
    await world.forge(world.ada, "scomputers:1:", ["add good"])
    assert offered(world)
    await world.tap(world.bo, world.channel, "join")
    assert not offered(world)
    refused = await world.forge(world.ada, "balone:1:")
    assert "Others play in this match" in refused
    assert "**Start**" in refused
    assert (await info(world)).status == "lobby"
    await world.tap(world.bo, world.channel, "leave")
    assert offered(world)
    assert "Only players with a seat" in await world.forge(world.cleo, "balone:1:")


@pytest.mark.parametrize("permission", ["create_private_threads", "send_messages_in_threads"])
async def test_without_the_permission_it_is_not_offered(world: World, permission: str) -> None:
    world.deny(world.channel, **{permission: True})
    await world.open(world.dima, start=False, computers=1, seats=2)
    assert not offered(world)
    refused = await world.forge(world.dima, "balone:1:")
    assert "Nie mogę tu otwierać prywatnych wątków" in refused
    assert "Tworzenie prywatnych wątków" in refused
    assert (await info(world)).status == "lobby", "nothing is shown to everybody unasked"
    shown = private(await world.ada.slash(world.channel, "setup"))
    assert ("Create Private Threads" in shown) == (permission == "create_private_threads")


async def test_a_permission_lost_at_the_last_moment_leads_to_a_normal_thread(world: World) -> None:
    await world.open(world.bo, start=False, computers=1, seats=2)
    world.fail("POST", f"/channels/{world.channel.id}/threads", 403, 50013, times=None)
    private(await world.tap(world.bo, world.channel, "alone"))
    await settle(world.bot.outbox)
    home = await world.home()
    assert home._channel.type == discord.ChannelType.public_thread.value
    assert not (await info(world)).private
    assert any("Round 1" in post for post in world.posts(home))


async def test_in_a_thread_it_is_not_offered(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await world.cleo.slash(home, "match new", game="toy", seats=2, computers=1)
    lobby = [p for p in world.public() if p["channel_id"] == str(home.id)][-1]
    assert not any(custom_id.startswith("balone:") for custom_id in custom_ids(lobby))
    assert "not allowed to open private threads" in await world.forge(
        world.cleo, "balone:2:", channel=home
    )


async def test_others_learn_nothing_of_it(world: World) -> None:
    home = await alone(world)
    for number in ({}, {"number": 1}):
        for command in ("board", "log", "match info"):
            said = private(await world.cleo.slash(world.channel, command, **number))
            assert "⚙" not in said, (command, number)
    assert "no matches" in private(await world.cleo.slash(world.channel, "match list"))
    assert "in another channel" in await world.forge(world.cleo, "bturn:1:0")
    await play(world, 1)
    await settle(world.bot.outbox)
    await world.archive(home)
    world.forget(home)
    said = private(await world.cleo.slash(world.channel, "match info", number=1))
    assert "in another channel. Find the matches that you can watch with /match list." in said


async def test_its_player_finds_it_from_the_channel_above(world: World) -> None:
    home = await alone(world)
    assert "⚙ Cog •" in private(await world.bo.slash(world.channel, "match info"))
    assert "Toy Parcels #1" in private(await world.bo.slash(world.channel, "match list"))
    assert f"/{home.id})" in private(await world.bo.slash(world.channel, "turns"))
    private(await world.bo.slash(world.channel, "board"))
    other = await world.open(world.ada, world.cleo)
    assert other.id != home.id, "the channel is free for others"
    said = private(await world.dima.slash(world.channel, "match info"))
    assert "#2" in said


async def test_a_restart_and_a_crash_change_nothing(world: World) -> None:
    home = await alone(world)
    await world.restart()
    await play(world, 1, 2)
    await world.crash()
    await world.bot.service.computers.rest()
    await play(world, 1)
    await settle(world.bot.outbox)
    assert (await world.home()).id == home.id
    assert (await info(world)).ending == "played"
    assert [thread.id for thread in world.channel.threads] == [home.id]


async def test_a_thread_that_was_opened_before_a_crash_is_found_again(
    world: World, expected_errors: list[str]
) -> None:
    expected_errors.append("outbox")
    await world.open(world.bo, start=False, computers=1, seats=2)
    world.lose_answer("POST", f"/channels/{world.channel.id}/threads")
    private(await world.tap(world.bo, world.channel, "alone"))
    await world.crash()
    await world.env.advance_time(60)
    await settle(world.bot.outbox)
    [home] = world.channel.threads
    assert (await info(world)).channel_id == home.id
    assert guests(home) == {world.bo.id, world.env.backend.bot_user.id}


async def test_a_deleted_thread_is_followed_by_another_private_one(world: World) -> None:
    home = await alone(world)
    world.env.backend.delete_channel(home.id)
    await world.settle()
    assert (await info(world)).paused_why == "gone"
    said = private(await world.tap(world.bo, world.channel, "reopen"))
    assert "new thread" in said
    await settle(world.bot.outbox)
    again = await world.home()
    assert again._channel.type == discord.ChannelType.private_thread.value
    assert world.bo.id in guests(again)
    await play(world, 1, 1)


async def test_where_that_is_not_allowed_the_player_is_told(world: World) -> None:
    home = await alone(world)
    world.env.backend.delete_channel(home.id)
    await world.settle()
    world.deny(world.channel, create_private_threads=True)
    said = private(await world.tap(world.bo, world.channel, "reopen"))
    assert "everybody in this channel can see it" in said
    await settle(world.bot.outbox)
    assert (await world.home())._channel.type == discord.ChannelType.public_thread.value
    assert not (await info(world)).private


async def test_where_a_server_has_no_room_for_a_thread_it_is_played_in_the_channel(
    world: World,
) -> None:
    world.fail("POST", "/channels/*/threads", 400, 160006, times=None)
    world.fail("POST", "/channels/*/messages/*/threads", 400, 160006, times=None)
    assert (await alone(world)).id == world.channel.id


async def test_relocating_makes_it_public(world: World) -> None:
    await alone(world)
    private(await world.bo.slash(world.channel, "match relocate", number=1))
    await settle(world.bot.outbox)
    match = await info(world)
    assert (match.channel_id, match.private) == (world.channel.id, False)
    assert "⚙ Cog" in private(await world.cleo.slash(world.channel, "match info"))


async def test_a_rematch_is_opened_in_the_channel_above(world: World) -> None:
    home = await alone(world)
    await play(world, 1)
    await settle(world.bot.outbox)
    assert f"<#{world.channel.id}>" in private(await world.tap(world.bo, home, "rematch"))
    await settle(world.bot.outbox)
    assert offered(world)
    private(await world.tap(world.bo, world.channel, "alone"))
    await world.bot.service.computers.rest()
    await settle(world.bot.outbox)
    second = await world.home(2)
    assert second._channel.type == discord.ChannelType.private_thread.value
    assert second.id != home.id


async def test_who_left_the_thread_gets_back_in(world: World) -> None:
    home = await alone(world)
    world.env.backend.remove_thread_member(home.id, world.bo.id)
    private(await world.bo.slash(world.channel, "match open", number=1))
    assert world.bo.id in guests(home)


async def test_a_solo_game_can_be_played_in_private(world: World) -> None:
    home = await alone(world, game="indian_summer", computers=0, seats=1)
    await play(world, 1, 3)
    assert home._channel.type == discord.ChannelType.private_thread.value


async def test_who_plays_alone_is_told_the_par(world: World) -> None:
    par = registry.get("lodge").info.par
    assert par is not None
    told = f"Par: {par.score} points, the mean of {par.matches} matches"
    home = await alone(world, game="lodge", computers=0, seats=1)
    lobby = world.posts(world.channel)[0]
    assert "Par" not in lobby, "it has begun"
    assert told in private(await world.bo.slash(home, "match info"))
    await play(world, 1)
    await settle(world.bot.outbox)
    glance = await world.bot.service.glance(1, None)
    assert glance.outcome is not None
    await until(lambda: "seed for all draws" in world.posts(home)[-1])
    last = world.posts(home)[-1]
    assert told in last
    off = glance.outcome.scores[0] - par.score
    assert f"That's {abs(off)} points {'above' if off > 0 else 'below'} par." in last
    await world.open(world.dima, game="lodge", start=False, seats=1)
    polish = private(await world.dima.slash(world.channel, "match info"))
    assert f"Poprzeczka: {par.score}" in polish
    assert " partiach w pojedynkę." in polish
    assert told in world.posts(world.channel)[-1]


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 1, "options": "series"}])
async def test_others_have_no_par(world: World, options: dict[str, int | str]) -> None:
    await world.open(world.ada, game="indian_summer", start=False, **options)
    assert "Par: " not in world.posts(world.channel)[-1]
