"""Asks before every request to Discord whether this bot may still make one.

Where discord.py has its requests traced is the last moment at which one can be stopped, after all
waits for rate limits. Answers to interactions and new connections pass there, too. One that begins
may still have to wait for its connection and for the event loop, so it's asked for again when it
has one, and when its body is about to be written.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import aiohttp
from discord.http import HTTPClient

from rules.errors import StoreError


def ask_before_requests(http: HTTPClient, confirm: Callable[[], Awaitable[None]]) -> None:
    """Let a bot's requests fail where `confirm` raises StoreError.

    They fail like broken connections, so they are tried again later if the bot still runs.
    """

    async def ask(*_: object) -> None:
        try:
            await confirm()
        except StoreError as error:
            raise aiohttp.ClientConnectionError(str(error)) from error

    if http.http_trace is None:
        http.http_trace = aiohttp.TraceConfig()
    trace = http.http_trace
    for moment in (
        trace.on_request_start,
        trace.on_connection_reuseconn,
        trace.on_connection_create_end,
        trace.on_request_chunk_sent,  # before it is
    ):
        moment.append(ask)
