"""What computers play: thought about without a lock, played under it.

A match that waits for a computer says so itself (`matches.domain.table.computers.due`), so nothing
is queued: after every commit, and at the start, a match in which one is due gets a task. It thinks
until people are waited for, and plays all of that at once, if the match is still where it was;
otherwise it thinks again. All decisions between two of people share `ANSWERED` (`Hourglass`).
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Final

from matches.db import lists as lists_db
from matches.db.outbox import ANSWERED
from matches.db.store import Store
from matches.domain.history.chance import Entropy
from matches.domain.history.timeline import FAULTS, Live, Timeline
from matches.domain.model import MatchInfo
from matches.domain.table import computers
from matches.domain.thinker import Thinker, caretakers_move
from matches.domain.turn import Step, Turn
from matches.services.cache import MatchCache
from matches.services.part import ServicePart
from rules.errors import (
    GameError,
    LobbyError,
    NoMatchError,
    ReplayError,
    StaleMoveError,
    StoreError,
)
from rules.protocol import WATCHER, Move
from rules.text import Seat

log = logging.getLogger(__name__)

SHARE: Final = 2 / 3
"""The most of what is left of its seat's time that one decision gets."""
IN_TIME: Final = 0.9
"""The share of the time that is for thinking; the rest is for playing it."""
GRACE_S: Final = 1.0
"""How much later a thinker may answer before the caretaker does."""
MOST_MISSES: Final = 50
"""How often in a row what was thought of may no longer fit."""
RETRY_S: Final = 30.0
"""The time until a match is looked at again in which something went wrong."""
SEED_BYTES: Final = 16


class Hourglass:
    """Divides the time of an answer evenly among the computers of a match.

    What one hasn't used when the next one begins is for all that follow; one that has used up its
    part and decides again gets another, of what is left.
    """

    def __init__(self, computers: int, until: float) -> None:
        self._computers, self._until = computers, until
        self._ends: dict[Seat, float] = {}

    def within_s(self, seat: Seat, now: float) -> float:
        """Return how long a seat's next decision may take, in seconds."""
        if self._ends.get(seat, now) <= now:  # it has no part yet, or has used it up
            self._ends.pop(seat, None)
            follow = max(1, self._computers - len(self._ends))
            self._ends[seat] = now + max(0.0, self._until - now) / follow
        return max(0.0, self._ends[seat] - now) * SHARE


