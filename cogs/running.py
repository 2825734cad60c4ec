"""Requests and events that are being handled, to let them finish."""

from __future__ import annotations

import asyncio
from typing import Final

_OURS: Final = ("discord.py: on_", "CommandTree-invoker", "discord-ui-dynamic-item-")
"""How discord.py names the tasks of events, commands and taps."""


async def finish_running(within_s: float) -> None:
    """Let what is being handled finish, or cancel it.

    Whatever calls this doesn't count. The database is closed next, and they may be using it.
    """
    running = [
        task
        for task in asyncio.all_tasks() - {asyncio.current_task()}
        if task.get_name().startswith(_OURS)
    ]
    if running:
        _, late = await asyncio.wait(running, timeout=within_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
