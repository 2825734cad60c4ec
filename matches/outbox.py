"""Delivery of what the service has to say: after the commit, in order, once.

A row is marked as being sent before the call to Discord and as sent after it. A row found being
sent when it is claimed was cut off by a crash; the sender looks whether its message is there
before it is sent again.

What Discord refuses stays owed: it is tried ever later, but at least every quarter of an hour, and
soon after any signal that posting may work again (`Outbox.signal`). Its players are told in
private, the operator by one line in the log. Nothing of it blocks a match.

Nothing here waits idly: a task exists only while there is something to send, and the next try is a
timer of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from matches.db import outbox as outbox_db
from matches.db.outbox import Claimed
from matches.db.store import Store, StoreError
from matches.domain.deadlines.epoch import to_ms
from matches.domain.outbox_item import OutboxItem, OutboxRow
from matches.sender import Refused, Sender, TryLater
from matches.service import MatchService
from rules.errors import ReplayError
from rules.protocol import WATCHER
from rules.text import Text, Who, t

log = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 10.0
LAST_RETRY_S: Final = 900.0
SPACING_S: Final = 10.0
"""How long after a try the next one may follow, however many signals come."""
MAX_FAULTS: Final = 5
"""How often a row is tried that raises something unexpected; a turn post is owed all the same."""
OWED_AFTER: Final = timedelta(days=7)
"""How long after its end a match's posts are still tried."""
FAULT: Final = "fault"
"""What holds a row that Discord did not refuse, but failed to take."""
CLOSE_S: Final = 10.0
"""How long `Outbox.close` lets messages that are under way arrive."""


@dataclass(slots=True)
class _Trouble:
    """A match whose posts are held: where, since how many tries, and when the last one was."""

    guild_id: int
    channel_id: int
    tries: int
    tried: datetime


