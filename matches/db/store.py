"""The open database: each request is one transaction on its own thread.

`write` takes a plain function of a connection, and runs BEGIN, the function and COMMIT there in
one go. Compared with changing threads for each statement that is twice as fast, can't be
interrupted half-way by a cancelled task, and makes a transaction a function that you can read and
test separately. Those functions, and all SQL, are in the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypeAlias, TypeVar

from matches.db import meta
from matches.db.bots import leases
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection, Database, IntegrityError, SqliteDatabase
from matches.db.postgres.address import Address
from matches.db.schema import connect
from monitor import metrics
from rules.errors import StoreError

T = TypeVar("T")
Fence: TypeAlias = Callable[[Connection], Callable[[], None]]
"""Asks in a transaction whether it may write.

What it returns raises StoreError if not; asking later, the answer comes with others.
"""


def no_fence(_: Connection) -> Callable[[], None]:
    """Let everything be written."""
    return lambda: None


class Store:
    """One open database. Open it with `Store.open`, close it with `close`.

    Attributes:
        address: Where it is.
        share: Returns which shards this process answers for; the one bot on a file for all.
    """

    def __init__(self, address: Address, database: Database, fence: Fence = no_fence) -> None:
        self.address = address
        self.share: Callable[[], Share] = lambda: ALL
        self._database = database
        self._fence = fence

    @classmethod
    async def open(
        cls, address: Address, fence: Fence = no_fence, *, for_leases: bool = False
    ) -> Store:
        """Open a database; create or migrate it if needed.

        Args:
            address: The file, or the server.
            fence: Asks in every transaction that writes whether it may; an error undoes it.
            for_leases: Whether it's opened for its leases alone: an older one stays as it is, and
                a commit doesn't wait for the disk, for when the power goes, every holder dies.

        Raises:
            StoreError: The database cannot be used; the message says why and what to do.
        """
        if isinstance(address, Path):
            file = SqliteDatabase(address, leases.opened if for_leases else connect)
            await file.ready()
            return cls(address, file, fence)
        # The driver takes 60 ms and 15 MB, which are nobody's business who has a file.
        on_server: Any = import_module("matches.db.postgres.database")
        newest = leases.FIRST_SCHEMA if for_leases else None
        database: Database = await on_server.open_database(address, newest, durable=not for_leases)
        return cls(address, database, fence)

    async def close(self) -> None:
        """Finish what is running and close the database. Closing twice is fine."""
        await self._database.close()

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` reads, all from the same moment."""
        return await self._timed("read", job)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Return what `job` returns once its changes are on disk; if it raises, undo them.

        Raises:
            StoreError: The database is locked, read-only, full or out of reach, or another bot
                writes it now.
        """

        def fenced(db: Connection) -> T:
            check = self._fence(db)
            try:
                found = job(db)
            except IntegrityError:  # perhaps because of what another bot has written
                check()
                raise
            check()
            return found

        return await self._timed("write", fenced)

    async def _timed(self, kind: Literal["read", "write"], job: Callable[[Connection], T]) -> T:
        begun = perf_counter()
        try:
            run = self._database.read if kind == "read" else self._database.write
            return await run(job)
        except StoreError as error:
            if error.__cause__ is not None:  # the database's own, not the fence's
                metrics.file_trouble()
            raise
        finally:
            metrics.transacted(kind, perf_counter() - begun)

    async def get_meta(self, key: str) -> str | None:
        """Return a small fact about the bot itself, such as the hash of the command tree."""
        return await self.read(lambda db: meta.get(db, key))

    async def set_meta(self, key: str, value: str) -> None:
        """Store a small fact about the bot itself."""
        await self.write(lambda db: meta.put(db, {key: value}))
