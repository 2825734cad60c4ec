"""F: whole matches while a share of all requests fails, and what the channels say."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from bench.recorded import CHANNEL, USER
from bench.table import Figure, Plan, Timed, limited, row
from matches.domain.history.timeline import Timeline, parsed
from rules import registry
from rules.notation import format_move
from tests.range.faults import Script
from tests.range.interactions import Asked
from tests.range.process import OURS, Process
from tests.range.server import Range
from tests.soak import judge
from tests.soak.evidence import Evidence, turn_posts
from tests.soak.record import Found, Record

HURRY: Final = 60
"""The outbox's delays are divided by this."""
SHARE: Final = 0.1
SEATS: Final = 2
AT_ONCE: Final = 24
"""Matches that are played at the same time."""
FIRST_S: Final = 3
"""After how long without a first answer Discord shows that it failed."""
ANSWER_S: Final = 6
"""The seconds a player waits for a promised answer before trying again."""
TRIES: Final = 200
"""The most tries of a step before a match counts as stuck."""
TRUTH_S: Final = 120
"""The seconds the outbox gets after the last fault: eight of its longest delays."""
LAST_S: Final = 3.0
"""The seconds to wait for posts that shouldn't come."""


@dataclass
class Played:
    """The results of some matches.

    Attributes:
        matches: How many were played.
        moves: How many moves were asked for and acknowledged.
        unanswered: How many requests of players got no answer.
        lost: Acknowledged moves that are not in the log.
        stuck: Matches that couldn't be played to their end.
        untrue: Matches whose newest post is not their result.
        doubled: Posts that repeat what another one has told.
        bare: Public pings that never got their layout.
        bare_dms: Direct messages that never did.
        called_twice: Repeated pings for the same decision.
        truth_s: Seconds from the last fault until all was true; `TRUTH_S` if it never was.
        struck: How many requests failed.
    """

    matches: int
    moves: int = 0
    unanswered: int = 0
    lost: int = 0
    stuck: int = 0
    untrue: int = 0
    doubled: int = 0
    bare: int = 0
    bare_dms: int = 0
    called_twice: int = 0
    truth_s: float = 0.0
    struck: int = 0
    acked: list[tuple[int, int, str]] = field(default_factory=list)


@dataclass
class Table:
    """A match in its own channel, and its two players."""

    number: int
    fake: Range
    log: Record
    into: Played

    def __post_init__(self) -> None:
        slugs = registry.slugs()
        self.slug = slugs[self.number % len(slugs)]
        self.channel = CHANNEL + self.number
        self.users = [USER + 10 * self.number + seat * 4 for seat in range(SEATS)]
        self.match_id = 0
        self.line = Timeline(registry.get(self.slug), SEATS, frozenset())
        self._rng = Random(self.number)

    async def play(self) -> None:
        """Open the match, play it to its end, and note what goes wrong."""
        opened = await self._until(
            lambda: self.fake.slash(
                self.channel, self.users[0], "match", "new", game=self.slug, thread=False
            ),
            lambda found: True,
        )
        joined = opened and await self._until(
            lambda: self._click(self.users[1], "join"), lambda found: found.seats == SEATS
        )
        started = joined and await self._until(
            lambda: self._click(self.users[0], "start"), lambda found: found.status != "lobby"
        )
        if not started or not await self._moves():
            self.into.stuck += 1

    async def _until(
        self,
        ask: Callable[[], Awaitable[Asked]],
        done: Callable[[Found], bool],
    ) -> bool:
        """Repeat a request until the match is as wanted; return whether that happened."""
        for _ in range(TRIES):
            found = self.log.match_in(self.channel)
            if found is not None:
                self.match_id = found.id
                if done(found):
                    return True
            await self._answered(await ask())
        return False

    async def _click(self, user: int, verb: str) -> Asked:
        return await self.fake.click(self.channel, user, f"b{verb}:{self.match_id}:")

    async def _answered(self, asked: Asked) -> bool:
        try:
            await asyncio.wait_for(asked.first.wait(), FIRST_S)
            await asyncio.wait_for(asked.answered, ANSWER_S)
        except TimeoutError:
            self.into.unanswered += 1
            return False
        return True

    def catch_up(self) -> None:
        """Make the moves here that the bot has accepted."""
        for _, seat, move in self.log.rows(self.match_id, self.line.ply):
            self.line.move(seat, parsed(self.slug, move))

    async def _moves(self) -> bool:
        tries = 0
        while tries < TRIES:
            before = self.line.ply
            self.catch_up()
            tries = 0 if self.line.ply > before else tries + 1
            if not self.line.waiting:
                return True
            seat = min(self.line.waiting)
            legal = self.line.rules.legal_moves(self.line.state, seat)
            move = format_move(self._rng.choice(legal))
            ply = self.line.ply + 1
            asked = await self.fake.slash(self.channel, self.users[seat], "move", move=move)
            if await self._answered(asked):
                found = self.log.rows(self.match_id, ply - 1)
                if found and found[0] == (ply, seat, move):
                    self.into.moves += 1
                    self.into.acked.append((self.match_id, ply, move))
                else:
                    self.into.unanswered += 1  # refused: the request before it arrived late
        return False

    # The judge.

    async def truth(self) -> None:
        """Wait until the newest post is true."""
        while not self.is_true():  # noqa: ASYNC110 - whatever makes it true
            await asyncio.sleep(0.1)

    def is_true(self) -> bool:
        """Return whether the newest post of a turn is the match's result."""
        outcome, info = (
            self.line.rules.outcome(self.line.state),
            self.log.stored(self.match_id).info,
        )
        turns = turn_posts(self.match_id, self.fake.kept(self.channel))
        if outcome is None or not turns:
            return False
        newest, ply = turns[-1]
        shows_end = f'"bview:{self.match_id}:{ply}.end"' in newest.text and ply == self.line.ply
        info = self.log.stored(self.match_id).info
        return shows_end and judge.says_result(newest, outcome, info)

    def judge(self) -> None:
        """Count the mistakes once everything has settled."""
        into = self.into
        letters = {user: self.fake.dms(user) for user in self.users}
        seen = Evidence(
            self.log.stored(self.match_id),
            self.log.outbox(self.match_id),
            posts=self.fake.kept(self.channel),
            letters=letters,
        )
        into.untrue += not self.is_true()
        into.doubled += len(list(judge.doubled(seen)))
        into.bare += len(list(judge.bare(self.match_id, seen.posts)))
        into.bare_dms += sum(
            len(list(judge.bare(self.match_id, kept))) for kept in letters.values()
        )
        into.called_twice += len(list(judge.called_twice(seen)))


