"""The SQL about users: their settings, and the matches they are in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.deadlines.pace import Rhythm, is_zone
from matches.domain.deadlines.reminders import next_digest
from matches.domain.settings import PLAIN, Display, UserSettings, Words
from rules.text import LANGUAGES

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
    "lang": lambda chosen: chosen.display.lang,
    "words": lambda chosen: chosen.display.words.value,
    "large": lambda chosen: chosen.display.large,
    "dark": lambda chosen: chosen.display.dark,
}
"""The columns of a user's settings with what each stores; `settings` reads them."""


def settings(db: Connection, user_id: int) -> UserSettings:
    """Return the settings of a user; the default for what can't be read."""
    found = db.execute(
        f"SELECT {', '.join(_SETTINGS)} FROM user_settings WHERE user_id = ?",  # noqa: S608 - constants
        (user_id,),
    ).fetchone()
    if found is None:
        return UserSettings(user_id)
    row = dict(zip(_SETTINGS, found, strict=True))
    begin, end = _hour(row["quiet_from"]), _hour(row["quiet_to"])
    away = row["away_from"], row["away_to"]
    return UserSettings(
        user_id,
        dm=bool(row["dm"]),
        zone=row["zone"] if is_zone(row["zone"]) else "",
        quiet=None if begin is None or end is None or begin == end else (begin, end),
        rhythm=Rhythm(row["rhythm"]) if row["rhythm"] in {*Rhythm} else Rhythm.NORMAL,
        away=None if None in away else (from_ms(away[0]), from_ms(away[1])),
        digest_hour=_hour(row["digest_hour"]),
        display=_display(row["lang"], row["words"], row["large"], row["dark"]),
    )


def unreachable(db: Connection, users: Collection[int]) -> Iterable[tuple[int]]:
    """Ask which of some users want no direct messages; read it when it is needed."""
    if not users:
        return ()
    marks = ", ".join("?" * len(users))
    wanting = f"SELECT user_id FROM user_settings WHERE user_id IN ({marks}) AND dm = 0"  # noqa: S608 - marks
    return db.execute(wanting, tuple(users))


def displays(db: Connection) -> dict[int, Display]:
    """Return how users want to see things, by user, without those who chose nothing."""
    found = db.execute("SELECT user_id, lang, words, large, dark FROM user_settings").fetchall()
    every = {user_id: _display(*chosen) for user_id, *chosen in found}
    return {user_id: display for user_id, display in every.items() if display != PLAIN}


def _display(lang: str | None, words: str, large: int, dark: int) -> Display:
    # The program may have lost a language, or another one may have written the row.
    known = lang if lang in LANGUAGES else None
    where = Words(words) if words in {*Words} else Words.LATER
    return Display(known, where, bool(large), bool(dark))


def _hour(stored: int | None) -> int | None:
    return stored if stored in range(24) else None


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
    """Change the settings of a user and return them.

    A daily message that is due is still sent, unless they change when they want it.
    """
    before = settings(db, user_id)
    chosen, digest_at = step(before), _digest_at(db, user_id)
    if (before.digest_hour, before.zone) != (chosen.digest_hour, chosen.zone):
        digest_at = next_digest(chosen, now)
    set_settings(db, chosen, digest_at)
    return chosen


def _digest_at(db: Connection, user_id: int) -> datetime | None:
    """Return when a user's daily message is due, or None if none is."""
    found = db.execute(
        "SELECT digest_at FROM user_settings WHERE user_id = ?", (user_id,)
    ).fetchone()
    return None if found is None else maybe_at(found[0])


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


def closed(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the closed matches that a user with a seat can reopen, in order."""
    found = db.execute(
        f"SELECT match_id FROM seats JOIN matches ON id = match_id WHERE {_BY_USER}"  # noqa: S608 - constants
        " AND status = 'ended' AND check_at IS NOT NULL ORDER BY match_id",
        (user_id,),
    ).fetchall()
    return tuple(match_id for (match_id,) in found)


def known_in(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the matches in which a user has, or ever had, a seat, in order."""
    held = db.execute(
        "SELECT DISTINCT match_id FROM holders WHERE user_id = ? AND user_id > 0", (user_id,)
    ).fetchall()
    return tuple(sorted({*seated(db, user_id), *(match_id for (match_id,) in held)}))


def invited_to(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return the lobbies in which a user is a guest, in order."""
    found = db.execute(
        "SELECT match_id FROM guests WHERE user_id = ? ORDER BY match_id", (user_id,)
    )
    return tuple(match_id for (match_id,) in found.fetchall())


def stored_in(db: Connection, user_id: int) -> tuple[int, ...]:
    """Return all matches in which something is stored about a user, in order."""
    return tuple(sorted({*known_in(db, user_id), *invited_to(db, user_id)}))
