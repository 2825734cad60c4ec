"""D: the whole turn, with the real discord.py against the range."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from bench.measure import Pairs, paired, percentile
from bench.recorded import CHANNEL
from bench.rig import Play, Rig, Tables, our_turn, rig, their_turn
from bench.storage import library
from bench.table import Figure, Plan, compared, limited, row
from tests.range.interactions import Asked
from tests.range.process import OURS

PEER: Final = "bench.peer_bot"
STRANGER: Final = 7
LINE_AND_LAYOUT: Final = 2
"""Requests of a post that pings somebody: the line for a lock screen, the layout."""
T = TypeVar("T")


async def by_turns(
    ours: Callable[[], Awaitable[T]], theirs: Callable[[], Awaitable[T]], rounds: int = 5
) -> tuple[list[T], list[T]]:
    """Return alternating runs of both, after one of each that doesn't count."""
    await theirs()
    await ours()
    found: tuple[list[T], list[T]] = ([], [])
    for _ in range(rounds):
        found[1].append(await theirs())
        found[0].append(await ours())
    return found


@dataclass
class Match:
    """Our bot beside the peers, both at work."""

    ours: Rig
    theirs: Rig
    tables: Tables

    def plays(self, number: int) -> Iterator[Play]:
        """Return random moves, match after match, from every 32nd."""
        for n in range(number, len(self.tables.live), 32):
            yield from self.tables.plays(n, n)


@asynccontextmanager
async def match(plan: Plan, matches: int = 192) -> AsyncIterator[Match]:
    """Start our bot with live matches whose players want no DMs, and the peers' bot."""
    tables = Tables(library(), plan.folder / "ours.db", matches)
    peers = str(plan.folder / "peer.db")
    async with (
        rig(OURS, str(tables.path), channels=matches) as ours,
        rig(PEER, peers, channels=matches) as theirs,
    ):
        await ours.start()
        await theirs.start()
        yield Match(ours, theirs, tables)


@row("D1")
def cheapest(plan: Plan) -> Iterator[Figure]:
    """Measure a reply and a refusal beside discord.py's own reply, in processor time."""
    yield from asyncio.run(_cheapest(plan))


async def _cheapest(plan: Plan) -> list[Figure]:
    async with match(plan, 32) as both:

        async def cost(side: Rig, ask: Callable[[], Awaitable[Asked]], count: int = 300) -> float:
            before = side.cpu_s()
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

        reply = paired(*await by_turns(about, ping))
        refusal = paired(*await by_turns(refused, ping))
    note = "a stranger taps Your move"
    return [
        compared("CPU of /about", reply, "us", "discord.py ping", 1.5, scale=1e6),
        compared("CPU of a tap refused", refusal, "us", "discord.py ping", 2, scale=1e6, note=note),
    ]


@row("D2")
def one_turn(plan: Plan) -> Iterator[Figure]:
    """Measure a turn beside the same turn made with peers."""
    yield from asyncio.run(_one_turn(plan))


async def _one_turn(plan: Plan, count: int = 25) -> list[Figure]:
    async with match(plan) as both:
        plays = both.plays(0)

        async def ours() -> list[Asked]:
            return [await our_turn(both.ours.fake, plays) for _ in range(count)]

        async def theirs() -> list[Asked]:
            return [await their_turn(both.theirs.fake) for _ in range(count)]

        mine, others = await by_turns(ours, theirs)

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
    """Return the median time in seconds until something happened."""
    found = [getattr(asked, moment) for asked in run]
    return statistics.median(it if isinstance(it, float) else it.result() for it in found)


@row("D3")
def in_flight(plan: Plan) -> Iterator[Figure]:
    """Measure 32 turns at the same time."""
    pairs = asyncio.run(_in_flight(plan))
    yield compared("turns/s, 32 in flight", pairs, "/s", "peers", 1.0, at_least=True)


async def _in_flight(plan: Plan, each: int = 3) -> Pairs:
    async with match(plan) as both:
        plays = [both.plays(n) for n in range(32)]

        async def played(turn: Callable[[int], Awaitable[Asked]]) -> float:
            async def some(n: int) -> None:
                for _ in range(each):
                    await turn(n)

            start = time.perf_counter()
            await asyncio.gather(*(some(n) for n in range(32)))
            return 32 * each / (time.perf_counter() - start)

        return paired(
            *await by_turns(
                lambda: played(lambda n: our_turn(both.ours.fake, plays[n])),
                lambda: played(lambda n: their_turn(both.theirs.fake)),
                3,
            )
        )


@row("D4")
def burst(plan: Plan) -> Iterator[Figure]:
    """Measure 500 moves within one second, each in another match."""
    acked, lost = asyncio.run(_burst(plan))
    note = f"p50 {percentile(acked, 0.5) * 1e3:.0f} ms"
    yield limited("500 moves within 1 s: worst acknowledged", max(acked) * 1e3, "ms", 500, note)
    yield Figure("500 moves within 1 s: log rows missing", lost, "", "limit", 0, lost, 0)


