"""Database files with many matches, written in bulk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from bench.recorded import BEGUN, Recorded, opened, record
from matches.db.schema import connect
from matches.domain.deadlines.epoch import to_ms
from matches.domain.model import MatchInfo
from rules.registry import AnyRules

LIVE_EVERY: Final = 20
"""Every n-th stored match is live."""
WINDOW: Final = 2000
"""The number of matches played at the same time, so that their rows interleave."""
TEMPLATES: Final = 40
HOUR_MS: Final = 3_600_000


class Library:
    """A few random matches of a game, stored many times with other numbers and users.

    Attributes:
        ROUND: How many numbers it takes until the same matches come again.
    """

    ROUND: Final = LIVE_EVERY * TEMPLATES

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.seats = rules.info.seats[-1]
        self._over = [record(rules, self.seats, n) for n in range(TEMPLATES)]
        length = min(len(template.rows) for template in self._over)
        part = Random(5)
        self._live = [
            record(rules, self.seats, n, part.randrange(length // 2)) for n in range(TEMPLATES)
        ]

    def match(self, number: int, *, live: bool | None = None) -> tuple[MatchInfo, Recorded]:
        """Return a match and what it is a copy of; with `live` None, every 20th is live."""
        if live is None:
            live = number % LIVE_EVERY == 0
        template = (self._live if live else self._over)[number // LIVE_EVERY % TEMPLATES]
        return played_like(opened(self.rules, self.seats, number), template), template

    def rows(self, matches: int) -> int:
        """Return about how many log rows this number of matches has."""
        batch = range(self.ROUND)
        return sum(self.match(number)[0].ply for number in batch) * matches // len(batch)

    def fill(self, path: Path, matches: int, *, live: bool | None = None, log: bool = True) -> None:
        """Write a new database file.

        Args:
            path: The file.
            matches: How many; their numbers are 1, 2, 3...
            live: Whether they are live; None: every 20th is.
            log: False leaves out the log.
        """
        db = connect(path)
        db.execute("PRAGMA synchronous = OFF")
        for start in range(0, matches, WINDOW):
            batch = [
                self.match(number, live=live)
                for number in range(start, min(matches, start + WINDOW))
            ]
            db.execute("BEGIN")
            _insert_matches(db, batch)
            if log:
                db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", log_values(batch))
            db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()


def played_like(info: MatchInfo, template: Recorded) -> MatchInfo:
    """Return a lobby's summary after a recorded match was played in it and posted."""
    like = template.live.info
    return replace(
        info,
        status=like.status,
        ply=like.ply,
        to_act=like.to_act,
        chance_hash=like.chance_hash,
        posted_ply=like.ply,
    )


def _insert_matches(db: sqlite3.Connection, batch: list[tuple[MatchInfo, Recorded]]) -> None:
    db.executemany(
        "INSERT INTO matches (id, slug, rules_version, options, guild_id, channel_id, host_id,"
        " wants_thread, capacity, status, ply, chance_seed, chance_hash, lobby_message_id,"
        " posted_ply, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(info.id, info.slug, template.live.timeline.rules.info.rules_version, ""),
                *(info.guild_id, info.channel_id, info.host_id, info.capacity, info.status),
                *(info.ply, template.live.seed, info.chance_hash, info.channel_id + 1),
                *(info.ply, to_ms(BEGUN)),
            )
            for info, template in batch
        ],
    )
    db.executemany(
        "INSERT INTO seats (match_id, seat, user_id, name, waiting_since) VALUES (?, ?, ?, ?, ?)",
        [
            (info.id, s.seat, s.user_id, s.name, to_ms(BEGUN) if s.seat in info.to_act else None)
            for info, _ in batch
            for s in info.seats
        ],
    )


def log_values(
    batch: list[tuple[MatchInfo, Recorded]],
) -> Iterator[tuple[int, int, int, str, int | None, int]]:
    """Return the log rows of matches played in parallel, one row of each in turn."""
    begun = to_ms(BEGUN)
    for ply in range(1, max(info.ply for info, _ in batch) + 1):
        for info, template in batch:
            if ply <= info.ply:
                row = template.rows[ply - 1]
                user = info.seats[row.seat].user_id if row.seat >= 0 else None
                at = begun + ply * HOUR_MS + info.id
                yield info.id, ply, row.seat, row.move, user, at
