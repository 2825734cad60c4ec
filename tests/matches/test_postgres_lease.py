"""Bots on one database on a server, each a process: who runs, who takes over, when.

The lease's times are divided by ten. With ``-s`` each takeover says how long it took.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import pytest

from matches import lease
from matches.db.postgres.connecting import connected
from matches.db.postgres.presence import KIND, SILENT_S, ServerPresence
from tests.postgres import PostgresServer, binaries, running

ROOT: Final = Path(__file__).parents[2]
HURRY: Final = 10
WATCH_S: Final = lease.WATCH_S / HURRY
RENEW_S: Final = lease.RENEW_S / HURRY
SLACK_S: Final = 8.0
"""How long a busy machine may need for what takes no time."""
BOT: Final = """
import asyncio, signal, sys, time
from matches import lease
from matches.db.postgres import presence
from matches.db.postgres.address import Server
from matches.db.store import Store
from rules.errors import StoreError

for name in ("RENEW_S", "FRESH_S", "WATCH_S", "LOOK_S"):
    setattr(lease, name, getattr(lease, name) / float(sys.argv[2]))
presence.SILENT_S /= float(sys.argv[2])

async def run():
    ended = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, ended.set)
    print("waits", flush=True)
    async with lease.only_bot(Server(sys.argv[1])) as held:
        held.on_lost = ended.set
        store = await Store.open(Server(sys.argv[1]), held.fence)
        print("has it", flush=True)
        while not ended.is_set():
            try:
                await held.confirm()
                await store.set_meta("sent by", str(held._mine.epoch))
            except StoreError as error:
                print("refused", error, flush=True)
            await asyncio.sleep(0.02)
        await store.close()
        held.check()

try:
    asyncio.run(run())
except StoreError as error:
    sys.exit(f"lost: {error}")
"""


@dataclass
class Stage:
    """A database, and the bots on it, in the order in which they were begun."""

    server: PostgresServer
    url: str
    bots: list[subprocess.Popen[str]] = field(default_factory=list)

    def begin(self) -> subprocess.Popen[str]:
        """Start a bot, and return it when it looks for another one."""
        bot = subprocess.Popen(
            [sys.executable, "-c", BOT, self.url, str(HURRY)],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.bots.append(bot)
        assert bot.stdout is not None
        assert bot.stdout.readline() == "waits\n"
        return bot

    def holder(self) -> int:
        """Return the process that has the lease; 0 if it is free, or nobody says."""
        try:
            with closing(psycopg.connect(self.url, autocommit=True)) as raw:
                found = raw.execute("SELECT pid FROM leases WHERE token <> ''").fetchone()
        except psycopg.Error:
            return 0
        return found[0] if found else 0

    def taken_by(self, bot: subprocess.Popen[str]) -> float:
        """Wait until a bot has the lease; return the seconds that took."""
        begun = time.monotonic()
        self.until(lambda: self.holder() == bot.pid)
        assert self.is_written(bot)
        return time.monotonic() - begun

    def is_written(self, bot: subprocess.Popen[str]) -> bool:
        """Return whether a bot goes on writing."""
        before = self.sent()
        self.until(lambda: self.sent() != before or bot.poll() is not None)
        return bot.poll() is None

    def sent(self) -> object:
        """Return what the bots have written last: its transaction."""
        with closing(psycopg.connect(self.url, autocommit=True)) as raw:
            return raw.execute("SELECT xmin FROM meta WHERE key = 'sent by'").fetchone()

    @staticmethod
    def until(happened: Callable[[], bool]) -> None:
        limit = time.monotonic() + WATCH_S + 3 * SLACK_S
        while not happened():
            assert time.monotonic() < limit
            time.sleep(0.02)


@pytest.fixture(scope="module")
def own(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """Yield a server that may be stopped."""
    programs = binaries()
    assert programs is not None
    with running(programs) as server:
        yield server


@pytest.fixture
def stage(own: PostgresServer) -> Iterator[Stage]:
    """Yield a database with a bot that runs and one that waits, and end all bots."""
    made = Stage(own, own.new().url)
    try:
        made.taken_by(made.begin())
        made.begin()
        time.sleep(2 * RENEW_S)
        assert made.holder() == made.bots[0].pid
        yield made
    finally:
        for bot in made.bots:
            bot.kill()
            bot.communicate()


def told(name: str, seconds: float) -> float:
    print(f"{name}: {seconds:.2f} s")
    return seconds


def test_one_that_stops_lets_the_next_run_at_once(stage: Stage) -> None:
    first, second = stage.bots
    first.terminate()
    assert told("stopped", stage.taken_by(second)) < SLACK_S
    assert first.wait(SLACK_S) == 0


def test_one_that_is_killed_is_replaced_when_nothing_of_it_can_be_on_its_way(stage: Stage) -> None:
    first, second = stage.bots
    first.kill()
    seconds = told("killed", stage.taken_by(second))
    assert lease.FRESH_S < SILENT_S < lease.WATCH_S
    assert (SILENT_S - lease.RENEW_S) / HURRY < seconds < SILENT_S / HURRY + SLACK_S


def test_one_that_hangs_is_replaced_and_stops(stage: Stage) -> None:
    first, second = stage.bots
    first.send_signal(signal.SIGSTOP)
    seconds = told("hangs", stage.taken_by(second))
    assert WATCH_S - 2 * RENEW_S < seconds < WATCH_S + SLACK_S
    first.send_signal(signal.SIGCONT)
    assert first.wait(SLACK_S) == 1
    assert "in the place of this one" in first.communicate()[1]
    assert stage.is_written(second)


def test_a_restart_of_the_server_changes_nothing(stage: Stage) -> None:
    first, second = stage.bots
    stage.server.stop(signal.SIGINT)
    stage.server.start()
    assert stage.is_written(first)
    time.sleep(WATCH_S + 2 * RENEW_S)
    assert stage.holder() == first.pid
    first.kill()  # its lock was gone with the old server: the lease's row decides
    assert told("killed after a restart", stage.taken_by(second)) < WATCH_S + SLACK_S


def test_a_lost_connection_is_no_death(stage: Stage) -> None:
    first, second = stage.bots
    with closing(psycopg.connect(stage.url, autocommit=True)) as raw:
        raw.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
            " current_database() AND pid <> pg_backend_pid()"
        )
    time.sleep(WATCH_S)
    assert stage.holder() == first.pid
    assert stage.is_written(first)
    first.terminate()
    stage.taken_by(second)


def test_of_one_that_hangs_all_connections_are_cut(postgres: PostgresServer) -> None:
    """One of them has sent statements ahead, for which the server waits without end."""
    server = postgres.new()
    with closing(connected(server)) as shown, closing(connected(server)) as working:
        for raw in (shown, working):
            raw.execute("SET application_name = 'another process'")
        shown.execute("SELECT pg_advisory_lock(%s, %s)", (KIND, 7))
        working.execute("CREATE TABLE counted (n int)")
        working.execute("BEGIN")
        working.execute("INSERT INTO counted VALUES (1)")
        with closing(connected(server)) as mine, closing(ServerPresence(server)) as presence:
            presence.cut(7)
            for raw in (shown, working):
                with pytest.raises(psycopg.OperationalError):
                    raw.execute("SELECT 1")
            assert mine.execute("SELECT count(*) FROM counted").fetchone() == (0,)
