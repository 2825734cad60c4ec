"""Finished matches are deleted after their server's term, and nothing of them is left."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from matches.db import schema
from matches.db.driver import Connection, is_file
from matches.db.privacy import retention as retention_db
from matches.db.schema import INCREMENTAL, connect, migrations
from matches.domain.deadlines.terms import SWEEP_EVERY, SWEEP_ON
from matches.domain.table.votes import Pause
from matches.scheduler import Scheduler
from matches.services.ends import retention
from rules.errors import NoMatchError
from tests.matches.helpers import ANN, BEA, CEC, GUILD, House

DAY_S = 86400


async def sweep(house: House) -> None:
    await house.service.retention.sweep(GUILD)


async def rows(house: House) -> dict[str, int]:
    """Return how many rows each table has."""

    def count(db: Connection) -> dict[str, int]:
        tables = "sqlite_master WHERE type = 'table'" if is_file(db) else "pg_stat_user_tables"
        column = "name" if is_file(db) else "relname"
        names = db.execute(f"SELECT {column} FROM {tables}").fetchall()  # noqa: S608 - constants
        query = "SELECT count(*) FROM {}"
        return {name: db.execute(query.format(name)).fetchone()[0] for (name,) in names}

    return await house.store.read(count)


async def rich(house: House) -> int:
    """Return a finished match with rows in every table a match can have rows in."""
    match_id = await house.match(ANN, BEA, CEC)
    vote = await house.service.votes.ask(match_id, ANN, Pause())
    await house.service.votes.cast(vote.id, BEA, False)
    await house.service.seats.concede(match_id, CEC)
    for user in (ANN, BEA):
        moves = (await house.service.glance(match_id, user)).moves
        await house.play(match_id, user, f"choose {moves[0].parcel}")  # type: ignore[attr-defined]
    rng = random.Random(1)
    while (await house.service.info(match_id)).status == "live":
        await house.step(match_id, rng)
    await house.sql("INSERT INTO prepared VALUES (?, 0, 'place r1c1')", match_id)
    await house.sql("INSERT INTO guests VALUES (?, 9, 'Gus', '', NULL, 0, 0)", match_id)
    return match_id


async def test_a_match_is_deleted_after_its_term_with_everything(house: House) -> None:
    empty = await rows(house)
    match_id = await rich(house)
    full = await rows(house)
    of_lobbies = {"guests"}
    tables = {*retention_db.OF_MATCH, "ballots", "matches"} - of_lobbies
    assert {name for name in full if full[name] > empty[name]} >= tables
    await house.service.retention.choose(GUILD, 30)

    house.clock.advance(29 * DAY_S)
    await sweep(house)
    assert (await house.service.info(match_id)).status == "over"
    house.clock.advance(1.1 * DAY_S)
    await sweep(house)

    left = await rows(house)
    assert {name for name in tables if left[name] > empty[name]} == set()
    for ask in (
        house.service.info(match_id),
        house.service.history.log(match_id, ANN),
        house.service.history.page(match_id, ANN, 0),
        house.service.history.verify(match_id),
        house.service.glance(match_id, ANN),
        house.service.lobby.rematch(match_id, ANN, 1, thread=False),
    ):
        with pytest.raises(NoMatchError, match="was deleted"):
            await ask
    with pytest.raises(NoMatchError, match="no such match"):
        await house.service.info(match_id + 1)
    assert await house.service.played_by(ANN) == ()


async def test_a_closed_match_is_kept_while_it_can_be_reopened(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.retention.choose(GUILD, 1)
    for days in (30, 7):
        house.clock.advance(days * DAY_S)
        await house.service.closing.act_on(match_id)
    house.clock.advance(29 * DAY_S)
    await sweep(house)
    assert (await house.service.closing.reopen(match_id, ANN)).status == "live"
    for days in (30, 7, 30):
        house.clock.advance(days * DAY_S)
        await house.service.closing.act_on(match_id)
    await sweep(house)
    with pytest.raises(NoMatchError, match="was deleted"):
        await house.service.info(match_id)


def test_no_table_of_a_match_is_forgotten(empty_database: Path) -> None:
    with closing(sqlite3.connect(empty_database)) as db:
        found = {
            table
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for row in db.execute(f"PRAGMA foreign_key_list({table})")
            if row[2] == "matches"
        }
    assert found - {"matches"} == set(retention_db.OF_MATCH)


async def test_a_number_is_never_given_again(house: House) -> None:
    first = await house.match(ANN, BEA)
    await house.finish(first)
    await house.service.retention.choose(GUILD, 1)
    house.clock.advance(2 * DAY_S)
    await sweep(house)
    second = await house.match(ANN, BEA)
    assert second == first + 1
    await house.finish(second)
    house.clock.advance(2 * DAY_S)
    await sweep(house)
    with pytest.raises(NoMatchError, match="was deleted"):
        await house.service.info(second)
    assert await house.match(ANN, BEA) == second + 1


async def test_only_finished_matches_of_that_server_go(house: House) -> None:
    finished, other = await house.match(ANN, BEA), await house.match(ANN, CEC)
    closed = await house.lobby(ANN)
    await house.service.lobby.leave(closed.id, ANN)
    await house.finish(finished)
    running, lobby = await house.match(ANN, BEA), await house.lobby(BEA)
    await house.finish(other)
    await house.sql("UPDATE matches SET guild_id = 5 WHERE id = ?", other)
    rematch = await house.service.lobby.rematch(finished, ANN, 4000, thread=False)
    await house.service.retention.choose(GUILD, 1)
    house.clock.advance(400 * DAY_S)
    await sweep(house)
    found = {number for (number,) in await house.sql("SELECT id FROM matches")}
    assert found == {other, running, lobby.id, rematch.id}
    assert (await house.fresh().info(rematch.id)).rematch_of is None


async def test_without_a_term_everything_is_kept(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    assert await house.service.retention.term(GUILD) is None
    house.clock.advance(4000 * DAY_S)
    await sweep(house)
    await house.service.retention.choose(GUILD, 10)
    assert await house.service.retention.term(GUILD) == 10
    await house.service.retention.choose(GUILD, None)
    assert await house.service.retention.term(GUILD) is None
    await sweep(house)
    assert (await house.service.info(match_id)).status == "over"


async def test_the_scheduler_sweeps_a_day_later_and_then_daily(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    house.clock.advance(100 * DAY_S)
    scheduler = Scheduler(house.store, house.service, house.clock)
    await house.service.retention.choose(GUILD, 10)
    house.clock.advance(SWEEP_EVERY.total_seconds() - 60)
    await scheduler._round()
    assert (await house.service.info(match_id)).status == "over"  # a slip can be put right
    house.clock.advance(60)
    await scheduler._round()
    with pytest.raises(NoMatchError):
        await house.service.info(match_id)
    [(due,)] = await house.sql("SELECT sweep_at FROM guild_retention")
    assert due == round((house.clock() + SWEEP_EVERY).timestamp() * 1000)
    await scheduler.close()


async def test_many_matches_go_bit_by_bit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "BATCHES", 3)
    for _ in range(8):
        await house.finish(await house.match(ANN, BEA))
    await house.service.retention.choose(GUILD, 1)
    house.clock.advance(3 * DAY_S)
    await sweep(house)
    assert await house.sql("SELECT count(*) FROM matches") == [(2,)]
    [(due,)] = await house.sql("SELECT sweep_at FROM guild_retention")
    assert due == round((house.clock() + SWEEP_ON).timestamp() * 1000)
    await sweep(house)
    assert await house.sql("SELECT count(*) FROM matches") == [(0,)]


@pytest.mark.files
async def test_the_file_shrinks(house: House, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "SPARE_PAGES", 8)
    await house.finish(await house.match(ANN, BEA))

    def fill(db: Connection) -> None:
        db.executemany(
            "INSERT INTO remarks (match_id, ply, at, text) VALUES (1, 1, 1, ?)",
            [('{"text": "' + "x" * 1000 + '", "params": [], "plural": "", "count": 0}',)] * 3000,
        )

    await house.store.write(fill)
    before = size(path)
    await house.service.retention.choose(GUILD, 1)
    house.clock.advance(3 * DAY_S)
    await sweep(house)
    assert before > 3_000_000
    assert size(path) < 500_000


def size(path: Path) -> int:
    """Return how large a database file is once everything is in it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return path.stat().st_size


@pytest.mark.parametrize("version", [0, 3])
async def test_new_and_old_files_can_shrink(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    path, known = tmp_path / "old.db", migrations()
    if version:
        with monkeypatch.context() as patch:
            patch.setattr(schema, "migrations", lambda: known[:version])
            patch.setattr(schema, "_make_shrinkable", lambda _: None)
            connect(path).close()
    with closing(connect(path)) as db:
        assert db.execute("PRAGMA auto_vacuum").fetchone() == (INCREMENTAL,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.files
async def test_a_log_loses_no_row_while_its_match_exists(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        await house.sql("DELETE FROM log WHERE match_id = ?", match_id)
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        await house.sql("DELETE FROM matches WHERE id = ?", match_id)
