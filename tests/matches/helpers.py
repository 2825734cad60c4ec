"""A service on a real file, users ANN, BEA, CEC, DAN (1001..1004), shortcuts."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast

from matches.db import matches as matches_db
from matches.db import votes as votes_db
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain.change import Change, Stored
from matches.domain.deadlines import clock_edits
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import Pace
from matches.domain.model import Glance, MatchInfo, Opening, PauseReason, TurnReport
from matches.service import MatchService
from matches.services.delivery_log import DeliveryLog
from matches.services.part import ServicePart
from rules.notation import format_move
from rules.text import Seat

ANN, BEA, CEC, DAN = 1001, 1002, 1003, 1004
STRANGER = 2000
GUILD, CHANNEL = 77, 88
NAMES = {ANN: "Ann", BEA: "Bea", CEC: "Cec", DAN: "Dan"}


class Clock:
    """A clock that only moves when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


CACHED: Final = 500
"""How many matches a service of the tests caches."""


def entropy(size: int) -> bytes:
    """Return the same chance in every test."""
    return hashlib.sha256(b"stolik tests").digest()[:size]


class Resting:
    """A service, or a part of one, whose computers have answered before a request returns."""

    def __init__(self, whole: MatchService, part: object) -> None:
        self.__dict__.update(whole=whole, part=part)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.part, name)
        if isinstance(found, ServicePart) and not isinstance(found, DeliveryLog):
            return Resting(self.whole, found)
        if name.startswith("_") or not inspect.iscoroutinefunction(found):
            return found

        async def answered(*args: Any, **kwargs: Any) -> Any:
            try:
                return await found(*args, **kwargs)
            finally:
                await self.whole.computers.rest()

        return answered

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.part, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.part, name)


def resting(store: Store, clock: Clock, cached: int) -> MatchService:
    """Return a service that returns from a request when its computers rest."""
    service = MatchService(store, clock=clock, cached=cached, entropy=entropy)
    return cast("MatchService", Resting(service, service))


class House:
    """A service with shorthands for what tests do often."""

    def __init__(self, store: Store, clock: Clock, *, cached: int = CACHED) -> None:
        self.store = store
        self.clock = clock
        self.service = resting(store, clock, cached)
        self._interactions = itertools.count(1)
        self._channels = itertools.count(CHANNEL)

    def interaction(self) -> int:
        return next(self._interactions)

    async def lobby(
        self, *users: int, slug: str = "toy", thread: bool = False, capacity: int | None = None
    ) -> MatchInfo:
        host, *others = users
        info = await self.service.lobby.create(
            Opening(
                slug=slug,
                capacity=capacity,
                guild_id=GUILD,
                channel_id=next(self._channels),
                user_id=host,
                name=NAMES[host],
                thread=thread,
            )
        )
        for user in others:
            info = await self.service.lobby.join(info.id, user, NAMES[user])
        return info

    async def match(self, *users: int, slug: str = "toy", thread: bool = False) -> int:
        """Return the number of a match that has just been dealt."""
        info = await self.lobby(*users, slug=slug, thread=thread)
        await self.service.lobby.start(info.id, users[0])
        return info.id

    async def play(
        self, match_id: int, user: int, move: str, *, ply: int | None = None
    ) -> TurnReport:
        self.clock.advance(1)
        return await self.service.play(
            match_id, user, move, interaction_id=self.interaction(), ply=ply
        )

    async def undo(self, match_id: int, user: int, *, ply: int | None = None) -> TurnReport:
        return await self.service.undo(match_id, user, interaction_id=self.interaction(), ply=ply)

    async def glances(self, match_id: int) -> list[Glance]:
        """Return the match as each seat sees it and, last, a watcher."""
        info = await self.service.info(match_id)
        users = [s.user_id for s in info.seats]
        return [await self.service.glance(match_id, user) for user in (*users, None)]

    async def acting(self, match_id: int) -> Glance:
        """Return the match as the first seat to act sees it."""
        info = await self.service.info(match_id)
        user = info.seats[min(info.to_act)].user_id
        return await self.service.glance(match_id, user)

    async def step(self, match_id: int, rng: random.Random) -> TurnReport:
        """Make a random legal move for a random seat to act."""
        info = await self.service.info(match_id)
        people = sorted(seat for seat in info.to_act if info.seats[seat].user_id)
        user = info.seats[rng.choice(people)].user_id
        glance = await self.service.glance(match_id, user)
        return await self.play(match_id, user, format_move(rng.choice(glance.moves)))

    async def finish(self, match_id: int, seed: int = 0) -> MatchInfo:
        """Play at random to the end."""
        rng = random.Random(seed)
        while (await self.service.info(match_id)).status == "live":
            await self.step(match_id, rng)
        return await self.service.info(match_id)

    async def sql(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Return the rows that the database gives for a query."""

        def ask(db: Connection) -> list[tuple[object, ...]]:
            found = db.execute(query, values)
            return found.fetchall() if found.description else []

        return await self.store.write(ask)

    async def outbox(self, match_id: int) -> list[tuple[object, ...]]:
        """Return the outbox of a match, oldest first, as (kind, user)."""
        return await self.sql(
            "SELECT kind, user_id FROM outbox WHERE match_id = ? ORDER BY id", match_id
        )

    async def stored(self, match_id: int) -> Stored:
        """Return the match as it is in the database."""
        found = await self.store.read(lambda db: matches_db.load(db, match_id))
        assert found is not None
        return found

    def fresh(self) -> MatchService:
        """Return another service on the same file, which knows nothing yet."""
        return resting(self.store, self.clock, CACHED)


async def amend(
    service: MatchService, match_id: int, step: Callable[[MatchInfo, datetime], MatchInfo]
) -> None:
    """Change the clocks of a match, as a vote of its players does."""
    cache = service._cache
    async with cache.lock(match_id):
        info, now = await cache.info(match_id), service._clock()
        after = step(info, now)
        if after != info:
            await cache.save(Change(info, after, now), cache.amended(after))


async def pause(service: MatchService, match_id: int, why: PauseReason) -> None:
    """Pause a match: "vote", or "gone"."""
    await amend(service, match_id, lambda info, at: clock_edits.paused(info, why, at))


async def resume(service: MatchService, match_id: int) -> None:
    """Let a paused match go on."""
    await amend(service, match_id, clock_edits.going_on)


async def extend(service: MatchService, match_id: int, seat: Seat | None, hours: int) -> None:
    """Give more time to one seat that a match waits for, or to all of them (None)."""
    await amend(
        service, match_id, lambda info, at: clock_edits.with_more_time(info, seat, hours, at)
    )


async def expire_votes(service: MatchService, now: datetime) -> None:
    """Close the votes that have expired by then, as the scheduler does."""
    store = service._store
    for vote_id in await store.read(lambda db: votes_db.expired(db, to_ms(now), 100)):
        await service.votes.expire(vote_id)


async def change_pace(service: MatchService, match_id: int, new: Pace) -> None:
    """Play a match at another pace from now on."""
    await amend(service, match_id, lambda info, at: clock_edits.repaced(info, new, at))


def is_named(user: int, dump: str) -> bool:
    """Return whether a user's id is in a dump; a random nonce may have the same digits."""
    return re.search(rf"(?<![0-9a-f]){user}(?![0-9a-f])", dump) is not None
