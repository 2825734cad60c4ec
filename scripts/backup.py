"""Copy the database, even while the bot runs.

Run it as ``python -m scripts.backup SOURCE TARGET``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from matches.db.schema import backup
from rules.errors import StoreError


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return 1 and say why if no copy was made."""
    parser = argparse.ArgumentParser(prog="python -m scripts.backup", description=__doc__)
    parser.add_argument("source", type=Path, help="the database")
    parser.add_argument("target", type=Path, help="the new file")
    given = parser.parse_args(arguments)
    try:
        backup(given.source, given.target)
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{given.target} can replace {given.source}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
