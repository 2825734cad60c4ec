"""The exercise `several`: who is let hang."""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.soak.several import Pair, Several


@dataclass(eq=False)
class Bot:
    """A bot with some shards, which it loses while it hangs."""

    shards: int
    heard: list[int] = field(default_factory=list)

    def signal(self, number: int) -> None:
        self.heard.append(number)
        self.shards = 0


@pytest.mark.parametrize("shards", [(0, 4), (4, 0), (1, 3)])
async def test_only_a_bot_with_shards_is_replaced(
    shards: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One without any goes on when it wakes up, and nobody had to take its place."""
    bots, pair, run = [Bot(each) for each in shards], object.__new__(Pair), object.__new__(Several)
    vars(pair).update(_both=bots, victim=bots[0])
    run._lives = pair
    most = max(bots, key=lambda bot: bot.shards)

    async def nothing(*_: Any) -> None: ...

    monkeypatch.setattr(pair, "shards_of", lambda bot: bot.shards)
    for name in ("_some_moves", "_ends"):
        monkeypatch.setattr(run, name, nothing)
    await run._replaced()
    assert most.heard == [signal.SIGSTOP, signal.SIGCONT]
    assert [bot.heard for bot in bots if bot is not most] == [[]]
