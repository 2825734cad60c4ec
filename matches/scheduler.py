"""Does what is due: clocks, votes, kept seats, daily messages, ends, farewells.

All of that is rows in the database; this module has one timer, and no task while there is nothing
to do. The timer goes off when the next row is due, and once in every heartbeat, which records that
the bot is running. After an absence (downtime, a machine that slept, a system clock that was set
forward or back) running clocks are moved before anything else is done; those of a server that the
bot doesn't hear from wait until it does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from matches.db import deadlines as deadlines_db
from matches.db.deadlines import Due, DueNow, Kind
from matches.db.meta import BEAT_EVERY, LAST_BEAT
from matches.db.store import Store
from matches.service import MatchService
from matches.services import absences
from monitor import requests
from rules.errors import ReplayError, StaleMoveError, StoreError

log = logging.getLogger(__name__)

RETRY: Final = timedelta(seconds=10)
RETRY_BROKEN: Final = timedelta(hours=1)
"""The time until something is done again that has failed."""
CLOSE_S: Final = 10.0


class Scheduler:
    """Does what is due, one thing after another; see the module."""

    def __init__(
        self,
        store: Store,
        service: MatchService,
        clock: Callable[[], datetime],
        *,
        is_connected: Callable[[], bool] = lambda: True,
        is_here: Callable[[int], bool] = lambda _: True,
        has_left: Callable[[int], Awaitable[bool]] | None = None,
        take_up: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Get ready; `kick` starts it.

        If there are other processes, `take_up` is called first in every round: it gives the servers
        that this one has taken over the time back in which nobody answered for them.

        While `is_connected` returns False, the scheduler does nothing and counts as away. `is_here`
        returns whether the bot hears from a server, `has_left` whether it is certainly no longer on
        it.
        """
        self._store = store
        self._service = service
        self._clock = clock
        self._is_connected = is_connected
        self._is_here = is_here
        self._has_left = has_left
        self._take_up = take_up
        self._beat: datetime | None = None
        self._dirty = False
        self._is_fresh = self._looks = True
        self._closed = False
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._next: datetime | None = None

    def kick(self) -> None:
        """Do what is due; called at the start, after a reconnect, and by the timer."""
        self._dirty = True
        if not self._closed and (self._task is None or self._task.done()):
            # Not under the request that woke it: its timer outlives that.
            self._task = asyncio.create_task(self._run(), context=requests.aside())

    def look_around(self) -> None:
        """Look which servers the bot hears from: that may have changed."""
        self._looks = True
        self.kick()

    async def welcome(self, guild_id: int) -> None:
        """Give a server its lost time back, before a request from there is dealt with."""
        await self._service.absences.welcome(guild_id, self._is_here)

    def by(self, at: datetime) -> None:
        """Check no later than at this time: something has been scheduled for it."""
        if self._task is not None and not self._task.done():
            self._dirty = True
        elif self._next is not None and at < self._next:
            self._set_timer(at)

    async def close(self) -> None:
        """Stop; work in progress is finished, or done again after the next start."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None and not self._task.done():
            _, late = await asyncio.wait([self._task], timeout=CLOSE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def attend(self) -> None:
        """Record a heartbeat; give servers the time back that the bot was away."""
        now, beat = self._clock(), await self._last_beat()
        gap = None if beat is None else now - beat
        if gap is not None and gap < timedelta():
            await self._service.delivery_log.set_back()
        is_long = gap is not None and abs(gap) > absences.ABSENT
        if is_long:
            log.warning("the bot was away from %s to %s; moving all clocks", beat, now)
        if beat is not None and (is_long or self._is_fresh):
            await self._service.absences.silent(beat)
        if self._take_up is not None:
            await self._take_up()
        self._is_fresh = False
        if gap is None or gap >= BEAT_EVERY / 2 or gap < timedelta():
            await self._store.write(partial(deadlines_db.beat, now=now))
            self._beat, self._looks = now, True
        if self._looks and self._is_connected():
            self._looks = False
            await self._service.absences.look(self._is_here)

    async def _last_beat(self) -> datetime | None:
        """Return when this bot last ran; others that run now have clocks of their own."""
        if self._take_up is not None:
            return self._beat
        beat = await self._store.get_meta(LAST_BEAT)
        return None if beat is None else datetime.fromisoformat(beat)

    async def _run(self) -> None:
        """Do rounds until nothing has changed meanwhile, then set the timer."""
        upcoming: datetime | None = None
        while self._dirty and not self._closed:
            self._dirty = False
            if not self._is_connected():
                upcoming = None
                continue
            try:
                upcoming = await self._round()
            except StoreError as error:
                log.warning("the heartbeat failed: %s", error)
                upcoming = self._clock() + RETRY
            except Exception:
                log.exception("the scheduler failed")
                upcoming = self._clock() + RETRY
        beat = self._clock() + BEAT_EVERY
        self._set_timer(beat if upcoming is None else min(upcoming, beat))

    async def _round(self) -> datetime | None:
        """Do everything that is due; return when something is due next."""
        await self.attend()
        before: DueNow | None = None
        while not self._closed:
            now = self._clock()
            share = self._store.share()
            due = await self._store.read(partial(deadlines_db.due_now, now=now, share=share))
            if due.next is None or due.next > now:
                return due.next
            if due == before:  # nothing has come of it, as with a clock of no decision
                log.warning("it stays due: %s", ", ".join(map(str, due.found)))
                for one in due.found:
                    await self._put_off(one, now)
            before = due
            for one in due.found:
                await self._attempt(one, now)
        return None

    async def _put_off(self, due: Due, now: datetime) -> None:
        later = partial(deadlines_db.put_off, due=due, now=now, until=now + RETRY_BROKEN)
        await self._store.write(later)

    async def _attempt(self, due: Due, now: datetime) -> None:
        """Do something that is due; if it fails, put it off, so that all others are done."""
        with requests.under(str(due)):
            try:
                await self._do(due)
            except StoreError:
                raise
            except StaleMoveError:
                pass  # another process was faster
            except Exception as error:
                if not isinstance(error, ReplayError):  # the match is paused, its channel told
                    log.exception("what was due failed: %s", due)
                await self._put_off(due, now)

    async def _do(self, due: Due) -> None:
        service, number = self._service, due.number
        match due.kind:
            case Kind.CLOCK:
                await service.clocks.act_on(number, due.seat)
            case Kind.VOTE:
                await service.votes.expire(number)
            case Kind.DIGEST:
                await service.clocks.send_digest(number)
            case Kind.LOBBY:
                await service.lobby.release(number)
            case Kind.LOST:
                await self._end_lost(number)
            case Kind.SWEEP:
                await service.retention.sweep(number)
            case Kind.END:
                await service.closing.act_on(number)

    async def _end_lost(self, guild_id: int) -> None:
        """End the matches of a server that the bot has left, if it still seems so."""
        if self._has_left is None or await self._has_left(guild_id):
            await self._service.vanished.end(guild_id)
        else:
            await self._service.vanished.put_off(guild_id, self._clock() + RETRY_BROKEN)

    def _set_timer(self, at: datetime) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed:
            self._next = at
            delay_s = max((at - self._clock()).total_seconds(), 0.0)
            self._timer = asyncio.get_running_loop().call_later(delay_s, self.kick)
