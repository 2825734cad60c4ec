"""A finished match always answers: in its thread, above it, and by its number."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.test_cog_replay import finished
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, shown_messages

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

SHOWN = {
    "board": "Toy Parcels",
    "log": "Log",
    "catchup": "Toy Parcels",
    "replay": "Step 1 of",
    "match info": "Toy Parcels #1",
    "match export": "except for what is hidden from you",
    "match verify": "SHA-256",
    "match rematch": "The rematch is open",
}
"""The commands, and what the answer to each contains."""
BUTTONS = ("rematch", "replayed", "view", "guide", "catchup", "text", "rules")


@pytest.fixture(params=["thread", "forgotten", "above"])
async def over(request: pytest.FixtureRequest, world: World) -> tuple[World, int]:
    """Return a finished match, and the channel in which somebody asks about it."""
    table = await finished(world)
    await settle(world.bot.outbox)
    if request.param == "forgotten":
        world.forget(table.home)
    return world, world.channel.id if request.param == "above" else table.home.id


@pytest.mark.parametrize("name", SHOWN)
async def test_every_command_answers_in_the_thread_and_above(
    over: tuple[World, int], name: str
) -> None:
    world, place = over
    assert SHOWN[name] in private(await world.ada.slash(world.place(place), name))


@pytest.mark.parametrize("verb", BUTTONS)
async def test_every_button_of_the_last_post_answers(over: tuple[World, int], verb: str) -> None:
    world, place = over
    said = await world.forge(world.bo, f"b{verb}:1:", channel=world.place(place))
    assert "another channel" not in said
    assert "went wrong" not in said


@pytest.mark.parametrize("name", SHOWN)
async def test_by_its_number_it_answers_elsewhere_on_its_server(world: World, name: str) -> None:
    await finished(world)
    other = world.guild.create_text_channel("elsewhere")
    assert "no match in this channel" in private(await world.ada.slash(other, name))
    assert SHOWN[name] in private(await world.ada.slash(other, name, number=1))
    assert "no such match" in private(await world.ada.slash(other, name, number=99)).lower()
    if name != "match rematch":
        assert SHOWN[name] in private(await world.cleo.slash(other, name, number=1))


@pytest.mark.parametrize("name", [name for name in SHOWN if name != "match rematch"])
async def test_players_ask_from_anywhere_and_strangers_do_not(world: World, name: str) -> None:
    await finished(world)
    guild = world.env.create_guild("Another evening", owner=world.cleo.user)
    there = guild.create_text_channel("games")
    await world.settle()
    player, stranger = guild.add_member(world.bo.user), guild.add_member(world.dima.user)
    assert SHOWN[name] in private(await player.slash(there, name, number=1))
    assert SHOWN[name] in private(await world.bo.user.slash(name, number=1))
    world.locales[world.dima.id] = "en-US"
    assert "That match isn't on this server" in private(await stranger.slash(there, name, number=1))
    assert "That match isn't on this server" in private(await world.dima.user.slash(name, number=1))


async def test_a_rematch_is_opened_on_its_server_alone(world: World) -> None:
    await finished(world)
    guild = world.env.create_guild("Another evening", owner=world.cleo.user)
    there = guild.create_text_channel("games")
    player = guild.add_member(world.bo.user)
    for shown in (
        await player.slash(there, "match rematch", number=1),
        await world.bo.user.slash("match rematch", number=1),
    ):
        assert "open a rematch on the match's server" in private(shown)


async def test_what_is_shown_elsewhere_can_be_turned_over_there(world: World) -> None:
    await finished(world)
    shown = await world.bo.user.slash("replay", number=1)
    (message,) = shown_messages(shown)
    ids = custom_ids({"components": message.components})
    forward = next(i for i in ids if i.endswith("~c"))
    turned = await world.bo.user.click(message, custom_id=forward)
    assert "Step 2 of" in private(turned)
    other = world.guild.create_text_channel("elsewhere")
    (message,) = shown_messages(await world.cleo.slash(other, "board", number=1))
    assert "Flags 4" in private(await world.cleo.click(message, custom_id="bsee:1:board~0"))


async def test_a_hidden_channel_stays_hidden(world: World) -> None:
    await finished(world)
    other = world.guild.create_text_channel("elsewhere")
    bits = 1 << 10  # View Channel
    everyone = Overwrite(world.cleo.id, OverwriteType.MEMBER, deny=bits)
    world.env.backend.set_overwrite(world.channel.id, everyone)
    await world.settle()
    said = private(await world.cleo.slash(other, "board", number=1))
    assert "another channel" in said
    assert "/match list" in said
    assert "<#" not in said
    assert SHOWN["board"] in private(await world.bo.slash(other, "board", number=1))


async def test_a_match_in_play_is_asked_about_where_it_is_played(world: World) -> None:
    await world.open(world.ada, world.bo)
    other = world.guild.create_text_channel("elsewhere")
    for name in ("board", "log", "replay", "match info"):
        assert "another channel" in private(await world.ada.slash(other, name, number=1))
        assert private(await world.ada.user.slash(name, number=1))


async def test_the_channel_of_a_thread_is_learned_where_it_was_not_known(world: World) -> None:
    table = await finished(world)
    assert (await world.bot.service.info(1)).parent_id == world.channel.id
    await world.bot.store.write(lambda db: db.execute("UPDATE matches SET parent_id = NULL"))
    await world.restart()
    assert "no match in this channel" in private(await world.ada.slash(world.channel, "board"))
    private(await world.ada.slash(table.home, "board"))
    assert SHOWN["board"] in private(await world.ada.slash(world.channel, "board"))
    await world.bot.store.write(lambda db: db.execute("UPDATE matches SET parent_id = NULL"))
    await world.archive(table.home)
    await world.restart()
    other = world.guild.create_text_channel("elsewhere")
    assert SHOWN["board"] in private(await world.cleo.slash(other, "board", number=1))
    assert (await world.bot.service.info(1)).parent_id == world.channel.id


async def test_above_several_threads_ones_own_is_meant(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.open(world.cleo, world.dima)
    world.locales[world.dima.id] = "en-US"
    for member, number in ((world.ada, 1), (world.dima, 2)):
        assert f"#{number}" in private(await member.slash(world.channel, "match info"))
    await world.bot.service.lobby.end(2, 0, is_admin=True)
    await world.open(world.cleo, start=False)  # a lobby in the channel itself comes first
    assert "#3" in private(await world.ada.slash(world.channel, "match info"))
    await world.bot.service.lobby.end(3, 0, is_admin=True)
    assert "#1" in private(await world.ada.slash(world.channel, "match info"))


async def test_numbers_of_ones_own_matches_are_offered(world: World) -> None:
    await finished(world)
    await world.open(world.ada, world.cleo)
    other = world.guild.create_text_channel("elsewhere")

    async def offered(member: MemberActor, typed: str = "") -> list[int]:
        found = await member.autocomplete(other, "replay", "number", typed)
        return [choice["value"] for choice in found]

    assert await offered(world.ada) == [1]  # the other one is in play, and elsewhere
    assert await offered(world.ada, "toy") == [1]
    assert await offered(world.ada, "7") == []
    assert await offered(world.dima) == []
    in_dm = await world.ada.user.autocomplete("replay", "number", "")
    assert [choice["value"] for choice in in_dm] == [2, 1]
