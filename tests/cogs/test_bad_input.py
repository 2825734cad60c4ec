"""Bad requests to the bot: nothing is lost or half done; a private sentence helps."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from random import Random

import discord
import pytest
import simcord.interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from cogs.outbox.delivery import Delivery
from cogs.play.looking import CATCHUP_LINES
from cogs.ui.sheet import LINE_CHARS, MAX_WORDS
from cogs.ui.speech import harmless
from matches.domain.model import LogEntry, MatchInfo, Opening
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow, Sent
from rules.notation import format_move
from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.play.driver import Panel
from tests.files import file_of
from tests.matches.fakes import settle
from tests.toy_artist import ToyArtist
from tests.world import World, custom_ids, private

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

LAY = {"card": "A", "place": "L2"}


async def krakow(world: World) -> ChannelHandle:
    """Let Ada and Bo start a match of Kraków, in which Ada is the first to lay a card."""
    home = await world.open(world.ada, world.bo, game="krakow")
    assert (await info(world)).to_act == {0}
    return home


async def info(world: World, match_id: int = 1) -> MatchInfo:
    return await world.bot.service.info(match_id)


async def on_public(
    world: World, member: MemberActor, channel: ChannelHandle, forged: str
) -> list[str]:
    """Let a member tap a forged id under the newest public post.

    Returns:
        The words of all public posts of the channel after that.
    """
    post = next(
        m for m in reversed(channel.history()) if custom_ids(world.payload(channel.id, m.id))
    )
    backend = world.env.backend
    record, payload = await world.tapped(member, forged, channel=channel)
    message = serializers.message_payload(backend, backend.messages[channel.id][post.id])
    real = custom_ids(message)[0]
    shown = json.dumps(message["components"]).replace(real, forged)
    payload["message"] = {**message, "components": json.loads(shown)}
    record.source_message_id = post.id
    backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    return world.posts(channel)


@pytest.mark.parametrize(
    "forged",
    [
        "bhelp:0:play",
        "bleaf:0:krakow.awards",
        "bdm:0:off",
        "bprivacy:0:erase",
        "bprivacy:0:really",
        "bend:1:",
        "bpback:1:0.2.m~~0~0",
        "blogpage:1:0",
        "breplay:1:0~a",
        "bhandpage:1:0",
    ],
)
async def test_no_forged_tap_puts_an_answer_in_the_place_of_a_public_post(
    world: World, forged: str
) -> None:
    home = await krakow(world)
    before = world.posts(home)
    assert await on_public(world, world.ada, home, forged) == before
    assert (await info(world)).status == "live"
    assert (await world.bot.service.users.settings(world.ada.id)).dm


@pytest.mark.parametrize(
    "forged", ["anything", "bview", "bview:1", "bview::", "Bview:1:", f"bview:{'9' * 19}:", "b:1:"]
)
async def test_an_id_that_is_none_of_ours_is_answered(world: World, forged: str) -> None:
    assert "no longer works" in await world.forge(world.ada, forged)


async def test_an_id_of_several_lines_reaches_its_handler(world: World) -> None:
    assert "no such match" in await world.forge(world.ada, "bview:9:board\n")


async def test_a_form_that_the_bot_never_opened_is_answered(world: World) -> None:
    text = {"type": 4, "custom_id": "x", "value": "\0@everyone"}
    record, payload = simcord.interactions.base_payload(
        world.env.backend,
        type=5,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.ada.id,
        data={"custom_id": "bview:1:", "components": [{"type": 1, "components": [text]}]},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert "no longer works" in private(InteractionResult(world.env, record))


@pytest.mark.parametrize(
    "name",
    [
        "https://x**",
        "https://x||",
        "<t:0:R>",
        "<#123456789012345678>",
        "</hand:1234567890123456>",
    ],
)
def test_a_name_stays_a_name(name: str) -> None:
    shown = harmless(name)
    assert "**" not in shown
    assert "||" not in shown
    assert "<" not in shown.replace("\\<", "")


@pytest.mark.parametrize(
    "line",
    [
        "[a](https://evil.example) and [a](https://evil.example)",
        "[a](https://evil.example) and \\[a](https://evil.example)",
        "[a](https://evil.example) and [a[b]](https://evil.example)",
    ],
)
def test_every_link_of_a_line_is_shown_as_typed(line: str) -> None:
    left = re.sub(r"\\.", "", harmless(line))  # what is escaped is gone
    assert "[a" not in left


def test_two_names_make_no_link() -> None:
    said = f"{harmless('[one')} has joined {harmless('two](https://evil.example)')}"
    assert re.search(r"(?<!\\)\[[^\]]*\]\(", said) is None


async def test_a_board_that_cannot_be_drawn_stops_nobody(
    world: World, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("N:5")

    expected_errors.append("drawing a picture failed")
    for name in ("board", "hand"):
        monkeypatch.setattr(ToyArtist, name, broken)
    home = await world.open(world.ada, world.bo)
    assert "couldn't draw the picture" in world.posts(home)[-1]
    assert "couldn't draw the picture" in world.dms(world.bo)[-1]
    for text in (False, True):
        assert "couldn't draw the picture" in private(
            await world.ada.slash(home, "board", text=text)
        )
    assert "couldn't draw the picture" in private(await world.ada.slash(home, "hand"))
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    assert (await info(world)).to_act == {1}


def test_the_longest_news_fit_into_a_message() -> None:
    assert CATCHUP_LINES * (LINE_CHARS + 3) < MAX_WORDS - 600  # beside title and standing


@pytest.mark.parametrize("name", ["*" * 32, "Wielka gra w Krakowie, odsłona 12"])
async def test_long_names_fit_into_every_message(world: World, name: str) -> None:
    for member in world.members:
        world.env.backend.users[member.id].global_name = name
    home = await world.open(*world.members[:3], game="krakow")
    rng = Random(1)
    for _ in range(60):
        seat = min((await info(world)).to_act)
        member = world.members[seat]
        glance = await world.bot.service.glance(1, member.id)
        move = format_move(rng.choice(glance.moves))
        private(await member.slash(home, "move", move=move))
    for command in ("catchup", "log", "board", "hand", "turns", "match info", "match list"):
        for member in (world.ada, world.dima):
            said = private(await member.slash(home, command))
            assert "Sorry" not in said


# Moves that cannot be


ILLEGAL = [
    ("lay A@Z9", "isn't in this game"),  # a place that is not there
    ("lay A@r9c9", "isn't in this game"),
    ("lay X@L2", "isn't in this game"),  # a card that is not there
    ("reserve N:5@9", ""),  # not in this phase
    ("swap N:99", ""),
    ("deal A", ""),
    ("lay", "alone isn't a whole move. Missing: "),
    ("undo 1", "isn't a move"),
    ("lay A@L2 lay A@L2", "isn't a move"),
    ("{forms}", "isn't a move"),
    ("lay {card}@{place}", ""),
    ("x" * 10_000, "too long"),
    ("lay " * 2_500, "too long"),
    ("@everyone", "isn't a move"),
    ("\0\u202e\n", "isn't a move"),
]


@pytest.mark.parametrize(("move", "why"), ILLEGAL, ids=range(len(ILLEGAL)))
async def test_a_move_that_cannot_be_is_refused_and_told_what_to_do(
    world: World, move: str, why: str
) -> None:
    home = await krakow(world)
    before, posts = await info(world), world.posts(home)
    answer = await world.ada.slash(home, "move", move=move)
    assert why in private(answer)
    assert "Sorry" not in private(answer)
    assert len(private(answer)) < 700
    assert await info(world) == before
    assert world.posts(home) == posts
    said = private(await world.bo.slash(home, "move", move=move))  # out of turn, with any move
    assert "It's not your turn." in said
    said = private(await world.cleo.slash(home, "move", move=move))
    assert "You have no seat" in said


async def test_a_card_that_is_not_in_the_hand_is_refused_by_every_way(world: World) -> None:
    home = await krakow(world)
    await world.ada.slash(home, "krakow lay", card="E", place="L2")  # the only E she has
    await world.bo.slash(home, "krakow lay", card="A", place="R2")
    before = await info(world)
    assert before.to_act == {0}
    for refused in (
        private(await world.ada.slash(home, "krakow lay", card="E", place="T3")),
        private(await world.ada.slash(home, "move", move="lay E@T3")),
    ):
        assert "Sorry" not in refused
        assert await info(world) == before
    await world.forge(world.ada, f"bpconfirm:1:0.{before.ply}.m~0~0~0~E~T3", channel=home)
    assert await info(world) == before


OLD = [
    "join",
    "leave",
    "start",
    "end",
    "turn",
    "hand",
    "catchup",
    "text",
    "pconfirm",
    "pundo",
    "pclear",
]


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("verb", OLD)
async def test_a_click_on_what_is_not_played_changes_nothing(
    world: World, verb: str, ended: bool
) -> None:
    home = await krakow(world)
    if ended:
        await world.bot.service.lobby.end(1, 0, is_admin=True)
        await settle(world.bot.outbox)
    before, number = await info(world), 1 if ended else 999_999_999_999_999_999
    rest = "0.2.m~0~0~0~A~L2" if verb.startswith("p") else ""
    said = await world.forge(world.ada, f"b{verb}:{number}:{rest}", channel=home)
    assert said
    assert "Sorry" not in said
    assert await info(world) == before


# What is underneath fails


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("how", ["locked", "read-only"])
async def test_a_database_that_takes_nothing_loses_nothing(
    world: World, expected_errors: list[str], how: str
) -> None:
    expected_errors.append("unexpected error, reference")
    home = await krakow(world)
    panel = await Panel(world, world.ada).open(home)
    before, store = await info(world), world.bot.store

    async def pragma(words: str) -> None:
        await store.read(lambda db: db.execute(f"PRAGMA {words}").fetchall())

    await pragma("busy_timeout = 5")
    with locked(file_of(store)) if how == "locked" else nullcontext():
        await pragma(f"query_only = {int(how == 'read-only')}")
        for answer in (
            await world.ada.slash(home, "krakow lay", **LAY),
            await world.ada.slash(home, "match end"),
            await world.forged(world.ada, "bask:1:end", channel=home),
            await world.forged(world.ada, "bconcede:1:lost", channel=home),
            await world.forged(world.ada, f"bpconfirm:1:0.{before.ply}.m~0~0~0~A~L2", channel=home),
            await world.cleo.slash(world.channel, "match new", game="toy"),
        ):
            said = private(answer)
            assert "Please try again" in said or "can't end this match alone" in said
        assert await info(world) == before
        await pragma("query_only = 0")
    assert panel.values()
    private(await world.ada.slash(home, "krakow lay", **LAY))
    assert (await info(world)).to_act == {1}


@pytest.mark.parametrize(("status", "code"), [(500, 0), (429, 0), (403, 50013), (404, 10062)])
async def test_a_move_whose_answer_is_lost_was_made_once(
    world: World, expected_errors: list[str], status: int, code: int
) -> None:
    expected_errors.append("unexpected error, reference")
    home = await krakow(world)
    before = (await info(world)).ply
    world.fail("PATCH", "/webhooks/*", status, code, times=None)
    world.fail("POST", "/webhooks/*", status, code, times=None)
    await world.ada.slash(home, "krakow lay", **LAY)
    world.mend()
    assert (await info(world)).ply == before + 1
    again = private(await world.ada.slash(home, "krakow lay", **LAY))
    assert "It's not your turn." in again
    assert (await info(world)).ply == before + 1


@pytest.mark.parametrize("status", [500, 404])
async def test_a_move_that_cannot_be_acknowledged_is_not_made(
    world: World, expected_errors: list[str], status: int
) -> None:
    expected_errors.append("unexpected error, reference")
    home = await krakow(world)
    before = await info(world)
    world.fail("POST", "/interactions/*", status, 10062, times=None)
    await world.ada.slash(home, "krakow lay", **LAY)
    world.mend()
    assert await info(world) == before
    private(await world.ada.slash(home, "krakow lay", **LAY))


# The place: channels, threads, permissions


async def test_a_thread_that_another_match_holds_is_left_to_it(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    post = (await info(world)).lobby_message_id
    assert post is not None
    await world.bot.service.lobby.create(
        Opening(
            slug="toy",
            guild_id=world.guild.id,
            channel_id=post,
            user_id=world.cleo.id,
            name="Cleo",
        )
    )
    world.fail("POST", f"/channels/{world.channel.id}/messages/*/threads", 400, 160004)
    await world.tap(world.ada, world.channel, "start")
    await settle(world.bot.outbox)
    match = await info(world)
    assert (match.channel_id, match.wants_thread) == (world.channel.id, False)
    assert any("Toy Parcels · Round 1" in said for said in world.posts(world.channel))


async def test_without_the_right_to_write_in_threads_it_stays_in_the_channel(
    world: World,
) -> None:
    world.deny(world.channel, send_messages_in_threads=True)
    opened = await world.ada.slash(world.channel, "match new", game="toy", seats=2)
    assert "stays in this channel" in private(opened)
    private(await world.tap(world.bo, world.channel, "join"))
    await world.tap(world.ada, world.channel, "start")
    assert (await world.home()).id == world.channel.id
    assert any("Toy Parcels · Round 1" in said for said in world.posts(world.channel))


async def test_a_forged_tap_in_a_dm_shows_a_stranger_nothing(world: World) -> None:
    await krakow(world)
    record, payload = await world.tapped(world.cleo, "bcatchup:1:")
    shown = (await world.cleo.user.slash("about")).response
    assert shown is not None
    dm = world.cleo.user.dm_channel
    real = world.payload(dm.id, shown.id)
    payload["message"] = {**real, "components": payload["message"]["components"]}
    payload["user"] = payload.pop("member")["user"]
    for name in ("guild_id", "guild", "guild_locale"):
        payload.pop(name, None)
    payload |= {"channel_id": str(dm.id), "channel": {"id": str(dm.id), "type": 1}}
    record.source_message_id, record.channel_id, record.guild_id = shown.id, dm.id, None
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert "another channel" in private(InteractionResult(world.env, record))


async def test_news_never_run_ahead_of_the_board_they_stand_under(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await world.open(world.ada, world.bo)
    service = world.bot.service
    for member in (world.ada, world.bo):
        panel = await Panel(world, member).open(home)
        await panel.pick(panel.values()[0])
        await panel.press("pconfirm")
    seat = min((await info(world)).to_act)
    mover, plain = world.members[seat].id, service.history.log

    async def history(match_id: int, user_id: int | None) -> tuple[LogEntry, ...]:
        monkeypatch.setattr(service.history, "log", plain)
        await service.play(1, mover, "done", interaction_id=6)  # just now, beside the post
        return await plain(match_id, user_id)

    await service.play(1, mover, "place r1c1", interaction_id=5)
    before = len(world.posts(home))
    glance = await service.glance(1, None)
    monkeypatch.setattr(service.history, "log", history)
    row = OutboxRow(99, Lane.of_match(1), ItemKind.TURN, 1, glance.match.ply, None, None, "n", None)
    await Delivery(world.bot).send(row)
    await world.settle()
    first = world.posts(home)[before]
    assert "puts a flag on r1c1" in first
    assert "is done" not in first


@pytest.mark.parametrize("command", ["match list", "turns"])
async def test_a_match_whose_channel_is_gone_can_be_ended_elsewhere(
    world: World, command: str
) -> None:
    world.locales.clear()
    home = await world.open(world.bo, world.cleo, game="krakow")
    world.env.backend.delete_channel(home.id)
    await world.bot.service.delivery_log.troubled(1, "gone")
    assert "#1" in private(await world.bo.slash(world.channel, command))
    refused = private(await world.bo.slash(world.channel, "match end", number=1))
    assert "nobody would see the vote" in refused
    assert "/match relocate" in refused
    asked = await world.ada.slash(world.channel, "match end", number=1)  # has no seat, owns it
    assert "can't be undone" in private(asked)
    assert "The match has ended." in private(await world.press(world.ada, asked, "end"))
    assert (await info(world)).status == "ended"


async def test_a_match_of_another_server_cannot_be_ended_by_its_number(world: World) -> None:
    await world.bot.service.lobby.create(
        Opening(
            slug="toy",
            guild_id=7,
            channel_id=8,
            user_id=world.ada.id,
            name="Ada",
        )
    )
    said = private(await world.ada.slash(world.channel, "match end", number=1))
    assert "That match isn't on this server" in said
    assert "no such match" in private(await world.ada.slash(world.channel, "match end", number=9))
    assert (await info(world)).status == "lobby"


async def test_a_name_turns_no_text_around_it(world: World) -> None:
    world.env.backend.users[world.bo.id].global_name = "\u202e\u2067Bo"
    await world.open(world.ada, world.bo)
    assert [seat.name for seat in (await info(world)).seats] == ["Ada", "Bo"]


async def test_what_comes_at_once_happens_in_some_order(world: World) -> None:
    home = await krakow(world)
    ply = (await info(world)).ply
    lay = f"bpconfirm:1:0.{ply}.m~0~0~0~A~L2"
    taps = [
        await world.tapped(member, custom_id, channel=home)
        for member, custom_id in (
            (world.ada, lay),
            (world.bo, "bstart:1:"),
            (world.ada, lay),
            (world.ada, f"bpundo:1:0.{ply}.m~~0~0"),
            (world.ada, "bconcede:1:lost"),
            (world.bo, "bturn:1:"),
            (world.ada, "bconcede:1:lost"),
        )
    ]
    for _, payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    for record, _ in taps:
        assert "Sorry" not in private(InteractionResult(world.env, record))
    assert (await info(world)).ending == "conceded"
    assert (await world.bot.service.history.verify(1)).differing == ()
    assert sum("conceded, so" in post for post in world.posts(home)) == 1


@pytest.mark.parametrize("ended", [True, False])
async def test_the_end_is_told_once(world: World, ended: bool) -> None:
    home = await world.open(world.ada, world.bo)
    service, rng, number = world.bot.service, Random(3), 1
    while (match := await info(world)).status == "live" and not ended:
        user, number = match.seats[min(match.to_act)].user_id, number + 1
        move = format_move(rng.choice((await service.glance(1, user)).moves))
        await service.play(1, user, move, interaction_id=number)
    if ended:
        await service.lobby.end(1, 0, is_admin=True)
    await settle(world.bot.outbox)
    posts = world.posts(home)
    assert ("ended without a result" if ended else "Both rounds are played") in posts[-1]
    row = OutboxRow(
        99, Lane.of_match(1), ItemKind.TURN, 1, (await info(world)).ply, None, None, "n", None
    )
    assert await Delivery(world.bot).send(row) is None  # one that was under way meanwhile
    assert world.posts(home) == posts


@pytest.mark.parametrize("thread", [True, False])
async def test_the_list_names_no_match_of_a_channel_one_may_not_see(
    world: World, thread: bool
) -> None:
    await world.open(world.ada, world.bo, thread=thread)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert "Ada" in private(await world.cleo.slash(elsewhere, "match list"))
    hidden = discord.Permissions(view_channel=True).value
    unseen = Overwrite(world.cleo.id, OverwriteType.MEMBER, deny=hidden)
    world.env.backend.set_overwrite(world.channel.id, unseen)
    assert "There are no matches on this server" in private(
        await world.cleo.slash(elsewhere, "match list")
    )
    assert "Ada" in private(await world.bo.slash(elsewhere, "match list"))


async def test_what_is_under_way_arrives_before_the_bot_disconnects(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, begun, closed = Delivery.send, asyncio.Event(), []

    async def slow(self: Delivery, row: OutboxRow) -> Sent | None:
        begun.set()
        await asyncio.sleep(0.05)
        closed.append(world.bot.is_closed())
        return await real(self, row)

    monkeypatch.setattr(Delivery, "send", slow)
    await world.bot.service.lobby.create(
        Opening(
            slug="toy",
            guild_id=world.guild.id,
            channel_id=world.channel.id,
            user_id=world.ada.id,
            name="Ada",
        )
    )
    await begun.wait()
    await world.bot.close()
    assert closed == [False]
