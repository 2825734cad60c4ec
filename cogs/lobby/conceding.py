"""What the host chooses in the lobby for the case that somebody gives up."""

from __future__ import annotations

from typing import Final

import discord

from cogs.ui.answers import defer_new, forged, reply
from cogs.ui.context import match_of
from cogs.ui.items import ComponentId, Interaction, Select, on, select
from cogs.ui.speech import reader, say
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


@on("conceding")
async def _choose(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    match = await match_of(interaction, tap.match_id)
    choice = next((known for known in NAMES if [known] == list(tap.values)), None)
    if choice is None:
        raise forged()
    await interaction.client.service.lobby.set_conceding(match.id, interaction.user.id, choice)
    await reply(interaction, say(NAMES[choice], reader(interaction)))
