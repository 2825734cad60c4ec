"""The order in which pictures are drawn."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count
from operator import attrgetter
from time import perf_counter
from typing import Final, Literal, NamedTuple, TypeVar

from cogs.drawing.workers import Worker
from monitor import metrics

T = TypeVar("T")

PATIENCE: Final = 5
"""The most jobs in a row that may overtake those of a worse rank.

Otherwise a flood of answers would make posts wait for ever, and a flood of posts direct messages.
"""


AHEAD: Final = 8
"""The most answers of a server that go before posts of all servers.

Those after them are as urgent as posts, so a flood of one server can't hold up posts of others."""


AT_ONCE: Final = 5
"""How many posts are made at once for a single worker."""
BEHIND: Final = 3
"""How many posts have to wait for a worker not to pause between two."""


class Rank(IntEnum):
    """The order of jobs: people waiting at a screen first, later readers after."""

    ANSWER = 0
    POST = 1
    SPARE = 2
    """Work that nobody is waiting for: films, and pictures prepared at the start."""


class Turns:
    """Numbers the jobs of a rank so that the servers take turns.

    A server's jobs have numbers in a row, and its first one the number that is being served. That
    is start-time fair queueing, where all jobs cost the same.
    """

    def __init__(self) -> None:
        self._served = 0
        self._next = dict[int, int]()
        """The number of the next job of each server with jobs that wait."""

    def ahead(self, server: int) -> int:
        """Return how many jobs of a server wait at most."""
        return max(0, self._next.get(server, 0) - self._served)

    def join(self, server: int) -> int:
        """Return the number of a new job; lower ones go first."""
        number = max(self._served, self._next.get(server, 0))
        self._next[server] = number + 1
        return number

    def serve(self, number: int) -> None:
        """Note that a job is served."""
        if number > self._served:
            self._served = number
            self._next = {one: after for one, after in self._next.items() if after > number}


class PostSlots(asyncio.Semaphore):
    """The places in which posts are made; a direct message lets posts go first."""

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self._waiting = self._begun = 0
        self._moved_on = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        """Wait for a place."""
        self._waiting += 1
        try:
            return await super().acquire()
        finally:
            self._waiting -= 1
            self._begun += 1
            self._moved_on.set()

    async def calm(self) -> None:
        """Wait until no post waits, or `PATIENCE` of them have gone ahead."""
        last = self._begun + PATIENCE
        while self._waiting and self._begun < last:
            self._moved_on.clear()
            await self._moved_on.wait()


class Asked(NamedTuple):
    """A job that waits; the least is first.

    Attributes:
        rank: Its rank.
        number: The turn of its server.
        order: When it came.
        wanted: The rank that was asked for.
        server: The server it is for.
        turn: Done when a worker has room for it.
    """

    rank: Rank
    number: int
    order: int
    wanted: Rank
    server: int
    turn: asyncio.Future[Worker]


