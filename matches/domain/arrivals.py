"""Which requests were made for a position that has gone: how a command counts once.

A component carries the ply it was made at; a typed command cannot. It is known, though, when the
command was made, and when its seat last moved. Whoever has read the answer to a move types later
than that move; what was typed before it was meant for the position before.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from rules.errors import StaleMoveError
from rules.text import Seat

KEPT: Final = timedelta(minutes=15)
"""How long Discord lets a request be answered; what arrives later is refused by Discord."""
RECENT: Final = 20
"""Requests by which the difference between Discord's clock and ours is judged."""
PRECISION: Final = timedelta(milliseconds=1)
"""Of the time in Discord's ids."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A moment, both in order and in time.

    Attributes:
        count: How many moves, of all matches, had been saved.
        at: When, by our clock; for a request the earliest moment it may have reached us.
    """

    count: int
    at: datetime


class Arrivals:
    """Remembers when seats last moved, for as long as older requests may still come."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._count = 0
        self._lags: deque[timedelta] = deque(maxlen=RECENT)
        self._moved: OrderedDict[tuple[int, Seat], Asked] = OrderedDict()

    def arrived(self, made_at: datetime) -> Asked:
        """Return when a request was made; to be called as soon as it is there.

        Args:
            made_at: By Discord's clock. How far ours is ahead is seen from the quickest of the
                latest requests, so a clock that is wrong refuses nobody.
        """
        self._lags.append(self._clock() - made_at)
        return Asked(self._count, made_at + min(self._lags))

    def moved(self, match_id: int, seats: Iterable[Seat]) -> None:
        """Note that seats have moved; to be called before anybody can read of it."""
        self._count += 1
        now = self._clock()
        for seat in seats:
            self._moved[match_id, seat] = Asked(self._count, now - PRECISION)
            self._moved.move_to_end((match_id, seat))
        while self._moved and now - next(iter(self._moved.values())).at > KEPT:
            self._moved.popitem(last=False)

    def check(self, match_id: int, seat: Seat, asked: Asked | None) -> None:
        """Refuse what was asked before its seat last moved; None is never refused.

        Raises:
            StaleMoveError: It was.
        """
        last = self._moved.get((match_id, seat))
        if last is None or asked is None:
            return
        if asked.count < last.count or asked.at < last.at:
            raise StaleMoveError
