"""Delivers what the service has to post: after the commit, in order, once.

A row is marked as being sent before the call to Discord and as sent after it. If a claimed row is
already marked as being sent, a crash cut it off; the sender checks whether its message exists
before it sends the row again.

A public post that Discord refuses is held and retried: with growing delays, but at least every
quarter of an hour, and soon after any signal that posting may work again (`Outbox.signal`). The
players are told in private, the operator by one line in the log. None of this blocks a match.

Nothing here polls: a task exists only while there is something to send, and the next retry is a
timer of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from matches.db import outbox as outbox_db
from matches.db.desk import figures
from matches.db.outbox import Claimed
from matches.db.store import Store
from matches.domain.deadlines.epoch import from_ms, to_ms
from matches.domain.model import Trouble
from matches.domain.outbox_item import (
    IN_DM_OR_PUBLIC,
    Held,
    ItemKind,
    Lane,
    OutboxItem,
    OutboxRow,
    Sent,
)
from matches.sender import Refused, Sender, TryLater
from matches.service import MatchService
from monitor import metrics, requests
from rules.errors import NoMatchError, ReplayError, StoreError
from rules.protocol import WATCHER
from rules.text import Text, Who, t

log = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 10.0
LAST_RETRY_S: Final = 900.0
SPACING_S: Final = 10.0
"""The shortest time between two tries, no matter how many signals come."""
MAX_FAULTS: Final = 5
"""The most tries of a row that fails unexpectedly; a turn post has no limit."""
OWED_AFTER: Final = timedelta(days=7)
"""The time after its end in which a match's posts are still retried."""
LOOK_S: Final = 0.2
"""How often `Outbox.drain` looks."""
CALM_S: Final = 2.0
"""The time between two matches where the bot only says that it was away.

After a long absence that is all matches whose time runs: together they take a hundredth of the
requests that Discord grants. Other posts of a match take the remark with them.
"""
CLOSE_S: Final = 10.0
"""The time `Outbox.close` waits for messages that are being sent."""


