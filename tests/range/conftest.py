"""A range with one server, and a client without discord.py."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.range.client import Client, client_of
from tests.range.permissions import EVERYBODY
from tests.range.server import Range
from tests.range.world import Channel, Guild

GUILD, CHANNEL = 2_000_000, 3_000_000
ADA, BO, CLEO, DIMA = 41, 42, 43, 44


@pytest.fixture
def discord() -> Range:
    """Return a range with a server, a channel and four members, not open yet."""
    made = Range(described=os.environ.get("DISCORD_OPENAPI", ""))
    guild = made.world.add_guild(GUILD, "Board game night", ADA, everyone=EVERYBODY, bot=0)
    made.world.add_channel(guild, CHANNEL, "game-night")
    for number, name in zip((ADA, BO, CLEO, DIMA), ("Ada", "Bo", "Cleo", "Dima"), strict=True):
        made.world.user(number).name = name
        made.world.join(guild, number)
    return made


@pytest.fixture
def guild(discord: Range) -> Guild:
    """Return the server."""
    return discord.world.guilds[GUILD]


@pytest.fixture
def channel(discord: Range) -> Channel:
    """Return its channel."""
    return discord.world.channels[CHANNEL]


@pytest_asyncio.fixture
async def client(discord: Range) -> AsyncIterator[Client]:
    """Yield a client of the range, which is open meanwhile."""
    async with client_of(discord) as made:
        yield made
