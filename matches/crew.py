"""Several bots on one server's database, each for some shards of Discord.

A process registers by a lease of its own (`matches.lease`), and takes free shards up to its fair
part. One that is dead, or doesn't renew its lease, is *buried* by any other: in one transaction its
lease goes, so it can't write any more, and its shards are free. So a process has all of its shards
or none, and its own lease is all that a fence has to look at. With all shards taken, it waits.

A lock that is free says that its holder is dead only if its lease isn't renewed either: a living
one may have lost its connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any

from matches import lease as leases
from matches.db.bots import crew as crew_db
from matches.db.bots.crew import PROCESS
from matches.db.bots.leases import Lease as Row
from matches.db.bots.presence import Presence, presence_on
from matches.db.bots.share import Share
from matches.db.driver import Connection
from matches.db.postgres.address import Server
from matches.db.store import Store
from matches.lease import Lease, Watch, this_process
from rules.errors import StoreError

log = logging.getLogger(__name__)

GATHER_S = 4.0
"""How long the first process waits for others before it takes its part."""
BACK_S = 30.0
"""How long shards are kept for a process that restarts, while the next one waits."""
SETTLED_S = 20.0
"""How long it has been back before the next one restarts.

Its shards connect meanwhile.
"""


class Crew:
    """This process among those that share the shards of a database.

    Attributes:
        lease: Its own.
        share: What it answers for; that only grows.
        processes: How many there are, those that wait included.
        on_more: Called with the numbers of shards that it has taken over while it ran.
        on_turn: Called when this process is to restart, until it does.
    """

    def __init__(
        self, store: Store, presence: Presence, lease: Lease, total: Callable[[], Awaitable[int]]
    ) -> None:
        self.lease = lease
        self.share = Share(1, frozenset())
        self.processes = 1
        self.on_more: Callable[[frozenset[int]], object] = lambda _: None
        self.on_turn: Callable[[], object] = lambda: None
        self._store, self._presence, self._total = store, presence, total
        self._wanted = 0
        self._watches: dict[str, Watch] = {}
        self._since = self._served = self._whole = leases.awake()
        self._missed = float("-inf")
        self._has_some = asyncio.Event()
        self._told = ""

    async def wait(self) -> None:
        """Wait until this process answers for a shard."""
        await self._has_some.wait()

    async def keep(self) -> None:
        """Bury who is dead and take what is free, until cancelled."""
        while True:
            try:
                await self._look()
            except StoreError as error:
                self._tell(f"looking for other processes failed: {error}")
            await asyncio.sleep(leases.LOOK_S)

    async def _look(self) -> None:
        """Look once."""
        found, dead = await self._store.read(self._seen)
        now, mine = leases.awake(), self.lease.held
        for other in found.processes:
            if other.shards == mine.shards:
                continue
            watched_s = self._watches.setdefault(other.shards, Watch()).look(other, now)
            if other in dead or watched_s >= leases.WATCH_S:
                await self._bury(other)
        gone = self._watches.keys() - {one.shards for one in found.processes}
        for name in gone:
            del self._watches[name]
        self.processes = max(len(found.processes), 1)
        await self._restart(found, now)
        is_early = found.is_idle and now - self._since < GATHER_S
        if (found.free or found.is_idle) and not is_early:
            await self._claim(found)
        elif not self.share.mine and not is_early:
            self._tell("other processes answer for all shards; waiting until one ends")

    async def _restart(self, found: crew_db.Crew, now: float) -> None:
        """Restart if it is this process's turn; end a restart that is over or stuck."""
        is_whole = len(found.processes) >= found.restart.count
        if not found.free:
            self._served = now
        if is_whole:
            self._whole = now
        if found.free or not is_whole:
            self._missed = now
        if found.turn == self.lease.held.shards and now - self._missed >= SETTLED_S:
            self.on_turn()
        is_stuck = now - min(self._served, self._whole) > BACK_S and bool(found.restart.count)
        if is_stuck:
            log.warning("a process that restarts isn't back; no more of them restart")
        if is_stuck or found.has_restarted:
            await self._store.write(lambda db: crew_db.end_restart(db, found.restart))

    def _seen(self, db: Connection) -> tuple[crew_db.Crew, frozenset[Row]]:
        """Return all processes, and which of them can be seen to be dead."""
        found, own = crew_db.crew(db), self.lease.held.shards
        others = (one for one in found.processes if one.shards != own)
        return found, frozenset(
            one for one in others if self._presence.is_dead(one.place, one.epoch)
        )

    async def _bury(self, other: Row) -> None:
        # First: it may hang within a transaction that has locked its lease.
        await self._store.read(lambda _: self._presence.cut(other.epoch))
        if await self._store.write(lambda db: crew_db.end(db, other)):
            log.warning("%s has ended; its shards are free", other.holder)

    async def _claim(self, found: crew_db.Crew) -> None:
        """Take free shards, if there are any for this process."""
        if found.is_idle and not self._wanted:
            self._wanted = await self._total()
        wanted, holder = self._wanted, self.lease.held.holder

        def take(db: Connection) -> tuple[frozenset[int], Share]:
            self.lease.fence(db)()
            got = crew_db.claim(db, holder, wanted)
            return got, crew_db.crew(db).held_by(holder.token)

        got, share = await self._store.write(take)
        if not got:
            return
        self.share = share
        log.info("answering for shards %s of %s", sorted(share.mine), share.total)
        self._has_some.set()
        self.on_more(got)

    def _tell(self, what: str) -> None:
        """Tell something once."""
        if self._told != what:
            self._told = what
            log.warning("%s", what)

    # What the bot asks.

    async def restart(self) -> int:
        """Let all processes with shards restart, one after the other; return how many.

        The next one waits until the one before is back and all shards are served again.
        """
        return await self._store.write(crew_db.ask_restart)

    async def unserved(self, shards: frozenset[int]) -> datetime:
        """Return since when nobody may have answered for some shards."""
        return await self._store.read(lambda db: crew_db.unserved(db, shards))

    async def served(self, shards: frozenset[int]) -> None:
        """Note that the servers of some shards know since when nobody answered for them."""
        await self._store.write(lambda db: crew_db.served(db, shards))

    async def begin(self, key: int, apart_s: float) -> None:
        """Wait until no other process begins a session with a key, within some seconds."""
        begin = getattr(self._presence, "begin", lambda _: True)
        while not await self._store.read(lambda _: bool(begin(key))):  # noqa: ASYNC110 - a lock
            await asyncio.sleep(leases.LOOK_S)
        asyncio.get_running_loop().call_later(apart_s, self._begun, key)

    def _begun(self, key: int) -> None:
        begun = getattr(self._presence, "begun", lambda _: None)
        giving = asyncio.ensure_future(self._store.read(lambda _: begun(key)))
        giving.add_done_callback(lambda done: done.cancelled() or done.exception())


