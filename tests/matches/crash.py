"""Kills a process before the n-th statement of a request; test_crash.py runs it.

``python -m tests.matches.crash FOLDER REQUEST`` prints what was found after each kill, as JSON.
Each try is a forked child on a fresh copy of a database; it dies by `os._exit`, like by SIGKILL.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from matches.db.privacy import retention
from matches.db.store import Store
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import Opening
from matches.domain.outbox_item import OutboxRow, Sent
from matches.domain.table.invitations import Guest
from matches.outbox import Outbox
from rules import registry
from tests.files import on_file
from tests.matches.fakes import arrived, settle
from tests.matches.helpers import ANN, BEA, CEC, CHANNEL, GUILD, Clock, House
from tests.toy import TOY

DIED: Final = 7
MATCH: Final = 1


class Bomb:
    """Ends the process at the n-th step; 0 never does."""

    def __init__(self, fuse: int) -> None:
        self._steps = itertools.count(1)
        self._fuse = fuse

    def step(self, _: object = None) -> None:
        if next(self._steps) == self._fuse:
            os._exit(DIED)


class Letterbox:
    """A Discord that survives the process: one line for each message that arrived."""

    def __init__(self, path: Path, bomb: Bomb) -> None:
        self._path = path
        self._bomb = bomb

    async def send(self, row: OutboxRow) -> Sent | None:
        self._bomb.step()
        with self._path.open("a") as file:
            file.write(f"{row.nonce} {row.kind} {row.user_id}\n")
        self._bomb.step()
        return arrived(row)

    async def find(self, row: OutboxRow) -> Sent | None:
        lines = self._path.read_text() if self._path.exists() else ""
        return arrived(row) if row.nonce in lines else None


async def lobby(house: House) -> None:
    await house.lobby(ANN, BEA, thread=True)


async def dealt(house: House) -> None:
    await house.match(ANN, BEA, thread=True)


async def prepared(house: House) -> None:
    """Let chance be next after the acting player is done; the other has sealed a move."""
    match_id = await house.match(ANN, BEA)
    for user in (ANN, BEA):
        glance = await house.service.glance(match_id, user)
        await house.play(match_id, user, f"choose {glance.moves[0].parcel}")  # type: ignore[attr-defined]
    acting = (await house.acting(match_id)).seat
    await house.play(match_id, (ANN, BEA)[acting], "place r1c1")
    await house.service.prepare(match_id, (BEA, ANN)[acting], "place r6c6")


async def late(house: House) -> None:
    """Let all but Bea choose, in a match where a late player loses the seat."""
    info = await house.lobby(ANN, BEA, CEC)
    await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STRICT, 24))
    await house.service.lobby.start(info.id, ANN)
    for user in (ANN, CEC):
        glance = await house.service.glance(info.id, user)
        await house.play(info.id, user, f"choose {glance.moves[0].parcel}")  # type: ignore[attr-defined]


async def do_remind(house: House) -> None:
    house.clock.advance(12.5 * 3600)
    await house.service.clocks.act_on(MATCH, 1)


async def do_open(house: House) -> None:
    house.clock.advance(25 * 3600)
    await house.service.clocks.act_on(MATCH, 1)


async def do_away(house: House) -> None:
    await house.service.clocks.away(BEA, (house.clock.now, house.clock.now + timedelta(days=5)))


async def do_create(house: House) -> None:
    await house.service.lobby.create(
        Opening(
            slug="toy",
            capacity=2,
            guild_id=GUILD,
            channel_id=CHANNEL + 50,
            user_id=ANN,
            name="Ann",
        )
    )


async def do_start(house: House) -> None:
    await house.service.lobby.start(MATCH, ANN)


async def do_done(house: House) -> None:
    user = (ANN, BEA)[(await house.acting(MATCH)).seat]
    await house.service.play(MATCH, user, "done", interaction_id=777)


async def do_undo(house: House) -> None:
    user = (ANN, BEA)[(await house.acting(MATCH)).seat]
    await house.service.undo(MATCH, user, interaction_id=777)


async def do_leave(house: House) -> None:
    await house.service.lobby.leave(MATCH, ANN)


async def do_end(house: House) -> None:
    await house.service.lobby.end(MATCH, 0, is_admin=True)


async def asked(house: House) -> None:
    """Let the player to act ask to go back.

    One ballot is missing, and a move is prepared.
    """
    await prepared(house)
    user = (ANN, BEA)[(await house.acting(MATCH)).seat]
    await house.service.votes.ask_undo(MATCH, user)


async def do_agree(house: House) -> None:
    user = (BEA, ANN)[(await house.acting(MATCH)).seat]
    await house.service.votes.cast(1, user, yes=True)


async def do_resign(house: House) -> None:
    await house.service.seats.resign(MATCH, (ANN, BEA)[(await house.acting(MATCH)).seat])


async def vacated(house: House) -> None:
    """Let Bea leave, who has to choose like the others."""
    await house.match(ANN, BEA, CEC)
    await house.service.seats.resign(MATCH, BEA)


async def do_answer(house: House) -> None:
    await house.service.computers.start()


async def left(house: House) -> None:
    await prepared(house)
    await house.service.seats.resign(MATCH, BEA)


async def do_claim(house: House) -> None:
    await house.service.seats.claim(MATCH, 1, CEC, "Cec")


async def do_lose(house: House) -> None:
    await house.service.channels.lost(MATCH, parent_id=CHANNEL)


async def homeless(house: House) -> None:
    await prepared(house)
    await house.service.channels.lost(MATCH)


async def do_open_anew(house: House) -> None:
    await house.service.channels.open_anew(MATCH, BEA, GUILD + 1, CHANNEL + 50, thread=True)


async def invited(house: House) -> None:
    """Keep a seat for Cec in a lobby where both players have given a word."""
    info = await house.lobby(ANN, BEA)
    await house.service.lobby.reserve(info.id, ANN, Guest(CEC, "Cec"), 24, tell=True)
    await house.service.lobby.word(info.id, ANN, "apple")
    await house.service.lobby.word(info.id, BEA, "pear")


async def do_reserve(house: House) -> None:
    await house.service.lobby.reserve(MATCH, ANN, Guest(CEC, "Cec"), 24, tell=True)


async def do_join(house: House) -> None:
    await house.service.lobby.join(MATCH, CEC, "Cec")


async def do_remove(house: House) -> None:
    await house.service.lobby.remove(MATCH, ANN, BEA)


async def do_word(house: House) -> None:
    await house.service.lobby.word(MATCH, BEA, "plum")


async def do_release(house: House) -> None:
    house.clock.advance(25 * 3600)
    await house.service.lobby.release(MATCH)


async def seated(house: House) -> None:
    """Let Ann sit in two matches, in one with a sealed move, and host a lobby with Bea."""
    await prepared(house)
    await dealt(house)
    await lobby(house)


async def do_erase(house: House) -> None:
    await house.service.farewell.erase(ANN)


async def over(house: House) -> None:
    await prepared(house)
    await house.service.lobby.end(MATCH, 0, is_admin=True)


async def do_delete(house: House) -> None:
    await house.store.write(lambda db: retention.delete(db, [MATCH]))


async def forgotten(house: House) -> None:
    """Let nobody touch a match until its end has to be announced."""
    await prepared(house)
    house.clock.advance(40 * 86400)


async def announced(house: House) -> None:
    await forgotten(house)
    await house.service.closing.act_on(MATCH)


async def closed(house: House) -> None:
    await announced(house)
    house.clock.advance(10 * 86400)
    await house.service.closing.act_on(MATCH)


async def do_look(house: House) -> None:
    house.clock.advance(60 * 86400)
    await house.service.closing.act_on(MATCH)


async def do_keep(house: House) -> None:
    await house.service.closing.keep(MATCH, BEA)


async def do_reopen(house: House) -> None:
    await house.service.closing.reopen(MATCH, BEA)


async def do_together(house: House) -> None:
    """Let two wait for the disk at once, behind something else."""
    gate = threading.Event()

    async def go() -> None:
        gate.set()

    await asyncio.gather(
        on_file(house.store, lambda _: gate.wait(5)),
        house.store.set_meta("one", "1"),
        house.store.set_meta("other", "2"),
        go(),
    )


Step = Callable[[House], Awaitable[None]]
REQUESTS: Final[dict[str, tuple[Step, Step]]] = {
    "create": (dealt, do_create),
    "leave": (lobby, do_leave),
    "start": (lobby, do_start),
    "done": (prepared, do_done),
    "undo": (prepared, do_undo),
    "end": (prepared, do_end),
    "lose": (prepared, do_lose),
    "settle": (homeless, do_open_anew),
    "remind": (late, do_remind),
    "open": (late, do_open),
    "away": (late, do_away),
    "agree": (asked, do_agree),
    "outdate": (asked, do_done),
    "resign": (asked, do_resign),
    "answer": (vacated, do_answer),
    "claim": (left, do_claim),
    "reserve": (lobby, do_reserve),
    "join": (invited, do_join),
    "remove": (invited, do_remove),
    "word": (invited, do_word),
    "release": (invited, do_release),
    "begin": (invited, do_start),
    "erase": (seated, do_erase),
    "delete": (over, do_delete),
    "announce": (prepared, do_look),
    "close": (announced, do_look),
    "keep": (announced, do_keep),
    "reopen": (closed, do_reopen),
    "together": (lobby, do_together),
}


def dump(path: Path) -> str:
    """Return everything in a database but the nonces, which are random."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        db.execute("UPDATE outbox SET nonce = id")
        text = "\n".join(db.iterdump())
        db.rollback()
    return text


