"""The order of requests when Discord allows no more (cogs/outbox/budget.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from cogs.outbox.budget import BURST, KEPT_FREE, Budget

PER_S = 500.0


async def seconds(waiting: Awaitable[None]) -> float:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await waiting
    return loop.time() - begun


async def test_a_burst_is_free_and_what_follows_waits() -> None:
    budget = Budget(PER_S)
    assert await seconds(budget.take(int(BURST), private=False)) < 10 / PER_S
    assert await seconds(budget.take(20, private=False)) >= 20 / PER_S * 0.9


async def test_posts_come_before_direct_messages_that_asked_earlier() -> None:
    budget, order = Budget(PER_S), list[str]()
    await budget.take(int(BURST), private=False)

    async def ask(name: str, *, private: bool) -> None:
        await budget.take(2, private=private)
        order.append(name)

    private = [asyncio.create_task(ask(f"d{n}", private=True)) for n in range(2)]
    await asyncio.sleep(0)
    await asyncio.gather(*(ask(f"p{n}", private=False) for n in range(3)), *private)
    assert order == ["p0", "p1", "p2", "d0", "d1"]


async def test_direct_messages_leave_some_requests_for_posts() -> None:
    budget = Budget(1.0)
    await budget.take(int(BURST - KEPT_FREE), private=True)
    late = asyncio.create_task(budget.take(1, private=True))
    assert await seconds(budget.take(int(KEPT_FREE), private=False)) < 0.1
    assert not late.done()
    late.cancel()


async def test_what_was_not_used_is_given_back() -> None:
    budget = Budget(1.0)
    await budget.take(int(BURST), private=False)
    budget.give_back(2)
    assert await seconds(budget.take(2, private=False)) < 0.1