async def listen(server: Server, heard: Callable[[str, int], Awaitable[None]]) -> None:
    """Pass on what other processes tell, until cancelled; log once that it fails."""
    on_server: Any = import_module("matches.db.postgres.notices")
    failing = False
    while True:
        try:
            async with aclosing(on_server.told(server)) as told:
                async for about, number in told:
                    failing = False
                    await heard(about, number)
        except StoreError as error:
            if not failing:
                log.warning("%s", error)
            failing = True
        except Exception:
            log.exception("reading again what another process has changed failed")
        await asyncio.sleep(leases.LOOK_S)


@asynccontextmanager
async def one_of_several(
    server: Server, total: Callable[[], Awaitable[int]]
) -> AsyncIterator[Crew]:
    """Register this process, and wait until it answers for a shard; leave at the end.

    Args:
        server: The database.
        total: Asked how many shards there should be, if no process answers for any.

    Raises:
        StoreError: The database can't be used.
    """
    store = await Store.open(server, for_leases=True)
    presence = await asyncio.to_thread(presence_on, server)
    tasks = list[asyncio.Task[None]]()
    try:
        number = await store.write(crew_db.new_number)
        holder, name = this_process(), f"{PROCESS}{number}"
        lease = Lease(store, presence, holder=holder, shards=name, first=number)
        await lease.take()
        crew = Crew(store, presence, lease, total)
        tasks = [asyncio.create_task(lease.keep()), asyncio.create_task(crew.keep())]
        waiting = asyncio.create_task(crew.wait())
        try:
            await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            lease.check()
            yield crew
        finally:
            for task in (waiting, *tasks):
                task.cancel()
            await asyncio.gather(waiting, *tasks, return_exceptions=True)
            with suppress(StoreError):  # the others see that this process has ended
                await store.write(partial(crew_db.end, process=lease.held, whatever=True))
    finally:
        await store.close()
        presence.close()
