"""The SQL about whether new matches are taken, for as long as the operator says."""

from __future__ import annotations

from typing import Final

from matches.db import meta
from matches.db.driver import Connection
from rules.errors import LobbyError
from rules.text import t

NO_NEW: Final = "no_new_matches"
"""The fact since when no new matches are taken, in ISO format; "" if they are."""


def check_open(db: Connection) -> None:
    """Refuse a new match while the operator takes none.

    Raises:
        LobbyError: New matches are paused.
    """
    if closed_since(db):
        raise LobbyError(
            t("I'm not opening new matches right now because of maintenance."),
            t("Matches that are open or being played go on as usual. Please try again later."),
        )


def closed_since(db: Connection) -> str:
    """Return since when no new matches are taken, in ISO format, or ""."""
    return meta.get(db, NO_NEW) or ""


def close(db: Connection, since: str) -> None:
    """Take no new matches from now on; "" takes them again."""
    meta.put(db, {NO_NEW: since})
