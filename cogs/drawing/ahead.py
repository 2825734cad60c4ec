"""Draws boards at the start, so that the first answers don't wait for cold caches.

The first board of a game takes a fifth of a second, the fifth one a fiftieth: what is set and
stamped for one match serves the others. Matches that nobody plays now cost nothing.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from cogs.drawing.pictures import draw_board
from cogs.drawing.studio import Rank
from cogs.ui.speech import public
from rules.errors import RefusedError, StoreError
from workers.work import give_back_memory

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

MOST: Final = 200
"""The most boards drawn ahead, which takes a quarter of a minute."""
PLAYED_WITHIN: Final = timedelta(hours=1)
"""A match in which a player did something so long ago at most is being played."""


async def draw_ahead(bot: StolikBot) -> None:
    """Draw the boards of matches that were played just before the start."""
    await bot.presence.begun.wait()
    try:
        for match_id in await bot.service.being_played(PLAYED_WITHIN, MOST):
            with suppress(RefusedError):  # it is gone, or can't be read
                glance = await bot.service.glance(match_id, None)
                lang = public(bot, glance.match.guild_id)
                await draw_board(bot, glance, lang, Rank.SPARE)
        await bot.studio.everywhere(give_back_memory)
    except StoreError as error:
        log.warning("drawing ahead failed: %s", error)
