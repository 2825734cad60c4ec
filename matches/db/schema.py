"""Opening a database file: pragmas, and migrations by `PRAGMA user_version`."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from matches.db.driver import DAMAGED, explained
from rules.errors import StoreError

MIGRATIONS_DIR: Final = Path(__file__).parent / "migrations"
PART: Final = ".part"
"""The end of the name of a database that isn't complete and checked yet."""
INCREMENTAL: Final = 2
"""SQLite's mode for files that give free pages back when they are asked to."""
BUSY_S: Final = 5.0
"""The longest time a writer waits for another; then the file counts as locked."""
SYNCHRONOUS = "FULL"
"""How SQLite writes: a commit waits for the disk. Most tests needn't."""


def connect(path: Path, newest: int | None = None) -> sqlite3.Connection:
    """Open a database file and migrate it; create it and its folder if missing.

    Args:
        path: The file.
        newest: Migrate an older file to this schema, and leave a newer one alone; None means to
            the newest that is known.

    Raises:
        StoreError: The file is locked, read-only, unfinished, no database, or from a newer version.
    """
    try:
        if not path.exists() and part_of(path).exists():
            raise StoreError(unfinished(f"{str(path)!r}") + f", or delete {str(part_of(path))!r}")
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    except OSError as error:
        raise StoreError(f"cannot open database {str(path)!r}: {error}") from error
    except sqlite3.Error as error:
        raise explained(error, path) from error
    try:
        _prepare(db, path, newest)
    except DAMAGED as error:
        db.close()
        raise explained(error, path) from error
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path, newest: int | None) -> None:
    check_version(db, path)
    _make_shrinkable(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db, newest)
    db.execute("BEGIN IMMEDIATE")  # fail now, not at the first move, if we may not write
    db.execute("ROLLBACK")


def _make_shrinkable(db: sqlite3.Connection) -> None:
    """Let a database file shrink when matches are deleted; rewrite older ones.

    Without room on the disk for that, the file stays as it is, and its free pages are used again.
    """
    (mode,) = db.execute("PRAGMA auto_vacuum").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if mode == INCREMENTAL or version >= len(migrations()):
        return
    db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL:d}")
    if version:
        with suppress(sqlite3.OperationalError):
            db.execute("VACUUM")


def check_version(db: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError if the file was written by a newer version of this program."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(migrations()):
        raise StoreError(newer(repr(str(path)), version))


def newer(place: object, version: int) -> str:
    """Return what is wrong with a database that a newer program has written."""
    return (
        f"database {place} is from a newer version (schema {version}, this program knows up to"
        f" {len(migrations())}): update the program"
    )


def unfinished(place: object) -> str:
    """Return what is wrong with a database if moving another to its place was cut off."""
    return (
        f"database {place} is unfinished, because a move into it was cut off: run"
        " scripts.move_database again"
    )


def part_of(path: Path) -> Path:
    """Return where a database is written until it's complete and checked."""
    return path.with_name(path.name + PART)


def migrations() -> tuple[Path, ...]:
    """Return the migration files; the n-th (from 1) leads to schema n.

    Raises:
        StoreError: A number is missing or used twice.
    """
    files = tuple(sorted(MIGRATIONS_DIR.glob("*.sql")))
    numbers = [int(file.name[:4]) for file in files]
    if numbers != list(range(1, len(files) + 1)):
        raise StoreError(f"migrations are not numbered from 1 without gaps: {numbers}")
    return files


def migrate(db: sqlite3.Connection, newest: int | None = None) -> None:
    """Run the missing migrations up to the newest, each in one transaction."""
    for number, file in enumerate(migrations()[:newest], start=1):
        if _version(db) >= number:
            continue
        db.execute("BEGIN IMMEDIATE")
        try:
            if _version(db) < number:  # otherwise another bot that starts now was faster
                for one in statements(file.read_text(encoding="utf-8")):
                    db.execute(one)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a migration without comments, a trigger's as one."""
    statement = ""
    for part in re.sub(r"--[^\n]*", "", script).split(";"):
        statement = f"{statement}{part};".lstrip()
        if sqlite3.complete_statement(statement):
            if bare := statement[:-1].rstrip():
                yield bare
            statement = ""


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
