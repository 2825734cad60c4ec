"""Whether a channel certainly no longer exists, by what Discord says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.ui.threads import is_gone

GUILD, CHANNEL = 900, 77
MISSING = discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), "missing")
HIDDEN = discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="")), "hidden")
BROKEN = discord.HTTPException(cast("Any", SimpleNamespace(status=500, reason="")), "broken")


class Bot:
    """A bot that knows a server or not, and what Discord answers when it asks."""

    def __init__(self, guild: object, answer: Exception | None) -> None:
        self._guild, self._answer = guild, answer

    def get_guild(self, _: int) -> object:
        return self._guild

    async def fetch_guild(self, _: int, **__: bool) -> None:
        if self._answer is not None:
            raise self._answer

    fetch_channel = fetch_guild


def server(*, unavailable: bool = False, knows: bool = False) -> SimpleNamespace:
    found = object() if knows else None
    return SimpleNamespace(unavailable=unavailable, get_channel_or_thread=lambda _: found)


@pytest.mark.parametrize(
    ("guild", "answer", "gone"),
    [
        (None, MISSING, True),
        (None, HIDDEN, True),
        (None, BROKEN, False),
        (None, None, False),
        (server(), MISSING, True),
        (server(), HIDDEN, False),
        (server(), BROKEN, False),
        (server(), None, False),
        (server(knows=True), MISSING, False),
        (server(unavailable=True), MISSING, False),
    ],
)
async def test_only_discord_can_say_that_a_channel_is_gone(
    guild: object, answer: Exception | None, gone: bool
) -> None:
    assert await is_gone(cast("Any", Bot(guild, answer)), GUILD, CHANNEL) is gone
