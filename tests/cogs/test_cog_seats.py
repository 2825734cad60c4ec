"""Seats in Discord: leaving, offering, taking over, replacing; old buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from matches.db.driver import Connection
from tests.cogs.play.driver import Panel
from tests.matches.fakes import settle
from tests.toy import ToyView
from tests.world import World, custom_ids, private, shown_messages, words


@pytest.fixture(autouse=True)
def _all_read_english(world: World) -> None:
    world.locales.clear()


async def choose(world: World, member: MemberActor, home: ChannelHandle) -> None:
    panel = await Panel(world, member).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")


def offers(world: World) -> list[Mapping[str, Any]]:
    """Return the public posts where a seat can be taken."""
    return [p for p in world.public() if any(i.startswith("btake:") for i in custom_ids(p))]


def pinged(world: World, payload: Mapping[str, Any]) -> set[int]:
    return world.pinged(payload)


async def parcels(world: World, member: MemberActor) -> tuple[int, ...]:
    view = (await world.bot.service.glance(1, member.id)).view
    assert isinstance(view, ToyView)
    return view.hand


async def late(world: World) -> None:
    """Let the time of everybody to act be up."""

    def long_ago(db: Connection) -> None:
        by = 8 * 24 * 3600 * 1000
        db.execute(
            "UPDATE seats SET waiting_since = waiting_since - ?, due_at = due_at - ?", (by, by)
        )

    await world.bot.store.write(long_ago)
    world.bot.service._cache.forget(1)


async def resign(world: World, member: MemberActor, home: ChannelHandle) -> str:
    asked = await member.slash(home, "seat resign")
    assert "Leave your seat?" in private(asked)
    return private(await world.press(member, asked, "resign"))


async def test_leaving_asks_once_more_and_offers_the_seat(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    asked = await world.bo.slash(home, "seat resign")
    assert not (await world.bot.service.info(1)).seats[1].open
    assert "take it back" in private(await world.press(world.bo, asked, "resign"))
    (post,) = offers(world)
    assert "**Bo**'s seat is free, and a computer is playing it." in words(post)
    assert custom_ids(post) == ["btake:1:1", "btake:1:1.back"]
    assert pinged(world, post) == set()
    assert "free (a computer is playing for **Bo**)" in private(
        await world.ada.slash(home, "match info")
    )


async def test_the_seat_is_taken_by_button_and_the_post_says_so(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    seen = await parcels(world, world.bo)
    await resign(world, world.bo, home)
    (post,) = offers(world)
    answer = await world.tap(world.dima, home, "take", "1")
    assert "You're playing blue now." in private(answer)
    assert offers(world) == []
    edited = world.payload(home.id, int(post["id"]))
    assert "This seat is no longer free. **Dima** is playing it." in words(edited)
    assert (await world.bot.service.info(1)).seats[1].post_id is None
    left = [n for n in seen if n in await parcels(world, world.dima)]
    assert left == list(await parcels(world, world.dima))
    assert len(world.dms(world.dima)) == 1
    hand = await world.press(world.dima, answer, "view")
    assert "You have no seat" not in private(hand)
    info = private(await world.ada.slash(home, "match info"))
    assert f"`B`: <@{world.bo.id}>, " in info
    assert f"<@{world.dima.id}> (from log row" in info


async def test_taking_a_seat_that_has_to_decide_brings_a_dm(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "seat offer")
    await world.tap(world.dima, home, "take")
    (dm,) = world.dms(world.dima)
    assert "It's your move." in dm
    await choose(world, world.dima, home)
    assert (await world.bot.service.info(1)).to_act == {0}


async def test_nothing_of_the_seat_is_shown_before_it_is_accepted(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "seat offer")
    (post,) = offers(world)
    held = await parcels(world, world.bo)
    assert "parcel" not in words(post).replace("Toy Parcels", "")
    assert "You have no seat" in private(await world.dima.slash(home, "hand"))
    assert "You have no seat" in private(await world.forged(world.dima, "bhand:1:1", channel=home))
    assert await parcels(world, world.dima) == ()
    assert held


async def test_an_offer_can_be_withdrawn(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert "You're offering your seat" in private(await world.bo.slash(home, "seat offer"))
    (post,) = offers(world)
    assert "**Bo** is offering their seat" in words(post)
    assert custom_ids(post) == ["btake:1:1"]
    assert "You're keeping your seat." in private(await world.bo.slash(home, "seat offer"))
    assert offers(world) == []
    refused = await world.forge(world.dima, "btake:1:1", channel=home)
    assert "no longer free" in refused
    await world.bo.slash(home, "seat offer")
    assert len(offers(world)) == 1


async def test_of_two_taps_at_the_same_instant_one_gets_the_seat(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "seat offer")
    both = [await world.tapped(m, "btake:1:1", channel=home) for m in (world.cleo, world.dima)]
    for _, payload in both:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    answers = [private(InteractionResult(world.env, record)) for record, _ in both]
    assert sum("You're playing blue now." in answer for answer in answers) == 1
    assert sum("no longer free" in answer for answer in answers) == 1
    assert (await world.bot.service.info(1)).seats[1].user_id in (world.cleo.id, world.dima.id)


async def test_old_buttons_of_who_was_replaced_are_refused_and_show_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    panel = await Panel(world, world.bo).open(home)
    menus, held = panel.ids("sppart:"), await parcels(world, world.bo)
    await world.bot.service.seats.free(1, 0, 1, is_admin=True)
    await settle(world.bot.outbox)
    await world.tap(world.dima, home, "take", "1")
    dm = world.bo.user.dm_channel
    taps = [
        *((custom_id, [str(held[0])], home) for custom_id in menus),
        ("bturn:1:1", [], home),
        ("bhand:1:1", [], home),
        ("bhandtext:1:1", [], home),
        ("bhandpage:1:0", [], home),
        ("bresign:1:", [], home),
        ("bask:1:undo", [], home),
    ]
    for custom_id, values, channel in taps:
        answer = await world.forge(world.bo, custom_id, values, channel=channel)
        assert "Sorry" not in answer, custom_id
        assert not any(f"arcel {n}" in answer for n in held), custom_id
        assert "You have no seat" in answer or "isn't for you" in answer, custom_id
    turns = [m for m in dm.history() if custom_ids(world.payload(dm.id, m.id))]
    message = turns[-1]
    (button, *_) = custom_ids(world.payload(dm.id, message.id))
    for result in (
        await world.bo.user.click(message, custom_id=button),
        await world.bo.slash(home, "hand"),
        await world.bo.slash(home, "move", move=f"choose {held[0]}"),
        await world.bo.slash(home, "seat offer"),
        await world.bo.slash(home, "undo"),
    ):
        said = "\n".join(words({"components": m.components}) for m in shown_messages(result))
        assert said
        assert "It's your move" not in said
        assert not any(f"arcel {n}" in said for n in held)
    assert (await world.bot.service.info(1)).seats[1].user_id == world.dima.id


async def test_a_player_who_left_takes_the_seat_back_by_button_or_command(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await resign(world, world.bo, home)
    assert "can't take it back" in private(await world.tap(world.dima, home, "take", "1.back"))
    assert "You're playing blue now." in private(await world.tap(world.bo, home, "take", "1.back"))
    await resign(world, world.bo, home)
    assert "You're playing blue now." in private(await world.bo.slash(home, "seat claim"))
    assert "takes their seat back" in private(await world.ada.slash(home, "log"))
    await resign(world, world.bo, home)
    assert len(offers(world)) == 1


async def test_the_command_takes_the_only_free_seat_or_asks_which(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    assert "This match has no free seats." in private(await world.dima.slash(home, "seat claim"))
    for member in (world.bo, world.cleo):
        await world.bot.service.seats.resign(1, member.id)
    offered = await world.dima.autocomplete(home, "seat claim", "seat", "")
    assert [choice["value"] for choice in offered] == ["2", "3"]
    assert [choice["name"] for choice in offered] == ["2 · ⚙ Bo ••", "3 · ⚙ Cleo ••"]
    assert "Several seats are free." in private(await world.dima.slash(home, "seat claim"))
    assert "You're playing green" in private(await world.dima.slash(home, "seat claim", seat="3"))


async def test_after_the_end_no_seat_is_said_to_be_free_and_no_computer_to_play(
    world: World,
) -> None:
    home = await world.open(world.ada, world.bo)
    await resign(world, world.bo, home)
    await resign(world, world.ada, home)
    info = private(await world.ada.slash(home, "match info"))
    for said in (info, world.posts(world.channel)[0]):
        assert "blue: free at the end (a computer was playing for **Bo**)" in said
        assert "is playing" not in said


async def test_the_command_says_when_there_are_no_seats_to_take(world: World) -> None:
    home = await world.open(world.ada, world.bo, start=False)
    assert "Take a seat with /match join." in private(
        await world.dima.slash(world.channel, "seat claim")
    )
    await world.tap(world.ada, home, "start")
    home = await world.home()
    for member in (world.bo, world.ada):
        await world.bot.service.seats.resign(1, member.id)
    assert "This match is over." in private(await world.dima.slash(home, "seat claim"))
    assert await world.dima.autocomplete(home, "seat claim", "seat", "") == []


async def test_a_late_players_seat_is_freed_and_a_friend_must_accept(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await late(world)
    asked = await world.cleo.slash(home, "seat replace", seat="2", friend=world.dima)
    assert "Free Bo's seat?" in private(asked).replace("*", "")
    assert not (await world.bot.service.info(1)).seats[1].open
    freed = await world.press(world.cleo, asked, "free")
    assert "The seat is free." in words({"components": shown_messages(freed)[0].components})
    called = [p for p in world.public() if "will you take over a seat" in words(p)]
    assert [pinged(world, p) for p in called] == [{world.dima.id}]
    assert (await world.bot.service.info(1)).seats[1].open
    assert "You have no seat" in private(await world.dima.slash(home, "hand"))
    await world.tap(world.dima, home, "take", "1")
    assert (await world.bot.service.info(1)).seats[1].user_id == world.dima.id


async def test_others_replace_by_vote(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    named = await world.bo.slash(home, "seat replace", seat="3", friend=world.dima)
    assert "I can't ask a friend yet" in private(named)
    assert "asked the others" in private(await world.bo.slash(home, "seat replace", seat="3"))
    assert "your own seat" in private(await world.tap(world.cleo, home, "no"))
    private(await world.tap(world.ada, home, "yes"))
    assert (await world.bot.service.info(1)).seats[2].open
    assert custom_ids(offers(world)[-1])[0] == "btake:1:2"


async def test_the_last_one_who_leaves_ends_the_match(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await resign(world, world.bo, home)
    assert "the match has ended" in await resign(world, world.ada, home)
    assert (await world.bot.service.info(1)).status == "ended"
    assert "This match is over." in await world.forge(world.dima, "btake:1:1", channel=home)


async def test_no_seat_is_offered_once_the_match_is_over(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await world.bo.slash(home, "seat offer")
    (post,) = offers(world)
    for member in (world.ada, world.cleo):
        sure = await member.slash(home, "seat concede")
        await world.press(member, sure, "concede")
    assert (await world.bot.service.info(1)).status == "over"
    assert offers(world) == []
    assert words(world.payload(int(post["channel_id"]), int(post["id"]))).endswith(
        "The match is over."
    )


async def test_in_the_lobby_one_just_leaves(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    for name in ("resign", "offer"):
        answer = private(await world.bo.slash(world.channel, f"seat {name}"))
        assert "before the start, type /match leave" in answer
    assert "hasn't begun" in await world.forge(world.bo, "bresign:1:")
    assert (await world.bot.service.info(1)).status == "lobby"


async def test_forged_buttons_do_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    before = await world.bot.service.info(1)
    for rest in ("", "9", "-1", "x", "0", "1.back", ".back", "²", "1" * 60):
        answer = await world.forge(world.dima, f"btake:1:{rest}", channel=home)
        assert answer, rest
        assert "Sorry" not in answer, rest
    assert "You have no seat" in await world.forge(world.dima, "bresign:1:", channel=home)
    assert await world.bot.service.info(1) == before


async def test_a_post_that_was_sent_but_not_noted_is_found_again(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.bot.service.seats.resign(1, world.bo.id)
    await settle(world.bot.outbox)
    (post,) = offers(world)

    def forget(db: Any) -> None:
        db.execute("UPDATE seats SET post_id = NULL")
        db.execute("UPDATE outbox SET status = 'sending' WHERE kind = 'seat'")

    await world.bot.store.write(forget)
    await world.crash()
    await settle(world.bot.outbox)
    assert [p["id"] for p in offers(world)] == [post["id"]]
    assert (await world.bot.service.info(1)).seats[1].post_id == int(post["id"])


async def test_what_is_said_of_a_seat_is_noted_with_its_message(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await resign(world, world.bo, home)
    (post,) = offers(world)
    await world.tap(world.dima, home, "take", "1")
    await settle(world.bot.outbox)

    def noted(db: Connection) -> list[tuple[int]]:
        return db.execute("SELECT message_id FROM outbox WHERE kind = 'seat'").fetchall()

    assert await world.bot.store.read(noted) == [(int(post["id"]),)] * 2


async def test_a_deleted_post_is_no_trouble(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "seat offer")
    (post,) = offers(world)
    del world.env.backend.messages[home.id][int(post["id"])]
    await world.bot.service.seats.resign(1, world.bo.id)
    await settle(world.bot.outbox)
    assert len(offers(world)) == 1  # it is still free, so it is offered again
    await world.bot.service.seats.claim(1, 1, world.dima.id, "Dima")
    await settle(world.bot.outbox)
    assert offers(world) == []
    assert (await world.bot.service.info(1)).trouble == ""
