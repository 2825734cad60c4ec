"""What runs until it is asked to end: the bot, requests and events."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

_STUBBORN_S: Final = 0.5
"""How long a bot may go on that was cancelled, until it is again."""
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


async def run_until(running: asyncio.Task[None], stop: asyncio.Event) -> None:
    """Wait for a bot; end it once it has to stop or this task is cancelled.

    It is cancelled until it ends: discord.py swallows a cancellation while a shard reconnects.

    Raises:
        Exception: What the bot has raised.
    """
    asked = asyncio.create_task(stop.wait())
    with suppress(asyncio.CancelledError):
        await asyncio.wait({running, asked}, return_when=asyncio.FIRST_COMPLETED)
    asked.cancel()
    while not running.done():
        running.cancel()
        await asyncio.wait({running}, timeout=_STUBBORN_S)
    with suppress(asyncio.CancelledError):
        running.result()
