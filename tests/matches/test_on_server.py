"""What the operator does with a database on a server: backups, restores, a look at its health."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

import health
from matches import lease as lease_module
from matches.backups import Backups
from matches.db import meta
from matches.db.bots import leases
from matches.db.desk.copies import backup
from matches.db.desk.moving import move
from matches.db.desk.restoring import alone
from matches.db.desk.rows import FileRows
from matches.db.driver import Connection
from matches.db.matches import load
from matches.db.postgres import presence
from matches.db.postgres.address import Server
from matches.db.schema import connect
from matches.db.store import Store
from matches.desk import Desk
from matches.lease import ALL, only_bot
from rules.errors import StoreError
from scripts.backup import main as backup_main
from scripts.restore import main as restore_main
from tests.matches.helpers import ANN, BEA, CEC, Clock, House
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]
WATCH_S = 0.5


@pytest.fixture
def server(postgres: PostgresServer) -> Server:
    """Return an empty database with all tables."""
    return postgres.shared()


@pytest.fixture
async def there(server: Server, clock: Clock) -> AsyncIterator[House]:
    """Yield a service on a server."""
    house = House(await Store.open(server), clock)
    yield house
    await house.store.close()


@pytest.fixture
def kept(server: Server, clock: Clock, tmp_path: Path) -> Backups:
    folder = tmp_path / "far" / "backups"
    return Backups(server, clock, folder=folder, kept=2, every=timedelta(days=1))


# Backups


async def test_a_backup_is_a_file_with_everything(
    there: House, kept: Backups, postgres: PostgresServer
) -> None:
    match_id = await there.match(ANN, BEA)
    for _ in range(3):
        assert await kept.make()
        there.clock.advance(86400)
    assert len(kept.made()) == 2
    path = kept.made()[0][1]
    assert [file.suffix for file in kept.folder.iterdir()] == [".db", ".db"]
    assert kept.folder.stat().st_mode & 0o077 == 0
    with closing(connect(path)) as db:
        stored = load(db, match_id)
        assert stored is not None
        assert stored.info == await there.service.info(match_id)

    to = postgres.bare()  # a whole restore
    assert move(path, to, replays=10, watch_s=WATCH_S, told=lambda *_: None).replayed == 1
    again = House(await Store.open(to), there.clock)
    assert (await again.finish(match_id)).status == "over"
    await again.store.close()


async def test_writers_do_not_wait_and_are_not_in_it(
    there: House, kept: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await there.store.set_meta("x", "before")
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop, real = asyncio.get_running_loop(), FileRows.add

    def add(self: FileRows, table: Any, rows: Any) -> None:
        if table.name == "matches":  # the first
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(10)
        real(self, table, rows)

    monkeypatch.setattr(FileRows, "add", add)
    making = asyncio.create_task(kept.make())
    await begun.wait()
    async with asyncio.timeout(5):
        await there.store.set_meta("x", "after")
        await there.match(ANN, BEA)
    go_on.set()
    assert await making
    with closing(connect(kept.made()[0][1])) as db:
        assert meta.get(db, "x") == "before"
        assert db.execute("SELECT count(*) FROM matches").fetchone() == (0,)


async def test_one_that_does_not_replay_does_not_count(there: House, kept: Backups) -> None:
    await there.match(ANN, BEA)
    await there.store.write(lambda db: db.execute("UPDATE matches SET ply = 9"))
    assert not await kept.make()
    assert list(kept.folder.iterdir()) == []
    assert kept.failure is not None
    assert "not sound" in kept.failure.why


async def test_one_is_not_begun_without_room_and_is_given_up(
    there: House, kept: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    await there.match(ANN, BEA)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("D", (), {"free": 100_000}))
    assert not await kept.make()
    assert kept.failure is not None
    assert "there are 100,000" in kept.failure.why
    monkeypatch.undo()
    monkeypatch.setattr("matches.db.desk.rows._ASK_EVERY", 1)
    await kept.close()
    assert not await kept.make()
    assert list(kept.folder.iterdir()) == []


async def test_a_server_that_is_away_is_a_failure_without_its_password(
    clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away = Server("postgresql://ada:s3cret@/name?host=/nowhere")
    kept = Backups(away, clock, folder=tmp_path, kept=1, every=timedelta(days=1))
    assert not await kept.make()
    assert kept.failure is not None
    assert "cannot use database" in kept.failure.why
    assert "s3cret" not in kept.failure.why + caplog.text


async def test_the_script_takes_a_server(
    there: House, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await there.match(ANN, BEA)
    assert backup_main([server.url, str(tmp_path / "copy.db")]) == 0
    assert "live matches replayed: 1" in capsys.readouterr().out
    assert backup_main([server.url, str(tmp_path / "copy.db")]) == 1
    assert "exists already" in capsys.readouterr().err


# Being alone


def held(server: Server) -> leases.Lease:
    with closing(psycopg.connect(server.url)) as raw:
        sql = "SELECT epoch, renewals, token, host, pid, place FROM leases"
        found = raw.execute(sql).fetchone()
    assert found is not None
    epoch, renewals, token, host, pid, place = found
    return leases.Lease(
        ALL, epoch, renewals, leases.Holder(token, host, pid), place, datetime.now(UTC)
    )


async def test_it_refuses_while_a_bot_runs(
    there: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "RENEW_S", 0.05)
    async with only_bot(server):
        with pytest.raises(StoreError, match="runs the bot on database .* stop it first"):
            await asyncio.to_thread(_once, server, 10.0)
    _once(server, 0.0)
    assert held(server).is_free


def _once(server: Server, watch_s: float) -> None:
    with alone(server, watch_s) as db:
        db.execute("SELECT 1")


_KILLED = """
import asyncio, os, sys
from matches.db.postgres.address import Server
from matches.lease import only_bot

