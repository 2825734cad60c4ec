from __future__ import annotations

from typing import Any

import discord
import pytest
from discord.threads import Thread
from simcord.results import InteractionResult

from cogs.partial import completed
from tests.strict import PARTIAL
from tests.world import World, private


def test_discord_py_still_needs_what_is_filled_in() -> None:
    whole = {"id": "5", "type": 11, "name": "x", "parent_id": "4"}
    with pytest.raises(KeyError, match="owner_id"):
        Thread(guild=discord.Object(1), state=None, data=whole)  # type: ignore[arg-type]
    payload = completed({"guild_id": "1", "channel": whole})
    thread = Thread(guild=discord.Object(1), state=None, data=payload["channel"])  # type: ignore[arg-type]
    assert (thread.id, thread.parent_id, thread.owner_id) == (5, 4, 0)


def test_what_discord_tells_is_kept() -> None:
    told = {"id": "5", "type": 11, "owner_id": "9", "message_count": None}
    channel = completed({"guild_id": "1", "channel": told})["channel"]
    assert (channel["owner_id"], channel["message_count"]) == ("9", 0)
    in_dm = {"channel": {"id": "5", "type": 1}}
    assert completed(in_dm) is in_dm


@pytest.mark.parametrize("verb", ["turn", "view", "guide", "hand", "text", "catchup", "replayed"])
async def test_a_tap_in_a_thread_out_of_the_cache_is_answered(world: World, verb: str) -> None:
    home = await world.open(world.ada, world.bo)
    world.forget(home)
    tap = await world.tapped(world.ada, f"b{verb}:1:", channel=home)
    assert tap[1]["channel"].keys() <= set(PARTIAL)
    assert "went wrong" not in await emitted(world, tap)


@pytest.mark.parametrize("name", ["board", "log", "catchup", "replay", "match info", "move"])
async def test_a_command_in_a_thread_out_of_the_cache_is_answered(world: World, name: str) -> None:
    home = await world.open(world.ada, world.bo)
    world.forget(home)
    options = {"move": "end"} if name == "move" else {}
    answer = private(await world.ada.slash(home, name, **options))
    assert "went wrong" not in answer
    assert "in this channel" not in answer


async def emitted(world: World, tap: tuple[Any, dict[str, Any]]) -> str:
    record, payload = tap
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    return private(InteractionResult(world.env, record))
