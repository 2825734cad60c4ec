"""Kills a process at the n-th statement of a request on a server; test_crash.py runs it.

``python -m tests.matches.crash_server FOLDER EMPTY REQUEST STEP`` prints what was found after each
kill, as JSON, of the server whose folder is given, with an empty database. With one word more,
nothing is sent ahead. A child dies before or after every STEP-th statement
that is sent, or answer that is read. A kill before COMMIT leaves the database as it was, which is
looked at, so the next child uses it again.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg

from matches.db.postgres import database
from matches.db.postgres.address import Server
from matches.db.postgres.ahead import Ahead, Line
from matches.db.postgres.dialect import PostgresConnection
from matches.db.store import Store
from matches.outbox import Outbox
from rules import registry
from tests.matches.crash import REQUESTS, Bomb, Letterbox, Step, dealt, do_answer, survives
from tests.matches.fakes import settle
from tests.matches.helpers import ANN, BEA, Clock, House
from tests.toy import TOY

NUMBERED: Final = ("outbox", "remarks", "votes", "holders")
"""Tables whose numbers a transaction that was undone has used up."""


class Databases:
    """Databases on a server, each a copy of another."""

    def __init__(self, folder: str, prefix: str) -> None:
        self._folder, self._prefix, self._numbers = folder, prefix, itertools.count(1)

    def server(self, name: str) -> Server:
        return Server(f"postgresql://stolik@/{name}?host={self._folder}")

    def copy(self, of: str) -> str:
        """Return the name of a new one, when nobody uses the other any more."""
        name = f"{self._prefix}{next(self._numbers)}"
        self.wait(of)
        with closing(psycopg.connect(self.server("postgres").url, autocommit=True)) as raw:
            raw.execute(f"CREATE DATABASE {name} TEMPLATE {of} STRATEGY file_copy".encode())
        return name

    def wait(self, name: str) -> None:
        """Wait until nobody uses a database: what a dead process has sent is still done."""
        with closing(psycopg.connect(self.server("postgres").url, autocommit=True)) as raw:
            using = "SELECT 1 FROM pg_stat_activity WHERE datname = %s"
            while raw.execute(using, (name,)).fetchone():
                time.sleep(0.01)

    def dump(self, name: str) -> dict[str, list[tuple[Any, ...]]]:
        """Return everything in a database but random values."""
        self.wait(name)
        found = {}
        with closing(psycopg.connect(self.server(name).url, autocommit=True)) as raw:
            asked = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            for (table,) in raw.execute(asked).fetchall():
                if table == "commits":
                    continue
                order = " ORDER BY id" if table in NUMBERED else ""
                cursor = raw.execute(f"SELECT * FROM {table}{order}".encode())  # noqa: S608 - tables
                assert cursor.description is not None
                kept = [
                    n
                    for n, column in enumerate(cursor.description)
                    if column.name != "nonce" and not (table in NUMBERED and column.name == "id")
                ]
                rows = [tuple(row[n] for n in kept) for row in cursor]
                found[table] = rows if table in NUMBERED else sorted(rows, key=repr)
        return found


def arm(bomb: Bomb) -> None:
    """Let everything that is sent or read be two steps, before and after it."""
    armed: list[tuple[Any, str]] = [(Ahead, name) for name in ("execute", "fetch", "_next")]
    armed += [(PostgresConnection, name) for name in ("execute", "executemany")]
    armed.append((database, "_commit"))
    for owner, name in armed:
        real = getattr(owner, name)

        def stepping(*given: Any, real: Any = real, **named: Any) -> Any:
            bomb.step()
            found = real(*given, **named)
            bomb.step()
            return found

        setattr(owner, name, stepping)


def step_by_step(line: Line, job: Any, begin: Any) -> None:
    """Run a transaction as one that has failed runs again; see `database._run`."""
    database._commit(line.raw, database._step_by_step(line.raw, job, begin))


async def run(server: Server, step: Step, fuse: int) -> None:
    store = await Store.open(server)
    arm(Bomb(fuse))
    house = House(store, Clock())
    if step is not do_answer:  # what computers answer is done on its own
        await house.service.computers.close()
    await step(house)
    await store.close()


async def deliver(server: Server, letters: Path, fuse: int) -> None:
    bomb = Bomb(fuse)
    store = await Store.open(server)
    arm(bomb)
    house = House(store, Clock())
    outbox = Outbox(store, house.service, Letterbox(letters, bomb), house.clock)
    outbox.kick()
    await settle(outbox)
    await store.close()


def kill_requests(there: Databases, start: str, step: Step, every: int) -> list[str]:
    done = there.copy(start)
    assert survives(run, there.server(done), step, 0)
    before, after = there.dump(start), there.dump(done)
    assert before != after
    found, name = list[str](), there.copy(start)
    for fuse in itertools.count(1, every):
        ended = survives(run, there.server(name), step, fuse)
        now = there.dump(name)
        found.append("before" if now == before else "after" if now == after else "half")
        if ended:
            return found
        if found[-1] != "before":
            name = there.copy(start)
    raise AssertionError


def kill_deliveries(there: Databases, start: str, letters: Path, every: int) -> list[str]:
    """Kill, start again, and check what has arrived and whether the database knows."""
    found = []
    for fuse in itertools.count(1, every):
        letters.unlink(missing_ok=True)
        server = there.server(there.copy(start))
        ended = survives(deliver, server, letters, fuse)
        assert survives(deliver, server, letters, 0)
        lines = letters.read_text().splitlines()
        doubled = len({line.split()[0] for line in lines}) < len(lines)
        with closing(psycopg.connect(server.url)) as raw:
            unsent = raw.execute("SELECT count(*) FROM outbox WHERE status <> 'sent'").fetchone()
            posted = raw.execute("SELECT posted_ply FROM matches").fetchone()
        kinds = sorted(line.split(maxsplit=1)[1] for line in lines)
        complete = kinds == [f"dm {ANN}", f"dm {BEA}", "lobby None", "thread None", "turn None"]
        right = complete and not doubled and unsent == (0,) and posted == (1,)
        found.append("right" if right else f"wrong: {kinds} {unsent} {posted}")
        if ended:
            return found
    raise AssertionError


def main() -> None:
    folder, empty, request, every, *slowly = sys.argv[1:]
    if slowly:
        database._run = step_by_step
    there = Databases(folder, "".join([request, *slowly]))
    start = there.copy(empty)
    with registry.register(TOY.info.slug, TOY):
        if request == "deliver":
            assert survives(run, there.server(start), dealt, 0)
            letters = Path(folder) / f"{start}.letters"
            found = kill_deliveries(there, start, letters, int(every))
        else:
            before, step = REQUESTS[request]
            assert survives(run, there.server(start), before, 0)
            found = kill_requests(there, start, step, int(every))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
