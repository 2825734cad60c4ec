"""The panel of a paused match."""

from __future__ import annotations

from tests.cogs.play.driver import Panel
from tests.matches.helpers import pause
from tests.world import World


async def test_a_paused_match_offers_no_move_and_says_how_to_resume(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await pause(world.bot.service, 1, "vote")
    await panel.press("pconfirm")  # made before the pause
    opened = await Panel(world, world.ada).open(home)
    for shown in (panel, opened):
        assert shown.labels() == ["Look"]
        assert shown.menus() == []
        assert shown.words().count("**This match is paused.**") == 1
        assert "start a vote with /match resume." in shown.words()
