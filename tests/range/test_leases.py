"""Bots with one token and one database, each a process of its own.

``STOLIK_TAKEOVERS=50`` lets one take over from another so often. The lease's times are divided by
ten, unless ``STOLIK_LEASE_HURRY=1`` asks for the real ones. With ``-s`` each takeover says how long
it took.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest_asyncio

from matches import lease
from matches.db.bots.presence import SUFFIX
from tests.range.evening import CHANNEL, HURRY, PATIENT, PEOPLE, board_game_night
from tests.range.faults import Script
from tests.range.players import RandomPlayer, sit_down
from tests.range.process import OURS, ROOT
from tests.range.server import Range
from tests.range.world import Channel, World

TAKEOVERS: Final = int(os.environ.get("STOLIK_TAKEOVERS", "2"))
LEASE_HURRY: Final = float(os.environ.get("STOLIK_LEASE_HURRY", "10"))
LOGIN_S: Final = 8.0
"""How long a bot that has taken the lease may need to log in, on a busy machine."""
TAKEOVER_S: Final = 30.0 / LEASE_HURRY + LOGIN_S
SOON_S: Final = 30.0
"""How long anything else may take."""
SHORTEST: Final = "krakow"

Bot = asyncio.subprocess.Process


@dataclass
class Heard(Script):
    """A script that notes the requests, but for those about emojis, which take minutes."""

    requests: list[str] = field(default_factory=list)

    def next(self, method: str, path: Sequence[str], place: str = "") -> str | None:
        """Return what goes wrong with a request; None: nothing does."""
        if path[0] != "applications":
            self.requests.append(f"{method} {'/'.join(path)}")
        return super().next(method, path, place)


@dataclass
class Stage:
    """A range, a database, and the bots on it.

    Attributes:
        discord: The range.
        heard: Notes its requests.
        database: The bots' database.
        bots: In the order in which they were begun.
        players: Those of the newest match.
        earlier: How many moves were made in other matches.
    """

    discord: Range
    heard: Heard
    database: Path
    bots: list[Bot] = field(default_factory=list)
    players: list[RandomPlayer] = field(default_factory=list)
    earlier: int = 0

    async def begin(self) -> Bot:
        """Start a bot, and return it when it has looked for another one."""
        hurried = {"STOLIK_LEASE_HURRY": str(LEASE_HURRY), "STOLIK_REQUESTS_PER_S": "1000000"}
        with self._log(len(self.bots)).open("wb") as log:
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", OURS),
                *(str(self.discord.port), str(self.database), HURRY, "1"),
                cwd=ROOT,
                stderr=log,
                env=os.environ | hurried,
            )
        self.bots.append(bot)
        await until(lambda: self._has_looked(bot))
        return bot

    def _has_looked(self, bot: Bot) -> bool:
        with suppress(FileNotFoundError):  # a file was closed
            files = Path(f"/proc/{bot.pid}/fd").iterdir()
            return any(os.readlink(file).endswith(SUFFIX) for file in files)
        return False

    def said_by(self, bot: Bot) -> str:
        """Return what a bot has said."""
        return self._log(self.bots.index(bot)).read_text()

    def _log(self, number: int) -> Path:
        return self.database.with_name(f"bot-{number}.log")

    async def identified(self, times: int) -> float:
        """Wait until bots have logged in so often; return the seconds that took."""
        begun = time.perf_counter()
        await until(lambda: self.discord.gateway.identified >= times)
        assert self.discord.gateway.identified == times
        await until(lambda: bool(self.discord.commands))
        return time.perf_counter() - begun

    async def play(self, moves: int, home: Channel | None = None) -> Channel:
        """Play so many moves of a match, a new one if there is none."""
        if home is None:
            self.earlier += self.made()
            self.players = [RandomPlayer(self.discord, user, 1, taps=0.2) for user in PEOPLE]
            channel = self.discord.world.channels[CHANNEL]
            home = await sit_down(list(self.players), channel, SHORTEST)
        wanted = self.made() + moves
        async with asyncio.timeout(60):
            playing = (one.play(home, lambda: self.made() >= wanted) for one in self.players)
            await asyncio.gather(*playing)
        return home

    def made(self) -> int:
        """Return how many moves were made."""
        return sum(one.moves for one in self.players)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """Return what is in the database."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            return db.execute(statement).fetchall()

    def is_locked(self) -> bool:
        """Return whether nobody can write the database now."""
        with closing(sqlite3.connect(self.database, timeout=0.2)) as db:
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
            return False

    async def settled(self) -> None:
        """Wait until all is sent."""
        unsent = "SELECT id FROM outbox WHERE status IN ('new', 'sending')"
        await until(lambda: self.rows(unsent) == [])

    async def judge(self) -> None:
        """Fail if something was posted twice, or not at all."""
        await self.settled()
        assert self.rows("SELECT id FROM outbox WHERE status <> 'sent'") == []
        assert self.discord.refused == []
        places = self.discord.world.channels.values()
        told = [one.nonce for place in places for one in place.messages.values() if one.nonce]
        assert len(told) == len(set(told)) > 1
        made = "SELECT count(*) FROM log WHERE user_id > 0"
        assert self.rows(made) >= [(self.earlier + self.made(),)]


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(max(SOON_S, TAKEOVER_S)):
        while not happened():  # noqa: ASYNC110 - nothing tells the test of it
            await asyncio.sleep(0.02)


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a range with a bot that plays, and end all bots."""
    world, heard = World(), Heard()
    world.add_channel(board_game_night(world), CHANNEL, "game-night")
    made = Stage(Range(world, heard, PATIENT), heard, tmp_path / "stolik.db")
    await made.discord.open()
    try:
        await made.begin()
        await made.identified(1)
        yield made
    finally:
        for bot in made.bots:
            if bot.returncode is None:
                bot.kill()
            await bot.wait()
        await made.discord.close()


async def sleeps(stage: Stage, bot: Bot, home: Channel, after: int) -> float:
    """Let a bot sleep until another has taken over, then wake up and send nothing more."""
    while True:
        bot.send_signal(signal.SIGSTOP)
        if not stage.is_locked():  # amid a transaction it would keep the database locked
            break
        bot.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.01)
    seconds = await stage.identified(after)
    await stage.play(2, home)
    await stage.settled()
    await asyncio.sleep(0.5)
    before = stage.heard.requests[:]
    bot.send_signal(signal.SIGCONT)
    assert await asyncio.wait_for(bot.wait(), SOON_S) == 1
    assert "in the place of this one" in stage.said_by(bot)
    assert stage.heard.requests == before
    return seconds


async def is_killed(stage: Stage, bot: Bot, home: Channel, after: int) -> float:
    """Kill a bot on this machine."""
    bot.kill()
    return await stage.identified(after)


async def is_asked(stage: Stage, bot: Bot, home: Channel, after: int) -> float:
    """Ask a bot to end."""
    bot.terminate()
    assert await bot.wait() == 0
    return await stage.identified(after)


async def is_killed_elsewhere(stage: Stage, bot: Bot, home: Channel, after: int) -> float:
    """Kill a bot as if it ran on another machine, where no lock of its can be seen."""
    with closing(sqlite3.connect(stage.database)) as db:
        db.execute("UPDATE leases SET place = 'elsewhere'")
        db.commit()
    seconds = await is_killed(stage, bot, home, after)
    assert seconds > (lease.WATCH_S - 2 * lease.RENEW_S) / LEASE_HURRY
    return seconds


WAYS: Final = (sleeps, is_killed, is_asked, is_killed_elsewhere)


async def test_one_bot_takes_over_from_another(stage: Stage) -> None:
    home = await stage.play(2)
    for number in range(TAKEOVERS):
        bot, way = stage.bots[-1], WAYS[number % len(WAYS)]
        waiting = await stage.begin()
        if not number:
            await asyncio.sleep(lease.WATCH_S / LEASE_HURRY * 1.2)
        assert (waiting.returncode, stage.discord.gateway.identified) == (None, number + 1)
        if stage.players[0].is_over(home):
            await stage.judge()
            home = await stage.play(2)
        await stage.play(2, home)  # its posts are most likely being sent now
        seconds = await way(stage, bot, home, number + 2)
        print(f"{way.__name__}: {seconds:.2f} s")
        assert seconds <= TAKEOVER_S
        await stage.play(2, home)
    await stage.judge()
    assert stage.bots[-1].returncode is None
