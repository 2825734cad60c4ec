"""How a process knows that another one on the same server is dead.

Each holder of a lease holds an advisory lock with the number of its epoch, on a connection of its
own. The server drops the lock when that connection ends: because the process has ended, but also
because the network was cut, and then the process may still send what it was allowed to. So a lock
that can be had says that its holder is dead only if the lease isn't renewed either for `SILENT_S`.
After a restart of the server all locks are gone, and the lease's own row decides.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final, LiteralString

import psycopg

from matches.db.postgres.address import Server
from matches.db.postgres.connecting import connected
from matches.db.postgres.dialect import Raw

KIND: Final = 0x5354_4F4C
"""The first half of the keys of these locks."""
STARTS: Final = KIND + 1
"""That of the locks for beginning sessions on Discord."""
_TRY: Final = "SELECT pg_try_advisory_lock(%s, %s)"
_GIVE: Final = "SELECT pg_advisory_unlock(%s, %s)"
SILENT_S = 12.0
"""Longer than a holder sends something after its last renewal.

That is `matches.lease.FRESH_S`, and here is some time for what is on its way.
"""
_CUT: Final = (
    "WITH holders AS (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid = %s AND objid = %s AND pid <> pg_backend_pid())"
    " SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid IN (SELECT pid FROM holders) OR (datname = current_database()"
    " AND application_name <> current_setting('application_name') AND application_name IN"
    " (SELECT application_name FROM pg_stat_activity WHERE pid IN (SELECT pid FROM holders)))"
)
"""Ends all connections of the process that holds a lock, but none of this process.

One of them may be within a transaction whose statements were sent ahead: the server waits for the
rest of it for ever, and so do those who want the same rows.
"""
_RENEWED: Final = "SELECT sum(renewals)::text FROM leases WHERE epoch = %s"
_STARTED: Final = "SELECT 'postgresql since ' || pg_postmaster_start_time()::text"


class ServerPresence:
    """The locks on a server; see `matches.db.bots.presence.Presence`.

    Attributes:
        place: The server since its last start; "" if it can't be reached.
    """

    def __init__(self, server: Server) -> None:
        """Connect."""
        self.place = ""
        self._server = server
        self._raw: Raw | None = None
        self._shown = set[int]()
        self._silent = dict[int, tuple[str, float]]()
        self._connect()

    def show(self, epoch: int) -> str:
        """Be seen to be alive; return where, or "" if that isn't possible."""
        self._shown.add(epoch)
        return self.place if self._is_connected() and self._lock(epoch) else ""

    def is_dead(self, place: str, epoch: int) -> bool:
        """Return whether the process is certainly dead that showed itself somewhere."""
        if not place or not self._is_connected() or place != self.place:
            return False
        renewed = self._without_lock(epoch)
        if renewed is None:
            self._silent.pop(epoch, None)
            return False
        before, since = self._silent.setdefault(epoch, (renewed, time.monotonic()))
        if before != renewed:
            del self._silent[epoch]
            return False
        return time.monotonic() - since >= SILENT_S

    def _without_lock(self, epoch: int) -> str | None:
        """Return how often a holder without a lock has renewed its lease."""
        if self._raw is None or not self._lock(epoch):
            return None
        self._asked(_GIVE, epoch)
        with suppress(psycopg.Error):
            found = self._raw.execute(_RENEWED, (epoch,)).fetchone()
            return str(found and found[0])
        return None

    def cut(self, epoch: int) -> None:
        """Cut the connections of a holder that hangs, and so unlock all that it holds."""
        if self._is_connected():
            self._asked(_CUT, epoch)

    def begin(self, key: int) -> bool:
        """Let no other process begin a session with a key; False if one does now."""
        return self._is_connected() and self._asked(_TRY, key, STARTS)

    def begun(self, key: int) -> None:
        """Let others begin sessions with a key."""
        self._asked(_GIVE, key, STARTS)

    def close(self) -> None:
        """Disconnect, which unlocks everything."""
        if self._raw is not None:
            with suppress(psycopg.Error):
                self._raw.close()
            self._raw = None

    def _is_connected(self) -> bool:
        if self._raw is None or self._raw.closed:
            self._connect()
        return self._raw is not None

    def _connect(self) -> None:
        self.close()
        self.place = ""  # the server may be another one since its restart
        with suppress(psycopg.Error):
            self._raw = connected(self._server)
            found = self._raw.execute(_STARTED).fetchone()
            self.place = str(found[0]) if found else ""
            for epoch in self._shown:
                self._lock(epoch)

    def _lock(self, epoch: int) -> bool:
        return self._asked(_TRY, epoch)

    def _asked(self, question: LiteralString, epoch: int, kind: int = KIND) -> bool:
        try:
            found = self._raw and self._raw.execute(question, (kind, epoch)).fetchone()
        except psycopg.Error:
            return False
        return bool(found and found[0])
