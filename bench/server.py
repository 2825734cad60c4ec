"""M4: the commit of a move on a PostgreSQL server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

import psycopg

from bench.measure import Pairs, paired
from bench.storage import House, library, now
from bench.stored import put
from bench.table import Figure, Plan, compared, row
from matches.db.driver import Connection, Cursor
from matches.db.postgres.address import Server
from matches.db.postgres.dialect import Raw, adapt, translated, values
from matches.db.store import Store
from matches.service import MatchService
from tests.postgres import PostgresServer, binaries, running

T = TypeVar("T")
DURABLE: Final = ("-c", "fsync=on")
LIVE: Final = 60
EACH: Final = 100

Transaction: TypeAlias = list[tuple[str, Sequence[Any]]]
"""Statements with their values."""


@dataclass
class Heard:
    """A connection that notes what is run on it."""

    db: Connection
    statements: Transaction

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Run a statement."""
        self.statements.append((sql, parameters))
        return self.db.execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Cursor:
        """Run a statement once for each row of values."""
        rows = list(rows)
        self.statements += [(sql, row) for row in rows]
        return self.db.executemany(sql, rows)


class HeardStore(Store):
    """A store that notes its transactions."""

    done: ClassVar[list[Transaction]] = []

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are kept."""

        def heard(db: Connection) -> T:
            self.done.append([])
            return job(Heard(db, self.done[-1]))

        return await super().write(heard)


def again(db: Connection, statements: Transaction) -> None:
    """Run the statements of a transaction."""
    for sql, given in statements:
        db.execute(sql, given)


def bare(raw: Raw, statements: Transaction) -> None:
    """Run the statements of a transaction with the driver alone."""
    with raw.transaction():
        for sql, given in statements:
            raw.execute(translated(sql), values(sql, given))


@row("M4")
def commits(plan: Plan) -> Iterator[Figure]:
    """Measure the transactions of moves, on a server that waits for the disk."""
    programs = binaries()
    if programs is None:
        print("M4    PostgreSQL isn't installed (Debian: apt-get install postgresql)")
        return
    with running(programs, DURABLE) as server, asyncio.Runner() as runner:
        pairs = runner.run(_commits(plan, server))
    what, note = "commit of a move on PostgreSQL", "serializable, numbered, on its own thread"
    yield compared(what, pairs, "ms", "bare, same statements", 1.6, note=note)


async def _commits(plan: Plan, server: PostgresServer) -> Pairs:
    """Return milliseconds of our transactions, and of the same statements without us."""
    each, rounds = plan.size(3, EACH), plan.size(1, 7)
    moves = await _moves(server, each * rounds)
    ours_ms, bare_ms, other = list[float](), list[float](), await _stored(server)
    store = await Store.open(await _stored(server))
    with closing(psycopg.connect(other.url, autocommit=True)) as raw:
        adapt(raw)
        for first in range(0, len(moves), each):
            some = moves[first : first + each]
            begun = perf_counter()
            for one in some:
                await store.write(partial(again, statements=one))
            between = perf_counter()
            for one in some:
                bare(raw, one)
            ours_ms.append((between - begun) / len(some) * 1e3)
            bare_ms.append((perf_counter() - between) / len(some) * 1e3)
    await store.close()
    warm = not plan.is_tiny  # the first round doesn't count
    return paired(ours_ms[warm:], bare_ms[warm:])


async def _moves(server: PostgresServer, count: int) -> list[Transaction]:
    """Return the transactions of some moves through the service."""
    store = await HeardStore.open(await _stored(server))
    house = House(MatchService(store, clock=now, cached=LIVE), store, list(range(1, LIVE + 1)))
    HeardStore.done.clear()
    await house.moves(count)
    await store.close()
    return HeardStore.done[:count]


async def _stored(server: PostgresServer) -> Server:
    """Return a database with live matches."""
    address = server.new()
    store = await Store.open(address)
    await store.write(partial(put, batch=list(library().matches(LIVE, live=True))))
    await store.close()
    return address
