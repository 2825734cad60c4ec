"""A message whose connection broke may arrive after its row was replaced by a newer one."""

from __future__ import annotations

from matches import outbox as module
from matches.domain.outbox_item import ItemKind
from matches.outbox import Outbox
from matches.sender import TryLater
from tests.matches.fakes import Discord, settle
from tests.matches.helpers import ANN, BEA, Clock, House
from tests.matches.test_outbox import discord, outbox, undelivered
from tests.matches.test_service import choose

__all__ = ["discord", "outbox"]


async def test_a_row_that_replaces_one_that_was_tried_has_its_nonce(
    house: House, outbox: Outbox, discord: Discord, clock: Clock
) -> None:
    """So Discord keeps only one of both."""
    discord.faults["turn"] = [TryLater(doubtful=True)]
    match_id = await house.match(ANN, BEA)
    await settle(outbox)
    (tried,) = (row for row in discord.tries if row.kind is ItemKind.TURN)
    await choose(house, match_id, ANN, BEA)
    clock.advance(module.FIRST_RETRY_S)
    outbox.kick()
    await settle(outbox)
    assert tried in discord.looked
    sent = next(row for row in discord.sent if row.kind is ItemKind.TURN)
    assert sent.id > tried.id
    assert sent.nonce == tried.nonce
    assert await undelivered(house) == []
