"""The SQL that brings one match back from a backup, and no other.

Two databases are open: the backup's copy, brought to this version's schema, and the bot's own,
which nobody else uses. What Discord knows of a match (its channel, its lobby's post) stays as
it is now; all that is the match itself comes from the backup. Users who were erased since then stay
so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from matches.db import matches as matches_db
from matches.db import meta
from matches.db import users as users_db
from matches.db import votes as votes_db
from matches.db.driver import DAMAGED, Connection, explained, transaction
from matches.db.postgres.address import Address
from matches.db.privacy import erasing, retention
from matches.db.schema import check_version, migrations
from matches.domain.change import Change, Stored
from matches.domain.history.replay import revive
from matches.domain.returned import returned
from matches.domain.table.departure import departed, withdrawn
from rules.errors import ReplayError, StoreError

OF_DISCORD: Final = (
    *("guild_id", "channel_id", "parent_id", "wants_thread", "private", "trouble"),
    "lobby_message_id",
)
"""The columns that say where a match is in Discord; they stay as they are."""
_COPIED: Final = ("seats", "log", "prepared", "holders", "kept_out", "remarks", "match_terms")
"""The tables with rows of a match that come from the backup, besides its votes.

What was to be posted then isn't posted any more, and requests granted then are long answered.
"""
_ALONE_S: Final = 1.0

Row = dict[str, Any]
"""A row of a table by the names of its columns."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What bringing a match back leads to.

    Attributes:
        stored: The match as it is in the backup.
        since: When the backup was made.
        status: What the match is now; "" if it was deleted.
        ply: How many rows its log has now.
        common: How many rows from the start are the same in both.
        erased: How many of its players were erased since then.
        published: Whether the seed of its draws is public by now, so coming ones can be known.
    """

    stored: Stored
    since: datetime
    status: str
    ply: int
    common: int
    erased: int
    published: bool

    @property
    def lost(self) -> int:
        """How many rows of the log will be gone."""
        return self.ply - self.common


@contextmanager
def alone(database: Address, watch_s: float) -> Iterator[Connection]:
    """Yield a connection to a database that no bot uses or can use.

    Args:
        database: Where it is.
        watch_s: On a server, how long to watch a bot that may be dead.

    Raises:
        StoreError: There is none, somebody else uses it, or it has another schema.
    """
    if isinstance(database, Path):
        with alone_on_file(database) as db:
            yield db
    else:
        on_server: Any = import_module("matches.db.postgres.alone")
        with on_server.alone(database, watch_s) as raw:
            yield on_server.PostgresConnection(raw)


@contextmanager
def alone_on_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a file that nobody else has or can open; see `alone`."""
    if not path.is_file():
        raise StoreError(f"there is no database {str(path)!r}")
    with closing(sqlite3.connect(path, timeout=_ALONE_S, isolation_level=None)) as db:
        try:
            (mode,) = db.execute("PRAGMA journal_mode").fetchone()
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = DELETE")  # refused while anybody else has it open
            check_version(db, path)
            (version,) = db.execute("PRAGMA user_version").fetchone()
        except DAMAGED as error:
            raise StoreError(_not_alone(path, error)) from error
        if version != len(migrations()):
            raise StoreError(f"database {str(path)!r} is older: start this version's bot once")
        db.execute("PRAGMA foreign_keys = ON")
        try:
            yield db
        except sqlite3.Error as error:
            raise explained(error, path) from error
        finally:
            with suppress(sqlite3.Error):
                db.execute(f"PRAGMA journal_mode = {mode}")


