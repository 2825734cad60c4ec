"""Erasing always succeeds, whatever a user sits in, and leaves nothing of them."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Final

import pytest

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import Opening
from matches.domain.settings import UserSettings
from matches.domain.table.departure import Effect, Outlook
from matches.domain.table.invitations import Guest
from matches.domain.table.votes import End, Extend, Pause, Replace
from matches.services.ends.farewell import Farewell
from rules.errors import LobbyError, MatchOverError, NotSeatedError, RefusedError
from rules.notation import format_move
from tests.files import in_file
from tests.matches.helpers import ANN, BEA, CEC, DAN, GUILD, House, expire_votes

PEOPLE: Final = (ANN, BEA, CEC, DAN)
GONE: Final = 987_654_321_001
"""The user to be erased; nothing else in a database holds this number."""
NAME: Final = "Zdzisława Ćwirko"
"""Their name, which nobody else has."""
CHANNELS: Final = itertools.count(500)


async def dump(house: House) -> str:
    """Return every row of every table as text."""
    return await house.store.read(lambda db: "\n".join(in_file(db).iterdump()))


async def holds_nothing(house: House) -> bool:
    text = await dump(house)
    return str(GONE) not in text and NAME not in text


class Evening:
    """Random requests of four people and of the one who will be erased."""

    def __init__(self, house: House, rng: random.Random) -> None:
        self.house = house
        self.rng = rng
        self.matches: list[int] = []

    def who(self) -> tuple[int, str]:
        user = self.rng.choice((GONE, *PEOPLE))
        return user, NAME if user == GONE else f"P{user}"

    async def open(self) -> None:
        user, name = self.who()
        opening = Opening(
            slug="toy",
            guild_id=GUILD + len(self.matches) // 5,  # a host has at most five lobbies on a server
            channel_id=next(CHANNELS),
            user_id=user,
            name=name,
            locale="pl",
            pace=self.rng.choice((Pace(), Pace(PaceKind.STRICT, 24), Pace(PaceKind.STEADY, 24))),
        )
        self.matches.append((await self.house.service.lobby.create(opening)).id)

    async def join(self) -> None:
        match_id = self.rng.choice(self.matches)
        await self.house.service.lobby.join(match_id, *self.who(), locale="pl")

    async def start(self) -> None:
        info = await self.house.service.info(self.rng.choice(self.matches))
        await self.house.service.lobby.start(info.id, info.host_id)

    async def leave(self) -> None:
        await self.house.service.lobby.leave(self.rng.choice(self.matches), self.who()[0])

    async def move(self) -> None:
        match_id = self.rng.choice(self.matches)
        for _ in range(self.rng.randrange(1, 8)):
            info = await self.house.service.info(match_id)
            if any(info.seats[seat].user_id for seat in info.to_act):
                await self.house.step(match_id, self.rng)

    async def prepare(self) -> None:
        match_id, user = self.rng.choice(self.matches), self.who()[0]
        glance = await self.house.service.glance(match_id, user)
        if glance.preparable:
            move = format_move(self.rng.choice(glance.preparable))
            await self.house.service.prepare(match_id, user, move)

    async def vote(self) -> None:
        question = self.rng.choice((Replace(0), Replace(1), Extend(24), Pause(), End()))
        vote = await self.house.service.votes.ask(
            self.rng.choice(self.matches), self.who()[0], question
        )
        for user in self.rng.sample((GONE, *PEOPLE), 3):
            with suppress(RefusedError):
                await self.house.service.votes.cast(vote.id, user, self.rng.random() < 0.7)

    async def resign(self) -> None:
        await self.house.service.seats.resign(self.rng.choice(self.matches), self.who()[0])

    async def concede(self) -> None:
        await self.house.service.seats.concede(self.rng.choice(self.matches), self.who()[0])

    async def desert(self) -> None:
        """Let everybody but the one who will be erased give up their seats."""
        match_id = self.rng.choice(self.matches)
        for user in PEOPLE:
            with suppress(RefusedError):
                await self.house.service.seats.resign(match_id, user)

    async def offer(self) -> None:
        await self.house.service.seats.offer(
            self.rng.choice(self.matches), self.who()[0], offered=True
        )

    async def claim(self) -> None:
        user, name = self.who()
        match_id = self.rng.choice(self.matches)
        await self.house.service.seats.claim(match_id, self.rng.randrange(3), user, name)

    async def away(self) -> None:
        now = self.house.clock()
        await self.house.service.clocks.away(self.who()[0], (now, now + timedelta(days=3)))

    async def settle(self) -> None:
        await self.house.service.users.set_settings(
            UserSettings(self.who()[0], dm=self.rng.random() < 0.7, digest_hour=8)
        )

    async def wait(self) -> None:
        self.house.clock.advance(self.rng.choice((600, 13 * 3600, 80 * 3600)))
        match_id = self.rng.choice(self.matches)
        for seat in range(len((await self.house.service.info(match_id)).seats)):
            await self.house.service.clocks.act_on(match_id, seat)
        await expire_votes(self.house.service, self.house.clock())

    async def digest(self) -> None:
        await self.house.service.clocks.send_digest(self.who()[0])

    async def lose(self) -> None:
        await self.house.service.channels.lost(self.rng.choice(self.matches))

    async def close(self) -> None:
        if self.rng.random() < 0.2:
            await self.house.service.lobby.end(self.rng.choice(self.matches), 0, is_admin=True)

    async def play_on(self, requests: int) -> None:
        steps: tuple[Callable[[], Awaitable[None]], ...] = (
            *(self.open, self.join, self.join, self.join, self.start, self.start, self.leave),
            *(self.move, self.move, self.move, self.prepare, self.vote, self.resign, self.offer),
            *(
                self.claim,
                self.desert,
                self.away,
                self.settle,
                self.wait,
                self.digest,
                self.lose,
                self.close,
            ),
        )
        await self.open()
        for _ in range(requests):
            with suppress(RefusedError, ValueError):
                await self.rng.choice(steps)()


@pytest.mark.files
@pytest.mark.parametrize("seed", range(30))
async def test_erasing_succeeds_after_anything_and_leaves_nothing(house: House, seed: int) -> None:
    evening = Evening(house, random.Random(seed))
    await evening.play_on(200)
    service = house.service
    ahead = await service.farewell.outlook(GONE)

    assert await service.farewell.erase(GONE) == ahead

    assert await holds_nothing(house)
    assert await service.farewell.erase(GONE) == Outlook()
    for match_id in evening.matches:  # everything that was cached is as it is stored
        info = await service.info(match_id)
        assert info == await house.fresh().info(match_id)
        assert info.status in ("over", "ended") or info.host_id in PEOPLE
        if info.begun_at is not None:
            assert (await house.fresh().glance(match_id, None)).match == info
    await evening.play_on(20)


async def test_the_random_evenings_lead_to_everything(house: House) -> None:
    found = Outlook()
    for seed in range(8):
        evening = Evening(house, random.Random(seed))
        await evening.play_on(200)
        ahead = await house.service.farewell.outlook(GONE)
        pairs = ((f, getattr(found, f) + getattr(ahead, f)) for f in Outlook.__slots__)
        found = Outlook(**dict(pairs))
        await house.service.farewell.erase(GONE)
    assert not found.unread
    assert all(getattr(found, field) for field in {*Outlook.__slots__} - {"unread"}), found


@pytest.mark.files
async def test_two_who_erase_themselves_at_once_do_not_wait_for_each_other(house: House) -> None:
    for host, other in ((ANN, BEA), (BEA, ANN), (ANN, BEA)):
        await house.match(host, other, CEC)
    farewell = house.service.farewell

    async with asyncio.timeout(10):
        found = await asyncio.gather(*map(farewell.erase, (ANN, BEA, ANN, BEA)))

    assert sorted(one.opened for one in found) == [0, 0, 3, 3]
    text = await dump(house)
    assert "Ann" not in text
    assert "Bea" not in text
    assert {(await house.service.info(i)).host_id for i in (1, 2, 3)} == {CEC}


async def test_the_last_player_ends_the_match_with_its_erasing(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    assert await house.service.farewell.erase(ANN) == Outlook(opened=1)
    assert (await house.service.info(match_id)).seats[0].open
    assert await house.service.farewell.erase(BEA) == Outlook(ended=1)
    info = await house.service.info(match_id)
    assert info.status == "ended"
    assert [seat.name for seat in info.seats] == ["N. N.", "N. N."]


async def test_a_computer_plays_at_once_and_a_sealed_move_is_dropped(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))
    acting = (ANN, BEA)[(await house.acting(match_id)).seat]
    other = ANN + BEA - acting
    await house.service.prepare(match_id, other, "place r6c6")

    await house.service.farewell.erase(acting)

    info = await house.service.info(match_id)
    assert info.seats[info.seat_of(other)].user_id == other
    assert {info.seats[seat].user_id for seat in info.to_act} <= {other}
    await house.service.farewell.erase(other)
    assert await house.sql("SELECT count(*) FROM prepared") == [(0,)]


@pytest.mark.files
async def test_somebody_who_sits_down_meanwhile_is_erased_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.match(ANN, BEA)
    plain = Farewell._found

    async def found(self: Farewell, match_id: int) -> object:
        if match_id == 1 and not await house.sql("SELECT 1 FROM matches WHERE id = 2"):
            await house.lobby(ANN, CEC)
        return await plain(self, match_id)

    monkeypatch.setattr(Farewell, "_found", found)
    assert await house.service.farewell.erase(ANN) == Outlook(opened=1, freed=1)
    assert "Ann" not in await dump(house)


async def test_a_seat_is_left_only_as_was_said(house: House) -> None:
    info = await house.lobby(ANN, BEA)
    farewell = house.service.farewell
    await house.service.lobby.start(info.id, ANN)
    with pytest.raises(LobbyError, match="has changed"):
        await farewell.leave(info.id, ANN, Effect.FREED)
    assert (await farewell.leave(info.id, ANN, Effect.OPENED)).seats[0].open
    with pytest.raises(NotSeatedError):
        await farewell.leave(info.id, ANN, Effect.OPENED)
    with pytest.raises(LobbyError, match="has changed"):
        await farewell.leave(info.id, BEA, Effect.OPENED)
    assert (await farewell.leave(info.id, BEA, Effect.ENDED)).status == "ended"
    with pytest.raises(MatchOverError):
        await farewell.leave(info.id, BEA, Effect.ENDED)


@pytest.mark.files
async def test_others_keep_their_names_in_the_log(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.service.seats.concede(match_id, CEC)
    await house.service.seats.resign(match_id, BEA)
    await house.service.farewell.erase(ANN)
    told = str(await house.sql("SELECT text FROM remarks"))
    assert "Bea" in told
    assert "Cec" in told
    assert "Ann" not in await dump(house)


@pytest.mark.files
async def test_a_former_player_keeps_a_name_known_from_elsewhere(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.lobby(BEA)
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.claim(match_id, 1, DAN, "Dan")
    await house.service.farewell.erase(ANN)
    assert "Bea" in str(await house.sql("SELECT text FROM remarks"))
    await house.service.farewell.erase(BEA)
    assert "Bea" not in await dump(house)


@pytest.mark.files
async def test_a_guest_who_has_joined_is_erased_with_their_seat(house: House) -> None:
    info = await house.lobby(ANN)
    guest = Guest(BEA, "Bea", "")
    await house.service.lobby.reserve(info.id, ANN, guest, 24, tell=True)
    await house.service.lobby.join(info.id, BEA, "Bea")
    assert await house.service.farewell.erase(BEA) == Outlook(freed=1)
    assert "Bea" not in await dump(house)
    assert len((await house.service.info(info.id)).seats) == 1
