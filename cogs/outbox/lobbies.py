"""The post of a lobby, its thread, and the messages to its guests."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord

from cogs.lobby.info import outcome_of
from cogs.lobby.invitations import invited_call, invited_dm, sent_away_dm
from cogs.lobby.post import lobby_post, lobby_view
from cogs.outbox.errand import Errand, MessageKind, sent_if
from cogs.outbox.sending import TOO_MANY_REQUESTS, custom_ids, says
from cogs.ui.answers import page
from cogs.ui.items import names_row
from cogs.ui.permissions import may_hide
from cogs.ui.sheet import Post, match_name, place_of
from cogs.ui.speech import NOBODY, say
from cogs.ui.threads import let_in, thread_name
from matches.domain.outbox_item import Sent
from matches.sender import Refused
from render.i18n import Lang
from rules.errors import NoMatchError, ReplayError
from rules.text import t

THREAD_EXISTS: Final = 160004
THREAD_MINUTES: Final = 10080
"""A thread is archived after a week without messages; a turn post reopens it."""


async def _send_lobby(errand: Errand) -> Sent | None:
    match = errand.match
    alone = may_hide(errand.bot.get_channel(match.channel_id))
    outcome = await outcome_of(errand.bot, match)
    invited, now = await _invited(errand), errand.bot.clock()
    post = lobby_post(match, errand.lang, now, alone=alone, outcome=outcome, invited=invited)
    if match.lobby_message_id is not None:
        there = match.lobby_message_id
        post = post.calling(NOBODY, "")  # the first one has called whoever it calls
        await _point_on(errand, there)
        if await _edit_lobby(errand, there, post) or match.status != "lobby":
            return Sent(there)  # or it is no longer needed
    return await errand.send(post)


async def _point_on(errand: Errand, message_id: int) -> None:
    """Let the post of a lobby that was moved say where it went, if that can be."""
    if (left := errand.row.moved_from) is not None:
        said = t(
            "{match} continues here: {place}",
            match=match_name(errand.match),
            place=place_of(errand.match),
        )
        try:
            await errand.edit(message_id, page(say(said, errand.lang)), errand.place(left))
        except discord.HTTPException as error:
            if _may_pass(error):
                raise


async def _invited(errand: Errand) -> frozenset[int]:
    """Return the players of the match before a rematch, unless that was deleted."""
    if errand.match.rematch_of is None or errand.match.status != "lobby":
        return frozenset()
    with suppress(NoMatchError, ReplayError):
        before = await errand.bot.service.info(errand.match.rematch_of)
        return frozenset(seat.user_id for seat in before.seats)
    return frozenset()


async def _edit_lobby(errand: Errand, message_id: int, post: Post) -> bool:
    """Edit the post of a lobby, which stays above the match's own thread.

    Once the match is over, what can't be edited doesn't keep the bot busy.
    """
    match = errand.match
    in_own_thread = match.private or match.channel_id == message_id
    where = errand.channel
    if in_own_thread and not match.wants_thread and match.parent_id is not None:
        where = errand.place(match.parent_id)
    try:
        return await errand.edit(message_id, post, where)
    except (discord.Forbidden, discord.NotFound):
        if match.status in ("lobby", "live"):
            raise
        return False


async def _is_lobby(errand: Errand, message: discord.Message) -> Sent | None:
    match = errand.match
    if message.id <= (match.lobby_message_id or 0):
        return None  # an edit does no harm a second time
    if match.status == "lobby":
        return sent_if(f"bjoin:{match.id}:" in custom_ids(message), message)
    # It was posted again, to make a thread from it.
    view = lobby_view(match, errand.lang, errand.bot.clock())
    return sent_if(not message.flags.has_thread and says(message, view), message)


async def _open_thread(errand: Errand) -> Sent | None:
    match = errand.match
    if not match.wants_thread or match.lobby_message_id is None:
        return None
    name = thread_name(match, errand.lang)
    lobby = errand.channel.get_partial_message(match.lobby_message_id)
    if match.private and (hidden := await _open_private(errand, name)):
        return hidden
    try:
        thread = await lobby.create_thread(name=name, auto_archive_duration=THREAD_MINUTES)
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return Sent(match.lobby_message_id)  # a thread has the id of its first message
        if _may_pass(error):
            raise
        raise Refused("forbidden") from error
    return Sent(thread.id)


async def _open_private(errand: Errand, name: str) -> Sent | None:
    """Open a thread for the one player and the bot; None if Discord refuses that.

    One that was opened before a crash is known by how its name begins.
    """
    channel = errand.bot.get_channel(errand.match.channel_id)
    if not isinstance(channel, discord.TextChannel) or not may_hide(channel):
        return None
    me = channel.guild.me.id
    begins = f"{match_name(errand.match)}:"
    opened = (one for one in channel.threads if one.is_private() and one.owner_id == me)
    thread = next((one for one in opened if one.name.startswith(begins)), None)
    try:
        thread = thread or await channel.create_thread(
            name=name,
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=THREAD_MINUTES,
        )
    except discord.HTTPException as error:
        if _may_pass(error):
            raise
        return None
    await let_in(thread, errand.match)
    return Sent(thread.id)


def _may_pass(error: discord.HTTPException) -> bool:
    """Return whether the same request may be taken later."""
    return error.status >= 500 or error.status == TOO_MANY_REQUESTS


async def _invite(errand: Errand) -> Sent | None:
    """Tell somebody that a seat is kept for them, unless it no longer is."""
    match, row = errand.match, errand.row
    guest = match.invitations.of(row.recipient)
    if guest is None or not match.invitations.keeps(guest.user_id, errand.bot.clock()):
        return None
    if not row.lane.is_private:
        return await errand.send(invited_call(match, guest, row.id, errand.lang))
    post = invited_dm(match, guest, row.id, _lang_of_guest(errand))
    return await errand.send(post, await errand.direct())


async def _is_invitation(errand: Errand, message: discord.Message) -> Sent | None:
    return sent_if(names_row(custom_ids(message), errand.row.id), message)


async def _send_away(errand: Errand) -> Sent | None:
    """Tell somebody that the host sent them away, unless they may be back."""
    match, user_id = errand.match, errand.row.recipient
    if match.status == "lobby" and not match.invitations.sent_away(user_id):
        return None
    post = sent_away_dm(errand.match, _lang_of_guest(errand))
    return await errand.send(post, await errand.direct())


async def _is_sending_away(errand: Errand, message: discord.Message) -> Sent | None:
    post = sent_away_dm(errand.match, _lang_of_guest(errand))
    return sent_if(says(message, post.view), message)


def _lang_of_guest(errand: Errand) -> Lang:
    """Return the language of a guest's Discord, if known; else that of the server."""
    guest = errand.match.invitations.of(errand.row.recipient)
    return errand.lang_of(guest.locale if guest is not None else "")


LOBBY: Final = MessageKind(_send_lobby, _is_lobby, requests=1)
THREAD: Final = MessageKind(_open_thread, None)
INVITED: Final = MessageKind(_invite, _is_invitation)
SENT_AWAY: Final = MessageKind(_send_away, _is_sending_away)
