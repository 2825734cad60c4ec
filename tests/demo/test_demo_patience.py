"""On a busy machine the demo and the tests wait for a bot that starts."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import Env

from demo_page.patience import STARTING_S, PatientEnv
from tests.world import MakeBot


async def test_a_bot_has_a_minute_to_start(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, usual = list[float | None](), Env._settle_internal

    async def noted(env: Env, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109
        given.append(timeout)
        await usual(env, timeout=timeout, **how)

    noted.__kwdefaults__ = {"timeout": None, **(usual.__kwdefaults__ or {})}
    monkeypatch.setattr(Env, "_settle_internal", noted)
    env = PatientEnv(bot := make_bot(), settle_timeout=30)
    await env.start()
    assert STARTING_S in given
    assert all(each in (None, STARTING_S) for each in given)
    await env.shutdown()
    await bot.close()
