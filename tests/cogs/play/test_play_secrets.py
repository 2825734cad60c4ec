"""Whole matches as players play them, and how much of them others can see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from render.i18n import translate
from rules import registry
from rules.notation import part_types, verb
from tests import toy
from tests.cogs.play.driver import Panel
from tests.world import World, private, shown_messages

PEOPLE = 4
"""The number of people in the world of the tests."""
PARCELS = frozenset(range(70_001, 70_025))
"""Numbers that mean nothing else in a message."""
PARCEL = re.compile(r"700[0-2]\d")
HOUR = re.compile(r"(?<![:\dT])(?:[89]|1[0-7]):00(?!:)")
"""An hour of a token, not a time stamp."""
CARD_NAMES = (
    "1 reservation",
    "2 reservations",
    "card 0",
    "shift by one",
    "blind swap",
    "take any card",
    "stop actions",
    "swap from hand",
)


def fewest_and_most(seats: Iterable[int]) -> list[int]:
    """Return how few and how many of the people here can play; one alone counts, too."""
    can = [people for people in seats if people <= PEOPLE]
    return sorted({*can[:1], *can[-1:], *(people for people in can if people == 2)})


async def seats_to_act(world: World) -> list[int]:
    return sorted((await world.bot.service.info(1)).to_act)


async def by_command(world: World, member: MemberActor, home: ChannelHandle, rng: Random) -> None:
    """Make a move with the game's own commands, knowing only what they offer."""
    rules = registry.get((await world.bot.service.info(1)).slug)
    kinds = [kind for kind in rules.move_types if not kind.by_chance and part_types(kind)]
    for kind in rng.sample(kinds, len(kinds)):
        name, filled = f"{rules.info.slug} {verb(kind)}", dict[str, str]()
        for option in part_types(kind):
            found = await member.autocomplete(home, name, option, "", **filled)
            if not found:
                break
            filled[option] = rng.choice(found)["value"]
        else:
            private(await member.slash(home, name, **filled))
            return
    await by_notation(world, member, home, rng)  # the only move there is has no parts


async def by_notation(world: World, member: MemberActor, home: ChannelHandle, rng: Random) -> None:
    """Make a move with /move, chosen from its list."""
    found = await member.autocomplete(home, "move", "move", "")
    private(await member.slash(home, "move", move=rng.choice(found)["value"]))


async def by_panel(world: World, member: MemberActor, home: ChannelHandle, rng: Random) -> None:
    """Make a move with the panel, in at most three choices."""
    assert await (await Panel(world, member).open(home)).play(rng) <= 3


@pytest.mark.parametrize(
    ("slug", "people"),
    [
        (slug, people)
        for slug in registry.slugs()
        for people in fewest_and_most(registry.get(slug).info.seats)
    ],
)
async def test_a_whole_match_with_a_restart_and_a_crash(
    world: World, slug: str, people: int
) -> None:
    members = world.members[:people]
    home = await world.open(*members, game=slug)
    rng, moves = Random(people), 0
    ways = (by_panel, by_command, by_notation)
    while (await world.bot.service.info(1)).status == "live":
        seat = rng.choice(await seats_to_act(world))
        await rng.choice(ways)(world, world.members[seat], home, rng)
        moves += 1
        if moves == 20:
            await world.restart()
        if moves == 40:
            await world.crash()
            home = await world.home()
    glance = await world.bot.service.glance(1, None)
    assert glance.outcome is not None
    result = world.posts(home)[-1]
    assert "/match verify" in result
    why = translate(glance.outcome.reason, "en", {m: world.members[m].name for m in range(people)})
    assert why.partition(".")[0] in result.partition("1\\. **")[0]  # who won, and then why
    assert all(f"**{m.name.title()}**: " in result for m in members)
    verified = await world.bot.service.history.verify(1)
    assert verified.differing == ()


def held_by(world: World, glance: Any) -> set[str]:
    return {str(parcel) for parcel in (*glance.view.hand, glance.view.choice)}


