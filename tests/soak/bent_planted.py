"""Faults in how the bot takes what strangers send; `bent` has to find them all."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot import StolikBot
from cogs.past import replay
from cogs.ui import autocomplete, context
from tests.soak.report import Planted

EXERCISE: Final = "bent"


def _trusting() -> None:
    vars(replay)["_ply"] = int


def _any_length() -> None:
    vars(autocomplete)["MAX_OPTIONS"] = 1000


def _anywhere() -> None:
    context._may_ask = lambda interaction, match: True


def _unescaped() -> None:
    discord.utils.escape_mentions = lambda text: text


def _swallowed() -> None:
    async def answer_error(self: StolikBot, interaction: Any, error: BaseException) -> None:
        return None

    StolikBot.answer_error = answer_error  # type: ignore[method-assign]


PLANTED: Final = (
    Planted("a-number-in-an-id-that-is-trusted", EXERCISE, "logged", _trusting),
    Planted("a-missing-length-check", EXERCISE, "form", _any_length),
    Planted("a-component-of-another-match-accepted", EXERCISE, "told elsewhere", _anywhere),
    Planted("an-unescaped-mention", EXERCISE, "mention", _unescaped),
    Planted("an-error-swallowed", EXERCISE, "unanswered", _swallowed),
)
"""All of them."""
