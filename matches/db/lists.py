"""The SQL that finds matches: of a channel, a server or a user, or all live ones."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from matches.db import deadlines as deadlines_db
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection, Cursor
from matches.db.matches import FIND, numbered, read_all, read_info
from matches.db.outbox import OPEN, READY, URGENT
from matches.domain.deadlines.epoch import to_ms
from matches.domain.model import MatchInfo

_UNFINISHED: Final = "status IN ('lobby', 'live')"
MOST_PLAYED: Final = 200
"""The most matches listed for one user."""


class Place(NamedTuple):
    """The place of a match: number, server, channel or thread, channel above that."""

    match_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None


class Waiting(NamedTuple):
    """How many rows wait, and how many seconds the oldest is late; 0 if none is."""

    rows: int
    seconds: float


class Figures(NamedTuple):
    """Figures about all matches.

    Attributes:
        matches: The numbers of unfinished matches by game and status: "lobby", "live", "paused".
        posts: What can be sent and isn't yet.
        held: What Discord has refused, since when it was written, and what waits behind that.
        clocks: The clocks that are due, of servers that the bot hears from.
    """

    matches: dict[tuple[str, str], int]
    posts: Waiting
    held: Waiting
    clocks: Waiting


def figures(db: Connection, now: datetime) -> Figures:
    """Return figures about all matches; it takes 20 ms with 10,000 unfinished ones."""
    matches = db.execute(
        "SELECT slug, CASE WHEN status = 'lobby' THEN 'lobby' WHEN paused_at IS NULL THEN 'live'"  # noqa: S608 - constants
        f" ELSE 'paused' END AS state, count(*) FROM matches WHERE {_UNFINISHED} GROUP BY 1, 2"
    )
    stuck = f"SELECT lane FROM outbox WHERE {OPEN} AND held <> ''"  # noqa: S608 - constants
    free = f"lane NOT IN ({stuck}) AND {READY}"
    since = f"min(due_at) FILTER (WHERE {URGENT})"
    posts = f"SELECT count(*), {since} FROM outbox WHERE {OPEN} AND {free}"  # noqa: S608 - constants
    held = f"SELECT count(*), min(at) FROM outbox WHERE {OPEN} AND NOT ({free})"  # noqa: S608 - constants
    return Figures(
        {(slug, state): count for slug, state, count in matches},
        _waiting(db.execute(posts), now),
        _waiting(db.execute(held), now),
        _waiting(deadlines_db.late(db, now), now),
    )


def _waiting(found: Cursor, now: datetime) -> Waiting:
    count, since_ms = found.fetchone()
    return Waiting(count, 0.0 if since_ms is None else max(0.0, (to_ms(now) - since_ms) / 1000))


def find_in_channel(db: Connection, channel_id: int, user_id: int | None) -> MatchInfo | None:
    """Return the match that a user means in a channel, or None.

    The channel's own match comes first, then those of the threads in it (only with a user), first
    those in which they have a seat; others' private threads don't count. Among these, unfinished
    ones come first, then the newest. A lobby that never started comes last of all.
    """
    below = None if user_id is None else channel_id
    found = db.execute(
        FIND + " WHERE channel_id = ?1 OR (parent_id = ?3 AND"  # noqa: S608 - constants
        " (private = 0 OR id IN (SELECT match_id FROM seats WHERE user_id = ?2 AND user_id > 0)))"
        " ORDER BY"
        " status = 'ended' AND begun_at IS NULL, channel_id <> ?1,"
        " channel_id <> ?1 AND id NOT IN"
        " (SELECT match_id FROM seats WHERE user_id = ?2 AND user_id > 0),"
        f" NOT {_UNFINISHED}, id DESC LIMIT 1",
        (channel_id, user_id, below),
    ).fetchone()
    return None if found is None else read_info(db, found)


def unfinished(db: Connection, guild_id: int) -> tuple[MatchInfo, ...]:
    """Return the unfinished matches of a server, newest first."""
    found = db.execute(
        FIND + f" WHERE guild_id = ? AND {_UNFINISHED} ORDER BY id DESC", (guild_id,)
    ).fetchall()
    return read_all(db, found)


def for_computers(db: Connection, share: Share = ALL) -> list[int]:
    """Return the live matches that wait for a computer, paused ones too."""
    found = db.execute(
        "SELECT DISTINCT match_id FROM seats WHERE waiting_since IS NOT NULL"  # noqa: S608 - constants
        f" AND (user_id = 0 OR lent <> 0){share.only_matches()} ORDER BY match_id"
    )
    return [match_id for (match_id,) in found]


def waiting_for(db: Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return the matches in which a user is to act, longest wait first."""
    found = db.execute(
        "SELECT match_id FROM seats WHERE user_id = ? AND waiting_since IS NOT NULL"
        " ORDER BY waiting_since, match_id",
        (user_id,),
    ).fetchall()
    return numbered(db, found)


