from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

import pytest

from matches.domain.model import Opening
from matches.domain.table import lobby
from rules.cvlizations import CVLIZATIONS
from rules.errors import LobbyError, MatchOverError, NoMatchError, NotSeatedError, RefusedError
from tests.matches.helpers import ANN, BEA, CEC, CHANNEL, DAN, GUILD, STRANGER, House

USERS = (ANN, BEA, CEC, DAN)


async def refused(request: Awaitable[object], kind: type[RefusedError]) -> RefusedError:
    with pytest.raises(kind) as caught:
        await request
    assert caught.value.reason.msgid
    assert caught.value.hint.msgid
    return caught.value


async def test_a_lobby_seats_players_in_the_order_in_which_they_come(house: House) -> None:
    info = await house.lobby(ANN, BEA)

    assert [(s.seat, s.user_id, s.name) for s in info.seats] == [(0, ANN, "Ann"), (1, BEA, "Bea")]
    assert (info.status, info.capacity, info.host_id, info.ply) == ("lobby", 4, ANN, 0)
    assert info == await house.service.info(info.id)
    assert len(info.chance_hash) == 64
    assert info.chance_seed == ""


@pytest.mark.parametrize(
    ("slug", "capacity", "options"),
    [("chess", 2, ()), ("toy", 1, ()), ("toy", 5, ()), ("toy", 2, ("nonsense",))],
)
async def test_what_is_not_on_offer_is_refused(
    house: House, slug: str, capacity: int, options: tuple[str, ...]
) -> None:
    await refused(
        house.service.lobby.create(
            Opening(
                slug=slug,
                capacity=capacity,
                options=frozenset(options),
                guild_id=GUILD,
                channel_id=CHANNEL,
                user_id=ANN,
                name="Ann",
            )
        ),
        LobbyError,
    )
    assert await house.service.listed(GUILD) == ()


