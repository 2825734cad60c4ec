"""What the players of a match can agree on, and when they have agreed. Pure.

A vote is open until it is decided, expires, or the match goes past it. Whoever asks for something
votes for it by asking.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.deadlines.pace_text import pace_text
from matches.domain.model import MatchInfo, SeatInfo
from rules.errors import LobbyError
from rules.text import Person, Seat, Text, t, tn

LASTS: Final = timedelta(days=3)
"""So long a vote is open."""
MOST_HOURS: Final = 14 * 24
"""So much time can be added at once."""

VoteStatus: TypeAlias = Literal["open", "passed", "failed", "expired", "stale"]
"""stale: the match went on in a way that made it pointless."""


class VoteKind(StrEnum):
    """What can be voted on; with its argument.

    UNDO: go back to a ply. PAUSE, RESUME, END: nothing. EXTEND: hours. PACE: a pace. REPLACE: a
    seat, which opens.
    """

    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    EXTEND = "extend"
    PACE = "pace"
    REPLACE = "replace"


UNANIMOUS: Final = frozenset({VoteKind.UNDO, VoteKind.END, VoteKind.PACE})
"""What all must agree to; for the others more than half are enough."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to all players of a match.

    Attributes:
        id: Its number; 0 before it is stored.
        match_id: Which match.
        kind: What is asked.
        argument: With what; "" if there is nothing to say.
        seat: Who asks.
        ply: Of the match then.
        status: See `VoteStatus`.
        opened_at: When it was asked.
        expires_at: When it is over if it is not decided.
        message_id: The post that asks, or None before it is sent.
        ballots: Who has said what; True for yes.
    """

    id: int
    match_id: int
    kind: VoteKind
    argument: str
    seat: Seat
    ply: int
    status: VoteStatus
    opened_at: datetime
    expires_at: datetime
    message_id: int | None
    ballots: Mapping[Seat, bool]


def opened(info: MatchInfo, kind: VoteKind, argument: str, seat: Seat, at: datetime) -> Vote:
    """Return a new vote, its asker having said yes.

    Raises:
        LobbyError: There is nothing to be voted on.
    """
    _CHECKS[kind](info, argument, seat)
    vote = Vote(
        0, info.id, kind, argument, seat, info.ply, "open", at, at + LASTS, None, {seat: True}
    )
    if voters(info, vote) == {seat} and len(info.seats) > 1:
        _check_alone(info, vote, at)
    return vote


def _check_alone(info: MatchInfo, vote: Vote, at: datetime) -> None:
    """Refuse what nobody may decide all by himself over somebody else's seat."""
    if vote.kind is VoteKind.UNDO:
        raise LobbyError(
            t("Nobody else is here who could agree to go back."),
            t("Tap Your move and go on from here."),
        )
    if vote.kind is VoteKind.REPLACE:
        clock = info.seats[int(vote.argument)].clock
        if clock is None or at < clock.due:
            raise LobbyError(
                t("Between two players a seat is freed only when its time is up."),
                t("Wait until then; /match info says until when there is time."),
            )


def voters(info: MatchInfo, vote: Vote) -> frozenset[Seat]:
    """Return who may vote: every player, but not one who is to be replaced."""
    seats = {seat.seat for seat in info.seats if not seat.open}
    return frozenset(seats - {replaced(vote)})


def replaced(vote: Vote) -> Seat | None:
    """Return the seat that is to be replaced, or None."""
    return int(vote.argument) if vote.kind is VoteKind.REPLACE else None


def decided(vote: Vote, who: frozenset[Seat]) -> VoteStatus:
    """Return how a vote stands by its ballots: as soon as it is certain it is decided."""
    yes = sum(vote.ballots.get(seat) is True for seat in who)
    no = sum(vote.ballots.get(seat) is False for seat in who)
    needed = len(who) if vote.kind in UNANIMOUS else len(who) // 2 + 1
    if yes >= needed:
        return "passed"
    return "failed" if len(who) - no < needed else "open"


def is_stale(info: MatchInfo, vote: Vote) -> bool:
    """Return whether the match has gone past what a vote asks for."""
    if info.status != "live":
        return True
    match vote.kind:
        case VoteKind.UNDO:
            return info.ply != vote.ply
        case VoteKind.PAUSE:
            return info.paused_at is not None
        case VoteKind.RESUME:
            return info.paused_why != "vote"
    return False


def outdated(before: MatchInfo, after: MatchInfo, vote: Vote) -> bool:
    """Return whether an open vote has come to nothing by a change of the match.

    It has, too, when somebody else may vote than those who were asked.
    """
    return _sitting(before) != _sitting(after) or is_stale(after, vote)


