"""The SQL about servers: language, terms, who is barred, which the bot hears from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.model import MatchInfo, language_of
from matches.domain.table import terms as terms_of
from matches.domain.table.terms import KEPT, RANGES, Count, Opener, Terms
from rules.text import Language

_FIRST = (
    "SELECT m.guild_id, s.locale FROM (SELECT min(id) AS id FROM matches {where}) AS first"
    " JOIN matches AS m ON m.id = first.id"
    " JOIN seats AS s ON s.match_id = m.id AND s.user_id = m.host_id"
    " WHERE s.locale <> ''"
)
"""Servers, each with the language of the host of its first match.

The least id is found in one pass: a query for each match would take minutes at 100,000 matches.
"""
_UNSETTLED = _FIRST.format(
    where="WHERE guild_id NOT IN (SELECT guild_id FROM guild_settings) GROUP BY guild_id"
)
_OF_GUILD = _FIRST.format(where="WHERE guild_id = ?")


def languages(db: Connection) -> dict[int, Language]:
    """Return the language of each server that has one."""
    return dict(db.execute("SELECT guild_id, language FROM guild_settings").fetchall())


def settle(db: Connection, guild_id: int, language: Language) -> None:
    """Give a server a language, unless it already has one."""
    db.execute(
        "INSERT INTO guild_settings (guild_id, language, chosen) VALUES (?, ?, 0)"
        " ON CONFLICT DO NOTHING",
        (guild_id, language),
    )


def settle_old(db: Connection) -> dict[int, Language]:
    """Give a language to servers whose matches are older than this setting.

    Returns:
        The language of each server that has one now.
    """
    for guild_id, locale in db.execute(_UNSETTLED).fetchall():
        settle(db, guild_id, language_of(locale))
    return languages(db)


def choose_language(
    db: Connection, guild_id: int, language: Language | None
) -> dict[int, Language]:
    """Save a server's language; None returns to that of its first match's host.

    Returns:
        The language of each server that has one now.
    """
    if language is not None:
        _put(db, guild_id, language, chosen=True)
        return languages(db)
    found = db.execute(_OF_GUILD, (guild_id,)).fetchone()
    if found is not None:
        _put(db, guild_id, language_of(found[1]), chosen=False)
    else:  # without a language there is no row
        db.execute("DELETE FROM guild_settings WHERE guild_id = ?", (guild_id,))
    return languages(db)


def _put(db: Connection, guild_id: int, language: Language, *, chosen: bool) -> None:
    db.execute(
        "INSERT INTO guild_settings (guild_id, language, chosen) VALUES (?, ?, ?)"
        " ON CONFLICT (guild_id)"
        " DO UPDATE SET language = excluded.language, chosen = excluded.chosen",
        (guild_id, language, chosen),
    )


def is_chosen(db: Connection, guild_id: int) -> bool:
    """Return whether the language of a server was chosen, not taken from a match."""
    found = db.execute("SELECT chosen FROM guild_settings WHERE guild_id = ?", (guild_id,))
    return bool((found.fetchone() or (0,))[0])


# Servers that the bot has left


_IN_USE: Final = "(status IN ('lobby', 'live') OR check_at IS NOT NULL)"


def in_use(db: Connection, application: int) -> list[int]:
    """Return the servers with matches that can go on, except those known to be left.

    Nor those where another application was seen last.
    """
    found = db.execute(
        f"SELECT guild_id FROM matches WHERE {_IN_USE} EXCEPT SELECT guild_id FROM lost_guilds"  # noqa: S608 - constants
        " EXCEPT SELECT guild_id FROM attendance WHERE application_id NOT IN (0, ?)",
        (application,),
    )
    return [guild_id for (guild_id,) in found]


def is_in_use(db: Connection, guild_id: int) -> bool:
    """Return whether a server has matches that can go on, or is known to be left."""
    found = db.execute(
        f"SELECT 1 FROM matches WHERE guild_id = ?1 AND {_IN_USE}"  # noqa: S608 - constants
        " UNION ALL SELECT 1 FROM lost_guilds WHERE guild_id = ?1 LIMIT 1",
        (guild_id,),
    )
    return found.fetchone() is not None


def lost(db: Connection) -> list[int]:
    """Return the servers that the bot has left."""
    return [guild_id for (guild_id,) in db.execute("SELECT guild_id FROM lost_guilds")]


def note_lost(db: Connection, guild_id: int, ends_at: datetime) -> None:
    """Note when the matches of a server that the bot has left end, unless it is noted."""
    db.execute(
        "INSERT INTO lost_guilds (guild_id, ends_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (guild_id, to_ms(ends_at)),
    )


def put_off(db: Connection, guild_id: int, until: datetime) -> None:
    """End the matches of a server that the bot has left at another time."""
    db.execute("UPDATE lost_guilds SET ends_at = ? WHERE guild_id = ?", (to_ms(until), guild_id))


def forget_lost(db: Connection, guild_id: int) -> None:
    """Note that the bot is back on a server, or that all matches there have ended."""
    db.execute("DELETE FROM lost_guilds WHERE guild_id = ?", (guild_id,))


def lost_until(db: Connection, guild_id: int) -> datetime | None:
    """Return when the matches of a server end that the bot has left; else None."""
    found = db.execute("SELECT ends_at FROM lost_guilds WHERE guild_id = ?", (guild_id,))
    row = found.fetchone()
    return None if row is None else from_ms(row[0])


def lost_by(db: Connection, now: int, most: int, share: Share = ALL) -> list[int]:
    """Return the servers whose matches have to end now, the longest overdue first."""
    found = db.execute(
        f"SELECT guild_id FROM lost_guilds WHERE ends_at <= ?{share.only('guild_id')}"  # noqa: S608 - constants
        " ORDER BY ends_at LIMIT ?",
        (now, most),
    )
    return [guild_id for (guild_id,) in found]


# Servers that the bot hears from, or not

_RUNNING: Final = (
    "SELECT guild_id FROM matches WHERE check_at IS NOT NULL UNION SELECT guild_id"
    " FROM matches WHERE id IN (SELECT match_id FROM seats WHERE wake_at IS NOT NULL)"
)
AWAY: Final = "SELECT guild_id FROM attendance WHERE away_since IS NOT NULL"
"""The servers that the bot doesn't hear from."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Whether the bot hears from a server with running times.

    Attributes:
        application: The application that was last seen on it; 0 if none was.
        since: When the bot stopped hearing from it; None if it hears from it.
        until: The end of the absence whose clocks are being moved, or None.
        done: The last match whose clocks were moved for that.
    """

    application: int = 0
    since: datetime | None = None
    until: datetime | None = None
    done: int = 0


def running(db: Connection) -> frozenset[int]:
    """Return the servers with matches whose times run."""
    return frozenset(guild_id for (guild_id,) in db.execute(_RUNNING))


def attendances(db: Connection) -> dict[int, Attendance]:
    """Return what is known of servers with running times."""
    found = db.execute(
        "SELECT guild_id, application_id, away_since, made_up_until, made_up_match FROM attendance"
    )
    return {
        guild_id: Attendance(application, maybe_at(since), maybe_at(until), done)
        for guild_id, application, since, until, done in found
    }


def attend(db: Connection, found: Mapping[int, Attendance]) -> None:
    """Save what is known of some servers."""
    db.executemany(
        "INSERT INTO attendance"
        " (guild_id, application_id, away_since, made_up_until, made_up_match)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (guild_id) DO UPDATE SET"
        " application_id = excluded.application_id, away_since = excluded.away_since,"
        " made_up_until = excluded.made_up_until, made_up_match = excluded.made_up_match",
        [
            (guild_id, one.application, maybe_ms(one.since), maybe_ms(one.until), one.done)
            for guild_id, one in found.items()
        ],
    )


def unattend(db: Connection, guild_ids: Iterable[int]) -> None:
    """Forget servers on which no time runs any more."""
    db.executemany("DELETE FROM attendance WHERE guild_id = ?", [(one,) for one in guild_ids])


def all_away(db: Connection, since: datetime, share: Share = ALL) -> None:
    """Note that a process has heard nothing since a time, from any of its servers."""
    db.execute(f"INSERT INTO attendance (guild_id) {_RUNNING} ON CONFLICT DO NOTHING")
    mine = share.only("guild_id")
    db.execute(
        f"UPDATE attendance SET away_since = ? WHERE away_since IS NULL{mine}",  # noqa: S608 - constants
        (to_ms(since),),
    )


# The terms of a server, who is barred there, and what it has room for.

_ROLE, _CHANNEL = "role", "channel"
_COUNTS: Final = (
    "SELECT count(CASE WHEN host_id = ?2 THEN 1 END), count(*) FROM matches"
    " WHERE guild_id = ?1 AND status IN ('lobby', 'live') AND status = ?3"
)


def terms(db: Connection, guild_id: int) -> Terms:
    """Return the terms of a server."""
    found = db.execute(
        "SELECT name, value FROM guild_terms WHERE guild_id = ?", (guild_id,)
    ).fetchall()
    numbers = {name: value for name, value in found if name in RANGES}
    role = next((value for name, value in found if name == _ROLE), 0)
    channels = frozenset(value for name, value in found if name == _CHANNEL)
    return Terms(**numbers, role=role, channels=channels)


def fix_terms(db: Connection, match_id: int, found: Terms) -> None:
    """Save the terms that a match keeps from its start on."""
    db.executemany(
        "INSERT INTO match_terms (match_id, name, value) VALUES (?, ?, ?)",
        [(match_id, name, getattr(found, name)) for name in sorted(KEPT)],
    )


def terms_for(db: Connection, info: MatchInfo) -> Terms:
    """Return the terms of a match: once it has started, some stay as they were then."""
    found = terms(db, info.guild_id)
    if not info.has_begun:
        return found
    usual = {name: getattr(Terms(), name) for name in KEPT}
    kept = db.execute("SELECT name, value FROM match_terms WHERE match_id = ?", (info.id,))
    return replace(found, **usual | dict(kept.fetchall()))


def save_terms(db: Connection, guild_id: int, new: Terms) -> None:
    """Save the terms of a server: only what isn't as usual has a row."""
    usual = Terms()
    rows = [
        (guild_id, name, getattr(new, name))
        for name in RANGES
        if getattr(new, name) != getattr(usual, name)
    ]
    rows += [(guild_id, _ROLE, new.role)] if new.role else []
    rows += [(guild_id, _CHANNEL, channel) for channel in sorted(new.channels)]
    db.execute("DELETE FROM guild_terms WHERE guild_id = ?", (guild_id,))
    db.executemany("INSERT INTO guild_terms (guild_id, name, value) VALUES (?, ?, ?)", rows)