async def opened(path: Path, bomb: Bomb) -> Store:
    """Open a database in which each statement is a step.

    The disk survives, so nothing waits for it.
    """
    store = await Store.open(path)
    await on_file(store, lambda db: db.execute("PRAGMA synchronous = OFF"))
    await on_file(store, lambda db: db.set_trace_callback(bomb.step))
    return store


async def run(path: Path, step: Step, fuse: int) -> None:
    bomb = Bomb(fuse)
    store = await opened(path, bomb)
    house = House(store, Clock())
    if step is not do_answer:  # what computers answer is done on its own
        await house.service.computers.close()
    await step(house)
    await store.close()


async def deliver(path: Path, fuse: int) -> None:
    bomb = Bomb(fuse)
    store = await opened(path, bomb)
    house = House(store, Clock())
    letters = Letterbox(path.with_suffix(".letters"), bomb)
    outbox = Outbox(store, house.service, letters, house.clock)
    outbox.kick()
    await settle(outbox)
    await store.close()


def survives(work: Callable[..., Coroutine[Any, Any, None]], *arguments: object) -> bool:
    """Run something in a child; return whether it finished."""
    pid = os.fork()
    if pid == 0:
        try:
            asyncio.run(work(*arguments))
            os._exit(0)
        except BaseException as error:  # noqa: BLE001 - told by the exit status
            print(repr(error), file=sys.stderr)
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, DIED), status
    return status == 0


