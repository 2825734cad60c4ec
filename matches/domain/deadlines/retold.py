"""When a post says something that isn't so any more. Pure.

A post says whose move it is and until when. A pause, more time or a new player changes that without
a move, so no post of a turn follows; `retold` adds what brings the newest one up to date. It pings
nobody: whoever is asked knows it from the post, from a vote that pinged them, or has just taken the
seat, and a decision calls its player once.

The post of the lobby says whether the match is being played, or how it ended; that of a free seat
offers it as long as the match is played.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from matches.domain.change import Change
from matches.domain.model import MatchInfo, SeatInfo, is_closed
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table.computers import level_of
from rules.text import Seat

_Wait: TypeAlias = tuple[int, str, datetime | None, object]


def retold(change: Change) -> Change:
    """Return a change that also edits the posts which it makes untrue.

    A move brings its own post or edit, or none: a turn is posted when it's complete. Edits come
    last: while a computer has to answer they are held, and nothing else should wait for that.
    """
    told = {item.kind for item in change.outbox}
    more = list[OutboxItem]()
    if ItemKind.LOBBY not in told and _lobby_says_otherwise(change.before, change.after):
        more.append(OutboxItem(ItemKind.LOBBY))
    more += map(OutboxItem.seat, _offers_told_otherwise(change.before, change.after))
    is_told = change.rows or told & {ItemKind.TURN, ItemKind.EDIT}
    if not is_told and waits_otherwise(change.before, change.after, change.at):
        more.append(OutboxItem.retelling())
    return replace(change, outbox=(*change.outbox, *more)) if more else change


def _lobby_says_otherwise(before: MatchInfo, after: MatchInfo) -> bool:
    """Return whether a match has ended, goes on, or can't be reopened any more.

    On a server that the bot has left nobody can edit its post.
    """
    if after.lobby_message_id is None or after.ending == "gone" or before.status == "lobby":
        return False
    is_live = after.status == "live"
    return (before.status == "live") != is_live or is_closed(before) != is_closed(after)


def _offers_told_otherwise(before: MatchInfo, after: MatchInfo) -> list[Seat]:
    """Return the seats whose offers end with a match, or begin again with it."""
    was_live, is_live = before.status == "live", after.status == "live"
    if was_live == is_live or before.status == "lobby" or "gone" in (after.ending, after.trouble):
        return []
    if is_live:
        return [seat.seat for seat in after.seats if after.is_free(seat)]
    return [seat.seat for seat in before.seats if seat.post_id is not None]


def waits_otherwise(before: MatchInfo, after: MatchInfo, at: datetime) -> bool:
    """Return whether a match in play waits for others now, or until another time.

    Nobody can read a post whose channel is gone.
    """
    if before.status != "live" or after.status != "live" or after.trouble == "gone":
        return False
    return _waits(before, at) != _waits(after, at)


def _waits(info: MatchInfo, at: datetime) -> tuple[bool, list[_Wait]]:
    """Return what a turn post says about a wait: paused, or for whom and how long."""
    if info.paused_at is not None:
        return True, []
    return False, [_wait(info, info.seats[seat], at) for seat in sorted(info.to_act)]


def _wait(info: MatchInfo, seat: SeatInfo, at: datetime) -> _Wait:
    """Return who decides for a seat, until when, and their holiday.

    A time that is over stays over.
    """
    if (level := level_of(info, seat)) or seat.clock is None:
        return seat.seat, level, None, None
    due, away = seat.clock.due, seat.away
    is_away = away is not None and away[0] <= due and seat.clock.since < away[1]
    return seat.user_id, seat.name, due if due > at else None, away if is_away else None
