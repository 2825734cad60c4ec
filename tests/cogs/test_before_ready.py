"""Nothing is delivered before the gateway is ready: no servers are known yet."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from bot import StolikBot
from tests.world import World

AWAY_S: Final = 3600
DELIVERS: Final = ("/messages", "/threads", "/users/@me/channels")


@pytest.mark.parametrize("owed", [False, True])
async def test_after_an_absence_nothing_is_sent_before_ready(
    world: World, owed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    await world.env.advance_time(120)
    if owed:
        world.fail("POST", f"/channels/{home.id}/messages", 503, times=None)
        await world.ada.slash(home, "match pause")
    await world.env.shutdown()
    world.mend()
    backend = world.env.backend
    backend.advance_clock(AWAY_S)
    early = list[str]()
    plain = StolikBot.setup_hook

    async def setup_hook(bot: StolikBot) -> None:
        before = len(backend.http_requests)
        await plain(bot)
        await asyncio.sleep(0.3)  # the gateway takes its time
        early.extend(r.path for r in backend.http_requests[before:] if r.path.endswith(DELIVERS))

    monkeypatch.setattr(StolikBot, "setup_hook", setup_hook)
    posts = len(world.posts(home))
    await world.crash()
    await world.settle()
    assert early == []
    assert len(world.posts(home)) > posts  # the bot says that it was away, and sends what was owed


async def test_no_place_is_taken_for_lost_before_ready(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo)
    await world.env.shutdown()
    world.env.backend.advance_clock(AWAY_S)
    told = list[str]()
    plain = StolikBot.setup_hook

    async def setup_hook(bot: StolikBot) -> None:
        await plain(bot)
        await asyncio.sleep(0.1)
        told.append((await bot.service.info(1)).trouble)

    monkeypatch.setattr(StolikBot, "setup_hook", setup_hook)
    await world.crash()
    await world.settle()
    assert told == [""]
    assert (await world.bot.service.info(1)).trouble == ""
