"""The SQL about the rules that matches in play were begun with."""

from __future__ import annotations

import sqlite3


def in_play(db: sqlite3.Connection) -> list[int]:
    """Return the matches in play: those that cannot be played on first, then the newest."""
    found = db.execute("SELECT id FROM matches WHERE status = 'live' ORDER BY broken = '', id DESC")
    return [match_id for (match_id,) in found]


def by_rules(db: sqlite3.Connection, guild_id: int | None) -> list[tuple[str, int, int]]:
    """Return how many matches are in play by game and version, on one server or all."""
    found = db.execute(
        "SELECT slug, rules_version, count(*) FROM matches WHERE status = 'live'"
        " AND guild_id = coalesce(?, guild_id) GROUP BY slug, rules_version ORDER BY 1, 2",
        (guild_id,),
    )
    return [(slug, version, count) for slug, version, count in found]


def broken(db: sqlite3.Connection, guild_id: int | None) -> list[tuple[int, str]]:
    """Return the matches in play that cannot be played on, and why, on one server or all."""
    found = db.execute(
        "SELECT id, broken FROM matches WHERE broken <> '' AND status = 'live'"
        " AND guild_id = coalesce(?, guild_id) ORDER BY id",
        (guild_id,),
    )
    return [(match_id, why) for match_id, why in found]
