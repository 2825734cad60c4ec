"""Letnisko through Discord: whole matches, simultaneous choices, refusals."""

from __future__ import annotations

from itertools import count, cycle
from typing import Final

import pytest
from simcord.actors import MemberActor

from rules.letnisko import LETNISKO
from rules.letnisko.view import LetniskoView, Phase
from rules.text import Seat
from tests.cogs.play.driver import Panel
from tests.cogs.play.table import Table, why
from tests.world import World, parts, private, words

RESTART: Final = 15
"""The moves made before the restart."""
DULL: Final = range(4, 10)
"""The weeks whose moves only take the match forward."""
CHOICES: Final = ("Choose who moves in where", "Choose which cottage", "Choose which villa")


async def begin(world: World, seats: int, seed: int = 0) -> Table[LetniskoView]:
    table: Table[LetniskoView] = await Table.begin(world, "letnisko", seats, seed)
    return table


def pictures(panel: Panel) -> list[str]:
    """Return the file names of the pictures in a panel."""
    shown = [item for part in parts(panel.shown) for item in part.get("items", ())]
    return [item["media"]["url"].rsplit("/", 1)[-1] for item in shown]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_match_is_played_to_its_end(world: World, seats: int) -> None:
    """By taps, commands and notation in turn, with a restart and an undo midway."""
    table = await begin(world, seats, seed=seats)
    ways = cycle((table.tap, table.command, table.notation))
    undone = False
    for number in count():
        acting = await table.to_act()
        if not acting:
            break
        if number == RESTART:
            await world.restart()
        if (await table.view()).round in DULL:
            await table.step()
            continue
        panel = await next(ways)(table.rng.choice(acting))
        if number > RESTART and not undone and panel and panel.ids("bpundo:"):
            await panel.press("pundo")
            assert "Your last move has been taken back." in panel.words()
            undone = True
    assert undone
    await table.check_result_is_posted()
    for member in table.members:
        assert world.dms(member)
        for said in dm_pictures(world, member):
            assert any(choice in said for choice in CHOICES), said


def dm_pictures(world: World, member: MemberActor) -> list[str]:
    """Return the words of the DMs that have a picture."""
    channel = member.user.dm_channel
    sent = [world.payload(channel.id, message.id) for message in channel.history()]
    return [words(p) for p in sent if any(part.get("items") for part in parts(p))]


async def test_commands_and_options(world: World) -> None:
    table = await begin(world, 2)
    commands = table.members[0].available_commands(table.home)
    verbs = {"invite", "parcel", "invest", "refuel", "end-turn", "develop", "lodge"}
    assert {name for name in commands if name.startswith("letnisko")} == {
        f"letnisko {verb}" for verb in verbs
    }
    (seat,) = await table.to_act()
    member = table.members[seat]
    cards = await member.autocomplete(table.home, "letnisko invest", "card", "", tokens="one")
    assert [c["value"] for c in cards] == ["forest-100", "forest-200", "cottage", "villa"]
    assert cards[3]["name"] == "villa: 200 zł, free with two tokens; 18 left"
    assert await member.autocomplete(table.home, "letnisko lodge", "lodging", "") == []
    world.locales[member.id] = "pl"
    (card,) = await member.autocomplete(table.home, "letnisko invest", "card", "drewniak")
    assert card["value"] == "cottage"


def lodging_of(view: LetniskoView) -> list[Seat]:
    return [d.seat for d in view.decisions if d.kind == "lodge"]


async def test_several_lodge_their_guests_at_the_same_time(world: World) -> None:
    """LT-ACC-6: all choose from pictures of their own, in any order; nothing is stale."""
    table = await begin(world, 3, seed=LODGING)
    view = await table.bring_on(lambda v: len(lodging_of(v)) > 1)
    first, second = lodging_of(view)[:2]
    (idle,) = {0, 1, 2} - {first, second}
    one, two = await table.panel(first), await table.panel(second)
    for panel in (one, two):
        assert "Choose who moves in where." in panel.words()
        assert pictures(panel) == ["hand.png"]
        assert "rent" in panel.words()
        await panel.pick(panel.values()[-1])
        assert pictures(panel) == ["board.png"]  # how it would be
    await two.press("pconfirm")
    assert (await table.view()).round == view.round
    waiting = await table.panel(idle)
    assert waiting.menus() == []
    assert "Still choosing houses or rooms" in waiting.words()
    assert "This game has no secrets" in private(
        await table.members[idle].slash(table.home, "hand")
    )
    await one.press("pconfirm")
    assert (await table.view()).round == view.round + 1
    for seat in (first, second):
        assert any("moves in where" in said for said in dm_pictures(world, table.members[seat]))


