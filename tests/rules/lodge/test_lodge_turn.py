"""The course of a turn, whose turn it is, and what can be undone (LD-TURN, LD-INFO-4)."""

from dataclasses import replace

import pytest

from rules.lodge import LODGE
from rules.lodge.legal import can_build
from rules.lodge.state import Due, LodgeState
from rules.lodge.view import Change, Phase
from tests.rules.lodge.helpers import (
    legal,
    on,
    placing,
    play,
    player,
    refusal,
    refused,
    say,
    step,
    table,
)


def test_first_the_build_then_guests_then_the_end() -> None:
    """LD-TURN-1, LD-TURN-2."""
    state = table(player("RB", "RB3"), player())
    assert refused(state, "0 guest RB3@A1") == (
        "LD-TURN-1",
        "Guests can only move in after you have built.",
    )
    assert refused(state, "0 end") == ("LD-TURN-2", "You haven't built anything this turn.")
    assert say(refusal(state, "0 end").hint) == "Build a room or an amenity."
    state = play(state, "0 room 1-1@C")
    for second in ("room 1-2@D", "amenity A06@D1"):
        reason = "You have already built this turn."
        assert refused(state, f"0 {second}") == ("LD-TURN-2", reason)
    state = on(play(state, "0 guest RB3@A1", "0 valet RG1", "0 end"))
    assert (state.active, state.phase) == (1, Phase.BUILD)


def test_free_actions_go_before_and_after_the_build_and_between_guests() -> None:
    """LD-TURN-3."""
    state = table(player("RBRB", "RB4", token=True), waits="RB1 RB2 RB3 RG1")
    state = on(play(state, "0 refresh-guests"))
    state = replace(state, guests=table(player(), waits="RB1 RB2 RB3 RG1").guests)
    state = play(state, "0 room 1-1@E")
    free = ["refresh-guests", "token 1", "token 2", "token 3", "token 4"]
    assert set(free) <= set(legal(state))
    state = play(state, "0 guest RB1@A1")
    assert set(free) <= set(legal(state))
    state = play(state, "0 guest RB4@D1")
    assert not set(free) & set(legal(state))


def test_nothing_can_be_done_while_something_is_drawn_r17() -> None:
    """LD-TURN-3: the end of a turn is not part of it."""
    state = play(placing(player("RB", token=True), player()), "0 guest RB1@A1", "0 end")
    assert state.due is Due.END_GUESTS
    for seat in (0, 1):
        assert legal(state, seat) == []
        assert refused(state, f"{seat} token 1")[0] == "LD-TURN-6"


def test_a_turn_ends_by_itself_when_nothing_else_can_be_done() -> None:
    """LD-TURN-4."""
    state = play(table(player("R"), player("G")), "0 room 1-1@B")
    assert (state.active, LODGE.view(state, 0).players[0].turns) == (1, 1)


@pytest.mark.parametrize(
    ("own", "waits"),
    [
        pytest.param(player("R", token=True), "RB1 RG1 RY1 BG1", id="the token is left"),
        pytest.param(player("R"), "RB1 RG1 RY1 RP1", id="guests can be sent away"),
        pytest.param(player("G"), "RB1 RG1 RY1 BG1", id="a guest can move in"),
        pytest.param(player("G", "RG4"), "RB1 BP1 RY1 BG1", id="that of the valet too"),
    ],
)
def test_a_turn_does_not_end_by_itself_while_something_can_be_done(own: object, waits: str) -> None:
    """LD-TURN-4: even just an unspent token keeps the turn going."""
    state = play(table(own, player("G"), waits=waits), "0 room 1-1@B")  # type: ignore[arg-type]
    assert (state.active, state.phase) == (0, Phase.GUESTS)
    assert "end" in legal(state)


def test_turns_go_round_in_the_order_that_was_drawn() -> None:
    """LD-SETUP-2, LD-TURN-6."""
    players = (player("R"), player("B"), player("G"))
    state = table(*players, order=(2, 0, 1), waits="PP1 PP2 YY1 YY2")
    seen = []
    for line in ("2 room 1-1@B", "0 room 1-2@B", "1 room 1-3@B", "2 room 1-4@C"):
        seen.append((state.active, state.turn))
        state = on(play(state, line))
    assert seen == [(2, 1), (0, 1), (1, 1), (2, 2)]


def test_acting_out_of_turn_names_whose_turn_it_is() -> None:
    """LD-TURN-6."""
    state = table(player(), player())
    assert refused(state, "1 room 1-1@B")[0] == "LD-TURN-6"
    assert legal(state, 1) == []
    assert refused(state, "0 draw-rooms R")[0] == "LD-TURN-6"


def test_after_the_end_nothing_can_be_done() -> None:
    """LD-TURN-6."""
    state = replace(table(player(), player()), phase=Phase.OVER)
    assert refused(state, "0 room 1-1@B")[0] == "LD-TURN-6"
    assert LODGE.to_act(state) == frozenset()


