"""How many messages one person gets about a match nobody touches. Pure.

`counted` goes over every change before it is saved. It counts, for each seat, the pings and direct
messages since somebody last did something in the match, and takes out what would be too many.
Keeping a match open counts for whoever does it alone: the others still do nothing in it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.domain.change import Change
from matches.domain.deadlines import lifetime
from matches.domain.deadlines.pace import PaceKind
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from rules.protocol import WATCHER
from rules.text import Seat

MOST: Final = 6
"""The most messages to one person about it, of all kinds together."""
ROUTINE: Final = MOST - 2
"""Turns, votes and the first reminders stop here."""
URGENT: Final = MOST - 1
"""Daily messages, late reminders and the loss of the channel stop here."""
LAST: Final = MOST + 1
"""From here on a seat's player was told of the closing, so nothing follows.

Above it go on the messages before that, for somebody else may keep the match open.
"""
_LIMITS: Final = {
    ItemKind.TURN: ROUTINE,
    ItemKind.DM: ROUTINE,
    ItemKind.VOTE: ROUTINE,
    ItemKind.DIGEST: URGENT,
    ItemKind.CHANNEL_DM: URGENT,
    ItemKind.REMINDER: MOST,  # whoever reminds has asked `may_remind`
    ItemKind.CLOSING: MOST,
}


def may_remind(info: MatchInfo, seat: SeatInfo, *, late: bool) -> bool:
    """Return whether one more reminder may be sent to the player of a seat.

    Where time that runs out costs something, every reminder of it may be sent; at a casual pace
    only the first ones, and one `late` one.
    """
    if info.enforced.kind is not PaceKind.CASUAL:
        return seat.calls < MOST and not seat.muted
    return seat.calls < (URGENT if late else ROUTINE)


def was_told(seat: SeatInfo) -> bool:
    """Return whether a seat's player was told of the closing that was announced last."""
    return seat.calls >= LAST


def kept(info: MatchInfo, user_id: int, at: datetime) -> MatchInfo:
    """Return a match that a user keeps open; the others count as called as before."""
    before = {seat.seat: seat for seat in info.seats if seat.user_id != user_id}
    after = lifetime.touched(info, at)
    seats = (
        replace(seat, calls=_sent(old), muted=old.muted)
        if (old := before.get(seat.seat)) is not None
        else seat
        for seat in after.seats
    )
    return replace(after, seats=tuple(seats))


def _sent(seat: SeatInfo) -> int:
    """Return how many messages a seat's player has got."""
    return seat.calls - LAST + 1 if was_told(seat) else seat.calls


def counted(change: Change) -> Change:
    """Return a change with its messages counted; a player's touches the match."""
    before = change.before
    after = lifetime.finished(before, change.after)
    if change.by_player and after.status in ("lobby", "live"):
        after = lifetime.touched(after, change.at)
    for seat in sorted(change.asked):
        after, _ = _called(after, seat, ItemKind.VOTE)
    kept: list[OutboxItem] = []
    for item in change.outbox:
        is_allowed = item.kind is not ItemKind.FREED or _may_tell(before, item)
        for seat in _reached(change, after, item):
            after, is_allowed = _called(after, seat, item.kind)
        if is_allowed or item.user_id is None:
            kept.append(item)
    if after == change.after and len(kept) == len(change.outbox):
        return change
    return replace(change, after=after, outbox=tuple(kept))


def _may_tell(before: MatchInfo, item: OutboxItem) -> bool:
    """Return whether whoever has just lost their seat may get a message about it."""
    seat = before.seat_of(item.user_id or 0)
    return seat == WATCHER or before.seats[seat].calls < MOST


def _reached(change: Change, after: MatchInfo, item: OutboxItem) -> list[Seat]:
    """Return the seats whose players an item pings or writes to."""
    if item.kind not in _LIMITS or item.kind is ItemKind.VOTE:
        return []
    if item.kind is ItemKind.TURN:
        return sorted(_pinged(change))
    seat = after.seat_of(item.user_id or 0)
    return [] if seat == WATCHER else [seat]


def _called(info: MatchInfo, seat: Seat, kind: ItemKind) -> tuple[MatchInfo, bool]:
    """Return the match with one more message to a seat, and whether it may be sent."""
    mine, limit = info.seats[seat], _LIMITS[kind]
    if mine.calls >= limit or (mine.muted and limit <= ROUTINE):
        return info.with_seat(replace(mine, muted=True)), False
    count = mine.calls + (LAST if kind is ItemKind.CLOSING else 1)
    return info.with_seat(replace(mine, calls=count)), True


def _pinged(change: Change) -> set[Seat]:
    """Return the seats that a turn post pings: newly asked, and not the mover.

    Moves ask those who get a direct message, too; others go on, perhaps with a new clock.
    """
    before = change.before
    asked = {item.user_id for item in change.outbox if item.kind is ItemKind.DM}
    since = {seat.seat: seat.clock and seat.clock.since for seat in before.seats}
    movers = {row.seat for row in change.rows if row.user_id is not None}
    return {
        seat.seat
        for seat in change.after.seats
        if seat.clock is not None
        and seat.user_id
        and seat.seat not in movers
        and seat.called_at is None
        and (not change.rows or seat.user_id in asked)
        and (before.status != "live" or since.get(seat.seat) != seat.clock.since)
    }


def in_digest(info: MatchInfo, user_id: int) -> tuple[MatchInfo, bool]:
    """Return a match named in one more daily message, and whether one may."""
    return _called(info, info.seat_of(user_id), ItemKind.DIGEST)
