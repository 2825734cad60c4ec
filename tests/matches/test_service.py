from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.db import deadlines as deadlines_db
from matches.domain.model import Glance
from rules.errors import (
    IllegalMoveError,
    InvalidMoveError,
    MatchOverError,
    NoMatchError,
    NotSeatedError,
    NotYourTurnError,
    RefusedError,
    StaleMoveError,
    UndoError,
)
from rules.notation import format_move
from rules.protocol import CHANCE
from tests.matches.helpers import ANN, BEA, CEC, STRANGER, Clock, House
from tests.toy import Deal, ToyView


def view(glance: Glance) -> ToyView:
    return cast("ToyView", glance.view)


async def hand(house: House, match_id: int, user: int) -> tuple[int, ...]:
    return view(await house.service.glance(match_id, user)).hand


async def choose(house: House, match_id: int, *users: int) -> None:
    for user in users:
        await house.play(match_id, user, f"choose {(await hand(house, match_id, user))[0]}")


async def turn_match(house: House) -> tuple[int, int, int]:
    """Return a match in round 1: its number, who is to act, who waits."""
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN, BEA)
    info = await house.service.info(match_id)
    acting = info.seats[min(info.to_act)].user_id
    return match_id, acting, BEA if acting == ANN else ANN


# A whole match


