"""Why a move is not possible now, and what a refusal remembers."""

from __future__ import annotations

from typing import cast

import pytest

from rules.errors import (
    IllegalMoveError,
    InvalidMoveError,
    LobbyError,
    MatchOverError,
    NotSeatedError,
    NotYourTurnError,
    RefusedError,
    StaleMoveError,
)
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, STRANGER, House
from tests.toy import PARCELS, ToyView


async def parcels(house: House, match_id: int, user: int) -> tuple[int, ...]:
    return cast("ToyView", (await house.service.glance(match_id, user)).view).hand


async def not_held(house: House, match_id: int, user: int) -> str:
    return f"choose {min(PARCELS - set(await parcels(house, match_id, user)))}"


async def refused(house: House, match_id: int, user: int, move: str) -> RefusedError:
    with pytest.raises(RefusedError) as raised:
        await house.play(match_id, user, move)
    return raised.value


async def test_a_refusal_of_the_rules_names_the_move(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    move = await not_held(house, match_id, ANN)
    refusal = await refused(house, match_id, ANN, move.upper().replace(" ", "  "))
    assert isinstance(refusal, IllegalMoveError)
    assert refusal.attempt == move
    with pytest.raises(IllegalMoveError) as raised:
        await house.service.preview(match_id, ANN, move)
    assert raised.value.attempt == move
    with pytest.raises(IllegalMoveError) as raised:
        await house.service.prepare(match_id, ANN, move)
    assert raised.value.attempt == move


async def test_what_cannot_be_read_is_answered_with_moves_that_can_be_made(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    refusal = await refused(house, match_id, ANN, "chose 3")
    assert isinstance(refusal, InvalidMoveError)
    offered = dict(refusal.hint.params)["moves"]
    assert isinstance(offered, tuple)
    assert offered
    assert set(offered) <= {f"choose {n}" for n in await parcels(house, match_id, ANN)}


async def test_a_refusal_for_another_reason_names_none(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    assert (await refused(house, match_id, ANN, "choose nothing")).attempt == ""
    assert (await refused(house, match_id, STRANGER, "choose 1")).attempt == ""
    with pytest.raises(StaleMoveError) as raised:
        await house.play(match_id, ANN, "choose 1", ply=0)
    assert raised.value.attempt == ""


async def test_a_move_out_of_turn_cites_the_rule_of_turns(house: House) -> None:
    match_id = await house.match(ANN, BEA, slug="krakow")
    acting = await house.acting(match_id)
    waiting = BEA if acting.seat == 0 else ANN
    move = format_move(acting.moves[0])
    refusal = await refused(house, match_id, waiting, move)
    assert isinstance(refusal, NotYourTurnError)
    assert (refusal.rule, refusal.attempt) == ("K-PLAN-1", move)
    assert (await refused(house, match_id, waiting, "nonsense")).rule == ""


async def test_the_refusal_of_this_position_and_what_is_nearest(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    held = await parcels(house, match_id, ANN)
    wanted = min(PARCELS - set(held), key=lambda parcel: (abs(parcel - held[-1]), parcel))
    why = await house.service.why_not(match_id, ANN, f"choose {wanted}")
    assert why.refusal is not None
    assert why.refusal.rule == "T-CHOOSE-1"
    assert format_move(why.nearest[0]) == f"choose {held[-1]}"
    assert sorted(map(format_move, why.nearest)) == sorted(f"choose {parcel}" for parcel in held)
    assert why.glance == await house.service.glance(match_id, ANN)


async def test_what_has_become_possible_is_not_refused(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    move = f"choose {(await parcels(house, match_id, ANN))[1]}"
    why = await house.service.why_not(match_id, ANN, move)
    assert why.refusal is None
    assert format_move(why.nearest[0]) == move


async def test_waiting_players_are_told_so(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    held = await parcels(house, match_id, ANN)
    await house.play(match_id, ANN, f"choose {held[0]}")
    why = await house.service.why_not(match_id, ANN, f"choose {held[1]}")
    assert isinstance(why.refusal, NotYourTurnError)
    assert why.nearest == ()


async def test_after_the_end_nothing_is_possible(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    why = await house.service.why_not(match_id, ANN, "done")
    assert isinstance(why.refusal, MatchOverError)
    assert why.nearest == ()


async def test_asking_why_writes_nothing(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    before = await house.service.glance(match_id, ANN)
    items = await house.outbox(match_id)
    for move in (await not_held(house, match_id, ANN), format_move(before.moves[0])):
        await house.service.why_not(match_id, ANN, move)
    assert await house.service.glance(match_id, ANN) == before
    assert await house.fresh().glance(match_id, ANN) == before
    assert await house.outbox(match_id) == items


async def test_only_a_seated_player_is_told(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for move in ("choose 1", "nonsense", "deal 1,2,3/4,5,6"):
        with pytest.raises(NotSeatedError):
            await house.service.why_not(match_id, STRANGER, move)


async def test_no_move_and_no_match_are_refused(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for move in ("nonsense", "", "choose r1c1", "x" * 1000):
        with pytest.raises(InvalidMoveError):
            await house.service.why_not(match_id, ANN, move)
    lobby = await house.lobby(ANN, BEA)
    with pytest.raises(LobbyError):
        await house.service.why_not(lobby.id, ANN, "choose 1")


async def test_waiting_players_are_offered_what_they_may_prepare(house: House) -> None:
    match_id = await house.match(ANN, BEA, slug="krakow")
    acting = await house.acting(match_id)
    waiting = BEA if acting.seat == 0 else ANN
    why = await house.service.why_not(match_id, waiting, "lay B@R4")
    assert isinstance(why.refusal, NotYourTurnError)
    assert [format_move(move) for move in why.nearest] == ["lay B@R3", "lay B@R2", "lay B@R1"]
    assert set(why.nearest) <= set(why.glance.preparable)
