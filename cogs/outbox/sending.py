"""Sends, lays out and edits messages, and judges Discord's answers.

A phone shows nothing of a layout (Components V2) on its lock screen. So a message that pings
somebody is sent as one line of text, the notice, and then edited into its layout; an edit pings
nobody. If the bot stops between the two, the message is found by its text and laid out later.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ui

from cogs.outbox.direct import OPENED_TOO_FAST
from cogs.ui.sheet import Post
from cogs.ui.speech import NOBODY
from cogs.ui.threads import THREAD_ARCHIVED, in_open_thread, is_gone, wake_thread
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import ItemKind, OutboxRow
from matches.sender import Refused, TryLater

if TYPE_CHECKING:
    from bot import StolikBot

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
OLD_MESSAGE_EDITED: Final = 30046
"""A message older than an hour was edited too often; Discord wants a pause."""
CLOSED_DM: Final = (50007, 50278)
"""They have blocked the bot; or they share no server that lets them be written to."""
MISSING_PERMISSIONS: Final = 50013
THREAD_LOCKED: Final = 160005
"""Discord documents no status for it."""
TOO_MANY_REQUESTS: Final = 429


@asynccontextmanager
async def judged(bot: StolikBot, match: MatchInfo, row: OutboxRow) -> AsyncIterator[None]:
    """Turn Discord's errors about a row's message into `TryLater` and `Refused`."""
    try:
        yield
    except discord.RateLimited as error:
        raise TryLater(error.retry_after) from error
    except (aiohttp.ClientError, OSError) as error:
        raise TryLater(doubtful=True) from error
    except discord.HTTPException as error:
        # Checked by status: a simulated Discord raises the plain class for 5xx.
        if error.status == TOO_MANY_REQUESTS or error.code in (OLD_MESSAGE_EDITED, OPENED_TOO_FAST):
            raise TryLater(_asked_s(error)) from error
        if error.status >= 500:
            raise TryLater(doubtful=True) from error
        if error.code in CLOSED_DM:
            raise Refused("closed_dm") from error
        if isinstance(error, discord.Forbidden) or error.code == THREAD_LOCKED:
            raise Refused("forbidden") from error
        if isinstance(error, discord.NotFound) or error.code == THREAD_ARCHIVED:
            raise await _missing(bot, match, row, error) from error
        raise


def _asked_s(error: discord.HTTPException) -> float:
    """Return how many seconds Discord wants us to wait; 0 if it doesn't say."""
    headers = getattr(error.response, "headers", {})  # a simulated Discord has none
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:
        return 0.0


async def _missing(
    bot: StolikBot, match: MatchInfo, row: OutboxRow, error: discord.HTTPException
) -> Refused:
    """Return what a 404 means: "gone" only if the channel certainly no longer exists."""
    channel_id = row.parent_id if row.kind is ItemKind.CHANNEL_OFFER else match.channel_id
    if error.code == UNKNOWN_CHANNEL and await is_gone(bot, match.guild_id, channel_id):
        return Refused("gone", channel_id)
    return Refused("missing")


async def send(
    bot: StolikBot,
    match: MatchInfo,
    channel: discord.abc.Messageable,
    post: Post,
    row: OutboxRow,
    begun: discord.Message | None = None,
) -> int:
    """Send a message and return its id; raises like `matches.sender.Sender.send`.

    A notice that was sent before and called others than are to be called now is replaced. So is one
    that Discord returns because it was sent with the same nonce, arrived late, and says less.

    Args:
        bot: The bot.
        match: What the message is about.
        channel: Where to send it.
        post: What it looks like.
        row: The row of the outbox that it is sent for.
        begun: The message, if its notice was sent before.
    """
    if begun is None and not post.notice:
        return (await _send_layout(bot, channel, post, row)).id
    is_new = begun is None
    if begun is None:
        begun = await channel.send(post.notice, allowed_mentions=post.calls, nonce=row.nonce)
        is_new = begun.content == post.notice
    try:
        async with judged(bot, match, row):
            if not is_new and not _called(post) <= {user.id for user in begun.mentions}:
                row = await bot.service.delivery_log.renewed(row, again=True)
                await begun.delete()  # it called others, and an edit would call nobody
                begun = await channel.send(
                    post.notice, allowed_mentions=post.calls, nonce=row.nonce
                )
            lay_out = partial(_lay_out_sent, bot, row, begun)
            await in_open_thread(
                bot, begun.channel.id, lambda: lay_out(post), lambda: lay_out(post.again())
            )
    except (Refused, TryLater) as error:
        error.doubtful = True
        raise
    return begun.id


