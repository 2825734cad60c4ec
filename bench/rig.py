"""A bot in its own process, the fake Discord it talks to, and their matches."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from bench.fake_discord import Asked, FakeDiscord
from bench.payloads import GUILD
from bench.recorded import BEGUN, CHANNEL
from bench.stored import Library
from matches.domain.history.timeline import Live
from matches.domain.turn import Turn
from rules.notation import format_move

ROOT: Final = Path(__file__).parent.parent
READY_S: Final = 60
SHARE: Final = 0.9
"""The outbox's share of the requests that Discord grants."""
TURN_S: Final = 60
"""The longest turn in seconds; one that takes longer counts as lost."""


@dataclass
class Rig:
    """A fake Discord and the bot logged in there, if any."""

    fake: FakeDiscord
    command: tuple[str, ...]
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> float:
        """Start the bot; return the seconds until it is ready."""
        self.fake.ready.clear()
        begun = time.perf_counter()
        module, *rest = self.command
        granted = min(self.fake.most_per_s, 1e6) * SHARE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            str(self.fake.port),
            *rest,
            cwd=ROOT,
            env=os.environ | {"STOLIK_REQUESTS_PER_S": str(granted)},
        )
        await asyncio.wait_for(self.fake.ready.wait(), READY_S)
        return time.perf_counter() - begun

    async def stop(self) -> None:
        """End the bot."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 15)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()

    async def restart(self) -> float:
        """End the bot and start it again; return the seconds until it is ready."""
        await self.stop()
        return await self.start()

    def cpu_s(self) -> float:
        """Return the processor time of all threads and processes of the bot, in seconds."""
        assert self.process is not None
        total = 0
        for pid in family(self.process.pid):
            for task in Path(f"/proc/{pid}/task").glob("*"):
                with contextlib.suppress(OSError):  # a thread that has just ended
                    total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory_mb(self) -> float:
        """Return the resident memory of all processes of the bot."""
        assert self.process is not None
        return sum(resident_kb(pid) for pid in family(self.process.pid)) / 1000


def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def resident_kb(pid: int) -> int:
    """Return the resident memory of a process; 0 if it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int(status.partition("VmRSS:")[2].split()[0])


@asynccontextmanager
async def rig(*command: str, channels: int = 0) -> AsyncIterator[Rig]:
    """Return a fake Discord with a bot, not started yet; both end with the block.

    Args:
        command: Module and arguments of the bot; the port goes between them.
        channels: How many channels the server has.
    """
    fake = FakeDiscord([CHANNEL + n for n in range(channels)])
    await fake.open()
    made = Rig(fake, command)
    try:
        yield made
    finally:
        await made.stop()
        await fake.close()


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
    """

    channel: int
    user: int
    move: str
    posts: bool
    match: int
    ply: int


class Tables:
    """Live matches in a database, and copies of them here, to know their legal moves.

    The draws follow from a match's seed, so the copies stay in step.
    """

    def __init__(self, books: Library, path: Path, matches: int, *, dms: bool = False) -> None:
        self.path = path
        books.fill(path, matches, live=True)
        self.live: list[Live] = []
        users = set[int]()
        for number in range(matches):
            info, template = books.match(number, live=True)
            self.live.append(replace(template.live, info=replace(info, guild_id=GUILD)))
            users |= {seat.user_id for seat in info.seats}
        with contextlib.closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE matches SET guild_id = ?", (GUILD,))  # the only one the bot is on
            db.executemany(
                "INSERT INTO user_settings (user_id, dm) VALUES (?, ?)", [(u, dms) for u in users]
            )

    def plays(self, number: int, seed: int) -> Iterator[Play]:
        """Return random moves of one match until it is over."""
        rng = Random(seed)
        while (live := self.live[number]).timeline.waiting:
            seat = min(live.timeline.waiting)
            move = rng.choice(live.timeline.rules.legal_moves(live.timeline.state, seat))
            turn = Turn(live, BEGUN)
            turn.play(seat, move)
            change, self.live[number] = turn.finish(seat, 0)
            posts = any(mail.kind in ("turn", "edit") for mail in change.outbox)
            user = live.info.seats[seat].user_id
            info = self.live[number].info
            yield Play(info.channel_id, user, format_move(move), posts, info.id, info.ply)

    def plies(self) -> tuple[int, int]:
        """Return the expected log rows, and those in the database."""
        with contextlib.closing(sqlite3.connect(self.path)) as db:
            (rows,) = db.execute("SELECT count(*) FROM log").fetchone()
        return sum(live.info.ply for live in self.live), int(rows)


Turns = Callable[[], Awaitable[Asked]]
"""Plays one turn to its end."""


async def our_turn(fake: FakeDiscord, plays: Iterator[Play]) -> Asked:
    """Play until a move is followed by a public picture; return that move."""
    for play in plays:
        asked = await fake.slash(play.channel, play.user, "move", move=play.move)
        await asyncio.wait_for(asked.answered, TURN_S)
        if play.posts:
            await asyncio.wait_for(asked.posted, TURN_S)
            return asked
    raise EOFError("this match is over")


async def their_turn(fake: FakeDiscord) -> Asked:
    """Play a turn of the peers."""
    asked = await fake.slash(CHANNEL, 1, "turn")
    await asyncio.wait_for(asked.posted, TURN_S)
    return asked
