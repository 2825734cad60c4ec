"""The database. The only importer of aiosqlite; the SQL itself is in `rows` and its neighbours.

A request is one job on the database's own thread: `write` takes a plain function of a
`sqlite3.Connection`, and runs BEGIN, the function and COMMIT there in one go. Compared with a hop
between threads for each statement that is twice as fast, cannot be interrupted half-way by a
cancelled task, and makes a transaction a function that can be read and tested by itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import aiosqlite

from matches.db import users as userrows
from matches.db.schema import StoreError, connect, explained

T = TypeVar("T")

__all__ = ["Store", "StoreError"]


class _Connection(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function on its thread."""

    async def ready(self) -> None:
        """Connect. If that fails, wait until the thread has ended, lest it outlives the loop."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `job` returns for the underlying connection."""
        if self._connection is None:
            raise StoreError("the database is closed")
        # `_execute` is what every method of the library itself goes through.
        return cast("T", await self._execute(job, self._conn))  # type: ignore[no-untyped-call]


class Store:
    """One open database file. Make it with `Store.open`, end it with `close`."""

    def __init__(self, path: Path, connection: _Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open a database file, making or migrating it as needed.

        Raises:
            StoreError: The file cannot be used; the message says why and what to do.
        """
        connection = _Connection(lambda: connect(path), iter_chunk_size=64)
        await connection.ready()
        return cls(path, connection)

    async def close(self) -> None:
        """Finish what is running and close the file. Closing twice is fine."""
        await self._connection.close()

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `job` finds, all of it at one moment."""
        return await self._run(job, "BEGIN")

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `job` returns once all it did is safely on disk; if it raises, undo it all.

        Raises:
            StoreError: The file is locked, read-only or full.
        """
        return await self._run(job, "BEGIN IMMEDIATE")

    async def _run(self, job: Callable[[sqlite3.Connection], T], begin: str) -> T:
        def transaction(db: sqlite3.Connection) -> T:
            db.execute(begin)
            try:
                result = job(db)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            return result

        try:
            return await self._connection.run(transaction)
        except sqlite3.OperationalError as error:
            raise explained(error, self.path) from error

    async def get_meta(self, key: str) -> str | None:
        """Return a small fact about the house itself, such as the hash of the command tree."""
        return await self.read(lambda db: userrows.get_meta(db, key))

    async def set_meta(self, key: str, value: str) -> None:
        """Keep a small fact about the house itself."""
        await self.write(lambda db: userrows.set_meta(db, key, value))
