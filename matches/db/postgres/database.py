"""A database on a PostgreSQL server: transactions that survive a bad network.

Functions run one after another on a thread of their own, as with a file, over one connection, which
is made again when it is lost. Each is one serializable transaction: if another process has changed
what it read, it runs again from the start. So does one whose connection was lost.

If that was between COMMIT and its answer, nobody knows whether it was kept. So every transaction
that writes begins by numbering itself in a row of its process (`commits`). The row is locked until
the server has done with the transaction, and then tells the number of the last one that was kept.
PostgreSQL's own numbers wouldn't do: after a crash it may give one to another transaction.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from matches.db.driver import Connection
from matches.db.postgres.address import Server
from matches.db.postgres.ahead import Committing, Line, Statement
from matches.db.postgres.connecting import AGAIN, LOCK_S, TROUBLE, connected, explained, is_passing
from matches.db.postgres.dialect import PostgresConnection, Raw, adapt
from matches.db.postgres.schema import migrate
from rules.errors import ClosedError, StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")
PATIENCE_S = 5.0
"""For how long a request tries to reach a server that is restarted."""
TRIES: Final = 200
"""How often a transaction runs again because others are faster."""
HURRIED: Final = 10
"""Each how many tries it keeps the others waiting until it's done."""
BEGIN_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BEGIN_WRITING: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"
ALONE: Final[tuple[Statement, ...]] = (
    ("SET LOCAL lock_timeout = '500ms'", ()),
    ("LOCK TABLE commits IN SHARE ROW EXCLUSIVE MODE", ()),
    (f"SET LOCAL lock_timeout = '{LOCK_S}s'", ()),
)
"""Waits for those that write, and keeps new ones waiting.

Not for long: one of them may hang. Each of them begins with a row of this table. It stands before
all other statements, so that the transaction sees what those have written.
"""
_NUMBERED: Final = (
    "INSERT INTO commits (process, number, at) VALUES (?, ?, now())"
    " ON CONFLICT (process) DO UPDATE SET number = excluded.number, at = excluded.at"
)
READING: Final[tuple[Statement, ...]] = ((BEGIN_READING, ()),)
_LAST: Final = """
    INSERT INTO commits (process, number, at) VALUES (%s, 0, now())
    ON CONFLICT (process) DO UPDATE SET at = excluded.at RETURNING number
"""
_PAUSE_S: Final = 0.01


class DoubtfulError(Exception):
    """The connection was lost between COMMIT and its answer."""


