"""The time players have for a decision, and when to remind them of it. Pure.

A match has a `Pace`. A seat that has to decide gets a `Clock`: when it was asked, its deadline, and
when the clock has to be checked next. Times are aware, UTC; hours of the day are local to a zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from matches.domain.deadlines.epoch import to_ms

MAX_HOURS: Final = 21 * 24
MAX_BANK: Final = 14 * 24
MAX_AWAY: Final = timedelta(days=28)
"""The longest holiday that stops a clock."""
_FORM: Final = re.compile(
    r"(?P<kind>casual|steady|strict) (?P<hours>\d{1,4})h(?: \+(?P<bank>\d{1,4})h)?"
    r"(?: (?P<hour>\d{2}):00 (?P<zone>[\w+/-]{1,40}))?",
    re.ASCII,
)

Span: TypeAlias = "tuple[datetime, datetime]"
"""From when until when somebody is away."""


class PaceKind(StrEnum):
    """The consequence for a player who runs out of time.

    CASUAL: nothing, they only get reminders. STEADY: a computer decides for them, once. STRICT:
    their seat opens for somebody else.
    """

    CASUAL = "casual"
    STEADY = "steady"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Pace:
    """The time of a match; as text ``steady 48h +24h 20:00 Europe/Warsaw``.

    Attributes:
        kind: What happens when time runs out.
        hours: The time for each decision.
        bank: Extra hours of each seat for the whole match, used automatically.
        hour: The hour of the day at which deadlines fall, or None for any.
        zone: The time zone of that hour, an IANA name.
    """

    kind: PaceKind = PaceKind.CASUAL
    hours: int = 48
    bank: int = 0
    hour: int | None = None
    zone: str = "UTC"

    def __str__(self) -> str:
        bank = f" +{self.bank}h" if self.bank else ""
        anchor = "" if self.hour is None else f" {self.hour:02d}:00 {self.zone}"
        return f"{self.kind.value} {self.hours}h{bank}{anchor}"

    @classmethod
    def parse(cls, text: str) -> Pace:
        """Return the pace of a text; inverse of ``str()``.

        Raises:
            ValueError: It isn't one, or it is absurd: no time at all, too much, or an unknown zone.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"no pace: {text!r}")
        hours, bank = int(found["hours"]), int(found["bank"] or 0)
        hour = None if found["hour"] is None else int(found["hour"])
        if not 1 <= hours <= MAX_HOURS or bank > MAX_BANK or (hour is not None and hour > 23):
            raise ValueError(f"absurd pace: {text!r}")
        zone = found["zone"] or "UTC"
        if not is_zone(zone):
            raise ValueError(f"no such time zone: {zone!r}")
        return cls(PaceKind(found["kind"]), hours, bank, hour, zone)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether a time zone has this name."""
    return name in zones()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a seat that has to decide.

    Attributes:
        since: When the seat was asked.
        due: Its deadline, without extra time.
        wake: When to check the clock next; None if never, as while a match is paused.
        woken: When it was last checked; everything due before then has been done.
        on_bank: True if extra time is running; `due` is then the end of that too.
    """

    since: datetime
    due: datetime
    wake: datetime | None
    woken: datetime
    on_bank: bool = False


class Alarm(StrEnum):
    """The alarms of a clock, from least to most urgent."""

    QUARTER = "quarter"
    HALF = "half"
    THREE_QUARTERS = "three-quarters"
    WARNING = "warning"
    DUE = "due"


_FRACTIONS: Final = ((Alarm.QUARTER, 0.25), (Alarm.HALF, 0.5), (Alarm.THREE_QUARTERS, 0.75))
WARNING_LEFT: Final = 0.1
"""The share of the time that is left at the last warning."""
WARNING_LATEST: Final = timedelta(hours=1)
"""The least time left at the last warning, unless half of the whole is less."""
WARNING_EARLIEST: Final = timedelta(hours=6)
"""The most time left at the last warning."""


