"""Two bots with clocks 3 s apart, on a server that is restarted; the tests follow each other."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from tests.postgres import PostgresServer, binaries, running
from tests.range.players import CONFIRM, STEPS, YOUR_MOVE, Player, RandomPlayer
from tests.range.test_processes import BUSY_S, LEASE_S, SOON_S, Bot, Crew, until
from tests.range.test_shards import SHARDS, Club
from tests.range.world import Channel, Kept

pytestmark = pytest.mark.asyncio(loop_scope="module")

OWNER: Final = 1
AHEAD_S: Final = 3
"""How far the clock of the second bot is ahead."""
ROUNDS: Final = 2
MORE: Final = 6
"""How many moves are made in each club while something happens."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """Yield a server that may be stopped."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL isn't installed")
    with running(programs) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crew(
    server: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Crew]:
    """Yield two bots with a match on each of four shards."""
    made = Crew(server.new(), tmp_path_factory.mktemp("crew"))
    await made.discord.open()
    try:
        guild = made.clubs[0].guild
        made.discord.world.user(OWNER).name = "the owner"
        made.discord.world.join(guild, OWNER)
        for number in range(2):
            await begin(made, number)
        await made.all_here()
        await until(lambda: bool(made.discord.commands))
        await made.sit_down()
        yield made
    finally:
        await made.close()


async def begin(crew: Crew, number: int) -> Bot:
    """Start a bot; the clock of every second one is ahead."""
    return await crew.begin(
        RANGE_AHEAD_S=str(AHEAD_S * number),
        RANGE_BACKUP_S="0",
        STOLIK_BACKUP_FOLDER=str(backups_of(crew, len(crew.bots))),
        STOLIK_OWNER_SERVER=str(crew.clubs[0].guild.id),
    )


def backups_of(crew: Crew, number: int) -> Path:
    return crew.folder / f"backups-{number}"


def with_shard_0(crew: Crew) -> Bot:
    return next(bot for bot in crew.bots if 0 in crew.shards_of(bot))


def elsewhere(crew: Crew) -> Club:
    """Return a club of which the process that hears from direct messages knows nothing."""
    first = crew.shards_of(with_shard_0(crew))
    return next(club for club in crew.clubs if club.shard not in first)


def number_of(crew: Crew, club: Club) -> int:
    [(number,)] = crew.ask(f"SELECT id FROM matches WHERE guild_id = {club.guild.id}")  # noqa: S608 - a number
    return number


def letters(crew: Crew, club: Club) -> Iterator[tuple[RandomPlayer, Kept, Kept]]:
    """Yield whose turn it is in a club, the post that calls them, and their direct message."""
    at, begins = crew.clubs.index(club) * 2, f"bturn:{number_of(crew, club)}:"
    for player in crew.players[at : at + 2]:
        if (post := player.called_by(club.home)) is None:
            continue
        for kept in reversed(player.inbox()):
            button = player.buttons(kept).get(YOUR_MOVE)
            if button is not None and button["custom_id"].startswith(begins):
                yield player, post, kept
                break


async def ready_to_confirm(player: RandomPlayer, channel: Channel, post: Kept) -> Kept | None:
    """Tap at random up to the last tap of a move; return the panel, or None if they got lost."""
    panel = (await player.tap(channel, post, YOUR_MOVE)).shown
    for _ in range(STEPS):
        assert panel is not None
        if CONFIRM in player.buttons(panel):
            return panel
        if not (ways := list(player._ways(panel))):
            return None
        part, label = player.rng.choice(ways)
        if "options" in part:
            await player.pick(channel, panel, part, label)
        else:
            await player.tap(channel, panel, label)
    return None


