"""What passes between the service and the database. Frozen values; see `matches.db.matches`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxItem
from rules.text import Seat, Text


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a match's log; `user_id` is None for chance and for a caretaker."""

    ply: int
    seat: Seat
    move: str
    user_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that happened to a match beside its moves, after the row `ply` of its log."""

    ply: int
    at: datetime
    text: Text


@dataclass(frozen=True, slots=True)
class Change:
    """Everything one granted request changes; saved as a whole or not at all.

    Attributes:
        before: The summary it was worked out from. If the match is elsewhere by now, nothing is
            saved.
        after: The summary to be.
        at: When, UTC.
        rows: To be added to the log, following `before.ply`.
        sealed: Moves sealed (notation) or dropped (None), by seat.
        outbox: What is to be said about it, in this order.
        interaction_id: Discord's number of the request, or None.
        seed: The chance seed, given once at the start; b"" leaves it as it is.
        remarks: What the log is to tell besides.
    """

    before: MatchInfo
    after: MatchInfo
    at: datetime
    rows: tuple[LogRow, ...] = ()
    sealed: tuple[tuple[Seat, str | None], ...] = ()
    outbox: tuple[OutboxItem, ...] = ()
    interaction_id: int | None = None
    seed: bytes = b""
    remarks: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is in the database.

    Attributes:
        info: Its summary.
        seed: The secret chance seed; b"" in the lobby.
        log: Oldest first.
        sealed: Prepared moves as notation, by seat.
        remarks: What the log tells besides, oldest first.
    """

    info: MatchInfo
    seed: bytes
    log: tuple[LogRow, ...]
    sealed: tuple[tuple[Seat, str], ...]
    remarks: tuple[Remark, ...] = ()


class ConflictError(Exception):
    """The match in the database is not where the change began: somebody else was faster."""


class DuplicateError(Exception):
    """The request with this interaction id has been granted before."""


class ChannelTakenError(Exception):
    """Another unfinished match is played in that channel."""
