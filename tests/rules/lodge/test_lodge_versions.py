"""What happens automatically, now and in matches that were begun under version 1."""

from dataclasses import replace

import pytest

from rules.lodge.state import LodgeState
from rules.lodge.view import Phase
from tests.rules.lodge.helpers import (
    legal,
    lodge,
    news,
    placing,
    play,
    player,
    refusal,
    refused,
    say,
    step,
    table,
)

ENDS = "{who} has nothing useful left to do, so the turn ends."
NONE = (0, 0, 0, 0, 0)
NOBODY = "YY1 PP1 YP1 BB1"
"""Guests who find no room in the lodges here, and share no colour."""


def formerly(state: LodgeState) -> LodgeState:
    """Return the same table in a match that was begun under version 1."""
    return replace(state, version=1)


def last_player(waits: str = NOBODY, **values: object) -> LodgeState:
    """Return a build in the last turn of all, of a player who still has the Refresh Token."""
    mine = player("R", token=True)
    return table(player(), mine, position=1, ending=0, waits=waits, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("state", "line"),
    [
        pytest.param(
            table(player(token=True), player(), rooms="R... .... .... ....", bag=NONE),
            "0 room 1-1@B",
            id="no floor is left to clear",
        ),
        pytest.param(last_player(), "1 room 1-1@B", id="nobody builds any more"),
        pytest.param(
            placing(player("RG", token=True), turn=20, waits="RG1 YY1 PP1 BB1"),
            "0 guest RG1@A1",
            id="the last turn of a season",
        ),
        pytest.param(
            placing(player("B"), player("RG"), position=1, ending=0, waits="RG1 YY1 YP1"),
            "1 guest RG1@A1",
            id="new guests could not move in",
        ),
    ],
)
def test_what_is_of_no_use_is_not_asked(state: LodgeState, line: str) -> None:
    """LD-TURN-4."""
    seat = state.active
    assert ENDS.format(who=("Ann", "Bob")[seat]) in news(state, line)
    before = play(formerly(state), line)
    assert (before.active, before.phase) == (seat, Phase.GUESTS)
    assert "end" in legal(before, seat)


@pytest.mark.parametrize(
    ("state", "line"),
    [
        pytest.param(
            table(player("R", token=True), player(), ending=0),
            "0 room 1-1@B",
            id="somebody builds after",
        ),
        pytest.param(last_player("RY1 RP1 RG1 BR1"), "1 room 1-2@B", id="new guests may move in"),
    ],
)
def test_what_may_be_of_use_is_asked_even_near_the_end(state: LodgeState, line: str) -> None:
    """LD-TURN-4, LD-GREF-1."""
    for now in (state, formerly(state)):
        after = play(now, line)
        assert (after.active, after.phase) == (state.active, Phase.GUESTS)


def one_way(**values: object) -> LodgeState:
    """Return the end of a turn before a build with one cell and one room to choose."""
    chosen: dict[str, object] = {"rooms": "RR.. .... .... ....", "waits": NOBODY, "open_": ""}
    chosen |= values
    return table(player("G"), player(), stack=(), bag=NONE, **chosen)  # type: ignore[arg-type]


def test_the_only_way_to_build_is_taken_and_told() -> None:
    """LD-TURN-2: then the turn goes on as usual."""
    said = news(one_way(), "0 room 1-1@B")
    assert said[1:3] == [
        "Bob has only one way to build.",
        "Bob builds a red (R) room in B1.",
    ]
    before = play(formerly(one_way()), "0 room 1-1@B")
    assert (before.active, before.phase) == (1, Phase.BUILD)
    assert legal(before, 1) == ["room 1-2@B"]


def test_the_only_amenity_with_a_single_cell_is_built() -> None:
    """LD-TURN-2, LD-BUILD-6: a lodge of full columns can only grow to the right."""
    full = player(lodge("R/B/G/Y"))
    state = one_way(rooms="R... .... .... ....", open_="A13")
    state = replace(state, players=(state.players[0], full))
    assert "Bob builds the Observatory in B1." in news(state, "0 room 1-1@B")


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(one_way(rooms="RRR. .... .... ...."), id="two rooms"),
        pytest.param(one_way(rooms="RR.. RR.. .... ...."), id="two floors"),
        pytest.param(one_way(open_="A13"), id="an amenity too"),
        pytest.param(one_way(waits="RB1 RY1 RP1 RB2"), id="new guests could come"),
    ],
)
def test_a_build_with_a_choice_is_asked(state: LodgeState) -> None:
    """LD-TURN-2."""
    after = play(state, "0 room 1-1@B")
    if "refresh-guests" in legal(after):
        after = play(after, "0 end")
    assert (after.active, after.phase) == (1, Phase.BUILD)


def test_a_token_keeps_the_choice_of_a_build() -> None:
    """LD-TURN-2, LD-TOK-1."""
    state = one_way()
    mine = replace(state.players[1], token=True)
    state = replace(state, players=(state.players[0], mine))
    assert legal(play(state, "0 room 1-1@B"), 1) == ["room 1-2@B", "token 1"]


# Moves written in another, equal way


def test_a_room_can_be_built_by_naming_its_cell() -> None:
    """LD-ROOM-2: the floor is given, and may be named."""
    state = table(player(), player())
    assert play(state, "0 room 2-1@A2") == play(state, "0 room 2-1@A")
    assert refused(state, "0 room 2-1@A3") == (
        "LD-ROOM-2",
        "The room at 2-1 goes on floor 2, so it can't go in A3.",
    )
    assert "2-1" in say(refusal(state, "0 room 2-1@A3").hint)


def test_a_guest_can_be_named_by_the_other_colour_first() -> None:
    """LD-GUEST-1."""
    state = placing(player("RB"), player())
    assert play(state, "0 guest BR1@A1") == play(state, "0 guest RB1@A1")


def test_the_last_step_of_a_turn_that_ended_automatically_can_be_taken_back() -> None:
    """LD-INFO-4."""
    step_taken = step(table(player(), player(), waits=NOBODY), "0 room 1-2@B")
    assert step_taken.state.active == 1
    assert step_taken.undoable
    before = step(formerly(table(player(), player(), waits=NOBODY)), "0 room 1-2@B")
    assert not before.undoable
