"""Taking a seat, giving it up, starting, breaking off: the same by command and by button."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.answers import defer, hold, page, show, tell
from cogs.ui.context import is_admin, match_of
from cogs.ui.items import Tap, button, on
from cogs.ui.speech import reader, say
from matches.domain.model import MatchInfo
from rules import registry
from rules.text import Who, t


@on("join")
async def _tap_join(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    await join(interaction, await match_of(interaction, tap.match_id))


@on("leave")
async def _tap_leave(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    await leave(interaction, await match_of(interaction, tap.match_id))


@on("start")
async def _tap_start(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await defer(interaction)
    await start(interaction, await match_of(interaction, tap.match_id))


@on("end")
async def _tap_end(interaction: discord.Interaction[Any], tap: Tap) -> None:
    await hold(interaction)
    match = await match_of(interaction, tap.match_id)
    service = interaction.client.service
    await service.lobby.end(match.id, interaction.user.id, is_admin=is_admin(interaction))
    await show(interaction, page(say(t("The match is broken off."), reader(interaction))))


async def join(interaction: discord.Interaction[Any], match: MatchInfo) -> None:
    """Give whoever asks the next free seat."""
    user = interaction.user
    joined = await interaction.client.service.lobby.join(
        match.id, user.id, user.display_name, locale=interaction.locale.value
    )
    seat, lang = joined.seat_of(user.id), reader(interaction)
    mark = registry.get(joined.slug).info.seat_marks[seat]
    told = t(
        "You are in. Your colour is {colour}, your letter {letter}.",
        colour=mark.colour,
        letter=mark.letter,
    )
    leaving = button("leave", match.id, label=say(t("Leave"), lang))
    await tell(interaction, say(told, lang), [leaving])


async def leave(interaction: discord.Interaction[Any], match: MatchInfo) -> None:
    """Free the seat of whoever asks."""
    left = await interaction.client.service.lobby.leave(match.id, interaction.user.id)
    if left.status == "ended":
        told = t("You were the last one, so this match is closed.")
    else:
        told = t("You have left. {who} hosts the match.", who=Who(left.seat_of(left.host_id)))
    await tell(interaction, say(told, reader(interaction), left))


async def start(interaction: discord.Interaction[Any], match: MatchInfo) -> None:
    """Deal and begin."""
    report = await interaction.client.service.lobby.start(match.id, interaction.user.id)
    lang = reader(interaction)
    asked = bool(report.glance.moves)
    looking = button(
        "turn",
        match.id,
        label=say(t("Your move") if asked else t("See the match"), lang),
        style=discord.ButtonStyle.primary if asked else discord.ButtonStyle.secondary,
    )
    said = t("The match begins. Everybody who is to move is called.")
    await tell(interaction, say(said, lang, report.glance.match), [looking])
