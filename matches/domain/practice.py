"""A practice match: the same deal for everybody, never stored, nothing at stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from matches.domain.glance import preview, seen_by
from matches.domain.history.chance import SEED_BYTES, ChanceStream
from matches.domain.history.log_view import readable
from matches.domain.history.timeline import Live, Timeline
from matches.domain.model import Glance, MatchInfo, SeatInfo
from matches.domain.table.lobby import tidy
from matches.domain.turn import Turn
from rules import registry
from rules.notation import parse_move
from rules.protocol import WATCHER, Event, Move
from rules.text import Seat

LEARNER: Final = 0
"""The learner's seat; the bot moves for the others, at random but always the same."""
_ID: Final = 1
"""The user id on that seat; there is no such user."""
_LONG_AGO: Final = datetime(2009, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The result of a practice move.

    Attributes:
        glance: The match when it is the learner's turn again, or when it is over.
        own: What the move did, as the learner reads it.
        public: The same, as everybody else reads it.
        later: What the others did after that, as the learner reads it.
    """

    glance: Glance
    own: tuple[Event, ...]
    public: tuple[Event, ...]
    later: tuple[Event, ...]


class Practice:
    """A practice match at the learner's first decision.

    Attributes:
        post: How the match looks to a watcher.
        glance: How it looks to the learner.
    """

    def __init__(self, slug: str, names: Sequence[str]) -> None:
        """Deal a match of a game: one name for each of `seats`, the learner's first."""
        timeline = _begun(slug)
        seats = tuple(SeatInfo(seat, _ID + seat, tidy(name)) for seat, name in enumerate(names))
        info = replace(_info(slug), ply=timeline.ply, to_act=timeline.waiting, seats=seats)
        self._live = Live(info, timeline, {}, _seed(slug))
        self.post = seen_by(self._live, None)
        self.glance = seen_by(self._live, _ID)

    def ahead(self, move: str) -> Glance | None:
        """Return how things would look after a move; None if nobody can know that yet.

        Raises:
            InvalidMoveError, IllegalMoveError: The move cannot be made.
        """
        return preview(self._live, _ID, move)

    def play(self, move: str) -> Lesson:
        """Return what a move leads to; the match itself stays where it is.

        Raises:
            InvalidMoveError, IllegalMoveError: The move cannot be made.
        """
        after, events = _moved(self._live, LEARNER, parse_move(self._live.timeline.rules, move))
        after, later = _others(after)
        return Lesson(
            seen_by(after, _ID),
            readable(events, LEARNER),
            readable(events, WATCHER),
            readable(later, LEARNER),
        )


def seats(slug: str) -> int:
    """Return the number of players in a practice match: the game's middle one."""
    counts = registry.get(slug).info.seats
    return counts[len(counts) // 2]


@lru_cache(maxsize=32)
def _begun(slug: str) -> Timeline:
    """Return a match at the learner's first decision; copy it before playing on."""
    timeline = Timeline(registry.get(slug), seats(slug), frozenset())
    turn = Turn(Live(_info(slug), timeline, {}, _seed(slug)), _LONG_AGO)
    turn.settle()
    live, _ = _others(turn.finish(LEARNER, 0)[1])
    return live.timeline


def _seed(slug: str) -> bytes:
    return bytes([registry.get(slug).info.practice]) * SEED_BYTES


def _info(slug: str) -> MatchInfo:
    count = seats(slug)
    return MatchInfo(
        id=0,
        slug=slug,
        options=frozenset(),
        guild_id=0,
        channel_id=0,
        host_id=_ID,
        wants_thread=False,
        capacity=count,
        seats=tuple(SeatInfo(seat, _ID + seat, "") for seat in range(count)),
        status="live",
        ply=0,
        to_act=frozenset(),
        chance_hash="",
        chance_seed="",
        lobby_message_id=None,
        posted_ply=0,
        created_at=_LONG_AGO,
    )


def _others(live: Live) -> tuple[Live, tuple[Event, ...]]:
    """Move for the others until it is the learner's turn or nobody's."""
    events: tuple[Event, ...] = ()
    while live.timeline.waiting and LEARNER not in live.timeline.waiting:
        timeline, seat = live.timeline, min(live.timeline.waiting)
        moves = timeline.rules.legal_moves(timeline.state, seat)
        live, more = _moved(live, seat, ChanceStream(live.seed, timeline.ply).choice(moves))
        events += more
    return live, events


def _moved(live: Live, seat: Seat, move: Move) -> tuple[Live, tuple[Event, ...]]:
    turn = Turn(live, _LONG_AGO)
    turn.play(seat, move)
    return turn.finish(seat, 0)[1], turn.events
