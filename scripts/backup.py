"""Copy the database of a bot, running or not: ``python -m scripts.backup DATABASE TARGET``.

To restore: stop the bot, put the copy where the database was, and remove the old file's ``-wal``
and ``-shm`` neighbours.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from matches.schema import StoreError, backup


def main(arguments: list[str] | None = None) -> int:
    """Make the copy; return the exit code."""
    parser = argparse.ArgumentParser(description="Copy a database, in use or not.")
    parser.add_argument("database", type=Path)
    parser.add_argument("target", type=Path, help="a file that does not exist yet")
    given = parser.parse_args(arguments)
    try:
        backup(given.database, given.target)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
