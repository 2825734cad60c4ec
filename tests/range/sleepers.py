"""A start with matches that sleep: ``python -m tests.range.sleepers [MATCHES] [--away HOURS]``.

Their threads are archived, and their players' time is over unless they began later (``--ago``). It
says how many requests the bot makes to Discord in the first minute.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from matches.db import schema
from matches.db.meta import LAST_BEAT
from matches.db.store import Store
from matches.domain.deadlines.epoch import to_ms
from matches.domain.model import Opening
from matches.service import MatchService
from rules import registry
from tests.range import permissions
from tests.range.evening import HURRY
from tests.range.process import OURS, Process
from tests.range.rates import Grants
from tests.range.server import Range
from tests.range.world import Kind, World

EACH: Final = 20
"""How many matches a server has; nobody may host more."""
AGO: Final = timedelta(days=10)
"""How long ago they began: a thread is archived after a week."""
GAME: Final = "krakow"
FIRST_HOST: Final = 100_000
WATCHED_S: Final = 60.0


async def put_to_sleep(
    database: Path, world: World, matches: int, away: timedelta, ago: timedelta = AGO
) -> None:
    """Make servers with sleeping matches, through the service, and their archived threads.

    They began `ago`, and the bot last ran `away` ago.
    """
    now = datetime.now(UTC)
    registry.load()
    plain, schema.SYNCHRONOUS = schema.SYNCHRONOUS, "OFF"
    store = await Store.open(database)
    schema.SYNCHRONOUS = plain
    try:
        service = MatchService(store, clock=lambda: now - ago, cached=1)
        for number in range(matches):
            await _one_more(service, world, number // EACH)
        await store.write(lambda db: db.execute("DELETE FROM outbox"))
        last = now - away
        rung = "UPDATE seats SET woken_at = ?, wake_at = ? WHERE wake_at IS NOT NULL"
        later = to_ms(last), to_ms(last + AGO)  # their reminders have been sent
        await store.write(lambda db: db.execute(rung, later))
        await store.set_meta(LAST_BEAT, last.isoformat())
    finally:
        await store.close()


async def _one_more(service: MatchService, world: World, club: int) -> None:
    """Begin a match in a club, in a thread that is archived."""
    guild_id, host = club + 1 << 22, FIRST_HOST + 2 * club
    if guild_id not in world.guilds:
        everyone = permissions.EVERYBODY
        made = world.add_guild(guild_id, f"club {club}", host, everyone=everyone, bot=0)
        world.join(made, host + 1)
        world.add_channel(made, guild_id + 1, "games")
    opening = Opening(
        slug=GAME,
        guild_id=guild_id,
        channel_id=guild_id + 1,
        user_id=host,
        name="Ada",
        thread=True,
        capacity=2,
    )
    info = await service.lobby.create(opening)
    await service.lobby.join(info.id, host + 1, "Bo")
    await service.lobby.start(info.id, host)
    thread = world.add_channel(
        world.guilds[guild_id],
        world.new_id(),
        f"match {info.id}",
        parent=guild_id + 1,
        kind=Kind.PUBLIC_THREAD,
    )
    thread.archived = True
    await service.delivery_log.thread_opened(info.id, thread.id)


async def started(
    folder: Path,
    matches: int,
    away: timedelta,
    watched_s: float,
    shards: int = 4,
    ago: timedelta = AGO,
) -> tuple[float, Counter[str]]:
    """Start the bot with sleeping matches.

    Returns:
        The seconds until READY, and the requests by route until `watched_s` later.
    """
    world, database = World(), folder / "stolik.db"
    await put_to_sleep(database, world, matches, away, ago)
    discord = Range(world, grants=Grants(concurrency=0, shards=shards))
    await discord.open()
    side = Process(discord, (OURS, str(database), HURRY, "1"), env={"STOLIK_THINKERS": "0"})
    try:
        ready_s = await side.start()
        await asyncio.sleep(watched_s)
        return ready_s, discord.rates.taken
    finally:
        await side.stop()
        await discord.close()


def main() -> None:
    """Start the bot, and say what it asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=5000)
    parser.add_argument("--away", type=float, default=0.05, help="hours since the bot last ran")
    parser.add_argument("--ago", type=float, default=AGO.days, help="days since they began")
    parser.add_argument("--shards", type=int, default=4)
    given = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        away, ago = timedelta(hours=given.away), timedelta(days=given.ago)
        ready_s, taken = asyncio.run(
            started(Path(folder), given.matches, away, WATCHED_S, given.shards, ago)
        )
    for route, count in taken.most_common():
        print(f"{count:5} {route}")
    print(f"{taken.total()} requests in the first minute; ready after {ready_s:.1f} s")
    print(f"the whole took {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
