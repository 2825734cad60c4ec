"""The SQL about users: settings and privacy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Final

from matches.db import guilds as guilds_db
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, maybe_ms, to_ms
from matches.domain.deadlines.pace import Rhythm
from matches.domain.deadlines.reminders import next_digest
from matches.domain.model import UserSettings
from matches.domain.text_json import without_persons

NO_USER: Final = 0
"""The user id of somebody whose data was erased."""
NEUTRAL_NAME: Final = "N. N."
_BY_USER: Final = "user_id = ? AND user_id > 0"  # written so, the index `seats_by_user` helps


_SETTINGS: Final[Mapping[str, Callable[[UserSettings], int | str | None]]] = {
    "dm": lambda chosen: chosen.dm,
    "zone": lambda chosen: chosen.zone,
    "quiet_from": lambda chosen: chosen.quiet and chosen.quiet[0],
    "quiet_to": lambda chosen: chosen.quiet and chosen.quiet[1],
    "rhythm": lambda chosen: chosen.rhythm.value,
    "away_from": lambda chosen: chosen.away and to_ms(chosen.away[0]),
    "away_to": lambda chosen: chosen.away and to_ms(chosen.away[1]),
    "digest_hour": lambda chosen: chosen.digest_hour,
}
"""The columns of a user's settings with what each stores; `settings` reads them."""


def settings(db: Connection, user_id: int) -> UserSettings:
    """Return the settings of a user, or the defaults."""
    found = db.execute(
        f"SELECT {', '.join(_SETTINGS)} FROM user_settings WHERE user_id = ?",  # noqa: S608 - constants
        (user_id,),
    ).fetchone()
    if found is None:
        return UserSettings(user_id)
    row = dict(zip(_SETTINGS, found, strict=True))
    quiet, away = (row["quiet_from"], row["quiet_to"]), (row["away_from"], row["away_to"])
    return UserSettings(
        user_id,
        dm=bool(row["dm"]),
        zone=row["zone"],
        quiet=None if quiet[0] is None else quiet,
        rhythm=Rhythm(row["rhythm"]),
        away=None if away[0] is None else (from_ms(away[0]), from_ms(away[1])),
        digest_hour=row["digest_hour"],
    )


def set_settings(db: Connection, chosen: UserSettings, digest_at: datetime | None) -> None:
    """Save the settings of a user, and when their next digest is due."""
    columns = (*_SETTINGS, "digest_at")
    updates = ", ".join(f"{column} = excluded.{column}" for column in columns)
    db.execute(
        f"INSERT INTO user_settings (user_id, {', '.join(columns)})"  # noqa: S608 - constants
        f" VALUES (?{', ?' * len(columns)}) ON CONFLICT (user_id) DO UPDATE SET {updates}",
        (chosen.user_id, *(stored(chosen) for stored in _SETTINGS.values()), maybe_ms(digest_at)),
    )


def change(
    db: Connection, user_id: int, step: Callable[[UserSettings], UserSettings], now: datetime
) -> UserSettings:
    """Change the settings of a user and return them."""
    chosen = step(settings(db, user_id))
    set_settings(db, chosen, next_digest(chosen, now))
    return chosen


def stored_about(db: Connection, user_id: int) -> dict[str, object]:
    """Return everything stored about a user, as plain JSON values."""
    seats = db.execute(
        "SELECT m.id, m.slug, m.guild_id, m.channel_id, m.status, m.created_at, m.host_id,"
        " s.seat, s.name, s.locale FROM seats AS s JOIN matches AS m ON m.id = s.match_id"
        " WHERE s.user_id = ? AND s.user_id > 0 ORDER BY m.id",
        (user_id,),
    ).fetchall()
    matches = [
        {
            "match": match_id,
            "game": slug,
            "server": guild_id,
            "channel": channel_id,
            "status": status,
            "opened_at": from_ms(created_at).isoformat(),
            "host": host_id == user_id,
            "seat": seat,
            "name": name,
            "locale": locale,
            "moves": _moves(db, match_id, user_id),
            "prepared": _prepared(db, match_id, seat),
        }
        for (
            match_id,
            slug,
            guild_id,
            channel_id,
            status,
            created_at,
            host_id,
            seat,
            name,
            locale,
        ) in seats
    ]
    chosen = settings(db, user_id)
    every = {field.name: _plain(getattr(chosen, field.name)) for field in fields(chosen)}
    del every["user_id"]
    return {
        "user": user_id,
        **every,
        "held": _held(db, user_id),
        "votes": _votes(db, user_id),
        "barred_in": guilds_db.bars_of(db, user_id),
        "matches": matches,
    }