def _called(post: Post) -> set[int]:
    """Return the ids of the users whom a message calls."""
    users = post.calls.users
    return {user.id for user in users} if isinstance(users, Sequence) else set()


async def _send_layout(
    bot: StolikBot, channel: discord.abc.Messageable, post: Post, row: OutboxRow
) -> discord.Message:
    try:
        sent = await channel.send(
            view=post.view, files=post.files, allowed_mentions=post.calls, nonce=row.nonce
        )
    except discord.Forbidden as error:
        if error.code != MISSING_PERMISSIONS or post.bare is None:
            raise
        return await _send_layout(bot, channel, post.bare, row)
    if custom_ids(sent) != _custom_ids(post.view.children):  # sent before, and has arrived late
        await _lay_out_sent(bot, row, sent, post.again())
    return sent


async def _lay_out_sent(
    bot: StolikBot, row: OutboxRow, message: discord.Message, post: Post
) -> None:
    """Lay out a message that was sent for a row.

    If it's gone, the next try sends another.
    """
    try:
        await _lay_out(message, post)
    except discord.NotFound as error:
        if error.code == UNKNOWN_MESSAGE:
            await bot.service.delivery_log.renewed(row, again=False)
        raise


async def _lay_out(message: discord.Message | discord.PartialMessage, post: Post) -> None:
    """Edit a message to look like `post`; this pings nobody."""
    try:
        await message.edit(
            content=None, view=post.view, attachments=post.files, allowed_mentions=NOBODY
        )
    except discord.Forbidden as error:
        if error.code != MISSING_PERMISSIONS or post.bare is None:
            raise
        await _lay_out(message, post.bare)


async def edited(
    bot: StolikBot,
    channel: discord.PartialMessageable,
    message_id: int,
    post: Post,
) -> bool:
    """Edit a message; open its thread if it is archived.

    Returns:
        True if it was edited; False if it cannot be and a new message is needed.

    Raises:
        discord.HTTPException: It failed, but may work later.
    """
    message = channel.get_partial_message(message_id)
    try:
        await _lay_out(message, post)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            return False
        if error.code != THREAD_ARCHIVED:
            raise
    else:
        return True
    try:
        await wake_thread(bot, channel.id)
        await _lay_out(message, post.again())
    except discord.HTTPException as error:
        if isinstance(error, discord.Forbidden) or error.code in (UNKNOWN_MESSAGE, THREAD_ARCHIVED):
            return False  # a new post may still work, and opens the thread
        raise
    return True


def is_notice(message: discord.Message, match: MatchInfo, row: OutboxRow) -> bool:
    """Return whether a message of ours is a row's notice that was not laid out yet."""
    if not message.content or message.components:
        return False
    return row.kind is ItemKind.DIGEST or message.content.endswith(f"#{match.id}")


def custom_ids(message: discord.Message) -> set[str]:
    """Return the ids of all buttons and selects of a message."""
    return _custom_ids(message.components)


def texts(message: discord.Message) -> set[str]:
    """Return the texts of a message, each as a whole."""
    return {p.content for p in _parts(message.components) if isinstance(p, discord.TextDisplay)}


def says(message: discord.Message, view: ui.LayoutView) -> bool:
    """Return whether a message says all that a layout says."""
    wanted = {p.content for p in view.walk_children() if isinstance(p, ui.TextDisplay)}
    return wanted <= texts(message)


def _custom_ids(parts: Iterable[Any]) -> set[str]:
    return {str(part.custom_id) for part in _parts(parts) if getattr(part, "custom_id", None)}


def _parts(parts: Iterable[Any]) -> Iterator[Any]:
    """Yield components and all that is in them, however deep."""
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        yield part
        waiting += getattr(part, "children", ())
