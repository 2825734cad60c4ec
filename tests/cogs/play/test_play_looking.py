from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import pytest
from simcord.results import ResponseMessage

from cogs.play.pages import PAGE_CHARS, leaf, pages
from cogs.ui.items import Button
from cogs.ui.speech import as_lines
from tests.cogs.play.driver import Panel
from tests.toy import TOY
from tests.world import World, custom_ids, parts, private, shown_messages

FRAME = 17
"""Discord's number for a container, whose edge has a colour."""


def in_message(message: ResponseMessage) -> list[Mapping[str, Any]]:
    return list(parts({"components": message.components}))


async def chosen(world: World) -> Panel:
    """Let Ada and Bo choose; return the panel of Ada, who has to place a flag."""
    home = await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        panel = await Panel(world, member).open(home)
        await panel.pick(panel.values()[0])
        await panel.press("pconfirm")
    return await Panel(world, world.ada).open(home)


async def turn(world: World, panel: Panel, cell: str) -> None:
    """Place a flag and say done."""
    if not panel.menus():
        await panel.click(panel.ids("bptype:")[0])
    await panel.pick(cell)
    await panel.press("pconfirm")
    await panel.click(panel.ids("bptype:")[1])
    await panel.press("pconfirm")


async def test_the_board_is_shown_privately_as_picture_and_as_text(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    said = private(await world.ada.slash(home, "board"))
    assert "Toy Parcels · Round 1 of 2" in said
    assert "Choose a parcel." in said
    shown = await world.ada.slash(home, "board", text=True)
    assert "round 1; flags: -; to act: Ada, Bo" in private(shown)
    assert all(part["type"] != 12 for m in shown_messages(shown) for part in in_message(m))
    assert "round 1; flags: -" in private(await world.look(world.bo, home, "board~0"))


async def test_anyone_may_look_at_the_board_but_at_no_hand(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    said = private(await world.cleo.slash(home, "board"))
    assert "Waiting for: **Ada**, **Bo**." in said
    assert "hand" not in said
    assert "You have no seat" in private(await world.cleo.slash(home, "hand"))
    for rest in ("handtext:1:", "handpage:1:0"):
        assert "You have no seat" in await world.forge(world.cleo, f"b{rest}", channel=home)


async def test_the_hand_is_shown_to_its_owner_alone(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    hand = (await world.bot.service.glance(1, world.ada.id)).view.hand  # type: ignore[attr-defined]
    wanted = "hand: " + ", ".join(map(str, hand))
    shown = await world.ada.slash(home, "hand")
    assert wanted in private(shown)
    looked = await world.look(world.ada, home, "hand")
    assert wanted in private(looked)
    (frame, *_) = [p for m in shown_messages(looked) for p in in_message(m) if p["type"] == FRAME]
    red = TOY.info.seat_marks[0].hex
    assert f"#{frame['accent_color']:06x}" == red.lower()
    assert wanted not in private(await world.look(world.bo, home, "hand"))


async def test_without_a_match_every_command_says_so(world: World) -> None:
    for name in ("board", "hand", "log", "catchup", "undo"):
        assert "There's no match in this channel." in private(
            await world.ada.slash(world.channel, name)
        )
    said = private(await world.ada.slash(world.channel, "move", move="done"))
    assert "There's no match in this channel." in said


async def test_before_the_start_there_is_no_board(world: World) -> None:
    await world.open(world.ada, world.bo, start=False)
    for name in ("board", "hand", "log", "catchup", "undo"):
        said = private(await world.ada.slash(world.channel, name))
        assert "hasn't begun" in said or "nothing you can take back" in said


async def test_the_log_tells_all_one_may_know_with_notation(world: World) -> None:
    panel = await chosen(world)
    home = await world.home()
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    await panel.press("pundo")
    await turn(world, panel, "r2c2")
    own = private(await world.ada.slash(home, "log"))
    assert "`choose " in own
    assert "You chose parcel" in own
    assert "~~" in own
    assert "`place r1c1` · taken back" in own
    assert "`place r2c2`" in own
    assert "<t:" in own
    others = private(await world.bo.slash(home, "log"))
    assert "**Ada** has chosen." in others
    assert others.count("`choose ") == 1
    watcher = private(await world.cleo.slash(home, "log"))
    assert "`choose " not in watcher
    assert "parcel" not in watcher.lower().replace("toy parcels", "")


async def test_a_long_log_has_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.play.pages.PAGE_CHARS", 200)
    panel = await chosen(world)
    await turn(world, panel, "r2c2")
    home = await world.home()
    shown = await world.ada.slash(home, "log")
    last = private(shown)
    assert "is done" in last
    result = await world.press(world.ada, shown, "logpage")
    assert result.response is not None
    assert private(result) != last
    forward = custom_ids({"components": result.response.components})[-1]
    again = await world.ada.click(result.response, custom_id=forward)
    assert "is done" in private(again)


async def test_a_log_is_written_beside_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, threads = await world.open(world.ada, world.bo), set[threading.Thread]()

    def noting(*args: Any) -> Any:
        threads.add(threading.current_thread())
        return leaf(*args)

    monkeypatch.setattr("cogs.play.looking.leaf", noting)
    assert "You draw" in private(await world.ada.slash(home, "log"))
    assert threads
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("page", ["", "x", "-1", "999999", "٣", "9" * 60])
@pytest.mark.parametrize("verb", ["logpage", "textpage", "handpage"])
async def test_a_forged_page_is_one_that_exists(world: World, verb: str, page: str) -> None:
    home = await world.open(world.ada, world.bo)
    said = await world.forge(world.ada, f"b{verb}:1:{page}", channel=home)
    assert "Toy Parcels" in said


async def test_catch_up_tells_what_came_after_ones_own_last_move(world: World) -> None:
    panel = await chosen(world)
    home = await world.home()
    await turn(world, panel, "r2c2")
    said = private(await world.bo.slash(home, "catchup"))
    assert "Since your last move:" in said
    assert "puts a flag on r2c2." in said
    assert "has chosen" not in said
    assert "bturn:1:" in str(
        [m.components for m in shown_messages(await world.tap(world.bo, home, "catchup"))]
    )
    said = private(await world.cleo.slash(home, "catchup"))
    assert "What has happened so far:" in said
    assert "has chosen" in said


async def test_the_last_player_to_move_has_missed_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    said = private(await world.ada.slash(home, "catchup"))
    assert "Nothing has happened since your last move." in said


async def test_undo_by_command_asks_again(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    said = private(await world.ada.slash(home, "undo"))
    assert "Your last move has been taken back." in said
    assert "Choose a parcel." in said
    said = private(await world.ada.slash(home, "undo"))
    assert "You haven't made a move yet." in said
    assert "Ask the others" not in said


async def test_nobody_takes_back_what_others_did(world: World) -> None:
    panel = await chosen(world)
    home = await world.home()
    await panel.pick("r1c1")
    await panel.press("pconfirm")
    before = (await world.bot.service.info(1)).ply
    assert "nothing you can take back" in private(await world.bo.slash(home, "undo"))
    assert "no seat" in private(await world.cleo.slash(home, "undo"))
    assert (await world.bot.service.info(1)).ply == before


async def test_turns_lists_what_waits_with_links_here_and_in_dms(world: World) -> None:
    assert "No matches are waiting for you." in private(
        await world.ada.slash(world.channel, "turns")
    )
    home = await world.open(world.ada, world.bo)
    wanted = f"https://discord.com/channels/{world.guild.id}/{home.id}"
    said = private(await world.ada.slash(world.channel, "turns"))
    assert "1 match is waiting for you:" in said
    assert wanted in said
    assert wanted in private(await world.ada.user.slash("turns"))
    assert "No matches are waiting for you." in private(
        await world.cleo.slash(world.channel, "turns")
    )


async def test_turns_oneself_and_what_is_over_are_for_dms(world: World) -> None:
    names = {name.split()[0] for name in world.ada.user.available_commands()}
    assert names >= {"turns", "board", "log", "catchup", "replay"}
    assert not names & {"hand", "undo", "move", "krakow"}


async def test_a_finished_match_can_still_be_looked_at(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    for name in ("board", "hand", "log", "catchup"):
        assert "Toy Parcels" in private(await world.ada.slash(home, name))
    assert "ended without a result" in private(await world.ada.slash(home, "board"))
    assert "This match is over." in private(await world.ada.slash(home, "undo"))
    panel = await Panel(world, world.ada).open(home)
    assert "ended without a result" in panel.words()


# Pure functions


def test_pages_hold_whole_lines() -> None:
    lines = [f"{i} " + "x" * 900 for i in range(9)]
    made = pages(lines)
    assert "\n".join(made).split("\n") == lines
    assert all(len(page) <= PAGE_CHARS for page in made)
    assert pages([]) == [""]
    assert len(pages(["y" * 9999])[0]) == PAGE_CHARS


@pytest.mark.parametrize(("page", "ids"), [(0, ["1"]), (1, ["0", "2"]), (99, ["1"]), (-5, ["1"])])
def test_a_leaf_leads_to_its_neighbours(page: int, ids: list[str]) -> None:
    post = leaf("title", ["x" * 3000] * 3, "logpage", 1, page, "en")
    items = [item.item for item in post.view.walk_children() if isinstance(item, Button)]
    found = [str(b.custom_id).rpartition(":")[2] for b in items if not b.disabled]
    assert found == ids


def test_signs_in_columns_stand_in_code_and_names_never_open_it() -> None:
    text = "Ada has *2*\n1  . # o\n   -----\n`@everyone`  *x*"
    first, row, rule, name = as_lines(text)
    assert (first, row, rule) == (r"Ada has \*2\*", "`1  . # o`", "`   -----`")
    assert name.startswith(r"\`@")
    assert "@everyone" not in name
