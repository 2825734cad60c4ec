"""Two bots with clocks 3 s apart, on a server that is restarted; the tests follow each other."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Final

import pytest
import pytest_asyncio

from tests.postgres import PostgresServer, binaries, running
from tests.range.players import CONFIRM, STEPS, YOUR_MOVE, RandomPlayer
from tests.range.test_processes import BUSY_S, LEASE_S, Bot, Crew, until
from tests.range.test_shards import SHARDS, Club
from tests.range.world import Channel, Kept

pytestmark = pytest.mark.asyncio(loop_scope="module")

AHEAD_S: Final = 3
"""How far the clock of the second bot is ahead."""
ROUNDS: Final = 2
MORE: Final = 2
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
        await made.begin()
        await made.begin(RANGE_AHEAD_S=str(AHEAD_S))
        await made.all_here()
        await until(lambda: bool(made.discord.commands))
        await made.sit_down()
        yield made
    finally:
        await made.close()


def elsewhere(crew: Crew) -> Club:
    """Return a club of which the process that hears from direct messages knows nothing."""
    [first] = [bot for bot in crew.bots if 0 in crew.shards_of(bot)]
    return next(club for club in crew.clubs if club.shard not in crew.shards_of(first))


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
    await asyncio.sleep(0.2)
    await asyncio.to_thread(server.stop, how)
    assert not playing.done()
    await asyncio.to_thread(server.start)
    await playing
    await crew.play(1)
    await crew.judge()
    assert [bot.returncode for bot in crew.bots] == [None, None]
    assert sorted(crew.shards_of(bot) for bot in crew.bots) == [[0, 1], [2, 3]]


def last_of(crew: Crew) -> Bot:
    """Return the bot whose clock is ahead."""
    return crew.bots[-1]


async def test_a_bot_whose_clock_is_ahead_is_replaced(crew: Crew) -> None:
    """Nobody loses or gets time by that, and no post is late by more than the clocks differ."""
    due = {row[:2]: row[2] for row in crew.due()}
    playing = asyncio.create_task(crew.play(MORE, crew.clubs[:1]))
    last_of(crew).kill()
    seconds = await until(lambda: crew.shards_of(crew.bots[0]) == list(range(SHARDS)))
    assert seconds <= LEASE_S + 2 + BUSY_S
    await playing
    await crew.all_here()
    played = number_of(crew, crew.clubs[0])
    now = {row[:2]: row[2] for row in crew.due()}
    untouched = {place: at for place, at in due.items() if place[0] != played}
    assert {place: now[place] for place in untouched} == untouched
    await crew.play(1)
    await crew.judge()
