"""Rate limits: by route, by second, for what is invalid, for new sessions."""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from tests.range import limits
from tests.range.limits import BUCKETS, Bucket, Refusal

_BUCKETS: Final = {(b.method, b.template): b for b in BUCKETS}
EXEMPT: Final = ("/interactions/", "/webhooks/")
"""How the routes start that don't count among the 50 requests of a second."""
INVALID: Final = (401, 403, 429)
"""The status of answers to invalid requests."""
MANY_AT_ONCE: Final = 16
BANNED: Final = (
    "You are being blocked from accessing our API temporarily due to exceeding our rate limits"
    " frequently."
)


@dataclass(slots=True)
class Grants:
    """What a bot is granted; by default what Discord grants.

    Attributes:
        per_s: Requests in a second; interactions and their answers don't count.
        by_route: False if routes have no limits of their own.
        answer_s: Seconds until the first answer to an interaction.
        token_s: Seconds for later answers.
        invalid: Requests in ten minutes that may be refused with 401, 403 or 429.
        starts: Sessions that may begin in a day.
        concurrency: Sessions that may begin in five seconds; 0 for any number.
        events: Messages to the gateway in a minute.
        shards: Shards that are recommended.
    """

    per_s: float = limits.PER_S
    by_route: bool = True
    answer_s: float = limits.ANSWER_S
    token_s: float = limits.TOKEN_S
    invalid: float = limits.INVALID
    starts: int = limits.STARTS
    concurrency: int = limits.CONCURRENCY
    events: float = limits.EVENTS
    shards: int = 1


def generous() -> Grants:
    """Return grants without limits, for measuring."""
    inf = math.inf
    return Grants(inf, False, inf, inf, invalid=inf, starts=1_000_000, concurrency=0, events=inf)


class Window:
    """Counts what happened in the last seconds.

    Args:
        within_s: How many seconds.
    """

    def __init__(self, within_s: float) -> None:
        self._within_s = within_s
        self._times = deque[float]()

    def count(self, now: float) -> int:
        """Return how often it has happened."""
        while self._times and now - self._times[0] >= self._within_s:
            self._times.popleft()
        return len(self._times)

    def add(self, now: float) -> None:
        """Note that it has happened once more."""
        self._times.append(now)

    def wait_s(self, now: float) -> float:
        """Return in how many seconds the first of them no longer counts."""
        return self._times[0] + self._within_s - now if self._times else 0.0


