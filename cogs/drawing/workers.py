"""The workers that draw: threads of this process, or processes beside it.

The bot draws in processes (`workers.process`): a thread that draws holds the interpreter's lock
most of the time, and then every answer waits for it. Tests and the demo use threads, which start at
once and know the games that a test registers.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from workers.process import Process

T = TypeVar("T")

MOST_THREADS: Final = 4
"""More threads would wait for the interpreter's lock longer than they draw."""
MOST_PROCESSES: Final = 2
"""Each takes up to 145 MiB."""
LONGEST_S: Final = 30.0
"""A process that draws one picture for longer hangs, and is replaced."""
READY: Final = 2
"""The most jobs a process has: the one it draws, and the one after it."""


class Worker(Protocol):
    """Draws one picture at a time.

    Attributes:
        room: How many jobs it takes at once; they are drawn in that order.
    """

    room: int

    @property
    def is_running(self) -> bool:
        """Return whether it has drawn, so that it keeps something."""
        ...

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns."""
        ...

    async def close(self) -> None:
        """Finish what is being drawn, then stop."""
        ...


class ThreadWorker:
    """A thread that draws."""

    room = 1
    is_running = True

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "draw")

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    async def close(self) -> None:
        """Finish what is being drawn, then stop."""
        self._pool.shutdown()


class ProcessWorker(Process):
    """A process that draws. It is started for its first job, and again if it has died."""

    room = READY

    def __init__(self) -> None:
        super().__init__("drawing", LONGEST_S)

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns; see `Process.do`."""
        return await self.do(job)


def threads() -> list[Worker]:
    """Return a thread for each core, up to `MOST_THREADS`."""
    return [ThreadWorker() for _ in range(min(os.cpu_count() or 1, MOST_THREADS))]


def processes() -> list[Worker]:
    """Return a process for each core but the event loop's, up to `MOST_PROCESSES`."""
    return [ProcessWorker() for _ in range(max(1, min((os.cpu_count() or 1) - 1, MOST_PROCESSES)))]
