"""The settings of users, and what is stored about them, across matches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from matches.db import users as users_db
from matches.db.bots import notices
from matches.db.driver import Connection
from matches.db.privacy.stored import stored_about
from matches.db.store import Store
from matches.domain.settings import PLAIN, Display, UserSettings
from matches.services.cache import MatchCache
from matches.services.part import ServicePart


class Users(ServicePart):
    """All users of one database, known by their Discord ids."""

    def __init__(self, cache: MatchCache, store: Store, clock: Callable[[], datetime]) -> None:
        super().__init__(cache, store, clock)
        self._displays: dict[int, Display] = {}

    async def load(self) -> None:
        """Read how users want to see things; call this before anything is answered."""
        self._displays = await self._store.read(users_db.displays)

    def display(self, user_id: int) -> Display:
        """Return how a user wants to see what only they see."""
        return self._displays.get(user_id, PLAIN)

    def forget(self, user_id: int) -> None:
        """Drop what is remembered of a user who has been erased."""
        self._displays.pop(user_id, None)

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

        def save(db: Connection) -> UserSettings:
            chosen = users_db.change(db, user_id, step, now)
            notices.tell(db, "user", user_id)
            return chosen

        chosen = await self._store.write(save)
        self._keep(chosen)
        return chosen

    async def reread(self, user_id: int) -> None:
        """Read how a user wants to see things: another process has changed it."""
        self._keep(await self.settings(user_id))

    def _keep(self, chosen: UserSettings) -> None:
        self.forget(chosen.user_id)
        if chosen.display != PLAIN:
            self._displays[chosen.user_id] = chosen.display

    async def has_played(self, user_id: int) -> bool:
        """Return whether a user has, or ever had, a seat in a match."""
        return bool(await self._store.read(lambda db: users_db.seated(db, user_id)))

    async def export(self, user_id: int) -> dict[str, object]:
        """Return everything stored about a user, as plain JSON values."""
        return await self._store.read(lambda db: stored_about(db, user_id))
