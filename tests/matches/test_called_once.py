"""A posted turn that is undone: who is pinged again, and what corrects the post."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.domain.turn import CALLED_ONCE
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, CEC, Clock, House


async def told(house: House) -> tuple[int, int, int, str]:
    """Return a match in which a card was laid and posted, two seats, and the move.

    The seats are those who laid it and who is next.

     In Kraków the turn passes to the next player although the card can still be taken back.
    """
    match_id, mover, other, move = await laying(house)
    await house.play(match_id, mover, move)
    await post(house, match_id, 1)
    return match_id, mover, other, move


async def laying(house: House) -> tuple[int, int, int, str]:
    """Return a match before that card, with nothing posted about it."""
    match_id = await house.match(ANN, BEA, slug="krakow")
    await post(house, match_id, 0)
    info = await house.service.info(match_id)
    mover = info.seats[min(info.to_act)].user_id
    glance = await house.service.glance(match_id, mover)
    return match_id, mover, ANN + BEA - mover, format_move(glance.moves[0])


async def post(house: House, match_id: int, message_id: int) -> None:
    ply = (await house.service.info(match_id)).ply
    await house.service.delivery_log.posted(match_id, ply, message_id)


async def test_an_undo_corrects_the_post_and_a_redo_pings_nobody(house: House) -> None:
    match_id, mover, other, move = await told(house)
    before = len(await house.outbox(match_id))
    for _ in range(5):
        await house.undo(match_id, mover)
        assert (await house.outbox(match_id))[before:] == [("edit", None)]
        await post(house, match_id, 1)
        await house.play(match_id, mover, move)
        assert (await house.outbox(match_id))[before:] == [("edit", None)] * 2
        glance, _ = await house.service.news(match_id)
        assert glance.newly == frozenset()
        assert glance.match.to_act == {glance.match.seat_of(other)}
        await post(house, match_id, 1)
        before += 2


async def test_after_ten_minutes_the_next_is_called_again(house: House, clock: Clock) -> None:
    match_id, mover, other, move = await told(house)
    before = len(await house.outbox(match_id))
    await house.undo(match_id, mover)
    await post(house, match_id, 1)
    clock.advance(CALLED_ONCE.total_seconds())
    await house.play(match_id, mover, move)
    assert (await house.outbox(match_id))[before + 1 :] == [("turn", None), ("dm", other)]
    glance, _ = await house.service.news(match_id)
    assert glance.newly == {glance.match.seat_of(other)}


async def test_the_ten_minutes_run_from_the_call_not_from_the_undo(
    house: House, clock: Clock
) -> None:
    match_id, mover, other, move = await told(house)
    for _ in range(3):
        clock.advance(CALLED_ONCE.total_seconds() / 2.5)
        await house.undo(match_id, mover)
        await post(house, match_id, 1)
        await house.play(match_id, mover, move)
        await post(house, match_id, 1)
    kinds = [items for items in await house.outbox(match_id) if items == ("dm", other)]
    assert len(kinds) == 3  # the deal, the turn, and once more after ten minutes


async def test_the_redo_pings_players_not_pinged_yet(house: House) -> None:
    """The first post was still on its way when the turn was undone."""
    match_id, mover, other, move = await laying(house)
    await house.play(match_id, mover, move)
    await house.undo(match_id, mover)
    before = len(await house.outbox(match_id))
    await house.play(match_id, mover, move)
    assert (await house.outbox(match_id))[before:] == [("turn", None), ("dm", other)]


async def test_a_player_who_has_moved_meanwhile_is_pinged_for_the_next_decision(
    house: House,
) -> None:
    match_id, mover, other, move = await told(house)
    await house.undo(match_id, mover)
    await post(house, match_id, 1)
    await house.play(match_id, mover, move)
    await post(house, match_id, 1)
    moves = (await house.service.glance(match_id, other)).moves
    await house.play(match_id, other, format_move(moves[0]))
    info = await house.service.info(match_id)
    assert [seat.called_at for seat in info.seats] == [None, None]


@pytest.mark.parametrize("restart", [False, True])
async def test_an_edit_tells_all_that_the_post_told(house: House, *, restart: bool) -> None:
    match_id, mover, _, _ = await told(house)
    await house.undo(match_id, mover)
    service = house.fresh() if restart else house.service
    _, news = await service.news(match_id)
    assert len(news) == 1
    _, retold = await service.news(match_id, retell=True)
    assert [entry.undone for entry in retold] == [True, False]


async def test_an_edit_names_who_is_still_missing(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await post(house, match_id, 1)
    before = len(await house.outbox(match_id))
    moves = (await house.service.glance(match_id, BEA)).moves
    await house.play(match_id, BEA, f"choose {moves[0].parcel}")  # type: ignore[attr-defined]
    assert (await house.outbox(match_id))[before:] == [("edit", None)]
    assert (await house.service.info(match_id)).to_act == {0, 2}
    await house.undo(match_id, BEA)
    assert (await house.outbox(match_id))[before:] == [("edit", None)] * 2


async def test_the_time_of_a_call_survives_a_restart(house: House, clock: Clock) -> None:
    match_id, mover, other, _ = await told(house)
    called = clock()
    clock.advance(30)
    await house.undo(match_id, mover)
    info = await house.fresh().info(match_id)
    assert info.seats[info.seat_of(other)].called_at == called
    assert timedelta() < CALLED_ONCE


async def test_a_post_that_arrives_after_the_undo_is_corrected(house: House) -> None:
    match_id, mover, other, move = await laying(house)
    await house.play(match_id, mover, move)
    info = await house.service.info(match_id)
    shown, called = info.ply, info.to_act
    await house.undo(match_id, mover)
    before = len(await house.outbox(match_id))
    await house.service.delivery_log.posted(match_id, shown, 1, called)
    assert (await house.outbox(match_id))[before:] == [("edit", None)]
    await house.play(match_id, mover, move)
    assert (await house.outbox(match_id))[before + 1 :] == [("edit", None)]  # and no second call
    info = await house.service.info(match_id)
    assert info.seats[info.seat_of(other)].called_at is not None


async def test_a_post_that_arrives_late_and_shows_the_undo_needs_no_correction(
    house: House,
) -> None:
    match_id, mover, other, move = await laying(house)
    await house.play(match_id, mover, move)
    called = (await house.service.info(match_id)).to_act
    await house.undo(match_id, mover)
    before = len(await house.outbox(match_id))
    ply = (await house.service.info(match_id)).ply
    await house.service.delivery_log.posted(match_id, ply, 1, called)
    assert (await house.outbox(match_id))[before:] == []
    info = await house.service.info(match_id)
    assert info.seats[info.seat_of(other)].called_at is None


async def test_a_new_player_of_a_seat_is_called_for_what_the_former_one_was(
    house: House,
) -> None:
    match_id, mover, other, move = await told(house)
    await house.undo(match_id, mover)
    await post(house, match_id, 1)
    seat = (await house.service.info(match_id)).seat_of(other)
    await house.service.seats.resign(match_id, other)
    await house.service.seats.claim(match_id, seat, CEC, "Cec")
    await post(house, match_id, 1)
    before = len(await house.outbox(match_id))
    await house.play(match_id, mover, move)
    assert (await house.outbox(match_id))[before:] == [("turn", None), ("dm", CEC)]
    glance, _ = await house.service.news(match_id)
    assert glance.newly == {seat}
