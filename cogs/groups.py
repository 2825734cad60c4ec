"""Subcommands of ``/match`` that live outside the lobby's cog."""

from __future__ import annotations

from typing import Any, TypeAlias

from discord import app_commands
from discord.ext import commands

Subcommand: TypeAlias = "app_commands.Command[Any, ..., None]"


def add_to_match(bot: commands.Bot, *subcommands: Subcommand) -> None:
    """Add subcommands to ``/match``; the lobby's cog must be loaded before."""
    group = bot.tree.get_command("match")
    assert isinstance(group, app_commands.Group)
    for subcommand in subcommands:
        group.add_command(subcommand)
