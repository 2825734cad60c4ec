"""Words: refusals, labels, what a move would earn, advice, and where things are."""

from __future__ import annotations

import pytest

from rules.indian_summer import INDIAN_SUMMER, whereabouts
from rules.indian_summer.components import TILES, Cell
from rules.indian_summer.forest.pad import leaf_merit
from rules.indian_summer.moves import MOVE_TYPES, Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.notation import format_move, parse_move, part_types
from rules.pad import ranked, ways
from rules.protocol import WATCHER
from tests.rules.indian_summer.helpers import Game, said


def sentence(game: Game, text: str) -> str:
    return said(INDIAN_SUMMER.sentence(game.view(), parse_move(INDIAN_SUMMER, text)))


def label(game: Game, text: str, name: str) -> str:
    move = parse_move(INDIAN_SUMMER, text)
    return said(INDIAN_SUMMER.option(game.view(), type(move), name, getattr(move, name)))


def prompt(game: Game, seat: int | None = None) -> str:
    return said(INDIAN_SUMMER.prompt(game.view(seat)))


def headline(game: Game) -> str:
    return said(INDIAN_SUMMER.headline(game.view()))


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
        ("squirrel A2", "Place a squirrel on A2: 11 spaces of area 1 stay empty."),
        ("nut A2", "Spend a Nut to place a squirrel on A2: 11 spaces of area 1 stay empty."),
        ("berry", "Spend a Berry and take G09."),
        ("feather", "Spend a Feather to place two tiles from your path."),
        ("mushroom K+bush", "Spend a Mushroom to get G02, G09 from Bob, the bush."),
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
        "Place a squirrel on A1: area 1 complete (1 Berry, 1 Feather)."
    )
    assert label(game, "nut A1", "cell") == "A1: area 1 complete (1 Berry, 1 Feather)"
    assert label(game, "nut A5", "cell") == "A5: area 4"
    assert (
        sentence(game, "animal mouse E1 r1") == "Place the mouse on E1, E2 (r1) and get 1 Mushroom."
    )
    assert "badger" in label(game, "animal badger E1 r0", "animal")
    assert label(game, "animal badger E1 r0", "animal") == "badger (BA): bears 1 Nut"
    assert label(game, "animal mouse E1 r1", "animal") == "mouse (MO): 6 left"


def test_a_berry_that_reveals_tiles_says_so() -> None:
    game = Game().lay(common="G09,Y10,R11,G10,Y11,R12,G11")
    assert "can't be undone" in sentence(game, "berry")


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("leaf Y01 A1 r0", "tile", "Y01: I4, number 3 on your path, 186 places"),
        ("leaf G02 A1 r0", "tile", "G02: I3, from the Mushroom, 220 places"),
        ("leaf G05 B3 r0", "hole", "B3: area 1, 1 Mushroom"),
        ("leaf G05 B1 r0", "hole", "B1: area 1"),
        ("leaf G05 B1 r1", "turn", "r1"),
        ("swap berry nut", "give", "Berry: you have 1"),
        ("swap berry nut", "get", "Nut: for 2 Berries, 1 Mushroom, 1 Feather"),
        ("mushroom K+bush", "pair", "Bob, the bush: G02, G09"),
        ("side A", "side", "Side A: FMB MNN NBN NBB BMM BFB"),
    ],
)
def test_labels(text: str, name: str, words: str) -> None:
    assert label(Game(), text, name) == words


def test_labels_of_the_solo_game() -> None:
    game = Game(1).give(path="G05,G01,Y01")
    assert label(game, "berry-from top-right", "source") == "Top Path, right: Y07, Y05"
    assert label(game, "refill bottom-left", "source") == "Bottom Path, left: R02, R03"
    assert label(game, "mushroom top-left+bottom-right", "pair") == (
        "Top Path, left, Bottom Path, right: G02, R11"
    )
    assert sentence(game, "refill bottom-left") == "Take R02, R03 (Bottom Path, left)."
    assert sentence(game, "berry-from top-right") == (
        "Spend a Berry and take Y07, Y05 (Top Path, right)."
    )


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
    assert prompt(game) == "Place the first tile of your Feather."
    assert prompt(game, WATCHER) == "It's Ann's turn."
    game.do("leaf G05 B1 r0")
    assert prompt(game) == "Place the second tile of your Feather."
    game.do("leaf G01 A3 r0")
    assert prompt(game).startswith("Your main action is done")
    game = Game().do("mushroom K+bush")
    assert prompt(game) == "Place the Mushroom's tiles: G02, G09."
    game = Game().give(gaps="A1", held="N2").do("nut A1")
    assert prompt(game).startswith("Your floor is full")
    assert headline(game) == "Round 1, the last one"
    game.do("end", "squirrel A1", "end")
    assert (prompt(game), headline(game)) == ("The match is over.", "The match is over")
    assert "Choose a side" in prompt(Game(options={"sides"}), 1)
    assert prompt(Game(options={"sides"}), WATCHER) == "Still choosing a side: Ann, Bob."
    solo = Game(1).give(path="G05", held="N1").do("leaf G05 B1 r0")
    assert prompt(solo).startswith("Your path is empty")


