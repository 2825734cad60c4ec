"""The simulated Discord of the tests waits for what it must."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from matches.db import outbox as outbox_db
from matches.db.driver import Connection
from tests import settling
from tests.world import World


async def test_a_button_is_waited_for_whoever_made_the_bot_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = world.bot.outbox
    read, slow = outbox._store.read, 3

    async def late(job: Callable[[Connection], object]) -> object:
        nonlocal slow
        if getattr(job, "func", None) is outbox_db.lanes and slow:
            slow -= 1
            await asyncio.sleep(0.2)
        return await read(job)

    monkeypatch.setattr(outbox._store, "read", late)
    outbox.kick()  # called by a test, so no action waits for what it begins
    await world.open(world.ada, world.bo)


def sleeping(world: World, seconds: float) -> asyncio.Task[None]:
    """Return a task of the bot that does nothing for some time."""
    with world.env._bot_scope():
        return asyncio.create_task(asyncio.sleep(seconds))


async def test_the_time_moves_though_a_timer_fires_at_this_moment(world: World) -> None:
    task = sleeping(world, 0.05)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(time.sleep, 0.2)  # the machine has other things to do
    await asyncio.sleep(0.03)  # over at the same moment as the bot's own
    before = world.env.now()
    async with asyncio.timeout(2):
        await world.env.advance_time(60)
    assert task.done()
    assert (world.env.now() - before).total_seconds() >= 60


async def test_a_slow_test_leaves_long_timers_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "LOOK_AHEAD_S", 0.05)
    short, long = sleeping(world, 0.04), sleeping(world, 0.1)
    await asyncio.sleep(0.2)
    await world.env.settle()
    assert short.done()
    assert not long.done()
    await world.env.advance_time(0.1)
    assert long.done()
