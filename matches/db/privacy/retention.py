"""The SQL that deletes finished matches once their server's term is over."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from matches.db import meta
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection, check_references_last, is_file
from matches.domain.deadlines.epoch import to_ms

OF_MATCH: Final = (
    *("log", "seats", "prepared", "holders", "kept_out", "votes", "remarks", "guests", "outbox"),
    "match_terms",
    "interactions",
)
"""The tables with rows of a match, besides `ballots`, which belong to a vote."""
LAST_DELETED: Final = "last_deleted"
"""The highest number of a deleted match: numbers are never given twice."""


def term(db: Connection, guild_id: int) -> int | None:
    """Return after how many days a server's finished matches are deleted, or None."""
    found = db.execute(
        "SELECT days FROM guild_retention WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    return None if found is None else int(found[0])


def set_term(db: Connection, guild_id: int, days: int | None, sweep_at: datetime) -> None:
    """Save a server's term and when to look for old matches; None keeps them."""
    db.execute("DELETE FROM guild_retention WHERE guild_id = ?", (guild_id,))
    if days is not None:
        db.execute(
            "INSERT INTO guild_retention (guild_id, days, sweep_at) VALUES (?, ?, ?)",
            (guild_id, days, to_ms(sweep_at)),
        )


def swept(db: Connection, guild_id: int, next_at: datetime) -> None:
    """Note when to look for old matches of a server next."""
    db.execute(
        "UPDATE guild_retention SET sweep_at = ? WHERE guild_id = ?", (to_ms(next_at), guild_id)
    )


def due(db: Connection, now: int, most: int, share: Share = ALL) -> list[int]:
    """Return the servers to sweep now, the longest overdue first."""
    found = db.execute(
        f"SELECT guild_id FROM guild_retention WHERE sweep_at <= ?{share.only('guild_id')}"  # noqa: S608 - constants
        " ORDER BY sweep_at LIMIT ?",
        (now, most),
    )
    return [guild_id for (guild_id,) in found]


def expired(db: Connection, guild_id: int, before: datetime, most: int) -> list[int]:
    """Return a server's matches that finished before a time, in order.

    What can still be reopened isn't finished for good.
    """
    found = db.execute(
        "SELECT id FROM matches WHERE guild_id = ? AND status IN ('over', 'ended')"
        " AND check_at IS NULL AND coalesce(finished_at, created_at) < ?"
        " ORDER BY coalesce(finished_at, created_at) LIMIT ?",
        (guild_id, to_ms(before), most),
    )
    return sorted(match_id for (match_id,) in found)


def delete(db: Connection, match_ids: Collection[int]) -> None:
    """Delete matches with everything that is stored about them.

    The match goes first, because a log is kept as long as its match exists.
    """
    check_references_last(db)
    for match_id in match_ids:
        db.execute("UPDATE matches SET rematch_of = NULL WHERE rematch_of = ?", (match_id,))
        db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        db.execute(
            "DELETE FROM ballots WHERE vote_id IN (SELECT id FROM votes WHERE match_id = ?)",
            (match_id,),
        )
        for table in OF_MATCH:
            db.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))  # noqa: S608 - constants
    last = max(match_ids, default=0)
    if last > last_deleted(db):
        meta.put(db, {LAST_DELETED: str(last)})


def last_deleted(db: Connection) -> int:
    """Return the highest number of a deleted match, or 0."""
    return int(meta.get(db, LAST_DELETED) or 0)


def was_given(db: Connection, match_id: int) -> bool:
    """Return whether a match ever had this number."""
    return 0 < match_id < next_number(db)


def next_number(db: Connection) -> int:
    """Return the number of the next match: no match has ever had it."""
    (newest,) = db.execute("SELECT max(id) FROM matches").fetchone()
    return max(newest or 0, last_deleted(db)) + 1


def free_pages(db: Connection) -> int:
    """Return how many pages of the file are free; a server looks after its own."""
    if not is_file(db):
        return 0
    (free,) = db.execute("PRAGMA freelist_count").fetchone()
    return int(free)


def shrink(db: Connection, pages: int) -> int:
    """Give up to `pages` free pages back to the disk; return how many are still free."""
    for _ in range(pages):  # Python's driver stops after one page, whatever the number given
        db.execute("PRAGMA incremental_vacuum(1)")
    return free_pages(db)
