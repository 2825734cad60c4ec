"""One bot at a time: leases that are taken, renewed, lost and given back."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from matches import lease as module
from matches.db import meta, schema
from matches.db import outbox as outbox_db
from matches.db.bots import leases
from matches.db.bots.leases import FIRST_SCHEMA, Holder
from matches.db.bots.presence import SUFFIX, FilePresence, Presence, presence_on
from matches.db.driver import Connection
from matches.db.postgres.address import Address
from matches.db.schema import connect, migrations
from matches.db.store import Store
from matches.domain.outbox_item import Lane
from matches.lease import ALL, FRESH_S, RENEW_S, WATCH_S, Lease, only_bot
from monitor import metrics
from rules.errors import StoreError
from tests.files import file_of, in_file
from tests.matches.helpers import ANN, BEA, House

ROOT = Path(__file__).parents[2]
HOST = "this-host"


Opener: TypeAlias = Callable[..., Awaitable[Lease]]


class Steady:
    """A clock that moves when told to, and a bit whenever somebody looks at it."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 1000.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Unseen:
    """No locks: nobody can be seen to be dead."""

    def __init__(self) -> None:
        self.place = ""

    def show(self, epoch: int) -> str:
        return ""

    def is_dead(self, place: str, epoch: int) -> bool:
        return False

    def cut(self, epoch: int) -> None: ...

    def close(self) -> None: ...


class Seen(Unseen):
    """Locks of processes that die when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.dead: set[int] = set()

    def show(self, epoch: int) -> str:
        return "here"

    def is_dead(self, place: str, epoch: int) -> bool:
        return place == "here" and epoch in self.dead


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody sleep between two looks."""
    monkeypatch.setattr(module, "LOOK_S", 0.0)


@pytest.fixture
async def open_lease(path: Path, empty_database: Path) -> AsyncIterator[Opener]:
    """Yield what opens a lease for a new bot, which hasn't taken it."""
    stores: list[Store] = []

    async def opened(
        name: str, *, steady: Steady | None = None, presence: Presence | None = None
    ) -> Lease:
        stores.append(await Store.open(path, for_leases=True))
        holder = Holder(name, f"host-{name}", ord(name))
        steady, presence = steady or Steady(), presence or Unseen()
        return Lease(stores[-1], presence, holder=holder, steady=steady)

    if not await asyncio.to_thread(path.exists):
        shutil.copyfile(empty_database, path)
    yield opened
    for store in stores:
        await store.close()


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(10):
        while not await happened():  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.001)


async def locked(lease: Lease) -> sqlite3.Connection:
    """Lock the database of a lease, which doesn't wait for that, until this is closed."""
    await lease._store.read(lambda db: db.execute("PRAGMA busy_timeout = 1").fetchall())
    hung = sqlite3.connect(file_of(lease._store), isolation_level=None)
    hung.execute("BEGIN IMMEDIATE")
    return hung


async def row(store: Store) -> leases.Lease:
    found = await store.read(lambda db: leases.find(db, ALL))
    assert found is not None
    return found


# Taking


