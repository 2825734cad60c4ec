"""Frozen values that the service and the database (`matches.db.matches`) exchange."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxItem
from rules.text import Seat, Text


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a match's log; `user_id` is None for chance and for a computer."""

    ply: int
    seat: Seat
    move: str
    user_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Remark:
    """Something other than a move that happened, after the row `ply` of the log."""

    ply: int
    at: datetime
    text: Text


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one accepted request changes; saved as a whole or not at all.

    Attributes:
        before: The summary it was computed from. If the match has moved on since, nothing is
            saved.
        after: The new summary.
        at: When, UTC.
        rows: New log rows, following `before.ply`.
        sealed: Moves sealed (notation) or dropped (None), by seat.
        outbox: What to post about it, in this order.
        interaction_id: Discord's id of the request, or None.
        seed: The chance seed, if the lobby had none before the start; b"" leaves it as it is.
        remarks: New remarks for the log.
        asked: The seats whose players the post of a new vote pings.
        by_player: Whether somebody asked for it: then the match is touched.
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
    asked: frozenset[Seat] = frozenset()
    by_player: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is in the database.

    Attributes:
        info: Its summary.
        seed: The secret chance seed; b"" in lobbies that get it at the start.
        log: Oldest first.
        sealed: Prepared moves as notation, by seat.
        remarks: What else happened, oldest first.
    """

    info: MatchInfo
    seed: bytes
    log: tuple[LogRow, ...]
    sealed: tuple[tuple[Seat, str], ...]
    remarks: tuple[Remark, ...] = ()


class ConflictError(Exception):
    """The match in the database has moved on since the change began."""


class DuplicateError(Exception):
    """The request with this interaction id has already been accepted."""


class ChannelTakenError(Exception):
    """Another unfinished match is played in that channel."""
