"""One match brought back from a backup, while all others stay as they are."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from matches.db import matches as matches_db
from matches.db.desk.copies import backup
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain.history.replay import revive
from rules.errors import NotSeatedError, StaleMoveError
from rules.notation import format_move
from scripts.restore import main
from tests.files import file_of
from tests.matches.helpers import ANN, BEA, CEC, House, is_named

pytestmark = pytest.mark.files
DAY = 86400.0


class Bench:
    """A database, a backup of it, and the script."""

    def __init__(self, house: House, tmp_path: Path) -> None:
        self.house = house
        self.path = file_of(house.store)
        self.copy = tmp_path / "backup.db"

    async def back_up(self) -> None:
        await self.house.store.set_meta("heartbeat", self.house.clock.now.isoformat())
        backup(self.path, self.copy)

    async def restore(self, match_id: int, *more: str, step: Any = lambda: None) -> int:
        """Stop the bot, run the script, start it again."""
        await self.house.store.close()
        words = [str(self.copy), str(match_id), "--database", str(self.path), *more]
        try:
            return main(words, self.house.clock, step)
        finally:
            await self.start()

    async def start(self) -> None:
        self.house.store = await Store.open(self.path)
        self.house.service = House(self.house.store, self.house.clock).service

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(sql).fetchall()

    def others(self, match_id: int) -> list[list[tuple[Any, ...]]]:
        """Return every row of every table that isn't about a match."""
        with closing(sqlite3.connect(self.path)) as db:
            named = db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%match_id%'"
            ).fetchall()
            found = [
                db.execute(f"SELECT * FROM {name} WHERE match_id <> ?", (match_id,)).fetchall()  # noqa: S608 - tables
                for (name,) in named
            ]
            found.append(db.execute("SELECT * FROM matches WHERE id <> ?", (match_id,)).fetchall())
            return found


@pytest.fixture
async def bench(house: House, tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(house, tmp_path)
    yield bench
    await bench.house.store.close()


async def step(house: House, match_id: int, count: int = 1) -> None:
    """Let whoever is to act make the first legal move, a few times."""
    for _ in range(count):
        info = await house.service.info(match_id)
        user = info.seats[min(info.to_act)].user_id
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, format_move(glance.moves[0]))


async def test_a_match_is_as_it_was_and_all_others_as_they_are(bench: Bench, capsys: Any) -> None:
    house = bench.house
    one, other = await house.match(ANN, BEA), await house.match(ANN, CEC)
    await step(house, one, 2)
    then = await house.store.read(lambda db: matches_db.load(db, one))
    assert then is not None
    await bench.back_up()
    then_at = house.clock.now
    house.clock.advance(DAY)
    await step(house, one, 3)
    await step(house, other, 2)
    kept, ply = bench.others(one), (await house.service.info(one)).ply

    assert await bench.restore(one) == 1
    said = capsys.readouterr().out
    assert f"{ply - then.info.ply} rows of moves, draws and undos" in said
    assert "say --yes" in said
    assert (await house.service.info(one)).ply == ply

    assert await bench.restore(one, "--yes") == 0
    assert bench.others(one) == kept
    now = await house.store.read(lambda db: matches_db.load(db, one))
    assert now is not None
    assert now.log == then.log
    assert now.seed == then.seed
    assert now.info.to_act == then.info.to_act
    assert revive(now).timeline.ply == then.info.ply
    for seat in now.info.seats:
        before = then.info.seats[seat.seat].clock
        if before is not None:
            assert seat.clock is not None
            assert seat.clock.due == before.due + (house.clock.now - then_at)
    for row in then.log:
        assert row.move not in said
    await step(house, one)
    await step(house, other)


