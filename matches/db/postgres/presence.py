"""How a process knows for certain that another one on the same server is dead.

Each holder of a lease holds an advisory lock with the number of its epoch, on a connection of its
own. The server drops the lock when the process ends in whatever way. A lock that can be had says
that its holder is dead, unless the server was restarted since: then all locks are gone, and the
lease's own row decides.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import psycopg

from matches.db.postgres.address import Server
from matches.db.postgres.connecting import CONNECT_S
from matches.db.postgres.dialect import Raw

KIND: Final = 0x5354_4F4C
"""The first half of the keys of these locks."""
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
        self._connect()

    def show(self, epoch: int) -> str:
        """Be seen to be alive; return where, or "" if that isn't possible."""
        return self.place if self._lock(epoch) else ""

    def is_dead(self, place: str, epoch: int) -> bool:
        """Return whether the process is certainly dead that showed itself somewhere."""
        if not place or not self._is_connected() or place != self.place or not self._lock(epoch):
            return False
        self._asked("SELECT pg_advisory_unlock(%s, %s)", epoch)
        return True

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
        with suppress(psycopg.Error):
            self._raw = psycopg.connect(
                self._server.url, autocommit=True, connect_timeout=CONNECT_S
            )
            found = self._raw.execute(_STARTED).fetchone()
            self.place = str(found[0]) if found else ""

    def _lock(self, epoch: int) -> bool:
        return self._asked("SELECT pg_try_advisory_lock(%s, %s)", epoch)

    def _asked(self, question: str, epoch: int) -> bool:
        try:
            found = self._raw and self._raw.execute(question, (KIND, epoch)).fetchone()
        except psycopg.Error:
            return False
        return bool(found and found[0])
