"""A server that isn't there, refuses, restarts, is cut off, is full; who is faster."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg import errors

import config
from matches.db import meta
from matches.db.driver import Connection, IntegrityError
from matches.db.postgres import connecting, database
from matches.db.postgres.address import Server
from matches.db.postgres.address import address as read_address
from matches.db.postgres.schema import migrate
from matches.db.schema import migrations
from matches.db.store import Store
from matches.service import MatchService
from rules.errors import RefusedError, StoreError
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, CACHED, CEC, DAN, Clock, House, entropy
from tests.matches.proxy import Proxy, When
from tests.postgres import PostgresServer, binaries, running

ROOT: Final = Path(__file__).parents[2]
SECRET: Final = "hunter2"
RNG: Final = random.Random(5)
SOME: Final = "INSERT INTO meta (key, value) VALUES (?, ?)"


@pytest.fixture(scope="module")
def own(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """Yield a server that may be stopped."""
    programs = binaries()
    assert programs is not None
    with running(programs) as server:
        yield server


@pytest.fixture
async def served(postgres: PostgresServer) -> AsyncIterator[Store]:
    """Yield a store on a server."""
    store = await Store.open(postgres.shared())
    yield store
    await store.close()


async def read_all(store: Store) -> dict[str, str]:
    found = await store.read(lambda db: db.execute("SELECT key, value FROM meta").fetchall())
    return dict(found)


# Addresses


@pytest.mark.parametrize(
    "text",
    [
        f"postgresql://stolik:{SECRET}@host",
        f"postgresql://stolik:{SECRET}@host/",
        f"postgresql://stolik:a/{SECRET}@host/name",
        f"postgresql://stolik:a@{SECRET}@host/name",
        f"postgresql://stolik:a#{SECRET}@host/name",
        f"postgresql://stolik:a {SECRET}@host/name",
        f"postgresql://stolik:a%ec{SECRET}@host/name",
        f"postgresql://stolik:a%zz{SECRET}@host/name",
        f"postgresql://stolik:a%00{SECRET}@host/name",
        f"PostgreSQL://stolik:{SECRET}@host/name",
        f"postgresql:/stolik:{SECRET}@host/name",
        f"postgresql:stolik:{SECRET}@host/name",
        f"mysql://stolik:{SECRET}@host/name",
        f"host=localhost password={SECRET} dbname=name",
        "sqlite:///var/stolik.db",
        ":memory:",  # all would be gone at the end
    ],
)
def test_an_address_that_cannot_be_read_is_never_shown(text: str) -> None:
    with pytest.raises(config.ConfigError) as caught:
        config.load({"STOLIK_DATABASE": text, "DISCORD_TOKEN": "x"})
    words = str(caught.value)
    assert words.startswith("STOLIK_DATABASE is not an address like postgresql://user:password@")
    assert words.endswith(", nor the path of a file")
    assert SECRET not in words
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"postgresql://u:{SECRET}@h:5432/name?sslmode=require", "postgresql://h:5432/name"),
        (f"postgres://u:%40{SECRET}@[::1]/name", "postgresql://[::1]/name"),
        (f"postgresql:///name?password={SECRET}&host=/run", "postgresql://local/name"),
        (f"postgresql://u:{SECRET}@a:1,b:2/name", "postgresql://a:1,b:2/name"),
    ],
)
def test_an_address_is_shown_without_its_secrets(text: str, shown: str) -> None:
    settings = config.load({"STOLIK_DATABASE": text, "DISCORD_TOKEN": "x"})
    assert settings.database == Server(text)
    assert str(settings.database) == shown
    assert SECRET not in repr(settings)


@pytest.mark.parametrize("text", ["postgres.db", "var/stolik.db", "C:/stolik.db", "/a b/p@ss"])
def test_a_path_is_a_path(text: str) -> None:
    assert read_address(text) == Path(text)


# Opening


async def refused(url: str, caplog: pytest.LogCaptureFixture) -> str:
    """Return how a server is refused; nothing that is said may hold the password."""
    with pytest.raises(StoreError) as caught, caplog.at_level(logging.DEBUG):
        await Store.open(Server(url))
    told: BaseException | None = caught.value
    while told is not None:
        assert SECRET not in str(told)
        told = told.__cause__
    assert SECRET not in caplog.text
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_no_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(socket.socket()) as taken:  # nobody listens there
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        url = f"postgresql://stolik:{SECRET}@127.0.0.1:{port}/name"
        told = await refused(url, caplog)
    assert told.startswith(f"cannot use database postgresql://127.0.0.1:{port}/name: ")
    told = await refused(f"postgresql://stolik:{SECRET}@/name?host={tmp_path}", caplog)
    assert "No such file" in told


def let_in_with_a_password(own: PostgresServer) -> None:
    """Make a user who needs one."""
    with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
        raw.execute("CREATE ROLE locked LOGIN PASSWORD 'other'")
        rules = Path(raw.execute("SHOW hba_file").fetchone()[0])  # type: ignore[index]
        before = rules.read_text()
        rules.write_text(f"local all locked scram-sha-256\n{before}")
        raw.execute("SELECT pg_reload_conf()")


async def test_a_wrong_password(own: PostgresServer, caplog: pytest.LogCaptureFixture) -> None:
    let_in_with_a_password(own)
    right = own.url().replace("stolik@", f"locked:{SECRET}@")
    told = await refused(right, caplog)
    assert told.endswith("it refuses the user or the password")
    told = await refused(right.replace(f":{SECRET}", ""), caplog)
    assert told.endswith("it refuses the user or the password")


async def test_what_libpq_cannot_read(
    own: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    for option in (f"what={SECRET}", f"port={SECRET}"):
        await refused(f"{own.url()}&{option}", caplog)
    assert "can't read" in await refused(own.url().replace("stolik@", f"u:%zz{SECRET}@"), caplog)


async def test_no_such_database(own: PostgresServer, caplog: pytest.LogCaptureFixture) -> None:
    assert 'database "missing" does not exist' in await refused(own.url("missing"), caplog)


async def test_one_that_cannot_keep_every_letter(
    own: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
        raw.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    assert "create it with ENCODING 'UTF8'" in await refused(own.url("ascii"), caplog)


async def test_a_newer_schema_is_refused_and_left_alone(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    server = postgres.new()
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        raw.execute("UPDATE schema_version SET version = 99")
        assert "from a newer version (schema 99" in await refused(server.url, caplog)
        assert raw.execute("SELECT version FROM schema_version").fetchone() == (99,)


async def test_an_older_schema_is_migrated(own: PostgresServer) -> None:
    with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
        raw.execute("CREATE DATABASE older")
    server = Server(own.url("older"))
    await (await Store.open(server, for_leases=True)).close()
    with closing(psycopg.connect(server.url, autocommit=True)) as raw:
        assert raw.execute("SELECT version FROM schema_version").fetchone() == (13,)
        await (await Store.open(server)).close()
        found = raw.execute("SELECT version FROM schema_version").fetchone()
        assert found == (len(migrations()),)


MIGRATE: Final = """
import sys
from contextlib import closing
import psycopg
from matches.db.postgres.address import Server
from matches.db.postgres.schema import migrate
with closing(psycopg.connect(sys.argv[1], autocommit=True)) as raw:
    sys.stdin.read(1)
    migrate(raw, Server(sys.argv[1]))
