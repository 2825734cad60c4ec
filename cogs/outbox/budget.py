"""Shares out the requests per second that Discord allows: posts before DMs.

Discord answers requests beyond its limit with 429, and discord.py then holds everything back. So
the outbox stays below the limit and decides what can wait: a direct message need not be sent at all
if its reader has moved in the meantime.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

WINDOW_S: Final = 1.0
"""Discord counts the requests of a second."""
KEPT_FREE: Final = 1 / 3
"""The share of requests that direct messages leave for posts."""


class Budget:
    """Grants requests to posts and to direct messages, each first come first served.

    Args:
        per_s: The most requests granted within any second; one grant may be larger, and then
            counts for longer.
        sharers: Returns how many processes share them.
    """

    def __init__(self, per_s: float, sharers: Callable[[], int] = lambda: 1) -> None:
        self._all_per_s, self._sharers = per_s, sharers
        self._ends = deque[float]()
        """Until when each granted request counts, earliest first."""
        self._queues = {True: asyncio.Lock(), False: asyncio.Lock()}

    @property
    def _per_s(self) -> float:
        return self._all_per_s / self._sharers()

    async def take(self, requests: int, *, private: bool) -> None:
        """Wait until `requests` may be made; `private`: for direct messages."""
        share = 1 - KEPT_FREE if private else 1
        async with self._queues[private]:
            while self._counted() + requests > self._per_s * share and self._ends:  # noqa: ASYNC110 - time
                await asyncio.sleep(self._ends[0] - monotonic())
            counts_s = WINDOW_S * max(1.0, requests / self._per_s)
            self._ends.extend([monotonic() + counts_s] * requests)

    def give_back(self, requests: int) -> None:
        """Return requests that were not made after all."""
        for _ in range(min(requests, len(self._ends))):
            self._ends.pop()

    def _counted(self) -> int:
        now = monotonic()
        while self._ends and self._ends[0] <= now:
            self._ends.popleft()
        return len(self._ends)
