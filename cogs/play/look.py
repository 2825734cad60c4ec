"""Look: one private page with the board, its parts, a hand, the key, and words.

Each is a picture, or the same in words, page by page; buttons and a list change the page in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.drawing.pictures import (
    draw_area,
    draw_board,
    draw_close_ups,
    draw_hand,
    draw_key,
    find_besides,
)
from cogs.play.pages import pages
from cogs.ui.answers import forged
from cogs.ui.items import MAX_LABEL, Button, Interaction, Select, button, fitting, select
from cogs.ui.sheet import FileName, Post, Sheet, accent, result_lines, strong, title
from cogs.ui.speech import as_lines, display, plain_names, reader, say
from lookup.words import fold
from matches.domain.model import Glance
from matches.domain.settings import Words
from matches.domain.table.endings import ending_text
from matches.domain.table.guards import check_seated
from render.i18n import Lang, translate
from render.picture import Area, Picture
from rules.text import Text, t

BOARD: Final = "board"
HAND: Final = "hand"
KEY: Final = "key"
PART: Final = "part."
"""What a page shows; the name of an area follows the last one."""
CLOSE_UPS: Final = 8
"""The most parts shown with the board; a message has room for ten pictures."""
_IN_WORDS: Final = "~"
_NO_HAND: Final = t("This game has no secrets.")
_HAND_OVER: Final = t("The match is over, so there are no hands any more. See /board.")
_NO_KEY: Final = t("The pictures of this game have no signs that need an explanation.")
_NO_PART: Final = t("This part isn't on the board now. Here's all of it.")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows; kept in its components' ids.

    Attributes:
        what: `BOARD`, `HAND`, `KEY`, or `PART` and the name of an area.
        page: The page of it in words, from 0; None for its picture.
    """

    what: str = BOARD
    page: int | None = None

    def __str__(self) -> str:
        """Return the text for a custom id, ``hand~0``; `read_shown` reads it."""
        return self.what + ("" if self.page is None else f"{_IN_WORDS}{self.page}")


def read_shown(text: str) -> Shown:
    """Return what a custom id asks for.

    Raises:
        InvalidMoveError: No page ever had this id.
    """
    what, in_words, page = text.partition(_IN_WORDS)
    if what not in (BOARD, HAND, KEY) and not what.startswith(PART):
        raise forged()
    if not in_words:
        return Shown(what)
    number = page.isascii() and page.isdecimal() and len(page) < 6
    return Shown(what, int(page) if number else 0)


def part(area: str) -> Shown:
    """Return the page of an area."""
    return Shown(f"{PART}{area}")


async def look(interaction: Interaction, glance: Glance, shown: Shown) -> Post:
    """Return the page; all of the board instead of an area that isn't there any more.

    Raises:
        NotSeatedError: The asker wants to see a hand and has no seat.
    """
    bot, lang, wanted = interaction.client, reader(interaction), display(interaction)
    if shown.what == HAND:
        check_seated(glance.match, interaction.user.id)
    note, besides = None, find_besides(bot, glance, lang)
    if shown.what.startswith(PART):
        areas, with_hand = await besides
        shown = _meant(shown, areas, glance, lang)
        picture = await _picture(interaction, glance, shown)
    else:  # at once, so that they wait for other pictures only once
        (areas, with_hand), picture = await asyncio.gather(
            besides, _picture(interaction, glance, shown)
        )
    if picture is None and shown.what.startswith(PART):
        shown, note = replace(shown, what=BOARD), _NO_PART
        picture = await _picture(interaction, glance, shown)
    elif picture is None:
        note = _without(shown.what, glance)
    sheet = Sheet(_accent(glance, shown))
    sheet.write(title(glance, lang), say(note, lang) if note else "")
    leaves = pages(as_lines(picture.text)) if picture is not None else []
    if shown.page is not None and leaves:
        shown = replace(shown, page=min(shown.page, len(leaves) - 1))
        sheet.write(leaves[shown.page or 0])
    elif picture is not None:
        if shown.what == BOARD:
            for close_up in await draw_close_ups(bot, glance, lang, wanted, CLOSE_UPS):
                sheet.paint(close_up, "part.png")
        sheet.show(picture, _file(shown), wanted)
        sheet.write(*(state_lines(glance, lang) if shown.what == BOARD else ()))
    sheet.row(*_turning(glance.match.id, shown, len(leaves), lang))
    with_hand = with_hand or shown.what == HAND
    more = len(leaves) > 1 or (bool(leaves) and wanted.words is not Words.ONLY)
    sheet.row(*_buttons(glance, shown, lang, with_hand=with_hand, with_words=more))
    if areas:
        sheet.row(_list_of(glance, areas, shown, lang))
    return sheet.post()


