"""Servers that the bot doesn't hear from: their clocks stand still.

A server is *away* while the bot, its shard or Discord's own server is down. What is away is a row
with the time since when, so it survives a restart with another number of shards. Once the bot hears
from the server again, its clocks get that time back before anything else is done there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from matches.db import deadlines as deadlines_db
from matches.db import guilds as guilds_db
from matches.db.bots.share import Share
from matches.db.driver import Connection
from matches.db.guilds import Attendance
from matches.db.store import Store
from matches.domain.change import Change
from matches.domain.deadlines import clock_edits, lifetime
from matches.domain.deadlines.retold import waits_otherwise
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxItem
from matches.services.cache import MatchCache
from matches.services.part import ServicePart
from rules.errors import StoreError
from rules.text import Text, tn

log = logging.getLogger(__name__)

ABSENT: timedelta = timedelta(minutes=10)
"""A bot that heard nothing for longer counts as away."""
WORTH_TELLING: Final = timedelta(hours=1)
"""Players aren't told of shorter absences of the bot."""


class Absences(ServicePart):
    """The servers of one database that the bot hears from, or not.

    Attributes:
        application: The application the bot runs as; 0 until it is known.
    """

    def __init__(self, cache: MatchCache, store: Store, clock: Callable[[], datetime]) -> None:
        super().__init__(cache, store, clock)
        self.application = 0
        self._known: dict[int, Attendance] = {}
        self._lock = asyncio.Lock()

    async def silent(self, since: datetime, share: Share | None = None) -> None:
        """Note that all shards of the bot, or some, have heard nothing since a time."""
        share = share or self._store.share()
        async with self._lock:
            await self._store.write(lambda db: guilds_db.all_away(db, since, share))
            self._known = await self._store.read(guilds_db.attendances)

    async def look(self, is_here: Callable[[int], bool]) -> None:
        """Note which servers the bot hears from; those that were away get their time back."""
        long_away = list[int]()
        async with self._lock:
            running, self._known = await self._store.read(
                lambda db: (guilds_db.running(db), guilds_db.attendances(db))
            )
            now, changed = self._clock(), dict[int, Attendance]()
            share = self._store.share()
            for guild_id in filter(share.has, running):
                known = self._known.get(guild_id, Attendance())
                if not is_here(guild_id):
                    found = known if known.since is not None else replace(known, since=now)
                elif _is_long(known, now):
                    long_away.append(guild_id)
                    continue
                else:
                    found = Attendance(self.application or known.application)
                if found != self._known.get(guild_id):
                    changed[guild_id] = found
            await self._note(changed, set(filter(share.has, self._known.keys() - running)))
        if long_away:
            log.warning("moving the clocks of %s servers that were away", len(long_away))
        for guild_id in long_away:
            await self.welcome(guild_id, is_here)

    async def welcome(self, guild_id: int, is_here: Callable[[int], bool]) -> None:
        """Give a server the time back in which the bot didn't hear from it.

        Call this before a request from there is dealt with. A server that the bot still doesn't
        hear from stays away; the time is counted from now on.
        """
        if guild_id not in self._known or not self._store.share().has(guild_id):
            return
        async with self._lock:
            known = self._known.get(guild_id, Attendance())
            while _is_long(known, now := self._clock()):
                assert known.since is not None
                known = replace(known, until=known.until or now)
                await self._move(guild_id, known)
                known = Attendance(self.application or known.application, known.until)
                await self._note({guild_id: known})
            if known.since is not None and is_here(guild_id):
                await self._note({guild_id: replace(known, since=None)})

    async def _note(
        self, changed: Mapping[int, Attendance], forgotten: Set[int] = frozenset()
    ) -> None:
        """Save what has changed."""

        def save(db: Connection) -> None:
            guilds_db.attend(db, changed)
            guilds_db.unattend(db, forgotten)

        if changed or forgotten:
            await self._store.write(save)
            self._known.update(changed)
            for guild_id in forgotten:
                del self._known[guild_id]

    async def _move(self, guild_id: int, known: Attendance) -> None:
        """Move the clocks of a server; what was cut off goes on where it stopped."""
        found = await self._store.read(lambda db: deadlines_db.running(db, guild_id, known.done))
        for match_id in found:
            try:
                await self._move_one(guild_id, replace(known, done=match_id))
            except StoreError:
                raise
            except Exception:  # it must not keep others from their time
                log.exception("moving the clocks of a match failed", extra={"match": match_id})

    async def _move_one(self, guild_id: int, known: Attendance) -> None:
        since, until = known.since, known.until
        assert since is not None
        assert until is not None
        gap = until - since
        async with self._cache.lock(known.done):
            info = await self._cache.info(known.done)
            ran_on = clock_edits.after_absence(info, gap, until)
            after = lifetime.after_absence(ran_on, gap, until)
            if after == info or info.guild_id != guild_id:
                return
            now = self._clock()
            items = _told(info, ran_on, since, until)
            if waits_otherwise(info, after, now):
                items = (*items, OutboxItem.retelling(calm=True))
            change = Change(info, after, now, outbox=items)
            mark = {guild_id: known}
            await self._cache.save_with(
                change, self._cache.amended(after), partial(guilds_db.attend, found=mark)
            )
            self._known.update(mark)


def _is_long(known: Attendance, now: datetime) -> bool:
    """Return whether clocks have to be moved, or a move was cut off."""
    is_absent = known.since is not None and abs(now - known.since) > ABSENT
    return is_absent or known.until is not None


def _told(
    before: MatchInfo, after: MatchInfo, since: datetime, until: datetime
) -> tuple[OutboxItem, ...]:
    """Return what is posted about an absence.

    Where all time was over before, nobody could lose any; a post would only wake its thread.
    """
    if until - since < WORTH_TELLING or after == before:
        return ()
    clocks = (seat.clock for seat in before.seats)
    is_asleep = all(clock is None or clock.due <= since for clock in clocks)
    return () if is_asleep else (OutboxItem.offline(was_away(until - since)),)


def was_away(gap: timedelta) -> Text:
    """Return what to say after the bot was away for an hour or more."""
    hours = round(gap / timedelta(hours=1))
    return tn(
        "I was offline for {count} hour. All clocks were stopped, so nobody lost any time.",
        "I was offline for {count} hours. All clocks were stopped, so nobody lost any time.",
        hours,
    )
