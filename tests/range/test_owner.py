"""The owner's desk, with the real bot in its own process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.range.conftest import CHANNEL, GUILD
from tests.range.evening import evening
from tests.range.players import Player


async def test_a_drained_bot_has_posted_all_it_owes_and_exits_with_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOLIK_OWNER_SERVER", str(GUILD))
    async with evening(tmp_path) as night:
        world = night.discord.world
        world.user(1).name = "the owner"
        world.join(night.guild, 1)
        channel = world.add_channel(night.guild, CHANNEL, "game-night")
        await night.discord.tell_channel("CHANNEL_CREATE", channel)
        async with asyncio.timeout(20):
            while "stolik" not in night.discord.commands:  # noqa: ASYNC110 - after the start
                await asyncio.sleep(0.05)
        owner, ada = Player(night.discord, 1), Player(night.discord, 41)
        refused = await ada.type(channel, "stolik", "figures")
        assert refused.shown is not None
        assert "Only the owner of this bot" in ada.words(refused.shown)
        assert night.side.process is not None
        await ada.type(channel, "match", "new", game="krakow")
        await owner.type(channel, "stolik", "restart")
        assert await asyncio.wait_for(night.side.process.wait(), 60) == 0
        assert any("Kraków" in owner.words(kept) for kept in owner.reads(channel))
        assert night.discord.refused == []
