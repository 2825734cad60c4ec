from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from cogs.play.commands import game_group
from cogs.ui.autocomplete import choices
from lookup.words import fold
from rules import registry
from rules.notation import format_move, part_types, verb
from tests.cogs.play.driver import Panel
from tests.world import World, private


async def legal(world: World, member: Any) -> list[str]:
    glance = await world.bot.service.glance(1, member.id)
    return [format_move(move) for move in glance.moves]


async def offered(
    world: World,
    member: Any,
    home: ChannelHandle,
    name: str,
    option: str,
    typed: str,
    **filled: str,
) -> list[str]:
    found = await member.autocomplete(home, name, option, typed, **filled)
    assert len(found) <= 25
    assert all(len(f["name"]) <= 100 and len(f["value"]) <= 100 for f in found)
    return [f["value"] for f in found]


async def begin(world: World) -> ChannelHandle:
    """Start a match of Kraków with Ada and Bo, and let Bo lay until it is Ada's turn."""
    home = await world.open(world.ada, world.bo, game="krakow")
    if (await world.bot.service.info(1)).to_act == {1}:
        await world.bo.slash(home, "krakow lay", card="C", place="T1")
    return home


async def test_there_is_a_subcommand_for_each_move_type_and_a_queue(world: World) -> None:
    assert {
        "krakow lay",
        "krakow reserve",
        "krakow shift",
        "krakow swap",
        "krakow exchange",
        "krakow take",
        "krakow decline",
        "krakow queue",
    } == {n for n in world.ada.available_commands(world.channel) if n.startswith("krakow")}


@pytest.mark.parametrize("slug", registry.slugs())
def test_options_are_the_parts_of_the_move(slug: str) -> None:
    made = {command.name: command for command in game_group(slug).commands}
    for kind in registry.get(slug).move_types:
        if kind.by_chance:
            assert verb(kind) not in made
        else:
            options = [p.name for p in made[verb(kind)].parameters]  # type: ignore[union-attr]
            assert options == list(part_types(kind))


async def test_a_move_by_command_is_answered_privately(world: World) -> None:
    home = await begin(world)
    posts = len(world.posts(home))
    said = private(await world.ada.slash(home, "krakow lay", card="A", place="L2"))
    assert "1 reservation" in said
    assert len(world.posts(home)) == posts + 1
    assert "1 reservation" not in world.posts(home)[-1]
    assert "L2" in world.posts(home)[-1]


async def test_options_offer_what_is_legal_beside_those_filled_in(world: World) -> None:
    home = await begin(world)
    cards = await offered(world, world.ada, home, "krakow lay", "card", "")
    assert cards == list("ABCDEFGH")
    places = await offered(world, world.ada, home, "krakow lay", "place", "", card="A")
    assert places == [f"{side}{line}" for side in "BLRT" for line in (1, 2, 3)]
    assert await offered(world, world.ada, home, "krakow lay", "card", "", place="L9") == []
    await world.ada.slash(home, "krakow lay", card="C", place="L1")
    await world.bo.slash(home, "krakow lay", card="A", place="L1")
    cards = await offered(world, world.ada, home, "krakow lay", "card", "", place="L1")
    assert cards == list("ABDEFGH")


async def test_options_are_filtered_by_what_is_typed(world: World) -> None:
    home = await begin(world)
    assert await offered(world, world.ada, home, "krakow lay", "card", "BLIND") == ["E"]
    assert await offered(world, world.ada, home, "krakow lay", "place", "row 2 left") == ["L2"]
    assert await offered(world, world.ada, home, "krakow lay", "card", "xyzzy") == []


async def test_strangers_and_those_who_wait_are_offered_nothing(world: World) -> None:
    home = await begin(world)
    for member in (world.bo, world.cleo):
        assert await offered(world, member, home, "krakow lay", "card", "") == []
        assert await offered(world, member, home, "move", "move", "") == []
    assert await offered(world, world.ada, world.channel, "krakow lay", "card", "") == []


async def test_nothing_is_offered_for_what_is_not_asked(world: World) -> None:
    home = await begin(world)
    assert await offered(world, world.ada, home, "krakow shift", "direction", "") == []
    assert await offered(world, world.ada, home, "krakow take", "sight", "") == []


async def test_another_games_commands_are_refused(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    said = private(await world.ada.slash(home, "krakow lay", card="A", place="L2"))
    assert "The match in this channel is Toy Parcels." in said
    assert await offered(world, world.ada, home, "krakow lay", "card", "") == []


async def test_a_broken_autocomplete_offers_nothing_and_is_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    expected_errors.append("unexpected error, reference")
    home = await begin(world)

    async def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(world.bot.service, "glance", broken)
    assert await offered(world, world.ada, home, "krakow lay", "card", "") == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"card": "A", "place": "L9"}, "isn't in this game"),
        ({"card": "Z", "place": "L1"}, "isn't in this game"),
        ({"card": "A@L1 ", "place": "L2"}, "isn't a move"),
        ({"card": "{card}", "place": "{place}"}, "isn't in this game"),
        ({"card": "A" * 5000, "place": "L1"}, "too long"),
    ],
)
async def test_nonsense_is_refused_privately(
    world: World, options: dict[str, str], why: str
) -> None:
    home = await begin(world)
    before = (await world.bot.service.info(1)).ply
    assert why in private(await world.ada.slash(home, "krakow lay", **options))
    assert (await world.bot.service.info(1)).ply == before


