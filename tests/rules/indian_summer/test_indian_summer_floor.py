"""Leaf tiles, squirrels, areas and animals on a forest floor."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import AREAS, CELLS, TILES, TURNS, Tile, Treasure
from rules.indian_summer.forest.floor import gain
from rules.indian_summer.forest.listing import chosen
from rules.indian_summer.forest.places import first_leaves, fits, leaves
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.indian_summer.state import Player, audit
from rules.indian_summer.view import Earned, earned
from rules.notation import format_move, parse_move
from tests.rules.indian_summer.helpers import NONE, Game, bits, cells, said, supply, told

# Area 1 of floor F1A prints a Feather on A2, a Mushroom on B3 and a Berry on C4.


def test_a_hole_over_a_printed_nut_gets_a_token_v1() -> None:
    """IS-LEAF-5; V1"""
    game = Game().do("leaf G05 B5 r0")
    assert cells(game.player(0).tokens) == "B5"
    assert game.player(0).supply == (1, 1, 1, 0)
    assert told(game, 0) == ["Ann places G05 with its hole on B5: 1 Nut on the hole."]


def test_a_hole_over_a_plain_space_gets_nothing_v2() -> None:
    """IS-LEAF-5, IS-LEAF-6; V2: the space below the hole counts as covered all the same."""
    game = Game().do("leaf G05 B2 r0")
    player = game.player(0)
    assert (cells(player.covered), player.tokens) == ("A2 B2 C2", 0)
    assert cells(player.holes) == "B2"
    assert told(game, 0) == ["Ann places G05 with its hole on B2."]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("leaf G05 B1 r0", "These spaces are already covered: B1."),
        ("leaf G05 C2 r0", "These spaces are already covered: B2, C2, D2."),
        ("leaf G05 A5 r0", "G05 would stick out over the edge of your floor (left)."),
        ("leaf G05 I8 r0", "G05 would stick out over the edge of your floor (right)."),
        ("leaf G05 A1 r0", "G05 would stick out over the edge of your floor (left)."),
        ("leaf G05 A1 r1", "G05 would stick out over the edge of your floor (top)."),
        ("leaf G05 D1 r1", "G05 would stick out over the edge of your floor (top)."),
        ("leaf G01 I8 r1", "G01 would stick out over the edge of your floor (bottom)."),
        ("leaf Y06 I8 r0", "Y06 would stick out over the edge of your floor (right, bottom)."),
    ],
)
def test_a_tile_needs_empty_spaces_inside_the_floor(text: str, why: str) -> None:
    """IS-LEAF-1: not on a leaf, a hole, a squirrel, nor over the edge."""
    game = Game().do("leaf Y01 B2 r0", "end")
    game.do("squirrel I1", "end").give(0, held="N1").do("nut B1")
    refusal = game.refused(text)
    assert (refusal.rule, said(refusal.reason)) == ("IS-LEAF-1", why)


@pytest.mark.parametrize(
    ("gaps", "hint"),
    [
        ("A1 C1", "Place a squirrel."),
        (
            "A1 B1 C1 I6 I7 I8",
            "G05 fits if you turn it the right way. Its hole can lie here: B1, I7.",
        ),
        (
            "A1 B1 C1 D1 E1 F1 G1 H1 I1 I6 I7 I8",
            "G05 fits if you turn it the right way. "
            "Its hole can lie here: B1, C1, D1, E1, F1, G1, H1, I7.",
        ),
        (
            " ".join(f"{col}{row}" for col in "CDE" for row in range(1, 9)),
            "G05 fits in many places. "
            "Its hole can lie here, for example: E2, D3, E3, C4, D4, E4, D5, E5.",
        ),
    ],
)
def test_a_refused_tile_is_told_where_it_fits(gaps: str, hint: str) -> None:
    """IS-LEAF-1"""
    refusal = Game().give(gaps=gaps, path="G05").refused("leaf G05 H4 r0")
    assert said(refusal.hint) == hint
    assert said(refusal.reason) == "These spaces are already covered: G4, H4, I4."


def test_tiles_are_turned_and_flipped_at_will() -> None:
    """IS-LEAF-2"""
    game = Game().give(path="Y16")
    turns = {text.split()[-1] for text in game.legal("leaf")}
    assert turns == {f"r{n}" for n in range(8)}
    game.give(path="G05")
    refusal = game.refused("leaf G05 D4 r2")
    assert refusal.rule == "IS-LEAF-2"
    assert said(refusal.reason) == "G05 has only 2 orientations, r0 to r1."


def test_a_treasure_under_a_leaf_is_lost_and_borders_may_be_crossed() -> None:
    """IS-LEAF-3: contact is not needed either."""
    game = Game().do("leaf Y01 B3 r0", "end")  # B3 to E3: areas 1 and 2
    assert cells(game.player(0).tokens) == "B3"
    game = Game().give(gaps="C2 C3 C4 I8", path="G05", held="").do("leaf G05 C3 r1")
    assert (game.player(0).tokens, game.player(0).supply) == (0, (0, 0, 0, 0))


def test_the_space_below_a_hole_is_covered() -> None:
    """IS-LEAF-6: for its area, for other tiles, and for the end of the match."""
    game = Game().give(gaps="A1 B1 C1", path="G05", held="N1").do("leaf G05 B1 r0")
    player = game.player(0)
    assert (player.covered, cells(player.holes)) == (FULL, "B1")
    assert game.state.ending
    assert "area 1 complete" in told(game, 0)[0]
    game = Game().do("leaf G05 B1 r0")
    assert game.view(0).players[0].gaps == (9, 12, 12, 12, 12, 12)
    assert game.view(0).players[0].empty == 69


def test_a_tile_is_never_moved_again() -> None:
    """IS-LEAF-4: there is no move for it, and a placed tile is not on any path."""
    game = Game().do("leaf G05 B5 r0")
    assert game.refused("leaf G05 B5 r0").rule == "IS-TURN-5"
    game.do("end").do(game.legal("squirrel")[0], "end")
    assert game.refused("leaf G05 H8 r0").rule == "IS-TURN-5"


@pytest.mark.parametrize("cell", ["A2", "B2", "C2", "I8"])
def test_a_squirrel_needs_an_empty_space_and_a_hole_is_none(cell: str) -> None:
    """IS-SQ-1"""
    game = Game().do("leaf G05 B2 r0", "end").do("squirrel A1", "end")
    game.give(0, held="N2").do("nut I8")
    for verb in ("squirrel", "nut"):
        refusal = game.refused(f"{verb} {cell}")
        assert (refusal.rule, cell in said(refusal.reason)) == ("IS-SQ-1", True)
        shown = said(refusal.hint).removeprefix("Empty spaces: ").rstrip(".").split(", ")
        assert len(shown) == 8
        assert not any(bits(space) & game.player().covered for space in shown)
        row, col = int(cell[1]), ord(cell[0])
        assert max(abs(int(s[1]) - row) + abs(ord(s[0]) - col) for s in shown) <= 3


def test_a_squirrel_on_a_treasure_yields_nothing() -> None:
    """IS-SQ-2"""
    game = Game().do("squirrel A2")
    assert (game.player(0).tokens, game.player(0).supply) == (0, (1, 1, 1, 0))


def test_squirrels_never_run_out() -> None:
    """IS-SQ-3"""
    game = Game().give(held="N60")
    for cell in CELLS[:40]:
        game.do(f"nut {cell}")
    assert game.player(0).squirrels.bit_count() == 40


def test_a_complete_area_pays_what_lies_on_its_holes_v3() -> None:
    """IS-AREA-1, IS-AREA-2; V3: a token in an incomplete area stays."""
    game = Game().give(gaps="A1 I8 D8", tokens="B3 C4 B5", held="").do("squirrel A1")
    assert game.player(0).supply == supply("B1 M1")
    game = Game().give(gaps="C8 I8", tokens="B5 C6 H8", held="").do("squirrel C8")
    assert game.player(0).supply == supply("B1 N1")
    assert cells(game.player(0).tokens) == "H8"
    assert "area 4 complete, which brings 1 Berry and 1 Nut" in told(game, 0)[0]


def test_squirrels_complete_areas_as_leaves_do_a11() -> None:
    """IS-AREA-1 and A-11"""
    game = Game().give(gaps="A1 B1 I8", tokens="A2", held="N2").do("nut A1", "nut B1")
    assert game.player(0).supply == supply("F1")


def test_the_hole_decides_the_area_of_a_token() -> None:
    """IS-AREA-3: the tile lies in two areas, its hole in area 2, so area 1 pays nothing for it."""
    game = Game().give(gaps="B2 C2 D2 I8 E4", path="G01", held="")
    game.do("leaf G01 D2 r2")
    assert cells(game.player(0).tokens) == "D2"
    assert game.player(0).supply == (0, 0, 0, 0)


def test_one_tile_can_complete_several_areas_and_gets_its_own_token_first() -> None:
    """IS-AREA-2, IS-AREA-4"""
    game = Game().give(gaps="B2 C2 D2 I8", path="G01", held="", tokens="C4 E4")
    game.do("leaf G01 D2 r2")
    assert game.player(0).supply == supply("B1 N2")
    assert game.player(0).tokens == 0
    words = "1 Nut on the hole; areas 1 and 2 complete, which brings 1 Berry and 2 Nuts."
    assert told(game, 0)[0] == f"Ann places G01 with its hole on D2: {words}"


def test_an_area_pays_once() -> None:
    """IS-AREA-5"""
    floor = Player(Game().player(0).floor).floor
    first = gain(floor, FULL & ~bits("A1"), bits("C4"), bits("A1"))
    assert (first.areas, first.pays) == ((1,), supply("B1"))
    again = gain(floor, FULL & ~bits("I8"), bits("C4"), bits("I8"))
    assert (again.areas, again.pays) == ((6,), (0, 0, 0, 0))


def test_a_nut_chains_through_areas_v7() -> None:
    """IS-NUT-1; V7: the last gap of an area with Berry, Berry, Nut on its holes."""
    game = Game().give(gaps="C8 I8", tokens="B5 C6 B7", held="N1").do("nut C8")
    assert told(game, 0)[0].endswith("on C8: area 4 complete, which brings 2 Berries and 1 Nut.")
    assert game.player(0).supply == supply("B2 N1")


# Animals


def test_a_hedgehog_pays_the_treasures_below_it_v4() -> None:
    """IS-ANI-1, IS-ANI-4; V4 and A-19: holes over nothing printed pay nothing."""
    game = Game().give(gaps="A1", holes="E1 E2 D1 D2", held="", floor="F1A")
    game.do("animal hedgehog D1 r0")
    assert game.player(0).supply == supply("N1 M1")
    assert game.player(0).holes == 0
    assert game.state.stock[3] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("animal mouse D2 r0", "only cover empty holes, and D2 has none"),
        ("animal mouse E3 r0", "only cover empty holes, and F3 has none"),
        ("animal mouse E1 r1", "A treasure is still on E1"),
        ("animal mouse I1 r0", "doesn't fit there"),
        ("animal mouse E2 r3", "doesn't fit there"),
    ],
)
def test_an_animal_covers_empty_holes_only(text: str, words: str) -> None:
    """IS-ANI-1"""
    game = Game().give(gaps="A1", holes="E2 E3 E4", tokens="E1")
    refusal = game.refused(text)
    assert refusal.rule == "IS-ANI-1"
    assert words in said(refusal.reason)


def test_an_animal_may_cover_a_part_of_a_group_and_needs_edges() -> None:
    """IS-ANI-2: diagonal contact does not count."""
    game = Game().give(gaps="A1", holes="E2 E3 E4 F5")
    assert game.legal("animal") == [
        "animal mouse E2 r1",
        "animal mouse E3 r1",
        "animal owl E2 r1",
    ]


def test_borders_of_areas_do_not_matter_to_animals() -> None:
    """IS-ANI-3: nor whether an area is complete, if the hole is over nothing printed."""
    game = Game().give(gaps="A1 D8", holes="D4 D5 C5", held="")
    assert "animal hare D4 r3" in game.legal("animal")
    game.do("animal hare D4 r3")
    assert game.player(0).supply == (0, 0, 0, 0)


def test_badger_raccoon_and_fox_give_what_lies_on_them_once() -> None:
    """IS-ANI-5"""
    game = Game().give(gaps="A1", holes="D5 E5 F5 G5 E6", held="")
    assert [stock.bears for stock in game.view().stock][4:] == ["nut", "mushroom", "feather"]
    game.do("animal fox D5 r0")
    assert game.player(0).supply == supply("F1")
    assert game.view().stock[-1].bears is None
    game = Game().give(gaps="A1", holes="D5 E5 F5 E6", held="").do("animal raccoon D5 r0")
    assert game.player(0).supply == supply("M1")
    game = Game().give(gaps="A1", holes="E2 E3 E4 F4", held="").do("animal badger E2 r0")
    assert game.player(0).supply == supply("N2")  # its own, and the one printed on E4


def test_animals_are_first_come_first_served_and_may_gain_nothing() -> None:
    """IS-ANI-6"""
    game = Game().give(gaps="A1 B1", holes="D5 E5 F5 G5", held="B1").do("animal fox D5 r0")
    game.do("squirrel A1", "end").give(1, gaps="A1 B1", holes="D5 E5 F5 G5")
    assert game.legal("animal fox") == []
    assert game.refused("animal fox D5 r0").rule == "IS-ANI-6"


def test_any_number_of_animals_in_one_turn_a23() -> None:
    """A-23"""
    game = Game().give(gaps="A1 B1", holes="D5 E5 G5 H5", held="")
    game.do("animal mouse D5 r0", "animal mouse G5 r0")
    assert game.state.stock[0] == 4
    assert [format_move(move) for move in game.player(0).animals] == [
        "animal mouse D5 r0",
        "animal mouse G5 r0",
    ]
    assert game.state.active == 0


# Placements, compared with a plain search.


@given(
    st.integers(0, FULL),
    st.integers(0, FULL),
    st.sampled_from(TILES),
)
def test_placements_are_all_there_are(one: int, other: int, tile: Tile) -> None:
    covered = one & other
    wanted = [
        leaf
        for cell in sorted(CELLS)
        for turn in TURNS[: tile.ways]
        if (leaf := Leaf(tile, cell, turn)).squares and not leaf.squares & covered
    ]
    assert list(chosen(leaves(tile), fits(tile.drawing, covered))) == wanted


@given(st.integers(0, FULL), st.integers(0, FULL), st.sets(st.sampled_from(TILES), max_size=4))
def test_the_first_tile_of_a_feather_leaves_room(one: int, other: int, found: set[Tile]) -> None:
    """IS-FEA-1, compared with a plain search."""
    covered, path = one | other, tuple(sorted(found))
    for tile in path:
        wanted = [
            leaf
            for leaf in leaves(tile)
            if not leaf.squares & covered
            and any(
                not other.squares & (covered | leaf.squares)
                for second in path
                if second is not tile
                for other in leaves(second)
            )
        ]
        assert list(chosen(leaves(tile), first_leaves(tile, path, covered))) == wanted


# What pieces would earn, and what `audit` finds


@pytest.mark.parametrize(
    ("gaps", "text", "earns"),
    [
        ("A3 B3 C3", "leaf G05 B3 r0", Earned(Treasure.MUSHROOM, (1,), supply("M1"), NONE)),
        ("A1 B3 C3 D3", "leaf G01 B3 r0", Earned(Treasure.MUSHROOM, (2,), NONE, NONE)),
        ("A2 B2 C2 A1", "leaf G05 B2 r0", Earned(None, (), NONE, supply("F1"))),
        ("A1 A2", "squirrel A2", Earned(None, (), NONE, supply("F1"))),
        ("A2", "squirrel A2", Earned(None, (1,), NONE, supply("F1"))),
        ("I8", "nut I8", Earned(None, (6,), supply("B1"), NONE)),
        ("I8", "animal mouse D6 r0", Earned(None, (), supply("B1"), NONE)),
        ("I8", "animal fox D6 r0", Earned(None, (), supply("B1 M1 F1"), NONE)),
    ],
)
def test_what_a_piece_would_earn(gaps: str, text: str, earns: Earned) -> None:
    """IS-LEAF-3, IS-LEAF-5, IS-SQ-2, IS-AREA-2, IS-ANI-4, IS-ANI-5"""
    game = Game().give(gaps=gaps, tokens="H8")
    move = parse_move(INDIAN_SUMMER, text)
    assert isinstance(move, Leaf | Squirrel | SpendNut | PlaceAnimal)
    assert earned(game.view(0).players[0], move) == earns


def test_what_is_wrong_with_a_floor_is_found() -> None:
    game = Game()
    assert audit(game.state) == ()
    assert audit(game.give(holes="A1").state)
    assert audit(Game().give(tokens="A1").state)
    assert audit(Game().give(gaps="A1", held="").state) == ()
    six = Game().do("berry").state
    assert (len(six.players[0].path), audit(six)) == (6, ())
    broken = Game().give(path="G01,G01")
    assert [fault for fault in audit(broken.state) if "G01" in fault]
    assert len(AREAS) == 6
    assert format_move(Leaf(TILES[0], CELLS[0], TURNS[0])) == "leaf G01 A1 r0"


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"covered": 1}, "pieces overlap, or something else is covered"),
        ({"squirrels": 1}, "pieces overlap, or something else is covered"),
        ({"holes": 1}, "an animal or a token does not lie on a hole"),
        ({"tokens": 1}, "an animal or a token does not lie on a hole"),
        ({"supply": (0, 0, -1, 0)}, "too many tiles, or a treasure below nothing"),
    ],
)
def test_every_fault_of_a_floor_has_its_own_words(values: dict[str, int], fault: str) -> None:
    state = Game().state
    broken = replace(state.players[1], **values)  # type: ignore[arg-type]
    assert audit(replace(state, players=(state.players[0], broken))) == (f"seat 1: {fault}",)


def test_a_token_in_a_complete_area_and_a_lost_animal_are_found() -> None:
    """IS-AREA-2, IS-ANI-6"""
    game = Game().do("leaf G05 B3 r0")
    assert audit(game.state) == ()
    player = game.player(0)
    full = replace(player, covered=FULL, squirrels=FULL & ~player.covered)
    broken = replace(game.state, players=(full, game.player(1)), begun=None)
    assert audit(broken) == ("seat 0: a token lies in an area that is complete",)
    stock = replace(Game().state, stock=(5, 5, 4, 2, 1, 1, 1))
    assert audit(stock) == ("5 x mouse",)
    assert audit(Game(options={"no-animals"}).state) == ()


def test_an_animal_on_its_holes_is_in_order() -> None:
    """IS-ANI-6: it is counted with those that are left."""
    game = Game().do("leaf G05 B1 r0", "end").do("squirrel A1", "end")
    game.do("leaf G01 B2 r0")
    assert game.legal("animal") == ["animal mouse B1 r1"]
    game.do("animal mouse B1 r1")
    assert audit(game.state) == ()
    assert game.view(0).stock[0].left == 5
