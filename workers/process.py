"""A process that does jobs for the event loop, one after another.

The processes are our own and not `concurrent.futures`', whose processes would load the whole bot
again and outlive it when it is killed (figures in ``bench/README.md``).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast
from zlib import crc32

import config
from monitor import metrics
from rules.errors import WorkerError
from workers.work import HEAD, Reply, message

log = logging.getLogger(__name__)

T = TypeVar("T")

ROOT: Final = Path(__file__).parent.parent
READ_AHEAD: Final = 1 << 20
"""The bytes of replies that are read before somebody takes them."""
ENDING_S: Final = 1.0
"""How long a process may take to end before it is killed."""


class Process:
    """A process that works. It is started for its first job, and again if it has died.

    Attributes:
        what: What it does, for the log: "drawing".
        longest_s: A process that takes longer for one job hangs, and is replaced.
        tries: How many processes a job may cost before it is given up.
        nice: How far it steps back where processor time is short.
        starting_s: How much longer the first job may take, while the process starts.
    """

    def __init__(
        self,
        what: str,
        longest_s: float,
        *,
        tries: int = 2,
        nice: int = 0,
        starting_s: float = 0.0,
    ) -> None:
        self.what, self.longest_s, self.tries, self.nice = what, longest_s, tries, nice
        self.starting_s = starting_s
        self._running: asyncio.subprocess.Process | None = None
        self._jobs = deque[bytes]()
        """Those without a reply, oldest first; a running process has them all."""
        self._turn = asyncio.Lock()
        """Held by whoever reads the next reply, in the order of the jobs."""
        self._given_up = False

    @property
    def is_running(self) -> bool:
        """Return whether there is a process now."""
        return self._running is not None

    async def do(self, job: Callable[[], T]) -> T:
        """Return what a job returns; the job and that must be picklable.

        A caller that is cancelled leaves the process to finish first.

        Raises:
            WorkerError: The job failed, or `tries` times a process didn't start, died or hung.
        """
        reply = await asyncio.shield(asyncio.create_task(self._reply(message(job))))
        if reply.failure:
            raise WorkerError(reply.failure)
        return cast("T", reply.value)

    async def close(self, *, at_once: bool = False) -> None:
        """Finish what is being done, then stop.

        Args:
            at_once: Finish nothing: whatever is asked for, now or later, fails.
        """
        if at_once:
            self._given_up = True
            if self._running is not None:
                _kill(self._running)
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
        for _ in range(self.tries):
            if self._given_up:
                break
            within_s = self.longest_s + (0 if self._running else self.starting_s)
            try:
                process = self._running or await self._start()
                async with asyncio.timeout(within_s):
                    return await _read(process, of)
            except (OSError, EOFError, TimeoutError) as error:
                failed = self._running  # None if there is no memory to start one, for example
                if failed is not None:
                    await self._stop(failed)
                if not self._given_up:
                    self._report(failed, error)
        why = "given up" if self._given_up else f"{self.tries} processes died over one job"
        return Reply(of, None, f"{self.what}: {why}")

    def _report(self, process: asyncio.subprocess.Process | None, error: Exception) -> None:
        metrics.worker_lost(self.what)
        what = "no process could be started"
        if process is not None:
            what = f"the process stopped with exit code {process.returncode}"
        log.warning("%s failed: %s (%s)", self.what, what, type(error).__name__)

    async def _start(self) -> asyncio.subprocess.Process:
        """Start a process and give it all jobs."""
        process = self._running = await _started(self.nice)
        if self._given_up:
            _kill(process)
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
            _kill(process)
            await process.wait()


async def _started(nice: int) -> asyncio.subprocess.Process:
    """Start a process without our secrets, out of reach of the terminal's signals."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", f"from workers.work import main; main({nice})"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=READ_AHEAD,
        cwd=ROOT,
        env=config.others() | {"MALLOC_ARENA_MAX": "1"},
        start_new_session=True,
    )


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended in the meantime
        process.kill()


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
