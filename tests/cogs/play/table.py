"""A match of any game in the simulated Discord, and how its players make moves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Generic, TypeVar, cast

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from render.i18n import translate
from rules.notation import format_move, part_types
from rules.protocol import Move
from rules.text import Seat
from tests.cogs.play.driver import Panel
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, shown_messages

V = TypeVar("V")
"""The view of the game."""


def why(result: InteractionResult) -> list[str]:
    """Return the rules that a refusal leads to."""
    ids = [i for m in shown_messages(result) for i in custom_ids({"components": m.components})]
    return [i.split(":", 2)[2].partition("~")[0] for i in ids if i.startswith("bwhy:")]


class Table(Generic[V]):
    """A match and its players.

    Attributes:
        members: In seat order.
        home: The place where it is played.
        dull: Moves of these verbs are not made at random.
    """

    def __init__(
        self,
        world: World,
        slug: str,
        members: tuple[MemberActor, ...],
        home: ChannelHandle,
        seed: int,
    ) -> None:
        self.world, self.slug, self.members, self.home = world, slug, members, home
        self.dull: tuple[str, ...] = ()
        self.rng = Random(seed)
        self._requests = count(1)

    @classmethod
    async def begin(
        cls, world: World, slug: str, seats: int, seed: int | None = None, options: str = ""
    ) -> Table[V]:
        """Open a match in English and start it; a fifth player comes to the server for it."""
        world.locales.clear()
        members = world.members
        if seats > len(members):
            user = world.env.create_user("eve", global_name="Eve")
            world.guild.add_member(user)
            members = (*members, MemberActor(world.env, world.guild, user))
        home = await world.open(*members[:seats], game=slug, options=options)
        return cls(world, slug, members[:seats], home, seats if seed is None else seed)

    async def view(self) -> V:
        """Return what everybody sees."""
        return cast("V", (await self.world.bot.service.glance(1, None)).view)

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
        """Let somebody who has to decide make any move that is not dull, without Discord."""
        seat = self.rng.choice(await self.to_act())
        moves = [format_move(move) for move in await self.legal(seat)]
        lively = [move for move in moves if not move.startswith(self.dull)] if self.dull else moves
        await self.make(seat, self.rng.choice(lively or moves))

    async def bring_on(self, until: Callable[[V], bool]) -> V:
        """Make moves until the match is where a test wants it."""
        while not until(view := await self.view()):
            await self.step()
        await settle(self.world.bot.outbox)
        return view

    async def check_result_is_posted(self) -> None:
        """Check that the last post shows the result, and nothing can be undone."""
        outcome = (await self.world.bot.service.glance(1, None)).outcome
        assert outcome is not None
        last = self.world.posts(self.home)[-1]
        names = {seat: str(member.user.global_name) for seat, member in enumerate(self.members)}
        assert translate(outcome.reason, "en", names) in last
        for seat, member in enumerate(self.members):
            assert str(member.user.global_name) in last
            assert str(outcome.scores[seat]).replace("-", "−") in last
        assert "Your move" not in last
        assert "The match is over." in (await self.panel(0)).words()
        before = await self.ply()
        private(await self.members[0].slash(self.home, "undo"))
        assert await self.ply() == before

    async def panel(self, seat: Seat) -> Panel:
        return await Panel(self.world, self.members[seat]).open(self.home)

    async def say(self, seat: Seat, move: str) -> InteractionResult:
        """Write a move as /move."""
        return await self.members[seat].slash(self.home, "move", move=move)

    # The three ways to make a move.

    async def tap(self, seat: Seat) -> Panel:
        panel = await self.panel(seat)
        await panel.play(self.rng)
        return panel

    async def command(self, seat: Seat) -> None:
        """Use the game's own command, choosing each option as it is offered."""
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
