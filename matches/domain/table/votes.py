"""The questions players of a match can vote on, and when a vote has passed. Pure.

A vote is open until it is decided, expires, or the match moves on and makes it pointless. Asking
for something counts as voting for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Final, Literal, TypeAlias

from matches.domain.deadlines.clock_edits import is_last_human
from matches.domain.deadlines.lateness import PATIENCE, is_late, late_from
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.deadlines.pace_text import pace_text
from matches.domain.model import MatchInfo, SeatInfo, is_homeless
from matches.domain.table import guards, powers
from matches.domain.table.powers import Act, Asker, Consent
from rules.errors import LobbyError
from rules.text import Person, Seat, Text, t, tn

LASTS: Final = timedelta(days=3)
"""The time a vote stays open."""
MOST_HOURS: Final = 14 * 24
"""The most hours that one vote can add."""

VoteStatus: TypeAlias = Literal["open", "passed", "failed", "expired", "stale"]
"""stale: the match moved on, which made the vote pointless."""


class VoteKind(StrEnum):
    """The kinds of votes, by name in the database and in custom ids."""

    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    EXTEND = "extend"
    PACE = "pace"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back to how the match was after a ply."""

    ply: int
    kind: ClassVar = VoteKind.UNDO


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the match."""

    kind: ClassVar = VoteKind.PAUSE


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a match that is paused."""

    kind: ClassVar = VoteKind.RESUME


@dataclass(frozen=True, slots=True)
class End:
    """End the match without a result."""

    kind: ClassVar = VoteKind.END


@dataclass(frozen=True, slots=True)
class Extend:
    """Give everybody the match waits for more hours."""

    hours: int
    kind: ClassVar = VoteKind.EXTEND


@dataclass(frozen=True, slots=True)
class Repace:
    """Play on at another pace."""

    pace: Pace
    kind: ClassVar = VoteKind.PACE


@dataclass(frozen=True, slots=True)
class Replace:
    """Free a seat for somebody else."""

    seat: Seat
    kind: ClassVar = VoteKind.REPLACE


Question: TypeAlias = Undo | Pause | Resume | End | Extend | Repace | Replace
"""A question to all players of a match."""

ACTS: Final[Mapping[VoteKind, Act]] = {
    VoteKind.UNDO: Act.GO_BACK,
    VoteKind.PAUSE: Act.PAUSE,
    VoteKind.RESUME: Act.RESUME,
    VoteKind.END: Act.END,
    VoteKind.EXTEND: Act.EXTEND,
    VoteKind.PACE: Act.REPACE,
    VoteKind.REPLACE: Act.FREE_SEAT,
}
"""What each kind asks for, in the table of powers."""
UNANIMOUS: Final = frozenset(
    kind for kind, act in ACTS.items() if powers.voted_by(act).consent is Consent.ALL
)
"""The kinds that need everybody's yes; for the others, more than half is enough."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to all players of a match.

    Attributes:
        id: Its number; 0 before it is stored.
        match_id: Which match.
        question: What is asked.
        seat: The seat that asks.
        ply: The ply of the match then.
        status: See `VoteStatus`.
        opened_at: When it was asked.
        expires_at: When it closes if it isn't decided before.
        message_id: The post that asks, or None before it is sent.
        ballots: By seat, True for yes, False for no.
    """

    id: int
    match_id: int
    question: Question
    seat: Seat
    ply: int
    status: VoteStatus
    opened_at: datetime
    expires_at: datetime
    message_id: int | None
    ballots: Mapping[Seat, bool]

    @property
    def kind(self) -> VoteKind:
        """The kind of the question."""
        return self.question.kind


