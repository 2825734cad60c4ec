"""What concerns a user rather than a match: his settings, and what is kept about him."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from matches.db import users as userrows
from matches.db.store import Store
from matches.domain.deadlines.pace import at_hour
from matches.domain.model import UserSettings
from matches.services.cache import Keeper
from rules.errors import LobbyError
from rules.text import t


class Users:
    """All users of one database, known by their Discord ids."""

    def __init__(self, store: Store, keeper: Keeper, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._keeper = keeper
        self._clock = clock

    async def settings(self, user_id: int) -> UserSettings:
        """Return what a user has chosen, or the defaults."""
        return await self._store.read(lambda db: userrows.settings(db, user_id))

    async def set_settings(self, settings: UserSettings) -> None:
        """Keep what a user has chosen."""
        await self.change(settings.user_id, lambda _: settings)

    async def change(
        self, user_id: int, step: Callable[[UserSettings], UserSettings]
    ) -> UserSettings:
        """Change what a user has chosen, and return it; two changes at once both count."""
        now = self._clock()

        def write(db: sqlite3.Connection) -> UserSettings:
            chosen = step(userrows.settings(db, user_id))
            userrows.set_settings(db, chosen, next_digest(chosen, now))
            return chosen

        return await self._store.write(write)

    async def has_played(self, user_id: int) -> bool:
        """Return whether a user has, or ever had, a seat in a match."""
        return bool(await self._store.read(lambda db: userrows.seated(db, user_id)))

    async def export(self, user_id: int) -> dict[str, object]:
        """Return everything stored about a user, as plain JSON values."""
        return await self._store.read(lambda db: userrows.export(db, user_id))

    async def erase(self, user_id: int) -> int:
        """Replace a user by nobody in all finished matches; return how many these are.

        Raises:
            LobbyError: He has a seat in a match that is not finished.
        """
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            for match_id in await self._store.read(lambda db: userrows.known_in(db, user_id)):
                await locks.enter_async_context(self._keeper.lock(match_id))
            changed = await self._store.write(lambda db: userrows.erase(db, user_id))
            if changed is None:
                raise LobbyError(
                    t("You have a seat in a match that is not finished."),
                    t("Leave it or play it to the end first; /turns shows where you are awaited."),
                )
            for match_id in changed:
                self._keeper.forget(match_id)
            return len(changed)


def next_digest(chosen: UserSettings, now: datetime) -> datetime | None:
    """Return when a user's next daily message is due, or None if he wants none."""
    if chosen.digest_hour is None:
        return None
    return at_hour(now + timedelta(seconds=1), chosen.digest_hour, chosen.zone or "UTC")
