"""The settings of users and the data stored about them, across matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

from matches.db import users as users_db
from matches.domain.model import UserSettings
from matches.services.part import ServicePart
from rules.errors import LobbyError
from rules.text import t


class Users(ServicePart):
    """All users of one database, known by their Discord ids."""

    async def settings(self, user_id: int) -> UserSettings:
        """Return the settings of a user, or the defaults."""
        return await self._store.read(lambda db: users_db.settings(db, user_id))

    async def set_settings(self, settings: UserSettings) -> None:
        """Save the settings of a user."""
        await self.change(settings.user_id, lambda _: settings)

    async def change(
        self, user_id: int, step: Callable[[UserSettings], UserSettings]
    ) -> UserSettings:
        """Change the settings of a user and return them; no concurrent change is lost."""
        now = self._clock()
        return await self._store.write(lambda db: users_db.change(db, user_id, step, now))

    async def has_played(self, user_id: int) -> bool:
        """Return whether a user has, or ever had, a seat in a match."""
        return bool(await self._store.read(lambda db: users_db.seated(db, user_id)))

    async def export(self, user_id: int) -> dict[str, object]:
        """Return everything stored about a user, as plain JSON values."""
        return await self._store.read(lambda db: users_db.stored_about(db, user_id))

    async def erase(self, user_id: int) -> int:
        """Replace a user by nobody in all finished matches; return how many there are.

        Raises:
            LobbyError: They have a seat in an unfinished match.
        """
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            for match_id in await self._store.read(lambda db: users_db.stored_in(db, user_id)):
                await locks.enter_async_context(self._cache.lock(match_id))
            changed = await self._store.write(lambda db: users_db.erase(db, user_id))
            if changed is None:
                raise LobbyError(
                    t("You have a seat in an unfinished match."),
                    t("Finish the match or leave it first. /turns shows where it's your turn."),
                )
            for match_id in changed:
                self._cache.forget(match_id)
            return len(changed)
