"""The page of a running bot: ``/metrics``, ``/healthz`` and ``/readyz``.

It is served by the bot's own event loop, so a bot that hangs doesn't answer: that is what
``/healthz`` is for. What takes time is done on a thread.

If its address is taken, the bot runs without it and tries again: the figures are for its operator,
the bot for its players. And during a change of bots the old one may still have the address.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Final

from aiohttp import web
from aiohttp.http import HttpProcessingError

from monitor import metrics

log = logging.getLogger(__name__)
server_log = logging.getLogger(f"{__name__}.server")


def from_us(record: logging.LogRecord) -> bool:
    """Return whether an error is ours, and not just something that nobody can read.

    Whoever reaches the port could fill the log with the latter.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


server_log.addFilter(from_us)

Check = Callable[[], bool]

RETRY_S: Final = 30.0
"""The time until an address that was taken is tried again."""
FRESH_S: Final = 1.0
"""Figures of this age are not read again: the page can be asked for often."""
PATIENCE_S: Final = 3.0
"""How long the page waits for figures before it shows the former ones."""
READ_S: Final = 5.0
"""A database that can't be read in this time is not healthy."""
CLOSE_S: Final = 1.0
"""How long a bot that closes waits for readers."""
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The format of `metrics.page`."""


class Page:
    """Serves the page at one address.

    Args:
        host: Where to listen.
        port: Likewise; 0 takes any, see `port`.
        look: Brings the figures up to date that nobody counts.
        read: Reads something from the database, or raises.
        checks: What has to be true of a bot that is ready, by name; not called later than asked.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        look: Callable[[], Awaitable[object]],
        read: Callable[[], Awaitable[object]],
        checks: Mapping[str, Check],
    ) -> None:
        self._address = (host, port)
        self._look = look
        self._read = read
        self._checks = checks
        self._looked = -FRESH_S
        self._looking = asyncio.Lock()
        self._runner: web.AppRunner | None = None
        self._retrying: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """Return the port it listens on; 0 if it doesn't."""
        addresses = self._runner.addresses if self._runner else ()
        return int(addresses[0][1]) if addresses else 0

    async def open(self) -> None:
        """Listen, now or as soon as the address is free."""
        app = web.Application()
        for path, handler in (
            ("/metrics", self._metrics),
            ("/healthz", self._health),
            ("/readyz", self._readiness),
        ):
            app.router.add_get(path, handler, allow_head=False)
        self._runner = web.AppRunner(
            app, access_log=None, logger=server_log, shutdown_timeout=CLOSE_S
        )
        await self._runner.setup()
        failure = await self._listen()
        if failure:
            log.error(
                "no metrics at %s:%s (STOLIK_METRICS): %s; the bot runs without them and tries "
                "again every %d s",
                *(*self._address, failure, RETRY_S),
            )
            self._retrying = asyncio.create_task(self._retry())

    async def _listen(self) -> str:
        """Listen; return what prevents it, or ""."""
        assert self._runner is not None
        site = web.TCPSite(self._runner, *self._address)
        try:
            await site.start()
        except OSError as error:  # taken, not ours, or a name that nobody knows
            await site.stop()
            return error.strerror or type(error).__name__
        log.info("metrics at %s:%s", self._address[0], self.port)
        return ""

    async def _retry(self) -> None:
        failure = "not tried yet"
        while failure:
            await asyncio.sleep(RETRY_S)
            failure = await self._listen()

    async def close(self) -> None:
        """Stop listening."""
        if self._retrying is not None:
            self._retrying.cancel()
            await asyncio.gather(self._retrying, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        async with self._looking:
            if monotonic() - self._looked >= FRESH_S:
                await self._refresh()
                self._looked = monotonic()
        body = await asyncio.to_thread(metrics.page)
        return web.Response(body=body, headers={"Content-Type": TEXT, "Server": "stolik"})

    async def _refresh(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._look()
        except Exception as error:  # noqa: BLE001 - the former figures are better than none
            log.warning("reading the figures failed: %s", type(error).__name__)

    async def _health(self, _: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(READ_S):
                await self._read()
        except Exception as error:  # noqa: BLE001 - whatever it is, it isn't healthy
            log.warning("reading the database failed: %s", type(error).__name__)
            return _said({"database": False})
        return _said({"database": True})

    async def _readiness(self, _: web.Request) -> web.Response:
        return _said({name: check() for name, check in self._checks.items()})


def _said(found: Mapping[str, bool]) -> web.Response:
    """Return a line for each check; the status is 200 if all are well, else 503."""
    lines = "".join(f"{name}: {'yes' if well else 'no'}\n" for name, well in found.items())
    status = 200 if all(found.values()) else 503
    return web.Response(text=lines, status=status, headers={"Server": "stolik"})
