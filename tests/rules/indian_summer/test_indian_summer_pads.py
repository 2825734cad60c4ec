"""The pads: how pieces are turned, and which places are offered first."""

from __future__ import annotations

import pytest

from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.forest.pad import animal_merit, leaf_merit, space_merit, worth
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.notation import format_move, parse_move, part_types
from rules.pad import best_places, ways
from tests.rules.indian_summer.helpers import Game, said, supply

LONELY = 3 + 4 * 0.25
"""What an empty space without a neighbour costs: it is single, and has four edges."""


def leaf_worth(game: Game, text: str) -> float:
    move = parse_move(INDIAN_SUMMER, text)
    assert isinstance(move, Leaf)
    return leaf_merit(game.view(), move)[0]


def squirrel_worth(gaps: str, cell: str, tokens: str = "", floor: str = "F1A") -> float:
    view = Game().give(gaps=gaps, tokens=tokens, held="", floor=floor).view()
    move = parse_move(INDIAN_SUMMER, f"squirrel {cell}")
    assert isinstance(move, Squirrel)
    return space_merit(view, move)[0]


def test_pads_offer_the_best_place_first() -> None:
    """Places that complete an area, or whose hole shows a treasure, come before others."""
    game = Game().give(gaps="A1 B1 C1 D8 E8 F8 D7 E7 F7 D6", tokens="A2 C4", path="G05")
    view = game.view()
    places = [move for move in INDIAN_SUMMER.legal_moves(game.state, 0) if isinstance(move, Leaf)]
    assert Leaf.pad is not None
    best = best_places(Leaf.pad, view, places)[0]
    assert format_move(best).startswith("leaf G05 B1")
    free = Game()
    moves = [m for m in INDIAN_SUMMER.legal_moves(free.state, 0) if isinstance(m, Leaf)]
    top = max(moves, key=lambda move: leaf_merit(free.view(), move))
    assert said(INDIAN_SUMMER.sentence(free.view(), top)).count("on the hole") == 1


def test_a_merit_is_lower_for_gaps_and_lost_treasures() -> None:
    view = Game().view()

    def merit(text: str) -> float:
        move = parse_move(INDIAN_SUMMER, text)
        assert isinstance(move, Leaf)
        return leaf_merit(view, move)[0]

    assert merit("leaf G05 B1 r0") > merit("leaf G05 C1 r0")  # B1, C1, D1 leave a gap at A1
    assert merit("leaf G05 B3 r0") > merit("leaf G05 B4 r0")  # the Mushroom on the hole
    assert merit("leaf G05 B1 r0") > merit("leaf G05 B2 r0")  # a Feather under the leaf


def test_pads_turn_and_flip() -> None:
    assert Leaf.pad is not None
    assert PlaceAnimal.pad is not None
    leaf = parse_move(INDIAN_SUMMER, "leaf Y16 C4 r0")
    assert Leaf.pad.turned is not None
    assert Leaf.pad.flipped is not None
    assert format_move(Leaf.pad.turned(leaf)) == "leaf Y16 C4 r1"
    assert format_move(Leaf.pad.flipped(leaf)) == "leaf Y16 C4 r4"
    animal = parse_move(INDIAN_SUMMER, "animal hare C4 r3")
    assert PlaceAnimal.pad.turned is not None
    assert PlaceAnimal.pad.flipped is not None
    assert format_move(PlaceAnimal.pad.turned(animal)) == "animal hare C4 r0"
    assert format_move(PlaceAnimal.pad.flipped(animal)).startswith("animal hare C4 r")


@pytest.mark.parametrize("kind", [Leaf, Squirrel, SpendNut, PlaceAnimal])
def test_every_pad_leads_from_place_to_place(kind: type[Leaf]) -> None:
    game = Game().give(holes="E1 E2 E3 F3 A1", gaps="D4 D5 D6 E6 F6 G6 G7 G8 I8 H8", path="G13")
    legal = INDIAN_SUMMER.legal_moves(game.state, 0)
    names = [n for n in part_types(kind) if n not in ("animal",)]
    places = [m for m in legal if type(m) is kind and str(getattr(m, "animal", "mouse")) == "mouse"]
    assert kind.pad is not None
    assert names[-len(kind.pad.parts) :] == list(kind.pad.parts)
    order = best_places(kind.pad, game.view(), places)
    for place in order:
        assert set(ways(kind.pad, order, place).values()) <= set(places)


# Merits. On floor F1A area 1 prints a Feather on A2, a Mushroom on B3 and a Berry on C4.


