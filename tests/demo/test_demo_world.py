"""The simulated Discord is kept between runs, and its places are shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord
from aiohttp import ClientSession
from simcord.backend import Backend

from demo_page import world
from demo_page.page import CORRECTIONS
from demo_page.places import Place, Places
from tests.demo.tiny import TinyBot

ORIGIN = "http://127.0.0.1:1"


@pytest_asyncio.fixture
async def env(tmp_path: Path) -> AsyncIterator[simcord.Env]:
    world.speak_languages()
    env = simcord.Env(TinyBot(tmp_path / "tiny"), settle_timeout=5)
    world.make_world(env)
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()
        await env.bot.close()
    assert not env.errors


@pytest.fixture
def places(env: simcord.Env) -> Places:
    return Places(env, ORIGIN)


def found(places: Places, kind: str, name: str) -> Place:
    return next(p for p in places.listed() if (p.kind, p.name) == (kind, name))


async def test_every_place_gets_a_page_as_it_appears(places: Places) -> None:
    assert places.are_empty()
    await places.tick()
    before = [(p.kind, p.name, p.newest) for p in places.listed()]
    assert before == [
        ("channel", "game-night", 0),
        *(("dm", name, 0) for name in ("Ada", "Bo", "Cleo", "Dima")),
    ]
    await places.begin("greet", {"word": "hello"})
    assert await places.tick()
    assert not await places.tick()
    assert not places.are_empty()
    news = {(p.kind, p.name) for p in places.listed() if p.newest}
    assert news == {("channel", "game-night"), ("thread", "hello"), ("dm", "Ada")}
    assert len({p.url for p in places.listed()}) == 6


async def test_the_pages_are_served_with_the_corrections(places: Places) -> None:
    await places.tick()
    address = found(places, "dm", "Bo").url.partition("#")[0]
    async with ClientSession() as web:
        for path, corrections in CORRECTIONS.items():
            async with web.get(address + path[1:]) as answer:
                served = await answer.text()
            assert all(new in served for _old, new in corrections)
        async with web.get(address) as answer:
            assert f"frame-ancestors {ORIGIN}" in answer.headers["Content-Security-Policy"]


async def test_a_closed_page_comes_back(places: Places) -> None:
    await places.tick()
    channel = found(places, "channel", "game-night")
    await places._previews[channel.id].close()
    await places.tick()
    again = found(places, "channel", "game-night")
    async with ClientSession() as web, web.get(again.url.partition("#")[0]) as answer:
        assert answer.status == 200


async def test_two_people_act_at_once(env: simcord.Env, places: Places) -> None:
    await places.tick()
    words = ["one", "two", "three"]
    await asyncio.gather(*(places.begin("greet", {"word": word}) for word in words))
    await places.tick()
    assert {p.name for p in places.listed() if p.kind == "thread"} == set(words)


async def test_the_world_is_as_it_was(env: simcord.Env, places: Places, tmp_path: Path) -> None:
    await places.begin("greet", {"word": "hello"})
    keeper = world.Keeper(tmp_path)
    keeper.save(env.backend)
    kept = Backend()
    assert world.Keeper(tmp_path).load(kept)
    assert kept.messages == env.backend.messages
    assert kept.commands == env.backend.commands
    assert kept.cdn._blobs == env.backend.cdn._blobs
    assert any(url.endswith("greeting.txt") for url in kept.cdn._blobs)
    assert kept.users[kept.bot_user.id] is kept.bot_user
    assert kept.snowflake() not in env.backend._reserved_ids
    keeper.clear()
    assert not keeper.load(Backend())
    assert not (tmp_path / "pictures").exists()


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x80\x04N."])
def test_an_unreadable_world_is_no_world(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "discord.pickle").write_bytes(content)
    assert not world.Keeper(tmp_path).load(Backend())


async def test_a_world_without_its_pictures_is_no_world(env: simcord.Env, tmp_path: Path) -> None:
    world.Keeper(tmp_path).save(env.backend)
    next((tmp_path / "pictures").iterdir()).unlink()
    assert not world.Keeper(tmp_path).load(Backend())


def test_the_time_zone_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Warsaw")
    assert world.local_zone() == "Europe/Warsaw"
    monkeypatch.setenv("TZ", "nowhere/at/all")
    assert world.local_zone() == "UTC"
