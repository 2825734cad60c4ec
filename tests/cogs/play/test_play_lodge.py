"""Lodge through Discord: whole matches, turns composed in private, refusals."""

from __future__ import annotations

from itertools import count, cycle
from typing import Final

import pytest

from rules.lodge.view import LodgeView, Phase
from rules.notation import format_move
from tests.cogs.play.table import Table, why
from tests.matches.fakes import settle
from tests.world import World, private

RESTART: Final = 12
"""The moves made before the restart."""
BY_HAND: Final = 24
"""The moves made through Discord; the rest only finish the match."""


async def begin(world: World, seats: int) -> Table[LodgeView]:
    table: Table[LodgeView] = await Table.begin(world, "lodge", seats)
    table.dull = ("token", "refresh-guests")
    return table


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_a_match_is_played_to_its_end(world: World, seats: int) -> None:
    """By taps, commands and notation in turn, with a restart in the middle."""
    table = await begin(world, seats)
    ways = cycle((table.tap, table.command, table.notation))
    for number in count():
        acting = await table.to_act()
        if not acting:
            break
        if number == RESTART:
            await world.restart()
        if number < BY_HAND:
            (seat,) = acting
            before = await table.ply()
            await next(ways)(seat)
            assert await table.ply() > before
        else:
            await table.step()
    await settle(world.bot.outbox)
    await table.check_result_is_posted()


async def test_one_player_alone_opens_and_starts_a_season(world: World) -> None:
    """LD-SOLO-1."""
    table = await begin(world, 1)
    found = await table.view()
    assert (found.seats, found.turns, found.phase) == (1, 20, Phase.BUILD)
    assert "Turn 1 of 20" in world.posts(table.home)[-1]


def can_place_both(found: LodgeView) -> bool:
    """True before a build if a guest of the display and the valet's can move in."""
    if found.phase is not Phase.BUILD or found.active is None:
        return False
    own = found.players[found.active]
    placeable = {host.guest for host in found.hosts}
    return own.token and own.valet in placeable and len(placeable) > 1


async def test_a_turn_is_composed_in_private_and_posted_once(world: World) -> None:
    """LD-INFO-4: a room and a placement are undone; only the turn's end is public."""
    table = await begin(world, 2)
    found = await table.bring_on(can_place_both)
    assert found.active is not None
    seat, valet = found.active, found.players[found.active].valet
    member, posts = table.members[seat], len(world.posts(table.home))
    first, second = [m for m in map(format_move, await table.legal(seat)) if "room" in m][:2]

    private(await table.say(seat, first))
    assert "taken back" in private(await member.slash(table.home, "undo"))
    assert (await table.view()).phase is Phase.BUILD
    private(await table.say(seat, second))

    (host, *_) = (h for h in (await table.view()).hosts if h.guest == valet)
    private(await table.say(seat, f"guest {host.guest}@{host.cell}"))
    assert (await table.view()).phase is Phase.VALET
    assert "taken back" in private(await member.slash(table.home, "undo"))
    now = await table.view()
    assert (now.phase, now.players[seat].valet) == (Phase.GUESTS, valet)
    private(await table.say(seat, f"guest {host.guest}@{host.cell}"))
    offered = await member.autocomplete(table.home, "lodge valet", "guest", "")
    private(await member.slash(table.home, "lodge valet", guest=offered[0]["value"]))
    assert (await table.view()).players[seat].valet == offered[0]["value"]

    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts
    assert "end" in {format_move(move) for move in await table.legal(seat)}
    private(await table.say(seat, "end"))
    await settle(world.bot.outbox)
    assert len(world.posts(table.home)) == posts + 1
    said = world.posts(table.home)[-1]
    assert f"places guest {host.guest} in {host.cell}" in said
    private(await member.slash(table.home, "undo"))
    assert (await table.view()).active != seat


async def test_a_reveal_cannot_be_undone(world: World) -> None:
    """LD-INFO-4: the next amenity is face up."""
    table = await begin(world, 2)
    (seat,) = await table.to_act()
    amenity = next(m for m in map(format_move, await table.legal(seat)) if "amenity" in m)
    private(await table.say(seat, amenity))
    before = await table.ply()
    private(await table.members[seat].slash(table.home, "undo"))
    assert await table.ply() == before


