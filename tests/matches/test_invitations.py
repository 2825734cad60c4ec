"""Kept seats, closed lobbies, and players who are sent away before the start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta

import pytest

from matches.domain.model import MatchInfo, Opening
from matches.domain.table.hosting import MAX_GUESTS, MAX_HOURS
from matches.domain.table.invitations import NOBODY_INVITED, Guest, Invitations
from matches.scheduler import Scheduler
from rules.errors import InvalidMoveError, LobbyError, RefusedError
from tests.files import in_file
from tests.matches.helpers import (
    ANN,
    BEA,
    CEC,
    CHANNEL,
    DAN,
    GUILD,
    NAMES,
    STRANGER,
    Clock,
    House,
    is_named,
)

HOUR = 3600


def guest(user: int) -> Guest:
    return Guest(user, NAMES.get(user, "Eve"))


async def keep(
    house: House, match_id: int, user: int, hours: int = 24, *, host: int = ANN, tell: bool = True
) -> MatchInfo:
    return await house.service.lobby.reserve(match_id, host, guest(user), hours, tell=tell)


async def join(house: House, match_id: int, user: int) -> MatchInfo:
    return await house.service.lobby.join(match_id, user, NAMES.get(user, "Eve"))


async def refused(request: Awaitable[object], words: str = "") -> None:
    with pytest.raises(RefusedError) as caught:
        await request
    assert caught.value.hint.msgid
    assert words in caught.value.reason.msgid


async def messages(house: House) -> list[tuple[object, ...]]:
    """Return what was put into the outbox besides lobby posts: lane, kind, what."""
    return await house.sql("SELECT lane, kind, ref FROM outbox WHERE kind <> 'lobby' ORDER BY id")


INVITED, SENT_AWAY = 0, 1


async def test_a_kept_seat_is_for_the_friend_alone_until_its_time_is_over(house: House) -> None:
    info = await house.lobby(ANN, capacity=2)
    info = await keep(house, info.id, BEA, 3)
    assert [g.user_id for g in info.invitations.kept(house.clock.now)] == [BEA]
    assert info == await house.fresh().info(info.id)
    await refused(join(house, info.id, CEC), "All free seats are kept")
    house.clock.advance(3 * HOUR - 1)
    await refused(join(house, info.id, CEC), "All free seats are kept")
    house.clock.advance(1)
    after = await join(house, info.id, CEC)
    assert [seat.user_id for seat in after.seats] == [ANN, CEC]
    await refused(join(house, info.id, BEA), "All seats in this match are taken")


async def test_the_friend_takes_the_kept_seat_and_others_the_rest(house: House) -> None:
    info = await house.lobby(ANN, capacity=3)
    await keep(house, info.id, BEA)
    await join(house, info.id, CEC)
    await refused(join(house, info.id, DAN))
    info = await join(house, info.id, BEA)
    assert [seat.user_id for seat in info.seats] == [ANN, CEC, BEA]
    assert info.invitations.kept(house.clock.now) == ()
    await house.service.lobby.leave(info.id, BEA)
    info = await join(house, info.id, DAN)  # it is not kept any longer
    assert info.seats[2].user_id == DAN


async def test_no_more_seats_are_kept_than_there_are(house: House) -> None:
    info = await house.lobby(ANN, BEA, capacity=3)
    await keep(house, info.id, CEC)
    await refused(keep(house, info.id, DAN), "no free seat left")
    info = await keep(house, info.id, CEC, 48)  # the same seat for longer
    [kept] = info.invitations.kept(house.clock.now)
    assert kept.until == house.clock.now + timedelta(hours=48)
    await refused(keep(house, info.id, BEA), "already has a seat")


@pytest.mark.parametrize("hours", [0, -1, MAX_HOURS + 1, 10**9])
async def test_a_seat_is_kept_for_some_hours(house: House, hours: int) -> None:
    info = await house.lobby(ANN)
    with pytest.raises(InvalidMoveError):
        await keep(house, info.id, BEA, hours)
    assert (await house.service.info(info.id)).invitations == NOBODY_INVITED


async def test_a_friend_is_told_once_in_each_lobby(house: House) -> None:
    info = await house.lobby(ANN)
    await keep(house, info.id, BEA)
    await keep(house, info.id, BEA, 48)
    await house.service.lobby.remove(info.id, ANN, BEA)
    await keep(house, info.id, BEA)
    await keep(house, info.id, CEC, tell=False)  # was called in public
    await keep(house, info.id, CEC)
    assert await messages(house) == [(f"u{BEA}", "note", INVITED)]


async def test_who_wants_no_direct_messages_is_called_in_public(house: House) -> None:
    info = await house.lobby(ANN)
    chosen = await house.service.users.settings(BEA)
    await house.service.users.change(BEA, lambda _: type(chosen)(BEA, dm=False))
    await keep(house, info.id, BEA)
    assert await messages(house) == [(f"m{info.id}", "note", INVITED)]


async def test_a_host_cannot_send_messages_to_everybody(house: House) -> None:
    info = await house.lobby(ANN)
    for user in range(5000, 5000 + MAX_GUESTS):
        await keep(house, info.id, user)
        await house.service.lobby.remove(info.id, ANN, user)
    await refused(keep(house, info.id, BEA), "already invited")
    assert len(await messages(house)) == MAX_GUESTS


async def test_a_closed_lobby_is_open_to_guests(house: House) -> None:
    opening = Opening(
        slug="toy", guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", closed=True
    )
    info = await house.service.lobby.create(opening)
    assert info.invitations == Invitations(closed=True)
    assert (await house.fresh().info(info.id)).invitations.closed
    await refused(join(house, info.id, BEA), "This lobby is closed")
    await keep(house, info.id, BEA, 1)
    await join(house, info.id, BEA)
    await keep(house, info.id, CEC, 1)
    house.clock.advance(HOUR)
    await refused(join(house, info.id, CEC), "This lobby is closed")
    await house.service.lobby.close(info.id, ANN, on=False)
    assert len((await join(house, info.id, CEC)).seats) == 3


async def test_who_is_sent_away_stays_away_unless_invited(house: House) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    info = await house.service.lobby.remove(info.id, ANN, BEA)
    assert [(s.seat, s.user_id) for s in info.seats] == [(0, ANN), (1, CEC)]
    await refused(join(house, info.id, BEA), "sent you away")
    assert await messages(house) == [(f"u{BEA}", "note", SENT_AWAY)]
    await keep(house, info.id, BEA)
    info = await join(house, info.id, BEA)
    assert info.seat_of(BEA) == 2
    assert (await messages(house))[1:] == [(f"u{BEA}", "note", INVITED)]


async def test_sent_away_before_and_seat_no_longer_kept(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    await house.service.lobby.remove(info.id, ANN, BEA)
    await keep(house, info.id, BEA, 1)
    house.clock.advance(HOUR)
    assert (await join(house, info.id, BEA)).seat_of(BEA) == 1  # the host wanted them back


async def test_a_seat_can_be_kept_no_longer(house: House) -> None:
    info = await house.lobby(ANN)
    await keep(house, info.id, BEA)
    info = await house.service.lobby.remove(info.id, ANN, BEA)
    assert info.invitations.kept(house.clock.now) == ()
    assert not info.invitations.sent_away(BEA)
    assert (await join(house, info.id, BEA)).seat_of(BEA) == 1


@pytest.mark.parametrize("asker", [BEA, STRANGER, 0])
async def test_only_the_host_decides(house: House, asker: int) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    for request in (
        keep(house, info.id, DAN, host=asker),
        house.service.lobby.remove(info.id, asker, CEC),
        house.service.lobby.remove(info.id, asker, ANN),
        house.service.lobby.close(info.id, asker, on=True),
    ):
        await refused(request, "Only the host")
    assert await house.service.info(info.id) == info


async def test_a_former_host_is_a_player_and_can_be_sent_away(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    await house.service.lobby.leave(info.id, ANN)
    await refused(keep(house, info.id, CEC), "Only the host")
    info = await join(house, info.id, ANN)
    info = await house.service.lobby.remove(info.id, BEA, ANN)
    assert [seat.user_id for seat in info.seats] == [BEA]
    await refused(house.service.lobby.remove(info.id, BEA, BEA), "send yourself away")
    await refused(house.service.lobby.remove(info.id, BEA, ANN), "no seat")


async def test_sent_away_twice_at_once_moves_one_player(house: House) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    done = await asyncio.gather(
        *(house.service.lobby.remove(info.id, ANN, BEA) for _ in range(2)), return_exceptions=True
    )
    assert sum(isinstance(one, LobbyError) for one in done) == 1
    assert [s.user_id for s in (await house.service.info(info.id)).seats] == [ANN, CEC]
    assert len(await messages(house)) == 1


@pytest.mark.parametrize("how", ["start", "end", "leave"])
async def test_after_the_lobby_nothing_is_decided_and_nobody_remembered(
    house: House, how: str
) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    await house.service.lobby.close(info.id, ANN, on=True)
    await keep(house, info.id, DAN)
    await house.service.lobby.remove(info.id, ANN, CEC)
    if how == "start":
        await house.service.lobby.start(info.id, ANN)
    elif how == "end":
        await house.service.lobby.end(info.id, ANN, is_admin=False)
    else:
        for user in (BEA, ANN):
            await house.service.lobby.leave(info.id, user)
    for request in (
        keep(house, info.id, CEC),
        house.service.lobby.remove(info.id, ANN, BEA),
        house.service.lobby.close(info.id, ANN, on=False),
    ):
        await refused(request)
    assert await house.sql("SELECT * FROM guests") == []
    assert (await house.fresh().info(info.id)).invitations == NOBODY_INVITED


async def test_names_are_tidied(house: House) -> None:
    info = await house.lobby(ANN)
    evil = Guest(BEA, "[Free](https://evil.example)\n\u202e" + "x" * 4000)
    info = await house.service.lobby.reserve(info.id, ANN, evil, 24, tell=True)
    [kept] = info.invitations.guests
    assert len(kept.name) == 80
    assert "\n" not in kept.name
    assert "\u202e" not in kept.name


@pytest.mark.files
async def test_erasing_forgets_an_invitation(house: House) -> None:
    info = await house.lobby(ANN)
    await keep(house, info.id, BEA)
    told = await house.service.users.export(BEA)
    assert told["invited"] == [
        {"match": info.id, "name": "Bea", "kept_until": "2026-01-02T00:00:00+00:00"}
        | {"sent_away": False}
    ]
    await house.service.farewell.erase(BEA)
    dump = await house.store.read(lambda db: "\n".join(in_file(db).iterdump()))
    assert not is_named(BEA, dump)
    assert "Bea" not in dump


@pytest.fixture
async def scheduler(house: House, clock: Clock) -> AsyncIterator[Scheduler]:
    made = Scheduler(house.store, house.service, clock)
    house.service.alarm = made.by
    yield made
    await made.close()


async def rounds(scheduler: Scheduler) -> None:
    scheduler.kick()
    while scheduler._task is not None and not scheduler._task.done():
        await asyncio.wait([scheduler._task])


async def test_the_post_is_corrected_when_the_time_is_over(
    house: House, scheduler: Scheduler, clock: Clock
) -> None:
    info = await house.lobby(ANN)
    await keep(house, info.id, BEA, 1)
    await keep(house, info.id, CEC, 2)
    for hour in (1, 2):
        await house.sql("DELETE FROM outbox")
        clock.advance(HOUR - 1)
        await rounds(scheduler)
        assert await house.outbox(info.id) == []
        clock.advance(1)
        await rounds(scheduler)
        assert await house.outbox(info.id) == [("lobby", None)]
        kept = (await house.service.info(info.id)).invitations.kept(clock.now)
        assert [one.user_id for one in kept] == [CEC][: 2 - hour]
    clock.advance(HOUR)
    await rounds(scheduler)
    assert await house.outbox(info.id) == [("lobby", None)]


async def test_the_timer_is_set_for_a_kept_seat(
    house: House, scheduler: Scheduler, clock: Clock
) -> None:
    info = await house.lobby(ANN)
    await rounds(scheduler)
    told = list[object]()
    house.service.alarm = told.append
    await keep(house, info.id, BEA, 1)
    assert told == [clock.now + timedelta(hours=1)]


async def test_a_bot_that_was_away_corrects_the_post_at_once(
    house: House, scheduler: Scheduler, clock: Clock
) -> None:
    info = await house.lobby(ANN)
    await rounds(scheduler)
    await keep(house, info.id, BEA, 1)
    await house.sql("DELETE FROM outbox")
    clock.advance(48 * HOUR)
    await rounds(scheduler)
    assert ("lobby", None) in await house.outbox(info.id)
    assert (await house.service.info(info.id)).invitations.guests[0].until is None
