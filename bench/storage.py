"""S: the database beside the bare disk, and beside an empty database."""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench.measure import Pairs, paired, percentile, seconds
from bench.recorded import Recorded
from bench.stored import LIVE_EVERY, Copy, Library, fill
from bench.table import Figure, Plan, Timed, compared, limited, row
from matches.db.store import Store
from matches.domain.deadlines.epoch import to_ms
from matches.domain.history import replay as replaying
from matches.domain.history.timeline import parsed
from matches.domain.model import MatchInfo, Opening
from matches.service import MatchService
from rules import registry
from rules.notation import format_move

BLOCK: Final = os.urandom(4096)
LIVE: Final = 60
"""Live matches of the row S1."""
AT_ONCE: Final = 6
"""Its moves that are made at the same time."""
PLAYED: Final = 40
"""Matches of the row S5 in which moves are made."""


@cache
def library() -> Library:
    """Return matches of the first game."""
    return Library(registry.get(registry.slugs()[0]))


def disk_floor(folder: Path, count: int) -> float:
    """Return how often a second 4 KiB can be appended and synced."""
    path = folder / "floor"
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)

    def append() -> None:
        for n in range(count):
            os.pwrite(handle, BLOCK, n * len(BLOCK))
            os.fdatasync(handle)

    try:
        return count / seconds(append)
    finally:
        os.close(handle)
        path.unlink()


class Asked(NamedTuple):
    """A move that is asked for, and the id of the request."""

    match_id: int
    user_id: int
    move: str
    interaction_id: int


@dataclass
class House:
    """A service on a file, and random moves in its live matches."""

    service: MatchService
    store: Store
    live: list[int]
    rng: Random = field(default_factory=lambda: Random(11))
    asked: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @classmethod
    async def open(cls, path: Path, live: list[int], *, cached: int = 500) -> House:
        """Open a file; `live` are the numbers of its live matches."""
        store = await Store.open(path)
        return cls(MatchService(store, clock=now, cached=cached), store, live)

    async def choose(self, match_id: int) -> Asked | None:
        """Return a random move in a match; None if it is over."""
        watching = await self.service.glance(match_id, None)
        if not watching.match.to_act:
            self.live.remove(match_id)
            return None
        user = watching.match.seats[min(watching.match.to_act)].user_id
        move = self.rng.choice((await self.service.glance(match_id, user)).moves)
        return Asked(match_id, user, format_move(move), next(self.asked))

    async def make(self, *moves: Asked) -> float:
        """Make moves; return how long the service took, in seconds."""
        start = time.perf_counter()
        for one in moves:
            await self.service.play(*one[:3], interaction_id=one.interaction_id)
        return time.perf_counter() - start

    async def moves(self, count: int) -> list[float]:
        """Make random moves; return how long each took."""
        found: list[float] = []
        while len(found) < count:
            if (one := await self.choose(self.rng.choice(self.live))) is not None:
                found.append(await self.make(one))
        return found

    async def moves_at_once(self, count: int, lines: int) -> float:
        """Make random moves, `lines` at a time; return the seconds, without choosing."""
        made, spent = 0, 0.0
        while made < count:
            drawn = self.rng.sample(self.live, min(count - made, len(self.live)))
            if not drawn:
                raise ValueError("no match is live any more")
            moves = [one for match_id in drawn if (one := await self.choose(match_id)) is not None]
            start = time.perf_counter()
            await asyncio.gather(*(self.make(*moves[n::lines]) for n in range(lines)))
            spent += time.perf_counter() - start
            made += len(moves)
        return spent


def now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


