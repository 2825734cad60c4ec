"""The last post of a match, and playing again with the same people."""

from __future__ import annotations

import json

import pytest

from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.test_cog_replay import finished
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures


def called(world: World, told: str) -> list[list[int]]:
    """Return who was pinged by each message with some words when it was sent."""
    sent = [r.json for r in world.env.http_requests if r.json and told in _words(r.json)]
    return [found["allowed_mentions"].get("users", []) for found in sent]


def _words(payload: object) -> str:
    return json.dumps(payload, ensure_ascii=False, default=str)


async def test_the_last_post_tells_how_it_went(world: World) -> None:
    table = await finished(world, seats=3)
    last = world.posts(table.home)[-1]
    closing = await world.bot.service.history.closing(1)
    assert closing.turning
    assert "made the biggest gain" in last
    assert f"{closing.moves} moves in one day." in last
    assert "played seat" not in last
    for label in ("Rematch", "Replay", "Look", "Help"):
        assert label in last.splitlines()


async def test_the_last_post_names_who_held_a_seat_and_calls_nobody(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.seats.offer(1, world.bo.id, offered=True)
    await world.bot.service.seats.claim(1, 1, world.cleo.id, "Cleo")
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    told = f"<@{world.bo.id}> → <@{world.cleo.id}> played seat `B`."
    assert told in world.posts(home)[-1]
    assert "0 moves" not in world.posts(home)[-1]
    assert called(world, told) == [[]]


async def test_a_rematch_is_opened_where_the_thread_hangs(world: World) -> None:
    table = await finished(world)
    assert table.home.id != world.channel.id
    said = private(await world.tap(world.bo, table.home, "rematch"))
    assert f"The rematch is open in <#{world.channel.id}>" in said
    await settle(world.bot.outbox)
    info = await world.bot.service.in_channel(world.channel.id)
    assert (info.id, info.status, info.wants_thread) == (2, "lobby", True)
    assert [seat.user_id for seat in info.seats] == [world.bo.id, world.ada.id]
    asked = f"<@{world.ada.id}>, I've kept your seat."
    assert asked in world.posts(world.channel)[-1]
    assert world.pinged(world.public()[-1]) == {world.ada.id}
    assert world.pushes(world.ada)[-1] == "You're invited to a rematch of #1: @Ada · Toy Parcels #2"


async def test_it_is_played_like_any_other(world: World) -> None:
    table = await finished(world)
    await world.tap(world.ada, table.home, "rematch")
    await settle(world.bot.outbox)
    await world.tap(world.bo, world.channel, "start")
    await settle(world.bot.outbox)
    home = await world.home(2)
    assert home.id not in (world.channel.id, table.home.id)
    assert "Your move" in world.posts(home)[-1]


@pytest.mark.parametrize(
    ("game", "seats", "computers"), [("lodge", 1, 0), ("toy", 2, 1), ("toy", 2, 0)]
)
async def test_a_rematch_of_one_person_waits_for_nobody_who_is_not_there(
    world: World, game: str, seats: int, computers: int
) -> None:
    others = [] if computers or seats == 1 else [world.bo]
    await world.open(world.ada, *others, game=game, seats=seats, computers=computers, thread=False)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    for other in others:
        await world.bot.service.farewell.erase(other.id)
    await settle(world.bot.outbox)
    said = private(await world.tap(world.ada, world.channel, "rematch"))
    assert "players' seats" not in said
    assert "everybody" not in said
    assert ("goes first" in said) is bool(computers)
    can_start = not others
    assert ("To begin, tap **Start**." in said) is can_start
    assert ("others can join" in said) is not can_start
    await settle(world.bot.outbox)
    assert ("To begin, tap **Start**." in world.posts(world.channel)[-1]) is can_start


async def test_the_command_does_the_same_and_only_once(world: World) -> None:
    table = await finished(world)
    assert "The rematch is open" in private(await world.ada.slash(table.home, "match rematch"))
    for member in (world.ada, world.bo):
        said = private(await world.tap(member, table.home, "rematch"))
        assert "This match already has a rematch: #2" in said
    assert "Only players in this match" in private(
        await world.tap(world.dima, table.home, "rematch")
    )


async def test_without_a_thread_the_rematch_stays_there(world: World) -> None:
    home = await world.open(world.ada, world.bo, thread=False)
    assert home.id == world.channel.id
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    await world.tap(world.ada, home, "rematch")
    info = await world.bot.service.in_channel(home.id)
    assert (info.id, info.wants_thread) == (2, False)


async def test_a_taken_channel_is_refused(world: World) -> None:
    table = await finished(world)
    await world.open(world.cleo, world.dima, start=False)
    said = private(await world.tap(world.ada, table.home, "rematch"))
    assert "already has an unfinished match" in said


async def test_a_rematch_needs_the_same_permissions(world: World) -> None:
    table = await finished(world)
    world.deny(world.channel, send_messages=True)
    said = private(await world.tap(world.ada, table.home, "rematch"))
    assert "I'm missing" in said
    assert "Send Messages" in said


@pytest.mark.parametrize("number", [1, 99])
async def test_a_match_in_play_has_no_rematch(world: World, number: int) -> None:
    home = await world.open(world.ada, world.bo)
    said = await world.forge(world.ada, f"brematch:{number}:", channel=home)
    assert "once the match is over" in said or "no such match" in said


async def test_the_rematch_is_not_called_out_twice(world: World) -> None:
    table = await finished(world)
    await world.tap(world.bo, table.home, "rematch")
    await settle(world.bot.outbox)
    await world.tap(world.ada, world.channel, "leave")
    await settle(world.bot.outbox)
    lobby = [p for p in world.public() if "bjoin:2:" in custom_ids(p)]
    assert len(lobby) == 1
    assert "I've kept your seats" not in json.dumps(lobby)


async def test_the_rematch_has_kept_no_seat_for_a_newcomer_and_names_its_present_host(
    world: World,
) -> None:
    table = await finished(world, seats=3)
    await world.tap(world.bo, table.home, "rematch")
    await world.tap(world.ada, world.channel, "leave")
    await world.tap(world.dima, world.channel, "join")
    asked = f"hosts a rematch of #1. <@{world.cleo.id}>, I've kept your seat."
    assert f"**Bo** {asked}" in world.posts(world.channel)[-1]
    assert "Everybody is here" not in world.posts(world.channel)[-1]
    await world.tap(world.bo, world.channel, "leave")
    assert "I've kept your seat" not in world.posts(world.channel)[-1]
    await world.tap(world.bo, world.channel, "join")
    asked = f"**Cleo** hosts a rematch of #1. <@{world.bo.id}>, I've kept your seat."
    assert asked in world.posts(world.channel)[-1]
    assert world.pushes(world.dima) == []
