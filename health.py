"""Checks a running bot: ``python health.py`` exits with 0 if healthy, else with 1.

A container runs it once a minute. So this imports neither Discord nor a game, needs no token, and
only reads the database, without creating or migrating it. It imports PostgreSQL's driver only where
the database is on a server.
"""

from __future__ import annotations

import socket
import sys
from datetime import UTC, datetime, timedelta
from typing import Final

import config
from matches.db import meta
from matches.db.postgres.address import Address

STALE: Final[timedelta] = 3 * meta.BEAT_EVERY
"""The greatest age of the last heartbeat of a healthy bot."""


def trouble(database: Address, now: datetime) -> str:
    """Return what is wrong with the bot that uses a database, or "" if it is healthy."""
    try:
        beat = meta.read(database, meta.LAST_BEAT)
    except OSError as error:
        return str(error)
    if beat is None:
        return "the bot has never sent a heartbeat"
    if _is_stale(beat, now):
        return f"the bot sent its last heartbeat at {beat}"
    return ""


def waits_for(database: Address, now: datetime, host: str) -> str:
    """Return for whom a bot on a machine waits that could run instead of it, or ""."""
    try:
        note = meta.read(database, meta.WAITING + host)
    except OSError:
        return ""
    at, _, whom = (note or "").partition(" ")
    return whom if whom and not _is_stale(at, now) else ""


def _is_stale(beat: str, now: datetime) -> bool:
    return now - datetime.fromisoformat(beat) > STALE


def main() -> int:
    """Print the bot's state; return the exit code, which is 2 if a setting is wrong."""
    try:
        settings = config.load(token_needed=False)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    database, now = settings.database, datetime.now(UTC)
    if whom := waits_for(database, now, socket.gethostname()):
        print(f"healthy, and waiting: {whom} runs the bot")
        return 0
    wrong = trouble(database, now)
    print(wrong or "healthy")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
