"""How long the simulated Discord waits for the bot, and for which of its timers.

simcord 3.2.1 has one number for how long a bot may be busy and for how far it looks ahead, and lets
timers beyond it fire by the wall clock. A test that takes longer than that, on a busy machine,
finds that time has passed by itself, or stops where such a timer and its own advance wait for each
other. Importing this makes it one rule: a timer of less than `LOOK_AHEAD_S` is waited for, another
fires only when the test moves the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

import simcord

LOOK_AHEAD_S: Final = 5
SETTLE_TIMEOUT_S: Final = 30
"""How long the bot may be busy with one thing; the machine may be busy with others."""
IDLE_S: Final = 0.001
"""How long simcord watches a busy bot for at a time; with its own 50 ms each action takes 52."""


def _of_the_test(
    plain: Callable[[simcord.Env, Any, Any, Any, Any], None],
) -> Callable[[simcord.Env, Any, Any, Any, Any], None]:
    @wraps(plain)
    def schedule(env: simcord.Env, record: Any, *given: Any) -> None:
        plain(env, record, *given)
        if record.real_handle is not None and record.when >= env._virtual_time + LOOK_AHEAD_S:
            record.real_handle.cancel()

    return schedule


def _alone(
    plain: Callable[[simcord.Env, float], Awaitable[None]],
) -> Callable[[simcord.Env, float], Awaitable[None]]:
    """Let a timer that fires by the wall clock be done before the time is moved.

    It would wait for the move, which waits for it.
    """

    @wraps(plain)
    async def advance(env: simcord.Env, seconds: float) -> None:
        while (other := env._real_advance_task) is not None and not other.done():
            await asyncio.wait((other,), timeout=SETTLE_TIMEOUT_S)
        await plain(env, seconds)

    return advance


def _install() -> None:
    assert simcord.Env._settle_internal.__kwdefaults__
    simcord.Env._settle_internal.__kwdefaults__["idle"] = IDLE_S
    for name, better in (("_schedule_timer", _of_the_test), ("advance_time", _alone)):
        setattr(simcord.Env, name, better(getattr(simcord.Env, name)))


_install()
