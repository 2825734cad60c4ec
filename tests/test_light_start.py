"""What is loaded when: a game when it is asked for, everything else after READY, in the background.

Each import is looked at in a process of its own: here other tests have imported everything.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import bot as module
from bot import StolikBot, main
from cogs import command_tree
from config import Settings
from demo_page.patience import PatientEnv
from lookup import shelf
from render import gallery
from rules import registry
from rules.errors import DataError
from tests.settling import SETTLE_TIMEOUT_S
from tests.test_imports import GAMES
from tests.world import MakeBot, World

ROOT = Path(__file__).parent.parent
HEAVY = (
    "babel",
    *(f"{room}.{game}" for room in ("rules", "render") for game in GAMES),
)
"""What the bot needs later but not to be ready."""


def modules_after(code: str) -> set[str]:
    """Return what a new process has imported after some code."""
    code += "\nimport sys; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("game", GAMES)
def test_asking_for_a_game_imports_no_other(game: str) -> None:
    found = modules_after(f"from rules import registry; registry.get({game!r})")
    assert {name for name in found if name in HEAVY} == {f"rules.{game}"}
    assert not any("site-packages" in name for name in found)


@pytest.mark.parametrize("game", GAMES)
def test_drawing_a_game_imports_no_other(game: str) -> None:
    found = modules_after(f"from render import gallery; gallery.artist({game!r})")
    assert {name for name in found if name in HEAVY} == {f"rules.{game}", f"render.{game}"}


def test_the_registry_offers_the_games_without_importing_any() -> None:
    code = "from rules import registry; from render import gallery; assert registry.slugs()"
    assert not modules_after(code) & set(HEAVY)


def test_every_game_is_found_where_the_lists_say() -> None:
    assert set(registry._PLACES) == set(gallery._PLACES) == set(GAMES)
    for slug in registry._PLACES:
        assert registry.get(slug).info.slug == slug
        assert type(gallery.artist(slug)).__module__ == f"render.{slug}"


def test_until_it_is_connected_a_bot_loads_no_game_artist_or_rulebook(tmp_path: Path) -> None:
    code = f"""
import asyncio
from pathlib import Path
from bot import create_bot
from config import Settings
from lookup import shelf

async def begin():
    bot = create_bot(Settings(database=Path({str(tmp_path / "stolik.db")!r})))
    await bot.setup_hook()
    assert shelf.slugs() == ()
    assert bot.tree.get_command("match")
    await bot.close()

asyncio.run(begin())
"""
    assert not modules_after(code) & set(HEAVY)


def test_the_judges_are_loaded_with_the_games() -> None:
    """Else the first computer without a process would hold the event loop for that."""
    found = modules_after("import bot; bot.load_games()")
    assert {f"players.judges.{game}" for game in GAMES} <= found


class Slow:
    """Stands for `bot.load_games`, and takes until `go` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self._plain = module.load_games
        monkeypatch.setattr(module, "load_games", self)

    def __call__(self) -> object:
        assert threading.current_thread() is not threading.main_thread()
        assert self.go.wait(SETTLE_TIMEOUT_S)
        return self._plain()


def answers(world: World) -> int:
    return sum(request.path.endswith("/callback") for request in world.env.http_requests)


