"""SQLite's driver: our names for it, and the thread its calls run on.

aiosqlite changes threads for each statement. `Database.run` does so once for a whole function,
which needs some private names of the library. All of them are used in this file only, and
`tests/matches/test_driver.py` fails when one of them disappears.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

import aiosqlite

from rules.errors import ReplayError, StoreError

T = TypeVar("T")
Connection: TypeAlias = sqlite3.Connection
"""The connection that functions of `matches.db` get, each inside one transaction."""


class Database(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function on its thread."""

    async def ready(self) -> None:
        """Connect; if that fails, wait for the thread, which must not outlive the loop."""
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
        # Every method of the library goes through `_execute`, which has no types.
        return cast("T", await self._execute(job, self._conn))  # type: ignore[no-untyped-call]


def transaction(db: Connection, job: Callable[[Connection], T], begin: str) -> T:
    """Commit what `job` does and return its result; if it raises, undo its changes."""
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
    """Return what an error of SQLite means, for the operator."""
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


@contextmanager
def legible(match_id: int) -> Iterator[None]:
    """Refuse a match whose values can't be read; the error names none of them.

    Raises:
        ReplayError: One can't be read.
    """
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        why = f"its values can't be read: {type(error).__name__}"
        raise ReplayError(match_id, 0, why) from None
