"""After a long absence of the bot, matches are told of it one by one, behind all else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from matches import outbox as module
from matches.db import lists as lists_db
from matches.db.store import Store
from matches.outbox import Outbox
from matches.services.absences import ABSENT
from tests.matches.fakes import Discord, settle, until
from tests.matches.helpers import ANN, BEA, CEC, GUILD, Clock, House

MATCHES = 6
TOLD = [("offline", None), ("edit", None)]
"""What a match is told: the remark, and the new deadline in its newest post."""
APART_S = 0.15


@pytest.fixture
def discord() -> Discord:
    return Discord()


@pytest.fixture
async def outbox(
    store: Store,
    house: House,
    discord: Discord,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Outbox]:
    """Yield an outbox after an absence of two hours, which has told the first match of it."""
    monkeypatch.setattr(module, "CALM_S", 60.0)
    made = Outbox(store, house.service, discord, clock)
    for _ in range(MATCHES):
        await house.match(ANN, BEA)
    made.kick()
    await settle(made)
    discord.sent.clear()
    away_s = timedelta(hours=2).total_seconds()
    assert away_s > ABSENT.total_seconds()
    await house.service.absences.silent(clock())
    clock.advance(away_s)
    await house.service.absences.look(lambda guild_id: guild_id == GUILD)
    made.kick()
    await settle(made)
    yield made
    await made.close()


async def test_only_one_is_told_at_once(discord: Discord, outbox: Outbox) -> None:
    for _ in range(3):
        outbox.kick()
        await settle(outbox)
    assert discord.kinds() == TOLD


async def test_the_others_follow_by_themselves(
    discord: Discord, outbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CALM_S", APART_S)
    outbox._calm_from = 0.0
    begun, at = asyncio.get_running_loop().time(), list[float]()
    outbox.kick()
    for count in range(2, MATCHES + 1):
        await until(lambda count=count: len(discord.sent) >= 2 * count)  # type: ignore[misc]
        at.append(asyncio.get_running_loop().time() - begun)
    assert at[-1] >= (MATCHES - 2) * APART_S
    assert len({row.match_id for row in discord.sent}) == MATCHES


async def test_another_post_of_a_match_takes_the_remark_with_it(
    discord: Discord, outbox: Outbox, house: House
) -> None:
    waits = next(m for m in range(1, MATCHES + 1) if m not in {r.match_id for r in discord.sent})
    discord.sent.clear()
    await house.match(ANN, CEC)
    await house.service.channels.move(waits, ANN, GUILD, 4711)
    outbox.kick()
    await settle(outbox)
    told = [row.kind for row in discord.sent if row.match_id == waits]
    assert told[:2] == ["offline", "turn"]
    assert {row.match_id for row in discord.sent} == {waits, MATCHES + 1}


async def test_what_has_time_is_not_late(
    discord: Discord, outbox: Outbox, store: Store, clock: Clock
) -> None:
    clock.advance(600)
    found = await store.read(lambda db: lists_db.figures(db, clock()))
    assert (found.posts.rows, found.posts.seconds) == (2 * (MATCHES - 1), 0)
    assert await outbox.drain(0.0) == 0


async def test_after_a_restart_they_are_told_one_by_one_too(
    discord: Discord, outbox: Outbox, store: Store, house: House, clock: Clock
) -> None:
    await outbox.close()
    discord.sent.clear()
    clock.advance(3600)
    fresh = Outbox(store, house.service, discord, clock)
    await fresh.start()
    await settle(fresh)
    assert discord.kinds() == TOLD
    await fresh.close()
