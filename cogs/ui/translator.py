"""Translates the names and descriptions of commands, like all other text."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from matches.domain.model import language_of
from render.i18n import translate
from rules.text import Language, Text

_TRANSLATED: Final[dict[discord.Locale, Language]] = {
    locale: lang for locale in discord.Locale if (lang := language_of(str(locale))) != "en"
}
"""Our languages by Discord's locales, without the thirty that read English."""


def named(text: Text, name: str = "") -> locale_str:
    """Return a text for discord.py's commands.

    Args:
        text: The text to look up in the catalogues.
        name: The English name, if it differs from the msgid because the word means something
            else elsewhere.
    """
    return locale_str(name or text.msgid, msgid=text.msgid)


class Translator(app_commands.Translator):
    """Looks up names and descriptions of commands in the catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the words for a locale; None if they are the ones Discord already has."""
        lang = _TRANSLATED.get(locale)
        if lang is None:
            return None
        msgid = string.extras.get("msgid", string.message)
        words = translate(Text(msgid), lang, {})
        return None if words == msgid else words
