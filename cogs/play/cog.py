"""Looking at a match and taking moves back, by commands and by the buttons of turn posts.

All answers are private.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.drawing.pictures import draw_board, draw_changes, draw_hand
from cogs.lobby.post import state_line
from cogs.outbox.posts import (
    Post,
    Sheet,
    accent,
    link,
    newest,
    news,
    short,
    standing,
    strong,
    title,
)
from cogs.play.panel import after_undo, fresh
from cogs.table.channels import held_because
from cogs.ui.answers import defer, hold, show
from cogs.ui.context import (
    WHICH,
    arrived,
    glance_here,
    glance_meant,
    glance_of,
    match_here,
    own_matches,
)
from cogs.ui.items import Button, Tap, button, on
from cogs.ui.pages import leaf
from cogs.ui.speech import as_lines, reader, say
from cogs.ui.times import until
from cogs.ui.translator import named
from matches.domain.guards import check_seated
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.services.channels import is_homeless
from render.i18n import Lang
from rules import registry
from rules.text import Text, Who, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

LAST_PAGE: Final = 10**6
NEWS_LINES: Final = 12
"""So many lines Catch up says at most, each of them long, to fit; the log has them all."""


class Play(commands.Cog):
    """The commands; each has a button that does the same."""

    @app_commands.command(name=named(t("board")), description=named(t("Look at the board")))
    @app_commands.describe(text=named(t("As text instead of a picture")), number=named(WHICH))
    @app_commands.rename(text=named(t("text")), number=named(t("number")))
    async def board(
        self,
        interaction: discord.Interaction[Any],
        text: bool = False,
        number: app_commands.Range[int, 1, 10**9] | None = None,
    ) -> None:
        """Show the board as the asker sees it."""
        await defer(interaction)
        glance = await glance_meant(interaction, number)
        await show(
            interaction,
            await _board_text(interaction, glance, 0)
            if text
            else await _board(interaction, glance),
        )

    @app_commands.command(name=named(t("hand")), description=named(t("Look at your hand")))
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """Show what only the asker may know."""
        await defer(interaction)
        await show(interaction, await _hand(interaction, await glance_here(interaction)))

    @app_commands.command(name=named(t("log")), description=named(t("Read what happened so far")))
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def log(
        self,
        interaction: discord.Interaction[Any],
        number: app_commands.Range[int, 1, 10**9] | None = None,
    ) -> None:
        """Show the newest page of the log."""
        await defer(interaction)
        glance = await glance_meant(interaction, number)
        await show(interaction, await _log(interaction, glance, LAST_PAGE))

    @app_commands.command(
        name=named(t("catchup")), description=named(t("See what happened since your last move"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def catchup(
        self,
        interaction: discord.Interaction[Any],
        number: app_commands.Range[int, 1, 10**9] | None = None,
    ) -> None:
        """Show what happened since the asker's last move."""
        await defer(interaction)
        await show(
            interaction, await _catchup(interaction, await glance_meant(interaction, number))
        )

    @app_commands.command(name=named(t("undo")), description=named(t("Take back your last move")))
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        """Take back the asker's last move, and ask him again."""
        asked = arrived(interaction)
        await defer(interaction)
        match = await match_here(interaction)

        async def undone() -> Post:
            report = await interaction.client.service.undo(
                match.id, interaction.user.id, interaction_id=interaction.id, asked=asked
            )
            return await after_undo(interaction, report)

        await show(interaction, await fresh(interaction, match.id, undone()))

    @app_commands.command(
        name=named(t("turns")), description=named(t("See which matches wait for you"))
    )
    async def turns(self, interaction: discord.Interaction[Any]) -> None:
        """List what waits for the asker, on all servers."""
        await defer(interaction)
        service, user = interaction.client.service, interaction.user.id
        waiting, held = await service.turns(user), await service.held(user)
        await show(
            interaction, _turns(interaction.client, waiting, held, user, reader(interaction))
        )

    board.autocomplete("number")(own_matches)
    log.autocomplete("number")(own_matches)
    catchup.autocomplete("number")(own_matches)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Let everything that is asked show how quick requests come: see `domain.arrivals`."""
        arrived(interaction)


async def setup(bot: commands.Bot) -> None:
    """Add the commands."""
    await bot.add_cog(Play())


async def _board(interaction: discord.Interaction[Any], glance: Glance) -> Post:
    lang = reader(interaction)
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.paint(await draw_board(interaction.client, glance, lang), "board.png")
    sheet.write(*_standing(glance, lang))
    sheet.row(*_to_move(glance, lang), button("text", glance.match.id, label=say(t("Text"), lang)))
    return sheet.post()


def _to_move(glance: Glance, lang: Lang) -> list[Button]:
    """Return the button that opens the panel, if it is the reader's move."""
    if not glance.moves:
        return []
    style = discord.ButtonStyle.primary
    return [button("turn", glance.match.id, label=say(t("Your move"), lang), style=style)]


