"""Bring one match back from a backup; the bot has to be stopped.

Run it as ``python -m scripts.restore BACKUP MATCH``. It says first what will be gone, and does it
with ``--yes``. All other matches stay as they are. The exit status is 0 if the match is back, 1 if
nothing was changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import config
from matches.db.desk.restoring import Plan, alone, plan, restore
from matches.db.postgres.address import AddressError, address
from matches.lease import WATCH_S
from rules.errors import ReplayError, StoreError
from scripts.rehearse import copied


def told(found: Plan) -> list[str]:
    """Return what bringing a match back leads to, line by line."""
    info = found.stored.info
    lines = [
        f"match {info.id} ({info.slug}) in the backup of {found.since:%Y-%m-%d %H:%M} UTC:"
        f" {info.status}, {info.ply} rows",
        f"now: {found.status}, {found.ply} rows" if found.status else "now: deleted",
    ]
    if found.lost:
        lines.append(f"{found.lost} rows of moves, draws and undos made since then will be gone")
    if found.common < min(found.ply, info.ply):
        lines.append(f"the two logs differ from row {found.common + 1} on")
    if found.erased:
        lines.append(f"{found.erased} of its players were erased since then, and stay so")
    if found.published:
        lines.append("its seed is public by now: its players can work out coming draws")
    return lines


def main(
    arguments: list[str] | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    step: Callable[[], None] = lambda: None,
) -> int:
    """Run the command line; tests set the time and look on after each part."""
    parser = argparse.ArgumentParser(prog="python -m scripts.restore", description=__doc__)
    parser.add_argument("backup", type=Path, help="the backup")
    parser.add_argument("match", type=int, help="the number of the match")
    parser.add_argument("--database", help="the bot's database, if not as set")
    parser.add_argument("--yes", action="store_true", help="do it")
    given = parser.parse_args(arguments)
    try:
        settings = config.load(token_needed=False)
        database = address(given.database) if given.database else settings.database
        with copied(given.backup) as old, alone(database, WATCH_S) as db:
            found = plan(old, db, given.match)
            print("\n".join(told(found)))
            if not given.yes:
                print("nothing was changed: say --yes to bring it back")
                return 1
            restore(old, db, found, now(), step)
    except (StoreError, ReplayError, AddressError, config.ConfigError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"match {given.match} is back; start the bot, which posts it again")
    return 0


if __name__ == "__main__":
    sys.exit(main())
