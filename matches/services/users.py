"""The settings of users, and what is stored about them, across matches."""

from __future__ import annotations

from collections.abc import Callable

from matches.db import users as users_db
from matches.db.privacy.stored import stored_about
from matches.domain.model import UserSettings
from matches.services.part import ServicePart


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
        return await self._store.read(lambda db: stored_about(db, user_id))
