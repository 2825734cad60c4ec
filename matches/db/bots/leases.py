"""The SQL about leases: which bot answers for which shards.

A lease is a row. Its holder raises `renewals` every few seconds, and `epoch` rises whenever the
lease changes hands, so a transaction that finds its own epoch and token there can't be one of a
bot that another has replaced. No time in it is compared with any clock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from matches.db import meta
from matches.db.driver import Connection
from matches.db.schema import connect
from matches.domain.deadlines.epoch import from_ms, to_ms

FIRST_SCHEMA: Final = 13
"""The first schema with leases.

Whoever waits for one leaves the file at its schema.
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that can hold a lease.

    Attributes:
        token: A random word of its own; "" for nobody.
        host: The name of its machine.
        pid: Its number there.
    """

    token: str
    host: str
    pid: int

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"


@dataclass(frozen=True, slots=True)
class Lease:
    """A row as it was found; see the migration for what the values mean."""

    shards: str
    epoch: int
    renewals: int
    holder: Holder
    place: str
    since: datetime

    @property
    def is_free(self) -> bool:
        """Return whether its last holder has given it back."""
        return not self.holder.token


def opened(path: Path) -> sqlite3.Connection:
    """Open a file for its leases alone; see `matches.db.schema.connect`."""
    db = connect(path, FIRST_SCHEMA)
    db.execute("PRAGMA synchronous = NORMAL")
    return db


def find(db: Connection, shards: str) -> Lease | None:
    """Return the lease of a range of shards; None if nobody ever had it."""
    return asked(db, shards)()


def asked(db: Connection, shards: str) -> Callable[[], Lease | None]:
    """Ask for a lease, one read by key; return what tells it, even after an error."""
    answer = db.execute(
        "SELECT epoch, renewals, token, host, pid, place, since FROM leases WHERE shards = ?",
        (shards,),
    )

    def told() -> Lease | None:
        found = answer.fetchone()
        if found is None:
            return None
        epoch, renewals, token, host, pid, place, since = found
        return Lease(shards, epoch, renewals, Holder(token, host, pid), place, from_ms(since))

    return told


def every(db: Connection) -> list[Lease]:
    """Return all leases that anybody ever had."""
    names = db.execute("SELECT shards FROM leases ORDER BY shards").fetchall()
    found = (find(db, shards) for (shards,) in names)
    return [lease for lease in found if lease is not None]


def take(db: Connection, lease: Lease) -> None:
    """Write a lease with a new holder; nobody waits for it any more."""
    db.execute(
        "INSERT INTO leases (shards, epoch, renewals, token, host, pid, place, since)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (shards) DO UPDATE SET"
        " epoch = excluded.epoch, renewals = excluded.renewals, token = excluded.token,"
        " host = excluded.host, pid = excluded.pid, place = excluded.place, since = excluded.since",
        (
            *(lease.shards, lease.epoch, lease.renewals),
            *(lease.holder.token, lease.holder.host, lease.holder.pid),
            *(lease.place, to_ms(lease.since)),
        ),
    )
    db.execute("DELETE FROM meta WHERE key LIKE ?", (f"{meta.WAITING}%",))


def renew(db: Connection, lease: Lease) -> bool:
    """Note that the holder is alive; return False if it holds the lease no more."""
    done = db.execute(
        "UPDATE leases SET renewals = renewals + 1, place = ?"
        " WHERE shards = ? AND epoch = ? AND token = ?",
        (lease.place, lease.shards, lease.epoch, lease.holder.token),
    )
    return done.rowcount == 1


def give_back(db: Connection, lease: Lease) -> None:
    """Let the next bot take the lease at once, if it is still the holder's."""
    db.execute(
        "UPDATE leases SET token = '' WHERE shards = ? AND epoch = ? AND token = ?",
        (lease.shards, lease.epoch, lease.holder.token),
    )
