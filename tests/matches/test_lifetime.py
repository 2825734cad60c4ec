"""When what nobody touches is announced, kept, closed, reopened; how often anybody hears of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from matches.db import deadlines as deadlines_db
from matches.db.bots.share import ALL
from matches.domain.deadlines import calls, lifetime
from matches.domain.deadlines.calls import LAST, MOST, ROUTINE, URGENT
from matches.domain.deadlines.life import Life
from matches.domain.deadlines.pace import Pace, PaceKind, started
from matches.domain.model import MatchInfo
from matches.domain.settings import UserSettings
from matches.domain.table.terms import Terms
from matches.domain.table.votes import Pause, Replace
from rules.errors import LobbyError, MatchOverError, NotSeatedError
from tests.matches.deadlines import CASUAL, STEADY, STRICT, absent, begun, choose
from tests.matches.helpers import ANN, BEA, CEC, CHANNEL, GUILD, STRANGER, Clock, House, pause
from tests.matches.test_powers import match

DAY = timedelta(days=1)
NOW = Clock().now


async def at_end(house: House, clock: Clock, days: float, match_id: int = 1) -> MatchInfo:
    """Let days pass and look at a match's end."""
    clock.advance(days * 86400)
    await house.service.closing.act_on(match_id)
    return await house.service.info(match_id)


