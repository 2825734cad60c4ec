"""Paths, the common path, and what Berries, Feathers and Mushrooms do; exchanges."""

from __future__ import annotations

from itertools import product

import pytest

from rules.indian_summer.components import TREASURES, Treasure
from rules.indian_summer.legal import rate, swaps
from rules.indian_summer.state import Due
from rules.indian_summer.view import Task
from tests.rules.indian_summer.helpers import NONE, Game, said, supply, tiles, told

ALL = "A1 B1 C1 D1 E1 F1 G1 H1 I1 A3 B3 C3 D3 E3 F3 G3 H3 I3"


def path(game: Game, seat: int = 0) -> str:
    return ",".join(game.player(seat).path)


def common(game: Game) -> str:
    return ",".join(game.state.common)


def test_an_empty_path_is_refilled_in_order_v5() -> None:
    """IS-PATH-1, IS-PATH-2, IS-PATH-3; V5"""
    game = Game().give(path="G05", held="N1").do("leaf G05 B1 r0")
    assert path(game) == "G09,Y10,R11,G10,Y11"
    assert common(game).startswith("R12,G11")
    assert len(game.state.common) == 11
    assert told(game, 0)[1:] == ["Ann takes G09, Y10, R11, G10 and Y11."]


def test_a_path_keeps_its_order_and_grows_on_the_right() -> None:
    """IS-PATH-1: a tile taken from the middle leaves the others as they were."""
    game = Game().give(held="B1 N1").do("leaf Y01 A1 r0")
    assert path(game) == "G01,G05,Y06,R01"
    assert path(game.do("berry")) == "G01,G05,Y06,R01,G09"


def test_no_tile_is_ever_skipped_a04() -> None:
    """IS-PATH-3 and A-04: refill, Berry and sixth tile all take the first tile from the bush."""
    game = Game().give(path="G05", held="B2 N1")
    game.do("leaf G05 B1 r0", "berry")
    assert path(game) == "G09,Y10,R11,G10,Y11,R12"
    assert common(game).startswith("G11,Y12")


def test_a_berry_refills_to_five_then_brings_a_sixth_v6() -> None:
    """IS-BER-1, IS-TOK-1; V6"""
    game = Game().give(path="G01,G05,Y01", held="B3")
    game.do("berry")
    assert path(game) == "G01,G05,Y01,G09,Y10"
    game.do("berry")
    assert path(game) == "G01,G05,Y01,G09,Y10,R11"
    assert (len(game.state.common), game.player().supply) == (13, supply("B1"))
    refusal = game.refused("berry")
    assert (refusal.rule, said(refusal.reason)) == (
        "IS-BER-1",
        "A path never holds more than 6 tiles.",
    )


def test_a_berry_with_nothing_to_take_is_refused() -> None:
    """IS-BER-1"""
    game = Game().without_reserve().lay(common="").give(path="G01")
    refusal = game.refused("berry")
    assert (refusal.rule, "no tiles left" in said(refusal.reason)) == ("IS-BER-1", True)
    assert "berry" not in game.legal()


def test_six_tiles_at_most() -> None:
    """IS-PATH-6"""
    game = Game().give(path="G01,G05,Y01,Y06,R01,G09")
    assert "berry" not in game.legal()
    assert len(Game().give(held="B1").do("berry").player(0).path) == 6


def test_the_common_path_is_filled_to_sixteen_below_seven() -> None:
    """IS-PATH-4, A-03: even in the middle of a refill, which then goes on."""
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11,Y12").give(path="G05", held="N1")
    game.do("leaf G05 B1 r0")
    assert game.due() is Due.TOP_UP
    assert path(game) == "G09,Y10"
    before = len(game.state.unseen)
    game.draw()
    assert len(game.state.unseen) == before - 10
    assert path(game) == "G09,Y10,R11,G10,Y11"
    assert common(game).startswith("R12,G11,Y12")
    assert len(game.state.common) == 13
    assert not game.can_undo()
    assert told(game)[0] == "10 tiles are turned up for the common path."


