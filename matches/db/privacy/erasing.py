"""The SQL that replaces a user by nobody."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from matches.db import users as users_db
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import to_ms
from matches.domain.model import NEUTRAL_NAME
from matches.domain.text_json import without_persons

NO_USER: Final = 0
"""The user id of somebody whose data was erased."""


class SeatedAgainError(Exception):
    """The user has sat down in a match that was not looked at."""


def erase(db: Connection, user_id: int, known: Collection[int]) -> int:
    """Replace a user by nobody wherever they are stored.

    The words they have mixed into draws stay, because those can't be checked without them.

    Args:
        db: The database.
        user_id: The user; all their seats in unfinished matches have been given up.
        known: The matches that were looked at.

    Returns:
        How many matches still held something about them.

    Raises:
        SeatedAgainError: They are in a match that isn't `known`, or not finished.
    """
    found = users_db.stored_in(db, user_id)
    if not set(found) <= set(known) or users_db.playing(db, user_id):
        raise SeatedAgainError
    for match_id in found:
        _forget_seats(db, match_id, user_id)
    _forget_names(db, frozenset(known))
    db.execute("DELETE FROM guests WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM kept_out WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM outbox WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM user_settings WHERE user_id = ?", (user_id,))
    return len(found)


def leave_unread(db: Connection, user_id: int, match_id: int, now: datetime) -> None:
    """Give up a user's seat in an unfinished match of which a value can't be read.

    Nobody can open it as it is. If it has begun and others have seats, it is theirs once it can be
    read again; otherwise it ends.
    """
    values = (match_id, user_id)
    other = db.execute(
        "SELECT user_id FROM seats JOIN matches ON id = match_id WHERE match_id = ?"
        " AND user_id NOT IN (0, ?) AND status = 'live' ORDER BY seat LIMIT 1",
        values,
    ).fetchone()
    db.execute(
        "DELETE FROM prepared WHERE match_id = ?1"
        " AND seat IN (SELECT seat FROM seats WHERE match_id = ?1 AND user_id = ?2)",
        values,
    )
    db.execute(
        "UPDATE seats SET open = 1, offered = 0, away_from = NULL, away_to = NULL, standing = ''"
        " WHERE match_id = ? AND user_id = ?",
        values,
    )
    if other is not None:
        db.execute(
            "UPDATE matches SET host_id = ? WHERE id = ? AND host_id = ?", (other[0], *values)
        )
    else:
        _end(db, match_id, now)
    _forget_seats(db, match_id, user_id)


def _end(db: Connection, match_id: int, now: datetime) -> None:
    """End a match without a result."""
    db.execute(
        "UPDATE matches SET status = 'ended', ending = 'left', finished_at = ?, check_at = NULL"
        " WHERE id = ?",
        (to_ms(now), match_id),
    )
    db.execute(
        "UPDATE seats SET waiting_since = NULL, due_at = NULL, wake_at = NULL, woken_at = NULL"
        " WHERE match_id = ?",
        (match_id,),
    )
    db.execute("DELETE FROM guests WHERE match_id = ?", (match_id,))


def erase_in(db: Connection, user_id: int, match_id: int) -> None:
    """Replace a user by nobody in one match, where they have no seat any more."""
    _forget_seats(db, match_id, user_id)
    _forget_names(db, {match_id})
    for table in ("guests", "kept_out", "outbox"):
        db.execute(
            f"DELETE FROM {table} WHERE match_id = ? AND user_id = ?",  # noqa: S608 - constants
            (match_id, user_id),
        )


def _forget_seats(db: Connection, match_id: int, user_id: int) -> None:
    db.execute(
        "UPDATE seats SET name = ?, locale = '' WHERE match_id = ? AND (user_id = ? OR open <> 0"
        " AND (SELECT user_id FROM holders WHERE match_id = seats.match_id AND seat = seats.seat"
        " AND user_id > 0 ORDER BY id DESC LIMIT 1) = ?)",
        (NEUTRAL_NAME, match_id, user_id, user_id),
    )
    for table, column in (
        *(("seats", "user_id"), ("seats", "owner_id"), ("holders", "user_id")),
        ("log", "user_id"),
    ):
        db.execute(
            f"UPDATE {table} SET {column} = ? WHERE match_id = ? AND {column} = ?",  # noqa: S608 - constants
            (NO_USER, match_id, user_id),
        )
    db.execute(
        "UPDATE matches SET host_id = ? WHERE id = ? AND host_id = ?", (NO_USER, match_id, user_id)
    )


def _forget_names(db: Connection, known: Collection[int]) -> None:
    """Remove a user's name from the remarks and unsent posts of matches.

    These hold names without user ids, so only names that somebody else is known by are surely not
    this user's; all others are replaced.
    """
    told = [
        ("remarks", match_id, *row)
        for match_id in known
        for row in db.execute("SELECT id, text FROM remarks WHERE match_id = ?", (match_id,))
    ]
    owed = db.execute("SELECT 'outbox', match_id, id, text FROM outbox WHERE text IS NOT NULL")
    told += [row for row in owed if row[1] in known]
    for table, match_id, number, text in told:
        kept = without_persons(text, _others(db, match_id), NEUTRAL_NAME)
        if kept != text:
            db.execute(f"UPDATE {table} SET text = ? WHERE id = ?", (kept, number))  # noqa: S608 - constants


def _others(db: Connection, match_id: int) -> frozenset[str]:
    """Return the names of a match's other players, and of known former ones."""
    found = db.execute(
        "SELECT name FROM seats WHERE match_id = ?1 UNION SELECT name FROM seats"
        " WHERE user_id > 0 AND user_id IN (SELECT user_id FROM holders WHERE match_id = ?1)",
        (match_id,),
    )
    return frozenset(name for (name,) in found)
