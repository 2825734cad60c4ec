from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest

import bot as module
import config
from bot import StolikBot, create_bot, main
from cogs.log import OUR_LOGGERS, Formatter, set_up_logging
from config import Settings
from demo_page.patience import PatientEnv
from matches import lease
from matches.db.bots.leases import Lease
from matches.db.schema import connect
from rules.errors import StoreError
from tests.settling import SETTLE_TIMEOUT_S
from tests.world import MakeBot, World, private
from version import VERSION
from workers.thinkers import Thinkers


def syncs(world: World) -> int:
    requests = world.env.http_requests
    return sum(r.method == "PUT" and r.path.endswith("/commands") for r in requests)


async def test_commands_are_sent_only_when_they_changed(world: World) -> None:
    assert syncs(world) == 1
    await world.restart()
    assert syncs(world) == 1
    await world.bot.store.set_meta("command_tree", "of another version")
    await world.restart()
    assert syncs(world) == 2


async def test_commands_are_sent_again_when_discord_has_forgotten_them(world: World) -> None:
    world.env.backend.commands.clear()
    await world.restart()
    assert syncs(world) == 2
    assert "match new" in world.ada.available_commands(world.channel)


async def test_a_cog_that_fails_stops_the_start(
    make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_: object) -> None:
        raise RuntimeError("this cog is broken")

    monkeypatch.setattr("cogs.lobby.cog.setup", broken)
    bot = make_bot()
    env = PatientEnv(bot, settle_timeout=SETTLE_TIMEOUT_S)
    with pytest.raises(RuntimeError, match="this cog is broken"):
        await env.start()
    await bot.close()


async def test_a_bot_asks_for_nothing_but_guilds() -> None:
    bot = create_bot(Settings())
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert not bot.allowed_mentions.everyone
    await bot.close()


async def test_a_listener_has_its_database_until_it_is_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, never, done = asyncio.Event(), asyncio.Event(), []
    monkeypatch.setattr(module, "LAST_WORDS_S", 0.2)

    async def slow() -> None:
        begun.set()
        await asyncio.sleep(0.05)
        done.append(await world.bot.store.get_meta("commands"))

    async def stuck() -> None:
        await never.wait()  # a task that waits for what nobody has is collected as garbage

    world.bot.add_listener(slow, "on_knock")
    world.bot.add_listener(stuck, "on_knock")
    world.bot.dispatch("knock")
    await begun.wait()
    await world.bot.close()
    assert len(done) == 1
    assert not world.env.errors


async def test_closing_twice_or_before_the_start_is_fine(world: World) -> None:
    fresh = create_bot(Settings())
    await fresh.close()
    await fresh.close()
    old = world.bot
    await world.restart()
    await old.close()
    with pytest.raises(StoreError, match="closed"):
        await old.store.get_meta("heartbeat")


async def test_it_thinks_in_as_many_processes_as_its_host_allows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Noted(Thinkers):
        def __init__(self, count: int) -> None:
            super().__init__(0)
            made.append(count)

        async def close(self) -> None:
            closed.append(True)

    def three() -> StolikBot:
        fresh = make()
        fresh.settings = replace(fresh.settings, thinkers=3)
        return fresh

    made, closed, make = list[int](), list[bool](), world._make_bot
    monkeypatch.setattr(module, "Thinkers", Noted)
    monkeypatch.setattr(world, "_make_bot", three)
    await world.restart()
    old = world.bot
    assert made == [3]
    assert closed == []
    await world.restart()
    assert closed == [True]
    assert old.service.computers._closed, "nothing is begun any more"


def test_judges_are_loaded_before_anybody_waits_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = list[str]()
    monkeypatch.setattr("players.gallery.load", lambda: loaded.append("judges"))
    module.load_games()
    assert loaded == ["judges"]


async def test_the_heart_beats_while_it_runs(world: World) -> None:
    first = await world.bot.store.get_meta("heartbeat")
    assert first == world.env.now().isoformat()
    await world.env.advance_time(60)
    assert await world.bot.store.get_meta("heartbeat") == world.env.now().isoformat() != first


async def test_a_locked_database_only_skips_a_beat(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def locked(*_: object) -> None:
        raise StoreError("cannot use database: it is locked")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "write", locked)
        await world.env.advance_time(60)
    assert "the heartbeat failed: cannot use database" in caplog.text
    await world.env.advance_time(10)
    assert await world.bot.store.get_meta("heartbeat") == world.env.now().isoformat()


