"""The SQL about matches: plain functions on a connection, each to be run in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from matches.db import seats as seatrows
from matches.db import votes as voterows
from matches.db.outbox import insert_mail
from matches.domain import votes
from matches.domain.change import (
    Change,
    ChannelTakenError,
    ConflictError,
    DuplicateError,
    LogRow,
    Mail,
    Remark,
    Stored,
)
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.deadlines.pace import Pace
from matches.domain.model import MatchInfo
from matches.domain.text_json import dump_text, load_text
from rules.text import Text

_UNFINISHED: Final = "status IN ('lobby', 'live')"
KEPT_MS: Final = 24 * 3600 * 1000
"""How long granted interactions and delivered mail are remembered."""
LISTED: Final = 200
"""The most matches of one user that are looked through."""

_COLUMNS: Final = (
    "id, slug, options, guild_id, channel_id, host_id, wants_thread, capacity, status, ply,"
    " chance_hash, chance_seed, lobby_message_id, posted_ply, created_at, trouble, pace,"
    " paused_at, paused_why, begun_at, finished_at, rematch_of, post_id, post_since,"
    " parent_id, rules_version, broken"
)
_FIND: Final = f"SELECT {_COLUMNS} FROM matches"  # noqa: S608 - constants only


def insert_match(db: sqlite3.Connection, info: MatchInfo, mail: Iterable[Mail]) -> MatchInfo:
    """Add a match and return it with its number; `info.id` is ignored.

    Raises:
        ChannelTakenError: An unfinished match is already played in that channel.
    """
    values = (
        info.slug,
        info.rules_version,
        " ".join(sorted(info.options)),
        info.guild_id,
        info.channel_id,
        info.host_id,
        info.wants_thread,
        info.capacity,
        info.status,
        to_ms(info.created_at),
        str(info.pace),
        info.rematch_of,
    )
    try:
        cursor = db.execute(
            "INSERT INTO matches (slug, rules_version, options, guild_id, channel_id, host_id,"
            " wants_thread, capacity, status, created_at, pace, rematch_of)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )
    except sqlite3.IntegrityError as error:
        raise ChannelTakenError from error
    match_id = cursor.lastrowid
    assert match_id is not None
    seatrows.insert(db, match_id, info.seats)
    insert_mail(db, match_id, 0, info.created_at, mail)
    return _required(db, match_id)


def save(db: sqlite3.Connection, change: Change) -> bool:
    """Write everything a granted request changes; a vote that comes to nothing by it is closed.

    Returns:
        Whether the log tells more now than the change does.

    Raises:
        ConflictError: The match has moved on since `change.before`.
        DuplicateError: The interaction has been granted before.
        ChannelTakenError: Another unfinished match is played in the new channel.
    """
    match_id, at = change.after.id, to_ms(change.at)
    if change.interaction_id is not None:
        _take_interaction(db, change.interaction_id, match_id, at)
    _update_match(db, change)
    _append(db, match_id, change.rows)
    seatrows.update(db, change.before, change.after, at)
    _seal(db, change)
    _remark(db, match_id, change.after.ply, at, change.remarks)
    insert_mail(db, match_id, change.after.ply, change.at, change.mail)
    db.execute("DELETE FROM outbox WHERE at < ? AND status IN ('sent', 'failed')", (at - KEPT_MS,))
    return _close_vote(db, change)


def _close_vote(db: sqlite3.Connection, change: Change) -> bool:
    """Close the open vote of a match if it has come to nothing; return whether it has."""
    before, after = change.before, change.after
    vote = None if before.status == "lobby" else voterows.open_in(db, after.id)
    if vote is None or not votes.outdated(before, after, vote):
        return False
    stale = replace(vote, status="stale")
    voterows.update(db, stale)
    _remark(db, after.id, after.ply, to_ms(change.at), (votes.result(before, stale),))
    insert_mail(db, after.id, after.ply, change.at, (Mail("vote", ref=vote.id),))
    return True


def _take_interaction(db: sqlite3.Connection, interaction: int, match_id: int, at: int) -> None:
    db.execute("DELETE FROM interactions WHERE at < ?", (at - KEPT_MS,))
    try:
        db.execute(
            "INSERT INTO interactions (id, match_id, at) VALUES (?, ?, ?)",
            (interaction, match_id, at),
        )
    except sqlite3.IntegrityError as error:
        raise DuplicateError from error


def _update_match(db: sqlite3.Connection, change: Change) -> None:
    before, after = change.before, change.after
    values = (
        after.guild_id,
        after.channel_id,
        after.host_id,
        after.wants_thread,
        after.capacity,
        after.status,
        after.ply,
        after.chance_hash,
        change.seed,
        after.rules_version,
        after.lobby_message_id,
        after.posted_ply,
        after.trouble,
        str(after.pace),
        maybe_ms(after.paused_at),
        after.paused_why,
        maybe_ms(after.begun_at),
        maybe_ms(after.finished_at),
        after.post_id,
        after.post_since,
        after.parent_id,
        after.broken,
    )
    try:
        cursor = db.execute(
            "UPDATE matches SET guild_id = ?, channel_id = ?, host_id = ?, wants_thread = ?,"
            " capacity = ?, status = ?, ply = ?, chance_hash = ?,"
            " chance_seed = coalesce(nullif(?, x''), chance_seed),"
            " rules_version = ?,"
            " lobby_message_id = ?, posted_ply = ?, trouble = ?, pace = ?, paused_at = ?,"
            " paused_why = ?, begun_at = ?, finished_at = ?, post_id = ?, post_since = ?,"
            " parent_id = ?, broken = ?"
            " WHERE id = ? AND ply = ? AND status = ?",
            (*values, after.id, before.ply, before.status),
        )
    except sqlite3.IntegrityError as error:
        raise ChannelTakenError from error
    if cursor.rowcount != 1:
        raise ConflictError


def _append(db: sqlite3.Connection, match_id: int, rows: Iterable[LogRow]) -> None:
    try:
        db.executemany(
            "INSERT INTO log (match_id, ply, seat, move, user_id, at) VALUES (?, ?, ?, ?, ?, ?)",
            [(match_id, r.ply, r.seat, r.move, r.user_id, to_ms(r.at)) for r in rows],
        )
    except sqlite3.IntegrityError as error:
        raise ConflictError from error


def _remark(
    db: sqlite3.Connection, match_id: int, ply: int, at: int, texts: Iterable[Text]
) -> None:
    db.executemany(
        "INSERT INTO remarks (match_id, ply, at, text) VALUES (?, ?, ?, ?)",
        [(match_id, ply, at, dump_text(text)) for text in texts],
    )


def _seal(db: sqlite3.Connection, change: Change) -> None:
    match_id = change.after.id
    for seat, move in change.sealed:
        if move is None:
            db.execute("DELETE FROM prepared WHERE match_id = ? AND seat = ?", (match_id, seat))
        else:
            db.execute(
                "INSERT OR REPLACE INTO prepared (match_id, seat, move) VALUES (?, ?, ?)",
                (match_id, seat, move),
            )


def granted(db: sqlite3.Connection, interaction_id: int) -> bool:
    """Return whether a request has been granted before."""
    found = db.execute("SELECT 1 FROM interactions WHERE id = ?", (interaction_id,)).fetchone()
    return found is not None


def find_match(db: sqlite3.Connection, match_id: int) -> MatchInfo | None:
    """Return the summary of a match, or None."""
    found = db.execute(_FIND + " WHERE id = ?", (match_id,)).fetchone()
    return None if found is None else _info(db, found)


def find_in_channel(
    db: sqlite3.Connection, channel_id: int, user_id: int | None
) -> MatchInfo | None:
    """Return the match that is meant in a channel, or None.

    The channel's own comes first; else, for a user, one of the threads below it: one in which they
    sit, if there is one. Of several an unfinished one is meant, else the newest; a lobby that came
    to nothing last of all.
    """
    below = None if user_id is None else channel_id
    found = db.execute(
        _FIND + " WHERE channel_id = ?1 OR parent_id = ?3 ORDER BY"  # noqa: S608 - constants only
        " status = 'ended' AND begun_at IS NULL, channel_id <> ?1,"
        " channel_id <> ?1 AND id NOT IN"
        " (SELECT match_id FROM seats WHERE user_id = ?2 AND user_id > 0),"
        f" NOT {_UNFINISHED}, id DESC LIMIT 1",
        (channel_id, user_id, below),
    ).fetchone()
    return None if found is None else _info(db, found)


def played_by(db: sqlite3.Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return the matches in which a user has or had a seat, newest first, `LISTED` at most."""
    found = db.execute(
        "SELECT match_id FROM seats WHERE user_id = ?1 AND user_id > 0 UNION"
        " SELECT match_id FROM holders WHERE user_id = ?1 AND user_id > 0"
        " ORDER BY match_id DESC LIMIT ?2",
        (user_id, LISTED),
    ).fetchall()
    return tuple(_required(db, match_id) for (match_id,) in found)


