"""Awards, takes, the end of a round, and what always holds: K-AWD, K-TAKE, K-END, K-INV."""

from dataclasses import replace

import pytest

from rules.krakow import KRAKOW
from rules.krakow.components import Action, Place
from rules.krakow.state import KrakowState, Stack, audit
from rules.krakow.view import Phase
from tests.contract.checks import playout
from tests.rules.krakow.helpers import NINE, RULES, Game, dealt, sights, working

A, B, C = 0, 1, 2


@pytest.mark.parametrize(
    ("tokens", "winner", "shown"),
    [
        pytest.param("0@17", A, False, id="W1"),
        pytest.param("0@9 1@8", B, True, id="W2"),
        pytest.param("0@8 1@8", None, True, id="W3"),
        pytest.param("0@8 1@8 2@9", None, True, id="W4"),
        pytest.param("0@9 1@9 2@8", C, True, id="W5"),
        pytest.param("0@9 0@12", A, True, id="W6"),
        pytest.param("0@9 0@12 1@9", None, True, id="W7"),
        pytest.param("", None, False, id="W8"),
    ],
)
def test_awards_w1_to_w8(tokens: str, winner: int | None, shown: bool) -> None:
    # two take cards at the end keep the awarded market on the table
    game = working("L1 0F", "R1 1F", seats=3, tokens={5: tokens} if tokens else {})
    awards = game.view().awards
    assert awards is not None
    card = "N6"
    if not tokens:
        assert awards.awards == ()
        assert card in game.row(2)
        return
    (award,) = awards.awards
    assert (award.cell, award.sight.code, award.winner) == (5, card, winner)
    hours = sorted(int(k.split("@")[1]) for k in tokens.split())
    assert [k.hour for k in award.tokens] == (hours if shown else [None])
    assert (card in game.row(2)) == (winner is None)
    for seat in range(3):
        assert (card in game.codes(seat)) == (seat == winner)


def test_k_awd_1_r17_after_all_cards_for_all_cells_at_once() -> None:
    game = working("L1 0A", "L1 1A", tokens={1: "0@12"}).do("reserve N:1@8")
    assert game.codes(0) == []
    game.do("reserve N:1@9")
    assert game.codes(0) == ["N1", "N2"]


def test_k_awd_2_r15_a_lone_token_is_never_shown() -> None:
    game = working("L1 0A").do("reserve N:1@8")
    assert game.state.players[0].shown_hours == ()
    assert game.news(1)[1:] == [
        "Now the reserved sights are awarded.",
        "Y gets N1 “Main Square and Cloth Hall”.",
    ]
    assert game.view(1).awards.awards[0].tokens[0].hour is None  # type: ignore[union-attr]


def test_k_awd_3_r11_contested_tokens_are_all_shown() -> None:
    game = working("L1 0A", tokens={0: "1@9"}).do("reserve N:1@8")
    assert game.news()[2] == "Y gets N1 “Main Square and Cloth Hall” (tokens: Y 8:00, G 9:00)."
    assert [p.shown_hours for p in game.view().players] == [(8,), (9,)]


def test_k_awd_4_r12_a_tie_gives_the_card_to_nobody() -> None:
    game = working("L1 0A", "L2 0F", "R2 1F", seats=3, tokens={0: "1@8 2@9"}).do("reserve N:1@8")
    assert "N1" in game.row(1)
    assert (
        "The earliest hour on N1 “Main Square and Cloth Hall” is tied (Y 8:00, G 8:00, O "
        "9:00), so nobody gets it."
    ) in game.news()
    assert "take N:1" in game.moves()


def test_k_awd_5_equal_later_hours_do_not_matter() -> None:
    game = working("L1 0A", seats=3, tokens={0: "1@9 2@9"}).do("reserve N:1@8")
    assert game.codes(0) == ["N1"]


def test_k_awd_6_two_tokens_of_one_player_are_turned_up() -> None:
    game = working("L1 0A", tokens={0: "0@12"}).do("reserve N:1@9")
    assert game.codes(0) == ["N1"]
    assert game.view().players[0].shown_hours == (9, 12)


def test_k_awd_7_cards_without_tokens_stay() -> None:
    game = working("L1 0F", tokens={0: "1@9"})
    assert game.row(1) == [None, "N2", "N3"]


# Takes


def test_k_take_1_r19_in_the_order_of_turning_up() -> None:
    game = working("L1 0F 1F", tokens={0: "1@9"})
    assert game.view().takers == (1, 0)  # the top card was turned up first
    game.do("take N:2").do("take N:3")
    assert game.codes(1) == ["N1", "N2"]
    assert game.codes(0) == ["N3"]
    assert [len(p.hours) for p in game.state.players] == [10, 9]


