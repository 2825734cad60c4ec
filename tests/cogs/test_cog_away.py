"""/away, and the days people type."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from cogs.user.away import read_day, read_span
from matches.domain.deadlines.pace import Span
from rules.errors import InvalidMoveError
from tests.cogs.test_cog_seats import late
from tests.world import World, private

TODAY = date(2026, 12, 20)
NOW = datetime(2026, 12, 20, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("2027-1-3", date(2027, 1, 3)),
        ("24.12.2026", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24.12", date(2026, 12, 24)),
        ("3.1.", date(2027, 1, 3)),
        ("  24.12.  ", date(2026, 12, 24)),
    ],
)
def test_days_are_read(typed: str, day: date) -> None:
    assert read_day(typed, TODAY) == day


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "soon",
        "2026-02-30",
        "31.11.",
        "0000-01-01",
        "12/24/2026",
        "9" * 400,
        "२०२६-१२-२४",
        "1.1.1",
    ],
)
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(InvalidMoveError, match="isn't a date I understand"):
        read_day(typed, TODAY)


def test_whole_days_of_ones_own_zone() -> None:
    begin, end = read_span("24.12.", "26.12.", "Europe/Warsaw", NOW)
    assert begin == datetime(2026, 12, 23, 23, tzinfo=UTC)
    assert end == datetime(2026, 12, 26, 23, tzinfo=UTC)


def test_today_begins_now_and_one_day_is_enough() -> None:
    assert read_span("", "", "UTC", NOW) == (NOW, datetime(2026, 12, 21, tzinfo=UTC))
    tokyo = read_span("", "2026-12-21", "Asia/Tokyo", NOW)  # it is the 21st there
    assert tokyo == (NOW, datetime(2026, 12, 21, 15, tzinfo=UTC))


def test_a_holiday_may_last_for_four_weeks() -> None:
    begin, end = read_span("", "2027-01-16", "UTC", NOW)
    assert end - begin < timedelta(days=28)
    with pytest.raises(InvalidMoveError, match="too long"):
        read_span("", "2027-01-17", "UTC", NOW)


@pytest.mark.parametrize(
    ("begin", "end", "why"),
    [
        ("", "2026-12-19", "is in the past"),
        ("2020-01-01", "2020-01-05", "is in the past"),
        ("2027-01-05", "2027-01-04", "before you leave"),
        ("2029-01-05", "2029-01-06", "too far ahead"),
        ("2026-12-24", "9999-12-31", "too long"),
        ("9999-12-31", "9999-12-31", "too far ahead"),
        ("0001-01-01", "2026-12-24", ""),
    ],
)
def test_absurd_holidays_are_refused(begin: str, end: str, why: str) -> None:
    if not why:  # long past, but the end is still ahead: away from now on
        assert read_span(begin, end, "America/New_York", NOW)[0] == NOW
        return
    with pytest.raises(InvalidMoveError, match=why):
        read_span(begin, end, "UTC", NOW)


async def away(world: World) -> Span | None:
    return (await world.bot.service.users.settings(world.bo.id)).away


async def test_a_holiday_is_noted_and_others_see_it(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    said = private(await world.bo.slash(home, "away", until="2026-01-05"))
    assert "Got it. You'll be away" in said
    assert "1 match is waiting for you now" in said
    assert "I've assumed your time zone is UTC" in said
    end = datetime(2026, 1, 6, tzinfo=UTC)
    assert await away(world) == (world.env.now(), end)
    told = private(await world.ada.slash(home, "match info"))
    assert f"**Bo** is away, and back on <t:{round(end.timestamp())}:D>." in told
    assert told.count("is away") == 1
    assert "**Ada** is away" not in told


async def test_no_more_time_is_promised_where_it_is_up(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await late(world)
    said = private(await world.bo.slash(home, "away", until="2026-01-05"))
    assert "except in 1 match: your time there is up" in said
    assert "in every match" not in said


async def test_being_back_and_asking(world: World) -> None:
    said = private(await world.bo.slash(world.channel, "away"))
    assert "You're not away." in said
    assert "/away until:2026-01-08" in said
    await world.bo.slash(world.channel, "away", until="2026-01-05")
    assert "/away until:off" in private(await world.bo.slash(world.channel, "away"))
    assert "Welcome back" in private(await world.bo.slash(world.channel, "away", until="OFF"))
    assert await away(world) is None


async def test_nobody_is_welcomed_back_who_is_here(world: World) -> None:
    assert "You're not away." in private(await world.bo.slash(world.channel, "away", until="off"))
    await world.bo.slash(world.channel, "away", **{"from": "2026-01-05", "until": "2026-01-06"})
    said = private(await world.bo.slash(world.channel, "away", until="off"))
    assert said == "Got it. You won't be away. Your extended deadlines won't change."
    assert await away(world) is None


async def test_it_works_in_dms(world: World) -> None:
    assert "Got it." in private(await world.bo.user.slash("away", until="2026-01-05"))


async def test_bad_days_change_nothing(world: World) -> None:
    for begin, end in (("", "yesterday"), ("", "2025-12-31"), ("2026-02-01", "2026-01-31")):
        said = private(await world.bo.slash(world.channel, "away", **{"from": begin, "until": end}))
        assert "Type" in said
    assert await away(world) is None


async def test_days_are_offered(world: World) -> None:
    offered = await world.bo.autocomplete(world.channel, "away", "until", "")
    values = [o["value"] for o in offered]
    assert values[0] == "2026-01-01"
    assert values[-1] == "off"
    assert len(values) == 25


async def test_the_lobby_shows_who_is_away(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    await world.bo.slash(world.channel, "away", until="2026-01-05")
    await world.env.advance_time(1)
    assert "**Bo** is away, and back on" in world.posts(world.channel)[0]


async def test_a_holiday_ahead_is_not_said_to_have_begun(world: World) -> None:
    home = await world.open(world.ada, world.bo, time="steady 72h")
    await world.bo.slash(home, "away", **{"from": "2026-01-02", "until": "2026-01-04"})
    await world.settle()
    begin, end = (round(datetime(2026, 1, day, tzinfo=UTC).timestamp()) for day in (2, 5))
    ahead = f"**Bo** is away from <t:{begin}:D>, and back on <t:{end}:D>."
    assert ahead in world.posts(home)[-1]
    assert private(await world.ada.slash(home, "match info")).count(ahead) == 1
    await world.env.advance_time(30 * 3600)
    assert "**Bo** is away" in private(await world.ada.slash(home, "match info"))
