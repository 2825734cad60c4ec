"""What the operator asks and does: figures, health, announcements."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from matches.db.desk import announcing, doors
from matches.db.desk import figures as figures_db
from matches.db.desk.announcing import Announcement
from matches.db.desk.figures import Figures, Waiting
from matches.db.driver import Connection
from matches.db.matches import load
from matches.db.store import Store
from matches.domain.change import Stored
from matches.domain.history.replay import revive
from matches.domain.model import MatchInfo
from matches.service import MatchService
from rules.errors import LobbyError, ReplayError, StoreError
from rules.text import t

__all__ = ["Announcement", "Desk", "Figures", "Health", "Waiting", "still_telling"]

log = logging.getLogger(__name__)

BATCH: Final = 10
"""How many matches are told something at once."""
BATCH_EVERY_S: Final = 1.0
"""The time between two batches: a fifth of the requests that the outbox may make."""
RETRY_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Health:
    """How a match is doing, without anything that a player could not ask for.

    Attributes:
        info: Its summary. Names and settings of players are in it; leave them there.
        rows: How many rows its log has.
        fault: Where it doesn't replay; "" if it does. The reason may name a hidden card.
        waiting: What its outbox holds that wasn't sent.
    """

    info: MatchInfo
    rows: int
    fault: str
    waiting: tuple[Waiting, ...]


def still_telling(told: Announcement) -> LobbyError:
    """Return the refusal of what has to wait until everybody was told something."""
    return LobbyError(
        t(
            "The last announcement is still on its way: {told} of {total} matches.",
            told=told.told,
            total=told.total,
        ),
        t("Try again when all matches have it."),
    )


class Desk:
    """What the operator asks and does; callers check who that is."""

    def __init__(self, store: Store, service: MatchService, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._service = service
        self._clock = clock
        self._telling: asyncio.Task[None] | None = None

    # Looking.

    async def figures(self) -> Figures:
        """Return the figures of all matches."""
        return await self._store.read(lambda db: figures_db.figures(db, self._clock()))

    async def size(self) -> int:
        """Return how many bytes the database takes, a file with its newest changes."""
        database = self._store.address
        if not isinstance(database, Path):
            return await self._store.read(figures_db.size_on_server)
        files = (database, database.with_name(f"{database.name}-wal"))
        return sum(path.stat().st_size for path in files if path.exists())

    async def health(self, match_id: int) -> Health:
        """Return how a match is doing.

        Raises:
            NoMatchError: There is none with this number.
            ReplayError: Its summary can't be read.
        """

        def look(db: Connection) -> tuple[Stored | None, tuple[Waiting, ...]]:
            return load(db, match_id), figures_db.waiting_of(db, match_id)

        stored, waiting = await self._store.read(look)
        if stored is None:
            info = await self._service.info(match_id)  # says which kind of none it is
            return Health(info, 0, "", waiting)
        fault = ""
        if stored.info.has_begun:
            try:
                await asyncio.to_thread(revive, stored)
            except ReplayError as error:
                fault = f"ply {error.ply}"
        return Health(stored.info, len(stored.log), fault, waiting)

    # New matches.

    async def closed_since(self) -> datetime | None:
        """Return since when no new matches are taken; None if they are."""
        since = await self._store.read(doors.closed_since)
        return datetime.fromisoformat(since) if since else None

    async def take_matches(self, *, new: bool) -> None:
        """Take new matches again, or no more; running ones go on, also after a restart."""
        since = "" if new else self._clock().isoformat()
        await self._store.write(lambda db: doors.close(db, since))
        log.warning("new matches are %s", "taken again" if new else "refused from now on")

    # Announcements.

    async def announcement(self) -> Announcement | None:
        """Return the last announcement and how far it is, or None."""
        return await self._store.read(announcing.last)

    async def announce(self, key: str, words: str) -> Announcement:
        """Tell all live matches something, each once, a few at a time.

        Args:
            key: Which form it was typed in: one that comes twice is taken once.
            words: What to say.

        Raises:
            LobbyError: The one before isn't done yet.
        """

        def write(db: Connection) -> Announcement:
            before = announcing.last(db)
            if before is not None and before.key == key:
                return before
            if before is not None and not before.is_done:
                raise still_telling(before)
            return announcing.begin(db, key, words, self._clock())

        made = await self._store.write(write)
        log.info("an announcement goes to %s live matches", made.total)
        self.go_on()
        return made

    def go_on(self) -> None:
        """Go on with an announcement that isn't done; called at the start, too."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        far = await self.announcement()
        while far is not None and not far.is_done:
            mine = self._store.share()
            step = partial(announcing.tell_next, at=self._clock(), most=BATCH, share=mine)
            try:
                far = await self._store.write(step)
            except StoreError as error:
                log.warning("announcing failed: %s", error)
                await asyncio.sleep(RETRY_S)
                continue
            self._service.wake()
            await asyncio.sleep(BATCH_EVERY_S)

    async def close(self) -> None:
        """Stop announcing; the next start goes on."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
