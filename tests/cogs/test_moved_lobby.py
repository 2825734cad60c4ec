"""The posts of a lobby that was moved: one where it is, and one that says where it went."""

from __future__ import annotations

import pytest

from cogs.outbox.sending import THREAD_LOCKED, UNKNOWN_CHANNEL
from tests.cogs.test_cog_places import info
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private


async def test_a_lobby_that_was_moved_is_joined_where_it_is(world: World) -> None:
    await world.open(world.ada, start=False)
    there, beyond = (world.guild.create_text_channel(name) for name in ("two", "three"))
    for channel in (there, beyond):
        await world.ada.slash(channel, "match relocate", number=1)
        await settle(world.bot.outbox)
    for left, to in ((world.channel, there), (there, beyond)):
        [post] = left.history()
        assert custom_ids(world.payload(left.id, post.id)) == []
        assert f"continues here: <#{to.id}>" in world.posts(left)[-1]
    private(await world.tap(world.bo, beyond, "join"))
    assert len(world.posts(beyond)) == 1


async def test_a_lobby_that_leaves_an_archived_thread_says_so_there(world: World) -> None:
    thread = world.env.backend.create_thread(world.channel.id, "our evening", world.ada.id)
    there = world.place(thread.id)
    await world.ada.slash(there, "match new", game="toy", thread=False)
    await world.archive(there)
    await world.ada.slash(world.channel, "match relocate", number=1)
    await settle(world.bot.outbox)
    assert f"continues here: <#{world.channel.id}>" in world.posts(there)[-1]


async def test_a_lobby_that_was_moved_twice_before_it_was_posted_is_posted_once(
    world: World,
) -> None:
    there, beyond = (world.guild.create_text_channel(name) for name in ("two", "three"))
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=500)
    await world.open(world.ada, start=False)
    for channel in (there, beyond):
        place = (world.guild.id, channel.id)
        await world.bot.service.channels.move(1, world.ada.id, *place)
    world.mend()
    await settle(world.bot.outbox)
    assert [len(world.posts(c)) for c in (world.channel, there, beyond)] == [0, 0, 1]
    assert (await info(world)).lobby_message_id == beyond.history()[-1].id


async def test_a_rematch_that_is_moved_calls_nobody_again(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await world.ada.slash(world.channel, "match rematch", number=1)
    await settle(world.bot.outbox)
    there = world.guild.create_text_channel("table-two")
    await world.ada.slash(there, "match relocate", number=2)
    await settle(world.bot.outbox)
    assert "I've kept your seat" in world.posts(there)[-1]
    assert len([push for push in world.pushes(world.bo) if "rematch" in push]) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(404, UNKNOWN_CHANNEL), (403, 50001), (400, THREAD_LOCKED), (503, 0)]
)
async def test_a_lobby_is_moved_even_if_its_old_post_cant_be_edited(
    world: World, status: int, code: int
) -> None:
    await world.open(world.ada, start=False)
    there = world.guild.create_text_channel("two")
    old = (await info(world)).lobby_message_id
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/{old}", status, code)
    await world.ada.slash(there, "match relocate", number=1)
    await settle(world.bot.outbox)
    await world.env.advance_time(60)
    [post] = there.history()
    assert (await info(world)).lobby_message_id == post.id
    said = f"continues here: <#{there.id}>" in world.posts(world.channel)[-1]
    assert said == (status == 503), "only that passes"
