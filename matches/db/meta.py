"""The SQL about small facts of the house itself, and under which names they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from matches.db.driver import Connection

LAST_BEAT: Final = "heartbeat"
"""When the bot was last there, in ISO format."""
ABSENCE: Final = "absence"
"""How far the clocks have been moved after an absence of the bot; "" if that is done."""


def get(db: Connection, key: str) -> str | None:
    """Return what is kept under a name, or None."""
    found = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def put(db: Connection, facts: Mapping[str, str]) -> None:
    """Keep facts by their names, in place of older ones."""
    db.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", facts.items())
