"""Databases with bent rows: what is wrong with one match is never another's trouble.

A value of one row is replaced by another one that the schema allows, as somebody may who edits the
file. Then the bot starts on it, and everybody looks at everything.
"""

from __future__ import annotations

import gc
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from matches import checkup
from matches.db.driver import Connection
from tests.files import on_file
from tests.soak.bent_inputs import NASTY, Input
from tests.soak.bent_judge import Judge, watching
from tests.soak.bent_stage import Stage
from tests.soak.found import is_found
from tests.soak.report import Run
from tests.soak.secrets import PLAYERS, START
from tests.soak.wire import COMMAND, COMPONENT, IN_PARTS, Said, Wire, wired

TABLES: Final = (
    *("matches", "matches", "matches", "seats", "seats", "seats", "log", "log", "prepared"),
    *("remarks", "outbox", "votes", "ballots", "holders", "guests", "user_settings", "guilds"),
    *("kept_out", "interactions"),
)
"""The tables whose rows are bent, some more often than others."""
NUMBERS: Final = (0, 1, -1, 2, 7, 99, 2**31, 2**53, 2**63 - 1, -(2**63), 253402300800000, -(10**15))
TEXTS: Final = (
    *(
        "[]",
        "{}",
        "null",
        '{"text": 7}',
        '{"text": "{who}", "params": [["who", 1]]}',
        "[[[",
        "live",
    ),
    *(
        "lobby",
        "over",
        "casual",
        "strict 0",
        "strict 99999999999",
        "undo 1",
        "rewind 0",
        "rewind 9",
    ),
    *("undo x", "krakow", "unknown", "2026-01-01", "en", "xx", "1,2", "played", "rules", "gone"),
)
TAPS: Final = ("turn", "view", "catchup", "guide", "details", "rules", "handtext")
COMMANDS: Final = ("turns", "match list", "log", "board", "match info", "match export", "settings")
OTHER: Final = ("view", "turn")
"""What is tapped in another match, which is as it was."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A value to be replaced.

    Attributes:
        match_id: The match of the row; 0 if it belongs to none.
    """

    table: str
    column: str
    rowid: tuple[tuple[str, object], ...]
    value: object
    match_id: int

    def __str__(self) -> str:
        """Return it in short."""
        row = ", ".join(f"{name} {value!r}" for name, value in self.rowid)
        return f"{self.table}.{self.column} of {row} = {str(self.value)[:60]!r}"


async def attack(run: Run, folder: Path, rng: Random, until: float) -> None:
    """Bend one value after another until the time is over."""
    async with wired(folder, START) as wire:
        stage = Stage(wire, rng)
        await stage.begin()
        judge = Judge(wire, run.report)
        pristine = sqlite3.connect(":memory:", check_same_thread=False)
        await on_file(wire.bot.store, lambda db: db.backup(pristine))
        columns = await wire.bot.store.read(_columns)
        with watching(judge), mock.patch.object(checkup, "REST", 0.0):
            before = {n: await _looked(wire, stage, n) for n in stage.matches}
            while time.monotonic() < until and not is_found(run):
                await _restart(wire, pristine)
                bend = await wire.bot.store.read(lambda db: drawn(db, columns, rng))
                if bend is None or not await _bent(wire, bend):
                    run.report.counts["rows the schema refuses"] += 1
                    continue
                run.report.counts["bent rows"] += 1
                await _look_around(judge, stage, bend, before, rng)


async def _restart(wire: Wire, pristine: sqlite3.Connection) -> None:
    """Put the database back, and forget what was remembered of it."""
    try:
        await on_file(wire.bot.store, pristine.backup)
    except sqlite3.OperationalError:
        gc.collect()  # an error has left a cursor open
        await on_file(wire.bot.store, pristine.backup)
    await _forget(wire)


async def _forget(wire: Wire) -> None:
    service = wire.bot.service
    service._cache._kept.clear()
    service.history._reels.clear()
    service.users._displays.clear()


def _columns(db: Connection) -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    """Return name, type and key of each column, by table."""
    found = {}
    for table in dict.fromkeys(TABLES):
        rows = db.execute(f"PRAGMA table_info({table})").fetchall()
        if rows:
            found[table] = [(name, kind, bool(key)) for _, name, kind, _, _, key in rows]
    return found


