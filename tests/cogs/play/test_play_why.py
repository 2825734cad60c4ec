"""Why not? and What can I do?, from each place where somebody can be stuck."""

from __future__ import annotations

import logging

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.ui.help_buttons import MOST_REFUSED, Refusals
from cogs.ui.items import MAX_ID
from rules.errors import IllegalMoveError
from rules.text import t
from tests.cogs.play.driver import Panel
from tests.toy import PARCELS
from tests.world import World, custom_ids, private, shown_messages


async def ply(world: World) -> int:
    return (await world.bot.service.info(1)).ply


async def held(world: World, member: MemberActor) -> tuple[int, ...]:
    glance = await world.bot.service.glance(1, member.id)
    return glance.view.hand  # type: ignore[attr-defined,no-any-return]


async def not_held(world: World, member: MemberActor) -> int:
    return min(PARCELS - set(await held(world, member)))


def buttons(result: InteractionResult) -> list[str]:
    """Return the ids of what can be tapped in a private answer."""
    return [i for m in shown_messages(result) for i in custom_ids({"components": m.components})]


def panel_of(world: World, member: MemberActor, result: InteractionResult) -> Panel:
    """Return a player's handle on what was privately shown to them."""
    panel = Panel(world, member)
    panel._see(result)
    return panel


async def refused_by_panel(world: World, home: ChannelHandle) -> InteractionResult:
    rest = f"0.1.m~0~0~0~{await not_held(world, world.ada)}"
    return await world.forged(world.ada, f"bpconfirm:1:{rest}", channel=home)


async def refused_by_command(world: World, home: ChannelHandle) -> InteractionResult:
    parcel = await not_held(world, world.ada)
    return await world.ada.slash(home, "move", move=f"Choose {parcel}")


ROADS = [refused_by_panel, refused_by_command]


@pytest.mark.parametrize("road", ROADS)
async def test_why_not_leads_to_the_rule_the_fact_and_a_move_that_is_played(
    world: World, road: type[object]
) -> None:
    home = await world.open(world.ada, world.bo)
    parcel, own = await not_held(world, world.ada), await held(world, world.ada)
    refused = await road(world, home)  # type: ignore[call-arg,misc]
    assert "You do not hold " in private(refused)
    assert f"bwhy:1:T-CHOOSE-1~choose {parcel}" in buttons(refused)
    why = panel_of(world, world.ada, await world.press(world.ada, refused, "why"))
    assert "**T-CHOOSE-1** In each round everybody chooses a parcel" in why.words()
    assert f"Right now:** You do not hold {parcel}. You hold " in why.words()
    assert "Here's what you can do instead:" in why.words()
    nearest = min(own, key=lambda held: (abs(held - parcel), held))
    assert f"Deliver parcel {nearest}." == next(la for la in why.labels() if "Deliver" in la)
    assert sorted(f"Deliver parcel {p}." for p in own) == sorted(
        label for label in why.labels() if "Deliver" in label
    )
    assert await ply(world) == 1
    await why.press("ptype")
    assert f"➜ Deliver parcel {nearest}." in why.words()
    await why.press("pconfirm")
    assert f"You chose parcel {nearest}." in why.words()
    assert await ply(world) == 2


async def test_a_command_of_the_game_leads_there_too_in_polish(world: World) -> None:
    home = await world.open(world.ada, world.dima, game="krakow")
    (seat,) = (await world.bot.service.info(1)).to_act
    member = (world.ada, world.dima)[seat]
    world.locales[member.id] = "pl"
    refused = await member.slash(home, "krakow lay", card="A", place="L4")
    assert "bwhy:1:K-PLAN-7~lay A@L4" in buttons(refused)
    assert "Dlaczego nie?" in private(refused)
    why = panel_of(world, member, await world.press(member, refused, "why"))
    assert "**K-PLAN-7** " in why.words()
    assert "Teraz:** " in why.words()
    assert "Zamiast tego możesz:" in why.words()
    assert {"Co mogę zrobić?", "Cały rozdział"} <= set(why.labels())
    assert why.ids("bptype:")[0].endswith("~A~L3")
    await why.press("ptype")
    await why.press("pconfirm")
    assert await ply(world) == 3


async def test_out_of_turn_the_rule_of_turns_is_explained_until_it_is_ones_turn(
    world: World,
) -> None:
    home = await world.open(world.ada, world.bo, game="krakow")
    (seat,) = (await world.bot.service.info(1)).to_act
    acting, waiting = world.members[seat], world.members[1 - seat]
    refused = await waiting.slash(home, "move", move="lay A@L1")
    assert "It's not your turn" in private(refused)
    assert "bwhy:1:K-PLAN-1~lay A@L1" in buttons(refused)
    why = panel_of(world, waiting, await world.press(waiting, refused, "why"))
    assert "**K-PLAN-1** " in why.words()
    assert f"The match is waiting for: **{acting.name.title()}**" in why.words()
    assert "Here's what you can queue for your next turn:" in why.words()
    assert "-# `lay A@L1`" in why.words()
    await why.press("ptype", rest=".q~0~0~0~A~L1")
    assert "Queue this move" in why.labels()
    private(await acting.slash(home, "move", move="lay B@R1"))
    again = panel_of(world, waiting, await world.press(waiting, refused, "why"))
    assert "This move is legal now." in again.words()
    assert again.ids("bptype:")[0].endswith("~A~L1")
    await again.press("ptype")
    await again.press("pconfirm")
    assert await ply(world) == 4


