"""Whole matches with computers on every number of seats: nothing is lost, nothing comes twice.

Each is played through the simulated Discord: every game, player count and variant, with no, one
and all but one seat of a computer, the bot restarted after a while and killed after another. ``make
test`` plays one of each game; ``STOLIK_WHOLE=1000`` plays them all, in some minutes.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from itertools import chain, zip_longest
from typing import Final, NamedTuple

import pytest
from simcord.actors import MemberActor

from matches.db.outbox import OPEN
from matches.domain.table import computers
from matches.domain.table.computers import MOST_COMPUTERS
from rules import registry
from rules.notation import format_move
from tests.cogs.test_cog_computers import play
from tests.matches.fakes import settle, until
from tests.world import World
from workers.thinkers import Thinkers

COUNT: Final = int(os.environ.get("STOLIK_WHOLE", str(len(registry.slugs()))))


class Case(NamedTuple):
    """A match to play."""

    game: str
    seats: int
    computers: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it as the name of a test."""
        return "-".join(map(str, (self.game, self.seats, self.computers, *self.options)))


def of_game(slug: str) -> list[Case]:
    """Return all matches of a game, in a mixed order that begins with a small one."""
    info = registry.get(slug).info
    variants = [(), *((option.slug,) for option in info.options)]
    found = [
        Case(slug, seats, computers, options)
        for options in variants
        for seats in info.counts(frozenset(options))
        for computers in sorted({0, min(1, seats - 1), min(seats - 1, MOST_COMPUTERS)})
    ]
    small = Case(slug, 2, 1)
    return [small, *random.Random(slug).sample(rest := [c for c in found if c != small], len(rest))]


CASES: Final = [
    case for case in chain(*zip_longest(*map(of_game, registry.slugs()))) if case is not None
]


def people(world: World, count: int) -> list[MemberActor]:
    """Return so many people on the server; whoever is missing comes."""
    found = list(world.members[:count])
    for number in range(len(found), count):
        user = world.env.create_user(f"guest{number}", global_name=f"Guest {number}")
        found.append(world.guild.add_member(user))
    return found


async def begin(world: World, case: Case, level: str = "easy", *, start: bool = True) -> None:
    """Open a match, and start it."""
    await world.open(
        *people(world, case.seats - case.computers),
        game=case.game,
        seats=case.seats,
        computers=case.computers,
        level=level,
        options=",".join(case.options),
        start=start,
    )
    assert (await world.bot.service.info(1)).status == ("live" if start else "lobby")


async def check(world: World, case: Case) -> None:
    """Check that a match was played to its end, and told once."""
    service = world.bot.service
    info, home = await service.info(1), await world.home()
    assert info.ending == "played"
    assert sum(1 for seat in info.seats if seat.level) == case.computers
    await until(lambda: "seed for all draws" in world.posts(home)[-1])
    entries = await service.history.log(1, None)
    assert [entry.ply for entry in entries] == [*range(1, info.ply + 1)]
    assert {entry.seat for entry in entries if entry.seat >= 0} == {*range(case.seats)}
    assert sum("seed for all draws" in post for post in world.posts(home)) == 1
    draws = await service.history.verify(1)
    assert (draws.differing, draws.sealed) == ((), True)
    owed = f"SELECT kind FROM outbox WHERE {OPEN}"  # noqa: S608 - a constant
    assert await world.bot.store.read(lambda db: db.execute(owed).fetchall()) == []


@pytest.mark.parametrize("case", CASES[:COUNT], ids=str)
async def test_a_whole_match_with_a_restart_and_a_crash(
    world: World, expected_errors: list[str], case: Case
) -> None:
    expected_errors.append("outbox")  # what it was posting when it was killed
    await begin(world, case)
    await play(world, 1, 4)
    await world.restart()
    await play(world, 1, 4)
    await world.crash()
    await world.bot.service.computers.rest()
    await play(world, 1)
    await settle(world.bot.outbox)
    await check(world, case)


async def test_a_worker_and_the_bot_are_killed_while_they_think(
    world: World, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_errors.append("outbox")
    made = list[Thinkers]()

    def thinkers(_: int) -> Thinkers:
        made.append(Thinkers(1))
        return made[-1]

    monkeypatch.setattr("bot.Thinkers", thinkers)
    await world.restart()
    case = Case("letnisko", 3, 2)
    await begin(world, case, "strong", start=False)
    await world.bot.service.lobby.start(1, world.ada.id)
    await one_move(world)
    process = made[-1]._all[0]
    await until(lambda: process._running is not None)
    assert process._running is not None
    assert world.bot.service.computers._at_work
    os.kill(process._running.pid, signal.SIGKILL)
    await world.bot.service.computers.rest()
    assert not computers.due(await world.bot.service.info(1)), "the instant player answers"

    await one_move(world)
    await asyncio.sleep(0.1)
    assert world.bot.service.computers._at_work
    monkeypatch.setattr("bot.Thinkers", lambda _: Thinkers(0))
    await world.crash()
    await world.bot.service.computers.rest()
    await play(world, 1)
    await settle(world.bot.outbox)
    await check(world, case)
    for one in made:
        await one.close()


async def one_move(world: World) -> None:
    """Let people move until a computer thinks."""
    service, rng = world.bot.service, random.Random(1)
    while not computers.due(info := await service.info(1)):
        user = info.seats[min(info.to_act)].user_id
        move = format_move(rng.choice((await service.glance(1, user)).moves))
        await service.play(1, user, move, interaction_id=info.ply + 1)
