"""Stepping through a match in one private message, with the public pictures."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.drawing.pictures import draw_board, draw_moment, has_more_words
from cogs.past.heavy import Heavy, in_line
from cogs.ui.answers import defer_new, defer_update, finish
from cogs.ui.context import WHICH, MatchNumber, check_place, match_meant, own_matches
from cogs.ui.items import (
    FROM,
    MAX_LABEL,
    Button,
    ComponentId,
    Interaction,
    Select,
    button,
    fitting,
    on,
    select,
)
from cogs.ui.sheet import Post, Sheet, accent, newest, news, title, untold
from cogs.ui.speech import display, reader, say
from cogs.ui.translator import named
from matches.domain.history.past import ReplayPage
from render.i18n import Lang
from rules.text import t, tn

LINES: Final = 8
"""The most lines about what happened in a step."""
FEW: Final = 3
"""The fewest steps with a list to jump to."""
MAX_DIGITS: Final = 10
"""No log has a ply with this many digits."""
AT_THE_END: Final = 10 ** (MAX_DIGITS - 1) - 1
"""A later ply than any, for the last step."""


class Replay(commands.Cog):
    """``/replay``."""

    @app_commands.command(
        name=named(t("replay")), description=named(t("Watch this match step by step"))
    )
    @app_commands.rename(number=named(t("number")))
    @app_commands.describe(number=named(WHICH))
    async def replay(
        self,
        interaction: Interaction,
        number: MatchNumber | None = None,
    ) -> None:
        """Show the first step."""
        await defer_new(interaction)
        match = await match_meant(interaction, number)
        await finish(interaction, await _page(interaction, match.id, 0))

    replay.autocomplete("number")(own_matches)


@on("replay")
async def _turn_over(interaction: Interaction, tap: ComponentId) -> None:
    """Go to the step of a button or of the list."""
    await defer_update(interaction)
    check_place(interaction, await interaction.client.service.info(tap.match_id))
    typed = tap.values[0] if tap.values else tap.rest.partition("~")[0]
    await finish(interaction, await _page(interaction, tap.match_id, _ply(typed)))


@on("replayed")
async def _open(interaction: Interaction, tap: ComponentId) -> None:
    """Start a replay: from a ply, or from the button of a match's last post."""
    await defer_new(interaction)
    check_place(interaction, await interaction.client.service.info(tap.match_id))
    begins, _, typed = tap.rest.partition(".")
    ply = _ply(typed) if begins == FROM else 0
    await finish(interaction, await _page(interaction, tap.match_id, ply))


def _ply(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < MAX_DIGITS else 0


async def _page(interaction: Interaction, match_id: int, ply: int) -> Post:
    bot, lang = interaction.client, reader(interaction)
    async with in_line(interaction, Heavy.REPLAY):
        page = await bot.service.history.page(match_id, interaction.user.id, ply)
    glance, match = page.glance, page.glance.match
    sheet = Sheet(accent(glance))
    sheet.write(title(glance, lang))
    wanted = display(interaction)
    board = await draw_board(bot, glance, lang, display=wanted)
    sheet.show(board, "board.png", wanted)
    if page.number:
        moment = await draw_moment(bot, page.before, glance, lang, display=wanted)
        sheet.show(moment, "moment.png", wanted)
    lines = news(page.entries, lang, match, LINES, signed=wanted.signed)
    more = tn(
        "…and {count} earlier event. See /log.",
        "…and {count} earlier events. See /log.",
        untold(lines, LINES),
    )
    sheet.write(*newest(lines, LINES, more, lang), _small(page, lang))
    in_words = (_all_words(page, lang),) if has_more_words(board, wanted) else ()
    sheet.row(*_buttons(page, lang), *in_words)
    if (jumps := _jumps(page, lang)) is not None:
        sheet.row(jumps)
    return sheet.post()


def _small(page: ReplayPage, lang: Lang) -> str:
    """Return step, time and notation of the move, as far as the reader may read it."""
    parts = [say(page.title, lang), discord.utils.format_dt(page.moves[-1].at, "f")]
    parts += [f"`{entry.notation}`" for entry in page.moves if entry.notation]
    parts.append(say(t("public information only"), lang))
    return f"-# {fitting(' · '.join(parts), 400)}"


def _buttons(page: ReplayPage, lang: Lang) -> tuple[Button, ...]:
    """Return first, back, forward and last; a letter in each id makes the ids differ.

    A match may move on while its page is open, so last is no certain step.
    """
    steps, last = page.steps, len(page.steps) - 1
    places = (
        ("a", 0, steps[0].last, t("First")),
        ("b", page.number - 1, steps[max(page.number - 1, 0)].last, t("Back")),
        ("c", page.number + 1, steps[min(page.number + 1, last)].last, t("Forward")),
        ("d", last, AT_THE_END, t("Last")),
    )
    return tuple(
        button(
            "replay",
            page.glance.match.id,
            f"{ply}~{mark}",
            label=say(label, lang),
            disabled=number == page.number or not 0 <= number <= last,
        )
        for mark, number, ply, label in places
    )


def _all_words(page: ReplayPage, lang: Lang) -> Button:
    """Return the button for a board in words, which may be cut on its page."""
    ply = page.steps[page.number].last
    return button("stepwords", page.glance.match.id, str(ply), label=say(t("Text"), lang))


def _jumps(page: ReplayPage, lang: Lang) -> Select | None:
    """Return a list of steps spread over the match; None if there are only a few."""
    if len(page.steps) < FEW:
        return None
    options = [
        discord.SelectOption(
            label=fitting(
                say(t("Step {number}: {where}", number=number + 1, where=where), lang), MAX_LABEL
            ),
            value=str(page.steps[number].last),
        )
        for number, where in page.jumps
    ]
    return select(
        "replay", page.glance.match.id, "jump", options=options, placeholder=say(t("Jump to"), lang)
    )


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add ``/replay``."""
    await bot.add_cog(Replay())
