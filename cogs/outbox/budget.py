"""Shares out the requests per second that Discord allows: posts before DMs.

Discord answers requests beyond its limit with 429, and discord.py then holds everything back. So
the outbox stays below the limit and decides what can wait: a direct message need not be sent at all
if its reader has moved in the meantime.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

BURST: Final = 30.0
"""The most requests at once after a pause."""
KEPT_FREE: Final = 15.0
"""The number of requests that direct messages leave for posts."""


class Budget:
    """Grants requests to posts and to direct messages, each first come first served.

    Args:
        per_s: The average number of requests granted per second.
    """

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._left = BURST
        self._at = 0.0
        self._queues = {True: asyncio.Lock(), False: asyncio.Lock()}

    async def take(self, requests: int, *, private: bool) -> None:
        """Wait until `requests` may be made; `private`: for direct messages."""
        needed = requests + (KEPT_FREE if private else 0.0)
        async with self._queues[private]:
            while not self._has(needed):
                short = needed - self._left
                await asyncio.sleep(short / self._per_s)
            self._left -= requests

    def give_back(self, requests: int) -> None:
        """Return requests that were not made after all."""
        self._left = min(BURST, self._left + requests)

    def _has(self, needed: float) -> bool:
        now = monotonic()
        earned = (now - self._at) * self._per_s
        self._at, self._left = now, min(BURST, self._left + earned)
        return self._left >= needed
