"""The SQL about seats: who sits where, who held a seat when, for whom one is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms, to_ms
from matches.domain.deadlines.pace import Clock, Span
from matches.domain.model import ERASED, Holder, MatchInfo, SeatInfo
from matches.domain.table.conceding import KeptOut
from matches.domain.table.invitations import NOBODY_INVITED, Guest, Invitations
from rules.text import Seat

_Values: TypeAlias = "int | str | None"
_COLUMNS: Final = (
    "user_id, name, locale, owner_id, open, offered, bank_ms, away_from, away_to, waiting_since,"
    " due_at, wake_at, woken_at, on_bank, post_id, called_at, standing, conceded, word, word_at,"
    " calls, muted, level, lent, late"
)
_NAMES: Final = tuple(_COLUMNS.split(", "))
_MS: Final = timedelta(milliseconds=1)


def insert(db: Connection, match_id: int, seats: Iterable[SeatInfo]) -> None:
    """Add the seats of a match."""
    db.executemany(
        f"INSERT INTO seats (match_id, seat, {_COLUMNS})"  # noqa: S608 - constants
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(match_id, seat.seat, *_values(seat)) for seat in seats],
    )


def update(db: Connection, before: MatchInfo, after: MatchInfo, at: int) -> None:
    """Write what a change has changed about the seats, and no other column.

    In a lobby, open or closed, seats come and go, so all are written again; after the start they
    are only updated.
    """
    if before.seats == after.seats and before.status == after.status:
        return
    if not before.has_begun:
        db.execute("DELETE FROM seats WHERE match_id = ?", (after.id,))
        insert(db, after.id, after.seats)
        if after.status == "live":
            _hold(db, after, after.seats, at)
        return
    old = {seat.seat: seat for seat in before.seats}
    changed = [seat for seat in after.seats if seat != old[seat.seat]]
    # Two players who swap seats must not collide in the unique index, so clear the seats first.
    passed_on = [seat for seat in changed if seat.user_id != old[seat.seat].user_id]
    for seat in passed_on:
        _set(db, after.id, seat.seat, "user_id = ?, told_closed = 0", (0,))
    for seat in changed:
        pairs = zip(_NAMES, _values(seat), _values(old[seat.seat]), strict=True)
        new = {name: value for name, value, before in pairs if value != before}
        if new:
            assigned = ", ".join(f"{name} = ?" for name in new)
            _set(db, after.id, seat.seat, assigned, tuple(new.values()))
    _hold(db, after, passed_on, at)


def _set(
    db: Connection, match_id: int, seat: int, assigned: str, values: tuple[_Values, ...]
) -> None:
    db.execute(
        f"UPDATE seats SET {assigned} WHERE match_id = ? AND seat = ?",  # noqa: S608 - constants
        (*values, match_id, seat),
    )


def _hold(db: Connection, after: MatchInfo, seats: Iterable[SeatInfo], at: int) -> None:
    db.executemany(
        "INSERT INTO holders (match_id, seat, ply, user_id, at) VALUES (?, ?, ?, ?, ?)",
        [(after.id, seat.seat, after.ply, seat.user_id, at) for seat in seats],
    )


def of_match(db: Connection, match_id: int) -> tuple[SeatInfo, ...]:
    """Return the seats of a match in order."""
    found = db.execute(
        f"SELECT seat, {_COLUMNS} FROM seats WHERE match_id = ? ORDER BY seat",  # noqa: S608 - constants
        (match_id,),
    )
    return tuple(map(_seat, found.fetchall()))


def held_by(db: Connection, match_id: int) -> list[Holder]:
    """Return (seat, ply since when, user) for everybody who ever held a seat."""
    held = db.execute(
        "SELECT seat, ply, user_id FROM holders WHERE match_id = ? ORDER BY seat, id", (match_id,)
    ).fetchall()
    if all(user for *_, user in held):
        return held
    by_erased = "SELECT seat, ply FROM log WHERE match_id = ? AND user_id = 0"
    moves = db.execute(by_erased, (match_id,)).fetchall()
    computers = "SELECT seat FROM seats WHERE match_id = ? AND level <> ''"
    of_computers = {seat for (seat,) in db.execute(computers, (match_id,))}
    return [*_with_erased(held, moves, of_computers)]


def _with_erased(
    held: Sequence[Holder], moves: Sequence[tuple[Seat, int]], of_computers: Collection[Seat]
) -> Iterator[Holder]:
    """Yield who held a seat, with those who have been erased since.

    Erasing leaves nobody in their place, as when a computer played their seat. But it was somebody
    who made a move, or had the seat at the start.
    """
    for number, (seat, ply, user) in enumerate(held):
        later = [then for other, then, _ in held[number + 1 :] if other == seat]
        began = all(other != seat for other, *_ in held[:number]) and seat not in of_computers
        moved = any(s == seat and ply < at and at <= min(later, default=at) for s, at in moves)
        yield seat, ply, user or (ERASED if began or moved else 0)


def keep_out(db: Connection, match_id: int, user_id: int, why: KeptOut) -> None:
    """Note that a user can't take a seat in a match any more."""
    db.execute(
        "INSERT INTO kept_out (match_id, user_id, why) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (match_id, user_id, why),
    )


