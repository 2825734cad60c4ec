"""Channels of direct messages: asked for once, and counted among the requests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot import StolikBot
from cogs.outbox import direct
from cogs.outbox.budget import Budget
from cogs.outbox.direct import DirectChannels


class Asked:
    """Stands for the bot, and notes for whom a channel was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def create_dm(self, user: discord.Object) -> object:
        """Open direct messages; their id is the user's plus 1000."""
        self.asked.append(user.id)
        return SimpleNamespace(id=user.id + 1000)

    def get_partial_messageable(self, channel_id: int) -> Any:
        """Return a channel."""
        return SimpleNamespace(id=channel_id)


def directs(asked: Asked, per_s: float = 1e6) -> DirectChannels:
    return DirectChannels(cast("StolikBot", asked), Budget(per_s))


async def test_a_channel_is_asked_for_once_even_among_many_users() -> None:
    asked = Asked()
    channels = directs(asked)
    for _ in range(2):
        assert [(await channels.of(user)).id for user in range(300)] == [*range(1000, 1300)]
    assert asked.asked == [*range(300)]


async def test_the_oldest_is_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(direct, "MOST", 2)
    asked = Asked()
    channels = directs(asked)
    for user in (1, 2, 3, 2, 1):
        await channels.of(user)
    assert asked.asked == [1, 2, 3, 1]


async def test_asking_counts_among_the_requests() -> None:
    taken: list[tuple[int, bool]] = []

    class Watched(Budget):
        async def take(self, requests: int, *, private: bool) -> None:
            taken.append((requests, private))

    channels = DirectChannels(cast("StolikBot", Asked()), Watched(1))
    for user in (1, 1, 2):
        await channels.of(user)
    assert taken == [(1, True), (1, True)]
