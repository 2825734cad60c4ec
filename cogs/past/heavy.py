"""Work that keeps the bot busy for long, of which little is done at once.

Each kind has its own line. Where many wait, the servers take turns, and so do the people of each
server (`workers.fairness`). Whoever waits for long is told, and nobody can fill a line. Searching
a rulebook takes a few milliseconds without a pause, so it needs no line; what it costs is in
`cogs.limits`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import Final, TypeAlias

from discord.ext import commands

from cogs.ui.answers import reply
from cogs.ui.items import Interaction, cog_of
from cogs.ui.speech import reader, say
from rules.errors import LobbyError
from rules.text import t
from workers.fairness import FairQueue

Tell: TypeAlias = "Callable[[], Awaitable[None]]"
"""Tells somebody that they have to wait."""
NOTICE_S: Final = 2.0
"""Whoever has waited for so many seconds is told."""
OF_PERSON: Final = 3
"""The most of a kind that one person may be waiting for."""
OF_SERVER: Final = 20
"""The most of a kind that the members of a server may be waiting for."""


class Heavy(Enum):
    """The kinds of work, by name."""

    FILM = "film"
    EXPORT = "export"
    REPLAY = "replay"


AT_ONCE: Final = {Heavy.FILM: 1, Heavy.EXPORT: 1, Heavy.REPLAY: 2}
"""How much of each kind is done at the same time."""


class Line:
    """Those who wait for work of one kind.

    Args:
        at_once: How many are served at the same time.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._queue = FairQueue[None]()
        self._here = Counter[int]()
        """How many of each person and of each server wait or are served."""

    @asynccontextmanager
    async def turn(self, server: int, person: int, tell: Tell) -> AsyncIterator[None]:
        """Wait for the turn of somebody, which lasts as long as the block.

        Args:
            server: Their server; outside servers their own id.
            person: Who they are.
            tell: Called if they have to wait for long.

        Raises:
            LobbyError: Too many of them, or of their server, wait already.
        """
        keys = {server, person}
        if self._here[person] >= OF_PERSON or self._here[server] >= OF_SERVER:
            raise _too_many()
        self._here.update(keys)
        try:
            await self._wait(server, person, tell)
            try:
                yield
            finally:
                self._free += 1
                self._next()
        finally:
            self._here.subtract(keys)
            self._here += Counter()  # forgets those of whom there are none

    async def _wait(self, server: int, person: int, tell: Tell) -> None:
        turn = self._queue.join(server, person)
        self._next()
        try:
            await asyncio.wait({turn}, timeout=NOTICE_S)
            if not turn.done():
                await tell()
            await turn
        except BaseException:
            if not turn.cancel():  # it had just been their turn
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        while self._free and (turn := self._queue.first()) is not None:
            self._free -= 1
            turn.set_result(None)


class Lines(commands.Cog):
    """The lines of all kinds."""

    def __init__(self) -> None:
        self.all = {kind: Line(AT_ONCE[kind]) for kind in Heavy}


@asynccontextmanager
async def in_line(interaction: Interaction, kind: Heavy) -> AsyncIterator[None]:
    """Wait until heavy work may be done for somebody; it is done in the block.

    Raises:
        LobbyError: They, or their server, wait for too much of it already.
    """

    async def tell() -> None:
        await reply(interaction, say(_OTHERS_FIRST, reader(interaction)))

    person = interaction.user.id
    line = cog_of(interaction, Lines).all[kind]
    async with line.turn(interaction.guild_id or person, person, tell):
        yield


_OTHERS_FIRST: Final = t(
    "Others asked before you, so this takes a little longer. You don't have to do anything."
)


def _too_many() -> LobbyError:
    return LobbyError(
        t("Several of these are already on their way, to you or to others on this server."),
        t("Wait until they've arrived, then ask again."),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the lines."""
    await bot.add_cog(Lines())
