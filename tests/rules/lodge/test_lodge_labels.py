"""What buttons, confirmations and the news say, and where things are."""

from dataclasses import replace

import pytest

from render.i18n import translate
from rules.lodge import LODGE
from rules.lodge.components import AMENITIES, AmenityId
from rules.lodge.moves import RefreshRooms
from rules.lodge.state import LodgeState, initial_state
from rules.notation import parse_move, part_types
from rules.protocol import WATCHER
from rules.text import Seat
from tests.rules.lodge.helpers import (
    hotel,
    lodge,
    news,
    numbers,
    on,
    placing,
    play,
    player,
    say,
    step,
    table,
)


def labels(state: LodgeState, text: str, seat: Seat = 0) -> list[str]:
    """Return the labels of the parts of a move."""
    view, move = LODGE.view(state, seat), parse_move(LODGE, text)
    kind = type(move)
    return [say(LODGE.option(view, kind, n, getattr(move, n))) for n in part_types(kind)]


def sentence(state: LodgeState, move: str, seat: Seat = 0) -> str:
    """Return what a player reads before confirming a move."""
    return say(LODGE.sentence(LODGE.view(state, seat), parse_move(LODGE, move)))


# Labels


def test_a_place_of_the_display_shows_its_room() -> None:
    """LD-ROOM-1."""
    state = table(player(), rooms="RBGY RBGY RB.Y RBGY")
    assert labels(state, "room 2-4@B") == ["2-4, yellow (Y): floor 2, place 4", "Column B"]
    assert labels(state, "room 3-3@A")[0] == "3-3, empty"


def test_an_amenity_shows_points_and_wish_and_its_cell_the_floor() -> None:
    """LD-AMEN-5."""
    tile, cell = labels(table(player()), "amenity A06@A2")
    amenity = AMENITIES[AmenityId("A06")]
    assert tile.startswith(f"{amenity.name.en}, {amenity.points} ")
    assert numbers(cell) == [2]


def test_a_guest_is_shown_with_colours_floor_and_whether_the_valet_keeps_them() -> None:
    """LD-GUEST-1: the valet's guest is marked only where it can move in."""
    state = placing(player("RBRR", "RR4", token=True), waits="RB1 RG1 RY1 BG1")
    assert labels(state, "guest RB1@A1")[0] == "RB1 (red and blue, floor 1)"
    mine = labels(state, "guest RR4@C1")[0]
    assert mine.startswith("RR4 (red twice, floor 4)")
    assert "valet" in mine
    assert "valet" not in labels(state, "valet RR4")[0]
    assert "valet" not in labels(state, "guest RR4@C1", WATCHER)[0]


def test_a_room_shows_its_points_for_each_guest() -> None:
    """LD-SCORE-2: RB1 would score 3 in A1, the others 2."""
    one = placing(player("RB"), waits="RB1 - - -")
    assert labels(one, "guest RB1@A1")[1] == "A1, red (R), 3 points"
    two = placing(player("RB", "RB2"), waits="RB1 RB4 - -")
    label = labels(two, "guest RB1@A1")[1]
    assert label == "A1, red (R), 3 points for RB1, 2 points for RB2 and RB4"


def test_a_cell_nobody_can_use_is_named_alone() -> None:
    state = placing(player("R#"), waits="RB1 - - -")
    assert labels(state, "guest RB1@A1")[1] == "A1"
    assert labels(state, "guest RB1@B1")[1] == "B1"
    assert numbers(labels(state, "guest RB1@A1", WATCHER)[1]) == [1]


def test_a_floor_to_be_cleared_shows_its_rooms() -> None:
    """LD-TOK-2."""
    state = table(player(token=True), rooms="RBGY P.RB .... RBGY")
    assert labels(state, "token 1") == ["Floor 1: R, B, G, Y"]
    assert labels(state, "token 2") == ["Floor 2: P, R, B"]
    assert labels(state, "token 3") == ["Floor 3: –"]


def test_rooms_have_the_letters_of_the_readers_language() -> None:
    view = LODGE.view(table(player(token=True), rooms="RBGY P.RB .... RBGY"), 0)
    label = LODGE.option(view, RefreshRooms, "floor", 2)
    assert translate(label, "pl", {}) == "Poziom 2: F, C, N"


def test_nothing_else_is_a_part_of_a_move() -> None:
    view = LODGE.view(table(player()), 0)
    with pytest.raises(TypeError, match="no part of a move"):
        LODGE.option(view, type(parse_move(LODGE, "end")), "word", 1.5)


# Whole moves


def test_a_build_names_room_origin_and_cell() -> None:
    """LD-ROOM-2."""
    said = sentence(table(player()), "room 2-4@A")
    for words in ("yellow (Y)", "2-4", "A2"):
        assert words in said
    assert "–" in sentence(table(player(), rooms="RBGY RBGY RBG. RBGY"), "room 3-4@A")


