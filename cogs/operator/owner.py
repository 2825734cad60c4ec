"""Who owns the bot, by what Discord says about its application."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.limits import owners
from cogs.ui.items import Interaction
from rules.errors import LobbyError
from rules.text import t

if TYPE_CHECKING:
    from bot import StolikBot

KNOWN_FOR: Final = timedelta(minutes=10)
"""How long Discord's answer is believed; a team may change."""


class Owners:
    """The owner of the application, or the members of the team that owns it."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot
        self._known = frozenset[int]()
        self._asked: datetime | None = None

    async def check(self, interaction: Interaction) -> None:
        """Refuse everybody else.

        Raises:
            LobbyError: They don't own the bot, or Discord doesn't say who does.
        """
        if interaction.user.id not in await self._ids():
            raise LobbyError(
                t("Only the owner of this bot can use this command."),
                t("To see your matches, type /turns."),
            )

    async def _ids(self) -> frozenset[int]:
        now = self._bot.clock()
        if self._asked is None or not timedelta() <= now - self._asked < KNOWN_FOR:
            try:
                self._known = owners(await self._bot.application_info())
            except (discord.HTTPException, OSError) as error:
                raise LobbyError(
                    t("Discord can't tell me right now who owns me."),
                    t("Please try again in a minute."),
                ) from error
            self._asked = now
        return self._known
