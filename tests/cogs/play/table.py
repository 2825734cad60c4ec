"""A match of any game in the simulated Discord, and the ways in which its players make moves."""

from __future__ import annotations

from itertools import count
from random import Random

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from rules.notation import format_move, part_types
from rules.protocol import Move
from rules.text import Seat
from tests.cogs.play.driver import Panel
from tests.world import World, private


class Table:
    """A match and those who play it.

    Attributes:
        members: In seat order.
        home: Where it is played.
        dull: Moves of these verbs are not made at random.
    """

    def __init__(
        self, world: World, slug: str, members: tuple[MemberActor, ...], home: ChannelHandle
    ) -> None:
        self.world, self.slug, self.members, self.home = world, slug, members, home
        self.dull: tuple[str, ...] = ()
        self.rng = Random(len(members))
        self._requests = count(1)

    @classmethod
    async def begin(cls, world: World, slug: str, seats: int) -> Table:
        """Open a match in English and start it."""
        world.locales.clear()
        members = world.members[:seats]
        return cls(world, slug, members, await world.open(*members, game=slug))

    async def view(self) -> object:
        """Return what everybody sees."""
        return (await self.world.bot.service.glance(1, None)).view

    async def to_act(self) -> list[Seat]:
        """Return who has to decide; nobody once the match is over."""
        return sorted((await self.world.bot.service.info(1)).to_act)

    async def legal(self, seat: Seat) -> list[Move]:
        return list((await self.world.bot.service.glance(1, self.members[seat].id)).moves)

    async def ply(self) -> int:
        return (await self.world.bot.service.info(1)).ply

    async def make(self, seat: Seat, move: str) -> None:
        """Make a move without Discord."""
        service, user = self.world.bot.service, self.members[seat].id
        await service.play(1, user, move, interaction_id=next(self._requests))

    async def step(self) -> None:
        """Let anybody who has to decide make any move that is not dull, without Discord."""
        seat = self.rng.choice(await self.to_act())
        moves = [format_move(move) for move in await self.legal(seat)]
        lively = [move for move in moves if not move.startswith(self.dull)] if self.dull else moves
        await self.make(seat, self.rng.choice(lively or moves))

    async def panel(self, seat: Seat) -> Panel:
        return await Panel(self.world, self.members[seat]).open(self.home)

    async def say(self, seat: Seat, move: str) -> InteractionResult:
        """Write a move as /move."""
        return await self.members[seat].slash(self.home, "move", move=move)

    # The three ways to make a move.

    async def tap(self, seat: Seat) -> None:
        await (await self.panel(seat)).play(self.rng)

    async def command(self, seat: Seat) -> None:
        """Use the game's own command, each option as it is offered."""
        member, moves = self.members[seat], await self.legal(seat)
        kind = type(self.rng.choice(moves))
        name, filled = f"{self.slug} {kind.command.msgid}", dict[str, str]()
        for part in part_types(kind):
            offered = await member.autocomplete(self.home, name, part, "", **filled)
            assert 0 < len(offered) <= 25
            filled[part] = self.rng.choice(offered)["value"]
        private(await member.slash(self.home, name, **filled))

    async def notation(self, seat: Seat) -> None:
        """Use /move with what is offered there."""
        offered = await self.members[seat].autocomplete(self.home, "move", "move", "")
        private(await self.say(seat, self.rng.choice(offered)["value"]))
