from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from matches.db.store import Store
from tests.matches.helpers import Clock, House


@pytest.fixture(autouse=True)
def _toy(toy: None) -> None:
    """Let the toy game be played in every test."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "stolik.db"


@pytest.fixture
async def store(path: Path, empty_database: Path) -> AsyncIterator[Store]:
    shutil.copyfile(empty_database, path)
    opened = await Store.open(path)
    # No test here cuts the power, and waiting for the disk would take most of the time.
    await opened._database.run(lambda db: db.execute("PRAGMA synchronous = OFF"))
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(store: Store, clock: Clock) -> House:
    return House(store, clock)