def started(pace: Pace, at: datetime, away: Span | None = None) -> Clock:
    """Return the clock of a seat that is asked at the time `at`."""
    due = deadline(pace, at, away)
    return _set(Clock(at, due, None, at))


def deadline(pace: Pace, since: datetime, away: Span | None = None) -> datetime:
    """Return the deadline of a seat that was asked at `since`.

    Time during which its player is away does not count. With an hour of the day, the deadline is
    the first such hour that leaves the whole time, so a quick move never brings the next deadline
    forward.
    """
    due = _ending(since, timedelta(hours=pace.hours), away)
    return due if pace.hour is None else at_hour(due, pace.hour, pace.zone)


def _ending(since: datetime, lasting: timedelta, away: Span | None) -> datetime:
    """Return when a time ends that doesn't run while somebody is away."""
    due = since + lasting
    if away is not None:
        begin, end = max(away[0], since), away[1]
        if begin < due and end > begin:
            due += end - begin
    return due


def at_hour(at: datetime, hour: int, zone: str) -> datetime:
    """Return the first time from `at` on when it is `hour` o'clock in a zone; UTC."""
    local = at.astimezone(ZoneInfo(zone))
    for day in range(3):
        date = local.date() + timedelta(days=day)
        there = datetime(date.year, date.month, date.day, hour, tzinfo=ZoneInfo(zone))
        if (found := there.astimezone(UTC)) >= at:
            return found
    raise AssertionError("a day has every hour, sooner or later")


def _schedule(clock: Clock) -> Iterator[tuple[datetime, Alarm]]:
    whole = clock.due - clock.since
    for alarm, fraction in _FRACTIONS:
        yield clock.since + whole * fraction, alarm
    left = min(max(whole * WARNING_LEFT, WARNING_LATEST), WARNING_EARLIEST, whole / 2)
    yield clock.due - left, Alarm.WARNING
    yield clock.due, Alarm.DUE


def _set(clock: Clock) -> Clock:
    """Return a clock that will be checked at its next alarm after `woken`."""
    to_come = (at for at, _ in _schedule(clock) if at > clock.woken)
    return replace(clock, wake=min(to_come, default=None))


def rung(clock: Clock, now: datetime) -> frozenset[Alarm]:
    """Return the alarms that have rung since the clock was last checked."""
    return frozenset(alarm for at, alarm in _schedule(clock) if clock.woken < at <= now)


def warned_at(clock: Clock) -> datetime:
    """Return when the last warning before the end comes."""
    return next(at for at, alarm in _schedule(clock) if alarm is Alarm.WARNING)


def checked(clock: Clock, now: datetime) -> Clock:
    """Return a clock that has just been checked."""
    return _set(replace(clock, woken=max(now, clock.woken)))


