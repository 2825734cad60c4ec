"""The SQL about when something has to happen; an index answers every question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from matches.db import guilds as guilds_db
from matches.db import meta
from matches.db import seats as seats_db
from matches.db import votes as votes_db
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection, Cursor
from matches.db.outbox import add_items
from matches.db.privacy import retention as retention_db
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.deadlines.reminders import next_digest
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.settings import UserSettings
from rules.text import Seat

KEPT_MS: Final = 24 * 3600 * 1000
"""The time that accepted interactions and delivered posts are kept."""
BATCH: Final = 100
"""The most of a kind that are handled in one round."""


@lru_cache(maxsize=8)
def _clocks(share: Share) -> str:
    """Return the clocks of servers that the bot hears from, along their index."""
    return (
        "FROM seats WHERE (SELECT guild_id FROM matches WHERE id = match_id)"  # noqa: S608 - constants
        f" NOT IN ({guilds_db.AWAY}){share.only_matches()} AND wake_at"
    )


@lru_cache(maxsize=8)
def _ends(share: Share) -> str:
    """Return the ends of matches on such servers, along their index."""
    mine = share.only("guild_id")
    return f"FROM matches WHERE guild_id NOT IN ({guilds_db.AWAY}){mine} AND check_at"


@lru_cache(maxsize=8)
def _firsts(share: Share) -> str:
    """Return the question when the next of each kind is due."""
    of_guild = share.only("guild_id")
    return (
        f"SELECT (SELECT wake_at {_clocks(share)} IS NOT NULL ORDER BY wake_at LIMIT 1),"  # noqa: S608 - constants
        f" (SELECT min(expires_at) FROM votes WHERE status = 'open'{share.only_matches()}),"
        " (SELECT min(digest_at) FROM user_settings"
        f" WHERE digest_at IS NOT NULL{share.only('user_id')}),"
        f" (SELECT min(kept_until) FROM guests WHERE kept_until IS NOT NULL{share.only_matches()}),"
        f" (SELECT min(ends_at) FROM lost_guilds WHERE ends_at IS NOT NULL{of_guild}),"
        f" (SELECT min(sweep_at) FROM guild_retention WHERE sweep_at IS NOT NULL{of_guild}),"
        f" (SELECT check_at {_ends(share)} IS NOT NULL ORDER BY check_at LIMIT 1)"
    )


class Kind(StrEnum):
    """What can be due; the number of a `Due` is that of what is in brackets."""

    CLOCK = auto()
    """A clock has to be checked (match and seat)."""
    VOTE = auto()
    """A vote has expired (vote)."""
    DIGEST = auto()
    """Somebody gets the daily message (user)."""
    LOBBY = auto()
    """A seat is no longer kept for somebody (match)."""
    LOST = auto()
    """The matches of a server that the bot has left end (server)."""
    SWEEP = auto()
    """Old matches are deleted (server)."""
    END = auto()
    """The end of a match has to be looked at (match)."""


_LATER: Final[Mapping[Kind, str]] = {
    Kind.CLOCK: "seats SET wake_at = ?1 WHERE match_id = ?3 AND seat = ?4 AND wake_at <= ?2",
    Kind.VOTE: "votes SET expires_at = ?1 WHERE id = ?3 AND expires_at <= ?2",
    Kind.DIGEST: "user_settings SET digest_at = ?1 WHERE user_id = ?3 AND digest_at <= ?2",
    Kind.LOBBY: "guests SET kept_until = ?1 WHERE match_id = ?3 AND kept_until <= ?2",
    Kind.LOST: "lost_guilds SET ends_at = ?1 WHERE guild_id = ?3 AND ends_at <= ?2",
    Kind.SWEEP: "guild_retention SET sweep_at = ?1 WHERE guild_id = ?3 AND sweep_at <= ?2",
    Kind.END: "matches SET check_at = ?1 WHERE id = ?3 AND check_at <= ?2",
}
"""How each is put off: until when, the time now, its number and seat."""


class Due(NamedTuple):
    """Something that has to be done now.

    Attributes:
        kind: What it is.
        number: Which one; see `Kind`.
        seat: The seat of a clock.
    """

    kind: Kind
    number: int
    seat: Seat = 0

    def __str__(self) -> str:
        """Return it in short, for the log: ``clock-12-0``."""
        return f"{self.kind}-{self.number}" + (f"-{self.seat}" if self.kind is Kind.CLOCK else "")


@dataclass(frozen=True, slots=True)
class DueNow:
    """What is due now.

    Attributes:
        found: At most `BATCH` of each kind, in the order of the kinds, the longest overdue first.
        next: When something is due next; None if never.
    """

    found: tuple[Due, ...]
    next: datetime | None


def beat(db: Connection, now: datetime) -> None:
    """Record that the bot runs, and forget requests and posts that are a day old."""
    meta.put(db, {meta.LAST_BEAT: now.isoformat()})
    old = to_ms(now) - KEPT_MS
    db.execute("DELETE FROM interactions WHERE at < ?", (old,))
    db.execute("DELETE FROM outbox WHERE at < ? AND status IN ('sent', 'failed')", (old,))


def due_now(db: Connection, now: datetime, share: Share = ALL) -> DueNow:
    """Return what a process has to do now, at most `BATCH` of each kind."""
    at = to_ms(now)
    soonest = min((ms for ms in first(db, share) if ms is not None), default=None)
    if soonest is None or soonest > at:
        return DueNow((), maybe_at(soonest))
    numbers = {
        Kind.VOTE: votes_db.expired(db, at, BATCH, share),
        Kind.DIGEST: digests(db, at, BATCH, share),
        Kind.LOBBY: seats_db.no_longer_kept(db, now, share),
        Kind.LOST: guilds_db.lost_by(db, at, BATCH, share),
        Kind.SWEEP: retention_db.due(db, at, BATCH, share),
        Kind.END: ends(db, at, BATCH, share),
    }
    found = [Due(Kind.CLOCK, *clock) for clock in clocks(db, at, BATCH, share)]
    found += [Due(kind, number) for kind, of_kind in numbers.items() for number in of_kind]
    return DueNow(tuple(found), from_ms(soonest))


def put_off(db: Connection, due: Due, now: datetime, until: datetime) -> None:
    """Let something be due at another time, unless it isn't due any more."""
    values = to_ms(until), to_ms(now), due.number, due.seat
    wanted = 4 if due.kind is Kind.CLOCK else 3
    db.execute(f"UPDATE {_LATER[due.kind]}", values[:wanted])


