"""The games' signs as emojis of the application."""

import logging
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest
from simcord.results import InteractionResult

from cogs.drawing import emojis
from cogs.drawing.emojis import bring_signs, emoji_name
from cogs.ui.speech import forget_emojis, learn_emoji, seat_emoji, value_emoji
from matches.domain.settings import Words
from render import drawings
from render.picture import Sign, seat_sign
from tests.cogs.play.driver import Panel, to_the_flags, turn_of
from tests.cogs.rules_pages import heading, opened
from tests.cogs.telling import choose_all, say
from tests.cogs.test_viewing import change
from tests.world import World, parts, private, shown_messages, words

SEAT, PARCEL = seat_sign(0), Sign("parcel", ("parcel",), tuple(map(str, range(100))))
CELL = Sign("cell", ("cell",), tuple(f"r{row}c{col}" for row in range(9) for col in range(9)))


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let one game have two signs, and nobody wait; forget them afterwards."""
    monkeypatch.setattr(emojis, "PAUSE_S", 0)
    found = {"krakow": (SEAT, Sign("actiona", ("card",), ("A",)))}
    monkeypatch.setattr(drawings, "signs", lambda slug: found.get(slug, ()))
    yield
    forget_emojis()


async def names(world: World) -> dict[str, int]:
    return {emoji.name: emoji.id for emoji in await world.bot.fetch_application_emojis()}


async def made(world: World, name: str) -> discord.Emoji:
    return await world.bot.create_application_emoji(name=name, image=drawings.sign("krakow", "up"))


async def test_signs_are_uploaded_once_and_found_again(world: World) -> None:
    await bring_signs(world.bot)
    first = await names(world)
    seat = emoji_name("krakow", SEAT, drawings.sign("krakow", "seat0"))
    assert seat in first
    assert len(first) == 2
    forget_emojis()
    await bring_signs(world.bot)
    assert await names(world) == first
    assert seat_emoji("krakow", 0) == f"<:seat0:{first[seat]}> "
    found = value_emoji("krakow", "card", "A")
    assert found is not None
    assert found.name.startswith("krakow_actiona_")


async def test_another_releases_sign_is_replaced_and_nothing_else(world: World) -> None:
    for name in ("krakow_seat0_000000", "krakow_seat1_000000", "krakow_seat0_photos", "party"):
        await made(world, name)
    await bring_signs(world.bot)
    there = await names(world)
    assert "krakow_seat0_000000" not in there
    assert {"krakow_seat1_000000", "krakow_seat0_photos", "party"} < there.keys()
    assert len(there) == 5


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_words_stand_alone_if_discord_refuses(
    world: World, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error(method, "/applications/*/emojis", status=404, times=None)
    with caplog.at_level(logging.WARNING):
        await bring_signs(world.bot)
    assert "uploading emojis failed" in caplog.text
    assert (seat_emoji("krakow", 0), value_emoji("krakow", "card", "A")) == ("", None)


def shown(panel: Panel) -> set[object]:
    """Return the ids of the emojis on buttons and options of values."""
    options = [option for menu in panel.menus() for option in menu["options"]]
    buttons = [one for one in parts(panel.shown) if "ppart:" in one.get("custom_id", "")]
    return {(one.get("emoji") or {}).get("id") for one in [*options, *buttons] if "label" in one}


async def test_emojis_stand_before_words_in_posts_and_panels(world: World) -> None:
    emoji = await made(world, "toy_sign_000000")
    for sign in (SEAT, PARCEL, CELL):
        learn_emoji("toy", sign, emoji)
    home = await world.open(world.ada, world.bo)
    posts, seat = "\n".join(map(words, world.public())), f"<:seat0:{emoji.id}>"
    assert posts.count(f"{seat} `") == 1  # the lobby, whose seats have marks
    assert f"Your move: {seat} " in posts
    panel = await Panel(world, world.ada).open(home)
    assert shown(panel) == {emoji.id}
    await change(world, world.ada, words=Words.FIRST)  # a screen reader reads out names of emojis
    assert shown(await Panel(world, world.ada).open(home)) == {None}


async def test_signs_stand_in_what_happened_unless_somebody_reads_by_ear(world: World) -> None:
    emoji = await made(world, "toy_sign_000000")
    for sign in (SEAT, seat_sign(1), replace(CELL, words=CELL.tokens)):
        learn_emoji("toy", sign, emoji)
    home = await world.open(world.ada, world.bo)
    mover = await choose_all(world)
    for move in ("place", "done"):
        await say(world, mover, move)
    told = f"** puts a flag on <:cell:{emoji.id}> "
    assert told in world.posts(home)[-1]
    other = world.bo if mover is world.ada else world.ada
    assert told in private(await world.tap(other, home, "catchup"))
    assert "<:" not in "".join(world.pushes(other))
    await change(world, other, words=Words.FIRST)
    for verb in ("catchup", "view"):
        assert "<:" not in private(await world.tap(other, home, verb))


async def test_signs_stand_before_what_the_rulebook_explains(world: World) -> None:
    emoji = await made(world, "toy_sign_000000")
    learn_emoji("toy", Sign("flag", components=("flag",)), emoji)
    assert heading(await opened(world, "Flag")) == f"### <:flag:{emoji.id}> Flag"
    assert shown_in(await opened(world, "Pieces")) == {None, emoji.id}
    await change(world, world.bo, words=Words.FIRST)
    assert heading(await opened(world, "Flag")) == "### Flag"
    assert shown_in(await opened(world, "Pieces")) == {None}


def shown_in(result: InteractionResult) -> set[object]:
    """Return the ids of the emojis of a page's options."""
    found = [one for m in shown_messages(result) for one in parts({"components": m.components})]
    options = [option for one in found for option in one.get("options", ())]
    return {(option.get("emoji") or {}).get("id") for option in options}


async def test_options_of_lists_have_emojis_unless_one_was_deleted(world: World) -> None:
    emoji = await made(world, "toy_sign_000000")
    learn_emoji("toy", CELL, emoji)
    panel = await to_the_flags(world)
    assert [menu["type"] for menu in panel.menus()] == [3]
    assert shown(panel) == {emoji.id}
    refuse_emojis(world)
    panel = Panel(world, world.members[await turn_of(world)])
    assert shown(await panel.open(await world.home())) == {None}


async def test_a_panel_with_a_deleted_emoji_is_shown_without(world: World) -> None:
    learn_emoji("toy", PARCEL, await made(world, "toy_sign_000000"))
    home = await world.open(world.ada, world.bo)
    refuse_emojis(world)
    panel = await Panel(world, world.ada).open(home)
    assert shown(panel) == {None}


def refuse_emojis(world: World) -> None:
    """Let Discord refuse the next answer because of an emoji."""
    told = "In components.0.emoji.id: Invalid emoji"
    world.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message=told)
