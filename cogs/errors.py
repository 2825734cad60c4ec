"""Turns every error a player can cause into one private answer.

A refused tap in a panel is shown above the current panel instead: see `cogs.play.panel.refused`.
Expected refusals are answered and not logged. For anything else the player gets an apology with a
reference number, and the log gets the traceback: see `cogs.traces`.
"""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import app_commands

from cogs.traces import OUTSIDE_FAULTS, kind_of, traced, unwrapped
from cogs.ui.answers import reply
from cogs.ui.choice import ChoicePath
from cogs.ui.help_buttons import ask_back_button, explain_button, why_button
from cogs.ui.items import Button, Interaction, button, match_in_id, reference, restarting
from cogs.ui.speech import reader, say
from matches.domain.model import MatchInfo
from monitor import requests
from render.i18n import Lang
from rules.errors import (
    ClosedError,
    IllegalMoveError,
    InvalidMoveError,
    LobbyError,
    NotYourTurnError,
    RefusedError,
    ReplayError,
    StaleMoveError,
    UndoError,
    UnmovedError,
)
from rules.protocol import WATCHER
from rules.text import t

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
_TOO_LATE: Final = (UNKNOWN_INTERACTION, ALREADY_ANSWERED)

_AT_PLAY: Final = (
    IllegalMoveError,
    InvalidMoveError,
    NotYourTurnError,
    StaleMoveError,
    UndoError,
)
"""Refusals to a player who is about to move; telling them what they can do helps."""


async def answer(interaction: Interaction, error: BaseException) -> None:
    """Answer the user who caused `error`, privately, even after an answer."""
    cause = unwrapped(error)
    if isinstance(cause, discord.HTTPException) and cause.code in _TOO_LATE:
        log.info(
            "answering an interaction failed: too late or answered before",
            extra=_marks(interaction),
        )
        requests.ended("late")
        return
    refusal = _as_refusal(cause)
    requests.ended("failed" if refusal is None else "refused")
    if refusal is None:
        _report(interaction, cause)
    if isinstance(cause, ReplayError):
        log.info("%s", cause, extra=_marks(interaction))
    try:
        await _reply(interaction, refusal)
    except OUTSIDE_FAULTS as failed:
        requests.ended("failed")
        log.info("sending an answer failed: %s", failed, extra=_marks(interaction))
    except Exception as broken:  # a broken sentence must not leave them without an answer
        if refusal is None:
            raise
        await answer(interaction, broken)


def _as_refusal(error: BaseException) -> RefusedError | None:
    match error:
        case RefusedError():
            return error
        case ClosedError():
            return restarting()
        case app_commands.TransformerError():
            return InvalidMoveError(
                t("I don't understand one of the options you typed."),
                t("Choose one from the list that appears as you type."),
            )
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return LobbyError(
                t("This command has changed."), t("Restart Discord and type the command again.")
            )
        case app_commands.NoPrivateMessage():
            return LobbyError(
                t("This command only works on a server."), t("Use it in the match's channel.")
            )
        case app_commands.CheckFailure():
            return LobbyError(
                t("You aren't allowed to use this command."),
                t("Ask a server admin to use it for you."),
            )
    return None


def _report(interaction: Interaction, error: BaseException) -> None:
    command = interaction.command.qualified_name if interaction.command else "component"
    log.error(
        "unexpected error, reference %s, in %s\n%s",
        reference(interaction),
        command,
        traced(error),
        extra={**_marks(interaction), "kind": kind_of(error)},
    )


def _marks(interaction: Interaction) -> dict[str, object]:
    return {"interaction": interaction.id, "match": match_in_id(interaction)}


async def _reply(interaction: Interaction, refusal: RefusedError | None) -> None:
    if interaction.type is discord.InteractionType.autocomplete:
        if not interaction.response.is_done():
            await interaction.response.autocomplete([])
        return
    if refusal is None:
        sorry = t(
            "Sorry, something went wrong. I haven't made any move that you didn't confirm. Please "
            "try again. If this keeps happening, give this reference to whoever runs this bot: "
            "{reference}",
            reference=reference(interaction),
        )
        await reply(interaction, say(sorry, reader(interaction)))
        return
    lang, match = reader(interaction), await _match(interaction)
    words = f"{say(refusal.reason, lang, match)} {say(refusal.hint, lang, match)}"
    if match is not None:
        interaction.client.refusals.note(match.id, interaction.user.id, refusal)
    buttons = _next_buttons(refusal, match, interaction.user.id, lang) if match else []
    await reply(interaction, words, buttons)


def _next_buttons(
    refusal: RefusedError, match: MatchInfo, user_id: int, lang: Lang
) -> list[Button]:
    """Return the buttons below a refusal: the match now, and an explanation."""
    found, seat = [], match.seat_of(user_id)
    if isinstance(refusal, StaleMoveError):
        found.append(button("turn", match.id, label=say(t("Your move"), lang)))
    if isinstance(refusal, NotYourTurnError):
        found.append(button("turn", match.id, label=say(t("See the match"), lang)))
    can_ask = isinstance(refusal, UndoError) and not isinstance(refusal, UnmovedError)
    if can_ask and match.status == "live" and seat != WATCHER:
        found.append(ask_back_button(match, lang))
    if refusal.rule:
        found.append(why_button(match.id, refusal, lang))
    elif match.status == "live" and seat != WATCHER and isinstance(refusal, _AT_PLAY):
        found.append(explain_button(match.id, ChoicePath(seat, match.ply, "m"), lang))
    return found


async def _match(interaction: Interaction) -> MatchInfo | None:
    """Return the match of a refused component, else that of the channel, or None."""
    service = interaction.client.service
    number = match_in_id(interaction)
    try:
        if number:
            return await service.info(number)
        return await service.in_channel(interaction.channel_id or 0)
    except (RefusedError, ClosedError):
        return None
