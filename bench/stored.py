"""Database files with many matches, written by the functions that save moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from bench.recorded import BEGUN, Recorded, opened, record
from matches.db import matches as matches_db
from matches.db.driver import Connection, transaction
from matches.db.schema import connect
from matches.domain.change import Change, LogRow
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo
from rules.registry import AnyRules

LIVE_EVERY: Final = 20
"""Every n-th stored match is live."""
WINDOW: Final = 2000
"""The number of matches played at the same time, so that their rows interleave."""
TEMPLATES: Final = 40


@dataclass(frozen=True, slots=True)
class Copy:
    """A recorded match with another number, channel and users.

    Attributes:
        lobby: How it was before the start, full.
        info: How it is now, its last turn posted.
        template: The match it is a copy of.
    """

    lobby: MatchInfo
    info: MatchInfo
    template: Recorded

    @classmethod
    def of(cls, template: Recorded, lobby: MatchInfo) -> Copy:
        """Return the match as if it had been played from this lobby."""
        like = template.live.info
        pairs = zip(like.seats, lobby.seats, strict=True)
        info = replace(
            like,
            id=lobby.id,
            guild_id=lobby.guild_id,
            channel_id=lobby.channel_id,
            host_id=lobby.host_id,
            seats=tuple(replace(s, user_id=own.user_id, name=own.name) for s, own in pairs),
            lobby_message_id=lobby.channel_id + 1,
            posted_ply=like.ply,
            post_id=lobby.channel_id + 2,
        )
        return cls(lobby, info, template)

    def on(self, guild_id: int) -> Copy:
        """Return the match on another server."""
        lobby, info = (replace(one, guild_id=guild_id) for one in (self.lobby, self.info))
        return Copy(lobby, info, self.template)

    @property
    def live(self) -> Live:
        """Return the match as it is in memory."""
        return replace(self.template.live, info=self.info)

    @property
    def rows(self) -> tuple[LogRow, ...]:
        """Return its log."""
        users = {seat.seat: seat.user_id for seat in self.info.seats}
        return tuple(replace(row, user_id=users.get(row.seat)) for row in self.template.rows)


class Library:
    """A few random matches of a game, to be stored many times.

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

    def match(self, number: int, *, live: bool | None = None) -> Copy:
        """Return a match; with `live` None, every 20th is live, and all others are over."""
        if live is None:
            live = number % LIVE_EVERY == 0
        template = (self._live if live else self._over)[number // LIVE_EVERY % TEMPLATES]
        return Copy.of(template, opened(self.rules, self.seats, number))

    def matches(self, count: int, *, live: bool | None = None) -> Iterator[Copy]:
        """Return the first matches; their numbers in the database are 1, 2, 3..."""
        return (self.match(number, live=live) for number in range(count))

    def rows(self, matches: int) -> int:
        """Return about how many log rows this number of matches has."""
        batch = range(self.ROUND)
        return sum(self.match(number).info.ply for number in batch) * matches // len(batch)


def fill(path: Path, matches: Iterable[Copy], *, log: bool = True) -> None:
    """Write a new database file; without the log if `log` is False."""
    with closing(connect(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        remaining = iter(matches)
        while batch := list(islice(remaining, WINDOW)):
            transaction(db, partial(put, batch=batch, log=log), "BEGIN")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def put(db: Connection, batch: list[Copy], *, log: bool = True) -> None:
    """Save matches with their logs, or without."""
    for match in batch:
        lobby = matches_db.insert(db, match.lobby, ())
        assert lobby.id == match.lobby.id
        seed = match.template.live.seed
        matches_db.save(db, Change(match.lobby, match.info, BEGUN, seed=seed))
    if log:
        for match_id, row in interleaved(batch):
            matches_db.append(db, match_id, (row,))


def interleaved(batch: list[Copy]) -> Iterator[tuple[int, LogRow]]:
    """Return the log rows of matches played in parallel, one row of each in turn."""
    logs = [(match.info.id, match.rows) for match in batch]
    for ply in range(max(len(rows) for _, rows in logs)):
        for match_id, rows in logs:
            if ply < len(rows):
                yield match_id, rows[ply]
