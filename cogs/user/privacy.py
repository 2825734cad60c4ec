"""The data kept about a user: seeing, exporting and erasing it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui.answers import defer_new, defer_update, finish, page, reply
from cogs.ui.items import ComponentId, Interaction, button, on
from cogs.ui.sheet import Upload
from cogs.ui.speech import NOBODY, reader, say
from cogs.ui.translator import named
from matches.domain.table.departure import Outlook
from rules.errors import InvalidMoveError
from rules.text import Text, t, tn

_KEPT: Final = (
    t("### What I keep about you"),
    t(
        "I keep your Discord ID, your name and language from when you took a seat or were "
        "invited to one, your moves and when you made them, any move you've queued, any word you "
        "gave for the draws, and what you chose in /settings and /away. I can't read your "
        "messages."
    ),
    t(
        "If you erase your data, I'll replace your name with a neutral one. Your moves and words "
        "in finished matches stay so that the others can still look at them and check the draws. "
        "A computer takes over your seats in matches that aren't finished."
    ),
)


class Privacy(commands.Cog):
    """``/privacy``; works in DMs, too."""

    @app_commands.command(
        name=named(t("privacy")), description=named(t("See, export or erase what I keep about you"))
    )
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept, and offer to export or erase it."""
        lang = reader(interaction)
        danger = discord.ButtonStyle.danger
        await reply(
            interaction,
            "\n".join(say(text, lang) for text in _KEPT),
            [
                button("privacy", rest="export", label=say(t("Export"), lang)),
                button("privacy", rest="erase", label=say(t("Erase"), lang), style=danger),
            ],
        )


@on("privacy")
async def _privacy(interaction: Interaction, tap: ComponentId) -> None:
    steps = {"export": _export, "erase": _ask_erase, "really": _erase}
    if tap.rest not in steps:
        raise InvalidMoveError(t("This button no longer works."), t("Type /privacy again."))
    await steps[tap.rest](interaction)


async def _export(interaction: Interaction) -> None:
    await defer_new(interaction)
    kept = await interaction.client.service.users.export(interaction.user.id)
    data = json.dumps(kept, ensure_ascii=False, indent=2).encode()
    await interaction.edit_original_response(
        content=say(t("This is everything I keep about you."), reader(interaction)),
        attachments=[Upload(data, "stolik.json")],
        allowed_mentions=NOBODY,
    )


async def _ask_erase(interaction: Interaction) -> None:
    await defer_update(interaction)
    lang = reader(interaction)
    ahead = await interaction.client.service.farewell.outlook(interaction.user.id)
    sure = t("Erase your ID, your name and your settings? This can't be undone.")
    words = [say(sure, lang), *(f"- {say(text, lang)}" for text in _effects(ahead))]
    label, danger = say(t("Erase my data"), lang), discord.ButtonStyle.danger
    erasing = button("privacy", rest="really", label=label, style=danger)
    await finish(interaction, page("\n".join(words), [erasing]))


def _effects(ahead: Outlook) -> Iterator[Text]:
    """Yield what erasing leads to in the user's matches, by kind."""
    if ahead.opened:
        yield tn(
            "You'll leave {count} match in progress. A computer will play your seat.",
            "You'll leave {count} matches in progress. A computer will play your seats.",
            ahead.opened,
        )
    if ahead.ended:
        yield tn(
            "{count} match will end without a result because you're its last player.",
            "{count} matches will end without a result because you're their last player.",
            ahead.ended,
        )
    if ahead.freed:
        yield tn(
            "You'll leave {count} lobby. If you're its host, another player will be.",
            "You'll leave {count} lobbies. Where you're the host, another player will be.",
            ahead.freed,
        )
    if ahead.closed:
        yield tn(
            "{count} lobby will close because you're alone in it.",
            "{count} lobbies will close because you're alone in them.",
            ahead.closed,
        )
    if ahead.unread:
        yield tn(
            "You'll give up your seat in {count} match that I can't read at the moment.",
            "You'll give up your seats in {count} matches that I can't read at the moment.",
            ahead.unread,
        )
    if ahead.finished:
        yield tn(
            "In {count} match that is over or that you've left, your moves will stay under a "
            "neutral name.",
            "In {count} matches that are over or that you've left, your moves will stay under a "
            "neutral name.",
            ahead.finished,
        )


async def _erase(interaction: Interaction) -> None:
    await defer_update(interaction)
    done = await interaction.client.service.farewell.erase(interaction.user.id)
    await finish(interaction, page(say(_erased(done), reader(interaction))))


def _erased(done: Outlook) -> Text:
    left = done.opened + done.ended + done.freed + done.closed + done.unread
    if not left + done.finished:
        return t("Done. You didn't have a seat in any match.")
    return tn(
        "Done. I've removed your name from {count} match.",
        "Done. I've removed your name from {count} matches.",
        left + done.finished,
    )


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/privacy``."""
    await bot.add_cog(Privacy())
