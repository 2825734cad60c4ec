from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest

from matches.db.driver import Connection
from matches.db.postgres.address import Address
from matches.db.store import Store
from tests.files import on_file
from tests.matches.helpers import Clock, House
from tests.postgres import PostgresServer

TWICE: Final = "STOLIK_TWICE" in os.environ
"""Whether all tests on a server write everything twice; else a third of them do."""


@pytest.fixture(autouse=True)
def _toy(toy: None) -> None:
    """Let the toy game be played in every test."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stolik.db"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let tests with a store run on both databases, except those about files."""
    if "address" in metafunc.fixturenames:
        about_files = metafunc.definition.get_closest_marker("files") is not None
        kinds = ["file"] if about_files else ["file", "server"]
        metafunc.parametrize("address", kinds, indirect=True)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> Address:
    if request.param == "server":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.shared()
    path: Path = request.getfixturevalue("path")
    shutil.copyfile(request.getfixturevalue("empty_database"), path)
    return path


@pytest.fixture
async def store(
    request: pytest.FixtureRequest, address: Address, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Store]:
    if not isinstance(address, Path) and (TWICE or crc32(request.node.name.encode()) % 3 == 0):
        run_twice(monkeypatch)
    opened = await Store.open(address)
    if not isinstance(address, Path):
        yield opened
        await opened.close()
        return
    # No test here cuts the power, and waiting for the disk would take most of the time.
    await on_file(opened, lambda db: db.execute("PRAGMA synchronous = OFF"))
    yield opened
    await opened.close()


def run_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every write on a server run twice, as if another process was faster at first."""
    from psycopg import errors

    from matches.db.postgres import database

    once = database._run

    def twice(line: Any, job: Callable[[Connection], None], begin: Any) -> None:
        def slower(db: Connection) -> None:
            job(db)
            raise errors.SerializationFailure

        if begin != database.READING:
            with suppress(errors.SerializationFailure):
                once(line, slower, begin)
        once(line, job, begin)

    monkeypatch.setattr(database, "_run", twice)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(store: Store, clock: Clock) -> House:
    return House(store, clock)
