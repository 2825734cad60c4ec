"""Votes in Discord: the post, its buttons, pings, what is said in private."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from matches.domain.table.votes import Pause
from tests.cogs.play.driver import Panel
from tests.matches.fakes import settle
from tests.matches.helpers import expire_votes
from tests.world import World, custom_ids, private, words


async def choose(world: World, member: MemberActor, home: ChannelHandle) -> None:
    panel = await Panel(world, member).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")


def vote_posts(world: World) -> list[Mapping[str, Any]]:
    """Return the posts of votes, oldest first; ended ones have no buttons."""
    return [p for p in world.public() if " asks:\n" in words(p)]


def pinged(world: World, payload: Mapping[str, Any]) -> set[int]:
    return world.pinged(payload)


async def test_one_post_asks_calls_the_others_and_is_edited(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    answer = private(await world.ada.slash(home, "match pause"))
    assert "I've asked the others" in answer
    (post,) = vote_posts(world)
    text = words(post)
    assert "Pause the match until most players vote to resume?" in text
    assert "Voted: **Ada**" in text
    assert "More than half have to agree. The vote ends <t:" in text
    assert pinged(world, post) == {world.bo.id, world.cleo.id}
    assert custom_ids(post) == ["byes:1:1", "bno:1:1"]
    count = len(world.public())

    assert "I've counted your vote" not in private(await world.tap(world.bo, home, "yes"))
    (post,) = vote_posts(world)
    assert "The vote passed. Yes: 2, no: 0." in words(post).replace("*", "")
    assert custom_ids(post) == []
    assert len(world.public()) == count
    assert (await world.bot.service.info(1)).paused_why == "vote"
    assert "paused" in private(await world.cleo.slash(home, "move", move="choose 1"))


async def test_a_vote_shows_who_has_voted_but_not_how(world: World) -> None:
    home = await world.open(*world.members)
    await world.ada.slash(home, "match pause")
    await world.tap(world.bo, home, "no")
    (post,) = vote_posts(world)
    assert "Voted: **Ada**, **Bo**" in words(post)
    assert "no:" not in words(post).casefold()
    assert f"Please vote: <@{world.cleo.id}>, <@{world.dima.id}>" in words(post)


async def test_strangers_second_ballots_and_ended_votes_are_told_so(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, world.cleo)
    await world.ada.slash(home, "match pause")
    assert "You have no seat" in await world.forge(world.dima, "byes:1:1", channel=home)
    before = words(vote_posts(world)[0])
    private(await world.tap(world.ada, home, "yes"))
    assert words(vote_posts(world)[0]) == before
    private(await world.tap(world.ada, home, "no"))
    private(await world.tap(world.bo, home, "no"))
    assert "The vote failed." in words(vote_posts(world)[0])
    assert "This vote is over." in await world.forge(world.cleo, "byes:1:1", channel=home)
    assert (await world.bot.service.info(1)).paused_at is None


async def test_forged_ballots_do_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for custom_id in ("byes:1:", "byes:1:x", "byes:1:-1", "byes:1:99", "bno:1:²", "bask:1:pause"):
        answer = await world.forge(world.bo, custom_id, channel=home)
        assert answer, custom_id
        assert "Sorry" not in answer, custom_id
    assert await world.bot.store.read(lambda db: db.execute("SELECT * FROM votes").fetchall()) == []


async def test_a_vote_asked_for_in_a_direct_message_can_be_answered_there(world: World) -> None:
    world.locales.clear()
    await world.open(world.ada, world.bo)
    assert "I've asked the others" in await world.forge(world.ada, "bask:1:end")
    assert "The vote failed." in await world.forge(world.bo, "bno:1:1")


async def test_a_vote_of_another_match_is_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.ada.slash(home, "match pause")
    await world.open(world.cleo, world.dima)
    answer = await world.forge(world.dima, "byes:2:1", channel=await world.home(2))
    assert "Nie ma takiego głosowania." in answer
    assert (await world.bot.service.votes.find(1)).status == "open"


async def test_undo_offers_to_ask_the_others(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    await choose(world, world.bo, home)
    refused = await world.bo.slash(home, "undo")
    assert "nothing you can take back" in private(refused)
    private(await world.press(world.bo, refused, "ask"))
    (post,) = vote_posts(world)
    assert "Undo Bo's last move and everything after it?" in words(post)
    assert "Everybody has to agree." in words(post)
    private(await world.tap(world.ada, home, "yes"))
    info = await world.bot.service.info(1)
    assert info.to_act == {1}
    last = words(world.public()[-1])
    assert f"Your move: <@{world.bo.id}>" in last
    assert "The match goes back to an earlier point." in last
    assert "Vote:" in private(await world.ada.slash(home, "log"))


async def test_the_panel_offers_it_too_but_not_where_undo_is_free(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await choose(world, world.ada, home)
    panel = await Panel(world, world.ada).open(home)
    assert panel.ids("bpundo:")
    assert not panel.ids("bask:")
    await choose(world, world.bo, home)
    first = (await world.bot.service.info(1)).to_act  # whose parcel is lower is up to chance
    other = world.bo if first == {0} else world.ada
    panel = await Panel(world, other).open(home)
    assert panel.ids("bask:") == ["bask:1:undo"]


async def test_an_undo_vote_ends_with_the_next_move(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await choose(world, world.ada, home)
    await world.bot.service.votes.ask_undo(1, world.ada.id)
    await settle(world.bot.outbox)
    await choose(world, world.bo, home)
    await settle(world.bot.outbox)
    (post,) = vote_posts(world)
    assert "dropped because the match has changed since" in words(post)
    assert custom_ids(post) == []


async def test_a_vote_that_ends_with_a_new_player_is_not_said_to_be_theirs(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo, time="steady 24h")
    await choose(world, world.ada, home)
    assert "asked" in private(await world.ada.slash(home, "match extend", hours=24))
    await settle(world.bot.outbox)
    (before,) = vote_posts(world)
    assert "Ada asks:" in words(before).replace("*", "")
    await world.ada.slash(home, "seat offer")
    await world.dima.slash(home, "seat claim")
    await settle(world.bot.outbox)
    post = world.payload(home.id, int(before["id"]))
    assert "dropped because the match has changed since" in words(post)
    assert "Give 24 more hours" in words(post)
    assert "asks:" not in words(post)
    assert "Dima" not in words(post)


async def test_who_took_a_seat_before_they_asked_is_still_named(world: World) -> None:
    home = await world.open(world.ada, world.bo, time="steady 24h")
    await world.ada.slash(home, "seat offer")
    await world.cleo.slash(home, "seat claim")
    await choose(world, world.cleo, home)
    await world.cleo.slash(home, "match extend", hours=24)
    await world.bo.slash(home, "seat offer")
    await world.dima.slash(home, "seat claim")
    await settle(world.bot.outbox)
    (post,) = vote_posts(world)
    assert "dropped because the match has changed since" in words(post)
    assert "Cleo asks:" in words(post).replace("*", "")


async def test_a_vote_on_the_move_of_who_has_left_names_nobody_else(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await choose(world, world.ada, home)
    await world.bot.service.votes.ask_undo(1, world.ada.id)
    await settle(world.bot.outbox)
    (before,) = vote_posts(world)
    assert "Undo Ada's last move" in words(before)
    assert "I've counted your vote" in private(await world.tap(world.bo, home, "yes"))
    await world.ada.slash(home, "seat offer")
    await world.dima.slash(home, "seat claim")
    await settle(world.bot.outbox)
    post = world.payload(home.id, int(before["id"]))
    assert "dropped because the match has changed since" in words(post)
    assert "Dima" not in words(post)


async def test_players_who_may_not_end_the_match_can_ask_for_it(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    offered = await world.bo.slash(home, "match end")
    assert "You can't end this match alone." in private(offered)
    private(await world.press(world.bo, offered, "ask"))
    assert "End the match without a result?" in words(vote_posts(world)[-1])
    private(await world.tap(world.ada, home, "yes"))
    assert (await world.bot.service.info(1)).status == "ended"
    assert "The vote passed." in words(vote_posts(world)[-1])


async def test_more_time_and_another_time_are_asked_for(world: World) -> None:
    home = await world.open(world.ada, world.bo, time="steady 24h")
    private(await world.ada.slash(home, "match extend", hours=12))
    assert "Give 12 more hours" in words(vote_posts(world)[-1])
    private(await world.tap(world.bo, home, "no"))
    private(await world.ada.slash(home, "match time", kind="strict", hours=48))
    assert "Change the match's pace? 2 days for each decision" in words(vote_posts(world)[-1])
    private(await world.tap(world.bo, home, "yes"))
    assert str((await world.bot.service.info(1)).pace).startswith("strict 48h")


async def test_what_a_casual_pace_cannot_extend(world: World) -> None:
    home = await world.open(world.ada, world.bo, time="casual 24h")
    said = private(await world.ada.slash(home, "match extend", hours=5))
    assert "At a casual pace nothing happens when a deadline passes" in said


async def test_a_second_vote_and_a_senseless_one_are_refused(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo)
    assert "isn't paused" in private(await world.ada.slash(home, "match resume"))
    await world.ada.slash(home, "match pause")
    assert "already has an open vote" in private(await world.bo.slash(home, "match pause"))
    assert "You have no seat" in private(await world.dima.slash(home, "match pause"))
    assert len(vote_posts(world)) == 1


async def test_the_buttons_work_after_a_crash(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.ada.slash(home, "match pause")
    await world.crash()
    home = await world.home()
    private(await world.tap(world.bo, home, "yes"))
    assert (await world.bot.service.info(1)).paused_why == "vote"
    (post,) = vote_posts(world)
    assert "The vote passed." in words(post)


async def test_a_post_that_was_sent_but_not_noted_is_found_again(world: World) -> None:
    await world.open(world.ada, world.bo)
    await world.bot.service.votes.ask(1, world.ada.id, Pause())
    await settle(world.bot.outbox)
    (post,) = vote_posts(world)

    def forget(db: Any) -> None:
        db.execute("UPDATE votes SET message_id = NULL")
        db.execute("UPDATE outbox SET status = 'sending' WHERE kind = 'vote'")

    await world.bot.store.write(forget)
    await world.crash()
    await settle(world.bot.outbox)
    assert [p["id"] for p in vote_posts(world)] == [post["id"]]
    assert (await world.bot.service.votes.find(1)).message_id == int(post["id"])


async def test_a_deleted_post_is_sent_again_while_the_vote_is_open(world: World) -> None:
    home = await world.open(*world.members)
    await world.ada.slash(home, "match pause")
    (post,) = vote_posts(world)
    del world.env.backend.messages[home.id][int(post["id"])]
    await world.bot.service.votes.cast(1, world.bo.id, yes=True)
    await settle(world.bot.outbox)
    (again,) = vote_posts(world)
    assert again["id"] != post["id"]
    assert pinged(world, again) == {world.cleo.id, world.dima.id}


async def test_a_vote_decided_before_its_post_was_sent_needs_none(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bo.slash(home, "match resign")
    await world.bot.service.seats.resign(1, world.bo.id)
    private(await world.ada.slash(home, "match pause"))
    assert (await world.bot.service.info(1)).paused_why == "vote"
    assert vote_posts(world) == []


async def test_a_vote_expires_by_itself(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.ada.slash(home, "match pause")
    bot, start = world.bot, world.bot.clock()
    await expire_votes(bot.service, start + timedelta(days=4))
    await settle(bot.outbox)
    assert "The vote ran out of time." in words(vote_posts(world)[0])


async def test_whoever_is_called_in_a_pause_reads_that_it_is_one(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, world.cleo)
    await choose(world, world.ada, home)
    await world.ada.slash(home, "match pause")
    await world.tap(world.bo, home, "yes")
    await world.bot.service.votes.ask_undo(1, world.ada.id)
    await world.settle()
    for member in (world.bo, world.cleo):
        await world.tap(member, home, "yes")
    await world.settle()

    for member in (world.ada, world.bo, world.cleo):
        call = world.dms(member)[-1]
        assert "It will be your move when the match continues." in call
        assert "The match is paused, and all clocks are stopped." in call
        assert "start a vote with /match resume" in call
        assert "Choose a parcel." not in call
        assert "\nSee the match\n" in call
        rang = world.pushes(member)[-2:]
        assert any(text.startswith("Your move when the match continues: ") for text in rang)
