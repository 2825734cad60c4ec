"""Turns of Indian Summer are private until they end or a new tile is turned up."""

from __future__ import annotations

from typing import Final

from rules.indian_summer.view import SummerView
from rules.notation import format_move
from rules.text import Seat
from tests.cogs.play.forest import active, begin, leaf_at_hand, own, pictures
from tests.cogs.play.table import Table
from tests.matches.fakes import settle
from tests.world import World, private

FEWEST: Final = 7
"""With fewer tiles on the common path, tiles from the reserve are turned up."""


async def seen_by(table: Table[SummerView], seat: Seat) -> list[str]:
    """Return everything that a user can read about the match."""
    member = table.members[seat] if seat < len(table.members) else table.world.dima
    commands = ("board", "log", "catchup")
    found = [private(await member.slash(table.home, name)) for name in commands]
    found.append(private(await member.slash(table.home, "board", text=True)))
    found.append(str((await table.world.bot.service.glance(1, member.id)).view))
    return found


async def test_a_turn_is_composed_in_private_and_taken_back_step_by_step(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    beginning = await own(table, seat)
    others = [await seen_by(table, other) for other in (1 - seat, 3)]
    posts, dms = len(world.posts(table.home)), len(world.dms(table.members[1 - seat]))
    panel = await table.panel(seat)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    steps = [await own(table, seat)]
    for move in ("nut", "swap mushroom nut", "nut"):
        legal = [format_move(m) for m in await table.legal(seat)]
        private(await table.say(seat, next(m for m in legal if m.startswith(move))))
        steps.append(await own(table, seat))
    assert [await seen_by(table, other) for other in (1 - seat, 3)] == others
    await world.restart()
    panel = await table.panel(seat)
    for step in [*steps[-2::-1], beginning]:
        await panel.press("pundo")
        assert await own(table, seat) == step
        assert [await seen_by(table, other) for other in (1 - seat, 3)] == others
    assert not panel.ids("bpundo:")
    assert len(world.posts(table.home)) == posts
    assert len(world.dms(table.members[1 - seat])) == dms


async def queueable(table: Table[SummerView], seat: Seat) -> list[str]:
    """Return the tiles that a seat can try out."""
    member, verb = table.members[seat], "indian_summer queue"
    offered = await member.autocomplete(table.home, verb, "tile", "")
    return [choice["value"] for choice in offered]


async def test_a_mushroom_robs_nobody_before_the_turn_is_over(world: World) -> None:
    """IS-MUSH-1: even a robbed player can still try out the tiles they seem to have."""
    table = await begin(world, 3)
    seat = await active(table)
    robbed = [other for other in range(3) if other != seat]
    taken = [(await own(table, other)).players[other].path[0] for other in robbed]
    before = [(await seen_by(table, other), await queueable(table, other)) for other in robbed]
    panel = await table.panel(seat)
    (mushroom,) = (i for i in panel.ids("bptype:") if "m~3~" in i)
    await panel.click(mushroom)
    assert "Spend a Mushroom to get" in panel.words()
    await panel.press("pconfirm")
    assert panel.values() == sorted(taken)
    assert pictures(panel) == ["hand.png"]
    await panel.pick(panel.values()[0])
    await panel.press("pnext")
    await panel.press("pconfirm")
    assert len(panel.ways()) > 2  # only one tile is left: its pad is open
    await panel.press("pconfirm")
    now = [(await seen_by(table, other), await queueable(table, other)) for other in robbed]
    assert now == before
    await table.make(seat, "end")
    for other, tile in zip(robbed, taken, strict=True):
        assert tile not in (await own(table, other)).players[other].path
    found = (await table.view()).players[seat].leaves
    assert sorted(leaf.tile for leaf in found) == sorted(taken)


async def test_one_post_tells_the_whole_turn_at_its_end(world: World) -> None:
    table = await begin(world, 2)
    seat = await active(table)
    posts = len(world.posts(table.home))
    move = await leaf_at_hand(table, seat)
    private(await table.say(seat, move))
    private(await table.members[seat].slash(table.home, "undo"))
    private(await table.say(seat, move))
    private(await table.say(seat, "swap mushroom berry"))
    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts
    private(await table.say(seat, "end"))
    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts + 1
    said = world.posts(table.home)[-1]
    _, tile, hole, _ = move.split()
    assert f"places {tile} with its hole on {hole}" in said
    assert "exchanges 1 Mushroom for 1 Berry" in said
    assert "takes back a move" not in said
    assert f"Your move: <@{table.members[1 - seat].id}>" in said
    private(await table.members[seat].slash(table.home, "undo"))
    assert (await table.view()).active == 1 - seat


async def to_a_scarce_path(table: Table[SummerView]) -> Seat:
    """Let four players spend Berries until the next turns up tiles; return its seat."""
    for berries in (2, 2, 2, 0, 1, 1, 1):
        seat = await active(table)
        if berries == 2:
            await table.make(seat, "swap mushroom berry")
            await table.make(seat, "berry")
        elif berries:
            await table.make(seat, "swap nut berry")
        await table.make(seat, await leaf_at_hand(table, seat))
        if berries:
            await table.make(seat, "berry")
        if await active(table) == seat:
            await table.make(seat, "end")
    assert len((await table.view()).common) == FEWEST
    await settle(table.world.bot.outbox)
    return await active(table)


async def test_a_reveal_stays_and_is_posted_at_once(world: World) -> None:
    table = await begin(world, 4)
    seat = await to_a_scarce_path(table)
    posts = len(world.posts(table.home))
    move = await leaf_at_hand(table, seat)
    private(await table.say(seat, move))
    assert len(world.posts(table.home)) == posts
    private(await table.say(seat, "berry"))
    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts + 1
    _, tile, hole, _ = move.split()
    said = world.posts(table.home)[-1]
    assert f"places {tile} with its hole on {hole}" in said
    assert "turned up for the common path" in said
    assert (await table.view()).players[seat].leaves[-1].tile == tile
    before = await table.ply()
    private(await table.members[seat].slash(table.home, "undo"))
    assert await table.ply() == before
    assert await active(table) == seat


async def test_what_comes_after_a_revealed_tile_can_be_taken_back_again(world: World) -> None:
    table = await begin(world, 4)
    seat = await to_a_scarce_path(table)
    private(await table.say(seat, await leaf_at_hand(table, seat)))
    private(await table.say(seat, "berry"))
    revealed = await own(table, seat)
    others = await seen_by(table, (seat + 1) % 4)
    private(await table.say(seat, "swap mushroom berry"))
    assert await seen_by(table, (seat + 1) % 4) == others
    panel = await table.panel(seat)
    await panel.press("pundo")
    assert await own(table, seat) == revealed
    assert not panel.ids("bpundo:")
