"""Whether an image of the disk still holds everything that was answered, and nothing half.

While requests run, `WatchedDatabase` notes the content of the database after every transaction. An
image has to open, to be sound, and to hold one of these contents, none older than the newest that
was answered before the power went.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from matches.db import matches as matches_db
from matches.db import schema
from matches.db.driver import Connection, SqliteDatabase
from matches.db.store import Store
from matches.domain.history.replay import revive
from rules.errors import StoreError
from tests.soak.power_disk import Disk, Image
from tests.soak.power_vfs import Op, Recorder
from tests.soak.report import Report

T = TypeVar("T")
DATABASE: Final = "stolik.db"
COPY: Final = "copy.db"
_OPENED: Final[list[SqliteDatabase]] = []
AGAIN: Final = 0.05
"""The share of images in which the power goes a second time, while they are opened."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a database holds.

    Attributes:
        digest: Equal for equal rows of all tables.
        plies: The ply of each match, by number.
    """

    digest: str
    plies: Mapping[int, int]


def content(db: Connection) -> Content:
    """Return what a database holds."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    digest = hashlib.blake2b(digest_size=16)
    for (name,) in db.execute(tables).fetchall():
        digest.update(repr((name, db.execute(f"SELECT * FROM {name}").fetchall())).encode())  # noqa: S608 - a table's name
    return Content(digest.hexdigest(), dict(db.execute("SELECT id, ply FROM matches").fetchall()))


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A content that the database may be found with.

    Attributes:
        at: How many things had been done to the files when it was answered.
        content: What it is.
    """

    at: int
    content: Content


@dataclass
class Diary:
    """What was promised, and when: positions in what was done to the files.

    Attributes:
        ops: What was done, see `Recorder`.
        known: The contents, in order.
        answered: The ply that each accepted request was answered with.
        copied: When a backup was finished, and what the database held then.
        replays: How often a match was replayed, after each transaction that changed its log.
    """

    ops: list[Op]
    known: list[Known] = field(default_factory=list)
    answered: list[tuple[int, int, int]] = field(default_factory=list)
    copied: tuple[int, Content] | None = None
    replays: int = 0
    _task: asyncio.Task[object] | None = None
    _own: list[Known] = field(default_factory=list)

    def note(self, task: asyncio.Task[object] | None, found: Content) -> None:
        """Note what the database holds after a transaction of a task."""
        known = Known(len(self.ops), found)
        self.known.append(known)
        if task is self._task:
            self._own.append(known)

    @contextmanager
    def request(self) -> Iterator[None]:
        """Expect one transaction of this task: what it writes in between must never be found."""
        self._task, self._own = asyncio.current_task(), []
        try:
            yield
        finally:
            self._task, between = None, self._own[:-1]
            self.known = [one for one in self.known if one not in between]

    def answer(self, match_id: int, ply: int) -> None:
        """Note that a user was told that a match is at a ply."""
        self.answered.append((len(self.ops), match_id, ply))

    def judge(self) -> Callable[[int, Content], str]:
        """Return what says of a content found after so many ops "", or what is wrong."""
        newest = {one.content.digest: number for number, one in enumerate(self.known)}
        due = [one.at for one in self.known]
        told = [(at, self._first(match_id, ply)) for at, match_id, ply in self.answered]

        def wrong(at: int, found: Content) -> str:
            if found.digest not in newest:
                return "half"
            needed = bisect_right(due, at) - 1
            needed = max([needed, *(first for then, first in told if then <= at)])
            return "lost" if newest[found.digest] < needed else ""

        return wrong

    def _first(self, match_id: int, ply: int) -> int:
        """Return the number of the first content with a ply of a match."""
        for number, one in enumerate(self.known):
            if one.content.plies.get(match_id, -1) >= ply:
                return number
        return len(self.known)


class WatchedDatabase(SqliteDatabase):
    """A connection that notes in `diary` what the file holds after every change."""

    diary: Diary | None = None

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `job` returns for the underlying connection."""
        task = asyncio.current_task()

        def watched(db: sqlite3.Connection) -> T:
            before = db.total_changes
            result = job(db)
            if self.diary is not None and db.total_changes != before:
                old, found = self.diary.known[-1].content, content(db)
                self.diary.note(task, found)
                self.diary.replays += replay(db, old, found)
            return result

        return await super().run(watched)


def replay(db: Connection, old: Content, new: Content) -> int:
    """Replay the matches that have another ply than before, and return their number.

    Raises:
        ReplayError: One doesn't replay.
    """
    changed = [match_id for match_id, ply in new.plies.items() if old.plies.get(match_id) != ply]
    begun = [
        stored
        for match_id in changed
        if (stored := matches_db.load(db, match_id)) and stored.info.has_begun
    ]
    for stored in begun:
        revive(stored)
    return len(begun)