def the_president_waits(view: LetniskoView) -> bool:
    """True if the President has guests, but somebody else still has to choose."""
    president = next((p for p in view.players if p.president), None)
    return (
        view.phase is Phase.HOMES
        and president is not None
        and bool(president.invited)
        and president.seat not in {d.seat for d in view.decisions}
    )


async def test_the_president_waits_for_the_others(world: World) -> None:
    """LT-PRES-6: the President lodges last, with the guests whom the others left."""
    table = await begin(world, 4, seed=PRESIDENT)
    view = await table.bring_on(the_president_waits)
    (seat,) = lodging_of(view)
    president = next(p for p in view.players if p.president)
    panel = await table.panel(president.seat)
    assert panel.menus() == []
    said = private(await table.say(president.seat, "lodge 1:S"))
    assert "It's not your turn." in said
    chooser = await table.panel(seat)
    await chooser.pick(chooser.values()[0])
    await chooser.press("pconfirm")
    assert ", the President, gets a convalescent: the others had no room" in chooser.words()


async def test_a_house_to_upgrade_is_chosen(world: World) -> None:
    """LT-DEV-5, and the dossier's reasons why something is not an upgrade."""
    table = await begin(world, 3, seed=UPGRADE)
    view = await table.bring_on(lambda v: any(d.kind == "develop" for d in v.decisions))
    (decision,) = (d for d in view.decisions if d.kind == "develop")
    seat = decision.seat
    for move, rule, reason in (
        ("develop V@9", "LT-DEV-5", "You only have"),
        ("develop P@1", "LT-DEV-3", "You have to place your new villa first."),
        ("lodge -", "LT-DEV-1", "You have to place your new villa first."),
        ("parcel one", "LT-DEV-1", "All tokens are back"),
    ):
        refused = await table.say(seat, move)
        assert reason in private(refused)
        assert why(refused) == [rule]
    panel = await table.panel(seat)
    assert pictures(panel) == ["hand.png"]
    assert sorted(panel.values()) == sorted(map(str, decision.numbers))
    number = int(panel.values()[-1])
    await panel.pick(str(number))
    assert f"Upgrade house {number} to a villa." in panel.words()
    await panel.press("pconfirm")
    assert (await table.view()).players[seat].lots[number - 1].house == "V"


async def test_a_lodging_against_the_rules_is_refused(world: World) -> None:
    """The dossier's too_many, kind, not_invited, not_max and fewest_houses."""
    table = await begin(world, 3, seed=LODGING)
    view = await table.bring_on(lambda v: len(lodging_of(v)) > 1)
    seat = next(d.seat for d in view.decisions if "".join(d.guests) == "SS")
    for move, rule, reason in (
        ("lodge 9:S", "LT-ACC-1", "You only have"),
        ("lodge 1:S,1:S", "LT-ACC-1", "You named house 1 more than once."),
        ("lodge 1:SSS", "LT-ACC-1", "You only have 2 students to find rooms for."),
        ("lodge 1:H", "LT-ACC-1", "You only have 0 socialites to find rooms for."),
        ("lodge -", "LT-ACC-3", "You have room for more of your guests (2 instead of 0)."),
        ("lodge 1:S,2:S", "LT-ACC-5", "Your guests fit into fewer houses (1 instead of 2)."),
        ("develop V@1", "LT-DEV-5", "You have no house to upgrade right now."),
        ("end-turn", "LT-DEV-1", "All tokens are back"),
    ):
        refused = await table.say(seat, move)
        assert reason in private(refused), move
        assert why(refused) == [rule], move
    assert (await table.view()).decisions == view.decisions


