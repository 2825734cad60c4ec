"""Which match somebody means, and whether he may ask about it from where he is."""

from __future__ import annotations

from typing import Any

import discord

from matches.arrivals import Asked
from matches.model import Glance, MatchInfo
from rules.errors import NoMatchError
from rules.protocol import WATCHER
from rules.text import t


async def match_here(interaction: discord.Interaction[Any]) -> MatchInfo:
    """Return the match of this channel.

    Raises:
        NoMatchError: There is none; the hint says how to open one.
    """
    found: MatchInfo = await interaction.client.service.in_channel(interaction.channel_id)
    return found


async def any_match_here(interaction: discord.Interaction[Any]) -> MatchInfo | None:
    """Return the match of this channel, or None."""
    try:
        return await match_here(interaction)
    except NoMatchError:
        return None


async def match_of(interaction: discord.Interaction[Any], match_id: int) -> MatchInfo:
    """Return a match by its number, from anywhere on its server.

    Raises:
        NoMatchError: There is no such match, or it is played on another server.
    """
    found: MatchInfo = await interaction.client.service.info(match_id)
    if found.guild_id != interaction.guild_id:
        raise NoMatchError(
            t("That match is not played on this server."), t("Look for yours with /turns.")
        )
    return found


async def glance_here(interaction: discord.Interaction[Any]) -> Glance:
    """Return how the match of this channel looks to whoever asks.

    Raises:
        NoMatchError: There is none.
        LobbyError: It has not begun.
    """
    return await glance_of(interaction, (await match_here(interaction)).id)


async def glance_of(interaction: discord.Interaction[Any], match_id: int) -> Glance:
    """Return how a match looks to whoever asks, if he asks where it is played.

    Raises:
        NoMatchError: There is no such match, or not here.
        LobbyError: It has not begun.
    """
    glance: Glance = await interaction.client.service.glance(match_id, interaction.user.id)
    check_place(interaction, glance.match)
    return glance


def check_place(interaction: discord.Interaction[Any], match: MatchInfo) -> None:
    """Refuse what was asked away from the match.

    Its thread, the channel that thread is in, and the direct messages of its players are all right.

    Raises:
        NoMatchError: The match is played elsewhere.
    """
    if interaction.channel_id == match.channel_id:
        return
    if interaction.guild_id is None and match.seat_of(interaction.user.id) != WATCHER:
        return
    home = interaction.client.get_channel(match.channel_id)
    if isinstance(home, discord.Thread) and home.parent_id == interaction.channel_id:
        return
    raise NoMatchError(
        t("This match is played in another channel."), t("Go there; /turns has the links.")
    )


def arrived(interaction: discord.Interaction[Any]) -> Asked:
    """Return when a command was typed; to be called before any waiting, see `matches.arrivals`."""
    asked: Asked = interaction.client.service.arrived(interaction.created_at)
    return asked


def is_admin(interaction: discord.Interaction[Any]) -> bool:
    """Return whether whoever asks may manage this server."""
    return interaction.permissions.manage_guild
