"""A post that is gone is replaced once, whatever becomes of Discord's answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from simcord.builders import ChannelHandle

from matches.db import outbox as outbox_db
from matches.domain.outbox_item import ItemKind, OutboxItem
from tests.cogs.telling import said, with_button
from tests.world import World, words

A_WHILE_S = 15 * 60

Asking: TypeAlias = tuple[ChannelHandle, OutboxItem, Callable[[], int]]
"""Where the post was, the row that edits it, and how often it is there."""


def _lose(world: World, place: ChannelHandle, button: str) -> None:
    """Delete the post with a button."""
    (post,) = with_button(world, button)
    world.env.backend.delete_message(place.id, int(post["id"]))


async def _vote(world: World) -> Asking:
    home = await world.open(*world.members[:3])
    await world.ada.slash(home, "match pause")
    _lose(world, home, "yes")
    return home, OutboxItem.vote(1), lambda: len(with_button(world, "yes"))


async def _decided_vote(world: World) -> Asking:
    home, row, _ = await _vote(world)
    path = f"/channels/{home.id}/messages"
    world.fail("POST", path, 503, times=None)
    await world.bot.service.votes.cast(1, world.bo.id, yes=True)
    await world.settle()
    world.mend()
    return home, row, lambda: sum("Yes: 2, no: 0" in words(post) for post in said(world, home))


async def _seat(world: World) -> Asking:
    home = await world.open(*world.members[:3])
    await world.bo.slash(home, "match offer")
    _lose(world, home, "take")
    seat = (await world.bot.service.info(1)).seat_of(world.bo.id)
    return home, OutboxItem.seat(seat), lambda: len(with_button(world, "take"))


async def _lobby(world: World) -> Asking:
    await world.open(world.ada, start=False)
    _lose(world, world.channel, "join")
    return world.channel, OutboxItem(ItemKind.LOBBY), lambda: len(with_button(world, "join"))


@pytest.mark.parametrize(
    "asking", [_vote, _decided_vote, _seat, _lobby], ids=lambda kind: kind.__name__.strip("_")
)
async def test_what_replaced_a_lost_post_is_not_sent_twice(
    world: World, asking: Callable[[World], Awaitable[Asking]], expected_errors: list[str]
) -> None:
    """Its answer is lost, and Discord is troubled for longer than it remembers a nonce."""
    expected_errors.append("")
    place, item, there = await asking(world)
    assert there() == 0
    path = f"/channels/{place.id}/messages"
    world.lose_answer("POST", path)
    at, before = world.env.now(), len(said(world, place))
    await world.bot.store.write(lambda db: outbox_db.add_items(db, 1, 0, at, (item,)))
    world.bot.outbox.kick()
    async with asyncio.timeout(5):
        while len(said(world, place)) == before:  # noqa: ASYNC110 - the simulation tells nobody
            await asyncio.sleep(0.001)
    for method, where in (("POST", path), ("PATCH", f"{path}/*"), ("GET", f"{path}*")):
        world.fail(method, where, 503, times=None)
    await world.env.advance_time(A_WHILE_S)
    world.mend()
    world.bot.outbox.signal(match_id=1)
    await world.env.advance_time(A_WHILE_S)
    assert there() == 1
