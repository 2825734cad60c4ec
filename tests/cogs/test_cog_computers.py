"""Computer players in Discord: they sit down, answer in one post, and leave again."""

from __future__ import annotations

import random

import pytest

from rules.notation import format_move
from tests.world import World, private, words


async def play(world: World, match_id: int, user: int, seed: int = 0) -> None:
    """Play a match to its end at random for one person."""
    rng, service = random.Random(seed), world.bot.service
    for number in range(2000):
        glance = await service.glance(match_id, user)
        if glance.match.status != "live":
            return
        assert glance.moves, "it waits for a computer"
        move = format_move(rng.choice(glance.moves))
        await service.play(match_id, user, move, interaction_id=10_000 + number)
        await world.env.settle()
    raise AssertionError("no end")


async def test_alone_against_computers_to_the_end(world: World) -> None:
    home = await world.open(world.ada, computers=2, seats=3, level="easy")
    lobby = world.posts(world.channel)[0]
    assert "⚙ Cog •, computer (easy)" in lobby.replace("**", "")
    before = len(world.posts(home))
    await play(world, 1, world.ada.id)
    posts = world.posts(home)
    assert "⚙ Cog •" in posts[-1]
    assert len(posts) > before
    assert (await world.bot.service.info(1)).ending == "played"
