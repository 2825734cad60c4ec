"""An Undo that comes too late says so in words of its own, and what can be done instead."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from tests.cogs.play.driver import Panel, to_the_flags
from tests.world import World, custom_ids, private, shown_messages

OTHERS = "It's too late to take this back: others have moved since."
MOVED_ON = "It's too late to take this back: the match has moved on."


async def ply(world: World) -> int:
    return (await world.bot.service.info(1)).ply


async def undone(world: World, custom_id: str) -> InteractionResult:
    """Tap an Undo of Ada's that her panel no longer shows."""
    return await world.forged(world.ada, custom_id, channel=await world.home())


def buttons(result: InteractionResult) -> list[str]:
    found = (custom_ids({"components": m.components}) for m in shown_messages(result))
    return [custom_id.partition(":")[0] for ids in found for custom_id in ids]


async def chosen(world: World) -> str:
    """Let Ada choose a parcel; return the Undo of her panel, or ""."""
    panel = await Panel(world, world.ada).open(await world.home())
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    return "".join(panel.ids("bpundo:"))


@pytest.fixture(autouse=True)
def _in_english(world: World) -> None:
    world.locales.clear()


async def test_after_a_computers_answer_it_offers_to_go_back_anyway(world: World) -> None:
    home = await world.open(world.ada, computers=1, seats=2, level="easy")
    await chosen(world)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[1])
    made = await ply(world) + 1
    await panel.press("pconfirm")
    after = await ply(world)
    assert after > made, "the computer has answered"
    refused = await undone(world, f"bpundo:1:0.{made}.m~~0~0")
    said = private(refused)
    assert f"**{OTHERS}**" in said
    assert "To go back to before your last move, tap **Go back anyway**." in said
    assert "Choose a parcel." in said
    assert "bask" in buttons(refused)
    typed = await world.ada.slash(home, "undo")
    assert "too late to choose" not in private(typed)
    assert "bask" in buttons(typed)
    assert await ply(world) == after


async def test_after_others_it_offers_to_ask_them(world: World) -> None:
    await world.open(world.ada, world.bo)
    custom_id = await chosen(world)
    other = await Panel(world, world.bo).open(await world.home())
    await other.pick(other.values()[0])
    await other.press("pconfirm")
    before = await ply(world)
    refused = await undone(world, custom_id)
    said = private(refused)
    assert f"**{OTHERS}**" in said
    assert "To go back to before your last move, tap **Ask the others to go back**." in said
    assert "bask" in buttons(refused)
    assert "bpundo" not in buttons(refused)
    assert "Put a flag." in said
    assert await ply(world) == before


async def test_after_another_move_of_ones_own_that_one_can_be_undone(world: World) -> None:
    panel = await to_the_flags(world)
    assert panel.member is world.ada
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    (first,) = panel.ids("bpundo:")
    await panel.click(panel.ids("bptype:")[0])
    await panel.pick("r1c2")
    await panel.press("pconfirm")
    before = await ply(world)
    refused = await undone(world, first)
    assert MOVED_ON in private(refused)
    assert "To take back your last move, tap **Undo**." in private(refused)
    assert "bpundo" in buttons(refused)
    assert await ply(world) == before


async def test_a_second_tap_on_it_takes_nothing_back(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    (custom_id,) = panel.ids("bpundo:")
    await panel.press("pundo")
    before = await ply(world)
    refused = await undone(world, custom_id)
    assert MOVED_ON in private(refused)
    assert "bask" in buttons(refused)
    assert await ply(world) == before


async def test_an_undo_that_asks_anew_is_not_taken_for_a_move_of_others(world: World) -> None:
    await world.open(world.ada, world.bo)
    custom_id = await chosen(world)
    await undone(world, custom_id)
    before = await ply(world)
    refused = await undone(world, custom_id)
    assert f"**{MOVED_ON}**" in private(refused)
    assert await ply(world) == before


async def test_of_rows_that_are_gone_it_says_that_the_match_has_changed(world: World) -> None:
    """Somebody has put the match, or the whole database, back to an older state."""
    panel = await to_the_flags(world)
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    (custom_id,) = panel.ids("bpundo:")
    before = await ply(world)
    refused = await undone(world, custom_id.replace(f".{before}.", f".{before + 7}."))
    said = private(refused)
    assert "You can't take this back any more: the match has changed since." in said
    assert "To take back your last move, tap **Undo**." in said
    assert "bpundo" in buttons(refused)
    assert await ply(world) == before
