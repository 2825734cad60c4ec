"""Being the only one who changes a database on a server.

Who is holds the lease, as a bot does.

A bot that starts meanwhile sees who holds the lease, and waits: it can't take it while the table
of leases is locked. A bot that hung and wakes up finds that its lease is gone.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from matches.db.bots import leases
from matches.db.bots.leases import Holder, Lease
from matches.db.driver import Connection
from matches.db.postgres.address import Server
from matches.db.postgres.connecting import opened
from matches.db.postgres.dialect import PostgresConnection, Raw
from matches.db.postgres.presence import ServerPresence
from matches.db.postgres.schema import check_version
from matches.domain.deadlines.epoch import from_ms, to_ms
from rules.errors import StoreError

LOOK_S: Final = 0.2
"""How often to look whether a bot renews its lease."""
_LOCK: Final = ("SET LOCAL lock_timeout = '5s'", "LOCK TABLE leases IN EXCLUSIVE MODE")
"""Others can read leases then, and can't write them."""


@contextmanager
def alone(server: Server, watch_s: float) -> Iterator[Raw]:
    """Yield a connection to a database that no bot uses or can use.

    Args:
        server: Where it is.
        watch_s: How long to watch a lease of which it isn't certain that its holder is dead.

    Raises:
        StoreError: A bot uses it, it has another schema, or it can't be used.
    """
    with (
        opened(server) as guard,
        opened(server) as raw,
        closing(ServerPresence(server)) as presence,
    ):
        check_version(raw, server)
        db = PostgresConnection(guard)
        seen = _watched(db, presence, server, watch_s)
        with guard.transaction():
            _lock(guard, db, server, seen)
            mine = [_taken(db, presence, lease) for lease in seen]
        with guard.transaction():
            _lock(guard, db, server, mine)
            yield raw
            for lease in mine:
                leases.give_back(db, lease)


def _watched(
    db: Connection, presence: ServerPresence, server: Server, watch_s: float
) -> list[Lease]:
    """Return the leases, which nobody renews.

    Raises:
        StoreError: Somebody does.
    """
    seen, until = leases.every(db), time.monotonic() + watch_s
    while any(not (one.is_free or presence.is_dead(one.place, one.epoch)) for one in seen):
        if time.monotonic() >= until:
            break
        time.sleep(LOOK_S)
        now = leases.every(db)
        _check_unused(now, seen, server)
        seen = now
    return seen


def _check_unused(now: list[Lease], seen: list[Lease], server: Server) -> None:
    for lease in now:
        if not lease.is_free and lease not in seen:
            raise StoreError(f"{lease.holder} runs the bot on database {server}: stop it first")


def _lock(guard: Raw, db: Connection, server: Server, seen: list[Lease]) -> None:
    for statement in _LOCK:
        guard.execute(statement)
    _check_unused(leases.every(db), seen, server)


def _taken(db: Connection, presence: ServerPresence, lease: Lease) -> Lease:
    """Write a lease with this process as its holder, and return it."""
    holder = Holder(secrets.token_hex(8), socket.gethostname(), os.getpid())
    epoch, now = lease.epoch + 1, from_ms(to_ms(datetime.now(UTC)))
    place = presence.show(epoch)
    mine = replace(lease, epoch=epoch, holder=holder, place=place, since=now)
    leases.take(db, mine)
    return mine
