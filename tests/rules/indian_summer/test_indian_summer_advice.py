"""What can be done now: headline, prompt and advice name only what is possible here."""

from __future__ import annotations

import pytest

from rules.indian_summer import INDIAN_SUMMER
from rules.protocol import WATCHER
from tests.rules.indian_summer.helpers import Game, said


def prompt(game: Game, seat: int | None = None) -> str:
    return said(INDIAN_SUMMER.prompt(game.view(seat)))


def headline(game: Game) -> str:
    return said(INDIAN_SUMMER.headline(game.view()))


def advice(game: Game, seat: int | None = None) -> dict[str, tuple[str, ...]]:
    return {said(one.text): one.rules for one in INDIAN_SUMMER.advice(game.view(seat))}


def rules_of(game: Game, seat: int | None = None) -> list[str]:
    """Return the first rule of each piece of advice."""
    return [rules[0] for rules in advice(game, seat).values()]


# Headline and prompt


def test_the_prompt_names_the_tokens_at_hand_alone() -> None:
    place = "Place a leaf tile or a squirrel"
    for held, more in (
        ("B1 N1", ""),
        ("M1", ", or spend a Mushroom instead"),
        ("F2", ", or spend a Feather instead"),
        ("M1 F1", ", or spend a Feather or a Mushroom instead"),
    ):
        assert prompt(Game().give(held=held)) == f"{place}{more}."


def test_prompts_follow_the_decision() -> None:
    game = Game().give(held="F1 M1 N1")
    assert prompt(game).startswith("Place a leaf tile or a squirrel")
    assert prompt(game, 1) == "It's Ann's turn."
    assert headline(game) == "Round 1"
    game.do("feather")
    assert prompt(game) == "Place the first tile for your Feather."
    assert prompt(game, WATCHER) == "It's Ann's turn."
    game.do("leaf G05 B1 r0")
    assert prompt(game) == "Place the second tile for your Feather."
    game.do("leaf G01 A3 r0")
    assert prompt(game).startswith("Your main action is done")
    game = Game().do("mushroom K+bush")
    assert prompt(game) == "Place the Mushroom's tiles: G02, G09."
    game = Game().give(gaps="A1", held="N2").do("nut A1")
    assert prompt(game).startswith("Your floor is full")
    assert headline(game) == "Round 1 (last round)"
    game.do("end", "squirrel A1", "end")
    assert (prompt(game), headline(game)) == ("The match is over.", "The match is over")
    assert "Choose a side" in prompt(Game(options={"sides"}), 1)
    assert prompt(Game(options={"sides"}), WATCHER) == "Still choosing a side: Ann, Bob."
    solo = Game(1).give(path="G05", held="N1").do("leaf G05 B1 r0")
    assert prompt(solo).startswith("Your path is empty")


@pytest.mark.parametrize(
    ("path", "held", "other", "words"),
    [
        pytest.param("R24", "", "", "Place a squirrel.", id="the tile does not fit"),
        pytest.param("", "", "", "Place a squirrel.", id="no tile"),
        pytest.param("R24", "M1", "G06", "a squirrel, or spend a Mushroom", id="theirs fits"),
        pytest.param("R24", "M1", "R29", "Place a squirrel.", id="theirs does not fit"),
        pytest.param("G05", "M1", "R29", "a leaf tile or a squirrel.", id="only the own one fits"),
        pytest.param("G05,G07", "F1", "", "a leaf tile or a squirrel.", id="no room for two"),
        pytest.param("G05", "M1 F1", "G06", "spend a Mushroom instead", id="one tile: no Feather"),
    ],
)
def test_the_prompt_names_only_what_fits(path: str, held: str, other: str, words: str) -> None:
    """IS-TURN-6, IS-FEA-1, IS-MUSH-2: with room for one tile of three in a row."""
    game = Game().give(gaps="A1 B1 C1 I8", path=path, held=held).give(1, path=other)
    assert words in prompt(game.lay(common="R04"))


def test_the_prompt_of_a_feather_with_room_for_two() -> None:
    """IS-FEA-1"""
    game = Game().give(gaps="A1 B1 C1 G8 H8 I8", path="G05,G07", held="F1")
    assert "or spend a Feather instead" in prompt(game)


