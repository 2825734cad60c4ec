"""M1, M2: a bot on many servers: starting it, and what it asks Discord for then."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from bench.measure import Pairs, paired
from bench.recorded import opened
from bench.rig import Rig, by_turns
from bench.storage import library
from bench.stored import Copy, Library, fill
from bench.table import Figure, Plan, Scale, Timed, compared, limited, row
from tests.range.payloads import guild_payload
from tests.range.permissions import ALL
from tests.range.process import OURS
from tests.range.rates import generous
from tests.range.server import Range
from tests.range.world import Channel, Kind, Overwrite, World

PEER: Final = "bench.peer_bot"
SERVERS, CHANNELS, ROLES = 2500, 40, 15
MATCHES, SLEEPING = 10_000, 5_000
SHARDS: Final = 4
UP_S: Final = 120
WATCHED_S: Final = 30
"""How long the requests of a start are counted after it."""
FIRST: Final = 100_000_000_000_000_000 >> 22
"""What the first server's id begins with; the shard follows from it."""


def server_id(number: int) -> int:
    """Return the id of a server; those of its channels and roles follow it."""
    return FIRST + number << 22


def channel_id(server: int, number: int) -> int:
    """Return the id of a server's channel."""
    return server_id(server) + 1000 + number


def thread_id(server: int, number: int) -> int:
    """Return the id of a server's thread."""
    return server_id(server) + 100_000 + number


def world_of(servers: int, channels: int = CHANNELS, roles: int = ROLES) -> World:
    """Return a Discord with many servers, a third of whose channels have overwrites."""
    world = World()
    world.open_house = True
    for number in range(servers):
        own = server_id(number)
        guild = world.add_guild(own, f"server {number}", 1, everyone=ALL, bot=ALL)
        for role in range(2, roles):
            guild.roles[own + role] = replace(guild.roles[own], id=own + role, name=f"role {role}")
        for one in range(channels):
            channel = world.add_channel(guild, channel_id(number, one), f"channel-{one}")
            if one % 3 == 0:
                channel.overwrites = {own + 2: Overwrite(allow=ALL), own + 3: Overwrite(deny=1)}
    return world


def asleep(world: World, server: int, number: int) -> Channel:
    """Add a thread that Discord has archived."""
    guild = world.guilds[server_id(server)]
    parent = channel_id(server, number % CHANNELS)
    kind = Kind.PUBLIC_THREAD
    thread = world.add_channel(
        guild, thread_id(server, number), "a match", parent=parent, kind=kind
    )
    thread.archived = True
    return thread


def placed(books: Library, number: int, guild_id: int, place_id: int) -> Copy:
    """Return a live match in a channel or thread."""
    lobby = opened(books.rules, books.seats, number)
    lobby = replace(lobby, guild_id=guild_id, channel_id=place_id)
    return Copy.of(books.match(number, live=True).template, lobby)


def spread(matches: int, servers: int) -> Iterator[Copy]:
    """Yield live matches in the channels of all servers."""
    books = library()
    for number in range(matches):
        server, channel = number % servers, number // servers % CHANNELS
        yield placed(books, number, server_id(server), channel_id(server, channel))


@asynccontextmanager
async def many(world: World, *command: str, shards: int = SHARDS) -> AsyncIterator[Rig]:
    """Return a range with a bot that is not started yet; both end with the block."""
    fake = Range(world, grants=generous())
    fake.gateway.prepared = {
        number: guild_payload(world, guild) for number, guild in world.guilds.items()
    }
    await fake.open()
    side = Rig(fake, command)
    side.env["STOLIK_SHARDS"] = str(shards)
    try:
        yield side
    finally:
        await side.stop()
        await fake.close()


async def up(side: Rig) -> float:
    """Start a bot; return the seconds until it is ready and Discord has its commands."""
    begun = time.perf_counter()
    side.fake.up.clear()
    await side.start()
    await asyncio.wait_for(side.fake.up.wait(), UP_S)
    return time.perf_counter() - begun


@row("M1")
def start(plan: Plan) -> Iterator[Figure]:
    """Measure a start on many servers, and the memory after it."""
    servers, matches = plan.size(4, SERVERS), plan.size(8, MATCHES)
    path = plan.folder / "many.db"
    fill(path, spread(matches, servers))
    pairs, ours_mb, bare_mb = asyncio.run(_start(plan, path, servers))
    of = f"{servers:,} servers, {matches:,} live matches: "
    bare = f"bare, {SHARDS} shards"
    yield compared(of + "to ready", pairs, "s", bare, 3)
    yield limited(of + "start to ready", pairs.ours, "s", 6)
    note = f"{bare} {bare_mb:.0f} MB"
    yield limited(of + "memory", ours_mb, "MB", 450, note)


async def _start(plan: Plan, path: Path, servers: int) -> tuple[Pairs, float, float]:
    world, memory = world_of(servers), dict[str, float]()
    warms = plan.scale is Scale.FULL
    warm = {OURS, PEER} if warms else set()  # their first run doesn't count

    async def run(side: Rig) -> float:
        spent, name = await up(side), side.command[0]
        if name in warm:
            warm.remove(name)
        else:
            if not plan.is_tiny:
                await side.settle()
            memory[name] = side.memory_mb()
        await side.stop()
        return spent

    async with (
        many(world, OURS, str(path)) as ours,
        many(world, PEER, "--shards", str(SHARDS)) as theirs,
    ):
        rounds = plan.size(1, 1, 2)
        runs = await by_turns(plan, lambda: run(ours), lambda: run(theirs), rounds, warm=warms)
    return paired(*runs), memory[OURS], memory[PEER]


@row("M2", timed=Timed.NOT)
def requests(plan: Plan) -> Iterator[Figure]:
    """Measure the requests of a start with many matches in archived threads."""
    servers, matches = plan.size(4, SERVERS), plan.size(8, SLEEPING)
    taken, watched = asyncio.run(_requests(plan, servers, matches))
    note = ", ".join(f"{name} {count}" for name, count in sorted(taken.items()))
    what = f"requests in {watched:.0f} s of a start, {matches:,} matches asleep"
    yield limited(what, sum(taken.values()), "", plan.size(60, 30, 60), note)


async def _requests(plan: Plan, servers: int, matches: int) -> tuple[Counter[str], float]:
    """Return the requests of a start by route, and for how long they were counted."""
    world, path = world_of(servers), plan.folder / "asleep.db"
    books, sleeping = library(), list[Copy]()
    for number in range(matches):
        thread = asleep(world, number % servers, number // servers)
        sleeping.append(placed(books, number, thread.guild_id, thread.id))
    fill(path, sleeping)
    async with many(world, OURS, str(path)) as ours:
        begun = time.perf_counter()
        await up(ours)
        await asyncio.sleep(plan.size(1, WATCHED_S // 2, WATCHED_S))
        return Counter(ours.fake.rates.taken), time.perf_counter() - begun
