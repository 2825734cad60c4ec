"""The report says what a bot was doing that didn't answer."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak import doing


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Path]:
    before = signal.getsignal(doing.SIGNAL)
    doing.tell(tmp_path)
    yield tmp_path
    signal.signal(doing.SIGNAL, before)


async def _waits(event: asyncio.Event) -> None:
    await event.wait()


async def test_a_process_tells_where_its_tasks_wait(told: Path) -> None:
    event = asyncio.Event()
    waiting = asyncio.create_task(_waits(event))
    await asyncio.sleep(0)
    lines = (await doing.ask(os.getpid(), told)).splitlines()
    assert lines[0].startswith("running ")
    assert any("test_doing.py" in one and "_waits > asyncio/locks.py" in one for one in lines)
    event.set()
    await waiting


async def test_a_process_that_is_gone_tells_nothing(told: Path) -> None:
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    assert await doing.ask(process.pid, told) == ""
