"""Choosing a match's pace: the host in the lobby, later all players together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord
from discord import app_commands

from cogs.ui.autocomplete import choices
from cogs.ui.items import Interaction, Select, select
from cogs.ui.speech import say, visible
from cogs.ui.times import read_zone
from matches.domain.deadlines.pace import MAX_BANK, MAX_HOURS, Pace, PaceKind
from matches.domain.deadlines.pace_text import MEANING, pace_of, pace_text, short_text
from matches.domain.model import MatchInfo
from matches.domain.table.votes import Repace
from render.i18n import Lang
from rules.errors import InvalidMoveError
from rules.text import Text, t

PRESETS: Final = (
    Pace(PaceKind.CASUAL, 48),
    Pace(PaceKind.STEADY, 24),
    Pace(PaceKind.STEADY, 48),
    Pace(PaceKind.STRICT, 24),
    Pace(PaceKind.STRICT, 72),
)
"""The paces that the lobby offers; /match time has everything else."""


def read_pace(
    kind: str, hours: int, bank: int = 0, hour: int | None = None, zone: str = ""
) -> Pace:
    """Return the pace that somebody typed.

    Raises:
        InvalidMoveError: A value is out of range or unknown; the hint says what to type.
    """
    if kind not in tuple(PaceKind):
        raise InvalidMoveError(
            t("There's no pace called {kind}.", kind=kind[:30]),
            t("Choose casual, steady or strict."),
        )
    if not 1 <= hours <= MAX_HOURS:
        raise InvalidMoveError(
            t("The time limit can't be {count} hours.", count=hours),
            t("Type a number of hours from 1 to {most}.", most=MAX_HOURS),
        )
    if not 0 <= bank <= MAX_BANK:
        raise InvalidMoveError(
            t("Extra time can't be {count} hours.", count=bank),
            t("Type a number of hours from 0 to {most}.", most=MAX_BANK),
        )
    if hour is not None and not 0 <= hour <= 23:
        raise InvalidMoveError(
            t("{hour} isn't an hour of the day.", hour=hour), t("Type a number from 0 to 23.")
        )
    return Pace(PaceKind(kind), hours, bank, hour, read_zone(zone) if zone else "UTC")


def pace_choices(typed: str, lang: Lang) -> list[app_commands.Choice[str]]:
    """Return the presets that match what is typed."""
    return choices([(say(short_text(pace), lang), str(pace)) for pace in PRESETS], visible(typed))


def preset(typed: str) -> Pace:
    """Return the pace that was chosen from the presets, or written in full.

    Raises:
        InvalidMoveError: It is neither.
    """
    try:
        return Pace.parse(visible(typed))
    except ValueError:
        raise InvalidMoveError(
            t("I don't know a pace called “{typed}”.", typed=visible(typed)[:40]),
            t("Choose one from the list, or set your own with /match time."),
        ) from None


def pace_select(match: MatchInfo, lang: Lang) -> Select:
    """Return the list in the lobby from which the host chooses the time."""
    paces: Iterable[Pace] = PRESETS if match.pace in PRESETS else (match.pace, *PRESETS)
    options = [
        discord.SelectOption(
            label=say(short_text(pace), lang),
            description=say(MEANING[pace.kind], lang),
            value=str(pace),
            default=pace == match.pace,
        )
        for pace in paces
    ]
    return select("pace", match.id, options=options, placeholder=say(t("Pace"), lang))


async def set_pace(interaction: Interaction, match: MatchInfo, pace: Pace) -> Text:
    """Set the pace of a lobby, or in play ask the others for it; return what was done.

    Raises:
        LobbyError: The asker is not the host.
        NotSeatedError: They have no seat in the match that has begun.
    """
    service = interaction.client.service
    if match.status == "live":
        vote = await service.votes.ask(match.id, interaction.user.id, Repace(pace))
        if vote.status == "passed":
            now = await service.info(match.id)
            return t("This match's pace: {pace}", pace=pace_of(now))
        return t("I've asked the others to agree to this pace: {pace}", pace=pace_text(pace))
    await service.lobby.set_pace(match.id, interaction.user.id, pace)
    return t("This match's pace: {pace}", pace=pace_text(pace))