async def test_a_variant_for_some_numbers_of_players_makes_room_for_no_others(house: House) -> None:
    game = CVLIZATIONS.info
    opening = Opening(slug=game.slug, guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann")
    advanced = replace(opening, options=frozenset({"advanced"}))
    assert lobby.new_lobby(game, opening, house.clock()).capacity == 5
    assert lobby.new_lobby(game, advanced, house.clock()).capacity == 2
    with pytest.raises(LobbyError) as raised:
        lobby.new_lobby(game, replace(advanced, capacity=3), house.clock())
    assert dict(raised.value.hint.params)["counts"] == (2,)


async def test_one_unfinished_match_per_channel(house: House) -> None:
    first = await house.lobby(ANN)

    async def open_another() -> None:
        await house.service.lobby.create(
            Opening(
                slug="toy",
                options=frozenset({"single"}),
                guild_id=GUILD,
                channel_id=first.channel_id,
                user_id=BEA,
                name="Bea",
            )
        )

    await refused(open_another(), LobbyError)
    await house.service.lobby.end(first.id, 0, is_admin=True)
    assert (await house.service.in_channel(first.channel_id)).status == "ended"
    await open_another()
    second = await house.service.in_channel(first.channel_id)
    assert (second.status, second.options) == ("lobby", frozenset({"single"}))


async def test_joining_twice_and_joining_a_full_lobby(house: House) -> None:
    info = await house.lobby(*USERS)

    await refused(house.service.lobby.join(info.id, BEA, "Bea"), LobbyError)
    await refused(house.service.lobby.join(info.id, STRANGER, "Eve"), LobbyError)
    await refused(house.service.lobby.join(info.id + 1, ANN, "Ann"), NoMatchError)
    assert await house.service.info(info.id) == info


async def test_a_leaving_host_hands_over_and_seats_close_up(house: House) -> None:
    info = await house.lobby(ANN, BEA, CEC)

    info = await house.service.lobby.leave(info.id, ANN)

    assert info.host_id == BEA
    assert [(s.seat, s.user_id) for s in info.seats] == [(0, BEA), (1, CEC)]
    await refused(house.service.lobby.leave(info.id, ANN), LobbyError)
    await house.service.lobby.leave(info.id, CEC)
    assert (await house.service.lobby.leave(info.id, BEA)).status == "ended"
    await refused(house.service.lobby.join(info.id, ANN, "Ann"), MatchOverError)


async def test_who_may_start_and_when(house: House) -> None:
    alone = await house.lobby(ANN)
    await refused(house.service.lobby.start(alone.id, ANN), LobbyError)

    two = await house.lobby(ANN, BEA)
    await refused(house.service.lobby.start(two.id, BEA), LobbyError)
    await refused(house.service.lobby.start(two.id, STRANGER), NotSeatedError)
    report = await house.service.lobby.start(two.id, ANN)
    assert report.glance.match.capacity == 2

    full = await house.lobby(ANN, BEA, capacity=2)
    report = await house.service.lobby.start(full.id, BEA)
    assert (report.glance.seat, report.glance.match.status) == (1, "live")
    await refused(house.service.lobby.start(full.id, BEA), LobbyError)


async def test_a_match_in_play_is_neither_joined_nor_left(house: House) -> None:
    match_id = await house.match(ANN, BEA)

    await refused(house.service.lobby.join(match_id, CEC, "Cec"), LobbyError)
    await refused(house.service.lobby.leave(match_id, ANN), LobbyError)


async def test_host_or_administrator_may_end(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    hash_before = (await house.service.info(match_id)).chance_hash

    await refused(house.service.lobby.end(match_id, BEA, is_admin=False), LobbyError)
    info = await house.service.lobby.end(match_id, STRANGER, is_admin=True)

    assert (info.status, info.to_act, info.chance_hash) == ("ended", frozenset(), hash_before)
    assert info.chance_seed
    assert await house.service.turns(ANN) == ()
    await refused(house.service.lobby.end(match_id, 0, is_admin=True), MatchOverError)
    await refused(house.play(match_id, ANN, "done"), MatchOverError)


async def test_lists_show_what_is_unfinished(house: House) -> None:
    lobby = await house.lobby(CEC)
    live = await house.match(ANN, BEA)
    over = await house.match(ANN, BEA)
    await house.service.lobby.end(over, 0, is_admin=True)

    assert [m.id for m in await house.service.listed(GUILD)] == [live, lobby.id]
    assert await house.service.listed(GUILD + 1) == ()
    assert [m.id for m in await house.service.turns(BEA)] == [live]
    await refused(house.service.in_channel(1), NoMatchError)
    await refused(house.service.info(999), NoMatchError)


async def test_what_must_wait_for_the_start(house: House) -> None:
    info = await house.lobby(ANN, BEA)

    await refused(house.service.glance(info.id, ANN), LobbyError)
    await refused(house.play(info.id, ANN, "done"), LobbyError)
    await refused(house.service.history.verify(info.id), LobbyError)
    assert await house.service.history.log(info.id, ANN) == ()


async def test_names_are_one_line_and_not_endless(house: House) -> None:
    info = await house.lobby(ANN)

    info = await house.service.lobby.join(info.id, BEA, "  B\n\te\u2003a " + "x" * 300)

    assert info.seats[1].name.startswith("B e a xxx")
    assert len(info.seats[1].name) == 80
    info = await house.service.lobby.join(info.id, CEC, " \n ")
    assert info.seats[2].name == "?"


async def test_the_longest_wait_comes_first(house: House) -> None:
    first = await house.match(ANN, BEA)
    house.clock.advance(60)
    second = await house.match(ANN, BEA)
    assert [m.id for m in await house.service.turns(ANN)] == [first, second]

    for user in (ANN, BEA):  # the round goes on in the first: whoever is asked waits again
        glance = await house.service.glance(first, user)
        await house.play(first, user, f"choose {glance.view.hand[0]}")  # type: ignore[attr-defined]
    starter = (
        (await house.service.info(first))
        .seats[min((await house.service.info(first)).to_act)]
        .user_id
    )
    assert [m.id for m in await house.service.turns(starter)] == [second, first]
