"""The SQL about small facts of the bot itself, and the names of these facts.

`health.py` imports this every minute, so it imports nothing but SQLite, and where the database is
on a server, the driver for that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from matches.db.postgres.address import Address

if TYPE_CHECKING:
    from matches.db.driver import Connection

LAST_BEAT: Final = "heartbeat"
"""The time when the bot was last known to run, in ISO format."""
BEAT_EVERY: timedelta = timedelta(minutes=1)
"""The interval at which a running bot records that."""
WAITING: Final = "waiting:"
"""How the notes of bots that wait for another are called: this, and their machine.

A note is the time when the bot was last known to wait, in ISO format, a space, and for whom.
"""


def get(db: Connection, key: str) -> str | None:
    """Return the fact stored under a name, or None."""
    found = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def put(db: Connection, facts: Mapping[str, str]) -> None:
    """Store facts by name, replacing older ones."""
    db.executemany(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        facts.items(),
    )


def read(database: Address, key: str) -> str | None:
    """Return the fact stored under a name, or None; the database is only read.

    Raises:
        OSError: There is no such database, or it can't be read.
    """
    if isinstance(database, Path):
        return _read_file(database, key)
    on_server: Any = import_module("matches.db.postgres.connecting")
    found: str | None = on_server.fact(database, key)
    return found


def _read_file(database: Path, key: str) -> str | None:
    if not database.exists():
        raise FileNotFoundError(f"there is no database {str(database)!r}")
    try:
        address = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as db:
            return get(db, key)
    except sqlite3.Error as error:
        raise OSError(f"cannot read database {str(database)!r}: {error}") from error
    except UnicodeDecodeError as error:  # SQLite quotes what it can't read
        raise OSError(f"cannot read database {str(database)!r}: it is damaged") from error
