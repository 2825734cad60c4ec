"""What amenities ask for: met, not met, lost again (LD-AMEN-5, LD-SCORE-3)."""

import pytest

from rules.lodge import LODGE
from rules.lodge.building import amenity_of, tiles
from rules.lodge.components import AMENITIES, AmenityId, Cell
from rules.lodge.labels import amenity_option
from rules.lodge.score import amenity_points, progress
from tests.rules.lodge.helpers import lodge, placing, play, player, say, table

SIX = {"A1": "BB1", "B1": "BG1", "C1": "BP1", "D1": "BY1", "E1": "GG1", "F1": "GP1"}
"""Six guests on floor 1 who like that floor."""


def come(picture: str, there: dict[str, str]) -> tuple[bool, int, int]:
    """Return whether the first amenity of `there` is met, what it has and what it needs."""
    cell, tile = next((c, name) for c, name in there.items() if name in AMENITIES)
    found = progress(lodge(picture, **there), Cell.parse(cell), AmenityId(tile))
    return found.met, found.have, found.need


@pytest.mark.parametrize(
    ("picture", "there", "come_to"),
    [
        # ADJ_COLOUR: beside, above and below
        ("R#R", {"B1": "A01"}, (True, 2, 2)),
        ("R../#B./RR.", {"A2": "A01"}, (True, 2, 2)),
        ("RR/#B/BR", {"A2": "A01"}, (False, 1, 2)),
        ("R#R", {"B1": "A01", "A1": "BB1", "C1": "BB2"}, (True, 2, 2)),
        ("B#B", {"B1": "A02"}, (True, 2, 2)),
        ("G#G", {"B1": "A03"}, (True, 2, 2)),
        ("Y#Y", {"B1": "A04"}, (True, 2, 2)),
        ("P#P", {"B1": "A05"}, (True, 2, 2)),
        ("#P/PP", {"A2": "A05"}, (True, 2, 2)),
        # EXACT_COLOUR: the starting room counts, and guests do not matter
        ("#RRR", {"A1": "A06"}, (False, 3, 4)),
        ("R#/RRR", {"B2": "A06", "A1": "BB1"}, (True, 4, 4)),
        ("#RRRRR", {"A1": "A06"}, (False, 5, 4)),
        ("#BBB", {"A1": "A07"}, (True, 3, 3)),
        ("#BBBB", {"A1": "A07"}, (False, 4, 3)),
        ("#GGGG", {"A1": "A08"}, (True, 4, 4)),
        ("#YYY", {"A1": "A09"}, (True, 3, 3)),
        ("#PPPPP", {"A1": "A10"}, (True, 5, 5)),
        # ADJ_DISTINCT
        ("B../R#G/RGG", {"B2": "A11"}, (False, 2, 3)),
        (".B./R#G/RGG", {"B2": "A11"}, (True, 3, 3)),
        # ADJ_GUESTS
        ("R#G/RGG", {"B2": "A12", "A2": "BB1", "C2": "BB2"}, (False, 2, 3)),
        ("R#G/RGG", {"B2": "A12", "A2": "BB1", "C2": "BB2", "B1": "BB3"}, (True, 3, 3)),
        ("R#G/RGG", {"B2": "A12", "A1": "BB1", "C1": "BB2", "B1": "BB3"}, (False, 1, 3)),
        # SELF_FLOOR
        ("#/R/R/R", {"A4": "A13"}, (True, 1, 1)),
        ("R/#/R/R", {"A3": "A13"}, (False, 0, 1)),
        # FLOOR_COLOURS: anywhere on its floor
        ("R.../G#../RBYP", {"B2": "A14"}, (False, 1, 5)),
        ("#RBGYP", {"A1": "A14"}, (True, 5, 5)),
        ("#RBGYR", {"A1": "A14"}, (False, 4, 5)),
        # COLUMN_COLOURS
        ("R/B/#/G", {"A2": "A15"}, (True, 3, 3)),
        ("R/R/#/G", {"A2": "A15"}, (False, 2, 3)),
        # FLOOR_TILES: rooms and amenities, including this one
        ("RRRR#/RRRRR/RRRRR/RRRRR", {"E4": "A16"}, (True, 5, 5)),
        ("RRRR/RRRR#/RRRRR/RRRRR", {"E3": "A16"}, (False, 4, 5)),
        ("RRRRRRR#", {"H1": "A22"}, (True, 8, 8)),
        ("RRRRRR#", {"G1": "A22"}, (False, 7, 8)),
        # HAPPY_MIN
        ("RRRRRR#", {"G1": "A17", **SIX}, (True, 6, 6)),
        ("RRRRRR#", {"G1": "A17", **SIX, "F1": "PP2"}, (False, 5, 6)),
        # GUESTS_FLOOR: no matter what they prefer
        ("RRR/RRR/RRR/RRR#", {"D1": "A18", "A4": "BB1", "B4": "BB4", "C4": "GG2"}, (True, 3, 3)),
        ("RRR/RRR/RRR/RRR#", {"D1": "A18", "A4": "BB1", "B4": "BB4", "C3": "GG4"}, (False, 2, 3)),
        ("RRRR#", {"E1": "A19", "A1": "BB1", "B1": "BB2", "C1": "BB3", "D1": "BB4"}, (True, 4, 4)),
        ("RRRR#", {"E1": "A19", "A1": "BB1", "B1": "BB2", "C1": "BB3"}, (False, 3, 4)),
        # AMENITIES_MIN: met or not, this one included
        ("####", {"A1": "A21"}, (True, 4, 4)),
        ("R###", {"B1": "A21"}, (False, 3, 4)),
        # EMPTY_MAX
        ("#RRRRR", {"A1": "A23"}, (True, 5, 5)),
        ("#RRRRRR", {"A1": "A23"}, (False, 6, 5)),
        ("#RRRRRR", {"A1": "A23", "B1": "BB1"}, (True, 5, 5)),
        # GROUP_MIN: another colour or an amenity breaks the group
        ("RR/RR#", {"C1": "A24"}, (True, 4, 4)),
        ("RRR#R", {"D1": "A24"}, (False, 3, 4)),
        ("RBRR/RRBR#", {"E1": "A24"}, (False, 3, 4)),
        ("R../R#./RRG", {"B2": "A24", "A1": "BB1"}, (True, 4, 4)),
        ("GRG/RGR/#RG", {"A1": "A24"}, (False, 1, 4)),
        ("####", {"A1": "A24"}, (False, 0, 4)),
    ],
)
def test_what_an_amenity_asks_for(
    picture: str, there: dict[str, str], come_to: tuple[bool, int, int]
) -> None:
    """LD-AMEN-5, LD-AMEN-3."""
    assert come(picture, there) == come_to


