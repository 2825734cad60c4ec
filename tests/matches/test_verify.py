from __future__ import annotations

import asyncio
import hashlib

import pytest

from matches.db.driver import Connection
from matches.domain.history.chance import ChanceStream, commitment
from rules.errors import LobbyError, ReplayError
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, House
from tests.toy import TOY

pytestmark = pytest.mark.files


def forge(db: Connection, statement: str, *values: object) -> None:
    """Change the log as only the host could, with a tool of their own."""
    db.execute("DROP TRIGGER log_keeps_values")
    db.execute(statement, values)


async def finished(house: House) -> int:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    return match_id


async def test_the_seed_stays_secret_until_the_end(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    info = await house.service.info(match_id)
    assert info.chance_seed == ""
    assert len(info.chance_hash) == 64
    with pytest.raises(LobbyError):
        await house.service.history.verify(match_id)

    await house.finish(match_id)

    after = await house.service.info(match_id)
    assert after.chance_hash == info.chance_hash
    seed = bytes.fromhex(after.chance_seed)
    assert hashlib.sha256(seed).hexdigest() == after.chance_hash == commitment(seed)


async def test_anyone_can_draw_again_with_the_seed(house: House) -> None:
    match_id = await finished(house)
    seed = bytes.fromhex((await house.service.info(match_id)).chance_seed)

    deal = TOY.chance_move(TOY.initial_state(2, frozenset()), ChanceStream(seed, 1))

    [(stored,)] = await house.sql("SELECT move FROM log WHERE match_id = ? AND ply = 1", match_id)
    assert format_move(deal) == stored
    checked = await house.service.history.verify(match_id)
    assert (checked.draws, checked.differing) == (5, ())


async def test_a_forged_draw_is_found(house: House) -> None:
    match_id = await finished(house)
    [(ply,)] = await house.sql(
        "SELECT max(ply) FROM log WHERE match_id = ? AND seat = -1", match_id
    )
    await house.store.write(
        lambda db: forge(
            db, "UPDATE log SET move = 'draw 99' WHERE match_id = ? AND ply = ?", match_id, ply
        )
    )
    assert (await house.fresh().history.verify(match_id)).differing == (ply,)


async def test_a_forged_deal_that_cannot_be_played_on_is_found(house: House) -> None:
    match_id = await finished(house)
    deal = "deal 1,2,3/4,5,6"
    await house.store.write(
        lambda db: forge(
            db, "UPDATE log SET move = ? WHERE match_id = ? AND ply = 1", deal, match_id
        )
    )
    assert (await house.fresh().history.verify(match_id)).differing[0] == 1


async def test_a_forged_seed_is_found(house: House) -> None:
    match_id = await finished(house)
    await house.sql("UPDATE matches SET chance_seed = x'00' WHERE id = ?", match_id)
    assert len((await house.fresh().history.verify(match_id)).differing) == 5


@pytest.mark.parametrize(
    ("statement", "ply"),
    [
        ("UPDATE log SET move = 'place r1c1' WHERE match_id = ? AND ply = 2", 2),
        ("UPDATE log SET move = 'gibberish' WHERE match_id = ? AND ply = 3", 3),
        ("UPDATE log SET move = 'undo 1' WHERE match_id = ? AND ply = 3", 3),
        ("UPDATE log SET seat = 7 WHERE match_id = ? AND ply = 2", 2),
        ("UPDATE log SET ply = 99 WHERE match_id = ? AND ply = 3", 99),
        ("UPDATE matches SET ply = 9 WHERE id = ?", 3),
        ("UPDATE matches SET rules_version = 9 WHERE id = ?", 0),
        ("UPDATE seats SET waiting_since = 1 WHERE match_id = ?", 3),
    ],
)
async def test_a_corrupt_log_is_named_and_left_alone(
    house: House, statement: str, ply: int
) -> None:
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))
    await house.store.write(lambda db: forge(db, statement, match_id))
    before = await house.sql("SELECT * FROM log")

    broken = house.fresh()
    for request in (
        lambda: broken.glance(match_id, ANN),
        lambda: broken.play(match_id, ANN, "place r1c1", interaction_id=900),
    ):
        with pytest.raises(ReplayError) as caught:
            await request()
        assert (caught.value.match_id, caught.value.ply) == (match_id, ply)
        assert "gibberish" not in str(caught.value)
        assert "r1c1" not in str(caught.value)

    assert await house.sql("SELECT * FROM log") == before
    other = await house.match(ANN, BEA)  # and all others go on
    assert (await asyncio.wait_for(broken.glance(other, ANN), 5)).moves
