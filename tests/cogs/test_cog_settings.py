from __future__ import annotations

import json

from tests.world import World, private, shown_messages


async def test_dms_are_switched_off_and_on(world: World) -> None:
    shown = await world.bo.slash(world.channel, "settings")
    assert "I send you a DM" in private(shown)
    assert "no DMs" in private(await world.press(world.bo, shown, "dm"))
    assert not (await world.bot.service.users.settings(world.bo.id)).dm
    await world.open(world.ada, world.bo)
    assert world.dms(world.bo) == []
    assert len(world.dms(world.ada)) == 1
    await world.press(world.bo, shown, "dm")
    assert (await world.bot.service.users.settings(world.bo.id)).dm


async def test_settings_work_in_dms(world: World) -> None:
    assert "I send you a DM" in private(await world.bo.user.slash("settings"))


async def test_everything_kept_can_be_exported(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.bo.slash(home, "privacy")
    assert "cannot read messages" in private(shown)
    result = await world.press(world.bo, shown, "privacy")
    [message] = shown_messages(result)
    assert message.ephemeral
    [file] = message.attachments
    kept = json.loads(await file.read())
    assert kept["user"] == world.bo.id
    assert [match["name"] for match in kept["matches"]] == ["Bo"]


async def test_erasing_asks_once_more_and_waits_for_the_end(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "privacy")
    refused = await world.forge(world.bo, "bprivacy:0:really")
    assert "not finished" in refused
    await world.bot.service.end(1, world.ada.id, is_admin=False)
    shown = await world.bo.slash(home, "privacy")
    [message] = shown_messages(shown)
    asked = await world.bo.click(message, custom_id="bprivacy:0:erase")
    assert "cannot be undone" in private(asked)
    assert (await world.bot.service.info(1)).seats[1].name == "Bo"
    assert "nameless now in 1 match" in private(await world.press(world.bo, asked, "privacy"))
    assert (await world.bot.service.info(1)).seats[1].name != "Bo"
    again = await world.forge(world.bo, "bprivacy:0:really")
    assert "no seat in any match" in again


async def test_an_unknown_step_is_refused(world: World) -> None:
    assert "Type /privacy again." in await world.forge(world.bo, "bprivacy:0:dance")
