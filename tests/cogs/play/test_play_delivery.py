from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.outbox.budget import Budget
from cogs.outbox.delivery import Delivery
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow, Sent
from matches.sender import Refused
from matches.services.delivery_log import DeliveryLog
from render import drawings
from render.i18n import translate
from render.picture import Picture
from rules.protocol import WATCHER
from rules.text import Seat, t
from tests.cogs.play.driver import Panel
from tests.matches.fakes import settle
from tests.toy import TOY, ToyView
from tests.toy_artist import PIXEL, ToyArtist
from tests.world import World, custom_ids, parts, private, shown_messages, words

TITLE = "-# Toy Parcels"


def messages_path(channel_id: int) -> str:
    return f"/channels/{channel_id}/messages"


async def choose(world: World, member: Any, home: Any) -> Panel:
    panel = await Panel(world, member).open(home)
    await panel.pick(panel.values()[0])
    return await panel.press("pconfirm")


def public_turns(world: World) -> list[Any]:
    return [p for p in world.public() if any(i.startswith("bcatchup:") for i in custom_ids(p))]


def pinged(world: World, payload: Any) -> set[int]:
    return world.pinged(payload)


async def test_a_turn_post_has_title_picture_news_mention_and_four_buttons(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    post = public_turns(world)[-1]
    kinds = [part["type"] for part in parts(post)]
    assert kinds.count(12) == 1
    (gallery,) = (part for part in parts(post) if part["type"] == 12)
    assert len(gallery["items"]) == 1
    assert gallery["items"][0]["description"].startswith("round 1")
    text = words(post)
    assert text.startswith(f"{TITLE} · Round 1 of 2")
    assert "All have chosen" in text
    ids = [i.split(":")[0] for i in custom_ids(post)]
    assert ids == ["bturn", "bview", "bcatchup", "bguide"]
    assert {i.split(":", 1)[1] for i in custom_ids(post)} == {"1:3"}


async def test_exactly_those_newly_asked_are_called(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    (first,) = public_turns(world)
    assert pinged(world, first) == {world.ada.id, world.bo.id}
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    *_, second = public_turns(world)
    (seat,) = (await world.bot.service.info(1)).to_act
    mover, other = world.members[seat], world.members[1 - seat]
    assert mover is world.ada
    assert pinged(world, second) == {world.ada.id}
    assert f"<@{mover.id}>" in words(second)
    panel = await Panel(world, mover).open(home)
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[1])
    await panel.press("pconfirm")
    assert pinged(world, public_turns(world)[-1]) == {other.id}


async def test_a_player_asked_again_at_once_is_not_pinged(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.bo, home)
    await choose(world, world.ada, home)  # she begins, and sees it in her panel
    assert (await world.bot.service.info(1)).to_act == {0}
    assert pinged(world, public_turns(world)[-1]) == set()
    assert len(world.dms(world.ada)) == 1


async def test_a_turn_is_one_message_and_a_tap_is_none(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    before = len(world.public())
    await choose(world, world.ada, home)  # others are still choosing: nothing to say
    assert len(world.public()) == before
    await choose(world, world.bo, home)
    assert len(world.public()) == before + 1
    (seat,) = (await world.bot.service.info(1)).to_act
    panel = await Panel(world, world.members[seat]).open(home)
    for cell in ("r1c1", "r1c2"):
        if not panel.menus():
            await panel.click(panel.ids("bptype:")[0])
        await panel.pick(cell)
        await panel.press("pconfirm")
    assert len(world.public()) == before + 1
    await panel.press("pconfirm")
    assert len(world.public()) == before + 2
    assert "puts a flag on r1c1." in words(world.public()[-1])
    assert "puts a flag on r1c2." in words(world.public()[-1])


async def test_more_news_than_fit_are_counted(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for method, path in (("POST", ""), ("PATCH", "/*")):
        world.fail(method, messages_path(home.id) + path, 500, times=None)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    (seat,) = (await world.bot.service.info(1)).to_act
    panel = await Panel(world, world.members[seat]).open(home)
    for cell in ("r1c1", "r1c2"):
        if not panel.menus():
            await panel.click(panel.ids("bptype:")[0])
        await panel.pick(cell)
        await panel.press("pconfirm")
    await panel.press("pconfirm")
    world.mend()
    await world.env.advance_time(1000)
    text = words(public_turns(world)[-1])
    assert "…and 1 earlier event. Tap **Catch up**." in text
    assert text.count("\n- ") == 4
    assert len(public_turns(world)) == 2


async def test_the_first_post_shows_the_seal_and_the_last_the_key(world: World) -> None:
    """The start of the seal is enough to recognize the whole one, which /match info shows."""
    home = await world.open(world.ada, world.bo)
    info = await world.bot.service.info(1)
    assert f"sealed: {info.chance_hash[:8]}…" in world.posts(home)[0]
    assert info.chance_hash not in world.posts(home)[0]
    assert info.chance_hash in private(await world.ada.slash(home, "match info"))
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    assert info.chance_hash[:8] not in world.posts(home)[-1]
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    info = await world.bot.service.info(1)
    assert "ended without a result" in world.posts(home)[-1]
    assert info.chance_seed in world.posts(home)[-1]


async def test_a_match_gets_a_thread_of_its_own(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    info = await world.bot.service.info(1)
    assert home.id == info.lobby_message_id == info.channel_id != world.channel.id
    assert "Ada, Bo" in str(world.env.backend.channels[home.id].name)


async def test_a_thread_that_is_already_there_is_taken(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    world.fail("POST", f"/channels/{world.channel.id}/messages/*/threads", 400, 160004)
    await world.tap(world.ada, world.channel, "start")
    info = await world.bot.service.info(1)
    assert info.channel_id == info.lobby_message_id


async def test_without_threads_the_match_stays_in_the_channel(world: World) -> None:
    world.deny(world.channel, create_public_threads=True)
    home = await world.open(world.ada, world.bo)
    assert home.id == world.channel.id
    assert len(public_turns(world)) == 1


async def test_posts_speak_the_servers_language_and_panels_the_readers(world: World) -> None:
    await world.ada.slash(world.channel, "setup", language="pl")
    home = await world.open(world.ada, world.dima)
    (post,) = public_turns(world)
    call, prompt = t("Your move"), t("Choose a parcel.")
    assert translate(call, "pl", {}) in words(post).splitlines()
    assert translate(prompt, "en", {}) in (await Panel(world, world.ada).open(home)).words()
    assert (
        translate(t("Which parcel"), "pl", {})
        in (await Panel(world, world.dima).open(home)).words()
    )


async def test_posts_are_drawn_with_a_watchers_eyes_and_dms_with_their_owners(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen(_: object, view: ToyView, **__: object) -> Picture:
        return Picture(PIXEL, f"seen by {view.seat}", "")

    for name in ("board", "hand"):
        monkeypatch.setattr(ToyArtist, name, seen)
        monkeypatch.setattr(drawings, name, getattr(drawings, name).__wrapped__)
    home = await world.open(world.ada, world.bo)
    assert f"seen by {WATCHER}" in world.posts(home)[0]
    assert ["seen by 0" in text for text in (*world.dms(world.ada), *world.dms(world.bo))] == [
        True,
        False,
    ]
    assert "seen by 1" in world.dms(world.bo)[0]


async def test_a_turn_post_is_noted_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    real, noted = DeliveryLog.posted, list[int]()

    async def posted(
        self: DeliveryLog, match_id: int, ply: int, message_id: int, called: frozenset[Seat]
    ) -> None:
        noted.append(ply)
        await real(self, match_id, ply, message_id, called)

    monkeypatch.setattr(DeliveryLog, "posted", posted)
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    assert noted == [1, 2, (await world.bot.service.info(1)).ply]  # a post, an edit, a post


def a_row(kind: ItemKind, ply: int, user_id: int | None = None) -> OutboxRow:
    return OutboxRow(99, Lane.of_match(1), kind, 1, ply, user_id, None, "nonce", None)


async def test_what_a_later_row_has_said_is_not_said_again(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    posts = world.posts(home)
    assert await Delivery(world.bot).send(a_row(ItemKind.TURN, 1)) is None
    assert world.posts(home) == posts


async def test_a_dm_that_is_no_longer_true_is_not_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it wait for what Discord grants."""
    granted = list[int]()

    async def take(self: Budget, requests: int, *, private: bool) -> None:
        granted.append(requests)

    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    told = len(world.dms(world.ada))
    delivery = Delivery(world.bot)
    monkeypatch.setattr(Budget, "take", take)
    assert await delivery.send(a_row(ItemKind.DM, 1, world.ada.id)) is None  # she has moved since
    assert await delivery.send(a_row(ItemKind.DM, 1, world.cleo.id)) is None  # has no seat
    assert granted == []
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    after_the_end = await delivery.send(a_row(ItemKind.DM, 1, world.bo.id))
    assert after_the_end is None
    assert len(world.dms(world.ada)) == told


async def test_messages_that_cannot_be_read_for_once_do_not_prove_that_none_was_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may have been sent is looked for later, unless reading is forbidden."""
    await world.open(world.ada, world.bo)
    delivery = Delivery(world.bot)

    def refused(*_: object, **__: object) -> None:
        answer = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(answer, {"code": 50013, "message": "no"})

    monkeypatch.setattr(discord.PartialMessageable, "history", refused)
    with pytest.raises(Refused):
        await delivery.find(a_row(ItemKind.TURN, 1))
    world.deny(world.channel, read_message_history=True)
    await world.settle()
    assert await delivery.find(a_row(ItemKind.TURN, 1)) is None


# Direct messages.


async def test_hands_come_by_dm_with_a_way_back(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    (text,) = world.dms(world.bo)
    hand = (await world.bot.service.glance(1, world.bo.id)).view.hand  # type: ignore[attr-defined]
    assert "hand: " + ", ".join(map(str, hand)) in text
    assert "It's your move." in text
    message = world.bo.user.dm_channel.history()[-1]
    payload = world.payload(message.channel.id, message.id)
    urls = [part["url"] for part in parts(payload) if part.get("url")]
    assert urls == [f"https://discord.com/channels/{world.guild.id}/{home.id}"]


async def test_a_dm_speaks_of_a_hand_only_where_there_is_one(world: World) -> None:
    people = (world.ada, world.bo, world.cleo)
    for number, slug in enumerate(("letnisko", "krakow"), 1):
        home = await world.open(*people, game=slug, seats=3)
        match = await world.bot.service.info(number)
        asked = {match.seats[seat].user_id for seat in match.to_act}
        waiting = next(member for member in people if member.id not in asked)
        begun = world.dms(waiting)[-1]
        assert "**The match has begun." in begun
        await waiting.slash(home, "seat offer")
        await world.tap(world.dima, home, "take")
        taken = world.dms(world.dima)[-1]
        assert "**Masz teraz miejsce w tej partii." in taken
        has_hand = slug == "krakow"
        assert ("Here's your hand." in begun) is has_hand
        assert ("Here's your hand" in world.pushes(waiting)[-1]) is has_hand
        assert ("Oto twoja ręka." in taken) is has_hand


async def test_dms_speak_the_readers_language(world: World) -> None:
    await world.open(world.ada, world.dima)
    begun = t("It's your move.")
    assert translate(begun, "en", {}) in world.dms(world.ada)[-1]
    assert translate(begun, "pl", {}) in world.dms(world.dima)[-1]


async def test_a_move_can_be_made_from_the_dm(world: World) -> None:
    await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open_dm()
    parcel = panel.values()[0]
    await panel.pick(parcel)
    await panel.press("pconfirm")
    assert f"You chose parcel {parcel}." in panel.words()


async def test_a_dm_comes_only_when_it_is_ones_move(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    (seat,) = (await world.bot.service.info(1)).to_act
    assert len(world.dms(world.members[seat])) == 2
    assert len(world.dms(world.members[1 - seat])) == 1


async def test_a_closed_dm_is_told_once_and_stops_nothing(world: World) -> None:
    world.close_dms(world.bo)
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    told = [text for text in world.posts(home) if "direct message" in text]
    assert len(told) == 1
    assert "I can't send direct messages to **Bo**" in told[0]
    note = next(p for p in world.public() if "direct message" in words(p))
    assert pinged(world, note) == set()
    assert "hand: " in private(await world.look(world.bo, home, "hand"))


async def test_a_deleted_account_is_like_a_closed_dm(world: World) -> None:
    world.fail("POST", "/users/@me/channels", 400, 50033, times=None)  # "Invalid Recipient(s)"
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    told = [text for text in world.posts(home) if "direct message" in text]
    assert ["Ada" in text for text in told] == [True, False]  # once for each of the two


@pytest.mark.parametrize("status", [400, 403])
async def test_opening_too_many_direct_messages_at_once_is_tried_again(
    world: World, status: int
) -> None:
    world.fail("POST", "/users/@me/channels", status, 40003, times=2)
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    assert not any("direct message" in text for text in world.posts(home))
    before = [len(world.dms(one)) for one in (world.ada, world.bo)]
    await world.env.advance_time(300)
    assert [len(world.dms(one)) for one in (world.ada, world.bo)] > before


# What Discord can do to a delivery.


@pytest.mark.parametrize("status", [500, 502, 503, 429])
async def test_a_failing_discord_is_tried_again(world: World, status: int) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("POST", messages_path(home.id), status, times=2)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    assert len(public_turns(world)) == 1
    await world.env.advance_time(300)
    assert len(public_turns(world)) == 2
    assert (await world.bot.service.info(1)).trouble == ""


async def test_posts_that_waited_together_become_one(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("POST", messages_path(home.id), 500, times=None)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    (seat,) = (await world.bot.service.info(1)).to_act
    panel = await Panel(world, world.members[seat]).open(home)
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[1])
    await panel.press("pconfirm")
    world.mend()
    await world.env.advance_time(1000)
    assert len(public_turns(world)) == 2
    last = public_turns(world)[-1]
    assert "All have chosen" in words(last)
    assert "is done" in words(last)
    assert pinged(world, last) == {world.members[1 - seat].id}


async def test_without_attach_files_the_board_comes_as_text(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    world.fail("PATCH", f"{messages_path(home.id)}/*", 403, 50013, times=1)
    await choose(world, world.bo, home)
    text = world.posts(home)[-1]
    assert "“Attach Files”" in text
    assert "round 1; flags: -" in text
    assert all(part["type"] != 12 for part in parts(public_turns(world)[-1]))


async def test_a_channel_that_may_not_be_posted_in_is_told_in_turns(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("POST", messages_path(home.id), 403, 50013, times=None)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    (seat,) = (await world.bot.service.info(1)).to_act
    assert (await world.bot.service.info(1)).trouble == "forbidden"
    said = private(await world.members[seat].slash(world.channel, "turns"))
    assert "Discord is rejecting my posts there" in said
    world.mend()
    await world.env.advance_time(60)
    panel = await Panel(world, world.members[seat]).open_dm()
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[1])
    await panel.press("pconfirm")
    assert (await world.bot.service.info(1)).trouble == ""
    assert [("All have chosen" in post) for post in world.posts(home)[-2:]] == [True, False]


async def test_without_the_right_to_write_in_threads_the_hands_still_come(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    world.deny(world.channel, send_messages_in_threads=True)
    await world.tap(world.ada, world.channel, "start")
    assert public_turns(world) == []
    assert (await world.bot.service.info(1)).trouble == "forbidden"
    panel = await Panel(world, world.ada).open_dm()
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    assert "You chose parcel" in panel.words()


async def test_a_deleted_channel_is_told_in_turns_and_the_match_waits(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open_dm()
    await panel.pick(panel.values()[0])
    world.env.backend.delete_channel(home.id)
    await world.settle()
    await panel.press("pconfirm")
    refused = shown_messages(panel.answer)[-1]
    assert "I can't reach its channel any more" in words({"components": refused.components})
    for member in (world.ada, world.bo):
        said = private(await member.slash(world.channel, "turns"))
        assert "Its channel is gone" in said
        assert "/match open number:1" in said


# Crashes.


@pytest.mark.parametrize("kind", ["lobby", "thread", "turn", "dm", "note"])
async def test_a_crash_between_sending_and_noting_repeats_nothing(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, cut = Delivery.send, []

    async def send(self: Delivery, row: OutboxRow) -> Sent | None:
        sent = await real(self, row)
        if row.kind == kind:
            cut.append(row.id)
            raise asyncio.CancelledError  # the process is killed here
        return sent

    if kind == "note":
        world.close_dms(world.bo)
    if kind != "lobby":
        await world.open(world.ada, world.bo, start=False)
    with monkeypatch.context() as patch:
        patch.setattr(Delivery, "send", send)
        if kind == "lobby":
            await world.ada.slash(world.channel, "match new", game=TOY.info.slug)
        else:
            await world.tap(world.ada, world.channel, "start")
    await world.crash()
    if kind == "lobby":
        await world.tap(world.bo, world.channel, "join")
        await world.tap(world.ada, world.channel, "start")
    assert cut
    assert len([p for p in world.public() if words(p).startswith("## Toy Parcels")]) == 1
    assert len(public_turns(world)) == 1
    assert len([p for p in world.public() if "direct message" in words(p)]) == (kind == "note")
    assert len(world.dms(world.ada)) == 1
    home = await world.home()
    assert home.id == (await world.bot.service.info(1)).lobby_message_id
    await choose(world, world.ada, home)
