"""Rematches: again with the same players."""

from __future__ import annotations

import asyncio

import pytest

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo, Opening
from rules.errors import LobbyError, NotSeatedError
from tests.matches.helpers import ANN, BEA, CEC, GUILD, NAMES, STRANGER, House

PACE = Pace(PaceKind.STEADY, 24)
ELSEWHERE = 4321


async def over(house: House) -> MatchInfo:
    info = await house.service.lobby.create(
        Opening(
            slug="toy",
            options=frozenset({"single"}),
            guild_id=GUILD,
            channel_id=ELSEWHERE,
            user_id=ANN,
            name=NAMES[ANN],
            pace=PACE,
        )
    )
    for user in (BEA, CEC):
        await house.service.lobby.join(info.id, user, NAMES[user])
    await house.service.lobby.start(info.id, ANN)
    return await house.finish(info.id)


async def again(house: House, match_id: int, user: int = BEA, channel: int = 88) -> MatchInfo:
    return await house.service.lobby.rematch(match_id, user, channel, thread=True)


async def test_the_same_players_sit_one_seat_further_on(house: House) -> None:
    before = await over(house)
    info = await again(house, before.id)
    assert [(s.seat, s.user_id, s.name) for s in info.seats] == [
        (0, BEA, "Bea"),
        (1, CEC, "Cec"),
        (2, ANN, "Ann"),
    ]
    assert (info.status, info.host_id, info.capacity) == ("lobby", BEA, 3)
    assert (info.slug, info.options, info.pace) == ("toy", frozenset({"single"}), PACE)
    assert (info.channel_id, info.wants_thread, info.rematch_of) == (88, True, before.id)
    assert await house.outbox(info.id) == [("lobby", None)]
    assert info == await house.fresh().info(info.id)


async def test_players_who_decline_leave_and_the_others_play(house: House) -> None:
    info = await again(house, (await over(house)).id)
    await house.service.lobby.leave(info.id, CEC)
    await house.service.lobby.start(info.id, BEA)
    assert [s.user_id for s in (await house.service.info(info.id)).seats] == [BEA, ANN]


async def test_there_is_one_rematch_of_a_match(house: House) -> None:
    before = await over(house)
    both = await asyncio.gather(
        again(house, before.id, ANN, 91), again(house, before.id, BEA, 92), return_exceptions=True
    )
    assert [type(found) for found in both if isinstance(found, Exception)] == [LobbyError]
    with pytest.raises(LobbyError, match="This match already has a rematch") as refused:
        await again(house, before.id, CEC, 93)
    assert dict(refused.value.reason.params)["number"] == 2
    assert await house.sql("SELECT count(*) FROM matches") == [(2,)]


async def test_a_rematch_can_have_its_own(house: House) -> None:
    second = await again(house, (await over(house)).id)
    await house.service.lobby.start(second.id, ANN)
    await house.finish(second.id)
    third = await again(house, second.id, CEC, 89)
    assert [s.user_id for s in third.seats] == [CEC, ANN, BEA]


async def test_only_what_is_over_is_played_again(house: House) -> None:
    lobby = await house.lobby(ANN, BEA)
    match_id = await house.match(ANN, BEA)
    for number in (lobby.id, match_id):
        with pytest.raises(LobbyError, match="once the match is over"):
            await again(house, number, ANN, 90)
    await house.service.lobby.end(lobby.id, ANN, is_admin=False)
    with pytest.raises(LobbyError, match="once the match is over"):
        await again(house, lobby.id, ANN, 90)
    await house.service.lobby.end(match_id, 0, is_admin=True)
    assert (await again(house, match_id, ANN, 90)).status == "lobby"


async def test_a_stranger_opens_no_rematch(house: House) -> None:
    before = await over(house)
    with pytest.raises(NotSeatedError, match="Only players in this match"):
        await again(house, before.id, STRANGER)


async def test_a_channel_has_one_match_at_a_time(house: House) -> None:
    before = await over(house)
    other = await house.lobby(ANN, BEA)
    with pytest.raises(LobbyError, match="already has an unfinished match"):
        await again(house, before.id, BEA, other.channel_id)
    assert (await again(house, before.id, BEA, 95)).id


async def test_an_erased_player_is_not_invited_back(house: House) -> None:
    before = await over(house)
    await house.service.farewell.erase(CEC)
    info = await again(house, before.id)
    assert [s.user_id for s in info.seats] == [BEA, ANN]
    assert info.capacity == 3