def test_k_take_1_refusal_out_of_turn() -> None:
    """The rule of the take queue; that of a card's owner says nothing about takes."""
    game = working("L1 0F 1F", tokens={0: "1@9"})
    assert game.refused("take N:2", seat=0).startswith("K-TAKE-1 ")


def test_k_take_1_refusal_must_take_r18() -> None:
    game = working("L1 0F")
    assert game.refused("decline") == (
        "K-TAKE-1 9 cards are left in the market, so you must take one of them. Take one of the "
        "cards left in the market: N1 (+4), N2 (+3), N3 (+2), N4 (+1), N5 (+1), N6 (+2), N7 (+3), "
        "N8 (+4), NA (+5)."
    )
    assert game.refused("lay A@L1").startswith("K-PLAN-7 The awards are over")


def test_k_take_2_refusal_not_available() -> None:
    game = working("L1 0F", tokens={0: "1@9"}, aside="D:2")
    left = "Choose from N2, N3, N4, N5, N6, N7, N8 and NA."
    assert game.refused("take N:1") == (
        "K-TAKE-2 You can only choose a card in the market. N1 “Main Square and Cloth Hall” is one "
        f"of G's sights. {left}"
    )
    assert game.refused("take D:2") == (
        "K-TAKE-2 You can only choose a card in the market. D2 “St Mary's Church” is set aside "
        f"until the round ends or the deck runs out. {left}"
    )
    assert game.refused("take D:3").endswith(
        f"is one of the 25 face-down cards in the deck. {left}"
    )


def all_but(*cells: int) -> dict[int, str]:
    """Return tokens that win every cell of a 3 x 3 market but these."""
    owners = {cell: 0 if n < 5 else 1 for n, cell in enumerate(set(range(9)) - set(cells))}
    hours = {0: iter(range(8, 18)), 1: iter(range(8, 18))}
    return {cell: f"{seat}@{next(hours[seat])}" for cell, seat in owners.items()}


def test_k_take_3_the_last_card_is_taken_by_itself_be_it_a_lajkonik() -> None:
    game = working("L1 0F", market=NINE.replace("N:A", "N:L"), tokens=all_but(8))
    assert "NL" in game.codes(0)
    assert game.view().phase is Phase.DEAL
    assert "Y takes NL “Lajkonik”." in game.news()


def test_k_take_3_a_lajkonik_may_be_taken() -> None:
    game = working("L1 0F", market=NINE.replace("N:A", "N:L"))
    assert game.do("take N:L").codes(0) == ["NL"]


def test_k_take_4_without_a_card_the_take_lapses() -> None:
    game = working("L1 0F 1F", tokens=all_but(8))
    assert game.codes(1)[-1] == "NA"
    assert "There are no cards left, so Y takes nothing." in game.news()
    assert game.view().phase is Phase.DEAL


def test_k_take_5_a_stopped_take_card_gives_nothing() -> None:
    game = working("L1 0F 1G", tokens={0: "1@9"})
    assert game.state.players[0].stopped == (Action.TAKE,)
    assert game.view().phase is Phase.DEAL
    assert game.codes(0) == []


# The end of a round


def finished_round(seats: int = 2, round_: int = 1) -> Game:
    return working("L1 0F", seats=seats, tokens={0: "1@9"}, aside="D:C", round_=round_)


def test_k_end_1_everything_left_goes_back_into_the_deck() -> None:
    game = finished_round().do("take N:2")
    state = game.state
    assert len(state.deck) == 33
    assert {"N:3", "D:C"} <= set(state.deck)
    assert not {"N:1", "N:2"} & set(state.deck)
    assert (state.aside, state.market, state.stacks) == ((), (), ())
    deal = ",".join(state.deck[:9])
    assert game.do(f"deal {deal}").view().phase is Phase.PLANNING
    assert game.news() == ["Round 2 of 4: a new market is dealt. G starts."]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_k_end_2_the_next_clockwise_starts(seats: int) -> None:
    for step in playout(RULES, seats, 1):
        state, after = step.state, step.after.state
        assert isinstance(state, KrakowState)
        assert isinstance(after, KrakowState)
        if after.round > state.round:
            assert after.start == (state.start + 1) % seats


