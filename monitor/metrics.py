"""Every figure the bot counts, and the one function that counts each.

Nothing is counted until `start`: without the page nobody reads it. A label has few values, known
beforehand, and is never a name, an id or anything somebody typed: a series for each would fill
Prometheus, and its reader could follow players. Names and units are Prometheus' own: seconds,
bytes, ``_total`` for what only grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import Final, Literal, ParamSpec, TypeAlias, TypeVar, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from version import VERSION

P = ParamSpec("P")
M = TypeVar("M", Counter, Histogram)

Kind: TypeAlias = Literal["command", "tap", "completion"]
Outcome: TypeAlias = Literal["done", "refused", "late", "failed"]
"""What became of a request. "late": Discord had given up waiting for an answer."""
ErrorKind: TypeAlias = Literal[
    "database", "worker", "replay", "game", "discord", "network", "bug", "other"
]
"""What went wrong.

"bug": what nobody foresaw. "other": said in the log without an exception.
"""
Judged: TypeAlias = Literal["passes", "told", "acknowledged", "ignored"]
"""What the limits did with a request; all but the first are refusals."""
Delivered: TypeAlias = Literal["sent", "nothing to say", "again later", "given up"]

SCOPES: Final = ("user", "global", "shared", "unknown")
"""Whose limit a request ran into, in Discord's words."""

REGISTRY: Final = CollectorRegistry()

# Buckets. People notice 0.1 s and mind 1 s; Discord waits 3 s for an answer. Their last bounds are
# what counts as stuck, and the bounds that alerts ask about (deploy/alerts.yml) are among them.
_ANSWERS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
_POSTS: Final = (0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900)
_PICTURES: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_THOUGHTS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4)
_TRANSACTIONS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_LAGS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
_CALLS: Final = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

_on = False


def _counter(name: str, told: str, *labels: str) -> Counter:
    return Counter(name, told, labels, registry=REGISTRY)


def _gauge(name: str, told: str, *labels: str) -> Gauge:
    return Gauge(name, told, labels, registry=REGISTRY)


