"""The bot is killed in every way while matches are played and a tenth of its requests fail."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from typing import Any, Final, NamedTuple

from rules import registry
from tests.range.permissions import ALL
from tests.range.rates import Grants, generous
from tests.range.server import GUILD, Range
from tests.range.world import World
from tests.soak import judge
from tests.soak.found import is_found
from tests.soak.kills_lives import Lives
from tests.soak.kills_players import Table, Watched
from tests.soak.record import Absent, Clocks, Record
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
LIVES: Final = 12
"""How many lives there are from one judgement to the next."""
SETTLE_S: Final = 40.0
"""How long it may take until all is told, once nothing fails any more."""
HOUR_S: Final = 3600.0
ARCHIVED: Final = 0.1
"""How often a thread is archived before a bot dies."""
SLOW, SLOW_S = 0.1, 2.0
"""How often a bot waits for more servers as long as discord.py does by itself."""
BELATED, BELATED_WITHIN_S = 3, 12.0
"""How many messages arrive belatedly before a judgement, and how long they are waited for."""
LONG_AWAY: Final = 0.15
"""How often a bot is away for hours before it is started again."""
ENOUGH_S: Final = 20.0
"""After how long there is a judgement even if there were few lives."""
MESSAGES: Final = "/channels/*/messages"


LOOKED_AT_AGAIN: Final = 3
"""How many times a match is judged again after its end."""


class Way(NamedTuple):
    """A way to live and die.

    Attributes:
        weight: How often it is drawn.
        live: What happens to the bot once it is ready, before it is killed.
        begin: Returns how the bot is started, as `Lives.start` takes it.
    """

    name: str
    weight: int
    live: Callable[[], Awaitable[None]]
    begin: Callable[[], dict[str, Any]] = dict


@dataclass(slots=True)
class Ended:
    """A match that has ended, and how many posts there were then.

    Attributes:
        left: How often it is still looked at: until then bots die and start.
    """

    table: Table
    posts: int
    left: int = LOOKED_AT_AGAIN


class Kills:
    """One run of the exercise, which ends after its seconds or some kills."""

    def __init__(self, run: Run, *, most: float = inf, tables: int = TABLES) -> None:
        self._run, self._report, self._rng = run, run.report, Random(run.seed)
        self._most, self._most_tables = most, tables
        self._script = Watched(run.seed)
        self._fake = Range(World(), self._script, self._grants())
        for number in self._guilds():
            guild = self._fake.world.add_guild(number, "a server", 1, everyone=ALL, bot=ALL)
            for user in PEOPLE:
                self._fake.world.join(guild, user)
        self._lives = self._bots()
        self._record = Record(self._lives.database)
        self._tables: list[Table] = []
        self._over: list[Ended] = []
        self._known: set[tuple[str, str]] = set()
        self._opened = self._ended_moves = self._errors = 0
        self._before: tuple[Clocks, Absent] | None = None
        self._ways = self._all_ways()

    @staticmethod
    def _guilds() -> Sequence[int]:
        """Return the numbers of the servers that there are."""
        return (GUILD,)

    @staticmethod
    def _grants() -> Grants:
        return generous()

    def _bots(self) -> Lives:
        """Return those who are killed."""
        return Lives(self._fake, self._run.folder)

    def _all_ways(self) -> Sequence[Way]:
        """Return the ways to die."""
        return (
            Way("at random", 4, self._some_moves),
            Way("at a statement", 5, self._doomed, lambda: self._doom("statement", 400)),
            Way("at a request", 5, self._doomed, lambda: self._doom("request", 60)),
            Way("asked to end", 2, self._asked),
            Way("asleep", 1, self._asleep),
            Way("replaced", 1, self._replaced),
            Way("clock jumped", 2, self._clock_jumps),
            Way("connection broken", 2, self._disconnected),
            Way("while a worker thinks", 2, self._thinks, lambda: {"processes": True}),
            Way("worker died", 1, self._worker_dies, lambda: {"processes": True}),
        )

    async def attack(self) -> None:
        """Kill one bot after the other until it's over."""
        ends = time.monotonic() + self._run.seconds
        await self._fake.open()
        await self._lives.open()
        try:
            await self._begin()
            while self._goes_on(ends):
                await self._round(ends)
        finally:
            self._report.counts["requests"] = self._script.requests
            self._report.counts["requests failed"] = self._script.struck.total()
            await self._lives.close()
            self._record.close()
            await self._fake.close()

    async def _begin(self) -> None:
        """Start what makes the database."""
        await self._lives.start()

    def _goes_on(self, ends: float) -> bool:
        is_time = time.monotonic() < ends and self._report.counts["kills"] < self._most
        return is_time and not is_found(self._run)

    async def _round(self, ends: float) -> None:
        """Play through some lives, let all settle, and judge."""
        while len(self._tables) < self._most_tables:
            self.sit_down()
        self._script.share, self._script.events = SHARE, EVENTS
        playing = [asyncio.create_task(table.play()) for table in self._tables]
        ends = min(ends, time.monotonic() + ENOUGH_S)
        for _ in range(LIVES):
            if self._goes_on(ends):
                await self._weather()
                await self._one_life()
        await self._arrive_belatedly()
        for table in self._tables:
            table.is_resting = True
        await self._settle()
        await asyncio.gather(*playing)
        await self._settle()
        self._judge()

    async def _arrive_belatedly(self) -> None:
        """Let some messages arrive a while after their connection was broken, and nothing fail.

        Whatever else failed would let the bot look for its messages, and so find these.
        """
        self._script.share = self._script.events = 0.0
        self._script.mend()
        if self._lives.over.is_set():
            await self._start()
        before = self._script.struck["belated"]
        self._script.plan("POST", MESSAGES, "belated", times=BELATED)
        with suppress(TimeoutError):
            async with asyncio.timeout(BELATED_WITHIN_S):
                while self._script.struck["belated"] < before + BELATED:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)

    def sit_down(self) -> Table:
        """Open another table, and return it."""
        users, guilds = self._rng.sample(PEOPLE, 4), self._guilds()
        self._tables.append(
            Table(
                self._opened,
                users,
                self._fake,
                self._lives,
                self._record,
                self._report,
                self._run.seed,
                guilds[self._opened % len(guilds)],
            )
        )
        self._opened += 1
        return self._tables[-1]

    async def _one_life(self) -> None:
        """Let a bot live and die in some way."""
        begun = not self._lives.over.is_set()
        ways = [way for way in self._ways if not begun or way.begin is dict]
        (way,) = self._rng.choices(ways, [way.weight for way in ways])
        if begun or await self._start_once(**way.begin()):
            await way.live()
        if not self._lives.over.is_set():
            await self._lives.kill()
        self._report.counts["kills"] += 1
        self._report.counts[way.name] += 1

    async def _start(self) -> None:
        """Start bots until one is ready."""
        while not await self._start_once():
            pass

    async def _start_once(self, **how: Any) -> bool:
        """Start a bot, perhaps hours later, and look what became of the clocks.

        One that dies before it is ready has perhaps given some time back, so what the clocks were
        before it is compared with what they are once another one is ready.

        Returns:
            Whether it lived until it was ready.
        """
        if self._rng.random() < LONG_AWAY:
            await self._later()
        if self._before is None:
            self._before = self._record.clocks(), self._record.absent()
        clocks, absent = self._before
        if self._rng.random() < SLOW:
            how["ready_s"] = SLOW_S
        if not await self._lives.start(**how):
            return False
        self._before = None
        now, after = self._lives.now(), self._record.clocks()
        for what in judge.moved_otherwise(clocks, after, absent.gap_s, now, self._lives.ready_s):
            self._wrong("clock", what)
        return True

    async def _later(self) -> None:
        """Let some hours pass, for the bot and for Discord; nothing is on its way for so long."""
        while not self._fake.is_quiet:  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0.02)
        hours = self._rng.uniform(0.2, 12.0)
        self._jump(hours * HOUR_S)
        self._fake.world.later_s += hours * HOUR_S

    def _jump(self, seconds: float) -> None:
        """Change the time by the bot's clock, by which it forgets what is old."""
        for table in (*self._tables, *(one.table for one in self._over)):
            table.note_plies()
        self._lives.jump(seconds)

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

    def _wrong(self, kind: str, what: str, doing: str = "") -> None:
        """Report something once, however often it is found."""
        if (kind, what) not in self._known:
            self._known.add((kind, what))
            self._report.wrong(kind, what, doing)

    async def _weather(self) -> None:
        """Change what the bot finds, and what becomes of single requests."""
        rng, world = self._rng, self._fake.world
        self._script.plan("*", f"{MESSAGES}*", rng.choice(("401", "429", "429 global")))
        user = world.user(rng.choice(PEOPLE))
        user.takes_dms = not user.takes_dms or rng.random() < 0.5
        threads = [one for one in world.channels.values() if one.is_thread and not one.archived]
        if threads and rng.random() < ARCHIVED:
            thread = rng.choice(threads)
            thread.archived = True
            await self._fake.tell_channel("THREAD_UPDATE", thread)
            self._report.counts["threads archived"] += 1

    # Ways to die.

    def _doom(self, what: str, most: int) -> dict[str, Any]:
        """Return how a bot is started that kills itself."""
        after = self._rng.random() < 0.5
        return {"dies_at": what, "number": self._rng.randint(1, most), "after": after}

    async def _doomed(self) -> None:
        """Wait until a bot has killed itself."""
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
            await self._later()
        self._lives.go_on()
        await self._some_moves()

    async def _replaced(self) -> None:
        """Let another bot take the place of one that sleeps."""
        await self._see_off()
        await self._lives.wait_beside()
        if await self._lives.replaced_early():
            self._wrong("two at once", "a bot took the place of one that lived")
        await self._some_moves()
        if doing := await self._lives.replace():
            self._wrong("stuck", "no bot took the place of one that slept", doing)
        await self._some_moves()

    async def _see_off(self) -> None:
        """Wait until a bot that was replaced has ended."""
        if not await self._lives.replaced_ended():
            self._wrong("stuck", "a bot that was replaced didn't end")

    async def _clock_jumps(self) -> None:
        self._jump(self._rng.uniform(-12.0, 12.0) * HOUR_S)
        await self._some_moves()

    async def _disconnected(self) -> None:
        """Let the connection to Discord break in one of its ways."""
        await self._some_moves()
        gateway = self._fake.gateway
        breaks = (
            gateway.drop,
            partial(gateway.drop, close=4000),
            gateway.lose,
            partial(gateway.invalidate, resumable=True),
            gateway.invalidate,
            gateway.ask_to_reconnect,
        )
        await self._rng.choice(breaks)()
        await self._some_moves()

    async def _thinks(self) -> None:
        """Wait until a process thinks for a computer player."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not self._is_thinking():  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
                self._report.counts["killed while thinking"] += 1

    def _is_thinking(self) -> bool:
        lives = self._lives
        at_work = any(lives.thinks(one) and lives.is_busy(one) for one in lives.workers())
        return at_work and bool(self._record.computers_due())

    async def _worker_dies(self) -> None:
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
        await self._see_off()
        self._script.share = self._script.events = 0.0
        self._script.mend()
        try:
            async with asyncio.timeout(SETTLE_S):
                while not (self._lives.is_up and self._fake.is_quiet) or self._unsent():
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
        self._judge_again()
        for table in list(self._tables):
            table.is_resting = False
            if not table.match_id:
                continue
            table.drop_strays()
            seen = table.evidence()
            if seen.info.status == "lobby":
                continue
            for kind, what in judge.wrongs(seen):
                self._wrong(kind, f"{table.slug} {table.match_id}: {what}")
            if table.is_stuck():
                self._wrong("stuck", f"{table.slug} {table.match_id}: nobody moves")
            if seen.info.status in ("over", "ended"):
                self._report.counts["matches finished"] += 1
                self._ended_moves += table.moves
                self._tables.remove(table)
                self._over.append(Ended(table, len(seen.turns)))
        self._report.counts["moves"] = self._moves()
        errors = self._lives.errors()
        for error in errors[self._errors :]:
            self._wrong("traceback", error)
        self._errors = len(errors)

    def _judge_again(self) -> None:
        """Look at matches that have ended before."""
        for one in self._over:
            one.left -= 1
            table, seen = one.table, one.table.evidence()
            for kind, what in judge.wrongs(seen):
                self._wrong(kind, f"{table.slug} {table.match_id}, over: {what}")
            if (more := len(seen.turns) - one.posts) > 0:
                self._wrong("doubled", f"{table.slug} {table.match_id}: {more} posts after the end")
            self._report.counts["looks after the end"] += 1
        self._over = [one for one in self._over if one.left]


async def attack(run: Run) -> None:
    """Kill one bot after the other until the time is over."""
    registry.load()
    await Kills(run).attack()


EXERCISE: Final = Exercise(
    "kills",
    "the bot killed in every way while matches are played and a tenth of the requests fail",
    attack,
    {
        "kills": 300,
        "requests": 20_000,
        "killed while thinking": 10,
        "matches finished": 10,
        "looks after the end": 20,
    },
    0.75,
)
