"""A value in the database that nobody stored: its match is refused, and no other one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from matches.db.store import Store
from matches.domain.deadlines.pace import Pace, Rhythm
from matches.domain.model import is_homeless
from matches.domain.settings import Display, UserSettings, Words
from matches.domain.text_json import load_text
from matches.scheduler import Scheduler
from rules.errors import ReplayError
from tests.matches.helpers import ANN, BEA, GUILD, NAMES, House

MOST, LEAST = 2**63 - 1, -(2**63)
UNREADABLE = [
    ("matches", "pace", "[[["),
    ("matches", "pace", "strict 99999999999"),
    ("matches", "trouble", "lost"),
    ("matches", "paused_why", "because"),
    ("matches", "ending", "badly"),
    ("matches", "conceding", "never"),
    ("matches", "level", "rewind 0"),
    ("matches", "capacity", 5),
    ("matches", "capacity", 2**53),
    ("seats", "level", "{}"),
    ("seats", "bank_ms", MOST),
    ("seats", "seat", 7),
    ("remarks", "text", "[[["),
    ("remarks", "text", "7"),
    ("remarks", "text", '{"text": 7}'),
]


async def bent(house: House, table: str, column: str, value: object) -> tuple[int, int]:
    """Return the numbers of two matches, of which the first has a bent row."""
    first, second = await house.match(ANN, BEA), await house.match(ANN, BEA)
    await house.sql(
        "INSERT INTO remarks (match_id, ply, at, text) VALUES (?, 1, 0, '\"x\"')", first
    )
    of_match = "id" if table == "matches" else "match_id"
    last = " AND seat = 1" if table == "seats" else ""
    query = f"UPDATE {table} SET {column} = ? WHERE {of_match} = ?{last}"  # noqa: S608 - constants
    await house.sql(query, value, first)
    return first, second


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE)
async def test_a_match_that_cannot_be_read_is_refused_and_no_other(
    house: House, table: str, column: str, value: object
) -> None:
    first, second = await bent(house, table, column, value)
    service = house.fresh()
    for _ in range(2):
        with pytest.raises(ReplayError):
            await service.glance(first, ANN)
    assert (await service.glance(second, ANN)).match.id == second
    for found in (
        await service.listed(GUILD),
        await service.played_by(ANN),
        await service.turns(BEA),
        await service.held(ANN),
    ):
        assert {match.id for match in found} <= {first, second}
    assert second in {match.id for match in await service.listed(GUILD)}
    assert second in {match.id for match in await service.played_by(ANN)}
    await service.checkup.run()


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE)
async def test_a_match_that_cannot_be_read_holds_up_no_other_of_its_players(
    house: House, table: str, column: str, value: object
) -> None:
    first, second = await bent(house, table, column, value)
    service, now = house.fresh(), house.clock()
    assert second in {match.id for match in await service.farewell.seats_of(ANN)}
    assert (await service.farewell.outlook(ANN)).opened in (1, 2)
    await service.clocks.away(ANN, (now, now + timedelta(days=3)))
    assert (await service.info(second)).seats[0].away is not None
    kept = cast("list[dict[str, object]]", (await service.users.export(ANN))["matches"])
    assert [match["match"] for match in kept] == [first, second]
    assert all("moves" in match for match in kept)


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE)
async def test_a_server_that_is_gone_pauses_and_ends_what_can_be_read(
    house: House, table: str, column: str, value: object
) -> None:
    first, second = await bent(house, table, column, value)
    third = await house.match(ANN, BEA)
    await house.service.lobby.end(third, 0, is_admin=True)
    bend = "UPDATE matches SET pace = '[[[', check_at = coalesce(check_at, 1) WHERE id = ?"
    await house.sql(bend, third)
    service = house.fresh()
    await service.vanished.lost(GUILD)
    info = await service.info(second)
    assert info.paused_at is not None
    assert is_homeless(info)
    assert second in {match.id for match in await service.channels.homeless(ANN)}
    for match_id in (first, second):
        [(was,)] = await house.sql("SELECT channel_id FROM matches WHERE id = ?", match_id)
        await service.channels.found(match_id, cast("int", was))
    assert not is_homeless(await service.info(second))
    await service.vanished.end(GUILD)
    assert (await service.info(second)).status == "ended"
    assert await service.vanished.known() == []


@pytest.mark.parametrize(("table", "column", "value"), UNREADABLE)
async def test_a_user_is_erased_from_what_cannot_be_read(
    house: House, table: str, column: str, value: object
) -> None:
    first, second = await bent(house, table, column, value)
    service = house.fresh()
    ahead = await service.farewell.outlook(ANN)
    done = await service.farewell.erase(ANN)
    assert ahead == done
    assert done.opened + done.unread == 2
    assert done.finished == 0
    assert await nothing_of(house, ANN)
    hosts = "SELECT id, host_id, status FROM matches ORDER BY id"
    assert await house.sql(hosts) == [(first, BEA, "live"), (second, BEA, "live")]
    free = "SELECT match_id FROM seats WHERE user_id = 0 AND open = 1 ORDER BY match_id"
    assert await house.sql(free) == [(first,), (second,)]
    if (table, column) == ("matches", "pace"):
        await house.sql("UPDATE matches SET pace = ? WHERE id = ?", str(Pace()), first)
        await house.sql("DELETE FROM remarks WHERE match_id = ?", first)
        assert (await house.fresh().glance(first, BEA)).match.seats[0].user_id == 0


@pytest.mark.parametrize("status", ["lobby", "live", "ended"])
async def test_what_cannot_be_read_and_has_lost_its_last_player_ends(
    house: House, status: str
) -> None:
    info = await house.lobby(ANN, BEA)
    if status != "lobby":
        await house.service.lobby.start(info.id, ANN)
        await house.service.seats.resign(info.id, BEA)
    if status == "ended":
        await house.service.lobby.end(info.id, 0, is_admin=True)
    bend = "UPDATE matches SET pace = '[[[', check_at = coalesce(check_at, 1) WHERE id = ?"
    await house.sql(bend, info.id)
    await house.fresh().farewell.erase(ANN)
    assert await nothing_of(house, ANN)
    await house.sql("UPDATE matches SET pace = ? WHERE id = ?", str(Pace()), info.id)
    after = await house.fresh().info(info.id)
    assert (after.status, after.to_act) == ("ended", frozenset())
    assert after.seats[0].name == "N. N."


async def nothing_of(house: House, user_id: int) -> bool:
    """Return whether a user is nowhere in the rows of matches, their name neither."""
    places = {"seats": "user_id", "holders": "user_id", "log": "user_id", "matches": "host_id"}
    found = [
        await house.sql(f"SELECT 1 FROM {table} WHERE {column} = ?", user_id)  # noqa: S608
        for table, column in (*places.items(), ("seats", "owner_id"), ("guests", "user_id"))
    ]
    found.append(await house.sql("SELECT 1 FROM seats WHERE name = ?", NAMES[user_id]))
    found.append(await house.sql("SELECT 1 FROM remarks WHERE text LIKE ?", f"%{NAMES[user_id]}%"))
    return not any(found)


@pytest.mark.parametrize("value", [MOST, LEAST, -1, 253402300800000])
@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("matches", "created_at"),
        ("matches", "begun_at"),
        ("matches", "touched_at"),
        ("seats", "waiting_since"),
        ("seats", "due_at"),
        ("seats", "word_at"),
        ("remarks", "at"),
    ],
)
async def test_a_time_beyond_all_calendars_stops_nobody(
    house: House, table: str, column: str, value: int
) -> None:
    first, _ = await bent(house, table, column, value)
    await house.sql("DELETE FROM remarks WHERE text = '\"x\"'")
    service = house.fresh()
    info = await service.info(first)
    assert info.created_at + timedelta(days=365) > info.created_at
    assert (await service.glance(first, ANN)).match.id == first


@pytest.mark.parametrize(
    ("column", "value", "setting"),
    [
        *(("words", "loud", "display"), ("lang", "xx", "display"), ("rhythm", "jazz", "rhythm")),
        *(("quiet_from", 24, "quiet"), ("quiet_to", -1, "quiet"), ("zone", "[[[", "zone")),
        ("digest_hour", 99, "digest_hour"),
    ],
)
async def test_settings_that_cannot_be_read_are_the_defaults(
    house: House, column: str, value: object, setting: str
) -> None:
    chosen = UserSettings(ANN, zone="Europe/Warsaw", quiet=(22, 7), digest_hour=8)
    chosen = replace(chosen, rhythm=Rhythm.OFTEN, display=Display("pl", Words.FIRST))
    await house.service.users.set_settings(chosen)
    await house.sql(f"UPDATE user_settings SET {column} = ?", value)  # noqa: S608 - constants
    service = house.fresh()
    await service.users.load()
    found = await service.users.settings(ANN)
    assert found != chosen
    assert replace(found, **{setting: getattr(chosen, setting)}) == chosen
    assert service.users.display(ANN) == found.display
    await service.clocks.send_digest(ANN)


async def test_days_that_are_all_quiet_are_not(house: House) -> None:
    """No reminder would ever come."""
    await house.service.users.set_settings(UserSettings(ANN, quiet=(22, 7)))
    await house.sql("UPDATE user_settings SET quiet_to = quiet_from")
    assert (await house.fresh().users.settings(ANN)).quiet is None


async def test_a_holiday_beyond_all_calendars_stops_nobody(house: House) -> None:
    await house.service.users.set_settings(UserSettings(ANN, digest_hour=8))
    await house.sql("UPDATE user_settings SET away_from = ?, away_to = ?", MOST, MOST)
    assert (await house.service.users.settings(ANN)).digest_hour == 8
    await house.fresh().clocks.send_digest(ANN)


@pytest.mark.parametrize("pace", ["casual", "[[["])
async def test_a_clock_of_nobody_stops_no_other(
    house: House, store: Store, pace: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await house.match(ANN, BEA), await house.match(ANN, BEA)
    if pace == "[[[":
        await house.sql("UPDATE matches SET pace = ? WHERE id = ?", pace, first)
    clear = "UPDATE seats SET waiting_since = NULL, wake_at = -1 WHERE match_id = ?"
    await house.sql(clear, first)
    service = house.fresh()
    scheduler = Scheduler(store, service, house.clock)
    assert await scheduler._round() is not None
    house.clock.advance(3 * 24 * 3600)
    await store.set_meta("heartbeat", house.clock.now.isoformat())
    await scheduler._round()
    reminded = await house.sql("SELECT DISTINCT match_id FROM outbox WHERE kind = 'nudge'")
    assert reminded == [(second,)]
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []
    assert (await service.glance(second, ANN)).match.id == second


@pytest.mark.parametrize("stored", ["7", "[]", "null", '"x"', '{"who": 1}', '{"text": 7}', "{}"])
def test_what_is_no_text_is_not_read_as_one(stored: str) -> None:
    with pytest.raises((ValueError, LookupError, TypeError)):
        load_text(stored)
