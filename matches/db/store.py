"""The open database: each request is one transaction on its own thread.

`write` takes a plain function of a connection, and runs BEGIN, the function and COMMIT there in
one go. Compared with changing threads for each statement that is twice as fast, can't be
interrupted half-way by a cancelled task, and makes a transaction a function that you can read and
test separately. Those functions, and all SQL, are in the other modules of this folder.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, TypeAlias, TypeVar

from matches.db import meta
from matches.db.driver import Connection, Database, explained, transaction
from matches.db.schema import connect
from monitor import metrics

T = TypeVar("T")
Fence: TypeAlias = Callable[[Connection], None]
"""Raises StoreError in a transaction that may not write."""

FILE_TROUBLE: Final = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""The errors SQLite raises if its file can't be used; any other is our bug."""


def no_fence(_: Connection) -> None:
    """Let everything be written."""


class Store:
    """One open database file. Open it with `Store.open`, close it with `close`."""

    def __init__(self, path: Path, database: Database, fence: Fence = no_fence) -> None:
        self.path = path
        self._database = database
        self._fence = fence

    @classmethod
    async def open(
        cls, path: Path, fence: Fence = no_fence, opened: Callable[[Path], Connection] = connect
    ) -> Store:
        """Open a database file; create or migrate it if needed.

        Args:
            path: The file.
            fence: Called first in every transaction that writes; an error undoes it.
            opened: Opens the connection.

        Raises:
            StoreError: The file cannot be used; the message says why and what to do.
        """
        database = Database(lambda: opened(path), iter_chunk_size=64)
        await database.ready()
        return cls(path, database, fence)

    async def close(self) -> None:
        """Finish what is running and close the file. Closing twice is fine."""
        await self._database.close()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads, all from the same moment."""
        return await self._run(job, "BEGIN")

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are on disk; if it raises, undo them.

        Raises:
            StoreError: The file is locked, read-only or full, or another bot writes it now.
        """

        def fenced(db: Connection) -> T:
            self._fence(db)
            return job(db)

        return await self._run(fenced, "BEGIN IMMEDIATE")

    async def _run(self, job: Callable[[Connection], T], begin: str) -> T:
        begun = perf_counter()
        try:
            return await self._database.run(partial(transaction, job=job, begin=begin))
        except sqlite3.DatabaseError as error:
            if type(error) in FILE_TROUBLE:
                metrics.file_trouble()
                raise explained(error, self.path) from error
            raise
        finally:
            metrics.transacted("read" if begin == "BEGIN" else "write", perf_counter() - begun)

    async def get_meta(self, key: str) -> str | None:
        """Return a small fact about the bot itself, such as the hash of the command tree."""
        return await self.read(lambda db: meta.get(db, key))

    async def set_meta(self, key: str, value: str) -> None:
        """Store a small fact about the bot itself."""
        await self.write(lambda db: meta.put(db, {key: value}))