@row("S1")
def commits(plan: Plan) -> Iterator[Figure]:
    """Measure moves through the service, on disk."""
    count, path = plan.size(AT_ONCE, 150), plan.folder / "s1.db"
    fill(path, library().matches(LIVE, live=True))
    with asyncio.Runner() as runner:
        house = runner.run(House.open(path, list(range(1, LIVE + 1))))

        def ours() -> float:
            return count / sum(runner.run(house.moves(count)))

        def many() -> float:
            return count / runner.run(house.moves_at_once(count, AT_ONCE))

        note = "rules, log, outbox and report included"
        for what, run in (("one after the other", ours), (f"{AT_ONCE} at a time", many)):
            what = f"moves/s through the service, {what}"
            pairs = plan.pairs(run, lambda: disk_floor(plan.folder, count))
            yield compared(what, pairs, "/s", "4 KiB+sync", 0.4, at_least=True, note=note)
        runner.run(house.store.close())


@row("S3", timed=Timed.NOT)
def size(plan: Plan) -> Iterator[Figure]:
    """Measure bytes on disk for a move."""
    count, books = plan.size(5, 2000, 20_000), library()
    with_log, without = plan.folder / "s3.db", plan.folder / "s3-bare.db"
    fill(with_log, books.matches(count))
    fill(without, books.matches(count), log=False)
    values = [value for match in books.matches(plan.size(2, 200)) for value in log_values(match)]
    own = sum(map(value_bytes, values)) / len(values)
    notation = sum(len(value[3]) for value in values) / len(values)
    rows = sum(match.info.ply for match in books.matches(count))
    each = (with_log.stat().st_size - without.stat().st_size) / rows
    yield Figure("disk per log row", each, "B", "its notation", notation, each / notation, 1.6)
    note = "match, ply, seat, notation, user, time"
    yield Figure("disk per log row", each, "B", "its values", own, each / own, 1.6, note=note)


def log_values(match: Copy) -> Iterator[tuple[int, int, int, str, int | None, int]]:
    """Return the values of a match's log rows."""
    for one in match.rows:
        yield match.info.id, one.ply, one.seat, one.move, one.user_id, to_ms(one.at)


def value_bytes(values: tuple[int | str | None, ...]) -> int:
    """Return the bytes of just a row's values, with numbers as short as in SQLite."""
    return sum(len(v) if isinstance(v, str) else number_bytes(v) for v in values)


def number_bytes(value: int | None) -> int:
    """Return how many bytes SQLite needs for a number."""
    if value is None or value in (0, 1):
        return 0
    bits = (value if value >= 0 else ~value).bit_length() + 1
    return next(size for size in (1, 2, 3, 4, 6, 8) if bits <= size * 8)


@row("S4")
def loading(plan: Plan) -> Iterator[Figure]:
    """Measure one of many stored matches, from a closed file to a view."""
    count, books, path = plan.size(40, 2500, 100_000), library(), plan.folder / "s4.db"
    fill(path, books.matches(count))
    rng, loads = Random(3), plan.size(2, 101)
    with asyncio.Runner() as runner:

        def load(house: House | None = None, *, cold: bool = False) -> float:
            info = books.match(rng.randrange(count)).info
            if cold:
                drop_from_memory(path)
            parsed.cache_clear()
            return runner.run(first_glance(path, info, house))

        load()
        cold = [load(cold=True) for _ in range(plan.size(2, 31))]
        warm = [load() for _ in range(loads)]
        house = runner.run(House.open(path, [], cached=1))
        ready = [load(house) for _ in range(loads)]
        runner.run(house.store.close())
    replays = [replayed(books.match(rng.randrange(count)).template) for _ in range(loads)]
    of = f"1 of {count:,} matches ready to draw, "
    yield limited(of + "file cold", percentile(cold, 0.5) * 1e3, "ms", 10, "p50")
    one_ms = statistics.median(replays) * 1e3 + 1
    for what, spent in (("file opened warm", warm), ("file already open", ready)):
        own = percentile(spent, 0.5) * 1e3
        yield Figure(of + what, own, "ms", "replay + 1 ms", one_ms, own / one_ms, 1.0)


def replayed(template: Recorded) -> float:
    """Return the seconds of the replay alone."""
    parsed.cache_clear()
    return seconds(lambda: replaying.revive(template.stored))


