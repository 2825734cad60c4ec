"""Shares out the requests a second that Discord grants: public posts first, then direct messages.

Discord answers whatever exceeds its limit with 429, and discord.py then holds everything back. So
the outbox stays below the limit by itself, and decides what may wait: a direct message that has
waited until its reader has moved needs no sending at all.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

BURST: Final = 30.0
"""The most requests that may be made at once after a pause."""
KEPT_FREE: Final = 15.0
"""What direct messages leave for posts."""


class Budget:
    """Grants requests, first come, first served among posts and among direct messages.

    Args:
        per_s: How many requests a second are granted on the average.
    """

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._left = BURST
        self._at = 0.0
        self._queues = {True: asyncio.Lock(), False: asyncio.Lock()}

    async def take(self, requests: int, *, private: bool) -> None:
        """Wait until so many requests may be made; `private` ones for direct messages."""
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
