"""The SQL about servers: the language of what is posted there."""

from __future__ import annotations

import sqlite3

from matches.domain.model import Language

_FIRST = (
    "SELECT m.guild_id, s.locale FROM matches AS m"
    " JOIN seats AS s ON s.match_id = m.id AND s.user_id = m.host_id"
    " WHERE s.locale <> '' AND m.id = (SELECT min(id) FROM matches WHERE guild_id = m.guild_id)"
)
"""The server of each first match, and the language of its host's Discord."""


def languages(db: sqlite3.Connection) -> dict[int, Language]:
    """Return the language of each server that has one."""
    return dict(db.execute("SELECT guild_id, language FROM guild_settings").fetchall())


def settle(db: sqlite3.Connection, guild_id: int, language: Language) -> None:
    """Take a server's language from whoever opens a match there, unless it has one."""
    db.execute(
        "INSERT OR IGNORE INTO guild_settings (guild_id, language, chosen) VALUES (?, ?, 0)",
        (guild_id, language),
    )


def settle_old(db: sqlite3.Connection) -> None:
    """Give a language to servers on which matches were opened before it was kept."""
    for guild_id, locale in db.execute(_FIRST).fetchall():
        settle(db, guild_id, language_of(locale))


def choose(db: sqlite3.Connection, guild_id: int, language: Language | None) -> None:
    """Keep the language chosen for a server; None: that of the first match's host again."""
    db.execute("DELETE FROM guild_settings WHERE guild_id = ?", (guild_id,))
    if language is not None:
        db.execute(
            "INSERT INTO guild_settings (guild_id, language, chosen) VALUES (?, ?, 1)",
            (guild_id, language),
        )
        return
    found = db.execute(f"{_FIRST} AND m.guild_id = ?", (guild_id,)).fetchone()
    if found is not None:
        settle(db, guild_id, language_of(found[1]))


def is_chosen(db: sqlite3.Connection, guild_id: int) -> bool:
    """Return whether the language of a server was chosen rather than taken from a match."""
    found = db.execute("SELECT chosen FROM guild_settings WHERE guild_id = ?", (guild_id,))
    return bool((found.fetchone() or (0,))[0])


def language_of(locale: str) -> Language:
    """Return the language of ours for one of Discord's."""
    return "pl" if locale == "pl" else "en"
