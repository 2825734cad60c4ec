"""Statements that are sent ahead, without waiting for each answer.

Waiting is what a transaction costs: a statement whose answer nobody needs travels with the next one
that is asked for, or with COMMIT. libpq's pipeline does that. The driver's own way to use it waits
before and after each statement and saves nothing, so this one speaks to libpq.

What fails is noticed late. An error that says something about one statement, such as a row that may
not be there, doesn't count: the transaction runs again, step by step.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any, Final, TypeAlias

import psycopg
from psycopg import errors, generators
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from matches.db.driver import Connection
from matches.db.postgres.dialect import MARK, Raw

Statement: TypeAlias = tuple[str, Sequence[Any]]
"""A statement and its values."""
MOST_PREPARED: Final = 500
"""How many statements are kept ready; more different ones there are not."""
_FAILED: Final = (ExecStatus.FATAL_ERROR, ExecStatus.PIPELINE_ABORTED)


class Line:
    """A connection, and the statements that the server knows by name there."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        raw.prepare_threshold = None  # the driver would forget ours together with its own
        self.names: dict[tuple[str, tuple[int, ...]], bytes] = {}
        self.numbers = count(1)

    def run(self, job: Callable[[Connection], None], begin: Iterable[Statement]) -> Committing:
        """Send what begins a transaction and what `job` does; return how to commit that.

        Raises:
            psycopg.Error: A statement has failed; or COMMIT was sent and maybe not done.
        """
        db = Ahead(self)
        try:
            for sql, values in begin:
                db.execute(sql, values)
            job(db)
        except BaseException:
            db.undo()
            raise
        return db.commit


Committing: TypeAlias = Callable[[], str]
"""Commits a transaction and returns what the server says to that."""


class Ahead:
    """A `matches.db.driver.Connection` within one transaction."""

    def __init__(self, line: Line) -> None:
        self._line, self._pg = line, line.raw.pgconn
        self.types = Transformer(line.raw)
        self._waiting = deque[Answer | None]()
        self._new = deque[tuple[str, tuple[int, ...]]]()
        self._ends = 0
        self._pg.enter_pipeline_mode()

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Answer:
        """Send a statement with the next ones."""
        answer = Answer(self)
        given = self.types.dump_sequence(parameters, [PyFormat.AUTO] * len(parameters))
        types, formats = self.types.types or (), self.types.formats
        key = sql, types
        name = self._line.names.get(key)
        if name is None and len(self._line.names) < MOST_PREPARED:
            name = self._line.names[key] = b"stolik%d" % next(self._line.numbers)
            self._new.append(key)
            self._pg.send_prepare(name, numbered(sql), types)
            self._waiting.append(None)
        if name is None:
            self._pg.send_query_params(numbered(sql), given, types, formats)
        else:
            self._pg.send_query_prepared(name, given, formats)
        self._waiting.append(answer)
        return answer

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Answer:
        """Send a statement once for each row of values."""
        each = [self.execute(sql, row) for row in rows]
        answer = each[-1] if each else Answer(self)
        answer.each = each
        return answer

    def fetch(self) -> None:
        """Wait for the answers of all that was sent.

        Raises:
            psycopg.Error: A statement has failed, this one or an earlier one.
        """
        self._pg.send_flush_request()
        self._line.raw.wait(generators.send(self._pg))
        while self._waiting:
            answer, result = self._waiting.popleft(), self._next()
            if result is None or result.status in _FAILED:
                raise _error(result)
            self._note(answer, result)
            self._next()  # what ends an answer

    def _note(self, answer: Answer | None, result: PGresult) -> None:
        """Keep an answer; with None, the oldest of the new names is known to the server."""
        if answer is None:
            self._new.popleft()
        else:
            answer.result = result

    def commit(self) -> str:
        """Commit; return what the server says to that.

        Raises:
            psycopg.Error: An earlier statement has failed, or the connection was lost.
        """
        try:
            self._pg.send_query_params(b"COMMIT", None)
            self._waiting.append(answer := Answer(self))
            self._sync()
            self.fetch()
            self._end()
        except BaseException:
            self.undo()
            raise
        assert answer.result is not None
        return (answer.result.command_status or b"").decode()

    def undo(self) -> None:
        """Undo all; the connection is closed if that isn't possible."""
        try:
            if self._pg.pipeline_status:
                self._pg.send_query_params(b"ROLLBACK", None)
                self._sync()
                self._line.raw.wait(generators.send(self._pg))
                self._end()
            if self._pg.transaction_status != TransactionStatus.IDLE:
                self._pg.exec_(b"ROLLBACK")
        except psycopg.Error:
            with suppress(psycopg.Error):
                self._line.raw.close()
        finally:
            for key in self._new:  # the server doesn't know them
                self._line.names.pop(key, None)

    def _sync(self) -> None:
        """Send where what has failed ends, so that what follows counts again."""
        self._pg.pipeline_sync()
        self._ends += 1

    def _end(self) -> None:
        """Read all that is left."""
        nothing = 0
        while self._ends:
            result = self._next()
            nothing = nothing + 1 if result is None else 0
            if nothing > 1:
                raise psycopg.OperationalError("the connection is lost")
            if result is None:
                continue
            if result.status == ExecStatus.PIPELINE_SYNC:
                self._ends -= 1
            elif self._waiting and result.status not in _FAILED:
                self._note(self._waiting.popleft(), result)
        self._pg.exit_pipeline_mode()

    def _next(self) -> PGresult | None:
        """Wait for the next part of an answer."""
        if not self._pg.is_busy():
            return self._pg.get_result()
        found: PGresult | None = self._line.raw.wait(generators.fetch(self._pg))
        return found


class Answer:
    """A `matches.db.driver.Cursor` that waits for its answer when it is asked."""

    __slots__ = ("_db", "_rows", "each", "result")

    def __init__(self, db: Ahead) -> None:
        self._db = db
        self.result: PGresult | None = None
        self.each: Sequence[Answer] = (self,)
        self._rows: Iterator[tuple[Any, ...]] | None = None

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""
        return sum(one._answered().command_tuples or 0 for one in self.each)

    @property
    def description(self) -> list[tuple[str]]:
        """The columns, each a tuple with its name."""
        found = self._answered()
        return [((found.fname(n) or b"").decode(),) for n in range(found.nfields)]

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the next row, or None."""
        return next(iter(self), None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the rows that are left."""
        return list(self)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._rows is None:
            found, types = self._answered(), self._db.types
            types.set_pgresult(found)
            self._rows = iter(types.load_rows(0, found.ntuples, tuple))
        return self._rows

    def _answered(self) -> PGresult:
        if self.result is None:
            self._db.fetch()
        assert self.result is not None
        return self.result


@lru_cache(maxsize=1000)
def numbered(sql: str) -> bytes:
    """Return a statement with the server's marks for values, ``$1`` and so on."""
    numbers = count(1)

    def other(mark: re.Match[str]) -> str:
        return mark[0] if mark[1] is None else f"${mark[1] or next(numbers)}"

    return MARK.sub(other, sql).encode()


def _error(result: PGresult | None) -> psycopg.Error:
    if result is None:
        return psycopg.OperationalError("the connection is lost")
    if result.status == ExecStatus.PIPELINE_ABORTED:
        return psycopg.errors.PipelineAborted("an earlier statement has failed")
    return errors.error_from_result(result)