def test_the_worth_of_treasures() -> None:
    assert [worth(supply(text)) for text in ("B1", "N1", "M1", "F1")] == [1, 2.2, 3, 3.5]
    assert worth(supply("B2 M1")) == 5


@pytest.mark.parametrize(
    ("gaps", "rough"),
    [
        pytest.param("A1 E4", LONELY, id="in the middle"),
        pytest.param("A1 I8", LONELY, id="in the corner"),
        pytest.param("A1 D4 E4", 6 * 0.25, id="two side by side"),
        pytest.param("A1 D4 D5", 6 * 0.25, id="two on top of each other"),
        pytest.param("A1 D4 E5", 2 * LONELY, id="two at a corner"),
        pytest.param("A1 I5 A6", 2 * LONELY, id="the end of a row and the beginning of the next"),
        pytest.param("A1 D4 E4 F4 E5", 10 * 0.25, id="a crossing"),
        pytest.param("A1 E8 E1", 2 * LONELY, id="the bottom and the top"),
    ],
)
def test_gaps_that_are_hard_to_fill_lower_a_merit(gaps: str, rough: float) -> None:
    """A squirrel on A1 completes area 1, which holds no token, and leaves the other gaps."""
    assert squirrel_worth(gaps, "A1") == pytest.approx(2 - rough)


@pytest.mark.parametrize(
    ("gaps", "cell", "tokens", "merit"),
    [
        pytest.param("A1 I8", "A1", "A2 C4", 2 + 3.5 + 1, id="an area that pays"),
        pytest.param("A1 I8", "A1", "A2 D2", 2 + 3.5, id="a token elsewhere"),
        pytest.param("A2 I8", "A2", "", 2 - 3.5 / 2, id="a treasure under a squirrel"),
        pytest.param("A1 C1 I8", "A1", "A2", -LONELY, id="an area that is not complete"),
    ],
)
def test_the_merit_of_a_squirrel(gaps: str, cell: str, tokens: str, merit: float) -> None:
    """IS-SQ-2, IS-AREA-2"""
    assert squirrel_worth(gaps, cell, tokens) == pytest.approx(merit - LONELY)


def test_a_squirrel_has_no_hole_for_a_treasure() -> None:
    """IS-SQ-2: floor F5B prints a Nut on A1."""
    assert squirrel_worth("A1 I8", "A1", floor="F5B") == pytest.approx(2 - 2.2 / 2 - LONELY)


@pytest.mark.parametrize(
    ("gaps", "move", "merit"),
    [
        pytest.param("A3 B3 C3 I8", "leaf G05 B3 r0", 1.3 * 3 + 2 + 3, id="on its own hole, paid"),
        pytest.param("A2 B2 C2 I8", "leaf G05 B2 r0", 2 - 3.5 / 2, id="under the leaf"),
        pytest.param("A1 B1 C1 I8", "leaf G05 B1 r0", 2, id="no treasure"),
    ],
)
def test_the_merit_of_a_leaf(gaps: str, move: str, merit: float) -> None:
    """IS-LEAF-3, IS-LEAF-5, IS-AREA-2"""
    game = Game().give(gaps=gaps, path="G05")
    assert leaf_worth(game, move) == pytest.approx(merit - LONELY)


def test_the_merit_of_an_animal_is_what_it_pays_then_how_few_holes_it_takes() -> None:
    """IS-ANI-4"""
    view = Game().give(gaps="A1", holes="E1 E2 E3").view()
    for text, merit in (
        ("animal mouse E1 r1", (3, -2)),
        ("animal owl E1 r1", (3, -3)),
        ("animal mouse E2 r1", (0, -2)),
    ):
        move = parse_move(INDIAN_SUMMER, text)
        assert isinstance(move, PlaceAnimal)
        assert animal_merit(view, move) == merit


def test_an_animal_turns_by_quarters_and_flips_from_left_to_right() -> None:
    """The badger is a line of three with a foot on its right."""
    pad = PlaceAnimal.pad
    assert pad is not None
    assert pad.turned is not None
    assert pad.flipped is not None
    move = parse_move(INDIAN_SUMMER, "animal badger C4 r0")
    seen = []
    for _ in range(5):
        seen.append(format_move(move).split()[-1])
        move = pad.turned(move)
    assert seen == ["r0", "r1", "r2", "r3", "r0"]
    flipped = pad.flipped(parse_move(INDIAN_SUMMER, "animal badger C4 r0"))
    assert format_move(flipped) == "animal badger C4 r4"
    assert format_move(pad.flipped(flipped)) == "animal badger C4 r0"
