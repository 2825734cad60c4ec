"""The bot is killed in every way while matches are played and a tenth of its requests fail."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from random import Random
from typing import Final

from matches.services.absences import ABSENT
from rules import registry
from tests.range.permissions import ALL
from tests.range.rates import generous
from tests.range.server import GUILD, Range
from tests.range.world import World
from tests.soak import judge
from tests.soak.kills_lives import Lives
from tests.soak.kills_players import Table, Watched
from tests.soak.record import Record
from tests.soak.report import Exercise, Run

SHARE: Final = 0.1
"""The share of the bot's requests that fail."""
EVENTS: Final = 0.02
"""The share of interactions that arrive twice, late or never."""
TABLES: Final = 6
PEOPLE: Final = range(41, 53)
"""More than a table has, so some play at several."""
SOME_MOVES: Final = 6
"""The most moves that are waited for before a bot is killed."""
PATIENCE_S: Final = 4.0
"""How long they are waited for."""
LIVES: Final = 6
"""How many lives there are from one judgement to the next."""
SETTLE_S: Final = 40.0
"""How long it may take until all is told, once nothing fails any more."""
HOUR_S: Final = 3600.0
LONG_AWAY: Final = 0.15
"""How often a bot is away for hours before it is started again."""
ENOUGH_S: Final = 8.0
"""After how long there is a judgement even if there were few lives."""


