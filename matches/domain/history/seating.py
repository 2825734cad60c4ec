"""Who played each seat at each row of a log, from the log alone. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from matches.domain.change import LogRow
from matches.domain.history.timeline import Played
from matches.domain.model import MatchInfo, SeatInfo
from rules.protocol import WATCHER
from rules.text import Person, Text, t

Seats: TypeAlias = tuple[SeatInfo, ...]
_OVER: Final = t("{who} takes over {other}'s seat.")
_OFFERED: Final = t("{who} takes over the seat {other} offered.")
_BACK: Final = t("{who} takes their seat back.")
_TAKEN: Final = ("{who} takes over ", _BACK.msgid)
"""How such remarks begin, as they were worded formerly, too."""


def taken(old: SeatInfo, new: SeatInfo) -> Text:
    """Return the remark on a seat that somebody takes; `seats_then` reads it."""
    told = _OVER if new.user_id != old.owner_id else _BACK
    if not old.open:
        told = _OFFERED
    return replace(told, params=(("who", Person(new.name)), ("other", Person(old.name))))


def seats_then(info: MatchInfo, log: Sequence[Played]) -> list[Seats]:
    """Return the seats at each row of a log that ends now: names, and who played.

    A computer made a row if its seat is open or lent there. Where a player is only named, the
    remarks between the rows say whether a computer played for them.

    Args:
        info: The match now.
        log: Its newest rows with the remarks between them, oldest first.
    """
    seats = tuple(replace(seat, lent=False) for seat in info.seats)
    found: list[Seats] = []
    for played in reversed(log):
        row = played.row
        if row.seat == WATCHER:
            found.append(seats)
            for event in played.events:
                seats = _before(seats, event.text)
            continue
        if row.seat >= 0 and row.user_id is not None and seats[row.seat].open:
            seats = _with(seats, replace(seats[row.seat], open=False))
        found.append(_moving(seats, row))
    return found[::-1]


def _moving(seats: Seats, row: LogRow) -> Seats:
    """Return the seats at a row; one that isn't open was lent if a computer made it."""
    if row.seat < 0 or row.user_id is not None:
        return seats
    seat = seats[row.seat]
    return seats if seat.open or seat.level else _with(seats, replace(seat, lent=True))


def _before(seats: Seats, remark: Text) -> Seats:
    """Return the seats before a remark: whoever it names had theirs, or took it."""
    people = {key: value.name for key, value in remark.params if isinstance(value, Person)}
    is_taken = remark.msgid.startswith(_TAKEN)
    for seat in seats:
        if seat.level or seat.name not in people.values():
            continue
        if not is_taken:
            seats = _with(seats, replace(seat, open=False))
        elif seat.name == people["who"]:
            was_open = remark.msgid != _OFFERED.msgid  # once, an offered seat was told of the same
            name = people.get("other", seat.name)  # once, who came back was named alone
            return _with(seats, replace(seat, name=name, open=was_open))
    return seats


def _with(seats: Seats, seat: SeatInfo) -> Seats:
    return (*seats[: seat.seat], seat, *seats[seat.seat + 1 :])
