"""The pad in the panel, with the toy game, whose flags are placed on a pad."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final, cast

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.ui.items import MAX_ID
from render import gallery
from render.gallery import AnyArtist
from rules.pad import Pad, opaque
from tests.cogs.play.driver import Panel
from tests.toy import SIZE, Place, ToyView
from tests.toy_artist import TOY_ARTIST, ToyArtist
from tests.world import World, parts

BEST: Final = (2, 2)


def near_the_best(view: ToyView, move: Place) -> tuple[float, ...]:
    return (-abs(move.cell.row - BEST[0]) - abs(move.cell.col - BEST[1]),)


@pytest.fixture(autouse=True)
def _flags_are_put_on_a_pad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Place, "pad", opaque(Pad(cell="cell", merit=near_the_best)))


@dataclass
class Flags:
    """A match of two at its first flag.

    Attributes:
        home: The place where it is played.
        first: The panel of the player who places it, just opened.
        other: The player who waits.
    """

    world: World
    home: ChannelHandle
    first: Panel
    other: MemberActor

    @classmethod
    async def begin(cls, world: World) -> Flags:
        home = await world.open(world.ada, world.bo)
        for member in (world.ada, world.bo):
            panel = await Panel(world, member).open(home)
            await panel.pick(panel.values()[0])
            await panel.press("pconfirm")
        (seat,) = (await world.bot.service.info(1)).to_act
        first = await Panel(world, world.members[seat]).open(home)
        return cls(world, home, first, world.members[1 - seat])

    async def ply(self) -> int:
        return (await self.world.bot.service.info(1)).ply


def place(panel: Panel) -> str:
    """Return the cell that a pad shows."""
    (shown,) = {i.rpartition("~")[2] for i in panel.ids("bpconfirm:")}
    return shown


async def test_it_opens_at_the_best_place_and_says_what_it_shows(world: World) -> None:
    flags = await Flags.begin(world)
    assert place(flags.first) == "r3c3"
    said = flags.first.words()
    assert "Put a flag on r3c3." in said
    assert f"`place r3c3` · Place 1 of {SIZE * SIZE} (best first)" in said
    assert f"tried by {flags.first.member.user.global_name}: place r3c3" in said
    assert flags.first.menus() == []


async def test_one_more_tap_confirms_the_best_place(world: World) -> None:
    flags = await Flags.begin(world)
    before = await flags.ply()
    await flags.first.press("pconfirm")
    assert await flags.ply() == before + 1
    assert "puts a flag on r3c3." in flags.first.words()


@pytest.mark.parametrize(
    ("way", "there"),
    [("left", "r3c2"), ("right", "r3c4"), ("up", "r2c3"), ("down", "r4c3"), ("next", "r2c3")],
)
async def test_each_button_leads_to_a_place_that_can_be_confirmed(
    world: World, way: str, there: str
) -> None:
    flags = await Flags.begin(world)
    before = await flags.ply()
    await flags.first.press(f"p{way}")
    assert place(flags.first) == there
    assert f"Put a flag on {there}." in flags.first.words()
    assert f": place {there}" in flags.first.words()
    assert await flags.ply() == before
    await flags.first.press("pconfirm")
    assert f"puts a flag on {there}." in flags.first.words()


async def test_at_the_edge_no_button_leads_on(world: World) -> None:
    flags = await Flags.begin(world)
    for _ in range(2):
        await flags.first.press("pleft")
        await flags.first.press("pup")
    assert place(flags.first) == "r1c1"
    ways = {i.partition(":")[0] for i in flags.first.ids("bp")}
    assert {"bpright", "bpdown", "bpnext"} <= ways
    assert not {"bpleft", "bpup"} & ways
    assert {"← Left", "↑ Up"} <= set(flags.first.labels())


async def test_what_cannot_be_turned_has_no_button_for_it(world: World) -> None:
    flags = await Flags.begin(world)
    assert not any("Turn" in label or "Flip" in label for label in flags.first.labels())


async def test_next_comes_by_every_place_and_back_to_the_best(world: World) -> None:
    flags = await Flags.begin(world)
    seen = []
    while (shown := place(flags.first)) not in seen:
        seen.append(shown)
        await flags.first.press("pnext")
    assert len(seen) == SIZE * SIZE
    assert place(flags.first) == seen[0] == "r3c3"


async def test_every_id_is_different_and_short_enough(world: World) -> None:
    flags = await Flags.begin(world)
    for way in ("pup", "pup", "pleft", "pnext"):
        found = [p["custom_id"] for p in parts(flags.first.shown) if "custom_id" in p]
        assert len(found) == len(set(found))
        assert max(map(len, found)) <= MAX_ID
        await flags.first.press(way)


async def test_among_other_moves_its_type_is_chosen_first_and_back_leads_there(
    world: World,
) -> None:
    flags = await Flags.begin(world)
    await flags.first.press("pconfirm")
    assert {"Place a flag", "Done"} <= set(flags.first.labels())
    await flags.first.click(flags.first.ids("bptype:")[0])
    assert place(flags.first) == "r2c3"
    assert "Done" not in flags.first.labels()  # the pad has the room to itself
    await flags.first.press("pback")
    assert {"Place a flag", "Done"} <= set(flags.first.labels())


async def test_undo_leads_back_to_the_pad(world: World) -> None:
    flags = await Flags.begin(world)
    await flags.first.press("pright")
    await flags.first.press("pconfirm")
    await flags.first.press("pundo")
    assert "taken back" in flags.first.words()
    assert place(flags.first) == "r3c3"


async def test_the_way_back_from_an_explanation_leads_to_the_same_place(world: World) -> None:
    flags = await Flags.begin(world)
    await flags.first.press("pdown")
    await flags.first.press("explain")
    assert "What can I do?" in flags.first.words()
    await flags.first.press("pback")
    assert place(flags.first) == "r4c3"


async def test_it_goes_on_after_a_restart(world: World) -> None:
    flags = await Flags.begin(world)
    await flags.first.press("pright")
    await world.restart()
    await flags.first.press("pright")
    assert place(flags.first) == "r3c5"
    await world.restart()
    await flags.first.press("pconfirm")
    assert "puts a flag on r3c5." in flags.first.words()


async def test_out_of_turn_it_is_tried_and_queued(world: World) -> None:
    flags = await Flags.begin(world)
    waiting = await Panel(world, flags.other).open(flags.home)
    assert place(waiting) == "r3c3"
    await waiting.press("pdown")
    assert f"tried by {flags.other.user.global_name}: place r4c3" in waiting.words()
    await waiting.press("pconfirm")
    assert "Queued for your next turn: Put a flag on r4c3." in waiting.words()
    await flags.first.press("pconfirm")
    await flags.first.click(flags.first.ids("bptype:")[1])
    await flags.first.press("pconfirm")
    assert "puts a flag on r4c3." in world.posts(flags.home)[-1]


@pytest.mark.parametrize("verb", ["bpleft:", "bpnext:", "bpconfirm:"])
async def test_an_old_pad_shows_the_present_and_says_so(world: World, verb: str) -> None:
    flags = await Flags.begin(world)
    (old,) = flags.first.ids(verb)
    await flags.first.press("pconfirm")
    before = await flags.ply()
    said = await world.forge(flags.first.member, old, channel=flags.home)
    assert "It's too late to choose this" in said
    assert "Done" in said
    assert await flags.ply() == before


async def test_a_waiting_pad_gives_way_when_the_turn_has_come(world: World) -> None:
    flags = await Flags.begin(world)
    waiting = await Panel(world, flags.other).open(flags.home)
    await flags.first.press("pconfirm")
    await flags.first.click(flags.first.ids("bptype:")[1])
    await flags.first.press("pconfirm")
    await waiting.press("pleft")
    assert "It's too late to choose this" in waiting.words()
    assert place(waiting) == "r2c3"  # the best one left


FORGED: Final = ("r9c9", "r3c3~r3c3", "", "r1c1", "nonsense", "r0c0")


@pytest.mark.parametrize("token", FORGED)
@pytest.mark.parametrize("way", ["left", "right", "up", "down", "turn", "flip", "next"])
async def test_a_forged_place_is_not_taken(world: World, way: str, token: str) -> None:
    flags = await Flags.begin(world)
    member, before = flags.first.member, await flags.ply()
    seat = world.members.index(member)
    path = f"1:{seat}.{before}.m~1~0~0~{token}"
    said = await world.forge(member, f"bp{way}:{path}", channel=flags.home)
    shown = token if token == "r1c1" else "r3c3"
    assert f"Put a flag on {shown}." in said
    assert await flags.ply() == before


async def test_strangers_and_opponents_are_refused(world: World) -> None:
    flags = await Flags.begin(world)
    before = await flags.ply()
    for custom_id in [i for i in flags.first.ids("bp") if i.startswith(("bpl", "bpn", "bpy"))]:
        said = await world.forge(world.cleo, custom_id, channel=flags.home)
        assert "You have no seat" in said
        said = await world.forge(flags.other, custom_id, channel=flags.home)
        assert "isn't for you" in said
    assert await flags.ply() == before


async def test_when_the_match_is_over_it_closes(world: World) -> None:
    flags = await Flags.begin(world)
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    await flags.first.press("pleft")
    assert "The match ended without a result" in flags.first.words()
    assert not flags.first.ids("bpconfirm:")


async def test_a_drawing_that_fails_does_not_stop_the_match(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    flags = await Flags.begin(world)
    monkeypatch.setattr(ToyArtist, "trial", lambda *_, **__: 1 // 0)
    expected_errors.append("drawing a picture failed")
    await flags.first.press("pleft")
    assert "couldn't draw the picture" in flags.first.words()
    await flags.first.press("pconfirm")
    assert "puts a flag on r3c2." in flags.first.words()


async def test_without_an_artist_for_it_the_board_is_shown_as_it_would_be(
    world: World,
) -> None:
    kept = ("board", "hand", "has_hand", "areas", "last_moment")
    plain = cast("AnyArtist", SimpleNamespace(**{name: getattr(TOY_ARTIST, name) for name in kept}))
    with gallery.register("toy", plain):
        flags = await Flags.begin(world)
        assert f"flags: r3c3 {flags.first.member.user.global_name}" in flags.first.words()


async def test_commands_offer_the_best_places_first_or_those_that_are_typed(world: World) -> None:
    flags = await Flags.begin(world)
    member = flags.first.member
    offered = await member.autocomplete(flags.home, "toy place", "cell", "")
    assert [o["value"] for o in offered][:3] == ["r3c3", "r2c3", "r3c2"]
    assert offered[0]["name"] == "r3c3 · Put a flag on r3c3."
    assert len(offered) == 25
    offered = await member.autocomplete(flags.home, "toy place", "cell", "R6")
    assert [o["value"] for o in offered] == [f"r6c{col}" for col in (3, 2, 4, 1, 5, 6)]
    offered = await member.autocomplete(flags.home, "toy place", "cell", "put a flag on r6c6")
    assert [o["value"] for o in offered] == ["r6c6"]
    offered = await member.autocomplete(flags.home, "move", "move", "")
    assert offered[0]["value"] == "place r3c3"


async def test_among_all_moves_the_best_place_stands_for_the_others(world: World) -> None:
    flags = await Flags.begin(world)
    await flags.first.press("pconfirm")
    member = flags.first.member
    offered = await member.autocomplete(flags.home, "move", "move", "")
    assert [o["value"] for o in offered][:3] == ["place r2c3", "done", "place r3c2"]
    offered = await member.autocomplete(flags.home, "move", "move", "r6c6")
    assert [o["value"] for o in offered] == ["place r6c6"]
    offered = await member.autocomplete(flags.home, "move", "move", "end your")
    assert [o["value"] for o in offered] == ["done"]
