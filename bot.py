"""Build the bot, load the cogs, connect.

Run it with ``make run`` or ``python bot.py``. `create_bot` makes a bot for any caller; tests and
the demo use it, too. ``python health.py`` checks whether a running bot is healthy.
"""

from __future__ import annotations

import gc

gc.disable()  # importing leaves hardly any garbage; looking for it is a tenth of the start

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

import config
from cogs import errors
from cogs.command_tree import Tree, tell_discord
from cogs.drawing.ahead import draw_ahead
from cogs.drawing.emojis import bring_signs
from cogs.drawing.moments import Moments
from cogs.drawing.studio import Studio
from cogs.drawing.workers import processes, threads
from cogs.features import FEATURES
from cogs.gate import ask_before_requests
from cogs.log import NOT_REACHED, set_up_logging, tell_end
from cogs.monitoring import counted_requests
from cogs.operator.cog import keep_backups
from cogs.outbox.delivery import Delivery
from cogs.play.commands import game_group
from cogs.rate_limits import give_up_late
from cogs.running import finish_running, run_until
from cogs.shards.joint import Joint
from cogs.shards.presence import Presence
from cogs.shards.starts import REFUSED_S, ShardedBot, StartRefusedError, how_many
from cogs.ui.answers import Taps
from cogs.ui.help_buttons import Refusals
from cogs.ui.items import Interaction
from cogs.ui.threads import has_left
from cogs.ui.translator import Translator
from lookup import shelf
from matches.crew import Crew, one_of_several
from matches.db.postgres.address import Server
from matches.db.store import Fence, Store, no_fence
from matches.domain.arrivals import steady
from matches.lease import Lease, only_bot
from matches.outbox import Outbox
from matches.scheduler import Scheduler
from matches.service import MatchService
from players import gallery as judges
from render import gallery
from render.i18n import LANGS, load
from rules import registry
from rules.errors import DataError, StoreError
from version import VERSION
from workers.memory import hold_off, share_one_heap, shorten_pauses
from workers.thinkers import Thinkers

gc.freeze()  # all that is loaded stays, with 0.4 MB of garbage
gc.enable()
log = logging.getLogger(__name__)

MAX_SLEEP_S: Final = 30.0
"""The longest wait of discord.py for a rate limit, in seconds.

Longer waits are left to the outbox.
"""
RETRY_S: Final = 300.0
"""The pause after Discord failed to take our commands, in seconds."""
FORESEEN: Final = (*NOT_REACHED, DataError, StartRefusedError, StoreError)
"""What ends the bot with a sentence."""
LAST_WORDS_S: Final = 3.0
"""How long a bot that closes waits for what it is handling, in seconds."""


