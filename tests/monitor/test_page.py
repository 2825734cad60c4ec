"""The page: who can read what, and that nothing about it disturbs the bot."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import urllib.request
from dataclasses import replace

import pytest

import cogs.monitoring
from monitor import page as page_module
from monitor.page import Page
from rules.errors import StoreError
from tests.monitor.figures import ask, monitoring
from tests.world import MakeBot, World


async def nothing() -> None:
    """Look at nothing."""


def a_page(port: int = 0) -> Page:
    return Page("127.0.0.1", port, look=nothing, read=nothing, checks={"well": lambda: True})


def taken() -> tuple[socket.socket, int]:
    """Return a socket that listens, and its port."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    return listening, listening.getsockname()[1]


async def test_only_three_pages_can_only_be_read(world: World) -> None:
    port = monitoring(world).page.port
    for path in ("/metrics", "/healthz", "/readyz"):
        assert (await ask(port, path))[0] == 200
        for method in ("HEAD", "POST", "PUT", "DELETE"):
            assert (await ask(port, path, method))[0] == 405
    for path in ("/", "/metrics/", "/healthz/x", "/../etc/passwd", "/metrics?x=1%00"):
        assert (await ask(port, path))[0] == (200 if "?" in path else 404)


async def test_a_bot_is_ready_when_connected_and_loaded(world: World) -> None:
    bot, port = world.bot, monitoring(world).page.port
    assert await ask(port, "/readyz") == (200, "shards: yes\ngames: yes\nopen: yes\n")
    bot.dispatch("shard_disconnect", 0)
    await world.settle()
    assert await ask(port, "/readyz") == (503, "shards: no\ngames: yes\nopen: yes\n")
    bot.dispatch("shard_resumed", 0)
    bot._loaded.clear()
    await world.settle()
    assert await ask(port, "/readyz") == (503, "shards: yes\ngames: no\nopen: yes\n")
    bot._loaded.set()
    bot.draining = True
    assert await ask(port, "/readyz") == (503, "shards: yes\ngames: yes\nopen: no\n")
    bot.draining = False
    monitoring(world).checks["lease"] = lambda: False  # others add theirs like this
    assert (await ask(port, "/readyz"))[1].endswith("lease: no\n")


async def test_a_database_that_cannot_be_read_is_unhealthy(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = monitoring(world).page
    assert await ask(page.port, "/healthz") == (200, "database: yes\n")

    async def broken() -> None:
        raise StoreError("cannot use database '/a/secret/path'")

    monkeypatch.setattr(page, "_read", broken)
    assert await ask(page.port, "/healthz") == (503, "database: no\n")
    assert "reading the database failed: StoreError" in caplog.text


async def test_a_database_that_hangs_is_unhealthy(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = monitoring(world).page
    monkeypatch.setattr(page_module, "READ_S", 0.05)
    monkeypatch.setattr(page, "_read", lambda: asyncio.sleep(60))
    assert (await ask(page.port, "/healthz"))[0] == 503


async def test_figures_that_hang_do_not_keep_the_page_from_being_read(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = monitoring(world).page
    monkeypatch.setattr(page_module, "PATIENCE_S", 0.05)
    monkeypatch.setattr(page, "_look", lambda: asyncio.sleep(60))
    status, text = await ask(page.port, "/metrics")
    assert status == 200
    assert "stolik_interactions_total" in text
    assert "reading the figures failed: TimeoutError" in caplog.text


async def test_many_readers_make_one_look() -> None:
    looks = list[float]()

    async def look() -> None:
        looks.append(time.monotonic())
        await asyncio.sleep(0.01)

    page = Page("127.0.0.1", 0, look=look, read=nothing, checks={})
    await page.open()
    found = await asyncio.gather(*(ask(page.port, "/metrics") for _ in range(20)))
    assert {status for status, _ in found} == {200}
    assert len(looks) == 1
    await page.close()


@pytest.mark.parametrize(
    "words",
    [b"\x16\x03\x01\x02\r\n\r\n", b"GET /metrics HTTP/9.9\r\n\r\n", b"GET " + b"a" * 20_000],
)
async def test_what_nobody_can_read_is_refused_and_not_logged(
    words: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    page = a_page()
    await page.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
    writer.write(words + b" HTTP/1.1\r\n\r\n")
    assert (await reader.read(12)).endswith(b"400")
    writer.close()
    assert (await ask(page.port, "/readyz"))[0] == 200
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    await page.close()


async def test_a_mistake_of_ours_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = a_page()
    await page.open()
    monkeypatch.setattr(page, "_checks", {"broken": lambda: 1 / 0})
    assert (await ask(page.port, "/readyz"))[0] == 500
    assert "ZeroDivisionError" in caplog.text
    await page.close()


async def test_a_hung_bot_does_not_answer() -> None:
    page = a_page()
    await page.open()
    address, answers = f"http://127.0.0.1:{page.port}/healthz", list[str]()

    def watch() -> None:
        for _ in range(2):
            try:
                with urllib.request.urlopen(address, timeout=0.4) as answer:
                    answers.append(answer.read().decode())
            except OSError as error:
                answers.append(type(error).__name__)
            time.sleep(0.4)

    watcher = threading.Thread(target=watch)
    watcher.start()
    time.sleep(0.7)  # noqa: ASYNC251 - this is the hang
    while watcher.is_alive():  # noqa: ASYNC110 - a thread sets no event of ours
        await asyncio.sleep(0.02)
    assert answers == ["TimeoutError", "database: yes\n"]
    await page.close()


async def test_a_taken_port_is_one_line_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(page_module, "RETRY_S", 0.05)
    caplog.set_level(logging.INFO)
    other, port = taken()
    page = a_page(port)
    await page.open()
    await asyncio.sleep(0.2)  # several tries, and still one line
    [line] = [record.getMessage() for record in caplog.records]
    assert "STOLIK_METRICS" in line
    assert f"127.0.0.1:{port}" in line
    assert "ddress already in use" in line
    assert page.port == 0
    other.close()
    async with asyncio.timeout(5):
        while not page.port:  # noqa: ASYNC110 - it tries by time
            await asyncio.sleep(0.02)
    assert (await ask(port, "/readyz")) == (200, "well: yes\n")
    await page.close()


async def test_a_page_that_waits_for_its_port_can_be_closed() -> None:
    other, port = taken()
    page = a_page(port)
    await page.open()
    await page.close()
    other.close()
    assert page.port == 0


async def test_a_bot_plays_although_its_port_is_taken(
    world: World, make_bot: MakeBot, expected_errors: list[str]
) -> None:
    expected_errors.append("no metrics at")
    other, port = taken()
    monitoring(world).page._address = ("127.0.0.1", port)
    await monitoring(world).page.close()
    await monitoring(world).page.open()
    assert (await world.ada.slash(world.channel, "about")).response
    other.close()


async def test_the_page_closes_with_the_bot(world: World) -> None:
    port = monitoring(world).page.port
    await world.restart()
    assert monitoring(world).page.port != 0
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.1", port)


async def test_without_the_setting_there_is_no_page(world: World) -> None:
    bot = world.bot
    bot.settings = replace(bot.settings, metrics="")
    await bot.remove_cog("Monitoring")
    await cogs.monitoring.setup(bot)
    assert bot.get_cog("Monitoring") is None
