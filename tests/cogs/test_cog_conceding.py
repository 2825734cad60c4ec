"""Conceding, freeing and ending in Discord: the dialogs, who may press what, old names."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from matches.domain.model import Opening
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, words


@pytest.fixture(autouse=True)
def _all_read_english(world: World) -> None:
    world.locales.clear()


async def test_the_dialog_says_what_will_happen_and_the_post_what_did(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    asked = await world.bo.slash(home, "seat concede")
    assert "It will be over at once, and Ada will win." in private(asked).replace("*", "")
    assert (await world.bot.service.info(1)).status == "live"
    assert "You've conceded." in private(await world.press(world.bo, asked, "concede"))
    await settle(world.bot.outbox)
    last = world.posts(home)[-1].replace("*", "")
    assert "Bo conceded, so Ada wins." in last
    assert "2\\. Bo" in last
    info = private(await world.ada.slash(home, "match info")).replace("*", "")
    assert "Bo conceded, so Ada wins." in info
    assert "Bo, conceded" in info
    verified = private(await world.ada.slash(home, "match verify")).replace("*", "")
    assert "Bo conceded." in verified
    assert "follows from the seed" in verified
    board = private(await world.ada.slash(home, "board")).replace("*", "")
    assert "Bo conceded, so Ada wins." in board
    private(await world.tap(world.bo, home, "rematch"))
    assert (await world.bot.service.info(2)).rematch_of == 1


async def test_the_title_of_the_thread_names_the_winner(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.seats.concede(1, world.bo.id)
    await settle(world.bot.outbox)
    assert "Ada wins" in str(world.env.backend.channels[home.id].name)


async def test_with_three_the_seat_is_free_for_others_but_not_for_who_conceded(
    world: World,
) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    asked = await world.bo.slash(home, "seat concede")
    assert "until somebody else takes it over" in private(asked)
    await world.press(world.bo, asked, "concede")
    await settle(world.bot.outbox)
    (post,) = [p for p in world.public() if any(i.startswith("btake:") for i in custom_ids(p))]
    assert custom_ids(post) == ["btake:1:1"]
    assert "Bo has conceded. Their seat is free" in words(post).replace("*", "")
    assert "It can't win unless somebody takes it over." in words(post)
    assert world.pinged(post) == set()
    assert sum("has conceded" in words(p) for p in world.public()) == 1
    assert "You've conceded this match" in private(await world.bo.slash(home, "seat claim"))
    assert "You've conceded" in await world.forge(world.bo, "btake:1:1.back", channel=home)
    assert "free (**Bo** conceded)" in private(await world.ada.slash(home, "match info"))
    assert "You're playing blue now." in private(await world.tap(world.dima, home, "take", "1"))


async def test_the_host_chooses_in_the_lobby_what_becomes_of_the_seat(world: World) -> None:
    await world.open(world.ada, world.bo, world.cleo, start=False)
    refused = await world.forge(world.bo, "sconceding:1:", ["caretaker"])
    assert "Only the host can choose" in refused
    for forged in ("", "removed"):
        assert "isn't for you" in await world.forge(world.ada, "sconceding:1:", [forged or "x"])
    said = await world.forge(world.ada, "sconceding:1:", ["caretaker"])
    assert "a computer plays to the end" in said
    private(await world.tap(world.ada, world.channel, "start"))
    home = await world.home()
    asked = await world.bo.slash(home, "seat concede")
    assert "a computer will play it to the end" in private(asked)
    await world.press(world.bo, asked, "concede")
    await settle(world.bot.outbox)
    assert "no free seats" in private(await world.dima.slash(home, "seat claim"))
    (note,) = [p for p in world.public() if "to the end, but" in words(p)]
    assert words(note).replace("*", "") == (
        "Bo concedes. A computer will play their seat to the end, but the seat can't win."
    )
    assert world.pinged(note) == set()
    assert not [p for p in world.public() if any(i.startswith("btake:") for i in custom_ids(p))]
    late = await world.forge(world.ada, "sconceding:1:", ["open"], channel=home)
    assert "already started" in late


async def test_a_lobby_for_two_has_no_such_choice(world: World) -> None:
    await world.open(world.ada, start=False, seats=2)
    lobby = words(world.public()[-1])
    assert "If somebody gives up" not in lobby
    assert "gives up" not in private(await world.ada.slash(world.channel, "match info"))


async def test_what_was_chosen_can_be_looked_up_during_the_match(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    told = private(await world.bo.slash(home, "match info"))
    assert "If somebody gives up: their seat is free for others" in told


async def test_a_dialog_that_is_no_longer_true_does_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    asked = await world.bo.slash(home, "seat concede")
    await world.bot.service.seats.concede(1, world.cleo.id)
    refused = private(await world.press(world.bo, asked, "concede"))
    assert "The match has changed since I asked you." in refused
    assert (await world.bot.service.info(1)).status == "live"


@pytest.mark.parametrize("rest", ["", "open", "won", "lost.1", "²", "x" * 60])
async def test_a_forged_button_concedes_nothing(world: World, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    said = await world.forge(world.bo, f"bconcede:1:{rest}", channel=home)
    assert said
    assert "Sorry" not in said
    assert (await world.bot.service.info(1)).status == "live"


@pytest.mark.parametrize("rest", ["", "9", "-1", "x", "1.", "1.x", "1." + "9" * 30, ".", "²"])
async def test_a_forged_button_frees_nothing(world: World, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    before = await world.bot.service.info(1)
    for member in (world.ada, world.bo, world.dima):
        said = await world.forge(member, f"bfree:1:{rest}", channel=home)
        assert said
        assert "something went wrong" not in said
    assert await world.bot.service.info(1) == before


async def test_who_has_no_seat_any_more_can_press_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await world.bot.service.seats.resign(1, world.bo.id)
    await settle(world.bot.outbox)
    before = await world.bot.service.info(1)
    for member in (world.bo, world.dima):
        for tap in ("bconcede:1:open", "bconcede:1:lost", "bask:1:end"):
            assert "You have no seat" in await world.forge(member, tap, channel=home), tap
        assert "Only players in this match" in await world.forge(member, "bfree:1:2", channel=home)
        assert "Only players in this match" in await world.forge(member, "bend:1:", channel=home)
        assert "You have no seat" in private(await member.slash(home, "seat concede"))
    assert await world.bot.service.info(1) == before


async def test_an_admin_who_plays_and_a_host_who_left_are_players(world: World) -> None:
    home = await world.open(world.bo, world.ada, world.cleo)  # Bo hosts, Ada owns the server
    before = await world.bot.service.info(1)
    for member in (world.ada, world.bo):
        assert "still has time" in await world.forge(member, "bfree:1:2", channel=home)
        assert "Nobody can end a match alone" in await world.forge(member, "bend:1:", channel=home)
    assert await world.bot.service.info(1) == before
    await world.bot.service.seats.resign(1, world.bo.id)
    assert "Only players" in await world.forge(world.bo, "bend:1:", channel=home)
    assert (await world.bot.service.info(1)).status == "live"


async def test_an_admin_without_a_seat_frees_and_ends_after_a_question(world: World) -> None:
    home = await world.open(world.bo, world.cleo)
    asked = await world.ada.slash(home, "seat replace", seat="2", friend=world.dima)
    assert "Free Cleo's seat?" in private(asked).replace("*", "")
    assert not (await world.bot.service.info(1)).seats[1].open
    await world.press(world.ada, asked, "free")
    assert (await world.bot.service.info(1)).seats[1].open
    await settle(world.bot.outbox)
    told = world.dms(world.cleo)[-1]
    assert "A server admin has freed your seat." in told
    assert "/seat claim" in told
    assert "Go to the match" in told
    called = [p for p in world.public() if "will you take over a seat" in words(p)]
    assert [world.pinged(p) for p in called] == [{world.dima.id}]
    last = private(await world.ada.slash(home, "seat replace", seat="1"))
    assert "the only player left" in last
    asked = await world.ada.slash(home, "match end")
    await world.press(world.ada, asked, "end")
    await settle(world.bot.outbox)
    assert "because a server admin stopped it" in world.posts(home)[-1]
    assert "over" in private(await world.ada.slash(home, "seat replace", seat="1"))


async def test_two_who_concede_at_the_same_instant(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    taps = [
        await world.tapped(member, "bconcede:1:lost", channel=home)
        for member in (world.bo, world.bo, world.ada)
    ]
    for _, payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    said = [private(InteractionResult(world.env, record)) for record, _ in taps]
    assert sum("You've conceded." in one for one in said) == 1
    assert sum("This match is over." in one for one in said) == 2


async def test_nothing_works_from_another_server_or_by_a_number_that_is_not_there(
    world: World,
) -> None:
    await world.bot.service.lobby.create(
        Opening(slug="toy", guild_id=7, channel_id=8, user_id=world.bo.id, name="Bo")
    )
    for tap in ("bfree:1:0", "bend:1:", "bconcede:1:lost", "bfree:99:0", "bconcede:99:lost"):
        said = await world.forge(world.bo, tap)
        assert "Sorry" not in said, tap
        assert "match" in said, tap
    assert (await world.bot.service.info(1)).status == "lobby"


async def from_dm(world: World, member: MemberActor, custom_id: str) -> str:
    """Return the answer to a forged tap in direct messages."""
    record, payload = await world.tapped(member, custom_id)
    shown = (await member.user.slash("about")).response
    assert shown is not None
    dm = member.user.dm_channel
    real = world.payload(dm.id, shown.id)
    payload["message"] = {**real, "components": payload["message"]["components"]}
    payload["user"] = payload.pop("member")["user"]
    for name in ("guild_id", "guild", "guild_locale"):
        payload.pop(name, None)
    payload |= {"channel_id": str(dm.id), "channel": {"id": str(dm.id), "type": 1}}
    record.source_message_id, record.channel_id, record.guild_id = shown.id, dm.id, None
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    return private(InteractionResult(world.env, record))


async def test_from_a_dm_only_ones_own_seat_can_be_given_up(world: World) -> None:
    await world.open(world.bo, world.cleo)
    for member in (world.bo, world.ada, world.dima):
        for tap in ("bfree:1:1", "bend:1:"):
            assert "isn't on this server" in await from_dm(world, member, tap), tap
    assert "another channel" in await from_dm(world, world.dima, "bconcede:1:lost")
    assert (await world.bot.service.info(1)).status == "live"
    assert "You've conceded." in await from_dm(world, world.cleo, "bconcede:1:lost")
    assert (await world.bot.service.info(1)).ending == "conceded"


async def test_in_the_lobby_there_is_nothing_to_concede(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    said = private(await world.bo.slash(world.channel, "seat concede"))
    assert "hasn't begun" in said
    assert "hasn't begun" in private(await world.ada.slash(world.channel, "seat replace", seat="2"))


async def test_the_old_names_still_work(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    asked = await world.bo.slash(home, "match resign")
    await world.press(world.bo, asked, "resign")
    offered = await world.dima.autocomplete(home, "match claim", "seat", "")
    assert [choice["value"] for choice in offered] == ["2"]
    assert "You're playing blue now." in private(await world.dima.slash(home, "match claim"))
    assert "You're offering" in private(await world.cleo.slash(home, "match offer"))
    taken = await world.ada.autocomplete(home, "match replace", "seat", "")
    assert [choice["value"] for choice in taken] == ["2", "3"]
    assert "asked the others" in private(await world.ada.slash(home, "match replace", seat="2"))
