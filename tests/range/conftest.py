"""A range with one server, and a client without discord.py."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.range.client import Client, client_of
from tests.range.evening import CHANNEL, GUILD, PEOPLE, board_game_night
from tests.range.server import Range
from tests.range.world import Channel, Guild, World

__all__ = ["ADA", "BO", "CHANNEL", "CLEO", "GUILD"]

ADA, BO, CLEO, DIMA = PEOPLE


@pytest.fixture
def discord() -> Range:
    """Return a range with a server, a channel and four members, not open yet."""
    world = World()
    world.add_channel(board_game_night(world), CHANNEL, "game-night")
    return Range(world)


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
