"""Who is late again and again has left their seat to a computer, and can't win like that."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from matches.domain.history.result import result_of
from matches.domain.model import SeatInfo
from matches.domain.table.computers import MISSED, is_left, late_text
from rules.indian_summer.moves import Leaf
from rules.protocol import Move, Outcome
from rules.text import t
from tests.matches.deadlines import (
    HOUR,
    STEADY,
    after,
    begun,
    choose,
    consistent,
    due_of,
    look,
    seat_of,
    told,
)
from tests.matches.helpers import ANN, BEA, CEC, Clock, House, change_pace
from tests.matches.test_computers import thinking
from tests.matches.test_rewind import agree
from tests.matches.test_service import turn_match
from tests.matches.test_standing import answer

AGAIN = (
    "{who} ran out of time again, so a computer made this decision, too. {who} can't win without "
    "making one in person before the end."
)
ONCE = "{who} ran out of time, so a computer made this one decision."


async def let_pass(house: House, clock: Clock) -> None:
    """Let the time of all run out that are waited for."""
    await after(house, clock, 24.1)
    await house.service.computers.rest()


async def was_late(house: House, match_id: int) -> None:
    """Let a computer have made everybody's last decision."""
    await house.sql("UPDATE seats SET late = 1 WHERE match_id = ?", match_id)
    house.service._cache.forget(match_id)


async def test_late_decisions_in_a_row_are_counted_and_told(house: House, clock: Clock) -> None:
    await begun(house, STEADY)
    await choose(house, ANN)
    await let_pass(house, clock)
    assert [seat.late for seat in (await consistent(house)).seats] == [0, 1]
    assert await told(house) == [ONCE]
    while (late := (await consistent(house)).seats[1]).late < MISSED:
        if 0 in (await consistent(house)).to_act:
            await choose(house, ANN)
        else:
            await let_pass(house, clock)
    assert is_left(await house.service.info(1), late)
    assert await told(house) == [ONCE, AGAIN]


async def alone(house: House, slug: str) -> int:
    """Return the number of a match of one at a steady pace that has begun."""
    info = await house.lobby(ANN, slug=slug, capacity=1)
    await house.service.lobby.set_pace(info.id, ANN, STEADY)
    await house.service.lobby.start(info.id, ANN)
    return info.id


async def stage(house: House) -> tuple[int | str, ...]:
    live = await house.service._cache.live(1)
    return live.timeline.rules.stage(live.timeline.state)


async def test_for_who_plays_alone_and_is_late_a_computer_makes_one_turn(
    house: House, clock: Clock
) -> None:
    await alone(house, "lodge")
    for late in range(1, MISSED + 1):
        assert await stage(house) == (late, 0)
        await let_pass(house, clock)
        assert (await consistent(house)).seats[0].late == late
    assert await stage(house) == (MISSED + 1, 0)
    assert await told(house) == [ONCE] * MISSED


async def test_who_goes_on_alone_was_not_called_for_it(house: House, clock: Clock) -> None:
    await alone(house, "lodge")
    calls = (await seat_of(house, ANN)).calls
    assert ("turn", None) in await house.outbox(1)
    for _ in range(MISSED):
        await let_pass(house, clock)
    assert ((await seat_of(house, ANN)).calls, (await seat_of(house, ANN)).muted) == (calls, False)


async def test_a_turn_that_was_begun_is_finished(house: House, clock: Clock) -> None:
    await alone(house, "lodge")
    await house.play(1, ANN, "room 1-1@B")
    assert await stage(house) == (1, 0)
    await let_pass(house, clock)
    assert await stage(house) == (2, 0)
    assert await told(house) == [ONCE]


async def test_the_next_turn_is_another_decision(house: House, clock: Clock) -> None:
    match_id = await house.match(ANN, BEA, slug="letnisko")
    await change_pace(house.service, match_id, STEADY)
    while True:
        (last,) = (await house.service.info(1)).to_act
        state: Any = (await house.service._cache.live(1)).timeline.state
        if await stage(house) == (1, 2, "actions") and state.porter == last:
            break
        await choose(house, (ANN, BEA)[last])
    await let_pass(house, clock)
    assert await stage(house) == (2, 1, "actions")
    info = await consistent(house)
    assert info.to_act == {last}
    assert (info.seats[last].late, info.seats[last].lent) == (1, False)
    assert await due_of(house, (ANN, BEA)[last]) == clock.now + 24 * HOUR
    assert await told(house) == [ONCE]