def kept_out(db: Connection, match_id: int, user_id: int) -> frozenset[KeptOut]:
    """Return why a user can't take a seat in a match any more; nothing if they can."""
    found = db.execute(
        "SELECT why FROM kept_out WHERE match_id = ? AND user_id = ?", (match_id, user_id)
    )
    return frozenset(why for (why,) in found)


def _values(seat: SeatInfo) -> tuple[_Values, ...]:
    away, clock = seat.away or (None, None), seat.clock
    return (
        seat.user_id,
        seat.name,
        seat.locale,
        seat.owner_id,
        seat.open,
        seat.offered,
        seat.bank // _MS,
        maybe_ms(away[0]),
        maybe_ms(away[1]),
        None if clock is None else maybe_ms(clock.since),
        None if clock is None else maybe_ms(clock.due),
        None if clock is None else maybe_ms(clock.wake),
        None if clock is None else maybe_ms(clock.woken),
        clock is not None and clock.on_bank,
        seat.post_id,
        maybe_ms(seat.called_at),
        ",".join(sorted(seat.standing)),
        seat.conceded,
        seat.word,
        maybe_ms(seat.word_at),
        seat.calls,
        seat.muted,
        seat.level,
        seat.lent,
        seat.late,
    )


def _seat(row: tuple[Any, ...]) -> SeatInfo:
    seat, user_id, name, locale, owner_id, is_open, offered, bank, away_from, away_to = row[:10]
    since, due, wake, woken, on_bank, post_id, called_at, standing, *more = row[10:]
    conceded, word, word_at, calls, muted, level, lent, late = more
    away: Span | None = None if away_from is None else (from_ms(away_from), from_ms(away_to))
    clock = None
    if since is not None:
        due = since if due is None else due
        woken = since if woken is None else woken
        clock = Clock(from_ms(since), from_ms(due), maybe_at(wake), from_ms(woken), bool(on_bank))
    return SeatInfo(
        seat,
        user_id,
        name,
        locale,
        owner_id,
        bool(is_open),
        bool(offered),
        bank * _MS,
        away,
        clock,
        post_id,
        maybe_at(called_at),
        frozenset(standing.split(",")) if standing else frozenset(),
        bool(conceded),
        word,
        maybe_at(word_at),
        calls,
        bool(muted),
        level,
        bool(lent),
        late,
    )


def invite(db: Connection, before: MatchInfo, after: MatchInfo) -> None:
    """Write what a change has changed about who may join a lobby."""
    old = before.invitations
    new = after.invitations if after.status in ("lobby", "ended") else NOBODY_INVITED
    if old.closed != new.closed:
        db.execute("UPDATE matches SET closed = ? WHERE id = ?", (new.closed, after.id))
    if old.guests != new.guests:
        db.execute("DELETE FROM guests WHERE match_id = ?", (after.id,))
        db.executemany(
            "INSERT INTO guests (match_id, user_id, name, locale, kept_until, sent_away, told)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (after.id, g.user_id, g.name, g.locale, maybe_ms(g.until), g.sent_away, g.told)
                for g in new.guests
            ],
        )


def invitations(db: Connection, match_id: int, *, closed: bool) -> Invitations:
    """Return who may join a lobby."""
    found = db.execute(
        "SELECT user_id, name, locale, kept_until, sent_away, told FROM guests"
        " WHERE match_id = ? ORDER BY user_id",
        (match_id,),
    )
    guests = (
        Guest(user_id, name, locale, maybe_at(until), bool(away), bool(told))
        for user_id, name, locale, until, away, told in found.fetchall()
    )
    return Invitations(closed, tuple(guests))


def no_longer_kept(db: Connection, now: datetime, share: Share = ALL) -> list[int]:
    """Return the lobbies in which a seat is no longer kept for somebody, in order."""
    found = db.execute(
        f"SELECT DISTINCT match_id FROM guests WHERE kept_until <= ?{share.only_matches()}"  # noqa: S608 - constants
        " ORDER BY match_id",
        (to_ms(now),),
    )
    return [match_id for (match_id,) in found]
