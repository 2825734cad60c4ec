"""Finds the match a user means, and checks that they may ask about it there."""

from __future__ import annotations

import contextlib
from typing import Final, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.abc import GuildChannel

from cogs.ui.answers import forged
from cogs.ui.autocomplete import choices, guarded
from cogs.ui.choice import ChoicePath
from cogs.ui.items import Interaction
from cogs.ui.sheet import match_name
from cogs.ui.speech import channel_mention, plain_names, reader
from matches.domain.arrivals import Asked
from matches.domain.model import Glance, MatchInfo, is_homeless
from matches.domain.table.terms import Opener
from render.i18n import Lang
from rules.errors import NoMatchError, StaleMoveError
from rules.protocol import WATCHER
from rules.text import Text, t

WHICH: Final = t("The match's number (if empty, the match in this channel)")
"""The description of every option that takes a match's number."""

MatchNumber: TypeAlias = app_commands.Range[int, 1, 2**53 - 1]
"""The number of a match; Discord takes no greater ones."""


async def match_here(interaction: Interaction) -> MatchInfo:
    """Return the match of this channel.

    Raises:
        NoMatchError: There is none; the hint says how to open one.
    """
    found = await interaction.client.service.in_channel(interaction.channel_id or 0)
    return await _located(interaction, found, interaction.channel)


async def any_match_here(interaction: Interaction) -> MatchInfo | None:
    """Return the match of this channel, or None."""
    try:
        return await match_here(interaction)
    except NoMatchError:
        return None


async def any_match_meant(interaction: Interaction) -> MatchInfo | None:
    """Return the match of this channel or of a thread below it, or None."""
    try:
        return await match_meant(interaction, None)
    except NoMatchError:
        return None


async def match_of(interaction: Interaction, match_id: int) -> MatchInfo:
    """Return a match by its number, from anywhere on its server.

    Raises:
        NoMatchError: There is no such match, or it is played on another server.
    """
    found = await interaction.client.service.info(match_id)
    if found.guild_id != interaction.guild_id:
        raise NoMatchError(
            t("That match isn't on this server."), t("Find your matches with /turns.")
        )
    return found


async def match_meant(interaction: Interaction, number: int | None) -> MatchInfo:
    """Return the match with a number, else of this channel or a thread below it.

    Raises:
        NoMatchError: There is none, or none that may be asked about here; see `check_place`.
    """
    service, user_id = interaction.client.service, interaction.user.id
    if number is None:
        found = await service.in_channel(interaction.channel_id or 0, user_id)
        return await _located(interaction, found, interaction.channel)
    found = await service.info(number)
    if not found.took_part(user_id):
        found = await match_of(interaction, number)
    if not _may_ask(interaction, found):  # an archived thread is not in the cache
        with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
            place = await interaction.client.fetch_channel(found.channel_id)
            found = await _located(interaction, found, place)
    check_place(interaction, found)
    return found


async def glance_here(interaction: Interaction) -> Glance:
    """Return the match of this channel as the asker sees it.

    Raises:
        NoMatchError: There is none.
        LobbyError: It has not begun.
    """
    return await glance_of(interaction, (await match_here(interaction)).id)


async def glance_meant(interaction: Interaction, number: int | None) -> Glance:
    """Return a match as the asker sees it; raises like `match_meant`."""
    match = await match_meant(interaction, number)
    return await interaction.client.service.glance(match.id, interaction.user.id)


async def glance_of(interaction: Interaction, match_id: int) -> Glance:
    """Return a match as the asker sees it, if they may ask about it from here.

    Raises:
        NoMatchError: There is no such match, or not here.
        LobbyError: It has not begun.
    """
    glance = await interaction.client.service.glance(match_id, interaction.user.id)
    check_place(interaction, glance.match)
    await _located(interaction, glance.match, interaction.channel)
    return glance


def check_place(interaction: Interaction, match: MatchInfo) -> None:
    """Refuse a request about a match from elsewhere.

    Its thread, the channel above that, and direct messages with its players are allowed. Once the
    match is over, it may be asked about anywhere by those who had a seat, and on its server by
    those who can read the channel where it was played. About a match in a private thread, only who
    plays in it may ask elsewhere.

    Raises:
        NoMatchError: The match is played elsewhere, or they have lost their seat in it.
    """
    if _may_ask(interaction, match):
        return
    is_mine = match.seat_of(interaction.user.id) != WATCHER
    if is_mine and is_homeless(match) and interaction.guild_id == match.guild_id:
        raise NoMatchError(
            t("This match's channel is gone."),
            t("To give it a new one, type /match open number:{number}", number=match.id),
        )
    if interaction.guild_id is None and match.took_part(interaction.user.id):
        raise NoMatchError(
            t("You no longer have a seat in this match."), t("Find your matches with /turns.")
        )
    raise NoMatchError(t("This match is in another channel."), _way_there(interaction, match))


