"""What a player decides for himself: DMs, and what is kept about him."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import defer, hold, page, show, tell
from cogs.speech import reader, say
from cogs.translator import named
from cogs.ui.items import Button, Tap, button, on
from matches.model import UserSettings
from render.i18n import Lang
from rules.errors import InvalidMoveError
from rules.text import Text, t, tn


class Settings(commands.Cog):
    """``/settings`` and ``/privacy``; both work in DMs, too."""

    @app_commands.command(
        name=named(t("settings")), description=named(t("Whether I write you direct messages"))
    )
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show the settings with buttons to change them."""
        chosen = await interaction.client.service.users.settings(interaction.user.id)
        lang = reader(interaction)
        await tell(interaction, _described(chosen, lang), _switch(chosen, lang))

    @app_commands.command(
        name=named(t("privacy")), description=named(t("See, export or erase what is kept of you"))
    )
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """Say what is kept, and offer to export or erase it."""
        lang = reader(interaction)
        danger = discord.ButtonStyle.danger
        await tell(
            interaction,
            "\n".join(say(text, lang) for text in _KEPT),
            [
                button("privacy", rest="export", label=say(t("Export"), lang)),
                button("privacy", rest="erase", label=say(t("Erase"), lang), style=danger),
            ],
        )


_KEPT = (
    t("### What I keep about you"),
    t(
        "Your Discord id, your name and language when you took a seat, your moves and when you "
        "made them, a move you prepared, and whether you want DMs. I cannot read messages."
    ),
    t(
        "Erasing puts a neutral name in your place. The moves of finished matches stay, so that "
        "the others can still look at them."
    ),
)


def _described(chosen: UserSettings, lang: Lang) -> str:
    if chosen.dm:
        return say(t("I send you a DM when cards are dealt and when it is your move."), lang)
    return say(t("I send you no DMs. Your hand is always behind /hand and My hand."), lang)


def _switch(chosen: UserSettings, lang: Lang) -> list[Button]:
    if chosen.dm:
        return [button("dm", rest="off", label=say(t("No DMs, please"), lang))]
    return [button("dm", rest="on", label=say(t("Send me DMs"), lang))]


@on("dm")
async def _switch_dm(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await hold(interaction)
    users = interaction.client.service.users
    chosen = replace(await users.settings(interaction.user.id), dm=tap.rest == "on")
    await users.set_settings(chosen)
    lang = reader(interaction)
    await show(interaction, page(_described(chosen, lang), _switch(chosen, lang)))


@on("privacy")
async def _privacy(interaction: discord.Interaction[Any], tap: Tap) -> None:
    steps = {"export": _export, "erase": _ask_erase, "really": _erase}
    if tap.rest not in steps:
        raise InvalidMoveError(t("This button is no longer in use."), t("Type /privacy again."))
    await steps[tap.rest](interaction)


async def _export(interaction: discord.Interaction[Any]) -> None:
    await defer(interaction)
    kept = await interaction.client.service.users.export(interaction.user.id)
    data = json.dumps(kept, ensure_ascii=False, indent=2).encode()
    await interaction.followup.send(
        say(t("This is everything I keep about you."), reader(interaction)),
        file=discord.File(BytesIO(data), "stolik.json"),
        ephemeral=True,
    )


async def _ask_erase(interaction: discord.Interaction[Any]) -> None:
    await hold(interaction)
    lang = reader(interaction)
    sure = t("Erase your id, your name and your settings? It cannot be undone.")
    label, danger = say(t("Erase for good"), lang), discord.ButtonStyle.danger
    erasing = button("privacy", rest="really", label=label, style=danger)
    await show(interaction, page(say(sure, lang), [erasing]))


async def _erase(interaction: discord.Interaction[Any]) -> None:
    await hold(interaction)
    count = await interaction.client.service.users.erase(interaction.user.id)
    await show(interaction, page(say(_erased(count), reader(interaction))))


def _erased(count: int) -> Text:
    if not count:
        return t("Done. You had no seat in any match.")
    return tn(
        "Done. You are nameless now in {count} match.",
        "Done. You are nameless now in {count} matches.",
        count,
    )


async def setup(bot: commands.Bot) -> None:
    """Add the commands about oneself."""
    await bot.add_cog(Settings())
