"""The SQL about votes: functions on a connection, each for one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection, IntegrityError, legible
from matches.db.outbox import add_items
from matches.domain.deadlines.epoch import from_ms, to_ms
from matches.domain.deadlines.pace import Pace
from matches.domain.outbox_item import OutboxItem
from matches.domain.table.votes import (
    End,
    Extend,
    Pause,
    Question,
    Repace,
    Replace,
    Resume,
    Undo,
    Vote,
    VoteKind,
)
from rules.text import Seat

_COLUMNS: Final = (
    "id, match_id, kind, argument, seat, ply, status, opened_at, expires_at, message_id"
)


class VoteOpenError(Exception):
    """Another vote is open in the match."""


def put(db: Connection, vote: Vote, ply: int, at: datetime) -> Vote:
    """Write a vote as it stands now, with its post; a new vote (id 0) gets a number.

    Args:
        db: The connection.
        vote: The vote.
        ply: The current ply of the match.
        at: The time.

    Raises:
        VoteOpenError: It is new, and another one is open in the match.
    """
    if vote.id:
        update(db, vote)
    else:
        vote = replace(vote, id=insert(db, vote))
    add_items(db, vote.match_id, ply, at, (OutboxItem.vote(vote.id),))
    return vote


def insert(db: Connection, vote: Vote) -> int:
    """Add a vote with its ballots and return its number; `vote.id` is ignored.

    Raises:
        VoteOpenError: Another one is open in the match.
    """
    values = (
        vote.match_id,
        vote.kind.value,
        _argument(vote.question),
        vote.seat,
        vote.ply,
        vote.status,
        to_ms(vote.opened_at),
        to_ms(vote.expires_at),
    )
    try:
        found = db.execute(
            "INSERT INTO votes (match_id, kind, argument, seat, ply, status, opened_at, expires_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            values,
        )
    except IntegrityError as error:
        raise VoteOpenError from error
    (vote_id,) = found.fetchone()
    _put_ballots(db, vote_id, vote)
    return int(vote_id)


def update(db: Connection, vote: Vote) -> None:
    """Write the status and the ballots of a vote."""
    db.execute("UPDATE votes SET status = ? WHERE id = ?", (vote.status, vote.id))
    _put_ballots(db, vote.id, vote)


def _put_ballots(db: Connection, vote_id: int, vote: Vote) -> None:
    db.executemany(
        "INSERT INTO ballots (vote_id, seat, yes) VALUES (?, ?, ?)"
        " ON CONFLICT (vote_id, seat) DO UPDATE SET yes = excluded.yes",
        [(vote_id, seat, yes) for seat, yes in vote.ballots.items()],
    )


def sent(db: Connection, vote_id: int, message_id: int) -> None:
    """Note the message of a vote."""
    db.execute("UPDATE votes SET message_id = ? WHERE id = ?", (message_id, vote_id))


def find(db: Connection, vote_id: int) -> Vote | None:
    """Return a vote, or None."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM votes WHERE id = ?",  # noqa: S608 - constants
        (vote_id,),
    ).fetchone()
    return None if found is None else _vote(db, found)


def open_in(db: Connection, match_id: int) -> Vote | None:
    """Return the open vote of a match, or None."""
    return asked(db, match_id)()


def asked(db: Connection, match_id: int) -> Callable[[], Vote | None]:
    """Ask for the open vote of a match; return what tells it, or None."""
    answer = db.execute(
        f"SELECT {_COLUMNS} FROM votes WHERE match_id = ? AND status = 'open'",  # noqa: S608 - constants
        (match_id,),
    )

    def told() -> Vote | None:
        found = answer.fetchone()
        return None if found is None else _vote(db, found)

    return told


def newest_in(db: Connection, match_id: int) -> Vote | None:
    """Return the newest vote of a match, open or not, or None."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM votes WHERE match_id = ? ORDER BY id DESC LIMIT 1",  # noqa: S608 - constants
        (match_id,),
    ).fetchone()
    return None if found is None else _vote(db, found)


def expired(db: Connection, now: int, most: int, share: Share = ALL) -> list[int]:
    """Return the open votes that have expired, the oldest first."""
    found = db.execute(
        "SELECT id FROM votes"  # noqa: S608 - constants
        f" WHERE status = 'open' AND expires_at <= ?{share.only_matches()}"
        " ORDER BY expires_at LIMIT ?",
        (now, most),
    )
    return [vote_id for (vote_id,) in found]


def _argument(question: Question) -> str:
    """Return the argument of a question; "" if it has none."""
    match question:
        case Undo(number) | Extend(number) | Replace(number):
            return str(number)
        case Repace(pace):
            return str(pace)
    return ""


def _question(kind: VoteKind, argument: str) -> Question:
    """Return the question that was stored; inverse of `_argument`."""
    match kind:
        case VoteKind.UNDO:
            return Undo(int(argument))
        case VoteKind.PAUSE:
            return Pause()
        case VoteKind.RESUME:
            return Resume()
        case VoteKind.END:
            return End()
        case VoteKind.EXTEND:
            return Extend(int(argument))
        case VoteKind.PACE:
            return Repace(Pace.parse(argument))
        case VoteKind.REPLACE:
            return Replace(int(argument))


def _vote(db: Connection, row: tuple[Any, ...]) -> Vote:
    vote_id, match_id, kind, argument, seat, ply, status, opened_at, expires_at, message_id = row
    cast: dict[Seat, bool] = {
        voter: bool(yes)
        for voter, yes in db.execute(
            "SELECT seat, yes FROM ballots WHERE vote_id = ? ORDER BY seat", (vote_id,)
        )
    }
    with legible(match_id):
        question = _question(VoteKind(kind), argument)
    return Vote(
        vote_id,
        match_id,
        question,
        seat,
        ply,
        status,
        from_ms(opened_at),
        from_ms(expires_at),
        message_id,
        cast,
    )