async def test_what_was_left_unsaid_is_said_after_the_start(world: World) -> None:
    world.fail("POST", "/channels/*/messages", 503, times=None)
    private(await world.ada.slash(world.channel, "match new", game="toy"))
    assert world.posts(world.channel) == []
    await world.crash()
    world.mend()
    await world.env.advance_time(60)
    assert len(world.posts(world.channel)) == 1


class TestMain:
    """The command line."""

    @pytest.fixture(autouse=True)
    def _alone(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        self.database = tmp_path / "folder" / "stolik.db"
        monkeypatch.setattr(config, "dotenv_values", dict)
        monkeypatch.setattr(module, "set_up_logging", lambda _: None)
        monkeypatch.setenv("DISCORD_TOKEN", "secret")
        monkeypatch.setenv("STOLIK_DATABASE", str(self.database))

        async def start(bot: StolikBot, token: str) -> None:
            assert token == "secret"
            await bot.setup_hook()

        monkeypatch.setattr(StolikBot, "start", start)

    def test_without_a_token(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.delenv("DISCORD_TOKEN")
        assert main([]) == 2
        line = capsys.readouterr().err
        assert line.count("\n") == 1
        assert "make play" in line

    def test_a_misspelled_setting_is_told_in_the_log_as_it_was_set_up(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        told_before = list[int]()
        monkeypatch.setenv("STOLIK_THINKER", "1")
        monkeypatch.setattr(
            module, "set_up_logging", lambda _: told_before.append(len(caplog.messages))
        )
        assert main([]) == 0
        assert told_before == [0]
        assert caplog.messages[0].startswith("STOLIK_THINKER is no setting")

    @pytest.mark.parametrize("what", ["newer", "locked", "read-only", "rubbish", "folder"])
    def test_with_a_database_that_cannot_be_used(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        what: str,
    ) -> None:
        monkeypatch.setattr("matches.db.schema.BUSY_S", 0.01)
        self.database.parent.mkdir()
        db = sqlite3.connect(self.database, isolation_level=None)
        if what == "newer":
            db.execute("PRAGMA user_version = 999")
        elif what == "locked":
            db.execute("CREATE TABLE t (x)")
            db.execute("BEGIN EXCLUSIVE")
        elif what == "read-only":
            monkeypatch.setattr(
                "matches.db.schema.migrate", lambda *_: db.execute("PRAGMA query_only = 1")
            )
            self.read_only(monkeypatch)
        elif what == "folder":
            db.close()
            self.database.unlink()
            self.database.mkdir()
        else:
            db.close()
            self.database.write_text("this is no database, but long enough to look like one" * 99)
        assert main([]) == 1
        line = capsys.readouterr().err
        assert line.count("\n") == 1
        assert str(self.database) in line
        assert "(STOLIK_DATABASE)" in line or what == "newer"
        assert ("it is a folder" in line) == (what == "folder")
        db.close()

    def read_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Open the file so that nobody may write it; root could write anywhere."""
        plain = sqlite3.connect

        def connect(path: Path, **options: object) -> sqlite3.Connection:
            found: sqlite3.Connection = plain(f"file:{path}?mode=ro", uri=True, **options)  # type: ignore[call-overload]
            return found

        monkeypatch.setattr("matches.db.schema.sqlite3.connect", connect)

    def test_when_the_server_of_the_database_is_out_of_reach(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("STOLIK_DATABASE", "postgresql://ada:s3cret@127.0.0.1:1/name")
        assert main([]) == 1
        line = capsys.readouterr().err
        assert line.startswith("cannot use database postgresql://127.0.0.1:1/name: ")
        assert line.endswith(" (STOLIK_DATABASE)\n")
        assert "s3cret" not in line

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (discord.LoginFailure("Improper token has been passed."), "Check DISCORD_TOKEN"),
            (aiohttp.ClientConnectionError("no route"), "cannot reach Discord: no route"),
        ],
    )
    def test_when_discord_does_not_let_it_in(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        error: Exception,
        said: str,
    ) -> None:
        async def start(*_: object) -> None:
            raise error

        monkeypatch.setattr(StolikBot, "start", start)
        assert main([]) == 1
        line = capsys.readouterr().err
        assert said in line
        assert line.count("\n") == 1

    def test_it_names_its_version_in_the_log(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def start(*_: object) -> None:
            raise discord.LoginFailure

        monkeypatch.setattr(StolikBot, "start", start)
        caplog.set_level(logging.INFO, "bot")
        main([])
        assert caplog.messages[0] == f"Stolik {VERSION} starts"

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        closed = []

        async def start(bot: StolikBot, token: str) -> None:
            task = asyncio.current_task()
            assert task is not None
            asyncio.get_running_loop().call_soon(signal_term)
            await asyncio.sleep(60)

        def signal_term() -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        async def close(bot: StolikBot) -> None:
            closed.append(True)
            await discord.Client.close(bot)

        monkeypatch.setattr(StolikBot, "start", start)
        monkeypatch.setattr(StolikBot, "close", close)
        assert main([]) == 0
        assert closed

    @pytest.mark.parametrize("reason", ["asked", "replaced"])
    def test_ended_while_a_shard_reconnects(
        self, monkeypatch: pytest.MonkeyPatch, reason: str
    ) -> None:
        """discord.py swallows a cancellation then (`Shard.reidentify`), and goes on."""
        happened = list[str]()

        async def start(bot: StolikBot, token: str) -> None:
            await bot.setup_hook()
            with contextlib.suppress(asyncio.CancelledError):
                if reason == "asked":
                    os.kill(os.getpid(), signal.SIGTERM)
                else:
                    self.elsewhere(2)
                    with contextlib.suppress(StoreError):
                        await bot.store.set_meta("a", "b")
                await asyncio.sleep(5)
            happened.append("swallowed")
            await asyncio.sleep(5)
            happened.append("went on")

        monkeypatch.setattr(StolikBot, "start", start)
        assert main([]) == (reason == "replaced")
        assert happened == ["swallowed"]

    def elsewhere(self, epoch: int) -> None:
        """Let a bot of another machine take the lease."""
        row = ("all", epoch, 0, "token", "there", 7, "", 0)
        with closing(connect(self.database)) as db:
            db.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def test_interrupted_while_it_waits(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        self.elsewhere(1)

        async def start(bot: StolikBot, token: str) -> None:
            raise AssertionError("it connects")

        def note(found: Lease) -> str:
            os.kill(os.getpid(), signal.SIGTERM)
            return "it waits"

        monkeypatch.setattr(StolikBot, "start", start)
        monkeypatch.setattr(lease, "_runs", note)
        assert main([]) == 0
        assert "it waits; waiting until it ends" in caplog.text

    def test_another_bot_takes_its_place(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        closed = []

        async def start(bot: StolikBot, token: str) -> None:
            await bot.setup_hook()
            self.elsewhere(2)
            with pytest.raises(StoreError):
                await bot.store.set_meta("a", "b")
            await asyncio.sleep(60)

        async def close(bot: StolikBot) -> None:
            closed.append(True)
            await plain(bot)

        plain = StolikBot.close
        monkeypatch.setattr(StolikBot, "start", start)
        monkeypatch.setattr(StolikBot, "close", close)
        assert main([]) == 1
        assert closed
        line = capsys.readouterr().err
        assert line.startswith("process 7 on there runs the bot on this database since 1970")
        assert line.count("\n") == 1


def record(**extra: object) -> logging.LogRecord:
    made = logging.LogRecord("matches", logging.INFO, "f.py", 1, "token is secret", (), None)
    vars(made).update(extra)
    return made


def test_log_lines_carry_ids_and_no_token() -> None:
    line = Formatter("secret").format(record(match=12, interaction=34))
    assert line.endswith("token is [token] [match 12] [interaction 34]")
    assert "[match" not in Formatter().format(record(match=None))


def test_log_lines_show_the_way_of_an_error_but_not_what_it_quotes() -> None:
    move = "lay H" + "@L2"
    try:
        raise ValueError(f"cannot read {move}")
    except ValueError:
        made = record()
        made.exc_info = sys.exc_info()
    line = Formatter().format(made)
    assert "in test_log_lines" in line
    assert "ValueError" in line
    assert move not in line


def test_libraries_never_log_what_goes_over_their_wires() -> None:
    names = ("", *OUR_LOGGERS)
    before = {name: logging.getLogger(name).level for name in names}
    handlers = logging.getLogger().handlers[:]
    try:
        set_up_logging(Settings(log_level="DEBUG"))
        assert not logging.getLogger("discord.gateway").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("aiosqlite").isEnabledFor(logging.DEBUG)
        assert logging.getLogger("matches.service").isEnabledFor(logging.DEBUG)
    finally:
        logging.getLogger().handlers[:] = handlers
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


async def test_a_whole_turn_logs_no_move(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "cogs")
    caplog.set_level(logging.DEBUG, "matches")
    home = await world.open(world.ada, world.bo)
    private(await world.ada.slash(home, "move", move="choose 99"))
    private(await world.ada.slash(home, "move", move="nonsense @@"))
    assert "choose" not in caplog.text
    assert "nonsense" not in caplog.text