@pytest.mark.parametrize(
    ("held", "holes", "words"),
    [
        ("N1", "", "use tokens, or"),
        ("", "D5 E5", "place animals, or"),
        ("N1", "D5 E5", "tokens and animals, or"),
    ],
)
def test_the_prompt_after_the_main_action_names_what_is_left(
    held: str, holes: str, words: str
) -> None:
    """IS-TURN-2, IS-ANI-1"""
    game = Game().give(gaps="A1 B1 I8", held=held, holes=holes).do("squirrel A1")
    assert words in prompt(game)


@pytest.mark.parametrize(
    ("options", "holes", "words"),
    [
        ((), "D5 E5", "use tokens and animals, or"),
        ((), "D5 F5", "use tokens, or"),
        (("no-animals",), "D5 E5", "use tokens, or"),
    ],
)
def test_the_prompt_of_a_full_floor(options: tuple[str, ...], holes: str, words: str) -> None:
    """IS-TURN-4"""
    game = Game(options=options).give(gaps="A1", held="F1", holes=holes).do("squirrel A1")
    assert prompt(game).startswith("Your floor is full.")
    assert words in prompt(game)


# Advice


def test_advice_on_a_mushroom_names_the_rule_for_so_many_players() -> None:
    words = "Instead of one tile you can place two: 1 Mushroom."
    for seats, rule in ((1, "IS-SOLO-5"), (2, "IS-MUSH-5"), (3, "IS-MUSH-1"), (4, "IS-MUSH-1")):
        assert advice(Game(seats).give(held="M1"))[words] == (rule,)


def test_advice_names_what_can_be_done_now() -> None:
    game = Game().give(gaps="A1 A5 B5 I8", tokens="A2", holes="E1 E2", held="B1 N2 M1")
    found = advice(game)
    assert found["No tile on your path fits. Place a squirrel, or get other tiles first."] == (
        "IS-TURN-6",
        "IS-SQ-1",
    )
    words = (
        "1 animal fits on your empty holes. For example, placing the mouse on E1 and E2 gets you "
        "1 Mushroom."
    )
    assert found[words] == ("IS-ANI-1", "IS-ANI-4")
    assert "1 Nut completes area 1: A1." in found
    assert "A Berry gets you 1 tile." in found
    assert len(found) == 5


def test_advice_in_the_middle_of_a_main_action() -> None:
    game = Game(3, version=1).give(gaps="A1 B1 C1 D1 I8", held="M1 N1").give(1, path="R24")
    game.do("mushroom K+P")
    no_room = "There is no room for R24. Tiles that don't fit stay where they were."
    assert advice(game)[no_room] == ("IS-MUSH-2",)
    feather = advice(Game().give(held="F1").do("feather"))
    assert [*feather.values()] == [("IS-FEA-1",), ("IS-FEA-1", "IS-TURN-2")]
    assert [*advice(game, 1)] == [
        "It's Ann's turn.",
        "Meanwhile, you can try out your tiles and prepare one for your next turn.",
    ]
    solo = Game(1).give(path="G05", held="N1").do("leaf G05 B1 r0")
    assert [*advice(solo).values()] == [("IS-SOLO-2",), ("IS-SOLO-2", "IS-SOLO-3")]
    assert len(advice(Game(options={"sides"}), 0)) == 2


def test_advice_in_the_last_round_and_at_the_end() -> None:
    game = Game().give(gaps="A1", held="N2").do("nut A1")
    assert advice(game).popitem()
    game.do("end")
    assert any("last round" in text for text in advice(game, 0))
    game.do("squirrel A1", "end")
    assert [*advice(game).values()] == [("IS-END-6",)]


@pytest.mark.parametrize(
    ("held", "gaps", "words"),
    [
        ("N1", "A1 I7 I8", "1 Nut completes area 1: A1."),
        ("N2", "A1 B1 C1 I7 I8", "2 Nuts complete area 6: I7, I8."),
        ("N2", "A1 A2 I8", "1 Nut completes area 6: I8."),
    ],
)
def test_advice_on_nuts_names_the_area_with_the_fewest_gaps(
    held: str, gaps: str, words: str
) -> None:
    """IS-NUT-1, IS-AREA-2"""
    found = advice(Game().give(gaps=gaps, held=held, path="G05"))
    assert found[words] == ("IS-NUT-1", "IS-AREA-2")


