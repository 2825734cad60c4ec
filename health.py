"""Ask whether a running bot is well: ``python health.py`` exits with 0 if it is, else with 1.

A container asks once a minute. So this imports neither Discord nor a game, needs no token, and
only reads the database, which it neither makes nor migrates.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import config
from matches.db import meta

STALE: Final[timedelta] = 3 * meta.BEAT_EVERY
"""A bot whose last heartbeat is older than this is not well."""


def trouble(database: Path, now: datetime) -> str:
    """Return what is wrong with the bot that runs on a database, or "" if it is well."""
    try:
        beat = meta.read_last_beat(database)
    except OSError as error:
        return str(error)
    if beat is None or now - datetime.fromisoformat(beat) > STALE:
        return f"the last heartbeat is from {beat or 'never'}"
    return ""


def main() -> int:
    """Print how the bot is; return the exit code, 2 if a setting is wrong."""
    try:
        settings = config.load(token_needed=False)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    wrong = trouble(settings.database, datetime.now(UTC))
    print(wrong or "well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
