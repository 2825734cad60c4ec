"""Going back by agreement: state, what was drawn, log, the check of the draws."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace

import pytest

from matches.domain.change import LogRow
from matches.domain.history.log_view import verification
from matches.domain.history.replay import revive, standing_rows
from matches.domain.model import MatchInfo
from matches.domain.table.votes import Undo, Vote
from rules import registry
from rules.errors import LateUndoError, StaleMoveError, UnmovedError
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER
from tests.matches.helpers import ANN, BEA, CEC, House

SLUGS = ("toy", *registry.slugs())


async def play_on(house: House, match_id: int, moves: int, rng: random.Random) -> MatchInfo:
    for _ in range(moves):
        info = await house.service.info(match_id)
        if info.status != "live":
            break
        await house.step(match_id, rng)
    return await house.service.info(match_id)


async def agree(house: House, vote: Vote) -> Vote:
    info = await house.service.info(vote.match_id)
    for seat in info.seats:
        if seat.seat not in vote.ballots and vote.status == "open":
            vote = await house.service.votes.cast(vote.id, seat.user_id, yes=True)
    return vote


async def back_to(house: House, match_id: int, ply: int) -> None:
    vote = await house.service.votes.ask(match_id, ANN, Undo(ply))
    assert (await agree(house, vote)).status == "passed"


async def log(house: House, match_id: int) -> list[tuple[object, ...]]:
    return await house.sql(
        "SELECT ply, seat, move FROM log WHERE match_id = ? ORDER BY ply", match_id
    )


async def draws(house: House, match_id: int) -> list[str]:
    """Return what chance drew and was not undone, in order."""
    stored = await house.stored(match_id)
    return [row.move for row in standing_rows(stored.log) if row.seat == CHANCE]


async def check_sound(house: House, match_id: int) -> None:
    """Check that the memory agrees with the log, and the log is sound."""
    fresh = revive(await house.stored(match_id))
    rules = fresh.timeline.rules
    assert rules.audit(fresh.timeline.state) == ()
    known = await house.glances(match_id)
    seats = [*range(len(fresh.info.seats)), WATCHER]
    assert [g.view for g in known] == [rules.view(fresh.timeline.state, seat) for seat in seats]


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_match_is_as_it_was_and_nothing_else_is_drawn(house: House, slug: str) -> None:
    rng = random.Random(slug)
    match_id = await house.match(ANN, BEA, CEC, slug=slug)
    await play_on(house, match_id, 12, rng)
    for _ in range(3):
        target = await house.service.info(match_id)
        before = [glance.view for glance in await house.glances(match_id)]
        after = await play_on(house, match_id, 6, rng)
        if after.status != "live":
            break
        drawn = await draws(house, match_id)
        await back_to(house, match_id, target.ply)
        assert [glance.view for glance in await house.glances(match_id)] == before
        await check_sound(house, match_id)
        assert drawn[: len(await draws(house, match_id))] == await draws(house, match_id)
    await play_on(house, match_id, 400, rng)
    await check_sound(house, match_id)
    if (await house.service.info(match_id)).status == "over":
        assert (await house.service.history.verify(match_id)).differing == ()


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_same_way_meets_the_same_again(house: House, slug: str) -> None:
    """No matter what was tried in between, the first path leads to the first draws."""
    rng = random.Random(f"again {slug}")
    match_id = await house.match(ANN, BEA, CEC, slug=slug)
    start = (await play_on(house, match_id, 3, rng)).ply
    await play_on(house, match_id, 15, rng)
    first = [row for row in (await house.stored(match_id)).log if row.ply > start]
    for _ in range(2):
        await back_to(house, match_id, start)
        await play_on(house, match_id, 7, rng)
    await back_to(house, match_id, start)
    moves = [row for row in first if row.seat != CHANCE]
    half = await again(house, match_id, moves[:2])
    await play_on(house, match_id, 5, rng)  # from the middle of the path, too
    await back_to(house, match_id, half.ply)
    await again(house, match_id, moves[2:])
    second = [row for row in standing_rows((await house.stored(match_id)).log) if row.ply > start]
    assert [(row.seat, row.move) for row in second] == [(row.seat, row.move) for row in first]
    await check_sound(house, match_id)


async def again(house: House, match_id: int, moves: list[LogRow]) -> MatchInfo:
    """Make some moves as they were made before."""
    for row in moves:
        seats = (await house.service.info(match_id)).seats
        await house.play(match_id, seats[row.seat].user_id, row.move)
    return await house.service.info(match_id)


async def test_of_several_draws_that_fit_the_first_comes_first(house: House) -> None:
    """In the toy game a player who is done draws one parcel, in each of two rounds."""
    match_id = await house.match(ANN, BEA)
    cells = iter(("r1c1", "r1c2", "r1c3"))
    for done in (False, True, True, False, True):
        for user in () if done else (ANN, BEA):
            glance = await house.service.glance(match_id, user)
            await house.play(match_id, user, format_move(glance.moves[0]))
        if done:
            seat = (await house.acting(match_id)).seat
            await house.play(match_id, (ANN, BEA)[seat], f"place {next(cells)}")
            await house.play(match_id, (ANN, BEA)[seat], "done")
    first = [row for row in (await house.stored(match_id)).log if row.ply > 3]
    assert sum(row.seat == CHANCE for row in first) == 3
    await back_to(house, match_id, 3)
    await again(house, match_id, [row for row in first if row.seat != CHANCE])
    second = [row for row in standing_rows((await house.stored(match_id)).log) if row.ply > 3]
    assert [(row.seat, row.move) for row in second] == [(row.seat, row.move) for row in first]


async def until_drawn(house: House, match_id: int) -> MatchInfo:
    """Play the toy game until somebody is done and draws; return the state before."""
    rng = random.Random(1)
    while True:
        before = await house.service.info(match_id)
        await house.step(match_id, rng)
        if (await log(house, match_id))[-1][1] == CHANCE:
            return before


async def test_the_first_ply_can_be_gone_back_to(house: House) -> None:
    """What was dealt at the start is dealt again."""
    match_id = await house.match(ANN, BEA)
    before = await log(house, match_id)
    await house.step(match_id, random.Random(1))
    await back_to(house, match_id, 0)
    assert (await log(house, match_id))[-1][1:] == before[0][1:]
    await check_sound(house, match_id)


async def test_a_forged_redraw_is_found(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    before = await until_drawn(house, match_id)
    (_, mover, _), seen = (await log(house, match_id))[-2:]
    await back_to(house, match_id, before.ply)
    await house.play(match_id, (ANN, BEA)[int(str(mover))], "done")
    ply, _, again = (await log(house, match_id))[-1]
    assert again == seen[2]
    await house.service.lobby.end(match_id, 0, is_admin=True)
    assert (await house.fresh().history.verify(match_id)).differing == ()
    stored = await house.stored(match_id)
    held = {number for row in stored.log for number in re.findall(r"\d+", row.move)}
    other = next(str(n) for n in range(1, 25) if str(n) not in held)
    forged = [
        replace(row, move=re.sub(r"\d+", other, row.move)) if row.ply == ply else row
        for row in stored.log
    ]
    assert verification(replace(stored, log=tuple(forged))).differing == (ply,)


async def test_prepared_moves_are_dropped_and_everybody_is_asked_again(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))
    acting = await house.acting(match_id)
    other = (BEA, ANN)[acting.seat]
    await house.service.prepare(match_id, other, "place r6c6")
    await house.sql("DELETE FROM outbox")
    house.clock.advance(3600)
    await back_to(house, match_id, 1)
    info = await house.service.info(match_id)
    assert info.to_act == {0, 1}
    assert [seat.clock and seat.clock.since for seat in info.seats] == [house.clock.now] * 2
    assert await house.sql("SELECT * FROM prepared") == []
    assert (await house.service.glance(match_id, other)).prepared is None
    items = await house.outbox(match_id)
    assert ("turn", None) in items
    assert [user for kind, user in items if kind == "dm"] == [ANN, BEA]
    told = await house.service.history.log(match_id, None)
    assert "The match goes back" in str(told[-2].events)
    assert "Everybody agreed" in str(told[-1].events)
    assert [entry.undone for entry in told if entry.seat >= 0] == [True, True]
    with pytest.raises(StaleMoveError):  # a button from before
        await house.play(match_id, ANN, format_move(glance.moves[0]), ply=3)


async def test_going_back_can_be_gone_back_on(house: House) -> None:
    """A rewind is a row like any other: the moves before it can be resumed."""
    rng = random.Random(4)
    match_id = await house.match(ANN, BEA, CEC)
    long = await play_on(house, match_id, 14, rng)
    seen = [glance.view for glance in await house.glances(match_id)]
    await back_to(house, match_id, 3)
    await play_on(house, match_id, 4, rng)
    await back_to(house, match_id, long.ply)
    assert [glance.view for glance in await house.glances(match_id)] == seen
    await check_sound(house, match_id)
    await back_to(house, match_id, 3)
    await play_on(house, match_id, 400, rng)
    await check_sound(house, match_id)
    assert (await house.service.history.verify(match_id)).differing == ()


async def test_without_a_move_of_ones_own_there_is_nothing_to_ask_for(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    with pytest.raises(UnmovedError):
        await house.service.votes.ask_undo(match_id, ANN)


async def test_one_goes_back_to_before_ones_own_last_move(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    before = [glance.view for glance in await house.glances(match_id)]
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))
    vote = await house.service.votes.ask_undo(match_id, ANN)
    assert vote.question == Undo(1)
    await agree(house, vote)
    assert [glance.view for glance in await house.glances(match_id)] == before
    with pytest.raises(UnmovedError):  # nothing that is still valid
        await house.service.votes.ask_undo(match_id, ANN)


async def test_what_was_withdrawn_does_not_come_back(house: House) -> None:
    """Ann changes her mind after Bea's move; before that move her request existed."""
    match_id = await house.match(ANN, BEA, CEC)
    glances = await house.glances(match_id)
    first, second = (format_move(move) for move in glances[0].moves[:2])
    await house.play(match_id, ANN, first)
    await house.play(match_id, BEA, format_move(glances[1].moves[0]))
    await house.undo(match_id, ANN)
    await house.play(match_id, ANN, second)
    await agree(house, await house.service.votes.ask_undo(match_id, BEA))
    info = await house.service.info(match_id)
    assert info.to_act == {0, 1, 2}
    assert {row.seat for row in standing_rows((await house.stored(match_id)).log)} == {CHANCE}
    await check_sound(house, match_id)