async def main():
    async with only_bot(Server(sys.argv[1])):
        os.kill(os.getpid(), 9)

asyncio.run(main())
"""


def _run_and_die(server: Server) -> None:
    command = [sys.executable, "-c", _KILLED, server.url]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9


async def test_one_that_was_killed_is_not_waited_for(
    there: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "SILENT_S", 0.5)
    _run_and_die(server)
    before = held(server)
    assert not before.is_free
    async with asyncio.timeout(5):
        await asyncio.to_thread(_once, server, 60.0)
    assert held(server).is_free
    assert held(server).epoch == before.epoch + 1


async def test_one_that_hangs_finds_that_its_lease_is_gone(
    there: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "RENEW_S", 1000.0)
    async with only_bot(server) as hung:
        fenced = await Store.open(server, hung.fence)
        with ExitStack() as stack:
            await asyncio.to_thread(stack.enter_context, alone(server, 0.3))
            with pytest.raises(StoreError, match="in the place of this one"):
                await fenced.set_meta("x", "y")
        await fenced.close()


@pytest.mark.parametrize("on_server", [True, False])
async def test_one_that_was_replaced_stops_also_after_an_error_of_its_data(
    server: Server, tmp_path: Path, on_server: bool
) -> None:
    """What it wrote may collide with what the other one has written."""
    address = server if on_server else tmp_path / "a.db"
    async with only_bot(address) as held:
        lost = asyncio.Event()
        held.on_lost = lost.set
        fenced = await Store.open(address, held.fence)
        other = await Store.open(address)
        await other.write(lambda db: db.execute("UPDATE leases SET epoch = 9, token = 'other'"))
        await other.set_meta("x", "1")
        with pytest.raises(StoreError, match="in the place of this one"):
            await fenced.write(
                lambda db: db.execute("INSERT INTO meta (key, value) VALUES ('x', '2')")
            )
        await asyncio.wait_for(lost.wait(), 5)
        await other.close()
        await fenced.close()


async def test_a_bot_that_starts_meanwhile_waits(
    there: House, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with only_bot(server):  # there is a row
        pass
    with ExitStack() as stack:
        stack.enter_context(alone(server, WATCH_S))

        async def start() -> None:
            async with only_bot(server):
                pass

        starting = asyncio.create_task(start())
        async with asyncio.timeout(10):
            while "runs the bot on this database" not in caplog.text:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert not starting.done()
        stack.close()
        async with asyncio.timeout(10):
            await starting


# One match


async def test_one_match_is_brought_back(
    there: House, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = await there.match(ANN, BEA), await there.match(ANN, CEC)
    await there.store.set_meta("heartbeat", there.clock.now.isoformat())
    copy = tmp_path / "backup.db"
    backup(server, copy)
    then = await there.store.read(lambda db: load(db, one))
    await there.finish(one)
    glance = await there.service.glance(other, CEC)
    words = [str(copy), str(one), "--database", server.url]
    assert restore_main(words, there.clock) == 1
    assert "say --yes" in capsys.readouterr().out

    def fail() -> None:
        raise StoreError("cut off")

    assert restore_main([*words, "--yes"], there.clock, fail) == 1
    info = await House(there.store, there.clock).service.info(one)
    assert info.status == "over"

    assert restore_main([*words, "--yes"], there.clock) == 0
    now = await there.store.read(lambda db: load(db, one))
    assert now is not None
    assert then is not None
    assert (now.log, now.seed) == (then.log, then.seed)
    again = House(there.store, there.clock)
    assert await again.service.glance(other, CEC) == glance
    assert (await again.finish(one)).status == "over"


# Health and size


async def test_its_health(
    there: House,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STOLIK_DATABASE", server.url)
    assert health.main() == 1
    assert "never sent a heartbeat" in capsys.readouterr().out
    await there.store.set_meta(meta.LAST_BEAT, datetime.now(UTC).isoformat())
    assert health.main() == 0
    assert capsys.readouterr().out == "healthy\n"
    monkeypatch.setattr("socket.gethostname", lambda: "here")
    await there.store.set_meta(f"{meta.WAITING}here", f"{datetime.now(UTC).isoformat()} process 7")
    assert health.main() == 0
    assert "waiting: process 7" in capsys.readouterr().out

    monkeypatch.setenv("STOLIK_DATABASE", "postgresql://ada:s3cret@/name?host=/nowhere")
    assert health.main() == 1
    said = capsys.readouterr()
    assert "cannot use database postgresql://local/name" in said.out
    assert "s3cret" not in said.out + said.err


def test_a_look_at_a_file_does_not_import_the_driver() -> None:
    code = "import sys, health; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert "psycopg" not in done.stdout.decode().split()


async def test_its_size(there: House) -> None:
    desk = Desk(there.store, there.service, there.clock)
    assert await desk.size() > 1_000_000
    await desk.close()


async def test_a_look_that_nobody_waits_for_leaves_no_error(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as that of /healthz while the server is down."""
    store = await Store.open(server)

    def late(_: Connection) -> None:
        time.sleep(0.1)
        raise StoreError("the server is down")

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await store.read(late)
    await store.close()
    await asyncio.sleep(0)
    gc.collect()
    assert caplog.messages == []


async def test_a_user_who_owns_no_database_is_told_so(postgres: PostgresServer) -> None:
    """Since PostgreSQL 15 nobody else may make tables there."""
    bare = postgres.bare()
    with closing(psycopg.connect(bare.url, autocommit=True)) as raw:
        raw.execute("CREATE ROLE lodger LOGIN")
        raw.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(StoreError, match="its user may not do that: make it the owner"):
        await Store.open(Server(bare.url.replace("stolik@", "lodger@")))


def test_a_database_that_no_bot_has_used_is_told(postgres: PostgresServer) -> None:
    told = health.trouble(postgres.bare(), datetime.now(UTC))
    assert told.endswith(": it has no tables of a bot")
