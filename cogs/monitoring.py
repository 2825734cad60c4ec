"""Gives the figures what they need of Discord, and keeps their page open.

All of it is here: `monitor` knows neither. Without `STOLIK_METRICS` nothing of this exists.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pkgutil import resolve_name
from time import perf_counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

import aiohttp
from discord.ext import commands

from monitor import metrics
from monitor.lag import Lag
from render import drawings
from rules import registry

if TYPE_CHECKING:
    from bot import StolikBot
    from monitor.page import Page

CACHES_S: Final = 1.0
"""How long the processes that draw may take to say how they use their caches."""


class Monitoring(commands.Cog):
    """Keeps the page with the figures, and listens to the gateway.

    Attributes:
        checks: What has to be true of a bot that is ready, by name, for ``/readyz``.
        page: The page.
    """

    def __init__(self, bot: StolikBot) -> None:
        self.checks: dict[str, Callable[[], bool]] = {
            "shards": bot.presence.are_all_connected,
            "games": lambda: bot.is_loaded,
            "open": lambda: not bot.draining,
        }
        host, _, port = bot.settings.metrics.rpartition(":")
        kind: type[Page] = resolve_name("monitor.page:Page")  # a web server, loaded if it is used
        self.page = kind(
            host.strip("[]"),
            int(port),
            look=self._look,
            read=bot.service.figures,
            checks=self.checks,
        )
        self._bot = bot
        self._connected = set[int]()
        self._uses: dict[tuple[int, str], drawings.Uses] = {}

    async def cog_load(self) -> None:
        """Begin to count, and open the page."""
        metrics.start()
        self._lag = Lag()
        await self.page.open()

    async def cog_unload(self) -> None:
        """Close the page."""
        self._lag.stop()
        await self.page.close()

    # Shards.

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """A shard has begun a new session."""
        self._connected.add(shard)
        metrics.gateway(shard, "connected")

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """A shard's session goes on."""
        self._connected.add(shard)
        metrics.gateway(shard, "resumed")

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has lost its connection; discord.py may say so again and again."""
        if shard in self._connected:
            self._connected.discard(shard)
            metrics.gateway(shard, "disconnected")

    # What nobody counts is looked at when somebody reads the page.

    async def _look(self) -> None:
        bot = self._bot
        servers = Counter(guild.shard_id or 0 for guild in bot.guilds)
        metrics.set_shards(bot.presence.shards(), bot.latencies, servers)
        await asyncio.gather(self._look_at_database(), self._look_at_caches())

    async def _look_at_database(self) -> None:
        found = await self._bot.service.figures()
        games = Counter[tuple[str, str]]()
        for (slug, status), count in found.matches.items():
            games[slug if slug in registry.slugs() else "unknown", status] += count
        metrics.set_matches(games)
        outbox = {"waiting": found.posts, "held": found.held}
        metrics.set_queues(outbox, found.clocks, self._bot.clock().timestamp())

    async def _look_at_caches(self) -> None:
        """Ask the processes that draw; those that are busy are asked next time."""
        try:
            async with asyncio.timeout(CACHES_S):
                answers = dict(await self._bot.studio.everywhere(drawings.uses))
        except TimeoutError:
            return
        sizes, former = Counter[str](), self._uses
        self._uses = {}  # without those of processes that have been replaced
        for process, caches in answers.items():
            for cache, now in caches.items():
                before = former.get((process, cache), drawings.Uses(0, 0, 0))
                hits, misses = now.hits - before.hits, now.misses - before.misses
                metrics.looked_up(cache, hits=hits, misses=misses)
                self._uses[process, cache] = now
                sizes[cache] += now.held
        metrics.set_cache_bytes(sizes)


def counted_requests() -> aiohttp.TraceConfig:
    """Return what makes an HTTP client count its requests to Discord."""

    async def begin(_: object, call: SimpleNamespace, about: object) -> None:
        call.begun = perf_counter()

    async def end(_: object, call: SimpleNamespace, about: aiohttp.TraceRequestEndParams) -> None:
        answer = about.response
        metrics.called(about.method, answer.status, perf_counter() - call.begun)
        if answer.status == 429:
            metrics.rate_limited(answer.headers.get("X-RateLimit-Scope", ""))

    async def fail(
        _: object, call: SimpleNamespace, about: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.called(about.method, None, perf_counter() - call.begun)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


async def setup(bot: StolikBot) -> None:
    """Open the page if the settings say where."""
    if bot.settings.metrics:
        await bot.add_cog(Monitoring(bot))
