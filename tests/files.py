"""What tests may know of a database in a file, and the house doesn't ask for."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from matches.db.driver import Connection, SqliteDatabase
from matches.db.store import Store

T = TypeVar("T")


def file_of(store: Store) -> Path:
    """Return the file of a database."""
    assert isinstance(store.address, Path)
    return store.address


def in_file(db: Connection) -> sqlite3.Connection:
    """Return a connection as the one to a file that it is."""
    assert isinstance(db, sqlite3.Connection)
    return db


async def on_file(store: Store, job: Callable[[sqlite3.Connection], T]) -> T:
    """Return what `job` returns for the connection to a file, outside any transaction."""
    database = store._database
    assert isinstance(database, SqliteDatabase)
    return await database.run(job)