@pytest.mark.timeout(60)
async def test_a_tap_in_a_direct_message_for_a_match_of_another_process(crew: Crew) -> None:
    """It is done once, though the same player confirms it in the channel, too."""
    club = elsewhere(crew)
    rows = f"SELECT count(*) FROM log WHERE user_id > 0 AND match_id = {number_of(crew, club)}"  # noqa: S608 - a number
    done = 0
    while done < ROUNDS:
        await until(lambda: any(letters(crew, club)))
        player, post, found = next(letters(crew, club))
        letter_box = crew.discord.world.dm(player.id)
        there = await ready_to_confirm(player, letter_box, found)
        here = await ready_to_confirm(player, club.home, post)
        if here is None or there is None:
            continue
        [(before,)] = crew.ask(rows)
        asked = player.tap(letter_box, there, CONFIRM), player.tap(club.home, here, CONFIRM)
        assert all(one.shown is not None for one in await asyncio.gather(*asked))
        assert crew.ask(rows) == [(before + 1,)]
        player.moves, done = player.moves + 1, done + 1
        # Its own process knows of it: it calls who is next, and takes their move.
        await crew.play(1, [club])
    await crew.judge()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
async def test_a_server_that_is_restarted_under_load(
    crew: Crew, server: PostgresServer, how: signal.Signals
) -> None:
    playing = asyncio.create_task(crew.play(MORE))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(server.stop, how)
    assert not playing.done()
    await asyncio.to_thread(server.start)
    await playing
    await crew.play(1)
    await crew.judge()
    assert [bot.returncode for bot in crew.bots] == [None, None]
    assert sorted(crew.shards_of(bot) for bot in crew.bots) == [[0, 1], [2, 3]]


async def first_ended(bots: list[Bot]) -> Bot:
    """Wait until one of some bots has ended, and return it."""
    await until(lambda: any(bot.returncode is not None for bot in bots))
    return next(bot for bot in bots if bot.returncode is not None)


@pytest.mark.timeout(90)
async def test_all_restart_one_after_the_other(crew: Crew) -> None:
    """Meanwhile the other one plays on; at the end each has its part again."""
    assert await until(lambda: "stolik" in crew.discord.commands) < SOON_S
    owner, running = Player(crew.discord, OWNER), list(crew.bots)
    await owner.type(crew.clubs[0].channel, "stolik", "restart")
    for _ in range(2):
        ended = await first_ended(running)
        [other] = [bot for bot in running if bot is not ended]
        assert ended.returncode == 0
        assert len(crew.shards_of(other)) == SHARDS // 2
        served = crew.shards_of(other)
        await until(lambda: {*served} <= {*crew.connected()})  # noqa: B023 - it is awaited
        await crew.play(1, [club for club in crew.clubs if club.shard in served])
        assert other.returncode is None
        running = [other, await begin(crew, crew.bots.index(ended) % 2)]
    await crew.all_here()
    assert sorted(crew.shards_of(bot) for bot in running) == [[0, 1], [2, 3]]
    await crew.play(1)
    assert [bot.returncode for bot in running] == [None, None]
    await crew.judge()


async def test_one_with_another_clock_is_replaced(crew: Crew) -> None:
    """No deadline moves by that, and the other one makes backups from now on."""
    first = with_shard_0(crew)
    [other] = [bot for bot in crew.bots if bot.returncode is None and bot is not first]
    folder = backups_of(crew, crew.bots.index(other))
    await until(lambda: any(backups_of(crew, crew.bots.index(first)).glob("*.db")))
    assert not folder.exists()
    due = {row[:2]: row[2] for row in crew.due()}
    served = crew.shards_of(other)
    busy = [club for club in crew.clubs if club.shard in served]
    playing = asyncio.create_task(crew.play(MORE, busy))
    first.kill()
    seconds = await until(lambda: crew.shards_of(other) == list(range(SHARDS)))
    assert seconds <= LEASE_S + 2 + BUSY_S
    await playing
    await crew.all_here()
    played = {number_of(crew, club) for club in busy}
    now = {row[:2]: row[2] for row in crew.due()}
    untouched = {place: at for place, at in due.items() if place[0] not in played}
    assert {place: now[place] for place in untouched} == untouched
    await until(lambda: any(folder.glob("*.db")))
    await crew.play(1)
    await crew.judge()