async def test_the_first_bot_takes_it_at_once(
    open_lease: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    first = await open_lease("a")
    await first.take()
    assert (await row(first._store)).holder == Holder("a", "host-a", ord("a"))
    assert caplog.records == []
    await first.confirm()


@pytest.mark.parametrize("set_by_h", [-1, 0, 1])
async def test_another_bot_takes_it_when_it_was_not_renewed(
    open_lease: Opener, caplog: pytest.LogCaptureFixture, set_by_h: int
) -> None:
    """Wherever the holder's clock stands, and wherever it is set meanwhile."""
    caplog.set_level(logging.WARNING)
    first, clock = await open_lease("a"), Steady(0.5)
    await first.take()
    moved = timedelta(hours=set_by_h) // timedelta(milliseconds=1)
    await first._store.write(lambda db: db.execute("UPDATE leases SET since = since + ?", (moved,)))
    second = await open_lease("b", steady=clock)
    began = clock.now
    await second.take()
    assert WATCH_S <= clock.now - began <= 2 * WATCH_S + 5
    assert (await row(second._store)).epoch == 2
    waits, runs = [record.getMessage() for record in caplog.records]
    assert waits.startswith("process 97 on host-a runs the bot on this database since 20")
    assert waits.endswith("; waiting until it ends")
    assert runs == "process 97 on host-a no longer renews its lease; this bot runs now"


async def test_nobody_takes_what_is_renewed(open_lease: Opener) -> None:
    clock = Steady()
    first, second = await open_lease("a"), await open_lease("b", steady=clock)
    await first.take()
    waiting = asyncio.create_task(second.take())
    for _ in range(30):
        await first._renew()
        clock.now += RENEW_S
        await asyncio.sleep(0.003)
    assert not waiting.done()
    await first.give_back()
    await asyncio.wait_for(waiting, 5)
    with pytest.raises(StoreError, match="process 98 on host-b runs the bot"):
        await first._renew()


async def test_what_was_given_back_is_taken_at_once(open_lease: Opener) -> None:
    first, second = await open_lease("a"), await open_lease("b")
    await first.take()
    await first.give_back()
    await second.take()
    await first.give_back()  # it isn't its own any more
    await second.confirm()
    assert (await row(second._store)).epoch == 2


async def test_what_a_dead_process_held_is_taken_at_once(open_lease: Opener) -> None:
    presence = Seen()
    first, second = (
        await open_lease("a", presence=presence),
        await open_lease("b", presence=presence),
    )
    await first.take()
    presence.dead = {1}
    await asyncio.wait_for(second.take(), 5)
    assert (await row(second._store)).place == "here"


async def test_of_many_that_take_it_one_has_it(open_lease: Opener) -> None:
    presence = Seen()
    bots = [await open_lease(name, presence=presence) for name in "abcdefgh"]
    for epoch in range(1, 9):  # each has it once, whichever is faster
        tasks = [asyncio.create_task(bot.take()) for bot in bots]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0.01)
        assert sum(task.done() for task in tasks) == len(done) == 1
        assert (await row(bots[0]._store)).epoch == epoch
        winner = bots.pop(next(n for n, task in enumerate(tasks) if task.done()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        presence.dead = {epoch}
        await winner.confirm()


async def test_one_that_waits_outlasts_a_locked_database(
    open_lease: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    first, second = await open_lease("a"), await open_lease("b", steady=Steady(2.0))
    await first.take()
    with closing(await locked(second)):
        waiting = asyncio.create_task(second.take())
        await until(lambda: said(caplog, "locked"))
        await asyncio.sleep(0.05)
    await asyncio.wait_for(waiting, 5)
    assert len(caplog.records) == 3  # it waits, it's locked, it runs


async def said(caplog: pytest.LogCaptureFixture, word: str) -> bool:
    return word in caplog.text


# Losing


Replaced: TypeAlias = tuple[Lease, Steady, int]


@pytest.fixture
async def taken_over(store: Store, house: House, open_lease: Opener) -> Replaced:
    """Return the lease of a house, which another bot has taken since, its clock, and a match."""
    clock, presence = Steady(), Seen()
    held = await open_lease("a", steady=clock, presence=presence)
    await held.take()
    store._fence = held.fence
    match_id = await house.match(ANN, BEA)
    presence.dead = {1}
    await (await open_lease("b", presence=presence)).take()
    return held, clock, match_id


@pytest.mark.files
async def test_a_bot_that_was_replaced_writes_nothing(taken_over: Replaced, house: House) -> None:
    lease, _, match_id = taken_over
    stopped: list[bool] = []
    lease.on_lost = lambda: stopped.append(True)
    before = await dump(house)
    glance = await house.service.glance(match_id, ANN)
    lane = Lane.of_match(match_id)
    with pytest.raises(StoreError, match="in the place of this one"):
        await house.store.write(lambda db: outbox_db.take_next(db, lane, 1 << 60))
    with pytest.raises(StoreError, match="in the place of this one"):
        await house.play(match_id, ANN, f"choose {glance.moves[0].parcel}")  # type: ignore[attr-defined]
    with pytest.raises(StoreError, match="in the place of this one"):
        await house.store.set_meta("heartbeat", "now")
    assert await dump(house) == before
    assert stopped == [True]
    with pytest.raises(StoreError, match="in the place of this one"):
        await lease.confirm()


@pytest.mark.files
async def test_a_bot_that_wakes_up_sends_nothing(taken_over: Replaced) -> None:
    lease, clock, _ = taken_over
    clock.now += FRESH_S + 0.1
    asked = [asyncio.create_task(lease.confirm()) for _ in range(3)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(error) for error in found] == [StoreError] * 3


async def test_a_bot_that_wakes_up_before_the_others_look_goes_on(open_lease: Opener) -> None:
    lease = await open_lease("a", steady=(clock := Steady()))
    await lease.take()
    clock.now += 3600
    await asyncio.gather(*(lease.confirm() for _ in range(3)))
    assert (await row(lease._store)).renewals == 1
    clock.now += FRESH_S
    await lease.confirm()
    assert (await row(lease._store)).renewals == 1


async def test_a_bot_that_fell_asleep_while_renewing_sends_nothing(
    open_lease: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, presence = Steady(), Seen()
    lease, other = await open_lease("a", steady=clock), await open_lease("b", presence=presence)
    await lease.take()
    clock.now += FRESH_S + 0.1
    usual = lease._store.write

    async def falls_asleep(job: Callable[[Connection], object]) -> object:
        done = await usual(job)
        monkeypatch.setattr(lease._store, "write", usual)
        clock.now += WATCH_S
        await lease._store.write(lambda db: db.execute("UPDATE leases SET place = 'here'"))
        presence.dead = {1}
        await other.take()
        return done

    monkeypatch.setattr(lease._store, "write", falls_asleep)
    with pytest.raises(StoreError, match="in the place of this one"):
        await lease.confirm()


async def test_nothing_is_sent_while_the_database_is_locked(open_lease: Opener) -> None:
    lease = await open_lease("a", steady=(clock := Steady()))
    await lease.take()
    with closing(await locked(lease)):
        await lease.confirm()
        clock.now += FRESH_S + 0.1
        with pytest.raises(StoreError, match="locked"):
            await lease.confirm()
    await lease.confirm()


async def test_it_is_renewed_and_a_failure_is_told_once(
    open_lease: Opener, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(module, "RENEW_S", 0.001)
    lease = await open_lease("a")
    await lease.take()
    keeping = asyncio.create_task(lease.keep())
    await until(lambda: renewed(lease, 3))
    with closing(await locked(lease)) as hung:
        await until(lambda: said(caplog, "locked"))
        await asyncio.sleep(0.05)
        hung.execute("UPDATE leases SET epoch = 7, token = 'z'")
        hung.execute("COMMIT")
    await asyncio.wait_for(keeping, 5)
    failed, lost = [record.getMessage() for record in caplog.records]
    assert "renewing the lease failed: cannot use database" in failed
    assert lost.endswith("in the place of this one; this bot stops")


async def renewed(lease: Lease, times: int) -> bool:
    return (await row(lease._store)).renewals >= times


async def test_a_lease_that_is_gone(open_lease: Opener) -> None:
    lease = await open_lease("a")
    await lease.take()
    await lease._store.write(lambda db: db.execute("DELETE FROM leases"))
    with pytest.raises(StoreError, match="is gone from the database"):
        await lease._renew()


async def dump(house: House) -> list[str]:
    return await house.store.read(lambda db: list(in_file(db).iterdump()))


# Whole


async def test_a_bot_alone_leaves_its_lease_free(path: Path) -> None:
    for epoch in (1, 2):
        async with only_bot(path):
            with closing(connect(path)) as db:
                found = leases.find(db, ALL)
                assert found is not None
                assert (found.epoch, found.is_free, found.holder.pid) == (epoch, False, os.getpid())
        with closing(connect(path)) as db:
            found = leases.find(db, ALL)
            assert found is not None
            assert found.is_free


async def test_one_that_ends_while_it_waits_changes_nothing(path: Path, open_lease: Opener) -> None:
    first = await open_lease("a")
    await first.take()
    waiting = asyncio.create_task(only_bot(path).__aenter__())
    await asyncio.sleep(0.05)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await first.confirm()
    assert (await row(first._store)).holder.token == "a"


async def test_one_that_ends_before_it_has_looked_closes_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, look_on, opened = threading.Event(), threading.Event(), list[Store]()

    def slow(database: Address) -> Presence:
        looking.set()
        look_on.wait(5)
        return presence_on(database)

    async def noted(address: Address, *, for_leases: bool) -> Store:
        opened.append(await usual(address, for_leases=for_leases))
        return opened[-1]

    usual = Store.open
    monkeypatch.setattr(module, "presence_on", slow)
    monkeypatch.setattr(Store, "open", noted)
    waiting = asyncio.create_task(only_bot(path).__aenter__())
    await asyncio.to_thread(looking.wait, 5)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    look_on.set()
    with pytest.raises(StoreError, match="closed"):
        await opened[0].get_meta("a")


async def test_health_knows_of_one_that_waits_on_another_machine(open_lease: Opener) -> None:
    first, second = await open_lease("a"), await open_lease("b")
    await first.take()
    waiting = asyncio.create_task(second.take())
    await until(lambda: noted(first))
    note = await first._store.get_meta(meta.WAITING + "host-b")
    assert note is not None
    assert note.endswith(" process 97 on host-a")
    await first.give_back()
    await asyncio.wait_for(waiting, 5)
    assert await first._store.get_meta(meta.WAITING + "host-b") is None


async def noted(lease: Lease) -> bool:
    return await lease._store.get_meta(meta.WAITING + "host-b") is not None


async def test_one_that_waits_leaves_the_schema_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = migrations()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrations", lambda: known[: FIRST_SCHEMA - 1])
        connect(path).close()
    later = (*known, *[path.with_name("9999_later.sql")] * 2)
    monkeypatch.setattr(schema, "migrations", lambda: later)
    with closing(leases.opened(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (FIRST_SCHEMA,)


MIGRATE = """
import sys
import threading
from pathlib import Path
from matches.db.schema import connect
sys.stdin.read(1)
connect(Path(sys.argv[1])).close()
"""


def test_bots_that_start_together_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    bots = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, str(path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    for bot in bots:
        assert bot.stdin is not None
        bot.stdin.write(b"x")
        bot.stdin.flush()
    assert [bot.communicate()[1] for bot in bots] == [b""] * 3


def test_a_migration_done_meanwhile_is_no_error(path: Path) -> None:
    class Slow(sqlite3.Connection):
        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            if sql == "BEGIN IMMEDIATE":
                connect(path).close()  # another bot is faster
            return super().execute(sql, *args)

    with closing(sqlite3.connect(path, factory=Slow, isolation_level=None)) as db:
        schema.migrate(db)
        assert db.execute("PRAGMA user_version").fetchone() == (len(migrations()),)


# Locks

HOLD = """
import subprocess, sys
from pathlib import Path
from matches.db.bots.presence import FilePresence
presence = FilePresence(Path(sys.argv[1]))
place = presence.show(7)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"])  # like a worker
print(place, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere nothing is certain")
def test_a_process_is_seen_to_be_dead(tmp_path: Path) -> None:
    path = tmp_path / "stolik.db"
    bot = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,
    )
    assert bot.stdout is not None
    place = bot.stdout.readline().decode().strip()
    presence = FilePresence(path)
    try:
        assert place == presence.place != ""
        assert not presence.is_dead(place, 7)
        assert presence.show(7) == ""
        assert presence.is_dead(place, 8)
        assert not presence.is_dead("elsewhere", 8)
        assert not presence.is_dead("", 8)
        bot.kill()
        bot.wait()
        assert presence.is_dead(place, 7)  # though its child lives on
        assert presence.is_dead(place, 7)
        path.with_name(path.name + SUFFIX).unlink()
        other = FilePresence(path)
        assert other.place != place
        other.close()
        assert not other.is_dead(place, 7)
    finally:
        presence.close()
        os.killpg(bot.pid, signal.SIGKILL)
        bot.communicate()


def test_where_no_file_can_be_made_nothing_is_certain(tmp_path: Path) -> None:
    presence = FilePresence(tmp_path / "missing" / "stolik.db")
    assert (presence.place, presence.show(1), presence.is_dead("", 1)) == ("", "", False)
    presence.close()


@pytest.mark.files
async def test_a_lost_lease_is_no_trouble_with_the_disk(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    troubles: list[bool] = []
    monkeypatch.setattr(metrics, "file_trouble", lambda: troubles.append(True))

    def lost(db: Connection) -> Callable[[], None]:
        raise StoreError("another bot runs")

    def full(db: Connection) -> None:
        raise sqlite3.OperationalError("disk full")

    with pytest.raises(StoreError, match="the disk is full"):
        await store.write(full)
    assert troubles == [True]
    store._fence = lost
    with pytest.raises(StoreError, match="another bot"):
        await store.set_meta("a", "b")
    assert troubles == [True]


@pytest.mark.files
async def test_a_transaction_that_writes_asks_first(store: Store) -> None:
    asked: list[bool] = []

    def fence(db: Connection) -> Callable[[], None]:
        asked.append(in_file(db).in_transaction)
        raise StoreError("no")

    store._fence = fence
    with pytest.raises(StoreError, match="no"):
        await store.set_meta("a", "b")
    assert await store.get_meta("a") is None
    assert asked == [True]
