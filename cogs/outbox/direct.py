"""The channels of direct messages, by user.

discord.py keeps only 128 of them, and asking Discord for one again is a request that counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from cogs.outbox.budget import Budget
from matches.sender import Refused

if TYPE_CHECKING:
    from bot import StolikBot

MOST: Final = 20_000
"""How many are remembered, about 2 MB."""
OPENED_TOO_FAST: Final = 40003
"""What Discord answers to a bot that opens many at once; seen with 403."""
NOBODY_THERE: Final = 400
"""What Discord answers where it opens no channel, with one code or another."""


class DirectChannels:
    """Opens channels of direct messages and remembers them until the bot stops."""

    def __init__(self, bot: StolikBot, budget: Budget) -> None:
        self._bot, self._budget = bot, budget
        self._known: dict[int, int] = {}

    async def of(self, user_id: int) -> discord.PartialMessageable:
        """Return the channel of direct messages with a user.

        Raises:
            Refused: There can be none: the account was deleted, or they have blocked the bot.
        """
        known = self._known.get(user_id)
        if known is None:
            await self._budget.take(1, private=True)
            try:
                known = (await self._bot.create_dm(discord.Object(user_id))).id
            except discord.HTTPException as error:
                if error.status != NOBODY_THERE or error.code == OPENED_TOO_FAST:
                    raise
                raise Refused("closed_dm") from error
            self._known[user_id] = known
            if len(self._known) > MOST:
                del self._known[next(iter(self._known))]
        return self._bot.get_partial_messageable(known)
