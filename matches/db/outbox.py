"""The SQL about the outbox: functions on a connection, each for one transaction."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from matches.db import users as users_db
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.domain.change import LogRow
from matches.domain.deadlines.epoch import from_ms, to_ms
from matches.domain.model import Trouble
from matches.domain.outbox_item import (
    IN_DM_OR_PUBLIC,
    OFFLINE_REF,
    ItemKind,
    Lane,
    OutboxItem,
    OutboxRow,
)
from matches.domain.text_json import dump_text, load_text

log = logging.getLogger(__name__)

NONCE_BYTES: Final = 11
FIRST: Final = "00"
"""How often a nonce was renewed; that stands behind a row's own part of it."""
ANSWERED: Final = timedelta(seconds=4)
"""How long a post waits for what computers answer, which they have to share."""
OPEN: Final = "status IN ('new', 'sending')"
"""The condition of the index `outbox_open`; ``= 'new'`` alone doesn't use it."""

READY: Final = (
    "(kind <> 'dm' OR NOT EXISTS (SELECT 1 FROM outbox AS t WHERE t.lane = 'm' || outbox.match_id"
    " AND t.kind = 'thread' AND t.status IN ('new', 'sending')))"
)
"""A DM links to where the match is played, so it waits until the thread exists."""

URGENT: Final = f"(kind NOT IN ('note', 'edit') OR coalesce(ref, -1) <> {OFFLINE_REF})"
"""The condition of a row that must be sent once it is due; others have time."""

_TIMES: Final = re.compile("[0-9a-f]{2}")
_OVER: Final = {ItemKind.EDIT: ItemKind.TURN.stored}
"""Which other kind says all that a row has to say."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A row to send now.

    Attributes:
        row: What to send.
        attempts: How often it was tried before.
        doubtful: True if a try was cut off, so the message may already exist.
        due_ms: Since when it is due.
        held: Why it could not be sent so far, or "".
    """

    row: OutboxRow
    attempts: int
    doubtful: bool
    due_ms: int
    held: Trouble = ""


@dataclass(frozen=True, slots=True)
class Later:
    """The next try of a row, which `hurry` may bring forward.

    Attributes:
        due_ms: When it is due.
        attempts: How many tries have been made.
        held: Why the row could not be sent so far, or "".
    """

    due_ms: int
    attempts: int
    held: Trouble


@dataclass(frozen=True, slots=True)
class Held:
    """A match with held posts, and where it is played.

    `parent_id` is the channel its thread is in.
    """

    match_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None


def add_items(
    db: Connection,
    match_id: int,
    ply: int,
    at: datetime,
    items: Iterable[OutboxItem],
    *,
    held: bool = False,
    without: Iterable[tuple[int]] | None = None,
) -> None:
    """Put items into the outbox, except DMs for users who want none.

    Who does may have been asked before (`unreachable`).

    A new post also makes the held posts of its match due again. The post of a turn can be `held`
    for `ANSWERED`, counted from the first one that waits: then it tells the answers, too.
    """
    items = tuple(items)
    wanting_none = {user for (user,) in (unreachable(db, items) if without is None else without)}
    for item in items:
        reachable = item.user_id not in wanting_none
        if item.is_private and not reachable:
            continue
        to_user = item.is_private or (item.kind in IN_DM_OR_PUBLIC and reachable)
        lane = Lane.of_user(item.user_id) if to_user else Lane.of_match(match_id)
        _insert(db, lane, match_id, ply, at, item)
        if item.kind in (ItemKind.TURN, ItemKind.EDIT):
            _hold(db, lane, to_ms(at + ANSWERED) if held else to_ms(at))
        if not to_user:
            hurry(db, match_id, to_ms(at))


