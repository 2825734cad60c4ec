"""The SQL about seats: who sits where, whose clock runs, who held a seat when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final, TypeAlias

from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, maybe_at, maybe_ms
from matches.domain.deadlines.pace import Clock, Span
from matches.domain.model import MatchInfo, SeatInfo

_Values: TypeAlias = "int | str | None"
_COLUMNS: Final = (
    "user_id, name, locale, owner_id, open, offered, bank_ms, away_from, away_to, waiting_since,"
    " due_at, wake_at, woken_at, on_bank, post_id, called_at, standing, conceded"
)
_NAMES: Final = tuple(_COLUMNS.split(", "))
_MS: Final = timedelta(milliseconds=1)


def insert(db: Connection, match_id: int, seats: Iterable[SeatInfo]) -> None:
    """Add the seats of a match."""
    db.executemany(
        f"INSERT INTO seats (match_id, seat, {_COLUMNS})"  # noqa: S608 - constants
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(match_id, seat.seat, *_values(seat)) for seat in seats],
    )


def update(db: Connection, before: MatchInfo, after: MatchInfo, at: int) -> None:
    """Write what a change has changed about the seats, and no other column.

    In a lobby seats come and go, so all are written again; after the start they are only updated.
    """
    if before.seats == after.seats and before.status == after.status:
        return
    if before.status == "lobby":
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


def held_by(db: Connection, match_id: int) -> list[tuple[int, int, int]]:
    """Return (seat, ply since when, user) for everybody who ever held a seat."""
    return db.execute(
        "SELECT seat, ply, user_id FROM holders WHERE match_id = ? ORDER BY seat, id", (match_id,)
    ).fetchall()


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
    )


def _seat(row: tuple[Any, ...]) -> SeatInfo:
    seat, user_id, name, locale, owner_id, is_open, offered, bank, away_from, away_to = row[:10]
    since, due, wake, woken, on_bank, post_id, called_at, standing, conceded = row[10:]
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
    )
