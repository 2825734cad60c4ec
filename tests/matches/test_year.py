"""A simulated year: whatever people abandon ends in time, and nobody hears of it too often.

Matches and lobbies of every pace are left at random points: by people who are away, paused, with
an open vote, an open or offered seat, a deleted channel, a daily message, any rhythm of reminders.
Some are kept or reopened once, and then left for good. ``make test`` plays 30 of them;
``STOLIK_YEAR=500`` plays 500, as is done before a release (CONTRIBUTING.md).
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import pytest

from matches.db import deadlines as deadlines_db
from matches.db.meta import LAST_BEAT
from matches.db.store import Store
from matches.domain.deadlines.calls import MOST, was_told
from matches.domain.deadlines.pace import Pace, PaceKind, Rhythm
from matches.domain.model import MatchInfo, Opening
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.domain.settings import UserSettings
from matches.domain.table.votes import End, Extend, Pause
from matches.outbox import Outbox
from matches.scheduler import Scheduler
from rules.errors import RefusedError
from tests.matches.fakes import settle
from tests.matches.helpers import Clock, House
from tests.matches.test_scheduler import rounds

COUNT: Final = int(os.environ.get("STOLIK_YEAR", "30"))
DAY: Final = timedelta(days=1)
START: Final = Clock().now
ABANDONED_BY: Final = 120
"""All matches are left for good within so many days."""
PACES: Final = (
    *(Pace(PaceKind.CASUAL, hours) for hours in (24, 48, 504)),
    *(Pace(PaceKind.STEADY, hours) for hours in (1, 24, 504)),
    Pace(PaceKind.STEADY, 48, bank=48, hour=20, zone="Europe/Warsaw"),
    *(Pace(PaceKind.STRICT, hours) for hours in (24, 72, 504)),
    Pace(PaceKind.STRICT, 504, bank=336),
)
Step = Callable[[], Awaitable[object]]


@dataclass
class Letterbox:
    """In place of Discord: counts whom each message pings, as the posts of the bot do.

    Attributes:
        house: The service, asked for the newest state like a real post.
        heard: The messages to a person about a match since anybody touched it, or they kept it.
        most: The most of them until the next touch.
    """

    house: House
    heard: Counter[tuple[int, int]] = field(default_factory=Counter)
    most: Counter[tuple[int, int]] = field(default_factory=Counter)

    async def send(self, row: OutboxRow) -> Sent | None:
        match = await self.house.service.info(row.match_id)
        for about, user_id in await self._rung(row, match):
            self._ring(about, user_id)
        told = match.ply + (match.status == "ended")
        return Sent(9000 + row.id, told if row.kind is ItemKind.TURN else None)

    async def _rung(self, row: OutboxRow, match: MatchInfo) -> list[tuple[MatchInfo, int]]:
        """Return whose phone a message rings, and about which matches."""
        service = self.house.service
        match row.kind:
            case ItemKind.DIGEST:
                found = [m for m in await service.turns(row.recipient) if m.paused_at is None]
                named = [m for m in found if not m.seats[m.seat_of(row.recipient)].muted]
                return [(one, row.recipient) for one in named]
            case ItemKind.TURN if match.status == "live":
                glance, _ = await service.news(match.id)
                seats = [match.seats[seat] for seat in glance.newly]
                return [(match, seat.user_id) for seat in seats if not seat.muted]
            case ItemKind.VOTE:
                return [(match, user_id) for user_id in await self._asked(row, match)]
            case ItemKind.CLOSING if not row.lane.is_private:
                told = [seat.user_id for seat in match.seats if was_told(seat)]
                chosen = [await service.users.settings(user_id) for user_id in told]
                return [(match, one.user_id) for one in chosen if not one.dm]
        is_personal = row.lane.is_private or row.kind is ItemKind.REMINDER
        return [(match, row.recipient)] if is_personal else []

    async def find(self, row: OutboxRow) -> Sent | None:
        return None

    async def _asked(self, row: OutboxRow, match: MatchInfo) -> list[int]:
        vote = await self.house.service.votes.find(row.vote_id)
        if vote.message_id is not None or vote.status != "open":
            return []
        await self.house.service.votes.sent(vote.id, 1)
        return [seat.user_id for seat in match.seats if seat.seat not in vote.ballots]

    def _ring(self, match: MatchInfo, user_id: int) -> None:
        if user_id:
            self.heard[match.id, user_id] += 1
            self.most[match.id, user_id] = max(
                self.most[match.id, user_id], self.heard[match.id, user_id]
            )

    def touched(self, match_id: int, only: int | None = None) -> None:
        """Forget what was heard about a match: by everybody, or by one person only."""
        for key in [key for key in self.heard if key[0] == match_id and only in (None, key[1])]:
            del self.heard[key]
            self.most.pop(key, None)


class Year:
    """The people, their matches, and what happens when."""

    def __init__(self, house: House, box: Letterbox, seed: int) -> None:
        self.house = house
        self.box = box
        self.rng = random.Random(seed)
        self.users = list(range(5000, 5000 + max(12, COUNT // 4)))
        self.plan: list[tuple[datetime, int, Step]] = []
        self.left: dict[int, datetime] = {}

    async def people(self) -> None:
        """Give everybody other settings."""
        for user in self.users:
            rng = self.rng
            chosen = UserSettings(
                user,
                dm=rng.random() < 0.7,
                zone=rng.choice(("", "Europe/Warsaw", "America/New_York")),
                quiet=rng.choice((None, (22, 8))),
                rhythm=rng.choice(tuple(Rhythm)),
                digest_hour=rng.choice((None, None, 8)),
            )
            await self.house.service.users.set_settings(chosen)

    def at(self, when: datetime, step: Step) -> None:
        self.plan.append((when, len(self.plan), step))
        self.plan.sort(key=lambda entry: entry[:2], reverse=True)

    async def touch(self, match_id: int, step: Step, only: int | None = None) -> None:
        """Let somebody do something; a refusal changes nothing, so it isn't counted."""
        with suppress(RefusedError):
            await step()
            self.box.touched(match_id, only)
            self.left[match_id] = self.house.clock.now

    async def open(self, number: int) -> None:
        """Open a match, play a while, leave it: all at times that chance decides."""
        rng, service = self.rng, self.house.service
        players = rng.sample(self.users, rng.choice((2, 3, 4)))
        opening = Opening(
            slug="toy",
            capacity=len(players) + (rng.random() < 0.2 and len(players) < 4),
            guild_id=number % 7 + 1,
            channel_id=100_000 + number,
            user_id=players[0],
            name=f"P{players[0]}",
            pace=rng.choice(PACES),
        )
        match_id = (await service.lobby.create(opening)).id
        self.box.touched(match_id)
        self.left[match_id] = self.house.clock.now
        for user in players[1 : rng.choice((1, *[len(players)] * 4))]:
            await self.touch(match_id, partial(service.lobby.join, match_id, user, f"P{user}"))
        if rng.random() < 0.85:
            await self.touch(match_id, partial(service.lobby.start, match_id, players[0]))
        now = self.house.clock.now
        for _ in range(rng.randrange(8)):
            now += timedelta(hours=rng.expovariate(1 / 30))
            self.at(now, partial(self.move, match_id))
        self.at(now + timedelta(hours=1), partial(self.leave, match_id))
        if rng.random() < 0.3:
            self.at(now + rng.uniform(9, 50) * DAY, partial(self.come_back, match_id))

    async def move(self, match_id: int) -> None:
        info = await self.house.service.info(match_id)
        if info.to_act and info.status == "live" and info.paused_at is None:
            self.box.touched(match_id)
            self.left[match_id] = self.house.clock.now
            await self.house.step(match_id, self.rng)

    async def leave(self, match_id: int) -> None:
        """Let something happen that is never finished."""
        service, rng = self.house.service, self.rng
        info = await service.info(match_id)
        seated = [seat for seat in info.seats if seat.user_id]
        if info.status not in ("lobby", "live") or not seated:
            return
        mine = rng.choice(seated)
        user, now = mine.user_id, self.house.clock.now
        steps: list[Step] = [
            partial(service.votes.ask, match_id, user, Pause()),
            partial(service.votes.ask, match_id, user, Extend(24)),
            partial(service.votes.ask, match_id, user, End()),
            partial(service.seats.resign, match_id, user),
            partial(service.seats.offer, match_id, user, offered=True),
            partial(service.clocks.snooze, match_id, user, now + timedelta(hours=3)),
            partial(self.pause, info),
        ]
        if rng.random() < 0.6:
            await self.touch(match_id, rng.choice(steps))
        if rng.random() < 0.2:
            await service.clocks.away(user, (now, now + rng.uniform(1, 28) * DAY))
        if rng.random() < 0.2:
            await service.channels.lost(match_id)

    async def pause(self, info: MatchInfo) -> None:
        vote = await self.house.service.votes.ask(info.id, info.seats[0].user_id, Pause())
        for seat in info.seats[1:]:
            await self.house.service.votes.cast(vote.id, seat.user_id, yes=True)

    async def come_back(self, match_id: int) -> None:
        """Keep or reopen a match, once."""
        info = await self.house.service.info(match_id)
        service, user = self.house.service, next(s.user_id for s in info.seats)
        if info.status in ("lobby", "live"):
            await self.touch(match_id, partial(service.closing.keep, match_id, user), only=user)
        else:
            await self.touch(match_id, partial(service.closing.reopen, match_id, user))


