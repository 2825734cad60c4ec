from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord.interactions
from discord.threads import Thread
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.partial import completed
from tests.world import World, private

DOCUMENTED = ("id", "name", "type", "permissions", "parent_id", "thread_metadata")
"""All that Discord promises of the channel of an interaction."""


@pytest.fixture
def partial(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return the world, its interactions with partial channels; see `forget`."""
    plain = simcord.interactions.base_payload

    def base_payload(backend: Any, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(backend, **facts)
        payload["channel"] = {k: v for k, v in payload["channel"].items() if k in DOCUMENTED}
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    return world


def forget(world: World, thread: ChannelHandle) -> None:
    """Let the bot's cache lose a thread, as it does with every archived one."""
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild._threads.pop(thread.id, None)


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


@pytest.mark.parametrize("verb", ["turn", "hand", "text", "catchup", "rules", "replayed"])
async def test_a_tap_in_a_thread_out_of_the_cache_is_answered(partial: World, verb: str) -> None:
    world = partial
    home = await world.open(world.ada, world.bo)
    _, payload = tap = await world.tapped(world.ada, f"b{verb}:1:", channel=home)
    forget(world, home)
    assert payload["channel"].keys() <= set(DOCUMENTED)
    assert "went wrong" not in await emitted(world, tap)


@pytest.mark.parametrize("name", ["board", "log", "catchup", "replay", "match info", "move"])
async def test_a_command_in_a_thread_out_of_the_cache_is_answered(
    partial: World, name: str
) -> None:
    world = partial
    home = await world.open(world.ada, world.bo)
    forget(world, home)
    options = {"move": "end"} if name == "move" else {}
    answer = private(await world.ada.slash(home, name, **options))
    assert "went wrong" not in answer
    assert "in this channel" not in answer


async def emitted(world: World, tap: tuple[Any, dict[str, Any]]) -> str:
    record, payload = tap
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return private(InteractionResult(world.env, record))
