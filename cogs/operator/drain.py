"""Stopping without anything left to say: no more requests, then an empty outbox."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cogs.running import finish_running
from rules.errors import StoreError

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

LAST_REQUESTS_S: Final = 10.0
"""How long requests may take that came before."""
LAST_POSTS_S: Final = 60.0
"""How long posts may take.

What is left then is posted after the next start, as always.
"""


async def drain(bot: StolikBot) -> None:
    """Finish the requests that are here, send what is due, then stop.

    Whoever comes meanwhile reads that the bot restarts. Clocks and computers stop first, because
    they make new posts. `serve` stops the bot when it hears the event ``drained``.
    """
    bot.draining = True
    log.warning("draining: no new requests are taken")
    try:
        await bot.scheduler.close()
        await bot.service.computers.close()
        await finish_running(LAST_REQUESTS_S)
        left = await bot.outbox.drain(LAST_POSTS_S)
        log.warning("drained; posts left for the next start: %s", left)
    except StoreError as error:
        log.warning("draining failed; the next start posts what is left: %s", error)
    finally:
        bot.dispatch("drained")