class Outbox:
    """Sends the rows of the outbox; each lane in order, the lanes beside each other."""

    def __init__(
        self, store: Store, service: MatchService, sender: Sender, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._service = service
        self._sender = sender
        self._clock = clock
        self._dirty = False
        self._closed = False
        self._look: asyncio.Task[None] | None = None
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._troubles: dict[int, _Trouble] = {}
        self._hurries: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Send what is due, and what is held at once: the bot can be reached, for once or again."""
        for match in await self._store.read(outbox_db.held):
            trouble = _Trouble(match.guild_id, match.channel_id, MAX_FAULTS, self._clock())
            self._troubles.setdefault(match.match_id, trouble)
        if self._troubles:
            log.warning("posts of %s matches are held", len(self._troubles))
        await self._hurry({match_id: self._clock() for match_id in self._troubles})

    def signal(self, *, match_id: int = 0, channel_id: int = 0, guild_id: int = 0) -> None:
        """Try soon what is held of a match, a channel or a server: posting may work again."""
        soon = timedelta(seconds=SPACING_S)
        found = {
            number: max(self._clock(), trouble.tried + soon)
            for number, trouble in self._troubles.items()
            if match_id == number
            or channel_id == trouble.channel_id
            or guild_id == trouble.guild_id
        }
        if found and not self._closed:
            task = asyncio.create_task(self._hurry(found))
            self._hurries.add(task)
            task.add_done_callback(self._hurries.discard)

    async def _hurry(self, due: dict[int, datetime]) -> None:
        """Bring forward the next try of what is held, by match."""
        if due:
            try:
                await self._store.write(lambda db: outbox_db.hurry_all(db, due))
            except StoreError as error:  # the next try comes all the same
                log.warning("the outbox cannot be written: %s", error)
        self.kick()

    def kick(self) -> None:
        """Send what is due: after every commit, once at the start, and by the timer."""
        self._dirty = True
        if not self._closed and (self._look is None or self._look.done()):
            self._look = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        """Stop. What is under way may still arrive; what does not is found at the next start."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = (self._look, *self._lanes.values(), *self._hurries)
        running = {task for task in tasks if task is not None}
        if running:
            _, late = await asyncio.wait(running, timeout=CLOSE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _look_around(self) -> None:
        """Set the lanes going that have something to send, and the timer for the others."""
        while self._dirty and not self._closed:
            self._dirty = False
            try:
                heads = await self._store.read(outbox_db.lanes)
            except StoreError as error:
                log.warning("the outbox cannot be read: %s", error)
                self._set_timer(FIRST_RETRY_S)
                return
            now = to_ms(self._clock())
            for lane, due in heads:
                if due <= now and lane not in self._lanes and not self._closed:
                    self._lanes[lane] = asyncio.create_task(self._run_lane(lane))
            later = [due - now for lane, due in heads if due > now]
            self._set_timer(min(later) / 1000 if later else None)

    def _set_timer(self, delay_s: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if delay_s is not None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(delay_s, self.kick)

    async def _run_lane(self, lane: str) -> None:
        """Send the rows of a lane one after the other, until none is due."""
        try:
            while not self._closed and (claimed := await self._claim(lane)) is not None:
                await self._deliver(claimed)
        except StoreError as error:
            log.warning("the outbox cannot be written: %s", error)
            self._set_timer(FIRST_RETRY_S)
            return
        except Exception:
            log.exception("lane %s of the outbox breaks", lane)
            self._set_timer(LAST_RETRY_S)
            return
        finally:
            del self._lanes[lane]
        self.kick()  # a row may have come after the last look and before this lane was free

    async def _claim(self, lane: str) -> Claimed | None:
        now = to_ms(self._clock())
        return await self._store.write(lambda db: outbox_db.claim(db, lane, now))

    async def _deliver(self, claimed: Claimed) -> None:
        """Send a row; whatever that leads to is noted, so that it is tried again or given up."""
        row = claimed.row
        try:
            await self._send(claimed)
        except Refused as error:
            if error.doubtful or await self._is_owed(row, error.why):
                doubtful = claimed.doubtful or error.doubtful
                await self._put_off(claimed, 0.0, error.why, doubtful=doubtful)
            else:
                await self._give_up(row, error.why, error.channel_id)
        except TryLater as error:
            why = "" if error.after_s else FAULT  # Discord says itself when it will take more
            doubtful = claimed.doubtful or error.doubtful
            await self._put_off(claimed, error.after_s, why, doubtful=doubtful)
        except StoreError:
            raise
        except ReplayError:  # it cannot be told; once the match goes on, its board is posted anew
            await self._store.write(lambda db: outbox_db.mark_sent(db, row.id, None))
        except Exception:
            if not claimed.held:
                log.exception(
                    "outbox row %s (%s) fails", row.id, row.kind, extra={"match": row.match_id}
                )
            if claimed.attempts + 1 < MAX_FAULTS or row.kind == "turn":
                await self._put_off(claimed, 0.0, FAULT, doubtful=True)  # it may have arrived
            else:
                await self._give_up(row, "")

    async def _send(self, claimed: Claimed) -> None:
        """Send a row, or look for its message if that may be there, and note what it became."""
        row = claimed.row
        if claimed.doubtful:
            message_id = await self._sender.find(row)
            if message_id is None:  # now it is like any other: a newer row may replace it
                await self._store.write(lambda db: outbox_db.mark_unsent(db, row.id))
                return
        else:
            message_id = await self._sender.send(row)
        await self._service.delivery_log.delivered(row, message_id)
        await self._store.write(lambda db: outbox_db.mark_sent(db, row.id, message_id))
        await self._released(row)

    async def _put_off(self, claimed: Claimed, after_s: float, why: str, *, doubtful: bool) -> None:
        row, attempts = claimed.row, claimed.attempts
        if claimed.held not in ("", why):
            attempts = 0  # another trouble than before may pass sooner
        growing = FIRST_RETRY_S * 2.0 ** min(attempts, 10)
        due = self._clock() + timedelta(seconds=max(after_s, min(growing, LAST_RETRY_S)))
        later = outbox_db.Later(to_ms(due), attempts + 1, why)
        await self._store.write(
            lambda db: outbox_db.mark_later(db, row.id, later, doubtful=doubtful)
        )
        if why and row.lane.startswith("m"):
            await self._note_trouble(row, why)

    async def _is_owed(self, row: OutboxRow, why: str) -> bool:
        """Return whether a row that was refused is tried again: what the public is to read is.

        A match is played in its channel if it can get no thread, and what has no channel any more
        is not owed to it.
        """
        if row.kind == "thread" or why == "gone" or not row.lane.startswith("m"):
            return False
        finished = (await self._service.info(row.match_id)).finished_at
        return finished is None or self._clock() - finished < OWED_AFTER

    async def _note_trouble(self, row: OutboxRow, why: str) -> None:
        """Tell the operator once, and the players in private when it lasts.

        What Discord failed to take is often taken at the second try, so that is waited for.
        """
        info, now = await self._service.info(row.match_id), self._clock()
        known = self._troubles.get(info.id)
        tries = 1 if known is None else known.tries + 1
        self._troubles[info.id] = _Trouble(info.guild_id, info.channel_id, tries, now)
        lasting = tries - (why == FAULT)
        if lasting == 1:
            log.warning("a post is held (%s: %s)", row.kind, why, extra={"match": info.id})
        if lasting in (1, 2):
            await self._service.delivery_log.troubled(info.id, why, tell=lasting == 2)

    async def _released(self, row: OutboxRow) -> None:
        """Note that a post of a match was taken, and try what else is held in its channel."""
        if not row.lane.startswith("m"):
            return
        info = await self._service.info(row.match_id)
        if self._troubles.pop(info.id, None) is not None:
            log.info("its posts are taken again", extra={"match": info.id})
        if info.trouble:
            await self._service.delivery_log.troubled(info.id, "")
        self.signal(channel_id=info.channel_id)

    async def _give_up(self, row: OutboxRow, why: str, channel_id: int | None = None) -> None:
        if row.kind == "dm" and row.ref is None and why:
            note = OutboxItem("note", row.user_id, await self._closed_dm(row))
            now = self._clock()
            await self._store.write(lambda db: outbox_db.tell_closed(db, row, now, note))
            return
        if row.kind == "nudge" and row.lane.startswith("u") and why:
            now = self._clock()
            await self._store.write(lambda db: outbox_db.call_in_public(db, row, now))
            return
        await self._store.write(lambda db: outbox_db.mark_failed(db, row.id))
        self._troubles.pop(row.match_id, None)
        if row.kind == "thread":
            await self._service.delivery_log.thread_opened(row.match_id, None)
        elif row.lane.startswith("m") and why == "gone":
            await self._service.channels.lost(row.match_id, channel_id)

    async def _closed_dm(self, row: OutboxRow) -> Text:
        info = await self._service.info(row.match_id)
        seat = info.seat_of(row.user_id) if row.user_id is not None else WATCHER
        return t(
            "{who} cannot be reached by direct message. Nothing is lost: /hand, or My hand below"
            " the board, shows the hand here, for nobody else to see.",
            who=Who(seat),
        )