async def test_a_move_made_at_the_same_instant_is_the_last_one(house: House) -> None:
    """A request to go back is about the match as it is when the request is handled."""
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        await move_on(house, match_id, user)
    mover = (ANN, BEA)[(await house.acting(match_id)).seat]
    async with house.service._cache.lock(match_id):
        moving = asyncio.create_task(move_on(house, match_id, mover))
        await asyncio.sleep(0.05)
        asking = asyncio.create_task(house.service.votes.ask_undo(match_id, mover))
        await asyncio.sleep(0.05)
    await moving
    vote = await asking
    seat = vote.seat
    last = [row.ply for row in (await house.stored(match_id)).log if row.seat == seat][-1]
    assert vote.question == Undo(last - 1)


async def move_on(house: House, match_id: int, user: int) -> None:
    glance = await house.service.glance(match_id, user)
    await house.play(match_id, user, format_move(glance.moves[0]))


async def test_an_undo_from_before_it_is_not_told_that_others_have_moved(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    start = (await house.service.info(match_id)).ply
    glance = await house.service.glance(match_id, ANN)
    await house.play(match_id, ANN, format_move(glance.moves[0]))
    moved = (await house.service.info(match_id)).ply
    await back_to(house, match_id, start)
    with pytest.raises(LateUndoError, match="the match has moved on"):
        await house.undo(match_id, ANN, ply=moved)