def test_seven_tiles_are_enough() -> None:
    """IS-PATH-4"""
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11,Y12").give(held="B1 N1")
    assert game.do("berry").state.due is None
    assert len(game.state.common) == 7


def test_the_tile_of_a_mushroom_next_to_the_bush_counts_for_the_common_path() -> None:
    """IS-PATH-4, IS-MUSH-5: with six left it is filled before the other tile is placed."""
    game = Game(2).lay(common="G09,Y10,R11,G10,Y11,R12,G11").do("mushroom K+bush")
    assert game.due() is None
    game.do("leaf G09 A1 r1")
    assert (game.due(), len(game.state.common)) == (Due.TOP_UP, 6)
    game.draw()
    assert (game.due(), len(game.state.common)) == (None, 16)
    assert game.legal()[0].startswith("leaf G02")


def test_the_reserve_gives_what_it_has() -> None:
    """IS-PATH-4, IS-PATH-5"""
    game = Game().lay(common="G09,Y10,R11").without_reserve().give(path="G05", held="N1")
    game.do("leaf G05 B1 r0")
    assert game.due() is None
    assert (path(game), common(game)) == ("G09,Y10,R11", "")
    game.do("end").do("squirrel A1", "end")
    game.give(path="G09").do("leaf G09 A3 r0")
    assert path(game) == ""
    assert game.due() is None
    assert len(told(game, 0)) == 1  # nothing is taken, so nothing is told


def test_an_empty_path_stays_empty_when_nothing_is_left() -> None:
    """IS-PATH-5: then there are squirrels and Mushrooms."""
    game = Game().lay(common="").without_reserve().give(path="", held="M1")
    assert game.legal("leaf") == []
    assert game.legal("mushroom") == ["mushroom K"]
    assert len(game.legal("squirrel")) == 72


# Feather


def test_a_feather_places_two_tiles_of_the_path_v9() -> None:
    """IS-FEA-1; V9: any two, in any order; the others keep theirs; no refill."""
    game = Game().give(held="F1 N1")
    assert "feather" in game.legal()
    assert told(game.do("feather"), 0) == ["Ann spends a Feather to place two tiles."]
    game.do("leaf Y06 A1 r0", "leaf G05 E1 r0")
    assert path(game) == "G01,Y01,R01"
    assert game.player().supply == supply("N1")
    assert game.state.main_done
    assert game.state.task is None


def test_the_path_is_refilled_after_both_tiles() -> None:
    """IS-FEA-1"""
    game = Game().give(held="F1 N1", path="G01,G05").do("feather", "leaf G01 A1 r0")
    assert path(game) == "G05"
    game.do("leaf G05 B3 r0")
    assert path(game) == "G09,Y10,R11,G10,Y11"


@pytest.mark.parametrize(
    ("on_path", "gaps", "rule"),
    [
        ("G05", ALL, "IS-FEA-1"),
        ("", ALL, "IS-FEA-1"),
        ("G05,G06", "A1 B1 C1 E1", "IS-FEA-1"),
        ("G05,R24", ALL, "IS-FEA-1"),
    ],
)
def test_a_feather_needs_two_tiles_that_fit_a14(on_path: str, gaps: str, rule: str) -> None:
    """IS-FEA-1 and A-14: with one fitting tile it is refused and not spent."""
    game = Game().give(held="F1", path=on_path, gaps=gaps)
    assert game.refused("feather").rule == rule
    assert "feather" not in game.legal()
    assert game.player().supply == supply("F1")


