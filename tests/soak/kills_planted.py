"""Faults of the bot that `kills` has to find."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from cogs.outbox import delivery, errand, sending
from cogs.play import panel
from matches import outbox, service
from matches.db import outbox as outbox_db
from matches.db import votes as votes_db
from matches.db.bots import presence
from matches.domain import glance
from matches.domain.change import Change
from matches.domain.history.timeline import Live
from matches.domain.model import Glance
from matches.domain.table import votes
from matches.domain.turn import Turn
from matches.services.absences import Absences
from matches.services.cache import MatchCache
from matches.services.delivery_log import DeliveryLog
from tests.soak.report import Planted

MOMENT_S: Final = 0.4


def _put(owner: object, name: str, value: object) -> None:
    """Replace a function of the program."""
    setattr(owner, name, value)


def _sent_before_the_send() -> None:
    """Let a row be marked as sent before it is."""
    plain = outbox.Outbox._send

    async def send(self: outbox.Outbox, claimed: outbox_db.Claimed) -> None:
        await self._store.write(lambda db: outbox_db.mark_sent(db, claimed.row.id, None))
        await plain(self, claimed)

    _put(outbox.Outbox, "_send", send)


def _not_looked_for() -> None:
    """Let a post that may have arrived be sent again without a look for it."""

    async def find(self: delivery.Delivery, row: object) -> None:
        return None

    _put(delivery.Delivery, "find", find)
    _no_nonce()


def _no_nonce() -> None:
    """Let messages be sent without a nonce."""
    plain = sending.send

    async def send(
        bot: Any, match: Any, channel: Any, post: Any, row: Any, begun: Any = None
    ) -> int:
        return await plain(bot, match, channel, post, replace(row, nonce=None), begun)

    _put(errand, "send", send)


def _not_acknowledged() -> None:
    """Let a tap on the button of a post stay without an answer."""

    async def open_panel(interaction: object, tap: object) -> None: ...

    from cogs.ui import items

    items._HANDLERS["turn"] = open_panel
    _put(panel, "open_panel", open_panel)


def _not_told_after_restart() -> None:
    """Let rows that were being sent when the bot died be forgotten."""
    plain = outbox.Outbox.start

    async def start(self: outbox.Outbox) -> None:
        await self._store.write(
            lambda db: db.execute("UPDATE outbox SET status = 'failed' WHERE status = 'sending'")
        )
        await plain(self)

    _put(outbox.Outbox, "start", start)


def _wrong_seat_called() -> None:
    """Let a post call the player after the one whose move it is."""
    plain = glance.seen_by

    def seen_by(live: Any, user_id: int | None) -> Glance:
        found = plain(live, user_id)
        seats = len(found.match.seats)
        return replace(found, newly=frozenset((seat + 1) % seats for seat in found.newly))

    _put(service, "seen_by", seen_by)


def _clock_runs_while_away() -> None:
    """Let the clocks of players run while the bot is away."""

    async def move(self: Absences, guild_id: int, known: object) -> None:
        pass

    _put(Absences, "_move", move)


def _posts_in_another_transaction() -> None:
    """Let what is to be posted about a move be written a moment after it."""
    plain = MatchCache.save_with

    async def save_with(
        self: MatchCache, change: Change, live: Live | None, also: Callable[[Any], Any]
    ) -> Any:
        found = await plain(self, replace(change, outbox=()), live, also)
        _later(partial(_write, self, change))
        return found

    async def _write(cache: MatchCache, change: Change) -> None:
        items = change.outbox
        await cache._store.write(
            lambda db: outbox_db.add_items(db, change.after.id, change.after.ply, change.at, items)
        )
        cache.wake()

    _put(MatchCache, "save_with", save_with)


def _acknowledged_before_the_commit() -> None:
    """Let a player be answered a moment before their move is saved."""
    plain = MatchCache.save_with

    async def save_with(
        self: MatchCache, change: Change, live: Live | None, also: Callable[[Any], Any]
    ) -> Any:
        if not change.rows or live is None:
            return await plain(self, change, live, also)
        self._keep(replace(live, info=change.after))
        _later(partial(plain, self, change, None, also))
        return None

    _put(MatchCache, "save_with", save_with)


_TASKS: Final[set[asyncio.Task[None]]] = set()


def _later(work: Callable[[], Awaitable[object]]) -> None:
    """Do something in a moment, and forget it if it fails."""

    async def do() -> None:
        await asyncio.sleep(MOMENT_S)
        with contextlib.suppress(Exception):
            await work()

    task = asyncio.get_running_loop().create_task(do())
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)


def _one_is_enough() -> None:
    """Let a vote pass with the first ballot for it."""
    plain = votes.decided

    def decided(vote: votes.Vote, who: frozenset[int]) -> votes.VoteStatus:
        return "passed" if any(vote.ballots.values()) else plain(vote, who)

    _put(votes, "decided", decided)


def _ballot_lost() -> None:
    """Let the ballots of those who didn't ask be counted and not kept."""
    plain = votes_db._put_ballots

    def put(db: Any, vote_id: int, vote: votes.Vote) -> None:
        plain(db, vote_id, replace(vote, ballots={vote.seat: True}))

    _put(votes_db, "_put_ballots", put)


