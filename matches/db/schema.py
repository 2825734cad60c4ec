"""Opening a database file: pragmas, and migrations by `PRAGMA user_version`."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from matches.db.driver import Connection, explained
from rules.errors import StoreError

MIGRATIONS_DIR: Final = Path(__file__).parent / "migrations"
INCREMENTAL: Final = 2
"""SQLite's mode for files that give free pages back when they are asked to."""
BUSY_S: Final = 5.0
"""The longest time a writer waits for another; then the file counts as locked."""
SYNCHRONOUS = "FULL"
"""How SQLite writes: a commit waits for the disk. Most tests needn't."""


def connect(path: Path) -> Connection:
    """Open a database file and migrate it; create it and its folder if missing.

    Raises:
        StoreError: The file is locked, read-only, not a database, or from a newer version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot open database {str(path)!r}: {error}") from error
    try:
        _prepare(db, path)
    except sqlite3.Error as error:
        db.close()
        raise explained(error, path) from error
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: Connection, path: Path) -> None:
    check_version(db, path)
    _make_shrinkable(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db)
    db.execute("BEGIN IMMEDIATE")  # fail now, not at the first move, if we may not write
    db.execute("ROLLBACK")


def _make_shrinkable(db: Connection) -> None:
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


def check_version(db: Connection, path: Path) -> None:
    """Raise StoreError if the file was written by a newer version of this program."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    known = len(migrations())
    if version > known:
        raise StoreError(
            f"database {str(path)!r} is from a newer version (schema {version}, this program"
            f" knows up to {known}): update the program"
        )


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


def migrate(db: Connection) -> None:
    """Run the missing migrations, each in one transaction."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for number, file in enumerate(migrations()[version:], start=version + 1):
        script = file.read_text(encoding="utf-8")
        try:
            db.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def backup(source: Path, target: Path) -> None:
    """Copy a database, in use or not, into a new file that can replace it.

    The copy holds what was committed at one moment, and survives a power loss. To restore it, stop
    the bot, put the copy where the database was, and remove the old file's ``-wal`` and ``-shm``
    neighbours.

    Raises:
        StoreError: There is no such database, the target exists or can't be written, or the copy
            is damaged.
    """
    if not source.is_file():
        raise StoreError(f"there is no database {str(source)!r}")
    if target.exists():
        raise StoreError(f"{str(target)!r} exists already: name a new file")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source, timeout=BUSY_S, isolation_level=None)) as db:
            check_version(db, source)
            db.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise StoreError(f"the copy of {str(source)!r} is not sound: {found}")
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot copy {str(source)!r} to {str(target)!r}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, would survive a power loss."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
