"""The newest post of a turn stays true without a move: paused, more time, a new player."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord
import pytest
from simcord.builders import ChannelHandle

from matches.db import outbox as outbox_db
from matches.db.driver import Connection
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.outbox_item import Lane, OutboxItem, OutboxRow
from tests.cogs.telling import play
from tests.world import World, custom_ids, private, words


@pytest.fixture(autouse=True)
def _all_read_english(world: World) -> None:
    world.locales.clear()


async def begun(world: World) -> ChannelHandle:
    """Return where a strict match of three is played, one of whom has to move."""
    await world.open(world.ada, world.bo, world.cleo, game="krakow", start=False)
    await world.ada.slash(world.channel, "match time", kind="strict", hours=24)
    await world.tap(world.ada, world.channel, "start")
    await world.settle()
    return await world.home()


async def info(world: World) -> MatchInfo:
    return await world.bot.service.info(1)


async def asked(world: World) -> SeatInfo:
    """Return the seat that has to move."""
    match = await info(world)
    (seat,) = match.to_act
    return match.seats[seat]


def stamp(at: datetime) -> str:
    return discord.utils.format_dt(at, "f")


def newest(world: World) -> str:
    """Return the words of the newest turn post, in the match's channel."""
    posts = [p for p in world.public() if any(i.startswith("bturn:") for i in custom_ids(p))]
    return words(posts[-1])


async def agree(world: World, home: ChannelHandle, command: str, **options: int) -> None:
    await world.ada.slash(home, command, **options)
    await world.tap(world.bo, home, "yes")
    await world.settle()


def calls(world: World) -> int:
    """Return how many pings and direct messages there were."""
    pings = sum(len(world.pinged(post)) for post in world.public())
    return pings + sum(len(world.dms(one)) for one in world.members)


async def test_it_says_that_the_match_is_paused_and_how_it_goes_on(world: World) -> None:
    home = await begun(world)
    posts = len(world.posts(home))
    assert "Your move:" in newest(world)
    await agree(world, home, "match pause")
    assert "**The match is paused, and all clocks are stopped.**" in newest(world)
    assert "start a vote with /match resume." in newest(world)
    assert "Your move:" not in newest(world)
    assert "deadline" not in newest(world)
    assert len(world.posts(home)) == posts + 1  # the vote


async def test_after_a_pause_it_has_the_new_deadline_and_calls_nobody_again(world: World) -> None:
    home = await begun(world)
    old = (await asked(world)).clock
    await agree(world, home, "match pause")
    await world.env.advance_time(timedelta(hours=30).total_seconds())
    await world.ada.slash(home, "match resume")
    await world.settle()
    before = calls(world)
    await world.tap(world.bo, home, "yes")
    await world.settle()
    seat = await asked(world)
    assert old is not None
    assert seat.clock is not None
    assert seat.clock.due >= old.due + timedelta(hours=30)
    assert f"Your move: <@{seat.user_id}>" in newest(world)
    assert f"The deadline is {stamp(seat.clock.due)}" in newest(world)
    assert calls(world) == before


async def test_more_time_is_in_the_newest_post(world: World) -> None:
    home = await begun(world)
    before = newest(world)
    await agree(world, home, "match extend", hours=48)
    seat = await asked(world)
    assert seat.clock is not None
    assert stamp(seat.clock.due) not in before
    assert f"The deadline is {stamp(seat.clock.due)}" in newest(world)


async def test_whoever_takes_the_seat_to_move_is_named_there_and_knows(world: World) -> None:
    home = await begun(world)
    seat = await asked(world)
    mover = next(one for one in world.members if one.id == seat.user_id)
    world.close_dms(world.dima)
    await mover.slash(home, "seat offer")
    await world.settle()
    shown = private(await world.dima.slash(home, "seat claim"))
    assert "It's your move." in shown
    await world.settle()
    after = await asked(world)
    assert after.user_id == world.dima.id
    assert after.clock is not None
    assert f"Your move: <@{world.dima.id}>" in newest(world)
    assert f"<@{mover.id}>" not in newest(world)
    assert f"The deadline is {stamp(after.clock.due)}" in newest(world)
    pinged = [post for post in world.public() if world.dima.id in world.pinged(post)]
    assert pinged == []


async def test_a_seat_that_does_not_move_changes_nothing_there(world: World) -> None:
    home = await begun(world)
    seat = await asked(world)
    other = next(one for one in (world.ada, world.bo, world.cleo) if one.id != seat.user_id)
    await other.slash(home, "seat offer")
    before = newest(world)
    await world.dima.slash(home, "seat claim")
    await world.settle()
    assert newest(world) == before


async def test_a_post_that_is_gone_is_posted_again_once_and_pings_nobody(world: World) -> None:
    home = await begun(world)
    match = await info(world)
    assert match.post_id is not None
    await world.bot.get_partial_messageable(home.id).get_partial_message(match.post_id).delete()
    before = calls(world)
    await agree(world, home, "match pause")
    assert calls(world) == before + 2  # the vote asks two
    assert "paused, and all clocks are stopped" in newest(world)
    assert (await info(world)).post_id != match.post_id


async def test_an_edit_that_a_crash_cut_off_is_made_again(world: World) -> None:
    home = await begun(world)
    row = await _cut_off(world)
    sender = world.bot.outbox._sender
    assert await sender.find(row) is None  # the post as it was before isn't taken for the edit
    sent = await sender.send(row)
    assert sent is not None
    assert sent.message_id == (await info(world)).post_id
    assert "Your move:" in world.posts(home)[-1]


async def test_what_an_edit_told_before_a_crash_is_not_told_again(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.settle()
    before = (await info(world)).posted_ply
    await play(world)
    await world.settle()
    told = (await info(world)).posted_ply
    assert told > before
    forget = "UPDATE matches SET posted_ply = ?"  # as if it had died before it noted the edit
    await world.bot.store.write(lambda db: db.execute(forget, (before,)))
    world.bot.service._cache.forget(1)
    assert await world.bot.outbox._sender.find(await _cut_off(world)) is None
    assert (await info(world)).posted_ply == told


async def _cut_off(world: World) -> OutboxRow:
    """Return an edit that nobody has played for."""
    match, store = await info(world), world.bot.store

    def add(db: Connection) -> OutboxRow:
        outbox_db.add_items(db, 1, match.ply, world.env.now(), (OutboxItem.retelling(),))
        claimed = outbox_db.take_next(db, Lane.of_match(1), 2**50)
        assert claimed is not None
        return claimed.row

    return await store.write(add)
