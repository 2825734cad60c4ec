from __future__ import annotations

from tests.matches.helpers import ANN, BEA, CEC, House


async def test_a_match_is_played_to_its_end(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)

    info = await house.finish(match_id)

    assert info.status == "over"
    assert info.to_act == frozenset()
    glance = await house.service.glance(match_id, None)
    assert glance.outcome is not None
    assert glance.moves == ()
    assert (await house.service.verify(match_id)).differing == ()


async def test_what_is_loaded_from_the_log_equals_what_was_played(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)

    reloaded = house.fresh()

    for user in (ANN, BEA, None):
        assert await reloaded.glance(match_id, user) == await house.service.glance(match_id, user)
