"""What is known about a match: its database rows, its messages, what its players were told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from matches.domain.change import Stored
from matches.domain.history.replay import begin, rows_played
from matches.domain.history.timeline import Played, Timeline
from matches.domain.model import MatchInfo
from rules.errors import ReplayError
from tests.range.world import Kept
from tests.soak.record import Row, Voted

OWN_CHARS: Final = 22
"""The part of a nonce that a row never changes; behind it is how often it was renewed."""
TAPPED: Final = ""
"""What is noted as the move of a tap, which doesn't say which move it makes."""
UNDO: Final = "undo"


@dataclass
class Told:
    """What the players of a match have asked for, and what they were told became of it.

    Attributes:
        sent: Moves that were sent, by user and notation, which may be `TAPPED` or `UNDO`.
        acked: Those of them that were answered as made.
        ballots: Users and what they voted, by the number of the vote.
        counted: Their newest ballots that were answered as counted, by vote and user.
        unsure: Votes and users whose ballot had no answer, so it may count later.
        standing: Users who gave a standing answer, or took one back.
    """

    sent: Counter[tuple[int, str]] = field(default_factory=Counter)
    acked: Counter[tuple[int, str]] = field(default_factory=Counter)
    ballots: dict[int, set[tuple[int, bool]]] = field(default_factory=dict)
    counted: dict[tuple[int, int], bool] = field(default_factory=dict)
    unsure: set[tuple[int, int]] = field(default_factory=set)
    standing: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Evidence:
    """Everything about one match.

    Attributes:
        stored: The match in the database.
        outbox: Its rows, but those that the bot has forgotten, which are a day old.
        plies: The plies of all the rows it has had, by what their nonces begin with.
        votes: Its votes.
        told: What its players sent and were told.
        posts: The public messages where it was played, oldest first.
        letters: The direct messages to its players, by user, oldest first.
        threads: How many threads were opened for it.
        now: The time by the bot's clock, in seconds since 1970.
    """

    stored: Stored
    outbox: Sequence[Row] = ()
    plies: Mapping[str, int] = field(default_factory=dict)
    votes: Sequence[Voted] = ()
    told: Told = field(default_factory=Told)
    posts: Sequence[Kept] = ()
    letters: Mapping[int, Sequence[Kept]] = field(default_factory=dict)
    threads: int = 0
    now: float = 0.0

    @property
    def info(self) -> MatchInfo:
        """Return the summary of the match."""
        return self.stored.info

    @cached_property
    def history(self) -> tuple[list[Played], list[Timeline]]:
        """Return the log as far as it replays, and the match at each ply, from 0 on."""
        timeline = begin(self.stored)
        played, then = list[Played](), [timeline.copy()]
        try:
            for one in rows_played(self.info.id, timeline, self.stored.log):
                played.append(one)
                then.append(timeline.copy())
        except ReplayError:
            pass
        return played, then

    @cached_property
    def turns(self) -> list[tuple[Kept, int]]:
        """Return the posts of turns with the plies they show now, oldest first."""
        return turn_posts(self.info.id, self.posts)

    def due(self, kept: Kept) -> int | None:
        """Return the ply of the row that a message was sent for."""
        return self.plies.get(kept.nonce[:OWN_CHARS])


def turn_posts(match_id: int, posts: Iterable[Kept]) -> list[tuple[Kept, int]]:
    """Return the posts of a match's turns with the plies they show now."""
    shown = ((kept, shown_ply(match_id, kept.text)) for kept in posts)
    return [(kept, ply) for kept, ply in shown if ply is not None]


def shown_ply(match_id: int, text: str) -> int | None:
    """Return the ply that a post of a turn shows; None if it is none."""
    found = re.search(rf'"bview:{match_id}:(\d+)(\.end)?"', text)
    return None if found is None else int(found[1])


def asked_ply(match_id: int, kept: Kept) -> int | None:
    """Return the ply that a post or letter showed first; None without a layout."""
    found = re.search(rf'"bturn:{match_id}:(\d+)"', kept.layout)
    return None if found is None else int(found[1])
