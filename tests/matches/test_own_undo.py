"""Whose last move it is: a computer's, or a former player's, is nobody's own to take back."""

from __future__ import annotations

import pytest

from matches.domain.change import ConflictError
from matches.domain.deadlines.pace import Pace
from matches.domain.model import Glance
from rules.errors import LateUndoError, StaleMoveError, UndoError, UnmovedError
from rules.notation import format_move
from tests.matches.deadlines import STEADY, STRICT, look
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, Clock, House

USERS = (ANN, BEA, CEC)


async def asked(house: House, pace: Pace) -> tuple[int, int]:
    """Return a match of Kraków, in which one player after another decides, and who is first."""
    info = await house.lobby(*USERS, slug="krakow")
    await house.service.lobby.set_pace(info.id, ANN, pace)
    await house.service.lobby.start(info.id, ANN)
    (seat,) = (await house.service.info(info.id)).to_act
    return info.id, seat


async def check_refused(house: House, match_id: int, user: int, why: str) -> None:
    """Check that nothing is taken back, and no button offers it; also after a restart."""
    for service in (house.service, house.fresh()):
        before = (await service.info(match_id)).ply
        assert not (await service.glance(match_id, user)).can_undo
        with pytest.raises(UndoError, match=why) as refused:
            await service.undo(match_id, user, interaction_id=house.interaction())
        assert "Your move" in refused.value.hint.msgid
        assert (await service.info(match_id)).ply == before


async def laid(house: House, match_id: int, user: int) -> Glance:
    """Return how a match looks to a user after the first move they can make."""
    glance = await house.service.glance(match_id, user)
    return (await house.play(match_id, user, format_move(glance.moves[0]))).glance


async def test_a_late_player_does_not_take_back_what_a_computer_decided(
    house: House, clock: Clock
) -> None:
    match_id, seat = await asked(house, STEADY)
    clock.advance(24.1 * 3600)
    await look(house, match_id)
    info = await house.service.info(match_id)
    assert seat not in info.to_act
    await check_refused(house, match_id, USERS[seat], "A computer made that decision")


async def test_the_others_can_agree_to_go_back_before_it(house: House, clock: Clock) -> None:
    match_id, seat = await asked(house, STEADY)
    clock.advance(24.1 * 3600)
    await look(house, match_id)
    vote = await house.service.votes.ask_undo(match_id, USERS[seat])
    for user in set(USERS) - {USERS[seat]}:
        vote = await house.service.votes.cast(vote.id, user, yes=True)
    assert vote.status == "passed"
    assert (await house.service.info(match_id)).to_act == {seat}


@pytest.mark.parametrize("by", ["owner", "other"])
async def test_nobody_who_takes_an_open_seat_takes_back_what_it_played(
    house: House, clock: Clock, by: str
) -> None:
    match_id, seat = await asked(house, STRICT)
    clock.advance(24.1 * 3600)
    await look(house, match_id)
    user = USERS[seat] if by == "owner" else DAN
    await house.service.seats.claim(match_id, seat, user, "Dan")
    await check_refused(house, match_id, user, "A computer made that decision")


async def test_a_new_player_does_not_take_back_the_former_ones_move(house: House) -> None:
    match_id, seat = await asked(house, STEADY)
    assert (await laid(house, match_id, USERS[seat])).can_undo
    await house.service.seats.offer(match_id, USERS[seat], offered=True)
    await house.service.seats.claim(match_id, seat, DAN, "Dan")
    await check_refused(house, match_id, DAN, "former player")


async def test_who_comes_back_takes_back_their_own_move(house: House) -> None:
    match_id, seat = await asked(house, STEADY)
    await laid(house, match_id, USERS[seat])
    await house.service.seats.resign(match_id, USERS[seat])
    await house.service.seats.claim(match_id, seat, USERS[seat], "Ann")
    assert (await house.service.glance(match_id, USERS[seat])).can_undo
    await house.undo(match_id, USERS[seat])
    assert (await house.service.info(match_id)).to_act == {seat}


async def test_an_undo_that_was_once_allowed_is_still_replayed(house: House, clock: Clock) -> None:
    """Earlier releases let a player take back a computer's decision; their logs hold it."""
    match_id, seat = await asked(house, STEADY)
    clock.advance(24.1 * 3600)
    await look(house, match_id)
    ply = (await house.service.info(match_id)).ply
    await house.sql(
        "INSERT INTO log (match_id, ply, seat, move, user_id, at) VALUES (?, ?, ?, ?, ?, ?)",
        *(match_id, ply + 1, seat, f"undo {ply}", USERS[seat], 0),
    )
    await house.sql("UPDATE matches SET ply = ply + 1 WHERE id = ?", match_id)
    entries = await house.fresh().history.log(match_id, STRANGER)
    assert [(e.ply, e.undone) for e in entries if e.seat == seat] == [(ply, True), (ply + 1, False)]


async def test_an_undo_that_another_process_made_first_is_refused_as_an_undo(house: House) -> None:
    match_id, seat = await asked(house, STEADY)
    user = USERS[seat]
    made = (await laid(house, match_id, user)).match.ply
    await house.fresh().undo(match_id, user, interaction_id=house.interaction())
    with pytest.raises(LateUndoError, match="too late to take this back"):
        await house.undo(match_id, user, ply=made)
    await house.play(match_id, user, format_move((await house.acting(match_id)).moves[0]))
    await house.fresh().undo(match_id, user, interaction_id=house.interaction())
    with pytest.raises(UnmovedError):
        await house.undo(match_id, user)


async def test_an_undo_that_others_overtake_twice_is_refused_as_an_undo(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, seat = await asked(house, STEADY)
    await laid(house, match_id, USERS[seat])

    async def overtaken(*_: object) -> None:
        raise StaleMoveError from ConflictError()

    monkeypatch.setattr(house.service._cache, "save", overtaken)
    with pytest.raises(LateUndoError, match="the match has changed just now"):
        await house.undo(match_id, USERS[seat])
