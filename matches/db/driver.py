"""SQLite's driver: the names it has here, and the thread that its calls run on.

aiosqlite hops between threads for each statement. `Database.run` goes the same way with a whole
function, for which it needs names that the library keeps to itself. All of them stand in this
file, and `tests/matches/test_driver.py` fails when one of them goes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

import aiosqlite

from rules.errors import GameError

T = TypeVar("T")
Connection: TypeAlias = sqlite3.Connection
"""What the functions of `matches.db` work on, each inside one transaction."""


class StoreError(GameError):
    """The database cannot be used; the message is one line for the host."""


class Database(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function on its thread."""

    async def ready(self) -> None:
        """Connect. If that fails, wait until the thread has ended: it must not outlive the loop."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns for the underlying connection.

        Raises:
            StoreError: The database is closed.
        """
        if self._connection is None:
            raise StoreError("the database is closed")
        # `_execute` is what every method of the library itself goes through.
        return cast("T", await self._execute(job, self._conn))  # type: ignore[no-untyped-call]


def transaction(db: Connection, job: Callable[[Connection], T], begin: str) -> T:
    """Return what `job` returns once all it did is committed; if it raises, undo it all."""
    db.execute(begin)
    try:
        result = job(db)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


def explained(error: sqlite3.Error, path: Path) -> StoreError:
    """Return what an error of SQLite means for the host."""
    words = str(error)
    if "locked" in words:
        why = "it is locked by another program: stop that one first"
    elif "readonly" in words:
        why = "it is read-only: give this program the right to write to the file and its folder"
    elif "full" in words:
        why = "the disk is full: make room"
    else:
        why = words
    return StoreError(f"cannot use database {str(path)!r}: {why}")
