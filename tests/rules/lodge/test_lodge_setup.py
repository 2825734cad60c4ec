"""The box, the table before the first turn, and what nobody can know (LD-SETUP, LD-INFO)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.lodge import LODGE
from rules.lodge.building import colour_of, tiles
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    GUESTS,
    LOOKS,
    ROOMS_OF_EACH,
    SEAT_MARKS,
    SOLO_TITLES,
    Cell,
    Guest,
    Kind,
    Slot,
    column_name,
    column_number,
    faults,
)
from rules.lodge.moves import Column, Guests, Order, Rooms, Tiles
from rules.lodge.state import LodgeState, initial_state
from rules.lodge.view import Phase
from rules.protocol import CHANCE, WATCHER
from tests.rules.lodge.helpers import bag, guests, play, player, refused, table, waiting

SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


def dealt(seats: int, seed: int = 0) -> LodgeState:
    """Return a match right after its set-up."""
    state = initial_state(seats)
    return LODGE.apply(state, CHANCE, LODGE.chance_move(state, Random(seed))).state


def test_the_box_holds_rooms_guests_and_amenities() -> None:
    """LD-SETUP-1."""
    assert faults() == []
    assert (ROOMS_OF_EACH, len(COLOURS), len(GUESTS), len(AMENITIES)) == (24, 5, 60, 24)
    assert set(Counter((g.first, g.second) for g in GUESTS).values()) == {4}
    assert set(Counter(g.floor for g in GUESTS).values()) == {15}
    assert {amenity.kind for amenity in AMENITIES.values()} == set(Kind)
    assert all(3 <= amenity.points <= 6 for amenity in AMENITIES.values())
    assert len({mark.letter for mark in SEAT_MARKS}) == len(SEAT_MARKS) == 4
    assert len({look.icon for look in LOOKS.values()}) == 5
    assert [least for least, _ in SOLO_TITLES][:-1] == [70, 60, 50, 40, 30]


@SEATS
def test_everybody_starts_with_one_room_one_guest_and_a_token_r25(seats: int) -> None:
    """LD-SETUP-2, LD-SETUP-3: the guest is public."""
    state = dealt(seats)
    for own in state.players:
        ((column, floor, tile),) = tiles(own.columns)
        assert (column, floor, own.token) == (0, 1, True)
        assert colour_of(tile) is not None
        assert own.valet is not None
    assert sorted(state.order) == list(range(seats))
    for viewer in (WATCHER, *range(seats)):
        seen = LODGE.view(state, viewer).players
        assert [p.valet for p in seen] == [p.valet for p in state.players]
        assert {p.turns for p in seen} == {0}


@SEATS
def test_all_displays_are_full_and_the_first_player_builds(seats: int) -> None:
    """LD-SETUP-4, LD-SETUP-1."""
    state = dealt(seats)
    assert None not in state.display + state.guests + state.amenities
    assert (sum(state.bag), len(state.guest_bag), len(state.stack)) == (
        120 - 16 - seats,
        60 - 4 - seats,
        20,
    )
    assert (state.active, state.phase, state.turn) == (state.order[0], Phase.BUILD, 1)


def test_nothing_is_refreshed_at_set_up() -> None:
    """LD-SETUP-5: even though all rooms have one colour and all guests share one."""
    rooms, waits = "R" * 16, "RB1,RG2,RR3,RY4"
    tiles_open = "A06,A07,A08,A09"
    state = play(initial_state(2), f"- setup 10/BG/GG1,GG2/{rooms}/{waits}/{tiles_open}")
    assert (state.due, state.active) == (None, 1)
    assert waiting(state) == "RB1 RG2 RR3 RY4"


def test_places_go_to_players_in_the_order_of_turns() -> None:
    """LD-SETUP-2, LD-SETUP-3, LD-SETUP-4: floor 1 is filled first."""
    line = "- setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09"
    state = play(initial_state(2), line)
    assert [(p.columns, p.valet) for p in state.players] == [
        ((("G",),), "GG2"),
        ((("B",),), "GG1"),
    ]
    view = LODGE.view(state, WATCHER)
    assert (view.room(Slot(1, 2)), view.room(Slot(4, 4))) == ("B", "P")
    assert [p.position for p in view.players] == [2, 1]


@pytest.mark.parametrize(
    "line",
    [
        "setup 00/BG/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09",
        "setup 10/B/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09",
        "setup 10/BG/GG1,GG1/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09",
        "setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBG/RB1,RG2,RR3,RY4/A06,A07,A08,A09",
        "setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBGP/GG1,RG2,RR3,RY4/A06,A07,A08,A09",
        "setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A06,A08,A09",
        "draw-rooms R",
        "draw-guests RB1",
        "draw-amenity A01",
        "end",
    ],
)
def test_chance_cannot_do_what_the_bags_do_not_give(line: str) -> None:
    """LD-INFO-2: such a log was tampered with."""
    assert refused(initial_state(2), f"- {line}")[0] == "LD-INFO-2"


def test_a_draw_that_the_stack_cannot_give_is_refused() -> None:
    """LD-INFO-2."""
    state = play(table(player()), "0 amenity A06@B1")
    for line in ("draw-amenity A06", "draw-amenity A07", "draw-rooms R"):
        assert refused(state, f"- {line}")[0] == "LD-INFO-2"


def test_nothing_that_is_not_drawn_yet_can_be_known() -> None:
    """LD-INFO-1, LD-INFO-3: bags and stack have no order, so no view can show one."""
    state = dealt(3)
    assert state.guest_bag == tuple(sorted(state.guest_bag))
    assert state.stack == tuple(sorted(state.stack))
    assert LODGE.redeal(state, 0, Random(1)) == state
    views = [replace(LODGE.view(state, viewer), seat=0) for viewer in (WATCHER, 0, 1, 2)]
    assert views == [views[0]] * 4
    fields = {"rooms_left", "guests_left", "amenities_left"}
    assert fields <= {name for name in type(views[0]).__dataclass_fields__ if "left" in name}


def test_every_piece_of_a_bag_is_equally_likely() -> None:
    """LD-INFO-2: even if it went back into the bag."""
    few = guests("BB1 BB2 BB3 BB4")
    state = table(player(), waits="RB1 RG2 RR3 RY4", guest_bag=few)
    state = replace(play(state, "0 refresh-guests"), bag=bag("RRRB"))
    found: Counter[str] = Counter()
    rng = Random(1)
    for _ in range(2000):
        move = LODGE.chance_move(replace(state, guest_bag=(*GUESTS[:8],)), rng)
        found.update(move.guests)  # type: ignore[attr-defined]
    assert set(found) == set(GUESTS[:8])
    assert max(found.values()) < 1.15 * min(found.values())


def test_rooms_come_in_proportion_to_what_the_bag_holds() -> None:
    """LD-INFO-2."""
    state = play(
        table(player(token=True), rooms="RBG. RBGY RBGY RBGY", bag=bag("RRRB")), "0 token 4"
    )
    rng, found = Random(1), Counter[str]()
    for _ in range(3000):
        move = LODGE.chance_move(state, rng)
        found[move.rooms[0]] += 1  # type: ignore[attr-defined]
    assert 0.7 < found["R"] / 3000 < 0.8
    assert found["R"] + found["B"] == 3000


@pytest.mark.parametrize(
    "value",
    [
        *(Cell(column, floor) for column in (0, 25, 26, 51, 52, 700) for floor in (1, 4)),
        *(Slot(floor, number) for floor in (1, 4) for number in (1, 4)),
        Column(0),
        Column(27),
        Rooms(()),
        Rooms(COLOURS),
        Guests(()),
        Guests(GUESTS[:2]),
        Tiles(()),
        Order((2, 0, 1)),
    ],
)
def test_what_is_written_can_be_read_back(value: object) -> None:
    assert type(value).parse(str(value)) == value  # type: ignore[attr-defined]


def test_parts_are_read_in_either_case_and_nonsense_is_not() -> None:
    assert Cell.parse("b3") == Cell(1, 3)
    assert {str(empty) for empty in (Tiles(()), Rooms(()), Guests(()))} == {"-"}
    assert Guest.parse("rb3") == "RB3"
    assert Guest.parse("br3") == "RB3"
    assert (str(Column.parse("b2")), str(Column.parse("ab"))) == ("B", "AB")
    assert (column_name(26), column_number("AB")) == ("AA", 27)
    for kind, text in (
        (Cell, "3B"),
        (Slot, "5-1"),
        (Slot, "1-5"),
        (Guest, "BR5"),
        (Guest, "RB5"),
        (Column, "1"),
        (Column, "A11"),
        (Column, "AAA"),
        (Rooms, "X"),
        (Tiles, "A25"),
    ):
        with pytest.raises(ValueError, match="."):
            kind.parse(text)


@pytest.mark.parametrize("line", ["draw-guests YY1", "draw-amenity A01", "draw-rooms RBGYRBGYP"])
def test_chance_draws_what_is_due_and_nothing_else(line: str) -> None:
    """LD-INFO-2: rooms, guests or an amenity, one after the other."""
    rooms = play(table(player(token=True)), "0 token 1")
    away = play(table(player(), waits="RB1 RR3"), "0 refresh-guests")
    tile = play(table(player()), "0 amenity A06@B1")
    for state in (rooms, away, tile):
        if line != "draw-amenity A01" or state is not tile:
            assert refused(state, f"- {line}")[0] == "LD-INFO-2"


def test_after_the_bag_only_guests_that_were_sent_away_return() -> None:
    """LD-GREF-4: YY1 waits with the valet, and nobody comes twice."""
    state = table(player("R", "YY1"), waits="RB1 RG2 RR3 RY4", guest_bag=GUESTS[:1])
    state = play(state, "0 refresh-guests")
    for others in ("YY1,RB1,RG2", "RB1,RB1,RG2", "RB1,RG2"):
        assert refused(state, f"- draw-guests {GUESTS[0]},{others}")[0] == "LD-INFO-2"
    assert play(state, f"- draw-guests {GUESTS[0]},RB1,RG2,RY4").guest_bag == ("RR3",)


def test_the_table_is_set_up_once() -> None:
    """LD-SETUP-1."""
    line = "- setup 10/BG/GG1,GG2/RBGYRBGYRBGYRBGP/RB1,RG2,RR3,RY4/A06,A07,A08,A09"
    assert refused(play(initial_state(2), line), line)[0] == "LD-INFO-2"


def test_no_draw_at_all_is_not_a_draw() -> None:
    """LD-INFO-2: the display is full, but an amenity is due."""
    state = play(table(player()), "0 amenity A06@B1")
    assert refused(state, "- draw-rooms -")[0] == "LD-INFO-2"
