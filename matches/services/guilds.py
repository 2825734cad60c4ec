"""The language in which the bot posts on each server.

It is set with `/setup language:`; until then it is the language of the user who opened the first
match there. In Discord itself only Community servers can choose a language.
"""

from __future__ import annotations

from matches.db import guilds as guilds_db
from matches.db.bots import notices
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain.model import language_of
from rules.text import Language


class Guilds:
    """The languages of all servers of one database, in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._languages: dict[int, Language] = {}

    async def load(self) -> None:
        """Read the languages; call this before anything is posted."""
        self._languages = await self._store.write(guilds_db.settle_old)

    def language(self, guild_id: int) -> Language | None:
        """Return the language of a server; None if no match has been opened there yet."""
        found = self._languages.get(guild_id)
        return None if found is None else language_of(found)  # the program may have lost it

    def settled(self, guild_id: int, locale: str) -> None:
        """Note the language of an opened match, in case it is its server's first."""
        self._languages.setdefault(guild_id, language_of(locale))

    async def choose(self, guild_id: int, language: Language | None) -> None:
        """Choose the language of a server; None: that of the first match's host again."""

        def save(db: Connection) -> dict[int, Language]:
            found = guilds_db.choose_language(db, guild_id, language)
            notices.tell(db, "guild", guild_id)
            return found

        self._languages = await self._store.write(save)

    async def reread(self) -> None:
        """Read the languages again: another process has changed one."""
        self._languages = await self._store.read(guilds_db.languages)

    async def is_chosen(self, guild_id: int) -> bool:
        """Return whether the language of a server was chosen, not taken from a match."""
        return await self._store.read(lambda db: guilds_db.is_chosen(db, guild_id))
