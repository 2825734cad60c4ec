"""D: the whole turn, with the real discord.py against the range."""

from __future__ import annotations

import asyncio
import math
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.load import at_tables
from bench.measure import Pairs, paired, percentile
from bench.recorded import CHANNEL
from bench.rig import Play, Rig, Tables, by_turns, our_turn, rig, their_turn
from bench.storage import library
from bench.table import Figure, Plan, compared, limited, row
from tests.range.interactions import Asked
from tests.range.process import OURS

PEER: Final = "bench.peer_bot"
STRANGER: Final = 7
IN_FLIGHT: Final = 32
MATCHES: Final = 20
"""Matches of the row D5."""
SHARED: Final = 40, 320
"""Matches that rows share on a stage: tiny ones, and others."""
LAST_S: Final = 1
"""The seconds that the last direct messages get."""


@dataclass
class Match:
    """Our bot beside the peers, both at rest until they are asked for something."""

    ours: Rig
    theirs: Rig
    tables: Tables

    def plays(self, number: int) -> Iterator[Play]:
        """Return random moves, match after match, from every `IN_FLIGHT`th."""
        for n in range(number, len(self.tables.live), IN_FLIGHT):
            yield from self.tables.plays(n, n)


def match(plan: Plan, matches: int) -> AbstractAsyncContextManager[Match]:
    """Return our bot and the peers' with live matches, whose players want no DMs."""
    count = plan.size(*SHARED) if plan.stage else matches
    return plan.shared("match", lambda folder: _match(plan, folder, count))


@asynccontextmanager
async def _match(plan: Plan, folder: Path, matches: int) -> AsyncIterator[Match]:
    tables = Tables(folder / "ours.db", library().matches(matches, live=True))
    games = [str(folder / "peer.db")] if plan.peers else []
    async with (
        rig(OURS, str(tables.path), channels=matches) as ours,
        rig(PEER, *games, channels=matches) as theirs,
    ):
        for side in (theirs, ours):
            await side.start()
            if not plan.is_tiny:
                await side.settle()
        yield Match(ours, theirs, tables)


@asynccontextmanager
async def alone(
    plan: Plan, matches: int, *, dms: bool, settled: bool
) -> AsyncIterator[tuple[Rig, Tables]]:
    """Return our bot alone, with live matches whose players may want DMs."""
    if plan.stage is not None and dms:
        async with at_tables(plan) as both:
            yield both
    elif plan.stage is not None:
        async with match(plan, matches) as beside:
            yield beside.ours, beside.tables
    else:
        path = plan.folder / f"alone{dms}.db"
        tables = Tables(path, library().matches(matches, live=True), dms=dms)
        async with rig(OURS, str(path), channels=matches) as ours:
            await ours.start()
            if settled and not plan.is_tiny:
                await ours.settle()
            yield ours, tables


@row("D1", stage="turns")
def cheapest(plan: Plan) -> Iterator[Figure]:
    """Measure a reply and a refusal beside discord.py's own reply, in processor time."""
    yield from plan.run(_cheapest(plan))


async def _cheapest(plan: Plan) -> list[Figure]:
    async with match(plan, plan.size(2, 32)) as both:

        async def cost(side: Rig, ask: Callable[[], Awaitable[Asked]]) -> float:
            before, count = side.cpu_s(), plan.size(2, 200)
            for _ in range(count):
                await asyncio.wait_for((await ask()).answered, 10)
            return (side.cpu_s() - before) / count

        def ping() -> Awaitable[float]:
            fake = both.theirs.fake
            return cost(both.theirs, lambda: fake.slash(CHANNEL, STRANGER, "ping"))

        def about() -> Awaitable[float]:
            fake = both.ours.fake
            return cost(both.ours, lambda: fake.slash(CHANNEL, STRANGER, "about"))

        def refused() -> Awaitable[float]:
            fake = both.ours.fake
            return cost(both.ours, lambda: fake.click(CHANNEL, STRANGER, "bturn:1:1"))

        reply = paired(*await by_turns(plan, about, ping, 3))
        refusal = paired(*await by_turns(plan, refused, ping, 3))
    note = "a stranger taps Your move"
    return [
        compared("CPU of /about", reply, "us", "discord.py ping", 1.5, scale=1e6),
        compared("CPU of a tap refused", refusal, "us", "discord.py ping", 2, scale=1e6, note=note),
    ]


@row("D2", stage="turns")
def one_turn(plan: Plan) -> Iterator[Figure]:
    """Measure a turn beside the same turn made with peers."""
    yield from plan.run(_one_turn(plan))