FIRST, LAST = "first", "last"
PLAYED = ""
SCRIPT: Final = [
    # week 1: LAST holds the porter
    (LAST, "parcel one", "LT-TURN-1", "It's not your turn."),
    (FIRST, "lodge 1:S", "LT-TURN-9", "Houses and guests come later"),
    (FIRST, "end-turn", "LT-TURN-2", "You can't pass"),
    (FIRST, "invite 9/one", "LT-CAR-1", "The train only has 4 cars this week."),
    (FIRST, "invite 1+3/one", "LT-CAR-3", "An automobile serves two neighbouring cars"),
    (FIRST, "invite 1+2/one", "LT-CAR-3", "You have no automobile."),
    (FIRST, "parcel two", "LT-TURN-7", "The train takes one token"),
    (FIRST, "parcel porter", "LT-TURN-4", "has the porter this week."),
    (FIRST, "invest pension/one", "LT-INV-4", "This costs 300 zł now, but you only have 200 zł."),
    (FIRST, "refuel one", "LT-AUTO-3", "None of your automobiles needs fuel."),
    (FIRST, "invest automobile/two", PLAYED, "buys an automobile for free"),
    (LAST, "invest villa/two+porter", "LT-TURN-5", "The porter can join one of your tokens"),
    (LAST, "parcel porter", PLAYED, "100 zł"),
    (LAST, "parcel porter", "LT-TURN-4", "The porter has already been used this week."),
    (LAST, "end-turn", "LT-TURN-2", "You can't pass"),
    (LAST, "invest automobile/two", PLAYED, "300 zł"),
    # week 2: somebody else has the porter
    (LAST, "invite 1+2/one", PLAYED, "cars 1 and 2 by automobile"),
    (FIRST, "invite 2/one", "LT-CAR-2", "has already claimed car 2"),
    (FIRST, "invest automobile/two", PLAYED, "automobile"),
    (FIRST, "invest automobile/porter", "LT-INV-6", "There are no automobile cards left to buy"),
    (FIRST, "parcel one", "LT-TURN-2", "You have no tokens of your own left this week."),
    (FIRST, "end-turn", PLAYED, "end"),
    (LAST, "invite 2/one", "LT-CAR-2", "You have already claimed car 2."),
    (LAST, "invite 3+4/one", "LT-AUTO-2", "Your automobile is already at the station."),
    (LAST, "refuel one", "LT-AUTO-2", "Your automobile is at the station. You can refuel it"),
    (LAST, "invest cottage/two", "LT-TURN-2", "You have 1 token of your own left this week."),
    (LAST, "parcel one", PLAYED, "100 zł"),
    # week 3
    (FIRST, "parcel one", PLAYED, "100 zł"),
    (LAST, "invite 1+2/one", "LT-AUTO-3", "Your automobile needs fuel."),
    (LAST, "refuel porter", PLAYED, "100 zł"),
    (LAST, "refuel one", "LT-AUTO-4", "Your automobile has already been refuelled this week."),
    (LAST, "invite 1+2/one", "LT-AUTO-4", "Your automobile is being refuelled"),
]


async def test_what_the_dossier_names_is_refused_with_its_reason(world: World) -> None:
    table = await begin(world, 2)
    (first,) = await table.to_act()
    seats = {FIRST: first, LAST: 1 - first}
    for who, move, rule, said in SCRIPT:
        before = (await world.bot.service.info(1)).ply
        answer = await table.say(seats[who], move)
        assert said in private(answer), move
        assert why(answer) == ([rule] if rule else []), move
        played = (await world.bot.service.info(1)).ply > before
        assert played == (rule == PLAYED), move


async def test_losing_the_porter_is_announced_before_confirming(world: World) -> None:
    """LT-TURN-6."""
    table = await begin(world, 2)
    (first,) = await table.to_act()
    await table.make(first, "parcel one")
    await table.make(1 - first, "invest cottage/two")
    await world.settle()
    panel = await table.panel(1 - first)
    end = next(i for i, kind in enumerate(LETNISKO.move_types) if kind.notation == "end-turn")
    await panel.click(next(i for i in panel.ids("bptype:") if f"m~{end}~" in i))
    assert "so the porter goes unused." in panel.words()
    assert panel.ids("bpconfirm:")


async def test_strangers_neither_choose_nor_are_offered_anything(world: World) -> None:
    table = await begin(world, 2)
    assert "You have no seat" in private(
        await world.cleo.slash(table.home, "move", move="parcel one")
    )
    assert await world.cleo.autocomplete(table.home, "letnisko parcel", "tokens", "") == []
    for move in ("arrive hot/sun/-", "setup 1", "invite 1", "invest castle/one", "lodge 1:X"):
        before = (await world.bot.service.info(1)).ply
        private(await table.say((await table.to_act())[0], move))
        assert (await world.bot.service.info(1)).ply == before


LODGING: Final = 1578
PRESIDENT: Final = 1254
UPGRADE: Final = 164
"""Seeds of matches that soon reach the positions these tests need."""
