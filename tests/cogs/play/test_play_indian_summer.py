"""Indian Summer through Discord: whole matches, the pad, and what is refused."""

from __future__ import annotations

from itertools import count, cycle
from typing import Final

import pytest

from cogs.ui.choice import best_first
from render.i18n import translate
from rules.indian_summer.components import CELLS, SEAT_MARKS, TURNS, Tile
from rules.indian_summer.moves import MOVE_TYPES, EndTurn, Leaf, SpendFeather
from rules.indian_summer.view import SummerView
from rules.notation import format_move
from rules.protocol import Move
from rules.text import Seat
from tests.cogs.play.driver import Panel
from tests.cogs.play.forest import active, begin, leaf_at_hand, own, pictures, place
from tests.cogs.play.table import Table, why
from tests.matches.fakes import settle
from tests.world import World, private

RESTART: Final = 9
"""The moves made before the restart."""
BY_HAND: Final = 36
"""The moves made through Discord; the rest only finish the match."""
ALL_WAYS: Final = 8
"""The rotations of a tile without any symmetry."""


# Whole matches


@pytest.mark.parametrize(
    ("seats", "options"), [(1, ""), (1, "series"), (2, ""), (3, "sides"), (4, "no-animals")]
)
async def test_a_match_is_played_to_its_end(world: World, seats: int, options: str) -> None:
    """By taps, commands and notation in turn, with a restart and an undo midway."""
    table = await begin(world, seats, options)
    ways, undone = cycle((table.tap, table.command, table.notation)), False
    for number in count():
        acting = await table.to_act()
        if not acting:
            break
        if number == RESTART:
            await world.restart()
        if number >= BY_HAND:
            await table.step()
            continue
        before = await table.ply()
        await next(ways)(acting[0])
        assert await table.ply() > before
        panel = await table.panel(acting[0])
        if number > RESTART and not undone and panel.ids("bpundo:"):
            await panel.press("pundo")
            assert "Your last move has been taken back." in panel.words()
            undone = True
    assert undone
    await settle(world.bot.outbox)
    await table.check_result_is_posted()


async def test_sides_are_chosen_at_the_same_time_and_in_secret(world: World) -> None:
    table = await begin(world, 2, "sides")
    assert await table.to_act() == [0, 1]
    panel = await table.panel(0)
    await panel.pick("B")
    await panel.press("pconfirm")
    assert (await table.view()).sides == (None, None)
    assert (await own(table, 0)).sides == ("B", None)
    assert (await own(table, 1)).sides == (None, None)


# The pad


