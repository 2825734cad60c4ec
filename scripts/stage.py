"""The demo and a walk through it in one process.

The deal is always the same, and moves don't wait.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

import simcord

from bot import StolikBot, create_bot, load_games
from config import simulated
from demo_page.places import TICK_S, Places
from demo_page.site import Site
from demo_page.world import catch_up_clock, handles_of, make_world, members_of, speak_languages
from matches.service import MatchService
from rules.notation import format_move
from tests.demo.running import RunningDemo

SEED: Final = 5
MATCH: Final = 1


def deal_alike() -> None:
    """Make chance draw the same in every run, and give each person their language."""
    speak_languages()
    defaults = dict(MatchService.__init__.__kwdefaults__ or {})
    defaults["entropy"] = lambda size: bytes([SEED]) * size
    MatchService.__init__.__kwdefaults__ = defaults


class Stage:
    """The demo in this process, and what happens in it behind the scenes.

    `plan` says which cards each person lays, in order; after that they lay at random.
    """

    def __init__(self, folder: Path, running: RunningDemo, plan: Mapping[str, str]) -> None:
        self._loop = asyncio.get_running_loop()
        load_games()
        self._bot: StolikBot = create_bot(simulated(folder / "stolik.db"))
        self._bot.steady = self._bot.clock
        self._env = simcord.Env(self._bot, settle_timeout=5)
        self._running = running
        self._places = Places(self._env, running.address.rstrip("/"))
        self._numbers = count(1)
        self._rng = Random(SEED)
        self._plan = {name: moves.split() for name, moves in plan.items()}

    async def run(self, tour: Callable[[Stage], None]) -> None:
        """Open the demo, walk through it in its own thread, close it."""
        self._env.backend.advance_clock(catch_up_clock(self._env))
        make_world(self._env)
        await self._env.start()
        site = Site(self._places, members_of(self._env), self._waits)
        try:
            await self._places.begin("match new", {"game": "krakow"})
            await site.start(self._running.port)
            walk = Thread(target=tour, args=(self,))
            walk.start()
            while walk.is_alive():  # simcord would wait for an unfinished task
                await self._places.tick()
                await asyncio.sleep(TICK_S)
        finally:
            await site.close()
            await self._env.shutdown()
            await self._bot.close()

    async def _waits(self, user_id: int) -> bool:
        return bool(await self._bot.service.turns(user_id))

    def _do(self, what: Coroutine[Any, Any, bool]) -> bool:
        """Run something in the bot's loop; called from the tour's thread."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

    def command(self, person: str, kind: str, name: str, **options: str) -> None:
        """Let somebody type a slash command in the first channel of a kind."""
        self._do(self._typed(person, kind, name, options))

    async def _typed(self, person: str, kind: str, name: str, options: dict[str, str]) -> bool:
        number = next(place.id for place in self._places.listed() if place.kind == kind)
        channel = next(c for c in handles_of(self._env) if c.id == number)
        member = next(m for m in members_of(self._env) if m.user.id == self._id(person))
        async with self._places._lock:
            with contextlib.suppress(TimeoutError):
                await member.slash(channel, name, **options)
        return True

    def _id(self, person: str) -> int:
        users = self._env.backend.users.values()
        return next(user.id for user in users if user.global_name == person)

    def play_until(self, person: str, kind: str) -> None:
        """Move for everybody until a person has to make a kind of move, or it is over."""
        while self._do(self._moved(person, kind)):
            pass

    async def _moved(self, person: str, kind: str) -> bool:
        service = self._bot.service
        for name in self._plan:
            glance = await service.glance(MATCH, self._id(name))
            moves = [format_move(move) for move in glance.moves]
            if name == person and any(move.split()[0] == kind for move in moves):
                return False
            if moves:
                number = next(self._numbers)
                chosen = self._chosen(name, moves)
                await service.play(MATCH, self._id(name), chosen, interaction_id=number)
                return True
        return False

    def _chosen(self, name: str, moves: list[str]) -> str:
        if moves[0].startswith("lay") and self._plan[name]:
            return f"lay {self._plan[name].pop(0)}"
        return self._rng.choice([move for move in moves if move != "decline"])

    def laid(self, person: str) -> None:
        """Remove from the plan what somebody has laid by hand."""
        self._plan[person].pop(0)