async def test_what_a_computer_decided_is_told_even_if_nothing_was_turned_up(
    house: House, clock: Clock
) -> None:
    async def first_leaf(rules: Any, state: object, seat: int, *_: Any, **facts: Any) -> Move:
        moves = rules.legal_moves(state, seat)
        return next((move for move in moves if isinstance(move, Leaf)), moves[0])

    thinking(house, first_leaf)
    await alone(house, "indian_summer")
    clock.advance(24.1 * 3600)
    await look(house)
    await house.service.computers.rest()
    info = await consistent(house)
    assert info.seats[0].late == 1
    posts = await house.sql("SELECT kind, ply FROM outbox ORDER BY id")
    assert posts[-2:] == [("edit", 1), ("edit", info.ply)]


@pytest.mark.parametrize(("is_over", "said"), [(False, AGAIN), (True, ONCE)])
def test_nobody_is_asked_to_come_back_to_a_match_that_is_over(is_over: bool, said: str) -> None:
    seats = (SeatInfo(0, ANN, "Ann", late=MISSED), SeatInfo(1, BEA, "Bea"))
    info = SimpleNamespace(level="good", seats=seats)
    assert late_text(cast("Any", info), 0, is_over=is_over).msgid == said


async def test_whoever_decides_again_is_back(house: House, clock: Clock) -> None:
    await begun(house, STEADY)
    await let_pass(house, clock)
    assert [seat.late for seat in (await consistent(house)).seats] == [1, 1]
    (acting,) = (await house.service.info(1)).to_act
    await choose(house, (ANN, BEA)[acting])
    assert (await consistent(house)).seats[acting].late == 0
    assert (await consistent(house)).seats[1 - acting].late >= 1


async def test_a_queued_move_is_a_decision_too(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    await was_late(house, match_id)
    await house.service.prepare(match_id, waiting, "place r6c6")
    await house.play(match_id, acting, "place r1c1")
    assert (await seat_of(house, acting, match_id)).late == 0
    assert (await seat_of(house, waiting, match_id)).late == 1
    await house.play(match_id, acting, "done")
    assert (await seat_of(house, waiting, match_id)).late == 0


async def test_an_answer_given_long_ago_is_none(house: House) -> None:
    match_id, acting, waiting = await turn_match(house)
    await answer(house, match_id, acting)
    await answer(house, match_id, waiting)
    await was_late(house, match_id)
    for cell in ("r1c1", "r1c2"):
        await house.play(match_id, acting, f"place {cell}")
    assert {s.seat for s in (await house.service.info(match_id)).seats if s.late} == {
        (await house.service.info(match_id)).seat_of(waiting)
    }
    await was_late(house, match_id)
    await answer(house, match_id, acting)
    assert (await seat_of(house, acting, match_id)).late == 0


async def test_whoever_agrees_to_go_back_is_back(house: House) -> None:
    match_id, acting, _ = await turn_match(house)
    await was_late(house, match_id)
    await agree(house, await house.service.votes.ask_undo(match_id, acting))
    assert [seat.late for seat in (await consistent(house)).seats] == [0, 0]


async def test_whoever_takes_the_seat_over_was_never_late(house: House, clock: Clock) -> None:
    await begun(house, STEADY)
    await choose(house, ANN)
    await let_pass(house, clock)
    await house.service.seats.resign(1, BEA)
    await house.service.seats.claim(1, 1, CEC, "Cec")
    assert (await seat_of(house, CEC)).late == 0


@pytest.mark.parametrize(
    ("late", "ranks"),
    [
        ((0, 0, 0), (1, 2, 3)),
        ((MISSED - 1, 0, 0), (1, 2, 3)),
        ((MISSED, 0, 0), (2, 1, 3)),
        ((MISSED, MISSED + 1, 0), (2, 3, 1)),
        ((0, 0, MISSED), (1, 2, 3)),
        ((MISSED, MISSED, MISSED), (1, 2, 3)),
    ],
)
def test_who_left_decisions_to_a_computer_cannot_win(
    late: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    seats = tuple(SeatInfo(seat, seat + 1, "Ann", late=count) for seat, count in enumerate(late))
    info = SimpleNamespace(level="good", ending="played", seats=seats)
    outcome = Outcome((9, 5, 3), (1, 2, 3), ((), (), ()), t("Somebody wins."))
    timeline = SimpleNamespace(state=None, rules=SimpleNamespace(outcome=lambda _: outcome))
    found = result_of(cast("Any", info), cast("Any", timeline))
    assert found is not None
    assert found.ranks == ranks
