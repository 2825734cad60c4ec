"""The groups ``/match`` and ``/seat``, for subcommands that live in other cogs."""

from __future__ import annotations

from typing import Any, TypeAlias

from discord import app_commands
from discord.ext import commands

from cogs.ui.translator import named
from rules.text import Text, t

Subcommand: TypeAlias = "app_commands.Command[Any, ..., None]"


def add_to_match(bot: commands.AutoShardedBot, *subcommands: Subcommand) -> None:
    """Add subcommands to ``/match``; the lobby's cog must be loaded before."""
    group = bot.tree.get_command("match")
    assert isinstance(group, app_commands.Group)
    for subcommand in subcommands:
        group.add_command(subcommand)


def add_to_seat(bot: commands.AutoShardedBot, *subcommands: Subcommand) -> None:
    """Add subcommands to ``/seat``."""
    for subcommand in subcommands:
        seat_group(bot).add_command(subcommand)


def moved_to_seat(subcommand: Subcommand, about: Text) -> Subcommand:
    """Return a subcommand of ``/seat`` for ``/match``, where it used to be."""
    name = subcommand._locale_name or subcommand.name
    return app_commands.Command(name=name, description=named(about), callback=subcommand.callback)


def seat_group(bot: commands.AutoShardedBot) -> app_commands.Group:
    """Return the group ``/seat`` of a bot."""
    group = bot.tree.get_command("seat")
    if group is None:
        about = named(t("Leave, offer, take over or free a seat"))
        group = app_commands.Group(name=named(t("seat")), description=about, guild_only=True)
        bot.tree.add_command(group)
    assert isinstance(group, app_commands.Group)
    return group
