"""The SQL about when something has to happen; every question is answered by an index alone."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from matches.db import users as userrows
from matches.db.outbox import insert_mail
from matches.domain.change import Mail
from matches.domain.deadlines.epoch import to_ms

_FIRST: Final = (
    "SELECT (SELECT min(wake_at) FROM seats WHERE wake_at IS NOT NULL),"
    " (SELECT min(expires_at) FROM votes WHERE status = 'open'),"
    " (SELECT min(digest_at) FROM user_settings WHERE digest_at IS NOT NULL)"
)


def first(db: sqlite3.Connection) -> tuple[int | None, int | None, int | None]:
    """Return when the next clock, vote and daily message are due, in ms; None where none is."""
    clock, vote, digest = db.execute(_FIRST).fetchone()
    return clock, vote, digest


def clocks(db: sqlite3.Connection, now: int, most: int) -> list[tuple[int, int]]:
    """Return match and seat of clocks that have to be looked at by now, the earliest first."""
    return db.execute(
        "SELECT match_id, seat FROM seats WHERE wake_at <= ? ORDER BY wake_at LIMIT ?", (now, most)
    ).fetchall()


def running(db: sqlite3.Connection, after: int) -> list[int]:
    """Return the matches, with numbers beyond `after`, in which clocks run, in order."""
    found = db.execute(
        "SELECT DISTINCT match_id FROM seats WHERE wake_at IS NOT NULL AND match_id > ?"
        " ORDER BY match_id",
        (after,),
    )
    return [match_id for (match_id,) in found]


def put_off(db: sqlite3.Connection, match_id: int, seat: int, until: datetime) -> None:
    """Look at a clock later."""
    db.execute(
        "UPDATE seats SET wake_at = ? WHERE match_id = ? AND seat = ?",
        (to_ms(until), match_id, seat),
    )


def digests(db: sqlite3.Connection, now: int, most: int) -> list[int]:
    """Return the users whose daily message is due, the longest due first."""
    found = db.execute(
        "SELECT user_id FROM user_settings WHERE digest_at <= ? ORDER BY digest_at LIMIT ?",
        (now, most),
    )
    return [user_id for (user_id,) in found]


def send_digest(
    db: sqlite3.Connection, user_id: int, match_id: int | None, now: datetime, next_at: datetime
) -> None:
    """Put a user's daily message into the outbox, and note when the next one is due.

    Args:
        db: The connection.
        user_id: Who gets it.
        match_id: A match that waits for him; None if none does: then nothing is sent.
        now: The time.
        next_at: When the next one is due.
    """
    if match_id is not None and userrows.settings(db, user_id).dm:
        insert_mail(db, match_id, 0, now, (Mail("digest", user_id),))
    db.execute(
        "UPDATE user_settings SET digest_at = ? WHERE user_id = ?", (to_ms(next_at), user_id)
    )
