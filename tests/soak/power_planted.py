"""Faults of the store that the exercise "power" has to find."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from matches.db import driver, schema
from matches.db import matches as matches_db
from matches.db.desk import copies
from matches.db.driver import Connection
from matches.domain.change import Change, LogRow
from matches.domain.history.timeline import Live
from matches.services.cache import MatchCache
from rules.errors import StoreError
from tests.files import in_file
from tests.soak.report import Planted

T = TypeVar("T")


def _pragma(words: str) -> Callable[[], None]:
    """Return what runs a PRAGMA after the usual ones."""

    def plant() -> None:
        usual = schema._prepare

        def prepare(db: sqlite3.Connection, path: Path, newest: int | None) -> None:
            usual(db, path, newest)
            db.execute(f"PRAGMA {words}").fetchall()

        schema._prepare = prepare

    return plant


def _two_transactions() -> None:
    """Commit the rows of the log before the rest of a move."""
    usual = matches_db.append

    def append(db: Connection, match_id: int, rows: Iterable[LogRow]) -> None:
        usual(db, match_id, rows)
        db.execute("COMMIT")
        db.execute("BEGIN IMMEDIATE")

    matches_db.append = append


def _answered_too_early() -> None:
    """Answer, and commit when the next request comes."""

    def transaction(db: Connection, job: Callable[[Connection], T], begin: str) -> T:
        if in_file(db).in_transaction:
            db.execute("COMMIT")
        db.execute(begin)
        return job(db)

    driver.transaction = transaction


def _no_rollback() -> None:
    """Leave a transaction open that has failed."""

    def transaction(db: Connection, job: Callable[[Connection], T], begin: str) -> T:
        db.execute(begin)
        result = job(db)
        db.execute("COMMIT")
        return result

    driver.transaction = transaction


def _migrations_in_pieces() -> None:
    """Run each statement of a migration on its own."""

    def migrate(db: sqlite3.Connection, newest: int | None = None) -> None:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        for number, file in enumerate(schema.migrations()[version:newest], start=version + 1):
            db.executescript(file.read_text(encoding="utf-8"))
            db.execute(f"PRAGMA user_version = {number}")

    schema.migrate = migrate


def _copy_unsynced() -> None:
    """Say that a backup is done before its name is on the disk."""
    copies._sync = lambda path: None


def _memory_ahead() -> None:
    """Remember a move that couldn't be saved."""
    usual = MatchCache.save_with

    async def save_with(
        self: MatchCache, change: Change, live: Live | None, also: Callable[[Connection], T]
    ) -> T:
        try:
            return await usual(self, change, live, also)
        except StoreError:
            if live is not None:
                self._keep(replace(live, info=change.after))
            raise

    MatchCache.save_with = save_with  # type: ignore[method-assign]


def _unexplained() -> None:
    """Let SQLite's own errors through."""
    driver.FILE_TROUBLE = ()


PLANTED: Final = tuple(
    Planted(name, "power", finds, plant)
    for name, finds, plant in (
        ("synchronous-off", "lost", _pragma("synchronous = OFF")),
        ("synchronous-normal", "lost", _pragma("synchronous = NORMAL")),
        ("journal-in-memory", "unreadable", _pragma("journal_mode = MEMORY")),
        ("a-move-in-two-transactions", "half", _two_transactions),
        ("an-answer-before-the-commit", "lost", _answered_too_early),
        ("migrations-in-pieces", "unreadable", _migrations_in_pieces),
        ("a-backup-unsynced", "lost copy", _copy_unsynced),
        ("no-rollback", "traceback", _no_rollback),
        ("memory-ahead-of-the-disk", "untrue", _memory_ahead),
        ("a-full-disk-unexplained", "traceback", _unexplained),
    )
)
"""All of them."""
