"""Every version continues what earlier ones have left behind; see README.md."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from matches.db.driver import Connection
from matches.db.store import Store
from matches.outbox import Outbox
from matches.rehearsal import Hasher
from rules import registry
from scripts import rehearse
from scripts.era import variants
from tests.eras.era import DATABASE, ERAS, FOLDER, copied
from tests.files import on_file
from tests.matches.fakes import Discord, settle
from tests.matches.helpers import Clock, House, resume

AFTERWARDS = datetime(2026, 12, 1, tzinfo=UTC)
SPARE = 7000


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def house(era: str, tmp_path: Path) -> AsyncIterator[House]:
    """Yield a service on a copy of the era, some weeks later."""
    store = await Store.open(copied(era, tmp_path))
    await on_file(store, lambda db: db.execute("PRAGMA synchronous = OFF"))
    clock = Clock()
    clock.now = AFTERWARDS
    house = House(store, clock)
    house._interactions = itertools.count(10**9)
    yield house
    await store.close()


async def numbers(house: House, status: str) -> list[int]:
    """Return the matches with a status, by number."""
    found = await house.sql("SELECT id FROM matches WHERE status = ? ORDER BY id", status)
    return [int(str(number)) for (number,) in found]


def test_an_era_holds_every_game_with_all_variants(era: str) -> None:
    with closing(sqlite3.connect(f"file:{FOLDER / era / DATABASE}?mode=ro", uri=True)) as db:
        found = db.execute(
            "SELECT slug, (SELECT count(*) FROM seats WHERE match_id = id), options, status"
            " FROM matches"
        ).fetchall()
        moves = Counter(move.split()[0] for (move,) in db.execute("SELECT move FROM log"))
        mail = {status for (status,) in db.execute("SELECT DISTINCT status FROM outbox")}
        (prepared,) = db.execute("SELECT count(*) FROM prepared").fetchone()
        open_seats, offered = db.execute("SELECT sum(open), sum(offered) FROM seats").fetchone()
        (votes,) = db.execute("SELECT count(*) FROM votes WHERE status = 'open'").fetchone()
        (settings,) = db.execute("SELECT count(*) FROM user_settings").fetchone()
    games = {slug for slug, *_ in found}
    begun = {(s, n, frozenset(o.split())) for s, n, o, status in found if status != "lobby"}
    for slug in games & set(registry.slugs()):
        assert {(slug, *way) for way in variants(slug)} <= begun
        assert {"lobby", "live", "over"} <= {status for s, _, _, status in found if s == slug}
    assert moves["undo"] > 10
    assert moves["rewind"] > 2
    assert mail >= {"new", "sending", "failed"}
    assert min(prepared, open_seats, offered, votes, settings) > 2


def test_matches_in_play_are_seen_as_they_were_then(era: str) -> None:
    folder = FOLDER / era
    _, shapes, notes = rehearse.read(folder / "notes.jsonl")
    with rehearse.copied(folder / DATABASE) as db:
        found = list(rehearse.compare(db, Hasher(shapes), notes))
    assert [finding for finding in found if finding.kind != "same"] == []
    assert len(found) > 40


async def test_matches_in_play_are_played_to_a_result(house: House) -> None:
    await house.service.checkup.run()
    assert (await house.service.checkup.found()).broken == ()
    for match_id in await numbers(house, "live"):
        if (await house.service.info(match_id)).paused_at is not None:
            await resume(house.service, match_id)
        info = await house.finish(match_id, seed=match_id)
        assert info.status == "over"
        glance = await house.service.glance(match_id, None)
        assert glance.outcome is not None
        assert (await house.service.history.verify(match_id)).differing == ()


async def test_a_lobby_can_be_started(house: House) -> None:
    for match_id in await numbers(house, "lobby"):
        info = await house.service.info(match_id)
        await house.service.admission.change(info.guild_id, {"own_matches": 100})
        for n in range(info.capacity - len(info.seats)):
            info = await house.service.lobby.join(match_id, SPARE + n, "Late")
        await house.service.lobby.start(match_id, info.host_id)
        assert (await house.acting(match_id)).moves
        began = await house.service.info(match_id)
        assert began.rules_version == registry.get(info.slug).info.rules_version


async def test_a_finished_match_can_be_looked_back_on(house: House) -> None:
    for match_id in await numbers(house, "over"):
        info = await house.service.info(match_id)
        page = await house.service.history.page(match_id, info.seats[0].user_id, info.ply)
        assert page.glance.outcome is not None
        assert (await house.service.history.verify(match_id)).differing == ()
        read = await house.service.history.transcript(match_id, info.seats[0].user_id)
        assert read.unread == 0
        assert read.outcome == page.glance.outcome


async def test_mail_that_was_never_sent_arrives(house: House) -> None:
    discord = Discord()
    outbox = Outbox(house.store, house.service, discord, house.clock)
    for _ in range(20):  # the outbox first looks for a row that may have been sent
        outbox.kick()
        await settle(outbox)
        house.clock.advance(3600)
    await outbox.close()
    assert discord.looked
    assert {kind for kind, _ in discord.kinds()} >= {"turn", "dm", "lobby", "vote", "seat"}
    assert await house.sql("SELECT id FROM outbox WHERE status IN ('new', 'sending')") == []


async def test_a_bent_row_stops_its_own_match_alone(house: House) -> None:
    bent, *others = await numbers(house, "live")

    def bend(db: Connection) -> None:
        db.execute("DROP TRIGGER log_keeps_values")
        db.execute("UPDATE log SET move = 'gibberish' WHERE match_id = ? AND ply = 2", (bent,))

    await house.store.write(bend)
    await house.service.checkup.run()
    found = await house.service.checkup.found()
    assert [match_id for match_id, _ in found.broken] == [bent]
    rng = Random(1)
    for match_id in others[:9]:
        if (await house.service.info(match_id)).paused_at is None:
            await house.step(match_id, rng)