async def test_a_leaf_at_its_best_place_is_three_taps_away(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    panel = await table.panel(seat)  # Your move
    path = (await own(table, seat)).players[seat].path
    assert "Which leaf tile:" in panel.words()
    assert panel.values() == sorted(path)
    others = {"Spend a Mushroom", "Spend a Berry", "Spend a Nut", "Exchange"}
    assert {"Place a squirrel", *others} <= set(panel.labels())
    assert "Place a leaf tile" not in panel.labels()  # its tiles are there instead
    await panel.pick(path[0])  # the tile
    tile, hole, _ = place(panel)
    assert tile == path[0]
    assert "Place 1 of" in panel.words()
    await panel.press("pconfirm")
    assert [leaf.tile for leaf in (await own(table, seat)).players[seat].leaves] == [tile]
    assert f"with its hole on {hole}" in panel.words()


async def test_a_squirrel_at_its_best_place_is_three_taps_away(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    panel = await table.panel(seat)
    await panel.click(next(i for i in panel.ids("bptype:") if "m~1~" in i))
    assert len(panel.ways()) > 2
    assert not {"turn", "flip"} & set(panel.ways())
    (cell,) = place(panel)
    await panel.press("pconfirm")
    assert str((await own(table, seat)).players[seat].squirrels) == cell


async def test_every_button_of_the_pad_leads_to_a_place_that_fits(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    legal = {tuple(format_move(m).split()[1:]) for m in await table.legal(seat)}
    panel = await table.panel(seat)
    tile = next(t for t in map(Tile.parse, panel.values()) if t.ways == ALL_WAYS)
    await panel.pick(tile)
    seen = {tuple(place(panel))}
    for way in ("left", "up", "turn", "right", "flip", "down", "next", "turn", "left", "flip"):
        assert way in panel.ways()
        before = place(panel)
        await panel.press(f"p{way}")
        after = place(panel)
        assert tuple(after) in legal
        assert after != before
        assert after[0] == tile
        if way in ("turn", "flip"):
            assert after[2] != before[2]
        assert f"`leaf {' '.join(after)}`" in panel.words()
        seen.add(tuple(after))
    assert len(seen) > 4


async def test_each_choice_is_made_from_the_picture_that_helps(world: World) -> None:
    """The player's floor with the tiles, the floor as it would be, or the whole table."""
    table = await begin(world, 2)
    seat = await active(table)
    panel = await table.panel(seat)
    assert pictures(panel) == ["hand.png"]
    await panel.pick(panel.values()[0])
    assert pictures(panel) == ["board.png"]
    assert f"{place(panel)[0]} with its hole on {place(panel)[1]}" in panel.words()
    await panel.press("pconfirm")
    assert pictures(panel) == ["hand.png"]
    (swap,) = (i for i in panel.ids("bptype:") if "m~9~" in i)
    await panel.click(swap)
    assert "you give:" in panel.words()
    assert pictures(panel) == ["board.png"]


async def test_another_tile_is_a_tap_away_and_begins_at_its_own_best_place(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    panel = await table.panel(seat)
    first, second = panel.values()[:2]
    await panel.pick(second)
    best = place(panel)
    await panel.press("pback")
    assert panel.values()[:2] == [first, second]
    await panel.pick(first)
    await panel.press("pnext")
    await panel.pick(second)
    assert place(panel) == best
    assert panel.picked() == second


async def test_what_it_would_earn_is_said_before_it_is_confirmed(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    glance = await world.bot.service.glance(1, table.members[seat].id)
    leaves = {tuple(format_move(m).split()[1:]): m for m in glance.moves if isinstance(m, Leaf)}
    panel = await table.panel(seat)
    await panel.pick(panel.values()[0])
    for _ in range(5):
        sentence = glance.rules.sentence(glance.view, leaves[tuple(place(panel))])
        assert f"➜ {translate(sentence, 'en', {})}" in panel.words()
        await panel.press("pnext")


async def test_out_of_turn_a_tile_is_tried_out_in_private_and_queued(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    panel, before = await table.panel(1 - seat), await table.ply()
    await panel.pick(panel.values()[0])
    await panel.press("pturn")
    tile, hole, turn = place(panel)
    await panel.press("pconfirm")
    assert await table.ply() == before
    assert "Queued for your next turn:" in panel.words()
    await table.make(seat, await leaf_at_hand(table, seat))
    await table.make(seat, "end")
    found = (await own(table, 1 - seat)).players[1 - seat].leaves
    assert [(leaf.tile, leaf.hole, leaf.turn) for leaf in found] == [(tile, hole, turn)]
    await settle(world.bot.outbox)
    assert (await table.view()).players[1 - seat].leaves == ()  # it is the first step of the turn
    assert f"{tile} with its hole" not in world.posts(table.home)[-1]
    told, others = (world.dms(table.members[each])[-1] for each in (1 - seat, seat))
    assert "I've already done this for you:\n- " in told
    assert f"places {tile} with its hole on {hole}" in told
    assert "already done this" not in others
    asked_at, mine = await table.ply(), table.members[1 - seat].id
    assert len(await world.bot.service.made_for(1, mine, asked_at)) == 1
    again = await table.panel(1 - seat)
    await again.press("pundo")
    assert (await own(table, 1 - seat)).players[1 - seat].leaves == ()
    assert await world.bot.service.made_for(1, mine, asked_at) == ()


async def test_cells_are_completed_as_they_are_typed_and_the_best_come_first(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    member, verb = table.members[seat], "indian_summer leaf"
    offered = await member.autocomplete(table.home, verb, "tile", "")
    tile = offered[0]["value"]
    holes = await member.autocomplete(table.home, verb, "hole", "", tile=tile)
    assert len(holes) == 25
    panel = await table.panel(seat)
    await panel.pick(tile)
    assert holes[0]["value"] == place(panel)[1]
    column = holes[0]["value"][0]
    typed = await member.autocomplete(table.home, verb, "hole", column.lower(), tile=tile)
    assert {choice["value"][0] for choice in typed} == {column}
    hole = holes[0]["value"]
    by_hand = {"tile": tile.lower(), "hole": hole.lower()}
    turns = await member.autocomplete(table.home, verb, "turn", "", **by_hand)
    assert turns[0]["value"] == place(panel)[2]
    private(await member.slash(table.home, verb, turn=turns[0]["value"], **by_hand))
    assert [leaf.tile for leaf in (await own(table, seat)).players[seat].leaves] == [tile]


async def test_a_leaf_is_written_in_one_line_with_or_without_its_verb(world: World) -> None:
    table = await begin(world, 2)
    for seat in (await active(table), 1 - await active(table)):
        move = await leaf_at_hand(table, seat)
        said = move.removeprefix("leaf ").lower() if seat else move
        private(await table.say(seat, said))
        assert (await own(table, seat)).players[seat].leaves
        await table.make(seat, "end")


# Tokens


async def bring_on_a_feather(table: Table[SummerView]) -> Seat:
    """Play well, exchanging for a Feather, until a seat can spend one; return it."""
    up = ("swap mushroom feather", "swap nut mushroom", "swap berry nut")
    while True:
        seat = await active(table)
        glance = await table.world.bot.service.glance(1, table.members[seat].id)
        moves = [format_move(move) for move in best_first(glance.moves, glance.view)]
        if "feather" in moves:
            return seat
        wanted = (*up, "animal", "end", "leaf", "squirrel")
        await table.make(seat, next(m for w in wanted for m in moves if m.startswith(w)))


async def test_a_feather_is_spent_tap_by_tap_and_told_when_the_turn_is_over(world: World) -> None:
    """IS-FEA-1: two tiles, each from its pad, known to others when the turn ends."""
    table = await begin(world, 4)
    seat = await bring_on_a_feather(table)
    await settle(world.bot.outbox)
    before, posts = (await own(table, seat)).players[seat], len(world.posts(table.home))
    panel = await table.panel(seat)
    await tap_kind(panel, SpendFeather)
    assert "➜ Spend a Feather" in panel.words()
    await panel.press("pconfirm")
    assert "spends a Feather to place two tiles." in panel.words()
    laid = list[str]()
    for number in ("first", "second"):
        assert f"Place the {number} tile for your Feather." in panel.words()
        if not panel.ids("bpconfirm:"):  # several tiles fit
            await panel.pick(panel.values()[0])
        laid.append(place(panel)[0])
        await panel.press("pconfirm")
    after = (await own(table, seat)).players[seat]
    assert [leaf.tile for leaf in after.leaves[-2:]] == laid
    assert set(laid) <= set(before.path) - set(after.path)
    assert "Your main action is done." in panel.words()
    await settle(world.bot.outbox)
    assert (await table.view()).players[seat].leaves == before.leaves
    assert len(world.posts(table.home)) == posts
    await panel.press("pundo")
    assert "Place the second tile for your Feather." in panel.words()
    if not panel.ids("bpconfirm:"):
        await panel.pick(laid[1])
    await panel.press("pconfirm")
    await tap_kind(panel, EndTurn)
    if panel.ids("bpconfirm:"):
        await panel.press("pconfirm")
    await settle(world.bot.outbox)
    told = world.posts(table.home)[-1]
    assert "spends a Feather" in told
    assert all(f"{tile} with its hole" in told for tile in laid)


async def tap_kind(panel: Panel, kind: type[Move]) -> None:
    """Tap the button of a move type, or of its one move."""
    number = MOVE_TYPES.index(kind)
    await panel.click(next(i for i in panel.ids("bptype:") if f"m~{number}~" in i))


# Looking


async def test_the_rows_of_a_floor_keep_their_columns_in_the_text(world: World) -> None:
    table = await begin(world, 2)
    shown = private(await world.look(table.members[0], table.home, "board~0")).splitlines()
    rows = [line for line in shown if line.startswith("`")]
    assert len(rows) == 2 * (1 + 8 + 1)
    assert rows[0] == "`   A B C | D E F | G H I`"
    assert not [line for line in rows if "\\" in line]


# What is refused


async def test_what_the_dossier_names_is_refused_with_its_reason(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    found = await own(table, seat)
    path, other = found.players[seat].path, found.players[1 - seat].path
    anywhere = (Leaf(path[0], cell, TURNS[0]) for cell in CELLS)
    outside = next(leaf for leaf in anywhere if not leaf.squares)
    _, tile, hole, turn = (await leaf_at_hand(table, seat)).split()
    for who, move, rule, reason in (
        (1 - seat, f"leaf {other[0]} C4 r0", "IS-TURN-1", "It's not your turn."),
        (seat, "end", "IS-TURN-3", ""),
        (seat, f"leaf {other[0]} C4 r0", "IS-TURN-5", "isn't on your path."),
        (seat, format_move(outside), "IS-LEAF-1", "stick out over the edge"),
        (seat, f"leaf {path[0]} C4 r7", "IS-LEAF-2", "has only"),
        (seat, "feather", "IS-TOK-1", "You have no"),
        (seat, "berry-from top-left", "IS-BER-1", "next to the bush"),
        (seat, "refill top-left", "IS-PATH-2", "refilled automatically"),
        (seat, f"forgo {path[0]}", "IS-MUSH-2", "doesn't fit anywhere, it stays where it was"),
        (seat, f"mushroom {SEAT_MARKS[seat].letter}", "IS-MUSH-5", "first tile"),
        (seat, "swap berry mushroom", "IS-EXC-1", ""),
        (seat, "animal mouse A1 r0", "IS-ANI-1", "only cover empty holes"),
        (seat, "side A", "IS-SETUP-1", ""),
    ):
        before = await table.ply()
        answer = await table.say(who, move)
        assert reason in private(answer), move
        assert why(answer) == [rule], move
        assert await table.ply() == before
    private(await table.say(seat, f"nut {hole}"))
    for move, rule, reason in (
        (f"leaf {tile} {hole} {turn}", "IS-LEAF-1", f"These spaces are already covered: {hole}"),
        (f"squirrel {hole}", "IS-SQ-1", "Holes count as covered"),
        ("nut A1", "IS-TOK-1", "You have no"),
    ):
        answer = await table.say(seat, move)
        assert reason in private(answer), move
        assert why(answer) == [rule], move
    private(await table.say(seat, await leaf_at_hand(table, seat)))
    answer = await table.say(seat, "squirrel I8")
    assert "You have already taken your main action this turn." in private(answer)
    assert why(answer) == ["IS-TURN-5"]


async def test_old_and_foreign_pads_change_nothing(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    panel = await table.panel(seat)
    await panel.pick(panel.values()[0])
    taps = [*panel.ids("bpnext:"), *panel.ids("bpturn:"), *panel.ids("bpconfirm:")]
    before = await table.ply()
    for custom_id in taps:
        refused = await world.forge(table.members[1 - seat], custom_id, channel=table.home)
        assert "isn't for you" in refused
        refused = await world.forge(world.cleo, custom_id, channel=table.home)
        assert "You have no seat" in refused
    assert await table.ply() == before
    await panel.press("pconfirm")
    before = await table.ply()
    for custom_id in taps:
        refused = await world.forge(table.members[seat], custom_id, channel=table.home)
        assert "It's too late to choose this" in refused
    assert await table.ply() == before
    await table.make(seat, "end")
    for custom_id in taps:
        closed = await world.forge(table.members[seat], custom_id, channel=table.home)
        assert "It's too late to choose this" in closed
        assert f"It's {world.members[1 - seat].user.global_name}'s turn." in closed


async def test_nonsense_and_strangers_change_nothing(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    before = await table.ply()
    for move in ("leaf", "leaf X1 C4 r0", "leaf Y16 J9 r0", "leaf Y16 C4 r8", "top-up R01", ""):
        private(await table.say(seat, move))
    assert "You have no seat" in private(await world.cleo.slash(table.home, "move", move="end"))
    assert await world.cleo.autocomplete(table.home, "indian_summer leaf", "tile", "") == []
    idle = table.members[1 - seat]
    assert await idle.autocomplete(table.home, "indian_summer leaf", "tile", "") == []
    assert await idle.autocomplete(table.home, "indian_summer queue", "tile", "") != []
    assert await table.ply() == before
