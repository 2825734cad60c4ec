"""The workers that draw: threads of this process, or processes beside it.

The bot draws in processes: a thread that draws holds the interpreter's lock most of the time, and
then every answer waits for it. Tests and the demo use threads, which start at once and know the
games that a test registers.

The processes are our own and not `concurrent.futures`', whose processes would load the whole bot
again and outlive it when it is killed (figures in ``bench/README.md``).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast
from zlib import crc32

import config
from render.worker import HEAD, Reply, message
from rules.errors import DrawingError

log = logging.getLogger(__name__)

T = TypeVar("T")

ROOT: Final = Path(__file__).parent.parent.parent
MOST_THREADS: Final = 4
"""More threads would wait for the interpreter's lock longer than they draw."""
MOST_PROCESSES: Final = 2
"""Each takes up to 165 MiB."""
LONGEST_S: Final = 30.0
"""A process that draws one picture for longer hangs, and is replaced."""
READY: Final = 2
"""The most jobs a process has: the one it draws, and the one after it."""
READ_AHEAD: Final = 1 << 20
"""The bytes of pictures that are read before somebody takes them."""
ENDING_S: Final = 1.0
"""How long a process may take to end before it is killed."""


class Worker(Protocol):
    """Draws one picture at a time.

    Attributes:
        room: How many jobs it takes at once; they are drawn in that order.
    """

    room: int

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns."""
        ...

    async def close(self) -> None:
        """Finish what is being drawn, then stop."""
        ...


class ThreadWorker:
    """A thread that draws."""

    room = 1

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "draw")

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    async def close(self) -> None:
        """Finish what is being drawn, then stop."""
        self._pool.shutdown()


class ProcessWorker:
    """A process that draws. It is started for its first job, and again if it has died."""

    room = READY

    def __init__(self) -> None:
        self._running: asyncio.subprocess.Process | None = None
        self._jobs = deque[bytes]()
        """Those without a reply, oldest first; a running process has them all."""
        self._turn = asyncio.Lock()
        """Held by whoever reads the next reply, in the order of the jobs."""

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns; the job and that must be picklable.

        A caller that is cancelled leaves the process to finish first.

        Raises:
            DrawingError: The job failed, or the process died or hung over it twice.
        """
        reply = await asyncio.shield(asyncio.create_task(self._reply(message(job))))
        if reply.failure:
            raise DrawingError(reply.failure)
        return cast("T", reply.value)

    async def close(self) -> None:
        """Finish what is being drawn, then stop."""
        async with self._turn:
            if self._running is not None:
                await self._stop(self._running)

    async def _reply(self, job: bytes) -> Reply:
        self._jobs.append(job)
        if self._running is not None:
            _give(self._running, job)
        async with self._turn:
            try:
                return await self._next_reply(crc32(job[HEAD.size :]))
            finally:
                self._jobs.popleft()

    async def _next_reply(self, of: int) -> Reply:
        """Return the reply to the oldest job, which has this checksum."""
        for _ in range(2):
            process = self._running or await self._start()
            try:
                async with asyncio.timeout(LONGEST_S):
                    return await _read(process, of)
            except (OSError, EOFError, TimeoutError) as error:
                await self._stop(process)
                log.warning(
                    "drawing failed: the process stopped with exit code %s (%s)",
                    process.returncode,
                    type(error).__name__,
                )
        return Reply(of, None, "the process that draws died twice over one picture")

    async def _start(self) -> asyncio.subprocess.Process:
        """Start a process and give it all jobs."""
        process = self._running = await _started()
        _give(process, *self._jobs)
        return process

    async def _stop(self, process: asyncio.subprocess.Process) -> None:
        """End a process, kindly first: killing a dead one might lose its exit code."""
        self._running = None
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING_S):
                await process.wait()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended in the meantime
                process.kill()
            await process.wait()


async def _started() -> asyncio.subprocess.Process:
    """Start a process without our secrets, out of reach of the terminal's signals."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from render.worker import main; main()"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=READ_AHEAD,
        cwd=ROOT,
        env=config.others() | {"MALLOC_ARENA_MAX": "1"},
        start_new_session=True,
    )


def _give(process: asyncio.subprocess.Process, *jobs: bytes) -> None:
    """Send jobs to a process; if it has died, whoever reads its replies notices."""
    assert process.stdin is not None
    process.stdin.write(b"".join(jobs))


async def _read(process: asyncio.subprocess.Process, of: int) -> Reply:
    """Return the next reply, which must be to this job.

    Raises:
        EOFError: There is none, or it is to another job.
    """
    assert process.stdout is not None
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    reply: Reply = pickle.loads(await process.stdout.readexactly(size))
    if reply.of != of:
        raise EOFError("a reply to another job")
    return reply


def threads() -> list[Worker]:
    """Return a thread for each core, up to `MOST_THREADS`."""
    return [ThreadWorker() for _ in range(min(os.cpu_count() or 1, MOST_THREADS))]


def processes() -> list[Worker]:
    """Return a process for each core but the event loop's, up to `MOST_PROCESSES`."""
    return [ProcessWorker() for _ in range(max(1, min((os.cpu_count() or 1) - 1, MOST_PROCESSES)))]
