"""Signals that posting may work again: the outbox then retries what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.ui.items import Interaction, match_in_id

if TYPE_CHECKING:
    from bot import StolikBot


class Signals(commands.Cog):
    """Listens for changed permissions and channels, and for players at a match."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Somebody plays: a tap names its match, a command its channel."""
        if interaction.type is not discord.InteractionType.autocomplete:
            match_id, channel_id = match_in_id(interaction), interaction.channel_id
            self._bot.outbox.signal(match_id=match_id or 0, channel_id=channel_id or 0)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A channel or its permissions have changed."""
        self._bot.outbox.signal(guild_id=channel.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread has changed; perhaps it was opened again."""
        self._bot.outbox.signal(guild_id=thread.guild_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """The permissions of a role may have changed."""
        self._bot.outbox.signal(guild_id=role.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role that forbade something is gone."""
        self._bot.outbox.signal(guild_id=role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The bot's roles have changed; Discord reports no other member's to us."""
        self._bot.outbox.signal(guild_id=member.guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached again."""
        self._bot.outbox.signal(guild_id=guild.id)


async def setup(bot: StolikBot) -> None:
    """Add the listeners."""
    await bot.add_cog(Signals(bot))
