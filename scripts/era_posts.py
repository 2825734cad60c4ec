"""Collect the buttons and selects that a version leaves in posts, for an era.

A stranger taps everything in matches of all games, and one custom id of each kind is written down;
see `scripts.era`::

    python -m scripts.era_posts tests/eras/0.2
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import simcord
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot import StolikBot, create_bot, load_games
from cogs.ui import items
from config import simulated
from rules import registry
from tests.world import World, parts, shown_messages

FILE: Final = "custom_ids.txt"
ANY: Final = "*"
"""Stands for the game of an id that wasn't seen: only its verb."""
TAPS: Final = 150
"""The most taps in a match."""
COMMANDS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("board", {}), ("hand", {}), ("log", {}), ("catchup", {}), ("turns", {}), ("settings", {}),
    ("help", {}), ("replay", {}), ("match info", {}), ("match export", {}), ("match end", {}),
    ("match pause", {}), ("match resign", {}), ("undo", {}),
)  # fmt: skip


def kind_of(custom_id: str) -> tuple[str, int]:
    """Return the form of an id: its verb and the number of its other parts."""
    verb, rest = custom_id.split(":", 1)
    return verb, len(re.findall(r"[.~:]", rest))


class Collector:
    """Remembers custom ids, one of each kind."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._seen: set[tuple[str, int]] = set()

    def take(self, slug: str, payload: Any) -> None:
        """Remember the ids in a message."""
        for part in parts(payload):
            custom_id = part.get("custom_id")
            if not custom_id:
                continue
            kind = kind_of(custom_id)
            if kind not in self._seen and part.get("type") in (2, 3):
                self._seen.add(kind)
                values = [option["value"] for option in part.get("options", ())]
                self.lines.append("\t".join([slug, custom_id, *values[:1]]))

    def take_verbs(self) -> None:
        """Remember the verbs that weren't seen, without arguments."""
        met = {verb[1:] for verb, _ in self._seen}
        self.lines += [f"{ANY}\tb{verb}:1:" for verb in sorted(items._HANDLERS) if verb not in met]


class Stranger:
    """Taps everything shown in one match without knowing what it is."""

    def __init__(self, world: World, slug: str, found: Collector) -> None:
        self._world, self._slug, self._found = world, slug, found
        self._rng = Random(7)
        self._shown: list[ResponseMessage] = []

    def look(self, shown: InteractionResult) -> None:
        """Remember the components of an answer, to tap them later."""
        for message in shown_messages(shown):
            self._found.take(self._slug, {"components": message.components})
            self._shown = [*self._shown[-3:], message]

    async def type(self, home: ChannelHandle) -> None:
        """Type every command."""
        for name, options in COMMANDS:
            self.look(await self._world.ada.slash(home, name, **options))

    async def tap(self) -> None:
        """Let the players to act tap through the panel, again and again."""
        for _ in range(TAPS):
            match = await self._world.bot.service.info(1)
            if match.status != "live":
                return
            players = {member.id: member for member in self._world.members}
            member = players[match.seats[min(match.to_act)].user_id]
            self.look(await self._world.tap(member, await self._world.home(), "turn"))
            for _ in range(8):
                message = self._shown[-1]
                there = parts({"components": message.components})
                ids = [part for part in there if part.get("custom_id") and not part.get("disabled")]
                if not ids:
                    break
                part = self._rng.choice(ids)
                if part["type"] == 3:
                    value = self._rng.choice(part["options"])["value"]
                    done = await member.select(message, [value], custom_id=part["custom_id"])
                else:
                    done = await member.click(message, custom_id=part["custom_id"])
                self.look(done)


async def collected(folder: Path, slug: str, found: Collector) -> None:
    """Play one match of a game in its own world."""

    def make_bot() -> StolikBot:
        bot = create_bot(simulated(folder / f"{slug}.db"))
        bot.steady = bot.clock
        return bot

    load_games()
    env = simcord.Env(make_bot(), settle_timeout=20)
    await env.start()
    try:
        world = World(env, make_bot)
        players = world.members[: max(registry.get(slug).info.counts(frozenset())[:2])]
        home = await world.open(*players, game=slug, start=False)
        for payload in world.public():
            found.take(slug, payload)
        await world.tap(players[0], world.channel, "start")
        home = await world.home()
        stranger = Stranger(world, slug, found)
        await stranger.type(home)
        await stranger.tap()
        await world.ada.slash(home, "match end")
        for payload in posts(world):
            found.take(slug, payload)
    finally:
        await env.shutdown()
        await env.bot.close()


def posts(world: World) -> Iterator[Any]:
    """Yield every public post and every direct message."""
    yield from world.public()
    for member in world.members:
        channel = member.user.dm_channel
        yield from (world.payload(channel.id, message.id) for message in channel.history())


async def collect() -> list[str]:
    """Return a line for each id found: its game, the id and, for a select, a value."""
    found = Collector()
    with TemporaryDirectory() as folder:
        for slug in registry.slugs():
            await collected(Path(folder), slug, found)
    found.take_verbs()
    return found.lines


def main() -> None:
    """Write the custom ids of this version into a folder."""
    parser = argparse.ArgumentParser(prog="python -m scripts.era_posts", description=__doc__)
    parser.add_argument("folder", type=Path, help="the era's folder below tests/eras")
    path: Path = parser.parse_args().folder / FILE
    lines = asyncio.run(collect())
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {path}: {len(lines)} ids")


if __name__ == "__main__":
    main()
