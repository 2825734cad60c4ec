"""The SQL about servers: the language of public posts."""

from __future__ import annotations

from matches.db.driver import Connection
from matches.domain.model import language_of
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
        "INSERT OR IGNORE INTO guild_settings (guild_id, language, chosen) VALUES (?, ?, 0)",
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
