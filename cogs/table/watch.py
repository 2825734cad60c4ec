"""Channels, threads and servers that went, even while the bot was offline.

Discord tells the bot what goes while it is connected. What went before is looked for once a shard
is ready, with few requests: whatever is overlooked is noticed when something is posted there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Set
from time import monotonic
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord.ext import commands

from cogs.ui.threads import has_left, is_gone, is_there

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

MOST_ASKED: Final = 20
"""The most requests in an hour to look for what went, on all servers together.

Matches that wait for their server are all looked for: nothing is posted there before.
"""
HOUR_S: Final = 3600.0
APART_S: Final = 1.0
"""The time between any two: a fiftieth of the requests that Discord grants."""
AGAIN_S: Final = 300.0
"""How long after a failure it is looked again, in seconds."""


class ChannelWatch(commands.Cog):
    """Notices what is gone, pauses its matches, and lets them go on if it is back."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot
        self._told: dict[int, dict[int, discord.Guild]] = {}
        """The servers of each shard that Discord has named, by id."""
        self._former: dict[int, dict[int, discord.Guild]] = {}
        self._shards, self._guilds = set[int](), set[int]()
        self._asked = deque[float](maxlen=MOST_ASKED)
        self._task: asyncio.Task[None] | None = None
        self._timers = set[asyncio.TimerHandle]()

    async def cog_unload(self) -> None:
        """Stop looking for what went."""
        for timer in self._timers:
            timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Remember the servers of a shard's former sessions."""
        self._former.setdefault(shard_id, {}).update(self._told.get(shard_id, {}))
        self._told[shard_id] = self._servers(shard_id)  # it may be lost before it is ready

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Look for what went while the bot didn't hear from a shard's servers."""
        await self._bot.loaded()
        self._forget_left(shard_id)
        self._told[shard_id] = self._servers(shard_id)
        self._shards.add(shard_id)
        self._look()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the matches of a server that the bot had left go on."""
        await self._bot.loaded()
        if self._bot.presence.knows(guild.id):  # a start announces all at once
            self._told.setdefault(guild.shard_id, {})[guild.id] = guild
            self._guilds.add(guild.id)
            self._look()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Do the same: Discord may announce a server either way."""
        await self.on_guild_join(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the matches of a server that the bot has left."""
        self._told.get(guild.shard_id, {}).pop(guild.id, None)
        await self._bot.loaded()
        await self._bot.service.vanished.lost(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the matches of a channel and of its threads, including archived ones."""
        await self._bot.loaded()
        channels = self._bot.service.channels
        for place in await channels.known(channel.guild.id):
            is_below = channel.id == place.parent_id or place.parent_id is None
            if channel.id == place.channel_id or (
                is_below and await is_gone(self._bot, place.guild_id, place.channel_id)
            ):
                await channels.lost(place.match_id, place.channel_id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Pause the match of a thread, and offer to open it again."""
        await self._bot.loaded()
        channels = self._bot.service.channels
        match_id = await channels.played_in(thread.thread_id)
        if match_id is not None:
            has_parent = self._bot.get_channel(thread.parent_id) is not None
            parent_id = thread.parent_id if has_parent else None
            await channels.lost(match_id, thread.thread_id, parent_id)

    def _servers(self, shard_id: int) -> dict[int, discord.Guild]:
        return {one.id: one for one in self._bot.guilds if one.shard_id == shard_id}

    def _forget_left(self, shard_id: int) -> None:
        """Forget servers of a shard's former sessions that the new one doesn't have.

        discord.py keeps them; those that Discord named again it has replaced. How it forgets one is
        private. A test fails when that has moved.
        """
        for guild in self._former.pop(shard_id, {}).values():
            if self._bot.get_guild(guild.id) is guild:
                self._bot._connection._remove_guild(guild)

    def _look(self) -> None:
        """Look for what went, one thing after another."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._survey(), name="survey")

    async def _survey(self) -> None:
        while self._shards or self._guilds:
            shards, self._shards = self._shards, set()
            guilds, self._guilds = self._guilds, set()

            def is_new(guild_id: int, shards: Set[int] = shards, guilds: Set[int] = guilds) -> bool:
                return guild_id in guilds or self._bot.presence.shard_of(guild_id) in shards

            try:
                await self._find_servers(is_new)
                await self._find_channels(is_new)
            except Exception:
                log.exception("looking for what went failed")
                self._look_again(shards, guilds)

    def _look_again(self, shards: Iterable[int] = (), guilds: Iterable[int] = ()) -> None:
        """Look a while later: what was asked for is not known yet."""

        def again() -> None:
            self._timers.discard(timer)
            self._shards.update(shards)
            self._guilds.update(guilds)
            self._look()

        timer = asyncio.get_running_loop().call_later(AGAIN_S, again)
        self._timers.add(timer)

    async def _may_ask(self) -> bool:
        """Wait until Discord may be asked; return False if that was often enough."""
        if len(self._asked) == MOST_ASKED and monotonic() - self._asked[0] < HOUR_S:
            return False
        await self._pause()
        return True

    async def _pause(self) -> None:
        """Wait until Discord may be asked."""
        await asyncio.sleep(max(self._asked[-1] + APART_S - monotonic(), 0) if self._asked else 0)
        self._asked.append(monotonic())

    async def _find_servers(self, is_new: Callable[[int], bool]) -> None:
        """Look for servers that the bot left, or came back to, without hearing of it."""
        bot, vanished = self._bot, self._bot.service.vanished
        for guild_id in filter(is_new, await vanished.known()):
            await self._go_on(guild_id)
        for guild_id in filter(is_new, await vanished.unseen(bot.application_id or 0)):
            if bot.get_guild(guild_id) is not None or not await self._may_ask():
                continue
            if await has_left(bot, guild_id):
                await vanished.lost(guild_id)

    async def _find_channels(self, is_new: Callable[[int], bool]) -> None:
        """Look for lost channels: those likely lost first, then of the newest matches.

        What the bot doesn't know is deleted, or a thread that is archived.
        """
        channels, get = self._bot.service.channels, self._bot.get_channel
        doubtful = [
            place
            for place in await channels.known()
            if is_new(place.guild_id)
            and self._bot.presence.is_here(place.guild_id)
            and get(place.channel_id) is None
        ]
        doubtful.sort(key=lambda place: get(place.parent_id or 0) is not None)
        for place in doubtful:
            if not await self._may_ask():
                return
            if await is_gone(self._bot, place.guild_id, place.channel_id):
                await channels.lost(place.match_id, place.channel_id)

    async def _go_on(self, guild_id: int) -> None:
        """Let matches go on that were paused because the bot had left their server."""
        service, failed = self._bot.service, 0
        if not self._is_on(guild_id) or await service.vanished.ends_at(guild_id) is None:
            return
        for place in await service.vanished.waiting(guild_id):
            if self._bot.get_channel(place.channel_id) is None:
                await self._pause()
            if not self._is_on(guild_id):
                return
            try:
                if await is_there(self._bot, place.channel_id):
                    await service.channels.found(place.match_id, place.channel_id)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                failed, why = failed + 1, error
        if failed:
            log.warning("%s matches of server %s still wait for it: %s", failed, guild_id, why)
            self._look_again(guilds=(guild_id,))
        else:
            await service.vanished.back(guild_id)

    def _is_on(self, guild_id: int) -> bool:
        guild = self._bot.get_guild(guild_id)
        return guild is not None and not guild.unavailable and not self._bot.is_closed()


async def setup(bot: StolikBot) -> None:
    """Add the listeners."""
    await bot.add_cog(ChannelWatch(bot))
