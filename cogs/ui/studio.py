"""Who draws: some threads, and the order in which they are asked.

Threads and not processes: four fifths of the work is compression, during which Pillow lets go of
the interpreter, and processes would each hold their own stamps and tiles (figures in
``bench/README.md``).
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
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._free -= 1
                turn.set_result(None)

    def close(self) -> None:
        """Finish what is being drawn."""
        self._pool.shutdown()
