"""Clocks: deadlines, reminders, quiet hours, extra time.

The module is matches/domain/deadlines/pace.py.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.domain.deadlines.epoch import from_ms, to_ms
from matches.domain.deadlines.pace import (
    Alarm,
    Clock,
    Pace,
    PaceKind,
    Quiet,
    at_hour,
    awake,
    checked,
    deadline,
    drawing_on,
    extended,
    hurried,
    is_put_off,
    resumed,
    rung,
    started,
    stopped,
    waking_at,
    warned_at,
)

NOON = datetime(2026, 3, 27, 12, tzinfo=UTC)
"""A Friday; the Sunday after it, summer time begins in Warsaw."""
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def heaviest(clock: Clock, now: datetime) -> Alarm | None:
    """Return the most important alarm since the clock was last checked."""
    return max(rung(clock, now), key=tuple(Alarm).index, default=None)


@pytest.mark.parametrize(
    "pace",
    [
        Pace(),
        Pace(PaceKind.STEADY, 24, 12),
        Pace(PaceKind.STRICT, 72, 0, 20, "Europe/Warsaw"),
        Pace(PaceKind.CASUAL, 1, 5, 0, "America/Argentina/Buenos_Aires"),
    ],
)
def test_a_pace_is_read_as_it_is_written(pace: Pace) -> None:
    assert Pace.parse(str(pace)) == pace


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hasty 24h",
        "steady 0h",
        "steady 9999h",
        "steady 24h +9999h",
        "steady -1h",
        "steady 24h 24:00 UTC",
        "steady 24h 20:00 Mars/Olympus",
        "steady 24h 20:00 ../../etc/passwd",
        "steady 24h 20:00",
    ],
)
def test_an_absurd_pace_is_no_pace(text: str) -> None:
    with pytest.raises(ValueError, match="pace|zone"):
        Pace.parse(text)


def test_a_deadline_falls_on_the_civil_hour_that_leaves_the_whole_time() -> None:
    pace = Pace(PaceKind.STEADY, 24, hour=20, zone="Europe/Warsaw")
    assert deadline(pace, NOON) == datetime(2026, 3, 28, 19, tzinfo=UTC)
    assert deadline(pace, NOON + 8 * HOUR) == datetime(2026, 3, 29, 18, tzinfo=UTC)  # summer time
    assert deadline(pace, datetime(2026, 3, 28, 18, tzinfo=UTC)) == deadline(pace, NOON + 8 * HOUR)


def test_a_quick_player_does_not_move_the_civil_hour() -> None:
    pace = Pace(PaceKind.STEADY, 24, hour=20, zone="UTC")
    dues = {deadline(pace, NOON + n * HOUR) for n in range(8)}
    assert dues == {datetime(2026, 3, 28, 20, tzinfo=UTC)}


@given(
    st.timedeltas(timedelta(), timedelta(days=700)),
    st.integers(0, 23),
    st.sampled_from(["UTC", "Europe/Warsaw", "America/St_Johns", "Pacific/Apia", "Asia/Kolkata"]),
)
def test_the_next_civil_hour_is_never_past_and_at_most_two_days_away(
    later: timedelta, hour: int, zone: str
) -> None:
    found = at_hour(NOON + later, hour, zone)
    assert timedelta() <= found - (NOON + later) <= 2 * DAY


def test_time_away_does_not_count() -> None:
    pace = Pace(PaceKind.STEADY, 48)
    assert deadline(pace, NOON, (NOON + DAY, NOON + 8 * DAY)) == NOON + 9 * DAY
    assert deadline(pace, NOON, (NOON - DAY, NOON + DAY)) == NOON + 3 * DAY
    assert deadline(pace, NOON, (NOON - 3 * DAY, NOON - DAY)) == NOON + 2 * DAY
    assert deadline(pace, NOON, (NOON + 3 * DAY, NOON + 4 * DAY)) == NOON + 2 * DAY


def alarms(clock: Clock) -> list[tuple[timedelta, Alarm]]:
    found = []
    while clock.wake is not None:
        alarm = heaviest(clock, clock.wake)
        assert alarm is not None
        found.append((clock.wake - clock.since, alarm))
        clock = checked(clock, clock.wake)
    return found


def test_a_clock_rings_in_order_once_each() -> None:
    assert alarms(started(Pace(PaceKind.STEADY, 40), NOON)) == [
        (10 * HOUR, Alarm.QUARTER),
        (20 * HOUR, Alarm.HALF),
        (30 * HOUR, Alarm.THREE_QUARTERS),
        (36 * HOUR, Alarm.WARNING),
        (40 * HOUR, Alarm.DUE),
    ]


def test_the_last_warning_comes_between_one_and_six_hours_before_the_end() -> None:
    def left(hours: int) -> timedelta:
        clock = started(Pace(PaceKind.STEADY, hours), NOON)
        found = {alarm: at for at, alarm in alarms(clock)}
        return found[Alarm.DUE] - found[Alarm.WARNING]

    assert [left(h) for h in (4, 30, 480)] == [HOUR, 3 * HOUR, 6 * HOUR]
    assert left(1) == HOUR / 2


def test_what_is_late_is_folded_into_the_weightiest() -> None:
    clock = started(Pace(PaceKind.STEADY, 40), NOON)
    assert heaviest(clock, NOON + 37 * HOUR) is Alarm.WARNING
    assert heaviest(clock, NOON + 400 * HOUR) is Alarm.DUE
    assert heaviest(checked(clock, NOON + 37 * HOUR), NOON + 38 * HOUR) is None
    assert heaviest(clock, NOON - DAY) is None  # a system clock that was set back


def test_extra_time_and_more_time_move_the_end_alone() -> None:
    clock = checked(started(Pace(PaceKind.STEADY, 40), NOON), NOON + 40 * HOUR)
    more = drawing_on(clock, 10 * HOUR)
    assert (more.due, more.on_bank) == (NOON + 50 * HOUR, True)
    assert heaviest(more, NOON + 50 * HOUR) is Alarm.DUE
    assert extended(clock, DAY).due == NOON + 64 * HOUR


def test_a_clock_that_stood_still_has_what_it_had() -> None:
    clock = checked(started(Pace(PaceKind.STEADY, 40), NOON), NOON + 12 * HOUR)
    still = stopped(clock)
    assert still.wake is None
    pause = (NOON + DAY, NOON + 6 * DAY)
    again = resumed(still, pause, Pace(PaceKind.STEADY, 40))
    assert again.due - clock.due == 5 * DAY
    assert again.wake == NOON + 20 * HOUR + 5 * DAY


@pytest.mark.parametrize(
    ("begin", "end", "due"),
    [
        pytest.param(-3, -1, 6.5, id="before"),
        pytest.param(0.5, 1.5, 7, id="until the pause"),
        pytest.param(2, 4, 6.5, id="within the pause"),
        pytest.param(0.5, 9, 10, id="around the pause"),
        pytest.param(4, 8, 8.5, id="from the pause on"),
        pytest.param(6.2, 8, 8.3, id="before the end"),
        pytest.param(7, 8, 6.5, id="after the end"),
    ],
)
def test_where_a_pause_meets_a_holiday_a_clock_stands_still_once(
    begin: float, end: float, due: float
) -> None:
    pace, away = Pace(PaceKind.STEADY, 36), (NOON + begin * DAY, NOON + end * DAY)
    clock = stopped(started(pace, NOON, away))
    again = resumed(clock, (NOON + DAY, NOON + 6 * DAY), pace, away)
    assert again.due == NOON + due * DAY


def test_more_time_keeps_a_reminder_put_off_but_for_another_alarm() -> None:
    clock = checked(started(Pace(PaceKind.STEADY, 40), NOON), NOON + 21 * HOUR)
    later = waking_at(clock, NOON + 25 * HOUR)
    assert extended(later, DAY).wake == NOON + 25 * HOUR
    assert extended(clock, DAY).wake == NOON + 32 * HOUR


def test_quiet_hours_end_on_the_players_own_morning() -> None:
    night = Quiet(22, 8, "Europe/Warsaw")
    assert night.until(NOON) is None
    assert night.until(datetime(2026, 3, 27, 21, 30, tzinfo=UTC)) == datetime(
        2026, 3, 28, 7, tzinfo=UTC
    )
    assert night.until(datetime(2026, 3, 29, 3, tzinfo=UTC)) == datetime(2026, 3, 29, 6, tzinfo=UTC)
    assert Quiet(9, 17, "UTC").until(NOON) == datetime(2026, 3, 27, 17, tzinfo=UTC)


def test_quiet_hours_end_later_even_where_their_last_hour_is_skipped() -> None:
    spring = datetime(2026, 3, 29, 1, tzinfo=UTC)  # 3:00 in Warsaw, a moment after 1:59
    quiet = Quiet(3, 2, "Europe/Warsaw")
    assert quiet.until(spring - timedelta(hours=2)) == spring
    assert quiet.until(spring) == datetime(2026, 3, 30, tzinfo=UTC)


def test_a_stored_clock_is_not_taken_for_one_that_was_put_off() -> None:
    clock = started(Pace(PaceKind.STEADY, 24), NOON)
    clock = extended(clock, timedelta(milliseconds=1))  # a quarter of it is no whole ms
    assert clock.wake is not None
    stored = waking_at(clock, from_ms(to_ms(clock.wake)))
    assert stored != clock
    assert not is_put_off(stored)
    assert is_put_off(waking_at(clock, clock.wake + timedelta(milliseconds=1)))


def test_what_is_late_is_all_known() -> None:
    clock = started(Pace(PaceKind.STEADY, 40), NOON)
    assert rung(clock, NOON + 9 * HOUR) == frozenset()
    assert rung(clock, NOON + 21 * HOUR) == {Alarm.QUARTER, Alarm.HALF}
    assert rung(checked(clock, NOON + 11 * HOUR), NOON + 21 * HOUR) == {Alarm.HALF}
    assert rung(clock, NOON + 99 * HOUR) == set(Alarm)


def test_a_look_never_goes_back_in_time() -> None:
    clock = checked(started(Pace(PaceKind.STEADY, 40), NOON), NOON + 21 * HOUR)
    assert checked(clock, NOON) == clock


@pytest.mark.parametrize(("hours", "left"), [(1, 0.5), (2, 1), (20, 2), (100, 6), (500, 6)])
def test_the_last_warning_leaves_time_to_act(hours: int, left: float) -> None:
    clock = started(Pace(PaceKind.STRICT, hours), NOON)
    assert clock.due - warned_at(clock) == left * HOUR


def test_a_casual_clock_that_ran_out_wakes_ever_more_rarely() -> None:
    pace = Pace(PaceKind.CASUAL, 24)
    clock = started(pace, NOON)
    assert awake(clock, pace, NOON) == clock
    for days, then in ((1, 2), (1.5, 2), (2, 4), (3.9, 4), (4, 8), (9.9, 16), (16, 32)):
        late = checked(clock, NOON + days * DAY)
        assert late.wake is None
        assert awake(late, pace, NOON + days * DAY).wake == NOON + then * DAY


def test_a_clock_that_has_run_out_and_counts_is_looked_at_now() -> None:
    pace = Pace(PaceKind.STRICT, 24)
    late = checked(started(pace, NOON), NOON + 2 * DAY)
    assert awake(late, pace, NOON + 2 * DAY).wake == NOON + 2 * DAY


def test_the_last_one_is_not_hurried_before_a_quarter_of_their_time() -> None:
    clock = checked(started(Pace(PaceKind.STEADY, 40), NOON), NOON + 11 * HOUR)
    fresh = started(Pace(PaceKind.STEADY, 40), NOON)
    assert hurried(fresh, NOON + HOUR).wake == NOON + 10 * HOUR
    assert hurried(clock, NOON + 12 * HOUR).wake == NOON + 12 * HOUR
    assert hurried(stopped(fresh), NOON + HOUR).wake is None
    soon = waking_at(clock, NOON + 11.5 * HOUR)
    assert hurried(soon, NOON + 12 * HOUR) == soon
