"""The private names of aiosqlite that `matches.db.driver` relies on still exist."""

from __future__ import annotations

import ast
import inspect
import sqlite3
import threading
from pathlib import Path

import aiosqlite

from matches.db import driver
from matches.db.driver import SqliteDatabase
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
