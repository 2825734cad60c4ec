"""Whole matches, from ``/match new`` to the final score, by what a player can use alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from rules.krakow.components import ACTIONS
from tests.match.player import Player
from tests.world import World, parts, private, shown_messages, words

MAX_DECISIONS = 400


async def play_on(world: World, channel: ChannelHandle, players: list[Player], upto: int) -> int:
    """Let whoever is asked decide, `upto` times or until the match is over."""
    made = 0
    while made < upto:
        match = await world.bot.service.in_channel(channel.id)
        if match.status != "live":
            break
        await players[min(match.to_act)].decide(channel)
        made += 1
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_krakow_from_lobby_to_result(world: World, seats: int) -> None:
    rng = Random(seats)
    channel = await world.open(*world.members[:seats], game="krakow", seats=seats)
    players = [Player(world, number, rng) for number in range(seats)]

    assert await play_on(world, channel, players, 7) == 7
    await world.restart()
    assert await play_on(world, channel, players, 7) == 7
    await world.crash()
    channel = await world.home()
    await play_on(world, channel, players, MAX_DECISIONS)

    match = await world.bot.service.info(1)
    assert match.status == "over"
    outcome = (await world.bot.service.glance(1, None)).outcome
    assert outcome is not None
    assert min(outcome.ranks) == 1
    posts = world.posts(channel)
    assert str(max(outcome.scores)) in posts[-1]
    assert match.chance_hash in "\n".join(posts)
    assert match.chance_seed in posts[-1]
    verified = private(await world.dima.slash(channel, "match verify"))
    assert match.chance_seed in verified
    assert (await world.bot.service.verify(1)).differing == ()
    asked = [tap for player in players for tap in player.taps]
    assert max(asked) <= 5  # open, two or three parts, confirm


async def test_undo_in_mid_match_reopens_the_decision(world: World) -> None:
    rng = Random(7)
    channel = await world.open(world.ada, world.bo, game="krakow")
    players = [Player(world, number, rng) for number in range(2)]
    first = min((await world.bot.service.info(1)).to_act)
    await players[first].by_panel(channel)
    assert first not in (await world.bot.service.info(1)).to_act

    told = private(await world.members[first].slash(channel, "undo"))

    match = await world.bot.service.info(1)
    assert match.to_act == {first}
    assert "taken back" in told
    await play_on(world, channel, players, MAX_DECISIONS)
    assert (await world.bot.service.info(1)).status == "over"


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_no_hidden_card_or_hour_in_public(world: World, seats: int) -> None:
    """K-HID-1: nobody reads what a lay or a reservation hid (K-AWD-2, K-ACT-G1)."""
    rng = Random(100 + seats)
    channel = await world.open(*world.members[:seats], game="krakow", seats=seats)
    players = [Player(world, number, rng) for number in range(seats)]
    await play_on(world, channel, players, MAX_DECISIONS)

    watcher = world.dima if seats < 4 else None
    public = "\n".join(words(p) for p in world.public())
    if watcher is not None:
        world.locales[watcher.id] = "en-US"
        public += "\n" + await whole_log(world, watcher, channel)
    lines = public.splitlines()
    lays = [line for line in lines if "lays a" in line]
    reserves = [line for line in lines if "reserves" in line]
    assert len(lays) >= 12 * seats
    assert reserves
    hidden = [action.name.en for action in ACTIONS.values()]
    for line in lays:
        told = line.split("turns up")[0].split("turn it up")[0]
        assert not [name for name in hidden if f"“{name}”" in told], line
    for line in lines:
        shown = line.count(":00")
        assert shown != 1, f"a lone token was shown: {line}"
        assert not shown or " gets " in line or "nobody" in line.lower(), line


async def whole_log(world: World, member: MemberActor, channel: ChannelHandle) -> str:
    """Return every page of ``/log``, newest first, as a member reads it."""
    shown = await member.slash(channel, "log")
    pages = [private(shown)]
    while any(b["label"] == "◀" and not b["disabled"] for b in buttons(shown)):
        shown = await world.press(member, shown, "logpage")
        pages.append(private(shown))
    return "\n".join(pages)


def buttons(shown: InteractionResult) -> list[Any]:
    """Return the buttons of a private answer."""
    (message,) = shown_messages(shown)
    return [p for p in parts({"components": message.components}) if p.get("type") == 2]
