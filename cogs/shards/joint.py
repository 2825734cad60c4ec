"""What a bot does as one of several: its shards, and those of who has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cogs.shards.starts import APART_S
from matches.crew import Crew, listen
from matches.db.postgres.address import Server

if TYPE_CHECKING:
    from bot import StolikBot
    from matches.db.store import Store


class Joint:
    """A bot among several."""

    def __init__(self, bot: StolikBot, crew: Crew) -> None:
        """Let a bot connect the shards of its process alone."""
        self._bot, self.crew = bot, crew
        self._new = crew.share.mine
        bot.joint, bot.fence = self, crew.lease.fence
        bot.shard_count, bot.shard_ids = crew.share.total, sorted(crew.share.mine)
        bot.may_begin = partial(crew.begin, apart_s=APART_S)
        crew.on_more = self._more
        crew.on_turn = partial(bot.dispatch, "turn_to_restart")

    def _more(self, shards: frozenset[int]) -> None:
        """Take over shards whose process has ended."""
        self._new |= shards
        self._bot.take_over(shards)
        if hasattr(self._bot, "scheduler"):
            self._bot.scheduler.look_around()
        self._bot.dispatch("more_shards")

    async def take_up(self) -> None:
        """Note since when nobody has answered for the servers of new shards."""
        if not (new := self._new):
            return
        since = await self.crew.unserved(new)
        await self._bot.service.absences.silent(since, replace(self.crew.share, mine=new))
        await self.crew.served(new)
        self._new -= new

    def enter(self, store: Store) -> Callable[[], object]:
        """Begin to hear what others change; return what ends that."""
        store.share = lambda: self.crew.share
        assert isinstance(store.address, Server)
        return asyncio.create_task(listen(store.address, self._heard)).cancel

    async def _heard(self, about: str, number: int) -> None:
        """Pass on what others have changed, once it can have been read."""
        while not hasattr(self._bot, "scheduler"):  # noqa: ASYNC110 - a moment at the start
            await asyncio.sleep(0.1)
        await self._bot.service.heard(about, number)
