"""P: computer players: how well and how fast they play, what thinking costs."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from multiprocessing import get_context
from random import Random
from time import thread_time
from typing import Final

from bench.measure import cpu_seconds, percentile
from bench.pictures import late
from bench.playing import Position, sample
from bench.table import Figure, Plan, limited, row
from players import gallery
from players.contest import at_level, greedy, interval, play
from players.levels import GOOD, STRONG
from players.search import decide
from rules import registry
from workers.thinkers import Thinkers

MATCHES: Final = 1
"""How many matches of each game are played; twenty times as many in full size."""
GOAL: Final = 0.97
"""The matches to win of good against greedy."""
GOOD_MS: Final = 150.0
STRONG_MS: Final = 1300.0
"""The processor time that 99 of 100 decisions may take."""
MEMORY_MB: Final = 120.0
LAG_MS: Final = 2.0
PEAK: Final = "int(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
"""What a process returns as the most memory it took, in kB."""


@row("P1")
def strength(plan: Plan) -> Iterator[Figure]:
    """Measure matches of a level against greedy, and how long its decisions take.

    Only processor time counts, so the cores share the games.
    """
    hurry = 0.05 if plan.is_tiny else 1.0
    numbers = plan.size(1, MATCHES, 20 * MATCHES), plan.size(1, 3, 8)
    of_game = partial(_strength, hurry, *numbers)
    if plan.is_tiny:
        yield from chain.from_iterable(map(of_game, registry.slugs()))
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as cores:
        yield from chain.from_iterable(cores.map(of_game, registry.slugs()))


def _strength(hurry: float, count: int, positions: int, slug: str) -> list[Figure]:
    """Return the figures of a game: of some matches, and some decisions of *strong*."""
    rules, good = registry.get(slug), GOOD.hurried(hurry)
    strong = STRONG if hurry == 1 else STRONG.hurried(hurry / 10)
    played = [play(rules, at_level(good), greedy, 2, number) for number in range(count)]
    won = sum(match.share for match in played) / count
    times, worst = [1000 * second for match in played for second in match.seconds], 0.0
    for position in sample(rules, 2, positions, least=2):
        decision = partial(decide, rules, position.state, position.seat, strong, Random(slug))
        worst = max(worst, cpu_seconds(decision))
    what = f"{slug}: won by good against greedy, of {count}"
    low, high = interval([match.share for match in played])
    note = f"{low:.0%} to {high:.0%} with 95 % certainty"
    return [
        Figure(what, won, "", "goal", GOAL, won / GOAL, 1.0, at_least=True, note=note),
        limited(f"{slug}: a decision of good, p99", percentile(times, 0.99), "ms", GOOD_MS),
        limited(f"{slug}: a decision of strong, worst", 1000 * worst, "ms", STRONG_MS),
    ]


@row("P2")
def beside(plan: Plan) -> Iterator[Figure]:
    """Measure what thinking costs the event loop, and a process that thinks."""
    for slug in registry.slugs():
        found = sample(registry.get(slug), 2, plan.size(2, 30), least=2)
        quiet, lags, peak = asyncio.run(_thought_of(slug, found, plan.size(5, 300)))
        note = f"p99 {percentile(quiet, 0.99):.2f} ms with nothing to do"
        what = f"{slug}: loop lag while a queue is thought for, p99"
        yield limited(what, percentile(lags, 0.99), "ms", LAG_MS, note)
        yield limited(f"{slug}: memory of a process that thinks", peak, "MB", MEMORY_MB)
        held = asyncio.run(_answered_at_once(slug, found))
        what = f"{slug}: held by a step while a queue is answered at once, p99"
        yield limited(what, percentile(held, 0.99), "ms", LAG_MS, f"worst {max(held):.2f} ms")


async def _answered_at_once(slug: str, positions: list[Position]) -> list[float]:
    """Return the processor time in ms between two turns of a queue without processes."""
    thinkers, rules, rng, held = Thinkers(0), registry.get(slug), Random(1), list[float]()
    gallery.load()  # as the bot does
    answers = asyncio.gather(
        *(
            thinkers.decide(rules, at.state, at.seat, GOOD, rng, server=number, match=0)
            for number, at in enumerate(positions)
        )
    )
    while not answers.done():
        begun = thread_time()
        await asyncio.sleep(0)
        held.append(1000 * (thread_time() - begun))
    return held


async def _thought_of(
    slug: str, positions: list[Position], least: int
) -> tuple[list[float], list[float], float]:
    """Return how late short sleeps are in ms, idle and while all wait; a process's MB."""
    thinkers, rules, rng = Thinkers(1), registry.get(slug), Random(1)

    async def think(of: list[Position]) -> None:
        await asyncio.gather(
            *(
                thinkers.decide(rules, at.state, at.seat, GOOD, rng, server=number, match=0)
                for number, at in enumerate(of)
            )
        )

    await think(positions[:1])  # the process has been started before
    gc.collect()
    gc.freeze()  # as the bot does
    quiet = await late(asyncio.sleep(0), least)
    busy = await late(think(positions), least)
    gc.unfreeze()
    peak = await thinkers._all[0].do(partial(eval, PEAK))
    await thinkers.close()
    return quiet, busy, peak / 1000
