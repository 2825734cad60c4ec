"""M4: the commit of a move on a PostgreSQL server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar

import psycopg

from bench.measure import Pairs, paired, seconds
from bench.storage import House, library, now
from bench.stored import put
from bench.table import Figure, Plan, compared, row
from matches.db.driver import Connection, Cursor
from matches.db.postgres.dialect import Raw, adapt, translated, values
from matches.db.store import Store
from matches.service import MatchService
from tests.postgres import PostgresServer, binaries, running

T = TypeVar("T")
DURABLE: Final = ("-c", "fsync=on")
LIVE: Final = 60
MOVES: Final = 100


@dataclass
class Heard:
    """A connection that notes what is run on it."""

    db: Connection
    statements: list[tuple[str, Sequence[Any]]]

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
    """A store that notes its transactions, and how long they took."""

    def listen(self) -> None:
        """Forget what was noted."""
        self.spent_s, self.done = 0.0, list[list[tuple[str, Sequence[Any]]]]()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are kept."""

        def heard(db: Connection) -> T:
            self.done.append([])
            return job(Heard(db, self.done[-1]))

        begun = perf_counter()
        try:
            return await super().write(heard)
        finally:
            self.spent_s += perf_counter() - begun


def bare(raw: Raw, transactions: list[list[tuple[str, Sequence[Any]]]]) -> None:
    """Run the statements of transactions one after another with the driver alone."""
    for statements in transactions:
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
    what = "commit of a move on PostgreSQL"
    note = "thread, fence, number, serializable"
    yield compared(what, pairs, "ms", "bare, same statements", 1.6, note=note)


async def _commits(plan: Plan, server: PostgresServer) -> Pairs:
    """Return milliseconds of our transactions, and of the same statements on another database."""
    ours_ms, bare_ms, moves = list[float](), list[float](), plan.size(5, MOVES)
    batch = list(library().matches(LIVE, live=True))
    address, other = server.new(), server.new()
    store = await HeardStore.open(address)
    assert isinstance(store, HeardStore)
    store.listen()
    with closing(psycopg.connect(other.url, autocommit=True)) as raw:
        adapt(raw)
        await store.write(partial(put, batch=batch))
        bare(raw, store.done)
        house = House(MatchService(store, clock=now, cached=LIVE), store, list(range(1, LIVE + 1)))
        for number in range(plan.size(1, 6)):
            store.listen()
            await house.moves(moves)
            spent_s = seconds(lambda: bare(raw, store.done))
            if number or plan.is_tiny:
                ours_ms.append(store.spent_s / len(store.done) * 1e3)
                bare_ms.append(spent_s / len(store.done) * 1e3)
    await store.close()
    return paired(ours_ms, bare_ms)