def _hold(db: Connection, lane: Lane, due_ms: int) -> None:
    """Let the posts of a match's turns that wait be due together, by `due_ms`."""
    fresh = f"lane = ?1 AND {OPEN} AND status = 'new' AND kind IN ('turn', 'edit') AND attempts = 0"
    db.execute(
        "UPDATE outbox SET due_at = (SELECT min(at) FROM (SELECT CAST(?2 AS bigint) AS at"  # noqa: S608 - constants
        f" UNION ALL SELECT due_at FROM outbox WHERE {fresh} AND due_at > at) AS each)"
        f" WHERE {fresh}",
        (lane, due_ms),
    )


def renew(db: Connection, row: OutboxRow, *, again: bool) -> str:
    """Give a row the next nonce, and return it; if not `again`, only once."""
    own, times = row.nonce[: -len(FIRST)], row.nonce[-len(FIRST) :]
    if times != FIRST and not again:
        return row.nonce
    known = _TIMES.fullmatch(times)  # not if somebody else has written the row
    nonce = f"{own}{(int(times, 16) + 1) % 256 if known else 1:02x}"
    db.execute("UPDATE outbox SET nonce = ? WHERE id = ?", (nonce, row.id))
    return nonce


def _insert(
    db: Connection, lane: Lane, match_id: int, ply: int, at: datetime, item: OutboxItem
) -> None:
    now, text = to_ms(at), None if item.text is None else dump_text(item.text)
    nonce = secrets.token_hex(NONCE_BYTES) + FIRST
    db.execute(
        "INSERT INTO outbox"
        " (lane, kind, match_id, ply, user_id, ref, text, nonce, due_at, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (lane, item.kind.stored, match_id, ply, item.user_id, item.ref, text, nonce, now, now),
    )


def unreachable(db: Connection, items: Iterable[OutboxItem]) -> Iterable[tuple[int]]:
    """Ask which users that some items are for want no DMs."""
    return users_db.unreachable(db, {item.user_id for item in items if item.user_id is not None})


def lanes(db: Connection, share: Share = ALL) -> tuple[tuple[Lane, int, int, bool], ...]:
    """Return the lanes with unsent rows.

    With each: when the first is due, in ms, its server, and whether the lane is calm: it is while
    none of its rows is `URGENT`. A user's lane holds what several processes have to send, each its
    own.
    """
    mine = share.only_matches("outbox.match_id")
    heads = (
        f"SELECT lane, min(id) AS head, count(*) FILTER (WHERE {URGENT}) AS urgent"  # noqa: S608 - constants
        f" FROM outbox WHERE {OPEN} AND {READY}{mine} GROUP BY lane"
    )
    found = db.execute(
        f"SELECT h.lane, o.due_at, m.guild_id, h.urgent FROM ({heads}) AS h"  # noqa: S608 - constants
        " JOIN outbox AS o ON o.id = h.head JOIN matches AS m ON m.id = o.match_id"
    )
    return tuple((Lane(lane), due, guild_id, not urgent) for lane, due, guild_id, urgent in found)


def take_next(db: Connection, lane: Lane, now_ms: int, share: Share = ALL) -> Claimed | None:
    """Mark the first due row of a lane as being sent, and return it.

    Posts are rendered from the newest state, so of several unsent rows of the same match and kind
    only the newest is worth sending; the others are dropped here, whatever an update was for. If
    the oldest of them was tried, its message may still be on its way, so the newest gets its nonce:
    Discord keeps one of both.

    Returns:
        The row, or None if nothing in this lane is due.
    """
    mine = share.only_matches("outbox.match_id") if lane.is_private else ""
    dropped = db.execute(
        f"DELETE FROM outbox WHERE lane = ? AND {OPEN} AND status = 'new'{mine}"  # noqa: S608 - constants
        " AND kind IN ('lobby', 'turn', 'edit', 'dm', 'nudge', 'vote', 'seat', 'digest')"
        " AND EXISTS (SELECT 1 FROM outbox AS later WHERE later.lane = outbox.lane"
        " AND later.match_id = outbox.match_id"
        " AND (outbox.kind = 'edit' OR later.ref IS NOT DISTINCT FROM outbox.ref)"
        " AND (later.kind = outbox.kind OR (later.kind = 'turn' AND outbox.kind = 'edit'))"
        " AND later.id > outbox.id AND later.status = 'new')"
        " RETURNING id, nonce, match_id, kind, ref",
        (lane,),
    )
    head = (
        "SELECT id, lane, kind, match_id, ply, user_id, text, nonce, message_id, ref,"  # noqa: S608 - constants
        f" attempts, status, held, due_at FROM outbox WHERE lane = ? AND {OPEN} AND {READY}{mine}"
        " ORDER BY id LIMIT 1"
    )
    answer = db.execute(head, (lane,))
    if rows := dropped.fetchall():
        _inherit(db, lane, rows)
        answer = db.execute(head, (lane,))
    found = answer.fetchone()
    if found is None or found[-1] > now_ms:
        return None
    attempts, status, held, due_ms = found[10:]
    try:
        row = _row(found[:10])
    except (LookupError, TypeError, ValueError):
        log.error("reading outbox row %s failed; it is given up", found[0])
        mark_failed(db, found[0])
        return take_next(db, lane, now_ms, share)
    db.execute("UPDATE outbox SET status = 'sending' WHERE id = ?", (row.id,))
    return Claimed(row, attempts, status == "sending", due_ms, held)


