"""Seats that change hands: who has one, what they may know, who had it before."""

from __future__ import annotations

import asyncio
import json

import pytest

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import Glance, MatchInfo
from matches.domain.settings import UserSettings
from matches.domain.table.guards import check_seated
from rules.errors import LobbyError, NotSeatedError, RefusedError
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, House
from tests.matches.test_votes import begun, choose, same_everywhere, told
from tests.toy import ToyView


async def claim(house: House, match_id: int, seat: int, user: int, name: str = "Dan") -> MatchInfo:
    return await house.service.seats.claim(match_id, seat, user, name, locale="pl")


def hand(glance: Glance) -> tuple[int, ...]:
    assert isinstance(glance.view, ToyView)
    return glance.view.hand


async def check_knows_nothing(house: House, match_id: int, user: int) -> None:
    """Check that a user sees what a watcher sees, and can do nothing."""
    glance = await house.service.glance(match_id, user)
    watcher = await house.service.glance(match_id, None)
    assert glance == watcher
    assert hand(glance) == ()
    assert (glance.moves, glance.preparable, glance.prepared) == ((), (), None)
    own = await house.service.history.log(match_id, user)
    assert own == await house.service.history.log(match_id, None)
    for refused in (
        house.service.play(match_id, user, "place r1c1", interaction_id=house.interaction()),
        house.service.prepare(match_id, user, "place r6c6"),
        house.service.prepare(match_id, user, None),
        house.service.undo(match_id, user, interaction_id=house.interaction()),
        house.service.preview(match_id, user, "place r1c1"),
        house.service.why_not(match_id, user, "place r1c1"),
        house.service.seats.resign(match_id, user),
        house.service.seats.offer(match_id, user, offered=True),
    ):
        with pytest.raises(NotSeatedError):
            await refused


