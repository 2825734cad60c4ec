"""What became of the posts, noted in the match to know it after a restart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from matches.db import outbox as outbox_db
from matches.db.driver import Connection
from matches.domain.change import Change, LogRow
from matches.domain.history.told import is_taken_back, knows
from matches.domain.model import MatchInfo, Trouble
from matches.domain.outbox_item import ItemKind, OutboxItem, OutboxRow, Sent
from matches.domain.turn import CALLED_ONCE
from matches.services.part import ServicePart
from rules.errors import LobbyError, StaleMoveError
from rules.text import Seat


class DeliveryLog(ServicePart):
    """Notes deliveries for the outbox. A repeated call changes nothing."""

    async def delivered(self, row: OutboxRow, sent: Sent | None) -> None:
        """Note the delivery of a row; `sent` is None if there was nothing left to say."""
        if row.kind is ItemKind.THREAD:
            await self.thread_opened(row.match_id, None if sent is None else sent.message_id)
        elif row.kind is ItemKind.LOBBY and sent is not None:
            await self._lobby_sent(row.match_id, sent.message_id)
        elif sent is not None and sent.shown_ply is not None:
            await self.posted(row.match_id, sent.shown_ply, sent.message_id, sent.called)

    async def posted(
        self, match_id: int, ply: int, message_id: int, called: frozenset[Seat] = frozenset()
    ) -> None:
        """Note that a turn post, or an edit of it, shows the match as it was at `ply`.

        A new post tells what happened since the one before; an edited one starts where it did. What
        was undone while the post was on its way is corrected, and seats that were `called` for it
        aren't called again.
        """

        def shown(info: MatchInfo) -> MatchInfo:
            since = info.post_since if message_id == info.post_id else info.posted_ply
            told = max(ply, info.posted_ply)
            after = replace(info, posted_ply=told, post_id=message_id, post_since=since)
            rows = self._rows(match_id)
            for seat in called:
                if knows(rows, ply, seat):
                    after = after.with_seat(replace(after.seats[seat], called_at=self._clock()))
            return after

        def correction(info: MatchInfo) -> tuple[OutboxItem, ...]:
            undone = info.status == "live" and is_taken_back(self._rows(match_id), ply)
            return (OutboxItem(ItemKind.EDIT),) if undone else ()

        await self._amend(match_id, shown, correction)

    async def is_known(self, row: OutboxRow, seat: Seat) -> bool:
        """Return whether the seat that a DM calls has had one about what was undone.

        It counts for as long as a ping in public would.
        """
        since = self._clock() - CALLED_ONCE

        def find(db: Connection) -> bool:
            ply = outbox_db.called_at_ply(db, row, since)
            return ply is not None and knows(outbox_db.log_after(db, row.match_id, ply), ply, seat)

        return await self._store.read(find)

    def _rows(self, match_id: int) -> list[LogRow]:
        """Return the rows since the newest turn post, if the match is in memory."""
        live = self._cache.cached(match_id)
        return [] if live is None else [played.row for played in live.news]

    async def set_back(self) -> None:
        """Let no post be due later than now: they were put off by a clock that was ahead."""
        now = self._clock()
        await self._store.write(lambda db: outbox_db.due_by(db, now))
        self._cache.wake()

    async def is_replaced(self, row: OutboxRow) -> bool:
        """Return whether a newer row of the outbox is waiting to say what this one says.

        A row that had to wait after it was taken asks this once it has looked at the match: if
        there is none, whatever it has seen has no row of its own.
        """
        return await self._store.read(lambda db: outbox_db.is_replaced(db, row))

    async def is_of_another(self, row: OutboxRow, message_id: int) -> bool:
        """Return whether another row has become a message, so that this one has not."""
        return await self._store.read(lambda db: outbox_db.is_of_another(db, row, message_id))

    async def renewed(self, row: OutboxRow, *, again: bool) -> OutboxRow:
        """Return the same row with another nonce.

        Its message is gone, or will be in a moment. With the old one, Discord would answer with
        that message for minutes and send none.

        Args:
            row: The row.
            again: Whether it may have been renewed before. Where others delete its message each
                time, that keeps calls minutes apart.
        """
        nonce = await self._store.write(lambda db: outbox_db.renew(db, row, again=again))
        return replace(row, nonce=nonce)

    async def thread_opened(self, match_id: int, thread_id: int | None) -> None:
        """Note the match's own thread; None: it gets none and stays in the channel.

        One with the id of the lobby's post was made from that, so it isn't private.
        """

        def moved(info: MatchInfo) -> MatchInfo:
            if not info.wants_thread:
                return info  # a repeated call
            if thread_id is None:
                return replace(info, wants_thread=False, private=False)
            private = info.private and thread_id != info.lobby_message_id
            there = replace(info, channel_id=thread_id, parent_id=info.channel_id, private=private)
            return replace(there, wants_thread=False)

        try:
            await self._amend(match_id, moved)
        except LobbyError:  # somebody opened another match in that thread
            await self._amend(
                match_id, lambda info: replace(info, wants_thread=False, private=False)
            )

    async def troubled(self, match_id: int, why: Trouble, *, tell: bool = False) -> None:
        """Note why public posts can't be delivered; "" clears it.

        `matches.services.channels` handles the loss of a channel.

        Args:
            match_id: The match.
            why: What keeps its posts from being sent.
            tell: Whether to tell its players by direct message.
        """

        def items(info: MatchInfo) -> tuple[OutboxItem, ...]:
            users = [seat.user_id for seat in info.seats if seat.user_id]
            return (
                tuple(OutboxItem.channel_dm(user, info.channel_id) for user in users)
                if tell
                else ()
            )

        await self._amend(match_id, lambda info: with_trouble(info, why), items)

    async def _lobby_sent(self, match_id: int, message_id: int) -> None:
        await self._amend(match_id, lambda info: replace(info, lobby_message_id=message_id))

    async def _amend(
        self,
        match_id: int,
        step: Callable[[MatchInfo], MatchInfo],
        items: Callable[[MatchInfo], tuple[OutboxItem, ...]] = lambda _: (),
    ) -> None:
        """Change the summary of a match and post what follows from it."""
        with suppress(StaleMoveError):
            return await self._amend_once(match_id, step, items)
        return await self._amend_once(match_id, step, items)  # another process was faster

    async def _amend_once(
        self,
        match_id: int,
        step: Callable[[MatchInfo], MatchInfo],
        items: Callable[[MatchInfo], tuple[OutboxItem, ...]],
    ) -> None:
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            after, told = step(info), items(info)
            if after != info or told:
                change = Change(info, after, self._clock(), outbox=told)
                await self._cache.save(change, self._cache.amended(after))


def with_trouble(info: MatchInfo, why: Trouble) -> MatchInfo:
    """Return a match with this trouble, "" for none; a deleted channel stays deleted."""
    return info if info.trouble == "gone" else replace(info, trouble=why)