class Outbox:
    """Sends the rows of the outbox: each lane in order, the lanes in parallel."""

    def __init__(
        self,
        store: Store,
        service: MatchService,
        sender: Sender,
        clock: Callable[[], datetime],
        *,
        knows: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Get ready; public posts wait until the sender `knows` their server."""
        self._store = store
        self._service = service
        self._sender = sender
        self._clock = clock
        self._knows = knows
        self._dirty = False
        self._closed = False
        self._look: asyncio.Task[None] | None = None
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._held: dict[int, Held] = {}
        self._hurries: set[asyncio.Task[None]] = set()
        self._calm_from = 0.0
        """When the next calm lane may start, by the clock of the event loop."""

    async def start(self) -> None:
        """Send what is due and retry what is held, whenever servers have become known."""
        for match in await self._store.read(outbox_db.held):
            if not self._knows(match.guild_id):
                continue
            places = match.channel_id, match.parent_id
            held = Held(match.guild_id, places, MAX_FAULTS, self._clock())
            held.is_logged = held.is_told = True
            self._held.setdefault(match.match_id, held)
        if self._held:
            log.warning("posts of %s matches failed before and are held", len(self._held))
        await self._hurry({match_id: self._clock() for match_id in self._held})

    def signal(self, *, match_id: int = 0, channel_id: int = 0, guild_id: int = 0) -> None:
        """Retry soon what is held for a match, channel or server: posting may work now."""
        soon, now = timedelta(seconds=SPACING_S), self._clock()
        found = {
            number: max(now, held.tried + soon)
            for number, held in self._held.items()
            if match_id == number or channel_id in held.places or guild_id == held.guild_id
        }
        for number in found:
            self._held[number].signalled = now  # a try under way may have come too early
        if found and not self._closed:
            task = asyncio.create_task(self._hurry(found))
            self._hurries.add(task)
            task.add_done_callback(self._hurries.discard)

    async def _hurry(self, due: dict[int, datetime]) -> None:
        """Move the next retry of held posts forward, by match."""
        if due:
            try:
                await self._store.write(lambda db: outbox_db.hurry_all(db, due))
            except StoreError as error:  # the next retry comes anyway
                log.warning("writing the outbox failed: %s", error)
        self.kick()

    def kick(self) -> None:
        """Send what is due; called after every commit, at the start, and by the timer."""
        self._dirty = True
        if not self._closed and (self._look is None or self._look.done()):
            # Not under the request that woke it: lanes and timers outlive that.
            self._look = asyncio.create_task(self._start_lanes(), context=requests.aside())

    async def drain(self, within_s: float) -> int:
        """Send all that is due; return how many posts are left that weren't refused."""
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while True:
            self.kick()
            soon = self._clock() + outbox_db.ANSWERED  # a turn's post may wait that long
            mine = self._store.share()
            left = await self._store.read(partial(figures.open_rows, by=soon, share=mine))
            if not left or loop.time() >= until:
                return left
            await asyncio.sleep(LOOK_S)

    async def close(self) -> None:
        """Stop, after a moment for messages being sent; the next start finds the rest."""
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

    async def _start_lanes(self) -> None:
        """Start the lanes that have something to send, and set the timer for the others."""
        while self._dirty and not self._closed:
            self._dirty = False
            try:
                heads = await self._store.read(partial(outbox_db.lanes, share=self._store.share()))
            except StoreError as error:
                log.warning("reading the outbox failed: %s", error)
                self._set_timer_by(FIRST_RETRY_S)
                return
            now = to_ms(self._clock())
            later = list[float]()
            for lane, due, guild_id, is_calm in heads:
                if self._closed or not (lane.is_private or self._knows(guild_id)):
                    continue
                if due > now:
                    later.append((due - now) / 1000)
                elif lane not in self._lanes:
                    if is_calm and (wait_s := self._calm_s()):
                        later.append(wait_s)
                    else:
                        self._lanes[lane] = asyncio.create_task(self._run_lane(lane))
            self._set_timer(min(later, default=None))

    def _calm_s(self) -> float:
        """Return how many seconds a calm lane has to wait; if none, the next one waits."""
        now = asyncio.get_running_loop().time()
        if self._calm_from <= now:
            self._calm_from = now + CALM_S
            return 0.0
        return self._calm_from - now

    def _set_timer(self, delay_s: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if delay_s is not None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(delay_s, self._time_is_up)

    def _set_timer_by(self, delay_s: float) -> None:
        """Set the timer, unless another lane needs it earlier."""
        if self._timer is None or self._timer.when() > asyncio.get_running_loop().time() + delay_s:
            self._set_timer(delay_s)

    def _time_is_up(self) -> None:
        self._timer = None
        self.kick()

    async def _run_lane(self, lane: Lane) -> None:
        """Send the rows of a lane one after the other, until none is due."""
        try:
            while not self._closed and (claimed := await self._claim(lane)) is not None:
                with requests.under(f"row-{claimed.row.id}"):
                    await self._deliver(claimed)
        except StoreError as error:
            log.warning("writing the outbox failed: %s", error)
            self._set_timer_by(FIRST_RETRY_S)
            return
        except Exception:
            log.exception("lane %s of the outbox failed", lane)
            self._set_timer_by(LAST_RETRY_S)
            return
        finally:
            del self._lanes[lane]
        self.kick()  # a row may have come after the lanes were read and before this one was free

    async def _claim(self, lane: Lane) -> Claimed | None:
        now, share = to_ms(self._clock()), self._store.share()
        return await self._store.write(lambda db: outbox_db.take_next(db, lane, now, share))

    async def _deliver(self, claimed: Claimed) -> None:
        """Send a row and note the result: sent, to be retried, or given up."""
        row, begun = claimed.row, self._clock()
        try:
            await self._send(claimed)
        except Refused as error:
            if _may_have_arrived(claimed, error) or await self._is_owed(row, error.why):
                doubtful = claimed.doubtful or error.doubtful
                await self._retry_later(claimed, begun, 0.0, error.why, doubtful=doubtful)
            else:
                await self._give_up(row, error.why, error.channel_id)
        except TryLater as error:
            why: Trouble = "" if error.after_s else "fault"  # Discord says when it will accept more
            doubtful = claimed.doubtful or error.doubtful
            await self._retry_later(claimed, begun, error.after_s, why, doubtful=doubtful)
        except StoreError:
            raise
        except (ReplayError, NoMatchError):
            # No board can be shown. Once the match goes on, it is posted again; if it was deleted
            # just now, it never is.
            await self._store.write(lambda db: outbox_db.mark_sent(db, row.id, None))
            self._held.pop(row.match_id, None)
        except Exception:
            if not claimed.held:
                log.exception(
                    "outbox row %s (%s) failed", row.id, row.kind, extra={"match": row.match_id}
                )
            if claimed.attempts + 1 < MAX_FAULTS or row.kind is ItemKind.TURN:
                await self._retry_later(claimed, begun, 0.0, "fault", doubtful=True)
            else:
                await self._give_up(row, "")

    async def _send(self, claimed: Claimed) -> None:
        """Send a row, or look for its message if that may exist, and note the message."""
        row = claimed.row
        if claimed.doubtful:
            sent = await self._sender.find(row)
            if sent is None:  # it is like any other row now: a newer one may replace it
                await self._store.write(lambda db: outbox_db.mark_unsent(db, row.id))
                return
        elif await self._is_unwanted(row):
            sent = None
            if row.kind in IN_DM_OR_PUBLIC:
                await self._call_in_public(row)
                return
        else:
            sent = await self._sender.send(row)
        await self._service.delivery_log.delivered(row, sent)
        message_id = None if sent is None else sent.message_id
        await self._store.write(lambda db: outbox_db.mark_sent(db, row.id, message_id))
        self._count(claimed, sent)
        await self._released(row)

    async def _is_unwanted(self, row: OutboxRow) -> bool:
        """Return whether a row is for somebody who has switched off DMs since."""
        if not row.lane.is_private:
            return False
        return not (await self._service.users.settings(row.recipient)).dm

    async def _call_in_public(self, row: OutboxRow) -> None:
        now = self._clock()
        await self._store.write(lambda db: outbox_db.call_in_public(db, row, now))

    def _count(self, claimed: Claimed, sent: Sent | None) -> None:
        row = claimed.row
        metrics.posted(row.kind, "nothing to say" if sent is None else "sent")
        if sent is not None:
            waited = self._clock() - from_ms(claimed.due_ms)
            metrics.arrived(waited.total_seconds(), private=row.lane.is_private)

    async def _retry_later(
        self, claimed: Claimed, begun: datetime, after_s: float, why: Trouble, *, doubtful: bool
    ) -> None:
        """Set the time of the next try after one that `begun` at some time."""
        row, attempts = claimed.row, claimed.attempts
        metrics.posted(row.kind, "again later")
        if claimed.held not in ("", why):
            attempts = 0  # a different problem may pass sooner
        held = self._held.get(row.match_id)
        if held is not None and held.signalled is not None and held.signalled >= begun:
            attempts = 0  # it may work now
        growing = FIRST_RETRY_S * 2.0 ** min(attempts, 10)
        due = self._clock() + timedelta(seconds=after_s or min(growing, LAST_RETRY_S))
        later = outbox_db.Later(to_ms(due), attempts + 1, why)
        await self._store.write(
            lambda db: outbox_db.mark_later(db, row.id, later, doubtful=doubtful)
        )
        if why and not row.lane.is_private:
            await self._note_trouble(row, why)

    async def _is_owed(self, row: OutboxRow, why: Trouble) -> bool:
        """Return whether a refused row is retried: public posts are.

        Threads are not: a match that can't get one is played in its channel. Nor are posts to a
        deleted channel.
        """
        if row.kind is ItemKind.THREAD or why == "gone" or row.lane.is_private:
            return False
        finished = (await self._service.info(row.match_id)).finished_at
        return finished is None or self._clock() - finished < OWED_AFTER

    async def _note_trouble(self, row: OutboxRow, why: Trouble) -> None:
        """Tell the operator once, and the players in private if it lasts.

        A fault of Discord is often gone at the second try, so nobody is told before that.
        """
        info, now = await self._service.info(row.match_id), self._clock()
        places = info.channel_id, info.parent_id
        held = self._held.setdefault(info.id, Held(info.guild_id, places, 0, now))
        held.guild_id, held.places = info.guild_id, places
        held.tries, held.tried = held.tries + 1, now
        lasting = held.tries - (why == "fault")
        if lasting and not held.is_logged:
            held.is_logged = True
            log.warning(
                "a post failed and is held (%s: %s)", row.kind, why, extra={"match": info.id}
            )
        tell = lasting > 1 and not held.is_told
        if lasting and (tell or why != held.why):
            held.why, held.is_told = why, held.is_told or tell
            await self._service.delivery_log.troubled(info.id, why, tell=tell)

    async def _released(self, row: OutboxRow) -> None:
        """Note that a post of a match arrived, and retry what else is held in its channel."""
        if row.lane.is_private:
            return
        info = await self._service.info(row.match_id)
        if self._held.pop(info.id, None) is not None:
            log.info("its posts arrive again", extra={"match": info.id})
        if info.trouble:
            await self._service.delivery_log.troubled(info.id, "")
        self.signal(channel_id=info.channel_id)

    async def _give_up(self, row: OutboxRow, why: Trouble, channel_id: int | None = None) -> None:
        metrics.posted(row.kind, "given up")
        if row.kind is ItemKind.DM and why:
            note = OutboxItem(ItemKind.NOTE, row.user_id, await self._closed_dm(row))
            now = self._clock()
            await self._store.write(lambda db: outbox_db.tell_closed(db, row, now, note))
            return
        if row.kind in IN_DM_OR_PUBLIC and row.lane.is_private and why:
            await self._call_in_public(row)
            return
        await self._store.write(lambda db: outbox_db.mark_failed(db, row.id))
        self._held.pop(row.match_id, None)
        if row.kind is ItemKind.THREAD:
            await self._service.delivery_log.thread_opened(row.match_id, None)
        elif not row.lane.is_private and why == "gone":
            await self._service.channels.lost(row.match_id, channel_id)

    async def _closed_dm(self, row: OutboxRow) -> Text:
        info = await self._service.info(row.match_id)
        seat = info.seat_of(row.user_id) if row.user_id is not None else WATCHER
        return t(
            "I can't send direct messages to {who}. Nothing is lost. They can see their hand here "
            "with /hand or **Look** below the board, and nobody else will see it.",
            who=Who(seat),
        )


def _may_have_arrived(claimed: Claimed, error: Refused) -> bool:
    """Return whether a refusal leaves open what was sent: look again."""
    passes = error.why in ("forbidden", "missing") and claimed.attempts + 1 < MAX_FAULTS
    return error.doubtful or (claimed.doubtful and passes)
