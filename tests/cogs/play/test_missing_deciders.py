"""While several decide at once, edits of the newest post name those missing."""

from __future__ import annotations

from random import Random

import pytest

from tests.cogs.telling import (
    calls,
    choose_all,
    info,
    is_true,
    named,
    play,
    said,
    say,
    turn_posts,
)
from tests.world import World, parts, words

SOON_S = 60


@pytest.mark.parametrize("players", [2, 4])
async def test_the_newest_post_names_who_is_missing(world: World, players: int) -> None:
    world.locales.clear()
    members = world.members[:players]
    home = await world.open(*members)
    before = [p["id"] for p in said(world, home)]
    called = [len(calls(world, member, home)) for member in members]
    while len(waiting := (await info(world)).to_act) > 1:
        seat = max(waiting)  # not the one you would expect
        await say(world, members[seat])
        await world.settle()
        assert (await info(world)).to_act == waiting - {seat}
        assert await is_true(world), (await info(world)).to_act
        assert [p["id"] for p in said(world, home)] == before
        assert [len(calls(world, member, home)) for member in members] == called


async def test_in_a_game_where_it_comes_and_goes(world: World) -> None:
    """In CVlizations several decide at once in the action and the cleanup phase."""
    world.locales.clear()
    members, rng, seen = world.members[:3], Random(1), False
    home = await world.open(*members, game="cvlizations")
    while not seen:
        before = await info(world)
        called = [len(calls(world, member, home)) for member in members]
        await play(world, rng=rng)
        await world.settle()
        after = await info(world)
        if after.to_act and after.to_act < before.to_act:
            seen = True
            assert await is_true(world), after.to_act
            assert [len(calls(world, member, home)) for member in members] == called


async def test_no_choice_shows_and_the_picture_stays(world: World) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo, world.cleo)
    first = words(turn_posts(world)[-1])
    hand = (await world.bot.service.glance(1, world.bo.id)).view.hand  # type: ignore[attr-defined]
    await say(world, world.bo, f"choose {hand[-1]}")
    post = turn_posts(world)[-1]
    assert named(post) == {world.ada.id, world.cleo.id}
    assert len(post["attachments"]) == 1
    assert [part["type"] for part in parts(post)].count(12) == 1
    assert "parcel " not in words(post).replace("Toy Parcels", "").casefold()
    digits = [word for word in words(post).split() if word == str(hand[-1])]
    assert digits == [word for word in first.split() if word == str(hand[-1])]


async def test_undoing_a_choice_makes_its_player_missing_again(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await say(world, world.bo)
    assert named(turn_posts(world)[-1]) == {world.ada.id, world.cleo.id}
    before = len(calls(world, world.bo, home)), len(said(world, home)), len(world.dms(world.bo))
    await world.bo.slash(home, "undo")
    assert named(turn_posts(world)[-1]) == {world.ada.id, world.bo.id, world.cleo.id}
    after = len(calls(world, world.bo, home)), len(said(world, home)), len(world.dms(world.bo))
    assert after == before


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_an_edit_that_fails_is_made_up_for(world: World, status: int) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    world.fail("PATCH", f"/channels/{home.id}/messages/*", status, times=2)
    await say(world, world.bo)
    await world.env.advance_time(15 * SOON_S)
    assert await is_true(world)
    assert len(turn_posts(world)) == 1


async def test_a_post_too_old_for_more_edits_is_followed_by_one(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 429, 30046, times=2)
    before = [len(calls(world, member, home)) for member in world.members]
    await say(world, world.bo)
    await world.env.advance_time(15 * SOON_S)
    assert await is_true(world)
    assert len(turn_posts(world)) <= 2
    assert [len(calls(world, member, home)) for member in world.members] == before


async def test_an_edit_comes_with_the_permission(world: World, expected_errors: list[str]) -> None:
    expected_errors.append("")
    home = await world.open(world.ada, world.bo, world.cleo)
    world.fail("PATCH", f"/channels/{home.id}/messages/*", 403, 50013, times=None)
    await say(world, world.bo)
    await world.env.advance_time(3600)
    world.mend()
    world.env.backend.announce_channel_update(world.channel.id)
    await world.env.advance_time(SOON_S)
    assert await is_true(world)
    assert len(said(world, home)) == 1


async def test_where_the_post_is_gone_nobody_is_bothered(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    [post] = turn_posts(world)
    world.env.backend.delete_message(home.id, int(post["id"]))
    before = [len(calls(world, member, home)) for member in world.members]
    await say(world, world.bo)
    await world.env.advance_time(SOON_S)
    assert [len(calls(world, member, home)) for member in world.members] == before
    await choose_all(world)
    assert await is_true(world)
