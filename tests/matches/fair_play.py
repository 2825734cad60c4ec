"""Requests of any person to a match, and a judge who knows only what issue of trust they raise.

The judge counts for itself who has agreed to what. It asks neither the table of powers nor the
functions that count votes, so a hole in them shows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from matches.db import votes as votes_db
from matches.db.driver import Connection
from matches.domain.change import LogRow, Stored
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.history.replay import standing_rows
from matches.domain.model import MatchInfo, SeatInfo
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
)
from rules.errors import RefusedError
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER
from rules.text import Seat
from tests.matches.helpers import ANN, BEA, CEC, CHANNEL, DAN, GUILD, House, expire_votes

EVE: Final = 1005
"""A server admin without a seat."""
EVERYBODY: Final = (ANN, BEA, CEC, DAN, EVE)
ADMINS: Final = frozenset({BEA, EVE})
PACES: Final = (
    Pace(),
    Pace(PaceKind.STEADY, 24),
    Pace(PaceKind.STRICT, 24),
    Pace(PaceKind.STRICT, 24, 12),
)
NAMES: Final = {ANN: "Ann", BEA: "Bea", CEC: "Cec", DAN: "Dan", EVE: "Eve"}
CASUALLY_LATE: Final = timedelta(days=7)
"""After so long without a move somebody with a casual pace is late."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: who asks for what, and a number that says about which seat, ply and so on."""

    who: int
    what: str
    number: int


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about a match at one moment, as it is in the database."""

    stored: Stored
    votes: Mapping[int, Vote]
    at: datetime
    have_played: frozenset[int] = frozenset()

    @property
    def info(self) -> MatchInfo:
        return self.stored.info


Request: TypeAlias = Callable[[House, MatchInfo, Asked], Awaitable[object]]
REQUESTS: Final[dict[str, Request]] = {}
TIME_PASSES: Final = "time passes"


def request(ask: Request) -> Request:
    """Register what somebody can ask for, by the name of the function."""
    REQUESTS[ask.__name__] = ask
    return ask


def _seat(match: MatchInfo, asked: Asked) -> Seat:
    return asked.number % len(match.seats)


@request
async def move(house: House, match: MatchInfo, asked: Asked) -> None:
    glance = await house.service.glance(match.id, asked.who)
    of_all = await house.acting(match.id) if match.to_act else glance
    moves = glance.moves or of_all.moves
    if moves:
        await house.play(match.id, asked.who, format_move(moves[asked.number % len(moves)]))


@request
async def prepare(house: House, match: MatchInfo, asked: Asked) -> None:
    glance = await house.service.glance(match.id, asked.who)
    if glance.preparable:
        wanted = glance.preparable[asked.number % len(glance.preparable)]
        await house.service.prepare(match.id, asked.who, format_move(wanted))


@request
async def undo(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.undo(match.id, asked.who)


@request
async def resign(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.seats.resign(match.id, asked.who)


@request
async def concede(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.seats.concede(match.id, asked.who)


@request
async def offer(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.seats.offer(match.id, asked.who, offered=bool(asked.number % 2))


@request
async def claim(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.seats.claim(match.id, _seat(match, asked), asked.who, NAMES[asked.who])


@request
async def free(house: House, match: MatchInfo, asked: Asked) -> None:
    is_admin = asked.who in ADMINS
    await house.service.seats.free(match.id, asked.who, _seat(match, asked), is_admin=is_admin)


@request
async def end(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.lobby.end(match.id, asked.who, is_admin=asked.who in ADMINS)


@request
async def ask_vote(house: House, match: MatchInfo, asked: Asked) -> None:
    questions: tuple[Question, ...] = (
        Replace(_seat(match, asked)),
        End(),
        Extend(1 + asked.number % 48),
        Pause(),
        Resume(),
        Repace(PACES[asked.number % len(PACES)]),
        Undo(asked.number % max(match.ply, 1)),
    )
    question = questions[asked.number // 7 % len(questions)]
    await house.service.votes.ask(match.id, asked.who, question)


@request
async def ask_undo(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.votes.ask_undo(match.id, asked.who)


@request
async def cast(house: House, match: MatchInfo, asked: Asked) -> None:
    found = await _votes(house, match.id)
    if found:
        number = sorted(found)[-1]
        await house.service.votes.cast(number, asked.who, asked.number % 4 > 0)


@request
async def set_pace(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.lobby.set_pace(match.id, asked.who, PACES[asked.number % len(PACES)])


@request
async def leave_the_lobby(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.lobby.leave(match.id, asked.who)


@request
async def start(house: House, match: MatchInfo, asked: Asked) -> None:
    await house.service.lobby.start(match.id, asked.who)


@request
async def away(house: House, match: MatchInfo, asked: Asked) -> None:
    begin = house.clock() + timedelta(hours=asked.number % 48)
    span = (begin, begin + timedelta(days=asked.number % 5)) if asked.number % 5 else None
    await house.service.clocks.away(asked.who, span)


@request
async def snooze(house: House, match: MatchInfo, asked: Asked) -> None:
    until = house.clock() + timedelta(hours=asked.number % 72)
    await house.service.clocks.snooze(match.id, asked.who, until)


@request
async def relocate(house: House, match: MatchInfo, asked: Asked) -> None:
    place = CHANNEL + 1000 + asked.number
    await house.service.channels.move(match.id, asked.who, GUILD + asked.number % 2, place)


async def _votes(house: House, match_id: int) -> dict[int, Vote]:
    def read(db: Connection) -> dict[int, Vote]:
        numbers = db.execute("SELECT id FROM votes WHERE match_id = ?", (match_id,)).fetchall()
        found = (votes_db.find(db, number) for (number,) in numbers)
        return {vote.id: vote for vote in found if vote is not None}

    return await house.store.read(read)


async def look(house: House, match_id: int) -> Look:
    """Return everything about a match now."""
    held = await house.service.seats.holders(match_id)
    return Look(
        await house.stored(match_id),
        await _votes(house, match_id),
        house.clock(),
        frozenset(user for *_, user in held),
    )


async def ask(house: House, match_id: int, asked: Asked) -> list[str]:
    """Carry out a request, and return what it did that one person may not do alone."""
    before = await look(house, match_id)
    with suppress(RefusedError):
        await REQUESTS[asked.what](house, before.info, asked)
    return wrongs(before, await look(house, match_id), asked)


async def pass_time(house: House, match_id: int, hours: int) -> list[str]:
    """Let time pass, check each clock when it is due, and return who lost something too early."""
    until = house.clock() + timedelta(hours=hours)
    while (due := await _next(house, match_id)) and due[1] <= until:
        before = await look(house, match_id)
        house.clock.now = max(due[1], house.clock())
        await house.service.clocks.act_on(match_id, due[0])
        after = await look(house, match_id)
        found = wrongs(before, after, Asked(0, TIME_PASSES, 0))
        if found or after.info.status != "live":
            return found
    house.clock.now = until
    await expire_votes(house.service, until)
    return []


async def _next(house: House, match_id: int) -> tuple[Seat, datetime] | None:
    """Return seat and time of the clock of a match that has to be checked next."""
    info = await house.service.info(match_id)
    clocks = [(s.clock.wake, s.seat) for s in info.seats if s.clock and s.clock.wake]
    return min(clocks)[::-1] if clocks else None


def wrongs(before: Look, after: Look, asked: Asked) -> list[str]:
    """Return what a request has done to others without their consent."""
    found = []
    if before.info.guild_id != after.info.guild_id:  # with other admins
        found.append(f"{asked}: moved the match to another server")
    for seat in before.info.seats:
        if seat.user_id not in (0, asked.who):
            may = _agreed(before, after, asked, seat)
            found += [f"{asked}: {what}" for what in _done_to(before, after, asked, seat, may)]
    return found


def _done_to(
    before: Look, after: Look, asked: Asked, seat: SeatInfo, may: frozenset[str]
) -> Iterator[str]:
    """Yield what was done to the player of a seat, unless it is among what `may` be."""
    now = after.info.seats[seat.seat]
    if _stopped(before, after, asked) and "end" not in may:
        yield "ended the match"
    if after.info.status != "live":
        return
    if (now.user_id, now.name) != (seat.user_id, seat.name) and "seat" not in may:
        is_given = asked.what == "claim" and seat.offered
        if not is_given:
            yield f"took {seat.name}'s seat"
    if now.user_id == seat.user_id and (now.offered, now.standing) != (seat.offered, seat.standing):
        yield f"decided something for {seat.name}"
    if _touches_clock(before, after, seat) and "clock" not in may:
        yield f"changed {seat.name}'s clock"
    for row in _foreign(before, after, seat, asked):
        if "moves" not in may:
            yield f"made or took back {seat.name}'s move: {row.move}"


def _stopped(before: Look, after: Look, asked: Asked) -> bool:
    """Return whether a match has ended otherwise than by its rules, or the asker giving up."""
    if before.info.status != "live" or after.info.status == "live":
        return False
    if after.info.ending == "played":
        return False
    gives_up = asked.what in ("resign", "concede") and before.info.seat_of(asked.who) != WATCHER
    others = [s for s in before.info.seats if s.user_id not in (0, asked.who)]
    return not (gives_up and (not others or (asked.what == "concede" and len(others) == 1)))


def _touches_clock(before: Look, after: Look, seat: SeatInfo) -> bool:
    """Return whether a seat has less time than before, or more, for the same decision."""
    now = after.info.seats[seat.seat]
    if now.user_id != seat.user_id:
        return False
    has_moved = len(before.stored.log) != len(after.stored.log)
    if before.info.pace != after.info.pace or before.info.paused_at != after.info.paused_at:
        return True
    if seat.away != now.away or now.bank > seat.bank:
        return True
    if seat.clock is None or now.clock is None or seat.clock.since != now.clock.since:
        return not has_moved and (seat.clock is None) != (now.clock is None)
    return seat.clock.due != now.clock.due and now.clock.on_bank == seat.clock.on_bank


def _foreign(before: Look, after: Look, seat: SeatInfo, asked: Asked) -> Iterator[LogRow]:
    """Yield new rows of the log that are a player's, or take theirs back, without them."""
    old, new = before.stored.log, after.stored.log
    if new[: len(old)] != old:
        yield from old
        return
    prepared = dict(before.stored.sealed)
    for row in new[len(old) :]:
        verb, _, ply = row.move.partition(" ")
        if verb in ("undo", "rewind"):
            back = int(ply) if verb == "rewind" else int(ply) - 1
            stood = standing_rows(new[: row.ply - 1])  # what a player took back is gone already
            taken = [r for r in stood if r.ply > back and r.seat == seat.seat]
            yield from (r for r in taken if r.user_id == seat.user_id)
        elif row.seat == seat.seat and row.seat != CHANCE:
            is_sealed = prepared.get(seat.seat) == row.move
            is_theirs = row.user_id in (seat.user_id, None) and (is_sealed or seat.standing)
            if not is_theirs:
                yield row


