"""SQLite's driver: what it takes from aiosqlite, and writers that share a commit."""

from __future__ import annotations

import ast
import asyncio
import inspect
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from matches.db import driver, meta
from matches.db.driver import TOGETHER, Connection, SqliteDatabase
from matches.db.schema import connect
from rules.errors import StoreError

LENT = {"_thread", "_connection", "_conn", "_execute"}


def test_these_private_names_and_no_others_are_used() -> None:
    tree = ast.parse(inspect.getsource(driver))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert {name for name in names if name.startswith("_") and not name.endswith("__")} == LENT


async def test_they_are_there_and_mean_what_they_meant(path: Path) -> None:
    database = SqliteDatabase(path, connect)
    assert isinstance(database._thread, threading.Thread)
    assert database._connection is None
    assert list(inspect.signature(aiosqlite.Connection._execute).parameters)[:2] == ["self", "fn"]
    await database.ready()

    def job(db: sqlite3.Connection) -> tuple[bool, threading.Thread]:
        return db is database._conn is database._connection, threading.current_thread()

    assert await database.run(job) == (True, database._thread)
    await database.close()
    assert database._connection is None
    database._thread.join(timeout=5)
    assert not database._thread.is_alive()


ROWS = "SELECT key, value FROM meta"


def leaves_one_unread(db: Connection) -> None:
    unread = db.execute(ROWS)
    raise LookupError(unread.description)


def says_it_otherwise(db: Connection) -> None:
    try:
        leaves_one_unread(db)
    except LookupError:
        raise LookupError from None


@pytest.mark.parametrize("job", [leaves_one_unread, says_it_otherwise])
@pytest.mark.parametrize("is_write", [True, False])
async def test_a_refusal_that_somebody_still_has_keeps_nobody_from_writing(
    path: Path, job: Callable[[Connection], None], is_write: bool
) -> None:
    """While a player is answered, the lease's own connection writes."""

    def put(db: Connection) -> None:
        db.execute("INSERT INTO meta (key, value) VALUES ('b', '') ON CONFLICT DO NOTHING")

    database = SqliteDatabase(path, connect)
    await database.ready()
    try:
        await database.write(put)
        with pytest.raises(LookupError) as kept:
            await (database.write(job) if is_write else database.read(job))
        with closing(connect(path)) as other:
            other.execute("INSERT INTO meta (key, value) VALUES ('c', '')")
        await database.write(put)
        assert kept.value.__traceback__ is not None
    finally:
        await database.close()


# Writers that wait at the same time