# Advice


def advice(game: Game, seat: int | None = None) -> dict[str, tuple[str, ...]]:
    return {said(one.text): one.rules for one in INDIAN_SUMMER.advice(game.view(seat))}


def test_advice_on_a_mushroom_names_the_rule_for_so_many_players() -> None:
    words = "Instead of placing one tile, you can spend a token to place two. You have 1 Mushroom."
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
        "1 animal fits on your empty holes. For example, placing the mouse on E1, E2 brings "
        "1 Mushroom."
    )
    assert found[words][0] == "IS-ANI-1"
    assert "1 Nut completes area 1: A1." in found
    assert (
        "Instead of placing one tile, you can spend a token to place two. You have 1 Mushroom."
    ) in found
    assert "A Berry gets you 1 tile." in found
    assert len(found) == 6


def test_advice_in_the_middle_of_a_main_action() -> None:
    game = Game(3).give(gaps="A1 B1 C1 I8", held="M1 N1").give(1, path="R24").do("mushroom K+P")
    assert "There is no room for R24. Tiles that don't fit stay where they were." in advice(game)
    assert "IS-FEA-1" in [*advice(Game().give(held="F1").do("feather")).values()][0]
    assert [*advice(game, 1)] == [
        "It's Ann's turn.",
        "Meanwhile, you can try out your tiles and prepare one for your next turn.",
    ]
    solo = Game(1).give(path="G05", held="N1").do("leaf G05 B1 r0")
    assert [*advice(solo).values()][0] == ("IS-SOLO-2",)
    assert len(advice(Game(options={"sides"}), 0)) == 2


def test_advice_in_the_last_round_and_at_the_end() -> None:
    game = Game().give(gaps="A1", held="N2").do("nut A1")
    assert advice(game).popitem()
    game.do("end")
    assert any("last round" in text for text in advice(game, 0))
    game.do("squirrel A1", "end")
    assert [*advice(game).values()] == [("IS-END-6",)]


# Where things are


@pytest.mark.parametrize(
    ("component", "words"),
    [
        ("G01", "G01 is on Ann's floor with its hole on A1."),
        ("G05", "G05 is number 1 on Ann's path."),
        ("G09", "G09 is number 1 on the common path."),
        ("R29", "R29 is in the reserve."),
        ("F1A", "Floor F1A belongs to Ann."),
        ("F1B", "Floor F1B is not in play."),
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


def test_where_things_of_the_solo_game_are() -> None:
    view = Game(1).view()
    found = {c: INDIAN_SUMMER.whereabouts(view, c) for c in whereabouts.COMPONENTS}
    missing = {component for component, text in found.items() if text is None}
    assert missing == {"bush", "shoes", "common-path"}
    text = found["R29"]
    assert text is not None
    assert said(text) == "R29 is in another stack."
    assert len(whereabouts.COMPONENTS) == len(TILES) + 7 + 4 + 12 + 9


# The pads


def test_pads_offer_the_best_place_first() -> None:
    """Places that complete an area, or whose hole shows a treasure, come before others."""
    game = Game().give(gaps="A1 B1 C1 D8 E8 F8 D7 E7 F7 D6", tokens="A2 C4", path="G05")
    view = game.view()
    places = [move for move in INDIAN_SUMMER.legal_moves(game.state, 0) if isinstance(move, Leaf)]
    assert Leaf.pad is not None
    best = ranked(Leaf.pad, view, places)[0]
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
    order = ranked(kind.pad, game.view(), places)
    for place in order:
        assert set(ways(kind.pad, order, place).values()) <= set(places)


def test_verbs_are_short_and_told_apart() -> None:
    verbs = [kind.notation.split()[0] for kind in MOVE_TYPES]
    assert len(set(verbs)) == len(verbs)
    assert all(kind.preparable == (kind is Leaf) for kind in MOVE_TYPES)
    assert Cell.parse("C4").area == 1
