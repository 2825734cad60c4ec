"""Standing answers: given once, they decide for the rest of the match."""

from __future__ import annotations

import pytest

from matches.db.postgres.address import Address
from matches.db.store import Store
from rules.errors import InvalidMoveError, NotSeatedError
from tests.matches.helpers import ANN, BEA, CEC, DAN, House
from tests.matches.test_rewind import agree
from tests.matches.test_service import choose


async def flags(house: House) -> tuple[int, int, int]:
    """Return a match in which flags are put: its number, who acts, who waits."""
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN, BEA)
    info = await house.service.info(match_id)
    acting = info.seats[min(info.to_act)].user_id
    return match_id, acting, BEA if acting == ANN else ANN


async def answer(house: House, match_id: int, user: int, *, on: bool = True) -> None:
    await house.service.answer(match_id, user, "done", on=on, interaction_id=house.interaction())


async def moves(house: House, match_id: int) -> list[str]:
    log = await house.service.history.log(match_id, None)
    return [entry.notation for entry in log if entry.notation]


async def test_it_decides_where_it_fits_and_nowhere_else(house: House) -> None:
    match_id, acting, waiting = await flags(house)
    await answer(house, match_id, acting)
    await house.play(match_id, acting, "place r1c1")
    assert (await moves(house, match_id))[-1] == "place r1c1"

    await house.play(match_id, acting, "place r1c2")

    assert (await moves(house, match_id))[-2:] == ["place r1c2", "done"]
    assert (await house.service.glance(match_id, waiting)).moves


async def test_one_that_fits_when_it_is_given_decides_at_once(house: House) -> None:
    match_id, acting, waiting = await flags(house)
    await house.play(match_id, acting, "place r1c1")
    await house.play(match_id, acting, "place r1c2")

    await answer(house, match_id, acting)

    assert (await moves(house, match_id))[-1] == "done"
    assert ("turn", None) in await house.outbox(match_id)
    assert (await house.outbox(match_id))[-1][1] == waiting


async def test_it_is_taken_back_and_never_anothers(house: House) -> None:
    match_id, acting, waiting = await flags(house)
    await answer(house, match_id, waiting)
    await answer(house, match_id, acting)
    await answer(house, match_id, acting, on=False)
    await house.play(match_id, acting, "place r1c1")
    await house.play(match_id, acting, "place r1c2")

    assert (await moves(house, match_id))[-1] == "place r1c2"


async def test_it_survives_a_restart(house: House, address: Address) -> None:
    match_id, acting, _ = await flags(house)
    await answer(house, match_id, acting)
    await house.store.close()
    store = await Store.open(address)
    again = House(store, house.clock)
    try:
        seat = (await again.service.info(match_id)).seat_of(acting)
        seats = (await again.service.info(match_id)).seats
        assert [s.standing for s in seats] == [
            frozenset({"done"} if s.seat == seat else ()) for s in seats
        ]
    finally:
        await store.close()


async def test_it_does_not_go_with_the_seat(house: House) -> None:
    match_id, acting, _ = await flags(house)
    await answer(house, match_id, acting)
    seat = (await house.service.info(match_id)).seat_of(acting)
    await house.service.seats.offer(match_id, acting, offered=True)

    info = await house.service.seats.claim(match_id, seat, DAN, "Dan")

    assert info.seats[seat].standing == frozenset()


async def test_an_unknown_one_and_a_stranger_are_refused(house: House) -> None:
    match_id, acting, _ = await flags(house)
    with pytest.raises(InvalidMoveError):
        await house.service.answer(
            match_id, acting, "x", on=True, interaction_id=house.interaction()
        )
    with pytest.raises(NotSeatedError):
        await house.service.answer(
            match_id, DAN, "done", on=True, interaction_id=house.interaction()
        )


@pytest.mark.parametrize("then", ["resign", "answer"])
async def test_what_all_took_back_is_its_players_whatever_others_do(
    house: House, then: str
) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await choose(house, match_id, ANN, BEA, CEC)
    info = await house.service.info(match_id)
    acting = info.seats[min(info.to_act)].user_id
    other = next(user for user in (ANN, BEA, CEC) if user != acting)
    await answer(house, match_id, acting)
    await house.play(match_id, acting, "place r1c1")
    await house.play(match_id, acting, "place r1c2")
    await agree(house, await house.service.votes.ask_undo(match_id, acting))
    before = await moves(house, match_id)

    if then == "resign":
        await house.service.seats.resign(match_id, other)
    else:
        await answer(house, match_id, other)

    assert await moves(house, match_id) == before
    assert (await house.service.info(match_id)).to_act == info.to_act

    await answer(house, match_id, acting)
    assert (await house.service.info(match_id)).to_act != info.to_act


async def test_what_somebody_did_themselves_was_not_done_for_them(house: House) -> None:
    match_id, acting, waiting = await flags(house)
    await house.service.prepare(match_id, waiting, "place r6c6")
    await house.play(match_id, acting, "place r1c1")
    await house.play(match_id, acting, "done")
    ply = (await house.service.info(match_id)).ply
    (made,) = await house.service.made_for(match_id, waiting, ply)
    assert "flag" in made.text.msgid
    house.clock.advance(60)
    await house.play(match_id, waiting, "done")
    ply = (await house.service.info(match_id)).ply
    assert (await house.service.info(match_id)).to_act
    assert await house.service.made_for(match_id, acting, ply) == ()
