"""What the host chooses in the lobby for the case that somebody gives up."""

from __future__ import annotations

from typing import Final

import discord

from cogs.ui.answers import forged
from cogs.ui.items import Interaction, Select, select
from cogs.ui.speech import say
from matches.domain.model import Conceding, MatchInfo
from matches.domain.table.conceding import NAMES
from render.i18n import Lang
from rules.text import Text, t

_MEANING: Final[dict[Conceding, Text]] = {
    "open": t("A computer plays it until somebody takes it over."),
    "caretaker": t("Nobody can take it over, and it can't win."),
}


def conceding_select(match: MatchInfo, lang: Lang) -> Select:
    """Return the list in the lobby of what can happen to a seat that is given up."""
    options = [
        discord.SelectOption(
            label=say(name, lang),
            description=say(_MEANING[choice], lang),
            value=choice,
            default=choice == match.conceding,
        )
        for choice, name in NAMES.items()
    ]
    label = say(t("If somebody gives up"), lang)
    return select("conceding", match.id, options=options, placeholder=label)


async def set_conceding(interaction: Interaction, match: MatchInfo, chosen: str) -> Text:
    """Choose what becomes of a seat that is given up; return the choice.

    Raises:
        InvalidMoveError: There is no such choice.
        LobbyError: The asker is not the host, or the match has begun.
    """
    choice = next((known for known in NAMES if known == chosen), None)
    if choice is None:
        raise forged()
    await interaction.client.service.lobby.set_conceding(match.id, interaction.user.id, choice)
    return NAMES[choice]