def _plain(value: object) -> object:
    """Return a setting as JSON has it."""
    match value:
        case Rhythm():
            return value.value
        case datetime():
            return value.isoformat()
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def _held(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return the seats a user has taken, each with the ply since when."""
    found = db.execute(
        "SELECT match_id, seat, ply, at FROM holders WHERE user_id = ? AND user_id > 0"
        " ORDER BY match_id, ply",
        (user_id,),
    )
    return [
        {"match": match_id, "seat": seat, "ply": ply, "at": from_ms(at).isoformat()}
        for match_id, seat, ply, at in found
    ]


def _votes(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return a user's ballots, in any seat they had then."""
    found = db.execute(
        "SELECT v.match_id, v.kind, v.argument, b.yes, v.opened_at FROM votes AS v"
        " JOIN ballots AS b ON b.vote_id = v.id"
        " WHERE v.match_id IN (SELECT match_id FROM holders WHERE user_id = ? AND user_id > 0)"
        " AND (SELECT user_id FROM holders WHERE match_id = v.match_id AND seat = b.seat"
        " AND at <= v.opened_at ORDER BY id DESC LIMIT 1) = ? ORDER BY v.id",
        (user_id, user_id),
    )
    return [
        {
            "match": match_id,
            "asked": f"{kind} {argument}".strip(),
            "yes": bool(yes),
            "at": from_ms(at).isoformat(),
        }
        for match_id, kind, argument, yes, at in found
    ]


def _moves(db: Connection, match_id: int, user_id: int) -> list[dict[str, object]]:
    found = db.execute(
        "SELECT ply, move, at FROM log WHERE match_id = ? AND user_id = ? ORDER BY ply",
        (match_id, user_id),
    )
    return [{"ply": ply, "move": move, "at": from_ms(at).isoformat()} for ply, move, at in found]


def _prepared(db: Connection, match_id: int, seat: int) -> str | None:
    found = db.execute(
        "SELECT move FROM prepared WHERE match_id = ? AND seat = ?", (match_id, seat)
    ).fetchone()
    return None if found is None else str(found[0])


def _plays(db: Connection, user_id: int) -> bool:
    found = db.execute(
        f"SELECT 1 FROM seats JOIN matches ON id = match_id WHERE {_BY_USER}"  # noqa: S608 - constants
        " AND status IN ('lobby', 'live') LIMIT 1",
        (user_id,),
    ).fetchone()
    return found is not None


def seated(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the matches in which a user has a seat, finished or not, in order."""
    found = db.execute(
        f"SELECT match_id FROM seats WHERE {_BY_USER} ORDER BY match_id",  # noqa: S608 - constants
        (user_id,),
    ).fetchall()
    return tuple(match_id for (match_id,) in found)


def playing(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the unfinished matches in which a user has a seat, in order."""
    found = db.execute(
        f"SELECT match_id FROM seats JOIN matches ON id = match_id WHERE {_BY_USER}"  # noqa: S608 - constants
        " AND status IN ('lobby', 'live') ORDER BY match_id",
        (user_id,),
    ).fetchall()
    return tuple(match_id for (match_id,) in found)


def known_in(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the matches in which a user has, or ever had, a seat, in order."""
    held = db.execute(
        "SELECT DISTINCT match_id FROM holders WHERE user_id = ? AND user_id > 0", (user_id,)
    ).fetchall()
    return tuple(sorted({*seated(db, user_id), *(match_id for (match_id,) in held)}))


def erase(db: Connection, user_id: int) -> tuple[int, ...] | None:
    """Replace a user by nobody wherever they are stored.

    Returns:
        The matches that were changed; None, with nothing done, if they are in an unfinished match.
    """
    if _plays(db, user_id):
        return None
    changed = known_in(db, user_id)
    for match_id in changed:
        _forget_name(db, match_id, user_id)
        db.execute(
            "UPDATE seats SET user_id = ?, name = ?, locale = ''"
            " WHERE match_id = ? AND user_id = ?",
            (NO_USER, NEUTRAL_NAME, match_id, user_id),
        )
        db.execute(
            "UPDATE seats SET owner_id = ? WHERE match_id = ? AND owner_id = ?",
            (NO_USER, match_id, user_id),
        )
        db.execute(
            "UPDATE holders SET user_id = ? WHERE match_id = ? AND user_id = ?",
            (NO_USER, match_id, user_id),
        )
        db.execute(
            "UPDATE log SET user_id = ? WHERE match_id = ? AND user_id = ?",
            (NO_USER, match_id, user_id),
        )
        db.execute(
            "UPDATE matches SET host_id = ? WHERE id = ? AND host_id = ?",
            (NO_USER, match_id, user_id),
        )
    db.execute("DELETE FROM outbox WHERE user_id = ?", (user_id,))
    db.execute("DELETE FROM user_settings WHERE user_id = ?", (user_id,))
    return changed


def _forget_name(db: Connection, match_id: int, user_id: int) -> None:
    """Remove a user's name from the seats they have left and from the remarks.

    A remark holds names without user ids, so only the names of players who have a seat now are
    surely not this user's; all others are replaced.
    """
    db.execute(
        "UPDATE seats SET name = ? WHERE match_id = ? AND open AND (SELECT user_id FROM holders"
        " WHERE match_id = seats.match_id AND seat = seats.seat AND user_id > 0"
        " ORDER BY id DESC LIMIT 1) = ?",
        (NEUTRAL_NAME, match_id, user_id),
    )
    others = db.execute(
        "SELECT name FROM seats WHERE match_id = ? AND user_id NOT IN (?, ?)",
        (match_id, NO_USER, user_id),
    )
    seated = frozenset(name for (name,) in others)
    told = db.execute("SELECT id, text FROM remarks WHERE match_id = ?", (match_id,)).fetchall()
    for remark, text in told:
        kept = without_persons(text, seated, NEUTRAL_NAME)
        db.execute("UPDATE remarks SET text = ? WHERE id = ?", (kept, remark))
