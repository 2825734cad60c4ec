"""All rows of a database, copied into another one, counted and compared.

A table is what the migrations make of it, so tables of other programs (Litestream has some in its
files) are neither read nor written. Rows have no order in these sums, because two databases don't
agree on one.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from matches.db import meta
from matches.db.driver import Connection, explained, transaction
from matches.db.schema import INCREMENTAL, migrate
from rules.errors import StoreError

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
_NUL: Final = "\\x00"
"""How the letter NUL looks in the ``repr`` of a row."""
_ASK_EVERY: Final = 1000
"""After how many rows to ask whether to stop."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the migrations make it.

    Attributes:
        name: Its name.
        columns: The names of its columns.
        types: Their types in a file: INTEGER, TEXT or BLOB.
    """

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]

    @property
    def query(self) -> str:
        """Return the SQL that reads all its rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608 - names of ours


class Rows(Iterator[Row], Protocol):
    """Rows that are being read."""

    def close(self) -> None:
        """Read no more."""
        ...


class Source(Protocol):
    """A database at one moment, to be read."""

    @property
    def db(self) -> Connection:
        """The connection to it."""
        ...

    def rows(self, table: Table) -> Rows:
        """Return the rows of a table."""
        ...


class Target(Source, Protocol):
    """An empty database with all tables, to be filled, inside a transaction."""

    def add(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        ...


@dataclass(slots=True)
class Tally:
    """How many rows a table has, and a sum that depends on every value.

    Attributes:
        rows: How many there are.
        total: The sum of a hash of each, in any order.
        changed: How many held the letter NUL, which a server can't keep.
    """

    rows: int = 0
    total: int = 0
    changed: int = 0

    def count(self, rows: Iterable[Row], stop: Callable[[], bool]) -> Iterator[Row]:
        """Yield rows, NUL replaced by U+FFFD, and count them.

        Raises:
            StoreError: It's to stop.
        """
        for row in rows:
            text = repr(row)
            if _NUL in text and (other := without_nul(row)) != row:
                row, text, self.changed = other, repr(other), self.changed + 1
            digest = blake2b(text.encode(), digest_size=16).digest()
            self.rows, self.total = self.rows + 1, self.total + int.from_bytes(digest, "big")
            if self.rows % _ASK_EVERY == 0 and stop():
                raise StoreError("the copy was interrupted")
            yield row

    @property
    def checksum(self) -> str:
        """Return the sum as a word."""
        return f"{self.total % 2**64:016x}"


Counts: TypeAlias = dict[str, Tally]
"""What was copied, by table."""


def without_nul(row: Row) -> Row:
    """Return a row whose texts have U+FFFD for NUL."""
    return tuple(
        value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value
        for value in row
    )


def tables() -> tuple[Table, ...]:
    """Return all tables of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        names = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " ORDER BY rowid"
        ).fetchall()
        found = []
        for (name,) in names:
            about = db.execute(f"PRAGMA table_info({name})").fetchall()
            columns, types = zip(*((column[1], column[2]) for column in about), strict=True)
            found.append(Table(name, columns, types))
    return tuple(found)


def copy_all(
    source: Source,
    target: Target,
    told: Callable[[str, Tally], None] = lambda name, tally: None,
    stop: Callable[[], bool] = lambda: False,
) -> Counts:
    """Copy all rows, read them again, and return what was copied.

    Args:
        source: Where from.
        target: Where to.
        told: Called after each table with its name and tally.
        stop: Asked now and then whether to give up.

    Raises:
        StoreError: A table differs afterwards, or it's to stop.
    """
    counts: Counts = {}
    for table in tables():
        was, now = Tally(), Tally()
        with closing(source.rows(table)) as read:
            target.add(table, was.count(read, stop))
        with closing(target.rows(table)) as read:
            deque(now.count(read, stop), maxlen=0)
        if (was.rows, was.total) != (now.rows, now.total):
            raise StoreError(
                f"table {table.name} differs after copying: {was.rows} rows ({was.checksum})"
                f" were read and {now.rows} ({now.checksum}) are there"
            )
        counts[table.name] = was
        told(table.name, was)
    # The bot that held the lease doesn't know of the copy; epochs only grow.
    target.db.execute("UPDATE leases SET token = '', place = ''")
    target.db.execute("DELETE FROM meta WHERE key LIKE ?", (f"{meta.WAITING}%",))
    return counts


@dataclass(frozen=True, slots=True)
class FileRows:
    """A file to be read or filled; see `Target`."""

    db: sqlite3.Connection

    def rows(self, table: Table) -> Generator[Row, None, None]:
        """Yield the rows of a table.

        Raises:
            StoreError: The file is damaged; it names this one, not the one that is written.
        """
        try:
            yield from self.db.execute(table.query)
        except sqlite3.Error as error:
            _, _, path = self.db.execute("PRAGMA database_list").fetchone()
            raise explained(error, Path(path)) from error

    def add(self, table: Table, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        places = ", ".join("?" * len(table.columns))
        columns = ", ".join(table.columns)
        self.db.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({places})", rows)  # noqa: S608 - names of ours


def fill_file(path: Path, fill: Callable[[FileRows], T]) -> T:
    """Make a new file and return what filling it gave; a power loss can harm it.

    Raises:
        StoreError: It can't be written, or its references lead nowhere.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL:d}")
            # Nobody needs what is left if this is cut off.
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            migrate(db)
            filled = transaction(db, lambda _: fill(FileRows(db)), "BEGIN EXCLUSIVE")
            if (wrong := db.execute("PRAGMA foreign_key_check").fetchone()) is not None:
                raise StoreError(f"rows of table {wrong[0]} belong to a match that isn't there")
            return filled
    except sqlite3.Error as error:
        raise explained(error, path) from error


@contextmanager
def reading(db: sqlite3.Connection) -> Iterator[FileRows]:
    """Yield the rows of an open file, all from the same moment."""
    db.execute("BEGIN")
    try:
        yield FileRows(db)
    finally:
        db.execute("ROLLBACK")
