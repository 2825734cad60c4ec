"""Starts one bot after another at a range, and ends each in some way."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from matches import lease
from matches.db.postgres.address import Address
from tests.range.process import UNLIMITED
from tests.range.server import Range
from tests.soak import doing
from tests.soak.kills_bot import AHEAD, ERROR, Life
from workers.thinkers import NICE

ROOT: Final = Path(__file__).parents[2]
READY_S: Final = 60.0
EARLY: Final = 0.8
"""The share of the time a lease is watched after which nobody can have watched for all of it."""
OUTSIDE: Final = (
    *("): fault ", "ServerDisconnectedError", "ClientOSError", "ConnectionResetError"),
    *("in the place of this one", "Session is closed", "401 Unauthorized"),
)
"""What is in an error of a request that fails, or of a bot that was replaced or closes."""
LEASE_HURRY: Final = 8
"""The times of leases are divided by this."""
TICK_S: Final = 0.25
"""How often whoever waits looks whether a bot has connected or gone."""
END_S: Final = 25.0
"""How long a bot may take to end when it is asked to."""


class Nursery:
    """A process that forks bots, one after another.

    Attributes:
        over: Set while none of them runs.
        code: With what exit code the last one ended; the negative number of a signal.
        pid: The newest one.
    """

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.over.set()
        self.code, self.pid = 0, 0
        self._process: asyncio.subprocess.Process | None = None
        self._end: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load all that bots need."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.soak.kills_bot"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ
            | UNLIMITED
            | {"STOLIK_REQUESTS_PER_S": "1000000", "STOLIK_LEASE_HURRY": str(LEASE_HURRY)},
        )
        await self._line()

    async def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()

    async def fork(self, life: Life) -> None:
        """Let a bot begin to live."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write((json.dumps(asdict(life)) + "\n").encode())
        self.pid = int(await self._line())
        self.over.clear()
        self._end = asyncio.create_task(self._await_end())

    async def _await_end(self) -> None:
        self.code = int(await self._line())
        self.over.set()

    async def doing(self, folder: Path) -> str:
        """Return what its bot is doing, or how it ended."""
        if self.over.is_set():
            return f"bot {self.pid} has ended: {self.code}"
        return f"bot {self.pid}:\n{await doing.ask(self.pid, folder)}"

    async def close(self) -> None:
        """End everything."""
        if not self.over.is_set():
            self.signal(signal.SIGKILL)
            await self.over.wait()
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await self._process.wait()

    def signal(self, number: int) -> None:
        """Send the bot a signal."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)


class Lives:
    """The bots at a range, one after another, and sometimes one that waits beside.

    Attributes:
        file: The database that all of them use.
        ahead_s: How far the bots' clock is ahead.
        ready_s: How long the newest one took until it was ready.
        outside: What is in errors that aren't the bots' own.
    """

    outside: ClassVar[Sequence[str]] = OUTSIDE

    def __init__(self, fake: Range, folder: Path) -> None:
        self._fake, self._folder = fake, folder
        self.ahead_s = self.ready_s = 0.0
        self._nursery, self._other = Nursery(), Nursery()
        self.file = folder / "kills.db"
        self._swaps = 0
        self._ending: asyncio.Task[bool] | None = None

    @property
    def over(self) -> asyncio.Event:
        """Return what is set while no bot runs."""
        return self._nursery.over

    @property
    def pid(self) -> int:
        """Return the process of the newest bot."""
        return self._nursery.pid

    @property
    def code(self) -> int:
        """Return with what exit code the last one ended; the negative number of a signal."""
        return self._nursery.code

    @property
    def database(self) -> Address:
        """Return what all of them use."""
        return self.file

    def errors(self) -> list[str]:
        """Return what they logged as errors, but for what Discord has refused."""
        file = self._folder / "errors.log"
        every = file.read_text().split(ERROR)[1:] if file.exists() else []
        return [one for one in every if not any(name in one for name in self.outside)]

    @property
    def is_up(self) -> bool:
        """Return whether a bot runs and is connected."""
        sockets = (session.socket for session in self._fake.gateway.sessions.values())
        return not self.over.is_set() and any(one is not None for one in sockets)

    def disturbances(self) -> int:
        """Return how often a bot has connected or gone; what was sent before may be lost."""
        return self._fake.gateway.identified + self._fake.gateway.resumed + self._swaps

    @property
    def every(self) -> Sequence[Nursery]:
        """Return where all of them live."""
        return [one for one in (self._nursery, self._other) if one.pid]

    async def doing(self) -> str:
        """Return what all of them are doing, for the report."""
        return "\n".join([await one.doing(self._folder) for one in self.every])

    async def open(self) -> None:
        """Load all that bots need."""
        self.jump(0.0)
        await self._nursery.open()

    async def close(self) -> None:
        """End everything."""
        await self._nursery.close()
        await self._other.close()

    def now(self) -> float:
        """Return the time by the bots' clock, in seconds since 1970."""
        return time.time() + self.ahead_s

    def jump(self, seconds: float) -> None:
        """Set the bots' clock ahead or back."""
        self.ahead_s += seconds
        file = self._folder / "clock.new"
        file.write_bytes(AHEAD.pack(self.ahead_s))
        file.replace(self._folder / "clock")

    def _life(self) -> Life:
        return Life(
            port=self._fake.port,
            database=str(self.file),
            clock=str(self._folder / "clock"),
            errors=str(self._folder / "errors.log"),
        )

    async def start(self, **how: Any) -> bool:
        """Start a bot; return whether it lived until it was ready.

        Args:
            how: What its `Life` has that isn't usual.
        """
        self._fake.gateway.end()
        begun = time.perf_counter()
        await self._nursery.fork(replace(self._life(), **how))
        await self.meanwhile(self._is_ready(), READY_S)
        self.ready_s = time.perf_counter() - begun
        return not self.over.is_set()

    async def _is_ready(self) -> None:
        await self._fake.ready.wait()
        while not self._fake.commands or self._is_away():  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0.01)

    def _is_away(self) -> bool:
        """Return whether the bot has still to give lost time back."""
        with contextlib.closing(sqlite3.connect(self.file)) as db:
            away = "SELECT count(*) FROM attendance WHERE away_since IS NOT NULL"
            return bool(db.execute(away).fetchone() != (0,))

    async def wait_beside(self) -> None:
        """Start another bot, which waits."""
        if not self._other.pid:
            await self._other.open()
        await self._other.fork(self._life())

    async def replaced_early(self) -> bool:
        """Return whether the waiting bot has the lease before it can have watched it enough."""
        ends = time.monotonic() + lease.WATCH_S / LEASE_HURRY * EARLY
        while time.monotonic() < ends:
            if self._holder() == self._other.pid:
                return True
            await asyncio.sleep(TICK_S)
        return False

    def _holder(self) -> int:
        """Return the process that has the lease."""
        with contextlib.closing(sqlite3.connect(self.file)) as db:
            (found,) = db.execute("SELECT pid FROM leases").fetchone()
            return int(found)

    async def replace(self) -> str:
        """Let the bot sleep until the other one runs, and wake up; see `replaced_ended`.

        Returns:
            "" if the other one runs; else what it did before it was killed, and the first one goes
            on.
        """
        while not self.over.is_set():  # on a busy machine it may be replaced without that
            self.stop()
            if not self._is_locked():  # amid a transaction it would keep the database locked
                break
            self.go_on()
            await asyncio.sleep(0.01)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                while self._holder() != self._other.pid:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        if (holder := self._holder()) != self._other.pid:
            told = f"{holder} has the lease\n{await self.doing()}"
            self.go_on()
            await self._end(self._other)
            return told
        old, self._nursery, self._other = self._nursery, self._other, self._nursery
        self._swaps += 1
        old.signal(signal.SIGCONT)
        self._ending = asyncio.create_task(self._ended(old))
        return ""

    async def _ended(self, old: Nursery) -> bool:
        """Return whether a bot that was replaced has ended by itself."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(old.over.wait(), END_S)
        if is_well := old.over.is_set() and old.code == 1:
            return is_well
        await self._end(old)
        return False

    async def replaced_ended(self) -> bool:
        """Return whether the one that was replaced has ended; True if there is none."""
        ending, self._ending = self._ending, None
        return ending is None or await ending

    def _is_locked(self) -> bool:
        with contextlib.closing(sqlite3.connect(self.file, timeout=0.2)) as db:
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
            return False

    async def meanwhile(self, work: Awaitable[object], timeout_s: float) -> bool:
        """Return whether some work was done before the bot ended or it took too long."""
        doing: asyncio.Future[object] = asyncio.ensure_future(work)
        end = asyncio.ensure_future(self.over.wait())
        await asyncio.wait((doing, end), timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        is_done = doing.done()
        doing.cancel()
        end.cancel()
        return is_done

    async def undisturbed(
        self, work: asyncio.Future[Any], timeout_s: float, before: int | None = None
    ) -> bool:
        """Return whether some work was done; a disturbance ends the waiting, too.

        Args:
            work: The work; it goes on if it isn't done.
            timeout_s: How long it may take.
            before: How many `disturbances` there had been; by default as many as now.
        """
        before = self.disturbances() if before is None else before
        ends = time.monotonic() + timeout_s
        while time.monotonic() < ends and self.disturbances() == before:
            if self.over.is_set() or await self.meanwhile(asyncio.shield(work), TICK_S):
                break
        return work.done()

    async def kill(self) -> None:
        """End the bot without a chance to finish anything."""
        await self._end(self._nursery)

    @staticmethod
    async def _end(nursery: Nursery) -> None:
        nursery.signal(signal.SIGKILL)
        await nursery.over.wait()

    async def terminate(self) -> bool:
        """Ask the bot to end; return whether it did."""
        self._nursery.signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), END_S)
        if is_late := not self.over.is_set():
            await self.kill()
        return not is_late

    def stop(self) -> None:
        """Let the machine fall asleep."""
        self._nursery.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Wake it up."""
        self._nursery.signal(signal.SIGCONT)

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
    def thinks(worker: int) -> bool:
        """Return whether a worker thinks for computer players; those step back for others."""
        try:
            return f"main({NICE})" in Path(f"/proc/{worker}/cmdline").read_text()
        except OSError:
            return False

    @staticmethod
    def is_busy(worker: int) -> bool:
        """Return whether a worker has something to do right now."""
        try:
            return Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] == "R"
        except OSError:
            return False

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