class TestTimes:
    async def test_a_lobby_waits_a_week_and_is_closed_two_days_later(
        self, house: House, clock: Clock
    ) -> None:
        info = await house.lobby(ANN, BEA)
        assert info.life == Life(NOW, NOW + 7 * DAY)
        assert (await at_end(house, clock, 6.9)).life.told is None
        told = await at_end(house, clock, 0.1)
        assert told.life == Life(NOW, NOW + 9 * DAY, NOW + 7 * DAY)
        assert await house.outbox(1) == [
            ("lobby", None),
            ("lobby", None),
            ("note", None),
            ("note", ANN),
            ("note", BEA),
        ]
        assert (await at_end(house, clock, 1.9)).status == "lobby"
        closed = await at_end(house, clock, 0.1)
        assert (closed.status, closed.ending, closed.life.check) == (
            "ended",
            "unmoved",
            clock.now + 30 * DAY,
        )

    async def test_a_match_is_closed_after_thirty_days_and_a_week(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        await at_end(house, clock, 8)  # the time of the lobby, or earlier
        assert (await at_end(house, clock, 21.9)).life.told is None
        assert (await at_end(house, clock, 0.1)).life.told == clock.now
        assert (await at_end(house, clock, 6.9)).status == "live"
        assert (await at_end(house, clock, 0.1)).status == "ended"
        assert await house.sql("SELECT count(*) FROM remarks") == [(1,)]

    async def test_quiet_hours_put_the_announcement_off_but_not_for_ever(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, quiet=(22, 8)))
        await house.lobby(ANN, BEA)
        assert (await at_end(house, clock, 7)).life.check == clock.now + timedelta(hours=8)
        assert (await at_end(house, clock, 8 / 24)).life.told == clock.now
        await house.service.closing.keep(1, ANN)
        await house.service.users.set_settings(UserSettings(ANN, quiet=(7, 23)))
        assert (await at_end(house, clock, 7)).life.told is None
        assert (await at_end(house, clock, 1)).life.told == clock.now

    async def test_a_move_a_vote_and_a_tap_keep_it(self, house: House, clock: Clock) -> None:
        await begun(house, CASUAL)
        for act in (
            lambda: choose(house, ANN),
            lambda: house.service.votes.ask(1, BEA, Pause()),
            lambda: house.service.closing.keep(1, ANN),
            lambda: house.service.clocks.snooze(1, BEA, clock.now + DAY),
        ):
            assert (await at_end(house, clock, 30)).life.told == clock.now
            clock.advance(86400)
            await act()
            info = await house.service.info(1)
            assert info.life == Life(clock.now, clock.now)
            assert (await at_end(house, clock, 0)).life.check == clock.now + 30 * DAY

    async def test_a_pause_does_not_hold_a_channel_for_ever(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        await pause(house.service, 1, "vote")
        assert (await at_end(house, clock, 30)).life.told is not None
        kept = await house.service.closing.keep(1, ANN)
        assert (kept.paused_at, kept.life.told) == (NOW, None)
        await at_end(house, clock, 30)
        assert (await at_end(house, clock, 7)).status == "ended"

    @pytest.mark.parametrize(
        ("pace", "bank", "away", "days"),
        [
            (Pace(PaceKind.STRICT, 24), 0, 0, 30),
            (Pace(PaceKind.STRICT, 504), 240, 0, 31),
            (Pace(PaceKind.STEADY, 504), 336, 20, 55),
            (Pace(PaceKind.CASUAL, 504), 0, 28, 49),
        ],
    )
    async def test_a_deadline_with_extra_time_and_holiday_is_never_cut_short(
        self, house: House, pace: Pace, bank: int, away: float, days: float
    ) -> None:
        await begun(house, CASUAL)
        info = await house.service.info(1)
        span = (NOW + DAY, NOW + DAY + away * DAY) if away else None
        mine = replace(
            info.seats[0],
            clock=started(pace, NOW, span),
            bank=timedelta(hours=bank),
            away=span,
        )
        found = lifetime.announced_at(replace(info.with_seat(mine), pace=pace), Terms())
        assert found == NOW + days * DAY
        later = replace(mine, clock=started(pace, NOW + 29 * DAY))  # a caretaker's move led to it
        by_caretaker = replace(info.with_seat(replace(later, away=None)), pace=pace)
        assert lifetime.announced_at(by_caretaker, Terms()) == NOW + 30 * DAY

    async def test_an_absence_of_the_bot_counts_against_nobody(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        await house.lobby(ANN, BEA)
        lobby = await at_end(house, clock, 7, match_id=2)
        assert lobby.life.told is not None
        gone = clock.now
        clock.advance(20 * 86400)
        await absent(house, gone)
        after = (await house.service.info(2)).life
        assert after == Life(NOW + 20 * DAY, NOW + 29 * DAY, NOW + 27 * DAY)
        assert lifetime.announced_at(await house.service.info(1), Terms()) == NOW + 50 * DAY
        stored = await house.stored(2)
        assert stored.info.life == after

    async def test_a_running_match_keeps_the_terms_of_its_start(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.admission.change(GUILD, {"reopen_days": 50})
        await begun(house, CASUAL)
        shorter = {"quiet_days": 7, "quiet_notice": 2, "reopen_days": 0, "seat_days": 2}
        await house.service.admission.change(GUILD, shorter)
        assert (await at_end(house, clock, 6)).life.told is None
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.seats.free(1, ANN, 1)
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.votes.ask(1, ANN, Replace(1))
        told = await at_end(house, clock, 24)
        assert told.life == Life(NOW, NOW + 37 * DAY, NOW + 30 * DAY)
        gone = await at_end(house, clock, 7)
        assert gone.life.check == NOW + 87 * DAY
        again = await house.service.closing.reopen(1, BEA)
        assert again.life.check == clock.now + 30 * DAY
        assert (await at_end(house, clock, 7)).life.told is None

    async def test_terms_apply_to_what_starts_then(self, house: House, clock: Clock) -> None:
        await house.service.admission.change(GUILD, {"quiet_days": 7, "quiet_notice": 3})
        await begun(house, CASUAL)
        assert (await house.service.info(1)).life.check == NOW + 7 * DAY
        told = await at_end(house, clock, 7)
        assert told.life == Life(NOW, NOW + 10 * DAY, NOW + 7 * DAY)
        await house.service.admission.change(GUILD, {"quiet_days": 365, "quiet_notice": 60})
        assert (await house.service.info(1)).life == told.life  # what was announced stands

    async def test_new_terms_announce_lobbies_one_after_another(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        for _ in range(3):
            await house.lobby(ANN, BEA)
        clock.advance(3 * 86400)
        await house.service.admission.change(GUILD, {"lobby_days": 2})
        checks = [(await house.stored(number)).info.life.check for number in (1, 2, 3, 4)]
        assert checks[0] == NOW + 30 * DAY
        spread = [clock.now + hours * lifetime.SPREAD for hours in range(3)]
        assert sorted(checks[1:], key=str) == spread

    @pytest.mark.files
    async def test_many_that_sleep_cost_nothing(self, house: House) -> None:
        plans = await house.sql(
            "EXPLAIN QUERY PLAN SELECT id FROM matches WHERE check_at <= 5 ORDER BY check_at"
        )
        assert "matches_to_check" in str(plans)
        (first,) = await house.sql(
            "EXPLAIN QUERY PLAN SELECT min(check_at) FROM matches WHERE check_at IS NOT NULL"
        )
        assert "matches_to_check" in str(first)
        asked = str(await house.sql(f"EXPLAIN QUERY PLAN {deadlines_db._firsts(ALL)}"))
        assert "seats_to_wake" in asked  # in order, so that it stops at the first
        assert "matches_to_check" in asked
        assert "TEMP B-TREE" not in asked


class TestReopening:
    async def closed(self, house: House, clock: Clock) -> MatchInfo:
        await begun(house, STEADY)
        await choose(house, ANN)
        await pause(house.service, 1, "vote")
        await at_end(house, clock, 30)
        return await at_end(house, clock, 7)

    async def test_clocks_start_anew_and_all_else_is_as_it_was(
        self, house: House, clock: Clock
    ) -> None:
        before = await self.closed(house, clock)
        assert before.chance_seed == ""
        clock.advance(29 * 86400)
        again = await house.service.closing.reopen(1, BEA)
        assert (again.status, again.ending, again.finished_at, again.paused_at) == (
            *("live", ""),
            *(None, None),
        )
        assert again.to_act == {1}
        assert again.seats[1].clock == started(STEADY, clock.now)
        assert again.life == Life(clock.now, clock.now + 30 * DAY)
        await choose(house, BEA)
        assert (await house.finish(1)).status == "over"

    async def test_only_in_time(self, house: House, clock: Clock) -> None:
        await self.closed(house, clock)
        gone = await at_end(house, clock, 30)
        assert gone.life.check is None
        assert (await house.service.info(1)).chance_seed
        with pytest.raises(LobbyError, match="can't be reopened"):
            await house.service.closing.reopen(1, BEA)

    async def test_where_it_is_not_offered_it_is_finished_at_once(
        self, house: House, clock: Clock
    ) -> None:
        await house.service.admission.change(GUILD, {"reopen_days": 0})
        assert (await self.closed(house, clock)).life.check is None
        assert (await house.service.info(1)).chance_seed

    async def test_only_by_its_players(self, house: House, clock: Clock) -> None:
        await self.closed(house, clock)
        with pytest.raises(NotSeatedError):
            await house.service.closing.reopen(1, STRANGER)
        with pytest.raises(MatchOverError, match="closed already"):
            await house.service.closing.keep(1, ANN)

    async def test_while_it_can_be_reopened_its_draws_are_not_checked(
        self, house: House, clock: Clock
    ) -> None:
        await self.closed(house, clock)
        with pytest.raises(LobbyError, match="once the match is over"):
            await house.service.history.verify(1)

    async def test_an_erased_player_leaves_an_open_seat(self, house: House, clock: Clock) -> None:
        await self.closed(house, clock)
        await house.service.farewell.erase(BEA)
        again = await house.service.closing.reopen(1, ANN)
        assert ("seat", None) in await house.outbox(1)  # it is offered
        assert again.seats[1].open

    async def test_a_computer_moves_at_once_for_whoever_was_erased(
        self, house: House, clock: Clock
    ) -> None:
        assert (await self.closed(house, clock)).seats[1].user_id == BEA
        await house.service.farewell.erase(BEA)
        await house.service.closing.reopen(1, ANN)
        again = await house.service.info(1)
        assert again == await house.fresh().info(1)
        assert (again.to_act, again.host_id) == (frozenset({0}), ANN)
        assert again.seats[0].clock == started(STEADY, clock.now)
        assert again.seats[1].clock is None
        assert (0,) not in await house.sql("SELECT user_id FROM outbox WHERE kind = 'dm'")

    async def test_an_erased_host_hands_the_closed_match_on(
        self, house: House, clock: Clock
    ) -> None:
        await self.closed(house, clock)
        await house.service.farewell.erase(ANN)
        again = await house.service.closing.reopen(1, BEA)
        assert (again.host_id, again.seats[0].open) == (BEA, True)
        assert await house.sql("SELECT name FROM seats WHERE seat = 0") == [("N. N.",)]

    async def test_an_erased_player_is_gone_from_a_reopened_lobby(
        self, house: House, clock: Clock
    ) -> None:
        await house.lobby(ANN, BEA, CEC)
        for days in (7, 2):
            await at_end(house, clock, days)
        await house.service.farewell.erase(ANN)
        again = await house.service.closing.reopen(1, CEC)
        assert [(seat.seat, seat.user_id) for seat in again.seats] == [(0, BEA), (1, CEC)]
        assert (again.status, again.host_id) == ("lobby", BEA)
        await house.service.lobby.start(1, BEA)
        assert (await house.service.info(1)).status == "live"

    async def test_what_nobody_is_left_to_reopen_is_finished(
        self, house: House, clock: Clock
    ) -> None:
        await self.closed(house, clock)
        await house.lobby(ANN)
        for days in (7, 2):
            await at_end(house, clock, days, match_id=2)
        await house.service.farewell.erase(ANN)
        assert (await house.service.info(1)).life.check is not None
        await house.service.farewell.erase(BEA)
        for match_id in (1, 2):
            assert (await house.service.info(match_id)).life.check is None
        assert (await house.service.info(1)).chance_seed

    @pytest.mark.parametrize("is_lobby", [True, False])
    async def test_the_last_player_to_be_erased_leaves_nothing_to_reopen(
        self, house: House, *, is_lobby: bool
    ) -> None:
        match_id = (await house.lobby(ANN)).id if is_lobby else await house.match(ANN, BEA)
        for user in (BEA, ANN):
            await house.service.farewell.erase(user)
        after = await house.service.info(match_id)
        assert (after.status, after.life.check) == ("ended", None)
        assert is_lobby or after.chance_seed

    async def test_without_a_channel_it_stays_paused_until_it_has_one(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        await house.service.channels.lost(1)
        await at_end(house, clock, 30)
        assert (await at_end(house, clock, 7)).status == "ended"
        again = await house.service.closing.reopen(1, ANN)
        assert (again.status, again.paused_why) == ("live", "gone")
        moved = await house.service.channels.open_anew(1, ANN, GUILD, CHANNEL + 9, thread=False)
        assert moved.paused_at is None
        assert all(seat.clock and seat.clock.wake for seat in moved.seats)

    async def test_one_whose_server_is_lost_waits_for_a_channel_but_not_for_ever(
        self, house: House, clock: Clock
    ) -> None:
        await self.closed(house, clock)
        vanished = house.service.vanished
        assert await vanished.unseen(0) == [GUILD]
        await vanished.lost(GUILD)
        assert await vanished.ends_at(GUILD) == clock.now + 14 * DAY
        again = await house.service.closing.reopen(1, ANN)
        assert (again.status, again.paused_why) == ("live", "gone")
        assert (await house.stored(1)).info == again
        await vanished.end(GUILD)
        assert (await house.service.info(1)).ending == "gone"

    async def test_one_whose_server_is_back_goes_on_there(self, house: House, clock: Clock) -> None:
        await self.closed(house, clock)
        await house.service.vanished.lost(GUILD)
        again = await house.service.closing.reopen(1, ANN)
        for place in await house.service.vanished.waiting(GUILD):
            await house.service.channels.found(place.match_id, place.channel_id)
        back = await house.service.info(1)
        assert (back.paused_at, back.trouble, back.to_act) == (None, "", again.to_act)

    async def test_one_whose_server_does_not_come_back_is_finished(
        self, house: House, clock: Clock
    ) -> None:
        await self.closed(house, clock)
        await house.service.vanished.lost(GUILD)
        await house.service.vanished.end(GUILD)
        with pytest.raises(LobbyError, match="can't be reopened"):
            await house.service.closing.reopen(1, ANN)
        assert await house.service.vanished.unseen(0) == []

    async def test_a_full_server_takes_none_back(self, house: House, clock: Clock) -> None:
        await self.closed(house, clock)
        await house.service.admission.change(GUILD, {"all_matches": 1})
        await begun(house, CASUAL, ANN, CEC)
        with pytest.raises(LobbyError, match="its limit"):
            await house.service.closing.reopen(1, BEA)


class TestCalls:
    async def test_they_are_counted_and_a_touch_forgets_them(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        assert [seat.calls for seat in (await house.service.info(1)).seats] == [2, 2]
        await choose(house, ANN)
        assert [seat.calls for seat in (await house.service.info(1)).seats] == [0, 0]
        assert (await house.stored(1)).info.seats[1].calls == 0

    async def test_keeping_a_match_open_forgets_only_ones_own(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        await at_end(house, clock, 30)
        assert [seat.calls for seat in (await house.service.info(1)).seats] == [LAST + 2, LAST + 2]
        await house.service.closing.keep(1, ANN)
        info = await house.stored(1)
        assert [seat.calls for seat in info.info.seats] == [0, 3]
        assert info.info.life == Life(clock.now, clock.now)

    async def test_whoever_stays_away_hears_no_more_of_a_match_another_keeps(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, CASUAL)
        for _ in range(8):
            await at_end(house, clock, 0)
            await at_end(house, clock, 30)
            await house.service.closing.keep(1, ANN)
        told = await house.outbox(1)
        assert [told.count(("note", user)) for user in (ANN, BEA)] == [8, MOST - 2]
        await choose(house, ANN)
        assert [seat.calls for seat in (await house.service.info(1)).seats] == [0, 0]

    async def test_nobody_who_stays_away_is_called_at_every_turn_of_a_computer(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STEADY)
        for _ in range(40):
            clock.advance(12.5 * 3600)
            for seat in (0, 1):
                await house.service.clocks.act_on(1, seat)
        found = await house.sql("SELECT user_id FROM outbox WHERE kind IN ('dm', 'nudge')")
        assert 1 <= [user for (user,) in found].count(ANN) <= ROUTINE
        assert any(seat.muted for seat in (await house.service.info(1)).seats)

    def test_the_announcement_comes_last_and_once(self) -> None:
        assert ROUTINE < URGENT < MOST < LAST

    async def test_a_daily_message_leaves_out_what_sleeps(self, house: House, clock: Clock) -> None:
        await begun(house, CASUAL)
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        for _ in range(10):
            clock.advance(86400)
            await house.service.clocks.send_digest(BEA)
        sent = await house.sql("SELECT count(*) FROM outbox WHERE kind = 'digest'")
        assert sent == [(URGENT - 2,)]
        info = await house.service.info(1)
        assert (info.seats[1].calls, info.seats[1].muted) == (URGENT, True)
        assert info.seats[0].calls == 2

    def test_casual_reminders_stop_earlier_than_those_of_a_loss(self) -> None:
        info = match("live")
        for pace, late, most in ((CASUAL, False, 4), (CASUAL, True, 5), (STRICT, False, 6)):
            allowed = [
                calls.may_remind(
                    replace(info, pace=pace), replace(info.seats[0], calls=count), late=late
                )
                for count in range(8)
            ]
            assert allowed.count(True) == most


class TestAdmission:
    async def test_limits_count_lobbies_and_matches_apart(self, house: House) -> None:
        admission = house.service.admission
        await admission.change(GUILD, {"own_lobbies": 2, "own_matches": 1})
        await begun(house, CASUAL)
        await house.lobby(ANN)
        info = await house.lobby(ANN, BEA)
        with pytest.raises(LobbyError):
            await house.lobby(ANN)
        with pytest.raises(LobbyError):
            await house.service.lobby.start(info.id, ANN)
        assert (await house.service.info(info.id)).status == "lobby"
        await house.lobby(BEA, ANN)

    async def test_a_barred_person_takes_no_seat_in_any_way(self, house: House) -> None:
        await house.service.admission.bar(GUILD, CEC)
        info = await house.lobby(ANN, BEA)
        with pytest.raises(LobbyError, match="barred"):
            await house.service.lobby.join(info.id, CEC, "Cec")
        with pytest.raises(LobbyError, match="barred"):
            await house.lobby(CEC)
        await house.service.lobby.start(info.id, ANN)
        await house.service.seats.resign(info.id, BEA)
        with pytest.raises(LobbyError, match="barred"):
            await house.service.seats.claim(info.id, 1, CEC, "Cec")
        await house.service.admission.unbar(GUILD, CEC)
        await house.service.seats.claim(info.id, 1, CEC, "Cec")
        await house.service.admission.bar(GUILD, CEC)
        assert (await house.service.info(info.id)).seat_of(CEC) == 1

    async def test_nor_a_rematch(self, house: House) -> None:
        match_id = await house.match(ANN, BEA)
        await house.finish(match_id)
        await house.service.admission.bar(GUILD, ANN)
        with pytest.raises(LobbyError, match="barred"):
            await house.service.lobby.rematch(match_id, ANN, CHANNEL + 9, thread=False)