def _standing(glance: Glance, lang: Lang) -> list[str]:
    """Return whom the match waits for, or how it ended."""
    if glance.outcome is not None:
        return standing(glance.outcome, lang, glance.match)
    if glance.match.status != "live":
        return [say(t("The match was broken off."), lang)]
    return [say(glance.rules.prompt(glance.view), lang, glance.match)]


async def _board_text(interaction: discord.Interaction[Any], glance: Glance, page: int) -> Post:
    lang = reader(interaction)
    picture = await draw_board(interaction.client, glance, lang)
    lines = as_lines(picture.text)
    return leaf(title(glance, lang), lines, "textpage", glance.match.id, page, lang)


async def _hand(interaction: discord.Interaction[Any], glance: Glance) -> Post:
    check_seated(glance.match, interaction.user.id)
    lang = reader(interaction)
    sheet = Sheet(glance.rules.info.seat_marks[glance.seat].hex)
    sheet.write(title(glance, lang))
    picture = await draw_hand(interaction.client, glance, lang)
    if picture is None:
        sheet.write(say(_NO_HAND, lang))
    else:
        sheet.paint(picture, "hand.png")
        text = button("handtext", glance.match.id, label=say(t("Text"), lang))
        sheet.row(*_to_move(glance, lang), text)
    return sheet.post()


_NO_HAND: Final = t("In this game nobody holds anything in secret.")


async def _hand_text(interaction: discord.Interaction[Any], glance: Glance, page: int) -> Post:
    check_seated(glance.match, interaction.user.id)
    lang = reader(interaction)
    picture = await draw_hand(interaction.client, glance, lang)
    lines = [say(_NO_HAND, lang)] if picture is None else as_lines(picture.text)
    return leaf(title(glance, lang), lines, "handpage", glance.match.id, page, lang)


async def _log(interaction: discord.Interaction[Any], glance: Glance, page: int) -> Post:
    lang, match = reader(interaction), glance.match
    entries = await interaction.client.service.history.log(match.id, interaction.user.id)
    lines = [line for entry in entries if (line := _log_line(entry, lang, match))]
    label = t("Log")
    head = f"{title(glance, lang)}\n{strong(label, lang, match)}"
    return leaf(head, lines, "logpage", match.id, page, lang)


def _log_line(entry: LogEntry, lang: Lang, match: MatchInfo) -> str:
    """Return a row of the log: when, what happened, and the notation where it may be read."""
    said = [say(event.text, lang, match) for event in entry.events]
    small = [discord.utils.format_dt(entry.at, "f")]
    if entry.notation is not None:
        small.append(f"`{entry.notation}`")
    elif not said:
        return ""
    if entry.undone:
        said = [f"~~{line}~~" for line in said]
        small.append(say(t("taken back"), lang))
    return "\n".join([f"-# {' · '.join(small)}", *(f"- {line}" for line in said)])


async def _catchup(interaction: discord.Interaction[Any], glance: Glance) -> Post:
    lang, match = reader(interaction), glance.match
    since = await interaction.client.service.history.since_own_move(match.id, interaction.user.id)
    lines = news(since.entries, lang, match, NEWS_LINES)
    more = tn(
        "…and {count} more before: see /log.",
        "…and {count} more before: see /log.",
        len(lines) - NEWS_LINES,
    )
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.write(strong(_catchup_head(since.then is not None, bool(lines)), lang, match))
    sheet.write(*newest(lines, NEWS_LINES, more, lang))
    board = await draw_board(interaction.client, glance, lang)
    if since.then is not None and lines:
        lit = await draw_changes(interaction.client, since.then, glance, lang)
        sheet.paint(lit, "board.png")
        sheet.write("" if lit.png == board.png else f"-# {say(_LIT, lang)}")
    else:
        sheet.paint(board, "board.png")
    sheet.write(*_standing(glance, lang))
    sheet.row(*_to_move(glance, lang))
    return sheet.post()


