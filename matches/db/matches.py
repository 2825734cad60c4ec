"""The SQL about matches: functions on a connection, each for one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, get_args

from matches.db import guilds as guilds_db
from matches.db import seats as seats_db
from matches.db import votes as votes_db
from matches.db.driver import Connection, IntegrityError, legible
from matches.db.outbox import add_items, unreachable
from matches.db.privacy import retention
from matches.domain.change import (
    Change,
    ChannelTakenError,
    ConflictError,
    DuplicateError,
    LogRow,
    Remark,
    Stored,
)
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.deadlines.life import Life
from matches.domain.deadlines.pace import Pace
from matches.domain.model import (
    Conceding,
    Ending,
    Level,
    MatchInfo,
    PauseReason,
    SeatInfo,
    Trouble,
    language_of,
)
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import computers, lobby, votes
from matches.domain.table.invitations import NOBODY_INVITED
from matches.domain.text_json import dump_text, load_text
from rules import registry
from rules.errors import ReplayError
from rules.text import Text

_COLUMNS: Final = (
    "id, slug, options, guild_id, channel_id, host_id, wants_thread, capacity, status, ply,"
    " chance_hash, chance_seed, lobby_message_id, posted_ply, created_at, trouble, pace,"
    " paused_at, paused_why, begun_at, finished_at, rematch_of, post_id, post_since,"
    " parent_id, rules_version, broken, ending, conceding, closed, touched_at,"
    " check_at, told_at, level, private, changes"
)
_CHANGING: Final = (
    *("guild_id", "channel_id", "host_id", "wants_thread", "capacity", "status", "chance_hash"),
    *("rules_version", "lobby_message_id", "posted_ply", "trouble", "pace", "paused_at"),
    *("paused_why", "begun_at", "finished_at", "post_id", "post_since", "parent_id", "broken"),
    *("ending", "conceding", "level", "private"),
)
"""The columns, named as in a summary, that a change writes if they differ.

An unchanged one stays out of the statement: SQLite would write its indexes, too.
"""
_TO_COLUMN: Final[Mapping[str, Callable[[Any], int | str | None]]] = {
    "pace": str,
    "paused_at": maybe_ms,
    "begun_at": maybe_ms,
    "finished_at": maybe_ms,
}
FIND: Final = f"SELECT {_COLUMNS} FROM matches"  # noqa: S608 - constants


def open_lobby(db: Connection, info: MatchInfo, seed: bytes) -> MatchInfo:
    """Add a lobby with its seed and post; a server's first one sets its language.

    Raises:
        ChannelTakenError: An unfinished match is already played in that channel.
    """
    guilds_db.settle(db, info.guild_id, language_of(info.seats[0].locale))
    return insert(db, info, (OutboxItem(ItemKind.LOBBY),), seed)


def open_rematch(db: Connection, info: MatchInfo, seed: bytes) -> MatchInfo:
    """Add the lobby of a rematch with its seed and post.

    Raises:
        LobbyError: That match already has a rematch.
        ChannelTakenError: An unfinished match is already played in that channel.
    """
    found = db.execute(FIND + " WHERE rematch_of = ?", (info.rematch_of,)).fetchone()
    if found is not None:
        raise lobby.rematched(read_info(db, found))
    return insert(db, info, (OutboxItem(ItemKind.LOBBY),), seed)


def insert(
    db: Connection, info: MatchInfo, items: Iterable[OutboxItem], seed: bytes = b""
) -> MatchInfo:
    """Add a match and return it with its number; `info.id` is ignored.

    Raises:
        ChannelTakenError: An unfinished match is already played in that channel.
    """
    match_id = retention.next_number(db)
    values = (
        match_id,
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
        info.conceding,
        info.chance_hash,
        seed,
        info.invitations.closed,
        *_times(info.life).values(),
        info.level,
    )
    try:
        db.execute(
            "INSERT INTO matches (id, slug, rules_version, options, guild_id, channel_id, host_id,"
            " wants_thread, capacity, status, created_at, pace, rematch_of, conceding, chance_hash,"
            " chance_seed, closed, touched_at, check_at, told_at, level)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )
    except IntegrityError as error:
        raise ChannelTakenError from error
    seats_db.insert(db, match_id, info.seats)
    add_items(db, match_id, 0, info.created_at, items)
    return required(db, match_id)


def save(db: Connection, change: Change, *, alone: bool = True) -> bool:
    """Write what an accepted request changes, and close the vote it makes pointless.

    Returns:
        Whether a remark about that vote was added to the log.

    Raises:
        ConflictError: The match has moved on since `change.before`; or, if not `alone`, changed.
        DuplicateError: The interaction has already been accepted.
        ChannelTakenError: Another unfinished match is played in the new channel.
    """
    match_id, at = change.after.id, to_ms(change.at)
    vote, without = votes_db.asked(db, match_id), unreachable(db, change.outbox)
    if change.interaction_id is not None:
        _take_interaction(db, change.interaction_id, match_id, at)
    _update_match(db, change, alone=alone)
    append(db, match_id, change.rows)
    seats_db.update(db, change.before, change.after, at)
    seats_db.invite(db, change.before, change.after)
    _seal(db, change)
    _remark(db, match_id, change.after.ply, at, change.remarks)
    held = bool(computers.due(change.after))
    ply, items = change.after.ply, change.outbox
    add_items(db, match_id, ply, change.at, items, held=held, without=without)
    return _close_vote(db, change, vote())


def _close_vote(db: Connection, change: Change, vote: votes.Vote | None) -> bool:
    """Close a match's open vote if it is pointless now; return whether it was."""
    before, after = change.before, change.after
    moved = frozenset(row.seat for row in change.rows if row.user_id is not None)
    if vote is None or before.status == "lobby" or not votes.outdated(before, after, vote, moved):
        return False
    stale = replace(vote, status="stale")
    _remark(db, after.id, after.ply, to_ms(change.at), (votes.result(before, stale),))
    votes_db.put(db, stale, after.ply, change.at)
    return True


