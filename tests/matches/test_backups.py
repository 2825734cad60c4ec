"""Backups on a schedule: made, checked, kept, and what happens when one fails."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from matches import backups as backups_module
from matches.backups import Backups
from matches.db import schema
from matches.db.desk import copies
from matches.db.desk.copies import backup
from matches.db.driver import Connection
from matches.db.matches import load
from matches.db.store import Store
from rules.errors import StoreError
from tests.files import file_of
from tests.matches.fakes import until
from tests.matches.helpers import ANN, BEA, Clock, House

pytestmark = pytest.mark.files
DAY = 86400.0


@pytest.fixture
def kept(store: Store, clock: Clock) -> Backups:
    """Return backups, of which three are kept."""
    return backups(store, clock, 3)


def backups(store: Store, clock: Clock, kept: int) -> Backups:
    path = file_of(store)
    folder = path.with_name("backups")
    return Backups(path, clock, folder=folder, kept=kept, every=timedelta(days=1))


def names(kept: Backups) -> list[str]:
    return sorted(path.name for path in kept.folder.iterdir())


async def bend(store: Store, match_id: int) -> None:
    """Damage the log of a match so that it no longer replays."""

    def job(db: Connection) -> None:
        db.execute("DROP TRIGGER IF EXISTS log_keeps_values")
        db.execute("UPDATE log SET move = 'gibberish' WHERE match_id = ? AND ply = 1", (match_id,))

    await store.write(job)


async def test_a_backup_is_a_whole_database(house: House, kept: Backups) -> None:
    match_id = await house.match(ANN, BEA)
    assert await kept.make()
    ((at, path),) = kept.made()
    assert at == house.clock.now
    assert path.name == "stolik-20260101T000000Z.db"
    with closing(schema.connect(path)) as db:
        stored = load(db, match_id)
        assert stored is not None
        assert stored.info == await house.service.info(match_id)
        assert db.execute("PRAGMA auto_vacuum").fetchone() == (schema.INCREMENTAL,)
    assert kept.folder.stat().st_mode & 0o077 == 0


async def test_the_newest_are_kept_and_files_of_others_stay(house: House, kept: Backups) -> None:
    kept.folder.mkdir()
    (kept.folder / "stolik-before-the-upgrade.db").touch()
    (kept.folder / "stolik-20250101T000000Z.db.part").touch()
    (kept.folder / "mine.db.part").touch()
    (kept.folder / "stolik-mine.db.part").touch()
    (kept.folder / "film.part1.rar").touch()
    for _ in range(5):
        assert await kept.make()
        house.clock.advance(DAY)
    assert names(kept) == [
        "film.part1.rar",
        "mine.db.part",
        "stolik-20260103T000000Z.db",
        "stolik-20260104T000000Z.db",
        "stolik-20260105T000000Z.db",
        "stolik-before-the-upgrade.db",
        "stolik-mine.db.part",
    ]


async def test_one_that_does_not_replay_does_not_count(
    house: House, kept: Backups, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await house.match(ANN, BEA)
    for _ in range(3):
        assert await kept.make()
        house.clock.advance(DAY)
    good = names(kept)
    await bend(house.store, match_id)
    since = house.clock.now
    for _ in range(3):
        assert not await kept.make()
        house.clock.advance(3600)
    assert names(kept) == good
    assert [line.message for line in caplog.records if "backup failed" in line.message]
    assert caplog.text.count("a backup failed") == 1
    assert "gibberish" not in caplog.text
    assert kept.failure is not None
    assert kept.failure.since == since
    assert "does not replay" in kept.failure.why

    await house.store.write(lambda db: db.execute("UPDATE matches SET broken = 'known'"))
    assert await kept.make()  # it says nothing about the copy that this match is broken
    assert "backups work again" in caplog.text
    assert vars(kept)["failure"] is None


async def test_a_damaged_copy_does_not_count(
    house: House, kept: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.match(ANN, BEA)
    real = copies._opened

    def opened(path: Path, stop: object) -> Connection:
        if path.name.endswith(schema.PART):
            raw = bytearray(path.read_bytes())
            raw[4096:12288] = bytes(8192)
            path.write_bytes(raw)
        return real(path, lambda: False)

    monkeypatch.setattr(copies, "_opened", opened)
    assert not await kept.make()
    assert names(kept) == []


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite fail like on a full disk, in the middle of writing the copy."""
    real = copies._opened

    class Full:
        def __init__(self, db: sqlite3.Connection, path: Path) -> None:
            self.db, self.path = db, path

        def execute(self, sql: str, values: tuple[str, ...] = ()) -> sqlite3.Cursor:
            if sql.startswith("VACUUM"):
                Path(values[0]).write_bytes(b"half a copy")
                raise sqlite3.OperationalError("database or disk is full")
            return self.db.execute(sql, values)

        def close(self) -> None:
            self.db.close()

    monkeypatch.setattr(copies, "_opened", lambda path, stop: Full(real(path, stop), path))


async def test_a_full_disk_costs_no_older_backup_and_no_match(
    house: House, kept: Backups, request: pytest.FixtureRequest
) -> None:
    match_id = await house.match(ANN, BEA)
    for _ in range(3):
        assert await kept.make()
        house.clock.advance(DAY)
    good = names(kept)
    request.getfixturevalue("full_disk")
    assert not await kept.make()
    assert names(kept) == good
    assert kept.failure is not None
    assert "full" in kept.failure.why
    assert (await house.service.info(match_id)).status == "live"