def _inherit(db: Connection, lane: Lane, dropped: Sequence[tuple[int, str, int, str, Any]]) -> None:
    """Give the newest rows of a lane the nonces of the oldest that they have replaced.

    An update may have become a post, where the one to update was gone; a turn's post surely is one.
    """
    updates_first = sorted(dropped, key=lambda row: (row[3] != ItemKind.EDIT.stored, -row[0]))
    for number, nonce, match_id, kind, ref in updates_first:
        db.execute(
            "UPDATE outbox SET nonce = ? WHERE id = (SELECT id FROM outbox WHERE lane = ?"
            " AND match_id = ? AND id > ? AND kind IN (?, ?)"
            " AND (kind IN ('turn', 'edit') OR ref IS NOT DISTINCT FROM ?)"
            " AND status = 'new' ORDER BY kind DESC, id DESC LIMIT 1)",  # a turn before updates
            (nonce, lane, match_id, number, kind, _OVER.get(ItemKind(kind)), ref),
        )


def is_replaced(db: Connection, row: OutboxRow) -> bool:
    """Return whether a newer row is waiting to say what this one says."""
    found = db.execute(
        f"SELECT 1 FROM outbox WHERE lane = ? AND {OPEN} AND id > ?"  # noqa: S608 - constants
        " AND match_id = ? AND kind IN (?, ?)"
        " AND (kind IN ('turn', 'edit') OR ref IS NOT DISTINCT FROM ?) LIMIT 1",
        (row.lane, row.id, row.match_id, row.kind.stored, _OVER.get(row.kind), row.ref),
    )
    return found.fetchone() is not None


def is_of_another(db: Connection, row: OutboxRow, message_id: int) -> bool:
    """Return whether another row of the same lane has become a message."""
    found = db.execute(
        "SELECT 1 FROM outbox WHERE lane = ? AND match_id = ? AND message_id = ? AND id <> ?"
        " LIMIT 1",
        (row.lane, row.match_id, message_id, row.id),
    )
    return found.fetchone() is not None


def called_at_ply(db: Connection, row: OutboxRow, since: datetime) -> int | None:
    """Return the ply at which the user of a DM last got one about that match, or None.

    Args:
        db: The connection.
        row: The one that isn't sent yet.
        since: Calls before this time don't count.
    """
    found = db.execute(
        "SELECT max(ply) FROM outbox WHERE status IN ('sent', 'failed') AND at >= ?"
        " AND lane = ? AND match_id = ? AND kind = ? AND ref IS NULL AND message_id IS NOT NULL",
        (to_ms(since), row.lane, row.match_id, row.kind.stored),
    )
    (ply,) = found.fetchone()
    return None if ply is None else int(ply)