def test_the_first_tile_of_a_feather_must_leave_room_for_the_second() -> None:
    """IS-FEA-1"""
    game = Game().give(held="F1", path="G05,G06,Y01", gaps="A1 B1 C1 D1 E1 F1 I8").do("feather")
    assert game.legal() == [f"leaf G0{n} {cell} r0" for n in (5, 6) for cell in ("B1", "E1")]
    refusal = game.refused("leaf G05 C1 r0")
    assert (refusal.rule, "no other tile" in said(refusal.reason)) == ("IS-FEA-1", True)
    assert game.refused("leaf Y01 A1 r0").rule == "IS-FEA-1"
    hint = "G05 fits if you turn it the right way. Its hole can lie here: B1, E1."
    assert said(game.refused("leaf G05 C1 r0").hint) == hint.replace("C1", "B1")
    game.do("leaf G05 B1 r0")
    assert [str(leaf.hole) for leaf in game.player(0).leaves] == ["B1", "E1"]
    assert told(game, 0)[1:] == [
        "Ann has only one possible move, so I'll make it for them.",
        "Ann places G06 with its hole on E1: 1 Mushroom on the hole; area 2 complete, which "
        "brings 1 Mushroom.",
    ]


def test_the_second_tile_of_a_feather_is_another_one() -> None:
    """IS-FEA-1: room for the first tile a second time does not help."""
    game = Game().give(held="F1", path="G05,G13", gaps="A1 B1 C1 A2 E5 F5 G5").do("feather")
    assert game.refused("leaf G05 B1 r0").rule == "IS-FEA-1"
    assert game.legal("leaf G05") == ["leaf G05 F5 r0"]


# Mushroom


def test_a_mushroom_takes_the_first_tiles_of_two_others_v8() -> None:
    """IS-MUSH-1, IS-MUSH-3; V8 and A-20, A-21: the emptied path is refilled after both."""
    game = Game(4, start=2).give(2, held="M1 N1").give(0, path="G01").give(3, path="G04,G08")
    game.do("mushroom S+O")
    assert told(game, 2) == ["Cat spends a Mushroom to get G01 and G04 from Ann and Dan."]
    assert game.state.task == Task(Treasure.MUSHROOM, tiles("G01,G04"), placed=False)
    game.do("leaf G04 A1 r0")
    assert path(game, 0) == "G01"
    game.do("leaf G01 A3 r0")
    assert [path(game, seat) for seat in (0, 3)] == ["G09,Y10,R11,G10,Y11", "G08"]
    assert game.player(2).supply == supply("N1")
    assert len(game.player(2).leaves) == 2
    assert path(game, 2) == "G03,G07,Y03,Y08,R03"


def test_robbed_players_refill_clockwise_after_the_active_one_a20() -> None:
    """IS-MUSH-3"""
    game = Game(4, start=2).give(2, held="M1 N1").give(0, path="G01").give(3, path="G04")
    game.do("mushroom S+O", "leaf G01 A1 r0", "leaf G04 A3 r0")
    assert path(game, 3) == "G09,Y10,R11,G10,Y11"
    assert path(game, 0) == "R12,G11,Y12,R13,G12"
    assert told(game)[-2:] == [
        "Dan takes G09, Y10, R11, G10 and Y11.",
        "Ann takes R12, G11, Y12, R13 and G12.",
    ]


def test_the_next_player_refills_before_the_one_after_a20() -> None:
    """IS-MUSH-3: of the third and the fourth player, robbed by the first."""
    game = Game(4).give(0, held="M1 N1").give(2, path="G03").give(3, path="G04")
    game.do("mushroom P+O", "leaf G03 A1 r0", "leaf G04 A3 r0")
    assert path(game, 2) == "G09,Y10,R11,G10,Y11"
    assert path(game, 3) == "R12,G11,Y12,R13,G12"