def _ballot_counted_twice() -> None:
    """Let each ballot but the first count twice."""
    plain = votes.decided

    def decided(vote: votes.Vote, who: frozenset[int]) -> votes.VoteStatus:
        others = sorted(who - vote.ballots.keys())
        newest = list(vote.ballots.values())[-1]
        twice = dict.fromkeys(others[:1], newest) if len(vote.ballots) > 1 else {}
        return plain(replace(vote, ballots={**vote.ballots, **twice}), who)

    _put(votes, "decided", decided)


def _lease_not_locked() -> None:
    """Let a bot that runs not be seen to be alive."""

    def show(self: presence.FilePresence, epoch: int) -> str:
        return self.place

    _put(presence.FilePresence, "show", show)


def _draw_left_out() -> None:
    """Let the draws that follow a move be saved with the next one."""
    plain = Turn._change

    def change(self: Turn, after: Any, items: Any, interaction_id: Any) -> Any:
        made, live = plain(self, after, items, interaction_id)
        rows = made.rows[:-1] if len(made.rows) > 1 and made.rows[-1].seat == -1 else made.rows
        return replace(made, rows=rows), live

    _put(Turn, "_change", change)


def _told_again() -> None:
    """Let every post tell what the one before has told, too."""

    async def posted(self: DeliveryLog, match_id: int, ply: int, *more: Any) -> None:
        await plain(self, match_id, ply, *more)
        await self._amend(match_id, lambda info: replace(info, posted_ply=max(0, ply - 1)))

    plain = DeliveryLog.posted
    _put(DeliveryLog, "posted", posted)


def _left_bare() -> None:
    """Let every fifth call stay one line."""
    plain = sending._lay_out

    async def lay_out(message: Any, post: Any) -> None:
        if message.created_at.microsecond // 1000 % 5:
            await plain(message, post)

    _put(sending, "_lay_out", lay_out)


PLANTED: Final = tuple(
    Planted(name, "kills", finds, plant)
    for name, finds, plant in (
        ("sent-before-the-send", "missing", _sent_before_the_send),
        ("posts-not-looked-for", "bare", _not_looked_for),
        ("nonce-left-out", "bare", _no_nonce),
        ("tap-not-acknowledged", "unanswered", _not_acknowledged),
        ("not-told-after-restart", "missing", _not_told_after_restart),
        ("wrong-seat-called", "called wrong", _wrong_seat_called),
        ("clock-runs-while-away", "clock", _clock_runs_while_away),
        ("posts-in-another-transaction", "missing", _posts_in_another_transaction),
        ("acknowledged-before-the-commit", "lost", _acknowledged_before_the_commit),
        ("one-ballot-is-enough", "vote", _one_is_enough),
        ("ballot-lost", "ballot", _ballot_lost),
        ("ballot-counted-twice", "vote", _ballot_counted_twice),
        ("lease-lock-not-taken", "two at once", _lease_not_locked),
        ("draw-left-out", "half", _draw_left_out),
        ("told-again", "mistold", _told_again),
        ("left-bare", "bare", _left_bare),
    )
)
