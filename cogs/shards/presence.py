"""Which servers the bot hears from.

Those whose shard is connected, has told of its servers, and that Discord itself can reach.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.ui.items import Interaction, match_in_id
from rules.errors import NoMatchError

if TYPE_CHECKING:
    from bot import StolikBot


class Presence:
    """The shards that are connected, and those whose servers are known.

    Attributes:
        begun: Set once the servers of a shard are known: from then on the bot does its work.
    """

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot
        self._connected = set[int]()
        self._known = set[int]()
        self.begun = asyncio.Event()

    def starting(self, shard_id: int) -> None:
        """Note that a shard has begun a session, in which it tells of its servers."""
        self._connected.add(shard_id)
        self._known.discard(shard_id)

    def ready(self, shard_id: int) -> None:
        """Note that a shard has told of its servers."""
        self._known.add(shard_id)
        self.begun.set()

    def resumed(self, shard_id: int) -> None:
        """Note that a shard goes on with its session."""
        self._connected.add(shard_id)

    def dropped(self, shard_id: int) -> None:
        """Note that a shard is no longer connected."""
        self._connected.discard(shard_id)

    async def server_of(self, interaction: Interaction) -> int | None:
        """Return the server that a request is about.

        A tap in direct messages names its match.
        """
        match_id = match_in_id(interaction)
        if interaction.guild_id is not None or not match_id:
            return interaction.guild_id
        with contextlib.suppress(NoMatchError):
            return (await self._bot.service.info(match_id)).guild_id
        return None

    def shard_of(self, guild_id: int) -> int:
        """Return the shard that a server belongs to, by Discord's formula."""
        return (guild_id >> 22) % (self._bot.shard_count or 1)

    def is_connected(self) -> bool:
        """Return whether the bot hears from at least one shard."""
        return bool(self._connected & self._known)

    def are_all_connected(self) -> bool:
        """Return whether the bot hears from every shard."""
        return all(self.shards().values())

    def shards(self) -> dict[int, bool]:
        """Return for each shard of the bot whether it hears from it."""
        shards = self._bot.shard_ids or range(self._bot.shard_count or 1)
        return {shard: shard in self._connected & self._known for shard in shards}

    def knows(self, guild_id: int) -> bool:
        """Return whether what we know of a server is up to date."""
        return self.shard_of(guild_id) in self._known

    def is_here(self, guild_id: int) -> bool:
        """Return whether the bot hears from a server."""
        guild = self._bot.get_guild(guild_id)
        is_there = guild is not None and not guild.unavailable
        return is_there and self.knows(guild_id) and self.shard_of(guild_id) in self._connected


class ShardWatch(commands.Cog):
    """Notices shards and servers that come and go, and has the clocks follow."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Note a new session."""
        self._bot.presence.starting(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let the clocks of a shard's servers go on."""
        self._bot.presence.resumed(shard_id)
        self._bot.scheduler.look_around()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let the clocks of a shard's servers stand still."""
        self._bot.presence.dropped(shard_id)
        self._bot.scheduler.look_around()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, _: discord.Guild) -> None:
        """Let the clocks of a server stand still."""
        self._bot.scheduler.look_around()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let the clocks of a server go on."""
        if self._bot.presence.knows(guild.id):  # a start announces all at once
            self._bot.scheduler.look_around()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Do the same: Discord may announce a server either way."""
        await self.on_guild_available(guild)


async def setup(bot: StolikBot) -> None:
    """Add the listeners."""
    await bot.add_cog(ShardWatch(bot))
