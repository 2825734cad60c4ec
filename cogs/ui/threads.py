"""Channels and threads: whether they exist, opening archived ones, naming threads."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp
import discord

from cogs.ui.items import fitting
from cogs.ui.sheet import match_name, winners
from cogs.ui.speech import plain_names
from matches.domain.model import Glance, MatchInfo
from render.i18n import Lang, translate
from rules.text import Text, t

if TYPE_CHECKING:
    from bot import StolikBot

T = TypeVar("T")

THREAD_ARCHIVED: Final = 50083
"""Discord's code: an archived thread takes no edits and no answers to taps."""
MAX_THREAD_NAME: Final = 100
"""The most characters in the name of a thread."""


async def is_there(bot: StolikBot, channel_id: int) -> bool:
    """Return whether the bot can find a channel or thread, archived or not."""
    if bot.get_channel(channel_id) is not None:
        return True
    try:
        await bot.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return False
    return True


async def is_gone(bot: StolikBot, guild_id: int, channel_id: int) -> bool:
    """Return whether a channel or thread certainly no longer exists."""
    guild = bot.get_guild(guild_id)
    if guild is None:
        return await has_left(bot, guild_id)
    if guild.unavailable or guild.get_channel_or_thread(channel_id) is not None:
        return False
    try:  # an archived thread exists but is not in the cache
        await bot.fetch_channel(channel_id)
    except discord.NotFound:
        return True
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False  # it is hidden, or Discord has a problem
    return False


async def has_left(bot: StolikBot, guild_id: int) -> bool:
    """Return whether the bot is certainly no longer on a server.

    A server that Discord can't reach is not gone, nor is one that only the cache doesn't know.
    """
    if bot.get_guild(guild_id) is not None:
        return False
    try:
        await bot.fetch_guild(guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return True
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return False
    return False


async def wake_thread(bot: StolikBot, channel_id: int) -> discord.Thread | None:
    """Open a thread that is archived, and return it; a channel stays as it is.

    Raises:
        discord.HTTPException: It cannot be opened.
    """
    thread = await _thread(bot, channel_id)
    if thread is not None and thread.archived:
        await thread.edit(archived=False)
    return thread


async def in_open_thread(
    bot: StolikBot,
    channel_id: int | None,
    do: Callable[[], Awaitable[T]],
    again: Callable[[], Awaitable[T]] | None = None,
) -> T:
    """Return what `do` returns; if its thread is archived, open that and do it again.

    Args:
        bot: The bot.
        channel_id: Where it is done.
        do: What is done.
        again: The same with files that can be sent (`Post.again`), if it sends any.

    Raises:
        discord.HTTPException: It can't be done, or the thread can't be opened.
    """
    try:
        return await do()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED or channel_id is None:
            raise
    await wake_thread(bot, channel_id)
    return await (again or do)()


async def let_in(thread: discord.Thread, match: MatchInfo) -> None:
    """Add the players of a match to its private thread, as far as they can come."""
    for seat in match.seats:
        if seat.user_id:
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                await thread.add_user(discord.Object(seat.user_id))


async def _thread(bot: StolikBot, channel_id: int) -> discord.Thread | None:
    found = bot.get_channel(channel_id) or await bot.fetch_channel(channel_id)
    return found if isinstance(found, discord.Thread) else None


async def title_thread(bot: StolikBot, match: MatchInfo, lang: Lang) -> None:
    """Name a match's own thread after its players or result; fail silently.

    That is tried once. The players' names replace only others. The thread of a finished match stays
    open: buttons fail in a locked thread, answers in an archived one.
    """
    title, names = thread_name(match, lang), f"{match_name(match)}:"
    if not (is_live := match.status == "live"):
        title = thread_title(await bot.service.glance(match.id, None), lang)
    with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
        thread = await _thread(bot, match.channel_id)
        is_ours = thread is not None and bot.user is not None and thread.owner_id == bot.user.id
        if thread is None or not is_ours or thread.name == title:
            return
        if not is_live or thread.name.startswith(names):
            await thread.edit(name=title)


def thread_name(match: MatchInfo, lang: Lang) -> str:
    """Return the name of a match's thread until its end: game, number and players."""
    players = ", ".join(plain_names(match, lang).values())
    return fitting(f"{match_name(match)}: {players}", MAX_THREAD_NAME)


def thread_title(glance: Glance, lang: Lang) -> str:
    """Return the title of a finished match's thread: game, number and winner."""
    match, outcome = glance.match, glance.outcome
    result: Text = t("no result")
    if outcome is not None:
        result = winners(outcome)
    told = translate(result, lang, plain_names(match, lang))
    return fitting(f"{match_name(match)} · {told}", MAX_THREAD_NAME)