def _sitting(info: MatchInfo) -> tuple[int, ...]:
    return tuple(seat.user_id for seat in info.seats)


def subject(info: MatchInfo, vote: Vote) -> Text:
    """Return what a vote asks for, as a question."""
    match vote.kind:
        case VoteKind.UNDO:
            return t("Go back to before {who}’s last move?", who=asker(info, vote))
        case VoteKind.PAUSE:
            return t("Pause the match until most vote to go on?")
        case VoteKind.RESUME:
            return t("Go on with the match?")
        case VoteKind.END:
            return t("End the match without a result?")
        case VoteKind.EXTEND:
            hours = int(vote.argument)
            return tn(
                "Give {count} more hour to everybody who is waited for?",
                "Give {count} more hours to everybody who is waited for?",
                hours,
            )
        case VoteKind.PACE:
            return t("Play on with another time? {pace}", pace=pace_text(Pace.parse(vote.argument)))
    return t(
        "Free the seat of {who} for somebody else? Until it is taken a caretaker plays it.",
        who=Person(info.seats[int(vote.argument)].name),
    )


def asker(info: MatchInfo, vote: Vote) -> Person:
    """Return who asks."""
    return Person(info.seats[vote.seat].name)


def result(info: MatchInfo, vote: Vote) -> Text:
    """Return how a vote ended, for the log."""
    question = subject(info, vote)
    match vote.status:
        case "passed" if vote.kind in UNANIMOUS:
            return t("Vote: {question} All agreed.", question=question)
        case "passed":
            return t("Vote: {question} Most agreed.", question=question)
        case "failed":
            return t("Vote: {question} Not agreed.", question=question)
        case "stale":
            return t("Vote: {question} Not decided: the match went on.", question=question)
    return t("Vote: {question} Not decided in time.", question=question)


def check_replaceable(info: MatchInfo, seat: Seat, asker: Seat) -> SeatInfo:
    """Return the seat that somebody wants to be freed, or refuse."""
    if seat == asker:
        raise LobbyError(t("This is your own seat."), t("To leave it, type /match resign."))
    if not 0 <= seat < len(info.seats) or info.seats[seat].open:
        raise LobbyError(t("Nobody sits there."), t("An open seat can be taken: /match claim."))
    return info.seats[seat]


def _check_undo(info: MatchInfo, argument: str, seat: Seat) -> None:
    if not 0 <= int(argument) < info.ply:
        raise LobbyError(
            t("There is nothing to go back to."), t("Tap Your move and go on from here.")
        )


def _check_pause(info: MatchInfo, argument: str, seat: Seat) -> None:
    if info.paused_at is not None:
        raise LobbyError(t("This match is paused already."), t("To go on, type /match resume."))


def _check_resume(info: MatchInfo, argument: str, seat: Seat) -> None:
    if info.paused_at is None:
        raise LobbyError(t("This match is not paused."), t("Just play on: tap Your move."))
    if info.paused_why == "gone":
        raise LobbyError(
            t("This match stands still: the place where it was played is gone."),
            t("Take it to another channel: type /match relocate there."),
        )


def _check_end(info: MatchInfo, argument: str, seat: Seat) -> None:
    """Return: a match in play can always be voted to its end."""


def _check_extend(info: MatchInfo, argument: str, seat: Seat) -> None:
    hours = int(argument)
    if not 1 <= hours <= MOST_HOURS:
        raise LobbyError(
            t("So much time cannot be added: {hours} hours.", hours=hours),
            t("Choose from 1 to {most} hours.", most=MOST_HOURS),
        )
    if info.pace.kind is PaceKind.CASUAL:
        raise LobbyError(
            t("Nobody can be late in this match: its time is casual."),
            t("Just take the time you need."),
        )


def _check_pace(info: MatchInfo, argument: str, seat: Seat) -> None:
    try:
        pace = Pace.parse(argument)
    except ValueError:
        raise LobbyError(
            t("This is no time a match can be played at."), t("Choose it with /match time.")
        ) from None
    if pace == info.pace:
        raise LobbyError(
            t("The match is played at this time already."), t("Choose another, or play on.")
        )


def _check_replace(info: MatchInfo, argument: str, seat: Seat) -> None:
    check_replaceable(info, int(argument), seat)


_CHECKS: Final = {
    VoteKind.UNDO: _check_undo,
    VoteKind.PAUSE: _check_pause,
    VoteKind.RESUME: _check_resume,
    VoteKind.END: _check_end,
    VoteKind.EXTEND: _check_extend,
    VoteKind.PACE: _check_pace,
    VoteKind.REPLACE: _check_replace,
}