async def test_out_of_turn_and_strangers_are_refused(world: World) -> None:
    home = await begin(world)
    said = private(await world.bo.slash(home, "krakow lay", card="A", place="L2"))
    assert "It's not your turn." in said
    assert "I'll ping you when it's your turn" in said  # and what to do meanwhile
    said = private(await world.cleo.slash(home, "move", move="lay A@L2"))
    assert "You have no seat" in said


# /move


async def test_move_lists_every_legal_move_when_25_or_fewer_match(world: World) -> None:
    home = await begin(world)
    every = await legal(world, world.ada)
    assert len(every) > 25
    assert len(await offered(world, world.ada, home, "move", "move", "")) == 25
    for typed in ("lay B", "lay a@", "@t2", "stop actions"):
        found = await offered(world, world.ada, home, "move", "move", typed)
        wanted = [m for m in every if fold(typed) in fold(m)]
        assert set(wanted) <= set(found) <= set(every)
        assert found
    first, *_ = await world.ada.autocomplete(home, "move", "move", "lay B@L2")
    assert first["value"] == "lay B@L2"
    assert first["name"].startswith("lay B@L2 · ")
    assert "2 reservations" in first["name"]


@pytest.mark.parametrize(
    ("command", "option", "typed"),
    [("move", "move", ""), ("move", "move", "no such words"), ("krakow lay", "place", "")],
)
async def test_suggestions_are_looked_for_beside_the_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str, option: str, typed: str
) -> None:
    home = await begin(world)
    threads = set[threading.Thread]()

    def noting(*args: Any) -> Any:
        threads.add(threading.current_thread())
        return choices(*args)

    monkeypatch.setattr("cogs.play.commands.choices", noting)
    assert bool(await offered(world, world.ada, home, command, option, typed)) is not bool(typed)
    assert threads
    assert threading.main_thread() not in threads


async def test_a_move_by_notation_is_made_and_answered_privately(world: World) -> None:
    home = await begin(world)
    said = private(await world.ada.slash(home, "move", move="  LAY   B@L2 "))
    assert "2 reservations" in said
    assert "2 reservations" not in world.posts(home)[-1]


@pytest.mark.parametrize(
    "move", ["", "lay", "x" * 6000, "lay A@L9", "deal N:1", "undo 3", "lay C@T1\n", "draw N:1"]
)
async def test_no_nonsense_is_a_move(world: World, move: str) -> None:
    home = await begin(world)
    await world.ada.slash(home, "krakow lay", card="C", place="T1")
    await world.bo.slash(home, "krakow lay", card="A", place="T1")
    before = (await world.bot.service.info(1)).ply
    private(await world.ada.slash(home, "move", move=move))
    assert (await world.bot.service.info(1)).ply == before


# /krakow queue


async def test_a_move_is_queued_shown_and_cleared(world: World) -> None:
    home = await begin(world)
    posts = len(world.posts(home))
    cards = await offered(world, world.bo, home, "krakow queue", "card", "")
    assert "B" in cards
    said = private(await world.bo.slash(home, "krakow queue", card="B", place="R1"))
    assert "Queued for your next turn" in said
    said = private(await world.bo.slash(home, "krakow queue"))
    assert "2 reservations" in said
    said = private(await world.bo.slash(home, "krakow queue", clear=True))
    assert "Queued" not in said
    assert (await world.bot.service.glance(1, world.bo.id)).prepared is None
    assert len(world.posts(home)) == posts


async def test_a_queued_move_is_made_when_its_turn_comes(world: World) -> None:
    home = await begin(world)
    await world.bo.slash(home, "krakow queue", card="B", place="R1")
    await world.ada.slash(home, "krakow lay", card="A", place="L1")
    glance = await world.bot.service.glance(1, world.bo.id)
    assert glance.prepared is None
    assert (await world.bot.service.info(1)).to_act == {0}


async def test_half_a_queued_move_is_refused(world: World) -> None:
    home = await begin(world)
    said = private(await world.bo.slash(home, "krakow queue", card="B"))
    assert "isn't complete" in said
    said = private(await world.ada.slash(home, "krakow queue", card="B", place="L1"))
    assert "It's already your turn" in said
    said = private(await world.cleo.slash(home, "krakow queue"))
    assert "You have no seat" in said


async def test_without_a_queued_move_the_command_opens_the_choice(world: World) -> None:
    home = await begin(world)
    panel = Panel(world, world.bo)
    panel._see(await world.bo.slash(home, "krakow queue"))
    await panel.pick("B")
    await panel.pick("L3")
    await panel.press("pconfirm")
    assert (await world.bot.service.glance(1, world.bo.id)).prepared is not None


# Pure functions


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["a", "b", "c"]),
        ("lodz", ["a"]),
        ("ŁÓDŹ", ["a"]),
        ("kosciuszko mound", ["b"]),
        ("mound kościuszko", ["b"]),
        ("c", ["b", "c"]),
        ("nowhere", []),
    ],
)
def test_typing_needs_no_accents(typed: str, found: list[str]) -> None:
    known: Sequence[tuple[str, str]] = [
        ("Łódź", "a"),
        ("Kościuszko Mound", "b"),
        ("x" * 200, "c"),
    ]
    assert [c.value for c in choices(known, typed)] == found


def test_at_most_25_choices_of_100_characters_are_offered() -> None:
    made = choices(((f"{i} " + "y" * 200, str(i)) for i in range(60)), "")
    assert len(made) == 25
    assert {len(c.name) for c in made} == {100}
