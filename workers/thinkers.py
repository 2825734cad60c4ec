"""Thinking beside the event loop: in processes, in a fair order, always answering.

What goes into a process is a state dealt anew for the seat, so that nothing the seat can't know
leaves the caller; what comes out is checked against the true state. Whatever goes wrong in between
costs the seat its search, not its turn: the instant player answers then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from math import inf, isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Final

from monitor import metrics
from players import instant
from players.levels import GOOD, LEVELS, Level
from players.search import thought
from rules.errors import GameError, WorkerError
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat
from workers.fairness import FairQueue, Purses, haste
from workers.process import Process

if TYPE_CHECKING:
    from random import Random

log = logging.getLogger(__name__)

LONGEST_S: Final = 3.0
"""A process that thinks for longer hangs, and is replaced."""
STARTING_S: Final = 10.0
"""How much longer it has to start: that takes seconds on a busy machine."""
SHORTEST_S: Final = 0.05
"""Who has less time doesn't wait for a process."""
NICE: Final = 10
"""How far the processes step back, so that answers and pictures go first."""


class Thinkers:
    """The processes that think; they are started when they are first needed."""

    def __init__(self, count: int) -> None:
        self._all = tuple(
            Process("thinking", LONGEST_S, tries=1, nice=NICE, starting_s=STARTING_S)
            for _ in range(count)
        )
        self._free = list(self._all)
        self._queue = FairQueue[Process]()
        self._purses = Purses()
        self._looking = asyncio.Lock()
        """Held by whom the instant player answers, so that steps do not add up."""

    async def think(
        self,
        rules: AnyRules,
        state: object,
        seat: Seat,
        level: str,
        rng: Random,
        *,
        server: int,
        match: int,
        within_s: float,
    ) -> Move:
        """Return a legal move of the seat, if there is no time the instant player's.

        It takes what `decide` takes, but the name of a `level`; `within_s` is how long it may take
        in all, waiting included.
        """
        wanted = LEVELS[level]
        if within_s > SHORTEST_S:
            until = asyncio.get_running_loop().time() + within_s
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    return await self.decide(
                        rules, state, seat, wanted, rng, server=server, match=match, until=until
                    )
        return await self._at_once(rules, state, seat, rng, wanted)

    async def decide(
        self,
        rules: AnyRules,
        state: object,
        seat: Seat,
        level: Level,
        rng: Random,
        *,
        server: int,
        match: int,
        until: float = inf,
    ) -> Move:
        """Return a legal move of the seat in the state, whatever happens.

        Args:
            rules: The game, as the registry knows it.
            state: The true state; only what the seat may know of it is used.
            seat: A seat that has to decide.
            level: How well it plays.
            rng: Where its luck comes from.
            server: Whose time it takes, and who takes turns with others.
            match: Who takes turns within the server.
            until: When the caller gives up, by the clock of the event loop.

        Raises:
            TimeoutError: That time has come, or nearly, before its turn.
        """
        asked = perf_counter()
        if self._all:
            try:
                process = await self._turn(server, match)
                try:  # only now: many may ask in the same moment
                    if until - asyncio.get_running_loop().time() < SHORTEST_S:
                        raise TimeoutError
                    guess = rules.redeal(state, seat, rng)
                except BaseException:
                    self._give_back(process)
                    raise
                job = partial(thought, rules.info.slug, guess, seat, seed=rng.getrandbits(64))
                hurried = self._now(level, server, until)
                # A process whose answer nobody waits for is still thinking, so it isn't free.
                answer = asyncio.ensure_future(process.do(partial(job, level=hurried)))
                answer.add_done_callback(partial(self._done, process))
                move = await asyncio.shield(answer)
                _check(rules, state, seat, move)
            except WorkerError as error:
                log.warning("thinking failed in %s: %s", rules.info.slug, error)
            except GameError as error:
                log.warning("an illegal thought in %s: %s", rules.info.slug, type(error).__name__)
            else:
                metrics.thought("search", perf_counter() - asked)
                return move
        return await self._at_once(rules, state, seat, rng, level)

    async def _at_once(
        self, rules: AnyRules, state: object, seat: Seat, rng: Random, level: Level
    ) -> Move:
        async with self._looking:
            return await at_once(rules, rules.redeal(state, seat, rng), seat, rng, level)

    async def _turn(self, server: int, match: int) -> Process:
        """Wait for the match's turn; return the process that it may use."""
        turn = self._queue.join(server, match)
        self._next()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was left just then
                self._give_back(turn.result())
            raise

    def _done(self, process: Process, answer: asyncio.Future[object]) -> None:
        """Give back a process that has answered, also one that nobody listens to any more."""
        if not answer.cancelled():
            answer.exception()
        self._give_back(process)

    def _now(self, level: Level, server: int, until: float) -> Level:
        """Return the level with the time that there is for it now, paid by its server.

        Those who wait have to be done in time, too; a server's purse matters only to others.
        """
        now, waiting = asyncio.get_running_loop().time(), len(self._queue)
        share = haste(waiting, len(self._all))
        if self._queue.has_others(server):
            share = min(share, self._purses.share(server, now))
        ours = len(self._all) / (len(self._all) + waiting)
        hurried = level.hurried(share).within(until - now, ours)
        if isfinite(hurried.seconds):
            self._purses.pay(server, hurried.seconds, now)
        return hurried

    def _next(self) -> None:
        while self._free and (turn := self._queue.first()) is not None:
            turn.set_result(self._free.pop())

    def _give_back(self, process: Process) -> None:
        self._free.append(process)
        self._next()

    async def close(self) -> None:
        """Stop the processes; whoever still waits for one is answered at once.

        A thought that nobody waits for any more is not finished: that takes seconds.
        """
        for process in self._all:
            await process.close(at_once=True)


def _check(rules: AnyRules, state: object, seat: Seat, move: object) -> None:
    """Raise a GameError unless it is a legal move of the seat."""
    if type(move) not in rules.move_types:
        raise WorkerError("no move")
    assert isinstance(move, Move)
    rules.check(state, seat, move)


async def at_once(
    rules: AnyRules, guess: object, seat: Seat, rng: Random, level: Level = GOOD
) -> Move:
    """Return the instant player's move, or any if that fails, too; an easy one slips.

    Between two lines of play that it looks at, others have their turn on the event loop.
    """
    asked = perf_counter()
    try:
        steps = instant.choosing(rules, guess, seat, rng, slipping=not level.playouts)
        while True:
            next(steps)
            await asyncio.sleep(0)
    except StopIteration as end:
        found: Move = end.value
        metrics.thought("instant", perf_counter() - asked)
        return found
    except Exception as error:  # noqa: BLE001 - a seat without an answer would stop its match
        log.warning("no instant choice in %s: %s", rules.info.slug, type(error).__name__)
        return rng.choice(rules.legal_moves(guess, seat))
