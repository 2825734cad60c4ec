"""What became of what was said: noted in the match, so that it is known after a restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from matches.keeper import Keeper
from matches.model import MatchInfo, OutboxRow
from matches.records import Change, Mail
from rules.errors import LobbyError


class Receipts:
    """Takes note of deliveries; the delivery side alone calls it. Twice is as good as once."""

    def __init__(self, keeper: Keeper, clock: Callable[[], datetime]) -> None:
        self._keeper = keeper
        self._clock = clock

    async def delivered(self, row: OutboxRow, message_id: int | None) -> None:
        """Note what follows from the delivery of a row."""
        if row.kind == "lobby" and message_id is not None:
            await self._lobby_sent(row.match_id, message_id)
        elif row.kind == "thread":
            await self.thread_opened(row.match_id, message_id)
        elif row.kind == "turn":
            await self.posted(row.match_id, row.ply)
        elif row.kind == "note":
            await self.troubled(row.match_id, "")

    async def posted(self, match_id: int, ply: int) -> None:
        """Note that a turn post showing the match at `ply` was delivered.

        Once the result is posted, the thread of the match is seen to.
        """
        await self._amend(
            match_id,
            lambda info: replace(with_trouble(info, ""), posted_ply=max(ply, info.posted_ply)),
            at_the_end=Mail("place"),
        )

    async def thread_opened(self, match_id: int, thread_id: int | None) -> None:
        """Note the match's own thread; None: there is none, it stays in the channel."""

        def moved(info: MatchInfo) -> MatchInfo:
            if not info.wants_thread:
                return info  # told a second time
            return replace(info, wants_thread=False, channel_id=thread_id or info.channel_id)

        try:
            await self._amend(match_id, moved)
        except LobbyError:  # somebody made that thread by hand and opened a match of his own there
            await self._amend(match_id, lambda info: replace(info, wants_thread=False))

    async def troubled(self, match_id: int, why: str) -> None:
        """Note why public posts cannot be delivered, "forbidden" say; "" clears it.

        For a place that is gone see `matches.places`.
        """
        await self._amend(match_id, lambda info: with_trouble(info, why))

    async def _lobby_sent(self, match_id: int, message_id: int) -> None:
        await self._amend(
            match_id, lambda info: replace(with_trouble(info, ""), lobby_message_id=message_id)
        )

    async def _amend(
        self,
        match_id: int,
        step: Callable[[MatchInfo], MatchInfo],
        *,
        at_the_end: Mail | None = None,
    ) -> None:
        """Change the summary of a match; if it is over, `at_the_end` is put into the outbox."""
        async with self._keeper.lock(match_id):
            info = await self._keeper.info(match_id)
            after = step(info)
            if after != info:
                live = self._keeper.cached(match_id)
                is_over = info.status in ("over", "ended")
                mail = (at_the_end,) if at_the_end is not None and is_over else ()
                change = Change(info, after, self._clock(), mail=mail)
                await self._keeper.save(change, live and live.amended(after))


def with_trouble(info: MatchInfo, why: str) -> MatchInfo:
    """Return a match that posts can be delivered to, or not; a lost place stays lost."""
    return info if info.trouble == "gone" else replace(info, trouble=why)