async def test_commands_and_what_they_offer(world: World) -> None:
    table = await begin(world, 2)
    (seat,) = await table.to_act()
    member = table.members[seat]
    commands = {name for name in member.available_commands(table.home) if name.startswith("lodge")}
    verbs = ("room", "amenity", "guest", "valet", "refresh-guests", "token", "end")
    assert commands == {f"lodge {verb}" for verb in verbs}
    columns = await member.autocomplete(table.home, "lodge room", "column", "", room="1-1")
    assert [c["value"] for c in columns] == ["B"]
    tiles = await member.autocomplete(table.home, "lodge amenity", "tile", "")
    assert len(tiles) == 4
    assert await member.autocomplete(table.home, "lodge guest", "guest", "") == []
    idle = table.members[1 - seat]
    assert await idle.autocomplete(table.home, "lodge room", "room", "") == []


async def test_what_the_dossier_names_is_refused_with_its_reason(world: World) -> None:
    table = await begin(world, 2)
    (seat,) = await table.to_act()
    found = await table.view()
    open_, hidden = (
        found.amenities[0],
        next(tile for tile in ("A01", "A02", "A03", "A04", "A05") if tile not in found.amenities),
    )
    waiting = found.guests[0]
    for who, move, rule, reason in (
        (1 - seat, "end", "LD-TURN-6", "It's not your turn."),
        (seat, "end", "LD-TURN-2", "You haven't built anything this turn."),
        (seat, f"guest {waiting}@A1", "LD-TURN-1", "Guests can only move in after you have built."),
        (seat, f"valet {waiting}", "LD-GUEST-9", "right after"),
        (seat, "room 3-1@A", "LD-ROOM-2", "A room from floor 3 must go on floor 3"),
        (seat, "room 1-1@A", "LD-BUILD-4", "There is already a tile in A1."),
        (seat, "room 1-1@C", "LD-BUILD-2", "C1 doesn't touch any tile in your lodge."),
        (
            seat,
            f"amenity {open_}@A3",
            "LD-BUILD-3",
            "because A2 below it is empty.",
        ),
        (seat, f"amenity {open_}@A5", "LD-BUILD-4", "so there is no A5."),
        (seat, f"amenity {hidden}@B1", "LD-AMEN-1", "isn't one of the face-up amenities"),
        (seat, "token 5", "LD-TOK-2", "The display has floors 1 to 4."),
    ):
        before = await table.ply()
        answer = await table.say(who, move)
        assert reason in private(answer), move
        assert why(answer) == [rule], move
        assert await table.ply() == before
    private(await table.say(seat, "room 1-1@B"))
    for move, rule, reason in (
        ("room 1-2@C", "LD-TURN-2", "You have already built this turn."),
        (f"guest {waiting}@D1", "LD-GUEST-3", "There is no room in D1 of your lodge."),
        ("guest PP4@A1", "LD-GUEST-1", "neither in the display nor with your valet"),
    ):
        answer = await table.say(seat, move)
        assert reason in private(answer), move
        assert why(answer) == [rule], move


async def test_nonsense_and_strangers_change_nothing(world: World) -> None:
    table = await begin(world, 2)
    (seat,) = await table.to_act()
    before = await table.ply()
    for move in ("room", "room 1-9@A", "room 1-1@7", "guest BR3@A1", "draw-rooms R", "setup 0", ""):
        private(await table.say(seat, move))
    assert "You have no seat" in private(await world.cleo.slash(table.home, "move", move="end"))
    assert await world.cleo.autocomplete(table.home, "lodge room", "room", "") == []
    assert await table.ply() == before


async def test_what_a_spent_token_can_answer_is_no_longer_offered(world: World) -> None:
    """LD-TOK-1: the token is used once."""
    table = await begin(world, 2)
    (seat,) = await table.to_act()
    ending = "End my turn if I could only use the Refresh Token"
    assert f"☐ {ending}" in (await table.panel(seat)).labels()
    assert ending in private(await table.members[seat].slash(table.home, "settings"))
    (floor, *_) = [m for m in map(format_move, await table.legal(seat)) if m.startswith("token")]
    await table.make(seat, floor)
    await settle(world.bot.outbox)
    assert not any(ending in label for label in (await table.panel(seat)).labels())
    assert ending not in private(await table.members[seat].slash(table.home, "settings"))
    assert f"☐ {ending}" in (await table.panel(1 - seat)).labels(), "the other has a token"
