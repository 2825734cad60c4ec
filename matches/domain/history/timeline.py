"""A match in memory: its log, played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from matches.domain.change import LogRow
from matches.domain.history.chance import mixed
from matches.domain.model import UNDO, MatchInfo
from rules import registry
from rules.errors import (
    GameError,
    IllegalMoveError,
    NotYourTurnError,
    UndoError,
    UnmovedError,
)
from rules.notation import parse_move
from rules.protocol import CHANCE, NEWEST, Event, Move, Transition
from rules.registry import AnyRules
from rules.text import Seat, Text, Who, t

REWIND: Final = "rewind "
"""A log row of this and a ply takes back all rows after that one; all agreed."""

ALL_AGREED: Final = t("The match goes back to an earlier point.")
"""The event of a rewind."""

FAULTS: Final = (
    GameError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""The errors a game may raise when it replays a log that isn't valid."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A move that can still be taken back.

    Attributes:
        asked: The seats that had to decide before it.
        user_id: Who made it; None for a computer.
    """

    ply: int
    seat: Seat
    move: Move
    asked: frozenset[Seat]
    user_id: int | None


class Timeline:
    """A line of play. Playing and replaying go the same way, one log row at a time.

    Attributes:
        rules: The game.
        state: The full truth.
        ply: Number of log rows.
        waiting: The seats the match waits for; while chance is to act, those before it.
        asked: By seat, the ply at which its current decision arose; older components are stale.
        since: By seat, the ply since which the match has waited for it.
        drawn: The draws that rewinds took back, in their first order. They are drawn again where
            they can be, so nobody gains from having seen them, and the same moves lead to the
            same draws.
        moved: By seat, how many of its moves stand.
    """

    __slots__ = (
        *("_base", "_new", "_tail", "asked", "drawn", "moved", "ply", "rules", "since", "state"),
        "waiting",
    )

    def __init__(
        self, rules: AnyRules, seats: int, options: frozenset[str], version: int = NEWEST
    ) -> None:
        self.rules = rules
        self.state = rules.initial_state(seats, options, version)
        self.ply = 0
        self.waiting: frozenset[Seat] = frozenset()
        self.asked = [0] * seats
        self.since = [0] * seats
        self.moved = [0] * seats
        self.drawn: tuple[Move, ...] = ()
        self._new: tuple[Move, ...] = ()  # every draw so far, without repeated ones
        self._tail: list[Undoable] = []
        self._base = self.state  # before the first step of the tail: all others are played again
        self._ask(CHANCE)

    def copy(self) -> Timeline:
        """Return a copy that can be played on without changing this one."""
        twin = object.__new__(Timeline)
        twin.rules, twin.state, twin.ply = self.rules, self.state, self.ply
        twin.waiting, twin.asked, twin.since = self.waiting, self.asked[:], self.since[:]
        twin.drawn, twin._new, twin.moved = self.drawn, self._new, self.moved[:]
        twin._tail, twin._base = self._tail[:], self._base
        return twin

    def move(self, seat: Seat, move: Move, user_id: int | None = None) -> Transition[object]:
        """Check and play a move of a user or nobody; if it raises, nothing has changed."""
        before = self.state
        transition = self.rules.apply(before, seat, move)
        self.state = transition.state
        self.ply += 1
        if seat == CHANCE:
            self._note_draw(move)
        else:
            self.moved[seat] += 1
        if transition.undoable and seat != CHANCE:
            if not self._tail:
                self._base = before
            self._tail.append(Undoable(self.ply, seat, move, self.waiting, user_id))
        else:
            self._tail.clear()
        self._ask(seat)
        return transition

    def _note_draw(self, move: Move) -> None:
        if move in self.drawn:
            place = self.drawn.index(move)
            self.drawn = self.drawn[:place] + self.drawn[place + 1 :]
        else:
            self._new = (*self._new, move)

    def drawn_again(self) -> Move | None:
        """Return the first taken-back draw that chance can make now, or None."""
        return next((move for move in self.drawn if self._can_draw(move)), None)

    def _can_draw(self, move: Move) -> bool:
        try:
            self.rules.check(self.state, CHANCE, move)
        except GameError:
            return False
        return True

    def rewind(self, then: Timeline) -> None:
        """Go back to an earlier point of this timeline, as a row of its own.

        Args:
            then: The timeline as it was at that point.
        """
        self.state, self.waiting, self.moved = then.state, then.waiting, then.moved[:]
        self.drawn = (*then.drawn, *self._new[len(then._new) :])
        self.ply += 1
        self._tail.clear()
        for seat in self.waiting:
            self.since[seat] = self.ply
        self.asked = [self.ply] * len(self.asked)

    def can_undo(self, seat: Seat, user_id: int | None = None) -> bool:
        """Return whether a seat's last move can be taken back; by a user, only their own."""
        try:
            if user_id is not None:
                self.check_own(seat, user_id)
            place = self._last_of(seat)
            if later := self._tail[place + 1 :]:
                self._played(self._before(place), later)
        except UndoError:
            return False
        return True

    def check_own(self, seat: Seat, user_id: int) -> None:
        """Refuse to let a user take back a seat's last move if it isn't theirs.

        A log may hold undos of such moves, from before they were refused, so `undo` allows them.

        Raises:
            UndoError: A computer or a former player made it, or nothing can be taken back.
        """
        maker = self._tail[self._last_of(seat)].user_id
        if maker is None:
            raise _not_own(t("A computer made that decision, so you can't take it back."))
        if maker != user_id:
            raise _not_own(
                t("Your seat's former player made that move, so you can't take it back.")
            )

    def undo(self, seat: Seat) -> tuple[int, tuple[Event, ...]]:
        """Take back a seat's last move as a row of its own; return its ply and the events.

        Moves that others have made in parallel since then stay.

        Raises:
            UndoError: It hasn't moved since something was last revealed.
            UnmovedError: No move of it stands.
        """
        place = self._last_of(seat)
        gone, before = self._tail[place], self._before(place)
        self.state = self._played(before, self._tail[place + 1 :])
        events = taken_back(seat, self._again(before, gone).events)
        del self._tail[place]
        self.ply += 1
        self.moved[seat] -= 1
        self._ask(seat)
        return gone.ply, events

    def _last_of(self, seat: Seat) -> int:
        """Return the place of a seat's last move among those that can be taken back."""
        if not self.moved[seat]:
            raise UnmovedError
        mine = [place for place, step in enumerate(self._tail) if step.seat == seat]
        if not mine:
            raise UndoError(
                t("There's nothing you can take back."),
                t(
                    "You can't take back a move once something has been drawn or revealed, or the "
                    "next player has moved. Some moves are final at once."
                ),
            )
        after = self._tail[mine[-1] + 1 : mine[-1] + 2]
        if after and after[0].seat not in self._tail[mine[-1]].asked:
            raise _built_on()
        return mine[-1]

    def _before(self, place: int) -> object:
        """Return the state before a step of the tail."""
        return self._played(self._base, self._tail[:place])

    def _played(self, state: object, steps: Sequence[Undoable]) -> object:
        for step in steps:
            state = self._again(state, step).state
        return state

    def _again(self, state: object, step: Undoable) -> Transition[object]:
        try:
            transition = self.rules.apply(state, step.seat, step.move)
        except (IllegalMoveError, NotYourTurnError):
            raise _built_on() from None
        if not transition.undoable:
            raise _built_on()
        return transition

    def _ask(self, mover: Seat) -> None:
        """Note which seats are asked now; a draw asks nobody for a second time."""
        now = self.rules.to_act(self.state)
        if CHANCE not in now:
            for seat in now - self.waiting:
                self.since[seat] = self.asked[seat] = self.ply
            self.waiting = now
        if mover != CHANCE:
            self.asked[mover] = self.ply