def _agreed(before: Look, after: Look, asked: Asked, seat: SeatInfo) -> frozenset[str]:
    """Return what may be done to a player: by a vote, an admin, or as their time is up."""
    may: set[str] = set()
    passed = [
        vote
        for number, vote in after.votes.items()
        if vote.status == "passed"
        and (number not in before.votes or before.votes[number].status == "open")
    ]
    for vote in passed:
        may |= _voted(before, vote)
    if asked.who in ADMINS - before.have_played:
        may |= {"end"} if asked.what == "end" else set()
        may |= {"seat", "clock", "moves"} if asked.what == "free" else set()
    ticks = asked.what == TIME_PASSES
    asks = asked.what == "free" or any(vote.question == Replace(seat.seat) for vote in passed)
    if (ticks or asks) and _is_late(before, after, seat, ticks=ticks):
        may |= {"seat", "clock", "moves"}
        may |= {"end"} if ticks and _is_alone(before, seat) else set()
    return frozenset(may)


def _is_alone(before: Look, seat: SeatInfo) -> bool:
    return all(s.open for s in before.info.seats if s.seat != seat.seat)


def _is_late(before: Look, after: Look, seat: SeatInfo, *, ticks: bool) -> bool:
    """Return whether a player's own time is up after what was asked, or after a tick."""
    info, clock = before.info, seat.clock
    if clock is None or info.paused_at is not None:
        return False
    if info.pace.kind is PaceKind.CASUAL:
        return not ticks and after.at >= clock.since + CASUALLY_LATE
    reserve = timedelta() if clock.on_bank or ticks else seat.bank
    return after.at >= clock.due + reserve


def _voted(before: Look, vote: Vote) -> set[str]:
    """Return what a passed vote allows, if those agreed whose consent it needs."""
    sitting = {s.seat for s in before.info.seats if s.user_id}
    yes = {seat for seat, ballot in vote.ballots.items() if ballot} & sitting
    match vote.question:
        case Replace(whose):
            others = sitting - {whose}
            is_enough = len(yes - {whose}) * 2 > len(others) and len(yes - {whose}) > 1
            return {"seat", "clock", "moves"} if is_enough else set()
        case End():
            return {"end"} if yes == sitting else set()
        case Undo():
            return {"moves", "clock"} if yes == sitting and len(yes) > 1 else set()
        case Repace():
            return {"clock"} if yes == sitting else set()
        case Extend() | Pause() | Resume():
            return {"clock"} if len(yes) * 2 > len(sitting) else set()
