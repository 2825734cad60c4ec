"""What sights are worth to those who collect them in Kraków."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from rules.krakow.components import LETTERS, NUMBERS, RANKS, SIGHTS, Group, Sight
from rules.krakow.state import KrakowState
from rules.text import Seat

_JOINS: Final = 6.0
"""About what a lajkonik adds to sequences, beside its printed points."""
_AT: Final = {rank: at for at, rank in enumerate(f"{NUMBERS} {LETTERS}")}
"""The places of ranks in a row with a gap, as 8 and A don't join (ruling R9)."""
_SQUARES: Final = (0, 0, *(n * n for n in range(2, 20)))
"""The points of a sequence by its length (K-SCORE-4)."""
Collection: TypeAlias = tuple[Sight, ...]
"""Sights, sorted."""
Worths: TypeAlias = Mapping[Sight, float]
"""What each sight would add to a collection."""


@lru_cache(maxsize=4096)
def worths(sights: Collection) -> Worths:
    """Return what each sight would add to a collection: points, runs and sets."""
    rows = {group: _mask(group, sights) for group in Group}
    counts = {rank: sum(row >> _AT[rank] & 1 for row in rows.values()) for rank in RANKS}
    found: dict[Sight, float] = {}
    for sight in SIGHTS:
        worth = float(sight.points)
        if sight.group is not None and sight.rank in counts:
            worth += _joined(rows[sight.group], _AT[sight.rank])
            worth += _grown(counts[sight.rank])
        elif sight.group is not None:
            worth += min(_JOINS, 2.0 * len(sights))
        found[sight] = worth
    return found


def _mask(group: Group, sights: Collection) -> int:
    return sum(1 << _AT[it.rank] for it in sights if it.group is group and it.rank in _AT)


def _joined(row: int, at: int) -> int:
    """Return what a rank adds to the runs of its group (K-SCORE-2)."""
    left = right = 0
    while at > left and row >> (at - left - 1) & 1:
        left += 1
    while row >> (at + right + 1) & 1:
        right += 1
    return _SQUARES[left + right + 1] - _SQUARES[left] - _SQUARES[right]


def _grown(count: int) -> int:
    """Return what a sight adds to the set of its rank (K-SCORE-3)."""
    return _SQUARES[count + 1] - _SQUARES[count]


def total(sights: Collection, more: Collection) -> float:
    """Return what several sights add to a collection, one after the other."""
    added = 0.0
    for sight in more:
        added += worths(sights)[sight]
        sights = tuple(sorted((*sights, sight)))
    return added


def by_tokens(state: KrakowState, seat: Seat) -> tuple[Collection, Collection]:
    """Return the sights that a seat would win now, and those where it would not."""
    won: list[Sight] = []
    held: list[Sight] = []
    for sight, tokens in zip(state.market, state.tokens, strict=True):
        if tokens and sight is not None:
            own = [token.hour for token in tokens if token.seat == seat]
            if own:
                mine = min(own)
                first = all(token.hour > mine for token in tokens if token.seat != seat)
                (won if first else held).append(sight)
    return tuple(sorted(won)), tuple(sorted(held))


def with_won(state: KrakowState, seat: Seat) -> Collection:
    """Return what a seat has and would win now."""
    won, _ = by_tokens(state, seat)
    return tuple(sorted((*state.players[seat].sights, *won)))
