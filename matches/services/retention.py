"""Deleting finished matches, where a server has chosen a term for it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Final

from matches.db.privacy import retention as retention_db
from matches.domain.deadlines import terms
from matches.services.part import ServicePart

BATCH: Final = 20
"""The number of matches deleted in one transaction."""
BATCHES: Final = 10
"""The most transactions of one sweep."""
PAGES: Final = 200
"""The most free pages of the file given back in one transaction."""
SPARE_PAGES: Final = 256
"""The free pages that stay in the file, because the next matches need them."""


class Retention(ServicePart):
    """The terms of all servers of one database."""

    async def term(self, guild_id: int) -> int | None:
        """Return after how many days a server's finished matches are deleted, or None."""
        return await self._store.read(lambda db: retention_db.term(db, guild_id))

    async def choose(self, guild_id: int, days: int | None) -> None:
        """Choose after how many days a server's finished matches are deleted; None: never.

        Nothing is deleted before the next day, so that a slip can be put right.
        """
        first = self._clock() + terms.SWEEP_EVERY
        await self._store.write(lambda db: retention_db.set_term(db, guild_id, days, first))
        self._cache.alarm(first)

    async def sweep(self, guild_id: int) -> None:
        """Delete some of a server's expired matches, and note when to look again."""
        is_done = await self._delete_some(guild_id)
        shrunk = await self._shrink()
        pause: timedelta = terms.SWEEP_EVERY if is_done and shrunk else terms.SWEEP_ON
        next_at = self._clock() + pause
        await self._store.write(lambda db: retention_db.swept(db, guild_id, next_at))

    async def _delete_some(self, guild_id: int) -> bool:
        """Delete a server's expired matches in batches; return whether all are deleted."""
        days = await self.term(guild_id)
        if days is None:
            return True
        before = terms.expired_before(self._clock(), days)
        for _ in range(BATCHES):
            found = await self._store.read(
                lambda db: retention_db.expired(db, guild_id, before, BATCH)
            )
            if not found:
                return True
            async with AsyncExitStack() as locks:  # always taken in order
                for match_id in found:
                    await locks.enter_async_context(self._cache.lock(match_id))
                    self._cache.forget(match_id)
                await self._store.write(lambda db: retention_db.delete(db, found))  # noqa: B023
            await asyncio.sleep(0)
        return False

    async def _shrink(self) -> bool:
        """Give free pages back to the disk; return whether no more can be given now."""
        free = await self._store.read(retention_db.free_pages)
        for _ in range(BATCHES):
            if free <= SPARE_PAGES:
                return True
            most = min(PAGES, free - SPARE_PAGES)
            left = await self._store.write(lambda db: retention_db.shrink(db, most))  # noqa: B023
            if left >= free:  # the file can't shrink; its free pages are used again
                return True
            free = left
        return free <= SPARE_PAGES
