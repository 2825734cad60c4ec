"""Matches that lose their place, and find another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import is_homeless
from matches.domain.settings import UserSettings
from matches.domain.table.votes import End
from matches.outbox import Outbox
from matches.sender import Refused
from rules.errors import LobbyError, MatchOverError, NoMatchError, PausedError
from tests.matches.fakes import Discord, settle
from tests.matches.helpers import (
    ANN,
    BEA,
    CEC,
    CHANNEL,
    GUILD,
    STRANGER,
    Clock,
    House,
    expire_votes,
    pause,
)

ELSEWHERE = CHANNEL + 500


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def outbox(house: House, discord: Discord, clock: Clock) -> AsyncIterator[Outbox]:
    made = Outbox(house.store, house.service, discord, clock)
    house.service.wake = made.kick
    yield made
    await made.close()


async def paced(house: House, *users: int) -> int:
    """Start a match with a day for every decision."""
    info = await house.lobby(*users)
    await house.service.lobby.set_pace(info.id, users[0], Pace(PaceKind.STEADY, 24))
    await house.service.lobby.start(info.id, users[0])
    return info.id


async def test_a_match_that_loses_its_place_is_paused_and_its_players_are_told_once(
    house: House,
) -> None:
    match_id = await paced(house, ANN, BEA)
    before = len(await house.outbox(match_id))
    await house.service.channels.lost(match_id, CHANNEL, 4711)
    await house.service.channels.lost(match_id, CHANNEL, 4711)

    info = await house.service.info(match_id)
    assert (info.paused_why, info.trouble) == ("gone", "gone")
    assert all(seat.clock is None or seat.clock.wake is None for seat in info.seats)
    assert (await house.outbox(match_id))[before:] == [("dm", ANN), ("dm", BEA), ("place", None)]
    told = [entry.events[0].text.msgid for entry in await house.service.history.log(match_id, ANN)]
    assert told[-1] == "This match's channel was deleted."
    with pytest.raises(PausedError):
        await house.play(match_id, ANN, "choose 1")


async def test_an_offer_in_a_lost_place_is_not_edited_at_the_end(house: House) -> None:
    match_id = await paced(house, ANN, BEA, CEC)
    await house.service.seats.resign(match_id, BEA)
    await house.sql("UPDATE seats SET post_id = 5 WHERE match_id = ? AND seat = 1", match_id)
    house.service._cache.forget(match_id)
    await house.service.channels.lost(match_id, CHANNEL, 4711)
    before = len(await house.outbox(match_id))
    await house.service.lobby.end(match_id, 0, is_admin=True)
    assert ("seat", None) not in (await house.outbox(match_id))[before:]


async def test_players_without_dms_and_players_who_left_get_no_message(house: House) -> None:
    match_id = await paced(house, ANN, BEA, CEC)
    await house.service.users.set_settings(UserSettings(BEA, dm=False))
    await house.service.seats.resign(match_id, CEC)
    before = len(await house.outbox(match_id))
    await house.service.channels.lost(match_id)
    assert (await house.outbox(match_id))[before:] == [("dm", ANN)]


async def test_a_match_that_is_elsewhere_by_now_has_lost_nothing(house: House) -> None:
    match_id = await paced(house, ANN, BEA)
    await house.service.channels.move(match_id, ANN, GUILD, ELSEWHERE)
    await house.service.channels.lost(match_id, CHANNEL)
    assert not is_homeless(await house.service.info(match_id))


async def test_a_finished_match_has_nothing_to_lose(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    before = await house.finish(match_id)
    await house.service.channels.lost(match_id)
    assert await house.service.info(match_id) == before
    with pytest.raises(MatchOverError):
        await house.service.channels.move(match_id, ANN, GUILD, ELSEWHERE)


async def test_what_cannot_be_delivered_because_the_channel_is_gone_tells_so(
    house: House, outbox: Outbox, discord: Discord
) -> None:
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    discord.faults["turn"] = [Refused("gone", CHANNEL)]
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, f"choose {glance.moves[0].parcel}")  # type: ignore[attr-defined]
    await settle(outbox)
    info = await house.service.info(match_id)
    assert (info.paused_why, info.trouble) == ("gone", "gone")
    assert discord.kinds()[-2:] == [("channel_dm", ANN), ("channel_dm", BEA)]
    assert [m.id for m in await house.service.channels.homeless(BEA)] == [match_id]


async def test_clocks_stand_still_until_there_is_a_place_again(house: House) -> None:
    match_id = await paced(house, ANN, BEA)
    due = {s.seat: s.clock.due for s in (await house.service.info(match_id)).seats if s.clock}
    await house.service.channels.lost(match_id)
    house.clock.advance(3 * 86400)
    info = await house.service.channels.open_anew(match_id, BEA, GUILD, ELSEWHERE, thread=False)
    assert info.paused_at is None
    after = {s.seat: s.clock.due for s in info.seats if s.clock}
    assert after == {seat: at + timedelta(days=3) for seat, at in due.items()}
    assert (await house.service.in_channel(ELSEWHERE)).id == match_id
    with pytest.raises(NoMatchError):
        await house.service.in_channel(CHANNEL)


@pytest.mark.parametrize("thread", [True, False])
async def test_in_a_new_place_the_board_is_posted_and_who_has_to_act_called(
    house: House, outbox: Outbox, discord: Discord, *, thread: bool
) -> None:
    match_id = await paced(house, ANN, BEA)
    await settle(outbox)
    glance, _ = await house.service.news(match_id)
    assert glance.newly == frozenset()
    await house.service.channels.lost(match_id)
    await settle(outbox)
    house.service.wake = lambda: None
    await house.service.channels.open_anew(match_id, ANN, GUILD, ELSEWHERE, thread=thread)
    glance, news = await house.service.news(match_id)
    assert glance.newly == glance.match.to_act
    assert news[-1].events[0].text.msgid == "The match continues here."
    sent = len(discord.sent)
    outbox.kick()
    await settle(outbox)
    kinds = [kind for kind, _ in discord.kinds()[sent:]]
    assert kinds == (["lobby", "thread", "turn"] if thread else ["turn"])
    info = await house.service.info(match_id)
    assert (info.channel_id == ELSEWHERE) is not thread  # a thread has its own number


async def test_a_pause_by_vote_outlasts_the_loss(house: House) -> None:
    match_id = await paced(house, ANN, BEA)
    await pause(house.service, match_id, "vote")
    await house.service.channels.lost(match_id)
    await house.service.channels.reopen(match_id, BEA)
    info = await house.service.info(match_id)
    assert (info.paused_why, info.trouble) == ("vote", "")


@pytest.mark.parametrize("is_sent", [True, False])
async def test_a_vote_that_was_dropped_meanwhile_is_shown_as_closed_where_it_was(
    house: House, *, is_sent: bool
) -> None:
    match_id = await paced(house, ANN, BEA)
    vote = await house.service.votes.ask(match_id, ANN, End())
    if is_sent:
        await house.service.votes.sent(vote.id, 4712)
    await house.service.channels.lost(match_id)
    house.clock.advance(40 * 86400)
    await expire_votes(house.service, house.clock.now)
    assert (await house.service.votes.find(vote.id)).status != "open"
    before = len(await house.outbox(match_id))
    await house.service.channels.found(match_id, (await house.service.info(match_id)).channel_id)
    assert (("vote", None) in (await house.outbox(match_id))[before:]) == is_sent
    await house.service.channels.lost(match_id)
    before = len(await house.outbox(match_id))
    await house.service.channels.open_anew(match_id, ANN, GUILD, CHANNEL + 9, thread=False)
    assert ("vote", None) not in (await house.outbox(match_id))[before:]


async def test_a_lobby_is_posted_again(house: House, outbox: Outbox, discord: Discord) -> None:
    info = await house.lobby(ANN)
    await settle(outbox)
    await house.service.channels.lost(info.id)
    await settle(outbox)
    assert (await house.service.info(info.id)).paused_at is None
    await house.service.channels.open_anew(info.id, ANN, GUILD, ELSEWHERE, thread=True)
    await settle(outbox)
    assert discord.kinds()[-1] == ("lobby", None)
    after = await house.service.info(info.id)
    assert after.lobby_message_id != info.lobby_message_id
    assert (after.wants_thread, after.trouble) == (True, "")


async def test_only_the_host_moves_a_match_that_has_a_place(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    places = house.service.channels
    for user in (BEA, STRANGER):
        with pytest.raises(LobbyError):
            await places.move(match_id, user, GUILD, ELSEWHERE)
    await places.lost(match_id)
    for step in (places.reopen(match_id, STRANGER), places.move(match_id, STRANGER, 1, 2)):
        with pytest.raises(LobbyError):
            await step
    assert (await places.move(match_id, BEA, GUILD, ELSEWHERE)).channel_id == ELSEWHERE
    with pytest.raises(LobbyError):
        await places.move(match_id, BEA, GUILD, ELSEWHERE + 1)


async def test_two_matches_never_meet_in_one_channel(house: House) -> None:
    one, two = await house.match(ANN, BEA), await house.match(ANN, BEA)
    await house.service.channels.lost(one)
    there = (await house.service.info(two)).channel_id
    with pytest.raises(LobbyError, match="already has an unfinished match"):
        await house.service.channels.open_anew(one, BEA, GUILD, there, thread=False)
    info = await house.service.info(one)
    assert (info.paused_why, info.channel_id) == ("gone", CHANNEL)


async def test_the_first_of_two_openers_chooses_the_place(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.channels.lost(match_id)
    before = len(await house.outbox(match_id))
    opened = await asyncio.gather(
        house.service.channels.open_anew(match_id, BEA, GUILD, ELSEWHERE, thread=False),
        house.service.channels.open_anew(match_id, ANN, GUILD, ELSEWHERE + 1, thread=False),
    )
    assert {info.channel_id for info in opened} == {ELSEWHERE}
    assert (await house.outbox(match_id))[before:] == [("turn", None)]


async def test_a_late_receipt_does_not_hide_the_loss(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.channels.lost(match_id)
    for why in ("", "forbidden"):
        await house.service.delivery_log.troubled(match_id, why)
    await house.service.delivery_log.posted(match_id, 1, 9000)
    assert is_homeless(await house.service.info(match_id))


async def test_another_service_knows_the_new_place(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.channels.lost(match_id)
    await house.service.channels.open_anew(match_id, BEA, GUILD + 1, ELSEWHERE, thread=False)
    info = await house.fresh().info(match_id)
    assert (info.guild_id, info.channel_id, info.trouble) == (GUILD + 1, ELSEWHERE, "")
    assert [m.id for m in await house.service.listed(GUILD + 1)] == [match_id]
    assert await house.fresh().channels.played_in(ELSEWHERE) == match_id
    assert [p.match_id for p in await house.service.channels.known(GUILD + 1)] == [match_id]
    assert await house.service.channels.known(GUILD) == ()
