"""The room display, the Refresh Token and empty bags (LD-DISP, LD-TOK, LD-BAG, LD-TURN-5)."""

import pytest

from rules.lodge.building import is_due
from rules.lodge.state import Due, LodgeState, Player
from rules.lodge.view import Phase
from tests.rules.lodge.helpers import (
    bag,
    display,
    legal,
    news,
    on,
    placing,
    play,
    player,
    refused,
    shown,
    table,
    waiting,
)

NO_ROOMS = (0, 0, 0, 0, 0)


def ending(rooms: str, content: str) -> LodgeState:
    """Return the first of two turns, just before its end; the guests need no refill."""
    return placing(player(token=True), player(), rooms=rooms, bag=bag(content))


def last_room(*players: Player, amenity: str = "", **values: str) -> LodgeState:
    """Return a turn in which the very last room can be built, and at most one amenity."""
    rooms = "R... .... .... ...."
    return table(*players, rooms=rooms, bag=NO_ROOMS, open_=amenity, stack=(), **values)


@pytest.mark.parametrize(
    ("rooms", "due"),
    [
        ("RBGY RBGY RBGY RBGY", False),
        ("R... .B.. ..G. ...Y", False),
        ("RBGY RBGY .... RBGY", True),
        ("RRRR RRRR RRRR RRRR", True),
        ("R... .R.. ..R. R...", True),
        ("R... .... .... ....", True),
        ("RRRR RRRR RRRR RRRB", False),
    ],
)
def test_a_refresh_is_due_with_a_bare_floor_or_in_one_colour_r10(rooms: str, due: bool) -> None:
    """LD-DISP-1: gaps have no colour."""
    assert is_due(display(rooms)) == due


def test_v_13_rooms_fall_straight_down_and_gaps_fill_from_floor_1_up() -> None:
    """LD-DISP-2, LD-DISP-4."""
    state = play(ending(".B.. R..Y .... GP.B", "RRBBGGYYPP"), "0 end")
    assert shown(state) == "RB.Y GP.B .... ...."
    state = play(state, "- draw-rooms RBGYPRBGYP")
    assert shown(state) == "RBRY GPBB GYPR BGYP"
    assert (state.active, state.phase) == (1, Phase.BUILD)


def test_v_14_in_one_colour_with_a_short_bag_it_falls_and_stays_r9() -> None:
    """LD-DISP-3, LD-BAG-1."""
    state = play(ending("R... .R.. ..R. R...", "RB"), "0 end")
    assert shown(state) == "RRR. R... .... ...."
    state = play(state, "- draw-rooms RB")
    assert shown(state) == "RRRR RB.. .... ...."
    assert (state.bag, state.active, state.phase) == (NO_ROOMS, 1, Phase.BUILD)


def test_a_full_display_in_one_colour_stays() -> None:
    """LD-DISP-3."""
    state = play(ending("RRRR RRRR RRRR RRRR", "BB"), "0 end")
    assert (shown(state), state.bag) == ("RRRR RRRR RRRR RRRR", bag("BB"))
    assert state.active == 1


def test_a_refresh_is_repeated_while_it_is_due_and_changes_something() -> None:
    """LD-DISP-3: the draw leaves a floor bare, then rooms fall again and none are left."""
    state = play(ending("R... .... .... ....", "RRRR"), "0 end", "- draw-rooms RRRR")
    assert shown(state) == "RRRR R... .... ...."
    assert state.active == 1


def test_with_an_empty_bag_rooms_still_fall_r24() -> None:
    """LD-BAG-1."""
    state = play(ending("R... .... B... ....", ""), "0 end")
    assert shown(state) == "R... B... .... ...."
    assert state.active == 1


def test_the_display_is_checked_only_at_the_end_of_a_turn_r7_r8() -> None:
    """LD-DISP-1, LD-ROOM-4: a floor that becomes empty stays empty until the end."""
    state = table(player("R", token=True), player(), rooms="R... RBGY RBGY RBGY")
    state = play(state, "0 room 1-1@B")
    assert shown(state) == ".... RBGY RBGY RBGY"
    state = play(state, "0 end")
    assert shown(state) == "RBGY RBGY RBGY ...."
    assert state.due is Due.END_ROOMS


def test_guests_come_before_the_rooms() -> None:
    """LD-DISP-1: the check follows the refill."""
    state = placing(player("RB", token=True), player(), rooms=".... RBGY RBGY RBGY")
    state = play(state, "0 guest RB1@A1", "0 end")
    assert (state.due, shown(state)) == (Due.END_GUESTS, ".... RBGY RBGY RBGY")
    state = play(state, "- draw-guests YY1")
    assert (state.due, shown(state)) == (Due.END_ROOMS, "RBGY RBGY RBGY ....")


def test_v_15_discarded_rooms_go_back_after_the_refill_r11() -> None:
    """LD-TOK-2, LD-TOK-3, LD-TOK-4."""
    state = table(player(token=True), rooms="RBGY RBGY RBGY RBGY", bag=bag("PPPPRR"))
    state = play(state, "0 token 2")
    assert shown(state) == "RBGY RBGY RBGY ...."
    assert refused(state, "- draw-rooms PPPG")[0] == "LD-INFO-2"
    state = play(state, "- draw-rooms PPPP")
    assert shown(state) == "RBGY RBGY RBGY PPPP"
    assert state.bag == bag("RRRBGY")


