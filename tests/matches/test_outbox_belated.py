"""A message whose connection broke may arrive after its row was replaced by a newer one."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from matches import outbox as module
from matches.db import outbox as outbox_db
from matches.db.store import Store
from matches.domain.outbox_item import ItemKind, Lane
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


async def test_a_nonce_is_handed_on_by_a_row_that_was_never_tried(
    house: House, store: Store
) -> None:
    """It had to wait, and was replaced, too."""
    house.service.wake = lambda: None
    await house.match(ANN, BEA)
    sql = "SELECT id, lane, nonce, due_at FROM outbox WHERE kind = 'turn'"
    [(number, lane, tried, due_ms)] = await house.sql(sql)
    await house.sql("DELETE FROM outbox WHERE lane = ? AND id < ?", lane, number)
    copied = (
        "INSERT INTO outbox (lane, kind, match_id, ply, nonce, due_at, at)"
        " SELECT lane, kind, match_id, ply, ?, due_at + ?, at FROM outbox WHERE kind = 'turn'"
    )
    await house.sql("UPDATE outbox SET attempts = 1 WHERE kind = 'turn'")
    await house.sql(copied, "second", 1000)
    take = partial(outbox_db.take_next, lane=Lane(str(lane)), now_ms=int(str(due_ms)))
    assert await store.write(take) is None
    await house.sql(copied, "third", -1000)
    claimed = await store.write(take)
    assert claimed is not None
    assert claimed.row.nonce == tried


@pytest.mark.parametrize(
    ("before", "again", "after"),
    [("a100", False, "a101"), ("a101", False, "a101"), ("a101", True, "a102"), ("n", True, "01")],
)
def test_a_nonce_says_how_often_it_was_renewed(before: str, again: bool, after: str) -> None:
    db: Any = SimpleNamespace(execute=lambda sql, values: None)
    row: Any = SimpleNamespace(id=1, nonce=before)
    assert outbox_db.renew(db, row, again=again) == after
