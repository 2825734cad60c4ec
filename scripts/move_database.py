"""Move the whole database from a file to a PostgreSQL server, or back.

Run it as ``python -m scripts.move_database FROM TO``; each is a path or the address of a server,
``postgresql://user:password@host:port/name``. TO has to be new or empty; FROM stays as it is. The
bot has to be stopped. Killed half-way, it leaves a TO on which no bot starts; run it again then.
The exit status is 0 if everything is there, 1 if not.
"""

from __future__ import annotations

import argparse
import sys
import time

from matches.backups import REPLAYED
from matches.db.desk.moving import move
from matches.db.desk.rows import Tally
from matches.db.postgres.address import Address, AddressError, address
from matches.lease import WATCH_S
from rules.errors import StoreError


def told(name: str, tally: Tally) -> None:
    """Print what was copied of a table, and is the same on both sides."""
    print(f"{name:16} {tally.rows:>12,} rows  {tally.checksum}", flush=True)
    if tally.changed:
        print(f"  {tally.changed} of them held the letter NUL, which is U+FFFD now", flush=True)


def run(source: Address, target: Address) -> None:
    """Move a database, and print what was done; raise StoreError if it wasn't."""
    begun = time.monotonic()
    found = move(source, target, replays=REPLAYED, watch_s=WATCH_S, told=told)
    rows = sum(tally.rows for tally in found.counts.values())
    print(
        f"moved {rows:,} rows of {len(found.counts)} tables in {time.monotonic() - begun:.0f} s;"
        f" live matches replayed: {found.replayed}"
    )
    print(f"set STOLIK_DATABASE to {target} (with its password), and start the bot")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return 1 and say why if nothing was moved."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.move_database",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="FROM", help="the database")
    parser.add_argument("target", metavar="TO", help="the new one")
    given = parser.parse_args(arguments)
    try:
        run(address(given.source), address(given.target))
    except (StoreError, AddressError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