def _seconds(name: str, told: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(name, told, labels, buckets=buckets, registry=REGISTRY)


ProcessCollector(registry=REGISTRY)
disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, that says when it began
_gauge("stolik_build_info", "Always 1; the label says which version runs.", "version").labels(
    VERSION
).set(1)

INTERACTIONS: Final = _counter(
    "stolik_interactions_total",
    "Requests of players: commands by name, taps by verb; and what became of them.",
    *("kind", "command", "outcome"),
)
JUDGED: Final = _counter(
    "stolik_limits_total",
    "Requests by what the limits did: passes, or of those refused, told, acknowledged, ignored.",
    "verdict",
)
ACKNOWLEDGED: Final = _seconds(
    "stolik_acknowledge_seconds",
    "From a request's arrival to its first answer, for which Discord waits 3 s.",
    _ANSWERS,
    "kind",
)
ANSWERED: Final = _seconds(
    "stolik_answer_seconds",
    "From a request's arrival until everything about it is answered, pictures included.",
    _ANSWERS,
    "kind",
)
POSTS: Final = _counter(
    "stolik_posts_total", "Tries to send what the outbox holds.", "kind", "outcome"
)
POSTED: Final = _seconds(
    "stolik_post_seconds",
    "From when a message was due until Discord had it; a retry is due later.",
    _POSTS,
    "to",
)
DISCORD_CALLS: Final = _seconds(
    "stolik_discord_request_seconds",
    "Requests to Discord and how they ended; waits for rate limits lie between them.",
    _CALLS,
    *("method", "status"),
)
RATE_LIMITED: Final = _counter(
    "stolik_rate_limited_total", "Discord's answers 429, by whose limit it was.", "scope"
)
GATEWAY: Final = _counter(
    "stolik_gateway_events_total",
    "Connections to the gateway: connected (a new session), resumed, disconnected.",
    *("shard", "event"),
)
LATENCY: Final = _gauge(
    "stolik_gateway_latency_seconds", "Between a heartbeat and Discord's reply.", "shard"
)
SHARD_READY: Final = _gauge(
    "stolik_shard_ready", "1 if a shard is connected and has told of its servers, else 0.", "shard"
)
SERVERS: Final = _gauge("stolik_servers", "Servers that the bot is on.", "shard")
DRAWING_WAITS: Final = _seconds(
    "stolik_drawing_wait_seconds", "From asking for a picture until a process has room.",
    _PICTURES, "rank",
)  # fmt: skip
DRAWINGS: Final = _seconds(
    "stolik_drawing_seconds",
    "From giving a process a picture until it is drawn; the one before it may come first.",
    _PICTURES,
    "rank",
)
THOUGHTS: Final = _seconds(
    "stolik_thinking_seconds",
    "From asking for a computer's move until there is one; who found it: search or instant.",
    _THOUGHTS,
    "by",
)
WORKERS_LOST: Final = _counter(
    "stolik_workers_lost_total", "Processes that died or hung and were replaced.", "what"
)
LOOKUPS: Final = _counter(
    "stolik_cache_lookups_total", "Looks into a cache, and whether it was there.", "cache", "found"
)
CACHE_BYTES: Final = _gauge("stolik_cache_bytes", "What a cache of pictures holds.", "cache")
TRANSACTIONS: Final = _seconds(
    "stolik_database_seconds",
    "From asking for a transaction until it is committed, others before it included.",
    _TRANSACTIONS,
    "kind",
)
FILE_TROUBLES: Final = _counter(
    "stolik_database_failures_total", "Transactions that the database's file or disk refused."
)
LAG: Final = _seconds(
    "stolik_loop_lag_seconds", "How late a timer of the event loop was, twice a second.", _LAGS
)
ERRORS: Final = _counter("stolik_errors_total", "Errors in the log, by their kind.", "kind")
WARNINGS: Final = _counter("stolik_warnings_total", "Warnings in the log.", "room")
MATCHES: Final = _gauge("stolik_matches", "Unfinished matches.", "game", "status")
OUTBOX: Final = _gauge(
    "stolik_outbox_rows",
    "Messages not sent yet: waiting, or held because Discord refuses them or one before them.",
    "state",
)
OUTBOX_AGE: Final = _gauge(
    "stolik_outbox_oldest_seconds",
    "Since when the oldest of them is due, or if it is held, was written; 0 if there is none.",
    "state",
)
CLOCKS: Final = _gauge("stolik_clocks_due", "Clocks that are due and not yet looked at.")
CLOCK_AGE: Final = _gauge(
    "stolik_clocks_oldest_seconds", "Since when the oldest of them is due; 0 if none is."
)
READ_AT: Final = _gauge(
    "stolik_database_read_timestamp_seconds", "When the last four were read, since 1970."
)

# A series that begins with its first event hides that one from `increase`, and so from the alerts.
for _counted, _values in (
    (ERRORS, get_args(ErrorKind)),
    (WORKERS_LOST, ("drawing", "thinking")),
    (RATE_LIMITED, SCOPES),
    (JUDGED, get_args(Judged)),
):
    for _value in _values:
        _counted.labels(_value)


def start() -> None:
    """Begin to count."""
    global _on
    _on = True


def _if_read(note: Callable[P, None]) -> Callable[P, None]:
    """Let a function do nothing before `start`."""

    @wraps(note)
    def noted(*args: P.args, **kwargs: P.kwargs) -> None:
        if _on:
            note(*args, **kwargs)

    return noted


@cache
def _one(metric: M, *labels: str) -> M:
    """Return a metric's series; looking for it takes longer than counting."""
    return metric.labels(*labels)


@_if_read
def answered(kind: Kind, command: str, outcome: Outcome, seconds: float) -> None:
    """Count a request whose handler has finished."""
    _one(INTERACTIONS, kind, command, outcome).inc()
    _one(ANSWERED, kind).observe(seconds)


@_if_read
def judged(verdict: Judged) -> None:
    """Count what the limits did with a request."""
    _one(JUDGED, verdict).inc()


@_if_read
def acknowledged(kind: Kind, seconds: float) -> None:
    """Count the first answer to a request."""
    _one(ACKNOWLEDGED, kind).observe(seconds)


@_if_read
def posted(kind: str, outcome: Delivered) -> None:
    """Count a try to send a row of the outbox."""
    _one(POSTS, kind, outcome).inc()


@_if_read
def arrived(seconds: float, *, private: bool) -> None:
    """Count how long a message took from being due to being sent."""
    _one(POSTED, "user" if private else "channel").observe(seconds)


@_if_read
def called(method: str, status: int | None, seconds: float) -> None:
    """Count a request to Discord; without a status there was no answer."""
    told = "none" if status is None else str(status) if status == 429 else f"{status // 100}xx"
    _one(DISCORD_CALLS, method, told).observe(seconds)


@_if_read
def rate_limited(scope: str) -> None:
    """Count a 429 by what Discord calls its scope."""
    _one(RATE_LIMITED, scope if scope in SCOPES else "unknown").inc()


@_if_read
def gateway(shard: int, event: Literal["connected", "resumed", "disconnected"]) -> None:
    """Count what happens to a shard's connection."""
    for other in ("connected", "resumed", "disconnected"):
        GATEWAY.labels(str(shard), other)
    _one(GATEWAY, str(shard), event).inc()


@_if_read
def drawn(rank: str, waited: float, took: float) -> None:
    """Count a picture: how many seconds it waited for a process, and in one."""
    _one(DRAWING_WAITS, rank).observe(waited)
    _one(DRAWINGS, rank).observe(took)


@_if_read
def thought(by: Literal["search", "instant"], seconds: float) -> None:
    """Count a decision of a computer."""
    _one(THOUGHTS, by).observe(seconds)


@_if_read
def worker_lost(what: str) -> None:
    """Count a process that had to be replaced; `what` it did: "drawing"."""
    _one(WORKERS_LOST, what).inc()


@_if_read
def looked_up(cache: str, *, hits: int = 0, misses: int = 0) -> None:
    """Count looks into a cache."""
    _one(LOOKUPS, cache, "yes").inc(hits)
    _one(LOOKUPS, cache, "no").inc(misses)


@_if_read
def transacted(kind: Literal["read", "write"], seconds: float) -> None:
    """Count a transaction."""
    _one(TRANSACTIONS, kind).observe(seconds)


@_if_read
def file_trouble() -> None:
    """Count a transaction that the database's file or disk refused."""
    FILE_TROUBLES.inc()


@_if_read
def lagged(seconds: float) -> None:
    """Count how late a timer was."""
    LAG.observe(seconds)


@_if_read
def failed(kind: ErrorKind) -> None:
    """Count an error in the log."""
    _one(ERRORS, kind).inc()


@_if_read
def warned(room: str) -> None:
    """Count a warning in the log."""
    _one(WARNINGS, room).inc()


def set_shards(
    ready: Mapping[int, bool], latencies: Iterable[tuple[int, float]], servers: Mapping[int, int]
) -> None:
    """Note whether each shard is ready, its latency in s, the number of its servers."""
    for gauge in (SHARD_READY, LATENCY, SERVERS):
        gauge.clear()
    for shard, is_ready in ready.items():
        SHARD_READY.labels(str(shard)).set(is_ready)
    for shard, latency in latencies:
        LATENCY.labels(str(shard)).set(latency)
    for shard, count in servers.items():
        SERVERS.labels(str(shard)).set(count)


def set_matches(counts: Mapping[tuple[str, str], int]) -> None:
    """Note the numbers of unfinished matches by game and status."""
    MATCHES.clear()
    for (game, status), count in counts.items():
        MATCHES.labels(game, status).set(count)


def set_queues(
    outbox: Mapping[str, tuple[int, float]], clocks: tuple[int, float], now: float
) -> None:
    """Note what waits in the database: how many, and for how many seconds the oldest.

    Args:
        outbox: Messages by state.
        clocks: Clocks that are due.
        now: When that was read, in seconds since 1970.
    """
    for state, (count, age) in outbox.items():
        OUTBOX.labels(state).set(count)
        OUTBOX_AGE.labels(state).set(age)
    CLOCKS.set(clocks[0])
    CLOCK_AGE.set(clocks[1])
    READ_AT.set(now)


def set_cache_bytes(sizes: Mapping[str, int]) -> None:
    """Note how many bytes each cache of pictures holds."""
    for name, size in sizes.items():
        CACHE_BYTES.labels(name).set(size)


def page() -> bytes:
    """Return all figures the way Prometheus reads them; takes some ms."""
    return generate_latest(REGISTRY)
