from __future__ import annotations

import random

from matches.domain.model import LogEntry
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, House


async def since_post(house: House, match_id: int) -> tuple[LogEntry, ...]:
    """Return the end of the whole log, replayed for this."""
    posted = (await house.service.info(match_id)).posted_ply
    return tuple(e for e in await house.service.history.log(match_id, None) if e.ply > posted)


async def check(house: House, match_id: int) -> None:
    glance, news = await house.service.news(match_id)
    assert glance == await house.service.glance(match_id, None)
    assert news == await since_post(house, match_id)
    assert (glance, news) == await house.fresh().news(match_id)


async def test_news_is_the_log_since_the_last_post_at_every_ply(house: House) -> None:
    match_id, rng = await house.match(ANN, BEA), random.Random(4)
    posts = 0
    for _ in range(300):
        info = await house.service.info(match_id)
        if not info.to_act:
            break
        user = info.seats[min(info.to_act)].user_id
        glance = await house.service.glance(match_id, user)
        if glance.can_undo and rng.random() < 0.3:
            await house.undo(match_id, user)
        else:
            await house.play(match_id, user, format_move(rng.choice(glance.moves)))
        if rng.random() < 0.3:
            posts += 1
            told = (await house.service.info(match_id)).ply - rng.randrange(2)
            await house.service.delivery_log.posted(match_id, told, 9000 + posts)
        await check(house, match_id)
    assert not (await house.service.info(match_id)).to_act
    assert posts > 3


async def test_news_says_what_was_taken_back(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        moves = (await house.service.glance(match_id, user)).moves
        await house.play(match_id, user, format_move(moves[0]))
    info = await house.service.info(match_id)
    await house.service.delivery_log.posted(match_id, info.ply, 9000)
    user = info.seats[min(info.to_act)].user_id
    await house.play(match_id, user, "place r1c1")
    await house.undo(match_id, user)

    _, news = await house.service.news(match_id)

    assert [entry.undone for entry in news] == [True, False]


async def test_a_match_broken_off_tells_what_happened_before(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.lobby.end(match_id, 0, is_admin=True)
    await check(house, match_id)
    assert len((await house.service.news(match_id))[1]) == 1
