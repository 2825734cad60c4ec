"""The panel of a paused match, and of somebody who has nothing to take back."""

from __future__ import annotations

import pytest

from matches.domain.model import PauseReason
from tests.cogs.play.driver import Panel
from tests.matches.helpers import pause
from tests.world import World, private

ASK_BACK = "Ask the others to go back"


async def test_a_paused_match_offers_no_move_and_says_how_to_resume(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await pause(world.bot.service, 1, "vote")
    await panel.press("pconfirm")  # made before the pause
    opened = await Panel(world, world.ada).open(home)
    for shown in (panel, opened):
        assert shown.labels() == ["Ask the others to resume", "Look"]
        assert shown.menus() == []
        assert shown.words().count("**This match is paused.**") == 1
        assert "start a vote with /match resume." in shown.words()


async def test_a_paused_panel_asks_the_others_to_resume(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await pause(world.bot.service, 1, "vote")
    panel = await Panel(world, world.ada).open(home)
    await panel.press("ask")
    await world.settle()
    assert "Resume the match?" in world.posts(home)[-1]
    await world.tap(world.bo, home, "yes")
    assert (await world.bot.service.info(1)).paused_at is None
    again = await world.forged(world.ada, "bask:1:resume", channel=home)
    assert "isn't paused" in private(again)


async def test_who_is_alone_resumes_from_the_panel(world: World) -> None:
    home = await world.open(world.ada, computers=1)
    await pause(world.bot.service, 1, "vote")
    panel = await Panel(world, world.ada).open(home)
    assert panel.labels() == ["Resume the match", "Look"]
    await panel.press("ask")
    assert (await world.bot.service.info(1)).paused_at is None


@pytest.mark.parametrize("why", ["gone", "rules"])
async def test_nobody_votes_about_a_pause_that_is_not_theirs(
    world: World, why: PauseReason
) -> None:
    home = await world.open(world.ada, world.bo)
    await pause(world.bot.service, 1, why)
    panel = await Panel(world, world.ada).open(home)
    assert panel.labels() == ["Look"]


async def test_nobody_is_to_ask_for_their_first_move_back(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    refused = await world.ada.slash(home, "undo")
    assert private(refused).startswith("You haven't made a move yet.")
    assert ASK_BACK not in private(refused)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    assert ASK_BACK not in panel.labels()
    assert "You haven't made a move yet." in private(await world.bo.slash(home, "undo"))


async def test_a_hint_to_undo_is_true_for_who_waits(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        panel = await Panel(world, member).open(home)
        await panel.pick(panel.values()[0])
        await panel.press("pconfirm")
    said = [private(await member.slash(home, "undo")) for member in (world.ada, world.bo)]
    for one in said:
        assert "to continue" not in one
