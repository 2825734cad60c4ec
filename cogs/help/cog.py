"""Help: where the reader is, what to do next, the topics; and what the bot is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.help.key import key_page
from cogs.help.topics import (
    FIRST_STEPS,
    PICTURE,
    STEPS,
    general_buttons,
    nearest_topic,
    offered,
    topic,
    topic_list,
)
from cogs.help.tutorial import first_page
from cogs.ui.answers import defer_new, defer_update, finish, reply
from cogs.ui.autocomplete import choices, guarded
from cogs.ui.context import any_match_here, check_place
from cogs.ui.items import ComponentId, Interaction, Item, button, on
from cogs.ui.sheet import Post, Sheet, link
from cogs.ui.speech import reader, say
from cogs.ui.translator import named
from matches.domain.model import MatchInfo
from render.i18n import Lang
from rules import registry
from rules.errors import NoMatchError
from rules.protocol import WATCHER
from rules.text import Text, t, tn
from version import VERSION

NAMED_TURNS: Final = 3
"""The most waiting matches that get a button."""
_PRIMARY: Final = discord.ButtonStyle.primary
_GREEN: Final = discord.ButtonStyle.success


_UNKNOWN: Final = t("No help topic matches that. Try one of these.")


class Help(commands.Cog):
    """``/help`` and ``/about``; both work in DMs, too."""

    @app_commands.command(
        name=named(t("help")), description=named(t("Learn how to play with this bot"))
    )
    @app_commands.rename(topic=named(t("topic")))
    @app_commands.describe(topic=named(t("Pick a topic")))
    async def help(self, interaction: Interaction, topic: str = "") -> None:
        """Say what to do next and offer the topics, or explain one."""
        await defer_new(interaction)
        slug = nearest_topic(topic)
        note = _UNKNOWN if topic.strip() and not slug else None
        await finish(interaction, await _help(interaction, slug, note))

    @help.autocomplete("topic")
    @guarded
    async def _offered(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        every = offered(reader(interaction))
        meant = nearest_topic(typed)
        return choices(every, typed) or choices([o for o in every if o[1] == meant], "")

    @app_commands.command(
        name=named(t("about")), description=named(t("About this bot and its games"))
    )
    async def about(self, interaction: Interaction) -> None:
        """Show version, games and credits."""
        await reply(interaction, about(reader(interaction)))


@on("help")
async def _tapped(interaction: Interaction, tap: ComponentId) -> None:
    await defer_update(interaction)
    await finish(interaction, await _help(interaction, next(iter(tap.values), tap.rest)))


async def _help(interaction: Interaction, slug: str, note: Text | None = None) -> Post:
    """Return first steps, a topic, or what the reader can do now."""
    if slug == FIRST_STEPS:
        return await first_page(interaction)
    if slug == PICTURE:
        return await key_page(interaction)
    lang, asked = reader(interaction), topic(slug)
    sheet = Sheet()
    if asked is not None:
        sheet.write(f"### {say(asked.title, lang)}", *(f"- {say(x, lang)}" for x in asked.lines))
        sheet.row(*general_buttons(lang))
    else:
        now = await _now(interaction)
        head = t("Help")
        sheet.write(f"### {say(head, lang)}", say(note, lang) if note else "")
        sheet.write(*(say(text, lang) for text in now.words))
        sheet.row(*now.buttons)
    sheet.row(topic_list(asked, lang))
    return sheet.post()


@dataclass(frozen=True, slots=True)
class Now:
    """The things a reader can do now: in words, and as buttons."""

    words: tuple[Text, ...]
    buttons: tuple[Item, ...]


_NEW: Final = t("New here? **First steps** walks you through a practice turn.")


async def _now(interaction: Interaction) -> Now:
    """Return what this reader can do now."""
    service, user_id, lang = interaction.client.service, interaction.user.id, reader(interaction)
    waiting = [match for match in await service.turns(user_id) if match.paused_at is None]
    is_new = not await service.users.has_played(user_id)
    here = await any_match_here(interaction)
    others = [match for match in waiting if here is None or match.id != here.id]
    if here is None or (others and here.status not in ("lobby", "live")):
        now = _elsewhere(interaction, waiting, is_new)
    else:
        now = _here(here, user_id, is_mine=len(others) < len(waiting), lang=lang)
        now = replace(now, words=(*now.words, *_also(others)))
    words = (*now.words, _NEW) if is_new else now.words
    tutorial = _tutorial_button(lang, first=is_new and not now.buttons)
    return Now(words, (*now.buttons, tutorial, _rules_button(here.id if here else 0, lang)))


def _also(others: Sequence[MatchInfo]) -> tuple[Text, ...]:
    """Return a line about matches that are waiting elsewhere; () if there are none."""
    if not others:
        return ()
    said = tn(
        "{count} other match is also waiting for your move. See /turns.",
        "{count} other matches are also waiting for your move. See /turns.",
        len(others),
    )
    return (said,)


def _elsewhere(interaction: Interaction, waiting: Sequence[MatchInfo], is_new: bool) -> Now:
    """Return what the reader can do where there is no match."""
    lang = reader(interaction)
    if waiting:
        said = tn(
            "{count} match is waiting for your move.",
            "{count} matches are waiting for your move. /turns lists them all.",
            len(waiting),
        )
        several = len(waiting) > 1
        shown = waiting[:NAMED_TURNS]
        return Now((said,), tuple(_to_move(interaction, m, several, lang) for m in shown))
    if interaction.guild_id is None:
        said = t(
            "Matches are played on servers. I'll send your hand to this chat when it's your move."
        )
        return Now((said,) if is_new else (said, t("No matches are waiting for you.")), ())
    if is_new:
        return Now(
            (
                t(
                    "Here you and your friends can play board games at your own pace, one move at "
                    "a time."
                ),
            ),
            (),
        )
    return Now((t("There's no match in this channel. Open one with /match new."),), ())


def _to_move(interaction: Interaction, match: MatchInfo, several: bool, lang: Lang) -> Item:
    """Return the button that opens the panel, or a link to where it can be opened."""
    which = f" · {registry.get(match.slug).info.title} #{match.id}" if several else ""
    try:
        check_place(interaction, match)
    except NoMatchError:
        return ui.Button(url=link(match), label=say(t("Go to the match"), lang) + which)
    label = say(t("Your move"), lang) + which
    return button("turn", match.id, label=label, style=_PRIMARY)


def _here(match: MatchInfo, user_id: int, *, is_mine: bool, lang: Lang) -> Now:
    """Return what the reader can do in a match; `is_mine`: it is their move."""
    seated = match.seat_of(user_id) != WATCHER
    catching_up = button("catchup", match.id, label=say(t("Catch up"), lang))
    if match.status == "lobby":
        return _in_lobby(match, user_id, lang)
    if match.status != "live":
        over = t("The match in this channel is over. Open another with /match new.")
        return Now((over,), (catching_up,))
    if is_mine:
        moving = button("turn", match.id, label=say(t("Your move"), lang), style=_PRIMARY)
        return Now((t("It's your move. Tap **Your move**."),), (moving, catching_up))
    if seated and match.paused_at is not None:
        looking = button("turn", match.id, label=say(t("See the match"), lang), style=_PRIMARY)
        return Now((t("This match is paused."),), (looking, catching_up))
    if seated:
        words = (
            t("You're playing here, but it isn't your move. I'll ping you when it is."),
            t(
                "Until then, you can look at the match or, if the game allows it, queue your next "
                "move."
            ),
        )
        looking = button("turn", match.id, label=say(t("See the match"), lang), style=_PRIMARY)
        return Now(words, (looking, catching_up))
    watching = t("You're watching this match. **Catch up** shows the board and what has happened.")
    return Now((watching,), (catching_up,))


def _in_lobby(match: MatchInfo, user_id: int, lang: Lang) -> Now:
    taken, full = len(match.seats), match.is_full
    enough = taken in registry.get(match.slug).info.seats
    if match.seat_of(user_id) == WATCHER:
        if full:
            return Now((t("A match is about to begin here, but all its seats are taken."),), ())
        joining = button("join", match.id, label=say(t("Join"), lang), style=_GREEN)
        return Now((t("A match is about to begin here. Tap **Join** to play."),), (joining,))
    if full or (enough and match.host_id == user_id):
        starting = button("start", match.id, label=say(t("Start"), lang), style=_PRIMARY)
        return Now((t("You have a seat. Tap **Start** when everybody is here."),), (starting,))
    if enough:
        return Now((t("You have a seat. The match will begin when the host taps **Start**."),), ())
    lacking = t(
        "You have a seat, but the match needs more players. Invite friends with /match invite."
    )
    return Now((lacking,), ())


def _tutorial_button(lang: Lang, *, first: bool = False) -> Item:
    style = _PRIMARY if first else discord.ButtonStyle.secondary
    return button("steps", label=say(STEPS.title, lang), style=style)


def _rules_button(match_id: int, lang: Lang) -> Item:
    return button("rules", match_id, label=say(t("Rules"), lang))


FONTS: Final = ("Bitter", "Fira Sans Condensed")


def about(lang: Lang) -> str:
    """Return what the bot is: version, games, credits, licences."""
    games = [registry.get(slug).info for slug in registry.slugs()]
    lines = [
        f"### Stolik {VERSION}",
        say(t("Full board games for friends who are never free at the same time."), lang),
        *(f"**{game.title}** {say(game.credit, lang)}" for game in games),
        say(t("We drew all the pictures ourselves and used no art from the printed games."), lang),
        say(t("Fonts: {fonts}, under the SIL Open Font License.", fonts=FONTS), lang),
        say(t("The program is free software under the MIT licence."), lang),
    ]
    return "\n".join(lines)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/help`` and ``/about``."""
    await bot.add_cog(Help())
