"""Copies of the database, made while it is in use, and checked before they count.

A copy is a file, whatever the database is.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from matches.db.desk.rows import copy_all, fill_file
from matches.db.driver import DAMAGED, Connection, sqlite_words
from matches.db.matches import load
from matches.db.postgres.address import Address
from matches.db.schema import BUSY_S, check_version, migrations, part_of
from matches.domain.history.replay import revive
from rules.errors import ReplayError, StoreError

_STEPS: Final = 100_000
"""How many steps SQLite makes before it asks whether to stop, some milliseconds."""


def backup(
    source: Address, target: Path, *, replays: int = 0, stop: Callable[[], bool] = lambda: False
) -> int:
    """Copy a database, in use or not, into a new file that can replace it.

    The copy holds what was committed at one moment, and survives a power loss. Writers don't wait
    for it. To restore it, stop the bot, put the copy where the database was, and remove the old
    file's ``-wal`` and ``-shm`` neighbours; to a server, move it (`matches.db.desk.moving`).

    Args:
        source: The database.
        target: The new file; it has this name once it is complete and checked.
        replays: How many live matches of the copy to replay, chosen by chance.
        stop: Asked now and then whether to give up.

    Returns:
        How many matches were replayed; there may be fewer.

    Raises:
        StoreError: There is no such database, the target exists or can't be written, or the copy
            is damaged.
    """
    if isinstance(source, Path) and not source.is_file():
        raise StoreError(f"there is no database {str(source)!r}")
    check_free(target)
    part = part_of(target)
    part.unlink(missing_ok=True)
    try:
        _write(source, part, stop)
        return finish(part, target, replays, stop)
    except (OSError, *DAMAGED) as error:
        why = str(error) if isinstance(error, OSError) else sqlite_words(error)
        raise StoreError(f"cannot copy {shown(source)} to {str(target)!r}: {why}") from error
    finally:
        part.unlink(missing_ok=True)


def check_free(target: Path) -> None:
    """Raise StoreError if a file exists already."""
    if target.exists():
        raise StoreError(f"{str(target)!r} exists already: name a new file")


def shown(database: Address) -> str:
    """Return a database as messages name it."""
    return repr(str(database)) if isinstance(database, Path) else str(database)


def size(database: Address) -> int:
    """Return how many bytes a database takes.

    Raises:
        OSError: There is no such file.
        StoreError: The server can't be used.
    """
    if isinstance(database, Path):
        return database.stat().st_size
    on_server: Any = import_module("matches.db.postgres.rows")
    return int(on_server.size(database))


def _write(source: Address, part: Path, stop: Callable[[], bool]) -> None:
    """Write all of a database into a new file."""
    if isinstance(source, Path):
        with closing(_opened(source, stop)) as db:
            check_version(db, source)
            db.execute("SELECT 1 FROM sqlite_master").fetchone()  # else it blames the new file
            db.execute("VACUUM INTO ?", (str(part),))
        return
    on_server: Any = import_module("matches.db.postgres.rows")
    with on_server.snapshot(source) as rows:
        fill_file(part, lambda file: copy_all(rows, file, stop=stop))


def finish(part: Path, target: Path, replays: int, stop: Callable[[], bool]) -> int:
    """Check a complete file, keep it from a power loss and give it its name.

    Returns:
        How many matches were replayed.

    Raises:
        StoreError: It's damaged.
    """
    with closing(_opened(part, stop)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise StoreError(f"the copy {str(target)!r} is not sound: {found}")
        (version,) = copy.execute("PRAGMA user_version").fetchone()
        # An older schema can't be read before its migration.
        replayed = replay_some(copy, replays) if version == len(migrations()) else 0
    _sync(part)
    part.rename(target)
    _sync(target.parent)
    return replayed


def _opened(path: Path, stop: Callable[[], bool]) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    db.set_progress_handler(stop, _STEPS)
    return db


def replay_some(copy: Connection, most: int) -> int:
    """Replay live matches of a copy, chosen by chance; return how many.

    Known broken ones say nothing about it.

    Raises:
        StoreError: One doesn't replay.
    """
    chosen = copy.execute(
        "SELECT id FROM matches WHERE status = 'live' AND broken = '' ORDER BY random() LIMIT ?",
        (most,),
    ).fetchall()
    for (match_id,) in chosen:
        try:
            stored = load(copy, match_id)
            assert stored is not None
            revive(stored)
        except ReplayError as error:
            raise StoreError(f"the copy is not sound: {error}") from error
    return len(chosen)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, would survive a power loss."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
