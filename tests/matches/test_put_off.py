"""Reminders that are put off: by a snooze, quiet hours or a holiday; daily messages."""

from __future__ import annotations

from datetime import UTC, datetime
from math import ceil

import pytest

from matches.db.driver import Connection
from matches.domain.deadlines.epoch import maybe_at
from matches.domain.deadlines.pace import Pace, PaceKind, Rhythm
from matches.domain.settings import UserSettings
from tests.matches.deadlines import CASUAL, DAY, HOUR, NEW_YEAR, absent, after, begun, seat_of
from tests.matches.helpers import BEA, Clock, House, extend, pause

SLOW = Pace(PaceKind.STEADY, 48)
EXTRA = Pace(PaceKind.STEADY, 24, bank=24)
NUDGE = ("nudge", BEA)


async def nudged(house: House, clock: Clock, steps: int) -> list[int]:
    """Return after which of some half hours, from 1, there was a reminder."""
    found = [await after(house, clock, 0.5) for _ in range(steps)]
    return [n for n, items in enumerate(found, start=1) if NUDGE in items]


async def test_a_snooze_past_an_alarm_of_no_interest_reminds(house: House, clock: Clock) -> None:
    await begun(house, SLOW)
    assert NUDGE in await after(house, clock, 24.1)
    await house.service.clocks.snooze(1, BEA, clock.now + 14 * HOUR)  # three quarters are 36 h
    assert NUDGE not in await after(house, clock, 13.9)
    assert NUDGE in await after(house, clock, 0.2)
    assert NUDGE not in await after(house, clock, 4)
    assert NUDGE in await after(house, clock, 2)


async def test_a_snooze_lasts_beyond_an_absence_of_the_bot(house: House, clock: Clock) -> None:
    await begun(house, Pace(PaceKind.STEADY, 96))
    assert NUDGE in await after(house, clock, 48.1)
    await house.service.clocks.snooze(1, BEA, clock.now + 10 * HOUR)
    gone = clock.now
    clock.advance(1800)
    await absent(house, gone)
    assert NUDGE not in await after(house, clock, 9.4)
    assert NUDGE in await after(house, clock, 0.2)


@pytest.mark.parametrize("holiday", [True, False])
async def test_a_snooze_lasts_beyond_more_time_and_a_later_holiday(
    house: House, clock: Clock, *, holiday: bool
) -> None:
    await begun(house, Pace(PaceKind.STEADY, 96))
    assert NUDGE in await after(house, clock, 48.1)
    await house.service.clocks.snooze(1, BEA, clock.now + 10 * HOUR)
    if holiday:
        await house.service.clocks.away(BEA, (NEW_YEAR - DAY, NEW_YEAR - HOUR))  # is over
        await house.service.clocks.away(BEA, (clock.now + DAY, clock.now + 3 * DAY))
        await house.service.clocks.away(BEA, None)
    else:
        await extend(house.service, 1, None, 24)
    assert NUDGE not in await after(house, clock, 9.9)
    assert NUDGE in await after(house, clock, 0.2)


@pytest.mark.parametrize("pace", [CASUAL, SLOW, EXTRA])
async def test_a_snooze_names_the_end_of_quiet_hours(
    house: House, clock: Clock, pace: Pace
) -> None:
    await begun(house, pace)
    await house.service.users.set_settings(UserSettings(BEA, quiet=(14, 16)))
    await after(house, clock, 12.1)
    until = await house.service.clocks.snooze(1, BEA, clock.now + 3 * HOUR)
    assert until == NEW_YEAR + 16 * HOUR
    assert NUDGE not in await after(house, clock, 3.8)
    assert NUDGE in await after(house, clock, 0.2)