def _not_alone(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> str:
    if "locked" in str(error):
        return f"database {str(path)!r} is in use ({error}): stop the bot first"
    return str(explained(error, path))


def plan(backup: Connection, db: Connection, match_id: int) -> Plan:
    """Return what it would lead to if a match were brought back.

    Raises:
        StoreError: It isn't in the backup, hadn't begun, doesn't replay, is the same now, or its
            channel has another match.
    """
    stored = matches_db.load(backup, match_id)
    if stored is None or not stored.info.has_begun:
        raise StoreError(f"the backup has no match {match_id} that had begun")
    try:
        revive(stored)
    except ReplayError as error:
        raise StoreError(f"in the backup, {error}") from error
    now = _row(db, "matches", match_id)
    log, old = _log(db, match_id), _log(backup, match_id)
    pairs = zip(log, old, strict=False)
    common = next(
        (n for n, (mine, was) in enumerate(pairs) if mine != was), min(len(log), len(old))
    )
    if now is not None and common == len(log) == len(old) and now["status"] == stored.info.status:
        raise StoreError(f"match {match_id} is the same in the backup as now")
    beat = meta.get(backup, meta.LAST_BEAT)
    if beat is None:
        raise StoreError("no bot has ever run on this backup")
    _check_channel(db, now or {"channel_id": stored.info.channel_id}, stored)
    status = "" if now is None else str(now["status"])
    erased = len(_erased(backup, db, match_id))
    finished = now is not None and status in ("over", "ended") and now["check_at"] is None
    published = finished and stored.info.status == "live"
    since = datetime.fromisoformat(beat)
    return Plan(stored, since, status, len(log), common, erased, published)


def _check_channel(db: Connection, place: Row, stored: Stored) -> None:
    if stored.info.status != "live":
        return
    found = db.execute(
        "SELECT id FROM matches WHERE channel_id = ? AND status IN ('lobby', 'live') AND id <> ?",
        (place["channel_id"], stored.info.id),
    ).fetchone()
    if found is not None:
        raise StoreError(
            f"match {found[0]} is played in its channel now: end that one first (/match end)"
        )


def restore(
    backup: Connection, db: Connection, plan: Plan, now: datetime, step: Callable[[], None]
) -> None:
    """Bring a match back, in one transaction.

    `step` is called after each of its parts.

    Raises:
        StoreError: It doesn't replay afterwards; nothing has changed then.
    """
    job = partial(_restore, backup, plan=plan, now=now, step=step)
    try:
        if isinstance(db, sqlite3.Connection):
            transaction(db, job, "BEGIN IMMEDIATE")
        else:  # `alone` disconnects if it fails, which undoes all
            db.execute("BEGIN")
            job(db)
            db.execute("COMMIT")
    except (ReplayError, sqlite3.Error) as error:
        raise StoreError(f"bringing the match back failed, nothing has changed: {error}") from error


def _restore(
    backup: Connection, db: Connection, plan: Plan, now: datetime, step: Callable[[], None]
) -> None:
    match_id = plan.stored.info.id
    erased = _erased(backup, db, match_id)
    current = _row(db, "matches", match_id)
    rematches = [
        number
        for (number,) in db.execute("SELECT id FROM matches WHERE rematch_of = ?", (match_id,))
    ]
    retention.delete(db, [match_id])
    step()
    _copy(backup, db, match_id, current)
    for number in rematches:
        db.execute("UPDATE matches SET rematch_of = ? WHERE id = ?", (match_id, number))
    step()
    live = revive(_loaded(db, match_id))
    matches_db.save(db, returned(live, plan.since, plan.lost, now, published=plan.published))
    vote = votes_db.open_in(db, match_id)
    if vote is not None:
        votes_db.put(db, replace(vote, status="stale"), live.info.ply, now)
    step()
    for user_id in erased:
        _forget(db, match_id, user_id, now)
    step()
    revive(_loaded(db, match_id))


def _copy(backup: Connection, db: Connection, match_id: int, current: Row | None) -> None:
    """Add the rows of a match in the backup, with the `current` place in Discord."""
    row = _row(backup, "matches", match_id)
    assert row is not None
    if current is not None:
        row |= {name: current[name] for name in OF_DISCORD}
    taken = "SELECT 1 FROM matches WHERE rematch_of = ?1 OR NOT EXISTS"
    taken += " (SELECT 1 FROM matches WHERE id = ?1)"
    if db.execute(f"{taken} LIMIT 1", (row["rematch_of"],)).fetchone() is not None:
        row["rematch_of"] = None
    _insert(db, "matches", row)
    for table in _COPIED:
        for row in _rows(backup, table, "match_id", match_id):
            row.pop("id", None)  # a number that another match's row may have by now
            _insert(db, table, row)
    for vote in _rows(backup, "votes", "match_id", match_id):
        old = vote["id"]
        if db.execute("SELECT 1 FROM votes WHERE id = ?", (old,)).fetchone() is not None:
            del vote["id"]
        number = _insert(db, "votes", vote)
        for ballot in _rows(backup, "ballots", "vote_id", old):
            _insert(db, "ballots", ballot | {"vote_id": number})


def _forget(db: Connection, match_id: int, user_id: int, now: datetime) -> None:
    """Take a user who was erased since the backup out of a match again."""
    stored = _loaded(db, match_id)
    info = stored.info
    if info.status == "live" and info.seat_of(user_id) >= 0:
        matches_db.save(db, departed(info, revive(stored), user_id, now)[0])
    elif info.life.check is not None and info.seat_of(user_id) >= 0:
        matches_db.save(db, Change(info, withdrawn(info, user_id), now))
    erasing.erase_in(db, user_id, match_id)


def _erased(backup: Connection, db: Connection, match_id: int) -> list[int]:
    """Return who was in a match in the backup and was erased since, in order.

    Whoever is erased is nobody in each row that they were in, and is in no other. A user of whom
    the database knows nothing at all counts as erased, too.
    """
    people = {
        int(row[column])
        for table, column in (("seats", "user_id"), ("seats", "owner_id"), ("holders", "user_id"))
        + (("log", "user_id"), ("kept_out", "user_id"))
        for row in _rows(backup, table, "match_id", match_id)
        if row[column]
    }
    match = _row(backup, "matches", match_id)
    assert match is not None
    people |= {match["host_id"]} - {0}
    return sorted(
        user for user in people if not _knows(db, user) or _replaced(backup, db, match_id, user)
    )


def _knows(db: Connection, user_id: int) -> bool:
    settings = "SELECT 1 FROM user_settings WHERE user_id = ?"
    has_chosen = db.execute(settings, (user_id,)).fetchone() is not None
    return has_chosen or bool(users_db.stored_in(db, user_id))


def _replaced(backup: Connection, db: Connection, match_id: int, user_id: int) -> bool:
    """Return whether a row of a user in the backup is nobody's now."""
    for table, keys, column in (
        ("log", ("ply", "at"), "user_id"),
        ("holders", ("seat", "ply", "at"), "user_id"),
        ("seats", ("seat",), "owner_id"),
    ):
        key = itemgetter(*keys)
        now = {key(row): row[column] for row in _rows(db, table, "match_id", match_id)}
        for row in _rows(backup, table, "match_id", match_id):
            if row[column] == user_id and now.get(key(row)) == erasing.NO_USER:
                return True
    return False


def _loaded(db: Connection, match_id: int) -> Stored:
    stored = matches_db.load(db, match_id)
    assert stored is not None
    return stored


def _log(db: Connection, match_id: int) -> list[tuple[Any, ...]]:
    """Return what counts of a log; users may have been erased."""
    found = db.execute(
        "SELECT ply, seat, move, at FROM log WHERE match_id = ? ORDER BY ply", (match_id,)
    )
    return found.fetchall()


def _row(db: Connection, table: str, number: int) -> Row | None:
    return next(iter(_rows(db, table, "id", number)), None)


def _rows(db: Connection, table: str, column: str, number: int) -> list[Row]:
    found = db.execute(f"SELECT * FROM {table} WHERE {column} = ? ORDER BY 1, 2", (number,))  # noqa: S608 - constants
    names = [about[0] for about in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def _insert(db: Connection, table: str, row: Row) -> int:
    """Add a row and return the number in its first column."""
    places = ", ".join("?" * len(row))
    found = db.execute(
        f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places}) RETURNING *",  # noqa: S608 - names of columns
        tuple(row.values()),
    )
    return int(found.fetchone()[0])