def test_pairs_of_a_mushroom() -> None:
    """IS-MUSH-1, IS-MUSH-4 and A-08, IS-MUSH-5"""
    game = Game(4)
    assert game.legal("mushroom") == ["mushroom K+O", "mushroom K+P", "mushroom P+O"]
    game.give(2, path="")
    assert game.legal("mushroom") == ["mushroom K+O"]
    game.give(3, path="")
    assert game.legal("mushroom") == ["mushroom K"]
    game.give(1, path="")
    assert game.legal("mushroom") == []
    assert game.refused("mushroom K+O").rule == "IS-MUSH-4"
    assert Game(2).legal("mushroom") == ["mushroom K+bush"]
    assert Game(2).give(1, path="").legal("mushroom") == ["mushroom bush"]


@pytest.mark.parametrize("pair", ["S+K", "K+K", "K", "O", "K+bush", "top-left"])
def test_a_mushroom_needs_two_different_others(pair: str) -> None:
    """IS-MUSH-1"""
    refusal = Game(3).refused(f"mushroom {pair}")
    assert (refusal.rule, "two other players" in said(refusal.reason)) == ("IS-MUSH-1", True)
    assert said(refusal.hint) == "Choose from: Bob and Cat."


def test_a_mushroom_of_two_players_takes_the_tile_next_to_the_bush() -> None:
    """IS-MUSH-5: both are taken before the opponent refills."""
    game = Game(2).give(1, path="G02").give(0, held="M1 N1").do("mushroom K+bush")
    game.do("leaf G02 A1 r0", "leaf G09 A3 r0")
    assert path(game, 1) == "Y10,R11,G10,Y11,R12"
    assert game.refused("mushroom K+bush").rule == "IS-TURN-5"
    game = Game(2).without_reserve().lay(common="").give(1, path="")
    assert game.refused("mushroom K+bush").rule == "IS-MUSH-5"
    refusal = Game(2).refused("mushroom K")
    assert (refusal.rule, "next to the bush" in said(refusal.reason)) == ("IS-MUSH-5", True)
    assert said(refusal.hint) == "Choose from: Bob and the bush."


def test_a_tile_is_forgone_only_if_it_fits_nowhere() -> None:
    """IS-MUSH-2: the tile stays where it was; the first version of the rules asked for it."""
    game = Game(3, version=1).give(gaps="A1 B1 C1 I8", held="M1 N1").give(1, path="R24,G06")
    game.do("mushroom K+P")
    assert game.legal() == ["leaf G03 A1 r0", "leaf G03 C1 r2", "forgo R24"]
    assert game.refused("forgo G03").rule == "IS-MUSH-2"
    game.do("forgo R24", "leaf G03 A1 r0")
    assert path(game, 1) == "R24,G06"
    assert game.state.main_done


def test_a_tile_that_fits_nowhere_stays_where_it_was_by_itself() -> None:
    """IS-MUSH-2: nobody is asked for it; what is left to place is."""
    game = Game(3).give(gaps="A1 B1 C1 I8", held="M1 N1").give(1, path="R24,G06")
    game.do("mushroom K+P")
    assert told(game, 0)[-1] == "There is no room for R24, so it stays where it was."
    assert game.legal() == ["leaf G03 A1 r0", "leaf G03 C1 r2"]
    refusal = game.refused("forgo R24")
    assert (refusal.rule, said(refusal.hint)) == ("IS-MUSH-2", "Place the Mushroom's tiles: G03.")
    assert "You don't have to give it up." in said(refusal.reason)
    game.do("leaf G03 A1 r0")
    assert path(game, 1) == "R24,G06"
    assert game.state.main_done


def test_the_second_tile_must_be_placed_while_it_fits() -> None:
    """IS-MUSH-2"""
    game = Game(3).give(held="M1").do("mushroom K+P", "leaf G02 A1 r0")
    refusal = game.refused("forgo G03")
    assert (refusal.rule, said(refusal.reason)) == (
        "IS-MUSH-2",
        "G03 still fits, so you must place it.",
    )
    assert game.refused("leaf G01 A5 r0").rule == "IS-MUSH-1"
    assert game.refused("forgo G02").rule == "IS-MUSH-2"


