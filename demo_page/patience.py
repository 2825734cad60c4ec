"""A simulated Discord that waits for the bot on a busy machine."""

from __future__ import annotations

from typing import Any, Final

from simcord import Env

STARTING_S: Final = 60.0
"""How long a bot may take to start; simcord 3.2.1 gives up after 5 s."""


class PatientEnv(Env):
    """Simcord's environment, with time enough for a bot that loads five games."""

    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109
        longer = None if timeout is None else max(timeout, STARTING_S)
        await super()._settle_internal(timeout=longer, **how)