def awake(clock: Clock, pace: Pace, now: datetime) -> Clock:
    """Return a clock that is still checked after it has run out.

    At a casual pace that is when the time for one more decision has passed, then for two more,
    four more: ever more rarely.
    """
    if clock.wake is not None or now < clock.due:
        return clock
    if pace.kind is not PaceKind.CASUAL:
        return waking_at(clock, now)
    each = timedelta(hours=pace.hours)
    doublings = ((now - clock.due) // each + 1).bit_length()
    return waking_at(clock, clock.due + (2**doublings - 1) * each)


def hurried(clock: Clock, now: datetime) -> Clock:
    """Return the clock of the last seat to decide, checked earlier than planned.

    The check comes at once, or when a quarter of the time has passed.
    """
    early = max(now, clock.since + (clock.due - clock.since) * _FRACTIONS[0][1])
    return clock if clock.wake is None or clock.wake <= early else waking_at(clock, early)


def waking_at(clock: Clock, until: datetime) -> Clock:
    """Return a clock that will next be checked at the time `until`."""
    return replace(clock, wake=until)


def put_off(clock: Clock, until: datetime, now: datetime) -> Clock:
    """Return a clock to check at `until`, or before that at a warning or deadline."""
    to_come = (at for at in (until, warned_at(clock), clock.due) if at > now)
    return waking_at(clock, min(to_come, default=until))


def is_put_off(clock: Clock) -> bool:
    """Return whether a clock is checked at another time than its next alarm's."""
    alarm = _set(clock).wake
    if clock.wake is None or alarm is None:
        return False
    return to_ms(clock.wake) != to_ms(alarm)  # a stored time is rounded


def extended(clock: Clock, by: timedelta) -> Clock:
    """Return a clock with more time; alarms that have been handled don't ring again.

    A reminder that was put off comes when it was to come.
    """
    longer = _set(replace(clock, due=clock.due + by))
    return waking_at(longer, clock.wake) if clock.wake and is_put_off(clock) else longer


def drawing_on(clock: Clock, bank: timedelta, away: Span | None = None) -> Clock:
    """Return a clock whose extra time runs from now on, but not on a holiday."""
    return _set(replace(clock, due=with_extra(clock, bank, away), on_bank=True))


def with_extra(clock: Clock, bank: timedelta, away: Span | None = None) -> datetime:
    """Return when a clock has run out and so much extra time after it."""
    return _ending(clock.due, bank, away)


def stopped(clock: Clock) -> Clock:
    """Return the clock stopped."""
    return replace(clock, wake=None)


def resumed(clock: Clock, pause: Span, pace: Pace, away: Span | None = None) -> Clock:
    """Return a clock that runs on after having stood still during a pause.

    A holiday doesn't count either, but where both are, time stands still only once.
    """
    begin, end = pause
    stood = end - begin
    due = _ending(end, _running(begin, clock.due, away), away)
    if pace.hour is not None:
        due = at_hour(due, pace.hour, pace.zone)
    moved = _set(replace(clock, since=clock.since + stood, due=due, woken=clock.woken + stood))
    if clock.wake is not None and is_put_off(clock) and stood > timedelta():
        return waking_at(moved, clock.wake)  # they may have been told so
    return moved


def _running(begin: datetime, end: datetime, away: Span | None) -> timedelta:
    """Return how much time runs between two times, because nobody is away."""
    if away is None:
        return end - begin
    return end - begin - max(min(end, away[1]) - max(begin, away[0]), timedelta())


class Rhythm(StrEnum):
    """The frequency at which a player wants to be reminded."""

    NEVER = "never"
    RARELY = "rarely"
    NORMAL = "normal"
    OFTEN = "often"


REMINDS: Final = {
    Rhythm.NEVER: frozenset[Alarm](),
    Rhythm.RARELY: frozenset({Alarm.WARNING}),
    Rhythm.NORMAL: frozenset({Alarm.HALF, Alarm.WARNING}),
    Rhythm.OFTEN: frozenset({Alarm.QUARTER, Alarm.HALF, Alarm.THREE_QUARTERS, Alarm.WARNING}),
}


@dataclass(frozen=True, slots=True)
class Quiet:
    """The hours in which a player doesn't want reminders.

    Attributes:
        begin: The hour of the day at which they begin.
        end: The hour at which they end; if it isn't later, on the next day.
        zone: The player's time zone.
    """

    begin: int
    end: int
    zone: str

    def until(self, now: datetime) -> datetime | None:
        """Return when the quiet hours end, after `now`, or None if they aren't running."""
        hour = now.astimezone(ZoneInfo(self.zone)).hour
        if self.begin < self.end:
            quiet = self.begin <= hour < self.end
        else:
            quiet = hour >= self.begin or hour < self.end
        if not quiet:
            return None
        # Where a clock change skips their last hour, the next ones may begin at once.
        return at_hour(now + timedelta(microseconds=1), self.end, self.zone)