def test_advice_on_nuts_needs_some_at_hand() -> None:
    """IS-NUT-1: other tokens would have to be exchanged first."""
    assert "IS-NUT-1" not in rules_of(Game().give(gaps="A1 B1 I7 I8", held="B9 M9 F9"))


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("N1", "Your Nut can cover any empty space."),
        ("N2", "Each of your 2 Nuts can cover any empty space."),
    ],
)
def test_advice_on_nuts_that_complete_no_area(held: str, words: str) -> None:
    """IS-NUT-1"""
    found = advice(Game().give(gaps="A1 B1 C1 I6 I7 I8", held=held))
    assert found[words] == ("IS-NUT-1",)


@pytest.mark.parametrize(
    ("held", "told"),
    [("", False), ("B1", False), ("B2", True), ("N1", True), ("M1", True), ("F1", True)],
)
def test_advice_on_exchanges_needs_something_to_exchange(held: str, told: bool) -> None:
    """IS-EXC-1: a single Berry buys nothing."""
    assert ("IS-EXC-1" in rules_of(Game().give(held=held))) is told


@pytest.mark.parametrize(
    ("path", "common", "count"),
    [
        ("", "G09,Y10,R11", "3 tiles"),
        ("G01,G05,Y01", "G09,Y10,R11", "2 tiles"),
        ("G01,G05,Y01,Y06", "G09,Y10,R11", "1 tile."),
        ("G01,G05,Y01,Y06,R01", "G09,Y10,R11", "1 tile."),
    ],
)
def test_advice_counts_the_tiles_of_a_berry(path: str, common: str, count: str) -> None:
    """IS-BER-1, IS-PATH-5: no more than are left."""
    game = Game().without_reserve().lay(common=common).give(path=path, held="B1")
    found = {rules for text, rules in advice(game).items() if f"A Berry gets you {count}" in text}
    assert found == {("IS-BER-1",)}


def test_advice_counts_the_tiles_that_the_reserve_adds() -> None:
    """IS-PATH-4, IS-BER-1"""
    assert "A Berry gets you 5 tiles." in advice(Game().lay(common="G09").give(path="", held="B1"))


def test_advice_on_a_berry_in_the_solo_game_counts_the_longer_path() -> None:
    """IS-SOLO-4: both ends of a path lie on the same tiles."""
    game = Game(1).lay(top="G02", bottom="R02,R03,R04").give(path="G01", held="B1")
    assert advice(game)["A Berry gets you 3 tiles from the end of a path."] == ("IS-SOLO-4",)


@pytest.mark.parametrize(
    ("path", "common"), [("G01,G05,Y01,Y06,R01,Y10", "G09"), ("G01,G05", ""), ("", "")]
)
def test_no_advice_on_a_berry_that_brings_nothing(path: str, common: str) -> None:
    """IS-BER-1, IS-PATH-6"""
    game = Game().without_reserve().lay(common=common).give(path=path, held="B1")
    assert "IS-BER-1" not in rules_of(game)


@pytest.mark.parametrize(
    ("gaps", "first", "bush", "told"),
    [
        pytest.param("A1 B1 C1 D1 A3 A4 B4 I8", "Y02", "G09", True, id="both fit"),
        pytest.param("A1 B1 C1 D1 A2 I8", "Y02", "G09", False, id="only one or the other"),
        pytest.param("A1 B1 C1 A2 I8", "Y02", "G09", False, id="the four does not fit"),
        pytest.param("A1 B1 C1 D1 I8", "Y02", "G09", False, id="the corner does not fit"),
        pytest.param("A1 B1 C1 A2 I8", "G06", "", False, id="A-08: one tile is not two"),
    ],
)
def test_advice_on_a_mushroom_needs_two_tiles_that_fit(
    gaps: str, first: str, bush: str, told: bool
) -> None:
    """IS-MUSH-2, IS-MUSH-5"""
    game = Game().give(gaps=gaps, path="R24", held="M1").give(1, path=first)
    assert ("IS-MUSH-5" in rules_of(game.lay(common=bush))) is told


def test_advice_on_a_mushroom_needs_one_pair_of_many() -> None:
    """IS-MUSH-1: the plus of the fourth player fits nowhere."""
    game = Game(4).give(gaps="A1 B1 C1 D1 E1 F1 I8", path="R24", held="M1").give(3, path="R24")
    assert "IS-MUSH-1" in rules_of(game)


