"""The channels and threads of matches, also when deleted or replaced.

A match whose channel was deleted is paused, and its players are told, once. It goes on in the same
channel, if that is back, or in another one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.db import lists as lists_db
from matches.db import votes as votes_db
from matches.db.lists import Place
from matches.domain.change import Change
from matches.domain.deadlines import clock_edits
from matches.domain.history.timeline import first_untold
from matches.domain.model import MatchInfo, is_homeless
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table.guards import check_mine, check_movable
from matches.domain.table.votes import Vote
from matches.services.part import ServicePart
from rules.errors import ReplayError
from rules.text import Text, t

DELETED: Final = t("This match's channel was deleted.")


class Channels(ServicePart):
    """The channels of all matches of one database."""

    async def known(self, guild_id: int | None = None) -> tuple[Place, ...]:
        """Return where the matches of one server or all are, if not deleted."""
        return await self._store.read(lambda db: lists_db.known(db, guild_id))

    async def played_in(self, channel_id: int) -> int | None:
        """Return the number of the unfinished match of a channel or thread, or None."""
        return await self._store.read(lambda db: lists_db.played_in(db, channel_id))

    async def homeless(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return a user's unfinished matches whose channel was deleted, the oldest first."""
        return await self._store.read(lambda db: lists_db.homeless(db, user_id))

    async def lost(
        self,
        match_id: int,
        channel_id: int | None = None,
        parent_id: int | None = None,
        *,
        told: Text = DELETED,
    ) -> None:
        """Note that a match's channel was deleted: pause it and tell its players.

        Args:
            match_id: The match; if this is known already, or the match is over or can't be read,
                nothing happens.
            channel_id: The deleted channel; a match that has moved since is left alone.
            parent_id: The channel the thread was in, if that still exists: the match can be
                opened again from there.
            told: What the log says about it.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.readable(match_id)
            if info is None or info.status not in ("lobby", "live"):
                return
            if channel_id not in (None, info.channel_id):
                return
            now = self._clock()
            after = without_place(info, now)
            if after == info:
                return
            gone, users = info.channel_id, [seat.user_id for seat in info.seats if seat.user_id]
            items = [OutboxItem.channel_dm(user_id, gone) for user_id in users]
            if parent_id is not None:
                items.append(OutboxItem.channel_offer(parent_id))
            remarks = (told,) if info.status == "live" else ()
            change = Change(info, after, now, outbox=tuple(items), remarks=remarks)
            await self._cache.save(change, None)

    async def below(self, match_id: int, channel_id: int, parent_id: int) -> None:
        """Note the channel above a match's thread, once it is known.

        Args:
            match_id: The match.
            channel_id: The thread; a match that has moved since is left alone.
            parent_id: The channel it is in.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            if info.channel_id != channel_id or info.parent_id == parent_id:
                return
            after = replace(info, parent_id=parent_id)
            change = Change(info, after, self._clock())
            await self._cache.save(change, self._cache.amended(after))

    async def reopen(self, match_id: int, user_id: int) -> MatchInfo:
        """Let a match go on where it was: its channel exists after all, or again."""
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            check_mine(info, user_id)
            if not is_homeless(info):
                return info
            return await self._go_on(info, info)

    async def found(self, match_id: int, channel_id: int) -> None:
        """Let a match go on where it was, because the bot sees its channel again.

        One that can't be read is left alone.
        """
        async with self._cache.lock(match_id):
            with suppress(ReplayError):
                info = await self._cache.info(match_id)
                is_there = is_homeless(info) and info.channel_id == channel_id
                if is_there and info.status in ("lobby", "live"):
                    await self._go_on(info, info)

    async def open_anew(
        self,
        match_id: int,
        user_id: int,
        guild_id: int,
        channel_id: int,
        *,
        thread: bool,
        private: bool = False,
    ) -> MatchInfo:
        """Give a match whose channel was deleted a new one; if it has one, keep that.

        Args:
            match_id: The match.
            user_id: Who asks: its host, or any of its players.
            guild_id: The server to go to.
            channel_id: The channel there.
            thread: Whether it gets its own thread there.
            private: Whether that is private, too, if the match was.

        Raises:
            LobbyError: This user may not, or another match is played there.
            MatchOverError: It is over.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            check_mine(info, user_id)
            if not is_homeless(info):
                return info
            there = elsewhere(info, guild_id, channel_id, thread=thread)
            hidden = info.private and thread and private
            return await self._go_on(info, replace(there, private=hidden))

    async def move(self, match_id: int, user_id: int, guild_id: int, channel_id: int) -> MatchInfo:
        """Move a match to another channel, and post its board, votes and open seats there.

        While the match still has its channel, only the host can move it. Raises like `open_anew`.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            check_movable(info, user_id, guild_id)
            return await self._go_on(info, elsewhere(info, guild_id, channel_id, thread=False))

    async def _go_on(self, info: MatchInfo, there: MatchInfo) -> MatchInfo:
        now = self._clock()
        after = replace(there, trouble="")
        items = [_lobby(info, there)] if after.wants_thread or not _begun(info) else []
        if _begun(info):
            live = await self._cache.loaded(info.id)
            told = first_untold(live)
            after = replace(after, posted_ply=told, post_since=told, post_id=None)
            if info.paused_why == "gone":
                after = clock_edits.going_on(after, now)
            items += [OutboxItem(ItemKind.THREAD)] if after.wants_thread else []
            items.append(OutboxItem(ItemKind.TURN))
            vote = await self._store.read(lambda db: votes_db.newest_in(db, info.id))
            items += [OutboxItem.vote(vote.id)] if vote and _shown(vote, info, there) else []
            free = [seat.seat for seat in info.seats if info.is_free(seat)]
            items += [OutboxItem.seat(seat) for seat in free]
        remarks = (t("The match continues here."),) if _begun(info) else ()
        change = Change(info, after, now, outbox=tuple(items), remarks=remarks, by_player=True)
        await self._cache.save(change, None)  # the next post retells part of the log
        return after


def without_place(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return a match without its channel; if it was live, it is paused now."""
    after = replace(info, trouble="gone")
    if info.status == "live" and info.paused_at is None:
        after = clock_edits.paused(after, "gone", at)
    return after


def elsewhere(info: MatchInfo, guild_id: int, channel_id: int, *, thread: bool) -> MatchInfo:
    """Return a match in another channel, where a thread needs a new post.

    So does a lobby, but its post is known until then: it says where the lobby went.
    """
    post = None if thread else info.lobby_message_id
    return replace(
        info,
        guild_id=guild_id,
        channel_id=channel_id,
        parent_id=None,
        wants_thread=thread,
        private=False,
        lobby_message_id=post,
    )


def _lobby(before: MatchInfo, after: MatchInfo) -> OutboxItem:
    """Return the item that posts a lobby; its post in a channel that it left says so."""
    if _begun(before) or is_homeless(before) or after.channel_id == before.channel_id:
        return OutboxItem(ItemKind.LOBBY)
    return OutboxItem.lobby_from(before.channel_id)


def _shown(vote: Vote, before: MatchInfo, after: MatchInfo) -> bool:
    """Return whether a match's newest vote is posted, or its post is put right.

    While the channel was lost, the post of a vote that was closed still asked.
    """
    was_posted = vote.message_id is not None and after.channel_id == before.channel_id
    return vote.status == "open" or was_posted


def _begun(info: MatchInfo) -> bool:
    return info.status == "live"