def test_k_end_3_used_cards_and_tokens_never_come_back() -> None:
    game = finished_round()
    before = game.state.players
    game.do("take N:2")
    assert [(p.hand, p.hours) for p in game.state.players] == [(p.hand, p.hours) for p in before]


@pytest.mark.parametrize(("seats", "last"), [(2, 4), (3, 3), (4, 4)])
def test_k_end_4_the_last_round_has_no_new_market(seats: int, last: int) -> None:
    assert finished_round(seats, last - 1).do("take N:2").view().phase is Phase.DEAL
    game = finished_round(seats, last).do("take N:2")
    assert game.view().phase is Phase.OVER
    assert KRAKOW.to_act(game.state) == frozenset()
    assert KRAKOW.outcome(game.state) is not None
    assert game.refused("lay A@L1").startswith("K-END-4 ")
    assert game.view().players[0].kept == game.state.players[0].hand
    assert KRAKOW.prompt(game.view()).msgid == "The match is over."


def test_k_end_5_an_empty_deck_is_made_from_the_cards_set_aside() -> None:
    game = working("L1 0D", "L2 1A", deck="", aside="D:1 D:2").do("shift left")
    assert game.refused("draw D:3").startswith("K-SET-3")
    assert game.refused("draw N:1").startswith("K-SET-3"), (
        "the card that falls off now is not in it"
    )
    game.do("draw D:2")
    assert game.row(1) == ["N2", "N3", "D2"]
    assert game.state.deck == ("D:1",)
    assert game.state.aside == ("N:1",)


@pytest.mark.parametrize("card", ["D", "E"])
def test_k_end_5_without_any_card_to_draw_there_is_no_effect(card: str) -> None:
    game = working(f"L1 0{card}", "L2 1A", deck="", aside="")
    assert "nothing happens" in game.news()[0]


# Invariants


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_k_inv_1_2_3_4_hold_throughout(seats: int, seed: int) -> None:
    for step in playout(RULES, seats, seed):
        assert KRAKOW.audit(step.after.state) == ()  # type: ignore[arg-type]


def broken(state: KrakowState, **change: object) -> str:
    return "; ".join(audit(replace(state, **change)))  # type: ignore[arg-type]


def test_k_inv_1_a_lack_of_tokens_is_found() -> None:
    state = dealt().state
    few = state.players[0]._replace(hours=(8, 9))
    assert "seat 0 lacks tokens" in broken(state, players=(few, state.players[1]))
    assert "2 tokens after 0 reservations" in broken(state, players=(few, state.players[1]))


def test_k_inv_2_lost_and_doubled_sights_are_found() -> None:
    state = dealt().state
    assert "sight D:1 is lost" in broken(state, deck=state.deck[1:])
    assert "2 x sight N:1" in broken(state, aside=(state.market[0],))
    assert "sight J:1 is out of the game" in broken(state, aside=sights("J:1"))
    assert "the deck is in an order" in broken(state, deck=state.deck[::-1])


def test_k_inv_3_a_small_deck_is_found() -> None:
    state = dealt().state
    assert "fewer than can be" in broken(state, deck=state.deck[:3])


def test_k_inv_4_a_wrong_number_of_cards_is_found() -> None:
    state = dealt().state
    assert "seat 0 holds 14 cards instead of 15" in broken(
        state, players=(state.players[0]._replace(hand=state.players[0].hand[1:]), state.players[1])
    )
    assert "the action cards of seat 0 do not add up" in broken(
        state, players=(state.players[0]._replace(hand=state.players[0].hand[1:]), state.players[1])
    )
    twice = (Stack(Place.T1, ()), Stack(Place.T1, ()))
    assert "a place has two stacks" in broken(state, stacks=twice)
    assert "the market has the wrong size" in broken(state, tokens=())


def test_doubled_tokens_are_found() -> None:
    state = dealt().state
    twice = state.players[0]._replace(shown_hours=(8,))
    assert "the tokens of seat 0 do not add up" in broken(state, players=(twice, state.players[1]))


def test_k_inv_3_cards_set_aside_count_as_the_deck() -> None:
    state = dealt().state
    assert audit(replace(state, deck=state.deck[:3], aside=state.deck[3:])) == ()


def test_k_set_3_a_market_of_a_wrong_size_is_found() -> None:
    state = dealt().state
    assert "wrong size" in broken(state, market=state.market[:-1], tokens=state.tokens[:-1])


def test_k_take_1_between_two_cards_there_is_a_choice() -> None:
    game = working("L1 0F", tokens=all_but(7, 8))
    assert game.moves() == ["take N:8", "take N:A"]
