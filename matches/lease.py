"""One bot at a time: only the holder of a lease connects, posts and writes.

The holder renews its row in the database every few seconds. Another bot that finds the row watches
it, and takes the lease when it hasn't changed for `WATCH_S` of its own steady clock; so wrong
clocks don't matter, nor does the time in which the waiting bot itself was asleep. It takes it at
once if the row was given back or if the holder is certainly dead (`matches.db.bots.presence`).

A holder that may have been replaced is stopped twice. Every transaction that writes asks whether
the lease is still its own (`Lease.fence`), so it can neither claim a post nor change a
match. And before each request to Discord it makes sure that it has renewed the lease within
`FRESH_S` (`Lease.confirm`): that long before anybody can take it, so what is on its way arrives
before a successor looks.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from matches.db import meta
from matches.db.bots import leases
from matches.db.bots.leases import Holder
from matches.db.bots.presence import Presence, presence_on
from matches.db.driver import Connection
from matches.db.postgres.address import Address
from matches.db.store import Store
from rules.errors import StoreError

log = logging.getLogger(__name__)

ALL: Final = "all"
"""The lease of all shards."""
RENEW_S = 3.0
"""How often the holder renews its lease, in seconds."""
FRESH_S = 10.0
"""How long after a renewal the holder may send something without a look."""
WATCH_S = 20.0
"""How long others watch a lease that isn't renewed before they take it."""
LOOK_S = 0.5
"""How often they look."""
BOOT_CLOCK: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
"""Linux's clock that goes on while the machine sleeps, as that of others may."""


def awake() -> float:
    """Return seconds by a clock that nobody sets, with those of the machine's sleep."""
    return time.monotonic() if BOOT_CLOCK is None else time.clock_gettime(BOOT_CLOCK)


def this_process() -> Holder:
    """Return this process, with a new token."""
    return Holder(secrets.token_hex(8), socket.gethostname(), os.getpid())


@dataclass(slots=True)
class Watch:
    """Counts for how long a lease has been seen not to change.

    A look that comes late counts as `RENEW_S` at most: whoever was asleep has seen nothing.
    """

    seen: leases.Lease | None = None
    looked: float = 0.0
    seconds: float = 0.0

    def look(self, lease: leases.Lease | None, now: float) -> float:
        """Return for how many seconds a lease has been watched without a change."""
        step = min(max(now - self.looked, 0.0), RENEW_S)
        self.seconds = self.seconds + step if lease == self.seen else 0.0
        self.seen, self.looked = lease, now
        return self.seconds