class TestLeaving:
    async def test_the_seat_opens_and_a_computer_plays_it(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, BEA)
        info = await same_everywhere(house, match_id)
        seat = info.seats[1]
        assert (seat.open, seat.user_id, seat.name, seat.owner_id) == (True, 0, "Bea", BEA)
        assert seat.clock is None
        assert info.to_act == {0, 2}
        log = await house.sql("SELECT seat, user_id FROM log WHERE seat >= 0")
        assert log == [(1, None)]
        assert await told(house, match_id) == ["{who} gives up their seat."]
        assert await house.sql("SELECT kind, ref FROM outbox WHERE kind = 'seat'") == [("seat", 1)]
        await check_knows_nothing(house, match_id, BEA)

    async def test_the_match_is_played_to_its_end_with_open_seats(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, BEA)
        await house.service.seats.resign(match_id, CEC)
        assert (await house.finish(match_id)).status == "over"
        await same_everywhere(house, match_id)
        assert (await house.service.history.verify(match_id)).differing == ()

    async def test_the_last_one_ends_the_match(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        ended = await house.service.seats.resign(match_id, ANN)
        assert ended.status == "ended"
        info = await same_everywhere(house, match_id)
        assert info.chance_seed
        assert info.to_act == frozenset()
        assert ("turn", None) in await house.outbox(match_id)

    async def test_two_at_the_same_instant_end_it_once(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        resign = house.service.seats.resign
        both = await asyncio.gather(resign(match_id, ANN), resign(match_id, BEA))
        assert [info.status for info in both] == ["live", "ended"]

    async def test_twice_is_refused(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        for user in (BEA, STRANGER):
            with pytest.raises(NotSeatedError):
                await house.service.seats.resign(match_id, user)
        with pytest.raises(LobbyError):
            await house.service.seats.resign((await house.lobby(CEC)).id, CEC)

    async def test_who_has_no_seat_hears_of_one_they_can_take(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)

        async def hint(user: int) -> str:
            info = await house.service.info(match_id)
            with pytest.raises(NotSeatedError) as in_panel:
                check_seated(info, user)
            with pytest.raises(NotSeatedError) as played:
                await house.play(match_id, user, "done")
            assert played.value.hint == in_panel.value.hint
            return played.value.hint.msgid

        assert "/seat claim" not in await hint(DAN)
        await house.service.seats.resign(match_id, BEA)
        assert "Your seat is still free" in await hint(BEA)
        assert "A seat is free" in await hint(DAN)
        await house.service.seats.concede(match_id, CEC)
        assert "/seat claim" not in await hint(CEC)
        await claim(house, match_id, 1, DAN)
        assert "/seat claim" not in await hint(BEA)

    async def test_after_the_host_another_one_hosts(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        assert (await house.service.seats.resign(match_id, ANN)).host_id == BEA

    async def test_a_player_who_left_can_be_erased(self, house: House) -> None:
        """Even while the others play on; neither id nor name is left anywhere."""
        match_id = await begun(house, ANN, BEA, CEC, DAN)
        for user in (BEA, CEC):
            await choose(house, match_id, user)
            await house.service.seats.resign(match_id, user)
        await claim(house, match_id, 2, STRANGER, "Sid")
        exported = json.dumps(await house.service.users.export(BEA))
        assert f'"held": [{{"match": {match_id}, "seat": 1' in exported
        for user in (BEA, CEC):
            await house.service.farewell.erase(user)
        tables = ("matches", "seats", "holders", "log", "remarks", "votes", "ballots", "outbox")
        everything = [f"SELECT * FROM {table}" for table in tables]  # noqa: S608 - constants
        kept = str([await house.sql(query) for query in everything])
        for gone in (str(BEA), str(CEC), "Bea", "Cec"):
            assert gone not in kept
        assert "Sid" in kept
        entries = await house.service.history.log(match_id, ANN)
        assert "N. N." in str(entries[-1].events)
        assert (await same_everywhere(house, match_id)).seats[1].name == "N. N."
        await house.finish(match_id)


class TestTakingOver:
    async def test_the_hand_is_seen_after_accepting_and_by_nobody_before(
        self, house: House
    ) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        seen = hand(await house.service.glance(match_id, BEA))
        await house.service.seats.offer(match_id, BEA, offered=True)
        await check_knows_nothing(house, match_id, DAN)
        assert hand(await house.service.glance(match_id, BEA)) == seen
        await house.sql("DELETE FROM outbox")
        await claim(house, match_id, 1, DAN)
        assert hand(await house.service.glance(match_id, DAN)) == seen
        await check_knows_nothing(house, match_id, BEA)
        assert await house.outbox(match_id) == [("seat", None), ("dm", DAN), ("edit", None)]
        info = await same_everywhere(house, match_id)
        seat = info.seats[1]
        assert (seat.user_id, seat.name, seat.locale, seat.owner_id) == (DAN, "Dan", "pl", BEA)
        assert (seat.open, seat.offered) == (False, False)
        assert await told(house, match_id) == ["{who} takes over the seat {other} offered."]
        await choose(house, match_id, DAN)

    async def test_one_of_two_at_the_same_instant_gets_it(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, BEA)
        both = await asyncio.gather(
            claim(house, match_id, 1, DAN),
            claim(house, match_id, 1, STRANGER, "Sid"),
            return_exceptions=True,
        )
        assert isinstance(both[0], MatchInfo)
        assert isinstance(both[1], LobbyError)
        assert (await same_everywhere(house, match_id)).seats[1].user_id == DAN
        assert hand(await house.service.glance(match_id, STRANGER)) == ()

    async def test_one_who_wants_two_seats_gets_one(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        for user in (BEA, CEC):
            await house.service.seats.resign(match_id, user)
        both = await asyncio.gather(
            *(claim(house, match_id, seat, DAN) for seat in (1, 2)), return_exceptions=True
        )
        assert [isinstance(each, LobbyError) for each in both] == [False, True]

    @pytest.mark.parametrize(("seat", "user"), [(0, DAN), (1, ANN), (7, DAN), (-1, DAN)])
    async def test_what_is_not_free_and_who_has_a_seat_are_refused(
        self, house: House, seat: int, user: int
    ) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, BEA)
        before = await house.service.info(match_id)
        with pytest.raises(RefusedError):
            await claim(house, match_id, seat, user)
        assert await house.service.info(match_id) == before

    async def test_a_taken_offer_and_a_withdrawn_one_are_over(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.offer(match_id, BEA, offered=True)
        await house.service.seats.offer(match_id, BEA, offered=False)
        with pytest.raises(LobbyError, match="no longer free"):
            await claim(house, match_id, 1, DAN)

    async def test_an_offer_that_changes_nothing_says_nothing(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.offer(match_id, BEA, offered=False)
        assert await house.outbox(match_id) == []
        await house.service.seats.offer(match_id, BEA, offered=True)
        await house.service.seats.offer(match_id, BEA, offered=True)
        assert await house.outbox(match_id) == [("seat", None)]

    async def test_the_clock_restarts_and_extra_time_stays_spent(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, pace=Pace(PaceKind.STEADY, 24, 10))
        house.clock.advance(30 * 3600)
        await house.service.clocks.act_on(match_id, 1)  # the extra time begins to run
        house.clock.advance(1 * 3600)
        await house.service.seats.offer(match_id, BEA, offered=True)
        info = await claim(house, match_id, 1, DAN)
        seat = info.seats[1]
        assert seat.clock is not None
        assert seat.clock.since == house.clock.now
        assert (seat.clock.due - house.clock.now).total_seconds() == 24 * 3600
        assert seat.bank.total_seconds() == 3 * 3600

    async def test_the_new_player_brings_their_holidays(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        span = (house.clock.now, house.clock.now.replace(month=2))
        await house.service.users.set_settings(UserSettings(DAN, away=span))
        await house.service.seats.offer(match_id, BEA, offered=True)
        seat = (await claim(house, match_id, 1, DAN)).seats[1]
        assert seat.away == span
        assert seat.clock is not None
        assert seat.clock.due > span[1]

    async def test_what_was_prepared_for_the_seat_is_dropped(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        for user in (ANN, BEA):
            await choose(house, match_id, user)
        other = (BEA, ANN)[(await house.acting(match_id)).seat]
        await house.service.prepare(match_id, other, "place r6c6")
        await house.service.seats.offer(match_id, other, offered=True)
        assert await house.sql("SELECT count(*) FROM prepared") == [(1,)]
        seat = (await house.service.info(match_id)).seat_of(other)
        await claim(house, match_id, seat, DAN)
        assert await house.sql("SELECT count(*) FROM prepared") == [(0,)]
        assert (await house.service.glance(match_id, DAN)).prepared is None

    async def test_the_notice_of_closed_dms_is_each_players_own(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.sql("UPDATE seats SET told_closed = 1")
        await house.service.seats.offer(match_id, BEA, offered=True)
        await claim(house, match_id, 1, DAN)
        assert await house.sql("SELECT told_closed FROM seats ORDER BY seat") == [(1,), (0,)]


class TestComingBack:
    async def test_a_player_who_left_takes_the_seat_back_while_it_is_free(
        self, house: House
    ) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        seen = hand(await house.service.glance(match_id, BEA))
        await house.service.seats.resign(match_id, BEA)
        await claim(house, match_id, 1, BEA, "Bea")
        assert hand(await house.service.glance(match_id, BEA)) == seen
        assert (await told(house, match_id))[-1] == "{who} takes their seat back."
        await house.service.seats.resign(match_id, BEA)
        await claim(house, match_id, 1, DAN)
        with pytest.raises(LobbyError):
            await claim(house, match_id, 1, BEA, "Bea")

    async def test_nobody_looks_into_one_hand_after_another(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        for user in (BEA, ANN):
            await house.service.seats.resign(match_id, user)
        before = await house.service.info(match_id)
        with pytest.raises(LobbyError, match="another seat"):
            await claim(house, match_id, 1, ANN, "Ann")
        await check_knows_nothing(house, match_id, ANN)
        assert await house.service.info(match_id) == before
        assert (await claim(house, match_id, 0, ANN, "Ann")).seat_of(ANN) == 0

    async def test_ones_own_seat_is_offered_back_only_while_it_is_free(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        for user in (BEA, ANN):
            await house.service.seats.resign(match_id, user)
        with pytest.raises(LobbyError) as free:
            await claim(house, match_id, 1, ANN, "Ann")
        assert free.value.hint.msgid.startswith("Take that seat back while it's free")
        await claim(house, match_id, 0, DAN)
        with pytest.raises(LobbyError, match="another seat") as taken:
            await claim(house, match_id, 1, ANN, "Ann")
        assert taken.value.hint.msgid.startswith("You can watch with /board")

    async def test_two_holders_of_one_ply_are_both_known(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await choose(house, match_id, BEA)
        ply = (await house.service.info(match_id)).ply
        await house.service.seats.resign(match_id, BEA)
        await claim(house, match_id, 1, DAN)
        held = await house.service.seats.holders(match_id)
        assert held[1:] == [(1, 1, BEA), (1, ply, 0), (1, ply, DAN)]

    async def test_it_is_known_who_held_which_seat_from_when_on(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await choose(house, match_id, ANN)
        left = (await house.service.seats.resign(match_id, BEA)).ply
        await choose(house, match_id, CEC)
        taken = (await house.service.info(match_id)).ply
        await claim(house, match_id, 1, DAN)
        assert await house.service.seats.holders(match_id) == [
            (0, 1, ANN),
            (1, 1, BEA),
            (1, left, 0),
            (1, taken, DAN),
            (2, 1, CEC),
        ]
        assert await house.finish(match_id)
        movers = await house.sql(
            "SELECT DISTINCT user_id FROM log WHERE seat = 1 AND ply > ?", taken
        )
        assert movers == [(DAN,)]


async def test_the_post_of_a_seat_is_noted_and_forgotten(house: House) -> None:
    match_id = await begun(house, ANN, BEA)
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.posted(match_id, 1, 4711)
    assert (await same_everywhere(house, match_id)).seats[1].post_id == 4711
    await house.service.seats.posted(match_id, 1, None)
    assert (await same_everywhere(house, match_id)).seats[1].post_id is None
