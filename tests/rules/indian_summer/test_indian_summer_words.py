"""Words: labels, what a move would earn, and where things are."""

from __future__ import annotations

import pytest

from rules.indian_summer import INDIAN_SUMMER, whereabouts
from rules.indian_summer.components import TILES, Cell, Treasure
from rules.indian_summer.moves import MOVE_TYPES, Leaf, Swap
from rules.notation import parse_move
from rules.protocol import WATCHER
from tests.rules.indian_summer.helpers import BOTTOM, COMMON, Game, said


def sentence(game: Game, text: str) -> str:
    return said(INDIAN_SUMMER.sentence(game.view(), parse_move(INDIAN_SUMMER, text)))


def label(game: Game, text: str, name: str) -> str:
    move = parse_move(INDIAN_SUMMER, text)
    return said(INDIAN_SUMMER.option(game.view(), type(move), name, getattr(move, name)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("leaf G05 B2 r0", "Place G05 with its hole on B2 (r0): covers 1 Feather."),
        ("leaf G05 B1 r0", "Place G05 with its hole on B1 (r0): no treasure."),
        ("leaf G05 B3 r0", "Place G05 with its hole on B3 (r0): 1 Mushroom on the hole."),
        (
            "leaf Y01 A2 r0",
            "Place Y01 with its hole on A2 (r0): 1 Feather on the hole, covers 1 Nut.",
        ),
        ("leaf Y06 B2 r0", "Place Y06 with its hole on B2 (r0): covers 1 Mushroom."),
        ("squirrel A2", "Place a squirrel on A2: 11 spaces of area 1 stay empty."),
        ("squirrel I8", "Place a squirrel on I8: 11 spaces of area 6 stay empty."),
        ("nut A2", "Spend a Nut to place a squirrel on A2: 11 spaces of area 1 stay empty."),
        ("berry", "Spend a Berry and take G09."),
        ("feather", "Spend a Feather to place two tiles from your path."),
        ("mushroom K+bush", "Spend a Mushroom to get G02 and G09 from Bob and the bush."),
        ("swap berry nut", "Exchange 2 Berries for 1 Nut."),
        ("end", "End your turn."),
        ("forgo G02", "Give up G02, because it doesn't fit anywhere."),
        ("side B", "Play on side B of your board."),
    ],
)
def test_a_move_says_what_it_would_do(text: str, words: str) -> None:
    assert sentence(Game(), text) == words


def test_a_move_says_what_it_would_earn() -> None:
    game = Game().give(gaps="A1 A5 B5 I8", tokens="A2 C4 C6 B7", holes="E1 E2", path="G05")
    assert sentence(game, "squirrel A1") == (
        "Place a squirrel on A1: area 1 complete, which brings 1 Berry and 1 Feather."
    )
    assert (
        label(game, "nut A1", "cell") == "A1: area 1 complete, which brings 1 Berry and 1 Feather"
    )
    assert (
        label(game, "squirrel A1", "cell")
        == "A1: area 1 complete, which brings 1 Berry and 1 Feather"
    )
    assert label(game, "nut A5", "cell") == "A5: area 4"
    whole = Game().give(gaps="A3 B3 C3 I8", tokens="C4 D2", path="G05")
    told = sentence(whole, "leaf G05 B3 r0")
    assert told.endswith(
        "1 Mushroom on the hole; area 1 complete, which brings 1 Berry and 1 Mushroom."
    )
    assert (
        sentence(game, "animal mouse E1 r1")
        == "Place the mouse on E1 and E2 (r1) and get 1 Mushroom."
    )
    assert "badger" in label(game, "animal badger E1 r0", "animal")
    assert label(game, "animal badger E1 r0", "animal") == "badger: carries 1 Nut"
    assert label(game, "animal mouse E1 r1", "animal") == "mouse: 6 left"


@pytest.mark.parametrize(
    ("path", "left", "final"),
    [("G01,G05,Y01,Y06,R01", 6, True), ("G01,G05,Y01,Y06,R01", 7, False), ("G01", 6, True)],
)
def test_a_berry_that_reveals_tiles_says_so(path: str, left: int, final: bool) -> None:
    """IS-PATH-4, IS-BER-1: if fewer than seven would lie on the common path."""
    taken = max(5 - len(path.split(",")), 1)
    game = Game().lay(common=",".join(COMMON.split(",")[: left + taken])).give(path=path)
    assert ("can't be undone" in sentence(game, "berry")) is final
    assert (game.do("berry").due() is not None) is final