def find_rematch(db: sqlite3.Connection, match_id: int) -> MatchInfo | None:
    """Return the match that was opened to follow another one, or None."""
    found = db.execute(_FIND + " WHERE rematch_of = ?", (match_id,)).fetchone()
    return None if found is None else _info(db, found)


def unfinished(db: sqlite3.Connection, guild_id: int) -> tuple[MatchInfo, ...]:
    """Return the unfinished matches of a server, newest first."""
    found = db.execute(
        _FIND + f" WHERE guild_id = ? AND {_UNFINISHED} ORDER BY id DESC", (guild_id,)
    ).fetchall()
    return tuple(_info(db, row) for row in found)


def waiting_for(db: sqlite3.Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return the matches in which a user is to act, the longest wait first."""
    found = db.execute(
        "SELECT match_id FROM seats WHERE user_id = ? AND waiting_since IS NOT NULL"
        " ORDER BY waiting_since, match_id",
        (user_id,),
    ).fetchall()
    return tuple(_required(db, match_id) for (match_id,) in found)


def held_for(db: sqlite3.Connection, user_id: int) -> tuple[MatchInfo, ...]:
    """Return the unfinished matches of a user whose posts are held and that wait for others."""
    found = db.execute(
        "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id"  # noqa: S608
        f" WHERE s.user_id = ? AND s.waiting_since IS NULL AND m.{_UNFINISHED}"
        " AND m.trouble <> '' ORDER BY m.id",
        (user_id,),
    ).fetchall()
    return tuple(_required(db, match_id) for (match_id,) in found)


def load(db: sqlite3.Connection, match_id: int) -> Stored | None:
    """Return a match with its whole log, or None."""
    info = find_match(db, match_id)
    if info is None:
        return None
    (seed,) = db.execute("SELECT chance_seed FROM matches WHERE id = ?", (match_id,)).fetchone()
    log = db.execute(
        "SELECT ply, seat, move, user_id, at FROM log WHERE match_id = ? ORDER BY ply", (match_id,)
    )
    rows = tuple(LogRow(ply, seat, move, user, from_ms(at)) for ply, seat, move, user, at in log)
    sealed = db.execute(
        "SELECT seat, move FROM prepared WHERE match_id = ? ORDER BY seat", (match_id,)
    )
    remarks = db.execute(
        "SELECT ply, at, text FROM remarks WHERE match_id = ? ORDER BY id", (match_id,)
    )
    told = tuple(Remark(ply, from_ms(at), load_text(text)) for ply, at, text in remarks)
    return Stored(info, seed, rows, tuple(sealed.fetchall()), told)


def _required(db: sqlite3.Connection, match_id: int) -> MatchInfo:
    info = find_match(db, match_id)
    assert info is not None
    return info


def _info(db: sqlite3.Connection, row: tuple[Any, ...]) -> MatchInfo:
    (match_id, slug, options, guild_id, channel_id, host_id, wants_thread, capacity) = row[:8]
    (status, ply, chance_hash, seed, lobby_message_id, posted_ply, created_at, trouble) = row[8:16]
    pace, paused_at, paused_why, begun_at, finished_at, rematch_of, *rest = row[16:]
    post_id, post_since, parent_id, rules_version, broken = rest
    seats = seatrows.of_match(db, match_id)
    return MatchInfo(
        id=match_id,
        slug=slug,
        options=frozenset(options.split()),
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        wants_thread=bool(wants_thread),
        capacity=capacity,
        seats=seats,
        status=status,
        ply=ply,
        to_act=frozenset(seat.seat for seat in seats if seat.clock is not None),
        chance_hash=chance_hash,
        chance_seed=seed.hex() if status in ("over", "ended") else "",
        lobby_message_id=lobby_message_id,
        posted_ply=posted_ply,
        created_at=from_ms(created_at),
        trouble=trouble,
        pace=Pace.parse(pace),
        paused_at=maybe_at(paused_at),
        paused_why=paused_why,
        begun_at=maybe_at(begun_at),
        finished_at=maybe_at(finished_at),
        rematch_of=rematch_of,
        post_id=post_id,
        post_since=post_since,
        parent_id=parent_id,
        rules_version=rules_version,
        broken=broken,
    )
