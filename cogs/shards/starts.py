"""How many sessions may begin in a day; beyond that, Discord resets the token.

discord.py reads that limit and ignores it. So a bot that is restarted again and again, or whose
sessions are refused again and again, would use up the 1,000 sessions of a day within hours.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf
from time import monotonic
from typing import Any, Final

import discord
from discord.ext import commands
from discord.state import AutoShardedConnectionState

from rules.errors import StoreError

log = logging.getLogger(__name__)

RESERVE: Final = 0.2
"""The share of a day's sessions that no start touches: they are for reconnecting."""
LAST: Final = 10
"""The sessions of a day that are never begun: Discord may count more than it told."""
APART_S: Final = 5.5
"""Discord's pause between two sessions with the same key, and a little more."""
FRESH_S: Final = 60.0
"""How long what Discord tells about sessions is believed, in seconds."""
REFUSED_S: Final = 60.0
"""How long a refused start waits before it ends, in seconds.

So whoever restarts it at once doesn't ask faster.
"""
CONNECT_S: Final = 60.0
"""How long the others wait for a shard that can't connect, in seconds."""


class StartRefusedError(Exception):
    """Too few sessions are left today; the message says when to try again."""


async def _at_once(_: int) -> None:
    """Wait for nobody."""


class NoSessionLeftError(OSError):
    """No session may begin now; discord.py tries again later."""


@dataclass(frozen=True, slots=True)
class Starts:
    """What Discord told about the sessions that may begin.

    Attributes:
        shards: How many shards it recommends.
        total: How many sessions may begin in a day.
        remaining: How many of them are left.
        until: When all of them are there again.
        keys: How many may begin at the same time, within `APART_S`.
    """

    shards: int
    total: int
    remaining: int
    until: datetime
    keys: int

    def check(self, shards: int) -> None:
        """Refuse a start that would touch the reserve.

        Raises:
            StartRefusedError: It would.
        """
        kept = int(self.total * RESERVE)
        if self.remaining - shards < kept:
            raise StartRefusedError(
                f"Discord lets this bot begin {self.remaining} more sessions of today's"
                f" {self.total}, and {kept} are kept for reconnecting, so it doesn't"
                f" start its {shards} now. Start it again after {self.until:%Y-%m-%d %H:%M} UTC,"
                " and look in the log for why it started so often."
            )


async def how_many(token: str, wanted: int) -> int:
    """Return how many shards there should be; if nobody wants a number, Discord's."""
    if wanted:
        return wanted
    async with discord.Client(intents=discord.Intents.none()) as asking:
        await asking.login(token)
        shards, _, _ = await asking.http.get_bot_gateway()
        return shards


class _ShardedState(AutoShardedConnectionState[Any]):
    """What all shards know."""

    async def _delay_ready(self) -> None:
        """Wait until all shards are ready.

        discord.py cancels this when a session begins meanwhile. Its own way of waiting then cancels
        what is waited for, too, and the other shards are never ready; this one leaves it alone.
        """
        await asyncio.wait(self._ready_tasks.values())
        await super()._delay_ready()


class ShardedBot(commands.AutoShardedBot):
    """A bot with shards that begins no session which Discord wouldn't allow.

    Attributes:
        may_begin: Waits until no other process begins a session with a key.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, shard_connect_timeout=CONNECT_S, **kwargs)
        self._starts: Starts | None = None
        self._asked = 0.0
        self._begun: dict[int, float] = {}
        self._shards_begun = set[int]()
        self._launched = set[int]()
        self._late = set[asyncio.Task[None]]()
        self._is_launching = False
        self.may_begin: Callable[[int], Awaitable[None]] = _at_once

    def _get_state(self, **options: Any) -> _ShardedState:
        return _ShardedState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards, unless too few sessions are left.

        Raises:
            StartRefusedError: Too few are left.
        """
        found = await self._ask()
        self.shard_count = self.shard_count or found.shards
        if self.shard_count < found.shards:
            log.warning("%s shards; Discord recommends %s", self.shard_count, found.shards)
        here = len(self.shard_ids or range(self.shard_count))
        found.check(here)
        log.info("starting %s shards; %s sessions left", here, found.remaining)
        self._is_launching = True
        await super().connect(reconnect=reconnect)

    def take_over(self, shards: Iterable[int]) -> None:
        """Connect more shards: their process has ended."""
        more = sorted(shards)
        self.shard_ids = [*(self.shard_ids or ()), *more]
        if self._is_launching:
            self._connection.shard_ids = self.shard_ids
            task = asyncio.create_task(self._launch(more))
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    async def _launch(self, shards: Iterable[int]) -> None:
        for shard_id in shards:
            await self.launch_shard(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, shard_id)

    async def launch_shard(self, gateway: Any, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard; the next ones don't wait for one that fails.

        discord.py calls this again for a shard that failed, and would wait for it.
        """
        if shard_id not in self._launched:
            self._launched.add(shard_id)
            await super().launch_shard(gateway, shard_id, initial=initial)
            return
        task = asyncio.create_task(super().launch_shard(gateway, shard_id))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may begin a session, and count it.

        What goes wrong here must not end the bot: then all shards would begin sessions.

        Raises:
            NoSessionLeftError: Too few are left today, or that can't be told now.
        """
        number = shard_id or 0
        try:
            await self._begin(number)
        except (discord.RateLimited, StoreError) as error:
            raise NoSessionLeftError(f"shard {number} can't begin a session: {error}") from error

    async def _begin(self, number: int) -> None:
        found = self._starts
        if found is None or monotonic() - self._asked > FRESH_S:
            found = await self._ask()
        if found.remaining <= LAST:
            raise NoSessionLeftError(
                f"shard {number} can't begin a session: {found.remaining} are left until"
                f" {found.until:%Y-%m-%d %H:%M} UTC"
            )
        if number in self._shards_begun:
            log.warning("shard %s begins a new session; %s left", number, found.remaining)
        self._shards_begun.add(number)
        self._starts = replace(found, remaining=found.remaining - 1)
        key = number % found.keys
        begins = max(monotonic(), self._begun.get(key, -inf) + APART_S)
        self._begun[key] = begins
        await asyncio.sleep(begins - monotonic())
        await self.may_begin(key)

    async def close(self) -> None:
        """Close all connections."""
        with contextlib.suppress(AttributeError):  # of discord.py, if it was never started
            await super().close()

    async def _ask(self) -> Starts:
        """Ask Discord how many sessions may begin."""
        shards, _, told = await self.http.get_bot_gateway()
        until = discord.utils.utcnow() + timedelta(milliseconds=told["reset_after"])
        self._starts = Starts(
            shards, told["total"], told["remaining"], until, max(told["max_concurrency"], 1)
        )
        self._asked = monotonic()
        return self._starts