_LIT: Final = t("What is bright has changed since your last move.")


def _catchup_head(moved: bool, anything: bool) -> Text:
    if not moved:
        return t("What happened so far:")
    if anything:
        return t("Since your last move:")
    return t("Nothing has happened since your last move.")


def _turns(
    bot: StolikBot,
    waiting: Sequence[MatchInfo],
    held: Sequence[MatchInfo],
    user_id: int,
    lang: Lang,
) -> Post:
    sheet = Sheet()
    head = t("No match waits for you.")
    if waiting:
        head = tn("{count} match waits for you:", "{count} matches wait for you:", len(waiting))
    _list(sheet, bot, head, waiting, user_id, lang)
    if held:
        _list(sheet, bot, t("I can't post in these at the moment:"), held, user_id, lang)
    return sheet.post()


def _list(
    sheet: Sheet,
    bot: StolikBot,
    head: Text,
    matches: Sequence[MatchInfo],
    user_id: int,
    lang: Lang,
) -> None:
    """Write matches below a headline, as many as fit."""
    shown = matches[:NEWS_LINES]
    sheet.write(f"**{say(head, lang)}**", *(_turn_line(bot, m, user_id, lang) for m in shown))
    if more := len(matches) - len(shown):
        sheet.write(say(tn("And {count} more.", "And {count} more.", more), lang))


def _turn_line(bot: StolikBot, match: MatchInfo, user_id: int, lang: Lang) -> str:
    line = f"- [{short(registry.get(match.slug).info)} #{match.id}]({link(match)})"
    clock = match.seats[match.seat_of(user_id)].clock
    if match.paused_at is not None:
        state = t("paused")
        line += f" · {say(state, lang)}"
        line += f"\n  {say(state_line(match), lang)}" if match.broken else ""
    elif clock is not None:
        due = t("until {time}", time=until(clock))
        line += f" · {say(due, lang)}"
    elif match.status == "live":
        who = tuple(Who(seat) for seat in sorted(match.to_act))
        state = t("Waiting for: {who}.", who=who)
        line += f" · {say(state, lang, match)}"
    why: tuple[Text, ...] = ()
    if is_homeless(match):
        why = (
            t("Its place is gone. Give it another: /match open number:{number}", number=match.id),
        )
    elif match.trouble:
        why = (t("I can't post there at the moment."), *held_because(bot, match))
    return "\n  ".join([line, " ".join(say(text, lang) for text in why)] if why else [line])


# The buttons. Those of posts answer anew; those of pages turn over the page that was tapped.

Page = Callable[[discord.Interaction[Any], Glance, int], Awaitable[Post]]


@on("hand")
async def hand_button(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Show the hand, like /hand."""
    await defer(interaction)
    await show(interaction, await _hand(interaction, await glance_of(interaction, tap.match_id)))


@on("catchup")
async def catchup_button(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Show what happened, like /catchup."""
    await defer(interaction)
    await show(interaction, await _catchup(interaction, await glance_of(interaction, tap.match_id)))


@on("text")
async def text_button(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Show the board as text."""
    await defer(interaction)
    glance = await glance_of(interaction, tap.match_id)
    await show(interaction, await _board_text(interaction, glance, 0))


@on("handtext")
async def hand_text_button(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Show the hand as text."""
    await defer(interaction)
    glance = await glance_of(interaction, tap.match_id)
    await show(interaction, await _hand_text(interaction, glance, 0))


@on("textpage")
async def text_page(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Turn over a page of the board's text."""
    await _turn_over(interaction, tap, _board_text)


@on("handpage")
async def hand_page(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Turn over a page of the hand's text."""
    await _turn_over(interaction, tap, _hand_text)


@on("logpage")
async def log_page(interaction: discord.Interaction[Any], tap: Tap) -> None:
    """Turn over a page of the log."""
    await _turn_over(interaction, tap, _log)


async def _turn_over(interaction: discord.Interaction[Any], tap: Tap, page: Page) -> None:
    await hold(interaction)
    glance = await glance_of(interaction, tap.match_id)
    number = int(tap.rest) if tap.rest.isascii() and tap.rest.isdecimal() else 0
    await show(interaction, await page(interaction, glance, number))