def log_after(db: Connection, match_id: int, ply: int) -> list[LogRow]:
    """Return the rows of a match's log after a ply, oldest first."""
    found = db.execute(
        "SELECT ply, seat, move, user_id, at FROM log WHERE match_id = ? AND ply > ? ORDER BY ply",
        (match_id, ply),
    )
    return [LogRow(then, seat, move, user, from_ms(at)) for then, seat, move, user, at in found]


def _row(found: tuple[Any, ...]) -> OutboxRow:
    row_id, lane, stored, match_id, ply, user_id, text, nonce, message_id, ref = found
    kind, said = ItemKind.read(stored, ref), None if text is None else load_text(text)
    return OutboxRow(row_id, Lane(lane), kind, match_id, ply, user_id, said, nonce, message_id, ref)


def mark_sent(db: Connection, row_id: int, message_id: int | None) -> None:
    """Note that a row was delivered and which message it became."""
    db.execute(
        "UPDATE outbox SET status = 'sent', message_id = ? WHERE id = ?", (message_id, row_id)
    )


def mark_unsent(db: Connection, row_id: int) -> None:
    """Note that a row was certainly not sent."""
    db.execute("UPDATE outbox SET status = 'new' WHERE id = ?", (row_id,))


def mark_later(db: Connection, row_id: int, later: Later, *, doubtful: bool) -> None:
    """Put a row off; `doubtful` if it is still unknown whether it was sent."""
    db.execute(
        "UPDATE outbox SET status = ?, due_at = ?, attempts = ?, held = ? WHERE id = ?",
        ("sending" if doubtful else "new", later.due_ms, later.attempts, later.held, row_id),
    )


def hurry(db: Connection, match_id: int, due_ms: int) -> None:
    """Retry the held posts of a match no later than at `due_ms`."""
    db.execute(
        "UPDATE outbox SET due_at = ?1"  # noqa: S608 - constants
        f" WHERE lane = ?2 AND {OPEN} AND held <> '' AND due_at > ?1",
        (due_ms, Lane.of_match(match_id)),
    )


def hurry_all(db: Connection, due: Mapping[int, datetime]) -> None:
    """Retry the held posts of some matches no later than at these times."""
    for match_id, at in due.items():
        hurry(db, match_id, to_ms(at))


def due_by(db: Connection, at: datetime) -> None:
    """Let no row be due later than at this time."""
    db.execute(f"UPDATE outbox SET due_at = ?1 WHERE {OPEN} AND due_at > ?1", (to_ms(at),))  # noqa: S608 - constants


def held(db: Connection) -> tuple[Held, ...]:
    """Return the matches that have held posts."""
    found = db.execute(
        "SELECT DISTINCT m.id, m.guild_id, m.channel_id, m.parent_id FROM outbox AS o"  # noqa: S608 - constants
        " JOIN matches AS m ON m.id = o.match_id"
        f" WHERE {OPEN.replace('status', 'o.status')} AND o.held <> '' AND o.lane LIKE 'm%'"
    )
    return tuple(Held(*row) for row in found)


def mark_failed(db: Connection, row_id: int) -> None:
    """Give a row up."""
    db.execute("UPDATE outbox SET status = 'failed' WHERE id = ?", (row_id,))


def call_in_public(db: Connection, row: OutboxRow, at: datetime) -> None:
    """Give up a DM and ping the user in the match's channel instead."""
    mark_failed(db, row.id)
    _insert(
        db,
        Lane.of_match(row.match_id),
        row.match_id,
        row.ply,
        at,
        OutboxItem(row.kind, row.user_id, ref=row.ref),
    )


def tell_closed(db: Connection, row: OutboxRow, at: datetime, note: OutboxItem) -> None:
    """Give up a DM and say so in the match's channel, once per match and user."""
    mark_failed(db, row.id)
    told = db.execute(
        "UPDATE seats SET told_closed = 1 WHERE match_id = ? AND user_id = ? AND told_closed = 0",
        (row.match_id, row.user_id),
    )
    if told.rowcount:
        add_items(db, row.match_id, row.ply, at, (note,))
