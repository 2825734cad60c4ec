"""How a process that runs for weeks treats memory."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
from collections.abc import Awaitable, Callable
from typing import Final

M_ARENA_MAX: Final = -8
"""A parameter of glibc's ``mallopt``."""
YOUNG_AND_OLD: Final = (2000, 20, 200)
"""Thresholds of the garbage collector's three generations; see `gc.set_threshold`."""


LOADING: Final = (200_000, 50, 1000)
"""The same at the start, when much is allocated and nearly all of it stays."""
LONGEST_S: Final = 60.0
"""The longest wait for a start to be over, in seconds."""


def share_one_heap() -> None:
    """With glibc, let all threads share one heap; otherwise do nothing.

    One thread frees what another has allocated, which would leave holes in every heap.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def hold_off() -> None:
    """Let the garbage collector rest until `shorten_pauses`.

    While thousands of servers are read, it would search all of them again and again, which takes
    longer than reading them.
    """
    gc.set_threshold(*LOADING)


async def shorten_pauses(is_loaded: Callable[[], Awaitable[object]]) -> None:
    """Let the garbage collector check young objects often and all objects rarely.

    Everything loaded at the start is exempt. A full collection stops all threads for a third of a
    second, and would happen every few seconds when many matches are played.

    Args:
        is_loaded: Returns when everything is loaded.
    """
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(is_loaded(), LONGEST_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG_AND_OLD)
