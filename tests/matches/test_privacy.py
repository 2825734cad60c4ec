from __future__ import annotations

import asyncio
import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from matches.domain.model import MatchInfo
from matches.domain.settings import Display, UserSettings, Words
from matches.domain.table.departure import Outlook
from tests.files import in_file
from tests.matches.helpers import ANN, BEA, CEC, STRANGER, House, is_named


async def test_settings_are_kept(house: House) -> None:
    assert await house.service.users.settings(ANN) == UserSettings(ANN)
    await house.service.users.set_settings(UserSettings(ANN, dm=False))
    await house.service.users.set_settings(UserSettings(BEA, dm=True))
    assert await house.fresh().users.settings(ANN) == UserSettings(ANN, dm=False)
    assert await house.fresh().users.settings(BEA) == UserSettings(BEA, dm=True)


async def test_export_holds_every_setting(house: House) -> None:
    day = datetime(2026, 5, 1, tzinfo=UTC)
    chosen = UserSettings(
        ANN,
        dm=False,
        zone="Europe/Warsaw",
        quiet=(0, 7),
        away=(day, day),
        digest_hour=0,
        display=Display("pl", Words.FIRST, large=True),
    )
    await house.service.users.set_settings(chosen)
    assert await house.service.users.settings(ANN) == chosen
    told = await house.service.users.export(ANN)
    kept = {field.name: told[field.name] for field in fields(chosen) if field.name in told}
    assert json.loads(json.dumps(kept)) == {
        "dm": False,
        "zone": "Europe/Warsaw",
        "quiet": [0, 7],
        "rhythm": "normal",
        "away": [day.isoformat()] * 2,
        "digest_hour": 0,
        "display": {"lang": "pl", "words": "first", "large": True, "dark": False},
    }


async def test_settings_are_saved_beside_what_else_is_stored_of_a_user(house: House) -> None:
    await house.sql("ALTER TABLE user_settings ADD COLUMN later TEXT NOT NULL DEFAULT ''")
    await house.service.users.set_settings(UserSettings(ANN))
    await house.sql("UPDATE user_settings SET later = 'kept'")
    await house.service.users.set_settings(UserSettings(ANN, dm=False))
    assert await house.sql("SELECT dm, later FROM user_settings") == [(0, "kept")]
    await house.sql("ALTER TABLE user_settings DROP COLUMN later")


