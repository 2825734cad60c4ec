"""Play in the browser: the real bot on a simulated Discord, without an account.

Run it with ``make play``, or see ``python demo.py --help``. It needs no token. The match and the
simulated Discord are kept in ``var/demo``: stop with ctrl-C, start again, and play goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import discord
import simcord
from simcord.backend import Backend

from bot import StolikBot, create_bot, load_games
from cogs.log import set_up_logging
from config import simulated
from demo_page.patience import PatientEnv
from demo_page.places import TICK_S, Places
from demo_page.site import PortError, Site, Waiting
from demo_page.world import (
    Keeper,
    catch_up_clock,
    make_world,
    members_of,
    speak_languages,
)
from render import gallery
from rules import registry

DATABASE: Final = "stolik.db"
SETTLE_TIMEOUT_S: Final = 2


@dataclass(frozen=True, slots=True)
class Show:
    """A bot to be shown, and the beginning of its demo.

    Attributes:
        make_bot: Makes the bot for a database file.
        open_with: The first person's slash command in a new world: name and options.
        waiting: Takes a bot; returns a function that says whether it is a user's move.
    """

    make_bot: Callable[[Path], discord.Client]
    open_with: tuple[str, dict[str, str]]
    waiting: Callable[[discord.Client], Waiting]


async def run(show: Show, folder: Path, port: int, announce: Callable[[str], object]) -> None:
    """Run the demo until it is interrupted.

    Args:
        show: The bot to show.
        folder: Where everything is kept between runs.
        port: The port of our page on this machine.
        announce: Called with the page's address once it can be opened.

    Raises:
        PortError: The port is taken.
    """
    keeper, env, bot = _prepare(show, folder)
    places = Places(env, f"http://127.0.0.1:{port}")
    await env.start()
    site = Site(places, members_of(env), show.waiting(bot))
    try:
        if places.are_empty():
            await places.begin(*show.open_with)
        await places.tick()
        await site.start(port)
        keeper.save(env.backend)
        announce(f"http://127.0.0.1:{port}/")
        await _until_interrupted(places, lambda: keeper.save(env.backend))
    finally:
        await site.close()
        await env.shutdown()
        await bot.close()
        keeper.save(env.backend)


def _prepare(show: Show, folder: Path) -> tuple[Keeper, simcord.Env, discord.Client]:
    """Return the keeper, the simulated Discord before its start, and the bot in it."""
    speak_languages()
    folder.mkdir(parents=True, exist_ok=True)
    keeper, database, backend = Keeper(folder), folder / DATABASE, Backend()
    kept = database.exists() and keeper.load(backend)
    if (
        not kept
    ):  # a bot with a database from another Discord would look for channels that do not exist
        clear(folder)
    bot = show.make_bot(database)
    env = PatientEnv(bot, settle_timeout=SETTLE_TIMEOUT_S)
    if kept:
        env.backend = backend
    env.backend.advance_clock(catch_up_clock(env))
    if not kept:
        make_world(env)
    return keeper, env, bot


def clear(folder: Path) -> None:
    """Delete everything that was kept, and nothing else in the folder."""
    for path in folder.glob(f"{DATABASE}*"):
        path.unlink()
    Keeper(folder).clear()


async def _until_interrupted(places: Places, save: Callable[[], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: ctrl-C raises instead
            loop.add_signal_handler(number, stop.set)
    while not stop.is_set():
        if await places.tick():
            save()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), TICK_S)


def stolik() -> Show:
    """Return the show of our bot, with a lobby of Kraków 2009 already open."""

    def waiting(bot: discord.Client) -> Waiting:
        assert isinstance(bot, StolikBot)

        async def waits(user_id: int) -> bool:
            return bool(await bot.service.turns(user_id))

        return waits

    def make_bot(database: Path) -> discord.Client:
        settings = simulated(database, log_level="WARNING")
        set_up_logging(settings)
        print("loading the games", flush=True)
        load_games()  # the simulated Discord waits for a bot for five seconds only
        gallery.load()
        print("starting the bot", flush=True)
        bot = create_bot(settings)
        bot.steady = bot.clock  # the simulated time
        return bot

    return Show(make_bot, ("match new", {"game": registry.slugs()[0]}), waiting)


def main(arguments: list[str] | None = None, show: Callable[[], Show] = stolik) -> int:
    """Run the demo from the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="demo.py", description="Play Stolik in the browser.")
    parser.add_argument("--port", type=int, default=8765, help="port of the page (default: 8765)")
    parser.add_argument(
        "--folder", type=Path, default=Path("var/demo"), help="where everything is kept"
    )
    parser.add_argument("--fresh", action="store_true", help="forget what was kept and start again")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    given = parser.parse_args(arguments)
    if given.fresh:
        clear(given.folder)

    def announce(address: str) -> None:
        print(f"Stolik is ready: {address}\nStop with ctrl-C; the match will wait.", flush=True)
        if not given.no_browser:
            webbrowser.open(address)

    try:
        asyncio.run(run(show(), given.folder, given.port, announce))
    except KeyboardInterrupt:
        return 0
    except PortError as error:
        print(f"{error}; try another with --port", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
