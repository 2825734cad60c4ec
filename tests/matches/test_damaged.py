"""A file that is damaged, or has no room: a sentence that names it, wherever it is opened."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import health
from matches.db import driver
from matches.db.driver import explained
from matches.db.store import Store
from rules.errors import StoreError
from scripts import backup, move_database, rehearse, restore
from tests.matches.helpers import ANN, BEA, House

pytestmark = pytest.mark.files


@pytest.fixture
async def sound(house: House, path: Path, tmp_path: Path) -> Path:
    """Return a backup with one match in play."""
    await house.match(ANN, BEA)
    await house.store.close()
    copy = tmp_path / "sound.db"
    assert backup.main([str(path), str(copy)]) == 0
    return copy


@pytest.fixture
def illegible(sound: Path) -> Path:
    """Return a file whose schema holds bytes that are no letters, which SQLite quotes."""
    raw = sound.read_bytes()
    assert b"CREATE TABLE seats" in raw
    other = sound.with_name("illegible.db")
    other.write_bytes(raw.replace(b"CREATE TABLE seats", b"CREATE TAB\xdf\xec seats"))
    return other


@pytest.fixture
def holed(sound: Path) -> Path:
    """Return a file in which the first page of a table is junk."""
    with closing(sqlite3.connect(sound)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'log'").fetchone()
    raw = bytearray(sound.read_bytes())
    raw[(page - 1) * size : page * size] = b"\xa5" * size
    other = sound.with_name("holed.db")
    other.write_bytes(raw)
    return other


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that was said about an error."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


async def test_a_bot_says_so(illegible: Path) -> None:
    with pytest.raises(StoreError, match=r"illegible.db': its schema is malformed"):
        await Store.open(illegible)


def test_the_check_of_health_says_so(
    illegible: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOLIK_DATABASE", str(illegible))
    assert health.main() == 1
    assert capsys.readouterr().out == f"cannot read database {str(illegible)!r}: it is damaged\n"


@pytest.mark.parametrize("which", ["illegible", "holed"])
def test_every_script_names_the_damaged_file(
    which: str,
    sound: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, new, notes = request.getfixturevalue(which), tmp_path / "new.db", tmp_path / "notes"
    capsys.readouterr()
    for main, arguments in (
        (backup.main, [file, new]),
        (move_database.main, [file, new]),
        (rehearse.main, ["write", file, notes]),
        (restore.main, [file, "1", "--database", sound]),
        (restore.main, [sound, "1", "--database", file]),
    ):
        assert main([str(one) for one in arguments]) > 0
        line = said(capsys)
        assert f"{file.name}'" in line.partition(" to ")[0]
        assert line.endswith("malformed")
    assert not new.exists()


@pytest.mark.parametrize(("free", "told"), [(0, "the disk is full: make room"), (1 << 20, "I/O")])
def test_a_full_disk_is_told_from_a_broken_one(
    free: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a start on a full disk SQLite says "disk I/O error", as of one that is broken."""
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(driver, "disk_usage", lambda _: usage)
    assert told in str(explained(sqlite3.OperationalError("disk I/O error"), tmp_path / "x.db"))


def test_a_folder_that_is_gone_is_not_called_full(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "x.db"
    assert "I/O" in str(explained(sqlite3.OperationalError("disk I/O error"), path))