def _take_interaction(db: Connection, interaction: int, match_id: int, at: int) -> None:
    try:
        db.execute(
            "INSERT INTO interactions (id, match_id, at) VALUES (?, ?, ?)",
            (interaction, match_id, at),
        )
    except IntegrityError as error:
        raise DuplicateError from error


def _update_match(db: Connection, change: Change, *, alone: bool) -> None:
    before, after = change.before, change.after
    changed: dict[str, int | str | bytes | None] = {"ply": after.ply}
    for name in _CHANGING:
        if (value := getattr(after, name)) != getattr(before, name):
            changed[name] = _TO_COLUMN[name](value) if name in _TO_COLUMN else value
    old, new = _times(before.life), _times(after.life)
    changed |= {name: new[name] for name in new if new[name] != old[name]}
    if change.seed:
        changed["chance_seed"] = change.seed
    assigned = ", ".join(f"{name} = ?" for name in changed)
    try:
        cursor = db.execute(
            f"UPDATE matches SET changes = changes + 1, {assigned}"  # noqa: S608 - constants
            " WHERE id = ? AND ply = ? AND status = ? AND (changes = ? OR ? = 1)",
            (*changed.values(), after.id, before.ply, before.status, before.changes, alone),
        )
    except IntegrityError as error:
        raise ChannelTakenError from error
    if cursor.rowcount != 1:
        raise ConflictError


def _times(life: Life) -> dict[str, int | None]:
    """Return the columns of a match's life."""
    return {
        "touched_at": maybe_ms(life.touched),
        "check_at": maybe_ms(life.check),
        "told_at": maybe_ms(life.told),
    }


def append(db: Connection, match_id: int, rows: Iterable[LogRow]) -> None:
    """Add rows to the log of a match.

    Raises:
        ConflictError: It already has one of them.
    """
    try:
        db.executemany(
            "INSERT INTO log (match_id, ply, seat, move, user_id, at) VALUES (?, ?, ?, ?, ?, ?)",
            [(match_id, r.ply, r.seat, r.move, r.user_id, to_ms(r.at)) for r in rows],
        )
    except IntegrityError as error:
        raise ConflictError from error


def _remark(db: Connection, match_id: int, ply: int, at: int, texts: Iterable[Text]) -> None:
    db.executemany(
        "INSERT INTO remarks (match_id, ply, at, text) VALUES (?, ?, ?, ?)",
        [(match_id, ply, at, dump_text(text)) for text in texts],
    )


def _seal(db: Connection, change: Change) -> None:
    match_id = change.after.id
    for seat, move in change.sealed:
        if move is None:
            db.execute("DELETE FROM prepared WHERE match_id = ? AND seat = ?", (match_id, seat))
        else:
            db.execute(
                "INSERT INTO prepared (match_id, seat, move) VALUES (?, ?, ?)"
                " ON CONFLICT (match_id, seat) DO UPDATE SET move = excluded.move",
                (match_id, seat, move),
            )


