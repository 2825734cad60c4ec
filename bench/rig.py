"""A bot in its own process, the range it talks to, and the matches played on it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from bench.recorded import BEGUN, CHANNEL
from bench.stored import Copy, fill
from bench.table import Plan
from matches.db import users as users_db
from matches.db.driver import Connection, transaction
from matches.db.schema import connect
from matches.domain.outbox_item import ItemKind
from matches.domain.settings import UserSettings
from matches.domain.turn import Turn
from rules.notation import format_move
from tests.range.interactions import Asked
from tests.range.process import ROOT, Process
from tests.range.server import GUILD, Range

T = TypeVar("T")
TURN_S: Final = 60
"""The longest turn in seconds; one that takes longer counts as lost."""
SETTLED_S: Final = 8
"""The longest wait for a bot to come to rest, in seconds."""
WATCHED_S: Final = 0.5
MAPPING: Final = re.compile(
    r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(?P<name>.*)\n(?:[A-Z].*\n)*?"
    r"Rss: +(?P<rss>\d+) kB\n(?:[A-Z].*\n)*?Anonymous: +(?P<anonymous>\d+) kB$",
    re.MULTILINE,
)
"""Part of a process in ``/proc/PID/smaps``: its file, and kilobytes of it."""
IDLE: Final = 0.04
"""The share of a core that a bot at rest uses at most."""


class Rig(Process):
    """A bot whose processor time and memory are measured."""

    async def start(self, *, told: bool = True) -> float:
        """Start the bot as our image does, see `Process.start`."""
        self.env = allocator() | self.env
        return await super().start(told=told)

    async def stop(self) -> None:
        """End the bot and the processes it has started; none of them may finish anything."""
        if self.process is not None and self.process.returncode is None:
            for pid in reversed(family(self.process.pid)):  # a process that draws comes first
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await self.process.wait()

    def cpu_s(self) -> float:
        """Return the processor time of all threads and processes of the bot, in seconds."""
        assert self.process is not None
        return cpu_s(self.process.pid)

    async def settle(self) -> None:
        """Wait until the bot is idle: it loads and draws for seconds after READY."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLED_S):
                busy = True
                while busy:
                    before = self.cpu_s()
                    await asyncio.sleep(WATCHED_S)
                    busy = self.cpu_s() - before > IDLE * WATCHED_S

    def memory_mb(self) -> float:
        """Return the memory of all processes of the bot; shared pages count once."""
        assert self.process is not None
        return resident_kb(family(self.process.pid)) / 1000


def allocator() -> dict[str, str]:
    """Return the variables by which our image chooses who gives out memory.

    Nothing where this machine has no such library (Debian: ``apt-get install libjemalloc2``).
    """
    if find_library("jemalloc") is None:
        return {}
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    return dict(re.findall(r"\b(LD_PRELOAD|MALLOC_CONF)=(\S+)", image))


def cpu_s(pid: int) -> float:
    """Return the processor time of a process and all its descendants, in seconds."""
    total = 0
    for one in family(pid):
        for task in Path(f"/proc/{one}/task").glob("*"):
            with suppress(OSError):  # a thread that has just ended
                total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def resident_kb(pids: Iterable[int]) -> int:
    """Return the resident memory of processes together.

    The pages of a file, such as a library, are there once for all: they count as often as the
    process with most of that file has them.
    """
    own, files = 0, Counter[str]()
    for pid in pids:
        mapped = Counter[str]()
        with suppress(OSError):  # it has ended
            text = Path(f"/proc/{pid}/smaps").read_text()
            for found in MAPPING.finditer(text):
                resident, copied = int(found["rss"]), int(found["anonymous"])
                own += copied
                mapped[found["name"]] += resident - copied
        files |= mapped
    return own + files.total()


