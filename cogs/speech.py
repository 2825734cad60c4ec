"""Who is addressed, in which language, what the players are called, how a text stands."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

import discord

from matches.model import MatchInfo
from render.i18n import Lang, Names, translate
from rules.text import Text

NOBODY = discord.AllowedMentions.none()
"""Every message that is not meant to call somebody is sent with this."""


COLUMN_GAP: Final = "  "
"""What stands in a line of a board's text if its signs belong in columns."""


def lang_of(locale: discord.Locale | str | None) -> Lang:
    """Return the language for a Discord locale: Polish for Polish, else English."""
    return "pl" if str(locale) == str(discord.Locale.polish) else "en"


def reader(interaction: discord.Interaction) -> Lang:
    """Return the language of private answers: that of the reader's Discord."""
    return lang_of(interaction.locale)


def plain_names(match: MatchInfo) -> Names:
    """Return the players' names for pictures and text files: as they are."""
    return {s.seat: s.name for s in match.seats}


def markdown_names(match: MatchInfo) -> Names:
    """Return the players' names for Discord messages: bold, harmless, calling nobody."""
    return {s.seat: _bold(s.name) for s in match.seats}


@lru_cache(maxsize=2000)
def _bold(name: str) -> str:
    return f"**{harmless(name)}**"


def visible(typed: str) -> str:
    """Return what somebody typed as one line, without signs that cannot be seen."""
    seen = (" " if c.isspace() else c for c in typed if c.isspace() or not _hidden(c))
    return " ".join("".join(seen).split())


def _hidden(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs")


def harmless(text: str) -> str:
    """Return foreign text so that Discord shows it as it is: no Markdown, no mentions."""
    plain = discord.utils.escape_markdown(text, ignore_links=False)
    return discord.utils.escape_mentions(plain).replace("<", "\\<")


def as_lines(text: str) -> list[str]:
    """Return a board's text as lines for a Discord message; rows of signs keep their columns."""
    return [_row(line) for line in text.splitlines()]


def _row(line: str) -> str:
    in_columns = COLUMN_GAP in line and "`" not in line
    return f"`{line}`" if in_columns else harmless(line)


def say(text: Text, lang: Lang, match: MatchInfo | None = None) -> str:
    """Return a text for a Discord message, players' names in bold."""
    return translate(text, lang, markdown_names(match) if match else {}, _bold)


def allow(*user_ids: int) -> discord.AllowedMentions:
    """Return the permission to call these users and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(u) for u in user_ids],
    )
