"""The tables on a server are those in a file."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
import pytest

from tests.postgres import PostgresServer

OF_SERVER: Final = ("schema_version", "commits")
"""Tables that a file doesn't need."""
TYPES: Final = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"}
COLUMNS: Final = """
SELECT c.table_name, c.column_name, c.data_type, c.is_nullable = 'NO', c.column_default
FROM information_schema.columns AS c WHERE c.table_schema = 'public'
ORDER BY c.table_name, c.ordinal_position
"""
INDEXES: Final = """
SELECT t.relname, i.indisunique, i.indisprimary,
    ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) || CASE WHEN i.indoption[n - 1] & 1 = 1
        THEN ' DESC' ELSE '' END FROM generate_series(1, i.indnatts) AS n),
    pg_get_expr(i.indpred, i.indrelid)
FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
JOIN pg_namespace AS s ON s.oid = t.relnamespace WHERE s.nspname = 'public'
"""
KEYS: Final = """
SELECT conrelid::regclass::text, confrelid::regclass::text, ARRAY(SELECT attname::text
    FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey))
FROM pg_constraint WHERE contype = 'f'
"""


class Column(NamedTuple):
    """A column of a table."""

    table: str
    name: str
    kind: str
    needed: bool
    default: str


class Index(NamedTuple):
    """An index, or a primary key."""

    table: str
    unique: bool
    primary: bool
    columns: str
    condition: str


def plain(expression: str | None) -> str:
    """Return an expression without what the databases write differently."""
    text = re.sub(r"::\w+(\[\])?", "", expression or "").replace("x''", "''").replace(r"\x", "")
    text = re.sub(r"= ANY \(\(?ARRAY\[(.*?)\]\)?\)", r"IN (\1)", text)
    return re.sub(r"[()\s]", "", text).lower().replace("!=", "<>")


def file_tables(db: sqlite3.Connection) -> list[str]:
    found = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return [name for (name,) in found]


def file_columns(db: sqlite3.Connection) -> Iterator[Column]:
    for table in file_tables(db):
        for _, name, kind, needed, default, key in db.execute(f"PRAGMA table_info({table})"):
            yield Column(table, name, TYPES[kind], bool(needed or key), plain(default))


def file_indexes(db: sqlite3.Connection) -> Iterator[Index]:
    for table in file_tables(db):
        described = db.execute(f"PRAGMA table_info({table})").fetchall()
        key = tuple(name for *_, name in sorted((row[5], row[1]) for row in described if row[5]))
        if key:
            yield Index(
                table, unique=True, primary=True, columns=plain(",".join(key)), condition=""
            )
        for _, name, unique, origin, _ in db.execute(f"PRAGMA index_list({table})").fetchall():
            if origin == "pk":
                continue
            (made,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            if made is None:  # of a constraint in the table
                found = db.execute(f"PRAGMA index_info({name})").fetchall()
                columns = ",".join(column for _, _, column in found)
            else:
                parts = re.search(r" ON \w+\s*\((.*?)\)\s*(WHERE|$)", made, re.DOTALL)
                assert parts is not None
                columns = parts[1]
            condition = plain((made or "").partition("WHERE")[2])
            yield Index(
                table, bool(unique), primary=False, columns=plain(columns), condition=condition
            )


def file_keys(db: sqlite3.Connection) -> set[tuple[str, str, tuple[str, ...]]]:
    return {
        (table, key[2], (key[3],))
        for table in file_tables(db)
        for key in db.execute(f"PRAGMA foreign_key_list({table})")
    }


@pytest.fixture
def file(empty_database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(empty_database)) as db:
        yield db


@pytest.fixture
def raw(postgres: PostgresServer) -> Iterator[psycopg.Connection]:
    with closing(psycopg.connect(postgres.new().url, autocommit=True)) as found:
        yield found


def test_columns(file: sqlite3.Connection, raw: psycopg.Connection) -> None:
    there = [
        Column(table, name, kind, needed, plain(default))
        for table, name, kind, needed, default in raw.execute(COLUMNS)
        if table not in OF_SERVER
    ]
    assert sorted(there) == sorted(file_columns(file))


def test_indexes(file: sqlite3.Connection, raw: psycopg.Connection) -> None:
    there = [
        Index(table, unique, primary, plain(",".join(columns)), plain(condition))
        for table, unique, primary, columns, condition in raw.execute(INDEXES)
        if table not in OF_SERVER
    ]
    assert sorted(there) == sorted(file_indexes(file))


def test_references(file: sqlite3.Connection, raw: psycopg.Connection) -> None:
    there = [(table, to, tuple(columns)) for table, to, columns in raw.execute(KEYS)]
    assert sorted(there) == sorted(file_keys(file))
