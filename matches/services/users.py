"""What concerns a user rather than a match: his settings, and what is kept about him."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from matches.db import users as users_db
from matches.domain.model import UserSettings
from matches.services.part import Part
from rules.errors import LobbyError
from rules.text import t


class Users(Part):
    """All users of one database, known by their Discord ids."""

    async def settings(self, user_id: int) -> UserSettings:
        """Return what a user has chosen, or the defaults."""
        return await self._store.read(lambda db: users_db.settings(db, user_id))

    async def set_settings(self, settings: UserSettings) -> None:
        """Keep what a user has chosen."""
        await self.change(settings.user_id, lambda _: settings)

    async def change(
        self, user_id: int, step: Callable[[UserSettings], UserSettings]
    ) -> UserSettings:
        """Change what a user has chosen, and return it; two changes at once both count."""
        now = self._clock()
        return await self._store.write(lambda db: users_db.change(db, user_id, step, now))

    async def has_played(self, user_id: int) -> bool:
        """Return whether a user has, or ever had, a seat in a match."""
        return bool(await self._store.read(lambda db: users_db.seated(db, user_id)))

    async def export(self, user_id: int) -> dict[str, object]:
        """Return everything stored about a user, as plain JSON values."""
        return await self._store.read(lambda db: users_db.export(db, user_id))

    async def erase(self, user_id: int) -> int:
        """Replace a user by nobody in all finished matches; return how many these are.

        Raises:
            LobbyError: He has a seat in a match that is not finished.
        """
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            for match_id in await self._store.read(lambda db: users_db.known_in(db, user_id)):
                await locks.enter_async_context(self._cache.lock(match_id))
            changed = await self._store.write(lambda db: users_db.erase(db, user_id))
            if changed is None:
                raise LobbyError(
                    t("You have a seat in a match that is not finished."),
                    t("Leave it or play it to the end first; /turns shows where you are awaited."),
                )
            for match_id in changed:
                self._cache.forget(match_id)
            return len(changed)
