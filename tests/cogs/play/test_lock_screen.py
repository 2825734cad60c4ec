"""Pings on a phone's lock screen: which match, what for, and nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from simcord.actors import MemberActor

from cogs.ui.speech import say
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
from matches.services import absences
from rules.notation import format_move
from tests.cogs.telling import (
    calls,
    check_told_once,
    choose_all,
    is_true,
    mover,
    play,
    play_to_the_end,
    said,
    turn_posts,
    with_button,
)
from tests.world import World, private

COMPONENTS_V2: Final = 1 << 15
SOON_S: Final = 60
POLISH: Final = re.compile(r"[ąćęłńóśźż]|ruch|kolej|decyzj|partia", re.IGNORECASE)


def check_line(text: str, game: str = "Toy Parcels", number: int = 1) -> None:
    """Assert that a line says which match it is about, and more than that."""
    assert game in text
    assert f"#{number}" in text
    rest = text.replace(game, "").replace(f"#{number}", "")
    assert re.search(r"[^\W\d_]{3}", re.sub(r"@\w+", "", rest)), "it doesn't say what for"
    assert "<@" not in text
    assert len(text) <= 180


def check_final(post: Mapping[str, Any]) -> None:
    """Assert that a message is the layout and nothing else."""
    assert post["flags"] & COMPONENTS_V2
    assert not post["content"]
    assert post["components"]


async def test_a_turn_is_called_by_game_and_number(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo)
    first = await choose_all(world)
    check_line(calls(world, first, home)[-1])
    assert "move" in calls(world, first, home)[-1].casefold()
    for post in turn_posts(world):
        check_final(post)


async def test_the_direct_message_says_it_too(world: World) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        check_line(calls(world, member, member.user.dm_channel)[-1])
        message = member.user.dm_channel.history()[-1]
        check_final(world.payload(message.channel.id, message.id))


async def test_a_direct_message_is_in_the_readers_language(world: World) -> None:
    await world.open(world.ada, world.dima)
    texts = [calls(world, m, m.user.dm_channel)[-1] for m in (world.ada, world.dima)]
    assert not POLISH.search(texts[0])
    assert POLISH.search(texts[1])
    assert "#1" in texts[1]


async def test_a_post_is_in_the_servers_language(world: World) -> None:
    home = await world.open(world.dima, world.ada)  # the person who opens the first lobby decides
    for member in (world.ada, world.dima):
        assert POLISH.search(calls(world, member, home)[-1])


async def test_a_vote_says_what_for(world: World) -> None:
    world.locales.clear()
    home = await world.open(*world.members[:3])
    await world.ada.slash(home, "match pause")
    [post] = with_button(world, "yes")
    for member in (world.bo, world.cleo):
        text = calls(world, member, home)[-1]
        check_line(text)
        assert re.search(r"vote|pause", text.casefold())
    check_final(post)


async def test_a_rematch_says_what_for(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo)
    await play_to_the_end(world)
    before = len(world.pushes(world.bo))
    private(await world.tap(world.ada, home, "rematch"))
    await world.settle()
    called = world.pushes(world.bo)[before:]
    if called:  # nobody needs a ping for it
        check_line(called[-1], number=2)


async def test_a_reminder_says_what_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo, time="strict 24h")
    with monkeypatch.context() as patch:
        patch.setattr(absences, "ABSENT", absences.ABSENT * 100)
        before = len(world.pushes(world.bo))
        for _ in range(13):
            await world.env.advance_time(3600)
    reminders = world.pushes(world.bo)[before:]
    assert reminders
    for text in reminders:
        check_line(text)


@pytest.mark.parametrize("slug", ["krakow", "letnisko", "lodge", "cvlizations", "indian_summer"])
async def test_nothing_hidden_and_no_notation_shows(world: World, slug: str) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo, game=slug)
    legal = set[str]()
    phases = set[str]()
    for moves in range(13):
        public = await world.bot.service.glance(1, None)
        phases.add(say(public.rules.headline(public.view), "en", public.match))
        if moves == 12:
            break
        member = await mover(world)
        glance = await world.bot.service.glance(1, member.id)
        legal |= {format_move(move) for move in glance.moves}
        await play(world)
    for member in (world.ada, world.bo):
        texts = world.pushes(member)
        assert texts
        for text in texts:
            assert "#1" in text
            assert not [move for move in legal if len(move) > 3 and move in text]
            what, *phase, which = text.split(" · ")
            assert set(phase) <= phases  # it says how far the match is, as a watcher sees it
            numbers = re.findall(r"\d+", (what + which).replace("#1", "").replace("2009", ""))
            assert numbers == []


async def between_the_requests(world: World) -> MemberActor:
    """Let a ping be sent, and Discord fail before its layout arrives."""
    home = await world.open(world.ada, world.bo)
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 503, times=None)
    return await choose_all(world)


async def test_a_layout_that_fails_at_first_arrives(world: World) -> None:
    first = await between_the_requests(world)
    await world.env.advance_time(SOON_S)
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    await check_called_once(world, first)


async def test_whoever_is_to_act_by_the_time_of_the_layout_is_called(world: World) -> None:
    first = await between_the_requests(world)
    home = await world.home()
    called = {member.id: len(calls(world, member, home)) for member in (world.ada, world.bo)}
    while (second := await mover(world)).id == first.id:
        await play(world)
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    assert len(calls(world, second, home)) == called[second.id] + 1
    assert len(calls(world, first, home)) == called[first.id]
    assert await is_true(world)
    for post in turn_posts(world):
        check_final(post)
    check_told_once(world)


async def test_a_call_that_fails_to_be_replaced_is_replaced_later(world: World) -> None:
    """The line for the others is deleted by then, and Discord still knows its nonce."""
    first = await between_the_requests(world)
    home = await world.home()
    world.fail("POST", f"/channels/{home.id}/messages", 403, times=None)
    while (await mover(world)).id == first.id:
        await play(world)
    world.mend()
    await world.env.advance_time(2 * SOON_S)
    await check_true(world)


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_line_whose_thread_was_archived_is_laid_out(world: World, restarts: bool) -> None:
    """It was refused for ever, and with it all later posts of the match."""
    first = await between_the_requests(world)
    home = await world.home()
    assert home.is_thread
    await world.archive(home)
    if restarts:  # the bot doesn't get archived threads when it starts
        await world.restart()
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    await check_called_once(world, first)


async def test_a_line_that_called_others_is_replaced_in_an_archived_thread(world: World) -> None:
    first = await between_the_requests(world)
    home = await world.home()
    while (await mover(world)).id == first.id:
        await play(world)
    await world.archive(home)
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    await check_true(world)


async def test_a_line_deleted_before_its_layout_is_sent_again(world: World) -> None:
    first = await between_the_requests(world)
    home = await world.home()
    (line,) = (one for one in said(world, home) if one["content"])
    world.env.backend.delete_message(home.id, int(line["id"]))
    world.mend()
    await world.env.advance_time(2 * SOON_S)
    await check_true(world)
    assert len(said(world, home)) == 2
    assert len(calls(world, first, home)) == 3  # at the start, by the deleted line, and now


async def test_where_every_line_is_deleted_its_player_is_called_minutes_apart(
    world: World,
) -> None:
    """Another bot may delete whatever has no picture."""
    first = await between_the_requests(world)
    home = await world.home()
    world.mend()
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 404, 10008, times=None)
    before = len(calls(world, first, home))
    for _ in range(SOON_S):
        for line in (one for one in said(world, home) if one["content"]):
            world.env.backend.delete_message(home.id, int(line["id"]))
        await world.env.advance_time(2)
    assert len(calls(world, first, home)) == before + 1


async def test_a_crash_before_the_layout_doubles_nothing(world: World) -> None:
    first = await between_the_requests(world)
    await world.crash()
    world.mend()
    await world.crash()
    await world.env.advance_time(SOON_S)
    await check_called_once(world, first)


async def test_a_lost_answer_to_the_call_doubles_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.lose_answer("POST", f"/channels/{home.id}/messages")
    first = await choose_all(world)
    await world.crash()
    await world.env.advance_time(SOON_S)
    await check_called_once(world, first)


async def test_a_call_lost_long_after_its_nonce_doubles_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.lose_answer("POST", f"/channels/{home.id}/messages")
    world.fail("GET", f"/channels/{home.id}/messages*", 503, times=None)
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 503, times=None)
    first = await choose_all(world)
    await world.env.advance_time(15 * SOON_S)
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    await check_called_once(world, first)


@pytest.mark.parametrize("kind", [ItemKind.TURN, ItemKind.DM])
async def test_a_message_that_may_still_arrive_is_not_taken_for_the_one_before(
    world: World, kind: ItemKind
) -> None:
    """What was sent for a row may have said more; if it arrived late, it was a second message."""
    await world.open(world.ada, world.bo)
    await choose_all(world)
    rows = "SELECT id, lane, ply, user_id, message_id FROM outbox WHERE kind = ? ORDER BY id"
    found = await world.bot.store.read(lambda db: db.execute(rows, (kind.stored,)).fetchall())
    number, lane, ply, user_id, message_id = found[-1]
    row = OutboxRow(number, Lane(lane), kind, 1, ply, user_id, None, "n" * 24, None)
    find = world.bot.outbox._sender.find
    sent = await find(row)
    assert sent is not None
    assert sent.message_id == message_id
    assert await find(replace(row, id=number + 1)) is None
    if kind is ItemKind.TURN:
        await world.bot.service.lobby.end(1, 0, is_admin=True)
        assert await find(row) == sent


async def test_an_edit_with_nothing_to_say_asks_discord_for_nothing(world: World) -> None:
    await world.open(world.ada, world.bo)
    await choose_all(world)
    row = OutboxRow(9, Lane.of_match(1), ItemKind.EDIT, 1, 1, None, None, "n" * 24, None)
    for step in (settle, play_to_the_end):
        await step(world)
        before = len(world.env.http_requests)
        assert await world.bot.outbox._sender.send(row) is None
        assert len(world.env.http_requests) == before


async def settle(world: World) -> None:
    await world.settle()


async def check_called_once(world: World, first: MemberActor) -> None:
    home = await world.home()
    assert len(calls(world, first, home)) == 2  # at the start, and now
    assert len(said(world, home)) == 2
    await check_true(world)


async def check_true(world: World) -> None:
    """Assert that all was told once and that no call stayed one line."""
    assert await is_true(world)
    check_told_once(world)
    for post in said(world, await world.home()):
        check_final(post)