async def test_who_is_kept_out_of_a_match_reads_it_and_erases_it(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    await house.service.seats.free(match_id, STRANGER, 1, is_admin=True)
    told = await house.service.users.export(STRANGER)
    assert told["kept_out"] == [{"match": match_id, "why": "freed"}]
    await house.service.farewell.erase(STRANGER)
    assert await house.sql("SELECT * FROM kept_out") == []


async def test_export_holds_what_is_ones_own_and_nobody_elses(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        moves = (await house.service.glance(match_id, user)).moves
        await house.play(match_id, user, f"choose {moves[0].parcel}")  # type: ignore[attr-defined]

    told = json.dumps(await house.service.users.export(ANN))

    assert "Ann" in told
    assert told.count("choose") == 1
    assert "deal" not in told
    assert "Bea" not in told
    assert await house.service.users.export(STRANGER) == {
        "user": STRANGER,
        "dm": True,
        "zone": "",
        "quiet": None,
        "rhythm": "normal",
        "away": None,
        "digest_hour": None,
        "display": {"lang": None, "words": "later", "large": False, "dark": False},
        "held": [],
        "kept_out": [],
        "invited": [],
        "votes": [],
        "messages": [],
        "barred_in": [],
        "matches": [],
        "left": [],
    }


async def test_export_holds_what_is_kept_of_matches_that_were_left(house: House) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    said_at = house.clock()
    await house.service.lobby.word(info.id, ANN, "sesame")
    await house.service.lobby.start(info.id, ANN)
    moves = (await house.service.glance(info.id, ANN)).moves
    await house.play(info.id, ANN, f"choose {moves[0].parcel}")  # type: ignore[attr-defined]
    await house.service.seats.resign(info.id, ANN)
    told: dict[str, Any] = await house.service.users.export(ANN)
    [left] = told["left"]
    assert [move["move"] for move in left["moves"]] == [f"choose {moves[0].parcel}"]  # type: ignore[attr-defined]
    assert (left["match"], left["name"], left["word"]) == (info.id, "Ann", "sesame")
    assert left["word_at"] == said_at.isoformat()
    assert told["matches"] == []
    await house.service.seats.claim(info.id, 0, STRANGER, "Zoe")
    again: dict[str, Any] = await house.service.users.export(ANN)
    [left] = again["left"]
    assert (left["name"], len(left["moves"])) == (None, 1)
    other: dict[str, Any] = await house.service.users.export(STRANGER)
    [mine] = other["matches"]
    assert (mine["word"], mine["moves"]) == ("", [])


@pytest.mark.parametrize("is_over", [False, True])
async def test_export_holds_nothing_of_whoever_had_the_seat_later(
    house: House, *, is_over: bool
) -> None:
    info = await house.lobby(ANN, BEA, CEC)
    await house.service.lobby.start(info.id, ANN)
    await house.service.seats.resign(info.id, ANN)
    await house.service.seats.claim(info.id, 0, STRANGER, "Zoe")
    if is_over:
        for user in (BEA, CEC):
            await house.service.seats.resign(info.id, user)
    await house.service.seats.concede(info.id, STRANGER)
    nothing = {"match": info.id, "name": None, "conceded": False}
    assert (await left_by(house, ANN)).items() >= nothing.items()
    if not is_over:
        assert (await left_by(house, STRANGER)).items() >= {"name": "Zoe", "conceded": True}.items()
    await house.service.farewell.erase(STRANGER)
    assert (await left_by(house, ANN)).items() >= nothing.items()


async def left_by(house: House, user: int) -> dict[str, Any]:
    """Return what is stored about a user of the one match that they have left."""
    told: dict[str, Any] = await house.service.users.export(user)
    [left] = told["left"]
    return left  # type: ignore[no-any-return]


async def test_export_holds_clock_and_everything_else_of_a_seat(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.seats.offer(match_id, ANN, offered=True)
    told: dict[str, Any] = await house.service.users.export(ANN)
    [match] = told["matches"]
    now = house.clock().isoformat()
    assert match["clock"]["waiting_since"] == now
    assert (match["offered"], match["had_first"], match["extra_time_s"]) == (True, True, 0)
    assert (match["late_decisions"], match["messages_since_last_action"]) == (0, 0)
    [message] = told["messages"]
    assert message == {"match": match_id, "kind": "dm", "status": "new", "at": now}


@pytest.mark.files
async def test_erasing_leaves_the_match_and_nothing_of_the_user(house: House) -> None:
    match_id = await house.match(ANN, BEA)
    await house.service.users.set_settings(UserSettings(ANN, dm=False))
    await house.finish(match_id)
    other = await house.service.glance(match_id, BEA)
    history = await house.service.history.log(match_id, BEA)

    assert await house.service.farewell.erase(ANN) == Outlook(finished=1)
    assert await house.service.farewell.erase(ANN) == Outlook()

    dump = await house.store.read(lambda db: "\n".join(in_file(db).iterdump()))
    assert not is_named(ANN, dump)
    assert "Ann" not in dump
    after = await house.service.glance(match_id, BEA)
    assert after.view == other.view
    assert [s.name for s in after.match.seats] == ["N. N.", "Bea"]
    kept = await house.service.history.log(match_id, BEA)
    assert [replace(it, seats=()) for it in kept] == [replace(it, seats=()) for it in history]
    assert {seat.name for it in kept for seat in it.seats} == {"N. N.", "Bea"}
    assert (await house.service.history.verify(match_id)).differing == ()


@pytest.mark.files
async def test_what_is_noted_meanwhile_brings_nobody_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await house.match(ANN, BEA)
    await house.finish(match_id)
    service, read, go_on = house.service, asyncio.Event(), asyncio.Event()
    plain = service._cache.info

    async def info(match_id: int) -> MatchInfo:
        found = await plain(match_id)
        read.set()
        await go_on.wait()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(service._cache, "info", info)
        noting = asyncio.create_task(service.delivery_log.posted(match_id, 999, 9000))
        await read.wait()
    erasing = asyncio.create_task(service.farewell.erase(ANN))
    await asyncio.wait([erasing], timeout=0.1)
    go_on.set()
    await noting
    assert await erasing == Outlook(finished=1)

    dump = await house.store.read(lambda db: "\n".join(in_file(db).iterdump()))
    assert not is_named(ANN, dump)
    after = await service.glance(match_id, BEA)
    assert [s.name for s in after.match.seats] == ["N. N.", "Bea"]


def test_an_id_is_found_in_a_lane_and_not_in_a_nonce() -> None:
    assert is_named(ANN, f"(13,'u{ANN}','dm')")
    assert is_named(ANN, f"({ANN},0)")
    assert not is_named(ANN, f"'65419d70ea{ANN}a09341c9'")