async def test_a_command_before_the_games_are_loaded_waits_for_them(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    before = answers(world)
    world.bot._loaded.clear()
    asked = asyncio.create_task(world.ada.slash(home, "board"))
    await asyncio.sleep(0.2)
    assert answers(world) == before
    world.bot._loaded.set()
    assert (await asked).response
    assert answers(world) == before + 1


async def test_a_tap_before_the_games_are_loaded_waits_for_them(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    _, payload = await world.tapped(world.bo, "bhand:1:", channel=home)
    before = answers(world)
    world.bot._loaded.clear()
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await asyncio.sleep(0.2)
    assert answers(world) == before
    world.bot._loaded.set()
    await world.settle()
    assert answers(world) == before + 1


async def test_games_are_loaded_beside_the_event_loop(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    env = PatientEnv(make_bot(), settle_timeout=SETTLE_TIMEOUT_S)
    begun = asyncio.create_task(env.start())
    await asyncio.sleep(0.1)  # the loop is free meanwhile
    bot = env.bot
    assert isinstance(bot, StolikBot)
    assert not bot._loaded.is_set()
    assert bot.tree.get_command(GAMES[0]) is None
    slow.go.set()
    await begun
    assert bot._loaded.is_set()
    assert bot.tree.get_command(GAMES[0])
    await env.shutdown()
    await bot.close()


async def test_a_bot_whose_games_cannot_be_loaded_reports_it(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise DataError("this rulebook is broken")

    monkeypatch.setattr(module, "load_games", broken)
    bot = make_bot()
    env = PatientEnv(bot, settle_timeout=SETTLE_TIMEOUT_S)
    await env.start()
    assert bot.tree.get_command(GAMES[0]) is None
    assert str(bot.failure) == "this rulebook is broken"
    assert "loading the games failed" in caplog.text
    await env.shutdown()
    await bot.close()


def test_a_bot_that_stopped_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise DataError("this rulebook is broken")

    async def start(bot: StolikBot, _: str) -> None:
        await bot.setup_hook()
        await bot.on_connect()
        await asyncio.sleep(60)

    monkeypatch.setattr(module, "load_games", broken)
    monkeypatch.setattr(StolikBot, "start", start)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings(database=tmp_path / "stolik.db"))
    assert main([]) == 1
    assert capsys.readouterr().err == "this rulebook is broken\n"


class TestCheck:
    """``python bot.py --check``."""

    def test_everything_loads(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--check"]) == 0
        assert capsys.readouterr().out == "everything loads\n"

    def test_a_broken_rulebook_is_named(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shutil.copytree(shelf.DATA_DIR, tmp_path / "data")
        book = tmp_path / "data" / GAMES[-1] / "rulebook.pl.md"
        book.write_text(book.read_text(encoding="utf-8") + "\n## A heading too many\n\nWords.\n")
        monkeypatch.setattr(shelf, "DATA_DIR", tmp_path / "data")
        monkeypatch.setattr(shelf, "_SHELF", {})
        assert main(["--check"]) == 1
        line = capsys.readouterr().err
        assert GAMES[-1] in line
        assert line.count("\n") == 1

    def test_a_broken_artist_is_not_let_pass(self, monkeypatch: pytest.MonkeyPatch) -> None:
        places = dict(gallery._PLACES) | {"missing": "render.missing:MissingArtist"}
        monkeypatch.setattr(gallery, "_PLACES", places)
        with pytest.raises(ModuleNotFoundError):
            main(["--check"])


# What Discord is told about the commands


async def test_the_hash_of_the_commands_is_computed_beside_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[threading.Thread]()
    plain = command_tree.tree_payloads

    async def payloads(tree: object) -> list[dict[str, object]]:
        threads.append(threading.current_thread())
        return await plain(tree)  # type: ignore[arg-type]

    monkeypatch.setattr(command_tree, "tree_payloads", payloads)
    await world.restart()
    assert len(threads) == 1
    assert threading.main_thread() not in threads


async def test_commands_are_sent_again_after_a_failure(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    env = PatientEnv(make_bot(), settle_timeout=SETTLE_TIMEOUT_S)
    env.inject_error("PUT", "/applications/*/commands", status=400, code=50035, times=1)
    await env.start()
    assert "sending the commands to Discord failed" in caplog.text
    assert not env.backend.commands
    await env.advance_time(module.RETRY_S)
    assert env.backend.commands
    await env.shutdown()
    await env.bot.close()


@pytest.mark.parametrize("trouble", ["a folder", "from a newer version"])
def test_a_database_is_checked_before_anything_connects(
    trouble: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    started = list[str]()

    async def start(_: StolikBot, token: str) -> None:
        started.append(token)

    database = tmp_path / "stolik.db"
    if trouble == "a folder":
        database.mkdir()
    else:
        subprocess.run(
            [
                sys.executable,
                "-c",
                "import sqlite3, sys; "
                "sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 999')",
                str(database),
            ],
            check=True,
        )
    monkeypatch.setattr(StolikBot, "start", start)
    monkeypatch.setattr(module, "set_up_logging", lambda _: None)
    monkeypatch.setattr("config.load", lambda **_: Settings(database=database))
    assert main([]) == 1
    assert started == []
    assert str(database) in capsys.readouterr().err