class StolikBot(ShardedBot):
    """The bot and what its cogs share.

    Attributes:
        settings: The settings it runs with.
        clock: Returns the time; in tests and the demo, the simulated time.
        steady: Returns the time by a clock that nobody sets; there the same.
        fence: Lets the database be written by the bot that holds the lease alone.
        joint: What it does as one of several; None if it is the only one.
        studio: Draws the pictures.
        presence: Which servers it hears from.
        refusals: What players were refused last.
        moments: Which moments were posted.
        taps: Which taps on private messages were the newest.
        store: The database. This and the following exist once the bot has been set up.
        service: The only access to the matches.
        outbox: Sends the messages that the service has queued.
        scheduler: Does what is due at a certain time.
        failure: Why the games can't be loaded, or None; `serve` stops the bot then.
        draining: Whether it takes no more requests, because it is about to stop.
    """

    store: Store
    service: MatchService
    outbox: Outbox
    scheduler: Scheduler

    def __init__(self, settings: config.Settings, studio: Studio | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,  # there are no text commands
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=MAX_SLEEP_S,
            tree_cls=Tree,
            shard_count=settings.shards or None,
        )
        give_up_late(self.http)
        if settings.metrics:
            self.http.http_trace = counted_requests()
        self.settings = settings
        self.clock: Callable[[], datetime] = discord.utils.utcnow
        self.steady: Callable[[], datetime] = steady
        self.fence: Fence = no_fence
        self.joint: Joint | None = None
        self.studio = studio or Studio(threads())
        self.refusals = Refusals()
        self.moments = Moments()
        self.taps = Taps()
        self.failure: Exception | None = None
        self.draining = False
        self.presence = Presence(self)
        self._loaded = asyncio.Event()
        self._settling: asyncio.Task[None] | None = None
        self._open = contextlib.AsyncExitStack()

    async def setup_hook(self) -> None:
        """Open the database and load every cog; the games come after connecting.

        Raises:
            StoreError: The database cannot be used.
            Exception: A cog failed to load; the bot does not start without it.
        """
        self._open.push_async_callback(self.studio.close)
        self.store = await Store.open(self.settings.database, self.fence)
        self._open.push_async_callback(self.store.close)
        if (joint := self.joint) is not None:
            self._open.callback(joint.enter(self.store))
        thinkers = Thinkers(self.settings.thinkers)
        self._open.push_async_callback(thinkers.close)
        self.service = MatchService(
            self.store,
            clock=self.clock,
            steady=self.steady,
            cached=self.settings.cached_matches,
            thinker=thinkers,
        )
        await self.service.guilds.load()
        await self.service.users.load()
        self.outbox = Outbox(
            self.store, self.service, Delivery(self), self.clock, knows=self.presence.knows
        )
        self.scheduler = Scheduler(
            self.store,
            self.service,
            self.clock,
            is_connected=lambda: self.presence.is_connected() and self.is_loaded,
            is_here=self.presence.is_here,
            has_left=partial(has_left, self),
            take_up=None if joint is None else joint.take_up,
        )
        self.service.alarm = self.scheduler.by
        self.tree.error(errors.answer)
        for module in FEATURES:
            await discord.utils.maybe_coroutine(module.setup, self)
        await self.tree.set_translator(Translator())
        await self.scheduler.attend()  # before any request can arrive

    async def answer_error(self, interaction: Interaction, error: BaseException) -> None:
        """Answer a tap whose handler raised an error."""
        await errors.answer(interaction, error)

    @property
    def is_loaded(self) -> bool:
        """Return whether the games are loaded."""
        return self._loaded.is_set()

    async def loaded(self) -> None:
        """Wait until the games are loaded; called by every handler that needs one.

        Importing a game takes a tenth of a second, so it must not happen on the event loop. Where
        that fails, the bot stops and whoever waits is cancelled.
        """
        await self._loaded.wait()
        if self.failure is not None:
            raise asyncio.CancelledError

    async def on_connect(self) -> None:
        """Load the games, the first time; requests that arrive now wait for them."""
        if self._settling is None:
            self._settling = asyncio.create_task(self._settle_in())

    async def admit(self, interaction: Interaction) -> None:
        """Wait until a request can be dealt with; called before its handler.

        The games are loaded by then, and its server has got back the time of an absence.
        """
        await self.loaded()
        with contextlib.suppress(StoreError):  # the handler will meet it, and answer
            if (guild_id := await self.presence.server_of(interaction)) is not None:
                await self.scheduler.welcome(guild_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Start the outbox and the scheduler, which do what was left undone.

        Nothing is sent earlier, because the servers of the shard are not known before.
        """
        self.presence.ready(shard_id)
        self.service.absences.application = self.application_id or 0
        await self.loaded()
        self.service.wake = self.outbox.kick
        await self.outbox.start()
        await self.service.computers.start()
        self.scheduler.look_around()

    async def _settle_in(self) -> None:
        """Load the games, or report a failure; then do what nobody is waiting for."""
        try:
            for group in await asyncio.to_thread(load_games):
                self.tree.add_command(group)
        except Exception as error:
            log.exception("loading the games failed; the bot stops")
            self.failure = error
            self.dispatch("failure")
        self._loaded.set()
        await self.loaded()
        self.dispatch("prepared")
        await asyncio.gather(self._tell_discord(), self.service.checkup.run())

    async def _tell_discord(self) -> None:
        """Send Discord our commands if they have changed, and don't give up."""
        while True:
            try:
                return await tell_discord(self)
            except Exception:
                log.exception("sending the commands to Discord failed")
            await asyncio.sleep(RETRY_S)

    async def close(self) -> None:
        """Finish what is being sent, disconnect and close the database, even twice."""
        if self._settling is not None:
            self._settling.cancel()
            await asyncio.gather(self._settling, return_exceptions=True)
        if hasattr(self, "scheduler"):
            await self.scheduler.close()
            await self.service.computers.close()
            await self.outbox.close()
        await finish_running(LAST_WORDS_S)
        await super().close()
        await self._open.aclose()


def create_bot(settings: config.Settings, studio: Studio | None = None) -> StolikBot:
    """Return a bot that is ready to start; until then nothing is opened.

    Args:
        settings: What it runs with.
        studio: Draws its pictures; None means on threads of this process.
    """
    return StolikBot(settings, studio)


def load_games() -> list[app_commands.Group]:
    """Load games, judges, rulebooks and catalogues; return the games' commands.

    Raises:
        DataError: A file under ``data/`` is wrong.
    """
    registry.load()
    judges.load()
    shelf.load()
    for lang in LANGS:
        load(lang)
    return [game_group(slug) for slug in registry.slugs()]


async def serve(settings: config.Settings) -> None:
    """Run the bot on the real Discord until SIGINT or SIGTERM, when no other runs.

    Raises:
        StoreError: The database can't be used, or another bot has taken this one's place.
    """
    share_one_heap()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we do not use voice
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        if isinstance(settings.database, Server):
            total = partial(how_many, settings.token, settings.shards)
            async with one_of_several(settings.database, total) as crew:
                await run(settings, crew.lease, crew)
        else:
            async with only_bot(settings.database) as lease:
                await run(settings, lease)


async def run(settings: config.Settings, lease: Lease, crew: Crew | None = None) -> None:
    """Run the bot that holds a lease, alone or as one of several; see `serve`."""
    hold_off()
    await (await Store.open(settings.database)).close()  # says first what is wrong with it

    stopping = asyncio.Event()

    async def stop() -> None:
        stopping.set()

    async with create_bot(settings, Studio(processes())) as bot:
        bot.fence = lease.fence
        if crew is not None:
            Joint(bot, crew)
        ask_before_requests(bot.http, lease.confirm)
        bot.add_listener(partial(shorten_pauses, bot.wait_until_ready), "on_prepared")
        for later in (draw_ahead, bring_signs, keep_backups):
            bot.add_listener(partial(later, bot), "on_prepared")
        bot.add_listener(partial(keep_backups, bot), "on_more_shards")
        bot.add_listener(stop, "on_failure")
        bot.add_listener(stop, "on_drained")
        lease.on_lost = stopping.set
        await run_until(asyncio.create_task(bot.start(settings.token)), stopping)
    lease.check()
    if bot.failure is not None:
        raise bot.failure


def check() -> int:
    """Load everything that a running bot loads later; return the exit code.

    Raises:
        Exception: A game or an artist can't be imported.
    """
    try:
        load_games()
    except DataError as error:
        print(error, file=sys.stderr)
        return 1
    gallery.load()
    print("everything loads")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the bot from the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="bot.py", description="Run Stolik on Discord.")
    parser.add_argument(
        "--check", action="store_true", help="only load every game, artist and rulebook"
    )
    parser.add_argument("--version", action="version", version=f"Stolik {VERSION}")
    given = parser.parse_args(arguments)
    if given.check:
        return check()
    try:
        settings = config.load(prepare=set_up_logging)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    log.info("Stolik %s starts", VERSION)
    try:
        asyncio.run(serve(settings))
    except KeyboardInterrupt:
        return 0
    except FORESEEN as error:
        tell_end(settings, error)
        if isinstance(error, StartRefusedError):
            time.sleep(REFUSED_S)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