class Traced:
    """A database whose thread is held up, and the statements that it has run since then.

    Attributes:
        statements: Their first words.
        answered: How many writers had their answer at each COMMIT.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        self.statements: list[str] = []
        self.answered: list[int] = []
        self.writers: list[asyncio.Task[Any]] = []
        self._gate = threading.Event()

    async def hold(self) -> None:
        def wait(db: sqlite3.Connection) -> None:
            self._gate.wait(5)
            db.set_trace_callback(self._note)

        self._held = asyncio.create_task(self.database.run(wait))
        await asyncio.sleep(0)

    def _note(self, statement: str) -> None:
        self.statements.append(statement.split()[0])
        if statement == "COMMIT":
            self.answered.append(sum(writer.done() for writer in self.writers))

    async def queue(self, *jobs: Callable[[Connection], Any]) -> None:
        self.writers += [asyncio.create_task(self.database.write(job)) for job in jobs]
        await asyncio.sleep(0)

    async def answers(self) -> list[Any]:
        self._gate.set()
        await self._held
        return await asyncio.gather(*self.writers, return_exceptions=True)

    def kept(self) -> list[str]:
        with closing(connect(self.database.file)) as db:
            found = db.execute("SELECT key FROM meta ORDER BY key").fetchall()
        return [key for (key,) in found if len(key) < 4]


@asynccontextmanager
async def traced(
    path: Path, connected: Callable[[Path], sqlite3.Connection] = connect
) -> AsyncIterator[Traced]:
    database = SqliteDatabase(path, connected)
    await database.ready()
    held = Traced(database)
    await held.hold()
    try:
        yield held
    finally:
        await held.answers()
        await database.close()


def puts(key: str, db: Connection) -> str:
    meta.put(db, {key: ""})
    return key


def refuses(db: Connection) -> None:
    meta.put(db, {"no": ""})
    raise LookupError("no")


def refers_to_nothing(db: Connection) -> None:
    driver.check_references_last(db)
    db.execute("INSERT INTO prepared (match_id, seat, move) VALUES (99, 0, '')")


async def test_writers_that_wait_share_a_commit_and_are_answered_after_it(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), partial(puts, "b"), partial(puts, "c"))
        assert await held.answers() == ["a", "b", "c"]
        assert held.statements == ["BEGIN", "INSERT", "INSERT", "INSERT", "COMMIT"]
        assert held.answered == [0]
        assert held.kept() == ["a", "b", "c"]


async def test_a_writer_sees_what_those_before_it_have_written(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), lambda db: meta.get(db, "a"))
        assert await held.answers() == ["a", ""]


async def test_one_that_fails_undoes_its_own_changes_alone(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), refuses, partial(puts, "b"))
        first, refused, last = await held.answers()
        assert (first, last) == ("a", "b")
        assert isinstance(refused, LookupError)
        assert held.kept() == ["a", "b"]


async def test_one_that_lets_the_commit_fail_fails_alone(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), refers_to_nothing, partial(puts, "b"))
        first, wrong, last = await held.answers()
        assert (first, last) == ("a", "b")
        assert isinstance(wrong, sqlite3.IntegrityError)
        assert held.kept() == ["a", "b"]


class Broken(sqlite3.Connection):
    """A connection that can't commit."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


async def test_if_nothing_can_be_committed_nobody_is_told_so(path: Path) -> None:
    connect(path).close()
    broken = partial(sqlite3.connect, isolation_level=None, factory=Broken)
    async with traced(path, broken) as held:
        await held.queue(partial(puts, "a"), partial(puts, "b"))
        for answer in await held.answers():
            assert isinstance(answer, StoreError)
            assert "disk I/O error" in str(answer)
        assert held.kept() == []


async def test_a_writer_who_stops_waiting_holds_up_nobody(path: Path) -> None:
    """What was asked for is done all the same, as it is for one who waits alone."""
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), partial(puts, "b"), refuses, partial(puts, "c"))
        held.writers[0].cancel()
        held.writers[2].cancel()
        first, second, third, last = await held.answers()
        assert (second, last) == ("b", "c")
        assert isinstance(first, asyncio.CancelledError)
        assert isinstance(third, asyncio.CancelledError)
        assert held.kept() == ["a", "b", "c"]


async def test_who_waits_at_the_end_is_answered_before_it_closes(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"), partial(puts, "b"))
        closing_it = asyncio.create_task(held.database.close())
        await asyncio.sleep(0)
        assert await held.answers() == ["a", "b"]
        await closing_it
        assert held.kept() == ["a", "b"]
        with pytest.raises(StoreError, match="closed"):
            await held.database.write(partial(puts, "c"))
        assert held.kept() == ["a", "b"]


async def test_a_commit_is_shared_by_so_many_at_most(path: Path) -> None:
    async with traced(path) as held:
        keys = [f"{number:03}" for number in range(TOGETHER + 1)]
        await held.queue(*(partial(puts, key) for key in keys))
        assert await held.answers() == keys
        assert held.statements.count("COMMIT") == 2
        assert held.kept() == keys


async def test_a_reader_between_two_writers_is_answered(path: Path) -> None:
    async with traced(path) as held:
        await held.queue(partial(puts, "a"))
        reader = asyncio.create_task(held.database.read(lambda db: meta.get(db, "a")))
        await asyncio.sleep(0)
        await held.queue(partial(puts, "b"))
        assert await held.answers() == ["a", "b"]
        assert await reader == ""
