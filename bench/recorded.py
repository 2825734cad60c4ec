"""Random matches as the service would play and log them, without a database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Final

from matches.domain.change import Change, LogRow, Stored
from matches.domain.history.chance import SEED_BYTES, commitment
from matches.domain.history.timeline import Live, Timeline
from matches.domain.model import MatchInfo, Opening
from matches.domain.table import lobby
from matches.domain.turn import Turn
from rules.registry import AnyRules

BEGUN: Final = datetime.now(UTC).replace(microsecond=0)
"""When all matches began: clocks that run since then aren't due for hours."""
GUILD: Final = 100_000_000_000_000_000
CHANNEL: Final = 200_000_000_000_000_000
USER: Final = 400_000_000_000_000_000
"""Ids as long as Discord's, because their length counts in storage."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match that has been dealt and maybe played."""

    live: Live
    rows: tuple[LogRow, ...]

    @property
    def stored(self) -> Stored:
        """Return the match as it would be loaded from the database.

        Its newest post tells of the moves since the last move of another player.
        """
        seats = [row.seat for row in self.rows]
        since = max((n for n, seat in enumerate(seats, 1) if seat != seats[-1]), default=0)
        info = replace(self.live.info, posted_ply=self.live.info.ply, post_since=since)
        return Stored(info, self.live.seed, self.rows, ())


def opened(rules: AnyRules, seats: int, number: int) -> MatchInfo:
    """Return a full lobby; equal numbers give equal lobbies."""
    opening = Opening(
        slug=rules.info.slug,
        capacity=seats,
        guild_id=GUILD + number // 50,
        channel_id=CHANNEL + number,
        user_id=USER + number // 10 * seats,
        name="Player 0",
        locale="en-US",
    )
    info = lobby.new_lobby(rules.info, opening, BEGUN)
    for seat in range(1, seats):
        info = lobby.joined(
            info, USER + number // 10 * seats + seat, f"Player {seat}", "en-US", BEGUN
        )
    return replace(info, id=number + 1)


def dealt(rules: AnyRules, seats: int, number: int) -> Recorded:
    """Return a match that has just started."""
    seed = Random(number).randbytes(SEED_BYTES)
    waiting = opened(rules, seats, number)
    begun = lobby.begun(waiting, rules.info, commitment(seed), BEGUN)
    turn = Turn(Live(begun, Timeline(rules, seats, frozenset()), {}, seed), BEGUN)
    turn.settle()
    change, live = turn.finish_start(waiting)
    return Recorded(live, change.rows)


def step(live: Live, rng: Random) -> tuple[Change, Live]:
    """Play one random move and everything that follows from it."""
    seat = min(live.timeline.waiting)
    turn = Turn(live, BEGUN)
    turn.play(seat, rng.choice(live.timeline.rules.legal_moves(live.timeline.state, seat)))
    return turn.finish(seat, 0)


def record(rules: AnyRules, seats: int, number: int, moves: int | None = None) -> Recorded:
    """Return a match after some random moves, or played to its end if `moves` is None."""
    begun = dealt(rules, seats, number)
    live, rows, rng = begun.live, list(begun.rows), Random(number)
    while live.timeline.waiting and (moves is None or moves > 0):
        change, live = step(live, rng)
        rows += change.rows
        moves = None if moves is None else moves - 1
    return Recorded(live, tuple(rows))