def _meant(shown: Shown, areas: Sequence[Area], glance: Glance, lang: Lang) -> Shown:
    """Return the page meant: areas can be typed by name, too."""
    typed, names = fold(shown.what.removeprefix(PART)), plain_names(glance.match, lang)
    for area in areas:
        if fold(translate(area.name, lang, names)) == typed:
            return replace(shown, what=part(area.slug).what)
    return shown


def _without(what: str, glance: Glance) -> Text:
    """Return why there is no hand, or no key."""
    if what != HAND:
        return _NO_KEY
    return _NO_HAND if glance.match.status == "live" else _HAND_OVER


async def _picture(interaction: Interaction, glance: Glance, shown: Shown) -> Picture | None:
    """Return the picture a page is about; None if there is none."""
    bot, lang, wanted = interaction.client, reader(interaction), display(interaction)
    match shown.what:
        case "board":
            return await draw_board(bot, glance, lang, display=wanted)
        case "hand":
            return await draw_hand(bot, glance, lang, display=wanted)
        case "key":
            return await draw_key(bot, glance.match.slug, lang, wanted)
    return await draw_area(bot, glance, shown.what.removeprefix(PART), lang, wanted)


def _accent(glance: Glance, shown: Shown) -> str | None:
    if shown.what == HAND:
        return glance.rules.info.seat_marks[glance.seat].hex
    return accent(glance)


def _file(shown: Shown) -> FileName:
    files: dict[str, FileName] = {BOARD: "board.png", HAND: "hand.png", KEY: "key.png"}
    return files.get(shown.what, "part.png")


def _turning(match_id: int, shown: Shown, count: int, lang: Lang) -> list[Button]:
    """Return the buttons to the other pages of words, if there are any."""
    if shown.page is None or count < 2:
        return []
    return [
        button(
            *("see", match_id, str(replace(shown, page=to))),
            label=say(label, lang),
            disabled=not 0 <= to < count,
        )
        for label, to in ((t("Previous"), shown.page - 1), (t("Next"), shown.page + 1))
    ]


def _buttons(
    glance: Glance, shown: Shown, lang: Lang, *, with_hand: bool, with_words: bool
) -> list[Button]:
    """Return the buttons to the panel, other pictures, and this one in words."""
    match, found = glance.match, to_move(glance, lang)
    back = say(t("Picture"), lang)
    for what, name in ((BOARD, t("Board")), (HAND, t("My hand")), (KEY, t("Key"))):
        if shown == Shown(what) or (what == HAND and not with_hand):
            continue
        label = back if shown.what == what else say(name, lang)
        found.append(button("see", match.id, what, label=label))
    if shown.page is not None and shown.what.startswith(PART):
        found.append(button("see", match.id, shown.what, label=back))
    elif shown.page is None and with_words:
        words = str(replace(shown, page=0))
        found.append(button("see", match.id, words, label=say(t("Text"), lang)))
    if match.status != "live":
        found.append(button("catchup", match.id, label=say(t("Catch up"), lang)))
    return found


def _list_of(glance: Glance, areas: Sequence[Area], shown: Shown, lang: Lang) -> Select:
    """Return the list of the board's parts."""
    names = plain_names(glance.match, lang)
    options = [
        discord.SelectOption(
            label=fitting(translate(area.name, lang, names), MAX_LABEL),
            value=str(part(area.slug)),
            default=part(area.slug).what == shown.what,
        )
        for area in areas
    ]
    return select("see", glance.match.id, options=options, placeholder=say(t("Look closer"), lang))


def to_move(glance: Glance, lang: Lang) -> list[Button]:
    """Return the button that opens the panel, if it is the reader's move."""
    if not glance.moves:
        return []
    style = discord.ButtonStyle.primary
    return [button("turn", glance.match.id, label=say(t("Your move"), lang), style=style)]


def state_lines(glance: Glance, lang: Lang) -> list[str]:
    """Return what the match is waiting for, or how it ended."""
    if glance.outcome is not None:
        lines = result_lines(glance.outcome, lang, glance.match)
        if glance.match.ending == "conceded":  # the picture shows no result
            lines = [strong(glance.outcome.reason, lang, glance.match), *lines]
        return lines
    if glance.match.status != "live":
        return [say(ending_text(glance.match), lang, glance.match)]
    paused = [t("This match is paused.")] if glance.match.paused_at is not None else []
    texts = (*paused, glance.rules.prompt(glance.view))
    return [say(text, lang, glance.match) for text in texts]
