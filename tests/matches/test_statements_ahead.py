"""Statements that travel to a server together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import pytest
from psycopg.errors import UndefinedColumn

from matches.db.driver import Connection, IntegrityError
from matches.db.postgres import ahead
from matches.db.postgres.database import PostgresDatabase
from matches.db.postgres.dialect import PostgresConnection
from matches.db.store import Store
from rules.errors import StoreError
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, Clock, House
from tests.postgres import PostgresServer

PUT: Final = "INSERT INTO meta (key, value) VALUES (?, ?)"
LONG: Final = 8_000_000


@pytest.fixture
async def served(postgres: PostgresServer) -> AsyncIterator[Store]:
    """Yield a store on a server."""
    store = await Store.open(postgres.shared())
    yield store
    await store.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets an entry whenever somebody waits for the server."""
    waited = list[int]()
    fetch = ahead.Ahead.fetch

    def counted(db: ahead.Ahead) -> None:
        waited.append(1)
        fetch(db)

    monkeypatch.setattr(ahead.Ahead, "fetch", counted)
    return waited


async def test_a_move_waits_twice_for_the_server(
    served: Store, clock: Clock, waits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once to know whether the match is as it was, once for COMMIT."""
    house = House(served, clock)
    match_id = await house.match(ANN, BEA)
    glance = await house.service.glance(match_id, ANN)
    write, each = served.write, list[int]()

    async def counted(job: Callable[[Connection], Any]) -> Any:
        before = len(waits)
        found = await write(job)
        each.append(len(waits) - before)
        return found

    monkeypatch.setattr(served, "write", counted)
    await house.play(match_id, ANN, format_move(glance.moves[0]))
    assert each == [2]


async def test_what_is_not_asked_for_waits_for_commit(served: Store, waits: list[int]) -> None:
    await served.write(lambda db: [db.execute(PUT, (str(n), "x")) for n in range(100)])
    assert len(waits) == 1
    assert await served.get_meta("99") == "x"


async def test_a_bot_that_may_not_write_changes_nothing(served: Store) -> None:
    """Though its statements reach the server before it is known that it may not."""

    def fence(db: Connection) -> Callable[[], None]:
        found = db.execute("SELECT 1 WHERE 1 = 0")

        def check() -> None:
            if found.fetchone() is None:
                raise StoreError("no")

        return check

    served._fence = fence
    with pytest.raises(StoreError, match="no"):
        await served.set_meta("a", "b")
    assert await served.get_meta("a") is None


async def test_an_error_is_that_of_its_own_statement(served: Store) -> None:
    """Somebody who expects it at an earlier or later one isn't misled."""
    told = list[str]()

    def put(db: Connection) -> None:
        db.execute(PUT, ("a", "1"))
        try:
            db.execute(PUT, ("a", "2"))
        except IntegrityError:
            told.append("the second")
            raise
        try:
            db.execute("UPDATE meta SET value = '3'").rowcount  # noqa: B018 - it is asked for
        except IntegrityError:
            told.append("the third")

    with pytest.raises(IntegrityError):
        await served.write(put)
    assert told == ["the second"]
    assert await served.get_meta("a") is None


async def test_long_values_both_ways_at_once(served: Store) -> None:
    """Neither side waits for ever until the other one reads."""

    def put(db: Connection) -> list[int]:
        asked = [db.execute("SELECT CAST(? AS text)", (letter * LONG,)) for letter in "abc"]
        return [len(one.fetchone()[0]) for one in asked]

    assert await served.write(put) == [LONG] * 3


async def test_more_statements_than_are_kept_ready(
    served: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "MOST_PREPARED", 3)

    def count(db: Connection) -> list[int]:
        return [db.execute(f"SELECT {n}").fetchone()[0] for n in range(10)]

    for _ in range(2):
        assert await served.read(count) == [*range(10)]


async def test_names_of_columns_and_rows_that_were_changed(served: Store) -> None:
    def look(db: Connection) -> tuple[list[Any], int, list[Any]]:
        found = db.execute("SELECT 1 AS a, 'x' AS b")
        names = [name for name, *_ in found.description]
        changed = db.executemany(PUT, [("a", "1"), ("b", "2")])
        return names, changed.rowcount, found.fetchall()

    assert await served.write(look) == (["a", "b"], 2, [(1, "x")])


@pytest.mark.parametrize("rows", [[], [("a",)], [("a",), ("b",)], [("a",), ("b",), ("c",)]])
async def test_rows_changed_by_several_values_are_counted_together(
    store: Store, rows: list[tuple[str]]
) -> None:
    """Alike on a file and on a server, together and step by step."""

    def count(db: Connection) -> int:
        db.executemany(PUT, [("a", "1"), ("b", "2"), ("c", "3")])
        return db.executemany("DELETE FROM meta WHERE key = ?", rows).rowcount

    def by_step(db: PostgresConnection) -> int:
        with db.raw.transaction(force_rollback=True):
            return count(db)

    if isinstance(store._database, PostgresDatabase):
        assert await store._database.run(by_step) == len(rows)
    assert await store.write(count) == len(rows)


@pytest.mark.parametrize("asks", [True, False])
async def test_what_is_refused_leaves_no_statement_twice(served: Store, asks: bool) -> None:
    """The server keeps what a transaction has prepared, also if that is undone."""

    def refuse(db: Connection) -> None:
        for n in range(5):
            found = db.execute(f"SELECT {n}")
        if asks:
            found.fetchone()
        raise LookupError

    def kept(db: PostgresConnection) -> list[tuple[int, int]]:
        sql = "SELECT count(*), count(DISTINCT statement) FROM pg_prepared_statements"
        return db.execute(sql).fetchall()

    assert isinstance(served._database, PostgresDatabase)
    for _ in range(20):
        with pytest.raises(LookupError):
            await served.write(refuse)
    ((every, different),) = await served._database.run(kept)
    assert every == different > 5
    assert await served.write(lambda db: db.execute("SELECT 3").fetchone()) == (3,)


async def test_a_statement_that_fails_to_be_prepared_is_no_name(served: Store) -> None:
    def wrong(db: Connection) -> None:
        db.execute("SELECT 1")
        db.execute("SELECT nothing_like_it")
        db.execute("SELECT 2")
        db.execute("SELECT 1").fetchone()

    for _ in range(2):
        with pytest.raises(UndefinedColumn):
            await served.write(wrong)
    assert await served.write(lambda db: db.execute("SELECT 2").fetchone()) == (2,)
