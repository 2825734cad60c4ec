"""Requests that discord.py would give up although Discord would still take them.

Given a longest wait, discord.py 2.7 refuses every further request of a route as soon as its limit
is counted over a longer time, however many requests are left. Discord may count the threads opened
in a channel over five minutes: a second match there would wait as long for its thread.
"""

from __future__ import annotations

from discord.http import HTTPClient, Ratelimit


class RouteLimit(Ratelimit):
    """A rate limit that gives up a request only when none is left."""

    __slots__ = ("_longest_s",)

    @property
    def _max_ratelimit_timeout(self) -> float | None:
        """Return the longest wait; None while nothing has to wait."""
        return None if self.remaining > self.outgoing else self._longest_s

    @_max_ratelimit_timeout.setter
    def _max_ratelimit_timeout(self, longest_s: float | None) -> None:
        self._longest_s = longest_s


def give_up_late(http: HTTPClient) -> None:
    """Let a bot's requests use such limits.

    Where discord.py keeps its limits is private. A test fails when it has moved.
    """
    plain = http.get_ratelimit

    def limit_of(key: str) -> Ratelimit:
        if key not in http._buckets:
            http._buckets[key] = RouteLimit(http.max_ratelimit_timeout)
        return plain(key)

    http.get_ratelimit = limit_of  # type: ignore[method-assign]
