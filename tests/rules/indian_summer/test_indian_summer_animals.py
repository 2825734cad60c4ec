"""Animals: where each kind fits, what it pays, and how its stock runs out (IS-ANI)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.indian_summer.components import (
    ANIMALS,
    AREAS,
    CELLS,
    FLOOR_IDS,
    FLOORS,
    NOTHING,
    TREASURES,
    TURNS,
    Animal,
    FloorId,
    Treasure,
    animal_squares,
)
from rules.indian_summer.components import cells as cells_of
from rules.indian_summer.forest.floor import changed, gain, plus, printed
from rules.indian_summer.forest.places import RANK, animal_moves
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import PlaceAnimal
from rules.notation import format_move
from tests.rules.indian_summer.helpers import Game, bits, cells, said, supply, told

ALL_LEFT = tuple(kind.count for kind in ANIMALS.values())


@pytest.mark.parametrize(
    ("animal", "holes", "pays"),
    [
        # Floor F1A prints N on E4, B on D6, M on F6 and F8, N on D2, M on E1.
        pytest.param("mouse", "D6 E6", "B1", id="mouse"),
        pytest.param("hare", "E5 D6 E6", "B1", id="hare"),
        pytest.param("owl", "D6 E6 F6", "B1 M1", id="owl"),
        pytest.param("hedgehog", "E5 F5 E6 F6", "M1", id="hedgehog"),
        pytest.param("badger", "D4 D5 D6 E6", "B1 N1", id="badger bears a Nut"),
        pytest.param("raccoon", "D6 E6 F6 E7", "B1 M2", id="raccoon bears a Mushroom"),
        pytest.param("fox", "D6 E6 F6 G6", "B1 M1 F1", id="fox bears a Feather"),
    ],
)
def test_an_animal_pays_what_is_printed_below_it_and_what_it_bears(
    animal: str, holes: str, pays: str
) -> None:
    """IS-ANI-1, IS-ANI-4, IS-ANI-5: straight into the supply."""
    game = Game().give(gaps="A1", holes=holes, held="")
    (move,) = game.legal(f"animal {animal}")
    game.do(move)
    assert game.player(0).supply == supply(pays)
    assert (game.player(0).holes, game.player(0).tokens) == (0, 0)
    assert cells(game.player(0).animals[0].squares) == holes
    left = [stock.left for stock in game.view(0).stock]
    assert [a - b for a, b in zip(ALL_LEFT, left, strict=True)] == [a == animal for a in Animal]


@pytest.mark.parametrize("animal", ["badger", "raccoon", "fox"])
def test_what_an_animal_bears_lies_on_it_until_it_is_placed(animal: str) -> None:
    """IS-SETUP-3, IS-ANI-5"""
    kind = ANIMALS[Animal(animal)]
    game = Game().give(gaps="A1", holes=cells(animal_squares(kind.id, CELLS[0], TURNS[0])))
    before = {stock.animal: stock.bears for stock in game.view(0).stock}
    assert before[kind.id] is kind.bears is not None
    game.do(f"animal {animal} A1 r0")
    after = {stock.animal: stock.bears for stock in game.view(0).stock}
    assert after == {**before, kind.id: None}


def test_a_treasure_pays_twice_and_never_a_third_time() -> None:
    """IS-ANI-3, IS-ANI-4: with its area, then below an animal, whose holes are gone."""
    game = Game().give(gaps="A1 I8", tokens="A2", holes="A3", held="N1")
    assert game.legal("animal") == []  # a token still lies on A2
    game.do("nut A1")
    assert game.player(0).supply == supply("F1")
    assert game.legal("animal") == ["animal mouse A2 r1"]
    game.do("animal mouse A2 r1")
    assert game.player(0).supply == supply("F2")
    assert game.legal("animal") == []


def test_the_sixth_mouse_is_the_last() -> None:
    """IS-ANI-6, A-23"""
    rows = [f"{left}{row} {right}{row}" for row in (5, 7) for left, right in ("AB", "DE", "GH")]
    game = Game().give(gaps="A1", holes=" ".join([*rows, "A3 B3"]))
    for row in rows:
        game.do(f"animal mouse {row[:2]} r0")
    assert game.legal("animal") == []
    refusal = game.refused("animal mouse A3 r0")
    assert (refusal.rule, said(refusal.reason)) == ("IS-ANI-6", "There are no more mouse tiles.")


def test_animals_do_not_cover_spaces_and_are_told_with_the_turn() -> None:
    """IS-AREA-1, IS-ANI-6: they lie on holes, which count as covered already."""
    game = Game().give(gaps="A1 B1", holes="D5 E5", held="")
    covered = game.player(0).covered
    game.do("animal mouse D5 r0")
    assert game.player(0).covered == covered
    assert told(game, 0) == ["Ann places the mouse on D5 and E5."]
    game.do("squirrel A1")
    assert told(game, 1)[0] == "Ann places the mouse on D5 and E5."


@pytest.mark.parametrize(
    ("holes", "tokens", "hint"),
    [
        ("", "", "You have no empty holes."),
        ("E2 E4", "", "No animal fits on your empty holes."),
        ("E5 E6", "", "For example, the mouse fits on E5 and E6."),
        ("", "E1 E2", "You have no empty holes."),
    ],
)
def test_a_refused_animal_is_told_what_fits(holes: str, tokens: str, hint: str) -> None:
    """IS-ANI-1"""
    game = Game().give(gaps="A1", holes=holes, tokens=tokens)
    assert said(game.refused("animal mouse E2 r1").hint) == hint


@given(st.integers(0, FULL), st.integers(0, FULL), st.tuples(*[st.integers(0, 1)] * 7))
@settings(max_examples=40)
def test_animals_fit_wherever_all_their_squares_are_holes(
    one: int, other: int, stock: tuple[int, ...]
) -> None:
    """IS-ANI-1, IS-ANI-2, IS-ANI-6: compared with a plain search."""
    holes = one & other
    wanted = [
        move
        for animal in sorted(Animal)
        for cell in sorted(CELLS)
        for turn in TURNS
        if (move := PlaceAnimal(animal, cell, turn)).squares and not move.squares & ~holes
        if stock[RANK[animal]]
    ]
    assert list(animal_moves(holes, stock)) == wanted


@pytest.mark.parametrize("floor", FLOOR_IDS)
def test_every_area_of_every_floor_pays_the_three_treasures_printed_in_it(floor: FloorId) -> None:
    """IS-AREA-2, IS-ANI-4: with its last gap; animals over all its holes would pay the same."""
    prints = FLOORS[floor].prints
    for number, area in enumerate(AREAS, 1):
        shown = [cell for cell in cells_of(area) if prints[cell.number]]
        (last, *_) = (cell for cell in cells_of(area) if cell not in shown)
        tokens = sum(cell.bit for cell in shown)
        found = gain(floor, FULL & ~last.bit, tokens, last.bit)
        pays = tuple(sum(prints[c.number] is kind for c in shown) for kind in TREASURES)
        assert (found.areas, found.pays, found.tokens) == ((number,), pays, 0)
        assert printed(floor, area) == pays
        assert sum(pays) == 3


def test_supplies_are_added_and_changed_by_kind() -> None:
    assert plus((1, 2, 3, 4), (10, 20, 30, 40)) == (11, 22, 33, 44)
    for number, treasure in enumerate(TREASURES):
        expected = tuple(5 - 2 * (n == number) for n in range(4))
        assert changed((5, 5, 5, 5), treasure, -2) == expected
    assert changed(NOTHING, Treasure.FEATHER, 1) == supply("F1")
    assert format_move(PlaceAnimal(Animal.MOUSE, CELLS[9], TURNS[1])) == "animal mouse A2 r1"
    assert bits("A2") == CELLS[9].bit
