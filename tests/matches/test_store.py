# ruff: noqa: ASYNC221, ASYNC240 - nothing else runs in these loops
from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from matches.db import guilds as guilds_db
from matches.db import schema
from matches.db.desk.copies import backup
from matches.db.driver import Connection
from matches.db.guilds import Attendance
from matches.db.schema import migrations
from matches.db.store import Store
from matches.service import MatchService
from rules.errors import StaleMoveError, StoreError
from scripts.backup import main as backup_main
from tests.matches.helpers import ANN, BEA, CACHED, Clock, House, entropy

ROOT = Path(__file__).parents[2]


async def test_pragmas(path: Path) -> None:
    store = await Store.open(path)

    def ask(db: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "user_version")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await store.read(ask) == ["wal", 2, 1, len(migrations())]
    await store.close()


async def test_the_language_of_a_server_is_chosen_beside_its_other_settings(house: House) -> None:
    await house.sql("ALTER TABLE guild_settings ADD COLUMN later TEXT NOT NULL DEFAULT ''")
    info = await house.lobby(ANN, BEA)
    await house.sql("UPDATE guild_settings SET later = 'kept'")
    await house.sql("UPDATE seats SET locale = 'en-GB'")
    rows = "SELECT language, chosen, later FROM guild_settings"
    guilds = house.service.guilds
    await guilds.choose(info.guild_id, "pl")
    assert await house.sql(rows) == [("pl", 1, "kept")]
    assert guilds.language(info.guild_id) == "pl"
    await guilds.choose(info.guild_id, "tlh")  # a catalogue that is gone by now
    assert guilds.language(info.guild_id) == "en"
    await guilds.choose(info.guild_id, None)
    assert await house.sql(rows) == [("en", 0, "kept")]
    await house.sql("ALTER TABLE guild_settings DROP COLUMN later")


async def test_a_job_that_fails_leaves_nothing(store: Store) -> None:
    def job(db: Connection) -> None:
        db.execute("INSERT INTO meta VALUES ('a', 'b')")
        raise KeyError("stop")

    with pytest.raises(KeyError):
        await store.write(job)
    assert await store.get_meta("a") is None
    await store.set_meta("a", "c")
    await store.set_meta("a", "d")
    assert await store.get_meta("a") == "d"


async def test_closing_twice_and_asking_a_closed_store(path: Path) -> None:
    store = await Store.open(path)
    async with asyncio.timeout(60):
        await asyncio.gather(store.close(), store.close())
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.get_meta("a")


# Two at once


async def test_two_services_on_one_file_and_one_wins(path: Path, clock: Clock) -> None:
    stores = [await Store.open(path), await Store.open(path)]
    house = House(stores[0], clock)
    other = MatchService(stores[1], clock=clock, cached=CACHED, entropy=entropy)
    match_id = await house.match(ANN, BEA)
    glance = await other.glance(match_id, ANN)  # both know the match now
    move = f"choose {glance.moves[0].parcel}"  # type: ignore[attr-defined]

    await house.play(match_id, ANN, move)
    with pytest.raises(StaleMoveError):
        await other.play(match_id, ANN, move, interaction_id=900)

    assert await other.glance(match_id, ANN) == await house.service.glance(match_id, ANN)
    assert len(await house.sql("SELECT * FROM log")) == 2
    for store in stores:
        await store.close()


async def test_a_match_ended_elsewhere_takes_no_move(path: Path, clock: Clock) -> None:
    stores = [await Store.open(path), await Store.open(path)]
    house = House(stores[0], clock)
    other = MatchService(stores[1], clock=clock, cached=CACHED, entropy=entropy)
    match_id = await house.match(ANN, BEA)
    glance = await other.glance(match_id, ANN)
    await house.service.lobby.end(match_id, 0, is_admin=True)

    move = f"choose {glance.moves[0].parcel}"  # type: ignore[attr-defined]
    with pytest.raises(StaleMoveError):
        await other.play(match_id, ANN, move, interaction_id=900)

    assert (await other.glance(match_id, ANN)).match.status == "ended"
    for store in stores:
        await store.close()