def drawn(
    db: Connection, columns: Mapping[str, Sequence[tuple[str, str, bool]]], rng: Random
) -> Bend | None:
    """Return a value to bend; None if a table is empty."""
    table = rng.choice([name for name in TABLES if name in columns])
    rows = db.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - constants
    if not rows:
        return None
    names = [name for name, _, _ in columns[table]]
    row = dict(zip(names, rng.choice(rows), strict=True))
    column, kind, _ = rng.choice(columns[table])
    keys = [name for name, _, key in columns[table] if key] or names
    key = tuple((name, row[name]) for name in keys)
    match_id = row["id"] if table == "matches" else row.get("match_id", 0)
    return Bend(table, column, key, _other(kind, row[column], rng), int(match_id or 0))


def _other(kind: str, value: object, rng: Random) -> object:
    """Return another value for a column."""
    if rng.random() < 0.08:
        return None
    if kind == "INTEGER":
        near = value + rng.choice((-1, 1)) if isinstance(value, int) and abs(value) < 2**60 else 0
        return rng.choice((*NUMBERS, near, near))
    if kind == "BLOB":
        return rng.choice((b"", b"\0", b"\xff" * 32, b"x" * 1000))
    text = str(value or "")
    at = rng.randrange(len(text) + 1)
    cut = text[:at] + rng.choice(NASTY)[:20] + text[at:]
    return rng.choice((*TEXTS, rng.choice(NASTY), rng.choice(NASTY), cut, cut, text[:at]))


async def _bent(wire: Wire, bend: Bend) -> bool:
    """Replace the value; return whether the schema allows it."""
    where = " AND ".join(f"{name} IS ?" for name, _ in bend.rowid)
    values = (bend.value, *(value for _, value in bend.rowid))

    def write(db: Connection) -> None:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(f"UPDATE {bend.table} SET {bend.column} = ? WHERE {where}", values)  # noqa: S608 - constants

    try:
        await wire.bot.store.write(write)
    except (sqlite3.Error, UnicodeEncodeError):
        return False
    return True


async def _look_around(
    judge: Judge, stage: Stage, bend: Bend, before: Mapping[int, Any], rng: Random
) -> None:
    """Let the bot start, and everybody look."""
    wire, report = judge.wire, judge.report
    told = len(report.wrongs)
    try:
        await wire.bot.service.guilds.load()
        await wire.bot.service.users.load()
        await wire.bot.service.checkup.run()
        await wire.bot.scheduler._round()
    except Exception as error:  # noqa: BLE001 - whatever it is
        report.wrong("traceback", f"at the start: {error!r}")
    number = bend.match_id if bend.match_id in stage.matches else rng.choice([*stage.matches])
    channel = stage.matches[number]
    judge.look_away()
    user = rng.choice(PLAYERS[:3])
    for verb in rng.sample(TAPS, 3):
        part = {"type": 2, "custom_id": f"b{verb}:{number}:", "style": 2, "label": "?"}
        data = {"custom_id": part["custom_id"], "component_type": 2}
        message = wire.message(channel, IN_PARTS, part)
        await judge.give(
            Input(COMPONENT, user, channel, f"b{verb}:{number}:", data, number, False, message)
        )
    for name in rng.sample(COMMANDS, 3):
        await judge.give(Input(COMMAND, user, channel, name, wire.command_data(name, {})))
    moved_to = bend.value if bend.column == "match_id" else None  # it has a row more
    other = rng.choice([n for n in stage.matches if n not in (number, moved_to)])
    if bend.match_id and await _looked(wire, stage, other) != before[other]:
        report.wrong("another match", f"match {other} looks different")
    for at in range(told, len(report.wrongs)):
        kind, _, what = report.wrongs[at].partition(":")
        report.wrongs[at] = f"{kind}: {bend}:{what}"


async def _looked(wire: Wire, stage: Stage, number: int) -> list[tuple[Any, ...]]:
    """Return how a match looks to a player."""
    found = list[Said]()
    for verb in OTHER:
        with wire.same_ids():
            found += await wire.tap(
                PLAYERS[0], f"b{verb}:{number}:", channel=stage.matches[number], flags=IN_PARTS
            )
    return [(said.body, said.files) for said in found]
