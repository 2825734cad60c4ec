"""The SQL that tells an operator how the bot or a match is doing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.db import deadlines as deadlines_db
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.db.outbox import OPEN, URGENT
from matches.domain.deadlines.epoch import from_ms, maybe_at, to_ms


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of all matches of a database.

    Attributes:
        live: How many matches are live, by game, in alphabetical order.
        paused: How many of these are paused.
        broken: How many of these can't be played on.
        lobbies: How many lobbies are open.
        waiting: How many posts and messages wait in the outbox.
        oldest: Since when the first of them waits, or None.
        held: How many of them Discord has refused so far.
        late: How many clocks should have been checked by now.
    """

    live: tuple[tuple[str, int], ...]
    paused: int
    broken: int
    lobbies: int
    waiting: int
    oldest: datetime | None
    held: int
    late: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """Rows of a match's outbox that are alike.

    Attributes:
        kind: Their kind, as stored.
        private: Whether they are direct messages.
        status: "new", "sending" or "failed".
        held: Why they could not be sent so far, or "".
        count: How many there are.
        attempts: The most tries of one.
        due: When the first is tried next.
    """

    kind: str
    private: bool
    status: str
    held: str
    count: int
    attempts: int
    due: datetime


def figures(db: Connection, now: datetime) -> Figures:
    """Return the figures of a database."""
    live = db.execute(
        "SELECT slug, count(*) FROM matches WHERE status = 'live' GROUP BY slug ORDER BY slug"
    ).fetchall()
    paused, broken, lobbies = db.execute(
        "SELECT count(*) FILTER (WHERE status = 'live' AND paused_at IS NOT NULL),"
        " count(*) FILTER (WHERE status = 'live' AND broken <> ''),"
        " count(*) FILTER (WHERE status = 'lobby')"
        " FROM matches WHERE status IN ('lobby', 'live')"
    ).fetchone()
    waiting, oldest, held = db.execute(
        f"SELECT count(*), min(at), count(*) FILTER (WHERE held <> '') FROM outbox WHERE {OPEN}"  # noqa: S608 - constants
    ).fetchone()
    late, _ = deadlines_db.late(db, now).fetchone()
    at = maybe_at(oldest)
    return Figures(tuple(live), paused, broken, lobbies, waiting, at, held, late)


def size_on_server(db: Connection) -> int:
    """Return how many bytes a database takes on its server."""
    (size,) = db.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(size)


def waiting_of(db: Connection, match_id: int) -> tuple[Waiting, ...]:
    """Return what a match's outbox holds that wasn't sent, alike rows together."""
    found = db.execute(
        "SELECT kind, lane LIKE 'u%', status, held, count(*), max(attempts), min(due_at)"
        " FROM outbox WHERE match_id = ? AND status <> 'sent' GROUP BY 1, 2, 3, 4 ORDER BY min(id)",
        (match_id,),
    )
    return tuple(
        Waiting(kind, bool(private), status, held, count, attempts, from_ms(due))
        for kind, private, status, held, count, attempts, due in found
    )


def open_rows(db: Connection, by: datetime, share: Share = ALL) -> int:
    """Return how many urgent rows are due by a time and weren't refused yet."""
    ours = f"{OPEN} AND {URGENT}{share.only_matches('outbox.match_id')}"
    (count,) = db.execute(
        f"SELECT count(*) FROM outbox WHERE {ours} AND held = '' AND due_at <= ?",  # noqa: S608 - constants
        (to_ms(by),),
    ).fetchone()
    return int(count)
