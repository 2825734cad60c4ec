"""Faults in how the bot takes what strangers send; `bent` has to find them all."""

from __future__ import annotations

import gettext
from typing import Any, Final, NoReturn

import discord

from bot import StolikBot
from cogs.past import replay
from cogs.ui import autocomplete, context
from render.i18n import catalogue
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


class _Unforgiving(gettext.NullTranslations):
    def gettext(self, message: str) -> NoReturn:
        raise KeyError(message)


def _every_sentence_needed() -> None:
    catalogue("pl").add_fallback(_Unforgiving())


PLANTED: Final = (
    Planted("a-number-in-an-id-that-is-trusted", EXERCISE, "logged", _trusting),
    Planted("a-missing-length-check", EXERCISE, "form", _any_length),
    Planted("a-component-of-another-match-accepted", EXERCISE, "told elsewhere", _anywhere),
    Planted("an-unescaped-mention", EXERCISE, "mention", _unescaped),
    Planted("an-error-swallowed", EXERCISE, "unanswered", _swallowed),
    Planted("a-sentence-that-must-be-translated", EXERCISE, "logged", _every_sentence_needed),
)
"""All of them."""
