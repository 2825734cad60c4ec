"""Write a version's database: an era, which is a test for all later versions.

Each release adds one, made with its own code and never changed again::

    python -m scripts.era tests/eras/0.2

The folder gets a database with lobbies, live and finished matches of every game with every number
of players and all variants, and with everything that can happen to a match: undone moves, rewinds,
open votes, pauses, open and offered seats, prepared moves, settings, and posts that were never
sent. The same code always writes the same matches; only the nonces of the outbox differ.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from config import Settings
from matches.db import outbox as outbox_db
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo, Opening
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.domain.settings import UserSettings
from matches.domain.table.votes import End, Pause
from matches.service import MatchService
from rules import registry
from rules.errors import RefusedError
from rules.notation import format_move

FILE: Final = "stolik.sqlite3"
GUILD: Final = 300_000_000_000_000_000
CHANNEL: Final = 310_000_000_000_000_000
MESSAGE: Final = 320_000_000_000_000_000
USERS: Final = {
    400_000_000_000_000_001: ("Ada", "en-US"),
    400_000_000_000_000_002: ("Bo", "pl"),
    400_000_000_000_000_003: ("Cleo", "en-GB"),
    400_000_000_000_000_004: ("Dima", "pl"),
    400_000_000_000_000_005: ("Eve", ""),
    400_000_000_000_000_006: ("Fay", "de"),
}
SPARE: Final = 400_000_000_000_000_006
"""A user who takes seats that others leave."""
PACES: Final = (
    Pace(),
    Pace(PaceKind.STEADY, 24),
    Pace(PaceKind.STRICT, 72, bank=24),
    Pace(PaceKind.CASUAL, 24, hour=20, zone="Europe/Warsaw"),
)
FEW: Final = 5
"""The most variants and seat counts of a game that gets two live matches for each."""


class Era:
    """A service with its own clock, in which posts are delivered on request."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = datetime(2026, 11, 1, 12, tzinfo=UTC)
        self.service = MatchService(
            store, clock=self._clock, cached=Settings().cached_matches, entropy=self._entropy
        )
        self.numbers = count(1)
        self.rng = Random(2009)

    def _clock(self) -> datetime:
        self.now += timedelta(seconds=20)
        return self.now

    def _entropy(self, size: int) -> bytes:
        return sha256(f"stolik era {next(self.numbers)}".encode()).digest()[:size]

    async def lobby(
        self, slug: str, seats: int, options: frozenset[str], *, full: bool = True
    ) -> MatchInfo:
        """Open a lobby and fill it, or let one player join."""
        users, number = list(USERS), next(self.numbers)
        host = users[number % 3]
        asked = Opening(
            slug=slug,
            capacity=seats,
            options=options,
            guild_id=GUILD,
            channel_id=CHANNEL + number,
            user_id=host,
            name=USERS[host][0],
            locale=USERS[host][1],
            thread=number % 2 == 0,
            pace=PACES[number % len(PACES)],
        )
        info = await self.service.lobby.create(asked)
        others = [user for user in users[:5] if user != host][: seats - 1]
        for user in others[: len(others) if full else 1]:
            info = await self.service.lobby.join(
                info.id, user, USERS[user][0], locale=USERS[user][1]
            )
        return info

    async def begin(self, slug: str, seats: int, options: frozenset[str]) -> int:
        """Start a match and post it; return its number."""
        info = await self.lobby(slug, seats, options)
        await self.service.lobby.start(info.id, info.host_id)
        await self.deliver(info.id)
        return info.id

    async def play(self, match_id: int, moves: int | None = None) -> None:
        """Make random moves, or play to the end; now and then take one back and redo it."""
        while moves is None or moves > 0:
            info = await self.service.info(match_id)
            if info.status != "live":
                return
            user = info.seats[self.rng.choice(sorted(info.to_act))].user_id
            glance = await self.service.glance(match_id, user)
            if glance.can_undo and self.rng.random() < 0.1:
                await self.service.undo(match_id, user, interaction_id=next(self.numbers))
                continue
            move = format_move(self.rng.choice(glance.moves))
            await self.service.play(match_id, user, move, interaction_id=next(self.numbers))
            moves = None if moves is None else moves - 1

    async def prepare(self, match_id: int) -> None:
        """Let everybody who can seal a move for the next turn."""
        for seat in (await self.service.info(match_id)).seats:
            found = (await self.service.glance(match_id, seat.user_id)).preparable
            if found:
                move = format_move(self.rng.choice(found))
                await self.service.prepare(match_id, seat.user_id, move)

    async def deliver(self, match_id: int) -> None:
        """Mark all posts of a match, and every DM, as sent."""
        while row := await self._claimed(match_id):
            message = MESSAGE + row.id
            if row.kind is ItemKind.VOTE:
                await self.service.votes.sent(row.vote_id, message)
            await self.service.delivery_log.delivered(
                row, Sent(message, row.ply if row.kind is ItemKind.TURN else None)
            )
            await self.store.write(partial(outbox_db.mark_sent, row_id=row.id, message_id=message))

    async def _claimed(self, match_id: int) -> OutboxRow | None:
        now = round(self.now.timestamp() * 1000)

        def claim(db: Connection) -> outbox_db.Claimed | None:
            for lane, *_ in outbox_db.lanes(db):
                first = db.execute(
                    "SELECT match_id FROM outbox WHERE lane = ? AND status IN ('new', 'sending')"
                    " ORDER BY id LIMIT 1",
                    (lane,),
                ).fetchone()
                is_due = lane.is_private or first == (match_id,)
                if is_due and (found := outbox_db.take_next(db, lane, now)) is not None:
                    return found
            return None

        claimed = await self.store.write(claim)
        return None if claimed is None else claimed.row