async def _one_turn(plan: Plan) -> list[Figure]:
    async with match(plan, plan.size(33, 192)) as both:
        plays, count = both.plays(0), plan.size(2, 14)

        async def ours() -> list[Asked]:
            return [await our_turn(both.ours.fake, plays) for _ in range(count)]

        async def theirs() -> list[Asked]:
            turns = range(count if plan.peers else 0)
            return [await their_turn(both.theirs.fake) for _ in turns]

        mine, others = await by_turns(plan, ours, theirs)

    def beside(what: str, ours: str, theirs: str, goal: float) -> Figure:
        pairs = paired(
            [median_s(run, ours) for run in mine], [median_s(run, theirs) for run in others]
        )
        return compared("a turn " + what, pairs, "ms", "peers " + theirs, goal, scale=1e3)

    return [
        beside("acknowledged, p50", "acked", "acked", 1.0),
        beside("answered after its commit, p50", "answered", "acked", 1.5),
        beside("posted with its picture, p50", "posted", "posted", 1.2),
    ]


def median_s(run: list[Asked], moment: str) -> float:
    """Return the median seconds until something happened; NaN if nothing did."""
    found = [getattr(asked, moment) for asked in run]
    return (
        statistics.median(it if isinstance(it, float) else it.result() for it in found)
        if run
        else math.nan
    )


@row("D3", stage="turns")
def in_flight(plan: Plan) -> Iterator[Figure]:
    """Measure 32 turns at the same time."""
    pairs = plan.run(_in_flight(plan))
    yield compared("turns/s, 32 in flight", pairs, "/s", "peers", 1.0, at_least=True)


async def _in_flight(plan: Plan) -> Pairs:
    lines, each = plan.size(2, IN_FLIGHT), plan.size(1, 2)
    async with match(plan, plan.size(4, 128)) as both:
        plays = [both.plays(n) for n in range(lines)]

        async def played(turn: Callable[[int], Awaitable[Asked]]) -> float:
            async def some(n: int) -> None:
                for _ in range(each):
                    await turn(n)

            start = time.perf_counter()
            await asyncio.gather(*(some(n) for n in range(lines)))
            return lines * each / (time.perf_counter() - start)

        async def ours() -> float:
            return await played(lambda n: our_turn(both.ours.fake, plays[n]))

        async def theirs() -> float:
            if not plan.peers:
                return math.nan
            return await played(lambda n: their_turn(both.theirs.fake))

        return paired(*await by_turns(plan, ours, theirs, 3))


@row("D4")
def burst(plan: Plan) -> Iterator[Figure]:
    """Measure 500 moves within one second, each in another match."""
    moves = plan.size(4, 500)
    acked, lost = plan.run(_burst(plan, moves))
    of, note = f"{moves} moves within 1 s: ", f"p50 {percentile(acked, 0.5) * 1e3:.0f} ms"
    yield limited(of + "worst acknowledged", max(acked) * 1e3, "ms", 500, note)
    yield Figure(of + "log rows missing", lost, "", "limit", 0, lost, 0)


async def _burst(plan: Plan, moves: int) -> tuple[list[float], int]:
    async with alone(plan, moves, dms=False, settled=True) as (ours, tables):
        plays = [next(tables.plays(n, n)) for n in range(moves)]
        start, asked = time.perf_counter(), []
        for n, play in enumerate(plays):
            await asyncio.sleep(max(0.0, start + n / moves - time.perf_counter()))
            asked.append(await ours.fake.slash(play.channel, play.user, "move", move=play.move))
        await asyncio.gather(*(asyncio.wait_for(one.answered, 60) for one in asked))
    due, stored = tables.plies()
    return [one.acked for one in asked], due - stored


@row("D5")
def requests(plan: Plan) -> Iterator[Figure]:
    """Measure the requests that count against Discord's 50 a second."""
    for dms in (False, True):
        turns = plan.size(2, 60)
        taken, asked = plan.run(_requests(plan, turns, dms=dms))
        each = {name: count / turns for name, count in sorted(taken.items())}
        note = ", ".join(f"{name} {count:.2f}" for name, count in each.items())
        of, wanted = f"a turn, DMs {'on' if dms else 'off'}", asked / turns if dms else 0
        yield limited(f"new messages in the channel {of}", each["message"], "", 1)
        what, total = f"counted requests {of}", sum(each.values())
        yield limited(what, total, "", 1 + wanted, f"a call takes two, line and layout: {note}")


async def _requests(plan: Plan, turns: int, *, dms: bool) -> tuple[Counter[str], int]:
    """Return the counted requests by kind, and how many direct messages were due."""
    async with alone(plan, MATCHES, dms=dms, settled=False) as (ours, tables):
        fake, due = ours.fake, list[int]()

        def plays() -> Iterator[Play]:
            for n in range(len(tables.live)):
                for play in tables.plays(n, n):
                    due.append(play.calls)
                    yield play

        coming, before, begun = plays(), fake.rates.taken.total(), Counter(fake.counted)
        for _ in range(turns):
            await our_turn(fake, coming)
        await asyncio.sleep(plan.size(0, LAST_S))
        counted = Counter(fake.counted) - begun
        counted["other"] = fake.rates.taken.total() - before - counted.total()
        return counted, sum(due)
