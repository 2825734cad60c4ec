"""Short help, fitted to where its reader stands, and what the bot is."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import change, defer, tell
from cogs.speech import reader, say
from cogs.translator import named
from cogs.ui.items import Button, Tap, button, on
from matches.model import MatchInfo
from render.i18n import Lang
from rules import registry
from rules.errors import NoMatchError
from rules.protocol import WATCHER
from rules.text import Text, t, tn

VERSION: Final = "0.1.0"

TOPICS: Final[dict[str, tuple[Text, Text]]] = {
    "begin": (
        t("Beginning"),
        t(
            "/match new opens a match in a channel. The others tap **Join**, the host taps "
            "**Start**. Each match gets a thread of its own where I may open one. /match invite "
            "calls a friend, /match list shows what is being played."
        ),
    ),
    "play": (
        t("Playing"),
        t(
            "When it is your move I mention you under a new picture. **Your move** opens a panel "
            "that only you see: what can be done, step by step, and **Confirm**. What has "
            "revealed nothing yet can be taken back with **Undo** or /undo."
        ),
    ),
    "look": (
        t("Looking"),
        t(
            "/board shows the board and /board with text the same in words. /hand shows your "
            "hidden cards, /catchup what has happened since your own move, /log everything, "
            "/turns all matches that wait for you. The buttons of an old post always lead to "
            "the present."
        ),
    ),
    "type": (
        t("Typing"),
        t(
            "Each game has its own commands, and /move takes the written form of any move. Both "
            "offer what is allowed as you type. Only you see what you type."
        ),
    ),
    "secret": (
        t("Secrets"),
        t(
            "What is hidden stays hidden, also from those who look after the server. The draws "
            "come from a seed that is fixed at the start and shown at the end: /match verify."
        ),
    ),
    "away": (
        t("Being away"),
        t(
            "Nothing runs out: a match waits. /settings turns DMs on and off, /privacy shows, "
            "exports and erases what I keep about you."
        ),
    ),
}


class Help(commands.Cog):
    """``/help`` and ``/about``; both work in DMs, too."""

    @app_commands.command(name=named(t("help")), description=named(t("How to play with this bot")))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Say what to do next, and offer the topics."""
        await defer(interaction)
        words = say(await _next(interaction), reader(interaction))
        await tell(interaction, words, *_topics(reader(interaction)))

    @app_commands.command(name=named(t("about")), description=named(t("What this bot is")))
    async def about(self, interaction: discord.Interaction[Any]) -> None:
        """Show version, games and credits."""
        await tell(interaction, about(reader(interaction)))


async def _next(interaction: discord.Interaction[Any]) -> Text:
    """Return what this reader may want to do now."""
    service, user_id = interaction.client.service, interaction.user.id
    waiting: tuple[MatchInfo, ...] = await service.turns(user_id)
    try:
        match: MatchInfo = await service.in_channel(interaction.channel_id)
    except NoMatchError:
        if waiting:
            return tn(
                "{count} match waits for your move: /turns leads to it.",
                "{count} matches wait for your move: /turns leads to them.",
                len(waiting),
            )
        return t("No match is played in this channel. Open one with /match new.")
    seated = match.seat_of(user_id) != WATCHER
    if match.status == "lobby":
        if seated:
            return t("You have a seat. The match begins when its host taps Start.")
        return t("A match is about to begin here: take a seat with /match join.")
    if match.status == "live":
        if match.id in {m.id for m in waiting}:
            return t("It is your move: tap **Your move** under the newest picture.")
        if seated:
            return t("You play in this match. I call you when it is your move.")
        return t("A match is being played here. Look on with /board.")
    return t("The match in this channel is over. Open another one with /match new.")


def _topics(lang: Lang) -> list[list[Button]]:
    made = [
        button("help", rest=slug, label=say(title, lang)) for slug, (title, _) in TOPICS.items()
    ]
    return [made[:3], made[3:]]


@on("help")
async def _show(interaction: discord.Interaction[Any], tap: Tap) -> None:
    lang = reader(interaction)
    title, words = TOPICS.get(tap.rest, TOPICS["begin"])
    await change(interaction, f"**{say(title, lang)}**\n{say(words, lang)}", *_topics(lang))


def about(lang: Lang) -> str:
    """Return what the bot is: version, games, credits, licences."""
    games = [registry.get(slug).info for slug in registry.slugs()]
    lines = [
        f"## Stolik {VERSION}",
        say(t("Whole board games for friends who are never free at the same hour."), lang),
        *(f"**{game.title}** {say(game.credit, lang)}" for game in games),
        say(t("Pictures are our own drawings; no art of the printed games is used."), lang),
        say(t("Fonts: {fonts}, under the SIL Open Font License.", fonts=FONTS), lang),
        say(t("The program is free software under the MIT licence."), lang),
    ]
    return "\n".join(lines)


FONTS: Final = ("Bitter", "Fira Sans Condensed")


async def setup(bot: commands.Bot) -> None:
    """Add the commands that explain."""
    await bot.add_cog(Help())
