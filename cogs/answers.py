"""Private answers, the same everywhere: words and buttons for whoever asked, for nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.posts import Post
from cogs.speech import NOBODY
from cogs.ui.items import Button, Select
from matches.model import MatchInfo
from rules.errors import InvalidMoveError, NoMatchError
from rules.text import t

MAX_WORDS = 3900
"""Signs of text in one message, below Discord's 4,000."""


def page(words: str, *rows: Sequence[Button | Select]) -> ui.LayoutView:
    """Return a message of words with rows of buttons, or of one select, below them."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words[:MAX_WORDS]))
    for row in rows:
        if row:
            view.add_item(ui.ActionRow(*row))
    return view


async def tell(
    interaction: discord.Interaction[Any],
    words: str,
    *rows: Sequence[Button | Select],
    file: discord.File = discord.utils.MISSING,
) -> None:
    """Answer privately, for the first time or once more after `defer`."""
    view = page(words, *rows)
    if interaction.response.is_done():
        await interaction.followup.send(
            view=view, file=file, ephemeral=True, allowed_mentions=NOBODY
        )
    else:
        await interaction.response.send_message(
            view=view, file=file, ephemeral=True, allowed_mentions=NOBODY
        )


async def tell_post(interaction: discord.Interaction[Any], post: Post) -> None:
    """Answer privately with a whole message after `defer`, or once more after `hold`."""
    await interaction.followup.send(
        view=post.view, files=list(post.files), ephemeral=True, allowed_mentions=NOBODY
    )


async def change(
    interaction: discord.Interaction[Any], words: str, *rows: Sequence[Button | Select]
) -> None:
    """Put other words and buttons in the place of the private answer that was tapped.

    Raises:
        InvalidMoveError: The component was never there.
    """
    if interaction.response.is_done():
        await interaction.edit_original_response(view=page(words, *rows))
    else:
        check_private(interaction)
        await interaction.response.edit_message(view=page(words, *rows))


def check_private(interaction: discord.Interaction[Any]) -> None:
    """Refuse a tap on a message that others see, where its private answer would be shown.

    Raises:
        InvalidMoveError: The component was never there.
    """
    message = interaction.message
    if message is None or not (message.flags.ephemeral or interaction.guild_id is None):
        raise forged()


def forged() -> InvalidMoveError:
    """Return the refusal of a component that the bot never made."""
    return InvalidMoveError(
        t("This button does not belong to you."), t("Tap Your move to see your own choices.")
    )


async def hold(interaction: discord.Interaction[Any]) -> None:
    """Win time before something is changed: `change` will follow.

    Raises:
        InvalidMoveError: The component was never there.
    """
    check_private(interaction)
    await interaction.response.defer()


async def defer(interaction: discord.Interaction[Any]) -> None:
    """Win time: a private answer will follow."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def match_here(interaction: discord.Interaction[Any]) -> MatchInfo:
    """Return the match of this channel.

    Raises:
        NoMatchError: There is none; the hint says how to open one.
    """
    found: MatchInfo = await interaction.client.service.in_channel(interaction.channel_id)
    return found


async def match_of(interaction: discord.Interaction[Any], match_id: int) -> MatchInfo:
    """Return the match a component names.

    Raises:
        NoMatchError: There is no such match, or it is played on another server.
    """
    found: MatchInfo = await interaction.client.service.info(match_id)
    if found.guild_id != interaction.guild_id:
        raise NoMatchError(
            t("That match is not played on this server."), t("Look for yours with /turns.")
        )
    return found
