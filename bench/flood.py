"""M3: what players notice while the members of another server tap without pause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from bench.load import WAIT_S, Crowd, Hour, begun
from bench.many import server_id
from bench.measure import paired, percentile
from bench.recorded import CHANNEL
from bench.rig import Rig, Tables
from bench.table import Figure, Plan, compared, row
from tests.range.permissions import ALL
from tests.range.process import OURS
from tests.range.rates import generous
from tests.range.server import Range
from tests.range.world import World

SERVERS: Final = 10
"""The servers where people play; one more has the flood."""
TABLES, FLOODED = 40, 20
"""Matches that are played, and those of the flooded server."""
TAPS_PER_S: Final = 200
MOVES_PER_S: Final = 8
ASKED: Final = (
    *(("turn",) * 12),
    *(("hand",) * 3),
    *(("board",) * 3),
    *("replayed", "export"),
)
"""What the flood asks for, each as often as it stands here."""
DEFAULTS: Final = {"STOLIK_PERSON_TAPS_PER_S": "", "STOLIK_SERVER_TAPS_PER_S": ""}


def world_of(tables: int, flooded: int) -> World:
    """Return a Discord with the channels of all matches."""
    world = World()
    world.open_house = True
    for server in range(SERVERS + 1):
        world.add_guild(server_id(server), f"server {server}", 1, everyone=ALL, bot=ALL)
    for number in range(tables + flooded):
        guild = world.guilds[server_of(number, tables)]
        world.add_channel(guild, CHANNEL + number, f"table-{number}")
    return world


def server_of(number: int, tables: int) -> int:
    """Return the server of a match; those after `tables` are the flooded one's."""
    return server_id(number % SERVERS if number < tables else SERVERS)


class Flood:
    """Taps of all players of some matches, without waiting for answers."""

    def __init__(self, side: Rig, stored: Tables, first: int) -> None:
        """The matches are those from number `first` on."""
        self._fake, self._rng = side.fake, Random(2)
        self._seats = [
            (live.info, seat.user_id) for live in stored.live[first:] for seat in live.info.seats
        ]

    @asynccontextmanager
    async def pouring(self, per_s: float) -> AsyncIterator[None]:
        """Pour while the block runs."""
        task = asyncio.create_task(self._pour(per_s))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _pour(self, per_s: float) -> None:
        start = time.perf_counter()
        for number in count():
            await asyncio.sleep(max(0.0, start + number / per_s - time.perf_counter()))
            await self._tap()

    async def _tap(self) -> None:
        info, user = self._rng.choice(self._seats)
        match self._rng.choice(ASKED):
            case "hand" | "board" as command:
                await self._fake.slash(info.channel_id, user, command)
            case verb:
                await self._fake.click(info.channel_id, user, f"b{verb}:{info.id}:{info.ply}")


async def beside(
    folder: Path, plan: Plan, settings: dict[str, str]
) -> tuple[list[Hour], list[Hour]]:
    """Return what happened to players beside a flood, and without one, by turns."""
    tables, flooded = plan.size(4, TABLES), plan.size(2, FLOODED)
    moves, pairs, taps = plan.size(4, 48, 300), plan.size(1, 2, 5), plan.size(20, TAPS_PER_S)
    stored = Tables(
        folder / "flood.db",
        begun(tables + flooded),
        dms=True,
        servers=lambda number: server_of(number, tables),
    )
    side = Rig(Range(world_of(tables, flooded), grants=generous()), (OURS, str(stored.path)))
    side.env |= settings
    await side.fake.open()
    found: tuple[list[Hour], list[Hour]] = ([], [])
    try:
        await side.start()
        if not plan.is_tiny:
            await side.settle()
        crowd, flood = Crowd(side, stored, tables), Flood(side, stored, tables)
        for _ in range(pairs):
            for with_flood in (False, True):
                crowd.hour = Hour()
                async with flood.pouring(taps if with_flood else 0.1):
                    found[not with_flood].append(await crowd.play(moves, MOVES_PER_S))
    finally:
        await side.stop()
        await side.fake.close()
    return found


@row("M3")
def one_floods(plan: Plan) -> Iterator[Figure]:
    """Measure answers to players while another server taps 200 times a second."""
    flooded, quiet = asyncio.run(beside(plan.folder, plan, DEFAULTS))
    for what, share in (("p99", 0.99), ("p50", 0.5)):
        ours, theirs = (
            [percentile(hour.answered or [WAIT_S], share) for hour in of] for of in (flooded, quiet)
        )
        of = f"answers to others beside 200 taps/s, {what}"
        yield compared(of, paired(ours, theirs), "ms", "no flood", 1.3, scale=1e3)
    lost = sum(hour.lost for hour in flooded)
    yield Figure("never answered or posted, of others", lost, "", "limit", 0, lost, 0)