async def test_a_match_is_played_to_its_end(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    info = await house.finish(match_id)

    assert (info.status, info.to_act) == ("over", frozenset())
    glance = await house.service.glance(match_id, ANN)
    assert glance.outcome is not None
    assert (glance.moves, glance.preparable, glance.can_undo) == ((), (), False)
    with pytest.raises(MatchOverError):
        await house.play(match_id, ANN, "done")
    with pytest.raises(MatchOverError):
        await house.undo(match_id, ANN)


@pytest.mark.parametrize("seed", range(5))
async def test_what_is_loaded_from_the_log_equals_what_was_played(house: House, seed: int) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    rng = random.Random(seed)
    while (await house.service.info(match_id)).status == "live":
        report = await house.step(match_id, rng)
        if report.glance.can_undo and rng.random() < 0.3:
            await house.undo(match_id, report.glance.match.seats[report.glance.seat].user_id)
        reloaded = house.fresh()
        for user in (ANN, BEA, CEC, None):
            kept = await house.service.glance(match_id, user)
            assert await reloaded.glance(match_id, user) == kept


async def test_the_outbox_is_woken_once_for_a_move(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    woken: list[int] = []
    house.service.wake = lambda: woken.append(match_id)
    glance = await house.service.glance(match_id, ANN)
    await house.play(match_id, ANN, format_move(glance.moves[0]))
    assert woken == [match_id]


async def test_few_are_kept_in_memory_and_the_others_reloaded(house: House) -> None:
    small = House(house.store, house.clock, cached=2)
    played = [await small.match(ANN, BEA) for _ in range(5)]

    for match_id in played:
        await small.finish(match_id, seed=match_id)

    assert len(small.service._cache._kept) == 2
    for match_id in played:
        there = await house.service.glance(match_id, ANN)
        assert await small.service.glance(match_id, ANN) == there
    assert len(small.service._cache._locks) == 0


# Refusals


async def test_refusals_come_in_the_documented_order(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    ply = (await house.service.info(match_id)).ply

    async def why(number: int, user: int, move: str, made_at: int | None) -> type[RefusedError]:
        before = await house.service.glance(match_id, acting)
        with pytest.raises(RefusedError) as caught:
            await house.play(number, user, move, ply=made_at)
        assert await house.service.glance(match_id, acting) == before
        assert caught.value.reason.msgid
        assert caught.value.hint.msgid
        return type(caught.value)

    assert await why(999, STRANGER, "nonsense", 0) is NoMatchError
    assert await why(match_id, STRANGER, "nonsense", 0) is NotSeatedError
    assert await why(match_id, waiting, "nonsense", 0) is NotYourTurnError
    assert await why(match_id, acting, "nonsense", 0) is StaleMoveError
    assert await why(match_id, acting, "nonsense", ply) is InvalidMoveError
    assert await why(match_id, acting, "place r9c9", ply) is InvalidMoveError
    assert await why(match_id, acting, "x" * 10_000, None) is InvalidMoveError
    assert await why(match_id, acting, "choose 1", ply) is IllegalMoveError
    await house.service.lobby.end(match_id, 0, is_admin=True)
    assert await why(match_id, STRANGER, "nonsense", 0) is MatchOverError


async def test_players_cannot_make_the_moves_of_chance(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for move in ("deal 1,2,3/4,5,6", "draw 5", "undo 1"):
        with pytest.raises(RefusedError):
            await house.play(match_id, ANN, move)
    assert (await house.service.info(match_id)).ply == 1


async def test_buttons_are_stale_once_their_own_seat_has_moved(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    shown = (await house.service.glance(match_id, acting)).match.ply
    await house.play(match_id, acting, "place r1c1", ply=shown)

    with pytest.raises(StaleMoveError):
        await house.play(match_id, acting, "place r1c2", ply=shown)
    with pytest.raises(StaleMoveError):
        await house.undo(match_id, acting, ply=shown)
    await house.play(match_id, acting, "place r1c2", ply=shown + 1)


async def test_others_deciding_in_parallel_do_not_make_a_button_stale(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    shown = (await house.service.info(match_id)).ply

    await choose(house, match_id, ANN, BEA)
    await house.undo(match_id, ANN)

    glance = await house.service.glance(match_id, CEC)
    assert glance.asked_ply <= shown
    await house.play(match_id, CEC, f"choose {view(glance).hand[0]}", ply=shown)


# Requests that come twice


async def test_the_same_interaction_twice_changes_nothing(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    service = house.service
    first = await service.play(match_id, acting, "place r1c1", interaction_id=500)

    again = await service.play(match_id, acting, "place r1c1", interaction_id=500)
    other = await house.fresh().play(match_id, acting, "place r2c2", interaction_id=500)

    assert again.glance == first.glance == other.glance
    assert len(await service.history.log(match_id, None)) == first.glance.match.ply


async def test_a_click_that_ended_the_turn_and_comes_again_is_no_error(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    await house.play(match_id, acting, "place r1c1")
    done = await house.service.play(match_id, acting, "done", interaction_id=501, ply=4)

    again = await house.service.play(match_id, acting, "done", interaction_id=501, ply=4)

    assert again.glance == done.glance
    assert again.events == ()


async def test_two_deliveries_at_once_play_once(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    before = (await house.service.info(match_id)).ply

    reports = await asyncio.gather(
        *(house.service.play(match_id, acting, "place r1c1", interaction_id=502) for _ in range(5))
    )

    assert {r.glance.match.ply for r in reports} == {before + 1}
    assert (await house.service.info(match_id)).ply == before + 1


async def test_granted_interactions_are_forgotten_after_a_day(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN)
    house.clock.advance(24 * 3600 + 1)
    await choose(house, match_id, BEA)
    await house.store.write(lambda db: deadlines_db.beat(db, house.clock()))

    assert await house.sql("SELECT count(*) FROM interactions") == [(1,)]


async def test_fifty_clicks_at_once_grant_one_decision(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    ply = (await house.service.info(match_id)).ply
    cells = [f"place r{r}c{c}" for r in range(1, 7) for c in range(1, 7)]

    results = await asyncio.gather(
        *(house.play(match_id, acting, cells[i % 36], ply=ply) for i in range(50)),
        return_exceptions=True,
    )

    granted = [r for r in results if not isinstance(r, BaseException)]
    assert len(granted) == 1
    assert {type(r) for r in results if isinstance(r, BaseException)} == {StaleMoveError}


async def test_many_matches_at_once(house: House) -> None:
    ids = [await house.match(ANN, BEA) for _ in range(10)]

    infos = await asyncio.gather(*(house.finish(match_id, seed=match_id) for match_id in ids))

    assert {info.status for info in infos} == {"over"}
    for match_id in ids:
        assert (await house.service.history.verify(match_id)).differing == ()


# Undo


async def test_a_step_is_taken_back_and_stays_in_the_log(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    before = await house.service.glance(match_id, acting)
    await house.play(match_id, acting, "place r1c1")
    assert (await house.service.glance(match_id, acting)).can_undo

    report = await house.undo(match_id, acting)

    assert report.glance.view == before.view
    assert not report.glance.can_undo
    history = await house.service.history.log(match_id, None)
    assert [(e.notation, e.undone) for e in history[-2:]] == [
        ("place r1c1", True),
        (f"undo {before.match.ply + 1}", False),
    ]
    assert report.glance.match.ply == before.match.ply + 2


async def test_a_seat_takes_back_its_own_choice_while_others_have_chosen(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await choose(house, match_id, ANN, BEA)

    report = await house.undo(match_id, ANN)

    assert report.glance.match.to_act == {0, 2}
    assert view(report.glance).choice is None
    assert view(await house.service.glance(match_id, BEA)).choice is not None
    assert (await house.service.glance(match_id, BEA)).can_undo


async def test_what_revealed_something_stays(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    for user in (acting, waiting):
        with pytest.raises(UndoError):
            await house.undo(match_id, user)
    await house.play(match_id, acting, "place r1c1")
    with pytest.raises(UndoError):
        await house.undo(match_id, waiting)
    await house.play(match_id, acting, "done")  # draws
    with pytest.raises(UndoError):
        await house.undo(match_id, acting)
    with pytest.raises(NotSeatedError):
        await house.undo(match_id, STRANGER)


async def test_the_same_undo_twice_takes_back_once(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    await house.play(match_id, acting, "place r1c1")
    await house.play(match_id, acting, "place r1c2")

    for _ in range(2):
        report = await house.service.undo(match_id, acting, interaction_id=700)

    assert len(view(report.glance).flags) == 1


# Prepared moves


async def test_a_prepared_move_is_made_as_soon_as_its_seat_is_to_act(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    sealed = await house.service.prepare(match_id, waiting, "place r6c6")
    assert sealed.prepared is not None
    assert format_move(sealed.prepared) == "place r6c6"
    await house.play(match_id, acting, "place r1c1")

    report = await house.play(match_id, acting, "done")

    moves = [e.notation for e in await house.service.history.log(match_id, None)][-3:]
    assert moves == ["done", None, "place r6c6"]
    assert any("flag" in e.text.msgid for e in report.events)
    mine = await house.service.glance(match_id, waiting)
    assert mine.prepared is None
    assert mine.can_undo
    assert mine == await house.fresh().glance(match_id, waiting)


async def test_an_impossible_prepared_move_is_dropped_silently(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    await house.service.prepare(match_id, waiting, "place r1c1")
    await house.play(match_id, acting, "place r1c1")

    report = await house.play(match_id, acting, "done")

    assert report.glance.match.to_act == {1 if waiting == BEA else 0}
    assert (await house.service.glance(match_id, waiting)).prepared is None
    assert await house.sql("SELECT * FROM prepared") == []


async def test_a_prepared_move_is_its_owners_secret(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    before = [await house.service.glance(match_id, u) for u in (acting, None)]
    history = await house.service.history.log(match_id, acting)
    items = await house.outbox(match_id)

    await house.service.prepare(match_id, waiting, "place r6c6")

    assert [await house.service.glance(match_id, u) for u in (acting, None)] == before
    assert await house.service.history.log(match_id, acting) == history
    assert await house.outbox(match_id) == items


async def test_a_prepared_move_survives_a_restart_and_can_be_changed(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    await house.service.prepare(match_id, waiting, "place r6c6")

    later = house.fresh()
    prepared = (await later.glance(match_id, waiting)).prepared
    assert prepared is not None
    await later.prepare(match_id, waiting, "place r5c5")
    assert (await later.prepare(match_id, waiting, None)).prepared is None
    assert await house.sql("SELECT * FROM prepared") == []


async def test_what_cannot_be_prepared(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    prepare = house.service.prepare
    for user, move, kind in (
        (acting, "place r1c1", IllegalMoveError),
        (waiting, "done", IllegalMoveError),
        (waiting, "nonsense", InvalidMoveError),
        (STRANGER, "done", NotSeatedError),
    ):
        with pytest.raises(kind):
            await prepare(match_id, user, move)
    with pytest.raises(StaleMoveError):
        await prepare(match_id, waiting, "place r1c1", ply=0)


# Looking ahead


async def test_a_preview_shows_the_move_and_changes_nothing(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    before = await house.service.glance(match_id, acting)

    ahead = await house.service.preview(match_id, acting, "place r2c2")

    assert ahead is not None
    assert len(view(ahead).flags) == 1
    assert ahead.match == before.match
    assert await house.service.glance(match_id, acting) == before
    with pytest.raises(IllegalMoveError):
        await house.service.preview(match_id, acting, "choose 1")


async def test_no_preview_of_what_would_be_revealed(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN)
    last = (await hand(house, match_id, BEA))[0]

    assert await house.service.preview(match_id, BEA, f"choose {last}") is None
    ahead = await house.service.preview(match_id, BEA, f"choose {last}")
    assert ahead is None
    assert await house.service.preview(match_id, ANN, "done") is None


# The log


async def test_everybody_reads_what_they_may_know(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN, BEA)

    own = await house.service.history.log(match_id, ANN)
    public = await house.service.history.log(match_id, None)

    assert [e.seat for e in own] == [CHANCE, 0, 1]
    assert [e.notation is not None for e in own] == [False, True, False]
    assert [e.notation for e in public] == [None, None, None]
    assert len(own[1].events) == 2
    assert len(public[1].events) == 1
    for entry in public:
        assert all(event.audience is None for event in entry.events)
    assert own == await house.fresh().history.log(match_id, ANN)


async def test_nobody_reads_the_notation_of_chance(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a game forgets to mark a deal as secret."""
    monkeypatch.setattr(Deal, "secret", False)
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA, None):
        assert [e.notation for e in await house.service.history.log(match_id, user)] == [None]


async def test_a_report_only_says_what_its_reader_may_know(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await choose(house, match_id, ANN)

    report = await house.play(match_id, BEA, f"choose {(await hand(house, match_id, BEA))[0]}")

    assert all(e.audience is None or report.glance.seat in e.audience for e in report.events)
    assert any(e.audience is not None for e in report.events)


async def test_times_are_those_of_the_clock(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    house.clock.advance(3600)
    await choose(house, match_id, ANN)
    dealt, chosen = await house.service.history.log(match_id, ANN)
    assert (chosen.at - dealt.at).total_seconds() == 3601


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.integers(2, 4))
async def test_any_match_verifies_and_audits(house: House, seed: int, count: int) -> None:
    users = (ANN, BEA, CEC, 1004)[:count]
    match_id = await house.match(*users)
    await house.finish(match_id, seed)
    checked = await house.service.history.verify(match_id)
    assert checked.differing == ()
    assert checked.draws == 1 + 2 * count


@pytest.mark.parametrize("hours", [-5, 5])
async def test_a_clock_that_is_set_makes_no_command_stale(
    house: House, clock: Clock, hours: int
) -> None:
    match_id, acting, _ = await turn_match(house)
    made = clock.now
    for number, move in enumerate(("place r1c1", "", "place r1c1", "")):
        asked = house.service.arrived(made + timedelta(seconds=number))
        request = house.interaction()
        if move:
            await house.service.play(match_id, acting, move, interaction_id=request, asked=asked)
        else:
            await house.service.undo(match_id, acting, interaction_id=request, asked=asked)
        if number == 0:
            clock.advance(hours * 3600)
