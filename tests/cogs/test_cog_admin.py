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


async def test_a_term_for_finished_matches_is_chosen_and_shown(world: World) -> None:
    assert "I keep finished matches." in private(await world.ada.slash(world.channel, "setup"))
    chosen = private(await world.ada.slash(world.channel, "setup", keep=90))
    assert "I delete finished matches with all their moves after 90 days." in chosen
    await world.restart()
    assert "after 90 days" in private(await world.ada.slash(world.channel, "setup"))
    kept = private(await world.ada.slash(world.channel, "setup", keep=0))
    assert "I keep finished matches." in kept


async def test_every_way_to_a_deleted_match_says_that_it_was_deleted(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await world.settle()
    await world.bot.service.retention.choose(world.guild.id, 1)
    world.env.backend.advance_clock(3 * 86400)
    await world.bot.service.retention.sweep(world.guild.id)
    for member, verb in ((world.ada, "replay"), (world.bo, "view"), (world.ada, "rematch")):
        assert "This match was deleted." in await world.forge(member, f"b{verb}:1:1", channel=home)
    for command in ("replay", "board", "log", "match export", "match verify", "match info"):
        said = private(await world.bo.slash(home, command, number=1))
        assert "This match was deleted." in said, command