class Rates:
    """Counts requests and refuses those that are too many.

    Attributes:
        grants: What the bot is granted.
        buckets: The limits of routes, by method and template.
        banned_until: The end of the ban for too many invalid requests; 0 without one.
        busiest: The most requests in one second, interactions apart.
        taken: Requests that count among those of a second, by method and route.
    """

    def __init__(self, grants: Grants, now: Callable[[], float]) -> None:
        self.grants = grants
        self.buckets = dict(_BUCKETS)
        self.banned_until = 0.0
        self.busiest = 0
        self.taken: Counter[str] = Counter()
        self._now = now
        self._second = (0, 0)
        self._used: dict[tuple[str, str, str], Window] = {}
        self._renamed = defaultdict[int, Window](lambda: Window(limits.RENAMES_WITHIN_S))
        self._old_edits = defaultdict[int, Window](lambda: Window(limits.OLD_EDITS_WITHIN_S))
        self._invalid = Window(limits.INVALID_WITHIN_S)
        self._commands = defaultdict[str, Window](lambda: Window(limits.DAY_S))

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
            self.taken[f"{method} {template}"] += 1
            self._take_of_second()
        bucket = self.buckets.get((method, template))
        if bucket is None or not self.grants.by_route:
            return {}
        return self._take_of_route(bucket, place)

    def _take_of_second(self) -> None:
        now, (second, count) = self._now(), self._second
        self._second = (int(now), 1 + count * (second == int(now)))
        self.busiest = max(self.busiest, self._second[1])
        if self._second[1] > self.grants.per_s:
            raise too_many(1 - now % 1, everywhere=True)

    def _take_of_route(self, bucket: Bucket, place: str) -> Mapping[str, str]:
        now = self._now()
        key = bucket.method, bucket.template, place
        used = self._used.setdefault(key, Window(bucket.within_s))
        is_one_too_many = used.count(now) >= bucket.most
        if not is_one_too_many:
            used.add(now)
        wait_s = used.wait_s(now)
        headers = {
            "X-RateLimit-Limit": str(bucket.most),
            "X-RateLimit-Remaining": str(bucket.most - used.count(now)),
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
        if made.count(now) >= limits.RENAMES:
            raise too_many(made.wait_s(now))
        made.add(now)

    def create_commands(self, guild: str, count: int) -> None:
        """Count commands that are new on a server, or with "" on all.

        Raises:
            Refusal: 30034; they are too many for a day.
        """
        made, now = self._commands[guild], self._now()
        if made.count(now) + count > limits.COMMANDS_A_DAY:
            raise limits.refuse(30034)
        for _ in range(count):
            made.add(now)

    def edit(self, channel_id: int, sent_at: float) -> None:
        """Count an edit of a message, if that is old.

        Raises:
            Refusal: 30046; it's the fourth in the channel within six seconds.
        """
        made, now = self._old_edits[channel_id], self._now()
        if now - sent_at < limits.OLD_S or not self.grants.by_route:
            return
        if made.count(now) >= limits.OLD_EDITS:
            raise too_many(made.wait_s(now), code=30046)
        made.add(now)

    def check_ban(self) -> None:
        """Refuse whoever made too many invalid requests.

        Raises:
            Refusal: 429; it comes from what stands before Discord, so there is no ``Via``.
        """
        left_s = self.banned_until - self._now()
        if left_s > 0:
            refusal = too_many(left_s)
            refusal.told["message"] = BANNED
            refusal.headers["Via"] = ""
            raise refusal

    def note(self, status: int, headers: Mapping[str, str]) -> None:
        """Count an answer, if it's one to an invalid request."""
        now = self._now()
        if status in INVALID and headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.add(now)
            if self._invalid.count(now) > self.grants.invalid:
                self.banned_until = now + limits.BANNED_S


class Starts:
    """Counts the sessions that begin.

    Args:
        rates: Has what the bot is granted.
        now: Returns the time.
    """

    def __init__(self, rates: Rates, now: Callable[[], float]) -> None:
        self._rates, self._now = rates, now
        self._day = Window(limits.STARTS_WITHIN_S)
        self._keys = defaultdict[int, Window](lambda: Window(limits.CONCURRENCY_WITHIN_S))

    @property
    def told(self) -> dict[str, int]:
        """Return what Discord tells of this limit."""
        now, grants = self._now(), self._rates.grants
        return {
            "total": grants.starts,
            "remaining": max(0, grants.starts - self._day.count(now)),
            "reset_after": int(self._day.wait_s(now) * 1000),
            "max_concurrency": grants.concurrency or MANY_AT_ONCE,
        }

    def is_too_soon(self, shard: int) -> bool:
        """Return whether another shard with the same key has begun a moment ago; else count."""
        now, most = self._now(), self._rates.grants.concurrency
        if not most:
            return False
        window = self._keys[shard % most]
        if window.count(now):
            return True
        window.add(now)
        return False

    def is_one_too_many(self) -> bool:
        """Count a session of the day; return whether it's one more than is granted."""
        self._day.add(self._now())
        return self._day.count(self._now()) > self._rates.grants.starts


def too_many(
    wait_s: float,
    headers: Mapping[str, str] | None = None,
    *,
    everywhere: bool = False,
    code: int = 0,
) -> Refusal:
    """Return the refusal of a request that may be made again after some seconds."""
    told = limits.CODES[code][1] if code else "You are being rate limited."
    found = Refusal(429, code, told, retry_after=round(wait_s, 3), **{"global": everywhere})
    scope = {"X-RateLimit-Scope": "global" if everywhere else "user"}
    if everywhere:
        scope["X-RateLimit-Global"] = "true"
    found.headers = {"Retry-After": str(math.ceil(wait_s)), **scope, **(headers or {})}
    return found
