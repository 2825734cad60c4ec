"""Where rooms and amenities can go (LD-BUILD, LD-ROOM, LD-AMEN)."""

import pytest

from rules.errors import InvalidMoveError
from rules.lodge import LODGE
from rules.lodge.building import columns_for, free_cells
from rules.notation import parse_move
from tests.rules.lodge.helpers import (
    drawn,
    legal,
    lodge,
    news,
    on,
    placing,
    play,
    player,
    refusal,
    refused,
    say,
    shown,
    table,
)

SLOPE = "R.. / B.. / GR. / YPB"


@pytest.mark.parametrize(
    ("picture", "cells"),
    [
        pytest.param("R", "B1 A2", id="V-1"),
        pytest.param(SLOPE, "D1 C2 B3", id="V-2"),
        pytest.param("#/R", "B1 A3", id="V-4: an amenity supports"),
        pytest.param("B#/RP", "C1 A3 B3", id="on an amenity and on a room alike"),
    ],
)
def test_a_tile_goes_right_of_the_elevator_beside_another_with_one_below(
    picture: str, cells: str
) -> None:
    """LD-BUILD-1, LD-BUILD-2, LD-BUILD-3, LD-BUILD-6; contact is never only with the elevator."""
    assert sorted(map(str, free_cells(lodge(picture)))) == sorted(cells.split())


def test_touching_the_elevator_matters_nowhere_r4() -> None:
    """LD-BUILD-2: column A starts filled, and higher floors touch the tile below."""
    assert all(cell.column > 0 or cell.floor > 1 for cell in free_cells(lodge("R")))


def test_v_3_a_room_of_a_floor_without_a_cell_cannot_be_used() -> None:
    """LD-ROOM-3, LD-ROOM-2."""
    state = table(player(SLOPE))
    assert columns_for(state.players[0].columns, 4) == ()
    assert not any(move.startswith("4-") for move in legal(state, verb="room"))
    assert refused(state, "0 room 4-2@B") == (
        "LD-ROOM-2",
        (
            "A room from floor 4 must go on floor 4, but none of your columns is exactly 3 "
            "tiles high."
        ),
    )


def test_a_lodge_grows_to_the_right_without_end_r6() -> None:
    """LD-BUILD-5, LD-BUILD-6: beyond column Z come AA, AB..."""
    state = table(player("RBGYP" * 5 + "RB"))
    state = play(state, "0 room 1-1@AB")
    assert drawn(state.players[0].columns) == "RBGYP" * 5 + "RBR"
    assert refused(table(player("RBGYP" * 5 + "RB")), "0 room 1-1@AC")[0] == "LD-BUILD-2"


def test_a_room_goes_to_the_floor_it_lay_on_r1() -> None:
    """LD-ROOM-1, LD-ROOM-2, LD-ROOM-4: four rows of four; nothing slides or is refilled."""
    state = table(player("B/R", token=True), rooms="RBGY PPRB GGYY BBRR")
    state = play(state, "0 room 3-1@A")
    assert drawn(state.players[0].columns) == "G/B/R"
    assert shown(state) == "RBGY PPRB .GYY BBRR"
    state = play(state, "0 end")
    assert shown(state) == "RBGY PPRB .GYY BBRR"


def test_every_room_and_every_cell_is_offered() -> None:
    """LD-ROOM-3: four rooms on each floor, times the cells of that floor."""
    state = table(player(SLOPE), rooms="RB.. R... GGYY BBRR")
    rooms = legal(state, verb="room")
    assert rooms == ["1-1@D", "1-2@D", "2-1@C", "3-1@B", "3-2@B", "3-3@B", "3-4@B"]
    tiles = legal(state, verb="amenity")
    assert tiles == [f"{a}@{c}" for a in ("A06", "A07", "A08", "A09") for c in ("B3", "C2", "D1")]


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("room 2-1@B", "LD-BUILD-4", "There is already a tile in B2."),
        ("room 2-1@D", "LD-BUILD-3", "You can't build in D2, because D1 below it is empty."),
        ("room 1-1@E", "LD-BUILD-2", "E1 doesn't touch any tile in your lodge."),
        ("room 1-1@A", "LD-BUILD-4", "There is already a tile in A1."),
        ("room 3-4@B", "LD-ROOM-1", "There is no room at 3-4 in the display."),
        ("amenity A06@A4", "LD-BUILD-4", "There is already a tile in A4."),
        ("amenity A06@B4", "LD-BUILD-3", "You can't build in B4, because B3 below it is empty."),
        ("amenity A06@E1", "LD-BUILD-2", "E1 doesn't touch any tile in your lodge."),
        ("amenity A06@A5", "LD-BUILD-4", "A lodge has floors 1 to 4, so there is no A5."),
        ("amenity A06@A0", "LD-BUILD-4", "A lodge has floors 1 to 4, so there is no A0."),
        ("amenity A13@D1", "LD-AMEN-1", "The Observatory isn't one of the face-up amenities."),
    ],
)
def test_what_cannot_be_built_is_refused_with_its_reason(line: str, rule: str, reason: str) -> None:
    state = table(player(SLOPE), rooms="RBGY RBGY RBG. RBGY")
    assert refused(state, f"0 {line}") == (rule, reason)


