"""The threads that draw, and the order of the jobs.

Threads, not processes: most of the work is done without the interpreter's lock, and each process
would keep its own stamps and tiles (figures in ``bench/README.md``).
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
"""The most threads; more would wait for the interpreter longer than they draw."""


PATIENCE: Final = 3
"""The most jobs in a row that may overtake the oldest one. Otherwise a flood of answers would make
posts wait for ever."""


class Rank(IntEnum):
    """The order of jobs: people waiting at a screen first, later readers after."""

    ANSWER = 0
    POST = 1
    SPARE = 2
    """Work that nobody is waiting for: films, and pictures prepared at the start."""


class Studio:
    """Draws on threads; see `Rank`.

    Attributes:
        leisure: Held while a post is made, from reading the match until its picture is drawn. A
            post that has to wait has not read the match yet, so it draws the newest state and no
            stale picture is drawn. If there are several threads, one is always left for answers.
    """

    def __init__(self, hands: int | None = None) -> None:
        """Use `hands` threads; None means one for each core, up to `MOST_HANDS`."""
        hands = hands or min(os.cpu_count() or 1, MOST_HANDS)
        self.leisure = asyncio.Semaphore(max(1, hands - 1))
        self._pool = ThreadPoolExecutor(hands, "draw")
        self._free = hands
        self._overtook = 0
        self._numbers = count()
        self._waiting: list[tuple[Rank, int, asyncio.Future[None]]] = []

    async def draw(self, job: Callable[[], T], rank: Rank = Rank.ANSWER) -> T:
        """Return what `job` returns on a thread; jobs of a better rank go first."""
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
            if turn.done() and not turn.cancelled():  # it had just been given a thread
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
        """Remove and return the waiting job whose turn it is."""
        oldest = min(self._waiting, key=lambda waiting: waiting[1])
        self._overtook = self._overtook + 1 if oldest is not self._waiting[0] else 0
        if self._overtook <= PATIENCE:
            return heapq.heappop(self._waiting)[2]
        self._overtook = 0
        self._waiting.remove(oldest)
        heapq.heapify(self._waiting)
        return oldest[2]

    def close(self) -> None:
        """Finish what is being drawn, then stop the threads."""
        self._pool.shutdown()
