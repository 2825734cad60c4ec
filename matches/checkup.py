"""Checks after each start that every live match can still be played on.

A match lasts longer than a version of this program. So after each start every log is replayed once,
in the background, with a quarter of a core at most: a match that doesn't replay is paused before
anybody runs into it, and one that was paused and replays again goes on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Final

from matches.db import lists as lists_db
from matches.domain.broken import resuming
from matches.domain.history.replay import revive
from matches.services.part import ServicePart
from rules import registry
from rules.errors import RefusedError, ReplayError, StoreError

log = logging.getLogger(__name__)

REST: Final = 3.0
"""The pause after each replay in multiples of its time, so that answers go first."""
NAMED: Final = 20
"""The most matches that the log line names."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of the check about the live matches of one server or all.

    Attributes:
        older: How many use older versions of the rules: game, version, count.
        broken: The matches that can't be played on: number, and why, in words for the operator.
    """

    older: tuple[tuple[str, int, int], ...]
    broken: tuple[tuple[int, str], ...]


class Checkup(ServicePart):
    """Finds matches that an upgrade has broken or left on older rules."""

    async def run(self) -> None:
        """Check all live matches, the broken ones first; log what was found."""
        try:
            await self._run()
        except StoreError as error:
            log.warning("the check of the live matches failed: %s", error)

    async def _run(self) -> None:
        share = self._store.share()
        numbers = await self._store.read(lambda db: lists_db.in_play(db, share))
        for match_id in numbers:
            try:
                took_s = await self._check(match_id)
            except ReplayError:
                took_s = 0.0  # it is paused now, and its channel has been told
            except RefusedError:
                continue  # it is over, or gone
            except StoreError:
                raise
            except Exception:
                log.exception("the check of a match failed", extra={"match": match_id})
                continue
            await asyncio.sleep(took_s * REST)
        _report(len(numbers), await self.found())

    async def found(self, guild_id: int | None = None) -> Findings:
        """Return what is known so far, of one server or all."""
        by_rules = await self._store.read(lambda db: lists_db.by_rules(db, guild_id))
        broken = await self._store.read(lambda db: lists_db.broken(db, guild_id))
        return Findings(tuple(row for row in by_rules if not _is_newest(*row[:2])), tuple(broken))

    async def _check(self, match_id: int) -> float:
        """Replay a match, pause or resume it if needed, and return the seconds it took."""
        live = self._cache.cached(match_id)
        if live is not None and not live.info.broken:
            return 0.0
        stored = await self._cache.stored(match_id)
        begun = time.perf_counter()
        try:
            await asyncio.to_thread(revive, stored)
        except ReplayError:
            await self._cache.live(match_id)  # pauses it, if still true
        if stored.info.broken:
            await self._resume(match_id)
        return time.perf_counter() - begun

    async def _resume(self, match_id: int) -> None:
        async with self._cache.lock(match_id):
            live = await self._cache.loaded(match_id)
            change = resuming(live.info, self._clock())
            if change is not None:
                await self._cache.save(change, None)  # loaded again with its new remark
                log.warning("match %s replays again and goes on", match_id)


def _is_newest(slug: str, version: int) -> bool:
    return slug in registry.slugs() and version == registry.get(slug).info.rules_version


def _report(count: int, found: Findings) -> None:
    """Log in one line what was found."""
    older = [f"{n} of {slug} by rules {version}" for slug, version, n in found.older]
    named = [f"{match_id} ({why})" for match_id, why in found.broken[:NAMED]]
    more = len(found.broken) - NAMED
    log.log(
        logging.WARNING if found.broken else logging.INFO,
        "checked %s live matches; on older rules: %s; failed to replay: %s%s",
        count,
        ", ".join(older) or "none",
        ", ".join(named) or "none",
        f" and {more} more" if more > 0 else "",
    )
