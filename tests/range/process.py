"""A bot as a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.range.server import Range

ROOT: Final = Path(__file__).parents[2]
OURS: Final = "tests.range.our_bot"
READY_S: Final = 60
SHARE: Final = 0.9
"""The outbox's share of the requests that Discord grants."""
UNLIMITED: Final = {"STOLIK_PERSON_TAPS_PER_S": "0", "STOLIK_SERVER_TAPS_PER_S": "0"}
"""Players here are faster than people."""


@dataclass
class Process:
    """A range and the bot logged in there, if any.

    Attributes:
        fake: The range.
        command: Module and arguments of the bot; the port goes between them.
        env: What its environment has besides.
    """

    fake: Range
    command: tuple[str, ...]
    process: asyncio.subprocess.Process | None = None
    env: dict[str, str] = field(default_factory=dict)

    async def start(self, *, told: bool = True) -> float:
        """Start the bot; return the seconds until READY.

        Args:
            told: Whether to wait until it has sent its commands, which it does after that.
        """
        self.fake.gateway.end()
        begun = time.perf_counter()
        module, *rest = self.command
        granted = min(self.fake.rates.grants.per_s, 1e6) * SHARE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            str(self.fake.port),
            *rest,
            cwd=ROOT,
            env=os.environ | UNLIMITED | {"STOLIK_REQUESTS_PER_S": str(granted)} | self.env,
        )
        await asyncio.wait_for(self.fake.ready.wait(), READY_S)
        spent = time.perf_counter() - begun
        async with asyncio.timeout(READY_S):
            while told and not self.fake.commands:  # noqa: ASYNC110 - nobody would wake it
                await asyncio.sleep(0.01)
        return spent

    async def stop(self) -> None:
        """End the bot."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 15)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    self.process.kill()
                await self.process.wait()

    async def kill(self) -> None:
        """End the bot without a chance to finish anything."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def restart(self) -> float:
        """End the bot and start it again; return the seconds until it is ready."""
        await self.stop()
        return await self.start()