def ends(db: Connection, now: int, most: int, share: Share = ALL) -> list[int]:
    """Return the matches whose end has to be looked at, the longest overdue first."""
    found = db.execute(f"SELECT id {_ends(share)} <= ? ORDER BY check_at LIMIT ?", (now, most))
    return [match_id for (match_id,) in found]


def first(db: Connection, share: Share = ALL) -> tuple[int | None, ...]:
    """Return when the next of each kind is due, in ms or None, the next clock first.

    Then the next vote, daily message, seat that is no longer kept, server whose matches end, server
    whose old matches go, match whose end is looked at.
    """
    found: tuple[int | None, ...] = db.execute(_firsts(share)).fetchone()
    return found


def clocks(db: Connection, now: int, most: int, share: Share = ALL) -> list[tuple[int, int]]:
    """Return match and seat of the clocks to check now, the earliest first."""
    return db.execute(
        f"SELECT match_id, seat {_clocks(share)} <= ? ORDER BY wake_at, match_id, seat LIMIT ?",
        (now, most),
    ).fetchall()


def running(db: Connection, guild_id: int, after: int) -> list[int]:
    """Return a server's matches whose times may run, those above `after`, in order."""
    found = db.execute(
        "SELECT id FROM matches WHERE guild_id = ?1 AND id > ?2 AND status IN ('lobby', 'live')"
        " UNION SELECT id FROM matches WHERE guild_id = ?1 AND id > ?2"
        " AND status IN ('over', 'ended') AND check_at IS NOT NULL ORDER BY 1",
        (guild_id, after),
    )
    return [match_id for (match_id,) in found]


def late(db: Connection, now: datetime) -> Cursor:
    """Ask how many clocks are due of servers the bot hears from, and since when."""
    return db.execute(f"SELECT count(*), min(wake_at) {_clocks(ALL)} <= ?", (to_ms(now),))


def digests(db: Connection, now: int, most: int, share: Share = ALL) -> list[int]:
    """Return the users whose daily message is due, the longest overdue first."""
    found = db.execute(
        f"SELECT user_id FROM user_settings WHERE digest_at <= ?{share.only('user_id')}"  # noqa: S608 - constants
        " ORDER BY digest_at LIMIT ?",
        (now, most),
    )
    return [user_id for (user_id,) in found]


def send_digest(
    db: Connection, chosen: UserSettings, match_id: int | None, ply: int, now: datetime
) -> None:
    """Put a user's daily message into the outbox, and note when the next one is due.

    It is about the match that has waited longest; without one nothing is sent.
    """
    next_at = next_digest(chosen, now)
    if match_id is not None:
        add_items(db, match_id, ply, now, (OutboxItem(ItemKind.DIGEST, chosen.user_id),))
    db.execute(
        "UPDATE user_settings SET digest_at = ? WHERE user_id = ?",
        (maybe_ms(next_at), chosen.user_id),
    )
