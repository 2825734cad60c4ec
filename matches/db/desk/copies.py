"""Copies of the database, made while it is in use, and checked before they count."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from matches.db.matches import load
from matches.db.schema import BUSY_S, check_version, migrations
from matches.domain.history.replay import revive
from rules.errors import ReplayError, StoreError

PART: Final = ".part"
"""The end of the name of a copy that isn't checked yet."""
_STEPS: Final = 100_000
"""How many steps SQLite makes before it asks whether to stop, some milliseconds."""


def backup(
    source: Path, target: Path, *, replays: int = 0, stop: Callable[[], bool] = lambda: False
) -> int:
    """Copy a database, in use or not, into a new file that can replace it.

    The copy holds what was committed at one moment, and survives a power loss. Writers don't wait
    for it. To restore it, stop the bot, put the copy where the database was, and remove the old
    file's ``-wal`` and ``-shm`` neighbours.

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
    if not source.is_file():
        raise StoreError(f"there is no database {str(source)!r}")
    if target.exists():
        raise StoreError(f"{str(target)!r} exists already: name a new file")
    part = target.with_name(target.name + PART)
    part.unlink(missing_ok=True)
    try:
        with closing(_opened(source, stop)) as db:
            check_version(db, source)
            db.execute("VACUUM INTO ?", (str(part),))
        with closing(_opened(part, stop)) as copy:
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise StoreError(f"the copy of {str(source)!r} is not sound: {found}")
            replayed = _replay(copy, replays) if replays else 0
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    except ReplayError as error:
        raise StoreError(f"the copy of {str(source)!r} is not sound: {error}") from error
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot copy {str(source)!r} to {str(target)!r}: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return replayed


def _opened(path: Path, stop: Callable[[], bool]) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    db.set_progress_handler(stop, _STEPS)
    return db


def _replay(copy: sqlite3.Connection, most: int) -> int:
    """Replay live matches of a copy; return how many.

    Known broken ones say nothing about it, and an older schema can't be read before its migration.

    Raises:
        ReplayError: One doesn't replay.
    """
    (version,) = copy.execute("PRAGMA user_version").fetchone()
    if version != len(migrations()):
        return 0
    chosen = copy.execute(
        "SELECT id FROM matches WHERE status = 'live' AND broken = '' ORDER BY random() LIMIT ?",
        (most,),
    ).fetchall()
    for (match_id,) in chosen:
        stored = load(copy, match_id)
        assert stored is not None
        revive(stored)
    return len(chosen)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, would survive a power loss."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