async def played(
    folder: Path, matches: int, share: float, *, seed: int = 1, last_s: float = LAST_S
) -> Played:
    """Play matches while a share of the requests fails, and judge once all settles.

    Args:
        folder: Where the database is made.
        matches: How many.
        share: The share.
        seed: The faults follow from it.
        last_s: The seconds to wait for posts that shouldn't come.
    """
    into = Played(matches)
    script = Script(seed, 0.0)
    fake = Range.of_channels([CHANNEL + n for n in range(matches)], script)
    path = folder / f"faults-{share}.db"
    await fake.open()
    side = Process(fake, (OURS, str(path), str(HURRY)))
    try:
        await side.start()
        log = Record(path)
        tables = [Table(n, fake, log, into) for n in range(matches)]
        script.share = share
        room = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> None:
            async with room:
                await table.play()

        await asyncio.gather(*(one(table) for table in tables))
        script.share = 0.0
        into.struck = script.struck.total()
        begun = time.perf_counter()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TRUTH_S):
                for table in tables:
                    await table.truth()
        into.truth_s = time.perf_counter() - begun
        await asyncio.sleep(last_s)
        for table in tables:
            table.judge()
        stored = {(m, p, move) for m in {t.match_id for t in tables} for p, _, move in log.rows(m)}
        into.lost = len(set(into.acked) - stored)
        log.close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            await side.stop()
        await fake.close()
    return into


async def _both(folder: Path, matches: int, share: float, last_s: float) -> tuple[Played, Played]:
    """Return the results without faults and with them; both mostly wait."""
    calm, struck = (played(folder, matches, some, last_s=last_s) for some in (0.0, share))
    floor, ours = await asyncio.gather(calm, struck)
    return floor, ours


@row("F1", timed=Timed.NOT)
def faults(plan: Plan) -> Iterator[Figure]:
    """Measure matches with a tenth of the requests failing, beside none failing."""
    matches = plan.size(1, 3, 200)
    share, last_s = (SHARE / 4, 0.0) if plan.is_tiny else (SHARE, LAST_S)
    if plan.is_tiny:  # nobody looks at what it is compared with
        floor = ours = asyncio.run(played(plan.folder, matches, share, last_s=last_s))
    else:
        floor, ours = asyncio.run(_both(plan.folder, matches, share, last_s))
    note = f"{ours.moves} moves, {ours.struck} requests failed, {ours.unanswered} not answered"

    def none(what: str, found: int, without: int) -> Figure:
        return Figure(what, found, "", "no faults", without, found, 0)

    yield Figure(
        f"{matches} matches, newest post not the result",
        *(ours.untrue, "", "no faults", floor.untrue, ours.untrue, 0),
        note=note,
    )
    yield none("matches not played to their end", ours.stuck, floor.stuck)
    yield none("acknowledged moves lost", ours.lost, floor.lost)
    yield none("posts doubled", ours.doubled, floor.doubled)
    yield none("posts that stayed a bare call", ours.bare, floor.bare)
    yield none("DMs that stayed a bare call", ours.bare_dms, floor.bare_dms)
    yield none("called twice for one decision", ours.called_twice, floor.called_twice)
    limit = 60.0
    told = f"the outbox's delays are {HURRY} times as short; without faults {floor.truth_s:.1f} s"
    yield limited("all posts true after the last fault", ours.truth_s, "s", limit, told)
