"""A database on a PostgreSQL server: transactions that survive a bad network.

Functions run one after another on a thread of their own, as with a file. Each is one serializable
transaction: if another process has changed what it read, it runs again from the start. So does one
whose connection was lost. If that was between COMMIT and its answer, the server is asked what
became of the transaction, which it remembers by its number, before anything is done again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool

from matches.db.driver import Connection
from matches.db.postgres.address import Server
from matches.db.postgres.connecting import CONNECT_S, connected, explained
from matches.db.postgres.dialect import PostgresConnection, Raw, adapt
from matches.db.postgres.schema import migrate
from rules.errors import StoreError

T = TypeVar("T")
PATIENCE_S = 5.0
"""For how long a request tries to reach a server that is restarted."""
BEGIN_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BEGIN_WRITING: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"
AGAIN: Final = (errors.SerializationFailure, errors.DeadlockDetected)
"""What the server raises if another transaction was faster."""
TROUBLE: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
"""What the driver raises if the server can't be used; any other is our bug."""
_PAUSE_S: Final = 0.01


class DoubtfulError(Exception):
    """The connection was lost between COMMIT and its answer.

    Attributes:
        number: The number of the transaction.
    """

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


class PostgresDatabase:
    """An open database on a server; see `matches.db.driver.Database`."""

    def __init__(self, server: Server, *, durable: bool = True) -> None:
        """Connect to a server when it is first needed.

        Args:
            server: Where it is.
            durable: Whether a commit waits for the server's disk.
        """
        self._server = server
        self._synchronous = "on" if durable else "off"
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgres")
        self._pool = ConnectionPool(
            server.url,
            kwargs={"autocommit": True, "connect_timeout": CONNECT_S},
            configure=self._configure,
            check=ConnectionPool.check_connection,
            min_size=1,
            max_size=2,
            open=False,
            name=str(server),
        )

    def _configure(self, raw: Raw) -> None:
        adapt(raw)
        raw.execute(f"SET synchronous_commit = {self._synchronous}")

    async def ready(self, newest: int | None = None) -> None:
        """Connect, and create or migrate the tables.

        Raises:
            StoreError: The server can't be used, or its tables are of a newer version.
        """
        try:
            await self._on_thread(partial(self._prepare, newest))
        except BaseException:
            await self.close()
            raise

    def _prepare(self, newest: int | None) -> None:
        # an attempt of its own, because the pool wouldn't say what is wrong
        with connected(self._server) as raw:
            migrate(raw, self._server, newest)
        self._pool.open()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads, all from the same moment."""
        return await self._on_thread(partial(self._persist, partial(self._read, job)))

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are kept."""
        return await self._on_thread(partial(self._persist, partial(self._write, job)))

    async def run(self, job: Callable[[PostgresConnection], T]) -> T:
        """Return what `job` returns for a connection outside any transaction."""

        def work() -> T:
            with self._pool.connection() as raw:
                return job(PostgresConnection(raw))

        return await self._on_thread(work)

    async def close(self) -> None:
        """Finish what is running and disconnect."""
        self._thread.shutdown(wait=False)
        await asyncio.to_thread(self._thread.shutdown)
        await asyncio.to_thread(self._pool.close)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        try:
            future = self._thread.submit(work)
        except RuntimeError:
            raise StoreError("the database is closed") from None
        # A task that is cancelled stops waiting; what it has begun is finished all the same.
        return await asyncio.shield(asyncio.wrap_future(future))

    def _persist(self, attempt: Callable[[], T]) -> T:
        """Try until it works or `PATIENCE_S` is over."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                return attempt()
            except AGAIN as error:
                wrong: psycopg.Error = error
            except TROUBLE as error:
                if not _is_passing(error):
                    raise explained(error, self._server) from error
                wrong = error
            if time.monotonic() >= until:
                raise explained(wrong, self._server) from wrong
            time.sleep(random.uniform(0, _PAUSE_S))

    def _read(self, job: Callable[[Connection], T]) -> T:
        with self._pool.connection(PATIENCE_S) as raw:
            return _run(raw, job, BEGIN_READING)

    def _write(self, job: Callable[[Connection], T]) -> T:
        kept: list[T] = []

        def numbered(db: Connection) -> tuple[str, T]:
            (number,) = db.execute("SELECT pg_current_xact_id()::text").fetchone()
            kept[:] = [job(db)]
            return number, kept[0]

        try:
            with self._pool.connection(PATIENCE_S) as raw:
                return _run(raw, numbered, BEGIN_WRITING)[1]
        except DoubtfulError as error:
            if self._was_kept(error.number):
                return kept[0]
            raise errors.SerializationFailure("the connection was lost before COMMIT") from error

    def _was_kept(self, number: str) -> bool:
        """Return whether a transaction was committed, by its number."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with self._pool.connection(PATIENCE_S) as raw:
                    row = raw.execute("SELECT pg_xact_status(%s::xid8)", (number,)).fetchone()
            except psycopg.OperationalError as error:
                row, wrong = None, error
                if time.monotonic() >= until:
                    raise StoreError(
                        f"cannot tell whether a change was kept in {self._server}: {wrong}"
                    ) from wrong
            if row and row[0] != "in progress":
                return bool(row[0] == "committed")
            time.sleep(_PAUSE_S)


def _run(raw: Raw, job: Callable[[Connection], T], begin: str) -> T:
    """Commit what `job` does and return its result; if it raises, undo its changes.

    Raises:
        DoubtfulError: The connection was lost while it was committed.
    """
    raw.execute(begin)
    try:
        result = job(PostgresConnection(raw))
    except BaseException:
        if not raw.broken:
            raw.execute("ROLLBACK")
        raise
    try:
        raw.execute("COMMIT")
    except psycopg.OperationalError as error:
        if raw.broken and begin == BEGIN_WRITING and isinstance(result, tuple):
            raise DoubtfulError(result[0]) from error
        raise
    return result


def _is_passing(error: psycopg.Error) -> bool:
    """Return whether an error may be gone soon: the server is being restarted."""
    if error.sqlstate is None:  # the connection itself
        return True
    return isinstance(
        error,
        (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow),
    )


async def open_database(
    server: Server, newest: int | None = None, *, durable: bool = True
) -> PostgresDatabase:
    """Open a database on a server; create or migrate its tables if needed.

    Raises:
        StoreError: It can't be used.
    """
    database = PostgresDatabase(server, durable=durable)
    await database.ready(newest)
    return database