@pytest.mark.parametrize(
    ("pace", "chosen", "asked_h", "until_h"),
    [
        pytest.param(
            SLOW, UserSettings(BEA, quiet=(12, 11)), 40, 43.2, id="in quiet hours, before a loss"
        ),
        pytest.param(
            EXTRA, UserSettings(BEA, quiet=(20, 8)), 23, 32, id="after them, before extra time"
        ),
        pytest.param(
            SLOW, UserSettings(BEA, rhythm=Rhythm.RARELY), 3, 43.2, id="at the only reminder"
        ),
    ],
)
async def test_a_snooze_that_names_another_end_ends_then(
    house: House, clock: Clock, pace: Pace, chosen: UserSettings, asked_h: float, until_h: float
) -> None:
    await begun(house, pace)
    await house.service.users.set_settings(chosen)
    until = await house.service.clocks.snooze(1, BEA, clock.now + asked_h * HOUR)
    assert until == NEW_YEAR + until_h * HOUR
    steps = ceil(until_h * 2)
    assert await nudged(house, clock, steps + 1) == [steps]


@pytest.mark.parametrize("rhythm", [Rhythm.RARELY, Rhythm.NORMAL])
async def test_extra_time_that_begins_in_quiet_hours_is_told_afterwards(
    house: House, clock: Clock, rhythm: Rhythm
) -> None:
    await begun(house, EXTRA)
    chosen = UserSettings(BEA, quiet=(22, 8), rhythm=rhythm)
    await house.service.users.set_settings(chosen)
    await after(house, clock, 23)
    assert await nudged(house, clock, 20) == [18]


async def test_nobody_waits_for_the_end_of_extra_time_in_quiet_hours(
    house: House, clock: Clock
) -> None:
    await begun(house, Pace(PaceKind.STEADY, 24, bank=2))
    await house.service.users.set_settings(UserSettings(BEA, quiet=(22, 8)))
    assert NUDGE not in await after(house, clock, 30)  # the bot was busy until then
    running = (await seat_of(house, BEA)).clock
    assert running is not None
    assert running.wake == clock.now
    await after(house, clock, 0.1)
    assert not (await seat_of(house, BEA)).bank


async def test_who_is_back_early_is_reminded_as_if_never_away(house: House, clock: Clock) -> None:
    await begun(house, CASUAL)
    assert NUDGE in await after(house, clock, 25)
    await house.service.clocks.away(BEA, (clock.now, clock.now + 20 * DAY))
    assert NUDGE not in await after(house, clock, 24)
    await house.service.clocks.away(BEA, None)
    found = [await after(house, clock, 24) for _ in range(8)]
    assert any(NUDGE in items for items in found)


async def test_what_is_no_holiday_any_more_ends_no_snooze(house: House, clock: Clock) -> None:
    await begun(house, SLOW)
    await after(house, clock, 24.1)
    await house.service.clocks.snooze(1, BEA, clock.now + 10 * HOUR)
    await house.service.clocks.away(BEA, None)
    assert NUDGE in await after(house, clock, 10.1)


async def test_extra_time_begins_in_quiet_hours_that_a_snooze_ends_in(
    house: House, clock: Clock
) -> None:
    await begun(house, EXTRA)
    await after(house, clock, 22)
    await house.service.clocks.snooze(1, BEA, clock.now + HOUR)
    await house.service.users.set_settings(UserSettings(BEA, quiet=(22, 8)))
    await after(house, clock, 1.1)
    await after(house, clock, 1)
    running = (await seat_of(house, BEA)).clock
    assert running is not None
    assert running.on_bank


async def test_a_snooze_in_extra_time_is_kept_for_those_who_want_few_reminders(
    house: House, clock: Clock
) -> None:
    await begun(house, EXTRA)
    await house.service.users.set_settings(UserSettings(BEA, rhythm=Rhythm.RARELY))
    assert NUDGE in await after(house, clock, 24.1)
    until = await house.service.clocks.snooze(1, BEA, clock.now + 3 * HOUR)
    assert until == NEW_YEAR + 27.1 * HOUR
    assert NUDGE in await after(house, clock, 3.1)