async def _burst(plan: Plan, clicks: int = 500) -> tuple[list[float], int]:
    tables = Tables(library(), plan.folder / "burst.db", clicks)
    async with rig(OURS, str(tables.path), channels=clicks) as ours:
        await ours.start()
        plays = [next(tables.plays(n, n)) for n in range(clicks)]
        start, asked = time.perf_counter(), []
        for n, play in enumerate(plays):
            await asyncio.sleep(max(0.0, start + n / clicks - time.perf_counter()))
            asked.append(await ours.fake.slash(play.channel, play.user, "move", move=play.move))
        await asyncio.gather(*(asyncio.wait_for(one.answered, 60) for one in asked))
    due, stored = tables.plies()
    return [one.acked for one in asked], due - stored


@row("D5")
def requests(plan: Plan) -> Iterator[Figure]:
    """Measure the requests that count against Discord's 50 a second."""
    for dms in (False, True):
        counted, turns = asyncio.run(_requests(plan, dms=dms))
        each = {name: count / turns for name, count in counted.items()}
        if dms:
            yield limited("messages a turn and channel, DMs on", each["message"], "", 1)
            note = ", ".join(f"{name} {count:.2f}" for name, count in each.items())
            dms_each = sum(count for name, count in each.items() if name.startswith("dm"))
            most = LINE_AND_LAYOUT + dms_each
            yield limited("counted requests a turn, DMs on", sum(each.values()), "", most, note)
        else:
            total = sum(each.values())
            yield limited("counted requests a turn, DMs off", total, "", LINE_AND_LAYOUT)


async def _requests(plan: Plan, *, dms: bool, turns: int = 60) -> tuple[dict[str, int], int]:
    tables = Tables(library(), plan.folder / f"requests{dms}.db", 20, dms=dms)
    async with rig(OURS, str(tables.path), channels=20) as ours:
        await ours.start()
        plays = (play for n in range(20) for play in tables.plays(n, n))
        for _ in range(turns):
            await our_turn(ours.fake, plays)
        await asyncio.sleep(1)  # the last DMs
        return dict(ours.fake.counted), turns


@row("D6")
def start_up(plan: Plan) -> Iterator[Figure]:
    """Measure from the start of the process to READY."""
    pairs = asyncio.run(_start_up(plan))
    yield compared("start to READY", pairs, "ms", "bare discord.py", 1.3, scale=1e3)


async def started(side: Rig) -> float:
    """Return the seconds until a bot is ready; it ends before the next one starts.

    Ours goes on loading after READY, beside which another would start late.
    """
    spent = await side.start()
    await side.stop()
    return spent


async def _start_up(plan: Plan) -> Pairs:
    async with rig(OURS, str(plan.folder / "start.db")) as ours, rig(PEER) as theirs:
        return paired(*await by_turns(partial(started, ours), partial(started, theirs)))


@row("D7")
def memory(plan: Plan) -> Iterator[Figure]:
    """Measure the resident memory of a bot that has nothing to do."""
    bare, idle, full = asyncio.run(_memory(plan))
    yield Figure("memory, idle", idle, "MB", "bare discord.py", bare, idle / bare, 1.3)
    yield limited("memory added by 5,000 live matches", max(0, full - idle), "MB", 20)


async def _memory(plan: Plan) -> tuple[float, float, float]:
    tables = Tables(library(), plan.folder / "live.db", 5000)
    found = []
    for command in ((PEER,), (OURS, str(plan.folder / "none.db")), (OURS, str(tables.path))):
        async with rig(*command, channels=600) as side:
            await side.start()
            await asyncio.sleep(1)
            if command[-1] == str(tables.path):
                for n in range(600):  # more than fit in the cache
                    asked = await side.fake.click(CHANNEL + n, STRANGER, f"bturn:{n + 1}:1")
                    await asyncio.wait_for(asked.answered, 10)
            found.append(side.memory_mb())
    return found[0], found[1], found[2]


@row("S6")
def start_beside_empty(plan: Plan) -> Iterator[Figure]:
    """Measure the start-up with many matches stored, beside an empty file."""
    books, path = library(), plan.folder / "many.db"
    if plan.full:
        books.fill(path, 100_000)
        what = "start to READY, 100,000 stored, 5,000 live"
    else:
        books.fill(path, 5000, live=True)
        what = "start to READY, 5,000 live matches"
    pairs = asyncio.run(_start_beside_empty(plan, str(path)))
    yield compared(what, pairs, "ms", "empty file", 1.1, scale=1e3)


async def _start_beside_empty(plan: Plan, path: str) -> Pairs:
    async with rig(OURS, path) as many, rig(OURS, str(plan.folder / "empty.db")) as none:
        return paired(*await by_turns(partial(started, many), partial(started, none)))
