"""Matches that cannot go on: paused, reported, found at a start, then resumed."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from matches.db.driver import Connection
from matches.db.schema import connect, migrations
from matches.domain.table.departure import Effect
from matches.outbox import Outbox
from matches.scheduler import Scheduler
from matches.service import MatchService
from rules.errors import PausedError, ReplayError, StoreError
from rules.notation import format_move
from tests.matches.fakes import Discord, settle
from tests.matches.helpers import ANN, BEA, CACHED, CEC, GUILD, House, pause
from tests.toy import TOY, Place, ToyState

pytestmark = pytest.mark.files
BENT = "UPDATE log SET move = 'gibberish' WHERE match_id = ? AND ply = 2"
MENDED = "UPDATE log SET move = ? WHERE match_id = ? AND ply = 2"
NEWER = "UPDATE matches SET rules_version = 9 WHERE id = ?"


async def begun(house: House) -> int:
    """Return a match of two in which each has chosen a parcel."""
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))
    return match_id


async def change(house: House, statement: str, *values: object) -> None:
    """Change what is stored, bypassing every guard."""

    def forge(db: Connection) -> None:
        db.execute("DROP TRIGGER IF EXISTS log_keeps_values")
        db.execute(statement, values)

    await house.store.write(forge)


async def notes(house: House, match_id: int) -> list[str]:
    """Return the public messages due about a match."""
    found = await house.sql(
        "SELECT text FROM outbox WHERE match_id = ? AND kind = 'note' ORDER BY id", match_id
    )
    return [str(text) for (text,) in found]


@pytest.mark.parametrize("statement", [BENT, NEWER])
async def test_it_is_paused_once_and_everybody_told_why(
    house: House, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await begun(house)
    await change(house, statement, match_id)
    service = house.fresh()
    for _ in range(3):
        with pytest.raises(ReplayError) as caught:
            await service.glance(match_id, ANN)
        assert "/match end" in caught.value.hint.msgid
        with pytest.raises(ReplayError):
            await service.play(match_id, ANN, "done", interaction_id=house.interaction())
        with pytest.raises(ReplayError):
            await service.history.since_own_move(match_id, ANN)
    info = await service.info(match_id)
    assert (info.paused_why, info.status) == ("rules", "live")
    assert all(seat.clock is None or seat.clock.wake is None for seat in info.seats)
    assert len(await notes(house, match_id)) == 1
    assert [r.levelname for r in caplog.records] == ["WARNING"]
    assert "gibberish" not in caplog.text
    assert [m.id for m in await service.turns(info.seats[min(info.to_act)].user_id)] == [match_id]


async def test_it_goes_on_once_it_can_be_read_again(house: House) -> None:
    match_id = await begun(house)
    ((move,),) = await house.sql("SELECT move FROM log WHERE match_id = ? AND ply = 2", match_id)
    before = await house.service.info(match_id)
    await change(house, BENT, match_id)
    await house.fresh().checkup.run()
    await change(house, MENDED, move, match_id)
    service = house.fresh()
    with pytest.raises(PausedError):
        await service.play(match_id, ANN, "done", interaction_id=house.interaction())
    await service.checkup.run()
    after = await service.info(match_id)
    assert (after.paused_at, after.broken) == (None, "")
    assert {s.seat for s in after.seats if s.clock and s.clock.wake} == before.to_act
    assert (await house.outbox(match_id))[-2:] == [("note", None), ("turn", None)]
    assert (await house.finish(match_id)).status == "over"


async def test_a_pause_that_was_voted_for_stays(house: House) -> None:
    match_id = await begun(house)
    ((move,),) = await house.sql("SELECT move FROM log WHERE match_id = ? AND ply = 2", match_id)
    await pause(house.service, match_id, "vote")
    await change(house, BENT, match_id)
    await house.fresh().checkup.run()
    await change(house, MENDED, move, match_id)
    service = house.fresh()
    await service.checkup.run()
    info = await service.info(match_id)
    assert (info.paused_why, info.broken) == ("vote", "")


async def test_it_can_be_ended_and_exported_as_far_as_it_goes(house: House) -> None:
    match_id = await begun(house)
    await change(house, BENT, match_id)
    service = house.fresh()
    await service.checkup.run()
    read = await service.history.transcript(match_id, ANN)
    assert read.unread == 2
    assert [entry.ply for entry in read.entries if not entry.events] == [2, 3]
    assert all(entry.notation is None for entry in read.entries[1:])
    await service.lobby.end(match_id, 0, is_admin=True)
    assert (await service.info(match_id)).status == "ended"
    assert "ended without a result" in (await notes(house, match_id))[-1]
    found = await service.checkup.found(GUILD)
    assert found.broken == ()


async def test_messages_still_due_are_quietly_dropped(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = await begun(house)
    await change(house, BENT, match_id)
    service = house.fresh()

    class Drawing(Discord):
        async def send(self, row):  # type: ignore[no-untyped-def]
            if row.kind in ("turn", "dm"):
                await service.glance(row.match_id, row.user_id)
            return await super().send(row)

    discord = Drawing()
    outbox = Outbox(house.store, service, discord, house.clock)
    outbox.kick()
    await settle(outbox)
    await outbox.close()
    assert "note" in [kind for kind, _ in discord.kinds()]
    assert await house.sql("SELECT id FROM outbox WHERE status IN ('new', 'sending')") == []
    assert [r.levelname for r in caplog.records] == ["WARNING"]


async def test_no_clock_of_it_goes_on(house: House, caplog: pytest.LogCaptureFixture) -> None:
    match_id = await begun(house)
    await change(house, BENT, match_id)
    await change(house, "UPDATE matches SET pace = 'strict 1h' WHERE id = ?", match_id)
    await change(house, "UPDATE seats SET due_at = 1, wake_at = 1 WHERE wake_at IS NOT NULL")
    scheduler = Scheduler(house.store, house.fresh(), house.clock)
    scheduler.kick()
    assert scheduler._task is not None
    await asyncio.wait_for(scheduler._task, 5)
    await scheduler.close()
    assert await house.sql("SELECT seat FROM seats WHERE open = 1") == []
    assert [r.levelname for r in caplog.records] == ["WARNING"]


async def test_the_log_has_one_line_about_all(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    bent, newer, sound = [await begun(house) for _ in range(3)]
    await change(house, BENT, bent)
    await change(house, NEWER, newer)
    service = house.fresh()
    with caplog.at_level(logging.INFO):
        await service.checkup.run()
    line = caplog.messages[-1]
    assert line.startswith("checked 3 live matches")
    assert f"{bent} (ply 2" in line
    assert f"{newer} (ply 0: toy is played by rules 9, known are 1 to 1)" in line
    assert f"{sound} (" not in line
    assert (await service.checkup.found(GUILD + 1)).broken == ()
    assert await service.glance(sound, ANN)


async def test_a_game_that_is_gone_is_no_riddle_either(house: House) -> None:
    match_id = await begun(house)
    await change(house, "UPDATE matches SET slug = 'chess' WHERE id = ?", match_id)
    service = house.fresh()
    await service.checkup.run()
    assert "no game 'chess'" in (await service.checkup.found()).broken[0][1]


async def test_answers_do_not_wait_for_the_look_through(house: House) -> None:
    await house.service.admission.change(GUILD, {"own_matches": 30})
    numbers = [await begun(house) for _ in range(30)]
    service = house.fresh()
    running = asyncio.create_task(service.checkup.run())
    await asyncio.sleep(0)
    assert (await service.glance(numbers[0], ANN)).match.id == numbers[0]
    assert not running.done()
    await running


# Versions, in the toy game: the newer rules allow three flags in a turn.


def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TOY.initial_state

    def initial_state(seats: int, options: frozenset[str], version: int = 0) -> ToyState:
        state = plain(seats, options, version)
        return replace(state, limit=3) if state.version >= 2 else state

    monkeypatch.setattr(TOY, "initial_state", initial_state)
    monkeypatch.setattr(TOY, "info", replace(TOY.info, rules_version=2))


async def place_all(house: House, match_id: int) -> int:
    """Place flags while that is possible; return how many were placed."""
    placed = 0
    while True:
        glance = await house.acting(match_id)
        flags = [move for move in glance.moves if isinstance(move, Place)]
        if not flags:
            return placed
        user = glance.match.seats[glance.seat].user_id
        await house.play(match_id, user, format_move(flags[0]))
        placed += 1


async def test_a_match_keeps_the_rules_it_was_begun_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, lobby = await begun(house), await house.lobby(ANN, BEA)
    newer_rules(monkeypatch)
    house.service = house.fresh()
    await house.service.lobby.start(lobby.id, ANN)
    for user in (ANN, BEA):
        glance = await house.service.glance(lobby.id, user)
        await house.play(lobby.id, user, format_move(glance.moves[0]))
    assert (await place_all(house, old), await place_all(house, lobby.id)) == (2, 3)
    for match_id, version in ((old, 1), (lobby.id, 2)):
        assert (await house.service.info(match_id)).rules_version == version
        await house.service.history.page(match_id, ANN, 0)
        await house.finish(match_id)
        assert (await house.service.history.verify(match_id)).differing == ()


async def test_going_back_stays_within_the_old_rules(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begun(house)
    newer_rules(monkeypatch)
    house.service = house.fresh()
    await place_all(house, old)
    info = await house.service.info(old)
    mover = info.seats[min(info.to_act)].user_id
    await house.undo(old, mover)
    assert await place_all(house, old) == 1
    vote = await house.service.votes.ask_undo(old, mover)
    for user in (ANN, BEA):
        if vote.status == "open":
            vote = await house.service.votes.cast(vote.id, user, True)
    assert vote.status == "passed"
    assert await place_all(house, old) == 1


async def test_old_rules_that_were_dropped_are_unknown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await begun(house)
    monkeypatch.setattr(TOY, "info", replace(TOY.info, rules_version=3, oldest_version=2))
    with pytest.raises(ReplayError, match="known are 2 to 3"):
        await house.fresh().glance(old, ANN)


async def test_a_prepared_move_that_is_none_any_more_is_dropped(house: House) -> None:
    match_id = await house.match(ANN, BEA, CEC)
    values = (match_id, 0, "teleport r1c1")
    await change(house, "INSERT INTO prepared (match_id, seat, move) VALUES (?, ?, ?)", *values)
    assert (await house.fresh().glance(match_id, ANN)).prepared is None


async def test_an_older_process_beside_a_newer_one_loses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each plays what it knows; the older one leaves alone what it does not know."""
    old = await begun(house)
    older = house.fresh()
    await older.glance(old, ANN)
    newer_rules(monkeypatch)
    newer = house.fresh()
    new = await house.lobby(ANN, BEA)
    await newer.lobby.start(new.id, ANN)
    house.service = newer
    await place_all(house, old)
    monkeypatch.undo()
    with pytest.raises(ReplayError, match="known are 1 to 1"):
        await older.glance(new.id, ANN)
    older = MatchService(house.store, clock=house.clock, cached=CACHED)
    house.service = older
    await house.finish(old)
    assert (await older.info(new.id)).broken
    newer_rules(monkeypatch)
    house.service = house.fresh()
    await house.service.checkup.run()
    assert (await house.finish(new.id)).rules_version == 2


