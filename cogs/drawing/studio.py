"""The order in which pictures are drawn."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import count
from typing import Final, TypeVar

from cogs.drawing.workers import Worker

T = TypeVar("T")

PATIENCE: Final = 3
"""The most jobs in a row that may overtake the oldest one.

Otherwise a flood of answers would make
posts wait for ever."""


class Rank(IntEnum):
    """The order of jobs: people waiting at a screen first, later readers after."""

    ANSWER = 0
    POST = 1
    SPARE = 2
    """Work that nobody is waiting for: films, and pictures prepared at the start."""


class Studio:
    """Gives drawings to workers that have room; see `Rank`.

    Attributes:
        post_slots: Held while a post is made, from reading the match until its picture is drawn. A
            post that has to wait has not read the match yet, so it draws the newest state and no
            stale picture is drawn, and an answer never waits for two posts. If there are several
            workers, one is always left for answers.
        dm_slots: Held first by a direct message, which then waits for a post slot: so never more
            than one of them is ahead of a post.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.post_slots = asyncio.Semaphore(max(1, len(workers) - 1))
        self.dm_slots = asyncio.Semaphore(1)
        self._workers = tuple(workers)
        self._free = [worker for worker in workers for _ in range(worker.room)]
        """Each worker as often as it has room for a job."""
        self._overtook = 0
        self._numbers = count()
        self._waiting: list[tuple[Rank, int, asyncio.Future[Worker]]] = []

    async def draw(self, job: Callable[[], T], rank: Rank = Rank.ANSWER) -> T:
        """Return what `job` returns; jobs of a better rank go first."""
        worker = await self._turn(rank)
        try:
            return await worker.draw(job)
        finally:
            self._give_back(worker)

    async def _turn(self, rank: Rank) -> Worker:
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._numbers), turn))
        self._next()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just been given a worker
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        self._free.append(worker)
        self._next()

    def _next(self) -> None:
        while self._free and self._waiting:
            turn = self._first()
            if not turn.done():
                turn.set_result(self._least_busy())

    def _least_busy(self) -> Worker:
        """Remove and return the worker that has most room."""
        found = max(self._free, key=self._free.count)
        self._free.remove(found)
        return found

    def _first(self) -> asyncio.Future[Worker]:
        """Remove and return the waiting job whose turn it is."""
        oldest = min(self._waiting, key=lambda waiting: waiting[1])
        self._overtook = self._overtook + 1 if oldest is not self._waiting[0] else 0
        if self._overtook <= PATIENCE:
            return heapq.heappop(self._waiting)[2]
        self._overtook = 0
        self._waiting.remove(oldest)
        heapq.heapify(self._waiting)
        return oldest[2]

    async def prepare(self, job: Callable[[], object]) -> None:
        """Let every worker do a job; a worker that is busy does it later."""
        await asyncio.gather(*(worker.draw(job) for worker in self._workers))

    async def close(self) -> None:
        """Finish what is being drawn, then stop the workers."""
        for worker in self._workers:
            await worker.close()
