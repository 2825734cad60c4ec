"""Servers that the bot has left or that have vanished.

Their matches are paused like those that have lost their channels. If the bot comes back in time,
they go on; otherwise they end, and their players are told. A closed match can still be reopened
until then, and waits for a channel like the others.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from matches.db import guilds as guilds_db
from matches.db import lists as lists_db
from matches.db.lists import Place
from matches.db.store import Store
from matches.domain.change import Change
from matches.domain.deadlines import lifetime, terms
from matches.domain.model import MatchInfo, is_closed
from matches.domain.outbox_item import OutboxItem
from matches.domain.table import lobby
from matches.services.cache import MatchCache
from matches.services.channels import Channels
from matches.services.part import ServicePart
from rules.text import t

LEFT: Final = t("I'm no longer on this match's server.")


class Vanished(ServicePart):
    """The servers of one database that the bot is no longer on."""

    def __init__(
        self,
        cache: MatchCache,
        store: Store,
        clock: Callable[[], datetime],
        channels: Channels,
    ) -> None:
        super().__init__(cache, store, clock)
        self._channels = channels

    async def unseen(self, application: int) -> list[int]:
        """Return the servers with matches that can go on, in no order.

        Without those that are known to be left, and those where another application was seen last:
        their matches are not ours.
        """
        return await self._store.read(lambda db: guilds_db.in_use(db, application))

    async def known(self) -> list[int]:
        """Return the servers that the bot has left."""
        return await self._store.read(guilds_db.lost)

    async def lost(self, guild_id: int) -> None:
        """Note that the bot is no longer on a server, and pause its matches.

        Repeating it changes nothing; a call that was cut off is finished by the next one.
        """
        if not await self._store.read(lambda db: guilds_db.is_in_use(db, guild_id)):
            return
        at = terms.ends_at(self._clock())
        await self._store.write(lambda db: guilds_db.note_lost(db, guild_id, at))
        for place in await self._channels.known(guild_id):
            await self._channels.lost(place.match_id, place.channel_id, told=LEFT)
        self._cache.alarm(at)

    async def ends_at(self, guild_id: int) -> datetime | None:
        """Return when the matches of a server end that the bot has left; else None."""
        return await self._store.read(lambda db: guilds_db.lost_until(db, guild_id))

    async def waiting(self, guild_id: int) -> tuple[Place, ...]:
        """Return the paused matches of a server that the bot had left; () if it hadn't."""
        if await self.ends_at(guild_id) is None:
            return ()
        return await self._store.read(lambda db: lists_db.homeless_on(db, guild_id))

    async def back(self, guild_id: int) -> None:
        """Note that the bot is on a server again."""
        await self._store.write(lambda db: guilds_db.forget_lost(db, guild_id))

    async def put_off(self, guild_id: int, until: datetime) -> None:
        """End the matches of a server later, because it isn't sure that it is gone."""
        await self._store.write(lambda db: guilds_db.put_off(db, guild_id, until))

    async def end(self, guild_id: int) -> None:
        """End the matches of a server that the bot has left, each with its messages.

        Closed ones can't be reopened any more.
        """
        for match in await self._store.read(lambda db: lists_db.unfinished(db, guild_id)):
            async with self._cache.lock(match.id):
                info = await self._cache.readable(match.id)
                if (
                    info is not None
                    and info.status in ("lobby", "live")
                    and info.guild_id == guild_id
                ):
                    await self._cache.save(_ending(info, self._clock()), None)
        for match_id in await self._store.read(lambda db: lists_db.closed_on(db, guild_id)):
            async with self._cache.lock(match_id):
                info = await self._cache.readable(match_id)
                if info is not None and is_closed(info) and info.guild_id == guild_id:
                    done = Change(info, lifetime.looked_at(info, None), self._clock())
                    await self._cache.save(done, None)
        await self.back(guild_id)


def _ending(info: MatchInfo, at: datetime) -> Change:
    after = lobby.broken_off(info, at, "gone")
    users = [seat.user_id for seat in info.seats if seat.user_id]
    return Change(
        info,
        after,
        at,
        sealed=tuple((seat.seat, None) for seat in info.seats),
        outbox=tuple(OutboxItem.channel_dm(user_id, info.channel_id) for user_id in users),
    )