def test_an_amenity_warns_while_there_is_another_to_turn_up() -> None:
    """LD-AMEN-2, LD-INFO-4."""
    assert "undone" in sentence(table(player()), "amenity A06@A2")
    assert "undone" not in sentence(table(player(), stack=()), "amenity A06@A2")


@pytest.mark.parametrize(
    ("guest", "cell", "points", "favourite"),
    [("RB1", "A1", 3, True), ("RB3", "A3", 5, True), ("RB4", "A3", 2, False)],
)
def test_a_guest_moves_in_for_the_points_of_the_floor(
    guest: str, cell: str, points: int, favourite: bool
) -> None:
    """LD-SCORE-1, LD-SCORE-2."""
    said = sentence(placing(player("RB/RB/RB")), f"guest {guest}@{cell}")
    assert numbers(said) == [points]
    assert ("favourite" in said) == favourite


def test_new_guests_and_the_token_name_what_goes() -> None:
    """LD-GREF-1, LD-TOK-2."""
    state = table(player(token=True), waits="RB1 - RR3 -")
    gone = sentence(state, "refresh-guests")
    assert "RB1 and RR3" in gone
    assert numbers(sentence(state, "token 3")) == [3]
    assert "RR3" in sentence(state, "valet RR3")
    assert "End" in sentence(state, "end")


# The news


@pytest.mark.parametrize(
    ("state", "line", "words"),
    [
        (placing(player("RB")), "0 guest RB1@A1", ("Ann", "RB1", "A1", "3")),
        (placing(player("RB"), waits="RB4 YY1"), "0 guest RB4@B1", ("RB4", "B1", "2")),
        (table(player(), waits="RR3 RB1"), "0 refresh-guests", ("Ann", "RB1", "RR3")),
        (table(player(token=True)), "0 token 2", ("Ann", "floor 2")),
        (placing(player(token=True)), "0 end", ("Ann",)),
        (
            play(placing(player("RB", "RB4", token=True)), "0 guest RB4@A1"),
            "0 valet RG1",
            ("Ann", "RG1"),
        ),
        (play(table(player()), "0 amenity A06@B1"), "- draw-amenity A01", ("Sauna",)),
        (
            play(table(player(), waits="RR3 RB1"), "0 refresh-guests"),
            "- draw-guests YY1,YY2,YY3,YY4",
            ("YY1", "YY4"),
        ),
    ],
)
def test_a_move_is_told_by_name(state: LodgeState, line: str, words: tuple[str, ...]) -> None:
    told = news(state, line)[0]
    for word in words:
        assert word in told


def test_the_set_up_tells_the_order_of_turns() -> None:
    """LD-SETUP-2."""
    line = "- setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09"
    told = news(initial_state(2), line)[0]
    assert told.index("Bob") < told.index("Ann")


def test_a_refresh_of_the_display_is_told() -> None:
    """LD-DISP-1."""
    bare = placing(player(token=True), player(), rooms="RBGY RBGY .... RBGY")
    why = "Floor 3 of the display is empty, so the rooms drop down"
    assert f"{why}, and the gaps are filled." in news(bare, "0 end")
    assert f"{why}." in news(replace(bare, bag=(0,) * 5), "0 end")
    alike = placing(player(token=True), player(), rooms="R... R... R... .R..")
    assert "All rooms in the display are red (R), so they drop down" in news(alike, "0 end")[1]
    assert not any("display" in line for line in news(placing(player(), player()), "0 end"))


def test_the_rooms_that_come_are_told_with_their_places() -> None:
    """LD-DISP-2, LD-TOK-3."""
    state = table(player(token=True), rooms="RB.. RBGY RBGY RBGY")
    assert news(state, "0 token 1") == [
        "Ann spends the Refresh Token and clears floor 1 of the display: red (R), blue (B)."
    ]
    drawn = news(play(state, "0 token 1"), "- draw-rooms RBGY")[0]
    places = "4-1 red (R), 4-2 blue (B), 4-3 green (G), 4-4 yellow (Y)"
    assert drawn == f"New rooms in the display: {places}."


def test_the_rival_is_told_with_room_and_place() -> None:
    """LD-SOLO-2."""
    state = placing(player(token=True), rooms=".BGY RBGY RBGY RBGY", guest_bag=())
    told = next(line for line in news(state, "0 end") if "rival" in line)
    assert "blue (B)" in told
    assert "1-2" in told


# What the picture marks


def test_a_turn_marks_tiles_guests_amenities_and_places() -> None:
    state = table(player("RB", token=True), rooms="RBGY RBGY RBGY RBGY")
    built = step(state, "0 room 1-2@C").state
    assert [(seat, str(cell)) for seat, cell in built.last.cells] == [(0, "C1")]
    furnished = step(state, "0 amenity A06@C1").state
    drawn = step(furnished, "- draw-amenity A01").state
    assert (drawn.last.cells, drawn.last.amenities) == (furnished.last.cells, ("A01",))
    lodged = step(built, "0 guest RB1@A1").state
    assert [(seat, str(cell)) for seat, cell in lodged.last.cells] == [(0, "A1")]
    cleared = step(built, "0 token 4").state
    assert cleared.last.cells == ()
    refilled = step(cleared, "- draw-rooms RBGYP").state
    assert [str(slot) for slot in refilled.last.slots] == ["3-2", "4-1", "4-2", "4-3", "4-4"]


