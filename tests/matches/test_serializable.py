"""Transactions on a server that can't both be kept as they were: one runs again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from typing import Any

import psycopg
import pytest

from matches.db.driver import Connection
from matches.db.postgres import database
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

    def heard(self: database.PostgresDatabase, job: Callable[[Connection], Any]) -> Any:
        try:
            return write(self, job)
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
