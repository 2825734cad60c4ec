"""The lobby's post and `/match info` once a match is over: how it ended, who won."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from matches.domain.table.votes import End
from tests.cogs.telling import play_to_the_end
from tests.cogs.test_cog_closing import info, pass_days
from tests.world import World, custom_ids, private


@pytest.fixture(autouse=True)
def _all_read_english(world: World) -> None:
    world.locales.clear()


def lobby(world: World) -> str:
    return world.posts(world.channel)[0]


def lobby_ids(world: World) -> list[str]:
    return custom_ids(next(p for p in world.public() if p["channel_id"] == str(world.channel.id)))


async def concede(world: World, home: ChannelHandle) -> None:
    asked = await world.ada.slash(home, "seat concede")
    await world.press(world.ada, asked, "concede")
    await world.settle()


async def reason(world: World) -> str:
    """Return how a match ended, as its last post begins."""
    glance = await world.bot.service.glance(1, None)
    assert glance.outcome is not None
    return glance.outcome.reason.msgid.split("{")[0]


async def test_the_lobby_above_its_thread_tells_the_result(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert home.id != world.channel.id
    assert "The match is in progress." in lobby(world)
    await play_to_the_end(world)
    await world.settle()
    assert "in progress" not in lobby(world)
    outcome = (await world.bot.service.glance(1, None)).outcome
    assert outcome is not None
    pairs = zip(("**Ada**", "**Bo**"), outcome.ranks, strict=True)
    won = [name for name, rank in pairs if rank == 1]
    told = f"{won[0]} wins." if len(won) == 1 else f"{' and '.join(won)} win."
    assert f"The match is over. {told}" in lobby(world)
    assert lobby_ids(world) == []
    assert sum("The draws are sealed" in post for post in world.posts(world.channel)) == 1


@pytest.mark.parametrize("thread", [True, False])
async def test_it_tells_who_conceded(world: World, *, thread: bool) -> None:
    home = await world.open(world.ada, world.bo, thread=thread)
    await concede(world, home)
    assert "The match is over. **Ada** conceded. **Bo** wins." in lobby(world)
    assert lobby_ids(world) == []


async def test_in_polish_who_wins_is_a_sentence_of_its_own(world: World) -> None:
    """There the verb comes first, and in a thread's title it is small."""
    world.locales[world.ada.id] = "pl"
    home = await world.open(world.ada, world.bo)
    await concede(world, home)
    assert ". Wygrywa **Bo**." in lobby(world)


async def test_it_tells_that_the_players_stopped(world: World) -> None:
    await world.open(world.ada, world.bo)
    vote = await world.bot.service.votes.ask(1, world.ada.id, End())
    await world.bot.service.votes.cast(vote.id, world.bo.id, True)
    await world.settle()
    assert "without a result because all players agreed to stop" in lobby(world)
    assert lobby_ids(world) == []


async def test_closed_it_can_be_reopened_there_while_that_works(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo)
    await pass_days(world, 30.1, monkeypatch)
    await pass_days(world, 7.1, monkeypatch)
    assert (await info(world)).status == "ended"
    assert "because nobody had moved for a long time" in lobby(world)
    assert lobby_ids(world) == ["brevive:1:"]
    await world.tap(world.bo, world.channel, "revive")
    await world.settle()
    assert (await info(world)).status == "live"
    assert "The match is in progress." in lobby(world)
    assert lobby_ids(world) == []


async def test_it_offers_no_reopening_once_that_is_too_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo)
    for days in (30.1, 7.1, 31):
        await pass_days(world, days, monkeypatch)
    assert "because nobody had moved for a long time" in lobby(world)
    assert lobby_ids(world) == []


async def test_a_match_that_nobody_started_is_not_told_of_as_one_in_which_nobody_moved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo, start=False)
    for days in (7.1, 2.1, 31):
        await pass_days(world, days, monkeypatch)
        told = lobby(world)
    assert lobby_ids(world) == []
    shown = private(await world.ada.slash(world.channel, "match info", number=1))
    for said in (told, shown):
        assert "Nobody started this match, so I closed it." in said


async def test_a_lobby_that_was_deleted_does_not_come_back(world: World) -> None:
    home = await world.open(world.ada, world.bo, thread=False)
    sent = (await info(world)).lobby_message_id
    assert sent is not None
    channel = world.bot.get_partial_messageable(world.channel.id)
    await channel.get_partial_message(sent).delete()
    await concede(world, home)
    assert "conceded" in world.posts(home)[-1]
    assert not any("The draws are sealed" in post for post in world.posts(home))
    assert await world.bot.service.held(world.bo.id) == ()


async def test_a_lobby_out_of_reach_does_not_hold_the_posts_of_the_end(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    world.fail("PATCH", f"/channels/{world.channel.id}/messages", status=403)
    await concede(world, home)
    assert "conceded" in world.posts(home)[-1]
    assert (await info(world)).trouble == ""
    assert await world.bot.store.read(
        lambda db: db.execute("SELECT count(*) FROM outbox WHERE status <> 'sent'").fetchone()
    ) == (0,)


async def test_match_info_tells_who_won_and_the_points(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await play_to_the_end(world)
    await world.settle()
    shown = private(await world.cleo.slash(home, "match info"))
    outcome = (await world.bot.service.glance(1, None)).outcome
    assert outcome is not None
    assert await reason(world) in shown
    assert all(f"{score} point" in shown for score in outcome.scores)
    assert "1\\. " in shown
