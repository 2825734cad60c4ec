"""The private views of a match: the board, a hand, the log, what is new."""

from __future__ import annotations

from typing import Final

import discord

from cogs.drawing.pictures import draw_board, draw_changes, draw_hand
from cogs.play.pages import leaf
from cogs.ui.items import Button, Interaction, button
from cogs.ui.sheet import Post, Sheet, accent, newest, news, result_lines, strong, title
from cogs.ui.speech import as_lines, reader, say
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.domain.table.endings import ending_text
from matches.domain.table.guards import check_seated
from render.i18n import Lang
from rules.text import Text, t, tn

LAST_PAGE: Final = 10**6
CATCHUP_LINES: Final = 12
"""The most lines of Catch up, so that even long ones fit; the log has them all."""
_NO_HAND: Final = t("This game has no secrets.")
_LIT: Final = t("The bright parts have changed since your last move.")


async def board(interaction: Interaction, glance: Glance) -> Post:
    """Return the board as the asker sees it, and what the match is waiting for."""
    lang = reader(interaction)
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.paint(await draw_board(interaction.client, glance, lang), "board.png")
    sheet.write(*_state_lines(glance, lang))
    sheet.row(*_to_move(glance, lang), button("text", glance.match.id, label=say(t("Text"), lang)))
    return sheet.post()


def _to_move(glance: Glance, lang: Lang) -> list[Button]:
    """Return the button that opens the panel, if it is the reader's move."""
    if not glance.moves:
        return []
    style = discord.ButtonStyle.primary
    return [button("turn", glance.match.id, label=say(t("Your move"), lang), style=style)]


def _state_lines(glance: Glance, lang: Lang) -> list[str]:
    """Return what the match is waiting for, or how it ended."""
    if glance.outcome is not None:
        lines = result_lines(glance.outcome, lang, glance.match)
        if glance.match.ending == "conceded":  # the picture shows no result
            lines = [strong(glance.outcome.reason, lang, glance.match), *lines]
        return lines
    if glance.match.status != "live":
        return [say(ending_text(glance.match), lang, glance.match)]
    return [say(glance.rules.prompt(glance.view), lang, glance.match)]


async def board_text(interaction: Interaction, glance: Glance, page: int = 0) -> Post:
    """Return a page of the board as text."""
    lang = reader(interaction)
    picture = await draw_board(interaction.client, glance, lang)
    lines = as_lines(picture.text)
    return leaf(title(glance, lang), lines, "textpage", glance.match.id, page, lang)


async def hand(interaction: Interaction, glance: Glance) -> Post:
    """Return what only the asker may see; they need a seat."""
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


async def hand_text(interaction: Interaction, glance: Glance, page: int = 0) -> Post:
    """Return a page of the hand as text; the asker needs a seat."""
    check_seated(glance.match, interaction.user.id)
    lang = reader(interaction)
    picture = await draw_hand(interaction.client, glance, lang)
    lines = [say(_NO_HAND, lang)] if picture is None else as_lines(picture.text)
    return leaf(title(glance, lang), lines, "handpage", glance.match.id, page, lang)


async def log_page(interaction: Interaction, glance: Glance, page: int = LAST_PAGE) -> Post:
    """Return a page of the log, as far as the asker may read it."""
    lang, match = reader(interaction), glance.match
    entries = await interaction.client.service.history.log(match.id, interaction.user.id)
    lines = [line for entry in entries if (line := _log_line(entry, lang, match))]
    label = t("Log")
    head = f"{title(glance, lang)}\n{strong(label, lang, match)}"
    return leaf(head, lines, "logpage", match.id, page, lang)


def _log_line(entry: LogEntry, lang: Lang, match: MatchInfo) -> str:
    """Return a row of the log: when, what happened, the notation if readable."""
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


async def catchup(interaction: Interaction, glance: Glance) -> Post:
    """Return what has happened since the asker's last move, lit up on the board."""
    lang, match = reader(interaction), glance.match
    since = await interaction.client.service.history.since_own_move(match.id, interaction.user.id)
    lines = news(since.entries, lang, match, CATCHUP_LINES)
    more = tn(
        "…and {count} earlier event. See /log.",
        "…and {count} earlier events. See /log.",
        len(lines) - CATCHUP_LINES,
    )
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    sheet.write(strong(_catchup_head(since.then is not None, bool(lines)), lang, match))
    sheet.write(*newest(lines, CATCHUP_LINES, more, lang))
    board = await draw_board(interaction.client, glance, lang)
    if since.then is not None and lines:
        lit = await draw_changes(interaction.client, since.then, glance, lang)
        sheet.paint(lit, "board.png")
        sheet.write("" if lit.png == board.png else f"-# {say(_LIT, lang)}")
    else:
        sheet.paint(board, "board.png")
    sheet.write(*_state_lines(glance, lang))
    sheet.row(*_to_move(glance, lang))
    return sheet.post()


def _catchup_head(moved: bool, anything: bool) -> Text:
    if not moved:
        return t("What has happened so far:")
    if anything:
        return t("Since your last move:")
    return t("Nothing has happened since your last move.")