async def test_it_does_not_fill_the_disk_that_play_needs(
    house: House, kept: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=100_000))
    assert not await kept.make()
    assert names(kept) == []
    assert kept.failure is not None
    assert "there are 100,000" in kept.failure.why


async def test_a_folder_that_cannot_be_made_is_a_failure_and_no_crash(
    house: House, kept: Backups
) -> None:
    kept.folder.write_text("somebody's file")
    assert not await kept.make()
    assert kept.failure is not None


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the schedule look again and again; it goes by the clock all the same."""
    for wait in ("SETTLED", "RETRY"):
        monkeypatch.setattr(backups_module, wait, timedelta(milliseconds=1))


async def test_a_start_makes_none(house: House, kept: Backups) -> None:
    kept.start()
    await asyncio.sleep(0.05)
    await kept.close()
    assert kept.made() == []  # so a crash loop makes none, and nobody waits for it


@pytest.mark.usefixtures("quick")
async def test_a_restart_makes_none_too_early(house: House, kept: Backups) -> None:
    assert await kept.make()
    house.clock.advance(DAY - 60)
    kept.start()
    kept.start()
    await asyncio.sleep(0.05)
    assert len(kept.made()) == 1
    house.clock.advance(60)
    await until(lambda: len(kept.made()) == 2)
    await asyncio.sleep(0.05)
    await kept.close()
    assert len(kept.made()) == 2


@pytest.mark.usefixtures("quick")
async def test_a_file_from_the_future_stops_nothing(house: House, kept: Backups) -> None:
    kept.folder.mkdir()
    (kept.folder / "stolik-20300101T000000Z.db").touch()
    kept.start()
    await until(lambda: len(kept.made()) == 1)
    await asyncio.sleep(0.05)
    await kept.close()
    assert [at for at, _ in kept.made()] == [house.clock.now]


async def test_files_from_the_future_take_no_place(house: House, kept: Backups) -> None:
    kept.folder.mkdir()
    future = ["stolik-20300101T000000Z.db", "stolik-20300102T000000Z.db"]
    for name in future:
        (kept.folder / name).touch()
    for _ in range(4):
        assert await kept.make()
        house.clock.advance(DAY)
    assert len(kept.made()) == 3
    assert names(kept)[3:] == future


@pytest.mark.usefixtures("quick")
async def test_an_unforeseen_error_is_logged_and_the_next_one_works(
    house: House,
    kept: Backups,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(_: Path) -> None:
        raise RuntimeError("a hand")

    with monkeypatch.context() as patch:
        patch.setattr("matches.backups.size", broken)
        kept.start()
        await until(lambda: kept.failure is not None)
    assert kept.failure is None or kept.failure.why == "RuntimeError", "its words may name a hand"
    assert not any("a hand" in record.getMessage() for record in caplog.records)
    await until(lambda: kept.failure is None)
    await kept.close()
    assert len(kept.made()) == 1
    assert [r.exc_info is not None for r in caplog.records if r.levelname == "ERROR"] == [True]


@pytest.mark.usefixtures("quick")
async def test_a_folder_that_cannot_be_read_ends_nothing(
    house: House, kept: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable() -> list[object]:
        raise PermissionError("denied")

    with monkeypatch.context() as patch:
        patch.setattr(kept, "made", unreadable)
        kept.start()
        await until(lambda: kept.failure is not None)
        house.clock.advance(DAY)
    await until(lambda: kept.failure is None)
    await kept.close()


@pytest.mark.usefixtures("quick")
async def test_a_failed_one_is_tried_again(house: House, kept: Backups) -> None:
    kept.folder.write_text("somebody's file")
    kept.start()
    await until(lambda: kept.failure is not None)
    kept.folder.unlink()
    await until(lambda: kept.failure is None)
    await kept.close()
    assert len(kept.made()) == 1


async def test_none_are_made_if_none_are_kept(store: Store, clock: Clock) -> None:
    off = backups(store, clock, 0)
    off.start()
    assert off._task is None
    await off.close()
    assert not off.folder.exists()


async def test_a_bot_that_stops_gives_one_up(
    house: House,
    kept: Backups,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(copies, "_STEPS", 1)
    await house.match(ANN, BEA)
    await kept.close()
    assert not await kept.make()
    assert names(kept) == []
    assert kept.failure is None
    assert "failed" not in caplog.text


async def test_writers_do_not_wait_for_a_backup(house: House, kept: Backups) -> None:
    def fill(db: Connection) -> None:
        db.execute("CREATE TABLE ballast (x BLOB)")
        db.executemany("INSERT INTO ballast VALUES (randomblob(100000))", [()] * 200)

    await house.store.write(fill)
    made, slowest, writes = asyncio.create_task(kept.make()), 0.0, 0
    while not made.done():
        begun = time.perf_counter()
        await house.store.set_meta("x", str(writes))
        slowest, writes = max(slowest, time.perf_counter() - begun), writes + 1
    assert await made
    assert writes > 3
    assert slowest < 1  # a lock would have held one for all of it, or for BUSY_S


def test_a_copy_of_an_older_schema_is_made_without_replays(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    schema.connect(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 1")
    assert backup(path, tmp_path / "copy.db", replays=10) == 0


def test_a_copy_can_be_given_up(tmp_path: Path) -> None:
    path = tmp_path / "big.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (x)")
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
            " INSERT INTO t SELECT i FROM n"
        )
        db.commit()
    with pytest.raises(StoreError, match="interrupted"):
        backup(path, tmp_path / "copy.db", stop=lambda: True)
    assert [file.name for file in tmp_path.iterdir()] == ["big.db"]
