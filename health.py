"""Checks a running bot: ``python health.py`` exits with 0 if healthy, else with 1.

A container runs it once a minute. So this imports neither Discord nor a game, needs no token, and
only reads the database, without creating or migrating it.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import config
from matches.db import meta

STALE: Final[timedelta] = 3 * meta.BEAT_EVERY
"""The greatest age of the last heartbeat of a healthy bot."""


def trouble(database: Path, now: datetime) -> str:
    """Return what is wrong with the bot that uses a database, or "" if it is healthy."""
    try:
        beat = meta.read_last_beat(database)
    except OSError as error:
        return str(error)
    if beat is None:
        return "the bot has never sent a heartbeat"
    if now - datetime.fromisoformat(beat) > STALE:
        return f"the bot sent its last heartbeat at {beat}"
    return ""


def main() -> int:
    """Print the bot's state; return the exit code, which is 2 if a setting is wrong."""
    try:
        settings = config.load(token_needed=False)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    wrong = trouble(settings.database, datetime.now(UTC))
    print(wrong or "healthy")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
