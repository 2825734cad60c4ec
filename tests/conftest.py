"""The real bot in a simulated Discord for every test; see `tests.world`."""

from __future__ import annotations

import gc
import logging
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
import simcord
import simcord.interactions
from hypothesis import HealthCheck, settings

from config import simulated
from demo_page.patience import PatientEnv
from monitor import requests
from rules import registry
from tests.settling import SETTLE_TIMEOUT_S
from tests.toy import TOY
from tests.toy_artist import TOY_ARTIST
from tests.world import (
    MakeBot,
    World,
    custom_ids,
    mentions_as_letters,
    parts,
    private,
    words,
)

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

__all__ = ["World", "custom_ids", "parts", "private", "words"]


# A busy machine makes no test wrong.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_collection_finish() -> None:
    """Exempt what is there by now from the garbage collector, which would search it all day."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def toy_book() -> Iterator[None]:
    """Put the toy game's rulebook on the shelf; it shows while the game is registered."""
    from lookup import shelf

    with shelf.register(TOY.info.slug, Path(__file__).parent / "toy_rulebook"):
        yield


@pytest.fixture
def toy() -> Iterator[None]:
    """Make the toy game available beside the real ones."""
    with registry.register(TOY.info.slug, TOY):
        yield


@pytest.fixture(scope="session")
def games() -> None:
    """Load the games once: simcord does not wait for long, and the machine may be busy."""
    from bot import load_games
    from render import gallery

    load_games()
    gallery.load()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new database to be copied: a test would wait longer for its migrations."""
    from matches.db.schema import connect

    path = tmp_path_factory.mktemp("empty") / "stolik.db"
    connect(path).close()
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Yield a PostgreSQL server; without its programs, skip, unless CI has them."""
    from tests.postgres import binaries, running

    programs = binaries()
    if programs is None:
        told = "PostgreSQL is not installed (Debian: apt-get install postgresql): not tested on it"
        assert "STOLIK_TEST_POSTGRES" not in os.environ, told
        pytest.skip(told)
    with running(programs) as server:
        yield server


@pytest.fixture
def make_bot(
    tmp_path: Path,
    empty_database: Path,
    games: None,
    toy_book: None,
    toy: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[MakeBot]:
    """Yield a factory for bots on this test's database, with the toy game beside the real ones."""
    from bot import StolikBot, create_bot  # tests of rules and pictures need no Discord
    from matches.db import schema
    from render import drawings, gallery

    monkeypatch.setattr(schema, "SYNCHRONOUS", "OFF")  # no power is cut here

    drawings.PICTURES.clear()  # a new process has drawn nothing yet
    database = tmp_path / "stolik.db"
    shutil.copyfile(empty_database, database)
    with gallery.register(TOY.info.slug, TOY_ARTIST):

        def made() -> StolikBot:
            bot = create_bot(simulated(database, requests_per_s=1e6, thinkers=0))
            bot.steady = bot.clock
            return bot

        yield made


@pytest_asyncio.fixture
async def env(make_bot: MakeBot) -> AsyncIterator[simcord.Env]:
    """Yield the environment itself: simcord's plugin needs clock and transcript."""
    env = PatientEnv(make_bot(), settle_timeout=SETTLE_TIMEOUT_S)
    await env.start()
    try:
        yield env
    finally:
        bot = env.bot
        if env._started:
            await env.shutdown()
        await bot.close()
    assert not env.errors


@pytest.fixture
def expected_errors() -> list[str]:
    """Return the list of words that lines of level ERROR may contain; empty at first."""
    return []


def written_before_the_answer(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set that gets what players do and the bot writes down before it answers.

    A write may wait for others, and Discord gives up on an answer after 3 s. The first request
    after an absence may have to wait: the time that was lost is given back before anything else.
    """
    from matches.db.store import Store
    from matches.services.absences import Absences

    late, plain, welcome = set[str](), Store.write, Absences.welcome

    async def write(store: Store, job: Callable[[Any], Any]) -> Any:
        request = requests._current.get()
        if request and request.kind and not request.is_acknowledged:
            late.add(request.command)
        return await plain(store, job)

    async def first(absences: Absences, *given: Any) -> None:
        token = requests._current.set(None)
        try:
            await welcome(absences, *given)
        finally:
            requests._current.reset(token)

    monkeypatch.setattr(Store, "write", write)
    monkeypatch.setattr(Absences, "welcome", first)
    return late


@pytest_asyncio.fixture
async def world(
    env: simcord.Env,
    make_bot: MakeBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    expected_errors: list[str],
) -> AsyncIterator[World]:
    """Yield the world; at the end there must be no unexpected errors in the log."""
    world = World(env, make_bot)
    plain: Callable[..., tuple[Any, dict[str, Any]]] = simcord.interactions.base_payload

    def base_payload(backend: object, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(backend, **facts)
        payload["locale"] = world.locales.get(facts["user_id"], "en-US")
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
    late = written_before_the_answer(monkeypatch)
    try:
        yield world
    finally:
        if world.env is not env:
            await world.env.shutdown()
        await world.bot.close()
    assert not world.env.errors
    assert not world.fills
    assert mentions_as_letters(world.env) == []
    assert late == set()
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    lines = [r.getMessage() for r in records if r.levelno >= logging.ERROR]
    assert [line for line in lines if not any(word in line for word in expected_errors)] == []
