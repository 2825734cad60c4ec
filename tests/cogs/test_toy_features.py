"""A new game works with every feature, with nothing made for it in any of them.

The toy game has rules, an artist and a rulebook, like every game, and no data for any feature.
Everything the platform can do is done with it once here and checked in one line; the details of a
feature have tests of their own. A new feature adds a line.
"""

from __future__ import annotations

import pytest

from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.cogs.rules_pages import alts
from tests.cogs.test_cog_export import file
from tests.cogs.test_cog_replay import finished
from tests.cogs.test_cog_seats import choose, offers, resign
from tests.cogs.test_first_steps import Walk
from tests.matches.fakes import settle
from tests.world import World, private, words

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

LIVE = {
    "board": "round 1; flags: -; to act: Ada, Bo",
    "hand": "hand: 5, 14, 15; choice: -",
    "log": "You draw 5, 14 and 15.",
    "undo": "You haven't made a move yet.",
    "turns": "[Toy Parcels #1](",
    "catchup": "What has happened so far:",
    "rules": "### In two minutes",
    "replay": "Step 1 of 1",
    "match info": "### Toy Parcels #1",
    "match verify": "SHA-256 hash is",
    "match pause": "shows who still has to vote",
    "match list": "Toy Parcels",
}
"""The commands typed during a match, and the words that are then read."""
OVER = {
    "board": "Ada: 7 Flags 4, Parcels 3",
    "log": "You chose parcel 5.",
    "catchup": "Since your last move:",
    "replay": "Step 1 of 17",
    "match verify": "I checked 5 draws",
}
"""The same once it is over."""
PICTURED = ("board", "hand", "catchup", "replay")


@pytest.mark.parametrize("command", LIVE)
async def test_it_is_looked_at_while_it_is_played(world: World, command: str) -> None:
    home = await world.open(world.ada, world.bo)
    shown = await world.ada.slash(home, command)
    assert LIVE[command] in private(shown)
    assert bool(alts(shown)) == (command in PICTURED)


@pytest.mark.parametrize("command", OVER)
async def test_it_is_looked_at_once_it_is_over(world: World, command: str) -> None:
    table = await finished(world)
    shown = await world.ada.slash(table.home, command)
    assert OVER[command] in private(shown)
    assert bool(alts(shown)) == (command in PICTURED)


async def test_it_is_played_by_commands_of_its_own_and_by_panel(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert "choose 5" not in words(world.public()[-1])
    await world.ada.slash(home, "toy choose", parcel="5")
    await choose(world, world.bo, home)
    assert (await world.bot.service.info(1)).ply > 2
    assert "All have chosen" in private(await world.ada.slash(home, "log"))


async def test_a_caretaker_plays_a_free_seat(world: World) -> None:
    home = await world.open(world.ada, world.bo, world.cleo)
    await resign(world, world.bo, home)
    (post,) = offers(world)
    assert "a computer is playing it" in words(post)
    for member in (world.ada, world.cleo):
        await choose(world, member, home)
    assert "All have chosen" in private(await world.ada.slash(home, "log"))


async def test_a_rule_tells_where_a_component_is_now(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    said = private(await world.ada.slash(home, "rules", topic="parcel:5"))
    assert "Where it is now:" in said


async def test_it_is_learned_by_a_practice_match(world: World) -> None:
    walk = await Walk(world, world.bo).begin()
    await walk.pick("toy")
    assert "practice turn in Toy Parcels." in walk.said()
    await walk.onward(4)
    assert "Which parcel:" in walk.said()
    parcel = next(i.rpartition("~")[2] for i in walk.ids() if i.startswith("bstepspart:"))
    await walk.pick(parcel)
    await walk.press("Next step")
    assert f"➜ Deliver parcel {parcel}." in walk.said()
    await walk.press("Confirm")
    assert f"You chose parcel {parcel}." in walk.said()


async def test_it_is_exported(world: World) -> None:
    table = await finished(world)
    name, data = await file(await world.ada.slash(table.home, "match export"))
    assert name.startswith("toy")
    assert b"choose 5" in data


async def test_it_is_played_again(world: World) -> None:
    table = await finished(world)
    assert "The rematch is open" in private(await world.tap(world.bo, table.home, "rematch"))
    await settle(world.bot.outbox)
    info = await world.bot.service.in_channel(world.channel.id)
    assert (info.slug, info.status) == ("toy", "lobby")