class PostgresDatabase:
    """An open database on a server; see `matches.db.driver.Database`."""

    def __init__(self, server: Server, *, durable: bool = True) -> None:
        """Connect to a server when it is first needed.

        Args:
            server: Where it is.
            durable: Whether a commit waits for the server's disk.
        """
        self._server = server
        self._setting = f"SET synchronous_commit = {'on' if durable else 'off'}"
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgres")
        self._line: Line | None = None
        self._unreachable: psycopg.Error | None = None
        self._closing = self._is_gone = False
        self._process, self._numbers = secrets.token_hex(8), count(1)

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

    def _prepare(self, newest: int | None, _until: float) -> None:
        try:
            self._use(connected(self._server), partial(migrate, server=self._server, newest=newest))
        except psycopg.Error as error:  # it may show a part of the address
            raise explained(error, self._server) from None

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads, all from the same moment."""
        return await self._on_thread(partial(self._persist, lambda _: self._read(job)))

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are kept."""
        return await self._on_thread(partial(self._persist, partial(self._write, job)))

    async def run(self, job: Callable[[PostgresConnection], T]) -> T:
        """Return what `job` returns for a connection outside any transaction."""
        work = partial(self._persist, lambda _: job(PostgresConnection(self._connected().raw)))
        return await self._on_thread(work)

    async def close(self) -> None:
        """Finish what is running and disconnect."""
        self._closing = True
        with suppress(RuntimeError):  # it is closed already
            self._thread.submit(self._disconnect)
        await asyncio.to_thread(self._thread.shutdown)

    async def _on_thread(self, work: Callable[[float], T]) -> T:
        """Return what `work` returns, which is told until when it may try."""
        if self._closing:
            raise ClosedError("the database is closed")
        future = asyncio.wrap_future(self._thread.submit(work, time.monotonic() + PATIENCE_S))
        # A task that is cancelled stops waiting; what it has begun is finished all the same, and
        # an error then is nobody's: asyncio would log it with a traceback.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(future)

    # On the thread

    def _connected(self) -> Line:
        """Return the connection, a new one if there is none.

        Raises:
            psycopg.Error: The server can't be used.
        """
        if self._line is None:
            try:
                return self._use(connected(self._server))
            except psycopg.Error as error:
                self._unreachable = error
                raise
        return self._line

    def _use(self, raw: Raw, first: Callable[[Raw], object] = lambda _: None) -> Line:
        """Make a new connection the one of this database, after doing what is first."""
        try:
            first(raw)
            adapt(raw)
            raw.execute(self._setting, prepare=False)
        except BaseException:
            raw.close()
            raise
        self._line, self._unreachable = Line(raw), None
        return self._line

    def _disconnect(self) -> None:
        if self._line is not None:
            self._line.raw.close()
            self._line = None

    def _persist(self, attempt: Callable[[int], T], until: float) -> T:
        """Try until it works, or until a time by which the server should be there.

        Args:
            attempt: Told how often it was tried before.
            until: By the steady clock, in seconds.
        """
        wrong = self._unreachable
        if wrong is not None and self._is_late(until):  # it waited for others that have tried
            raise explained(wrong, self._server) from wrong
        for tries in count(1):
            try:
                found = attempt(tries - 1)
            except AGAIN as error:
                wrong, is_over = error, tries >= TRIES
            except TROUBLE as error:
                wrong, is_over = error, tries > 1 and self._is_late(until)
                if not is_passing(error):
                    raise explained(error, self._server) from error
                self._tell(explained(error, self._server))
            else:
                self._tell(None)
                return found
            finally:
                self._tidy()
            if is_over:
                raise explained(wrong, self._server) from wrong
            time.sleep(random.uniform(0, _PAUSE_S))
        raise AssertionError

    def _is_late(self, until: float) -> bool:
        return self._closing or time.monotonic() >= until

    def _tell(self, wrong: StoreError | None) -> None:
        """Say once that the server is gone, and that it is there again."""
        if wrong is not None and not self._is_gone:
            log.warning("%s; trying again", wrong)
        elif wrong is None and self._is_gone:
            log.info("database %s can be used again", self._server)
        self._is_gone = wrong is not None

    def _tidy(self) -> None:
        """Give up a connection that was lost, or is still in a transaction."""
        raw = self._line and self._line.raw
        if raw and (raw.closed or raw.info.transaction_status is not TransactionStatus.IDLE):
            self._disconnect()

    def _read(self, job: Callable[[Connection], T]) -> T:
        kept = list[T]()
        with suppress(DoubtfulError):  # nothing was to be kept
            _run(self._connected(), lambda db: kept.append(job(db)), READING)
        return kept[-1]

    def _write(self, job: Callable[[Connection], T], tried: int) -> T:
        number, kept = next(self._numbers), list[T]()
        begin, numbered = (BEGIN_WRITING, ()), (_NUMBERED, (self._process, number))
        is_alone = tried % HURRIED == HURRIED - 1

        def keep(db: Connection) -> None:
            kept.append(job(db))

        try:
            line = self._connected()
            if is_alone:
                # Step by step: else the server would wait for ever if this process hung now.
                _commit(line.raw, _step_by_step(line.raw, keep, (begin, *ALONE, numbered)))
            else:
                _run(line, keep, (begin, numbered))
        except errors.LockNotAvailable as error:
            if not is_alone:
                raise
            raise errors.SerializationFailure("others write") from error
        except DoubtfulError as error:
            if self._last_kept() != number:
                raise errors.SerializationFailure("lost before it was committed") from error
        return kept[-1]

    def _last_kept(self) -> int:
        """Return the number of the last transaction kept, when none is undecided."""
        until = time.monotonic() + PATIENCE_S
        while True:
            self._tidy()
            try:
                found = self._connected().raw.execute(_LAST, (self._process,)).fetchone()
            except psycopg.Error as error:
                why = explained(error, self._server)
                if not is_passing(error) or self._is_late(until):
                    raise StoreError(f"cannot tell whether a change was kept: {why}") from error
                self._tell(why)
                time.sleep(_PAUSE_S)
            else:
                assert found is not None
                return int(found[0])


def _run(line: Line, job: Callable[[Connection], None], begin: Sequence[Statement]) -> None:
    """Commit what `job` does; if it raises, undo its changes.

    Raises:
        DoubtfulError: The connection was lost while it was committed.
    """
    try:
        _commit(line.raw, line.run(job, begin))
    except (psycopg.IntegrityError, psycopg.DataError, psycopg.ProgrammingError):
        # Which statement that was isn't known; whoever has sent it may know what it means.
        _commit(line.raw, _step_by_step(line.raw, job, begin))


def _step_by_step(
    raw: Raw, job: Callable[[Connection], None], begin: Iterable[Statement]
) -> Committing:
    """Begin a transaction and run `job` in it; return how to commit that."""
    db = PostgresConnection(raw)
    try:
        for sql, values in begin:
            db.execute(sql, values)
        job(db)
    except BaseException:
        if not raw.closed:
            raw.execute("ROLLBACK")
        raise
    return lambda: str(raw.execute("COMMIT").statusmessage)


def _commit(raw: Raw, commit: Committing) -> None:
    try:
        said = commit()
    except psycopg.Error as error:
        if is_passing(error) or raw.closed:
            raise DoubtfulError from error
        raise
    if said != "COMMIT":
        raise RuntimeError("a transaction went on after a statement had failed")


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