def test_an_older_version_refuses_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "stolik.db"
    with closing(connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    with pytest.raises(StoreError, match="is from a newer version .*: update the program"):
        connect(path)


async def test_a_seat_left_meanwhile_is_played_once_the_match_can_be_read(house: House) -> None:
    match_id = await begun(house)
    (acting,) = (await house.service.info(match_id)).to_act
    leaving, other = ((ANN, BEA), (BEA, ANN))[acting]
    (right,) = (await house.sql("SELECT move FROM log WHERE ply = 2"))[0]
    await change(house, BENT, match_id)
    service = house.fresh()

    after = await service.farewell.leave(match_id, leaving, Effect.OPENED)
    assert (after.seats[acting].open, after.paused_why) == (True, "rules")
    assert (await service.farewell.erase(leaving)).finished == 1
    await change(house, MENDED, right, match_id)
    await service.checkup.run()

    info = await service.info(match_id)
    assert (info.broken, info.paused_at, info.host_id) == ("", None, other)
    assert info.seats[acting].clock is None
    assert info.to_act == {info.seat_of(other)}
    assert (await house.fresh().glance(match_id, other)).match == info


async def test_the_last_player_can_leave_a_match_that_cannot_be_read(house: House) -> None:
    match_id = await begun(house)
    await change(house, BENT, match_id)
    service = house.fresh()
    await service.farewell.erase(ANN)
    assert (await service.farewell.erase(BEA)).ended == 1
    assert (await service.info(match_id)).status == "ended"
    assert (await house.outbox(match_id))[-1] == ("note", None)
