"""Computer players in the lobby: the host adds them and sends them away."""

from __future__ import annotations

import discord

from cogs.ui.answers import defer_new, reply
from cogs.ui.context import match_of
from cogs.ui.items import ComponentId, Interaction, Select, on, select
from cogs.ui.speech import caption, name_in, reader, say
from matches.domain.model import MatchInfo
from matches.domain.table.computers import LEVELS, SIGNS, read_level
from render.i18n import Lang
from rules.errors import InvalidMoveError
from rules.text import Text, Who, t


def computers_select(match: MatchInfo, lang: Lang) -> Select:
    """Return the list in the lobby of what can be done about computer players.

    A value is what to do and the level or the computer's name: ``add good``, ``away Cog``.
    """
    options = [
        discord.SelectOption(
            label=caption(t("Add a computer player: {level}", level=name), lang),
            description=SIGNS[level],
            value=f"add {level}",
        )
        for level, name in LEVELS.items()
        if len(match.seats) < match.capacity
    ]
    options += [
        discord.SelectOption(
            label=caption(t("Send {name} away", name=name_in(match, seat, lang)), lang),
            value=f"away {seat.name}",
        )
        for seat in match.seats
        if seat.level
    ]
    options += [
        discord.SelectOption(
            label=caption(t("Let a computer play seats left free: {level}", level=name), lang),
            value=f"left {level}",
        )
        for level, name in LEVELS.items()
        if level != match.level
    ]
    return select(
        "computers", match.id, options=options, placeholder=caption(t("Computer players"), lang)
    )


@on("computers")
async def _choose(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    match, user = await match_of(interaction, tap.match_id), interaction.user.id
    lobby, lang = interaction.client.service.lobby, reader(interaction)
    what, _, which = (tap.values[0] if len(tap.values) == 1 else "").partition(" ")
    match what:
        case "add":
            match = await lobby.add_computers(match.id, user, read_level(which))
            told = t("{who} takes a seat.", who=Who(len(match.seats) - 1))
        case "away":
            match = await lobby.remove_computer(match.id, user, which)
            told = t("The seat is free again.")
        case "left":
            match = await lobby.set_level(match.id, user, read_level(which))
            told = left_to(match)
        case _:
            raise InvalidMoveError(
                t("This button no longer works."), t("Choose again in the lobby's post.")
            )
    await reply(interaction, say(told, lang, match))


def left_to(match: MatchInfo) -> Text:
    """Return who plays the seats of a match whose players leave or are late."""
    return t("Seats left free: a computer ({level})", level=LEVELS[match.level])
