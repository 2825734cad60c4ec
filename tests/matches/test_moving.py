"""A whole database moved from a file to a server and back, and what can go wrong."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from matches.db.desk import rows
from matches.db.desk.copies import backup
from matches.db.desk.moving import Moved, move
from matches.db.desk.rows import FileRows, Row, Table, Tally, tables
from matches.db.driver import Connection
from matches.db.postgres.address import Address, AddressError, Server
from matches.db.postgres.address import address as typed
from matches.db.postgres.rows import ServerRows
from matches.db.schema import connect, migrate, part_of
from matches.db.store import Store
from rules.errors import StoreError
from scripts.move_database import main
from tests.matches.helpers import ANN, BEA, CEC, Clock, House
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]
WATCH_S = 0.5


@pytest.fixture(params=["file", "server"])
def target(request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresServer) -> Address:
    """Return a place where there is nothing yet."""
    return postgres.bare() if request.param == "server" else tmp_path / "moved.db"


@pytest.fixture
def elsewhere(address: Address, tmp_path: Path, postgres: PostgresServer) -> Address:
    """Return a place of the other kind where there is nothing yet."""
    return postgres.bare() if isinstance(address, Path) else tmp_path / "moved.db"


def moved(
    source: Address, target: Address, told: Callable[[str, Tally], None] = lambda *_: None
) -> Moved:
    return move(source, target, replays=10, watch_s=WATCH_S, told=told)


async def everything(place: Address) -> dict[str, list[Row]]:
    """Return all rows by table, except leases."""
    store = await Store.open(place)

    def read(db: Connection) -> dict[str, list[Row]]:
        named = [table for table in tables() if table.name != "leases"]
        return {table.name: sorted(db.execute(table.query).fetchall(), key=repr) for table in named}

    found = await store.read(read)
    await store.close()
    return found


async def test_all_is_there_and_a_match_goes_on(
    house: House, target: Address, clock: Clock
) -> None:
    one, other = await house.match(ANN, BEA), await house.match(BEA, CEC)
    over = await house.match(ANN, CEC)
    await house.finish(over)
    await house.store.set_meta("odd", "a\\b\tc\nd 'e' é 🎲 \\N")
    glances = [await house.service.glance(one, user) for user in (ANN, BEA, None)]
    await house.store.close()
    before = await everything(house.store.address)
    assert before["log"]
    assert before["outbox"]

    found = moved(house.store.address, target)
    assert found.replayed == 2
    assert {name: tally.rows for name, tally in found.counts.items() if name != "leases"} == {
        name: len(there) for name, there in before.items()
    }
    assert await everything(target) == before

    there = House(await Store.open(target), clock)
    assert [await there.service.glance(one, user) for user in (ANN, BEA, None)] == glances
    for match_id in (one, other):
        assert (await there.finish(match_id)).status == "over"
    assert await there.match(ANN, BEA) == over + 1  # a number that nobody has
    await there.store.close()


async def test_nobody_holds_the_lease_there(store: Store, elsewhere: Address) -> None:
    await store.write(
        lambda db: db.execute("INSERT INTO leases VALUES ('all', 7, 9, 'token', 'host', 1, '', 0)")
    )
    await store.set_meta("waiting:host", "x")
    await store.close()
    moved(store.address, elsewhere)
    there = await Store.open(elsewhere)
    sql = "SELECT epoch, renewals, token, place FROM leases"
    ((epoch, renewals, token, place),) = await there.read(lambda db: db.execute(sql).fetchall())
    assert epoch in (7, 8)
    assert (renewals, token, place) == (9, "", "")
    assert await there.get_meta("waiting:host") is None
    await there.close()


@pytest.mark.files
async def test_nul_cannot_be_kept_and_is_told(
    store: Store, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.set_meta("odd", "a\0b \\x00")
    await store.set_meta("plain", "\\x00")
    await store.close()
    to = postgres.bare()
    assert main([str(store.address), to.url]) == 0
    assert "1 of them held the letter NUL" in capsys.readouterr().out
    there = await Store.open(to)
    assert await there.get_meta("odd") == "a\N{REPLACEMENT CHARACTER}b \\x00"
    assert await there.get_meta("plain") == "\\x00"
    await there.close()


# Places that won't do


async def test_a_place_that_is_not_empty_stays_as_it_is(
    store: Store, elsewhere: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.close()
    there = await Store.open(elsewhere)
    await there.set_meta("precious", "x")
    await there.close()
    before = await everything(elsewhere)
    with pytest.raises(StoreError, match="isn't empty|exists already"):
        moved(store.address, elsewhere)
    assert await everything(elsewhere) == before

    source = store.address.url if isinstance(store.address, Server) else str(store.address)
    assert main([source, source]) == 1
    assert "can't be moved to itself" in capsys.readouterr().err


@pytest.mark.files
async def test_a_server_with_tables_of_others_is_not_empty(
    store: Store, postgres: PostgresServer
) -> None:
    await store.close()
    to = postgres.bare()
    with closing(psycopg.connect(to.url, autocommit=True)) as raw:
        raw.execute("CREATE TABLE diary (words text)")
    with pytest.raises(StoreError, match="isn't empty"):
        moved(store.address, to)


@pytest.mark.parametrize(
    ("version", "words"), [(1, "is older: start this version's bot once"), (99, "newer version")]
)
async def test_another_version(
    store: Store, postgres: PostgresServer, target: Address, version: int, words: str
) -> None:
    await store.close()
    source = store.address
    if isinstance(source, Path):
        with closing(sqlite3.connect(source)) as db:
            db.execute(f"PRAGMA user_version = {version}")
    else:
        source = postgres.new()
        with closing(psycopg.connect(source.url, autocommit=True)) as raw:
            raw.execute("UPDATE schema_version SET version = %s", (version,))
    with pytest.raises(StoreError, match=words):
        moved(source, target)
    check = await Store.open(target)  # nothing was begun
    await check.close()


async def test_no_database(tmp_path: Path, postgres: PostgresServer, target: Address) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        moved(tmp_path / "none.db", target)
    with pytest.raises(StoreError, match="there is no bot's database"):
        moved(postgres.bare(), target)
    gone = Server(postgres.url("gone"))
    with pytest.raises(StoreError, match="does not exist"):
        moved(gone, target)
    with pytest.raises(StoreError, match="does not exist"):
        moved(tmp_path / "none.db", gone)


# Moves that are cut off


def names(folder: Path, pattern: str) -> list[str]:
    return [path.name for path in folder.glob(pattern)]


async def refuses_and_is_made_again(source: Address, target: Address) -> None:
    """Check that no bot starts on the target, and that the move can be made again."""
    with pytest.raises(StoreError, match=r"is unfinished, .* run scripts.move_database again"):
        await Store.open(target)
    with pytest.raises(StoreError, match="is unfinished"):
        await Store.open(target, for_leases=True)
    before = await everything(source)
    moved(source, target)
    assert await everything(target) == before


async def test_one_that_is_killed(house: House, elsewhere: Address) -> None:
    await house.match(ANN, BEA)
    await house.store.close()
    places = [
        one.url if isinstance(one, Server) else str(one) for one in (house.store.address, elsewhere)
    ]
    code = (
        "import os, signal; from scripts import move_database as it;"
        "it.told = lambda name, _: name == 'log' and os.kill(os.getpid(), signal.SIGKILL);"
        f"it.main({places!r})"
    )
    assert python(code) == -9
    if isinstance(elsewhere, Server):
        _wait_until_alone(elsewhere)
    await refuses_and_is_made_again(house.store.address, elsewhere)


def python(code: str) -> int:
    """Run a process of its own and return how it ended."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode


