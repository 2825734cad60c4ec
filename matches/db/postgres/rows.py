"""All rows of a database on a server; see `matches.db.desk.rows`."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from psycopg import sql
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from matches.db.desk.figures import size_on_server
from matches.db.desk.rows import Row, Table
from matches.db.postgres.address import Server
from matches.db.postgres.connecting import opened
from matches.db.postgres.database import BEGIN_READING
from matches.db.postgres.dialect import PostgresConnection, Raw
from matches.db.postgres.schema import (
    LOCK,
    UNFINISHED,
    check_version,
    migrate,
    stored_version,
)
from rules.errors import StoreError

TYPES: Final = {"INTEGER": "int8", "TEXT": "text", "BLOB": "bytea"}
"""The server's types for those of a file."""
_REFERENCES: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
"""
_COUNTERS: Final = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND is_identity = 'YES'
"""
_TABLES: Final = """
SELECT count(*) FROM pg_tables
WHERE schemaname = current_schema() AND tablename <> 'schema_version'
"""


class ServerRows:
    """The rows on a server, to be read or filled; see `matches.db.desk.rows.Target`."""

    def __init__(self, raw: Raw) -> None:
        self.db = PostgresConnection(raw)
        self._raw = raw

    def rows(self, table: Table) -> Generator[Row, None, None]:
        """Yield the rows of a table."""
        with self._raw.cursor().copy(f"COPY ({table.query}) TO STDOUT") as copy:
            copy.set_types([TYPES[name] for name in table.types])
            yield from copy.rows()

    def add(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        cursor = self._raw.cursor()
        # The last dumper of a type counts. NUL is gone already, and truth is a number.
        cursor.adapters.register_dumper(int, Int8Dumper)
        cursor.adapters.register_dumper(str, StrDumper)
        with cursor.copy(f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN") as copy:
            copy.set_types([TYPES[name] for name in table.types])
            for row in rows:
                copy.write_row(row)


@contextmanager
def reading(raw: Raw, server: Server) -> Iterator[ServerRows]:
    """Yield the rows of a server, all from the same moment; nobody waits for that.

    Raises:
        StoreError: They aren't of this version.
    """
    raw.execute(BEGIN_READING)
    check_version(raw, server)
    yield ServerRows(raw)
    raw.execute("ROLLBACK")


@contextmanager
def snapshot(server: Server) -> Iterator[ServerRows]:
    """Yield the rows of a server that may be in use; see `reading`."""
    with opened(server) as raw, reading(raw, server) as rows:
        yield rows


def size(server: Server) -> int:
    """Return how many bytes a database takes on its server."""
    with opened(server) as raw:
        return size_on_server(PostgresConnection(raw))


def check_new(server: Server) -> None:
    """Raise StoreError if a database can't be filled, because it isn't empty, say."""
    with opened(server) as raw:
        _check_new(raw, server)


def _check_new(raw: Raw, server: Server) -> None:
    found = raw.execute(_TABLES).fetchone()
    if stored_version(raw) not in (None, UNFINISHED) or found != (0,):
        raise StoreError(f"database {server} isn't empty: create a new one (createdb)")


@contextmanager
def filling(server: Server) -> Iterator[ServerRows]:
    """Yield a new database on a server, to be filled; what isn't complete says so.

    Raises:
        StoreError: It isn't empty, somebody else prepares it, or it can't be written.
    """
    with opened(server) as raw:
        with raw.transaction():
            _lock(raw, server)
            _check_new(raw, server)
            raw.execute("CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)")
            raw.execute("DELETE FROM schema_version")
            raw.execute("INSERT INTO schema_version VALUES (%s)", (UNFINISHED,))
        with raw.transaction():
            _lock(raw, server)
            raw.execute("UPDATE schema_version SET version = 0")
            migrate(raw, server)
            yield from _without_references(raw)
            _set_counters(raw)
            raw.execute("ANALYZE")


def _lock(raw: Raw, server: Server) -> None:
    """Keep bots that start out, until the end of the transaction."""
    found = raw.execute("SELECT pg_try_advisory_xact_lock(%s)", (LOCK,)).fetchone()
    if found != (True,):
        raise StoreError(f"somebody else is preparing database {server} just now")


def _without_references(raw: Raw) -> Iterator[ServerRows]:
    """Yield the rows; references are checked afterwards, all at once."""
    references = raw.execute(_REFERENCES).fetchall()
    for table, name, _ in references:
        raw.execute(_altered(table, "DROP CONSTRAINT", name))
    yield ServerRows(raw)
    for table, name, definition in references:
        raw.execute(_altered(table, "ADD CONSTRAINT", name) + sql.SQL(f" {definition}"))


def _altered(table: str, what: str, name: str) -> sql.Composed:
    return sql.SQL(f"ALTER TABLE {{}} {what} {{}}").format(
        sql.Identifier(table), sql.Identifier(name)
    )


def _set_counters(raw: Raw) -> None:
    """Let the next row of each table get a number that no row has."""
    for table, column in raw.execute(_COUNTERS).fetchall():
        raw.execute(
            sql.SQL(
                "SELECT setval(pg_get_serial_sequence({name}, {text}),"
                " greatest(coalesce(max({column}), 0), 1), coalesce(max({column}), 0) >= 1)"
                " FROM {table}"
            ).format(
                name=sql.Literal(table),
                text=sql.Literal(column),
                column=sql.Identifier(column),
                table=sql.Identifier(table),
            )
        )