def fresh(folder: Path, start: Path) -> Path:
    path = folder / "try.db"
    for old in folder.glob("try.*"):
        old.unlink()
    shutil.copy(start, path)
    return path


def main() -> None:
    with registry.register(TOY.info.slug, TOY):
        _crash(Path(sys.argv[1]), sys.argv[2])


def _crash(folder: Path, request: str) -> None:
    start = folder / "start.db"
    if request == "deliver":
        assert survives(run, start, dealt, 0)
        print(json.dumps(kill_deliveries(folder, start)))
        return
    before, step = REQUESTS[request]
    assert survives(run, start, before, 0)
    print(json.dumps(kill_requests(folder, start, step)))


def kill_requests(folder: Path, start: Path, step: Step) -> list[str]:
    path = fresh(folder, start)
    assert survives(run, path, step, 0)
    states = {dump(start): "before", dump(path): "after"}
    assert len(states) == 2
    found = []
    for fuse in itertools.count(1):
        path = fresh(folder, start)
        ended = survives(run, path, step, fuse)
        found.append(states.get(dump(path), "half"))
        if ended:
            return found
    raise AssertionError


def kill_deliveries(folder: Path, start: Path) -> list[str]:
    """Kill, start again, and check what has arrived and whether the database knows."""
    found = []
    for fuse in itertools.count(1):
        path = fresh(folder, start)
        ended = survives(deliver, path, fuse)
        assert survives(deliver, path, 0)
        letters = path.with_suffix(".letters").read_text().splitlines()
        doubled = len({line.split()[0] for line in letters}) < len(letters)
        with closing(sqlite3.connect(path)) as db:
            open_rows = db.execute("SELECT count(*) FROM outbox WHERE status <> 'sent'").fetchone()
            (posted,) = db.execute("SELECT posted_ply FROM matches").fetchone()
        kinds = sorted(line.split(maxsplit=1)[1] for line in letters)
        complete = kinds == [f"dm {ANN}", f"dm {BEA}", "lobby None", "thread None", "turn None"]
        right = complete and not doubled and open_rows == (0,) and posted == 1
        found.append("right" if right else f"wrong: {kinds} {open_rows} {posted}")
        if ended:
            return found
    raise AssertionError


if __name__ == "__main__":
    main()
