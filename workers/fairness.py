"""Who is thought for next, and for how long: nobody waits for those who play much."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")

CALM: Final = 2
"""The decisions waiting for each worker that hurry nobody."""
LEAST: Final = 0.05
"""The least share of its time that a level gets."""
PURSE_S: Final = 60.0
"""The processor time that a server can save up."""
INCOME: Final = 0.1
"""The processor time that a server gains in each second."""


class FairQueue(Generic[T]):
    """Those who wait: the servers take turns, and so do the matches of each server."""

    def __init__(self) -> None:
        self._servers = OrderedDict[int, OrderedDict[int, deque[asyncio.Future[T]]]]()

    def __len__(self) -> int:
        """Return how many wait; some may have left."""
        return sum(len(m) for matches in self._servers.values() for m in matches.values())

    def has_others(self, server: int) -> bool:
        """Return whether another server waits."""
        return any(other != server for other in self._servers)

    def join(self, server: int, match: int) -> asyncio.Future[T]:
        """Return what is set when it is this match's turn; who leaves cancels it."""
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        matches = self._servers.setdefault(server, OrderedDict())
        matches.setdefault(match, deque()).append(turn)
        return turn

    def first(self) -> asyncio.Future[T] | None:
        """Remove and return the turn of whoever is next; None if nobody waits."""
        while self._servers:
            server, matches = self._servers.popitem(last=False)
            match, turns = matches.popitem(last=False)
            turn = turns.popleft()
            if turns:
                matches[match] = turns
            if matches:
                self._servers[server] = matches
            if not turn.done():
                return turn
        return None


class Purses:
    """The processor time that each server may still have before it is hurried."""

    def __init__(self) -> None:
        self._held = dict[int, tuple[float, float]]()
        """What a server had, and when, who paid last comes last; all others have all."""

    def share(self, server: int, now: float) -> float:
        """Return the share of its time that a level gets: less once half is spent."""
        return min(1.0, max(LEAST, self._left(server, now) / (PURSE_S / 2)))

    def pay(self, server: int, seconds: float, now: float) -> None:
        """Take the time of a decision from a server."""
        left = max(0.0, self._left(server, now) - seconds)
        self._held.pop(server, None)
        self._held[server] = (left, now)
        while self._left(first := next(iter(self._held)), now) >= PURSE_S and first != server:
            del self._held[first]

    def _left(self, server: int, now: float) -> float:
        held, since = self._held.get(server, (PURSE_S, now))
        return min(PURSE_S, held + INCOME * (now - since))


def haste(waiting: int, workers: int) -> float:
    """Return the share of its time that a level gets while so many wait."""
    return min(1.0, max(LEAST, CALM * workers / max(1, waiting)))