def held_for(db: Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return a user's unfinished matches that wait for others, with held posts."""
    found = db.execute(
        "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id"  # noqa: S608 - constants
        f" WHERE s.user_id = ? AND s.waiting_since IS NULL AND m.{_UNFINISHED}"
        " AND m.trouble <> '' ORDER BY m.id",
        (user_id,),
    ).fetchall()
    return numbered(db, found)


def played_by(db: Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return at most `MOST_PLAYED` matches a user has or had a seat in, newest first."""
    found = db.execute(
        "SELECT match_id FROM seats WHERE user_id = ?1 AND user_id > 0 UNION"
        " SELECT match_id FROM holders WHERE user_id = ?1 AND user_id > 0"
        " ORDER BY match_id DESC LIMIT ?2",
        (user_id, MOST_PLAYED),
    ).fetchall()
    return numbered(db, found)


def closed_for(db: Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return a user's closed matches that can be reopened, the newest first."""
    found = db.execute(
        "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id"
        " WHERE s.user_id = ? AND s.user_id > 0 AND m.status = 'ended' AND m.check_at IS NOT NULL"
        " ORDER BY m.finished_at DESC NULLS LAST LIMIT ?",
        (user_id, MOST_PLAYED),
    ).fetchall()
    return numbered(db, found)


def closed_on(db: Connection, guild_id: int) -> list[int]:
    """Return the closed matches of a server that can be reopened."""
    found = db.execute(
        "SELECT id FROM matches WHERE guild_id = ? AND status = 'ended' AND check_at IS NOT NULL",
        (guild_id,),
    )
    return [match_id for (match_id,) in found]


def known(db: Connection, guild_id: int | None) -> tuple[Place, ...]:
    """Return where unfinished matches are, except those whose channel was deleted.

    Without a `guild_id` the matches of all servers count.
    """
    found = db.execute(
        "SELECT id, guild_id, channel_id, parent_id FROM matches"  # noqa: S608 - constants
        f" WHERE {_UNFINISHED} AND guild_id = coalesce(?, guild_id)"
        " AND (trouble <> 'gone' OR (status = 'live' AND paused_at IS NULL))"
        " ORDER BY touched_at DESC NULLS LAST, id",
        (guild_id,),
    )
    return tuple(Place(*row) for row in found)


def played_in(db: Connection, channel_id: int) -> int | None:
    """Return the number of the unfinished match of a channel or thread, or None."""
    found = db.execute(
        f"SELECT id FROM matches WHERE channel_id = ? AND {_UNFINISHED}",  # noqa: S608 - constants
        (channel_id,),
    ).fetchone()
    return None if found is None else int(found[0])


def homeless(db: Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return a user's unfinished matches whose channel was deleted, the oldest first."""
    found = db.execute(
        "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id"  # noqa: S608 - constants
        f" WHERE s.user_id = ? AND m.{_UNFINISHED} AND m.trouble = 'gone' ORDER BY m.id",
        (user_id,),
    ).fetchall()
    return numbered(db, found)


def homeless_on(db: Connection, guild_id: int) -> tuple[Place, ...]:
    """Return where the unfinished matches of a server without channels were."""
    found = db.execute(
        "SELECT id, guild_id, channel_id, parent_id FROM matches"  # noqa: S608 - constants
        f" WHERE guild_id = ? AND {_UNFINISHED}"
        " AND trouble = 'gone' ORDER BY id",
        (guild_id,),
    )
    return tuple(Place(*row) for row in found)


def in_play(db: Connection, share: Share = ALL) -> list[int]:
    """Return the live matches: those that can't be played on first, then the newest."""
    found = db.execute(
        f"SELECT id FROM matches WHERE status = 'live'{share.only('guild_id')}"  # noqa: S608 - constants
        " ORDER BY broken = '', id DESC"
    )
    return [match_id for (match_id,) in found]


def touched(db: Connection, since: datetime, most: int, share: Share = ALL) -> list[int]:
    """Return the live matches that players touched since then, the newest first."""
    found = db.execute(
        f"SELECT id FROM matches WHERE status = 'live'{share.only('guild_id')}"  # noqa: S608 - constants
        " AND touched_at >= ? ORDER BY touched_at DESC, id LIMIT ?",
        (to_ms(since), most),
    )
    return [match_id for (match_id,) in found]


def by_rules(db: Connection, guild_id: int | None) -> list[tuple[str, int, int]]:
    """Return game, rules version and number of live matches, of one server or all."""
    found = db.execute(
        "SELECT slug, rules_version, count(*) FROM matches WHERE status = 'live'"
        " AND guild_id = coalesce(?, guild_id) GROUP BY slug, rules_version ORDER BY 1, 2",
        (guild_id,),
    )
    return [(slug, version, count) for slug, version, count in found]


def broken(db: Connection, guild_id: int | None) -> list[tuple[int, str]]:
    """Return the live matches that can't be played on, and why, of one server or all."""
    found = db.execute(
        "SELECT id, broken FROM matches WHERE broken <> '' AND status = 'live'"
        " AND guild_id = coalesce(?, guild_id) ORDER BY id",
        (guild_id,),
    )
    return [(match_id, why) for match_id, why in found]
