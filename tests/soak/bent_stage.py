"""The stage of `bent`: a bot with matches in every state, and who plays them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from cogs.outbox.delivery import Delivery
from matches.domain.model import Opening
from matches.domain.outbox_item import ItemKind, Lane, OutboxRow
from rules import registry
from rules.notation import format_move
from tests.range.world import Channel
from tests.soak.pages import NONCE
from tests.soak.secrets import NAMES, PLAYERS, STRANGER
from tests.soak.wire import GUILD, Said, Wire

MOVES: Final = 14
ELSEWHERE: Final = 7
"""A server that the bot isn't on."""


@dataclass
class Stage:
    """Some matches in every state, and who plays them."""

    wire: Wire
    rng: Random
    matches: dict[int, Channel] = field(default_factory=dict)

    async def begin(self) -> None:
        """Open a match of each game, and one in each other state."""
        world = self.wire.world
        for user, name in zip((*PLAYERS, STRANGER), NAMES, strict=True):
            world.join(self.wire.guild, user)
            world.user(user, name).locale = self.rng.choice(("en-US", "pl", "de"))
        world.user(PLAYERS[2]).name = "@everyone **x** [a](https://evil.example)"
        for number, slug in enumerate(registry.slugs()):
            await self._live(slug, self.wire.place(number), MOVES)
        await self._open("krakow", self.wire.place(10), start=False)
        await self._live("lodge", self.wire.place(11), 10**4)
        ended = await self._live("krakow", self.wire.place(12), 3)
        await self.wire.bot.service.lobby.end(ended, 0, is_admin=True)
        await self._live("letnisko", self.wire.place(13), 5, guild=ELSEWHERE)
        self.wire.introduce()

    async def _open(
        self, slug: str, channel: Channel, *, start: bool = True, guild: int = GUILD
    ) -> int:
        lobby, users = self.wire.bot.service.lobby, self.wire.world.users
        host, *others = PLAYERS[:3]
        made = await lobby.create(
            Opening(
                slug=slug,
                guild_id=guild,
                channel_id=channel.id,
                user_id=host,
                name=users[host].name,
                capacity=3 if start else 4,
            )
        )
        for user in others:
            await lobby.join(made.id, user, users[user].name)
        if start:
            await lobby.start(made.id, host)
        self.matches[made.id] = channel
        return made.id

    async def _live(self, slug: str, channel: Channel, moves: int, guild: int = GUILD) -> int:
        service = self.wire.bot.service
        match_id = await self._open(slug, channel, guild=guild)
        for _ in range(moves):
            info = await service.info(match_id)
            if info.status != "live":
                break
            user = info.seats[self.rng.choice(sorted(info.to_act))].user_id
            move = self.rng.choice((await service.glance(match_id, user)).moves)
            await service.play(match_id, user, format_move(move), interaction_id=self.wire.number())
        return match_id

    async def posts(self) -> list[Said]:
        """Return the public posts of all matches, and the messages to their players."""
        delivery, before = Delivery(self.wire.bot), len(self.wire.said)
        for match_id in self.matches:
            info = await self.wire.bot.service.info(match_id)
            begun = info.status != "lobby"
            for user in (None, *PLAYERS[:2]) if begun else (None,):
                lane = Lane.of_user(user) if user else Lane.of_match(match_id)
                kind = ItemKind.DM if user else ItemKind.TURN if begun else ItemKind.LOBBY
                row = OutboxRow(10**9, lane, kind, match_id, info.ply, user, None, NONCE, None)
                await delivery.send(row)
        return self.wire.said[before:]
