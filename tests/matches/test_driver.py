"""The private names of aiosqlite that `matches.db.driver` relies on still exist."""

from __future__ import annotations

import ast
import inspect
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from matches.db import driver
from matches.db.driver import Connection, SqliteDatabase
from matches.db.schema import connect

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