def _way_there(interaction: Interaction, match: MatchInfo) -> Text:
    """Return how to get to a match played elsewhere, as far as the user may know."""
    if interaction.guild_id != match.guild_id:
        return t("Find your matches with /turns.")
    if may_know(interaction, match) and not is_homeless(match):
        return t("Go to {channel}.", channel=channel_mention(match.channel_id))
    return t("Find the matches that you can watch with /match list.")


def check_own(path: ChoicePath, glance: Glance, *, refuses_late: bool = False) -> None:
    """Refuse the path of a button that was never made for the owner of `glance`.

    Its ply isn't checked if whoever acts on it refuses that in words of its own.

    Raises:
        InvalidMoveError: It is for another seat.
        StaleMoveError: It is for a ply that hasn't been reached. It may have been made before
            somebody put the match, or the whole database, back to an older state.
    """
    if path.seat != glance.seat:
        raise forged()
    if path.ply > glance.match.ply and not refuses_late:
        raise StaleMoveError


def _may_ask(interaction: Interaction, match: MatchInfo) -> bool:
    here, home = interaction.channel_id, interaction.client.get_channel(match.channel_id)
    if here == match.channel_id:
        return True
    if _is_hidden(match, home) and not match.took_part(interaction.user.id):
        return False
    if here is not None and here == match.parent_id:
        return True
    if interaction.guild_id is None and match.seat_of(interaction.user.id) != WATCHER:
        return True
    if isinstance(home, discord.Thread) and home.parent_id == interaction.channel_id:
        return True
    if match.status not in ("over", "ended"):
        return False
    on_server = interaction.guild_id == match.guild_id
    return match.took_part(interaction.user.id) or (on_server and may_know(interaction, match))


def may_know(interaction: Interaction, match: MatchInfo) -> bool:
    """Return whether a user on a match's server may learn of it.

    They may if they play in it, can read its channel, or are a server admin.
    """
    bot, user = interaction.client, interaction.user
    if match.seat_of(user.id) != WATCHER or is_admin(interaction):
        return True
    place = bot.get_channel(match.channel_id) or bot.get_channel(match.parent_id or 0)
    if not isinstance(user, discord.Member) or not isinstance(place, GuildChannel | discord.Thread):
        return False
    return not _is_hidden(match, place) and place.permissions_for(user).view_channel


def _is_hidden(match: MatchInfo, place: object) -> bool:
    """Return whether a match is in a private thread; `place` is where, if known."""
    return match.private or (isinstance(place, discord.Thread) and place.is_private())


async def _located(interaction: Interaction, match: MatchInfo, place: object) -> MatchInfo:
    """Return a match with the channel above its thread, noted if it was unknown."""
    if not isinstance(place, discord.Thread) or place.is_private() or not place.parent_id:
        return match
    if place.id != match.channel_id or match.parent_id is not None:
        return match
    service = interaction.client.service
    await service.channels.below(match.id, place.id, place.parent_id)
    return await service.info(match.id)


@guarded
async def own_matches(interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
    """Suggest the asker's matches that can be looked at from here, newest first."""
    found = await interaction.client.service.played_by(interaction.user.id)
    lang = reader(interaction)
    theirs = (
        (_title(m, lang), str(m.id)) for m in found if m.begun_at and _may_ask(interaction, m)
    )
    offered = choices(theirs, str(typed))
    return [app_commands.Choice(name=one.name, value=int(one.value)) for one in offered]


def _title(match: MatchInfo, lang: Lang) -> str:
    names = ", ".join(plain_names(match, lang).values())
    return f"{match_name(match)}: {names}"


def opener_of(interaction: Interaction) -> Opener:
    """Return what Discord says about the asker who wants to open a match here."""
    user, guild, here = interaction.user, interaction.guild, interaction.channel
    roles = user.roles if isinstance(user, discord.Member) else ()
    known = None
    if guild is not None and not guild.unavailable:
        known = frozenset(one.id for one in (*guild.roles, *guild.channels))
    parent = here.parent_id if isinstance(here, discord.Thread) else None
    return Opener(
        roles=frozenset(role.id for role in roles),
        is_admin=is_admin(interaction),
        above=frozenset() if parent is None else frozenset({parent}),
        known=known,
    )


def arrived(interaction: Interaction) -> Asked:
    """Return when a command was typed; call this before any wait.

    `matches.domain.arrivals` tells from it for which position the command was meant.
    """
    return interaction.client.service.arrived(interaction.created_at)


def is_admin(interaction: Interaction) -> bool:
    """Return whether the asker may manage this server."""
    return interaction.permissions.manage_guild
