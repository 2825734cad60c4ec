"""Backups on a schedule: checked copies of the database in a folder.

They are files, also those of a database on a server.

The names of the files are the only record: they say when each was made, so a restart makes none
too early, and nobody has to keep a list in step with the folder. A copy gets its name only after it
was checked, and an older one is deleted only after that.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from matches.db.desk.copies import backup, size
from matches.db.postgres.address import Address
from matches.db.schema import PART
from rules.errors import StoreError

log = logging.getLogger(__name__)

REPLAYED: Final = 10
"""How many matches of a backup are replayed to check it."""
SETTLED: Final = timedelta(minutes=10)
"""How long a bot runs before its first backup; a crash loop makes none."""
RETRY: Final = timedelta(hours=1)
"""The time until a backup that failed is tried again."""
ROOM: Final = 2
"""The free disk a backup needs, in sizes of the database; play needs room, too.

On a server it's half of that: a copy is smaller there, and play has another disk.
"""
_NAME: Final = "stolik-%Y%m%dT%H%M%SZ.db"


@dataclass(frozen=True, slots=True)
class Failure:
    """A backup that failed: since when they fail, and why the last one did."""

    since: datetime
    why: str


class Backups:
    """Makes a backup now and then, and keeps the newest ones.

    Attributes:
        folder: Where they are.
        failure: Why there is no newer backup; None if all is well.
    """

    def __init__(
        self,
        database: Address,
        clock: Callable[[], datetime],
        *,
        folder: Path,
        kept: int,
        every: timedelta,
    ) -> None:
        """Get ready; `start` starts them, unless `kept` is 0."""
        self.folder = folder
        self.failure: Failure | None = None
        self._database = database
        self._clock = clock
        self._kept = kept
        self._every = every
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether any are made."""
        return self._kept > 0

    def made(self) -> list[tuple[datetime, Path]]:
        """Return the backups and when they were made, the newest first.

        One from the future was made while the clock was wrong: it's kept and doesn't count.
        """
        found, now = [], self._clock()
        for path in self.folder.glob("stolik-*.db"):
            try:
                at = datetime.strptime(path.name, _NAME).replace(tzinfo=UTC)
            except ValueError:
                continue  # somebody else's file
            if at <= now:
                found.append((at, path))
        return sorted(found, reverse=True)

    def start(self) -> None:
        """Begin to make them; calling this again changes nothing."""
        if self.is_on and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Give up the one that is being made."""
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(SETTLED.total_seconds())
        while True:
            wait = self._due() - self._clock()
            if wait > timedelta():
                await asyncio.sleep(min(wait, RETRY).total_seconds())  # the clock may be set
                continue
            if not await self.make():
                await asyncio.sleep(RETRY.total_seconds())

    def _due(self) -> datetime:
        """Return when the next one is due."""
        with suppress(OSError):  # making one then fails, and says why
            if made := self.made():
                return made[0][0] + self._every
        return self._clock()

    async def make(self) -> bool:
        """Make a backup now, then delete the oldest; return whether that worked.

        The first failure in a row is logged; all are kept in `failure`.
        """
        now = self._clock()
        try:
            count, replayed = await asyncio.to_thread(partial(self._make, now))
        except Exception as error:  # else there would be no more backups
            if self._stop.is_set():
                return False
            is_known = isinstance(error, StoreError | OSError)
            why = str(error) if is_known else type(error).__name__  # the words may name a hand
            if self.failure is None:
                log.error("a backup failed: %s", why, exc_info=None if is_known else error)
            self.failure = Failure(self.failure.since if self.failure else now, why)
            return False
        if self.failure is not None:
            log.warning("backups work again; they failed since %s", self.failure.since)
        self.failure = None
        log.info("made a backup of %s bytes and replayed %s matches of it", count, replayed)
        return True

    def _make(self, now: datetime) -> tuple[int, int]:
        """Make one, on a thread; return its size and how many matches were replayed."""
        self.folder.mkdir(
            mode=0o700, parents=True, exist_ok=True
        )  # whoever has the files has all hands
        for part in self.folder.glob(f"stolik-????????T??????Z.db{PART}*"):
            part.unlink(missing_ok=True)
        self._check_room()
        target = self.folder / now.astimezone(UTC).strftime(_NAME)
        replayed = backup(self._database, target, replays=REPLAYED, stop=self._stop.is_set)
        others = [path for _, path in self.made() if path != target]
        for path in others[self._kept - 1 :]:
            path.unlink(missing_ok=True)
        return target.stat().st_size, replayed

    def _check_room(self) -> None:
        """Refuse to fill the disk: players would be the first to notice.

        Raises:
            StoreError: There isn't enough room.
        """
        room, free = size(self._database) * ROOM, shutil.disk_usage(self.folder).free
        if not isinstance(self._database, Path):
            room //= 2
        if free < room:
            raise StoreError(
                f"a backup needs {room:,} bytes of free disk, and there are {free:,}:"
                " make room, or keep fewer (STOLIK_BACKUPS)"
            )
