"""The health of a running bot: health.py asks and disturbs nobody."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import health
from health import STALE, trouble, waits_for
from matches.db import meta
from matches.db.store import Store

ROOT = Path(__file__).parent.parent
NOW = datetime(2026, 3, 1, tzinfo=UTC)


async def test_a_bot_is_well_while_its_heartbeat_is_fresh(tmp_path: Path) -> None:
    path = tmp_path / "stolik.db"
    store = await Store.open(path)
    assert "never" in trouble(path, NOW)
    await store.set_meta(meta.LAST_BEAT, (NOW - STALE - timedelta(seconds=1)).isoformat())
    assert "last heartbeat" in trouble(path, NOW)
    await store.set_meta(meta.LAST_BEAT, NOW.isoformat())
    assert trouble(path, NOW) == ""
    await store.close()
    assert trouble(path, NOW) == ""


async def test_a_bot_that_waits_is_well_whatever_the_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stolik.db"
    store = await Store.open(path)
    note = f"{datetime.now(UTC).isoformat()} process 7 on a"
    await store.set_meta(f"{meta.WAITING}b", note)
    await store.close()
    monkeypatch.setenv("STOLIK_DATABASE", str(path))
    for host, code, words in (
        ("a", 1, "the bot has never sent a heartbeat"),
        ("b", 0, "healthy, and waiting: process 7 on a runs the bot"),
    ):
        monkeypatch.setattr("socket.gethostname", lambda: host)  # noqa: B023
        assert health.main() == code
        assert capsys.readouterr().out.strip() == words
    later = datetime.now(UTC) + STALE + timedelta(seconds=1)
    assert waits_for(path, later, "b") == ""


async def test_it_only_reads(tmp_path: Path) -> None:
    path = tmp_path / "old # 100%.db"
    store = await Store.open(path)
    await store.write(lambda db: db.execute("DROP TABLE votes").fetchall())
    await store.set_meta(meta.LAST_BEAT, NOW.isoformat())
    await store.close()
    before = path.read_bytes()
    assert trouble(path, NOW) == ""
    assert path.read_bytes() == before


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "stolik.db"
    path.write_text("Dear diary, " * 100)
    assert "cannot read database" in trouble(path, NOW)


@pytest.mark.parametrize(("beat", "code"), [(True, 0), (False, 1)])
async def test_the_exit_code_tells_without_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beat: bool, code: int
) -> None:
    store = await Store.open(tmp_path / "stolik.db")
    if beat:
        await store.set_meta(meta.LAST_BEAT, datetime.now(UTC).isoformat())
    await store.close()
    monkeypatch.setenv("STOLIK_DATABASE", str(tmp_path / "stolik.db"))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert health.main() == code


def test_without_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOLIK_DATABASE", str(tmp_path / "none.db"))
    assert health.main() == 1
    assert "there is no database" in capsys.readouterr().out
    assert not (tmp_path / "none.db").exists()


def test_with_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STOLIK_CACHED_MATCHES", "many")
    assert health.main() == 2
    assert capsys.readouterr().err.startswith("STOLIK_CACHED_MATCHES is 'many', not ")


def test_it_is_light() -> None:
    code = "import sys, health; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    known = {name.split(".")[0] for name in done.stdout.decode().split()}
    assert "sqlite3" in known
    assert not known & {"discord", "rules", "asyncio", "aiosqlite", "cogs", "render", "PIL"}