async def delivered(outbox: Outbox) -> None:
    outbox.kick()
    await settle(outbox)


async def due_at(store: Store) -> datetime | None:
    far = START - DAY
    return (await store.read(partial(deadlines_db.due_now, now=far))).next


async def pass_year(
    year: Year, store: Store, clock: Clock, scheduler: Scheduler, outbox: Outbox
) -> None:
    """Go from one thing that is due to the next, at full hours, for 400 days."""
    end = START + 400 * DAY
    while clock.now < end:
        due = await due_at(store)
        planned = year.plan[-1][0] if year.plan else end
        then = min(end, planned, *([due] if due is not None else []))
        clock.now = max(clock.now, then) + timedelta(minutes=20)
        await store.set_meta(LAST_BEAT, clock.now.isoformat())
        await rounds(scheduler)
        await delivered(outbox)
        while year.plan and year.plan[-1][0] <= clock.now:
            await year.plan.pop()[2]()
            await delivered(outbox)


@pytest.mark.timeout(20 * COUNT + 60)
async def test_all_that_is_abandoned_ends_and_nobody_hears_of_it_too_often(
    house: House, store: Store, clock: Clock
) -> None:
    box = Letterbox(house)
    year = Year(house, box, seed=20)
    scheduler = Scheduler(store, house.service, clock)
    outbox = Outbox(store, house.service, box, clock)
    await year.people()
    for number in range(COUNT):
        begins = START + year.rng.uniform(0, ABANDONED_BY / 2) * DAY
        year.at(begins, partial(year.open, number))
    await pass_year(year, store, clock, scheduler, outbox)
    await asyncio.gather(scheduler.close(), outbox.close())

    states = await house.sql("SELECT DISTINCT status FROM matches ORDER BY status")
    assert {state for (state,) in states} <= {"over", "ended"}
    assert await house.sql("SELECT count(*) FROM matches") == [(COUNT,)]
    assert await house.sql("SELECT count(*) FROM matches WHERE check_at IS NOT NULL") == [(0,)]
    assert await house.sql("SELECT count(*) FROM seats WHERE wake_at IS NOT NULL") == [(0,)]
    assert await house.sql("SELECT count(*) FROM votes WHERE status = 'open'") == [(0,)]
    assert await house.sql("SELECT id FROM outbox WHERE status IN ('new', 'sending')") == []
    assert {key: count for key, count in box.most.items() if count > MOST} == {}
    for user_id in year.users:
        await house.service.farewell.erase(user_id)
    assert await house.sql("SELECT count(*) FROM seats WHERE user_id > 0") == [(0,)]
    endings = {ending for (ending,) in await house.sql("SELECT DISTINCT ending FROM matches")}
    assert "unmoved" in endings
    assert max(box.most.values()) == MOST
    for match_id in year.left:
        info = await house.service.info(match_id)
        assert info.finished_at is not None
        assert info.finished_at - year.left[match_id] <= timedelta(days=37 + 63)
