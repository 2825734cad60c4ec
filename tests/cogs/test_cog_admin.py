from __future__ import annotations

import discord
import pytest

from cogs.ui.permissions import NEEDED, missing, needed_here
from tests.world import World, private


async def test_all_is_well(world: World) -> None:
    shown = private(await world.ada.slash(world.channel, "setup"))
    assert shown.count("✅") == 6
    assert "/match new" in shown


async def test_embed_links_is_not_asked_for_as_no_embed_is_sent(world: World) -> None:
    world.deny(world.channel, embed_links=True)
    assert "❌" not in private(await world.ada.slash(world.channel, "setup"))
    home = await world.open(world.ada, world.bo)
    assert (await world.bot.service.info(1)).posted_ply > 0
    assert home.id != world.channel.id


@pytest.mark.parametrize("name", [n for n in NEEDED if n != "view_channel"])
async def test_missing_permissions_are_named_with_the_fix(world: World, name: str) -> None:
    world.deny(world.channel, **{name: True})
    shown = private(await world.ada.slash(world.channel, "setup"))
    assert f"❌ {NEEDED[name].msgid}" in shown
    assert f"allow: {NEEDED[name].msgid}" in shown
    assert ("their own threads" in shown) == (
        name in ("create_public_threads", "send_messages_in_threads")
    )


async def test_it_is_for_those_who_look_after_the_server(world: World) -> None:
    assert "setup" in world.ada.available_commands(world.channel)
    assert "setup" not in world.bo.available_commands(world.channel)


def test_a_thread_needs_other_permissions_than_a_channel() -> None:
    granted = discord.Permissions.all()
    granted.update(send_messages_in_threads=False, create_public_threads=False)
    assert missing(granted, needed_here(in_thread=False)) == ()
    assert missing(granted, needed_here(in_thread=True)) == (NEEDED["send_messages_in_threads"],)