def test_a_holiday_ends_when_they_are_back() -> None:
    span = (NEW_YEAR, NEW_YEAR + DAY)
    chosen = UserSettings(BEA, away=span)
    hours = [NEW_YEAR - HOUR, NEW_YEAR, NEW_YEAR + 23 * HOUR, NEW_YEAR + DAY]
    assert [chosen.is_away(at) for at in hours] == [False, True, True, False]
    assert [chosen.holiday(at) for at in hours] == [span, span, span, None]


def digest_times(db: Connection) -> list[datetime | None]:
    return [maybe_at(at) for (at,) in db.execute("SELECT digest_at FROM user_settings")]


class TestDailyMessage:
    async def test_it_stops_during_a_holiday(self, house: House, clock: Clock) -> None:
        await begun(house, SLOW)
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        await house.service.clocks.away(BEA, (clock.now, clock.now + DAY))
        before = (await seat_of(house, BEA)).calls
        assert await self.sent(house, clock, 8) == 0
        assert (await seat_of(house, BEA)).calls == before
        assert await self.sent(house, clock, 24) == 1

    @pytest.mark.parametrize("by_away", [True, False])
    async def test_a_change_of_something_else_loses_none_that_is_due(
        self, house: House, clock: Clock, *, by_away: bool
    ) -> None:
        await begun(house, SLOW)
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        clock.advance(8 * 3600 + 60)
        if by_away:
            await house.service.clocks.away(BEA, (clock.now + 9 * DAY, clock.now + 10 * DAY))
        else:
            await house.service.users.set_settings(UserSettings(BEA, dm=True, digest_hour=8))
        assert await self.due(house) == NEW_YEAR + 8 * HOUR
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=9))
        assert await self.due(house) == NEW_YEAR + 9 * HOUR
        there = UserSettings(BEA, digest_hour=9, zone="Asia/Tokyo")
        await house.service.users.set_settings(there)
        assert await self.due(house) == NEW_YEAR + DAY
        await house.service.users.set_settings(UserSettings(BEA))
        assert await self.due(house) is None

    async def test_a_paused_match_counts_no_message_that_does_not_name_it(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, SLOW)
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        await pause(house.service, 1, "vote")
        before = await seat_of(house, BEA)
        assert [await self.sent(house, clock, 24) for _ in range(8)] == [0] * 8
        after_all = await seat_of(house, BEA)
        assert (after_all.calls, after_all.muted) == (before.calls, before.muted)

    @pytest.mark.parametrize("hour", [None, 8])
    async def test_without_dms_it_replaces_no_late_reminder(
        self, house: House, clock: Clock, hour: int | None
    ) -> None:
        await begun(house, CASUAL)
        chosen = UserSettings(BEA, dm=False, digest_hour=hour, rhythm=Rhythm.OFTEN)
        await house.service.users.set_settings(chosen)
        found = [await after(house, clock, 6) for _ in range(120)]
        assert len([items for items in found if NUDGE in items]) == 3

    async def due(self, house: House) -> datetime | None:
        [at] = await house.store.read(digest_times)
        return at

    async def sent(self, house: House, clock: Clock, hours: float) -> int:
        """Return how many daily messages are to be sent after some hours."""
        await house.sql("DELETE FROM outbox")
        clock.advance(hours * 3600 + 1)
        await house.service.clocks.send_digest(BEA)
        return len(await house.sql("SELECT id FROM outbox WHERE kind = 'digest'"))


async def test_a_snooze_ends_where_a_clock_change_joins_two_quiet_days(
    house: House, clock: Clock
) -> None:
    clock.now = datetime(2026, 3, 28, 21, tzinfo=UTC)  # 2:00 is skipped in the night
    await begun(house, CASUAL)
    chosen = UserSettings(BEA, zone="Europe/Warsaw", quiet=(3, 2))
    await house.service.users.set_settings(chosen)
    until = await house.service.clocks.snooze(1, BEA, clock.now + HOUR)
    assert until == datetime(2026, 3, 30, tzinfo=UTC)
