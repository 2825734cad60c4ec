"""Who draws: some threads, and the order in which they are asked.

Threads and not processes: most of the work is done without the interpreter's lock, and processes
would each keep their own stamps and tiles (figures in ``bench/README.md``).
"""

from __future__ import annotations

import asyncio
import heapq
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")

MOST_HANDS: Final = 4
"""Threads beyond these would wait for the interpreter more than they draw."""


PATIENCE: Final = 3
"""So many may overtake; then comes whoever has waited longest, or posts would wait for ever where
answers alone are more than can be drawn."""


class Rank(IntEnum):
    """Who comes first: who looks at a screen and waits, before those who will look later."""

    ANSWER = 0
    POST = 1
    SPARE = 2
    """What nobody waits for: films, and what is made ready at the start."""


class Studio:
    """Draws on threads; see `Rank`.

    Attributes:
        leisure: To be held by who makes a post, from looking at the match until it is drawn. So who
            has to wait has not looked yet, and what he draws in the end is the newest state: what
            became stale meanwhile costs nothing. One thread is always left for answers, if there
            are several.
    """

    def __init__(self, hands: int | None = None) -> None:
        """Use `hands` threads; None: one for each core."""
        hands = hands or min(os.cpu_count() or 1, MOST_HANDS)
        self.leisure = asyncio.Semaphore(max(1, hands - 1))
        self._pool = ThreadPoolExecutor(hands, "draw")
        self._free = hands
        self._overtook = 0
        self._numbers = count()
        self._waiting: list[tuple[Rank, int, asyncio.Future[None]]] = []

    async def draw(self, job: Callable[[], T], rank: Rank = Rank.ANSWER) -> T:
        """Return what `job` returns on a thread; it waits for all of a better rank."""
        loop = asyncio.get_running_loop()
        await self._turn(rank, loop.create_future())
        try:
            return await loop.run_in_executor(self._pool, job)
        finally:
            self._free += 1
            self._next()

    async def _turn(self, rank: Rank, turn: asyncio.Future[None]) -> None:
        heapq.heappush(self._waiting, (rank, next(self._numbers), turn))
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just been given one
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        while self._free and self._waiting:
            turn = self._first()
            if not turn.done():
                self._free -= 1
                turn.set_result(None)

    def _first(self) -> asyncio.Future[None]:
        """Take whose turn it is out of those who wait."""
        oldest = min(self._waiting, key=lambda waiting: waiting[1])
        self._overtook = self._overtook + 1 if oldest is not self._waiting[0] else 0
        if self._overtook <= PATIENCE:
            return heapq.heappop(self._waiting)[2]
        self._overtook = 0
        self._waiting.remove(oldest)
        heapq.heapify(self._waiting)
        return oldest[2]

    def close(self) -> None:
        """Finish what is being drawn."""
        self._pool.shutdown()
