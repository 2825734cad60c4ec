from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.cogs.play.driver import Panel, tapped_payload, to_the_flags, turn_of
from tests.toy import ROUNDS, SIZE
from tests.world import World, parts, private

PRIMARY, SECONDARY = 1, 2
"""How Discord draws a button: lit, or grey."""


async def ply(world: World, match_id: int = 1) -> int:
    return (await world.bot.service.info(match_id)).ply


async def test_a_panel_opened_before_an_upgrade_still_confirms(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    (confirm,) = panel.ids("bpconfirm:")
    before = await ply(world)
    await world.forge(world.ada, confirm.replace("bpconfirm:", "bpyes:"), channel=home)
    assert await ply(world) == before + 1


async def test_a_move_is_chosen_confirmed_and_played(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    assert "Choose a parcel." in panel.words()
    assert panel.ids("bpconfirm:") == []
    parcel = panel.values()[1]
    await panel.pick(parcel)
    assert f"Deliver parcel {parcel}." in panel.words()
    assert panel.picked() == parcel
    assert await ply(world) == 1
    await panel.press("pconfirm")
    assert await ply(world) == 2
    assert f"You chose parcel {parcel}." in panel.words()
    assert "Waiting for: Bo." in panel.words()
    assert panel.menus() == []


async def test_what_was_chosen_can_be_changed_or_taken_back_before_confirming(
    world: World,
) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    first, second, _ = panel.values()
    await panel.pick(first)
    await panel.pick(second)
    assert panel.picked() == second
    assert f"Deliver parcel {second}." in panel.words()
    await panel.press("pback")
    assert panel.picked() is None
    assert panel.ids("bpconfirm:") == []
    assert panel.ids("bpback:") == []
    assert await ply(world) == 1


async def test_long_lists_are_leafed_through(world: World) -> None:
    panel = await to_the_flags(world)
    first = panel.values()
    assert len(first) == 25
    assert len(panel.ids("bppage:")) == 1
    await panel.press("ppage")
    second = panel.values()
    assert len(first) + len(second) == SIZE * SIZE
    assert not set(first) & set(second)
    cell = second[-1]
    await panel.pick(cell)
    assert panel.picked() == cell
    await panel.press("ppage")
    assert panel.values() == first
    assert panel.picked() is None
    assert f"Put a flag on {cell}." in panel.words()
    await panel.press("pconfirm")
    assert f"puts a flag on {cell}." in panel.words()


async def test_several_verbs_are_buttons_and_the_next_decision_comes_at_once(
    world: World,
) -> None:
    panel = await to_the_flags(world)
    assert panel.ids("bptype:") == []
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    assert {"Place a flag", "Done"} <= set(panel.labels())
    assert panel.menus() == []
    await panel.click(panel.ids("bptype:")[0])
    assert "r1c1" not in panel.values()
    await panel.press("pback")
    await panel.click(panel.ids("bptype:")[1])
    assert "End your turn." in panel.words()
    styles = panel.styles()
    assert (styles["Place a flag"], styles["Done"]) == (SECONDARY, PRIMARY)
    before = await ply(world)
    await panel.press("pconfirm")
    assert await ply(world) == before + 2
    assert "You draw parcel" in panel.words()


async def test_a_preview_shows_the_board_as_it_would_be(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.pick("r2c2")
    assert "flags: r2c2 Ada; to act: Ada" in panel.words()
    assert await ply(world) == 4 - 1
    glance = await world.bot.service.glance(1, None)
    assert "r2c2" not in str(glance.view)


async def test_a_preview_names_who_would_be_next(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    assert "to act: Bo" in panel.words()


async def test_undo_gives_the_decision_back(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.pick("r2c2")
    await panel.press("pconfirm")
    await panel.press("pundo")
    assert "taken back" in panel.words()
    assert "r2c2" in panel.values()
    assert panel.ids("bpundo:") == []
    entries = await world.bot.service.history.log(1, None)
    assert [e.undone for e in entries][-2:] == [True, False]


async def test_a_move_is_queued_changed_cleared_and_made_when_its_turn_comes(
    world: World,
) -> None:
    first = await to_the_flags(world)
    home = await world.home()
    other = world.bo if first.member is world.ada else world.ada
    panel = await Panel(world, other).open(home)
    assert "already choose your next move" in panel.words()
    await panel.pick("r3c3")
    posts = len(world.posts(home))
    await panel.press("pconfirm")
    assert "Queued for your next turn: Put a flag on r3c3." in panel.words()
    assert panel.menus() == []
    await panel.press("pplan")
    await panel.pick("r4c4")
    await panel.press("pconfirm")
    assert "Queued for your next turn: Put a flag on r4c4." in panel.words()
    await panel.press("pclear")
    assert "Your queued move has been cleared." in panel.words()
    await panel.press("pplan")
    await panel.pick("r4c5")
    await panel.press("pconfirm")
    assert len(world.posts(home)) == posts
    assert all("r4c5" not in text for text in world.posts(home))
    await first.pick("r1c1")
    await first.press("pconfirm")
    await first.click(first.ids("bptype:")[1])
    await first.press("pconfirm")
    assert "puts a flag on r4c5." in first.words()
    assert "puts a flag on r4c5." in world.posts(home)[-1]


async def test_a_waiting_player_with_nothing_to_prepare_reads_who_is_to_move(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    again = await Panel(world, world.ada).open(home)
    assert "Waiting for: Bo." in again.words()
    assert "round 1; flags: -" in again.words()
    assert again.menus() == []


async def test_a_panel_survives_a_restart(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    parcel = panel.values()[2]
    await panel.pick(parcel)
    await world.restart()
    await panel.press("pback")
    await panel.pick(parcel)
    await world.restart()
    await panel.press("pconfirm")
    assert f"You chose parcel {parcel}." in panel.words()


async def test_a_panel_survives_a_crash(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    message_id, ids = panel.message.id if panel.message else 0, panel.ids("bppart:")
    parcel = panel.values()[0]
    await world.crash()
    payload = tapped_payload(world, world.ada, home.id, message_id, ids[0])
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    shown = world.payload(home.id, message_id)
    assert f"Deliver parcel {parcel}." in str(shown)


async def test_an_old_panel_shows_the_present_and_says_so(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    old = await Panel(world, world.ada).open(home)
    new = await Panel(world, world.ada).open(home)
    parcel = old.values()[0]
    await old.pick(parcel)
    await new.pick(parcel)
    await new.press("pconfirm")
    before = await ply(world)
    await old.press("pconfirm")
    assert await ply(world) == before
    assert "It's too late to choose this" in old.words()
    assert "Waiting for: Bo." in old.words()


async def test_a_choice_that_waits_for_others_does_not_grow_stale(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    ada = await Panel(world, world.ada).open(home)
    bo = await Panel(world, world.bo).open(home)
    await ada.pick(ada.values()[0])
    await bo.pick(bo.values()[0])
    await bo.press("pconfirm")
    await ada.press("pconfirm")
    assert "begins" in ada.words()


async def test_a_queued_move_whose_turn_has_come_is_refused_with_the_present(
    world: World,
) -> None:
    first = await to_the_flags(world)
    home = await world.home()
    other = world.bo if first.member is world.ada else world.ada
    waiting = await Panel(world, other).open(home)
    await waiting.pick("r3c3")
    await first.pick("r1c1")
    await first.press("pconfirm")
    await first.click(first.ids("bptype:")[1])
    await first.press("pconfirm")
    await waiting.press("pconfirm")
    assert "It's too late to choose this" in waiting.words()
    assert "Put a flag." in waiting.words()
    assert "r1c1" not in waiting.values()


async def test_two_confirmations_at_once_make_one_move(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.pick("r2c3")
    assert panel.message
    before = await ply(world)
    place = panel.message.channel_id, panel.message.id, panel.ids("bpconfirm:")[0]
    for _ in range(2):
        payload = tapped_payload(world, panel.member, *place)
        world.env.backend.emit("INTERACTION_CREATE", payload)
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert await ply(world) == before + 1


@pytest.mark.parametrize("people", [2, 3, 4])
async def test_a_whole_match_is_played_through_panels(world: World, people: int) -> None:
    members = world.members[:people]
    home = await world.open(*members)
    rng = Random(people)
    while (await world.bot.service.info(1)).status == "live":
        panel = await Panel(world, members[await turn_of(world)]).open(home)
        await panel.play(rng)
    assert "Both rounds are played." in world.posts(home)[-1]
    again = await Panel(world, world.ada).open(home)
    assert "The match is over." in again.words()
    assert again.ids() == []
    assert ROUNDS == 2


# What must be refused, and change nothing.


async def test_a_stranger_is_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    assert "You have no seat" in private(await world.tap(world.cleo, home, "turn"))
    assert "You have no seat" in private(await world.forged(world.cleo, "bhand:1:1", channel=home))


async def test_a_refusal_from_memory_is_answered_at_once(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    requests = world.env.http_requests
    for needed in (1, 2, 1):  # the first tap after the restart loads the match
        before = len(requests)
        assert "You have no seat" in private(await world.tap(world.cleo, home, "turn"))
        assert len(requests) - before == needed
        if needed == 1:
            await world.restart()


async def test_a_click_from_another_channel_is_refused(world: World) -> None:
    await world.open(world.ada, world.bo)
    elsewhere = world.guild.create_text_channel("elsewhere")
    before = await ply(world)
    parcel = (await world.bot.service.glance(1, world.ada.id)).view.hand[0]  # type: ignore[attr-defined]
    for custom_id in ("bturn:1:1", "bhand:1:1", f"bpconfirm:1:0.1.m~0~0~0~{parcel}"):
        said = await world.forge(world.ada, custom_id, channel=elsewhere)
        assert "another channel" in said
    assert await ply(world) == before


FORGED = [
    "1.1.m~0~0~0~{own}",  # another seat
    "0.999.m~0~0~0~{own}",  # a ply that has not come
    "0.1.x~0~0~0~{own}",
    "0.1.m~0~0~0~{foreign}",
    "0.1.m~0~0~0~999",
    "0.1.m~0~0~0",
    "0.1.m~3~0~0~1,2,3/4,5,6",
    "0.1.m~4~0~0~{foreign}",
    "0.1.m~77~0~0~{own}",
    "0.1.m~-1~0~0~{own}",
    "0.1.m~1~0~0~r1c1",
    "0.1.q~0~0~0~{own}",
    "",
    "..",
    "0.1.m",
    "٠.1.m~0~0~0~{own}",
    "0.1.m~0~0~0~{own}~{own}",
]


@pytest.mark.parametrize("rest", FORGED)
@pytest.mark.parametrize("verb", ["pconfirm", "ptype", "pback", "ppage", "pplan"])
async def test_a_forged_button_changes_nothing(world: World, verb: str, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    glance = await world.bot.service.glance(1, world.ada.id)
    other = await world.bot.service.glance(1, world.bo.id)
    own, foreign = glance.view.hand[0], other.view.hand[0]  # type: ignore[attr-defined]
    custom_id = f"b{verb}:1:{rest.format(own=own, foreign=foreign)}"
    said = await world.forge(world.ada, custom_id, channel=home)
    assert await ply(world) == 1
    assert (await world.bot.service.glance(1, world.ada.id)).prepared is None
    assert f"Deliver parcel {foreign}." not in said


@pytest.mark.parametrize("rest", ["0.1.m~0~0~0", "0.1.m~0~99~7~1", "0.1.m~~0~0"])
async def test_a_forged_choice_is_not_taken(world: World, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    said = await world.forge(world.ada, f"sppart:1:{rest}", ["999"], channel=home)
    assert "Deliver" not in said
    assert await ply(world) == 1


async def test_a_panel_button_on_a_public_message_is_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    post = home.history()[-1]
    payload = tapped_payload(world, world.ada, home.id, post.id, "bpback:1:0.1.m~~0~0")
    shown = json.dumps(payload["message"]["components"])
    forged = shown.replace("bturn:1:1", "bpback:1:0.1.m~~0~0")
    payload["message"]["components"] = json.loads(forged)
    before = world.posts(home)
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert world.posts(home) == before


async def test_the_panel_opens_in_the_channel_of_the_lobby_too(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    started = await world.tap(world.ada, world.channel, "start")
    assert "Choose a parcel." in private(await world.press(world.ada, started, "turn"))


async def test_someone_elses_undo_takes_nothing_back(world: World) -> None:
    panel = await to_the_flags(world)
    await panel.pick("r2c2")
    await panel.press("pconfirm")
    other = world.bo if panel.member is world.ada else world.ada
    before = await ply(world)
    await world.forge(other, panel.ids("bpundo:")[0], channel=await world.home())
    assert await ply(world) == before


async def test_the_panel_shows_what_the_next_part_is_chosen_from(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="krakow")
    panel = await Panel(world, world.members[await turn_of(world)]).open(home)
    assert "attachment://hand.png" in pictures(panel)  # an action card
    await panel.pick("A")
    assert "attachment://board.png" in pictures(panel)  # a place around the market


def pictures(panel: Panel) -> list[str]:
    """Return the file names of the pictures in a panel."""
    found = [item for part in parts(panel.shown) for item in part.get("items", ())]
    return [f"attachment://{item['media']['url'].rsplit('/', 1)[-1]}" for item in found]


async def test_few_values_are_a_tap_away_and_what_is_chosen_becomes_a_list(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="krakow")
    first = world.members[await turn_of(world)]
    panel = await Panel(world, first).open(home)
    assert "Which action card:" in panel.words()
    assert {"1 reservation", "take any card"} <= set(panel.labels())
    await panel.pick("D")
    assert panel.picked(0) == "D"
    rows = [[p.get("label") for p in row["components"]] for row in rows_of(panel)]
    assert rows[1:3] == [["B1", "B2", "B3"], ["L1", "L2", "L3"]]
    await panel.pick("L2")
    assert [panel.picked(0), panel.picked(1)] == ["D", "L2"]
    assert "➜ You play “shift by one” at L2" in panel.words()


async def test_a_handful_of_moves_is_offered_whole(world: World) -> None:
    home = await world.open(world.ada, world.bo, game="krakow")
    service = world.bot.service
    lays = iter(["D@L1", "A@T1", "A@T2", "A@T3", "A@B1", "A@B2"])
    for number, lay in enumerate(lays):
        mover = world.members[await turn_of(world)]
        await service.play(1, mover.id, f"lay {lay}", interaction_id=number)
    mover = world.members[await turn_of(world)]
    panel = await Panel(world, mover).open(home)
    left, right, decline = [label for label in panel.labels() if label.startswith("You ")]
    assert left.startswith("You push row 1 to the left, and ")
    assert right.startswith("You push row 1 to the right, and ")
    assert decline == "You don't use this card's effect."
    await panel.press("ptype", "~right")
    assert f"➜ {right}" in panel.words()
    await panel.press("pconfirm")
    assert "pushes row 1 to the right." in panel.words()


def rows_of(panel: Panel) -> list[Mapping[str, Any]]:
    """Return the rows of buttons and selects, top to bottom."""
    return [part for part in parts(panel.shown) if part["type"] == 1 and part["components"]]