def bar(db: Connection, guild_id: int, user_id: int) -> None:
    """Bar a person from the matches of a server."""
    db.execute(
        "INSERT INTO barred (guild_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (guild_id, user_id),
    )


def unbar(db: Connection, guild_id: int, user_id: int) -> None:
    """Let a barred person play again."""
    db.execute("DELETE FROM barred WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))


def barred_in(db: Connection, guild_id: int) -> list[int]:
    """Return who is barred on a server."""
    found = db.execute(
        "SELECT user_id FROM barred WHERE guild_id = ? ORDER BY user_id", (guild_id,)
    )
    return [user_id for (user_id,) in found]


def bars_of(db: Connection, user_id: int) -> list[int]:
    """Return the servers on which a person is barred."""
    found = db.execute(
        "SELECT guild_id FROM barred WHERE user_id = ? ORDER BY guild_id", (user_id,)
    )
    return [guild_id for (guild_id,) in found]


def is_barred(db: Connection, guild_id: int, user_id: int) -> bool:
    """Return whether a person is barred on a server."""
    found = db.execute(
        "SELECT 1 FROM barred WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    )
    return found.fetchone() is not None


# The checks, each in the transaction of what it allows.


def check_seat(db: Connection, guild_id: int, user_id: int) -> None:
    """Refuse a seat on a server to somebody who is barred there.

    Raises:
        LobbyError: They are.
    """
    if is_barred(db, guild_id, user_id):
        raise terms_of.barred()


def check_opening(db: Connection, info: MatchInfo, opener: Opener) -> Terms:
    """Refuse a new lobby that its server doesn't allow; return the terms.

    Raises:
        LobbyError: Its host is barred or may not open matches there, or there are too many.
    """
    check_seat(db, info.guild_id, info.host_id)
    found = terms(db, info.guild_id)
    terms_of.check_opening(found, opener, info.channel_id, info.rematch_of)
    check_room(db, info, found, lobby=True)
    return found


def check_room(
    db: Connection, info: MatchInfo, found: Terms, *, lobby: bool, by_host: bool = True
) -> None:
    """Refuse one more lobby or running match than a server allows.

    Raises:
        LobbyError: There are too many already.
    """
    status = "lobby" if lobby else "live"
    own, every = db.execute(_COUNTS, (info.guild_id, info.host_id, status)).fetchone()
    terms_of.check_room(found, Count(own, every), lobby=lobby, by_host=by_host)
