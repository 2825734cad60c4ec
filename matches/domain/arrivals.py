"""Recognises requests for a position that is gone: a command counts once.

A component carries the ply it was made at; a typed command can't. But we know when the command
was made and when its seat last moved. A player who has read the answer to a move types after that
move; a command typed before it was meant for the position before.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from rules.errors import StaleMoveError
from rules.text import Seat

ANSWERABLE: Final = timedelta(minutes=15)
"""How long a request can be answered; after that Discord refuses the answer."""
RECENT: Final = 20
"""The number of latest requests that compare Discord's clock with ours."""
PRECISION: Final = timedelta(milliseconds=1)
"""The precision of the time in Discord's ids."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A moment, by order and by time.

    Attributes:
        count: How many moves, of all matches, had been saved by then.
        at: When, by our clock; for a request, the earliest moment it may have reached us.
    """

    count: int
    at: datetime


def steady() -> datetime:
    """Return the time by a clock that nobody sets; it only compares with itself."""
    return datetime.fromtimestamp(time.monotonic(), UTC)


class Arrivals:
    """Remembers when seats last moved, for as long as older requests may still arrive."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._count = 0
        self._lags: deque[timedelta] = deque(maxlen=RECENT)
        self._moved: OrderedDict[tuple[int, Seat], Asked] = OrderedDict()

    def arrived(self, made_at: datetime) -> Asked:
        """Return when a request was made; call this as soon as it arrives.

        Args:
            made_at: By Discord's clock. The quickest of the latest requests shows how far ours is
                ahead, so a wrong clock makes nobody's request stale.
        """
        self._lags.append(self._clock() - made_at)
        return Asked(self._count, made_at + min(self._lags))

    def moved(self, match_id: int, seats: Iterable[Seat]) -> None:
        """Note that seats have moved; call this before anybody can read about it."""
        self._count += 1
        now = self._clock()
        for seat in seats:
            self._moved[match_id, seat] = Asked(self._count, now - PRECISION)
            self._moved.move_to_end((match_id, seat))
        while self._moved and now - next(iter(self._moved.values())).at > ANSWERABLE:
            self._moved.popitem(last=False)

    def check(self, match_id: int, seat: Seat, asked: Asked | None) -> None:
        """Refuse a request made before its seat last moved; None is never refused.

        Raises:
            StaleMoveError: It was made before that.
        """
        last = self._moved.get((match_id, seat))
        if last is None or asked is None:
            return
        if asked.count < last.count or asked.at < last.at:
            raise StaleMoveError