class Studio:
    """Gives drawings to workers that have room; see `Rank`.

    Within a rank, the servers take turns: many jobs of one hold up only its own.

    Attributes:
        post_slots: Held while a post is made, from reading the match until its picture is drawn. A
            post that has to wait has not read the match yet, so it draws the newest state and no
            stale picture is drawn. If there are several workers, one is always left for answers; a
            single one has always something to draw, while other posts read their matches.
        dm_slots: Held first by a direct message; see `dm_slot`.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.post_slots = PostSlots(len(workers) - 1 or AT_ONCE)
        self.dm_slots = asyncio.Semaphore(1)
        self._workers = tuple(workers)
        self._free = [worker for worker in workers for _ in range(worker.room)]
        """Each worker as often as it has room for a job."""
        self._overtook = 0
        self._numbers = count()
        self._turns = {rank: Turns() for rank in Rank}
        self._waiting = list[Asked]()
        self._many = Counter[int]()
        """How many answers of a server wait that are only as urgent as posts; see `AHEAD`."""

    async def draw(self, job: Callable[[], T], rank: Rank = Rank.ANSWER, server: int = 0) -> T:
        """Return what `job` returns; jobs of a better rank go first.

        Args:
            job: A function of `render.drawings` with its arguments.
            rank: How urgent it is.
            server: The server it is for; 0 if it is for none.
        """
        asked = perf_counter()
        worker = await self._turn(rank, server)
        begun = perf_counter()
        try:
            return await worker.draw(job)
        finally:
            self._give_back(worker)
            metrics.drawn(rank.name.lower(), begun - asked, perf_counter() - begun)

    @asynccontextmanager
    async def dm_slot(self) -> AsyncIterator[None]:
        """Hold a post slot for a direct message.

        Never more than one of them is ahead of a post, and while posts wait, they go first: what
        they say is for everybody, and its reader may have moved before the message is made.
        """
        async with self.dm_slots:
            await self.post_slots.calm()
            async with self.post_slots:
                yield

    async def _turn(self, rank: Rank, server: int = 0) -> Worker:
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        wanted = rank
        if rank is Rank.ANSWER and self._has_many(server):
            rank = Rank.POST
            self._many[server] += 1
        number = self._turns[rank].join(server)
        asked = Asked(rank, number, next(self._numbers), wanted, server, turn)
        heapq.heappush(self._waiting, asked)
        self._next()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just been given a worker
                self._give_back(turn.result())
            raise

    def _has_many(self, server: int) -> bool:
        """Return whether the next answer of a server has to wait like a post.

        As long as one does, so do those after it, or newer ones would overtake it for ever.
        """
        return self._many[server] > 0 or self._turns[Rank.ANSWER].ahead(server) >= AHEAD

    def _give_back(self, worker: Worker) -> None:
        self._free.append(worker)
        self._next()

    def _next(self) -> None:
        while self._free and self._waiting:
            if self._is_early(self._waiting[0]):
                return
            turn = self._first()
            if not turn.done():
                turn.set_result(self._least_busy())

    def _is_early(self, best: Asked) -> bool:
        """Return whether nobody is waiting for an answer, and no worker is idle.

        A job can't be taken back from a worker, and an answer may be asked for before it begins.
        Where many posts wait, a pause of the worker would cost all of them more than that.
        """
        idle = any(self._free.count(worker) == worker.room for worker in set(self._free))
        posts = sum(one.rank is Rank.POST and not one.turn.done() for one in self._waiting)
        return best.rank is not Rank.ANSWER and not idle and posts < BEHIND

    def _least_busy(self) -> Worker:
        """Remove and return the worker that has most room."""
        found = max(self._free, key=self._free.count)
        self._free.remove(found)
        return found

    def _first(self) -> asyncio.Future[Worker]:
        """Remove and return the waiting job whose turn it is.

        That is the first of the best rank; after `PATIENCE` of these one that was overtaken.
        """
        chosen = self._waiting[0]
        others = self._overtaken(chosen)
        self._overtook = self._overtook + 1 if others else 0
        if self._overtook > PATIENCE:
            chosen, self._overtook = min(others, key=attrgetter("order")), 0
        self._waiting.remove(chosen)
        heapq.heapify(self._waiting)
        self._turns[chosen.rank].serve(chosen.number)
        if chosen.rank > chosen.wanted:
            self._many -= Counter([chosen.server])
        return chosen.turn

    def _overtaken(self, chosen: Asked) -> Sequence[Asked]:
        """Return the first of each worse rank than that of the chosen job.

        An answer that waits like a post isn't overtaken by older ones of its own server.
        """
        asking = {one.server for one in self._waiting if one.rank is Rank.ANSWER}
        firsts = dict[Rank, Asked]()
        for one in sorted(self._waiting):
            if one.rank > chosen.rank and (one.wanted is one.rank or one.server not in asking):
                firsts.setdefault(one.rank, one)
        return [*firsts.values()]

    async def everywhere(self, job: Callable[[], T]) -> list[T]:
        """Let every running worker do a job, a busy one later; return all results."""
        running = [worker for worker in self._workers if worker.is_running]
        return await asyncio.gather(*(worker.draw(job) for worker in running))

    async def close(self) -> None:
        """Finish what is being drawn, then stop the workers."""
        for worker in self._workers:
            await worker.close()
