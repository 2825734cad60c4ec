"""Frozen values about the past of a match: a step, what was missed, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matches.domain.history.steps import Step
from matches.domain.model import Glance, LogEntry
from rules.protocol import WATCHER
from rules.text import Seat, Text, t


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The match after a step, as a watcher saw it.

    Attributes:
        number: The step, from 0: the match right after the deal.
        steps: All steps.
        glance: The match then.
        before: The match after the step before; None at the first.
        entries: The log rows of the step, as the reader may read them; on the last page, too, what
            has come after it.
        jumps: Some steps, spread over the match, including the first and the last, each with
            where the match stood then.
    """

    number: int
    steps: tuple[Step, ...]
    glance: Glance
    before: Glance | None
    entries: tuple[LogEntry, ...]
    jumps: tuple[tuple[int, Text], ...]

    @property
    def title(self) -> Text:
        """Which step it is, of how many."""
        return t("Step {number} of {count}", number=self.number + 1, count=len(self.steps))

    @property
    def moves(self) -> tuple[LogEntry, ...]:
        """The moves and draws that led here, without what was taken back."""
        last = self.steps[self.number].last
        rows = (e for e in self.entries if e.ply <= last and e.seat != WATCHER)
        return tuple(entry for entry in rows if not (entry.undone or entry.is_undo))


@dataclass(frozen=True, slots=True)
class Since:
    """The events that a user has not seen yet.

    Attributes:
        then: How the match looked to them after their own last move; None if they made none.
        entries: What has happened since, as they may read it; everything if they made no move.
    """

    then: Glance | None
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Stint:
    """A time in which a computer played for somebody who had left, or was late.

    Attributes:
        name: Who had left their seat, or was late.
        since: Where the match stood then.
        until: Where it stood when somebody took the seat; None if a computer had it to the end.
        late: How many single decisions it made because they were late; 0 if they had left.
    """

    name: str
    since: Text
    until: Text | None
    late: int = 0


@dataclass(frozen=True, slots=True)
class Closing:
    """The summary of a match that is over.

    Attributes:
        moves: How many moves its players made, without those taken back.
        turning: What decided it: at most two sentences.
        held: By seat, the users who held it, in order, 0 if a computer decided for nobody;
            without seats that had the same player all along.
        computers: When computers played for players who had left their seats or were late.
    """

    moves: int
    turning: tuple[Text, ...]
    held: Mapping[Seat, tuple[int, ...]]
    computers: tuple[Stint, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """The check of every draw of a finished match against its published seed.

    Attributes:
        chance_hash: The seal.
        chance_seed: The seed.
        draws: The number of draws.
        differing: The plies of draws that differ from what seed and words give; () if all are
            fair.
        words: What players mixed in, by seat, "" for nothing.
        sealed: True if the seal is the seed's.
    """

    chance_hash: str
    chance_seed: str
    draws: int
    differing: tuple[int, ...]
    words: tuple[str, ...] = ()
    sealed: bool = True