def test_the_first_tile_may_block_the_second_on_purpose_a13() -> None:
    """IS-MUSH-2 and A-13: a lack of room is the only condition."""
    for version, more in ((1, ["forgo G03"]), (2, [])):
        game = Game(3, version=version).give(gaps="A1 B1 C1 I8", held="M1 N1")
        game.do("mushroom K+P", "leaf G02 A1 r0", *more)
        assert path(game, 2).startswith("G03")
        words = "There is no room for G03, so it stays where it was."
        assert said(game.last.events[-1].text) == words


def test_at_least_one_tile_of_a_mushroom_must_fit() -> None:
    """IS-MUSH-2"""
    game = Game(3).give(gaps="A1 C1", held="M1")
    refusal = game.refused("mushroom K+P")
    assert refusal.rule == "IS-MUSH-2"
    assert game.player().supply == supply("M1")
    assert Game().refused("forgo G02").rule == "IS-MUSH-2"


def test_only_a_tile_of_a_mushroom_can_be_forgone() -> None:
    """IS-MUSH-2: not one of the own path that fits nowhere, and not with a Feather."""
    game = Game().give(gaps="A1 B1 C1 G8 H8 I8", path="R24,G05,G07", held="F1")
    assert game.refused("forgo R24").rule == "IS-MUSH-2"
    assert game.do("feather").refused("forgo R24").rule == "IS-MUSH-2"


def test_the_tiles_of_a_mushroom_are_offered_in_order() -> None:
    """IS-MUSH-1: sorted by tile, whoever they are of."""
    game = Game(3).give(held="M1").give(1, path="Y01").give(2, path="G01").do("mushroom K+P")
    offered = [text.split()[1] for text in game.legal("leaf")]
    assert offered == sorted(offered)
    assert set(offered) == {"G01", "Y01"}


@pytest.mark.parametrize(
    ("held", "spend", "words"),
    [("F1", "feather", "G05, G07"), ("M1", "mushroom K+P", "G03")],
)
def test_what_to_do_with_a_tile_that_fits_nowhere(held: str, spend: str, words: str) -> None:
    """IS-FEA-1, IS-MUSH-2: a squirrel cannot take its place."""
    game = Game(3, version=1).give(gaps="A1 B1 C1 G8 H8 I8", path="R24,G05,G07", held=held)
    hint = game.give(1, path="R24").do(spend).refused("leaf R24 B2 r0").hint
    assert said(hint) == f"R24 doesn't fit anywhere, but these do: {words}."


# Exchange

PRICES = {
    ("feather", "mushroom"): 1,
    ("feather", "nut"): 1,
    ("feather", "berry"): 1,
    ("mushroom", "nut"): 1,
    ("mushroom", "berry"): 1,
    ("nut", "berry"): 1,
    ("berry", "nut"): 2,
    ("nut", "mushroom"): 2,
    ("mushroom", "feather"): 2,
}


@pytest.mark.parametrize(("give", "get"), [*product(TREASURES, repeat=2)])
def test_the_table_of_exchanges(give: Treasure, get: Treasure) -> None:
    """IS-EXC-1"""
    price = PRICES.get((give, get), 0)
    assert rate(give, get) == price
    held = " ".join(f"{treasure[0].upper()}2" for treasure in TREASURES)
    game = Game().give(held=held)
    if not price:
        assert game.refused(f"swap {give} {get}").rule == "IS-EXC-1"
        return
    game.do(f"swap {give} {get}")
    assert told(game, 0)[0].startswith(f"Ann exchanges {price} ")
    assert game.player().supply[give.rank] == 2 - price
    assert game.player().supply[get.rank] == 3


