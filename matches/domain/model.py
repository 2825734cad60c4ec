"""The frozen values that the service returns; a state never leaves `matches`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from matches.domain.deadlines.life import Life
from matches.domain.deadlines.pace import Clock, Pace, PaceKind, Span
from matches.domain.table.invitations import NOBODY_INVITED, Invitations
from matches.domain.table.terms import NO_ROLES, Opener
from rules.errors import RefusedError
from rules.protocol import NEWEST, WATCHER, Event, Move, Outcome
from rules.registry import AnyRules
from rules.text import LANGUAGES, Language, Seat

MatchStatus: TypeAlias = Literal["lobby", "live", "over", "ended"]
"""lobby: open to join; live: in play; over: played to the end; ended: called off."""
Trouble: TypeAlias = Literal["", "forbidden", "missing", "gone", "closed_dm", "fault"]
"""Reasons why a message can't be sent.

forbidden: the bot may not; missing: there is no target; gone: its channel was deleted;
closed_dm: the user accepts none; fault: Discord didn't take it.
"""
PauseReason: TypeAlias = Literal["", "vote", "gone", "rules"]
"""Reasons why a match is paused.

gone: its channel was deleted; rules: it can't be played on.
"""
Ending: TypeAlias = Literal["", "played", "conceded", "voted", "admin", "unmoved", "gone", "left"]
"""How a match ended.

played: to the end; conceded: all but one player gave up; voted: its players agreed to stop; admin:
a server admin stopped it; unmoved: nobody moved for too long; gone: its server is gone; left: no
player was left. "" before the end, for lobbies, and for old matches that were stopped.
"""
Conceding: TypeAlias = Literal["open", "caretaker"]
"""What becomes of a seat whose player concedes, with more than two players.