def variants(slug: str) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield every number of players with every set of variants it allows."""
    info = registry.get(slug).info
    slugs = [option.slug for option in info.options]
    for size in range(len(slugs) + 1):
        for chosen in map(frozenset, itertools.combinations(slugs, size)):
            for seats in info.counts(chosen):
                yield seats, chosen


async def settings(era: Era) -> None:
    """Let three people change their settings."""
    ada, bo, cleo, *_ = USERS
    at = era.now + timedelta(days=3)
    for chosen in (
        UserSettings(ada, dm=False, zone="Europe/Warsaw", quiet=(22, 7)),
        UserSettings(bo, zone="Europe/Warsaw", digest_hour=8),
        UserSettings(cleo, away=(at, at + timedelta(days=9))),
    ):
        await era.service.users.set_settings(chosen)


async def undone(era: Era, match_id: int) -> None:
    """Let somebody take a move back, as the last row of the log."""
    for _ in range(40):
        info = await era.service.info(match_id)
        for seat in info.seats:
            if (await era.service.glance(match_id, seat.user_id)).can_undo:
                number = next(era.numbers)
                await era.service.undo(match_id, seat.user_id, interaction_id=number)
                return
        await era.play(match_id, 1)


async def rewound(era: Era, match_id: int) -> None:
    """Let everybody agree to go back, then play on."""
    for seat in (await era.service.info(match_id)).seats:
        try:
            vote = await era.service.votes.ask_undo(match_id, seat.user_id)
        except RefusedError:
            continue
        for other in (await era.service.info(match_id)).seats:
            if vote.status == "open":
                vote = await era.service.votes.cast(vote.id, other.user_id, True)
        break
    await era.play(match_id, 3)


async def open_vote(era: Era, match_id: int) -> None:
    """Let somebody ask to end the match; nobody has answered yet."""
    user = (await era.service.info(match_id)).seats[-1].user_id
    await era.service.votes.ask(match_id, user, End())


async def paused(era: Era, match_id: int) -> None:
    """Let everybody agree on a pause."""
    users = [seat.user_id for seat in (await era.service.info(match_id)).seats]
    vote = await era.service.votes.ask(match_id, users[0], Pause())
    for user in users[1:]:
        if vote.status == "open":
            vote = await era.service.votes.cast(vote.id, user, True)


async def open_seat(era: Era, match_id: int) -> None:
    """Let somebody leave; a computer plays."""
    await era.service.seats.resign(match_id, (await era.service.info(match_id)).seats[-1].user_id)
    await era.service.computers.rest()


async def passed_on(era: Era, match_id: int) -> None:
    """Let somebody offer a seat and somebody else take it; another stays on offer."""
    first, last = (await era.service.info(match_id)).seats[0], 1
    await era.service.seats.offer(match_id, first.user_id, offered=True)
    name, locale = USERS[SPARE]
    await era.service.seats.claim(match_id, 0, SPARE, name, locale=locale)
    user = (await era.service.info(match_id)).seats[last].user_id
    await era.service.seats.offer(match_id, user, offered=True)


async def prepared(era: Era, match_id: int) -> None:
    """Let those who can seal moves."""
    for _ in range(6):
        await era.prepare(match_id)
        if await era.store.read(lambda db: _count(db, "prepared", match_id)):
            return
        await era.play(match_id, 1)


SPECIALS: Final = (undone, rewound, open_vote, paused, open_seat, passed_on, prepared)


async def fill(era: Era) -> None:
    """Fill an era with every kind of match."""
    await settings(era)
    specials = itertools.cycle(SPECIALS)
    for slug in registry.slugs():
        info = registry.get(slug).info
        length = 0
        for seats in info.seats:
            match_id = await era.begin(slug, seats, frozenset())
            await era.play(match_id)
            await era.deliver(match_id)
            length = (await era.service.info(match_id)).ply
        ways = list(variants(slug))
        for number, (seats, options) in enumerate(ways * (1 if len(ways) > FEW else 2)):
            match_id = await era.begin(slug, seats, options)
            await era.play(match_id, era.rng.randrange(length // 3))
            if seats > 1 and (await era.service.info(match_id)).status == "live":
                await next(specials)(era, match_id)
            if number % 3:
                await era.deliver(match_id)
        await era.lobby(slug, info.seats[-1], frozenset(o.slug for o in info.options[-1:]))
        await era.lobby(slug, info.seats[-1], frozenset(), full=False)
    broken_off = await era.begin("lodge", 3, frozenset())
    await era.play(broken_off, 9)
    await era.service.lobby.end(broken_off, 0, is_admin=True)
    await rematch(era)
    await leave_posts(era)


async def rematch(era: Era) -> None:
    """Let the players of a finished match open a rematch."""
    done = await era.store.read(
        lambda db: db.execute("SELECT min(id) FROM matches WHERE status = 'over'").fetchone()[0]
    )
    user = (await era.service.info(done)).host_id
    place = CHANNEL + next(era.numbers)
    await era.service.lobby.rematch(done, user, place, thread=False)


async def leave_posts(era: Era) -> None:
    """Leave some posts half sent, and give some up."""

    def leave(db: Connection) -> None:
        now = round(era.now.timestamp() * 1000)
        for number, (lane, *_) in enumerate(outbox_db.lanes(db)):
            claimed = outbox_db.take_next(db, lane, now) if number % 3 else None
            if claimed is not None and number % 3 == 2:
                outbox_db.mark_failed(db, claimed.row.id)

    await era.store.write(leave)


def _count(db: Connection, table: str, match_id: int) -> int:
    query = f"SELECT count(*) FROM {table} WHERE match_id = ?"  # noqa: S608 - names of ours
    (found,) = db.execute(query, (match_id,)).fetchone()
    return int(found)


async def write(path: Path) -> None:
    """Write the database of this version into a new file."""
    store = await Store.open(path)
    try:
        await fill(Era(store))
    finally:
        await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")


def main() -> None:
    """Write the era of this version into a folder."""
    parser = argparse.ArgumentParser(prog="python -m scripts.era", description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder below tests/eras")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True)
    asyncio.run(write(folder / FILE))
    print(f"wrote {folder / FILE}: {(folder / FILE).stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