class Lease:
    """A lease that is taken, renewed and given back.

    Attributes:
        on_lost: Called once, on the event loop, when another bot has taken the lease.
    """

    def __init__(
        self,
        store: Store,
        presence: Presence,
        *,
        holder: Holder,
        steady: Callable[[], float] = awake,
        shards: str = ALL,
        first: int = 1,
    ) -> None:
        self.on_lost: Callable[[], object] = lambda: None
        self._store, self._presence, self._steady = store, presence, steady
        self._mine = leases.Lease(shards, 0, 0, holder, "", datetime.now(UTC))
        self._first = first
        self._renewed = self._noted = float("-inf")
        self._renewing = asyncio.Lock()
        self._told = self._lost = ""
        self._loop = asyncio.get_running_loop()

    async def take(self) -> None:
        """Take the lease; wait until that is possible.

        Raises:
            StoreError: The database can't be used, and nobody was seen who uses it.
        """
        watch, failing = Watch(), False
        while True:
            try:
                if await self._tried(watch):
                    return
                await self._wait_for(watch)
            except StoreError as error:
                if watch.seen is None:
                    raise
                if not failing:  # a process that hangs may keep it locked
                    log.warning("taking the lease failed, waiting: %s", error)
                failing = True
            await asyncio.sleep(LOOK_S)

    async def _tried(self, watch: Watch) -> bool:
        """Take the lease if it can be taken now; return whether it was."""
        found, is_dead = await self._store.read(self._look)
        watched_s = watch.look(found, self._steady())
        if found and not (found.is_free or is_dead or watched_s >= WATCH_S):
            return False
        if found and not found.is_free:
            await self._store.read(lambda _: self._presence.cut(found.epoch))
        taken = await self._take_over(found)
        if taken and found and self._told:
            why = "has ended" if found.is_free or is_dead else "no longer renews its lease"
            log.warning("%s %s; this bot runs now", found.holder, why)
        return taken

    async def _wait_for(self, watch: Watch) -> None:
        """Tell once for whom this bot waits, and every minute that it does."""
        if watch.seen is None:
            return
        if self._told != watch.seen.holder.token:
            self._told = watch.seen.holder.token
            log.warning("%s; waiting until it ends", _runs(watch.seen))
        if self._steady() - self._noted >= meta.BEAT_EVERY.total_seconds():
            self._noted = self._steady()
            await self._note_waiting(watch.seen)

    def _look(self, db: Connection) -> tuple[leases.Lease | None, bool]:
        found = leases.find(db, self._mine.shards)
        is_dead = found is not None and self._presence.is_dead(found.place, found.epoch)
        return found, is_dead

    async def _take_over(self, found: leases.Lease | None) -> bool:
        """Take the lease as it was found; return False if it has changed since."""
        begun, epoch = self._steady(), self._first if found is None else found.epoch + 1

        def take(db: Connection) -> bool:
            if leases.find(db, self._mine.shards) != found:
                return False
            place = self._presence.show(epoch)
            self._mine = replace(self._mine, epoch=epoch, place=place, since=datetime.now(UTC))
            leases.take(db, self._mine)
            return True

        if not await self._store.write(take):
            return False
        self._renewed = begun
        return True

    async def _note_waiting(self, found: leases.Lease) -> None:
        """Tell health.py, to which the holder's heartbeat says nothing of this bot."""
        if found.holder.host != self._mine.holder.host:
            key = f"{meta.WAITING}{self._mine.holder.host}"
            await self._store.set_meta(key, f"{datetime.now(UTC).isoformat()} {found.holder}")

    async def keep(self) -> None:
        """Renew the lease until it is lost."""
        failing = False
        while not self._lost:
            await asyncio.sleep(RENEW_S)
            try:
                await self._renew()
            except StoreError as error:
                if not failing and not self._lost:
                    log.warning("renewing the lease failed: %s", error)
                failing = True
            else:
                failing = False

    async def _renew(self) -> None:
        """Renew the lease once.

        Raises:
            StoreError: It's lost, or the database can't be used.
        """
        begun = self._steady()

        def renew(db: Connection) -> leases.Lease | None:
            if self._mine.place and self._presence.place != self._mine.place:  # a server's restart
                self._mine = replace(self._mine, place=self._presence.show(self._mine.epoch))
            if leases.renew(db, self._mine):
                return self._mine
            return leases.find(db, self._mine.shards)

        found = await self._store.write(renew)
        if found != self._mine:
            self._lose(found)
            self.check()
        self._renewed = begun

    async def confirm(self) -> None:
        """Return if nobody else can have the lease, before each request to Discord.

        Raises:
            StoreError: Somebody else has it, or the database doesn't say.
        """
        self.check()
        if self._is_fresh():
            return
        async with self._renewing:
            while not self._is_fresh():  # also if this bot was asleep when it was renewed
                await self._renew()

    def _is_fresh(self) -> bool:
        return self._steady() - self._renewed <= FRESH_S

    def check(self) -> None:
        """Raise StoreError if the lease is known to be lost."""
        if self._lost:
            raise StoreError(self._lost)

    def fence(self, db: Connection) -> Callable[[], None]:
        """Ask in a transaction whether another bot has the lease.

        What is returned raises StoreError then.
        """
        held = self._mine.epoch, self._mine.holder.token
        asked = leases.asked(db, self._mine.shards)

        def check() -> None:
            found = asked()
            if found is None or (found.epoch, found.holder.token) != held:
                self._loop.call_soon_threadsafe(self._lose, found)
                raise StoreError(_lost_to(found))

        return check

    def _lose(self, found: leases.Lease | None) -> None:
        if not self._lost:
            self._lost = _lost_to(found)
            log.error("%s; this bot stops", self._lost)
            self.on_lost()

    @property
    def held(self) -> leases.Lease:
        """The lease as it was taken."""
        return self._mine

    async def give_back(self) -> None:
        """Let the next bot take the lease at once."""
        try:
            await self._store.write(lambda db: leases.give_back(db, self._mine))
        except StoreError as error:  # the next bot sees that this process has ended
            log.warning("giving the lease back failed: %s", error)


def _lost_to(found: leases.Lease | None) -> str:
    if found is None or found.is_free:
        return "this bot's lease is gone from the database"
    return f"{_runs(found)}, in the place of this one"


def _runs(lease: leases.Lease) -> str:
    since = lease.since.isoformat(timespec="seconds")
    return f"{lease.holder} runs the bot on this database since {since}"


@asynccontextmanager
async def only_bot(database: Address) -> AsyncIterator[Lease]:
    """Wait until no other bot runs on a database; let none run within the block.

    Raises:
        StoreError: The database can't be used.
    """
    store = await Store.open(database, for_leases=True)
    try:
        presence = await asyncio.to_thread(presence_on, database)
        try:
            lease = Lease(store, presence, holder=this_process())
            await lease.take()
            keeping = asyncio.create_task(lease.keep())
            try:
                yield lease
            finally:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)
                await lease.give_back()
        finally:
            presence.close()
    finally:
        await store.close()