async def opened(path: Path, diary: Diary | None) -> Store:
    """Open a store like `Store.open`; it notes in a diary what it holds."""
    database = WatchedDatabase(path, schema.connect)
    await database.ready()
    _OPENED.append(database)
    database.diary = diary
    if diary is not None:
        diary.note(None, await database.run(content))
    return Store(path, database)


async def close_all() -> None:
    """Close what is still open after a failure: its thread would keep the process alive."""
    while _OPENED:
        with suppress(sqlite3.Error):
            await _OPENED.pop().close()


class Judge:
    """Opens images, and reports what is wrong with them."""

    def __init__(self, folder: Path, recorder: Recorder, report: Report) -> None:
        """Open images in a folder, while a `recorder` is installed."""
        self._folder = folder
        self._recorder = recorder
        self._report = report
        self._copies: dict[bytes, str] = {}

    def images(
        self, disk: Disk, diary: Diary, rng: Random, each: Callable[[], int], what: str
    ) -> None:
        """Walk through what was done; after each thing open some images, `each()` of them."""
        wrong, seen = diary.judge(), set[object]()
        for at in range(len(diary.ops) + 1):
            for _ in range(each()):
                image = disk.image(rng)
                if image.key in seen:
                    continue
                seen.add(image.key)
                where = f"{what}, after {at} of {len(diary.ops)}"
                if rng.random() < AGAIN:
                    image, where = self._again(image, rng), f"{where}, and again"
                self._look(image, at, diary, wrong, where)
            if at < len(diary.ops):
                disk.do(diary.ops[at])

    def _again(self, image: Image, rng: Random) -> Image:
        """Return what is left of an image if the power goes again while it is opened."""
        recorder = self._recorder
        self._lay_out(image)
        folder, ops = recorder.folder, recorder.ops
        recorder.folder, recorder.ops = self._folder, []
        try:
            with suppress(StoreError, sqlite3.Error, AssertionError):  # told by the second look
                self._opened()
            disk = Disk(image.files)
            for op in recorder.ops[: rng.randint(0, len(recorder.ops))]:
                disk.do(op)
        finally:
            recorder.folder, recorder.ops = folder, ops
        self._report.counts["twice"] += 1
        return disk.image(rng)

    def _look(
        self,
        image: Image,
        at: int,
        diary: Diary,
        wrong: Callable[[int, Content], str],
        where: str,
    ) -> None:
        self._report.counts["images"] += 1
        self._lay_out(image)
        try:
            kind = wrong(at, self._opened())
        except (StoreError, sqlite3.Error, AssertionError) as error:
            self._report.wrong("unreadable", f"{where}: {error}")
            return
        if kind:
            self._report.wrong(kind, where)
        if diary.copied is None or at < diary.copied[0]:
            return
        if fault := self._copy(image, diary.copied[1]):
            self._report.wrong("lost copy", f"{where}: {fault}")

    def _lay_out(self, image: Image) -> None:
        """Put the files of an image in the folder, and nothing else."""
        for old in self._folder.iterdir():
            old.unlink()
        for name, data in image.files.items():
            if name.startswith(DATABASE):
                (self._folder / name).write_bytes(data)

    def _opened(self) -> Content:
        """Return the content of the database in the folder, opened as the bot opens it."""
        with closing(schema.connect(self._folder / DATABASE)) as db:
            check(db)
            return content(db)

    def _copy(self, image: Image, wanted: Content) -> str:
        """Return what is wrong with a finished backup, or ""."""
        data = bytes(image.files.get(COPY, b""))
        key = hashlib.blake2b(data).digest()
        if key not in self._copies:
            self._report.counts["copies"] += 1
            self._copies[key] = self._copied(data, wanted)
        return self._copies[key]

    def _copied(self, data: bytes, wanted: Content) -> str:
        if not data:
            return "it isn't there"
        path = self._folder / COPY
        path.write_bytes(data)
        try:
            with closing(sqlite3.connect(path)) as db:
                check(db)
                return "" if content(db) == wanted else "it holds something else"
        except (sqlite3.Error, AssertionError) as error:
            return str(error)


def check(db: Connection) -> None:
    """Raise an error unless a database is sound."""
    (found,) = db.execute("PRAGMA integrity_check").fetchone()
    assert found == "ok", found
    assert not db.execute("PRAGMA foreign_key_check").fetchall(), "a row belongs to none"
