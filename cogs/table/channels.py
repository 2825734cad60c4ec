"""The channels of matches: ``/match open``, ``/match relocate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from cogs.groups import add_to_match
from cogs.table.channel_posts import reopen_button, with_whom
from cogs.ui.answers import defer_new, reply
from cogs.ui.autocomplete import guarded
from cogs.ui.context import MatchNumber, opener_of
from cogs.ui.items import MAX_CHOICE, ComponentId, Interaction, fitting, on
from cogs.ui.permissions import FOR_THREADS, check_allowed, may_hide, missing
from cogs.ui.sheet import match_name, place_of
from cogs.ui.speech import reader, say
from cogs.ui.threads import is_there, let_in, wake_thread
from cogs.ui.translator import named
from matches.domain.model import MatchInfo, is_homeless
from matches.domain.table.guards import check_mine, check_movable
from rules.errors import LobbyError, NoMatchError
from rules.protocol import WATCHER
from rules.text import Person, Text, t

if TYPE_CHECKING:
    from bot import StolikBot

OFFERED_CHANNELS: Final = 5
"""The most matches that get a button to be opened again."""

# Commands


@app_commands.command(
    name=named(t("open again"), "open"),
    description=named(t("Reopen a match's thread or give the match a new one")),
)
@app_commands.rename(number=named(t("number")))
@app_commands.describe(
    number=named(t("The match's number (if empty, list matches without a channel)"))
)
async def reopen(
    interaction: Interaction,
    number: MatchNumber | None = None,
) -> None:
    """Open a match's channel again, or list the asker's matches that have lost theirs."""
    await defer_new(interaction)
    if number is not None:
        await _reopen(interaction, await _mine(interaction, number))
        return
    lang = reader(interaction)
    found = await interaction.client.service.channels.homeless(interaction.user.id)
    if not found:
        none = t("All your matches still have their channels. /turns shows where it's your move.")
        await reply(interaction, say(none, lang))
        return
    shown = found[:OFFERED_CHANNELS]
    head = say(t("These matches have lost their channels. Open one here:"), lang)
    lines = [f"- {with_whom(match, lang)}" for match in shown]
    buttons = [reopen_button(match, "here", fitting(match_name(match), 60)) for match in shown]
    await reply(interaction, "\n".join([head, *lines]), buttons)


@reopen.autocomplete("number")
@guarded
async def _homeless(interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
    found = await interaction.client.service.channels.homeless(interaction.user.id)
    return [
        app_commands.Choice(name=fitting(match_name(match), MAX_CHOICE), value=match.id)
        for match in found
        if str(match.id).startswith(str(typed).strip())
    ][:25]


@on("reopen")
async def _reopen_tap(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    await _reopen(interaction, await _mine(interaction, tap.match_id))


async def _reopen(interaction: Interaction, match: MatchInfo) -> None:
    """Let a match go on where it was, else in a new thread of this channel."""
    bot, user = interaction.client, interaction.user.id
    check_mine(match, user)
    if await is_there(bot, match.channel_id):
        try:
            thread = await wake_thread(bot, match.channel_id)
            if thread is not None and match.private:
                await let_in(thread, match)
        except discord.Forbidden as error:
            how = t("Ask a server admin to unlock it, or move the match with /match relocate.")
            if user != match.host_id:
                how = t(
                    "Ask a server admin to unlock it, or the host to move the match with /match "
                    "relocate."
                )
            raise LobbyError(
                t("The thread is locked, and I'm not allowed to unlock it."), how
            ) from error
        after = await bot.service.channels.reopen(match.id, user)
        await _tell_where(interaction, after)
        return
    await bot.service.channels.lost(match.id, match.channel_id)
    await _check_here(interaction, match)
    threads = missing(interaction.app_permissions, FOR_THREADS)
    hidden = match.private and may_hide(interaction.channel)
    own_thread = not isinstance(interaction.channel, discord.Thread) and (hidden or not threads)
    place = (interaction.guild_id or 0, interaction.channel_id or 0)
    after = await bot.service.channels.open_anew(
        match.id, user, *place, thread=own_thread, private=hidden
    )
    shown = [
        t("I'm not allowed to open private threads here, so everybody in this channel can see it.")
    ]
    told = shown if match.private and not hidden else []
    elsewhere = after.channel_id != interaction.channel_id
    if elsewhere or not own_thread or after.status == "lobby":
        await _tell_where(interaction, after, *told)
        return
    said = t("{match} continues in a new thread in this channel.", match=match_name(after))
    await reply(interaction, "\n".join(say(text, reader(interaction)) for text in (said, *told)))


@app_commands.command(
    name=named(t("relocate")),
    description=named(t("Move a match to this channel")),
)
@app_commands.rename(number=named(t("number")))
@app_commands.describe(number=named(t("The match's number")))
async def relocate(interaction: Interaction, number: MatchNumber) -> None:
    """Move a match to the channel where this is typed."""
    await defer_new(interaction)
    match = await _mine(interaction, number)
    if match.channel_id == interaction.channel_id and not is_homeless(match):
        how = t("Tap **Your move** to continue.")
        if match.status == "lobby":
            how = t("Look at it with /match info.")
        raise LobbyError(t("This match is already in this channel."), how)
    check_movable(match, interaction.user.id, interaction.guild_id or 0)
    await _check_here(interaction, match)
    place = (interaction.guild_id or 0, interaction.channel_id or 0)
    after = await interaction.client.service.channels.move(match.id, interaction.user.id, *place)
    await _tell_where(interaction, after)


async def _mine(interaction: Interaction, number: int) -> MatchInfo:
    """Return a match by its number; its players may ask for it on any server.

    Raises:
        NoMatchError: There is none, or it is on another server and the asker does not play in it.
        LobbyError: It is on this server, but the asker does not play in it.
    """
    match = await interaction.client.service.info(number)
    user = interaction.user.id
    is_stranger = match.seat_of(user) == WATCHER and match.host_id != user
    if is_stranger and match.guild_id != interaction.guild_id:
        raise NoMatchError(
            t("That match isn't on this server."), t("Find your matches with /turns.")
        )
    check_mine(match, user)
    return match


async def _tell_where(interaction: Interaction, match: MatchInfo, *more: Text) -> None:
    said = t("{match} continues here: {place}", match=match_name(match), place=place_of(match))
    await reply(interaction, "\n".join(say(text, reader(interaction)) for text in (said, *more)))


async def _check_here(interaction: Interaction, match: MatchInfo) -> None:
    """Refuse unless the bot and everybody with a seat can play in this channel.

    The server's admins decide where matches come to, but not that one leaves where it was.

    Raises:
        LobbyError: At least one cannot, or may not; the hint says what to do.
    """
    guild, channel = interaction.guild, interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        raise LobbyError(
            t("This match has lost its channel."),
            t(
                "Go to a channel that all players can see, and type /match open number:{number}",
                number=match.id,
            ),
        )
    check_allowed(interaction)
    opener = opener_of(interaction)
    if match.parent_id not in {channel.id, *opener.above}:
        await interaction.client.service.admission.check_moving(guild.id, opener, channel.id)
    if isinstance(channel, discord.Thread) and channel.is_private():
        raise LobbyError(
            t("Not all players can see a private thread."),
            t("Choose a channel that everybody can see."),
        )
    unable = [
        Person(seat.name)
        for seat in match.seats
        if seat.user_id not in (0, interaction.user.id)
        and not await _can_come(guild, channel, seat.user_id, left=guild.id == match.guild_id)
    ]
    if unable:
        raise LobbyError(
            t("These players can't see this channel: {who}.", who=tuple(unable)),
            t("Choose a channel that everybody can see, or give these players access first."),
        )


async def _can_come(
    guild: discord.Guild,
    channel: discord.abc.GuildChannel | discord.Thread,
    user_id: int,
    *,
    left: bool,
) -> bool:
    """Return whether a user can see a channel, or `left` if they left the server."""
    try:
        member = await guild.fetch_member(user_id)
    except discord.NotFound:
        return left
    return channel.permissions_for(member).view_channel


async def setup(bot: StolikBot) -> None:
    """Add the commands about channels to ``/match``."""
    add_to_match(bot, reopen, relocate)