class Kills:
    """One run of the exercise, which ends after its seconds or some kills."""

    def __init__(self, run: Run, *, most: float = inf, tables: int = TABLES) -> None:
        self._run, self._report, self._rng = run, run.report, Random(run.seed)
        self._most, self._most_tables = most, tables
        self._script = Watched(run.seed)
        world = World()
        guild = world.add_guild(GUILD, "one server", 1, everyone=ALL, bot=ALL)
        for user in PEOPLE:
            world.join(guild, user)
        self._fake = Range(world, self._script, generous())
        self._lives = Lives(self._fake, run.folder)
        self._record = Record(self._lives.database)
        self._tables: list[Table] = []
        self._known: set[tuple[str, str]] = set()
        self._opened = self._ended_moves = self._errors = 0
        self._ways: tuple[tuple[str, int, Callable[[], Awaitable[None]]], ...] = (
            ("at random", 4, self._at_random),
            ("at a statement", 5, self._at_statement),
            ("at a request", 5, self._at_request),
            ("asked to end", 2, self._asked),
            ("asleep", 1, self._asleep),
            ("replaced", 1, self._replaced),
            ("clock jumped", 2, self._clock_jumps),
            ("worker died", 1, self._worker_dies),
        )

    async def attack(self) -> None:
        """Kill one bot after the other until it's over."""
        ends = time.monotonic() + self._run.seconds
        await self._fake.open()
        await self._lives.open()
        try:
            await self._lives.start()
            while self._goes_on(ends):
                await self._round(ends)
        finally:
            self._report.counts["requests"] = self._script.requests
            self._report.counts["requests failed"] = self._script.struck.total()
            await self._lives.close()
            self._record.close()
            await self._fake.close()

    def _goes_on(self, ends: float) -> bool:
        return time.monotonic() < ends and self._report.counts["kills"] < self._most

    async def _round(self, ends: float) -> None:
        """Play through some lives, let all settle, and judge."""
        while len(self._tables) < self._most_tables:
            self._sit_down()
        self._script.share, self._script.events = SHARE, EVENTS
        playing = [asyncio.create_task(table.play()) for table in self._tables]
        ends = min(ends, time.monotonic() + ENOUGH_S)
        for _ in range(LIVES):
            if self._goes_on(ends):
                await self._one_life()
        for table in self._tables:
            table.is_resting = True
        await self._settle()
        await asyncio.gather(*playing)
        await self._settle()
        self._judge()

    def _sit_down(self) -> None:
        """Open another table."""
        users = self._rng.sample(PEOPLE, 4)
        self._tables.append(
            Table(
                self._opened,
                users,
                self._fake,
                self._lives,
                self._record,
                self._report,
                self._run.seed,
            )
        )
        self._opened += 1

    async def _one_life(self) -> None:
        """Let the bot die in some way, and start another."""
        names, weights, ways = zip(*self._ways, strict=True)
        (number,) = self._rng.choices(range(len(ways)), weights)
        await ways[number]()
        if not self._lives.over.is_set():
            await self._lives.kill()
        self._report.counts["kills"] += 1
        self._report.counts[names[number]] += 1
        if self._lives.over.is_set():
            await self._start()

    async def _start(self) -> None:
        """Start a bot, perhaps hours later, and look what became of the clocks."""
        if self._rng.random() < LONG_AWAY:
            self._later()
        clocks, beat = self._record.clocks(), self._record.beat()
        while not await self._lives.start():
            pass
        away_s = self._lives.now() - beat
        gap_s = away_s if abs(away_s) > ABSENT.total_seconds() else 0.0
        now, after = self._lives.now(), self._record.clocks()
        for what in judge.moved_otherwise(clocks, after, gap_s, now):
            self._wrong("clock", what)

    def _later(self) -> None:
        """Let some hours pass, for the bot and for Discord."""
        hours = self._rng.uniform(0.2, 12.0)
        self._lives.jump(hours * HOUR_S)
        self._fake.world.later_s += hours * HOUR_S

    async def _some_moves(self) -> None:
        """Wait until some moves were made."""
        wanted = self._moves() + self._rng.randint(1, SOME_MOVES)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while self._moves() < wanted and not self._lives.over.is_set():  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        await asyncio.sleep(self._rng.random() * 0.2)

    def _moves(self) -> int:
        return self._ended_moves + sum(table.moves for table in self._tables)

    def _wrong(self, kind: str, what: str) -> None:
        """Report something once, however often it is found."""
        if (kind, what) not in self._known:
            self._known.add((kind, what))
            self._report.wrong(kind, what)

    # Ways to die.

    async def _at_random(self) -> None:
        await self._some_moves()

    async def _at_statement(self) -> None:
        await self._doomed("statement", 400)

    async def _at_request(self) -> None:
        await self._doomed("request", 60)

    async def _doomed(self, what: str, most: int) -> None:
        """Let a bot kill itself that is started for it."""
        await self._lives.kill()
        after = self._rng.random() < 0.5
        await self._lives.start(what, self._rng.randint(1, most), after=after)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._lives.over.wait(), PATIENCE_S)

    async def _asked(self) -> None:
        await self._some_moves()
        if not await self._lives.terminate():
            self._wrong("stuck", "a bot that was asked to end didn't")

    async def _asleep(self) -> None:
        await self._some_moves()
        self._lives.stop()
        await asyncio.sleep(self._rng.uniform(0.1, 1.0))
        if self._rng.random() < 0.5:
            self._later()
        self._lives.go_on()
        await self._some_moves()

    async def _replaced(self) -> None:
        """Let another bot take the place of one that sleeps."""
        await self._lives.wait_beside()
        await self._some_moves()
        if not await self._lives.replaced():
            self._wrong("stuck", "a bot that was replaced didn't end")
        await self._some_moves()

    async def _clock_jumps(self) -> None:
        self._lives.jump(self._rng.uniform(-12.0, 12.0) * HOUR_S)
        await self._some_moves()

    async def _worker_dies(self) -> None:
        await self._lives.kill()
        await self._lives.start(processes=True)
        await self._some_moves()
        workers = self._lives.workers()
        self._report.counts["thinking processes died"] += sum(map(self._lives.thinks, workers))
        for worker in workers:
            if self._rng.random() < 0.5:
                self._lives.starve(worker)
            else:
                self._lives.slay(worker)
        await self._some_moves()

    # Judging.

    async def _settle(self) -> None:
        """Let nothing fail until all is told that is to be told."""
        self._script.share = self._script.events = 0.0
        try:
            async with asyncio.timeout(SETTLE_S):
                while not self._lives.is_up or self._unsent():
                    if self._lives.over.is_set():
                        await self._start()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            for told in self._unsent()[:5]:
                self._wrong("stuck", told)

    def _unsent(self) -> list[str]:
        return self._record.unsent(self._lives.now())

    def _judge(self) -> None:
        """Compare everything with everything."""
        for table in list(self._tables):
            table.is_resting = False
            if not table.match_id:
                continue
            seen = table.evidence()
            if seen.info.status == "lobby":
                continue
            for kind, what in judge.wrongs(seen):
                self._wrong(kind, f"{table.slug} {table.match_id}: {what}")
            if table.is_stuck():
                self._wrong("stuck", f"{table.slug} {table.match_id}: nobody moves")
            if seen.info.status in ("over", "ended"):
                self._report.counts["matches"] += 1
                self._ended_moves += table.moves
                self._tables.remove(table)
        self._report.counts["moves"] = self._moves()
        errors = self._lives.errors()
        for error in errors[self._errors :]:
            self._wrong("traceback", error[:2000])
        self._errors = len(errors)


async def attack(run: Run) -> None:
    """Kill one bot after the other until the time is over."""
    registry.load()
    await Kills(run).attack()


EXERCISE: Final = Exercise(
    "kills",
    "the bot killed in every way while matches are played and a tenth of the requests fail",
    attack,
    {"kills": 300, "requests": 20_000},
    0.8,
)