@dataclass(frozen=True, slots=True)
class Played:
    """A log row and the events it led to, for all audiences.

    Remarks take this form, too, as rows of WATCHER without a move.
    """

    row: LogRow
    events: tuple[Event, ...]

    @property
    def takes_back(self) -> range:
        """The plies of the rows it took back; empty if it is a move itself."""
        move = self.row.move
        if move.startswith(REWIND):
            return range(int(move.removeprefix(REWIND)) + 1, self.row.ply)
        ply = int(move.removeprefix(UNDO)) if move.startswith(UNDO) else 0
        return range(ply, ply + 1) if ply else range(0)


def taken_back(seat: Seat, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events of taking back a move, for those who were told of it."""
    told = [event.audience for event in events]
    audience = frozenset[Seat]().union(*(seats for seats in told if seats is not None))
    is_public = not told or None in told
    text = t("{who} takes back a move.", who=Who(seat))
    return (Event(text, None if is_public else audience),)


def _built_on() -> UndoError:
    return UndoError(
        t("You can't take this move back any more because another move builds on it."),
        t("Tap **Your move** to see what you can do now."),
    )


def _not_own(why: Text) -> UndoError:
    return UndoError(why, t("Tap **Your move** and continue from here."))


@dataclass(frozen=True, slots=True)
class Live:
    """A started match, to look at and to play. Never changed, only replaced.

    Attributes:
        info: Its summary.
        timeline: The log, played; copy it before playing on.
        sealed: Prepared moves by seat.
        seed: The secret chance seed.
        news: The part of the log that the newest turn post tells, so that neither a new post nor
            an edit needs a replay.
    """

    info: MatchInfo
    timeline: Timeline
    sealed: Mapping[Seat, Move]
    seed: bytes
    news: tuple[Played, ...] = ()

    @property
    def weight(self) -> int:
        """Roughly how many bytes it takes, rather more than less."""
        return 7_000 + 300 * self.timeline.ply + 750 * len(self.news)

    @property
    def key(self) -> bytes:
        """The key of the draws: the seed, mixed with the players' words."""
        return mixed(self.seed, self.info.words)

    def amended(self, info: MatchInfo) -> Live:
        """Return the same match with a new summary, without the news of older posts."""
        news = tuple(played for played in self.news if played.row.ply > info.post_since)
        return replace(self, info=info, news=news)


def first_untold(live: Live) -> int:
    """Return the ply at which the next post starts if it is to ping the seats to act."""
    timeline = live.timeline
    first = min((timeline.since[seat] for seat in timeline.waiting), default=timeline.ply)
    return max(min(first - 1, timeline.ply - 1, live.info.posted_ply), 0)


@lru_cache(maxsize=20_000)
def parsed(slug: str, text: str) -> Move:
    """Return a stored move; cached, because logs repeat most of their texts."""
    return parse_move(registry.get(slug), text)