@asynccontextmanager
async def rig(*command: str, channels: int = 0) -> AsyncIterator[Rig]:
    """Return a range with a bot, not started yet; both end with the block.

    Args:
        command: Module and arguments of the bot; the port goes between them.
        channels: How many channels the server has.
    """
    fake = Range.of_channels([CHANNEL + n for n in range(channels)])
    await fake.open()
    made = Rig(fake, command)
    try:
        yield made
    finally:
        await made.stop()
        await fake.close()


async def by_turns(
    plan: Plan,
    ours: Callable[[], Awaitable[T]],
    theirs: Callable[[], Awaitable[T]],
    rounds: int = 5,
    *,
    warm: bool = True,
) -> tuple[list[T], list[T]]:
    """Return alternating runs of both, the first not counted if `warm`."""
    if warm and not plan.is_tiny:
        await theirs()
        await ours()
    found: tuple[list[T], list[T]] = ([], [])
    for _ in range(plan.size(1, rounds)):
        found[1].append(await theirs())
        found[0].append(await ours())
    return found


@dataclass(frozen=True, slots=True)
class Play:
    """A move to be made.

    Attributes:
        channel: The channel.
        user: The player.
        move: Its notation.
        posts: True if a new picture has to be posted after it.
        match: The match's number.
        ply: The ply of the match after it.
        calls: How many players are to be called by a direct message.
    """

    channel: int
    user: int
    move: str
    posts: bool
    match: int
    ply: int
    calls: int


class Tables:
    """Live matches in a database, and copies of them here, to know their legal moves.

    The draws follow from a match's seed, so the copies stay in step.
    """

    def __init__(
        self,
        path: Path,
        matches: Iterable[Copy],
        *,
        dms: bool = False,
        servers: Callable[[int], int] = lambda _: GUILD,
    ) -> None:
        """Write the matches into a new file.

        Args:
            path: The file.
            matches: What it holds.
            dms: Whether their players want direct messages.
            servers: Returns the server of a match; by default the only one there is.
        """
        copies = [match.on(servers(number)) for number, match in enumerate(matches)]
        fill(path, copies)
        self.path = path
        self.live = [match.live for match in copies]
        users = {seat.user_id for match in copies for seat in match.info.seats}

        def choose(db: Connection) -> None:
            for user in users:
                users_db.set_settings(db, UserSettings(user, dm=dms), None)

        with closing(connect(path)) as db:
            transaction(db, choose, "BEGIN")

    def plays(self, number: int, seed: int) -> Iterator[Play]:
        """Return random moves of one match until it is over."""
        rng = Random(seed)
        while (live := self.live[number]).timeline.waiting:
            seat = min(live.timeline.waiting)
            move = rng.choice(live.timeline.rules.legal_moves(live.timeline.state, seat))
            turn = Turn(live, BEGUN)
            turn.play(seat, move)
            change, self.live[number] = turn.finish(seat, 0)
            kinds = [mail.kind for mail in change.outbox]
            posts = ItemKind.TURN in kinds or ItemKind.EDIT in kinds
            user = live.info.seats[seat].user_id
            info = self.live[number].info
            made, calls = format_move(move), kinds.count(ItemKind.DM)
            yield Play(info.channel_id, user, made, posts, info.id, info.ply, calls)

    def plies(self) -> tuple[int, int]:
        """Return the expected log rows, and those in the database."""
        with closing(connect(self.path)) as db:
            (rows,) = db.execute("SELECT count(*) FROM log").fetchone()
        return sum(live.info.ply for live in self.live), int(rows)


async def our_turn(fake: Range, plays: Iterator[Play]) -> Asked:
    """Play until a move is followed by a public picture; return that move."""
    for play in plays:
        asked = await fake.slash(play.channel, play.user, "move", move=play.move)
        await asyncio.wait_for(asked.answered, TURN_S)
        if play.posts:
            await asyncio.wait_for(asked.posted, TURN_S)
            return asked
    raise EOFError("this match is over")


async def their_turn(fake: Range) -> Asked:
    """Play a turn of the peers."""
    asked = await fake.slash(CHANNEL, 1, "turn")
    await asyncio.wait_for(asked.posted, TURN_S)
    return asked
