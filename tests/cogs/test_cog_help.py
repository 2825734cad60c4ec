from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.help import FONTS, TOPICS, VERSION
from tests.world import World, private

ROOT = Path(__file__).parent.parent.parent


async def test_help_knows_where_its_reader_stands(world: World) -> None:
    async def told(member: MemberActor, channel: ChannelHandle | None = None) -> str:
        return private(await member.slash(channel or world.channel, "help")).split("\n")[0]

    assert "Open one with /match new" in await told(world.ada)
    await world.open(world.ada, world.bo, start=False)
    assert "when its host taps Start" in await told(world.bo)
    assert "take a seat with /match join" in await told(world.cleo)
    await world.tap(world.ada, world.channel, "start")
    home = await world.home()
    assert "It is your move" in await told(world.bo, home)
    assert "Look on with /board" in await told(world.cleo, home)
    assert "1 match waits for your move" in await told(world.bo)
    await world.bot.service.end(1, world.ada.id, is_admin=False)
    assert "is over" in await told(world.bo, home)


async def test_every_topic_is_a_tap_away(world: World) -> None:
    shown = await world.bo.slash(world.channel, "help")
    assert shown.response
    for slug, (title, words) in TOPICS.items():
        page = await world.bo.click(shown.response, custom_id=f"bhelp:0:{slug}")
        assert f"**{title.msgid}**\n{words.msgid}" in private(page)


async def test_a_forged_topic_shows_the_first(world: World) -> None:
    assert "Beginning" in await world.forge(world.bo, "bhelp:0:zzz")


async def test_help_names_only_commands_that_exist(world: World) -> None:
    there = set(world.ada.available_commands(world.channel)) | {"match"}
    for _, words in TOPICS.values():
        named = {w.strip(".,:") for w in words.msgid.split() if w.startswith("/")}
        assert {name[1:] for name in named} <= there, named


async def test_about_names_version_games_and_fonts(world: World) -> None:
    shown = private(await world.bo.slash(world.channel, "about"))
    assert VERSION in shown
    assert "Kraków 2009" in shown
    assert "MIT" in shown
    for font in FONTS:
        assert font in shown
        assert (ROOT / "data" / "fonts" / font.lower().replace(" ", "-")).is_dir()


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


@pytest.mark.parametrize("command", ["help", "about"])
async def test_they_work_in_dms(world: World, command: str) -> None:
    assert private(await world.bo.user.slash(command))
