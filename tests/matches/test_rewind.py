"""Going back by agreement: the state, what was drawn, the log, the check of the draws."""

from __future__ import annotations

import random

import pytest

from matches.model import Glance, MatchInfo
from matches.replaying import revive, standing
from matches.votes import Kind, Vote
from rules import registry
from rules.errors import LobbyError
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


async def log(house: House, match_id: int) -> list[tuple[object, ...]]:
    return await house.sql("SELECT ply, seat, move FROM log WHERE match_id = ?", match_id)


async def draws(house: House, match_id: int) -> list[str]:
    """Return what chance drew and nothing took back, in order."""
    stored = await house.stored(match_id)
    return [row.move for row in standing(stored.log) if row.seat == CHANCE]


async def check_sound(house: House, match_id: int) -> None:
    """What is in memory is what the log says, and nothing is wrong with it."""
    fresh = revive(await house.stored(match_id))
    rules = fresh.line.rules
    assert rules.audit(fresh.line.state) == ()
    known = await house.glances(match_id)
    seats = [*range(len(fresh.info.seats)), WATCHER]
    assert [g.view for g in known] == [rules.view(fresh.line.state, seat) for seat in seats]


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
        ask = house.service.votes.ask
        vote = await agree(house, await ask(match_id, ANN, Kind.UNDO, str(target.ply)))
        assert vote.status == "passed"
        assert [glance.view for glance in await house.glances(match_id)] == before
        await check_sound(house, match_id)
        assert drawn[: len(await draws(house, match_id))] == await draws(house, match_id)
    await play_on(house, match_id, 400, rng)
    await check_sound(house, match_id)
    if (await house.service.info(match_id)).status == "over":
        assert (await house.service.verify(match_id)).differing == ()


async def test_the_same_moves_draw_the_same_again(house: House) -> None:
    """Toy: who says done draws a parcel; after going back he draws that one."""
    match_id = await house.match(ANN, BEA)
    rng = random.Random(1)
    while "draw" not in await _last_verbs(house, match_id):
        before = await house.service.info(match_id)
        await house.step(match_id, rng)
    seen = (await log(house, match_id))[-1]
    move = next(row for row in await log(house, match_id) if row[0] == before.ply + 1)
    ask = house.service.votes.ask
    await agree(house, await ask(match_id, ANN, Kind.UNDO, str(before.ply)))
    mover: Glance = await house.acting(match_id)
    await house.play(match_id, mover.match.seats[mover.seat].user_id, str(move[2]))
    assert (await log(house, match_id))[-1][2] == seen[2]
    assert (await house.service.info(match_id)).ply > before.ply + 3


async def _last_verbs(house: House, match_id: int) -> str:
    rows = await log(house, match_id)
    return "draw" if len(rows) > 1 and rows[-1][1] == CHANCE else ""


async def test_one_no_is_enough_and_the_match_stays(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    rng = random.Random(3)
    await play_on(house, match_id, 5, rng)
    before = await log(house, match_id)
    vote = await house.service.votes.ask(match_id, ANN, Kind.UNDO, "1")
    vote = await house.service.votes.cast(vote.id, BEA, yes=False)
    assert vote.status == "failed"
    assert await log(house, match_id) == before
    history = await house.service.history(match_id, ANN)
    assert "Not agreed" in str(history[-1].events)


async def test_only_one_vote_at_a_time(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.service.votes.ask(match_id, ANN, Kind.END)
    with pytest.raises(LobbyError):
        await house.service.votes.ask(match_id, BEA, Kind.PAUSE)
