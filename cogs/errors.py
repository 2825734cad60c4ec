"""Every error a player can cause becomes one private answer here, and nowhere else.

Expected refusals are answered and not logged. Anything else is an apology with a reference number
for the player, and for the host a log record with the way the error took. Neither holds a value:
messages of foreign exceptions may quote moves, and hosts play too.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import app_commands

from cogs.ui.choice import Path
from cogs.ui.speech import reader, say
from matches.db.store import StoreError
from rules.errors import (
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    LobbyError,
    NotYourTurnError,
    RefusedError,
    ReplayError,
    StaleMoveError,
    UndoError,
)
from rules.protocol import WATCHER
from rules.text import t

if TYPE_CHECKING:
    from cogs.ui.items import Button
    from matches.domain.model import MatchInfo
    from render.i18n import Lang

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
_TOO_LATE: Final = (UNKNOWN_INTERACTION, ALREADY_ANSWERED)
_MATCH_OF_ID: Final = re.compile(r"[bs][a-z]+:(\d{1,18}):")
_OUTSIDE: Final = (discord.HTTPException, StoreError, OSError, aiohttp.ClientError)
"""Errors from outside whose messages name no value of ours."""
_QUOTED: Final = (*_OUTSIDE, GameError)

_AT_PLAY: Final = (
    IllegalMoveError,
    InvalidMoveError,
    NotYourTurnError,
    StaleMoveError,
    UndoError,
)
"""Refusals to whoever is about to play; he is helped by what he can do."""


async def answer(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer whoever caused `error`, privately, whether or not something was answered before."""
    cause = _unwrapped(error)
    if isinstance(cause, discord.HTTPException) and cause.code in _TOO_LATE:
        log.info("interaction can no longer be answered", extra=_marks(interaction))
        return
    refusal = _as_refusal(cause)
    if refusal is None:
        _report(interaction, cause)
    if isinstance(cause, ReplayError):
        log.info("%s", cause, extra=_marks(interaction))
    try:
        await _reply(interaction, refusal)
    except _OUTSIDE as failed:
        log.info("answer not delivered: %s", failed, extra=_marks(interaction))
    except Exception as broken:  # a broken sentence must not leave him without any
        if refusal is None:
            raise
        await answer(interaction, broken)


def traced(error: BaseException) -> str:
    """Return the traceback of an error and of what led to it, without any value of ours."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        frames = "".join(traceback.format_list(traceback.extract_tb(cause.__traceback__)))
        said = f": {cause}" if isinstance(cause, _QUOTED) else ""
        parts.append(f"{frames}{type(cause).__name__}{said}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nwhich led to\n".join(reversed(parts))


def in_short(error: BaseException) -> str:
    """Return an error in one line: its kind, where it arose, and its message if it may be told."""
    cause = _unwrapped(error)
    frames = traceback.extract_tb(cause.__traceback__)
    where = f" in {frames[-1].name}" if frames else ""
    told = f": {cause}" if isinstance(cause, _QUOTED) else ""
    return " ".join(f"{type(cause).__name__}{where}{told}".split())


def reference(interaction: discord.Interaction[Any]) -> str:
    """Return the number by which a player's report is found in the log."""
    return f"{interaction.id:x}"[-8:]


def match_in_id(interaction: discord.Interaction[Any]) -> int | None:
    """Return the match named by the component that was used, if any."""
    data: Mapping[str, Any] = interaction.data or {}
    found = _MATCH_OF_ID.match(str(data.get("custom_id", "")))
    return int(found[1]) if found else None


def _unwrapped(error: BaseException) -> BaseException:
    inner = error
    while isinstance(inner, app_commands.CommandInvokeError):
        inner = inner.original
    return inner


def _as_refusal(error: BaseException) -> RefusedError | None:
    match error:
        case RefusedError():
            return error
        case app_commands.TransformerError():
            return InvalidMoveError(
                t("One of the values cannot be read."), t("Choose one from the list as you type.")
            )
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return LobbyError(
                t("This command has changed."), t("Restart your Discord and type it once more.")
            )
        case app_commands.NoPrivateMessage():
            return LobbyError(
                t("This works on a server only."), t("Use it in the match's channel.")
            )
        case app_commands.CheckFailure():
            return LobbyError(
                t("You may not use this command."), t("Ask those who look after this server.")
            )
    return None


def _report(interaction: discord.Interaction[Any], error: BaseException) -> None:
    command = interaction.command.qualified_name if interaction.command else "component"
    log.error(
        "unexpected error, reference %s, in %s\n%s",
        reference(interaction),
        command,
        traced(error),
        extra=_marks(interaction),
    )


def _marks(interaction: discord.Interaction[Any]) -> dict[str, object]:
    return {"interaction": interaction.id, "match": match_in_id(interaction)}


async def _reply(interaction: discord.Interaction[Any], refusal: RefusedError | None) -> None:
    if interaction.type is discord.InteractionType.autocomplete:
        if not interaction.response.is_done():
            await interaction.response.autocomplete([])
        return
    from cogs.ui.answers import tell  # answers are made of items, and items answer errors here

    if refusal is None:
        sorry = t(
            "Sorry, something went wrong; what was not confirmed did not happen. Please try again. "
            "If it stays like this, tell whoever runs the bot this reference: {reference}",
            reference=reference(interaction),
        )
        await tell(interaction, say(sorry, reader(interaction)))
        return
    lang, match = reader(interaction), await _match(interaction)
    words = f"{say(refusal.reason, lang, match)} {say(refusal.hint, lang, match)}"
    ways = _ways_on(refusal, match, interaction.user.id, lang) if match else []
    await tell(interaction, words, ways)


def _ways_on(refusal: RefusedError, match: MatchInfo, user_id: int, lang: Lang) -> list[Button]:
    """Return the buttons that lead on from a refusal: to the present, to what explains it."""
    from cogs.ui.help_buttons import ask_back_button, explain_button, why_button
    from cogs.ui.items import button

    ways, seat = [], match.seat_of(user_id)
    if isinstance(refusal, StaleMoveError):
        ways.append(button("turn", match.id, label=say(t("Your move"), lang)))
    if isinstance(refusal, NotYourTurnError):
        ways.append(button("turn", match.id, label=say(t("See the match"), lang)))
    if isinstance(refusal, UndoError) and match.status == "live" and seat != WATCHER:
        ways.append(ask_back_button(match.id, lang))
    if refusal.rule:
        ways.append(why_button(match.id, refusal, lang))
    elif match.status == "live" and seat != WATCHER and isinstance(refusal, _AT_PLAY):
        ways.append(explain_button(match.id, Path(seat, match.ply, "m"), lang))
    return ways


async def _match(interaction: discord.Interaction[Any]) -> MatchInfo | None:
    """Return the match that the refusal is about: the component's, or the channel's."""
    service = interaction.client.service
    number = match_in_id(interaction)
    try:
        if number:
            found: MatchInfo = await service.info(number)
        else:
            found = await service.in_channel(interaction.channel_id)
    except RefusedError:
        return None
    return found