async def test_old_buttons_work_after_a_restart_and_after_the_end(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    refused = await refused_by_command(world, home)
    await world.restart()
    why = panel_of(world, world.ada, await world.press(world.ada, refused, "why"))
    assert "You do not hold " in why.words()
    await world.restart()
    await why.press("explain")
    assert "Choose one of the parcels you hold" in why.words()
    await world.bot.service.lobby.end(1, 0, is_admin=True)
    late = panel_of(world, world.ada, await world.press(world.ada, refused, "why"))
    assert "This match is over." in late.words()
    assert late.ids("bptype:") == late.ids("bexplain:") == []
    told = await world.forge(world.ada, "bexplain:1:0.1.m~~0~0", channel=home)
    assert "The match ended without a result" in told


async def test_a_choice_offered_long_ago_shows_the_present(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    refused = await refused_by_command(world, home)
    why = panel_of(world, world.ada, await world.press(world.ada, refused, "why"))
    own = await held(world, world.ada)
    private(await world.ada.slash(home, "move", move=f"choose {own[0]}"))
    await why.press("ptype")
    assert "It's too late to choose this" in why.words()
    assert await ply(world) == 2


async def test_what_can_i_do_and_back_to_the_very_panel(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    assert panel.labels()[-1] == "What can I do?"
    parcel = panel.values()[1]
    await panel.pick(parcel)
    before = panel.words()
    await panel.press("explain")
    assert "Choose one of the parcels you hold: " in panel.words()
    assert "(T-CHOOSE-1, T-SCORE-1)" in panel.words()
    assert panel.labels() == [
        "In each round everybody chooses a parcel of…",
        "Each of your flags is worth 1 point, and…",
        "Back",
    ]
    await panel.press("pback")
    assert panel.words() == before
    assert panel.picked() == parcel
    await panel.press("pconfirm")
    assert f"You chose parcel {parcel}." in panel.words()


async def test_the_page_of_a_long_list_is_kept_for_the_way_back(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        panel = await Panel(world, member).open(home)
        await panel.pick(panel.values()[0])
        await panel.press("pconfirm")
    panel = await Panel(world, world.ada).open(home)
    await panel.press("ppage")
    page = panel.values()
    await panel.press("explain")
    await panel.press("pback")
    assert panel.values() == page


async def test_in_direct_messages_it_is_the_same(world: World) -> None:
    await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open_dm()
    await panel.pick(panel.values()[0])
    before = panel.words()
    await panel.press("explain")
    assert "Choose one of the parcels you hold: " in panel.words()
    await panel.press("pback")
    assert panel.words() == before


async def test_a_waiting_player_learns_why(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    panel = await Panel(world, world.ada).open(home)
    await panel.pick(panel.values()[0])
    await panel.press("pconfirm")
    await panel.press("explain")
    assert "Waiting for: **Bo**." in panel.words()
    await panel.press("pback")
    assert panel.labels()[-1] == "What can I do?"


async def book_of(world: World, member: MemberActor, home: ChannelHandle) -> Panel:
    """Open the rulebook from the help with a match."""
    shown = await world.tap(member, home, "guide")
    return panel_of(world, member, await world.press(member, shown, "rules"))


async def test_a_watcher_learns_it_too_but_sees_no_hand(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    book = await book_of(world, world.cleo, home)
    await book.press("explain")
    assert "Waiting for: **Ada**, **Bo**." in book.words()
    assert "parcels you hold" not in book.words()
    assert book.ids("bpback:") == book.ids("bturn:") == []
    await book.press("leaf")
    assert "### Parcels" in book.words()


async def test_from_the_rules_of_the_match_the_way_leads_on_to_play(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    book = await book_of(world, world.ada, home)
    await book.press("explain")
    assert "Choose one of the parcels you hold" in book.words()
    await book.press("turn")
    assert "Choose a parcel." in book.words()


async def test_a_refusal_without_a_rule_leads_to_what_can_be_done(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    refused = await world.ada.slash(home, "move", move="fly to the moon")
    assert [i.split(":")[0] for i in buttons(refused)] == ["bexplain"]
    panel = panel_of(world, world.ada, await world.press(world.ada, refused, "explain"))
    assert "Choose one of the parcels you hold" in panel.words()
    await panel.press("pback")
    assert "Choose a parcel." in panel.words()
    stranger = await world.cleo.slash(home, "move", move="fly to the moon")
    assert buttons(stranger) == []


async def test_a_stranger_learns_nothing(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    own = await held(world, world.ada)
    for rest in (f"T-CHOOSE-1~choose {own[0]}", "T-CHOOSE-1~choose 1", "T-CHOOSE-1", "", "~"):
        told = await world.forge(world.cleo, f"bwhy:1:{rest}", channel=home)
        assert "You have no seat in this match." in told
        assert "T-CHOOSE-1" not in told
    for rest in ("0.1.m~~0~0", f"0.1.m~0~0~0~{own[0]}", "1.1.q~~0~0"):
        told = await world.forge(world.cleo, f"bexplain:1:{rest}", channel=home)
        assert "isn't for you" in told
        assert "parcels you hold" not in told


async def test_another_seats_id_shows_ones_own_facts(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    mine, theirs = await held(world, world.bo), await held(world, world.ada)
    told = await world.forge(world.bo, f"bwhy:1:T-CHOOSE-1~choose {theirs[0]}", channel=home)
    assert "You do not hold " in told
    assert all(f"Deliver parcel {parcel}." in told for parcel in mine)
    told = await world.forge(world.bo, "bexplain:1:0.1.m~~0~0", channel=home)
    assert "isn't for you" in told


@pytest.mark.parametrize(
    "rest",
    ["T-1~", "~choose 1", "T-99~nonsense", "T-99", "", "~~~", "T-CHOOSE-1~deal 1,2,3/4,5,6"],
)
async def test_forged_ids_are_answered_plainly(world: World, rest: str) -> None:
    home = await world.open(world.ada, world.bo)
    told = await world.forge(world.ada, f"bwhy:1:{rest}", channel=home)
    assert "Sorry" not in told
    for path in (rest, "0.99.m~~0~0", "0.1.x~~0~0", "..", "0.1.m~9~9~9~x"):
        told = await world.forge(world.ada, f"bexplain:1:{path}", channel=home)
        assert "Sorry" not in told
    assert await ply(world) == 1


@pytest.mark.parametrize("verb", ["why", "explain"])
async def test_another_match_and_another_place_are_refused(world: World, verb: str) -> None:
    await world.open(world.ada, world.bo)
    elsewhere = world.guild.create_text_channel("elsewhere")
    rest = {"why": "T-CHOOSE-1~choose 1", "explain": "0.1.m~~0~0"}[verb]
    told = await world.forge(world.ada, f"b{verb}:1:{rest}", channel=elsewhere)
    assert "another channel" in told
    for number in (0, 2, 10**17):
        told = await world.forge(world.ada, f"b{verb}:{number}:{rest}")
        assert "There's no such match." in told
    await world.open(world.cleo, world.dima, start=False)
    assert "hasn't begun" in await world.forge(world.cleo, f"b{verb}:2:{rest}")


async def test_nobody_else_learns_what_was_tried(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="cogs")
    caplog.set_level(logging.DEBUG, logger="matches")
    home = await world.open(world.ada, world.bo)
    parcel = await not_held(world, world.ada)
    posts = world.public()
    refused = await refused_by_command(world, home)
    private(await world.press(world.ada, refused, "why"))
    assert world.public() == posts
    assert not any(f"choose {parcel}" in record.getMessage() for record in caplog.records)


async def test_a_long_attempt_is_left_out_of_the_id(world: World) -> None:
    from cogs.ui.choice import ChoicePath
    from cogs.ui.help_buttons import choice_button, explain_button, why_button
    from rules.errors import IllegalMoveError
    from rules.text import t

    refusal = IllegalMoveError("K-PLAN-7", t("Why."), t("Do."))
    refusal.attempt = "lay " + "x" * 90
    long = ChoicePath(3, 123, "m", 4, ("y" * 90,), 1, 2)
    assert why_button(10**17, refusal, "en").custom_id.endswith(":K-PLAN-7")
    assert explain_button(10**17, long, "en").custom_id.endswith(":3.123.m~4~0~0")
    assert choice_button(10**17, long, "x").custom_id.endswith(":3.123.m~4~0~0")
    refusal.attempt = "lay A@L1"
    for made in (why_button(1, refusal, "en"), explain_button(1, None, "en")):
        assert len(made.custom_id) <= MAX_ID


def test_the_oldest_refusals_are_forgotten_first() -> None:
    refusals, error = Refusals(), IllegalMoveError("K-1", t("No."), t("Do that."))
    for user in range(MOST_REFUSED):
        refusals.note(1, user, error)
    refusals.note(1, 0, error)  # again
    refusals.note(2, 0, error)
    assert refusals.of(1, 1) is None
    assert refusals.of(1, 0) is refusals.of(2, 0) is refusals.of(1, 2) is error
