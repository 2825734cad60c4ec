"""A posted turn that is undone: its post is corrected, and nobody pinged twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.outbox import errand, sending
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
from tests.cogs.telling import (
    calls,
    check_told_once,
    is_true,
    mover,
    named,
    play,
    said,
    turn_posts,
)
from tests.world import World, private, words

SOON_S = 60


@dataclass
class Border:
    """A match of Kraków 2009 whose first turn has just been posted.

    Attributes:
        one: Who moved and may undo the move.
        other: Who was pinged by that.
        home: Where.
        post: The post about it.
        lines: The lines of that post that say what happened.
        calls: How often `other` has been pinged in public.
        dms: How many direct messages `other` has got.
    """

    world: World
    one: MemberActor
    other: MemberActor
    home: ChannelHandle
    post: Mapping[str, Any]
    lines: list[str]
    calls: int
    dms: int

    async def undo(self) -> None:
        """Let the player who moved undo until it's their turn again."""
        while await mover(self.world) is not self.one:
            answer = await self.one.slash(self.home, "undo")
            assert "cannot" not in private(answer).casefold()

    async def redo(self) -> None:
        """Let the player who moved move until it's the other's turn again."""
        while await mover(self.world) is self.one:
            await play(self.world)

    def further_calls(self) -> int:
        return len(calls(self.world, self.other, self.home)) - self.calls

    def further_dms(self) -> int:
        return len(self.world.dms(self.other)) - self.dms


async def lay(world: World) -> tuple[MemberActor, ChannelHandle]:
    """Play the first turn; return who did, and where."""
    one = await mover(world)
    while await mover(world) is one:
        await play(world)
    return one, await world.home()


@pytest.fixture
async def border(world: World) -> Border:
    world.locales.clear()
    await world.open(world.ada, world.bo, game="krakow")
    one, home = await lay(world)
    other = world.bo if one is world.ada else world.ada
    post = turn_posts(world)[-1]
    assert named(post) == {other.id}
    lines = [line for line in words(post).splitlines() if line.startswith("- ")]
    assert lines
    met = len(calls(world, other, home)), len(world.dms(other))
    return Border(world, one, other, home, post, lines, *met)


