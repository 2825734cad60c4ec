"""Components and set-up: every card, all counts, K-SET."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from render.i18n import translate
from rules import krakow
from rules.krakow import KRAKOW, events
from rules.krakow.components import (
    ACTIONS,
    FULL_HAND,
    GROUPS,
    HOURS,
    ORDER_TOKENS,
    RANKS,
    SCALES,
    SEAT_MARKS,
    SEAT_PATTERNS,
    SIGHTS,
    Action,
    Group,
    Place,
    Sight,
    cell_token,
    faults,
    line_cells,
    places,
)
from rules.krakow.moves import Setup
from rules.notation import format_move
from tests.rules.krakow.helpers import NINE, SIXTEEN, Game, dealt

POINTS = dict(
    zip("12345678ABCDEFLO", (4, 3, 2, 1, 1, 2, 3, 4, 5, 3, 2, 2, 3, 5, -4, 0), strict=True)
)


@pytest.mark.parametrize("sight", SIGHTS, ids=str)
def test_every_sight_card_is_as_printed(sight: Sight) -> None:
    assert sight.points == POINTS[sight.rank]
    assert Sight.parse(str(sight)) is sight
    assert Sight.parse(sight.lower()) is sight
    assert sight.name.en
    assert sight.name.pl
    kinds = {"L": "lajkonik", "O": "obwarzanek"}
    number = "number" if sight.rank.isdigit() else "letter"
    assert sight.kind == kinds.get(sight.rank, number)
    assert (sight.group is None) == (sight.kind == "obwarzanek")


def test_counts_are_those_of_the_component_list() -> None:
    assert len(SIGHTS) == 65
    kinds = Counter(sight.kind for sight in SIGHTS)
    assert kinds == {"number": 32, "letter": 24, "lajkonik": 4, "obwarzanek": 5}
    assert len(FULL_HAND) == 15
    assert len(HOURS) == 10
    assert ORDER_TOKENS == 12
    assert len(GROUPS) == len(SEAT_MARKS) == len(SEAT_PATTERNS) == 4


def test_points_keep_the_balance_of_the_table() -> None:
    numbers = sum(s.points for s in SIGHTS if s.kind == "number")
    letters = sum(s.points for s in SIGHTS if s.kind == "letter")
    assert (numbers, letters) == (4 * 20, 4 * 20)
    assert sum(ACTIONS[card].points for card in FULL_HAND) == 13


@pytest.mark.parametrize(
    ("card", "copies", "points", "name"),
    [
        ("A", 6, 1, "1 reservation"),
        ("B", 2, 4, "2 reservations"),
        ("C", 1, -3, "card 0"),
        ("D", 2, -1, "shift by one"),
        ("E", 1, -2, "blind swap"),
        ("F", 1, 5, "take any card"),
        ("G", 1, 1, "stop actions"),
        ("H", 1, 0, "swap from hand"),
    ],
)
def test_every_action_card_is_as_printed(card: str, copies: int, points: int, name: str) -> None:
    face = ACTIONS[Action(card)]
    assert (face.copies, face.points, face.name.en) == (copies, points, name)
    assert FULL_HAND.count(Action(card)) == copies


def test_wrong_cards_are_named() -> None:
    assert faults(SIGHTS, HOURS, FULL_HAND) == []
    assert faults(SIGHTS[1:], HOURS, FULL_HAND) == [
        "31 x number instead of 32",
        "a group lacks a rank, or has one twice",
    ]
    assert faults(SIGHTS, HOURS[:-1], FULL_HAND) == [
        "the tokens do not show 10 different ascending hours"
    ]
    assert faults(SIGHTS, HOURS, FULL_HAND[1:]) == ["the set of action cards is AAAAABBCDDEFGH"]


def test_no_such_sight() -> None:
    for text in ("N:9", "X:1", "O:6", "N", "", "N:1 "):
        with pytest.raises(ValueError, match="no such sight"):
            Sight.parse(text)


def test_places_and_lines() -> None:
    assert len(places(3)) == 12
    assert len(places(4)) == 16
    assert line_cells(Place.L2, 3) == line_cells(Place.R2, 3) == (3, 4, 5)
    assert line_cells(Place.T2, 3) == line_cells(Place.B2, 3) == (1, 4, 7)
    assert line_cells(Place.L4, 3) == ()
    assert cell_token(5, 3) == "r2c3"


def test_k_set_1_two_to_four_players() -> None:
    assert KRAKOW.info.seats == (2, 3, 4)


def test_k_set_2_r1_two_groups_stay_in_the_box_t6() -> None:
    game = Game(KRAKOW.initial_state(2, frozenset())).do("setup DJ/1")
    assert len(game.state.deck) == 35 == 2 * (8 + 6 + 1) + 5
    assert {s.group for s in game.state.deck} == {Group.NORWEGIANS, Group.ICELANDERS, None}
    assert game.news()[0] == "These groups stay in the box: Dutch, Japanese."
    assert game.view().removed == (Group.DUTCH, Group.JAPANESE)
    three = Game(KRAKOW.initial_state(3, frozenset())).do("setup -/1")
    assert len(three.state.deck) == 65


def drawn(seats: int) -> list[Setup]:
    """Return what chance drew at the beginning of many matches."""
    state = KRAKOW.initial_state(seats, frozenset())
    moves = [KRAKOW.chance_move(state, Random(seed)) for seed in range(200)]
    return [move for move in moves if isinstance(move, Setup)]


def test_k_set_2_r1_any_two_groups_may_be_drawn() -> None:
    groups = {format_move(move).partition("/")[0] for move in drawn(2)}
    assert groups == {f"setup {one}{other}" for one, other in combinations("NDJI", 2)}
    assert {format_move(move).partition("/")[0] for move in drawn(4)} == {"setup -"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k_set_5_r2_anybody_may_be_drawn_to_start(seats: int) -> None:
    assert {move.start for move in drawn(seats)} == set(range(seats))


@pytest.mark.parametrize(
    "move", ["setup -/0", "setup J/0", "setup JD/0", "setup DJI/0", "setup JJ/0", "setup DJ/2"]
)
def test_k_set_2_other_set_ups_are_refused(move: str) -> None:
    assert Game(KRAKOW.initial_state(2, frozenset())).refused(move).startswith("K-SET-3")


@pytest.mark.parametrize(
    ("seats", "ids", "left"), [(2, NINE, 26), (3, SIXTEEN, 49), (4, SIXTEEN, 49)]
)
def test_k_set_3_the_market_is_dealt_row_by_row(seats: int, ids: str, left: int) -> None:
    game = dealt(seats, ids)
    assert game.state.market == tuple(ids.split())
    assert len(game.state.deck) == left == game.view().deck
    assert not set(game.state.deck) & set(game.state.market)


def test_k_set_3_a_wrong_deal_is_refused() -> None:
    game = Game(KRAKOW.initial_state(2, frozenset())).do("setup JI/0")
    for market in (
        NINE[:-4],
        f"{NINE} D:1",
        NINE.replace("N:2", "N:1"),
        NINE.replace("N:2", "J:1"),
    ):
        assert game.refused(f"deal {market.replace(' ', ',')}").startswith("K-SET-3")
    assert game.refused("draw N:1").startswith("K-SET-3")
    assert game.refused(f"deal {NINE.replace(' ', ',')}", seat=0).startswith("K-SET-3")


def test_k_set_4_everybody_starts_with_the_same_set() -> None:
    state = KRAKOW.initial_state(4, frozenset())
    assert {player.hand for player in state.players} == {FULL_HAND}
    assert {player.hours for player in state.players} == {HOURS}


def test_k_set_5_r2_the_start_player_is_announced() -> None:
    game = Game(KRAKOW.initial_state(3, frozenset())).do("setup -/2")
    assert game.news() == ["O is the start player."]
    assert game.view().start == 2
    assert Game(KRAKOW.initial_state(3, frozenset())).view().start is None


def test_the_start_player_is_told_once() -> None:
    """K-SET-5: not again with the first market, which is dealt at once."""
    first, second = events.dealt(1, 4, 2), events.dealt(2, 4, 3)
    assert translate(first, "en", {}) == "Round 1 of 4: the market is dealt."
    assert translate(second, "en", {3: "G"}) == "Round 2 of 4: a new market is dealt. G starts."


@pytest.mark.parametrize(
    ("seats", "rounds", "cells", "lays", "around"),
    [(2, 4, 9, 3, 12), (3, 3, 16, 4, 16), (4, 4, 16, 3, 16)],
)
def test_k_set_6_scale_t5(seats: int, rounds: int, cells: int, lays: int, around: int) -> None:
    scale = SCALES[seats]
    assert (scale.rounds, scale.size**2, scale.queues) == (rounds, cells, lays)
    assert len(places(scale.size)) == around
    assert scale.rounds * scale.queues == 12 == len(FULL_HAND) - 3
    assert rounds % seats == 0, "everybody is start player equally often"
    assert seats * lays <= ORDER_TOKENS


def test_ranks_are_in_the_order_of_runs() -> None:
    assert RANKS == "12345678ABCDEF"
    assert krakow.KRAKOW.info.max_plies == 1 + 4 + 48 + 4 * (6 + 2 * 2 + 2 * 2 + 2 + 1 + 1)