"""


def test_processes_that_start_together_migrate_once(own: PostgresServer) -> None:
    with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
        raw.execute("CREATE DATABASE together")
    command = [sys.executable, "-c", MIGRATE, own.url("together")]
    pipe = subprocess.PIPE
    both = [subprocess.Popen(command, cwd=ROOT, stdin=pipe, stderr=pipe) for _ in range(2)]
    for one in both:
        assert one.stdin is not None
        one.stdin.write(b"x")
        one.stdin.flush()
    assert [one.communicate()[1] for one in both] == [b""] * 2
    with closing(psycopg.connect(own.url("together"), autocommit=True)) as raw:
        migrate(raw, Server(own.url("together")))
        assert raw.execute("SELECT version FROM schema_version").fetchall() == [
            (len(migrations()),)
        ]


async def test_a_server_that_is_read_only(
    own: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    server = own.new()
    store = await Store.open(server)
    with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
        name = server.url.partition("/n")[2].partition("?")[0]
        raw.execute(f"ALTER DATABASE n{name} SET default_transaction_read_only = on".encode())
    assert "it is read-only" in await refused(server.url, caplog)
    with pytest.raises(StoreError, match="it is read-only"):
        await written_anew(store)
    await store.close()


async def written_anew(store: Store) -> None:
    """Write over a new connection, as after a standby has taken over."""

    def lose(db: Connection) -> None:
        if first:
            first.clear()
            db.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        db.execute(SOME, ("a", "1"))

    first = [True]
    await store.write(lose)


# Values


async def test_text_with_nul_is_kept_without_it(served: Store) -> None:
    await served.set_meta("a", "x\0y")
    assert await served.get_meta("a") == "x\N{REPLACEMENT CHARACTER}y"


async def test_very_long_numbers_are_the_error_that_they_are_in_a_file(
    served: Store, path: Path
) -> None:
    def put(db: Connection) -> None:
        db.execute("INSERT INTO interactions (id, match_id, at) VALUES (?, 1, 1)", (2**63,))

    stores = served, await Store.open(path)
    for store in stores:
        with pytest.raises(OverflowError):
            await store.write(put)
        assert await store.get_meta("a") is None
    await stores[1].close()


async def test_bytes_are_bytes(served: Store) -> None:
    def look(db: Connection) -> list[Any]:
        return list(
            db.execute("SELECT CAST(? AS bytea), CAST('x' AS bytea)", (b"\0\xff",)).fetchone()
        )

    found = await served.read(look)
    assert found == [b"\0\xff", b"x"]
    assert {type(value) for value in found} == {bytes}


async def test_a_transaction_that_goes_on_after_an_error_is_a_bug(served: Store) -> None:
    def goes_on(db: Connection) -> None:
        db.execute(SOME, ("a", "1"))
        with suppress(IntegrityError):  # SQLite would keep the first row, PostgreSQL nothing
            db.execute(SOME, ("a", "2"))

    with pytest.raises(RuntimeError, match="after a statement had failed"):
        await served.write(goes_on)
    assert await read_all(served) == {}


async def test_a_store_works_on_after_transactions_that_were_undone(served: Store) -> None:
    def refuse(db: Connection) -> None:
        db.execute(SOME, (f"{n}", "1"))
        db.execute(SOME, (f"{n}", "2"))

    for n in range(20):  # the driver prepares what it is often given, and forgets it
        await served.set_meta("b", str(n))
        with pytest.raises(IntegrityError):
            await served.write(refuse)
    assert await read_all(served) == {"b": "19"}


# Restarts


async def play(house: House, match_id: int, done: Mapping[int, list[str]]) -> None:
    """Play a match to its end, and note each move that was acknowledged."""
    while True:
        info = await house.service.info(match_id)
        if not info.to_act:
            return
        user = info.seats[min(info.to_act)].user_id
        glance = await house.service.glance(match_id, user)
        move = format_move(RNG.choice(glance.moves))
        await house.service.play(match_id, user, move, interaction_id=house.interaction())
        done[match_id].append(move)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
async def test_a_restart_under_load_loses_and_doubles_nothing(
    own: PostgresServer, clock: Clock, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE_S", 60.0)
    store = await Store.open(own.new())
    house = House(store, clock)
    # So many that none can be over before a busy machine has stopped the server.
    done = {await house.match(ANN, BEA): list[str]() for _ in range(18)}
    playing = [asyncio.create_task(play(house, match_id, done)) for match_id in done]
    while sum(map(len, done.values())) < 20:  # noqa: ASYNC110 - nothing tells the test of it
        await asyncio.sleep(0.005)
    await asyncio.to_thread(own.stop, how)
    assert not all(task.done() for task in playing)
    await asyncio.to_thread(own.start)
    await asyncio.gather(*playing)

    for match_id, moves in done.items():
        rows = await house.sql(
            "SELECT move FROM log WHERE match_id = ? AND user_id > 0 ORDER BY ply", match_id
        )
        assert [move for (move,) in rows] == moves
        assert (await house.service.info(match_id)).status == "over"
    await store.close()


async def test_a_server_that_stays_away_is_said_once(
    own: PostgresServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "PATIENCE_S", 0.3)
    store = await Store.open(own.new())
    await asyncio.to_thread(own.stop)
    begun = time.monotonic()
    asked = [store.set_meta(str(n), "") for n in range(20)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert time.monotonic() - begun < 5
    assert {type(one) for one in found} == {StoreError}
    assert len([line for line in caplog.messages if "trying again" in line]) == 1
    await asyncio.to_thread(own.start)
    await store.set_meta("a", "b")
    assert await read_all(store) == {"a": "b"}
    await store.close()


async def test_closing_does_not_wait_for_a_server_that_is_gone(
    own: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE_S", 60.0)
    store = await Store.open(own.new())
    await asyncio.to_thread(own.stop)
    asked = [asyncio.create_task(store.set_meta(str(n), "")) for n in range(20)]
    await asyncio.sleep(0.1)
    begun = time.monotonic()
    await store.close()
    assert time.monotonic() - begun < 5
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(one) for one in found} == {StoreError}
    await asyncio.to_thread(own.start)
    with pytest.raises(StoreError, match="the database is closed"):
        await store.get_meta("a")
    await store.close()


# A connection that is cut


@contextmanager
def cut_off(server: Server) -> Iterator[tuple[Proxy, Server]]:
    """Yield what cuts connections to a server, and its address."""
    folder = server.url.partition("host=")[2]
    with (
        tempfile.TemporaryDirectory(prefix="cut-") as own,
        Proxy(Path(own), Path(folder) / ".s.PGSQL.5432") as proxy,
    ):
        yield proxy, Server(server.url.replace(folder, own))


@pytest.mark.parametrize("when", ["before", "after", "late"])
async def test_a_connection_lost_at_commit_does_it_once(
    postgres: PostgresServer, clock: Clock, when: When
) -> None:
    with cut_off(postgres.shared()) as (proxy, server):
        store = await Store.open(server)
        house = House(store, clock)
        match_id = await house.match(ANN, BEA)
        glance = await house.service.glance(match_id, ANN)
        proxy.cuts = [when]
        report = await house.play(match_id, ANN, format_move(glance.moves[0]))
        assert report.glance.match.ply == 2
        rows = await house.sql("SELECT count(*) FROM log WHERE user_id > 0")
        assert rows == [(1,)]
        assert proxy.cuts == []
        await store.close()


async def test_commits_cut_again_and_again(postgres: PostgresServer) -> None:
    with cut_off(postgres.shared()) as (proxy, server):
        store = await Store.open(server)
        await store.set_meta("n", "0")

        def one_more(db: Connection) -> int:
            n = int(meta.get(db, "n") or 0) + 1
            meta.put(db, {"n": str(n)})
            return n

        proxy.cuts = ["before", "after", "before", "before", "late", "after"] * 3
        assert [await store.write(one_more) for _ in range(12)] == [*range(1, 13)]
        assert await store.get_meta("n") == "12"
        await store.close()


async def test_a_process_that_hangs_in_a_transaction_lets_go(postgres: PostgresServer) -> None:
    server = postgres.shared()
    store = await Store.open(server)
    await store.set_meta("a", "1")
    with closing(connecting.connected(server)) as hung:
        found = hung.execute("SHOW idle_in_transaction_session_timeout").fetchone()
        assert found == ("5s",)
        hung.execute("SET idle_in_transaction_session_timeout = '200ms'")
        hung.execute("BEGIN; UPDATE meta SET value = '2'")
        await store.set_meta("a", "3")
        with pytest.raises(errors.IdleInTransactionSessionTimeout):
            hung.execute("COMMIT")
    assert await store.get_meta("a") == "3"
    await store.close()


# Who is faster


async def test_two_processes_on_one_match(postgres: PostgresServer, clock: Clock) -> None:
    server = postgres.shared()
    stores = [await Store.open(server), await Store.open(server)]
    house = House(stores[0], clock)
    others = [MatchService(s, clock=clock, cached=CACHED, entropy=entropy) for s in stores]
    match_id = await house.match(ANN, BEA)
    for number in range(0, 40, 2):
        clock.advance(1)
        info = await house.service.info(match_id)
        if not info.to_act:
            break
        user = info.seats[min(info.to_act)].user_id
        both = [await one.glance(match_id, user) for one in others]  # both know the match now
        move = format_move(both[0].moves[0])
        asked = [
            one.play(match_id, user, move, interaction_id=1000 + number + n, ply=info.ply)
            for n, one in enumerate(others)
        ]
        found = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in found if isinstance(one, RefusedError)]
        assert len(refused) == 1, [type(one) for one in found]
        for one in (house.service, *others):
            one._cache.forget(match_id)
    rows = await house.sql("SELECT ply FROM log WHERE match_id = ? ORDER BY ply", match_id)
    assert rows == [(n,) for n in range(1, len(rows) + 1)]
    for one in others:
        await one.computers.close()
    for store in stores:
        await store.close()


async def test_matches_opened_at_once_get_different_numbers(
    postgres: PostgresServer, clock: Clock
) -> None:
    server = postgres.shared()
    stores = [await Store.open(server) for _ in range(4)]
    houses = [House(store, clock) for store in stores]
    for number, house in enumerate(houses):
        house._channels = itertools.count(1000 * number)
    asked = [house.lobby(host) for house, host in zip(houses, (ANN, BEA, CEC, DAN), strict=True)]
    numbers = [info.id for info in await asyncio.gather(*asked)]
    assert sorted(numbers) == [1, 2, 3, 4]
    for store in stores:
        await store.close()


async def test_a_cancelled_request_is_finished_all_the_same(postgres: PostgresServer) -> None:
    store = await Store.open(postgres.shared())

    def slow(db: Connection) -> None:
        time.sleep(0.1)
        db.execute(SOME, ("a", "1"))

    asked = asyncio.create_task(store.write(slow))
    queued = asyncio.create_task(store.set_meta("b", "2"))
    await asyncio.sleep(0.03)
    asked.cancel()
    queued.cancel()
    for task in (asked, queued):
        with pytest.raises(asyncio.CancelledError):
            await task
    assert "a" in await read_all(store)
    await store.close()


# The disk


@contextmanager
def small_disk() -> Iterator[Path]:
    """Yield a disk of 24 MB, which only root can make."""
    folder = Path(tempfile.mkdtemp(prefix="small-"))
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "none", str(folder)],
        capture_output=True,
        check=False,
    )
    if mount.returncode:
        folder.rmdir()
        pytest.skip("only root can make a small disk")
    try:
        shutil.chown(folder, "postgres")
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


async def filled(store: Store) -> int:
    """Fill the disk; return how many rows it has taken."""
    for number in range(400):
        try:
            await store.set_meta(str(number), secrets.token_hex(50_000))
        except StoreError as error:
            assert str(error).endswith("its disk is full: make room")  # noqa: PT017 - which one?
            return number
    raise AssertionError


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tmpfs")
async def test_a_full_disk(own: PostgresServer) -> None:
    with small_disk() as disk:
        with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
            raw.execute(f"CREATE TABLESPACE small LOCATION '{disk}'".encode())
            raw.execute("CREATE DATABASE small TABLESPACE small")
        store = await Store.open(Server(own.url("small")))
        kept = await filled(store)
        assert 0 < len(await read_all(store)) == kept
        await store.close()
        with closing(psycopg.connect(own.url(), autocommit=True)) as raw:
            raw.execute("DROP DATABASE small")
            raw.execute("DROP TABLESPACE small")