@pytest.mark.parametrize(("missing", "met"), [("", True), ("B3", False), ("A1", False)])
def test_two_guests_on_every_floor(missing: str, met: bool) -> None:
    """LD-AMEN-5: GUESTS_EACH_FLOOR counts the barest floor."""
    pairs = ("BB", "GG", "YY", "PP", "RR", "RB", "RG", "RY")
    cells = [f"{column}{floor}" for floor in (1, 2, 3, 4) for column in "AB"]
    there = {cell: f"{pair}1" for cell, pair in zip(cells, pairs, strict=True) if cell != missing}
    assert come("RR./RR./RR./RR#", {"C1": "A20", **there}) == (met, 2 if met else 1, 2)


@pytest.mark.parametrize(
    ("tile", "before", "after"),
    [
        pytest.param("A06", "#RRRR", "0 room 1-1@F", id="EXACT_COLOUR"),
        pytest.param("A23", "#RRRRR", "0 room 1-2@G", id="EMPTY_MAX"),
    ],
)
def test_what_was_met_can_be_lost_again_r23(tile: str, before: str, after: str) -> None:
    """LD-AMEN-5, LD-SCORE-3."""
    state = table(player(before, token=True, A1=tile), open_="A01")
    assert amenity_points(state.players[0].columns) == AMENITIES[tile].points
    state = play(state, after)
    assert amenity_points(state.players[0].columns) == 0
    view = LODGE.view(state, 0).players[0]
    assert (view.amenity_points, view.columns[0][0].met) == (0, False)


def test_a_guest_can_meet_what_a_room_lost() -> None:
    """LD-AMEN-5: at most five empty rooms."""
    state = placing(player("#RRRRRR", token=True, A1="A23"), waits="RR1 BB1 GG1 YY1")
    assert amenity_points(state.players[0].columns) == 0
    state = play(state, "0 guest RR1@B1")
    assert amenity_points(state.players[0].columns) == 5


def test_points_are_all_or_nothing_for_each_amenity() -> None:
    """LD-SCORE-3, LD-SCORE-4."""
    assert amenity_points(lodge("#R#R#", A1="A13", C1="A01", E1="A24")) == 4
    columns = lodge("####", A1="A21")
    assert [amenity_of(tile) for _, _, tile in tiles(columns)] == ["A21", "A01", "A02", "A03"]
    assert amenity_points(columns) == 6


def test_every_amenity_says_what_it_asks_for() -> None:
    said = {tile: say(amenity_option(AmenityId(tile))) for tile in AMENITIES}
    assert len(set(said.values())) == len(AMENITIES)
    for tile, text in said.items():
        amenity = AMENITIES[tile]
        numbers = [n for n in (amenity.number, amenity.floor) if n]
        assert all(str(n) in text.partition(":")[2] for n in numbers), text
