"""Four players at the range: ``python -m tests.range.evening [GAME...] [--seed N] [--share S]``.

They play a whole match of each game, and it says how long that took. Equal seeds give equal draws,
players and faults; only how fast the machine is may change what is posted when.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Final

from rules import registry
from tests.range import permissions
from tests.range.faults import Script
from tests.range.players import RandomPlayer, sit_down
from tests.range.process import OURS, Process
from tests.range.rates import Grants
from tests.range.server import Range
from tests.range.world import Channel, Guild, World

GUILD, CHANNEL = 2_000_000, 3_000_000
PEOPLE: Final = {41: "Ada", 42: "Bo", 43: "Cleo", 44: "Dima"}
HURRY: Final = "60"
PATIENT: Final = Grants(by_route=False, answer_s=30, concurrency=0)
"""With limits by route a channel has one post a second, and players wait for the one that calls."""
MATCH_S: Final = 90.0
"""A match that takes longer is stuck."""
LONGEST_S: Final = 1800.0
"""The same where requests fail: a player waits for each answer that doesn't come."""


def board_game_night(world: World) -> Guild:
    """Return a server with four members and the permissions that Discord gives a new one."""
    everyone = permissions.EVERYBODY
    guild = world.add_guild(GUILD, "Board game night", 41, everyone=everyone, bot=0)
    for number, name in PEOPLE.items():
        world.user(number).name = name
        world.join(guild, number)
    return guild


@dataclass
class Evening:
    """A range with the bot and four players.

    Attributes:
        discord: The range.
        side: The bot.
        guild: The server.
        players: The players.
        seed: Decides for them.
    """

    discord: Range
    side: Process
    guild: Guild
    seed: int
    players: list[RandomPlayer] = field(default_factory=list)

    async def match(
        self, game: str, most: float = inf, taps: float = 0.3, limit_s: float = MATCH_S
    ) -> Channel:
        """Play a match in a channel of its own; return the thread where it was played.

        Args:
            game: Which game.
            most: After how many moves it's enough.
            taps: The share of moves that are made in the panel.
            limit_s: After how many seconds it counts as stuck.

        Raises:
            TimeoutError: It's stuck.
        """
        number = CHANNEL + len(self.guild.channels)
        channel = self.discord.world.add_channel(self.guild, number, game)
        await self.discord.tell_channel("CHANNEL_CREATE", channel)
        self.players = [RandomPlayer(self.discord, user, self.seed, taps) for user in PEOPLE]
        home = await sit_down(list(self.players), channel, game)
        async with asyncio.timeout(limit_s):
            await asyncio.gather(*(one.play(home, self._enough(most)) for one in self.players))
        return home

    def _enough(self, most: float) -> Callable[[], bool]:
        players = self.players
        return lambda: sum(one.moves for one in players) >= most


@asynccontextmanager
async def evening(
    folder: Path, *, seed: int = 1, script: Script | None = None, grants: Grants | None = None
) -> AsyncIterator[Evening]:
    """Start the bot at a range, and end both with the block."""
    world = World()
    guild = board_game_night(world)
    discord = Range(world, script, grants or PATIENT)
    await discord.open()
    side = Process(discord, (OURS, str(folder / "evening.db"), HURRY, str(seed)))
    try:
        await side.start()
        yield Evening(discord, side, guild, seed)
    finally:
        await side.stop()
        await discord.close()


async def _whole_matches(games: list[str], seed: int, share: float) -> None:
    script = Script(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), seed=seed, script=script) as night:
            script.share = share
            for game in games:
                begun = time.perf_counter()
                home = await night.match(game, limit_s=LONGEST_S)
                moves = sum(player.moves for player in night.players)
                posts = len(night.discord.kept(home.id))
                took = time.perf_counter() - begun
                print(f"{game:14} {moves:4} moves {posts:4} posts {took:6.1f} s", flush=True)
            busiest, refused = night.discord.rates.busiest, len(night.discord.refused)
            print(f"at most {busiest} requests in a second, {refused} refused")


def main() -> None:
    """Play, and say how long each match took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(registry.slugs()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=0.0, help="of requests that fail")
    given = parser.parse_args()
    asyncio.run(_whole_matches(given.game, given.seed, given.share))


if __name__ == "__main__":
    main()
