"""The effects of checking a clock, and the changes that move clocks.

The modules are services/clocks.py and clock_edits.py.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from matches.db import users as users_db
from matches.domain.deadlines.lateness import late_from
from matches.domain.deadlines.pace import Pace, PaceKind, Rhythm
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.settings import UserSettings
from rules import registry
from rules.errors import LobbyError, NotSeatedError, NotYourTurnError, PausedError
from tests.matches.deadlines import (
    CASUAL,
    DAY,
    HOUR,
    NEW_YEAR,
    STEADY,
    STRICT,
    after,
    begun,
    choose,
    consistent,
    due_of,
    look,
    seat_of,
    told,
)
from tests.matches.helpers import (
    ANN,
    BEA,
    CEC,
    STRANGER,
    Clock,
    House,
    change_pace,
    extend,
    pause,
    resume,
)


class TestReminders:
    async def test_a_clock_begins_when_a_seat_is_asked(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        assert await due_of(house, ANN) == clock.now + DAY
        await choose(house, ANN)
        assert (await seat_of(house, ANN)).clock is None
        await consistent(house)

    async def test_half_and_a_tenth_before_the_end_are_told(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        both = [("nudge", ANN), ("nudge", BEA)]
        assert await after(house, clock, 11.9) == []
        assert await after(house, clock, 0.2) == both
        assert await after(house, clock, 0.1) == []
        assert await after(house, clock, 9.5) == both
        await consistent(house)

    @pytest.mark.parametrize(
        ("rhythm", "reminded"),
        [(Rhythm.NEVER, 0), (Rhythm.RARELY, 1), (Rhythm.NORMAL, 2), (Rhythm.OFTEN, 4)],
    )
    async def test_the_rhythm_is_the_players_own(
        self, house: House, clock: Clock, rhythm: Rhythm, reminded: int
    ) -> None:
        for user in (ANN, BEA):
            await house.service.users.set_settings(UserSettings(user, rhythm=rhythm))
        await begun(house, STEADY)
        found = [items for _ in range(23) for items in await after(house, clock, 1)]
        assert found.count(("nudge", ANN)) == found.count(("nudge", BEA)) == reminded

    async def test_what_is_late_is_folded(self, house: House, clock: Clock) -> None:
        await house.service.users.set_settings(UserSettings(BEA, rhythm=Rhythm.OFTEN))
        await begun(house, CASUAL)
        assert sorted(await after(house, clock, 300), key=str) == [("nudge", ANN), ("nudge", BEA)]

    async def test_a_late_alarm_of_no_interest_does_not_hide_one_of_interest(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        assert len(await after(house, clock, 19)) == 2  # half and three quarters at once

    async def test_casual_is_reminded_more_and_more_rarely_and_loses_nothing(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        await choose(house, ANN)
        assert ("nudge", BEA) in await after(house, clock, 25)
        daily = [await after(house, clock, 24) for _ in range(60)]
        assert [day for day, items in enumerate(daily, start=2) if items] == [2, 4, 8, 16]
        assert (await consistent(house)).to_act == {1}

    async def test_quiet_hours_put_a_reminder_off(self, house: House, clock: Clock) -> None:
        quiet = UserSettings(BEA, quiet=(9, 15), zone="Europe/Warsaw")  # 8 to 14 UTC
        await house.service.users.set_settings(quiet)
        await begun(house, STEADY)
        assert await after(house, clock, 12.5) == [("nudge", ANN)]
        assert await after(house, clock, 1) == []
        assert await after(house, clock, 0.6) == [("nudge", BEA)]

    async def test_quiet_hours_do_not_put_off_the_last_warning(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, quiet=(10, 9)))
        await begun(house, STEADY)
        assert await after(house, clock, 12.5) == [("nudge", ANN)]
        assert ("nudge", BEA) in await after(house, clock, 9.2)

    async def test_quiet_hours_put_off_a_warning_before_no_loss(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, quiet=(10, 9)))
        await begun(house, CASUAL)
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 22.1) == []
        assert await after(house, clock, 11) == [("nudge", BEA)]

    async def test_the_last_one_hears_of_it_early(self, house: House, clock: Clock) -> None:
        match_id = await begun(house, STEADY, ANN, BEA, CEC)
        clocks = house.service.clocks
        await choose(house, ANN)
        assert not await clocks.is_last(match_id, 1)
        await choose(house, BEA)
        assert await clocks.is_last(match_id, 2)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 5.9) == []
        assert await after(house, clock, 0.2) == [("nudge", CEC)]

    async def test_late_in_their_time_the_last_one_hears_of_it_at_once(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY, ANN, BEA, CEC)
        await house.service.users.set_settings(UserSettings(CEC, rhythm=Rhythm.RARELY))
        await after(house, clock, 13)
        await choose(house, ANN)
        assert await after(house, clock, 0) == [("edit", None)]
        await choose(house, CEC)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 0) == [("nudge", BEA)]
        assert await after(house, clock, 0) == []

    async def test_players_who_want_few_reminders_do_not(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        await house.service.users.set_settings(UserSettings(BEA, rhythm=Rhythm.RARELY))
        await after(house, clock, 13)
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 0) == []
        assert await after(house, clock, 9) == [("nudge", BEA)]
        await house.service.clocks.snooze(1, BEA, clock.now + HOUR)
        assert await after(house, clock, 1.1) == [("nudge", BEA)]

    async def test_the_only_player_to_act_is_not_the_last_one(self, house: House) -> None:
        match_id = await begun(house, STEADY)
        await choose(house, ANN)
        await choose(house, BEA)
        (acting,) = (await house.service.info(match_id)).to_act
        assert not await house.service.clocks.is_last(match_id, acting)

    async def test_a_look_at_the_wrong_time_does_nothing(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        before = await consistent(house)
        assert await after(house, clock, 1) == []
        clock.advance(-30 * 86400)
        assert await after(house, clock, 0) == []
        assert await consistent(house) == before


class TestSnooze:
    async def test_it_reminds_later(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        await after(house, clock, 12.1)
        until = await house.service.clocks.snooze(1, BEA, clock.now + 3 * HOUR)
        assert until == clock.now + 3 * HOUR
        assert await after(house, clock, 2.9) == []
        assert await after(house, clock, 0.2) == [("nudge", BEA)]

    async def test_it_ends_with_the_last_warning(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        until = await house.service.clocks.snooze(1, BEA, clock.now + 5 * DAY)
        assert until == NEW_YEAR + 21.6 * HOUR
        assert ("nudge", BEA) in await after(house, clock, 21.7)
        assert await house.service.clocks.snooze(1, BEA, clock.now + DAY) == NEW_YEAR + DAY

    async def test_strangers_and_those_nobody_waits_for_are_refused(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        await choose(house, ANN)
        with pytest.raises(NotYourTurnError):
            await house.service.clocks.snooze(1, ANN, clock.now + HOUR)
        with pytest.raises(NotSeatedError):
            await house.service.clocks.snooze(1, STRANGER, clock.now + HOUR)


class TestTimeUp:
    async def test_steady_lets_a_computer_decide_once(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        await choose(house, ANN)
        items = await after(house, clock, 24.1)
        assert ("turn", None) in items
        assert "so a computer made this one decision" in (await told(house))[0]
        info = await consistent(house)
        assert not any(seat.open for seat in info.seats)
        assert await house.sql("SELECT user_id FROM log WHERE ply = 3") == [(None,)]

    async def test_two_who_are_late_are_both_stood_in_for(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        await after(house, clock, 24.1)
        assert len(await told(house)) == 2
        assert len((await consistent(house)).to_act) == 1

    async def test_strict_opens_the_seat_and_a_computer_goes_on(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        await choose(house, ANN)
        items = await after(house, clock, 24.1)
        assert ("seat", None) in items
        info = await consistent(house)
        assert info.seats[1] == SeatInfo(1, 0, "Bea", "", BEA, open=True)
        assert await house.sql("SELECT user_id FROM holders WHERE seat = 1 ORDER BY ply") == [
            (BEA,),
            (0,),
        ]
        assert info.to_act == {0}
        assert "The seat is free" in (await told(house))[0]
        with pytest.raises(NotSeatedError):
            await house.play(1, BEA, "done")

    @pytest.mark.parametrize("dm", [True, False])
    async def test_who_loses_the_seat_gets_a_message_if_they_take_any(
        self, house: House, clock: Clock, dm: bool
    ) -> None:
        await begun(house, STRICT)
        await choose(house, ANN)
        await house.service.users.set_settings(UserSettings(BEA, dm=dm))
        clock.advance(24.1 * 3600)
        await look(house)
        letters = await house.sql("SELECT user_id, text FROM outbox WHERE ref = 2")
        assert [user for user, _ in letters] == [BEA] * dm
        assert all("Your time ran out" in str(text) for _, text in letters)

    async def test_what_was_prepared_for_an_opened_seat_is_dropped(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT, ANN, BEA, CEC)
        for user in (ANN, BEA, CEC):
            await choose(house, user)
        acting = (await house.acting(1)).seat
        user = (ANN, BEA, CEC)[acting]
        await house.sql(
            "INSERT INTO prepared (match_id, seat, move) VALUES (1, ?, 'place r6c6')", acting
        )
        house.service._cache.forget(1)
        await after(house, clock, 24.1)
        assert await house.sql("SELECT * FROM prepared") == []
        assert all(row[0] != "place r6c6" for row in await house.sql("SELECT move FROM log"))
        assert (await consistent(house)).seat_of(user) < 0

    async def test_nobody_waits_for_the_last_person(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        await after(house, clock, 24.1)
        for _ in range(3):
            await after(house, clock, 24.1)
        info = await consistent(house)
        assert info.status == "live"
        assert [seat.open for seat in info.seats] == [True, False]

    async def test_time_begins_again_when_somebody_joins_the_last_person(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        await after(house, clock, 24.1)
        await after(house, clock, 24.1)
        await house.service.seats.claim(1, 0, CEC, "Cec")
        assert await due_of(house, BEA) == clock.now + 24 * HOUR
        await after(house, clock, 24.1)
        assert (await house.service.info(1)).seats[1].open

    async def test_extra_time_starts_by_itself_and_is_told(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 24.1) == [("nudge", BEA), ("edit", None)]
        seat = await seat_of(house, BEA)
        assert seat.clock is not None
        assert seat.clock.on_bank
        assert seat.clock.due == NEW_YEAR + 34 * HOUR
        assert "extra time" in (await told(house))[0]
        assert await after(house, clock, 8) == [("nudge", BEA)]
        await choose(house, BEA)
        left = NEW_YEAR + 34 * HOUR - clock.now
        assert (await seat_of(house, BEA)).bank == left
        assert (await seat_of(house, ANN)).bank == 10 * HOUR
        await consistent(house)

    async def test_a_rest_of_extra_time_that_is_over_at_the_check_ends_the_wait(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STRICT, bank=1))
        await choose(house, ANN)
        await after(house, clock, 25.5)
        assert (await seat_of(house, BEA)).open is False
        await after(house, clock, 0)
        assert (await consistent(house)).seats[1].open

    async def test_who_wants_no_reminders_has_none_of_their_extra_time(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, rhythm=Rhythm.NEVER))
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 24.1) == [("edit", None)]
        assert "extra time" in (await told(house))[0]

    async def test_after_the_extra_time_the_seat_opens(self, house: House, clock: Clock) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await after(house, clock, 24.1)
        assert ("seat", None) in await after(house, clock, 10)
        assert (await seat_of(house, BEA)).open is False  # they have none
        assert (await consistent(house)).seats[1].open
        assert (await consistent(house)).seats[1].bank == timedelta()

    async def test_nothing_happens_to_a_paused_match(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        await pause(house.service, 1, "vote")
        assert await after(house, clock, 300) == [("edit", None)]
        with pytest.raises(PausedError):
            await choose(house, ANN)
        await resume(house.service, 1)
        assert await due_of(house, ANN) == clock.now + DAY
        await choose(house, ANN)
        await consistent(house)


class TestChanging:
    async def test_pausing_twice_keeps_the_first_moment(self, house: House, clock: Clock) -> None:
        await begun(house, STEADY)
        await pause(house.service, 1, "vote")
        clock.advance(3600)
        await pause(house.service, 1, "gone")
        info = await consistent(house)
        assert (info.paused_at, info.paused_why) == (NEW_YEAR, "gone")
        await resume(house.service, 1)
        await resume(house.service, 1)
        assert await due_of(house, ANN) == NEW_YEAR + 25 * HOUR

    async def test_a_casual_match_reminds_again_after_it_stood_still(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        await after(house, clock, 30)
        await pause(house.service, 1, "vote")
        clock.advance(10 * 86400)
        await resume(house.service, 1)
        assert [kind for kind, _ in await after(house, clock, 24)].count("nudge") == 2

    async def test_more_time_for_one_or_all(self, house: House) -> None:
        await begun(house, STEADY)
        await extend(house.service, 1, 0, 12)
        assert await due_of(house, ANN) == NEW_YEAR + 36 * HOUR
        assert await due_of(house, BEA) == NEW_YEAR + 24 * HOUR
        await extend(house.service, 1, None, 12)
        assert await due_of(house, ANN) == NEW_YEAR + 48 * HOUR
        assert await due_of(house, BEA) == NEW_YEAR + 36 * HOUR
        await consistent(house)

    async def test_more_time_for_a_decision_is_no_extra_time(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STEADY, bank=10))
        await after(house, clock, 28)
        await extend(house.service, 1, None, 48)
        await choose(house, ANN)
        assert (await consistent(house)).seats[0].bank == 10 * HOUR
        await change_pace(house.service, 1, replace(STEADY, bank=12))
        assert (await consistent(house)).seats[1].bank == 12 * HOUR

    async def test_another_pace_restarts_the_clocks(self, house: House, clock: Clock) -> None:
        await begun(house, replace(STEADY, bank=10))
        await after(house, clock, 28)  # four hours of the extra time are spent
        await change_pace(house.service, 1, Pace(PaceKind.STRICT, 48, 20))
        info = await consistent(house)
        assert info.pace == Pace(PaceKind.STRICT, 48, 20)
        assert await due_of(house, ANN) == clock.now + 48 * HOUR
        assert (await seat_of(house, ANN)).bank == 16 * HOUR

    async def test_an_open_seat_has_the_extra_time_of_the_others(self, house: House) -> None:
        await begun(house, CASUAL, ANN, BEA, CEC)
        await house.service.seats.resign(1, CEC)
        await change_pace(house.service, 1, replace(STRICT, bank=10))
        await house.service.seats.claim(1, 2, CEC, "Cec")
        assert {seat.bank for seat in (await consistent(house)).seats} == {10 * HOUR}

    async def test_the_host_chooses_the_time_before_the_start(self, house: House) -> None:
        info = await house.lobby(ANN, BEA)
        with pytest.raises(LobbyError, match="Only the host"):
            await house.service.lobby.set_pace(info.id, BEA, STRICT)
        await house.service.lobby.set_pace(info.id, ANN, STRICT)
        assert (await consistent_lobby(house)).pace == STRICT
        await house.service.lobby.start(info.id, ANN)
        with pytest.raises(LobbyError, match="has already begun"):
            await house.service.lobby.set_pace(info.id, ANN, CASUAL)


async def consistent_lobby(house: House) -> MatchInfo:
    known = await house.service.info(1)
    assert await house.fresh().info(1) == known
    return known


class TestAway:
    async def test_a_holiday_makes_deadlines_later(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        begin = NEW_YEAR + 12 * HOUR
        await house.service.clocks.away(BEA, (begin, begin + 7 * DAY))
        assert await due_of(house, BEA) == NEW_YEAR + 8 * DAY
        assert await due_of(house, ANN) == NEW_YEAR + DAY
        assert (await house.service.users.settings(BEA)).away == (begin, begin + 7 * DAY)
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        assert await after(house, clock, 6 * 24) == []
        await consistent(house)

    async def test_back_early_leaves_the_deadline(self, house: House) -> None:
        await begun(house, STRICT)
        await house.service.clocks.away(BEA, (NEW_YEAR, NEW_YEAR + 7 * DAY))
        await house.service.clocks.away(BEA, None)
        assert await due_of(house, BEA) == NEW_YEAR + 8 * DAY
        assert (await seat_of(house, BEA)).away is None
        for _ in range(5):
            await house.service.clocks.away(BEA, (NEW_YEAR, NEW_YEAR + 7 * DAY))
            await house.service.clocks.away(BEA, None)
        assert await due_of(house, BEA) == NEW_YEAR + 8 * DAY

    async def test_extra_time_does_not_run_out_on_a_holiday(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await after(house, clock, 26)
        span = (clock.now + HOUR, clock.now + 3 * DAY)
        for _ in range(3):
            await house.service.clocks.away(BEA, span)
        assert await due_of(house, BEA) == span[1] + (NEW_YEAR + 33 * HOUR - clock.now)

    async def test_nor_on_one_that_was_told_before_it_began_to_run(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        span = (NEW_YEAR + 26 * HOUR, NEW_YEAR + 5 * DAY)
        await house.service.clocks.away(BEA, span)
        assert late_from(await house.service.info(1), 1) == span[1] + 8 * HOUR
        await after(house, clock, 24.1)
        assert await due_of(house, BEA) == span[1] + 8 * HOUR
        assert late_from(await consistent(house), 1) == span[1] + 8 * HOUR
        await after(house, clock, 100)
        assert not (await house.service.info(1)).seats[1].open

    @pytest.mark.parametrize("noted_h", [1, 4])
    async def test_a_pause_on_a_holiday_makes_them_later_once(
        self, house: House, clock: Clock, noted_h: float
    ) -> None:
        await begun(house, STRICT)
        span = (NEW_YEAR + 5 * HOUR, NEW_YEAR + 7 * DAY)
        for hour in range(8 * 24):
            if hour == noted_h:
                await house.service.clocks.away(BEA, span)
            if hour == 2:
                await pause(house.service, 1, "vote")
            clock.advance(3600)
        await resume(house.service, 1)
        assert await due_of(house, BEA) == clock.now + 22 * HOUR
        await consistent(house)

    async def test_nobody_can_free_the_seat_of_somebody_alone(
        self, house: House, clock: Clock
    ) -> None:
        info = await house.lobby(ANN, slug="lodge", capacity=1)
        await house.service.lobby.set_pace(info.id, ANN, STRICT)
        await house.service.lobby.start(info.id, ANN)
        await after(house, clock, 30)
        assert await house.service.clocks.away(ANN, (clock.now, clock.now + DAY)) == 0

    async def test_whoever_is_left_alone_keeps_their_extra_time(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await after(house, clock, 26)
        await house.service.seats.resign(1, ANN)
        await after(house, clock, 20)
        bo = (await consistent(house)).seats[1]
        assert (round(bo.bank / HOUR), bo.clock is not None and bo.clock.on_bank) == (8, False)
        await house.service.seats.claim(1, 0, CEC, "Cec")
        assert (await seat_of(house, BEA)).bank == bo.bank

    async def test_where_a_computer_decides_for_somebody_alone_extra_time_runs_on(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, replace(STEADY, bank=10))
        await choose(house, ANN)
        await after(house, clock, 26)
        await house.service.seats.resign(1, ANN)
        bo = (await consistent(house)).seats[1]
        assert bo.clock is not None
        assert bo.clock.on_bank

    @pytest.mark.parametrize("leaver", [ANN, BEA])
    async def test_nobody_uses_up_extra_time_in_a_pause(
        self, house: House, clock: Clock, leaver: int
    ) -> None:
        await begun(house, replace(STRICT, bank=10))
        await choose(house, ANN)
        await after(house, clock, 26)
        await pause(house.service, 1, "gone")
        await after(house, clock, 5)
        await house.service.seats.resign(1, leaver)
        assert round((await consistent(house)).seats[1].bank / HOUR) == 8

    async def test_a_holiday_holds_for_matches_that_begin_later(self, house: House) -> None:
        await house.service.clocks.away(BEA, (NEW_YEAR, NEW_YEAR + 7 * DAY))
        await begun(house, STRICT)
        assert await due_of(house, BEA) == NEW_YEAR + 8 * DAY
        await consistent(house)

    async def test_all_matches_of_the_user_know(self, house: House) -> None:
        span = (NEW_YEAR, NEW_YEAR + DAY)
        first = await begun(house, STRICT)
        lobby = await house.lobby(CEC, BEA)
        over = await begun(house, STRICT, ANN, BEA)
        await house.service.lobby.end(over, 0, is_admin=True)
        await house.service.clocks.away(BEA, span)
        for match_id, expected in ((first, span), (lobby.id, span), (over, None)):
            info = await house.fresh().info(match_id)
            assert info.seats[1].away == expected
            assert info.seats[0].away is None

    async def test_without_any_match_it_is_kept(self, house: House) -> None:
        await house.service.clocks.away(STRANGER, (NEW_YEAR, NEW_YEAR + DAY))
        assert (await house.service.users.settings(STRANGER)).away is not None


async def test_a_match_that_has_gone_on_keeps_its_clocks_in_the_database(house: House) -> None:
    match_id = await begun(house, STRICT)
    await house.finish(match_id)
    assert await house.sql("SELECT count(*) FROM seats WHERE wake_at IS NOT NULL") == [(0,)]
    assert (await house.store.read(lambda db: users_db.playing(db, ANN))) == ()


@pytest.mark.parametrize("slug", ["toy", *registry.slugs()])
async def test_a_match_that_nobody_plays_comes_to_its_end(
    house: House, clock: Clock, slug: str
) -> None:
    users = (ANN, BEA, CEC)[: max(2, min(registry.get(slug).info.seats))]
    info = await house.lobby(*users, slug=slug)
    await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STEADY, 1))
    await house.service.lobby.start(info.id, ANN)
    for _ in range(registry.get(slug).info.max_plies):
        if (await house.service.info(info.id)).status != "live":
            break
        clock.advance(3601)
        await look(house)
    assert (await house.fresh().info(info.id)).status == "over"
    assert (await house.service.history.verify(info.id)).differing == ()


async def test_a_clock_between_two_milliseconds_does_not_stay_due(
    house: House, clock: Clock
) -> None:
    """The database has whole milliseconds: for it, a clock is due a moment sooner."""
    clock.advance(0.0138)
    match_id = await begun(house, STEADY, ANN, BEA)
    info = await house.service.info(match_id)
    wake = min(s.clock.wake for s in info.seats if s.clock is not None and s.clock.wake)
    clock.advance((wake - clock()).total_seconds() - 0.0005)
    await look(house)
    ((first,),) = await house.sql("SELECT min(wake_at) FROM seats")
    assert isinstance(first, int)
    assert first / 1000 > clock().timestamp() + 1
