"""The SQL that reads everything stored about a user."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import datetime, timedelta

from matches.db import guilds as guilds_db
from matches.db import matches as matches_db
from matches.db import users as users_db
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms
from matches.domain.deadlines.pace import Clock, Rhythm
from matches.domain.model import NEUTRAL_NAME
from matches.domain.settings import Display
from rules.errors import ReplayError


def stored_about(db: Connection, user_id: int) -> dict[str, object]:
    """Return everything stored about a user, as plain JSON values."""
    chosen, seated = users_db.settings(db, user_id), users_db.seated(db, user_id)
    every = {field.name: _plain(getattr(chosen, field.name)) for field in fields(chosen)}
    del every["user_id"]
    return {
        "user": user_id,
        **every,
        "held": _held(db, user_id),
        "kept_out": _kept_out(db, user_id),
        "invited": _invited(db, user_id),
        "votes": _votes(db, user_id),
        "messages": _messages(db, user_id),
        "barred_in": guilds_db.bars_of(db, user_id),
        "matches": [_match(db, match_id, user_id) for match_id in seated],
        "left": [
            _left(db, match_id, user_id)
            for match_id in users_db.known_in(db, user_id)
            if match_id not in seated
        ],
    }


def _match(db: Connection, match_id: int, user_id: int) -> dict[str, object]:
    """Return what is stored about a user who has a seat in a match.

    Of a match that can't be read these are only their moves; their seat is among those held.
    """
    try:
        info = matches_db.required(db, match_id)
    except ReplayError:
        return {"match": match_id, "moves": _moves(db, match_id, user_id)}
    seat = info.seats[info.seat_of(user_id)]
    return {
        "match": info.id,
        "game": info.slug,
        "server": info.guild_id,
        "channel": info.channel_id,
        "status": info.status,
        "opened_at": info.created_at.isoformat(),
        "host": info.host_id == user_id,
        "seat": seat.seat,
        "had_first": seat.owner_id == user_id,
        "name": seat.name,
        "locale": seat.locale,
        **_word(db, info.id, user_id),
        "late_decisions": seat.late,
        "messages_since_last_action": seat.calls,
        "offered": seat.offered,
        "away": _plain(seat.away),
        "extra_time_s": seat.bank // timedelta(seconds=1),
        "clock": _clock(seat.clock),
        "decided_for_you": sorted(seat.standing),
        "moves": _moves(db, info.id, user_id),
        "prepared": _prepared(db, info.id, seat.seat),
    }


def _left(db: Connection, match_id: int, user_id: int) -> dict[str, object]:
    """Return what is stored about a user in a match in which they had a seat before."""
    found = db.execute(
        "SELECT name, conceded FROM seats WHERE match_id = ?1 AND name <> ?3"
        " AND (SELECT user_id FROM holders WHERE match_id = ?1 AND seat = seats.seat"
        " AND user_id > 0 ORDER BY id DESC LIMIT 1) = ?2",
        (match_id, user_id, NEUTRAL_NAME),  # what is left of a later player, who was erased
    ).fetchone()
    name, conceded = (None, 0) if found is None else found
    return {
        "match": match_id,
        "name": name,
        "conceded": bool(conceded),
        **_word(db, match_id, user_id),
        "moves": _moves(db, match_id, user_id),
    }


def _word(db: Connection, match_id: int, user_id: int) -> dict[str, object]:
    """Return the word that a user has mixed into a match's draws, and when."""
    found = db.execute(
        "SELECT word, word_at FROM seats WHERE match_id = ? AND owner_id = ? AND owner_id > 0",
        (match_id, user_id),
    ).fetchone()
    word, at = ("", None) if found is None else found
    return {"word": word, "word_at": None if at is None else from_ms(at).isoformat()}


def _clock(clock: Clock | None) -> dict[str, object] | None:
    if clock is None:
        return None
    return {"waiting_since": _plain(clock.since), "deadline": _plain(clock.due)}


def _messages(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return which messages to a user are kept as sent, or still have to be sent."""
    found = db.execute(
        "SELECT match_id, kind, status, at FROM outbox WHERE user_id = ? ORDER BY id", (user_id,)
    )
    return [
        {"match": match_id, "kind": kind, "status": status, "at": from_ms(at).isoformat()}
        for match_id, kind, status, at in found
    ]


def _plain(value: object) -> object:
    """Return a setting as JSON has it."""
    match value:
        case Rhythm():
            return value.value
        case datetime():
            return value.isoformat()
        case Display():
            return asdict(value)
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def _held(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return the seats a user has taken, each with the ply since when."""
    found = db.execute(
        "SELECT match_id, seat, ply, at FROM holders WHERE user_id = ? AND user_id > 0"
        " ORDER BY match_id, ply",
        (user_id,),
    )
    return [
        {"match": match_id, "seat": seat, "ply": ply, "at": from_ms(at).isoformat()}
        for match_id, seat, ply, at in found
    ]


def _kept_out(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return the matches in which a user can't take a seat any more, and why."""
    found = db.execute(
        "SELECT match_id, why FROM kept_out WHERE user_id = ? ORDER BY match_id, why", (user_id,)
    )
    return [{"match": match_id, "why": why} for match_id, why in found]


def _invited(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return the lobbies to which a user was invited, or that they were sent from."""
    found = db.execute(
        "SELECT match_id, name, kept_until, sent_away FROM guests WHERE user_id = ?"
        " ORDER BY match_id",
        (user_id,),
    )
    return [
        {
            "match": match_id,
            "name": name,
            "kept_until": None if until is None else from_ms(until).isoformat(),
            "sent_away": bool(away),
        }
        for match_id, name, until, away in found
    ]


def _votes(db: Connection, user_id: int) -> list[dict[str, object]]:
    """Return a user's ballots, in any seat they had then."""
    found = db.execute(
        "SELECT v.match_id, v.kind, v.argument, b.yes, v.opened_at FROM votes AS v"
        " JOIN ballots AS b ON b.vote_id = v.id"
        " WHERE v.match_id IN (SELECT match_id FROM holders WHERE user_id = ? AND user_id > 0)"
        " AND (SELECT user_id FROM holders WHERE match_id = v.match_id AND seat = b.seat"
        " AND at <= v.opened_at ORDER BY id DESC LIMIT 1) = ? ORDER BY v.id",
        (user_id, user_id),
    )
    return [
        {
            "match": match_id,
            "asked": f"{kind} {argument}".strip(),
            "yes": bool(yes),
            "at": from_ms(at).isoformat(),
        }
        for match_id, kind, argument, yes, at in found
    ]


def _moves(db: Connection, match_id: int, user_id: int) -> list[dict[str, object]]:
    found = db.execute(
        "SELECT ply, move, at FROM log WHERE match_id = ? AND user_id = ? ORDER BY ply",
        (match_id, user_id),
    )
    return [{"ply": ply, "move": move, "at": from_ms(at).isoformat()} for ply, move, at in found]


def _prepared(db: Connection, match_id: int, seat: int) -> str | None:
    found = db.execute(
        "SELECT move FROM prepared WHERE match_id = ? AND seat = ?", (match_id, seat)
    ).fetchone()
    return None if found is None else str(found[0])