def granted(db: Connection, interaction_id: int) -> bool:
    """Return whether a request has already been accepted."""
    found = db.execute("SELECT 1 FROM interactions WHERE id = ?", (interaction_id,)).fetchone()
    return found is not None


def find(db: Connection, match_id: int) -> MatchInfo | None:
    """Return the summary of a match, or None; raises like `read_info`."""
    found = db.execute(FIND + " WHERE id = ?", (match_id,)).fetchone()
    return None if found is None else read_info(db, found)


def load(db: Connection, match_id: int) -> Stored | None:
    """Return a match with its whole log, or None.

    Raises:
        ReplayError: A value can't be read.
    """
    info = find(db, match_id)
    if info is None:
        return None
    seed = seed_of(db, match_id)
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
    with legible(match_id):
        told = tuple(Remark(ply, from_ms(at), load_text(text)) for ply, at, text in remarks)
    return Stored(info, seed, rows, tuple(sealed.fetchall()), told)


def seed_of(db: Connection, match_id: int) -> bytes:
    """Return the secret seed of a match; b"" in lobbies that get it at the start."""
    (seed,) = db.execute("SELECT chance_seed FROM matches WHERE id = ?", (match_id,)).fetchone()
    return bytes(seed)


def required(db: Connection, match_id: int) -> MatchInfo:
    """Return the summary of a match that is known to exist."""
    info = find(db, match_id)
    assert info is not None
    return info


def read_info(db: Connection, row: tuple[Any, ...]) -> MatchInfo:
    """Return the summary in a row found with `FIND`, with its seats.

    Raises:
        ReplayError: A value can't be read.
    """
    with legible(row[0]):
        return _info(db, row)


def read_all(db: Connection, rows: Iterable[tuple[Any, ...]]) -> tuple[MatchInfo, ...]:
    """Return the summaries in rows found with `FIND`, without unreadable ones."""
    found: list[MatchInfo] = []
    for row in rows:
        with suppress(ReplayError):
            found.append(read_info(db, row))
    return tuple(found)


def numbered(db: Connection, numbers: Iterable[tuple[int]]) -> tuple[MatchInfo, ...]:
    """Return the matches with some numbers, without those that can't be read."""
    rows = (db.execute(FIND + " WHERE id = ?", number).fetchone() for number in numbers)
    return read_all(db, rows)


def _known(words: object, value: str) -> Any:
    """Return a word that is one of a Literal's."""
    if value not in get_args(words):
        raise ValueError
    return value


def _seats(db: Connection, match_id: int) -> tuple[SeatInfo, ...]:
    """Return the seats of a match, which are numbered from 0 without a gap."""
    seats = seats_db.of_match(db, match_id)
    if [seat.seat for seat in seats] != list(range(len(seats))):
        raise ValueError
    for seat in seats:
        _known(Level, seat.level)
    return seats


def _info(db: Connection, row: tuple[Any, ...]) -> MatchInfo:
    (match_id, slug, options, guild_id, channel_id, host_id, wants_thread, capacity) = row[:8]
    (status, ply, chance_hash, seed, lobby_message_id, posted_ply, created_at, trouble) = row[8:16]
    pace, paused_at, paused_why, begun_at, finished_at, rematch_of, *rest = row[16:]
    post_id, post_since, parent_id, rules_version, broken, ending, conceding, *more = rest
    closed, *times, level, private, changes = more
    seats, invitations = _seats(db, match_id), NOBODY_INVITED
    if (game := registry.imported(slug)) and max(capacity, len(seats)) > len(game.info.seat_marks):
        raise ValueError  # each seat is told by its mark
    life = Life(*map(maybe_at, times))
    finished = status in ("over", "ended") and life.check is None
    if status == "lobby" or (status == "ended" and begun_at is None and not finished):
        invitations = seats_db.invitations(db, match_id, closed=bool(closed))
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
        chance_seed=seed.hex() if finished else "",
        lobby_message_id=lobby_message_id,
        posted_ply=posted_ply,
        created_at=from_ms(created_at),
        trouble=_known(Trouble, trouble),
        pace=Pace.parse(pace),
        paused_at=maybe_at(paused_at),
        paused_why=_known(PauseReason, paused_why),
        begun_at=maybe_at(begun_at),
        finished_at=maybe_at(finished_at),
        rematch_of=rematch_of,
        post_id=post_id,
        post_since=post_since,
        parent_id=parent_id,
        rules_version=rules_version,
        broken=broken,
        ending=_known(Ending, ending),
        conceding=_known(Conceding, conceding),
        invitations=invitations,
        life=life,
        level=_known(Level, level),
        private=bool(private),
        changes=changes,
    )