open: somebody else can take it; caretaker: a computer plays it to the end.
"""
Level: TypeAlias = Literal["", "easy", "good", "strong"]
"""How well a computer plays; "" is no computer."""
Holder: TypeAlias = tuple[Seat, int, int]
"""A seat, a ply, and who held it from then on: a user, `ERASED`, or 0 for nobody."""
ERASED: Final = -1
"""Stands for a user who has been erased, where nobody is something else."""
NEUTRAL_NAME: Final = "N. N."
"""The name of erased users in every language."""


def language_of(locale: str) -> Language:
    """Return our language for a Discord locale, with or without a country."""
    names = (locale, locale.partition("-")[0])
    return next((name for name in names if name in LANGUAGES), "en")


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of a match and the player who has it.

    Attributes:
        seat: Its number, from 0.
        user_id: The player; 0 for nobody.
        name: The player's display name when they took the seat.
        locale: The language of their Discord then, like ``pl``; "" if unknown.
        owner_id: Who had the seat first.
        open: True if nobody has it: a computer plays it until somebody takes it.
        level: How well the computer plays that has had it from the start; "" if none has.
        lent: True while a computer makes the one decision its player was late with.
        late: How many such decisions it made since its player's own last one.
        offered: True if its player has offered it to others.
        bank: The extra time it has left.
        away: From when until when its player is away, or None.
        clock: Its clock while the match waits for it, else None; a computer's never runs.
        post_id: The post that offers it, or None.
        called_at: When its player was pinged for what an undo took away; None once they decide.
        standing: The slugs of the standing answers its player has given.
        conceded: True if its player has conceded and nobody has taken it since; it can't win.
        word: What its first player mixed into the draws before the start; "" for nothing.
        word_at: When they gave it, or None.
        calls: Messages its player has got since anybody did something; see `deadlines.calls`.
        muted: True once one more was kept back: its player is only called again after that.
    """

    seat: Seat
    user_id: int
    name: str
    locale: str = ""
    owner_id: int = 0
    open: bool = False
    offered: bool = False
    bank: timedelta = timedelta()
    away: Span | None = None
    clock: Clock | None = None
    post_id: int | None = None
    called_at: datetime | None = None
    standing: frozenset[str] = frozenset()
    conceded: bool = False
    word: str = ""
    word_at: datetime | None = None
    calls: int = 0
    muted: bool = False
    level: Level = ""
    lent: bool = False
    late: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A request to open a match; the user who asks gets the first seat.

    Attributes:
        slug: The game.
        guild_id, channel_id: The server and the channel.
        user_id, name, locale: The user's Discord id, display name and language.
        capacity: The number of seats; None for as many as the game allows.
        options: The variants.
        thread: Whether the match gets its own thread.
        pace: How much time there is for a decision.
        closed: Whether only those for whom a seat is kept can join.
        computers, level: How many computers play, too, and how well.
        opener: What Discord says about the user.
    """

    slug: str
    guild_id: int
    channel_id: int
    user_id: int
    name: str
    locale: str = ""
    capacity: int | None = None
    options: frozenset[str] = frozenset()
    thread: bool = False
    pace: Pace = Pace()
    closed: bool = False
    computers: int = 0
    level: Level = "good"
    opener: Opener = NO_ROLES


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The summary of a match: everything about it but the state of the game.

    Attributes:
        id: Number of the match, also in custom ids.
        slug: The game.
        options: Slugs of the chosen variants.
        guild_id: The server.
        channel_id: Where it is played: a channel, or the thread once there is one.
        host_id: The user who opened it.
        wants_thread: True until the match has got its own thread, or can't get one.
        capacity: Number of seats to fill.
        seats: The taken ones, in seat order.
        status: See `MatchStatus`.
        ply: Number of log rows.
        to_act: The seats the match waits for; empty unless live.
        chance_hash: SHA-256 of the secret chance seed, hex: the seal, made when the lobby was
            opened; "" in lobbies that were opened before seals were made then.
        chance_seed: The seed itself, hex, once the match is finished for good; else "".
        lobby_message_id: The lobby post, or None before it is sent.
        posted_ply: The ply that the newest turn post shows.
        created_at: When the lobby was opened, UTC.
        trouble: Why a public post can't be sent yet, or "".
        pace: How much time there is for a decision.
        paused_at: When the match was paused, or None.
        paused_why: Why it is paused, or "".
        begun_at: When it was started, or None.
        finished_at: When it was over or ended, or None.
        rematch_of: The match before, with the same players, of which it is the rematch, or None.
        post_id: The newest turn post, or None.
        post_since: That post tells what happened after this ply.
        parent_id: The channel its thread is in; None if it isn't in a thread, or not known yet.
        rules_version: The version of the rules; in the lobby, that of when it was opened.
        broken: Why it can't be played on, in words for the operator; "" if it can.
        ending: How it ended, see `Ending`.
        conceding: See `Conceding`.
        invitations: Who may join its lobby.
        life: When it was last touched, and when it is closed.
        level: How well computers play open seats; "" if it was over before there were any.
        private: True if its thread is one that its one player and the bot are in, nobody else.
        changes: How often it was changed until it was read; no part of what it is.
    """

    id: int
    slug: str
    options: frozenset[str]
    guild_id: int
    channel_id: int
    host_id: int
    wants_thread: bool
    capacity: int
    seats: tuple[SeatInfo, ...]
    status: MatchStatus
    ply: int
    to_act: frozenset[Seat]
    chance_hash: str
    chance_seed: str
    lobby_message_id: int | None
    posted_ply: int
    created_at: datetime
    trouble: Trouble = ""
    pace: Pace = Pace()
    paused_at: datetime | None = None
    paused_why: PauseReason = ""
    begun_at: datetime | None = None
    finished_at: datetime | None = None
    rematch_of: int | None = None
    post_id: int | None = None
    post_since: int = 0
    parent_id: int | None = None
    rules_version: int = NEWEST
    broken: str = ""
    ending: Ending = ""
    conceding: Conceding = "open"
    invitations: Invitations = NOBODY_INVITED
    life: Life = Life()
    level: Level = "good"
    private: bool = False
    changes: int = field(default=0, compare=False)

    @property
    def has_begun(self) -> bool:
        """True once it was started; the time of that isn't known of the oldest matches."""
        return self.status in ("live", "over") or self.begun_at is not None or self.ply > 0

    @property
    def is_full(self) -> bool:
        """True if every seat is taken, by a person or a computer."""
        return len(self.seats) >= self.capacity

    @property
    def is_solo(self) -> bool:
        """True if at most one person has a seat, perhaps beside computers."""
        return sum(1 for seat in self.seats if seat.user_id) < 2

    @property
    def enforced(self) -> Pace:
        """The pace as it works now: nobody waits for a person alone, so strict is casual."""
        if self.is_solo and self.pace.kind is PaceKind.STRICT:
            return replace(self.pace, kind=PaceKind.CASUAL)
        return self.pace

    @property
    def words(self) -> tuple[str, ...]:
        """The words that go into the draws, by seat, "" for none."""
        return tuple(seat.word for seat in self.seats)

    def seat_of(self, user_id: int) -> Seat:
        """Return the seat of a user, or WATCHER."""
        return next((s.seat for s in self.seats if s.user_id == user_id and user_id), WATCHER)

    def is_free(self, seat: SeatInfo) -> bool:
        """Return whether somebody without a seat may take this one of a match in play."""
        kept = seat.conceded and self.conceding == "caretaker"
        return (seat.open or seat.offered) and not kept

    def took_part(self, user_id: int) -> bool:
        """Return whether a user has a seat, or had it first."""
        return any(user_id in (s.user_id, s.owner_id) for s in self.seats if user_id)

    def with_seat(self, seat: SeatInfo) -> MatchInfo:
        """Return the summary with one seat replaced."""
        seats = tuple(seat if old.seat == seat.seat else old for old in self.seats)
        return replace(self, seats=seats)


