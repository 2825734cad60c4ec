"""A request typed or tapped twice for the same position counts once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import simcord.interactions
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from rules import registry
from rules.indian_summer.view import SummerView
from rules.notation import format_move
from rules.text import Seat
from tests.cogs.play.forest import active, begin, leaf_at_hand, pictures
from tests.cogs.play.table import Table
from tests.world import World, custom_ids, private

STALE = "It's too late to choose this"
LATE_UNDO = "It's too late to take this back"
Typed = tuple[Any, Mapping[str, Any]]


def typed(table: Table[Any], member: MemberActor, name: str, **options: object) -> Typed:
    """Return a command as Discord would send it, made now but not emitted yet."""
    world, (first, *rest) = table.world, name.split()
    (command,) = [
        found
        for found in world.env.backend.visible_commands(user_id=member.id, channel_id=table.home.id)
        if found["name"] == first
    ]
    given: list[dict[str, Any]] = [
        {"name": k, "type": 5 if isinstance(v, bool) else 3, "value": v} for k, v in options.items()
    ]
    if rest:
        given = [{"name": rest[0], "type": 1, "options": given}]
    data = {"id": command["id"], "name": first, "type": 1, "options": given}
    return simcord.interactions.base_payload(
        world.env.backend,
        type=2,
        channel_id=table.home.id,
        guild_id=world.guild.id,
        user_id=member.id,
        data=data,
    )


async def answers(table: Table[Any], *asked: Typed) -> list[str]:
    """Settle, and return the private answers to what was emitted."""
    env = table.world.env
    await env.settle()
    return [private(InteractionResult(env, record)) for record, _ in asked]


def emit(table: Table[Any], asked: Typed) -> None:
    table.world.env.backend.emit("INTERACTION_CREATE", dict(asked[1]))


async def with_berries(world: World) -> tuple[Table[SummerView], Seat]:
    """Return a match in which the player to move can spend a Berry twice."""
    table = await begin(world, 2)
    seat = await active(table)
    await table.make(seat, "swap mushroom berry")
    await table.make(seat, await leaf_at_hand(table, seat))
    return table, seat


COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("move", {"move": "berry"}),
    ("indian_summer berry", {}),
]


@pytest.mark.parametrize("cold", [False, True], ids=["warm", "cold"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["in order", "overtaken"])
@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21, 1000])
async def test_two_equal_commands_count_once(
    world: World, cold: bool, order: tuple[int, int], turns: int
) -> None:
    """The second comes at any time after the first; finally even after its answer."""
    table, seat = await with_berries(world)
    member, before = table.members[seat], await table.ply()
    both = [typed(table, member, name, **options) for name, options in COMMANDS]
    world.env.backend.advance_clock(1)  # it takes Discord a second to bring them
    if cold:
        world.bot.service._cache.forget(1)
    emit(table, both[order[0]])
    if turns == 1000:
        await world.settle()
    for _ in range(turns % 1000):
        await asyncio.sleep(0)
    if cold:
        world.bot.service._cache.forget(1)
    emit(table, both[order[1]])
    told = await answers(table, *both)
    assert await table.ply() == before + 1
    assert sorted(STALE in words for words in told) == [False, True]


async def test_the_refusal_shows_the_present_board(world: World) -> None:
    table, seat = await with_berries(world)
    both = [typed(table, table.members[seat], "move", move="berry") for _ in "ab"]
    for asked in both:
        emit(table, asked)
    told = await answers(table, *both)
    (stale,) = [record for (record, _), said in zip(both, told, strict=True) if STALE in said]
    panel = await table.panel(seat)
    shown = InteractionResult(world.env, stale).response
    assert shown is not None
    assert shown.ephemeral
    assert [file.filename for file in shown.message.attachments] == pictures(panel)
    assert any(i.startswith("bpundo:") for i in custom_ids({"components": shown.components}))


async def test_a_player_who_has_read_the_answer_plays_on_at_once(world: World) -> None:
    table, seat = await with_berries(world)
    before = await table.ply()
    assert STALE not in private(await table.say(seat, "berry"))
    assert STALE not in private(await table.say(seat, "berry"))
    assert await table.ply() == before + 2
    undo = table.members[seat].slash
    assert LATE_UNDO not in private(await undo(table.home, "undo"))
    assert LATE_UNDO not in private(await undo(table.home, "undo"))
    assert await table.ply() == before + 4


async def test_two_equal_undos_take_one_move_back(world: World) -> None:
    table, seat = await with_berries(world)
    await table.make(seat, "berry")
    await table.make(seat, "berry")
    world.env.backend.advance_clock(1)
    before = await table.ply()
    both = [typed(table, table.members[seat], "undo") for _ in "ab"]
    for asked in both:
        emit(table, asked)
    told = await answers(table, *both)
    assert await table.ply() == before + 1
    assert sorted(LATE_UNDO in said for said in told) == [False, True]


async def test_a_command_delivered_twice_is_granted_once(world: World) -> None:
    table, seat = await with_berries(world)
    before = await table.ply()
    asked = typed(table, table.members[seat], "move", move="berry")
    emit(table, asked)
    emit(table, asked)
    (said,) = await answers(table, asked)
    assert STALE not in said
    assert await table.ply() == before + 1


async def test_a_command_and_taps_at_once_count_once(world: World) -> None:
    table, seat = await with_berries(world)
    member, before = table.members[seat], await table.ply()
    kinds = registry.get(table.slug).move_types
    (berry,) = [number for number, kind in enumerate(kinds) if kind.notation == "berry"]
    confirm = f"bpconfirm:1:{seat}.{before}.m~{berry}~0~0"
    taps = [await world.tapped(member, confirm, channel=table.home) for _ in "ab"]
    asked = typed(table, member, "move", move="berry")
    world.env.backend.advance_clock(1)
    for one in (taps[0], asked, taps[1]):
        emit(table, one)
    told = await answers(table, taps[0], asked, taps[1])
    assert await table.ply() == before + 1
    assert sum(STALE in said for said in told) == 2


async def test_a_move_queued_twice_is_made_once(world: World) -> None:
    table: Table[Any] = await Table.begin(world, "krakow", 2)
    (seat,) = await table.to_act()
    idle = table.members[1 - seat]
    move, *_ = (await world.bot.service.glance(1, idle.id)).preparable
    _, card, place = format_move(move).replace("@", " ").split()
    both = [typed(table, idle, "krakow queue", card=card, place=place) for _ in "ab"]
    world.env.backend.advance_clock(1)
    emit(table, both[0])
    assert STALE not in (await answers(table, both[0]))[0]
    before = await table.ply()
    await table.make(seat, format_move((await table.legal(seat))[0]))
    assert await table.ply() >= before + 2
    emit(table, both[1])
    assert STALE in (await answers(table, both[1]))[0]
    assert (await world.bot.service.glance(1, idle.id)).prepared is None
