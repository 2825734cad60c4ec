"""What a move tells, what it marks for the picture, and whether it can be taken back."""

import pytest

from rules.krakow import KRAKOW
from tests.rules.krakow.helpers import NINE, Game, dealt, over, working

SPARE = "T3 1A"
"""A stack that keeps the round from ending."""


@pytest.mark.parametrize(
    ("game", "move"),
    [
        pytest.param(Game(KRAKOW.initial_state(2, frozenset())), "setup JI/0", id="set-up"),
        pytest.param(working("L1 0D", SPARE), "shift left", id="shift"),
        pytest.param(working("L1 0D", SPARE).do("shift left"), "draw D:1", id="draw"),
        pytest.param(working("L1 0D", SPARE), "decline", id="decline"),
        pytest.param(working("L1 0E", SPARE), "swap N:5", id="swap"),
        pytest.param(working("L1 0H", SPARE, owned={0: "N:B D:1"}), "exchange N:B>N:A", id="H"),
        pytest.param(working("L1 0F 1F"), "take N:1", id="take"),
        pytest.param(working("L1 0A", SPARE), "reserve N:1@8", id="a reservation"),
        pytest.param(dealt().do(*["lay A@L1"] * 5), "lay A@L1", id="the last lay: K-PLAN-8"),
    ],
)
def test_what_reveals_something_cannot_be_taken_back(game: Game, move: str) -> None:
    assert not game.do(move).can_undo()


@pytest.mark.parametrize(
    ("game", "move"),
    [
        pytest.param(dealt(), "lay A@L1", id="a lay"),
        pytest.param(working("L1 0B", SPARE), "reserve N:1@8", id="the first of two: K-ACT-B1"),
    ],
)
def test_what_only_the_player_knows_can_be_taken_back(game: Game, move: str) -> None:
    assert game.do(move).can_undo()


def test_a_deal_cannot_be_taken_back_and_marks_the_market() -> None:
    """K-SET-3."""
    game = dealt()
    assert not game.can_undo()
    assert game.view().last.cells == tuple(range(9))


def test_a_lay_marks_its_place() -> None:
    assert dealt().do("lay A@L2").view().last.places == ("L2",)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("A", "1 reservation"),
        ("B", "2 reservations"),
        ("D", "shift by one"),
        ("E", "blind swap"),
        ("F", "take any card"),
        ("H", "swap from hand"),
    ],
)
def test_k_res_3_a_card_is_named_when_it_is_turned_up(card: str, name: str) -> None:
    game = working(f"L2 0{card}", SPARE, owned={0: "N:B D:1"})
    assert f"“{name}”" in game.news()[0]
    assert "L2" in game.news()[0]
    assert "nothing" not in game.news()[0]


def test_k_act_f1_the_take_queue_is_numbered() -> None:
    told = working("L1 0F", "R1 1F", SPARE).news()
    assert ["will be first to take" in line for line in told[:2]] == [True, False]
    assert "will be second to take" in told[1]


def test_carrying_out_marks_the_place_of_the_card() -> None:
    """The cells of the move before it stay marked."""
    last = working("L1 0A", "R2 1A").do("reserve N:3@8").view().last
    assert (last.places, last.cells) == (("R2",), (2,))


def test_awards_mark_the_cards_that_were_reserved() -> None:
    last = working("L1 0F", tokens={1: "1@9", 5: "0@8"}).view().last
    assert (last.places, last.cells) == ((), (1, 5))


def test_a_take_marks_its_cell_and_a_new_round_nothing() -> None:
    game = working("L1 0F 1F").do("take N:3")
    assert game.view().last.cells == (2,)
    last = game.do("take N:5").view().last
    assert (last.places, last.cells) == ((), ())


@pytest.mark.parametrize(
    ("at", "lost"), [(0, "2 tokens"), (1, "N1 “Main Square and Cloth Hall” f")]
)
def test_k_act_d3_only_tokens_of_the_fallen_card_are_lost(at: int, lost: str) -> None:
    game = working("L1 0D", SPARE, tokens={at: "0@9 1@8"}).do("shift left", "draw D:8")
    assert lost in game.news()[0]
    assert ("token" in game.news()[0]) == (at == 0)


def test_k_act_e2_both_cards_of_a_blind_swap_are_told() -> None:
    game = working("L1 0E", SPARE).do("swap N:5")
    assert "N5" in game.news()[0]
    game.do("draw D:8")
    assert "D8" in game.news()[0]
    assert "N5" in game.news()[0]


def test_k_hid_4_the_hour_of_a_reservation_is_told_to_its_owner_alone() -> None:
    game = working("L1 0A", SPARE).do("reserve N:1@13")
    assert [line for line in game.news(0) if "13:00" in line] != []
    assert game.news(1) == [line for line in game.news(0) if "13:00" not in line]


def test_k_end_5_a_new_deck_is_told_and_has_no_order() -> None:
    game = working("L1 0E", SPARE, deck="", aside="D:3 D:1 D:2").do("swap N:1", "draw D:2")
    assert "The deck is empty" in game.news()[0]
    assert game.state.deck == ("D:1", "D:3")


def test_k_awd_1_a_round_without_reservations_is_told() -> None:
    """A round of take cards alone; with a reservation nothing of the kind is said."""
    assert any("No sights were reserved" in line for line in working("L1 0F").news())
    assert not any("No sight" in line for line in working("L1 0F", tokens={0: "1@9"}).news())


def test_the_end_tells_kept_cards_and_points() -> None:
    """K-SCORE-1: 13 for all fifteen cards of this made-up hand, and 4 for N1."""
    game = working("L1 0F", round_=4).do("take N:1")
    kept, result = game.news()[-2:], game.news()[-1]
    assert "stop actions" in kept[0]
    assert "Y 17 points" in result
    assert "G 13 points" in result


def test_the_scores_of_the_end_are_those_of_the_outcome() -> None:
    """K-SCORE-1: kept cards count once they are shown."""
    state = over(("N1 N2", "ABF"), ("", "CED"))
    outcome = KRAKOW.outcome(state)
    assert outcome is not None
    assert KRAKOW.scores(KRAKOW.view(state, 0)) == outcome.scores == (21, -6)
    playing = working("L1 0A", owned={0: "N:B N:C"}, market=NINE)
    assert KRAKOW.scores(playing.view()) == (3 + 2 + 4, 0)


def test_an_exchange_marks_the_cell_of_the_own_card() -> None:
    game = working("L1 0H", "T2 1A", owned={0: "N:B D:1"}).do("exchange N:B>N:6")
    assert (game.view().last.places, game.view().last.cells) == (("T2",), (5,))


def test_a_place_shows_what_was_turned_up_there() -> None:
    """K-RES-5."""
    view = working("L1 0C 1C", "T2 0A", SPARE).view()
    done = {p.place: [(d.order, d.seat, d.card) for d in p.done] for p in view.places if p.done}
    assert done == {"L1": [(1, 1, "C"), (2, 0, "C")], "T2": [(3, 0, "A")]}
