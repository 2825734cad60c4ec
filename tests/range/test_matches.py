"""Matches of four scripted players with the real bot in its own process.

One game is played to its end, the others begin. All of them to their ends, with the seconds that
takes: ``python -m tests.range.evening``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final, TypeVar

import pytest
import pytest_asyncio

from rules import registry
from tests.range import admins, permissions
from tests.range.evening import Evening, evening
from tests.range.faults import Script
from tests.range.players import REMATCH, YOUR_MOVE, Blocked, Player, sit_down
from tests.range.rates import Grants
from tests.range.world import Channel, Kept, Kind

pytestmark = pytest.mark.asyncio(loop_scope="module")

T = TypeVar("T")

ALONE: Final = "Start privately"
SHORTEST = "krakow"
"""The game whose matches take the shortest time."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def night(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """Yield a range with the bot and four players, for all tests that break nothing."""
    async with evening(tmp_path_factory.mktemp("range")) as made:
        yield made


def judge(night: Evening, home: Channel) -> None:
    """Fail if the bot did something that Discord refuses or that a player wouldn't see."""
    assert night.discord.refused == []
    assert night.discord.fills == 0
    for player in (one for one in night.players if one.moves):
        pushes = player.pushes(home)
        assert pushes
        assert [text for text in pushes if f"<@{player.id}>" not in text] == []


async def test_four_players_play_a_whole_match(night: Evening) -> None:
    home = await night.match(SHORTEST, taps=0.1)
    judge(night, home)
    assert all(player.moves and player.is_over(home) for player in night.players)
    async with asyncio.timeout(10):
        while "win" not in home.name:  # noqa: ASYNC110 - the outbox names the thread last
            await asyncio.sleep(0.05)
    assert not home.archived


@pytest.mark.parametrize("game", [slug for slug in registry.slugs() if slug != SHORTEST])
async def test_the_other_games_begin(night: Evening, game: str) -> None:
    home = await night.match(game, most=12, taps=0.3)
    judge(night, home)
    assert sum(player.moves for player in night.players) >= 12


async def test_alone_against_a_computer_in_a_private_thread(night: Evening) -> None:
    discord, guild = night.discord, night.guild
    channel = await admins.add_channel(discord, guild, 76, "alone")
    allowed = permissions.CREATE_PRIVATE_THREADS
    await admins.overwrite(discord, channel, guild.id, allow=allowed)
    ada, bo = (Player(discord, user) for user in (41, 42))
    await ada.type(channel, "match", "new", game=SHORTEST, seats=2, computers=1, level="easy")
    lobby = await first(lambda: [k for k in ada.reads(channel) if ALONE in ada.buttons(k)])
    await ada.tap(channel, lobby, ALONE)
    threads = discord.world.channels
    home = await first(lambda: [c for c in threads.values() if c.kind is Kind.PRIVATE_THREAD])
    post = await first_turn(ada, home)
    assert (await ada.tap(home, post, YOUR_MOVE)).shown is not None
    with pytest.raises(Blocked, match="doesn't see this message"):
        await bo.tap(home, post, YOUR_MOVE)
    assert discord.refused == []


async def test_a_match_goes_on_whatever_breaks(tmp_path: Path) -> None:
    script = Script()
    async with evening(tmp_path, script=script, grants=Grants()) as night:
        discord = night.discord
        for path, kind in (
            ("/channels/*/messages", 500),
            ("/channels/*/messages", "lost"),
            ("/channels/*/messages", "twice"),
            ("/channels/*/messages/*", 429),
            ("/interactions/*", 503),
            ("/webhooks/*", 502),
        ):
            script.plan("*", path, kind)
        script.plan_events(*[None] * 5, "twice", "twice", "late", "swapped", "drop", "lose session")
        home = await night.match(SHORTEST, most=6, taps=0.0)
        assert script.struck.total() == 6
        assert discord.gateway.identified > 1  # a session was lost
        assert discord.gateway.resumed > 0
        told = [kept.nonce for kept in discord.kept(home.id) if kept.nonce]
        assert len(told) == len(set(told)) > 1


async def first_turn(player: Player, home: Channel) -> Kept:
    """Return the first post of a turn."""
    return await first(lambda: [k for k in player.reads(home) if YOUR_MOVE in player.buttons(k)])


async def first(look: Callable[[], list[T]]) -> T:
    """Return the first of what is looked for, once there is something."""
    async with asyncio.timeout(15):
        while True:
            for found in look():
                return found
            await asyncio.sleep(0.05)


async def test_a_player_sees_and_taps_what_a_user_could(night: Evening) -> None:
    discord, guild = night.discord, night.guild
    channel = await admins.add_channel(discord, guild, 77, "game-night")
    ada, bo, cleo = (Player(discord, user) for user in (41, 42, 43))
    home = await sit_down([ada, bo], channel, SHORTEST)
    post = await first_turn(ada, home)
    panel = (await ada.tap(home, post, YOUR_MOVE)).shown
    assert panel is not None
    assert (panel in ada.reads(home), panel in bo.reads(home)) == (True, False)
    with pytest.raises(Blocked, match="doesn't see this message"):
        await bo.tap(home, panel, next(iter(bo.buttons(panel))))
    with pytest.raises(Blocked, match="no such button"):
        await ada.tap(home, post, REMATCH)
    refused = (await cleo.tap(home, post, YOUR_MOVE)).shown
    assert refused is not None
    assert refused.viewer == cleo.id
    await admins.overwrite(discord, channel, cleo.id, deny=permissions.VIEW_CHANNEL)
    assert cleo.reads(home) == []
    with pytest.raises(Blocked, match="doesn't see this message"):
        await cleo.tap(home, post, YOUR_MOVE)
    await admins.archive(discord, home, locked=True)
    with pytest.raises(Blocked, match="locked"):
        await ada.tap(home, post, YOUR_MOVE)
    assert [text for text in bo.pushes(discord.world.dm(bo.id)) if not text] == []
