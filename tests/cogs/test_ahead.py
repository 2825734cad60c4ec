"""Boards drawn at the start, before anybody asks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cogs.drawing import ahead
from cogs.drawing.ahead import draw_ahead
from cogs.drawing.studio import Rank
from tests.world import World


async def drawn_ahead(world: World, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Rank, str]]:
    """Draw ahead, and return for each job its rank and the words of its picture."""
    draw, found = world.bot.studio.draw, list[tuple[Rank, str]]()

    async def noted(job: Callable[[], Any], rank: Rank = Rank.ANSWER, server: int = 0) -> Any:
        drawn = await draw(job, rank, server)
        found.append((rank, drawn.text))
        return drawn

    with monkeypatch.context() as patch:
        patch.setattr(world.bot.studio, "draw", noted)
        await draw_ahead(world.bot)
    return found


async def test_boards_of_matches_that_are_played_are_drawn_while_nobody_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await drawn_ahead(world, monkeypatch) == []
    await world.open(world.ada, world.bo)
    ((rank, text),) = await drawn_ahead(world, monkeypatch)
    assert rank is Rank.SPARE
    assert text.startswith("round 1")
    assert "hand" not in text  # as everybody sees it


async def test_matches_that_nobody_plays_now_cost_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo)
    monkeypatch.setattr(ahead, "PLAYED_WITHIN", timedelta(seconds=-1))
    assert await drawn_ahead(world, monkeypatch) == []


async def test_a_match_that_cannot_be_read_leaves_the_others_to_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.ada, world.bo)

    async def found(*_: object) -> list[int]:
        return [7, 1]

    monkeypatch.setattr(world.bot.service, "being_played", found)
    assert len(await drawn_ahead(world, monkeypatch)) == 1