def new_vote(
    info: MatchInfo,
    question: Question,
    seat: Seat,
    at: datetime,
    patience: timedelta = PATIENCE,
) -> Vote:
    """Return a new vote, with its asker's yes.

    Raises:
        LobbyError: This can't be voted on now.
    """
    _check(info, question, seat)
    ballots = {seat: True}
    vote = Vote(0, info.id, question, seat, info.ply, "open", at, at + LASTS, None, ballots)
    # Computers vote with the people, so whoever plays with nobody else decides alone.
    alone = voters(info, vote) == {seat} and not all(
        other.level for other in info.seats if other.seat != seat
    )
    asker = Asker(info.seats[seat].user_id)
    seat_freed = replaced(vote)
    late = seat_freed is not None and is_late(info, seat_freed, at, patience)
    if alone and not powers.consent(ACTS[vote.kind], info, asker, time_up=late, alone=True):
        raise _alone(info, vote, patience)
    return vote


def _alone(info: MatchInfo, vote: Vote, patience: timedelta) -> LobbyError:
    """Return the refusal of what nobody may decide alone."""
    if isinstance(vote.question, Replace):
        seat = vote.question.seat
        return guards.not_late(info, seat, late_from(info, seat, patience))
    return LobbyError(
        t("There's nobody else who could agree to go back."),
        t("Tap **Your move** and continue from here."),
    )


def voters(info: MatchInfo, vote: Vote) -> frozenset[Seat]:
    """Return the seats that may vote: every person's except one to be replaced."""
    seats = {seat.seat for seat in info.seats if seat.user_id}
    return frozenset(seats - {replaced(vote)})


def replaced(vote: Vote) -> Seat | None:
    """Return the seat to be freed, or None."""
    return vote.question.seat if isinstance(vote.question, Replace) else None


def decided(vote: Vote, who: frozenset[Seat]) -> VoteStatus:
    """Return the status by the ballots of `who`, decided once the result is certain."""
    yes = sum(vote.ballots.get(seat) is True for seat in who)
    no = sum(vote.ballots.get(seat) is False for seat in who)
    needed = len(who) if vote.kind in UNANIMOUS else len(who) // 2 + 1
    if yes >= needed:
        return "passed"
    return "failed" if len(who) - no < needed else "open"


def is_stale(info: MatchInfo, vote: Vote) -> bool:
    """Return whether the match has moved on, so that a vote is pointless."""
    if info.status != "live":
        return True
    match vote.question:
        case Undo():
            return info.ply != vote.ply
        case Pause():
            return info.paused_at is not None
        case Resume():
            return info.paused_why != "vote"
    return False


def outdated(
    before: MatchInfo, after: MatchInfo, vote: Vote, moved: frozenset[Seat] = frozenset()
) -> bool:
    """Return whether a change of the match makes an open vote pointless.

    It does if players have changed, because others would vote than those who were asked; and if
    the player whose seat is to be freed is there after all.

    Args:
        before: The match before the change.
        after: The match after it.
        vote: The open vote.
        moved: The seats whose own players made a move.
    """
    if _sitting(before) != _sitting(after) or is_stale(after, vote):
        return True
    seat = replaced(vote)
    return seat is not None and (seat in moved or _is_back(before, after, seat))


def _is_back(before: MatchInfo, after: MatchInfo, seat: Seat) -> bool:
    """Return whether a player's clock was changed by what they or all players said."""
    old, new = before.seats[seat], after.seats[seat]
    return old.away != new.away or old.offered != new.offered or before.pace != after.pace


def _sitting(info: MatchInfo) -> tuple[int, ...]:
    return tuple(seat.user_id for seat in info.seats)


def subject(info: MatchInfo, vote: Vote) -> Text:
    """Return what a vote asks for, as a question."""
    match vote.question:
        case Undo():
            return t("Undo {who}'s last move and everything after it?", who=asker(info, vote))
        case Pause():
            return t("Pause the match until most players vote to resume?")
        case Resume():
            return t("Resume the match?")
        case End():
            return t("End the match without a result?")
        case Extend(hours):
            return tn(
                "Give {count} more hour to everybody we're waiting for?",
                "Give {count} more hours to everybody we're waiting for?",
                hours,
            )
        case Repace(pace):
            return t("Change the match's pace? {pace}", pace=pace_text(pace))
        case Replace(seat):
            return t(
                "Free {who}'s seat for somebody else? A computer will play it until somebody "
                "takes it over.",
                who=Person(info.seats[seat].name),
            )


