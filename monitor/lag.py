"""Measures how late the event loop is."""

from __future__ import annotations

import asyncio
from typing import Final

from monitor import metrics

EVERY_S: Final = 0.5
"""The time between two measurements."""


class Lag:
    """A timer of the running event loop that notes how late it is, again and again."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._set()

    def _set(self) -> None:
        self._timer = self._loop.call_later(EVERY_S, self._note)

    def _note(self) -> None:
        metrics.lagged(max(0.0, self._loop.time() - self._timer.when()))
        self._set()

    def stop(self) -> None:
        """Measure no more."""
        self._timer.cancel()
