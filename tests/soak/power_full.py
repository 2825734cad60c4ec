"""A disk that is full, read-only or broken for a while: requests fail cleanly, and play goes on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from matches.service import MatchService
from rules.errors import StoreError
from tests.matches.helpers import Clock
from tests.soak.power_judge import Content, check, content, opened
from tests.soak.power_life import Life
from tests.soak.power_vfs import FULL, IO_ERROR, READ_ONLY, SYNC_FAILED, Recorder, Trouble
from tests.soak.report import Report

CODES: Final = (FULL, READ_ONLY, IO_ERROR, SYNC_FAILED)
LENGTH: Final = 60
"""The requests of one life, most of which the disk fails in."""
MANY: Final = 1_000_000
WHOLE: Final = frozenset({"move", "undo", "prepare", "settings", "beat"})
"""The requests that are one transaction at most."""


class Fullness:
    """A life on a bad disk."""

    def __init__(
        self, recorder: Recorder, rng: Random, report: Report, born: dict[str, Content]
    ) -> None:
        """Get ready to live in the recorder's folder; `born` keeps what new databases hold."""
        self._recorder = recorder
        self._rng = rng
        self._report = report
        self._life = Life(recorder.folder, rng, Clock())
        self._born = born

    async def live(self) -> None:
        """Make requests, let writes fail in most of them, and judge what is left each time."""
        async with self._life:
            for number in range(LENGTH):
                trouble = self._trouble(12)
                await self._request(trouble, f"request {number}, {trouble}")
            await self._delivers()

    async def birth(self, what: str) -> None:
        """Make or migrate a database on a bad disk, then on a good one; it holds the same as ever.

        `what` names the kind of database.
        """
        self._recorder.trouble = trouble = self._trouble(400)
        where = f"{what}, {trouble}"
        try:
            await (await opened(self._life.path, None)).close()
        except StoreError:
            self._report.counts["failed writes"] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            self._report.wrong("traceback", f"{where}: {error!r}")
        finally:
            self._recorder.trouble = None
        try:
            store = await opened(self._life.path, None)
        except StoreError as error:
            self._report.wrong("stuck", f"{where}: {error}")
            return
        found = await store.read(content)
        await store.close()
        if found != self._born.setdefault(what, found):
            self._report.wrong("half", where)

    def _trouble(self, most: int) -> Trouble:
        """Return a trouble that begins after at most so many writes."""
        lasts = self._rng.choice((1, MANY))
        return Trouble(self._rng.choice(CODES), self._rng.randint(0, most), lasts)

    async def _request(self, trouble: Trouble, where: str) -> None:
        before, drawn = await self._content(), self._rng.getstate()
        self._recorder.trouble = trouble
        failed = ""
        try:
            await self._life.request()
        except StoreError as error:
            failed = str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            self._report.wrong("traceback", f"{where}: {error!r}")
        finally:
            self._recorder.trouble = None
        if failed and self._life.asked == "reopen":
            await self._life.open()
        if not trouble.met:
            return
        self._report.counts["failed writes"] += 1
        await self._judge(before, failed, where)
        if failed:
            self._rng.setstate(drawn)
            await self._again(where)

    async def _judge(self, before: Content, failed: str, where: str) -> None:
        """Compare the database with what it was, and with what the service remembers."""
        try:
            await self._life.house.store.read(check)
            after = await self._content()
        except (StoreError, AssertionError) as error:
            self._report.wrong("unreadable", f"{where}: {error}")
            return
        whole = self._life.asked in WHOLE
        if failed and whole and after != before:
            self._report.wrong("changed", f"{where}: {self._life.asked}: {failed}")
        await self._remembers(where)

    async def _remembers(self, where: str) -> None:
        service, fresh = self._life.house.service, self._life.house.fresh()
        for info in await self._life.matches("live"):
            if await _seen(service, info.id) != await _seen(fresh, info.id):
                self._report.wrong("untrue", f"{where}: match {info.id}")

    async def _again(self, where: str) -> None:
        """Ask the same again: the disk is well, so it is answered."""
        try:
            await self._life.request()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            self._report.wrong("stuck", f"{where}: {error!r}")

    async def _delivers(self) -> None:
        """Post what is left; all of it arrives, and nothing has arrived twice."""
        await self._life.deliver_all()
        waiting = await self._life.house.sql(
            "SELECT id, kind, status FROM outbox WHERE status NOT IN ('sent', 'failed')"
        )
        if waiting:
            self._report.wrong("missing", f"posts that were never sent: {waiting}")
        arrived = Counter(row.nonce for row in self._life.discord.sent)
        if doubled := [nonce for nonce, times in arrived.items() if times > 1]:
            self._report.wrong("doubled", f"{len(doubled)} posts")
        self._report.counts["posts"] += len(arrived)

    async def _content(self) -> Content:
        return await self._life.house.store.read(content)


async def _seen(service: MatchService, match_id: int) -> list[object]:
    """Return a match as each player and a watcher sees it."""
    info = await service.info(match_id)
    users = [seat.user_id for seat in info.seats if seat.user_id]
    return [info, *[await service.glance(match_id, user) for user in (*users, None)]]
