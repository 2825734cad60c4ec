"""Measuring on a shared machine: only ratios of neighbouring runs count."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairs:
    """Our runs beside those of a peer or floor: both medians, and that of the ratios."""

    ours: float
    theirs: float
    ratio: float


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Pairs:
    """Return the summary of paired runs, each of ours made next to one of theirs."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return Pairs(statistics.median(ours), statistics.median(theirs), statistics.median(ratios))


def take_turns(
    ours: Callable[[], float], theirs: Callable[[], float], rounds: int = 5, *, warm: bool = True
) -> Pairs:
    """Measure the peer, us, the peer, us...: a slow machine slows both.

    Args:
        ours: Makes one run and returns its figure.
        theirs: The same for the peer.
        rounds: Number of pairs.
        warm: First make one run of each that doesn't count.
    """
    if warm:
        theirs()
        ours()
    runs = [(theirs(), ours()) for _ in range(rounds)]
    return paired([b for _, b in runs], [a for a, _ in runs])


def seconds(job: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def cpu_seconds(job: Callable[[], object]) -> float:
    """Return the processor time of one call, no matter who else uses the machine."""
    start = time.thread_time()
    job()
    return time.thread_time() - start


def rate(job: Callable[[], int], least_s: float) -> float:
    """Return how many units of `job` are done per second of processor time.

    Args:
        job: Does some units and returns how many; repeated until `least_s` has passed.
        least_s: In seconds of processor time.
    """
    done, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < least_s or not done:
        done += job()
    return done / spent


class _Point:
    __slots__ = ("a", "b")

    def __init__(self, a: int, b: int) -> None:
        self.a, self.b = a, b


def _fixed_loop() -> None:
    kept: dict[int, int] = {}
    total = 0
    for i in range(100_000):
        point = _Point(i, i ^ 0x55)
        key = (point.a * 2654435761) & 1023
        kept[key] = kept.get(key, 0) + point.b
        total += len([key, total & 7])


def drift_ms() -> float:
    """Return the time of a fixed Python loop in ms: the machine's speed now."""
    return statistics.median(seconds(_fixed_loop) for _ in range(5)) * 1000
