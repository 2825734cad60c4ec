"""Computer players in the lobby: the host adds them and sends them away."""

from __future__ import annotations

from datetime import datetime

import discord

from cogs.ui.answers import defer_new, reply
from cogs.ui.context import match_of
from cogs.ui.items import ComponentId, Interaction, Select, on, select
from cogs.ui.speech import caption, name_in, reader, say
from matches.domain.deadlines.pace import PaceKind
from matches.domain.model import MatchInfo
from matches.domain.table.computers import LEVELS, SIGNS, read_level
from matches.domain.table.lobby import free_seats
from render.i18n import Lang
from rules.errors import InvalidMoveError
from rules.text import Text, Who, t


def computers_select(match: MatchInfo, lang: Lang, now: datetime) -> Select | None:
    """Return the lobby's list of what to do about computers; None for nothing.

    A value is what to do and the level or the computer's name: ``add good``, ``away Cog``.
    """
    options = [
        discord.SelectOption(
            label=caption(t("Add a computer player: {level}", level=name), lang),
            description=SIGNS[level],
            value=f"add {level}",
        )
        for level, name in LEVELS.items()
        if free_seats(match, now) > 0
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
            label=caption(t("If a player leaves, a computer plays on: {level}", level=name), lang),
            value=f"left {level}",
        )
        for level, name in LEVELS.items()
        if level != match.level and may_play_on(match)
    ]
    if not options:
        return None
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


def may_play_on(match: MatchInfo) -> bool:
    """Return whether a computer may come to play a person's seat.

    A match with one person ends if they leave, and only at a steady pace a computer decides for
    them when they are late.
    """
    return not _is_alone(match) or match.pace.kind is PaceKind.STEADY


def left_to(match: MatchInfo) -> Text:
    """Return who plays the seats of a match whose players leave or are late."""
    level = LEVELS[match.level]
    if _is_alone(match):
        return t("If the player is late: a computer ({level})", level=level)
    if match.pace.kind is PaceKind.CASUAL:
        return t("If a player leaves: a computer ({level})", level=level)
    return t("If a player leaves or is late: a computer ({level})", level=level)


def _is_alone(match: MatchInfo) -> bool:
    """Return whether a match has one person, and nobody can join."""
    return match.is_solo and match.is_full