def test_the_token_fills_all_gaps_of_the_display_r12() -> None:
    """LD-TOK-3: including those of other floors."""
    state = table(player(token=True), rooms="RBG. RBGY .BGY RBGY")
    state = play(state, "0 token 2")
    assert shown(state) == "RBGY RBGY .BG. ...."
    state = on(state)
    assert None not in state.display


def test_the_token_takes_discarded_rooms_again_if_the_bag_is_short() -> None:
    """LD-TOK-4: everything in the bag first."""
    state = table(player(token=True), rooms="RBGY RBGY RBGY RBGY", bag=bag("P"))
    state = play(state, "0 token 4")
    for rooms in ("RBGY", "PPBG", "PBBG"):
        assert refused(state, f"- draw-rooms {rooms}")[0] == "LD-INFO-2"
    state = play(state, "- draw-rooms PYGB")
    assert (shown(state), state.bag) == ("RBGY RBGY RBGY PYGB", bag("R"))


def test_after_the_token_the_refresh_is_repeated_while_due() -> None:
    """LD-TOK-4, LD-DISP-3: all in one colour, and nothing left to change that."""
    state = table(player(token=True), rooms="RRRR RRRR RRRR RBRR", bag=bag("RRRR"))
    state = play(state, "0 token 4", "- draw-rooms RRRR")
    assert shown(state) == "RRRR RRRR RRRR RRRR"
    assert (state.bag, state.phase, state.due) == (bag("RRRB"), Phase.BUILD, None)
    state = table(player(token=True), rooms="R... .... .... ....", bag=NO_ROOMS)
    state = play(state, "0 token 1", "- draw-rooms R")
    assert (shown(state), state.phase) == ("R... .... .... ....", Phase.BUILD)


@pytest.mark.parametrize("state", [table(player(token=True)), placing(player(token=True))])
def test_the_token_can_be_used_before_and_after_the_build(state: LodgeState) -> None:
    """LD-TOK-1, LD-TURN-3."""
    assert legal(state, verb="token") == ["1", "2", "3", "4"]
    after = play(state, "0 token 3")
    assert (after.phase, after.players[0].token) == (state.phase, False)


def test_each_player_has_one_token_for_one_use_r14() -> None:
    """LD-TOK-1."""
    state = table(player(token=True), player(token=True))
    state = on(play(state, "0 token 2"))
    assert legal(state, verb="token") == []
    assert refused(state, "0 token 1") == ("LD-TOK-1", "You have already used your Refresh Token.")
    assert refused(state, "1 token 1")[0] == "LD-TURN-6"
    assert state.players[1].token


def test_the_token_is_of_no_use_on_a_bare_floor_r13() -> None:
    """LD-TOK-2."""
    state = placing(player(token=True), rooms="RBGY .... RBGY RBGY")
    assert legal(state, verb="token") == ["1", "3", "4"]
    assert refused(state, "0 token 2") == (
        "LD-TOK-2",
        "There are no rooms on floor 2 of the display.",
    )
    for floor in (0, 5):
        assert refused(state, f"0 token {floor}") == ("LD-TOK-2", "The display has floors 1 to 4.")


def test_with_nothing_to_build_the_build_is_skipped_and_the_end_begins() -> None:
    """LD-TURN-5, LD-END-1: guests may still move in."""
    state = play(last_room(player(), player("RB", "RB2"), waits="GG1 PP1 YY1 BG1"), "0 room 1-1@B")
    assert shown(state) == ".... .... .... ...."
    assert (state.active, state.phase, state.ending) == (1, Phase.GUESTS, 1)
    assert legal(state, 1) == ["guest RB2@A1", "guest RB2@B1", "end"]
    assert refused(state, "1 room 1-1@C") == ("LD-TURN-5", "There is nothing left to build.")
    assert play(state, "1 end").phase is Phase.OVER


def test_a_skipped_build_ends_the_turn_if_nobody_can_move_in() -> None:
    """LD-TURN-5, LD-TURN-4."""
    state = last_room(player(), player(), player())
    said = news(state, "0 room 1-1@B")
    last = "This is the last round. Everybody gets the same number of turns."
    assert said[1:] == [
        "Bob has nothing left to build.",
        last,
        "Cat has nothing left to build.",
        "The season is over. It's time to count the points.",
    ]
    state = play(state, "0 room 1-1@B")
    assert (state.phase, state.ending) == (Phase.OVER, 1)


def test_an_amenity_alone_can_always_be_built() -> None:
    """LD-TURN-5, LD-BUILD-6."""
    state = play(last_room(player(), player(), amenity="A13"), "0 room 1-1@B")
    assert (state.active, state.phase) == (1, Phase.BUILD)
    assert legal(state, 1) == ["amenity A13@A2", "amenity A13@B1"]


def test_waiting_guests_stay_when_rooms_are_drawn() -> None:
    state = ending(".B.. R..Y .... GP.B", "RRBBGGYYPP")
    before = waiting(state)
    assert waiting(on(play(state, "0 end"))) == before


@pytest.mark.parametrize("rooms", ["PPP", "PPPPP", "PPRRR", ""])
def test_exactly_the_gaps_are_filled(rooms: str) -> None:
    """LD-TOK-3, LD-INFO-2: four rooms are due."""
    state = table(player(token=True), rooms="RBGY RBGY RBGY RBGY", bag=bag("PPPPRR"))
    assert refused(play(state, "0 token 2"), f"- draw-rooms {rooms or '-'}")[0] == "LD-INFO-2"
