"""The database of a bot that runs, read from outside."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from matches.db import lists, meta
from matches.db import matches as matches_db
from matches.db.driver import Cursor
from matches.db.postgres.address import Address, Server
from matches.db.postgres.connecting import TROUBLE, connected
from matches.db.postgres.dialect import PostgresConnection, adapt
from matches.domain.change import Stored
from matches.services.absences import ABSENT

MINUTE_S: Final = 60
FRESH_S: Final = 5 * MINUTE_S
"""How long after a return a clock that was checked didn't run in the absence."""
SERVER_S: Final = 20.0
"""How long a server may take until it's back."""


class Found(NamedTuple):
    """A match, as far as it matters before it begins.

    Attributes:
        seats: How many are taken.
    """

    id: int
    status: str
    seats: int
    channel_id: int
    wants_thread: bool


class Row(NamedTuple):
    """A row of the outbox; the fields are its columns."""

    id: int
    lane: str
    kind: str
    ply: int
    user_id: int | None
    nonce: str
    status: str
    message_id: int | None
    attempts: int


class Absent(NamedTuple):
    """Since when nobody answered on the server, in seconds since 1970.

    Attributes:
        beat: When a bot last noted that it runs; 0 for never.
        since: Since when that was noticed before and not made up for, or None.
        until: Until when it was being made up for, or None.
        done: The last match whose clocks got that time.
    """

    beat: float
    since: float | None = None
    until: float | None = None
    done: int = 0

    def gap_s(self, match_id: int, now: float, woken: float) -> float:
        """Return how much time a clock of a match has to get back now.

        Args:
            match_id: The match.
            now: The time.
            woken: When the clock was last checked. About when the time was made up for, it was
                right already.
        """
        least_s = ABSENT.total_seconds()
        if self.since is not None and self.until is not None:
            rest_s = now - self.until
            is_moved = (
                match_id <= self.done or self.until - MINUTE_S <= woken <= self.until + FRESH_S
            )
            moved_s = 0.0 if is_moved else self.until - self.since
            return moved_s + (rest_s if abs(rest_s) > least_s else 0.0)
        gap_s = now - (self.beat if self.since is None else self.since)
        return gap_s if abs(gap_s) > least_s else 0.0


class Voted(NamedTuple):
    """A vote, who asked, and the ballots by user."""

    id: int
    kind: str
    status: str
    asker: int
    ballots: dict[int, bool]


class Clock(NamedTuple):
    """A clock: its match's ply; when it is due, was checked, began (seconds since 1970)."""

    ply: int
    due: float
    woken: float
    since: float = 0.0


Clocks: TypeAlias = "dict[tuple[int, int], Clock]"
"""By match and seat."""


class Lasting:
    """A connection to a server that is made again when it is lost."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._open: PostgresConnection | None = None

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Run a statement as soon as the server is there."""
        ends = time.monotonic() + SERVER_S
        while True:
            try:
                if self._open is None:
                    raw = connected(self._server)
                    adapt(raw)
                    self._open = PostgresConnection(raw)
                return self._open.execute(sql, parameters)
            except TROUBLE:
                self.close()
                if time.monotonic() > ends:
                    raise
                time.sleep(0.02)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Cursor:
        """Refuse: nothing is written."""
        raise NotImplementedError(sql)

    def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open.raw.close()
            self._open = None


class Record:
    """What a database says; nothing is written."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._open: sqlite3.Connection | Lasting | None = None

    @property
    def _db(self) -> sqlite3.Connection | Lasting:
        if self._open is None:
            at = self._address
            if isinstance(at, Server):
                self._open = Lasting(at)
            else:
                self._open = sqlite3.connect(f"file:{at}?mode=ro", uri=True, timeout=30)
        return self._open

    def close(self) -> None:
        """Close the database."""
        if self._open is not None:
            self._open.close()

    def match_in(self, channel: int) -> Found | None:
        """Return the newest match that was opened in a channel."""
        found = self._db.execute(
            "SELECT id, status, (SELECT count(*) FROM seats WHERE match_id = id), channel_id,"
            " wants_thread FROM matches WHERE ?1 IN (channel_id, parent_id) ORDER BY id DESC",
            (channel,),
        ).fetchone()
        return None if found is None else Found(*found)

    def rows(self, match_id: int, after: int = 0) -> list[tuple[int, int, str]]:
        """Return ply, seat and move of the log rows after a ply."""
        rows = self._db.execute(
            "SELECT ply, seat, move FROM log WHERE match_id = ? AND ply > ? ORDER BY ply",
            (match_id, after),
        )
        return rows.fetchall()

    def stored(self, match_id: int) -> Stored:
        """Return a match."""
        found = matches_db.load(self._db, match_id)
        assert found is not None
        return found

    def outbox(self, match_id: int) -> tuple[Row, ...]:
        """Return the rows of a match, in order."""
        found = self._db.execute(
            f"SELECT {', '.join(Row._fields)} FROM outbox"  # noqa: S608 - constants
            " WHERE match_id = ? ORDER BY id",
            (match_id,),
        )
        return tuple(map(Row._make, found))

    def unsent(self, now: float) -> list[str]:
        """Return what is still to be sent, and when it is due; `now` is the bot's time."""
        found = self._db.execute(
            "SELECT kind || ' of match ' || match_id || ' is ' || status || ' ' || held"
            " || ', due in ' || ((due_at - ?) / 1000) || ' s'"
            " FROM outbox WHERE status IN ('new', 'sending')",
            (int(now * 1000),),
        )
        return [told for (told,) in found]

    def votes(self, match_id: int) -> tuple[Voted, ...]:
        """Return the votes of a match."""
        found = self._db.execute(
            "SELECT id, kind, status, (SELECT user_id FROM seats AS s WHERE s.match_id ="
            " v.match_id AND s.seat = v.seat) FROM votes AS v WHERE match_id = ? ORDER BY id",
            (match_id,),
        ).fetchall()
        return tuple(Voted._make((*row, self._ballots(row[0]))) for row in found)

    def _ballots(self, vote: int) -> dict[int, bool]:
        found = self._db.execute(
            "SELECT s.user_id, b.yes FROM ballots AS b JOIN votes AS v ON v.id = b.vote_id"
            " JOIN seats AS s ON s.match_id = v.match_id AND s.seat = b.seat WHERE v.id = ?",
            (vote,),
        )
        return {user: bool(yes) for user, yes in found}

    def computers_due(self) -> list[int]:
        """Return the matches that wait for a computer."""
        return lists.for_computers(self._db)

    def absent(self) -> Absent:
        """Return since when nobody answered on the one server that there is."""
        found = meta.get(self._db, meta.LAST_BEAT)
        noted = self._db.execute(
            "SELECT away_since / 1000.0, made_up_until / 1000.0, made_up_match FROM attendance"
        ).fetchone()
        beat = datetime.fromisoformat(found).timestamp() if found else 0.0
        return Absent(beat, *(noted or ()))

    def clocks(self) -> Clocks:
        """Return the clocks that run."""
        found = self._db.execute(
            "SELECT s.match_id, s.seat, m.ply, s.due_at / 1000.0, s.woken_at / 1000.0,"
            " s.waiting_since / 1000.0"
            " FROM seats AS s JOIN matches AS m ON m.id = s.match_id WHERE s.wake_at IS NOT NULL"
        )
        return {(match, seat): Clock(ply, *map(float, times)) for match, seat, ply, *times in found}
