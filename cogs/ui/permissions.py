"""The permissions the bot needs in a channel, and whether it has them."""

from __future__ import annotations

from typing import Final

import discord

from cogs.ui.items import Interaction
from rules.errors import LobbyError
from rules.text import Text, t

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