async def test_a_ply_that_is_in_the_log_already_is_refused(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    glance = await house.service.glance(match_id, ANN)
    move = f"choose {glance.moves[0].parcel}"  # type: ignore[attr-defined]
    await house.sql("INSERT INTO log VALUES (?, 2, 0, ?, 1, 1)", match_id, move)
    before = await house.sql("SELECT * FROM interactions, outbox, matches")

    with pytest.raises(StaleMoveError):
        await house.play(match_id, ANN, move)

    assert await house.sql("SELECT * FROM interactions, outbox, matches") == before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log",
        "UPDATE log SET move = 'x'",
        "UPDATE log SET seat = 3",
        "UPDATE log SET at = 3",
        "UPDATE log SET user_id = 5",
        "INSERT INTO log VALUES (99, 1, 0, 'x', 1, 1)",
    ],
)
async def test_the_log_is_append_only(house: House, statement: str) -> None:
    await house.match(ANN, BEA)
    with pytest.raises(sqlite3.IntegrityError):
        await house.sql(statement)


# Files that cannot be used


async def test_a_database_from_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()

    with pytest.raises(StoreError, match=r"newer version \(schema 99.*update the program") as e:
        await Store.open(path)

    assert "\n" not in str(e.value)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(path)


@pytest.mark.parametrize("name", ["file/x.db", "x" * 300])
async def test_a_file_that_cannot_be_made(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot open database"):
        await Store.open(tmp_path / name)


@pytest.mark.files
async def test_a_locked_file(path: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await house.match(ANN, BEA)
    await house.store.read(lambda db: db.execute("PRAGMA busy_timeout = 10").fetchall())
    monkeypatch.setattr(schema, "BUSY_S", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as bully:
        bully.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            await Store.open(path)
        glance = await house.service.glance(match_id, ANN)
        move = f"choose {glance.moves[0].parcel}"  # type: ignore[attr-defined]
        with pytest.raises(StoreError, match="locked"):
            await house.play(match_id, ANN, move)
        bully.execute("ROLLBACK")
    assert await house.service.glance(match_id, ANN) == glance
    await house.play(match_id, ANN, move)


@pytest.mark.files
async def test_a_file_that_becomes_read_only(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    glance = await house.service.glance(match_id, ANN)
    await house.store.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    with pytest.raises(StoreError, match="read-only"):
        await house.play(match_id, ANN, f"choose {glance.moves[0].parcel}")  # type: ignore[attr-defined]
    assert await house.service.glance(match_id, ANN) == glance


READ_ONLY = """
import asyncio, concurrent.futures.thread, os, sys
from pathlib import Path
from matches.db.store import Store
from rules.errors import StoreError
if os.getuid() == 0:
    os.setuid(65534)
try:
    asyncio.run(Store.open(Path(sys.argv[1])))
except StoreError as error:
    print(error)
"""


async def test_opening_a_read_only_file() -> None:
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"stolik-{os.getpid()}"
    folder.mkdir()
    try:
        path = folder / "stolik.db"
        await (await Store.open(path)).close()
        path.chmod(0o444)
        folder.chmod(0o555)
        told = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(path)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert "read-only" in told.stdout, told
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


# Migrations


@pytest.mark.parametrize("version", range(len(migrations()) + 1))
async def test_migration_from_every_version(
    path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = migrations()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrations", lambda: known[:version])
        await (await Store.open(path)).close()
    store = await Store.open(path)
    house = House(store, Clock())
    assert (await house.finish(await house.match(ANN, BEA))).status == "over"
    await store.close()


async def test_a_migration_that_fails_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(path)).close()
    known = len(migrations())
    bad = tmp_path / "0009_bad.sql"
    bad.write_text("CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(schema, "migrations", lambda: (*[Path("unused")] * known, bad))
    with pytest.raises(StoreError, match="nowhere"):
        await Store.open(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (known,)
        assert db.execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall() == []


def test_an_upgrade_asks_about_old_matches_one_after_another(path: Path) -> None:
    known, hour, ran = migrations(), 3_600_000, 1_790_000_000_000
    with closing(sqlite3.connect(path)) as db:
        for file in known[:8]:
            db.executescript(file.read_text())
        db.execute("PRAGMA user_version = 8")
        beat = datetime.fromtimestamp(ran / 1000, UTC)
        db.execute("INSERT INTO meta VALUES ('heartbeat', ?)", (beat.isoformat(),))
        for number in range(1, 301):
            status = ("live", "lobby", "over")[number % 3]
            db.execute(
                "INSERT INTO matches (id, slug, rules_version, options, guild_id, channel_id,"
                " host_id, wants_thread, capacity, status, created_at)"
                " VALUES (?1, 'toy', 1, '', ?1 % 2, ?1, 1, 0, 2, ?2, ?1)",
                (number, status),
            )
        db.executemany(
            "INSERT INTO log VALUES (1, ?, 0, 'pass', 1, ?)", [(1, 5000), (2, 7000), (3, 6000)]
        )
        db.commit()
        schema.migrate(db)
        due = db.execute("SELECT check_at FROM matches WHERE guild_id = 1 AND check_at IS NOT NULL")
        assert sorted(due.fetchall()) == [(ran + hour * n,) for n in range(25, 125)]
        found = db.execute("SELECT touched_at, check_at FROM matches WHERE id BETWEEN 1 AND 3")
        assert found.fetchall() == [(6000, ran + 124 * hour), (None, None), (3, ran + 25 * hour)]


def test_an_upgrade_takes_over_an_absence_that_was_cut_off(path: Path) -> None:
    number = next(n for n, file in enumerate(migrations()) if "attendance" in file.name)
    with closing(sqlite3.connect(path)) as db:
        for file in migrations()[:number]:
            db.executescript(file.read_text())
        db.execute(f"PRAGMA user_version = {number}")
        mark = "2026-01-01T10:00:00+00:00 2026-01-01T12:30:00.250000+00:00 17"
        db.execute("INSERT INTO meta VALUES ('absence', ?)", (mark,))
        db.execute(
            "INSERT INTO matches (id, slug, rules_version, options, guild_id, channel_id,"
            " host_id, wants_thread, capacity, status, created_at)"
            " VALUES (1, 'toy', 1, '', 7, 8, 1, 0, 2, 'live', 1)"
        )
        db.commit()
        schema.migrate(db)
        began, ended = (
            datetime(2026, 1, 1, 10, tzinfo=UTC),
            datetime(2026, 1, 1, 12, 30, 0, 250_000, UTC),
        )
        assert guilds_db.attendances(db) == {7: Attendance(0, began, ended, 17)}
        assert db.execute("SELECT 1 FROM meta WHERE key = 'absence'").fetchall() == []


def test_migrations_are_numbered_without_gaps_and_say_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in migrations():
        head = file.read_text().splitlines()[:3]
        assert [line.split(":")[0] for line in head] == ["-- Revises", "-- Date", "-- Reason"]
    (tmp_path / "0002_second.sql").write_text("")
    monkeypatch.setattr(schema, "MIGRATIONS_DIR", tmp_path)
    with pytest.raises(StoreError, match="without gaps"):
        migrations()


# Backups


@pytest.mark.files
async def test_a_copy_made_in_use_takes_the_place_of_the_database(
    house: House, path: Path, tmp_path: Path, clock: Clock
) -> None:
    match_id = await house.match(ANN, BEA)
    kept = [await house.service.glance(match_id, user) for user in (ANN, BEA, None)]
    copy = tmp_path / "copy.db"

    assert backup_main([str(path), str(copy)]) == 0
    await house.finish(match_id)

    restored = House(await Store.open(copy), clock)
    glances = [await restored.service.glance(match_id, user) for user in (ANN, BEA, None)]
    assert glances == kept
    assert (await restored.finish(match_id)).status == "over"
    await restored.store.close()


@pytest.mark.files
async def test_copies_that_cannot_be_made(
    house: House, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken.db"
    taken.write_text("precious")
    assert backup_main([str(path), str(taken)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert taken.read_text() == "precious"
    with pytest.raises(StoreError, match="there is no database"):
        backup(tmp_path / "none.db", tmp_path / "new.db")
    with pytest.raises(StoreError, match="cannot copy"):
        backup(path, tmp_path / "nowhere" / "new.db")
    assert not list(tmp_path.glob("*.part"))