def named(vote: Vote) -> Seat | None:
    """Return the seat whose player the question of a vote names, or None."""
    return vote.seat if isinstance(vote.question, Undo) else replaced(vote)


def asker(info: MatchInfo, vote: Vote) -> Person:
    """Return the player who asks."""
    return Person(info.seats[vote.seat].name)


def result(info: MatchInfo, vote: Vote) -> Text:
    """Return how a vote ended, for the log."""
    question = subject(info, vote)
    match vote.status:
        case "passed" if vote.kind in UNANIMOUS:
            return t("Vote: {question} Everybody agreed.", question=question)
        case "passed":
            return t("Vote: {question} Most players agreed.", question=question)
        case "failed":
            return t("Vote: {question} Not enough players agreed.", question=question)
        case "stale":
            return t(
                "Vote: {question} The vote was dropped because the match has changed since.",
                question=question,
            )
    return t("Vote: {question} Time ran out.", question=question)


def check_replaceable(info: MatchInfo, seat: Seat, asker: Seat) -> SeatInfo:
    """Return the seat that `asker` wants to free, or refuse."""
    if seat == asker:
        raise LobbyError(t("This is your own seat."), t("To leave it, type /seat resign."))
    if 0 <= seat < len(info.seats) and info.seats[seat].level:
        raise LobbyError(
            t("A computer has that seat."), t("You can only free seats of people who play.")
        )
    if not 0 <= seat < len(info.seats) or info.seats[seat].open:
        raise LobbyError(
            t("Nobody has that seat."), t("Anybody can take a free seat with /seat claim.")
        )
    return info.seats[seat]


def _check(info: MatchInfo, question: Question, seat: Seat) -> None:
    """Refuse what makes no sense now."""
    match question:
        case Undo(ply) if not 0 <= ply < info.ply:
            raise LobbyError(
                t("There's no earlier point to go back to."),
                t("Tap **Your move** and continue from here."),
            )
        case Pause() if info.paused_at is not None:
            raise LobbyError(
                t("This match is already paused."), t("To continue, type /match resume.")
            )
        case Resume():
            _check_resume(info)
        case Extend(hours):
            _check_hours(info, hours)
        case Repace(pace):
            _check_pace(info, pace)
        case Replace(whose):
            check_replaceable(info, whose, seat)
        case End():
            check_end(info, seat)


def check_end(info: MatchInfo, seat: Seat) -> None:
    """Refuse a vote to end a match that the other players couldn't see."""
    if is_homeless(info) and not is_last_human(info, seat):
        raise LobbyError(
            t("This match's channel was deleted, so nobody would see the vote."),
            t(
                "To give the match a new channel, type /match open or, in another channel, "
                "/match relocate. Then you can vote."
            ),
        )


def _check_resume(info: MatchInfo) -> None:
    if info.paused_at is None:
        raise LobbyError(t("This match isn't paused."), t("Tap **Your move** to continue."))
    if info.paused_why == "gone":
        raise LobbyError(
            t("This match is paused because I can't reach its channel any more."),
            t("To move it to another channel, type /match relocate there."),
        )


def _check_hours(info: MatchInfo, hours: int) -> None:
    if not 1 <= hours <= MOST_HOURS:
        raise LobbyError(
            t("You can add 1 to {most} hours, not {hours}.", most=MOST_HOURS, hours=hours),
            t("Choose another number of hours."),
        )
    if info.pace.kind is PaceKind.CASUAL:
        raise LobbyError(
            t(
                "At a casual pace nothing happens when a deadline passes, so there's nothing to "
                "extend."
            ),
            t("To have more time until your seat can be freed, say with /away when you're away."),
        )


def _check_pace(info: MatchInfo, pace: Pace) -> None:
    try:
        Pace.parse(str(pace))
    except ValueError:
        raise LobbyError(
            t("This pace isn't allowed."), t("Choose a pace with /match time.")
        ) from None
    if pace == info.pace:
        raise LobbyError(
            t("The match already has this pace."), t("Choose another pace, or keep this one.")
        )
