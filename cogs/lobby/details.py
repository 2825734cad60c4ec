"""A match's details in private; in the lobby also what its host sets up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from cogs.lobby.conceding import conceding_select, set_conceding
from cogs.lobby.hosting import closing_button, set_closed
from cogs.lobby.info import first_buttons, info_lines, next_buttons, outcome_of, stood_in_for
from cogs.lobby.pace import pace_select, preset, set_pace
from cogs.ui.answers import defer_new, defer_update, finish, is_private
from cogs.ui.context import match_of
from cogs.ui.items import ComponentId, Interaction, on
from cogs.ui.sheet import MAX_WORDS, Post, Sheet
from cogs.ui.speech import reader, say
from matches.domain.model import MatchInfo
from rules.text import Text

Setting: TypeAlias = "Callable[[Interaction, MatchInfo, str], Awaitable[Text]]"
"""Sets something up; takes what was chosen, and returns what that means."""


async def details_post(
    interaction: Interaction, match: MatchInfo, told: Text | None = None
) -> Post:
    """Return everything about a match, with what the reader can do and set up.

    Args:
        interaction: The request.
        match: The match.
        told: What they have just set up; None for nothing.
    """
    bot, lang, user_id = interaction.client, reader(interaction), interaction.user.id
    held = await bot.service.seats.holders(match.id)
    outcome = await outcome_of(bot, match)
    sheet = Sheet()
    sheet.write(f"**{say(told, lang)}**" if told is not None else "")
    stood_in = await stood_in_for(bot, match)
    lines = info_lines(match, held, bot.clock(), lang, outcome, stood_in)
    sheet.write("\n".join(lines)[:MAX_WORDS])
    in_lobby = match.status == "lobby"
    if in_lobby and match.host_id == user_id and match.guild_id == interaction.guild_id:
        sheet.row(pace_select(match, lang))
        if match.capacity > 2:
            sheet.row(conceding_select(match, lang))
        sheet.row(closing_button(match, lang))
    more = first_buttons(match, lang) if in_lobby else []
    sheet.row(*next_buttons(match, user_id, lang), *more)
    return sheet.post()


@on("details")
async def _open(interaction: Interaction, tap: ComponentId) -> None:
    """Show the details in a new private message."""
    await defer_new(interaction)
    match = await match_of(interaction, tap.match_id)
    await finish(interaction, await details_post(interaction, match))


async def _set_up(interaction: Interaction, tap: ComponentId, setting: Setting) -> None:
    """Set something up, and show the details as they are now."""
    await (defer_update if is_private(interaction) else defer_new)(interaction)
    match = await match_of(interaction, tap.match_id)
    told = await setting(interaction, match, "".join(tap.values[:1]) or tap.rest)
    after = await match_of(interaction, tap.match_id)
    await finish(interaction, await details_post(interaction, after, told))


@on("pace")
async def _choose_pace(interaction: Interaction, tap: ComponentId) -> None:
    async def setting(_: Interaction, match: MatchInfo, chosen: str) -> Text:
        return await set_pace(interaction, match, preset(chosen))

    await _set_up(interaction, tap, setting)


@on("conceding")
async def _choose_conceding(interaction: Interaction, tap: ComponentId) -> None:
    await _set_up(interaction, tap, set_conceding)


@on("close")
async def _close(interaction: Interaction, tap: ComponentId) -> None:
    await _set_up(interaction, tap, set_closed)