def drop_from_memory(path: Path) -> None:
    """Drop a file from the system's page cache, if permitted."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(handle)


async def first_glance(path: Path, info: MatchInfo, house: House | None) -> float:
    """Return the seconds to a player's view of a match.

    Without a `house` they include opening the database.
    """
    start = time.perf_counter()
    used = house or await House.open(path, [])
    found = await used.service.in_channel(info.channel_id)
    await used.service.glance(found.id, found.seats[0].user_id)
    spent = time.perf_counter() - start
    if house is None:
        await used.store.close()
    return spent


@row("S5")
def growing(plan: Plan) -> Iterator[Figure]:
    """Measure a commit and every command in a big file, beside a small one."""
    # On one core: waking the database's thread costs four times as much on another core, and the
    # system decides where each thread runs.
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield from _growing(plan)
    finally:
        os.sched_setaffinity(0, cores)


Command = Callable[[MatchService, MatchInfo], Awaitable[object]]
_OTHERS: Final = itertools.count(1_000_000, 1_000_000)


def new_lobby(service: MatchService, info: MatchInfo) -> Awaitable[object]:
    """Open a lobby like that of a match.

    Its host, channel and server are new, because they may not have many open lobbies.
    """
    more = next(_OTHERS)
    return service.lobby.create(
        Opening(
            slug=info.slug,
            guild_id=info.guild_id + more,
            channel_id=info.channel_id + more,
            user_id=info.host_id + more,
            name="Host",
        )
    )


COMMANDS: Final[dict[str, Command]] = {
    "in_channel": lambda service, info: service.in_channel(info.channel_id),
    "turns": lambda service, info: service.turns(info.host_id),
    "listed": lambda service, info: service.listed(info.guild_id),
    "glance": lambda service, info: service.glance(info.id, info.host_id),
    "history": lambda service, info: service.history.log(info.id, info.host_id),
    "settings": lambda service, info: service.users.settings(info.host_id),
    "export": lambda service, info: service.users.export(info.host_id),
    "create": new_lobby,
}


def _growing(plan: Plan) -> Iterator[Figure]:
    count, few, books = plan.size(60, 2500, 100_000), plan.size(20, 100), library()
    big, small, empty = (plan.folder / name for name in ("big.db", "small.db", "empty.db"))
    fill(big, books.matches(count))
    fill(small, books.matches(few))
    fill(empty, books.matches(PLAYED, live=True))
    with asyncio.Runner() as runner:
        far = runner.run(House.open(big, list(range(1, count + 1, LIVE_EVERY))[:PLAYED], cached=1))
        near = runner.run(House.open(small, [], cached=1))
        alone = runner.run(House.open(empty, list(range(1, PLAYED + 1)), cached=1))

        def commit(house: House) -> float:
            return statistics.median(runner.run(house.moves(plan.size(2, 60))))

        pairs = plan.pairs(lambda: commit(far), lambda: commit(alone))
        what = f"a move among {books.rows(count) / 1e6:.1f} M moves"
        yield compared(what, pairs, "ms", "next to none", 2.0, scale=1e3)
        found = {
            name: runner.run(beside(command, far, count, near, few, plan.size(2, 101)))
            for name, command in COMMANDS.items()
        }
        for house in (far, near, alone):
            runner.run(house.store.close())
    worst = max(found, key=lambda name: found[name].ratio)
    ratios = ", ".join(f"{name} {pairs.ratio:.2f}" for name, pairs in found.items())
    what, note = f"dearest request at {count:,} matches", f"that is {worst}; {ratios}"
    yield compared(what, found[worst], "ms", f"at {few}", 1.2, scale=1e3, note=note)


async def beside(
    command: Command, far: House, count: int, near: House, few: int, times: int
) -> Pairs:
    """Return the time of a request in a big file and in a small one, alternating."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        number = near.rng.randrange(few)
        same = range(number, count, Library.ROUND)  # copies of the same match
        for spent, house, n in ((found[1], near, number), (found[0], far, far.rng.choice(same))):
            info = await house.service.info(n + 1)
            start = time.process_time()
            await command(house.service, info)
            spent.append(time.process_time() - start)
    return paired(*found)
