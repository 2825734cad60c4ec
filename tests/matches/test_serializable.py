"""Transactions on a server that can't both be kept as they were: one runs again."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from typing import Any

import psycopg
import pytest

from matches.db.driver import Connection
from matches.db.postgres import connecting, database
from matches.db.postgres.address import Server
from matches.db.store import Store
from rules.errors import StoreError
from tests.postgres import PostgresServer


@pytest.fixture
def server(postgres: PostgresServer) -> Server:
    return postgres.shared()


@pytest.fixture
async def stores(server: Server) -> AsyncIterator[list[Store]]:
    found = [await Store.open(server), await Store.open(server)]
    yield found
    for store in found:
        await store.close()


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Return a list that gets what the server says to each transaction that fails."""
    found, write = list[str | None](), database.PostgresDatabase._write

    def heard(self: database.PostgresDatabase, job: Callable[[Connection], Any], tried: int) -> Any:
        try:
            return write(self, job, tried)
        except psycopg.Error as error:
            found.append(error.sqlstate)
            raise

    monkeypatch.setattr(database.PostgresDatabase, "_write", heard)
    return found


async def test_of_two_that_read_what_the_other_writes_one_runs_again(
    stores: list[Store], failures: list[str | None]
) -> None:
    both = threading.Barrier(2)

    def job(key: str) -> Callable[[Connection], int]:
        tries = list[int]()

        def put(db: Connection) -> int:
            tries.append(1)
            sql = "SELECT count(*) FROM meta WHERE key IN ('one', 'two')"
            (before,) = db.execute(sql).fetchone()
            if len(tries) == 1:
                both.wait(10)
            db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (key, "x"))
            return int(before)

        return put

    one, two = stores
    found = await asyncio.gather(one.write(job("one")), two.write(job("two")))
    assert sorted(found) == [0, 1]  # as if one had come after the other
    assert failures
    assert set(failures) == {"40001"}


async def test_one_that_always_comes_too_late_gives_up(
    server: Server,
    stores: list[Store],
    failures: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "TRIES", 3)
    store, _ = stores
    await store.set_meta("x", "0")

    def put(db: Connection) -> None:
        db.execute("SELECT value FROM meta WHERE key = 'x'").fetchone()
        with closing(psycopg.connect(server.url, autocommit=True)) as faster:
            faster.execute("UPDATE meta SET value = 'faster' WHERE key = 'x'")
        db.execute("UPDATE meta SET value = 'late' WHERE key = 'x'")

    with pytest.raises(StoreError):
        await store.write(put)
    assert failures == ["40001"] * 3
    assert await store.get_meta("x") == "faster"
    await store.set_meta("x", "later")
    assert await store.get_meta("x") == "later"


async def test_one_that_has_come_too_late_for_long_keeps_the_others_waiting(
    stores: list[Store], failures: list[str | None]
) -> None:
    slow, fast = stores
    await slow.set_meta("x", "0")
    loop, hurried = asyncio.get_running_loop(), list[concurrent.futures.Future[None]]()

    def put(db: Connection) -> None:
        db.execute("SELECT value FROM meta WHERE key = 'x'").fetchone()
        faster = asyncio.run_coroutine_threadsafe(fast.set_meta("x", "faster"), loop)
        hurried.append(faster)
        if len(hurried) < database.HURRIED:
            faster.result(30)
        else:  # it has to wait
            with suppress(TimeoutError, concurrent.futures.TimeoutError):
                faster.result(0.5)
        db.execute("UPDATE meta SET value = value || ' and late' WHERE key = 'x'")

    await slow.write(put)
    assert set(failures) == {"40001"}
    await asyncio.gather(*map(asyncio.wrap_future, hurried))
    assert len(hurried) == database.HURRIED
    assert await slow.get_meta("x") == "faster"  # the last one came after it


async def test_one_that_hangs_while_it_keeps_others_waiting_is_cut_off(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "HURRIED", 1)
    short = "SET idle_in_transaction_session_timeout = '200ms'"
    monkeypatch.setattr(connecting, "_SETTINGS", short)
    hung, other = await Store.open(server), await Store.open(server)
    is_in, may_go_on = asyncio.Event(), threading.Event()
    loop, tries = asyncio.get_running_loop(), list[int]()

    def put(db: Connection) -> None:
        tries.append(1)
        db.execute("INSERT INTO meta (key, value) VALUES ('x', 'late')")
        loop.call_soon_threadsafe(is_in.set)
        may_go_on.wait(10)

    writing = asyncio.create_task(hung.write(put))
    await is_in.wait()
    await asyncio.wait_for(other.set_meta("y", "in time"), 5)
    may_go_on.set()
    await writing
    assert await other.get_meta("x") == "late"
    assert len(tries) == 2
    await hung.close()
    await other.close()


async def test_one_that_hangs_keeps_nobody_from_hurrying(
    server: Server, stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "HURRIED", 2)
    store, _ = stores
    tries = list[int]()

    def put(db: Connection) -> None:
        tries.append(1)
        db.execute("INSERT INTO meta (key, value) VALUES ('x', 'kept')")
        if len(tries) == 1:
            raise psycopg.errors.SerializationFailure

    with closing(psycopg.connect(server.url)) as hung:
        hung.execute("INSERT INTO commits (process, number, at) VALUES ('hung', 1, now())")
        await asyncio.wait_for(store.write(put), 5)
    assert len(tries) == 2  # the second time it couldn't be alone
    assert await store.get_meta("x") == "kept"
