"""Heavy work: little at once, the servers in turns, and whoever waits is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio
from simcord.results import InteractionResult

from cogs.past import heavy
from cogs.past.heavy import Heavy, Line
from matches.services.history import History
from rules.errors import LobbyError
from tests.cogs.test_cog_replay import finished
from tests.world import World, private


class Desk:
    """A line in which somebody is served until they are done.

    Attributes:
        served: Who has been served, in order.
        told: Who was told that they have to wait.
    """

    def __init__(self, at_once: int = 1) -> None:
        self.line = Line(at_once)
        self.served: list[tuple[int, int]] = []
        self.told: list[tuple[int, int]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._ends: dict[tuple[int, int], asyncio.Event] = {}

    async def ask(self, server: int, person: int) -> asyncio.Task[None]:
        who, end = (server, person), asyncio.Event()

        async def tell() -> None:
            self.told.append(who)

        async def wait() -> None:
            async with self.line.turn(server, person, tell):
                self.served.append(who)
                await end.wait()

        self._ends[who] = end
        self._tasks.append(asyncio.create_task(wait()))
        await asyncio.sleep(0.001)
        return self._tasks[-1]

    async def end(self, server: int, person: int) -> None:
        self._ends[server, person].set()
        await asyncio.sleep(0.001)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, LobbyError):
                await task


@pytest_asyncio.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    yield made
    await made.close()


async def test_the_servers_take_turns(desk: Desk) -> None:
    for person in range(5):
        await desk.ask(1, person)
    await desk.ask(2, 50)
    await desk.end(1, 0)
    await desk.end(1, 1)
    assert desk.served == [(1, 0), (1, 1), (2, 50)]


async def test_little_is_done_at_once() -> None:
    desk = Desk(at_once=2)
    for person in range(4):
        await desk.ask(1, person)
    assert len(desk.served) == 2
    await desk.end(1, 0)
    assert len(desk.served) == 3
    await desk.close()
    desk.served.clear()
    await desk.ask(7, 70)
    await desk.ask(7, 71)
    assert desk.served == [(7, 70), (7, 71)]
    await desk.close()


async def test_whoever_leaves_makes_room(desk: Desk) -> None:
    first = await desk.ask(1, 1)
    waiting = await desk.ask(1, 2)
    await desk.ask(1, 3)
    waiting.cancel()
    first.cancel()
    await asyncio.sleep(0.001)
    assert desk.served == [(1, 1), (1, 3)]


async def test_whoever_waits_long_is_told_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "NOTICE_S", 0.01)
    await desk.ask(1, 1)
    await desk.ask(1, 2)
    await asyncio.sleep(0.05)
    assert desk.told == [(1, 2)]
    await desk.end(1, 1)
    assert desk.served == [(1, 1), (1, 2)]


async def test_nobody_fills_a_line(desk: Desk) -> None:
    for _ in range(heavy.OF_PERSON):
        await desk.ask(1, 1)
    with pytest.raises(LobbyError, match="Several of these"):
        await (await desk.ask(1, 1))
    for person in range(2, heavy.OF_SERVER):
        await desk.ask(1, person)
    with pytest.raises(LobbyError):
        await (await desk.ask(1, 99))
    await desk.ask(2, 1000)
    await desk.close()
    assert not desk.line._here


async def test_an_export_that_has_to_wait_says_so_and_comes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, plain = await finished(world), Line._wait

    async def wait(self: Line, server: int, person: int, tell: heavy.Tell) -> None:
        await tell()
        await plain(self, server, person, tell)

    monkeypatch.setattr(Line, "_wait", wait)  # simcord doesn't let anybody wait
    asked = await world.ada.slash(table.home, "match export")
    assert "Others asked before you" in str(world.env.backend.transcript)
    assert "Here's every move" in private(asked)
    assert asked.response is not None
    assert [one.filename for one in asked.response.attachments] == ["toy-1.txt"]


async def test_replays_wait_in_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(world)
    plain, running, most = History.page, 0, 0

    async def slow(self: History, match_id: int, user_id: int | None, ply: int) -> object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(10):
            await asyncio.sleep(0)
        running -= 1
        return await plain(self, match_id, user_id, ply)

    monkeypatch.setattr(History, "page", slow)
    people = (world.ada, world.bo, world.cleo, world.dima)
    taps = [await world.tapped(one, "breplayed:1:", channel=table.home) for one in people]
    for _, payload in taps:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert all("Step 1 of" in private(InteractionResult(world.env, one)) for one, _ in taps)
    assert most == heavy.AT_ONCE[Heavy.REPLAY]
