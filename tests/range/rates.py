"""Rate limits: by route and channel, for all requests of a second, for renaming."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from tests.range import limits
from tests.range.limits import BUCKETS, Bucket, Refusal

_BUCKETS: Final = {(b.method, b.template): b for b in BUCKETS}
EXEMPT: Final = ("/interactions/", "/webhooks/")
"""How the routes start that don't count among the 50 requests of a second."""


@dataclass(slots=True)
class Grants:
    """What a bot is granted; by default what Discord grants.

    Attributes:
        per_s: Requests in a second; interactions and their answers don't count.
        by_route: False if routes have no limits of their own.
        answer_s: Seconds until the first answer to an interaction.
        token_s: Seconds for later answers.
    """

    per_s: float = limits.PER_S
    by_route: bool = True
    answer_s: float = limits.ANSWER_S
    token_s: float = limits.TOKEN_S


def generous() -> Grants:
    """Return grants without limits, for measuring."""
    return Grants(math.inf, False, math.inf, math.inf)


class Rates:
    """Counts requests and refuses those that are too many."""

    def __init__(self, grants: Grants, now: Callable[[], float]) -> None:
        self.grants = grants
        self._now = now
        self._second = (0, 0)
        self._used: defaultdict[tuple[str, str, str], deque[float]] = defaultdict(deque)
        self._renamed: defaultdict[int, deque[float]] = defaultdict(deque)

    def take(self, method: str, template: str, place: str) -> Mapping[str, str]:
        """Count a request; return the headers about its route.

        Args:
            method: Its method.
            template: Its route.
            place: The channel, or the token of the interaction.

        Raises:
            Refusal: It's one too many.
        """
        if not template.startswith(EXEMPT):
            self._take_of_second()
        bucket = _BUCKETS.get((method, template))
        if bucket is None or not self.grants.by_route:
            return {}
        return self._take_of_route(bucket, place)

    def _take_of_second(self) -> None:
        now, (second, count) = self._now(), self._second
        self._second = (int(now), 1 + count * (second == int(now)))
        if self._second[1] > self.grants.per_s:
            raise too_many(1 - now % 1, everywhere=True)

    def _take_of_route(self, bucket: Bucket, place: str) -> Mapping[str, str]:
        used, now = self._used[bucket.method, bucket.template, place], self._now()
        while used and now - used[0] >= bucket.within_s:
            used.popleft()
        is_one_too_many = len(used) >= bucket.most
        if not is_one_too_many:
            used.append(now)
        wait_s = used[0] + bucket.within_s - now
        headers = {
            "X-RateLimit-Limit": str(bucket.most),
            "X-RateLimit-Remaining": str(bucket.most - len(used)),
            "X-RateLimit-Reset": f"{now + wait_s:.3f}",
            "X-RateLimit-Reset-After": f"{wait_s:.3f}",
            "X-RateLimit-Bucket": f"{crc32(f'{bucket.method} {bucket.template}'.encode()):x}",
        }
        if is_one_too_many:
            raise too_many(wait_s, headers)
        return headers

    def rename(self, channel_id: int) -> None:
        """Count the renaming of a channel or thread.

        Raises:
            Refusal: It's the third within ten minutes.
        """
        made, now = self._renamed[channel_id], self._now()
        while made and now - made[0] >= limits.RENAMES_WITHIN_S:
            made.popleft()
        if len(made) >= limits.RENAMES:
            raise too_many(made[0] + limits.RENAMES_WITHIN_S - now)
        made.append(now)


def too_many(
    wait_s: float, headers: Mapping[str, str] | None = None, *, everywhere: bool = False
) -> Refusal:
    """Return the refusal of a request that may be made again after some seconds."""
    told = "You are being rate limited."
    found = Refusal(429, 0, told, retry_after=round(wait_s, 3), **{"global": everywhere})
    scope = {"X-RateLimit-Global": "true"} if everywhere else {}
    found.headers = {"Retry-After": str(math.ceil(wait_s)), **scope, **(headers or {})}
    return found
