"""What a server's admins decide about its matches, and who may join."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from matches.db import guilds as guilds_db
from matches.db import lists as lists_db
from matches.db.driver import Connection
from matches.domain.change import Change
from matches.domain.deadlines import lifetime
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import terms as terms_of
from matches.domain.table.terms import Opener, Terms, check_value, switched
from matches.services.part import ServicePart


class Admission(ServicePart):
    """The terms of all servers of one database; callers ask who may change them."""

    async def terms(self, guild_id: int) -> Terms:
        """Return the terms of a server."""
        return await self._store.read(lambda db: guilds_db.terms(db, guild_id))

    async def change(
        self,
        guild_id: int,
        numbers: Mapping[str, int],
        *,
        role: int | None = None,
        channel_id: int | None = None,
    ) -> Terms:
        """Change a server's terms, all that is asked for or nothing, also for what runs.

        Args:
            guild_id: The server.
            numbers: New numbers of its terms, by name.
            role: The role that may open matches; 0: everyone; None: as it was.
            channel_id: A channel to add to those in which matches may be opened, or to take out.

        Raises:
            InvalidMoveError: A number isn't allowed, or there are too many channels in the list.
        """
        for name, value in numbers.items():
            check_value(name, value)

        def step(old: Terms) -> Terms:
            new = replace(old, **numbers)  # type: ignore[arg-type]
            if role is not None:
                new = replace(new, role=role)
            return new if channel_id is None else switched(new, channel_id)

        return await self._change(guild_id, step)

    async def all_channels(self, guild_id: int) -> Terms:
        """Let matches be opened in every channel again."""
        return await self._change(guild_id, lambda old: replace(old, channels=frozenset()))

    async def usual_numbers(self, guild_id: int) -> Terms:
        """Return to the usual numbers."""
        return await self._change(guild_id, lambda old: Terms(role=old.role, channels=old.channels))

    async def bar(self, guild_id: int, user_id: int) -> None:
        """Bar a person from the matches of a server.

        Seats they have stay theirs; lobbies no longer keep one for them.
        """
        await self._store.write(lambda db: guilds_db.bar(db, guild_id, user_id))
        for match in await self._store.read(lambda db: lists_db.unfinished(db, guild_id)):
            async with self._cache.lock(match.id):
                info = await self._cache.info(match.id)
                if info.status != "lobby" or not info.invitations.keeps(user_id, self._clock()):
                    continue
                after = replace(info, invitations=info.invitations.without_kept(user_id))
                item = OutboxItem(ItemKind.LOBBY)
                await self._cache.save(Change(info, after, self._clock(), outbox=(item,)), None)

    async def unbar(self, guild_id: int, user_id: int) -> None:
        """Let a barred person play again."""
        await self._store.write(lambda db: guilds_db.unbar(db, guild_id, user_id))

    async def barred(self, guild_id: int) -> list[int]:
        """Return who is barred on a server; for its admins only."""
        return await self._store.read(lambda db: guilds_db.barred_in(db, guild_id))

    async def check_moving(self, guild_id: int, opener: Opener, channel_id: int) -> None:
        """Refuse to bring a match to a channel in which it couldn't be opened.

        Raises:
            LobbyError: The server's admins have chosen others.
        """
        terms_of.check_moving(await self.terms(guild_id), opener, channel_id)

    async def check_asker(self, guild_id: int, user_id: int) -> None:
        """Refuse what a barred person asks for.

        Raises:
            LobbyError: They are.
        """
        await self._store.read(lambda db: guilds_db.check_seat(db, guild_id, user_id))

    async def check_invited(self, guild_id: int, user_id: int) -> None:
        """Refuse to invite a barred person, without saying that they are.

        Raises:
            LobbyError: They are.
        """
        if await self._store.read(lambda db: guilds_db.is_barred(db, guild_id, user_id)):
            raise terms_of.cannot_come()

    async def _change(self, guild_id: int, step: Callable[[Terms], Terms]) -> Terms:
        old = await self.terms(guild_id)

        def write(db: Connection) -> Terms:
            new = step(guilds_db.terms(db, guild_id))
            guilds_db.save_terms(db, guild_id, new)
            return new

        new = await self._store.write(write)
        if new.lobby_days != old.lobby_days:
            await self._look_again(guild_id, new)
        return new

    async def _look_again(self, guild_id: int, terms: Terms) -> None:
        """Apply new terms to the lobbies whose closing wasn't announced yet.

        Those that are due now are announced one after another. A match keeps its terms.
        """
        soonest = self._clock()
        for match in await self._store.read(lambda db: lists_db.unfinished(db, guild_id)):
            async with self._cache.lock(match.id):
                info = await self._cache.info(match.id)
                if info.status != "lobby" or info.life.told is not None:
                    continue
                at = lifetime.announced_at(info, terms)
                if at < soonest:
                    at, soonest = soonest, soonest + lifetime.SPREAD
                after = lifetime.looked_at(info, at)
                if after != info:
                    await self._cache.save(Change(info, after, self._clock()), None)