def is_homeless(info: MatchInfo) -> bool:
    """Return whether the channel of a match is known to be deleted."""
    return info.trouble == "gone"


def is_closed(info: MatchInfo) -> bool:
    """Return whether a match was closed because nobody moved, and can be reopened."""
    return info.status == "ended" and info.life.check is not None


@dataclass(frozen=True, slots=True)
class Glance:
    """A match as one seat sees it at one ply.

    Attributes:
        match: The summary.
        rules: The game.
        seat: The seat, or WATCHER.
        view: What that seat may know; the game's view type.
        moves: Its legal moves; () if it isn't to act.
        preparable: The moves it may seal for its next turn; () if there are none.
        prepared: The move it has sealed, or None.
        can_undo: True if it can take its last move back without a vote.
        asked_ply: The ply at which this seat was last asked; older buttons are stale.
        outcome: The result, or None while play goes on.
        newly: The seats to ping: asked since the last turn post that was delivered.
        has_moved: True if a move of the seat stands, which a vote could take back.
    """

    match: MatchInfo
    rules: AnyRules
    seat: Seat
    view: object
    moves: Sequence[Move]
    preparable: Sequence[Move]
    prepared: Move | None
    can_undo: bool
    asked_ply: int
    outcome: Outcome | None
    newly: frozenset[Seat] = frozenset()
    has_moved: bool = False


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The result of an accepted request, for the user who made it.

    Attributes:
        glance: How things look to them now.
        events: What happened, as far as they may know, oldest first.
    """

    glance: Glance
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The reason why a move is refused, for the user who wants to make it.

    Attributes:
        glance: How things look to them now.
        refusal: Why the move can't be made in this position; None if it is legal now.
        nearest: Up to three legal moves, the most similar first; if the user isn't to act, moves
            they can prepare.
    """

    glance: Glance
    refusal: RefusedError | None
    nearest: tuple[Move, ...]


UNDO: Final = "undo "
"""A log row of this and a ply takes that row back."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row of the log as one seat may read it.

    Attributes:
        ply: Its number, from 1.
        seat: Who moved: a seat or CHANCE.
        at: When, UTC.
        events: What it led to, as far as this seat may know.
        notation: The move; None if this seat may not read it.
        undone: True if it was taken back later.
        seats: The seats as they were then; () if that isn't known.
    """

    ply: int
    seat: Seat
    at: datetime
    events: tuple[Event, ...]
    notation: str | None
    undone: bool
    seats: tuple[SeatInfo, ...] = ()

    def then(self, match: MatchInfo) -> MatchInfo:
        """Return the match with the names and the players of its seats at that time."""
        return replace(match, seats=self.seats) if self.seats else match

    @property
    def is_undo(self) -> bool:
        """True if the row takes another one back."""
        return self.notation is not None and self.notation.startswith(UNDO)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match as far as it can be read, for one reader.

    Attributes:
        outcome: The result, or None.
        entries: The whole log. Rows that can't be read show only who moved and when.
        unread: How many rows at its end can't be read.
    """

    outcome: Outcome | None
    entries: tuple[LogEntry, ...]
    unread: int
