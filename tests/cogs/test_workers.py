"""Processes that draw: the same pictures, no secrets, and whatever happens to them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

import config
from cogs.drawing import workers
from cogs.drawing.pictures import draw_board, draw_film
from cogs.drawing.studio import Studio
from cogs.drawing.workers import ProcessWorker, processes
from render import drawings
from rules import registry
from rules.errors import WorkerError
from tests.world import World, private

SECRET = "a-token-nobody-may-see"
AN_ID = registry.get("lodge").components[:1]


@pytest_asyncio.fixture
async def process() -> AsyncIterator[ProcessWorker]:
    """Yield a process that is not started yet."""
    made = ProcessWorker()
    yield made
    await made.close()


async def test_a_process_draws_the_same_picture(process: ProcessWorker) -> None:
    rules = registry.get("lodge")
    state = rules.initial_state(2, frozenset())
    dealt = rules.apply(state, -1, rules.chance_move(state, Random(1))).state
    job = partial(
        drawings.board, "lodge", rules.view(dealt, 0), ((0, "Ada"),), "pl", frozenset({0})
    )
    assert await process.draw(job) == job()


async def test_only_a_picture_starts_a_process() -> None:
    """Nobody pays for one that only says what it keeps, which is nothing."""
    studio = Studio(processes())
    try:
        assert await studio.everywhere(os.getpid) == []
        drew = await studio.draw(os.getpid)
        assert await studio.everywhere(os.getpid) == [drew]
    finally:
        await studio.close()


async def test_a_process_loads_neither_the_bot_nor_its_secrets(
    process: ProcessWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("STOLIK_DATABASE", "somewhere.db")
    assert await process.draw(partial(drawings.component, "lodge", AN_ID, "en"))
    loaded = await process.draw(partial(eval, "list(__import__('sys').modules)"))
    assert {"discord", "aiosqlite", "matches", "cogs", "bot"}.isdisjoint(loaded)
    assert "render.lodge" in loaded
    settings = await process.draw(partial(eval, "dict(__import__('os').environ)"))
    assert not set(config.VARIABLES.values()) & set(settings)
    assert SECRET not in settings.values()


async def test_a_drawing_that_fails_says_where_but_quotes_nothing(process: ProcessWorker) -> None:
    with pytest.raises(WorkerError, match="component") as failed:
        await process.draw(partial(drawings.component, SECRET, ("sauna",), "en"))
    assert "DataError" in str(failed.value)
    assert SECRET not in str(failed.value)
    assert await process.draw(partial(int, "2")) == 2


async def test_what_cannot_go_through_the_pipe_is_a_failure_of_that_job(
    process: ProcessWorker,
) -> None:
    first = await process.draw(os.getpid)
    with pytest.raises(WorkerError, match="pickle"):
        await process.draw(partial(eval, "lambda: 0"))
    assert await process.draw(os.getpid) == first


async def test_what_is_printed_by_mistake_spoils_nothing(process: ProcessWorker) -> None:
    await process.draw(partial(print, "oops"))
    assert await process.draw(partial(int, "2")) == 2


async def test_a_process_that_was_killed_is_replaced(
    process: ProcessWorker, caplog: pytest.LogCaptureFixture
) -> None:
    first = await process.draw(os.getpid)
    os.kill(first, signal.SIGKILL)
    assert await process.draw(os.getpid) != first
    assert "drawing failed: the process stopped with exit code -9" in caplog.text


async def test_the_next_job_is_there_before_the_reply_is_read(process: ProcessWorker) -> None:
    assert process.room == 2
    await process.draw(os.getpid)
    first, second = (asyncio.create_task(process.draw(partial(str, n))) for n in "ab")
    for _ in range(2):
        await asyncio.sleep(0)
    time.sleep(0.3)  # noqa: ASYNC251 - nobody reads a reply meanwhile
    running = process._running
    assert running is not None
    os.kill(running.pid, signal.SIGKILL)
    assert (await first, await second) == ("a", "b")
    assert process._running is running, "both had been drawn before it died"


async def test_jobs_given_to_a_process_that_dies_are_drawn_by_the_next(
    process: ProcessWorker,
) -> None:
    await process.draw(os.getpid)
    deadly = asyncio.create_task(process.draw(partial(os._exit, 3)))
    others = [asyncio.create_task(process.draw(partial(str, n))) for n in "abc"]
    await asyncio.sleep(0)
    assert [await one for one in others] == ["a", "b", "c"]
    with pytest.raises(WorkerError, match="2 processes died"):
        await deadly


async def test_closing_waits_for_every_job() -> None:
    made = ProcessWorker()
    jobs = [asyncio.create_task(made.draw(partial(str, n))) for n in "ab"]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await made.close()
    assert [job.result() for job in jobs] == ["a", "b"]
    assert made._running is None


async def test_a_picture_that_kills_the_process_is_given_up(process: ProcessWorker) -> None:
    with pytest.raises(WorkerError, match="2 processes died"):
        await process.draw(partial(os._exit, 3))
    assert await process.draw(partial(int, "2")) == 2


async def test_a_process_that_hangs_is_replaced(
    process: ProcessWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    await process.draw(os.getpid)
    monkeypatch.setattr(process, "longest_s", 0.2)
    with pytest.raises(WorkerError):
        await process.draw(partial(time.sleep, 30))
    monkeypatch.undo()
    assert await process.draw(partial(int, "2")) == 2


async def test_nobody_gets_the_picture_of_somebody_who_left(process: ProcessWorker) -> None:
    left = asyncio.create_task(process.draw(partial(eval, "__import__('time').sleep(0.2)")))
    await asyncio.sleep(0.1)
    left.cancel()
    assert await process.draw(partial(str, "mine")) == "mine"
    assert left.cancelled()


async def test_nobody_gets_the_picture_of_somebody_else(process: ProcessWorker) -> None:
    await process.draw(os.getpid)
    slowly = "__import__('time').sleep(0.2) or {!r}"
    drawn = [partial(eval, slowly.format(who)) for who in ("ada", "bo")]
    jobs = [asyncio.create_task(process.draw(job)) for job in drawn]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    process._jobs.reverse()
    assert process._running is not None
    process._running.kill()  # the next process gets the jobs in a wrong order
    found = await asyncio.gather(*jobs, return_exceptions=True)
    for picture, who in zip(found, ("ada", "bo"), strict=True):
        assert picture == who or isinstance(picture, WorkerError)
    assert await process.draw(partial(str, "mine")) == "mine"


def test_a_process_ends_with_the_bot_even_if_that_is_killed() -> None:
    program = (
        "import asyncio, os\n"
        "from cogs.drawing.workers import ProcessWorker\n"
        "async def main():\n"
        "    print(await ProcessWorker().draw(os.getpid), flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root
    ) as bot:
        assert bot.stdout is not None
        drawer = int(bot.stdout.readline())
        bot.kill()
    for _ in range(100):
        if not Path(f"/proc/{drawer}").exists() or _is_zombie(drawer):
            return
        time.sleep(0.1)
    pytest.fail("the process that draws has outlived the bot")


def _is_zombie(pid: int) -> bool:
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return True


async def test_a_match_is_drawn_by_a_process(world: World, process: ProcessWorker) -> None:
    home = await world.open(world.ada, world.bo, game="lodge")
    await world.bot.studio.close()
    world.bot.studio = Studio([process])
    private(await world.ada.slash(home, "board"))
    glance = await world.bot.service.glance(1, world.ada.id)
    picture = await draw_board(world.bot, glance, "en")
    assert picture.png.startswith(b"\x89PNG")
    assert (await draw_film(world.bot, [glance], "en")).startswith(b"GIF")


def test_one_core_is_left_for_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, drawing in ((1, 1), (2, 1), (3, 2), (16, workers.MOST_PROCESSES)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert len(processes()) == drawing


@pytest.mark.parametrize("job", [partial(bytes, 1 << 60), partial(open, "/no/such/font.ttf")])
async def test_a_process_without_memory_is_replaced(
    process: ProcessWorker, job: Callable[[], object]
) -> None:
    first = await process.draw(os.getpid)
    with pytest.raises(WorkerError, match="2 processes died"):
        await process.draw(job)
    assert await process.draw(os.getpid) != first
