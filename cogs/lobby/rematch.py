"""Rematches: ``/match rematch``, and the button of a match's last post."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.groups import add_to_match
from cogs.ui.answers import defer_new, reply
from cogs.ui.context import WHICH, MatchNumber, check_place, match_meant, opener_of, own_matches
from cogs.ui.items import ComponentId, Interaction, button, on
from cogs.ui.permissions import FOR_THREADS, missing, needed_here
from cogs.ui.sheet import place_of
from cogs.ui.speech import reader, say
from cogs.ui.translator import named
from matches.domain.model import MatchInfo
from rules.errors import LobbyError, NoMatchError
from rules.text import Text, t


@app_commands.command(
    name=named(t("rematch")), description=named(t("Play again with the same players"))
)
@app_commands.rename(number=named(t("number")))
@app_commands.describe(number=named(WHICH))
async def rematch(
    interaction: Interaction,
    number: MatchNumber | None = None,
) -> None:
    """Open a match with the players of the one in this channel."""
    await defer_new(interaction)
    await _open(interaction, await match_meant(interaction, number))


rematch.autocomplete("number")(own_matches)


@on("rematch")
async def _rematch(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    match = await interaction.client.service.info(tap.match_id)
    check_place(interaction, match)
    await _open(interaction, match)


async def _open(interaction: Interaction, match: MatchInfo) -> None:
    place, granted, thread = _where(interaction, match)
    lacking = missing(granted, needed_here(in_thread=isinstance(place, discord.Thread)))
    if lacking:
        raise LobbyError(
            t(
                "You can't play a match here because I'm missing these permissions: {permissions}.",
                permissions=lacking,
            ),
            t("Ask a server admin to help. /setup explains how to fix this."),
        )
    service = interaction.client.service
    user, opener = interaction.user.id, opener_of(interaction)
    new = await service.lobby.rematch(match.id, user, place.id, thread=thread, opener=opener)
    lang = reader(interaction)
    leaving = button("leave", new.id, label=say(t("Leave"), lang))
    await reply(interaction, say(_opened(new), lang, new), [leaving])


def _opened(new: MatchInfo) -> Text:
    """Return what somebody reads who has opened a rematch."""
    if not new.is_solo:
        return t(
            "The rematch is open in {channel}, and I've kept the players' seats. This time, the "
            "next player goes first. Start the match when everybody is here.",
            channel=place_of(new),
        )
    if not new.is_full:
        return t(
            "The rematch is open in {channel}. Nobody else of the last match has a seat in it, so "
            "others can join.",
            channel=place_of(new),
        )
    if len(new.seats) == 1:
        return t(
            "The rematch is open in {channel}. To begin, tap **Start**.", channel=place_of(new)
        )
    return t(
        "The rematch is open in {channel}. This time, the next player goes first. To begin, tap "
        "**Start**.",
        channel=place_of(new),
    )


def _where(
    interaction: Interaction, match: MatchInfo
) -> tuple[discord.abc.Snowflake, discord.Permissions, bool]:
    """Return where to play, what the bot may do there, and whether in a thread.

    Asked for in a match's own thread, a rematch is opened in the channel above it; otherwise where
    it is asked for.
    """
    here = interaction.channel
    if interaction.guild is None or here is None or interaction.guild_id != match.guild_id:
        raise NoMatchError(
            t("You can only open a rematch on the match's server."),
            t("Go to the match and type /match rematch."),
        )
    own = here.id == match.lobby_message_id  # a thread has the id of the post it was made from
    made_by = here.owner_id if isinstance(here, discord.Thread) else None
    if not isinstance(here, discord.Thread) or not (own or made_by == interaction.guild.me.id):
        return here, interaction.app_permissions, False
    parent = here.parent
    if parent is None:
        raise NoMatchError(
            t("This match's channel is gone."), t("Open another match with /match new.")
        )
    granted = parent.permissions_for(interaction.guild.me)
    return parent, granted, not missing(granted, FOR_THREADS)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/match rematch``."""
    add_to_match(bot, rematch)
