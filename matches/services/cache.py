"""The matches in memory: a lock for each, and a cache that loads and saves."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from matches.db import matches as matches_db
from matches.db.bots import notices
from matches.db.driver import Connection
from matches.db.privacy import retention
from matches.db.store import Store
from matches.domain.arrivals import Arrivals
from matches.domain.broken import pausing
from matches.domain.change import Change, ChannelTakenError, ConflictError, Stored
from matches.domain.deadlines.calls import counted
from matches.domain.deadlines.retold import retold
from matches.domain.history.replay import revive
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo
from matches.domain.table import guards, lobby
from matches.domain.table.guards import deleted_match, no_match
from monitor import metrics
from rules.errors import NoMatchError, ReplayError, StaleMoveError, StoreError
from rules.protocol import CHANCE, WATCHER
from rules.text import Seat

log = logging.getLogger(__name__)
T = TypeVar("T")

BYTES_EACH: Final = 32 << 10
"""The bytes that a match in memory may take, by `Live.weight`, on average."""


class MatchCache:
    """Keeps up to `size` started matches; others are loaded from their log.

    All together take `size` times `BYTES_EACH` at most.

    Attributes:
        wake: Called once after every commit, as it may have put something into the outbox, and
            after one that may have been kept.
        alarm: Called after every commit with the time when a clock or a kept seat is due next.
        saved: Called after every commit with the new summary of each changed match.
        doubted: Called with each match of a commit that failed, but may have been kept.
    """

    def __init__(
        self,
        store: Store,
        size: int,
        arrivals: Arrivals,
        clock: Callable[[], datetime],
        *,
        wake: Callable[[], None],
        alarm: Callable[[datetime], None],
    ) -> None:
        """Create an empty cache; it tells `arrivals` which seats have moved."""
        self._store = store
        self._size = size
        self._arrivals = arrivals
        self._clock = clock
        self.wake = wake
        self.alarm = alarm
        self.saved: Callable[[MatchInfo], None] = lambda _: None
        self.doubted: Callable[[int], None] = lambda _: None
        self._kept: OrderedDict[int, Live] = OrderedDict()
        self._bytes = 0
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: int) -> asyncio.Lock:
        """Return the match's lock; it is dropped when nobody holds or waits for it."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    def cached(self, match_id: int) -> Live | None:
        """Return a match if it is cached."""
        return self._kept.get(match_id)

    def amended(self, after: MatchInfo) -> Live | None:
        """Return a cached match with a new summary, to be kept from now on, or None."""
        live = self.cached(after.id)
        return live and live.amended(after)

    def playing_in(self, channel_id: int) -> MatchInfo | None:
        """Return the match being played in a channel, if it is cached."""
        infos = (live.info for live in self._kept.values())
        return next((i for i in infos if i.channel_id == channel_id and i.status == "live"), None)

    async def info(self, match_id: int) -> MatchInfo:
        """Return the summary of a match, or raise NoMatchError."""
        live = self._kept.get(match_id)
        found = (
            live.info if live else await self._store.read(lambda db: matches_db.find(db, match_id))
        )
        if found is None:
            raise await self._missing(match_id)
        return found

    async def readable(self, match_id: int) -> MatchInfo | None:
        """Return the summary of a match, or None if a value in it can't be read."""
        with suppress(ReplayError):
            return await self.info(match_id)
        return None

    def forget(self, match_id: int) -> None:
        """Drop a match; it is loaded again when it is next needed."""
        live = self._kept.pop(match_id, None)
        self._bytes -= 0 if live is None else live.weight

    async def reread(self, match_id: int) -> None:
        """Drop a match that another process has changed, and act on what it is now."""
        async with self.lock(match_id):
            self.forget(match_id)
        with suppress(NoMatchError, ReplayError):
            info = await self.info(match_id)
            if self._store.share().has(info.guild_id):
                self.alarm(self._clock())
                self.wake()
                self.saved(info)

    async def reread_all(self) -> None:
        """Drop all matches: others may have changed any."""
        for match_id in {*self._kept, *self._locks}:
            async with self.lock(match_id):
                self.forget(match_id)
        self.alarm(self._clock())
        self.wake()

    async def live(self, match_id: int) -> Live:
        """Return a match that has started; don't call it under the match's lock.

        The lock is taken only to load the match, so that an old state never replaces a newer one.
        """
        if match_id in self._kept:
            return await self.loaded(match_id)
        async with self.lock(match_id):
            return await self.loaded(match_id)

    async def loaded(self, match_id: int) -> Live:
        """Return a started match, from memory or its log; needs the match's lock.

        Raises:
            NoMatchError, LobbyError: There is no such match, or it hasn't started.
            ReplayError: Its log doesn't replay; the match is paused now.
        """
        live = self._kept.get(match_id)
        metrics.looked_up("matches", hits=live is not None, misses=live is None)
        if live is None:
            stored = await self.stored(match_id)
            if not stored.info.has_begun:
                raise guards.not_begun(stored.info)
            try:
                live = revive(stored)
            except ReplayError as error:
                await self._break(stored.info, error)
                raise
            self._keep(live)
        else:
            self._kept.move_to_end(match_id)
        return live

    async def _break(self, info: MatchInfo, error: ReplayError) -> None:
        change = pausing(info, error, self._clock())
        if change is not None:
            await self.save(change, None)
            log.warning(
                "loading a match failed, so it is paused: %s", error, extra={"match": info.id}
            )

    async def stored(self, match_id: int) -> Stored:
        """Return a match as it is in the database, or raise NoMatchError."""
        stored = await self._store.read(lambda db: matches_db.load(db, match_id))
        if stored is None:
            raise await self._missing(match_id)
        return stored

    async def _missing(self, match_id: int) -> NoMatchError:
        """Return the refusal of a match that was deleted, or has never existed."""
        was_given = await self._store.read(lambda db: retention.was_given(db, match_id))
        return deleted_match() if was_given else no_match()

    async def save(self, change: Change, live: Live | None) -> None:
        """Save a change under the match's lock; `live` is cached after that.

        If anything fails, or the task is cancelled meanwhile, the log decides: the match is dropped
        from the cache and loaded again when it is next needed.

        Args:
            change: What to save.
            live: The match after the change, if it is to be cached.

        Raises:
            StaleMoveError: The match has moved on in the database.
            DuplicateError: The interaction has already been accepted.
            LobbyError: The channel has another unfinished match.
        """
        await self.save_with(change, live, lambda _: None)

    async def save_with(
        self, change: Change, live: Live | None, also: Callable[[Connection], T]
    ) -> T:
        """Save a change like `save`; `also` runs first in the same transaction.

        Returns:
            What `also` returns.
        """
        change = counted(retold(change))
        told_more, found = await self._write([change], also)
        if live is not None and not told_more:
            after = replace(change.after, changes=change.before.changes + 1)
            self._keep(replace(live, info=after))
        return found

    async def save_all(
        self, changes: Sequence[Change], also: Callable[[Connection], object]
    ) -> None:
        """Save changes of several matches, all or none, under all their locks.

        `also` runs first in the same transaction.
        """
        await self._write([counted(retold(change)) for change in changes], also)

    async def save_before(self, changes: Sequence[Change], then: Callable[[Connection], T]) -> T:
        """Save changes like `save_all`; `then` runs last in the same transaction.

        Returns:
            What `then` returns.
        """
        found: list[T] = []
        counting = [counted(retold(change)) for change in changes]
        await self._write(counting, lambda _: None, lambda db: found.append(then(db)))
        return found[-1]  # a transaction may have run again

    async def _write(
        self,
        changes: Sequence[Change],
        also: Callable[[Connection], T],
        then: Callable[[Connection], object] = lambda _: None,
    ) -> tuple[bool, T]:
        """Save changes; return whether more remarks were added, and `also`'s value."""
        share = self._store.share()
        others = [one.after.id for one in changes if not share.has(one.after.guild_id)]

        def write(db: Connection) -> tuple[bool, T]:
            found = also(db)
            told_more = [matches_db.save(db, change, alone=share.is_all) for change in changes]
            then(db)
            notices.tell(db, "match", *others)
            return any(told_more), found

        for change in changes:
            self.forget(change.after.id)
        try:
            told_more, found = await self._store.write(write)
        except ConflictError as error:
            raise StaleMoveError from error
        except StoreError:
            self._doubt(changes)
            raise
        except ChannelTakenError as error:
            raise lobby.taken() from error
        self._tell(changes)
        return told_more, found

    def _doubt(self, changes: Sequence[Change]) -> None:
        """Act on changes that a server which was lost may have kept all the same."""
        self.wake()
        for change in changes:
            if self._store.share().has(change.after.guild_id):
                self.doubted(change.after.id)

    def _tell(self, changes: Sequence[Change]) -> None:
        """Tell all who act on changes that they are saved."""
        for change in changes:
            if seats := _moved(change):
                self._arrivals.moved(change.after.id, seats)
        clocks = (seat.clock for change in changes for seat in change.after.seats)
        wakes = [clock.wake for clock in clocks if clock is not None and clock.wake is not None]
        guests = (guest for change in changes for guest in change.after.invitations.guests)
        wakes += [guest.until for guest in guests if guest.until is not None]
        if wakes:
            self.alarm(min(wakes))
        self.wake()
        for change in changes:
            self.saved(change.after)

    def _keep(self, live: Live) -> None:
        """Keep a match in memory, unless another process may change it at any time."""
        if not self._store.share().has(live.info.guild_id):
            return
        self.forget(live.info.id)
        self._kept[live.info.id] = live
        self._bytes += live.weight
        while len(self._kept) > self._size or self._bytes > self._size * BYTES_EACH:
            self.forget(next(iter(self._kept)))


def _moved(change: Change) -> set[Seat]:
    """Return the seats that moved, or all after a rewind."""
    seats = {row.seat for row in change.rows}
    if WATCHER in seats:
        return {seat.seat for seat in change.after.seats}
    return seats - {CHANCE}
