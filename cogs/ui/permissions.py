"""The permissions the bot needs in a channel, and what waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord

from cogs.ui.items import Interaction
from cogs.ui.sheet import match_name
from cogs.ui.speech import say
from matches.domain.model import MatchInfo
from render.i18n import Lang
from rules.errors import LobbyError
from rules.text import Text, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

NEEDED: Final = {
    "view_channel": t("View Channel"),
    "send_messages": t("Send Messages"),
    "send_messages_in_threads": t("Send Messages in Threads"),
    "create_public_threads": t("Create Public Threads"),
    "attach_files": t("Attach Files"),
    "read_message_history": t("Read Message History"),
}
"""The permissions: discord.py's name to the name in Discord's settings."""


FOR_THREADS: Final = frozenset({"send_messages_in_threads", "create_public_threads"})
PRIVATE_THREADS: Final = t("Create Private Threads")
"""A permission that only those miss who play without other people."""


def needed_here(*, in_thread: bool) -> frozenset[str]:
    """Return the permissions needed to play a match in a thread or in a channel."""
    if in_thread:
        return frozenset(NEEDED) - {"send_messages", "create_public_threads"}
    return frozenset(NEEDED) - FOR_THREADS


def missing(granted: discord.Permissions, wanted: frozenset[str]) -> tuple[Text, ...]:
    """Return the names of wanted permissions not granted, ordered as in `NEEDED`."""
    return tuple(
        title for name, title in NEEDED.items() if name in wanted and not getattr(granted, name)
    )


def may_hide(channel: object) -> bool:
    """Return whether the bot can open private threads in a channel."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return False
    granted = channel.permissions_for(channel.guild.me)
    return granted.create_private_threads and granted.send_messages_in_threads


def check_allowed(interaction: Interaction) -> None:
    """Refuse unless the bot has every permission in this channel that a match needs.

    Raises:
        LobbyError: Permissions are missing; the reason lists them.
    """
    in_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, needed_here(in_thread=in_thread))
    if lacking:
        raise LobbyError(
            t(
                "You can't play a match here because I'm missing these permissions: {permissions}.",
                permissions=lacking,
            ),
            t("Ask a server admin to help. /setup explains how to fix this."),
        )


HELD_HEAD: Final = t("I can't post in these matches right now:")
HELD_LINES: Final = 5
"""The most matches that a page names with their reasons."""


def held_lines(bot: StolikBot, matches: Sequence[MatchInfo], lang: Lang) -> list[str]:
    """Return which matches have posts that are held back, and why; [] for none.

    It is for somebody who may not know of the private ones.
    """
    held = [match for match in matches if match.trouble and not match.private]
    if not held:
        return []
    lines = [f"**{say(HELD_HEAD, lang)}**"]
    for match in held[:HELD_LINES]:
        why, *_ = held_because(bot, match)
        lines.append(f"- {match_name(match)}: {say(why, lang)}")
    if (more := len(held) - HELD_LINES) > 0:
        lines.append(say(tn("And {count} more.", "And {count} more.", more), lang))
    return lines


def held_because(bot: StolikBot, match: MatchInfo) -> tuple[Text, ...]:
    """Return why the posts of a match are held back, and what can be done about it."""
    channel = bot.get_channel(match.channel_id)
    in_thread = isinstance(channel, discord.Thread)
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if match.trouble == "forbidden" and isinstance(place, discord.TextChannel):
        # As set by admins: other methods deny what is of no use without something else, too.
        granted = discord.abc.GuildChannel.permissions_for(place, place.guild.me)
        if lacking := missing(granted, needed_here(in_thread=in_thread)):
            return (
                t("I'm missing permissions there: {permissions}.", permissions=lacking),
                t("Please ask a server admin to allow this."),
            )
    return (t("Discord is rejecting my posts there. I'll keep trying."),)
