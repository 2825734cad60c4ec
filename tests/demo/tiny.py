"""A tiny bot, to test the demo around it."""

from __future__ import annotations

from pathlib import Path

import discord
from discord import app_commands
from discord.ext import commands


class TinyBot(commands.Bot):
    """Greets in the channel, in a thread and in private."""

    def __init__(self, database: Path) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        self._database = database

    async def setup_hook(self) -> None:
        self.tree.add_command(app_commands.Command(name="greet", description="-", callback=greet))
        if not self._database.exists():  # like the real one: sent to Discord only once
            await self.tree.sync()
            self._database.touch()


async def greet(interaction: discord.Interaction[TinyBot], word: str) -> None:
    await interaction.response.send_message(f"{word} in {interaction.locale}")
    assert isinstance(interaction.channel, discord.TextChannel)
    thread = await interaction.channel.create_thread(
        name=word, type=discord.ChannelType.public_thread
    )
    await thread.send(f"{word} in a thread")
    picture = discord.File(Path(__file__), "greeting.txt")
    dm = await interaction.client.create_dm(interaction.user)
    await dm.send(f"{word} in private", file=picture)
