"""Starts one bot after another at a range, and ends each in some way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Awaitable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.range.server import Range
from tests.soak.kills_bot import AHEAD, ERROR, Life

ROOT: Final = Path(__file__).parents[2]
READY_S: Final = 60.0
OUTSIDE: Final = ("): fault ", "ServerDisconnectedError", "ClientOSError", "ConnectionResetError")
"""What is in an error that comes from a request that fails."""
END_S: Final = 25.0
"""How long a bot may take to end when it is asked to."""


class Lives:
    """The bots at a range, one after another.

    Attributes:
        over: Set while no bot runs.
        code: With what exit code the last one ended; the negative number of a signal.
        ahead_s: How far the bots' clock is ahead.
        undisturbed: How often a bot has begun or lost its connection; interactions may be lost
            whenever it changes.
    """

    def __init__(self, fake: Range, folder: Path) -> None:
        self._fake, self._folder = fake, folder
        self.over = asyncio.Event()
        self.over.set()
        self.code, self.pid, self.ahead_s = 0, 0, 0.0
        self.ready_s = 0.0
        self._nursery: asyncio.subprocess.Process | None = None
        self._end: asyncio.Task[None] | None = None

    @property
    def database(self) -> Path:
        """Return the file that all of them use."""
        return self._folder / "kills.db"

    def errors(self) -> list[str]:
        """Return what they logged as errors, but for what Discord has refused."""
        file = self._folder / "errors.log"
        every = file.read_text().split(ERROR)[1:] if file.exists() else []
        return [one for one in every if not any(name in one for name in OUTSIDE)]

    @property
    def is_up(self) -> bool:
        """Return whether a bot runs and is connected."""
        sockets = (session.socket for session in self._fake.gateway.sessions.values())
        return not self.over.is_set() and any(one is not None for one in sockets)

    def disturbances(self) -> int:
        """Return how often a bot has connected; what was sent before may be lost."""
        return self._fake.gateway.identified + self._fake.gateway.resumed

    async def open(self) -> None:
        """Load all that bots need."""
        self.jump(0.0)
        self._nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.soak.kills_bot"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"STOLIK_REQUESTS_PER_S": "1000000"},
        )
        await self._line()

    async def _line(self) -> str:
        assert self._nursery is not None
        assert self._nursery.stdout is not None
        return (await self._nursery.stdout.readline()).decode().strip()

    async def close(self) -> None:
        """End everything."""
        if not self.over.is_set():
            await self.kill()
        if self._nursery is not None:
            assert self._nursery.stdin is not None
            self._nursery.stdin.close()
            await self._nursery.wait()

    def now(self) -> float:
        """Return the time by the bots' clock, in seconds since 1970."""
        return time.time() + self.ahead_s

    def jump(self, seconds: float) -> None:
        """Set the bots' clock ahead or back."""
        self.ahead_s += seconds
        file = self._folder / "clock.new"
        file.write_bytes(AHEAD.pack(self.ahead_s))
        file.replace(self._folder / "clock")

    async def start(
        self, dies_at: str = "", number: int = 0, *, after: bool = False, processes: bool = False
    ) -> bool:
        """Start a bot; return whether it lived until it was ready."""
        self._fake.gateway.end()
        life = Life(
            port=self._fake.port,
            database=str(self.database),
            clock=str(self._folder / "clock"),
            errors=str(self._folder / "errors.log"),
            processes=processes,
            dies_at=dies_at,
            number=number,
            after=after,
        )
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        begun = time.perf_counter()
        self._nursery.stdin.write((json.dumps(asdict(life)) + "\n").encode())
        self.pid = int(await self._line())
        self.over.clear()
        self._end = asyncio.create_task(self._await_end())
        await self.meanwhile(self._is_ready(), READY_S)
        self.ready_s = time.perf_counter() - begun
        return not self.over.is_set()

    async def _is_ready(self) -> None:
        await self._fake.ready.wait()
        while not self._fake.commands:  # noqa: ASYNC110 - Discord is told after READY
            await asyncio.sleep(0.01)

    async def _await_end(self) -> None:
        self.code = int(await self._line())
        self.over.set()

    async def meanwhile(self, work: Awaitable[object], timeout_s: float) -> bool:
        """Return whether some work was done before the bot ended or it took too long."""
        doing: asyncio.Future[object] = asyncio.ensure_future(work)
        end = asyncio.ensure_future(self.over.wait())
        await asyncio.wait((doing, end), timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        is_done = doing.done()
        doing.cancel()
        end.cancel()
        return is_done

    async def kill(self) -> None:
        """End the bot without a chance to finish anything."""
        self._signal(signal.SIGKILL)
        await self.over.wait()

    async def terminate(self) -> bool:
        """Ask the bot to end; return whether it did."""
        self._signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), END_S)
        if is_late := not self.over.is_set():
            await self.kill()
        return not is_late

    def stop(self) -> None:
        """Let the machine fall asleep."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Wake it up."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def workers(self) -> list[int]:
        """Return the processes that draw and think for the bot."""
        try:
            return [
                int(n)
                for n in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
            ]
        except OSError:
            return []

    @staticmethod
    def slay(worker: int) -> None:
        """Kill a worker."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)

    @staticmethod
    def starve(worker: int) -> None:
        """Let a worker have no more memory than it has."""
        with contextlib.suppress(OSError):
            pages = int(Path(f"/proc/{worker}/statm").read_text().split()[0])
            size = pages * resource.getpagesize()
            resource.prlimit(worker, resource.RLIMIT_AS, (size, size))
