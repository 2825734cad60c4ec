"""Edits of the newest turn post that no move leads to: when, and merged with what."""

from __future__ import annotations

import pytest

from matches.db import outbox as outbox_db
from matches.db.driver import Connection
from matches.domain.deadlines.pace import Span
from matches.domain.outbox_item import ItemKind, Lane, OutboxItem, OutboxRow
from matches.domain.table.votes import Extend, Pause
from rules.notation import format_move
from tests.matches.deadlines import DAY, HOUR, STEADY, STRICT, after, begun, choose
from tests.matches.helpers import ANN, BEA, CEC, Clock, House

EDIT = ("edit", None)


async def test_a_vote_that_stops_the_clocks_edits_the_post_after_its_own(house: House) -> None:
    await begun(house, STEADY)
    vote = await house.service.votes.ask(1, ANN, Pause())
    assert await house.outbox(1) == [("vote", None)]
    await house.service.votes.cast(vote.id, BEA, True)
    assert await house.outbox(1) == [("vote", None), ("vote", None), EDIT]


async def test_a_holiday_edits_the_post_where_it_moves_a_deadline(
    house: House, clock: Clock
) -> None:
    await begun(house, STEADY)
    await choose(house, ANN)
    await house.sql("DELETE FROM outbox")
    for user, edits in ((ANN, []), (BEA, [EDIT])):
        span: Span = (clock.now + HOUR, clock.now + 3 * DAY)
        await house.service.clocks.away(user, span)
        assert await after(house, clock, 0) == edits


async def test_a_step_of_a_turn_edits_nothing(house: House, clock: Clock) -> None:
    """Indian Summer: others must not learn from a post that somebody is at it."""
    info = await house.lobby(ANN, BEA, slug="indian_summer")
    await house.service.lobby.set_pace(info.id, ANN, STRICT)
    await house.service.lobby.start(info.id, ANN)
    await house.sql("DELETE FROM outbox")
    clock.advance(3600)
    (seat,) = (await house.service.info(info.id)).to_act
    mover = (ANN, BEA)[seat]
    moves = map(format_move, (await house.service.glance(info.id, mover)).moves)
    await house.play(info.id, mover, next(move for move in moves if move.startswith("leaf")))
    assert await house.outbox(info.id) == []


async def test_a_computer_that_answers_at_once_leaves_one_post(house: House) -> None:
    await begun(house, STEADY, ANN, BEA, CEC)
    await choose(house, ANN)
    await house.sql("DELETE FROM outbox")
    await house.service.seats.resign(1, BEA)
    assert [row.kind for row in await _taken(house)] == [ItemKind.SEAT, ItemKind.EDIT]


async def test_more_time_for_somebody_late_is_in_the_post(house: House, clock: Clock) -> None:
    await begun(house, STEADY)
    clock.advance(1000)
    vote = await house.service.votes.ask(1, ANN, Extend(1))
    await house.sql("DELETE FROM outbox")
    await house.service.votes.cast(vote.id, BEA, True)
    assert EDIT in await house.outbox(1)


@pytest.mark.parametrize("later", [ItemKind.EDIT, ItemKind.TURN])
async def test_whatever_it_is_for_one_edit_is_enough(house: House, later: ItemKind) -> None:
    await begun(house, STEADY)
    await _add(house, OutboxItem.retelling(), OutboxItem(later))
    (row,) = await _taken(house)
    assert row.kind is later
    assert not row.is_retelling


async def test_an_edit_that_waits_for_its_drawing_leaves_the_ping_to_the_turn(
    house: House,
) -> None:
    await begun(house, STEADY)
    await _add(house, OutboxItem.retelling())
    (row,) = await _taken(house)
    assert row.is_retelling
    replaced = house.service.delivery_log.is_replaced
    assert not await replaced(row)
    await _add(house, OutboxItem(ItemKind.TURN))
    assert await replaced(row)


async def _add(house: House, *items: OutboxItem) -> None:
    at = house.clock()
    await house.store.write(lambda db: outbox_db.add_items(db, 1, 1, at, items))


async def _taken(house: House) -> list[OutboxRow]:
    """Return the rows of the match that are sent, in order; nothing is left after that."""

    def take(db: Connection) -> list[OutboxRow]:
        rows = []
        while (claimed := outbox_db.take_next(db, Lane.of_match(1), 2**50)) is not None:
            outbox_db.mark_sent(db, claimed.row.id, None)
            rows.append(claimed.row)
        return rows

    return await house.store.write(take)
