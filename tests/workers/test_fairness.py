"""Servers and matches take turns, and who plays much thinks less."""

from __future__ import annotations

from workers.fairness import LEAST, PURSE_S, FairQueue, Purses, haste


async def order(*joined: tuple[int, int]) -> list[tuple[int, int]]:
    """Return in which order those are served who joined in this one."""
    queue = FairQueue[None]()
    turns = {queue.join(*who): who for who in joined}
    assert len(queue) == len(joined)
    found = []
    while (turn := queue.first()) is not None:
        found.append(turns[turn])
    assert len(queue) == 0
    return found


async def test_servers_take_turns() -> None:
    assert await order((1, 1), (1, 2), (1, 3), (2, 9), (3, 8)) == [
        *((1, 1), (2, 9), (3, 8), (1, 2), (1, 3))
    ]


async def test_the_matches_of_a_server_take_turns() -> None:
    assert await order((1, 1), (1, 1), (1, 1), (1, 2)) == [(1, 1), (1, 2), (1, 1), (1, 1)]


async def test_a_flood_keeps_nobody_else_waiting() -> None:
    flood = [(1, match) for match in range(200)]
    assert (await order(*flood, (2, 500))).index((2, 500)) == 1


async def test_who_left_is_passed_over() -> None:
    queue = FairQueue[None]()
    left, stays = queue.join(1, 1), queue.join(1, 2)
    left.cancel()
    assert queue.first() is stays
    assert queue.first() is None


async def test_only_another_server_is_another() -> None:
    queue = FairQueue[None]()
    assert not queue.has_others(1)
    turn = queue.join(1, 7)
    assert not queue.has_others(1)
    assert queue.has_others(2)
    turn.cancel()


def test_nobody_is_hurried_while_few_wait() -> None:
    assert haste(0, 1) == haste(2, 1) == haste(4, 2) == 1
    assert haste(4, 1) == 0.5
    assert haste(10_000, 1) == LEAST


def test_a_server_that_plays_much_thinks_less_until_it_has_rested() -> None:
    purses = Purses()
    assert purses.share(1, 0) == 1
    for _ in range(1000):
        purses.pay(1, 1.0, 0)
    assert purses.share(1, 0) == LEAST
    assert purses.share(2, 0) == 1
    assert LEAST < purses.share(1, 100) < 1
    assert purses.share(1, 1e6) == 1
    purses.pay(1, 1.0, 1e6)
    assert purses._held[1] == (PURSE_S - 1, 1e6)


def test_of_a_server_that_has_rested_nothing_is_kept() -> None:
    purses = Purses()
    for server in range(100):
        purses.pay(server, 1.0, server)
        purses.pay(server, 2.0, server + 0.5)
    assert len(purses._held) <= 31, "three seconds are saved up in thirty"
    assert purses.share(99, 99.5) == purses.share(0, 99.5) == 1
    purses.pay(1, PURSE_S, 1e6)
    assert list(purses._held) == [1]
    assert purses.share(1, 1e6) == LEAST