def test_a_refused_cell_comes_with_those_that_are_free() -> None:
    state = table(player(SLOPE))
    assert say(refusal(state, "0 room 2-1@B").hint) == "Possible cells: C2."
    assert say(refusal(state, "0 amenity A06@B4").hint) == "Possible cells: B3, C2, D1."


def test_nothing_left_of_the_elevator_can_be_written_down() -> None:
    """LD-BUILD-1: columns are letters, and the first is beside the elevator."""
    for column in ("0", "-1", "Ä", ""):
        with pytest.raises(InvalidMoveError):
            parse_move(LODGE, f"room 1-1@{column}")


def test_an_amenity_goes_anywhere_and_the_next_is_turned_up_in_its_slot() -> None:
    """LD-AMEN-1, LD-AMEN-2, LD-AMEN-4."""
    state = table(player(SLOPE), open_="A06 A07 A08 A09")
    state = play(state, "0 amenity A07@B3")
    assert drawn(state.players[0].columns) == "R../B#./GR./YPB"
    assert state.amenities == ("A06", None, "A08", "A09")
    state = play(state, "- draw-amenity A01")
    assert state.amenities == ("A06", "A01", "A08", "A09")
    assert "A01" not in state.stack


def test_guests_may_follow_an_amenity() -> None:
    """LD-AMEN-4: it is the build of this turn."""
    state = play(table(player("RB", "RB3")), "0 amenity A06@C1", "- draw-amenity A01")
    assert [move for move in legal(state, verb="guest") if "RB3" in move] == ["RB3@A1", "RB3@B1"]
    assert refused(state, "0 room 1-1@D")[0] == "LD-TURN-2"


def test_with_an_empty_stack_the_slot_stays_empty_r24() -> None:
    """LD-AMEN-2, LD-BAG-1."""
    state = table(player("R", token=True), stack=())
    state = play(state, "0 amenity A07@B1")
    assert state.amenities == ("A06", None, "A08", "A09")
    assert state.due is None
    sentence = say(LODGE.sentence(LODGE.view(state, 0), parse_move(LODGE, "amenity A06@C1")))
    assert sentence == "Build the Hearth Room in C1."


def test_an_amenity_is_no_room_but_supports_and_connects_r5() -> None:
    """LD-AMEN-3."""
    state = placing(player("#B/RP", "RB3"))
    assert free_cells(state.players[0].columns)[0].floor == 3
    assert refused(state, "0 guest RB3@A2") == (
        "LD-GUEST-3",
        "There is no room in A2 of your lodge.",
    )
    state = on(play(table(player("#/R", A2="A13")), "0 room 3-1@A"))
    assert drawn(state.players[0].columns) == "R/#/R"


def test_building_is_told() -> None:
    state = table(player("R"))
    assert "Ann builds a red (R) room in B1." in news(state, "0 room 1-1@B")
    assert "Ann builds the Hearth Room in A2." in news(state, "0 amenity A06@A2")


@pytest.mark.parametrize("line", ["guest RB1@A1", "valet RB1", "end", "amenity A06@B1"])
def test_once_all_amenities_are_built_no_way_out_names_one(line: str) -> None:
    """LD-AMEN-2."""
    some, none = table(player("R")), table(player("R"), open_="", stack=())
    move = line.replace("A06", "A13")
    assert "amenit" in say(refusal(some, f"0 {move}").hint)
    assert "amenit" not in say(refusal(none, f"0 {line}").hint)