@pytest.mark.parametrize("people", [2, 4])
async def test_no_hidden_number_reaches_anybody_else(
    world: World,
    people: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(toy, "PARCELS", PARCELS)
    members = world.members[:people]
    home = await world.open(*members)
    rng = Random(people)
    known: dict[int, set[str]] = {m.id: set() for m in members}
    while (await world.bot.service.info(1)).status == "live":
        for seat in await seats_to_act(world):
            member = members[seat]
            panel = await Panel(world, member).open(home)
            for other in members:
                glance = await world.bot.service.glance(1, other.id)
                known[other.id] |= held_by(world, glance)
            _only_own(panel.answer, known[member.id])
            await panel.play(rng)
            glance = await world.bot.service.glance(1, member.id)
            known[member.id] |= held_by(world, glance)
            _only_own(panel.answer, known[member.id])
        for member in world.members:
            for name in ("board", "catchup", "log"):
                _only_own(await member.slash(home, name), known.get(member.id, set()))
            found = await member.autocomplete(home, "move", "move", "")
            assert set(PARCEL.findall(json.dumps(found))) <= known.get(member.id, set())
    assert len(set().union(*known.values())) > 3
    assert PARCEL.findall(json.dumps(world.public(), default=str)) == []
    assert PARCEL.findall(caplog.text) == []
    threads = [str(c.name) for c in world.env.backend.channels.values()]
    assert PARCEL.findall(" ".join(threads)) == []
    for member in members:
        told = PARCEL.findall(" ".join(world.dms(member)))
        assert told
        assert set(told) <= known[member.id]


def _only_own(result: Any, known: set[str]) -> None:
    """Check that an answer is private and has no numbers but those its reader knows."""
    private(result)
    for message in shown_messages(result):
        assert set(PARCEL.findall(json.dumps(message.components))) <= known


async def test_face_down_cards_and_tokens_of_krakow_stay_face_down(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    members = world.members[:3]
    home = await world.open(*members, game="krakow")
    rng = Random(7)

    async def phase() -> str:
        return str((await world.bot.service.glance(1, None)).view.phase)  # type: ignore[attr-defined]

    while await phase() == "planning":
        (seat,) = await seats_to_act(world)
        await by_panel(world, members[seat], home, rng)
        if await phase() == "planning":
            seen = json.dumps(world.public(), ensure_ascii=False, default=str)
            assert not [name for name in CARD_NAMES if name in seen]
    reserved = 0
    while await phase() == "reservation":
        seen = json.dumps(world.public(), ensure_ascii=False, default=str)
        assert not HOUR.search(seen)
        (seat,) = await seats_to_act(world)
        reserved += "Reserve(" in str((await world.bot.service.glance(1, members[seat].id)).moves)
        await by_panel(world, members[seat], home, rng)
    assert reserved
    assert HOUR.search(private(await world.ada.slash(home, "hand")))
    names = [f for p in world.public() for f in re.findall(r"'filename': '([^']*)'", str(p))]
    assert set(names) == {"board.png", "moment.png"}
    assert not HOUR.search(caplog.text)


async def test_everything_but_the_posts_is_private(world: World) -> None:
    """People's actions leave nothing in the channel but the lobby and the turn posts."""
    members = world.members[:2]
    home = await world.open(*members, game="krakow")
    rng = Random(3)
    moves = 0
    while moves < 12:
        (seat,) = await seats_to_act(world)
        await by_panel(world, members[seat], home, rng)
        moves += 1
        for name in ("board", "hand", "log", "catchup"):
            await members[seat].slash(home, name)
    posts = [p for p in world.public() if p["channel_id"] == str(home.id)]
    plies = [re.findall(r"bturn:1:(\d+)", json.dumps(p, default=str)) for p in posts]
    assert all(len(found) == 1 for found in plies)
    assert len({found[0] for found in plies}) == len(posts)
