"""Computer players in Discord: they sit down, answer in one post, and leave again."""

from __future__ import annotations

import random

import pytest

from rules.notation import format_move
from tests import strict
from tests.cogs.test_cog_departure import pass_days
from tests.matches.fakes import settle, until
from tests.world import World, private


async def play(world: World, match_id: int, moves: int = 1000) -> int:
    """Make moves at random for everybody asked; return how many it were."""
    rng, service = random.Random(match_id), world.bot.service
    for made in range(moves):
        info = await service.info(match_id)
        if info.status != "live":
            return made
        user = info.seats[min(info.to_act)].user_id
        glance = await service.glance(match_id, user)
        move = format_move(rng.choice(glance.moves))
        await service.play(match_id, user, move, interaction_id=10_000 + info.ply)
        await service.computers.rest()
        await world.env.settle()
    return moves


async def test_alone_against_two_computers_to_the_end(world: World) -> None:
    home = await world.open(world.ada, computers=2, seats=3, level="easy")
    lobby = world.posts(world.channel)[0].replace("**", "")
    assert "⚙ Cog •, computer (easy)" in lobby
    assert "⚙ Sprocket •, computer (easy)" in lobby
    own = await play(world, 1)
    info = await world.bot.service.info(1)
    assert info.ending == "played"
    posts = world.posts(home)
    assert "⚙ Cog •" in posts[-1]
    assert len(posts) <= own + 2, "computers answer in the post of the move before"
    assert all(push.user_id == world.ada.id for push in strict.memory(world.env.backend).pushes)
    text = private(await world.ada.slash(home, "match info"))
    assert "⚙ Cog •" in text


async def test_the_host_adds_and_sends_away_with_the_list_in_the_lobby(world: World) -> None:
    await world.open(world.dima, world.bo, start=False)
    choose = "scomputers:1:"
    assert "Only the host" in await world.forge(world.bo, choose, ["add good"])
    assert "Trybik ••" in await world.forge(world.dima, choose, ["add good"])
    assert "Trybik ••" in world.posts(world.channel)[0]
    assert "Nie ma takiego poziomu" in await world.forge(world.dima, choose, ["add godlike"])
    assert "silny" in await world.forge(world.dima, choose, ["left strong"])
    assert "znów wolne" in await world.forge(world.dima, choose, ["away Cog"])
    await world.forge(world.dima, choose, ["away Cog"])
    assert "Twój ruch" not in await world.forge(world.dima, choose, ["dance"])
    info = await world.bot.service.info(1)
    assert (len(info.seats), info.level) == (2, "strong")


async def test_a_real_game_and_a_crash_while_a_computer_thinks(
    world: World, expected_errors: list[str]
) -> None:
    expected_errors.append("outbox")  # what it was posting when it was killed
    await world.open(world.ada, world.bo, game="letnisko", seats=3, computers=1, level="strong")
    await play(world, 1, 5)
    await world.bot.service.computers.close()  # its last thoughts are lost
    while (await world.bot.service.info(1)).to_act != {1}:
        await play(world, 1, 1)
    await world.crash()
    await world.env.settle()
    await world.bot.service.computers.rest()

    assert 1 not in (await world.bot.service.info(1)).to_act
    await play(world, 1)
    assert (await world.bot.service.info(1)).ending == "played"


async def test_the_result_says_since_when_a_computer_played(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await play(world, 1, 2)
    await world.bot.service.seats.resign(1, world.bo.id)
    await world.bot.service.computers.rest()
    assert "a computer is playing for **Bo**" in private(await world.ada.slash(home, "match info"))
    await play(world, 1)
    await until(lambda: "seed for all draws" in world.posts(home)[-1])
    end = world.posts(home)[-1]
    assert "on, a computer (good) played for **Bo**." in end
    glance = await world.bot.service.glance(1, None)
    assert glance.outcome is not None
    assert glance.outcome.ranks[0] == 1


async def test_the_last_person_reads_that_leaving_ends_the_match(world: World) -> None:
    home = await world.open(world.ada, world.bo, computers=1, seats=3)
    early = await world.ada.slash(home, "seat resign")
    assert "You can come back" in private(early)
    gone = await world.bo.slash(home, "seat resign")
    await world.press(world.bo, gone, "resign")

    assert "has changed since I asked" in private(await world.press(world.ada, early, "resign"))
    asked = await world.ada.slash(home, "seat resign")
    assert "the match will end without a result" in private(asked)
    assert "come back" not in private(asked)
    told = private(await world.press(world.ada, asked, "resign"))
    assert "You were the last player" in told
    assert (await world.bot.service.info(1)).ending == "left"


async def test_a_strict_pace_takes_nothing_from_who_plays_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, computers=1, seats=2)
    said = private(await world.ada.slash(home, "match time", kind="strict", hours=24))
    assert said.startswith("This match's pace: 1 day for each decision (strict).")
    alone = "While only one person plays, they only get reminders if they're late."
    assert alone in said
    assert alone in private(await world.ada.slash(home, "match info"))
    await pass_days(world, 2.5, monkeypatch)
    assert (await world.bot.service.info(1)).status == "live"
    assert not any("take your seat" in said for said in world.dms(world.ada))
    assert "I'm still waiting for your move." in world.dms(world.ada)[-1]
    assert "The others" not in world.dms(world.ada)[-1]


async def test_who_plays_alone_asks_nobody(world: World) -> None:
    home = await world.open(world.ada, computers=1, seats=2)
    paused = private(await world.ada.slash(home, "match pause"))
    assert "The match is paused now. To continue, type /match resume." in paused
    await until(lambda: "pauses the match." in world.posts(home)[-1])
    assert "This match is paused." in private(await world.tap(world.ada, home, "turn"))
    assert "This match is paused." in private(await world.ada.slash(home, "board"))
    refused = private(await world.ada.slash(home, "undo"))
    assert "To continue, type /match resume." in refused
    assert "The match goes on." in private(await world.ada.slash(home, "match resume"))
    await play(world, 1, 3)
    await settle(world.bot.outbox)
    pushes = len(world.pushes(world.ada))
    back = await world.forge(world.ada, "bask:1:undo", channel=home)
    assert "The match is back before your last move." in back
    await settle(world.bot.outbox)
    assert len(world.pushes(world.ada)) == pushes
    assert "Everybody agreed" not in world.posts(home)[-1]
    asked = await world.ada.slash(home, "match end")
    assert "has ended without a result" in private(await world.press(world.ada, asked, "ask"))
    await until(lambda: "because its only player stopped it" in world.posts(home)[-1])


async def test_the_lobby_says_who_plays_seats_left_free_and_how_to_make_room(world: World) -> None:
    await world.open(world.ada, start=False, seats=2, level="easy")
    assert "Seats left free: a computer (easy)" in world.posts(world.channel)[0]
    assert "Seats left free: a computer (easy)" in private(
        await world.ada.slash(world.channel, "match info")
    )
    choose = "scomputers:1:"
    told = await world.forge(world.ada, choose, ["left strong"])
    assert "Seats left free: a computer (strong)" in told
    await world.forge(world.ada, choose, ["add good"])
    assert "send a computer away" in await world.forge(world.ada, choose, ["add good"])
    many = await world.ada.slash(world.channel, "match new", game="lodge", seats=2, computers=3)
    assert "Choose fewer computers or more seats." in private(many)