def test_a_fox_says_what_it_would_bring() -> None:
    """IS-ANI-4, IS-ANI-5"""
    game = Game().give(gaps="A1", holes="D6 E6 F6 G6")
    told = "Place the fox on D6, E6, F6 and G6 (r0) and get 1 Berry, 1 Mushroom and 1 Feather."
    assert sentence(game, "animal fox D6 r0") == told


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("leaf Y01 A1 r0", "tile", "Y01: I4, number 3 on your path, fits in 186 places"),
        ("leaf G02 A1 r0", "tile", "G02: I3, from the Mushroom, fits in 220 places"),
        ("leaf G05 B3 r0", "hole", "B3: area 1, 1 Mushroom"),
        ("leaf G05 B1 r0", "hole", "B1: area 1"),
        ("leaf G05 B1 r1", "turn", "r1"),
        ("swap berry nut", "give", "Berry: you have 1"),
        ("swap berry nut", "get", "Nut: for one of these: 2 Berries, 1 Mushroom, 1 Feather"),
        ("mushroom K+bush", "pair", "Bob and the bush: G02, G09"),
        ("side A", "side", "Side A: Feathers in areas 1 and 6"),
    ],
)
def test_labels(text: str, name: str, words: str) -> None:
    assert label(Game(), text, name) == words


def test_labels_of_the_solo_game() -> None:
    game = Game(1).give(path="G05,G01,Y01")
    assert label(game, "berry-from top-right", "source") == "Top Path (right): Y07, Y05"
    full = Game(1).give(path="G05,G01,Y01,Y06,R01")
    assert label(full, "berry-from top-right", "source") == "Top Path (right): Y07"
    assert label(game, "refill bottom-left", "source") == "Bottom Path (left): R02, R03"
    assert label(game, "mushroom top-left+bottom-right", "pair") == (
        "Top Path (left) and Bottom Path (right): G02, R11"
    )
    assert (
        sentence(game, "refill bottom-left")
        == "Take R02 and R03 from the left end of the Bottom Path."
    )
    assert sentence(game, "berry-from top-right") == (
        "Spend a Berry and take Y07 and Y05 from the right end of the Top Path."
    )


# Where things are


@pytest.mark.parametrize(
    ("component", "words"),
    [
        ("G01", "G01 is on Ann's floor with its hole on A1."),
        ("G05", "G05 is number 1 on Ann's path."),
        ("G09", "G09 is number 1 on the common path."),
        ("R29", "R29 is in the reserve."),
        ("F1A", "Floor F1A belongs to Ann."),
        ("F1B", "Floor F1B isn't in play."),
        ("nut", "Nut: Ann 0 (and 0 on holes), Bob 1 (and 0 on holes)."),
        ("mouse", "mouse: 5 left. Placed: Ann E1 E2."),
        ("fox", "fox: 1 left, none placed."),
        (
            "squirrel",
            "1 squirrel is on the floors. There are 32 in the box, and more if needed.",
        ),
        ("backpack", "The backpacks: Ann S, Bob K."),
        ("shoes", "Ann has the hiking shoes and went first."),
        ("bush", "G09 is next to the bush."),
        ("player-path", "Tiles on the paths: Ann 4, Bob 5."),
        ("reserve", "49 tiles are face down."),
        ("common-path", f"The common path, starting at the bush: {COMMON.replace(',', ', ')}."),
    ],
)
def test_where_things_are(component: str, words: str) -> None:
    game = (
        Game().do("leaf G01 A1 r0").give(holes="E1 E2", held="M1").do("animal mouse E1 r1", "end")
    )
    game.do("squirrel I8", "end")
    found = INDIAN_SUMMER.whereabouts(game.view(), component)
    assert found is not None
    assert said(found) == words


def test_a_watcher_reads_the_labels_of_the_player_whose_turn_it_is() -> None:
    game = Game(start=1).give(1, held="B3")
    for seat, words in ((WATCHER, "Berry: you have 3"), (1, "Berry: you have 3")):
        option = INDIAN_SUMMER.option(game.view(seat), Swap, "give", Treasure.BERRY)
        assert said(option) == words
    own = INDIAN_SUMMER.option(game.view(0), Swap, "give", Treasure.BERRY)
    assert said(own) == "Berry: you have 1"


def test_there_is_nothing_next_to_the_bush_when_the_common_path_is_empty() -> None:
    """IS-PATH-5"""
    view = Game().without_reserve().lay(common="").view()
    assert INDIAN_SUMMER.whereabouts(view, "bush") is None
    row = INDIAN_SUMMER.whereabouts(view, "common-path")
    assert row is not None
    assert said(row).endswith("no tiles.")


def test_where_things_of_the_solo_game_are() -> None:
    view = Game(1).view()
    found = {c: INDIAN_SUMMER.whereabouts(view, c) for c in whereabouts.COMPONENTS}
    missing = {component for component, text in found.items() if text is None}
    assert missing == {"bush", "shoes", "common-path"}
    for component, words in (
        ("R29", "R29 is in another stack."),
        ("G03", "G03 is number 2 on the Top Path."),
        ("R02", "R02 is number 1 on the Bottom Path."),
        ("bottom-path", f"The Bottom Path: {BOTTOM.replace(',', ', ')}."),
    ):
        text = found[component]
        assert text is not None
        assert said(text) == words
    assert len(whereabouts.COMPONENTS) == len(TILES) + 7 + 4 + 12 + 9


# The moves


def test_verbs_are_short_and_told_apart() -> None:
    verbs = [kind.notation.split()[0] for kind in MOVE_TYPES]
    assert len(set(verbs)) == len(verbs)
    assert all(kind.preparable == (kind is Leaf) for kind in MOVE_TYPES)
    assert Cell.parse("C4").area == 1
