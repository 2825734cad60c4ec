"""The SQL about where matches are played."""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple

_UNFINISHED: Final = "status IN ('lobby', 'live')"


class Place(NamedTuple):
    """Where an unfinished match is played: its number, the server, the channel or thread."""

    match_id: int
    guild_id: int
    channel_id: int


def known(db: sqlite3.Connection, guild_id: int | None) -> tuple[Place, ...]:
    """Return the places of the unfinished matches of one server, or all, not yet known as gone."""
    found = db.execute(
        "SELECT id, guild_id, channel_id FROM matches"  # noqa: S608 - constants only
        f" WHERE {_UNFINISHED} AND guild_id = coalesce(?, guild_id)"
        " AND (trouble <> 'gone' OR (status = 'live' AND paused_at IS NULL)) ORDER BY id",
        (guild_id,),
    )
    return tuple(Place(*row) for row in found)


def played_in(db: sqlite3.Connection, channel_id: int) -> int | None:
    """Return the number of the unfinished match of a channel or thread, or None."""
    found = db.execute(
        f"SELECT id FROM matches WHERE channel_id = ? AND {_UNFINISHED}",  # noqa: S608
        (channel_id,),
    ).fetchone()
    return None if found is None else int(found[0])


def homeless(db: sqlite3.Connection, user_id: int) -> list[int]:
    """Return the unfinished matches of a user that have no place, the oldest first."""
    found = db.execute(
        "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id"  # noqa: S608
        f" WHERE s.user_id = ? AND m.{_UNFINISHED} AND m.trouble = 'gone' ORDER BY m.id",
        (user_id,),
    )
    return [match_id for (match_id,) in found]
