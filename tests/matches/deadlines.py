"""Matches with clocks, and what becomes of them: helpers of the tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo, SeatInfo
from rules.notation import format_move
from tests.matches.helpers import (
    ANN,
    BEA,
    Clock,
    House,
)

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
CASUAL = Pace(PaceKind.CASUAL, 24)
STEADY = Pace(PaceKind.STEADY, 24)
STRICT = Pace(PaceKind.STRICT, 24)


async def begun(house: House, pace: Pace, *users: int) -> int:
    """Return the number of a toy match where all choose; the outbox is empty."""
    info = await house.lobby(*(users or (ANN, BEA)))
    await house.service.lobby.set_pace(info.id, ANN, pace)
    await house.service.lobby.start(info.id, ANN)
    await house.sql("DELETE FROM outbox")
    return info.id


async def absent(house: House, since: datetime) -> None:
    """Let the bot hear from its servers again, after it heard nothing since a time."""
    await house.service.absences.silent(since)
    await house.service.absences.look(lambda _: True)


async def seat_of(house: House, user: int, match_id: int = 1) -> SeatInfo:
    info = await house.service.info(match_id)
    return info.seats[info.seat_of(user)]


async def due_of(house: House, user: int) -> datetime:
    clock = (await seat_of(house, user)).clock
    assert clock is not None
    return clock.due


async def after(house: House, clock: Clock, hours: float) -> list[tuple[object, ...]]:
    """Let hours pass, check all clocks that are due, and return the outbox items since then."""
    clock.advance(hours * 3600)
    await look(house)
    items = await house.sql("SELECT kind, user_id FROM outbox ORDER BY id")
    await house.sql("DELETE FROM outbox")
    return items


async def look(house: House, match_id: int = 1) -> None:
    for seat in (await house.service.info(match_id)).seats:
        await house.service.clocks.act_on(match_id, seat.seat)


async def told(house: House, match_id: int = 1) -> list[str]:
    """Return the entries of the log that are not moves."""
    entries = await house.service.history.log(match_id, None)
    return [e.events[0].text.msgid for e in entries if e.seat == -2]


async def choose(house: House, user: int, match_id: int = 1) -> None:
    glance = await house.service.glance(match_id, user)
    await house.play(match_id, user, format_move(glance.moves[0]))


async def consistent(house: House, match_id: int = 1) -> MatchInfo:
    """Check that memory, database and log agree on a match, and return it."""
    known = await house.service.info(match_id)
    fresh = house.fresh()
    assert await fresh.info(match_id) == known
    await fresh.glance(match_id, None)  # its log replays
    assert await fresh.info(match_id) == known
    assert await fresh.news(match_id) == await house.service.news(match_id)
    return known
