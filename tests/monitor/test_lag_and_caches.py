"""What is measured by time, and what processes that draw say of their caches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from bot import create_bot
from config import Settings
from monitor import lag, metrics
from render import drawings
from render.drawings import Uses
from render.kit.kept import Kept
from tests.monitor.figures import monitoring, read, value
from tests.world import World


def counted(name: str, **labels: str) -> float:
    return value(read(metrics.page().decode()), name, **labels)


async def test_a_hang_is_noted_once_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lag, "EVERY_S", 0.01)
    metrics.start()
    late, times = counted("stolik_loop_lag_seconds_sum"), counted("stolik_loop_lag_seconds_count")
    measured = lag.Lag()
    time.sleep(0.3)  # noqa: ASYNC251 - this is the hang
    await asyncio.sleep(0.05)
    measured.stop()
    assert counted("stolik_loop_lag_seconds_sum") - late > 0.25
    stopped = counted("stolik_loop_lag_seconds_count")
    assert stopped - times >= 1
    await asyncio.sleep(0.05)
    assert counted("stolik_loop_lag_seconds_count") == stopped


async def test_a_process_that_was_replaced_counts_from_zero(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [
        [(1, {"tiles": Uses(5, 2, 100)}), (2, {"tiles": Uses(1, 0, 10)})],
        [(1, {"tiles": Uses(8, 2, 100)}), (2, {"tiles": Uses(1, 1, 20)})],
        [(3, {"tiles": Uses(1, 1, 7)}), (2, {"tiles": Uses(1, 1, 20)})],
    ]
    found = monitoring(world)
    hits = counted("stolik_cache_lookups_total", cache="tiles", found="yes")
    misses = counted("stolik_cache_lookups_total", cache="tiles", found="no")

    async def everywhere(job: Callable[[], Any]) -> Any:
        assert job is drawings.uses
        return answers.pop(0)

    monkeypatch.setattr(world.bot.studio, "everywhere", everywhere)
    for _ in range(3):
        await found._look_at_caches()
    assert counted("stolik_cache_lookups_total", cache="tiles", found="yes") - hits == 10
    assert counted("stolik_cache_lookups_total", cache="tiles", found="no") - misses == 4
    assert counted("stolik_cache_bytes", cache="tiles") == 27
    assert {process for process, _ in found._uses} == {2, 3}


async def test_processes_that_are_busy_are_asked_next_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.monitoring.CACHES_S", 0.01)
    monkeypatch.setattr(world.bot.studio, "everywhere", lambda job: asyncio.sleep(60))
    await monitoring(world)._look_at_caches()


async def test_requests_are_traced_only_if_somebody_can_read_of_them() -> None:
    assert create_bot(Settings()).http.http_trace is None
    assert create_bot(Settings(metrics="127.0.0.1:0")).http.http_trace is not None


def test_caches_say_how_they_were_used() -> None:
    kept = Kept(10_000)
    kept.of("a", lambda: b"x")
    kept.of("a", lambda: b"x")
    assert (kept.hits, kept.misses) == (1, 1)
    assert kept.found("b") is None
    assert kept.found("a") == b"x"
    assert (kept.hits, kept.misses) == (2, 1)
    double = kept(lambda text: text * 2)
    assert double("a") == double("a") == "aa"
    assert (kept.hits, kept.misses) == (3, 2)
    assert drawings.uses()[1].keys() == {"pictures", "pages", "tiles", "stamps"}