def test_advice_names_the_feather_only_with_room_for_two() -> None:
    """IS-FEA-1"""
    for gaps, told in (("A1 B1 C1 I8", False), ("A1 B1 C1 A3 B3 C3", True)):
        game = Game().give(gaps=gaps, path="G05,G06", held="F1")
        assert ("IS-FEA-1" in rules_of(game)) is told


def test_the_decision_comes_first_with_its_rules() -> None:
    """IS-TURN-2, IS-TURN-4, IS-TURN-5, IS-TURN-6"""
    fits, stuck = Game(), Game().give(gaps="A1 C1", path="R24")
    done = Game().give(gaps="A1 B1 I8", held="N1").do("squirrel A1")
    full = Game().give(gaps="A1", held="N2").do("nut A1")
    found = [next(iter(advice(game).values())) for game in (fits, stuck, done, full)]
    assert found == [
        ("IS-TURN-5", "IS-LEAF-1"),
        ("IS-TURN-6", "IS-SQ-1"),
        ("IS-TURN-2",),
        ("IS-TURN-4",),
    ]


def test_who_has_chosen_a_side_is_advised_to_wait() -> None:
    """IS-SETUP-1"""
    game = Game(2, options={"sides"})
    game.move(1, "side B")
    assert rules_of(game, 1) == ["IS-SETUP-1"]
    assert rules_of(game, 0) == ["IS-SETUP-1", "IS-AREA-2"]
    assert prompt(game, 1) == "Still choosing a side: Ann."


def test_while_tiles_are_turned_up_everybody_waits() -> None:
    """IS-PATH-4: the player whose turn it is as well."""
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11").give(path="G01").do("berry")
    for seat in (0, 1, WATCHER):
        assert advice(game, seat) == {"Tiles are being drawn.": ("IS-TURN-1",)}


def test_the_first_seat_may_prepare_as_well() -> None:
    game = Game(2, start=1)
    assert rules_of(game, 0) == ["IS-TURN-1", "IS-LEAF-1"]
    assert rules_of(game, WATCHER) == ["IS-TURN-1"]


def test_after_the_main_action_no_token_for_another_one_is_named() -> None:
    """IS-TURN-5"""
    game = Game().give(held="F1 M1").do("squirrel A1")
    assert {"IS-FEA-1", "IS-MUSH-5"}.isdisjoint(rules_of(game))


def test_the_animal_named_is_the_one_that_pays_most() -> None:
    """IS-ANI-4: of two mice the one over a Berry."""
    game = Game().give(gaps="A1 B1", holes="D6 E6 G5 H5")
    assert any("the mouse on D6 and E6 gets you 1 Berry" in text for text in advice(game))


@pytest.mark.parametrize(
    ("seat", "told"), [pytest.param(0, False, id="had"), pytest.param(2, True, id="to come")]
)
def test_advice_to_prepare_is_for_those_who_have_a_turn_to_come(seat: int, told: bool) -> None:
    """IS-END-1: the same seats as may prepare a tile."""
    game = Game(3).give(0, gaps="A1", held="F1").do("squirrel A1", "end")
    assert bool(INDIAN_SUMMER.preparable(game.state, seat)) is told
    assert ("IS-LEAF-1" in rules_of(game, seat)) is told


def test_a_seat_that_has_had_its_turn_may_prepare_the_next_one() -> None:
    """IS-TURN-1: unless the round is the last one."""
    game = Game(3).do("squirrel I8", "end")
    assert INDIAN_SUMMER.preparable(game.state, 0)
    assert "IS-LEAF-1" in rules_of(game, 0)


def test_the_last_round_is_told_to_those_who_wait() -> None:
    """IS-END-1, IS-END-3"""
    game = Game().give(0, gaps="A1", held="F1").do("squirrel A1", "end")
    assert [*advice(game, 0).values()] == [("IS-TURN-1",), ("IS-END-1", "IS-END-3")]


def test_nobody_is_advised_to_prepare_a_tile_that_fits_nowhere() -> None:
    """IS-LEAF-1"""
    game = Game().give(1, gaps="A1 C1", path="R24")
    assert INDIAN_SUMMER.preparable(game.state, 1) == ()
    assert rules_of(game, 1) == ["IS-TURN-1"]
    assert rules_of(game, WATCHER) == ["IS-TURN-1"]
