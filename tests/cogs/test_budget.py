"""The order of requests when Discord allows no more (cogs/outbox/budget.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from cogs.outbox import budget as budget_module
from cogs.outbox.budget import Budget

PER_S = 30
WINDOW_S = 0.1


@pytest.fixture(autouse=True)
def _short_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "WINDOW_S", WINDOW_S)


async def seconds(waiting: Awaitable[None]) -> float:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await waiting
    return loop.time() - begun


async def test_no_second_has_more_requests_than_allowed() -> None:
    budget, times = Budget(PER_S), list[float]()

    async def ask() -> None:
        await budget.take(2, private=False)
        times.extend([asyncio.get_running_loop().time()] * 2)

    await asyncio.sleep(2 * WINDOW_S)  # a pause saves nothing up
    await asyncio.gather(*(ask() for _ in range(2 * PER_S)))
    for at in times:
        assert sum(at <= other < at + WINDOW_S * 0.9 for other in times) <= PER_S
    assert times[-1] - times[0] >= 3 * WINDOW_S * 0.9


async def test_posts_come_before_direct_messages_that_asked_earlier() -> None:
    budget, order = Budget(PER_S), list[str]()
    await budget.take(PER_S * 2 // 3, private=False)

    async def ask(name: str, *, private: bool) -> None:
        await budget.take(2, private=private)
        order.append(name)

    private = [asyncio.create_task(ask(f"d{n}", private=True)) for n in range(2)]
    await asyncio.sleep(0)
    await asyncio.gather(*(ask(f"p{n}", private=False) for n in range(3)), *private)
    assert order == ["p0", "p1", "p2", "d0", "d1"]


async def test_direct_messages_leave_some_requests_for_posts() -> None:
    budget = Budget(PER_S)
    await budget.take(PER_S * 2 // 3, private=True)
    late = asyncio.create_task(budget.take(1, private=True))
    assert await seconds(budget.take(PER_S // 3, private=False)) < WINDOW_S / 2
    assert not late.done()
    assert await seconds(late) > WINDOW_S / 2


async def test_what_was_not_used_is_given_back() -> None:
    budget = Budget(PER_S)
    await budget.take(PER_S, private=False)
    budget.give_back(2)
    assert await seconds(budget.take(2, private=False)) < WINDOW_S / 2
    assert await seconds(budget.take(1, private=False)) > WINDOW_S / 2


async def test_a_grant_above_the_limit_is_made_alone_and_counts_for_longer() -> None:
    budget = Budget(2)
    assert await seconds(budget.take(4, private=True)) < WINDOW_S / 2
    assert await seconds(budget.take(1, private=False)) >= 2 * WINDOW_S * 0.9