async def test_its_channel_reads_what_happened_and_gets_the_board(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await bench.back_up()
    await step(house, one, 2)
    await bench.restore(one, "--yes")
    owed = bench.rows("SELECT kind, user_id, text FROM outbox WHERE match_id = 1 ORDER BY id")
    assert [kind for kind, *_ in owed] == ["note", "turn", "dm", "dm"]
    assert "has put this match back" in owed[0][2]
    assert {user for _, user, _ in owed[2:]} == {ANN, BEA}
    info = await house.service.info(one)
    assert info.post_id is None
    glance = await house.service.glance(one, None)
    assert glance.newly == info.to_act


async def test_where_it_is_in_discord_stays_as_it_is(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA, thread=True)
    await bench.back_up()
    await house.service.delivery_log.thread_opened(one, 4711)
    await step(house, one)
    await bench.restore(one, "--yes")
    info = await house.service.info(one)
    assert info.channel_id == 4711
    assert not info.wants_thread


async def test_a_match_without_a_channel_waits_for_one(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await bench.back_up()
    await step(house, one)
    await house.service.channels.lost(one)
    await bench.restore(one, "--yes")
    info = await house.service.info(one)
    assert (info.trouble, info.paused_why) == ("gone", "gone")
    assert bench.rows("SELECT count(*) FROM outbox WHERE match_id = 1") == [(0,)]


async def test_a_match_that_ended_by_mistake_goes_on(bench: Bench, capsys: Any) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one)
    await bench.back_up()
    await house.service.lobby.end(one, 0, is_admin=True)
    assert (await house.service.info(one)).chance_seed
    await bench.restore(one, "--yes")
    assert "its seed is public by now" in capsys.readouterr().out
    info = await house.service.info(one)
    assert info.status == "live"
    assert not info.chance_seed
    remarks = bench.rows("SELECT text FROM remarks WHERE match_id = 1 ORDER BY id")
    assert "the seed of its draws is public" in remarks[-1][0]
    await step(house, one)


async def test_its_channel_may_be_taken_by_now(bench: Bench, capsys: Any) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await bench.back_up()
    await house.service.lobby.end(one, 0, is_admin=True)
    where = (await house.service.info(one)).channel_id
    other = await house.lobby(ANN, CEC)
    await house.store.write(
        lambda db: db.execute("UPDATE matches SET channel_id = ? WHERE id = ?", (where, other.id))
    )
    assert await bench.restore(one, "--yes") == 1
    assert f"match {other.id} is played in its channel now" in capsys.readouterr().err
    assert (await house.service.info(one)).status == "ended"


async def test_a_deleted_match_comes_back_with_its_number_and_its_rematch(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await house.service.lobby.end(one, 0, is_admin=True)
    info = await house.service.info(one)
    await house.service.lobby.rematch(one, ANN, info.channel_id, thread=False)
    await bench.back_up()
    await house.service.retention.choose(info.guild_id, 1)
    house.clock.advance(3 * DAY)
    await house.service.retention.sweep(info.guild_id)
    assert bench.rows("SELECT id, rematch_of FROM matches") == [(2, None)]
    assert await bench.restore(one, "--yes") == 0
    assert bench.rows("SELECT id, rematch_of FROM matches ORDER BY id") == [(1, None), (2, None)]
    assert (await house.service.info(one)).status == "ended"
    assert (await house.lobby(ANN)).id == 3


async def test_a_rematch_stays_the_rematch(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await bench.back_up()
    await house.service.lobby.end(one, 0, is_admin=True)
    away = (await house.service.info(one)).channel_id + 1000
    await house.service.lobby.rematch(one, ANN, away, thread=False)
    await bench.restore(one, "--yes")
    assert bench.rows("SELECT rematch_of FROM matches WHERE id = 2") == [(one,)]


async def test_who_was_erased_since_stays_erased(bench: Bench, capsys: Any) -> None:
    house = bench.house
    one, other = await house.match(ANN, BEA), await house.match(ANN, CEC)
    await step(house, one, 2)
    await bench.back_up()
    await step(house, one)
    await house.service.farewell.erase(ANN)
    await bench.restore(one, "--yes")
    assert "1 of its players were erased" in capsys.readouterr().out
    info = await house.service.info(one)
    assert ANN not in {seat.user_id for seat in info.seats}
    assert {seat.name for seat in info.seats} == {"N. N.", "Bea"}
    assert info.host_id == BEA
    assert info.seats[0].open
    with closing(sqlite3.connect(bench.path)) as db:
        dump = "\n".join(db.iterdump())
    assert not is_named(ANN, dump)
    assert "Ann" not in dump
    assert (await house.service.info(other)).seats[0].name == "N. N."
    await house.service.computers.start()
    await step_of(house, one, BEA)


async def test_who_was_erased_and_came_back_is_only_there(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one, 2)
    await bench.back_up()
    await house.service.farewell.erase(ANN)
    new = await house.match(ANN, CEC)
    await bench.restore(one, "--yes")
    assert ANN not in {seat.user_id for seat in (await house.service.info(one)).seats}
    assert (await house.service.info(new)).seats[0].user_id == ANN


@pytest.mark.parametrize("erased", [ANN, BEA])
async def test_who_was_erased_since_cannot_reopen_a_closed_match(bench: Bench, erased: int) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    for _ in range(2):  # it is announced, then closed
        house.clock.advance(31 * DAY)
        await house.service.closing.act_on(one)
    closed = await house.service.info(one)
    assert (closed.status, closed.ending) == ("ended", "unmoved")
    await bench.back_up()
    await house.service.closing.reopen(one, ANN)
    await house.service.farewell.erase(erased)
    await bench.restore(one, "--yes")
    info = await house.service.info(one)
    assert info.status == "ended"
    assert info.life.check is not None
    here = {seat.user_id for seat in info.seats}
    assert here == {ANN, BEA} - {erased} | {0}
    assert info.host_id == (BEA if erased == ANN else ANN)
    with pytest.raises(NotSeatedError):
        await bench.house.service.closing.reopen(one, erased)
    await bench.house.service.closing.reopen(one, info.host_id)


async def test_an_erased_last_player_leaves_a_match_that_ended(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one, 2)
    await bench.back_up()
    await house.service.farewell.erase(ANN)
    await house.service.farewell.erase(BEA)
    await bench.restore(one, "--yes")
    info = await house.service.info(one)
    assert info.status == "ended"
    assert {seat.name for seat in info.seats} == {"N. N."}


async def step_of(house: House, match_id: int, user: int) -> None:
    """Let a user make a move when it is theirs."""
    glance = await house.service.glance(match_id, user)
    if glance.moves:
        await house.play(match_id, user, format_move(glance.moves[0]))


async def test_an_open_vote_is_closed_and_its_post_says_so(bench: Bench) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one, 2)
    await house.service.votes.ask_undo(one, ANN)
    await bench.back_up()
    await house.service.votes.cast(1, BEA, yes=False)
    await step(house, one)
    await bench.restore(one, "--yes")
    assert bench.rows("SELECT id, status FROM votes") == [(1, "stale")]
    assert ("vote",) in bench.rows("SELECT kind FROM outbox WHERE match_id = 1")


async def test_a_broken_log_is_brought_back_and_a_broken_backup_is_not(
    bench: Bench, capsys: Any
) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one, 2)
    await bench.back_up()

    def bend(db: Connection) -> None:
        db.execute("DROP TRIGGER log_keeps_values")
        db.execute("UPDATE log SET move = 'gibberish' WHERE match_id = 1 AND ply = 1")

    await house.store.write(bend)
    assert await bench.restore(one, "--yes") == 0
    assert "the two logs differ from row 1 on" in capsys.readouterr().out
    await step(house, one)
    with closing(sqlite3.connect(bench.copy)) as db, db:
        bend(db)
    assert await bench.restore(one, "--yes") == 1
    said = capsys.readouterr().err
    assert "does not replay at ply 1" in said
    assert "gibberish" not in said


@pytest.mark.parametrize("number", [2, 9])
async def test_what_is_not_in_the_backup_or_had_not_begun_is_refused(
    bench: Bench, number: int, capsys: Any
) -> None:
    await bench.house.match(ANN, BEA)
    await bench.house.lobby(ANN, BEA)
    await bench.back_up()
    assert await bench.restore(number, "--yes") == 1
    assert f"no match {number} that had begun" in capsys.readouterr().err


async def test_nothing_is_done_when_nothing_has_changed(bench: Bench, capsys: Any) -> None:
    one = await bench.house.match(ANN, BEA)
    await bench.back_up()
    assert await bench.restore(one, "--yes") == 1
    assert "the same in the backup as now" in capsys.readouterr().err


async def test_it_is_refused_while_the_bot_runs(bench: Bench, capsys: Any) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await bench.back_up()
    await step(house, one)
    words = [str(bench.copy), str(one), "--database", str(bench.path), "--yes"]
    assert main(words, house.clock) == 1
    assert "stop the bot first" in capsys.readouterr().err
    await step(house, one)  # and the bot goes on


async def test_a_database_that_is_not_there_is_refused(bench: Bench, capsys: Any) -> None:
    one = await bench.house.match(ANN, BEA)
    await bench.back_up()
    nowhere = bench.path.with_name("nowhere.db")
    assert main([str(bench.copy), str(one), "--database", str(nowhere)], bench.house.clock) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not nowhere.exists()


KILLED = """
import itertools, os, sys
from rules import registry
from scripts.restore import main
from tests.toy import TOY

steps = itertools.count(1)

def bomb():
    if next(steps) == int(sys.argv[1]):
        os._exit(7)

with registry.register(TOY.info.slug, TOY):
    main(sys.argv[2:], step=bomb)
"""
"""A process that dies after some part of its work."""


@pytest.mark.parametrize("steps", [2, 4])
async def test_a_kill_on_the_way_changes_nothing(bench: Bench, steps: int) -> None:
    house = bench.house
    one = await house.match(ANN, BEA)
    await step(house, one)
    await bench.back_up()
    await step(house, one, 2)
    await house.store.close()
    before = bench.rows("SELECT * FROM log"), bench.rows("SELECT * FROM matches")
    words = (str(bench.copy), "1", "--database", str(bench.path), "--yes")
    died = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, str(steps), *words)
    assert await asyncio.wait_for(died.wait(), 60) == 7
    await bench.start()
    assert (bench.rows("SELECT * FROM log"), bench.rows("SELECT * FROM matches")) == before
    await step(house, one)


@pytest.mark.parametrize("ahead", [1, 5, 10**9])
async def test_a_tap_for_a_row_that_is_gone_is_too_late(house: House, ahead: int) -> None:
    one = await house.match(ANN, BEA)
    await step(house, one)
    info = await house.service.info(one)
    user = info.seats[min(info.to_act)].user_id
    move = format_move((await house.service.glance(one, user)).moves[0])
    with pytest.raises(StaleMoveError):
        await house.play(one, user, move, ply=info.ply + ahead)
    with pytest.raises(StaleMoveError):
        await house.service.prepare(one, user, move, ply=info.ply + ahead)
    assert (await house.service.info(one)).ply == info.ply
    await house.play(one, user, move, ply=info.ply)