@pytest.mark.parametrize(
    ("state", "line", "undoable"),
    [
        pytest.param(table(player("RB", token=True)), "room 1-1@C", True, id="a room"),
        pytest.param(table(player("RB", token=True)), "amenity A06@C1", False, id="an amenity"),
        pytest.param(placing(player("RB", token=True)), "guest RB1@A1", True, id="a guest"),
        pytest.param(placing(player("RB", "RB4")), "guest RB4@A1", True, id="pick still due"),
        pytest.param(
            play(placing(player("RB", "RB4", token=True)), "0 guest RB4@A1"),
            "valet RG1",
            True,
            id="the pick",
        ),
        pytest.param(table(player(), waits="RB1 RG1"), "refresh-guests", False, id="new guests"),
        pytest.param(table(player(token=True)), "token 1", False, id="the token"),
        pytest.param(placing(player(token=True), player()), "end", False, id="the end of a turn"),
        pytest.param(table(player(), player()), "room 1-1@B", True, id="a turn ending by itself"),
        pytest.param(
            placing(player("RB"), player()), "guest RB1@A1", False, id="new guests are drawn"
        ),
        pytest.param(placing(player(token=True), turn=20), "end", False, id="the end of a match"),
    ],
)
def test_what_reveals_nothing_can_be_taken_back(
    state: LodgeState, line: str, undoable: bool
) -> None:
    """LD-INFO-4."""
    assert step(state, f"0 {line}").undoable == undoable


def test_a_turn_ends_by_itself_after_the_next_amenity_is_turned_up() -> None:
    """LD-TURN-4, LD-AMEN-2."""
    state = play(table(player("R"), player("G")), "0 amenity A06@B1", "- draw-amenity A01")
    assert (state.active, state.phase) == (1, Phase.BUILD)


def test_the_end_of_a_turn_marks_nothing() -> None:
    state = play(table(player("R", token=True), player("G")), "0 room 1-1@B")
    assert state.last != Change()
    assert play(state, "0 end").last == Change()


def test_only_a_solo_match_has_a_number_of_turns() -> None:
    """LD-SOLO-1."""
    assert [LODGE.view(table(*[player()] * n), 0).turns for n in (1, 2, 4)] == [20, 0, 0]


def test_after_the_end_no_move_is_offered() -> None:
    """LD-TURN-6."""
    state = replace(table(player(), player()), phase=Phase.OVER)
    assert [legal(state, seat) for seat in (0, 1)] == [[], []]


def test_a_turn_ends_by_itself_after_the_last_amenity_of_the_stack() -> None:
    """LD-TURN-4, LD-AMEN-2: nothing is turned up."""
    state = play(table(player("R"), player("G"), stack=()), "0 amenity A06@B1")
    assert (state.active, state.phase) == (1, Phase.BUILD)


def test_a_turn_ends_by_itself_after_the_last_guest_who_can_move_in() -> None:
    """LD-TURN-4, LD-GUEST-10."""
    state = play(placing(player("RB"), player("G")), "0 guest RB1@A1")
    assert state.due is Due.END_GUESTS
    assert on(state).active == 1


def test_sending_guests_away_marks_nothing() -> None:
    state = play(table(player(token=True), waits="RB1 RR3"), "0 room 1-1@B")
    assert play(state, "0 refresh-guests").last == Change()


@pytest.mark.parametrize(
    ("picture", "rooms", "able"),
    [
        ("R/B/G", ".... .... .... R...", True),
        ("R/B", ".... .... .... R...", False),
        ("R", "R... .... .... ....", True),
        ("R", ".... .... .... ....", False),
    ],
)
def test_without_amenities_a_build_needs_a_room_with_a_cell(
    picture: str, rooms: str, able: bool
) -> None:
    """LD-TURN-5, LD-ROOM-3."""
    state = table(player(picture), rooms=rooms, open_="", stack=())
    assert can_build(state, state.players[0]) == able
    assert bool(legal(state, verb="room")) == able


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        pytest.param(
            placing(player("RB", "RB4"), player("G"), waits="RG1 YY1 BG1 PP1"),
            ["0 guest RB4@A1", "0 valet YY1"],
            id="the valet has chosen",
        ),
        pytest.param(
            placing(player("R"), player("G"), waits="RB1 RR3 - -"),
            ["0 refresh-guests", "- draw-guests GG1,YY1,PP1,BB1"],
            id="new guests have come",
        ),
    ],
)
def test_a_turn_ends_by_itself_once_nobody_can_move_in(state: LodgeState, lines: list[str]) -> None:
    """LD-TURN-4."""
    assert on(play(state, *lines)).active == 1


def test_the_active_player_and_nobody_else_is_to_act() -> None:
    """LD-TURN-6."""
    assert LODGE.to_act(table(player(), player(), order=(1, 0))) == {1}
