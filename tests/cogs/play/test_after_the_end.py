"""After a match its thread stays open, is renamed at most once, and all answers."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from cogs.ui import answers
from tests.cogs.telling import choose_all, is_true, play_to_the_end, results
from tests.world import World, private

BUTTONS = ("replayed", "view", "guide", "rematch")
COMMANDS = (
    "replay",
    "match export",
    "match verify",
    "board",
    "log",
    "match info",
    "catchup",
    "match rematch",
)


@pytest.fixture
async def home(world: World) -> ChannelHandle:
    """Return the thread of a match that has just ended."""
    world.locales.clear()
    place = await world.open(world.ada, world.bo)
    await play_to_the_end(world)
    assert len(results(world)) == 1
    return place


def edits(world: World, place: ChannelHandle) -> list[Any]:
    """Return what the bot asked to change about a thread."""
    path = f"/channels/{place.id}"
    asked = [r for r in world.env.http_requests if (r.method, r.path) == ("PATCH", path)]
    return [r.json for r in asked]


async def test_it_is_neither_locked_nor_archived_and_named_once(
    world: World, home: ChannelHandle
) -> None:
    for _ in range(3):
        await world.env.advance_time(3600)
    await world.restart()
    await world.env.advance_time(3600)
    state = home._channel.thread_metadata
    assert state is not None
    assert (state.archived, state.locked) == (False, False)
    asked = edits(world, home)
    assert len(asked) <= 1
    assert all(change.keys() == {"name"} for change in asked)
    assert str(home._channel.name).startswith("Toy Parcels #1")


async def test_what_an_admin_archived_is_not_reopened(world: World, home: ChannelHandle) -> None:
    await world.archive(home)
    before = len(edits(world, home))
    for _ in range(3):
        await world.env.advance_time(3600)
    await world.restart()
    await world.env.advance_time(3600)
    assert home._channel.thread_metadata is not None
    assert home._channel.thread_metadata.archived
    assert len(edits(world, home)) == before


@pytest.mark.parametrize("verb", BUTTONS)
async def test_the_buttons_of_the_result_answer(
    world: World, home: ChannelHandle, verb: str
) -> None:
    assert private(await world.tap(world.bo, home, verb))


@pytest.mark.parametrize("name", COMMANDS)
async def test_the_commands_answer(world: World, home: ChannelHandle, name: str) -> None:
    answer = private(await world.bo.slash(home, name))
    assert answer
    assert "no match in this channel" not in answer


@pytest.mark.parametrize("verb", BUTTONS)
async def test_the_buttons_answer_when_discord_has_archived_the_thread(
    world: World, home: ChannelHandle, verb: str
) -> None:
    await world.archive(home)
    await world.restart()  # the bot doesn't get archived threads when it starts
    assert private(await world.tap(world.bo, home, verb))


@pytest.mark.parametrize("name", COMMANDS)
async def test_the_commands_answer_when_discord_has_archived_the_thread(
    world: World, home: ChannelHandle, name: str
) -> None:
    await world.archive(home)
    await world.restart()
    assert "no match in this channel" not in private(await world.bo.slash(home, name))


@pytest.mark.parametrize("way", ["command", "button"])
async def test_a_promised_answer_arrives_though_the_thread_was_archived_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    home = await world.open(world.ada, world.bo)
    honest = answers.fill

    async def late(*given: Any) -> None:
        world.env.backend.edit_channel(home.id, {}, thread_metadata={"archived": True})
        await honest(*given)

    monkeypatch.setattr(answers, "fill", late)
    if way == "command":
        assert "Toy Parcels" in private(await world.ada.slash(home, "match info"))
    else:
        assert "Choose a parcel" in private(await world.tap(world.ada, home, "turn"))
    state = home._channel.thread_metadata
    assert state is not None
    assert not state.archived


async def test_a_tap_where_the_thread_is_not_known_is_answered(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.forget(home)
    assert private(await world.tap(world.bo, home, "turn"))
    assert "Toy Parcels" in private(await world.ada.slash(home, "match info"))


async def test_a_limit_on_names_keeps_nothing_waiting(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.spend_renames(home)
    await play_to_the_end(world)
    assert len(results(world)) == 1
    private(await world.ada.slash(world.channel, "match new", game="toy"))
    private(await world.tap(world.bo, world.channel, "join"))
    private(await world.tap(world.ada, world.channel, "start"))
    assert await is_true(world, 2)
    await world.env.advance_time(5)
    running = [lane for lane, task in world.bot.outbox._lanes.items() if not task.done()]
    assert running == []
    await world.env.advance_time(3600)
    assert len([change for change in edits(world, home) if "name" in change]) <= 2


async def test_another_match_goes_on_meanwhile(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.spend_renames(home)
    await play_to_the_end(world)
    other = world.guild.create_text_channel("table-two")
    await world.cleo.slash(other, "match new", game="toy", thread=False)
    private(await world.tap(world.dima, other, "join"))
    private(await world.tap(world.cleo, other, "start"))
    await choose_all(world, 2)
    await world.env.advance_time(5)
    assert await is_true(world, 2)


@pytest.mark.parametrize("status", [403, 404, 429, 503])
async def test_a_thread_that_cannot_be_named_keeps_its_name(
    world: World, status: int, expected_errors: list[str]
) -> None:
    expected_errors.append("")
    home = await world.open(world.ada, world.bo)
    world.fail("PATCH", f"/channels/{home.id}", status, times=None)
    await play_to_the_end(world)
    for _ in range(3):
        await world.env.advance_time(3600)
    assert len(results(world)) == 1
    assert private(await world.tap(world.bo, home, "view"))
    match = await world.bot.service.info(1)
    assert match.trouble == ""
