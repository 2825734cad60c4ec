"""Copy the database, even while the bot runs, and check the copy.

Run it as ``python -m scripts.backup SOURCE TARGET``. The source is a file or a PostgreSQL server;
the copy is a file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from matches.backups import REPLAYED
from matches.db.desk.copies import backup
from matches.db.postgres.address import AddressError, address
from rules.errors import StoreError


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return 1 and say why if no copy was made."""
    parser = argparse.ArgumentParser(prog="python -m scripts.backup", description=__doc__)
    parser.add_argument("source", help="the database")
    parser.add_argument("target", type=Path, help="the new file")
    given = parser.parse_args(arguments)
    try:
        source = address(given.source)
        replayed = backup(source, given.target, replays=REPLAYED)
    except (StoreError, AddressError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{given.target} has all of {source}; live matches replayed: {replayed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
