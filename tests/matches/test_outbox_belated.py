"""A message whose connection broke may arrive after its row was replaced by a newer one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from matches import outbox as module
from matches.db import outbox as outbox_db
from matches.db.store import Store
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
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


async def test_a_turn_has_the_nonce_of_an_update_that_may_have_become_a_post(
    house: House, store: Store
) -> None:
    """The post to update was gone, and the connection broke while another one was sent."""
    for after in ((), ("edit",)):
        taken = await _taken_of(house, store, ("edit", "edit", "turn", *after))
        assert (taken.kind, taken.nonce) == (ItemKind.TURN, "0 edit")


async def test_a_turn_rather_has_the_nonce_of_another_turn(house: House, store: Store) -> None:
    """An update hardly ever becomes a post."""
    assert (await _taken_of(house, store, ("turn", "edit", "turn"))).nonce == "0 turn"
    assert (await _taken_of(house, store, ("edit", "turn", "turn"))).nonce == "1 turn"


async def test_an_older_turn_keeps_its_nonce(house: House, store: Store) -> None:
    assert (await _taken_of(house, store, ("turn", "edit", "edit"))).nonce == "0 turn"


async def _taken_of(house: House, store: Store, kinds: Sequence[str]) -> OutboxRow:
    """Return the row that is sent of some rows, each with a nonce of its own."""
    house.service.wake = lambda: None
    match_id = await house.match(ANN, BEA)
    lane = Lane.of_match(match_id)
    await house.sql("DELETE FROM outbox")
    for number, kind in enumerate(kinds):
        await house.sql(
            "INSERT INTO outbox (lane, kind, match_id, ply, nonce, due_at, at)"
            " VALUES (?, ?, ?, 0, ?, 0, 0)",
            *(lane, kind, match_id, f"{number} {kind}"),
        )
    claimed = await store.write(partial(outbox_db.take_next, lane=lane, now_ms=0))
    assert claimed is not None
    return claimed.row


@pytest.mark.parametrize(
    ("before", "again", "after"),
    [("a100", False, "a101"), ("a101", False, "a101"), ("a101", True, "a102"), ("n", True, "01")],
)
def test_a_nonce_says_how_often_it_was_renewed(before: str, again: bool, after: str) -> None:
    db: Any = SimpleNamespace(execute=lambda sql, values: None)
    row: Any = SimpleNamespace(id=1, nonce=before)
    assert outbox_db.renew(db, row, again=again) == after
