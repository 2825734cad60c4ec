"""How a process that runs for weeks treats memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
from typing import Final

M_ARENA_MAX: Final = -8
"""A parameter of glibc's ``mallopt``."""
YOUNG_AND_OLD: Final = (2000, 20, 200)
"""Thresholds of the garbage collector's three generations; see `gc.set_threshold`."""


def share_one_heap() -> None:
    """With glibc, let all threads share one heap; otherwise do nothing.

    One thread frees what another has allocated, which would leave holes in every heap.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


async def shorten_pauses() -> None:
    """Let the garbage collector check young objects often and all objects rarely.

    Everything loaded at the start is exempt. A full collection stops all threads for a third of a
    second, and would happen every few seconds when many matches are played.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG_AND_OLD)
