"""The simulated Discord of the tests waits for what it must."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from matches.db import outbox as outbox_db
from matches.db.driver import Connection
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
