"""The service plays every registered game, undoing and preparing at random."""

from __future__ import annotations

import random

import pytest

from matches.domain.model import Glance
from matches.service import MatchService
from rules import registry
from rules.notation import format_move
from rules.protocol import CHANCE
from tests.matches.helpers import ANN, BEA, CEC, DAN, House
from tests.toy import TOY

GAMES = [
    (slug, seats)
    for slug in (*registry.slugs(), TOY.info.slug)
    for seats in (TOY if slug == TOY.info.slug else registry.get(slug)).info.seats
]


async def looks(service: MatchService, match_id: int, users: tuple[int, ...]) -> list[Glance]:
    return [await service.glance(match_id, user) for user in (*users, None)]


async def prepare_something(house: House, match_id: int, rng: random.Random) -> None:
    for seat in (await house.service.info(match_id)).seats:
        glance = await house.service.glance(match_id, seat.user_id)
        if glance.preparable and rng.random() < 0.3:
            move = format_move(rng.choice(glance.preparable))
            await house.service.prepare(match_id, seat.user_id, move)


@pytest.mark.parametrize(("slug", "seats"), sorted(set(GAMES)))
async def test_a_random_match(house: House, slug: str, seats: int) -> None:
    rng = random.Random(f"{slug} {seats}")
    users = (ANN, BEA, CEC, DAN)[:seats]
    match_id = await house.match(*users, slug=slug)
    while (await house.service.info(match_id)).status == "live":
        await prepare_something(house, match_id, rng)
        acting = await house.acting(match_id)
        await house.service.preview(
            match_id, users[acting.seat], format_move(rng.choice(acting.moves))
        )
        report = await house.step(match_id, rng)
        if report.glance.can_undo and rng.random() < 0.2:
            await house.undo(match_id, users[report.glance.seat])
        if rng.random() < 0.1:
            here = await looks(house.service, match_id, users)
            assert await looks(house.fresh(), match_id, users) == here

    assert (await house.service.history.verify(match_id)).differing == ()
    for user in (*users, None):
        glance = await house.service.glance(match_id, user)
        for entry in await house.service.history.log(match_id, user):
            secret = entry.notation is None
            assert secret or entry.seat != CHANCE
            assert entry.seat != glance.seat or not secret
            assert all(e.audience is None or glance.seat in e.audience for e in entry.events)


@pytest.mark.parametrize(("slug", "seats"), sorted(set(GAMES)))
async def test_a_preview_is_the_same_whatever_the_others_hold(
    house: House, slug: str, seats: int
) -> None:
    """A preview shows nothing that the player does not know."""
    rng = random.Random(f"preview {slug} {seats}")
    users = (ANN, BEA, CEC, DAN)[:seats]
    match_id = await house.match(*users, slug=slug)
    for _ in range(40):
        if (await house.service.info(match_id)).status != "live":
            break
        acting = await house.acting(match_id)
        user, move = users[acting.seat], format_move(rng.choice(acting.moves))
        ahead = await house.service.preview(match_id, user, move)
        live = house.service._cache.cached(match_id)
        assert live is not None
        truth = live.timeline.state
        for _ in range(2):
            live.timeline.state = live.timeline.rules.redeal(truth, acting.seat, rng)
            other = await house.service.preview(match_id, user, move)
            assert (ahead and ahead.view) == (other and other.view)
        live.timeline.state = truth
        await house.play(match_id, user, move)


async def test_taking_back_drops_what_was_sealed_meanwhile(house: House) -> None:
    """Otherwise the sealed move would be made in place of the undone one."""
    match_id = await house.match(ANN, BEA, slug="krakow")
    acting = await house.acting(match_id)
    user = (ANN, BEA)[acting.seat]
    report = await house.play(match_id, user, format_move(acting.moves[0]))
    await house.service.prepare(match_id, user, format_move(report.glance.preparable[0]))

    report = await house.undo(match_id, user)

    assert report.glance.prepared is None
    assert report.glance.moves == acting.moves
    assert await house.fresh().glance(match_id, user) == report.glance
