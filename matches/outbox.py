"""Delivery of what the service has to say: after the commit, in order, once.

A row is marked as being sent before the call to Discord and as sent after it. A row found being
sent when it is claimed was cut off by a crash; the sender looks whether its message is there
before it is sent again. What can never be delivered is given up and does not block a match.

Nothing here waits idly: a task exists only while there is something to send, and the next try is a
timer of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final, Protocol

from matches import mailrows
from matches.mailrows import Claimed
from matches.model import Kind, OutboxRow
from matches.records import Mail
from matches.schema import StoreError
from matches.service import MatchService
from matches.store import Store
from matches.times import to_ms
from rules.errors import ReplayError
from rules.protocol import WATCHER
from rules.text import Text, Who, t

__all__ = ["Kind", "Outbox", "OutboxRow", "Sender", "TryLater", "Undeliverable"]

log = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 10.0
LAST_RETRY_S: Final = 600.0
MAX_FAULTS: Final = 5
"""So often a row is tried whose sending raises something unexpected."""
CLOSE_S: Final = 10.0
"""How long `Outbox.close` lets messages that are under way arrive."""


class Undeliverable(Exception):  # noqa: N818 - not an error of ours
    """This will never arrive: "closed_dm", "forbidden", "missing", or "gone" with its channel."""

    def __init__(self, why: str, channel_id: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.channel_id = channel_id


class TryLater(Exception):  # noqa: N818 - not an error of ours
    """This did not arrive, but may later: not before `after_s` seconds.

    If `doubtful`, it may have arrived all the same, and is looked for before the next try.
    """

    def __init__(self, after_s: float = 0.0, *, doubtful: bool = False) -> None:
        super().__init__(f"try again after {after_s} s")
        self.after_s = after_s
        self.doubtful = doubtful


class Sender(Protocol):
    """Who talks to Discord. Content is rendered when it is sent, from the newest state."""

    async def send(self, row: OutboxRow) -> int | None:
        """Send or edit a message, or open the thread.

        Returns:
            The id of the message or thread; None if there was nothing to be said any more.

        Raises:
            Undeliverable: It will never work.
            TryLater: It may work later.
        """
        ...

    async def find(self, row: OutboxRow) -> int | None:
        """Return the id of a message or thread already made for this row; raises like `send`."""
        ...


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
        running = {task for task in (self._look, *self._lanes.values()) if task is not None}
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
                heads = await self._store.read(mailrows.lanes)
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
        return await self._store.write(lambda db: mailrows.claim(db, lane, now))

    async def _deliver(self, claimed: Claimed) -> None:
        row = claimed.row
        try:
            if claimed.doubtful:
                message_id = await self._sender.find(row)
                if message_id is None:  # now it is like any other: a newer row may replace it
                    await self._store.write(lambda db: mailrows.mark_unsent(db, row.id))
                    return
            else:
                message_id = await self._sender.send(row)
            await self._service.receipts.delivered(row, message_id)
            await self._store.write(lambda db: mailrows.mark_sent(db, row.id, message_id))
        except Undeliverable as error:
            await self._give_up(row, error.why, error.channel_id)
        except TryLater as error:
            await self._put_off(claimed, error.after_s, doubtful=claimed.doubtful or error.doubtful)
        except StoreError:
            raise
        except ReplayError:  # it cannot be told; once the match goes on, its board is posted anew
            await self._store.write(lambda db: mailrows.mark_sent(db, row.id, None))
        except Exception:
            log.exception(
                "outbox row %s (%s) fails", row.id, row.kind, extra={"match": row.match_id}
            )
            if claimed.attempts + 1 < MAX_FAULTS:
                await self._put_off(claimed, 0.0, doubtful=True)  # it may have arrived
            else:
                await self._give_up(row, "")

    async def _put_off(self, claimed: Claimed, after_s: float, *, doubtful: bool) -> None:
        delay_s = max(after_s, min(FIRST_RETRY_S * 2.0**claimed.attempts, LAST_RETRY_S))
        due = to_ms(self._clock()) + round(delay_s * 1000)
        await self._store.write(
            lambda db: mailrows.mark_later(db, claimed.row.id, due, doubtful=doubtful)
        )

    async def _give_up(self, row: OutboxRow, why: str, channel_id: int | None = None) -> None:
        if row.kind == "dm" and row.ref is None and why:
            note = Mail("note", row.user_id, await self._closed_dm(row))
            now = self._clock()
            await self._store.write(lambda db: mailrows.tell_closed(db, row, now, note))
            return
        if row.kind == "nudge" and row.lane.startswith("u") and why:
            now = self._clock()
            await self._store.write(lambda db: mailrows.call_in_public(db, row, now))
            return
        await self._store.write(lambda db: mailrows.mark_failed(db, row.id))
        if row.kind == "thread":
            await self._service.receipts.thread_opened(row.match_id, None)
        elif row.lane.startswith("m") and why == "gone":
            await self._service.places.lost(row.match_id, channel_id)
        elif row.lane.startswith("m"):
            await self._service.receipts.troubled(row.match_id, why)

    async def _closed_dm(self, row: OutboxRow) -> Text:
        info = await self._service.info(row.match_id)
        seat = info.seat_of(row.user_id) if row.user_id is not None else WATCHER
        return t(
            "{who} cannot be reached by direct message. Nothing is lost: /hand, or My hand below"
            " the board, shows the hand here, for nobody else to see.",
            who=Who(seat),
        )