def touched(state: LodgeState) -> list[str]:
    """Return the cells that are new, each with its seat."""
    return [f"{seat} {cell}" for seat, cell in state.recent.cells]


def test_what_a_turn_changed_is_marked_until_somebody_builds() -> None:
    rooms = "RBGY RBGY RBGY RBGY"
    state = table(player("RB", token=True), player("G", token=True), rooms=rooms)
    built = step(state, "0 room 1-2@C").state
    assert touched(built) == ["0 C1"]
    lodged = step(built, "0 guest RB1@A1").state
    assert touched(lodged) == ["0 C1", "0 A1"]
    ended = on(step(lodged, "0 end").state)
    assert (ended.active, touched(ended)) == (1, ["0 C1", "0 A1"])
    assert len(ended.recent.guests) == 1
    others = step(ended, "1 room 1-1@B").state
    assert (touched(others), others.recent.guests) == (["1 B1"], ())


def test_an_amenity_turned_up_stays_marked_for_the_rest_of_a_turn() -> None:
    state = play(table(player("RB", token=True)), "0 amenity A06@C1", "- draw-amenity A01")
    lodged = step(state, "0 guest RB1@A1").state
    assert lodged.last.amenities == ()
    assert (touched(lodged), lodged.recent.amenities) == (["0 C1", "0 A1"], ("A01",))


# Where things are


def where(state: LodgeState, component: str) -> str:
    """Return where a component is."""
    found = LODGE.whereabouts(LODGE.view(state, WATCHER), component)
    assert found is not None, component
    return say(found)


def test_nothing_is_anywhere_before_the_set_up() -> None:
    assert LODGE.whereabouts(LODGE.view(initial_state(2), 0), "room:R") is None


def test_rooms_are_in_the_display_in_lodges_or_in_the_bag() -> None:
    state = table(player("RRB"), player("R", "RR4"), rooms="RBGY RBGY BBGY BBGY")
    assert numbers(where(state, "room:R")) == [2, 3, 24 - 5]
    assert numbers(where(state, "room:P")) == [0, 0, 24]


def test_a_guest_waits_stays_or_is_in_the_bag() -> None:
    state = table(player("R", "GG1"), player("B/B", A2="RB2"), waits="RB1 RG1 - -")
    assert "display" in where(state, "RB1")
    assert "Ann" in where(state, "GG1")
    staying = where(state, "RB2")
    assert "Bob" in staying
    assert "A2" in staying
    assert numbers(staying) == [4]
    assert "bag" in where(state, "YY4")


def test_an_amenity_lies_open_stands_in_a_lodge_or_is_in_the_stack() -> None:
    """LD-AMEN-5: the sauna wants two red neighbours, the observatory a floor."""
    met = table(player("R#R", B1="A01"), player("#/R", A2="A13"), open_="A06 A07 A08 A09")
    assert "face-up" in where(met, "A06")
    assert "stack" in where(met, "A02")
    sauna = where(met, "A01")
    assert "Ann" in sauna
    assert "B1" in sauna
    assert "met, now 2" in sauna
    assert "not met" not in sauna
    observatory = where(met, "A13")
    assert "Bob" in observatory
    assert "not met" in observatory
    assert "now" not in observatory
    less = table(player("R#B", B1="A01"))
    assert "not met, now 1" in where(less, "A01")


def test_what_each_player_has() -> None:
    state = table(player("RBG", "RB4", token=True), player("R", token=True), player(hotel(2)))
    assert where(state, "valet").endswith("Ann RB4, Bob –, Cat –.")
    assert where(state, "token").endswith("Ann, Bob.")
    assert numbers(where(state, "elevator")) == [3, 1, 4]
    spent = replace(state, players=tuple(replace(p, token=False) for p in state.players))
    assert "All" in where(spent, "token")


def test_the_scores_of_a_view_are_the_points_of_guests_and_amenities() -> None:
    """LD-SCORE-1, LD-SCORE-3: they count before the end too."""
    over = table(player("R#R", B1="A01"), player(lodge("R/B", A1="RB1")))
    scores = LODGE.scores(LODGE.view(over, 0))
    assert scores == (4, 3)


def test_each_room_shows_its_own_points() -> None:
    """LD-SCORE-2."""
    state = placing(player("B/R"), waits="RB2 - - -")
    assert numbers(labels(state, "guest RB2@A1")[1]) == [2]
    assert numbers(labels(state, "guest RB2@A2")[1]) == [4]
