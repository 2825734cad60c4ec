"""What a bot is doing, for the report: it writes it to a file when it gets a signal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

SIGNAL: Final = signal.SIGUSR2
DEEP: Final = 6
"""How many of the innermost lines are told of a task."""
SOON_S: Final = 1.0


def tell(folder: Path) -> None:
    """Let this process write down what the tasks of its loop wait for, at each `SIGNAL`."""
    file = folder / f"doing-{os.getpid()}"

    def write(_: int, running: FrameType | None) -> None:
        told = [f"running {_line(running)}"] if running is not None else []
        with contextlib.suppress(RuntimeError):  # it may have no loop yet
            told += sorted(" > ".join([*_lines(task)][-DEEP:]) for task in asyncio.all_tasks())
        new = file.with_suffix(".new")
        new.write_text("\n".join(told))
        new.replace(file)

    signal.signal(SIGNAL, write)


async def ask(pid: int, folder: Path) -> str:
    """Return what a process is doing, a task a line; "" if it doesn't say so soon."""
    file = folder / f"doing-{pid}"
    file.unlink(missing_ok=True)
    with contextlib.suppress(ProcessLookupError, TimeoutError):
        os.kill(pid, SIGNAL)
        async with asyncio.timeout(SOON_S):
            while not file.exists():  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.01)
        return file.read_text()
    return ""


def _lines(task: asyncio.Task[Any]) -> Iterator[str]:
    """Yield where a task waits, the outermost line first."""
    waits: Any = task.get_coro()
    while waits is not None:
        frame = getattr(waits, "cr_frame", None) or getattr(waits, "gi_frame", None)
        if frame is not None:
            yield _line(frame)
        waits = getattr(waits, "cr_await", None) or getattr(waits, "gi_yieldfrom", None)


def _line(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return f"{path.parent.name}/{path.name}:{frame.f_lineno} {frame.f_code.co_name}"
