"""What the functions of this room get, and SQLite's own driver.

A function of `matches.db` is given a `Connection` inside one transaction; whether SQLite or
PostgreSQL is behind it, it can't tell. `Database` is what runs such functions.

aiosqlite changes threads for each statement. `SqliteDatabase.run` does so once for a whole
function, which needs some private names of the library. All of them are used in this file only, and
`tests/matches/test_driver.py` fails when one of them disappears.

Waiting for the disk takes longer than most functions. So those that write and have to wait for
another share a transaction, and with it one wait (`write_all`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from os.path import isdir
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

import aiosqlite

from rules.errors import ClosedError, ReplayError, StoreError

T = TypeVar("T")
IntegrityError: TypeAlias = sqlite3.IntegrityError
"""Raised by any database for a row that may not be there.

The transaction can't go on then.
"""
FILE_TROUBLE: tuple[type[sqlite3.Error], ...] = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""The errors SQLite raises if its file can't be used; any other is our bug."""
DAMAGED: Final = (sqlite3.Error, UnicodeDecodeError)
"""What opening or reading any file may raise.

What SQLite says of a damaged one may quote bytes that are no letters.
"""
BESIDE: Final = 1 << 15
"""How many bytes the ``-shm`` file takes at least."""
TOGETHER: Final = 32
"""How many functions share a transaction at most.

The first is answered after the last.
"""


class Cursor(Protocol):
    """What a statement has found or done."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""
        ...

    @property
    def description(self) -> Any:
        """The columns, each a tuple that begins with its name."""
        ...

    def fetchone(self) -> Any:
        """Return the next row as a tuple, or None."""
        ...

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection inside a transaction.

    ``?`` stands for a value, ``?1`` for the first.
    """

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor:
        """Run a statement."""
        ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Cursor:
        """Run a statement once for each row of values."""
        ...


Waiting: TypeAlias = tuple[Callable[[Connection], Any], Future[Any]]
"""A function that is to be run, and what will have come of it."""


class Database(Protocol):
    """An open database; closing it twice is fine."""

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads, all from the same moment; raises StoreError."""
        ...

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are kept; raises StoreError.

        If it raises, its changes are undone. A `job` may run again from the start.
        """
        ...

    async def close(self) -> None:
        """Finish what is running and close it."""
        ...


class SqliteDatabase(aiosqlite.Connection):
    """An aiosqlite connection that runs a whole function on its thread.

    Attributes:
        file: Where it is.
        waiting: What is to be written, oldest first.
        closing: Held by whoever closes it: the library never answers the second of two at once.
    """

    def __init__(self, path: Path, connect: Callable[[Path], sqlite3.Connection]) -> None:
        super().__init__(lambda: connect(path), iter_chunk_size=64)
        self.file = path
        self.waiting = deque[Waiting]()
        self.closing = asyncio.Lock()

    async def ready(self) -> None:
        """Connect; if that fails, wait for the thread, which must not outlive the loop."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise

    async def close(self) -> None:
        """Finish what is running and close the file; twice is fine, also at once."""
        async with self.closing:
            await super().close()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads; see `Database.read`."""
        return await self.told(partial(transaction, job=job, begin="BEGIN"))

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once it is on disk; see `Database.write`."""
        written = Future[T]()
        self.waiting.append((job, written))
        return await self.told(partial(self.kept, written=written))

    def kept(self, db: sqlite3.Connection, written: Future[T]) -> T:
        """Return what a function has returned; if it still waits, run it next."""
        if not written.done():
            count = min(len(self.waiting), TOGETHER)
            write_all(db, [self.waiting.popleft() for _ in range(count)])
        return written.result()

    async def told(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `work` returns; if the file can't be used, say why."""
        try:
            return await self.run(work)
        except sqlite3.DatabaseError as error:
            if type(error) in FILE_TROUBLE:
                raise explained(error, self.file) from error
            raise

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `job` returns for the underlying connection.

        Raises:
            StoreError: The database is closed.
        """
        if self._connection is None:
            raise ClosedError("the database is closed")
        # Every method of the library goes through `_execute`, which has no types.
        return cast("T", await self._execute(job, self._conn))  # type: ignore[no-untyped-call]


def transaction(db: sqlite3.Connection, job: Callable[[Connection], T], begin: str) -> T:
    """Commit what `job` does and return its result; if it raises, undo its changes."""
    db.execute(begin)
    try:
        result = job(db)
        db.execute("COMMIT")
    except BaseException as error:
        drop_cursors(error)
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return result


def write_all(db: sqlite3.Connection, waiting: Sequence[Waiting]) -> None:
    """Commit what functions do, at once if possible; then tell each the outcome.

    If one raises, or the commit fails, nothing has happened yet. Each then has a transaction of its
    own, so that it fails by its own fault alone.
    """
    if len(waiting) > 1 and write_together(db, waiting):
        return
    for job, written in waiting:
        try:
            found = transaction(db, job, "BEGIN IMMEDIATE")
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            written.set_exception(error)
        else:
            written.set_result(found)


def write_together(db: sqlite3.Connection, waiting: Sequence[Waiting]) -> bool:
    """Commit what functions do in one transaction; return whether it worked."""
    try:
        found = transaction(db, lambda same: [job(same) for job, _ in waiting], "BEGIN IMMEDIATE")
    except BaseException:  # noqa: BLE001 - all is undone; whose fault it was is found out next
        return False
    for (_, written), result in zip(waiting, found, strict=True):
        written.set_result(result)
    return True


def drop_cursors(error: BaseException | None) -> None:
    """Forget what the functions that failed had in hand, above all cursors.

    One that isn't read to its end keeps its snapshot of the file, even after a ROLLBACK, for as
    long as somebody has the error. Once another connection has written, such as the lease's, no
    transaction of this one could write any more.
    """
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def is_file(db: Connection) -> bool:
    """Return whether a connection is one to a file, which has free pages and pragmas."""
    return isinstance(db, sqlite3.Connection)


def check_references_last(db: Connection) -> None:
    """Let references lead nowhere until the end of this transaction."""
    db.execute("PRAGMA defer_foreign_keys = ON" if is_file(db) else "SET CONSTRAINTS ALL DEFERRED")


def explained(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StoreError:
    """Return what an error of SQLite means, for the operator."""
    words = sqlite_words(error)
    if "locked" in words:
        why = "it is locked by another program: stop that one first"
    elif "readonly" in words:
        why = "it is read-only: give this program the right to write to the file and its folder"
    elif "full" in words or ("I/O" in words and _is_full(path)):
        why = "the disk is full: make room"
    elif isdir(path):
        why = "it is a folder: name a file in it"
    else:
        why = words
    return StoreError(f"cannot use database {str(path)!r}: {why}")


def _is_full(path: Path) -> bool:
    """Return whether a disk has no room for the file that SQLite keeps beside one.

    SQLite doesn't say so then, but that reading or writing failed.
    """
    with suppress(OSError):
        return disk_usage(path.parent).free < BESIDE
    return False


def sqlite_words(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """Return what SQLite says, or would have said in letters."""
    is_said = isinstance(error, sqlite3.Error)
    return str(error) if is_said else "its schema is malformed"


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
