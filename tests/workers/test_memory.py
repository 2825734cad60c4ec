"""How the garbage collector treats a start."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from workers import memory
from workers.memory import LOADING, YOUNG_AND_OLD, hold_off, shorten_pauses

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


def test_it_works_once_the_bot_is_imported() -> None:
    told = "import bot, gc; print(gc.isenabled(), gc.get_freeze_count() > 100_000)"
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert done.stdout == "True True\n"


async def test_it_rests_until_everything_is_loaded() -> None:
    loaded = asyncio.Event()
    hold_off()
    shortening = asyncio.create_task(shorten_pauses(loaded.wait))
    await asyncio.sleep(0)
    assert gc.get_threshold() == LOADING
    before, servers = gc.get_freeze_count(), [[number] for number in range(1000)]
    loaded.set()
    await shortening
    assert gc.get_threshold() == YOUNG_AND_OLD
    assert gc.get_freeze_count() >= before + len(servers)


async def test_it_does_not_rest_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "LONGEST_S", 0.01)
    hold_off()
    await shorten_pauses(asyncio.Event().wait)
    assert gc.get_threshold() == YOUNG_AND_OLD


def test_servers_are_read_without_a_search_of_all() -> None:
    hold_off()
    gc.collect()
    before = gc.get_stats()[2]["collections"]
    servers = [{"number": number, "channels": [number]} for number in range(1_000_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert len(servers) == 1_000_000
