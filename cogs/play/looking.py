"""The past of a match, in private: the log, and what is new."""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from cogs.drawing.pictures import draw_board, draw_changes, draw_moment, has_more_words
from cogs.play.look import state_lines, to_move
from cogs.play.pages import leaf
from cogs.ui.items import FROM, Button, Interaction, button
from cogs.ui.sheet import Post, Sheet, accent, newest, news, strong, title, untold
from cogs.ui.speech import as_lines, display, reader, say, tell
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.domain.settings import Words
from render.i18n import Lang
from rules.text import Text, t, tn

LAST_PAGE: Final = 10**6
CATCHUP_LINES: Final = 12
"""The most lines of Catch up, so that even long ones fit; the log has them all."""
_LIT: Final = t("The bright parts have changed since your last move.")


async def log_page(interaction: Interaction, glance: Glance, page: int = LAST_PAGE) -> Post:
    """Return a page of the log, as far as the asker may read it; written on a thread."""
    lang, match = reader(interaction), glance.match
    entries = await interaction.client.service.history.log(match.id, interaction.user.id)
    signed = display(interaction).signed

    def written() -> Post:
        lines = [line for entry in entries if (line := _log_line(entry, lang, match, signed))]
        label = t("Log")
        head = f"{title(glance, lang)}\n{strong(label, lang, match)}"
        return leaf(head, lines, "logpage", match.id, page, lang)

    return await asyncio.to_thread(written)


def _log_line(entry: LogEntry, lang: Lang, match: MatchInfo, signed: bool) -> str:
    """Return a row of the log: when, what happened, the notation if readable."""
    then = entry.then(match)
    said = [tell(event.text, lang, then, signed=signed) for event in entry.events]
    small = [discord.utils.format_dt(entry.at, "f")]
    if entry.notation is not None:
        small.append(f"`{entry.notation}`")
    elif not said:
        return ""
    if entry.undone:
        said = [f"~~{line}~~" for line in said]
        small.append(say(t("taken back"), lang))
    return "\n".join([f"-# {' · '.join(small)}", *(f"- {line}" for line in said)])


async def catchup(interaction: Interaction, glance: Glance) -> Post:
    """Return what has happened since the asker's last move, lit up on the board."""
    bot, lang, match = interaction.client, reader(interaction), glance.match
    since = await bot.service.history.since_own_move(match.id, interaction.user.id)
    wanted = display(interaction)
    lines = news(since.entries, lang, match, CATCHUP_LINES, signed=wanted.signed)
    more = tn(
        "…and {count} earlier event. See /log.",
        "…and {count} earlier events. See /log.",
        untold(lines, CATCHUP_LINES),
    )
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.write(strong(_catchup_head(since.then is not None, bool(lines)), lang, match))
    sheet.write(*newest(lines, CATCHUP_LINES, more, lang))
    board = await draw_board(bot, glance, lang, display=wanted)
    if since.then is not None and lines:
        lit = await draw_changes(bot, since.then, glance, lang, wanted)
        sheet.show(lit, "board.png", wanted)
        seen = lit.png != board.png and wanted.words is not Words.ONLY
        sheet.write(f"-# {say(_LIT, lang)}" if seen else "")
        moment = await draw_moment(bot, since.then, glance, lang, display=wanted)
        sheet.show(moment, "moment.png", wanted)
    else:
        sheet.show(board, "board.png", wanted)
    sheet.write(*state_lines(glance, lang))
    steps = [_step_by_step(match.id, since.entries[0].ply, lang)] if since.entries else []
    if has_more_words(board, wanted):
        steps.append(button("text", match.id, label=say(t("Text"), lang)))
    sheet.row(*to_move(glance, lang), *steps)
    return sheet.post()


async def step_in_words(interaction: Interaction, glance: Glance, ply: int, page: int) -> Post:
    """Return a page of the board in words, as everybody saw it at a step."""
    bot, lang, match = interaction.client, reader(interaction), glance.match
    step = await bot.service.history.page(match.id, interaction.user.id, ply)
    board = await draw_board(bot, step.glance, lang, display=display(interaction))
    small = (step.title, t("public information only"))
    head = f"{title(step.glance, lang)}\n-# {' · '.join(say(text, lang) for text in small)}"
    told = f"{step.steps[step.number].last}."
    return leaf(head, as_lines(board.text), "steppage", match.id, page, lang, before=told)


def _step_by_step(match_id: int, ply: int, lang: Lang) -> Button:
    """Return the button that opens a replay at a ply."""
    return button("replayed", match_id, f"{FROM}.{ply}", label=say(t("Step by step"), lang))


def _catchup_head(moved: bool, anything: bool) -> Text:
    if not moved:
        return t("What has happened so far:")
    if anything:
        return t("Since your last move:")
    return t("Nothing has happened since your last move.")