class Computers(ServicePart):
    """Plays the seats of computers in all matches of one database."""

    def __init__(
        self,
        cache: MatchCache,
        store: Store,
        clock: Callable[[], datetime],
        thinker: Thinker,
        entropy: Entropy,
    ) -> None:
        super().__init__(cache, store, clock)
        self._thinker = thinker
        self._entropy = entropy
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._closed = False
        cache.saved, cache.doubted = self.look, self._later

    async def start(self) -> None:
        """Go on where the last process stopped."""
        share = self._store.share()
        for match_id in await self._store.read(lambda db: lists_db.for_computers(db, share)):
            self._go(match_id)

    def look(self, info: MatchInfo) -> None:
        """Begin to think if a computer has to decide in a match."""
        if computers.due(info) and self._store.share().has(info.guild_id):
            self._go(info.id)

    def _go(self, match_id: int) -> None:
        if not self._closed and match_id not in self._at_work:
            self._at_work[match_id] = asyncio.create_task(self._work(match_id))

    async def rest(self) -> None:
        """Wait until no computer has to decide any more."""
        while self._at_work:
            await asyncio.wait(list(self._at_work.values()))

    async def rest_in(self, match_id: int, within_s: float) -> None:
        """Wait until no computer has to decide in a match, or for so long at most."""
        if (task := self._at_work.get(match_id)) is not None:
            await asyncio.wait({task}, timeout=within_s)

    async def close(self) -> None:
        """Stop; the next start finds what is left."""
        self._closed = True
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, match_id: int) -> None:
        """Decide in a match until it waits for people alone."""
        until = asyncio.get_running_loop().time() + ANSWERED.total_seconds() * IN_TIME
        try:
            misses = 0
            while computers.due((live := await self._cache.live(match_id)).info):
                misses = 0 if await self._answer(live, until) else misses + 1
                if misses > MOST_MISSES:
                    raise TimeoutError
        except (NoMatchError, LobbyError, ReplayError):
            return  # it is gone, or paused because it can't be played on
        except StoreError as error:
            log.warning("saving a computer's move failed: %s", error, extra={"match": match_id})
            self._later(match_id)
        except Exception as error:  # noqa: BLE001 - its words may name a hand, so they aren't logged
            frames, what = traceback.format_tb(error.__traceback__), type(error).__name__
            told = "".join([*frames, what])
            log.error("a computer's move failed\n%s", told, extra={"match": match_id})
            self._later(match_id)
        finally:
            del self._at_work[match_id]

    def _later(self, match_id: int) -> None:
        """Look at a match again after a while."""

        def again() -> None:
            del self._retries[match_id]
            self._go(match_id)

        if match_id not in self._retries:
            timer = asyncio.get_running_loop().call_later(RETRY_S, again)
            self._retries[match_id] = timer

    async def _answer(self, live: Live, until: float) -> bool:
        """Think until somebody else is asked, and play it; return whether it still fits."""
        turn, moves = Turn(live, self._clock()), list[tuple[Seat, Move]]()
        before = list[Sequence[Step]]()
        lent = {seat.seat for seat in live.info.seats if seat.lent}
        info = live.info
        glass = Hourglass(sum(computers.level_of(info, one) != "" for one in info.seats), until)
        while due := turn.due:
            seat = min(due)
            before.append(turn.steps)
            move = await self._thought(live.info, turn.timeline, seat, glass)
            moves.append((seat, _tried(turn, seat, move)))
            await asyncio.sleep(0)  # a thinker may not have waited for anything
            if turn.timeline.waiting - turn.due or seat in lent - turn.due:
                break  # what is remarked on a lent seat's decision stands right after it
        async with self._cache.lock(live.info.id):
            now = await self._cache.loaded(live.info.id)
            if now.timeline.ply != live.timeline.ply or not computers.due(now.info):
                return False
            return bool(moves) and await self._play(now, moves, before)

    async def _play(
        self, live: Live, moves: list[tuple[Seat, Move]], before: list[Sequence[Step]]
    ) -> bool:
        """Play what was thought of, each move after the same steps as it was thought of.

        There are others if a seat, a prepared move or a standing answer has changed since.
        """
        turn = Turn(live, self._clock())
        for (seat, move), steps in zip(moves, before, strict=True):
            try:
                if seat not in turn.due or turn.steps != steps:
                    return False
                turn.play_for(seat, move)
            except GameError:
                return False
        lent = {seat for seat, _ in moves if live.info.seats[seat].lent}
        for seat in sorted(lent - turn.due):
            turn.decided_late(seat)
        change, after = turn.finish(WATCHER, None)
        try:
            await self._cache.save(change, after)
        except StaleMoveError:  # another process has changed the match
            return False
        return True

    async def _thought(
        self, info: MatchInfo, timeline: Timeline, seat: Seat, glass: Hourglass
    ) -> Move | None:
        """Return what a computer wants to do; None if nobody could say."""
        left = glass.within_s(seat, asyncio.get_running_loop().time())
        try:
            async with asyncio.timeout(left + GRACE_S):
                return await self._thinker.think(
                    timeline.rules,
                    timeline.state,
                    seat,
                    computers.level_of(info, info.seats[seat]),
                    Random(self._entropy(SEED_BYTES)),
                    server=info.guild_id,
                    match=info.id,
                    within_s=left,
                )
        except Exception as error:  # noqa: BLE001 - a seat that never decides would stop its match
            log.warning(
                "thinking failed, so a caretaker decides: %s",
                type(error).__name__,  # no word of what was thought about
                extra={"match": info.id},
            )
            return None


def _tried(turn: Turn, seat: Seat, move: Move | None) -> Move:
    """Play a move, or a caretaker's if it can't be played; return which it was."""
    if move is not None:
        with suppress(*FAULTS):
            turn.play_for(seat, move)
            return move
    timeline = turn.timeline
    instead = caretakers_move(timeline.rules, timeline.state, seat)
    turn.play_for(seat, instead)
    return instead
