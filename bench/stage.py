"""What rows share: an event loop, and bots on it.

A bot takes two seconds of processor time to start, and a while until it has come to rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Stage:
    """An event loop for several rows, and what the first of them has opened there.

    Attributes:
        folder: An empty folder for that.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runner = asyncio.Runner()
        self._open = AsyncExitStack()
        self._kept: dict[str, Any] = {}

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns."""
        return self._runner.run(work)

    async def once(self, name: str, opened: Callable[[Path], AbstractAsyncContextManager[T]]) -> T:
        """Return what `opened` opens with a folder; the first time for each name."""
        if name not in self._kept:
            self._kept[name] = await self._open.enter_async_context(opened(self.folder))
        return cast("T", self._kept[name])

    def close(self) -> None:
        """Close everything that was opened."""
        self._runner.run(self._open.aclose())
        self._runner.close()