def _wait_until_alone(server: Server) -> None:
    """Wait until the server has noticed that a process is dead."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    until = time.monotonic() + 10
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        while raw.execute(others).fetchone() != (1,):
            assert time.monotonic() < until
            time.sleep(0.02)


@pytest.mark.files
async def test_one_whose_server_is_restarted(house: House, postgres: PostgresServer) -> None:
    await house.match(ANN, BEA)
    await house.store.close()
    to = postgres.bare()

    def told(name: str, _: Tally) -> None:
        with closing(psycopg.connect(to.url, autocommit=True)) as raw:
            raw.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    with pytest.raises(StoreError, match="cannot use database"):
        moved(house.store.address, to, told)
    await refuses_and_is_made_again(house.store.address, to)


@pytest.mark.files
async def test_one_that_fills_the_disk_of_a_server(house: House, postgres: PostgresServer) -> None:
    await house.store.close()
    to = postgres.bare()

    def told(name: str, _: Tally) -> None:
        raise psycopg.errors.DiskFull("could not extend file")

    with pytest.raises(StoreError, match="its disk is full: make room"):
        moved(house.store.address, to, told)
    await refuses_and_is_made_again(house.store.address, to)


@pytest.mark.files
async def test_one_that_fills_the_disk(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.match(ANN, BEA)
    await house.store.set_meta("long", "x" * 1_000_000)
    await house.store.close()

    def small(db: sqlite3.Connection) -> None:
        migrate(db)
        db.execute("PRAGMA max_page_count = 150")

    monkeypatch.setattr(rows, "migrate", small)
    to = tmp_path / "moved.db"
    with pytest.raises(StoreError, match="the disk is full"):
        moved(house.store.address, to)
    assert part_of(to).stat().st_size == 0
    monkeypatch.undo()
    await refuses_and_is_made_again(house.store.address, to)


# What differs afterwards


async def test_a_row_that_gets_lost_is_noticed(
    house: House, elsewhere: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.match(ANN, BEA)
    await house.store.close()
    kind = FileRows if isinstance(elsewhere, Path) else ServerRows
    real = kind.add

    def add(self: object, table: Table, found: list[Row]) -> None:
        held = list(found)
        real(self, table, held[1:] if table.name == "log" else held)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "add", add)
    with pytest.raises(StoreError, match="table log differs after copying"):
        moved(house.store.address, elsewhere)
    monkeypatch.undo()
    await refuses_and_is_made_again(house.store.address, elsewhere)


async def test_a_value_that_changes_is_noticed(
    house: House, elsewhere: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.match(ANN, BEA)
    await house.store.close()
    kind = FileRows if isinstance(elsewhere, Path) else ServerRows
    real = kind.add

    def add(self: object, table: Table, found: list[Row]) -> None:
        bent = [(*row[:-1], 1) if table.name == "seats" else row for row in found]
        real(self, table, bent)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "add", add)
    with pytest.raises(StoreError, match="table seats differs after copying"):
        moved(house.store.address, elsewhere)


async def test_a_match_that_does_not_replay(house: House, elsewhere: Address) -> None:
    await house.match(ANN, BEA)
    await house.store.write(lambda db: db.execute("UPDATE matches SET ply = 3"))
    await house.store.close()
    with pytest.raises(StoreError, match="not sound"):
        moved(house.store.address, elsewhere)


@pytest.mark.files
async def test_a_reference_that_leads_nowhere(store: Store, path: Path, target: Address) -> None:
    await store.close()
    with closing(connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("INSERT INTO log VALUES (7, 1, 0, 'move', NULL, 0)")
    with pytest.raises(StoreError, match="foreign key|belong to a match that isn't there"):
        moved(path, target)


# Bots


@pytest.mark.files
async def test_a_file_that_a_bot_has_open(store: Store, target: Address) -> None:
    with pytest.raises(StoreError, match="is in use .* stop the bot first"):
        moved(store.address, target)
    await store.close()
    moved(store.address, target)


@pytest.mark.files
async def test_a_backup_stays_a_backup(
    house: House, tmp_path: Path, postgres: PostgresServer
) -> None:
    """A whole restore: a backup is made while a bot runs, and nobody runs on it."""
    match_id = await house.match(ANN, BEA)
    copy = tmp_path / "backup.db"
    backup(house.store.address, copy)
    was = copy.read_bytes()
    to = postgres.bare()
    moved(copy, to)
    assert copy.read_bytes()[100:] == was[100:]
    assert names(tmp_path, "backup.db*") == ["backup.db"]
    there = House(await Store.open(to), house.clock)
    assert (await there.finish(match_id)).status == "over"
    await there.store.close()


def test_the_address_of_a_server_and_its_password() -> None:
    for url in (
        "postgresql://ada:s3cret@host:5432/name?sslmode=require",
        "postgresql://ada@host/name?password=s3cret",
        "postgresql://ada:s3/cret@host/name",
        "postgresql://ada:s3[cret@host/name",
        "postgresql://ada:s3%zzcret@host/name",
        "postgresql://ada:s3cret@host:port/name",
        "postgresql://ada:\N{ACCOUNT OF}s3cret@host/name",
    ):
        told = ""
        try:
            place = typed(url)
        except AddressError as error:
            told = str(error)
        else:
            assert isinstance(place, Server)
            told = str(place) + repr(place)
        assert told
        assert "cret" not in told


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:s3[cret@host/name",
        "postgresql://ada:s3%zzcret@host/name",
        "postgresql://ada:s3/cret@host/name",
        "postgresql://ada:s3cret@host:port/name",
        "postgresql://ada:s3cret@/name?host=/nowhere",
    ],
)
@pytest.mark.files
async def test_no_error_shows_a_password(
    url: str, store: Store, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    await store.close()
    for places in ([str(store.address), url], [url, "new.db"]):
        assert main(places) == 1
    said = capsys.readouterr()
    with pytest.raises((StoreError, AddressError)) as caught:
        await Store.open(typed(url))
    told = said.out + said.err + caplog.text + str(caught.value)
    assert any(part in told for part in ("the database", "cannot use database", "not an address"))
    assert "cret" not in told


@pytest.mark.files
async def test_a_wrong_password(
    store: Store, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    await store.close()
    postgres.ask_for_password("careful", "right")
    to = postgres.bare()
    url = to.url.replace("stolik@", "careful:wrong@")
    assert main([str(store.address), url]) == 1
    said = capsys.readouterr().err
    assert "refuses the user or the password" in said
    assert "wrong" not in said
    assert main([str(store.address), url.replace("wrong", "right")]) == 0
    assert "right" not in capsys.readouterr().out