@pytest.mark.parametrize(
    ("held", "offered"),
    [
        ("B1", []),
        ("B2", ["berry nut"]),
        ("N2", ["nut berry", "nut mushroom"]),
        ("M1", ["mushroom berry", "mushroom nut"]),
        ("B1 F1", ["feather berry", "feather mushroom", "feather nut"]),
    ],
)
def test_only_possible_exchanges_are_offered(held: str, offered: list[str]) -> None:
    """IS-EXC-1"""
    assert Game().give(held=held).legal("swap") == [f"swap {pair}" for pair in offered]


def test_an_exchange_needs_enough() -> None:
    """IS-EXC-1"""
    game = Game().give(held="B1 M1")
    refusal = game.refused("swap berry nut")
    assert (refusal.rule, said(refusal.reason)) == (
        "IS-EXC-1",
        "This costs 2 Berries, and you have 1.",
    )
    assert said(refusal.hint) == ("You can exchange: 1 Mushroom for 1 Berry, 1 Mushroom for 1 Nut.")
    assert game.refused("swap berry nut", seat=1).rule == "IS-TURN-1"
    assert swaps(NONE) == ()


def test_a_token_is_needed_and_an_exchange_that_would_bring_it_is_named() -> None:
    """IS-TOK-1"""
    game = Game().give(held="B2")
    refusal = game.refused("nut A1")
    assert refusal.rule == "IS-TOK-1"
    assert said(refusal.hint) == "You can get one in exchange for 2 Berries."
    for text in ("feather", "mushroom K+bush"):
        assert game.refused(text).rule == "IS-TOK-1"
    game.give(held="B2 M1 F1")
    assert said(game.refused("nut A1").hint) == "You can get one in exchange for 2 Berries."
    game.give(held="B1 M1 F1")
    assert said(game.refused("nut A1").hint) == "You can get one in exchange for 1 Feather."
    game.give(held="B2 N2 M2")
    assert said(game.refused("feather").hint) == "You can get one in exchange for 2 Mushrooms."
    assert "complete areas" in said(game.give(held="B1").refused("nut A1").hint)
    assert Game().give(held="").refused("berry").rule == "IS-TOK-1"


def test_tokens_never_run_out_a07() -> None:
    """A-07: there are 30 Berries in the box, but no limit."""
    game = Game().give(held="N40")
    for _ in range(40):
        game.do("swap nut berry")
    assert game.player().supply == supply("B40")


# Whole turns of the rules.


def test_a_chain_of_exchanges_and_areas_v10() -> None:
    """V10: Feather to Mushroom; three Berries; two of them a Nut; its squirrel brings N1 M1."""
    game = Game(3, floors=("F4A", "F2A", "F3A"))  # area 1 of F4A prints three Berries
    game.give(0, gaps="A1 B1 A2 A6 I8", tokens="C1 B3 A4 C6 A5", held="F1")
    game.give(1, path="G09,G02").give(2, path="R24,G03")
    game.do("swap feather mushroom", "mushroom K+P")  # G09 fits in one place
    assert game.player(0).supply == supply("B3")
    game.do("swap berry nut", "nut A6")
    assert game.player(0).supply == supply("B1 N1 M1")


def test_a_whole_turn_of_the_rules_v11() -> None:
    """V11: two tiles, Berry, Berry, Feather on the third and sixth, areas, Nut, area, Berry."""
    game = Game(4, floors=("F3A", "F2A", "F1A", "F5A"))
    game.give(0, path="G01,G05", held="B2 F1", gaps="D1 E1 D2 F3 E4 F4 A1 I8")
    game.give(0, tokens="E3 D4 H5 G6 H7").do("berry", "berry")
    assert path(game) == "G01,G05,G09,Y10,R11,G10"
    game.do("feather", "leaf G09 D1 r1")  # only G10 fits after it
    assert game.player().supply == supply("N1 M1")
    game.do("nut I8")
    assert game.player().supply == supply("B1 N1 M2")
    assert len(game.player().path) == 4
    game.do("berry")
    assert len(game.player().path) == 5
    assert game.player().supply == supply("N1 M2")