def now(world: World, post: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a post as it reads now."""
    return world.payload(int(post["channel_id"]), int(post["id"]))


async def test_the_post_is_corrected_in_place(world: World, border: Border) -> None:
    before = [p["id"] for p in said(world, border.home)]
    await border.undo()
    await world.env.advance_time(SOON_S)
    assert [p["id"] for p in said(world, border.home)] == before
    corrected = words(now(world, border.post))
    assert named(now(world, border.post)) == {border.one.id}
    assert not [line for line in border.lines if line in corrected]
    assert await is_true(world)
    assert (border.further_calls(), border.further_dms()) == (0, 0)
    assert calls(world, border.one, border.home) == calls(world, border.one, border.home)[:1]


async def test_the_buttons_of_a_corrected_post_work(world: World, border: Border) -> None:
    await border.undo()
    await world.env.advance_time(SOON_S)
    shown = private(await world.tap(border.one, border.home, "turn"))
    assert "older" not in shown
    assert "Waiting for" not in shown


@pytest.mark.parametrize("ends_undone", [True, False])
async def test_any_number_of_undo_and_redo_calls_once_more_at_most(
    world: World, border: Border, ends_undone: bool
) -> None:
    before = len(said(world, border.home))
    for _ in range(5):
        await border.undo()
        await world.env.advance_time(20)
        await border.redo()
        await world.env.advance_time(20)
    if ends_undone:
        await border.undo()
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert len(said(world, border.home)) <= before + 1
    assert border.further_calls() <= 1
    assert border.further_dms() <= 1
    assert len(turn_posts(world)) <= 3


async def test_undo_and_redo_at_once_are_as_if_nothing_happened(
    world: World, border: Border
) -> None:
    await border.undo()
    await border.redo()
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert border.further_calls() <= 1
    check_told_once(world)


async def test_the_post_of_the_redone_turn_tells_it(world: World, border: Border) -> None:
    await border.undo()
    await world.env.advance_time(SOON_S)
    await border.redo()
    await world.env.advance_time(SOON_S)
    text = words(turn_posts(world)[-1])
    assert [line for line in text.splitlines() if line.startswith("- ")]
    assert await is_true(world)


async def test_where_the_post_is_gone_one_message_says_it(world: World, border: Border) -> None:
    world.env.backend.delete_message(border.home.id, int(border.post["id"]))
    before = len(said(world, border.home))
    await border.undo()
    await world.env.advance_time(SOON_S)
    messages = said(world, border.home)
    assert len(messages) == before + 1
    name = border.one.user.global_name
    assert named(messages[-1]) == {border.one.id} or str(name) in words(messages[-1])
    assert border.further_calls() == 0
    await world.env.advance_time(15 * SOON_S)
    assert len(said(world, border.home)) == before + 1


async def test_a_turn_taken_back_before_it_was_told_is_never_told(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, game="krakow")
    world.fail("POST", f"/channels/{home.id}/messages", 503, times=None)
    one, _ = await lay(world)
    other = world.bo if one is world.ada else world.ada
    before = len(calls(world, other, home))
    while await mover(world) is not one:
        await one.slash(home, "undo")
    world.mend()
    await world.env.advance_time(20 * SOON_S)
    assert await is_true(world)
    assert len(calls(world, other, home)) == before
    assert not [post for post in turn_posts(world) if other.id in named(post)]


@pytest.mark.parametrize("ends_undone", [True, False])
async def test_while_posting_is_forbidden_the_last_state_wins(
    world: World, border: Border, ends_undone: bool, expected_errors: list[str]
) -> None:
    expected_errors.append("")
    world.deny(world.channel, send_messages_in_threads=True)
    world.fail("PATCH", f"/channels/{border.home.id}/messages/*", 403, 50013, times=None)
    for _ in range(3):
        await border.undo()
        await border.redo()
    if ends_undone:
        await border.undo()
    await world.env.advance_time(SOON_S)
    world.mend()
    world.allow(world.channel)
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    check_told_once(world)
    assert len(turn_posts(world)) <= 3
    assert border.further_calls() <= 1


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_correction_that_fails_is_tried_again(
    world: World, border: Border, status: int
) -> None:
    world.fail("PATCH", f"/channels/{border.home.id}/messages/*", status, times=2)
    await border.undo()
    await world.env.advance_time(15 * SOON_S)
    assert await is_true(world)
    assert len(turn_posts(world)) == 2


async def test_a_correction_survives_a_crash(world: World, border: Border) -> None:
    world.fail("PATCH", f"/channels/{border.home.id}/messages/*", 503, times=None)
    await border.undo()
    await world.crash()
    world.mend()
    await world.crash()
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert border.further_calls() == 0


async def test_a_post_that_replaced_an_edit_is_not_sent_twice(world: World, border: Border) -> None:
    """The post is gone, the answer to its successor lost, and Discord troubled for long."""
    world.env.backend.delete_message(border.home.id, int(border.post["id"]))
    before = len(said(world, border.home))
    path = f"/channels/{border.home.id}/messages"
    world.lose_answer("POST", path)
    await border.undo()
    for method, where in (("POST", path), ("PATCH", f"{path}/*"), ("GET", f"{path}*")):
        world.fail(method, where, 503, times=None)
    await world.env.advance_time(15 * SOON_S)
    world.mend()
    await world.env.advance_time(15 * SOON_S)
    assert len(said(world, border.home)) == before + 1


async def test_an_undo_while_the_post_is_under_way_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn is undone before Discord has answered its post, and made again."""
    world.locales.clear()
    home = await world.open(world.ada, world.bo, game="krakow")
    one = await mover(world)
    other = world.bo if one is world.ada else world.ada
    calls_before, dms_before = len(calls(world, other, home)), len(world.dms(other))
    posts_before, undos, plain = len(said(world, home)), list[int](), sending.send

    async def undone_meanwhile(*args: Any, **kwargs: Any) -> int:
        message_id = await plain(*args, **kwargs)
        (row,) = (arg for arg in args if isinstance(arg, OutboxRow))
        if row.kind is ItemKind.TURN and len(undos) < 4:
            undos.append(message_id)
            await world.bot.service.undo(row.match_id, one.id, interaction_id=message_id)
        return message_id

    monkeypatch.setattr(errand, "send", undone_meanwhile)
    for _ in range(5):
        while await mover(world) is one:
            await play(world)
        await world.env.advance_time(20)
    assert undos
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert len(calls(world, other, home)) - calls_before <= 2
    assert len(world.dms(other)) - dms_before <= 2
    assert len(said(world, home)) - posts_before <= 2


async def test_a_letter_is_known_though_a_newer_post_has_told_the_undo(
    world: World, border: Border
) -> None:
    """The turn was undone and made again while it was posted, and the second letter is late."""
    service = world.bot.service
    await border.undo()
    await border.redo()
    await world.env.advance_time(SOON_S)
    match = await service.info(1)
    await service.delivery_log.posted(1, match.ply, int(border.post["id"]) + 1)
    lane, seat = Lane(f"u{border.other.id}"), match.seat_of(border.other.id)
    letter = OutboxRow(10**6, lane, ItemKind.DM, 1, match.ply, border.other.id, None, "", None)
    assert await service.delivery_log.is_known(letter, seat)
    await play(world)
    assert not await service.delivery_log.is_known(letter, seat)


async def test_what_was_undone_while_its_post_was_under_way_is_corrected(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The undo comes before the answer to the post, and nothing is played after it."""
    world.locales.clear()
    await world.open(world.ada, world.bo, game="krakow")
    one = await mover(world)
    plain, undos = sending.send, list[int]()

    async def undone_meanwhile(*args: Any, **kwargs: Any) -> int:
        message_id = await plain(*args, **kwargs)
        (row,) = (arg for arg in args if isinstance(arg, OutboxRow))
        if row.kind is ItemKind.TURN and not undos:
            undos.append(message_id)
            await world.bot.service.undo(row.match_id, one.id, interaction_id=message_id)
        return message_id

    monkeypatch.setattr(errand, "send", undone_meanwhile)
    while await mover(world) is one and not undos:
        await play(world)
    await world.env.advance_time(SOON_S)
    assert undos
    assert await mover(world) is one
    assert await is_true(world)
    assert len(turn_posts(world)) == 2


async def test_while_posting_is_forbidden_redos_call_by_dm_once(
    world: World, expected_errors: list[str]
) -> None:
    expected_errors.append("")
    world.locales.clear()
    home = await world.open(world.ada, world.bo, game="krakow")
    one = await mover(world)
    other = world.bo if one is world.ada else world.ada
    before = len(calls(world, other, home))
    world.deny(world.channel, send_messages_in_threads=True)
    for _ in range(4):
        while await mover(world) is one:
            await play(world)
        await world.env.advance_time(20)
        while await mover(world) is not one:
            await one.slash(home, "undo")
        await world.env.advance_time(20)
    while await mover(world) is one:
        await play(world)
    await world.env.advance_time(20)
    assert len([dm for dm in world.dms(other) if "your move" in dm]) == 1
    world.allow(world.channel)
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert len(calls(world, other, home)) == before + 1
    assert len([dm for dm in world.dms(other) if "your move" in dm]) == 1


async def test_a_redo_calls_by_dm_if_the_first_call_never_left(
    world: World, expected_errors: list[str]
) -> None:
    """Their DM waited in vain for what was undone, so the next one is the first."""
    expected_errors.append("")
    world.locales.clear()
    await world.open(world.ada, world.bo, game="krakow")
    one = await mover(world)
    other = world.bo if one is world.ada else world.ada
    before = len(world.dms(other))
    assert other.user.dm_channel is not None
    world.fail("POST", f"/channels/{other.user.dm_channel.id}/messages", 503, times=None)
    home = await world.home()
    world.fail("POST", f"/channels/{home.id}/messages", 503, times=None)
    while await mover(world) is one:
        await play(world)
    while await mover(world) is not one:
        await one.slash(home, "undo")
    world.mend()
    await world.env.advance_time(SOON_S)
    assert len(world.dms(other)) == before
    while await mover(world) is one:
        await play(world)
    await world.env.advance_time(SOON_S)
    assert len(world.dms(other)) == before + 1
