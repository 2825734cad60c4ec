"""The bot that is killed: ``python -m tests.soak.kills_bot`` forks one for each line it reads.

Loading games and artists takes two seconds, so it happens once, and each bot is a fork of that
process. A line is a `Life` as JSON; the answers are a line with the bot's process id and, when it
has ended, a line with its exit code. At any time there is at most one bot.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sqlite3
import struct
import sys
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord

import bot
from cogs.drawing.studio import Studio
from cogs.drawing.workers import threads
from config import Settings
from matches import scheduler
from matches.db.postgres import ahead
from render import gallery
from tests.range import our_bot
from tests.soak import doing

HURRY: Final = "200"
"""The outbox's delays are divided by this: a quarter of an hour becomes 4.5 s."""
BEAT: Final = timedelta(seconds=1)
"""How often the bot notes that it runs, so that a clock that jumps is noticed."""
ERROR: Final = "\x1e"
"""How an error in the log begins."""
AHEAD: Final = struct.Struct("d")
"""How the file of a clock says how many seconds it is ahead."""


@dataclass(frozen=True, slots=True)
class Life:
    """How one bot lives and dies.

    Attributes:
        port: Where the range listens.
        database: Its database.
        clock: The file that says how far its clock is ahead; may change at any time.
        errors: The file for what it logs as an error.
        processes: Whether it draws and thinks in processes, as in earnest, or in threads.
        dies_at: "statement" of SQL or "request" to Discord; "" if it doesn't kill itself.
        number: At which of them.
        after: Whether after it, rather than before.
        ready_s: How long it waits for more servers before it is ready; discord.py waits 2 s.
    """

    port: int
    database: str
    clock: str
    errors: str
    processes: bool = False
    dies_at: str = ""
    number: int = 0
    after: bool = False
    ready_s: float = 0.1


class Doom:
    """Kills this process before or after the n-th time that something is done."""

    def __init__(self, number: int, *, after: bool) -> None:
        self._left, self._after = number, after

    def begins(self) -> None:
        """Note that it begins."""
        self._left -= 1
        if self._left == 0 and not self._after:
            os.kill(os.getpid(), signal.SIGKILL)

    def ends(self) -> None:
        """Note that it has been done."""
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def _die_at_statement(doom: Doom) -> None:
    _die_at_statement_to_a_server(doom)

    class Mortal(sqlite3.Connection):
        def execute(self, *args: Any) -> sqlite3.Cursor:
            doom.begins()
            found = super().execute(*args)
            doom.ends()
            return found

        def executemany(self, *args: Any) -> sqlite3.Cursor:
            doom.begins()
            found = super().executemany(*args)
            doom.ends()
            return found

    setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Mortal))  # noqa: B010


def _die_at_statement_to_a_server(doom: Doom) -> None:
    class Mortal(ahead.Ahead):
        def execute(self, *args: Any) -> ahead.Answer:
            doom.begins()
            found = super().execute(*args)
            doom.ends()
            return found

        def commit(self) -> str:
            doom.begins()
            found = super().commit()
            doom.ends()
            return found

    setattr(ahead, "Ahead", Mortal)  # noqa: B010


def _die_at_request(doom: Doom) -> None:
    def mortal(ask: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        async def request(*args: Any, **options: Any) -> object:
            doom.begins()
            found = await ask(*args, **options)
            doom.ends()
            return found

        return request

    for client in (discord.http.HTTPClient, discord.webhook.async_.AsyncWebhookAdapter):
        setattr(client, "request", mortal(client.request))  # noqa: B010


def _set_clock(file: Path, ready_s: float) -> None:
    """Let the bot's clock be ahead by what a file says, and let it be ready soon."""
    plain = bot.create_bot

    def now() -> datetime:
        (ahead_s,) = AHEAD.unpack(file.read_bytes())
        return discord.utils.utcnow() + timedelta(seconds=ahead_s)

    def made(settings: Settings, studio: Studio | None = None) -> bot.StolikBot:
        found = plain(settings, studio)
        found.clock = now
        found._connection.guild_ready_timeout = ready_s
        return found

    setattr(bot, "create_bot", made)  # noqa: B010


def live(life: Life) -> None:
    """Be a bot until the end."""
    if not life.processes:
        setattr(bot, "processes", threads)  # noqa: B010
        os.environ["STOLIK_THINKERS"] = "0"
    setattr(scheduler, "BEAT_EVERY", BEAT)  # noqa: B010
    _set_clock(Path(life.clock), life.ready_s)
    ways = {"statement": _die_at_statement, "request": _die_at_request}
    if life.dies_at:
        ways[life.dies_at](Doom(life.number, after=life.after))
    doing.tell(Path(life.errors).parent)
    log = logging.FileHandler(life.errors)
    log.setLevel(logging.ERROR)
    logging.basicConfig(handlers=[log], format=f"{ERROR}%(message)s")
    our_bot.run(life.port, life.database, HURRY, logs=True)


def _forked(life: Life) -> int:
    """Return the process id of a new bot."""
    number = os.fork()
    if number:
        return number
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        live(life)
    except BaseException:  # noqa: BLE001 - a fork never goes back to the loop of `main`
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def main() -> None:
    """Fork a bot for each line until there are no more."""
    bot.load_games()
    gallery.load()
    asyncio.run(asyncio.sleep(0))  # imports what a loop needs
    gc.collect()
    gc.freeze()
    signal.signal(doing.SIGNAL, signal.SIG_IGN)  # until a bot can tell
    print("loaded", flush=True)
    for line in sys.stdin:
        number = _forked(Life(**json.loads(line)))
        print(number, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
