"""What goes wrong on the way, by a script: with requests, and with events to the bot."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from random import Random
from typing import Final

from tests.range.limits import Refusal, refuse
from tests.range.rates import too_many

SILENCE_S: Final = 2.0
"""How long a request hangs before its connection is dropped."""
RETRY_AFTER_S: Final = 0.2
NOT_FOUND: Final = (10003, 10008, 0)
"""Codes of a 404 at random: unknown channel, unknown message, none."""
KINDS: Final = ("500", "502", "503", "429", "403", "404", "silence", "lost")
"""What goes wrong at random; lost: the request has its effect, and its answer doesn't arrive."""
ONLY_PLANNED: Final = ("401", "429 global", "twice", "belated")
"""What goes wrong only as planned; twice: something on the way sends the request again; belated:
the connection breaks, and the request has its effect a while later."""
BELATED_S: Final = 0.7
FAILING: Final = ("channels", "webhooks", "interactions", "users")
"""How the paths start that may fail; the login and the commands never fail at random."""
EVENTS: Final = ("twice", "late", "swapped", "drop", "lose session")
"""What happens to an interaction on its way to the bot; see `Range.slash`."""
LATE_S: Final = 0.4


@dataclass(slots=True)
class Planned:
    """A fault that was asked for.

    Attributes:
        method: Of the requests; * for all.
        path: Of the requests, without ``/api/v10``; * matches anything.
        kind: One of `KINDS` and `ONLY_PLANNED`, or a status.
        code: Discord's code.
        times: How often it happens.
    """

    method: str
    path: str
    kind: str
    code: int
    times: float


@dataclass
class Script:
    """Decides which requests fail and how; equal seeds give equal decisions.

    The n-th request of a method to a place always fares the same, whatever happens elsewhere.

    Attributes:
        share: The share of requests that fail, 0 to 1; may be changed at any time.
        events: The share of interactions that something happens to, likewise.
        struck: How many requests failed, by what went wrong.
    """

    seed: int = 0
    share: float = 0.0
    events: float = 0.0
    struck: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._planned: list[Planned] = []
        self._next_events: deque[str | None] = deque()
        self._dice: dict[tuple[str, str], Random] = {}

    def plan(
        self, method: str, path: str, kind: str | int, *, code: int = 0, times: float = 1
    ) -> None:
        """Let the next matching requests fail; see `Planned`."""
        self._planned.append(Planned(method, path, str(kind), code, times))

    def plan_events(self, *kinds: str | None) -> None:
        """Choose what happens to the next interactions, each one of `EVENTS` or None."""
        self._next_events.extend(kinds)

    def mend(self) -> None:
        """Forget what was planned."""
        self._planned.clear()
        self._next_events.clear()

    def next(self, method: str, path: Sequence[str], place: str = "") -> str | None:
        """Return what goes wrong with a request; None: nothing does.

        Args:
            method: Its method.
            path: The parts of its path.
            place: A name of its place that is the same in every run.
        """
        if (planned := self._next_planned(method, "/" + "/".join(path))) is not None:
            return planned
        dice = self._of(method, place or "/".join(path[:2]))
        chance, kind = dice.random(), dice.choice(KINDS)
        looks_for_a_channel = method == "GET" and len(path) == 2  # a 404 would be the truth
        if chance >= self.share or path[0] not in FAILING or path == ["users", "@me"]:
            return None
        if looks_for_a_channel and kind == "404":
            return None
        self.struck[kind] += 1
        return f"404:{dice.choice(NOT_FOUND)}" if kind == "404" else kind

    def _next_planned(self, method: str, path: str) -> str | None:
        for one in self._planned:
            if one.times > 0 and fnmatch(method, one.method) and fnmatch(path, one.path):
                one.times -= 1
                self.struck[one.kind] += 1
                return f"{one.kind}:{one.code}" if one.code else one.kind
        return None

    def next_event(self, place: str) -> str | None:
        """Return what happens to an interaction on its way, one of `EVENTS`, or None."""
        if self._next_events:
            return self._next_events.popleft()
        dice = self._of("event", place)
        chance, kind = dice.random(), dice.choice(EVENTS)
        return kind if chance < self.events else None

    def _of(self, method: str, place: str) -> Random:
        key = (method, place)
        if key not in self._dice:
            self._dice[key] = Random(f"{self.seed} {method} {place}")
        return self._dice[key]

    def refusal(self, kind: str) -> Refusal:
        """Return the answer to a request that is refused."""
        status, _, code = kind.partition(":")
        if status.startswith("429"):
            return too_many(RETRY_AFTER_S, everywhere=status.endswith("global"))
        if status == "401":
            return refuse(0)
        usual = 50013 if status == "403" else 0
        return Refusal(int(status), int(code or usual), f"fault {kind}")
