"""Leaving: a player a match, or all at once to be erased; the bot a server.

Every seat can be left from anywhere. Erasing a user gives up all their seats in the transaction
that replaces them by nobody, so it always succeeds, as a whole. A match that can't be read holds up
nothing: there their seat is given up by SQL alone.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import datetime

from matches.db import users as users_db
from matches.db.bots import notices
from matches.db.driver import Connection
from matches.db.matches import numbered
from matches.db.privacy import erasing
from matches.db.store import Store
from matches.domain.change import Change
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table.departure import (
    Effect,
    Outlook,
    departed,
    effect_of,
    outlook,
    uninvited,
    withdrawn,
)
from matches.services.cache import MatchCache
from matches.services.part import ServicePart
from matches.services.users import Users
from rules.errors import LobbyError, RefusedError, ReplayError
from rules.text import t


class Farewell(ServicePart):
    """Departures from all matches of one database."""

    def __init__(
        self, cache: MatchCache, store: Store, clock: Callable[[], datetime], users: Users
    ) -> None:
        super().__init__(cache, store, clock)
        self._users = users

    async def leave(self, match_id: int, user_id: int, expected: Effect) -> MatchInfo:
        """Give up a user's seat, if that still leads to what they were told.

        Raises:
            NotSeatedError, MatchOverError: They have none, or it is over.
            LobbyError: By now it would lead to something else.
        """
        async with self._cache.lock(match_id):
            info, live = await self._found(match_id)
            if effect_of(info, user_id) is not expected:
                raise LobbyError(
                    t("The match has changed since I asked you."),
                    t("Choose it again from /turns, and I'll tell you what leaving means now."),
                )
            change, after = departed(info, live, user_id, self._clock())
            await self._cache.save(change, after)
            return change.after

    async def seats_of(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return the unfinished matches in which a user has a seat, the oldest first.

        Those that can't be read are left out.
        """
        return await self._store.read(
            lambda db: numbered(db, [(match_id,) for match_id in users_db.playing(db, user_id)])
        )

    async def outlook(self, user_id: int) -> Outlook:
        """Return what erasing a user would lead to now."""
        known = await self._store.read(lambda db: users_db.known_in(db, user_id))
        playing = await self._store.read(lambda db: users_db.playing(db, user_id))
        effects = [effect_of(info, user_id) for info in await self.seats_of(user_id)]
        return outlook(len(known), len(playing) - len(effects), effects)

    async def erase(self, user_id: int) -> Outlook:
        """Give up all seats of a user, and replace them by nobody everywhere."""
        while True:  # again only if they have sat down in another match meanwhile
            await self._prepare(user_id)
            with contextlib.suppress(erasing.SeatedAgainError):
                return await self._erase(user_id)

    async def _prepare(self, user_id: int) -> None:
        """Load a user's matches one by one, so that their locks are held for a short time."""
        for info in await self.seats_of(user_id):
            with contextlib.suppress(RefusedError):
                await self._cache.live(info.id)

    async def _erase(self, user_id: int) -> Outlook:
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            known = await self._store.read(lambda db: users_db.stored_in(db, user_id))
            for match_id in known:
                await locks.enter_async_context(self._cache.lock(match_id))
            effects, changes, unread = list[Effect](), list[Change](), list[int]()
            for match_id in await self._store.read(lambda db: users_db.playing(db, user_id)):
                if match_id not in known:
                    raise erasing.SeatedAgainError
                try:
                    info, live = await self._found(match_id)
                except ReplayError:
                    unread.append(match_id)
                    continue
                effects.append(effect_of(info, user_id))
                changes.append(departed(info, live, user_id, self._clock())[0])
            changes += await self._forgotten(user_id, known)
            now = self._clock()
            played = await self._store.read(lambda db: users_db.known_in(db, user_id))

            def erase(db: Connection) -> None:
                for match_id in unread:
                    erasing.leave_unread(db, user_id, match_id, now)
                erasing.erase(db, user_id, known)
                notices.tell(db, "user", user_id)
                notices.tell(db, "match", *known)

            await self._cache.save_before(changes, erase)
            for match_id in known:
                self._cache.forget(match_id)
            self._users.forget(user_id)
            return outlook(len(played), len(unread), effects)

    async def _forgotten(self, user_id: int, known: Sequence[int]) -> list[Change]:
        """Return what to save where a user can reopen a match or is a guest."""
        changes, now = list[Change](), self._clock()
        for match_id in await self._store.read(lambda db: users_db.closed(db, user_id)):
            closed = await self._cache.readable(match_id)
            if closed is not None:
                items = () if closed.has_begun else (OutboxItem(ItemKind.LOBBY),)
                changes.append(Change(closed, withdrawn(closed, user_id), now, outbox=items))
        for match_id in known:
            lobby = await self._cache.readable(match_id)
            if lobby is not None and (change := uninvited(lobby, user_id, now)) is not None:
                changes.append(change)
        return changes

    async def _found(self, match_id: int) -> tuple[MatchInfo, Live | None]:
        """Return a match, with its state if it has begun and can be played on."""
        info = await self._cache.info(match_id)
        if info.status != "live":
            return info, None
        try:
            live = await self._cache.loaded(match_id)
        except ReplayError:  # it may have been paused just now
            return await self._cache.info(match_id), None
        return live.info, live
