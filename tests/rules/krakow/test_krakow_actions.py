"""The eight action cards: K-ACT with refusals, and the order in which they happen: K-RES."""

import pytest

from rules.krakow.components import Action
from tests.rules.krakow.helpers import NINE, dealt, working

SPARE = "L3 0C"
"""A stack that keeps the round from ending."""


def test_k_res_1_stacks_go_by_their_order_tokens() -> None:
    game = working("R3 0C", "L1 1C", "T2 0A")
    assert [str(d.place) for d in game.state.done] == ["R3", "L1", "T2"]
    assert game.view().places[1].working


def test_k_res_2_the_top_card_comes_first() -> None:
    game = working("L1 0A 1C 0A")
    assert [(d.seat, d.card) for d in game.state.done] == [(0, Action.RESERVE_ONE)]
    game.do("reserve N:1@8")
    assert [(d.seat, d.card) for d in game.state.done] == [(0, "A"), (1, "C"), (0, "A")]


def test_k_res_3_cards_below_stay_face_down() -> None:
    game = working("L1 1F 0A")
    (place,) = [p for p in game.view().places if p.cards]
    assert [(c.seat, c.card) for c in place.cards] == [(1, None)]
    (own,) = [p for p in game.view(1).places if p.cards]
    assert [(c.seat, c.card) for c in own.cards] == [(1, Action.TAKE)]


def test_k_res_4_the_owner_of_the_card_decides() -> None:
    game = working("L1 0C 0C 1A")
    assert game.view().decision.seat == 1  # type: ignore[union-attr]
    assert game.refused("reserve N:1@8", seat=0).startswith("K-RES-4 ")


def test_k_res_5_carried_out_cards_are_public() -> None:
    game = working("L1 0C", "R1 1A")
    assert game.view().players[0].turned_up == (Action.ZERO,)
    assert [(d.order, d.seat, d.card) for d in game.view().done] == [(1, 0, "C"), (2, 1, "A")]


def test_k_res_6_a_line_is_a_position() -> None:
    game = working("L1 0D", "R1 1A").do("shift left", "draw D:1")
    assert {move[8:11] for move in game.moves()} == {"N:2", "N:3", "D:1"}


# A and B


def test_k_act_a1_one_token_on_a_card_of_the_line() -> None:
    game = working("T1 0A", SPARE)
    assert len(game.moves()) == 3 * 10
    game.do("reserve N:4@13")
    assert game.news(1)[0] == "Y reserves N4 “Collegium Maius”."
    assert "13" not in " ".join(game.news(1))
    assert game.view(1).awards.awards[0].tokens[0].hour is None  # type: ignore[union-attr]


def test_k_act_a1_the_token_lies_until_the_awards() -> None:
    game = working("T1 0A", "L3 1A").do("reserve N:4@13")
    assert game.state.players[0].hours == (8, 9, 10, 11, 12, 14, 15, 16, 17)
    assert [(k.seat, k.hour) for k in game.view(0).market[3].tokens] == [(0, 13)]
    assert [(k.seat, k.hour) for k in game.view(1).market[3].tokens] == [(0, None)]
    assert game.view().last.cells == (3,)


def test_k_act_a2_r4_on_cards_with_tokens_too() -> None:
    game = working("L1 0A", SPARE, tokens={0: "1@9 0@10"})
    assert "reserve N:1@8" in game.moves()
    game.do("reserve N:1@8")
    assert game.codes(0) == ["N1"]


def test_k_act_a3_lajkonik_and_obwarzanek_can_be_reserved() -> None:
    game = working("L1 0A", "L1 1A", market=NINE.replace("N:1 N:2", "N:L O:1"))
    game.do("reserve N:L@8", "reserve O:1@8")
    assert "G reserves O1 “Obwarzanek” (row 1, column 2)." in game.news()
    assert game.codes(0) == ["NL"]
    assert game.codes(1) == ["O1"]


def test_k_act_a4_refusals_outside_line_hour_used_must_reserve() -> None:
    game = working("T2 0A", SPARE, hours={0: (8, 11, 14)})
    assert game.refused("reserve N:1@8") == (
        "K-ACT-A4 Your card at T2 only affects column 2, and N1 “Main Square and Cloth "
        "Hall” is in row 1, column 1. Choose from N2, N5 and N8."
    )
    assert game.refused("reserve N:2@9") == (
        "K-ACT-A4 You've already used your 9:00, and used tokens don't come back. You "
        "still have these hours: 8:00, 11:00, 14:00."
    )
    assert game.refused("reserve D:7@8").startswith(
        "K-ACT-A4 Your card at T2 only affects column 2, and D7 “Kościuszko Mound” isn't "
        "in the market."
    )
    assert game.refused("reserve N:2@3").startswith("K-ACT-A4 There is no token for 3:00.")
    assert game.refused("decline") == (
        "K-ACT-A4 “1 reservation” must be used in full. You still have 1 token to place. "
        "Put one token on a sight in column 2: N2 (+3), N5 (+1), N8 (+4)."
    )


def test_k_act_a4_refusal_says_where_the_hour_lies() -> None:
    game = working("T2 0A", SPARE, tokens={8: "0@9 1@8"})
    assert game.refused("reserve N:2@9").startswith(
        "K-ACT-A4 Your 9:00 is already on NA “Wieliczka Salt Mine”. "
        "You still have these hours: 8:00, 10:00"
    )


def test_k_act_b1_two_tokens_on_two_cards() -> None:
    game = working("L1 0B", SPARE).do("reserve N:1@8")
    assert game.can_undo()
    assert game.view().decision.left == 1  # type: ignore[union-attr]
    assert len(game.moves()) == 2 * 9
    game.do("reserve N:3@10")
    assert not game.can_undo()
    assert game.codes(0) == ["N1", "N3"]


def test_k_act_b2_refusals_same_card_same_hour_must_reserve() -> None:
    game = working("L1 0B", SPARE).do("reserve N:1@8")
    assert game.refused("reserve N:1@9") == (
        "K-ACT-B2 This card's first token is already on N1 “Main Square and Cloth Hall”. "
        "The second must go on a different sight. Choose from N2 and N3."
    )
    assert game.refused("reserve N:2@8").startswith(
        "K-ACT-B2 You've already put your 8:00 on N1 “Main Square and Cloth Hall” with "
        "this card. You still have these hours: 9:00, 10:00"
    )
    assert game.refused("decline") == (
        "K-ACT-B2 “2 reservations” must be used in full. You still have 1 token to "
        "place. Put the second token on a sight in row 1 other than N1: N2 (+3), N3 (+2)."
    )


# C


def test_k_act_c1_nothing_happens() -> None:
    game = working("L1 0C", "T1 1A")
    assert game.news()[0] == "Y turns up “card 0” at L1, but nothing happens."


# D


def test_k_act_d1_d2_shift_left() -> None:
    game = working("R1 0D", SPARE, "T1 1A", tokens={0: "1@9", 1: "0@8"}).do("shift left")
    assert game.news() == ["Y pushes row 1 to the left."]
    game.do("draw D:8")
    assert game.row(1) == ["N2", "N3", "D8"]
    assert game.state.tokens[0][0].hour == 8
    assert game.news()[0] == (
        "N1 “Main Square and Cloth Hall” falls off with 1 token (G); its hour stays secret. "
        "D8 “Wawel Royal Castle” comes in."
    )


def test_k_act_d2_shift_right_takes_tokens_along() -> None:
    game = working("R1 0D", "T1 1A", tokens={0: "0@9"}).do("shift right", "draw D:8")
    assert game.row(1) == ["D8", "N1", "N2"]
    assert [len(cell) for cell in game.state.tokens[:3]] == [0, 1, 0]
    assert game.view().last.cells == (0, 1, 2)


@pytest.mark.parametrize(
    ("direction", "column"), [("up", ["N4", "N7", "D8"]), ("down", ["D8", "N1", "N4"])]
)
def test_k_act_d2_columns(direction: str, column: list[str]) -> None:
    game = working("T1 0D", "T2 1A").do(f"shift {direction}", "draw D:8")
    assert [game.row(r)[0] for r in (1, 2, 3)] == column


def test_k_act_d1_may_be_declined_r7() -> None:
    game = working("T1 0D", "T2 1A").do("decline")
    assert game.row(1) == ["N1", "N2", "N3"]
    assert game.news()[0] == "Y decides not to push column 1."


def test_k_act_d3_r5_the_fallen_card_is_set_aside_and_its_tokens_are_gone() -> None:
    game = working("L1 0D", "T2 1A", tokens={0: "0@9 1@8"}).do("shift left", "draw D:8")
    assert [s.code for s in game.view().aside] == ["N1"]
    assert all(player.shown_hours == () for player in game.state.players)
    assert 9 not in game.state.players[0].hours
    assert not any(
        str(hour) in line for line in game.news(0) + game.news(1) for hour in ("8:00", "9:00")
    )


def test_k_act_d4_own_reservations_too() -> None:
    game = working("L1 0D", "T2 1A", tokens={0: "0@9"}).do("shift left", "draw D:8")
    assert not any(game.state.tokens)


def test_k_act_d5_refusal_wrong_direction() -> None:
    assert working("L1 0D").refused("shift up") == (
        "K-ACT-D5 Your card is at L1, so row 1 can only go left or right. Choose left "
        "(N1 falls off) or right (N3 falls off), or decline."
    )
    assert working("B2 0D").refused("shift left") == (
        "K-ACT-D5 Your card is at B2, so column 2 can only go up or down. Choose up (N2 "
        "falls off) or down (N8 falls off), or decline."
    )


# E


def test_k_act_e1_r6_anywhere_in_the_market() -> None:
    game = working("L1 0E", "T2 1A", tokens={0: "1@9"})
    assert game.moves() == [*(f"swap N:{rank}" for rank in "2345678A"), "decline"]
    game.do("swap N:A")
    assert game.row(3) == ["N7", "N8", "NA"]
    game.do("draw O:3")
    assert game.row(3) == ["N7", "N8", "O3"]
    assert all(player.sights == () for player in game.state.players)
    assert game.view().last.cells == (8,)


def test_k_act_e1_may_be_declined_r7() -> None:
    game = working("L1 0E", "T2 1A").do("decline")
    assert game.news()[0] == "Y decides not to swap a card."


def test_k_act_e2_the_choice_comes_before_the_draw() -> None:
    game = working("L1 0E", "T2 1A").do("swap N:5")
    assert game.view().decision.drawing  # type: ignore[union-attr]
    assert game.refused("draw N:1").startswith("K-SET-3")
    game.do("draw D:5")
    assert [s.code for s in game.view().aside] == ["N5"]


def test_k_act_e3_refusal_reserved_card() -> None:
    game = working("L1 0E", tokens={0: "1@9 0@8 1@12"}, owned={1: "D:1"})
    free = "Choose from N2, N3, N4, N5, N6, N7, N8 and NA, or decline."
    assert game.refused("swap N:1") == (
        "K-ACT-E3 N1 “Main Square and Cloth Hall” has 3 tokens on it (you 8:00, G × 2). "
        f"You can only choose a card without tokens. {free}"
    )
    assert game.refused("swap D:1") == (
        "K-ACT-E1 You can only choose a card in the market. D1 “Main Square and Cloth Hall” is one "
        f"of G's sights. {free}"
    )
    assert game.refused("take N:1").startswith("K-ACT-E1 Your “blind")


def test_k_act_e3_no_effect_when_every_card_has_a_token() -> None:
    tokens = dict(enumerate(f"{n % 2}@{8 + n}" for n in range(9)))
    game = working("L1 0E", "T2 1A", tokens=tokens)
    assert game.news()[0] == "Y turns up “blind swap” at L1, but nothing happens."


# F


def test_k_act_f1_joins_the_take_queue() -> None:
    game = working("L1 1F", "T2 0A")
    assert game.view().takers == (1,)
    assert game.codes(1) == []


# G


def test_k_act_g1_cards_below_are_discarded_unseen_r15() -> None:
    game = working("L1 0A 1B 1F 1G", "T2 0A")
    assert game.news()[0] == (
        "G turns up “stop actions” at L1 and discards the 3 cards below it unseen. "
        "Owners: Y (1), G (2)."
    )
    assert game.news(1)[1:2] == ["Only you know what you lost: take any card, 2 reservations."]
    assert game.view().players[1].stopped == 2
    assert game.view(1).own.stopped == ("F", "B")  # type: ignore[union-attr]
    assert game.view().takers == ()
    place = next(p for p in game.view().places if p.place == "L1")
    assert [(s.seat, s.count) for s in place.stopped] == [(0, 1), (1, 2)]


def test_k_act_g2_other_stacks_and_cards_done_are_untouched() -> None:
    game = working("L1 0C 0G 1A", "R1 1A").do("reserve N:1@8")
    assert game.view().decision.place == "R1"  # type: ignore[union-attr]
    assert len(game.state.tokens[0]) == 1


def test_k_act_g3_at_the_bottom_it_does_nothing_and_costs_no_token() -> None:
    game = working("L1 1G", "T2 0A")
    assert game.news()[0] == "G turns up “stop actions” at L1, but nothing happens."
    assert len(working("L1 0B 1G", "T2 0A").state.players[0].hours) == 10


# H


def test_k_act_h1_r6_r10_the_own_card_takes_the_cell() -> None:
    game = working("L1 0H", "T3 1A", owned={0: "N:B D:1"}, tokens={0: "1@9"})
    assert "exchange N:B>N:A" in game.moves()
    game.do("exchange N:B>N:A")
    assert game.row(3) == ["N7", "N8", "NB"]
    assert game.codes(0) == ["D1", "NA"]
    assert "reserve N:B@8" in game.moves()


def test_k_act_h2_group_or_rank() -> None:
    game = working("L1 0H", owned={0: "D:1"})
    assert game.codes(0) == ["N1"]  # the only legal exchange was made
    game = working("L1 0H", owned={0: "D:1 D:2"})
    assert game.moves() == ["exchange D:1>N:1", "exchange D:2>N:2"]
    assert game.refused("exchange D:1>N:2") == (
        "K-ACT-H2 D1 “Main Square and Cloth Hall” and N2 “St Mary's Church” don't share a "
        "group, a number or a letter. For D1, you can get: N1."
    )


def test_k_act_h3_refusal_forbidden_target() -> None:
    market = NINE.replace("N:1 N:2", "N:L O:1")
    game = working("L1 0H", owned={0: "N:B"}, market=market)
    for target, name in (("N:L", "NL “Lajkonik”"), ("O:1", "O1 “Obwarzanek”")):
        assert game.refused(f"exchange N:B>{target}") == (
            f"K-ACT-H3 You can't get {name} in an exchange. You can only get sights with a number "
            "or a letter. For NB, you can get: N3, N4, N5, N6, N7, N8, NA."
        )


def test_k_act_h4_r14_a_lajkonik_may_be_given_an_obwarzanek_not() -> None:
    game = working("L1 0H", owned={0: "N:L O:1"})
    assert {move.split(">")[0] for move in game.moves()} == {"exchange N:L"}
    assert game.refused("exchange O:1>N:1") == (
        "K-ACT-H4 O1 “Obwarzanek” has no group, no number and no letter, so nothing matches "
        "it. You can give: NL."
    )
    game.do("exchange N:L>N:3")
    assert game.codes(0) == ["O1", "N3"]
    assert working("L1 0H", "L2 1A", owned={0: "D:L"}).codes(0) == ["DL"]


def test_k_act_h5_refusal_must_swap_r7() -> None:
    game = working("L1 0H", owned={0: "N:B"})
    assert game.refused("decline") == (
        "K-ACT-H5 You can't decline, because you can exchange NB. You can make an exchange, "
        "so you must: give one of your sights for a market card without tokens that has "
        "the same group, or the same number or letter."
    )


def test_k_act_h5_no_effect_without_a_legal_exchange() -> None:
    game = working("L1 0H", "T2 1A")
    assert game.news()[0] == "Y turns up “swap from hand” at L1, but nothing happens."


def test_k_act_h6_refusals_reserved_card_and_not_owned() -> None:
    game = working("L1 0H", owned={0: "N:B D:4", 1: "D:1"}, tokens={0: "1@9"})
    assert game.refused("exchange D:4>N:1") == (
        "K-ACT-H6 N1 “Main Square and Cloth Hall” has 1 token on it (G). You can only "
        "choose a card without tokens. For D4, you can get: N4."
    )
    assert game.refused("exchange D:1>N:1") == (
        "K-ACT-H6 You can only give away one of your own sights. D1 “Main Square and "
        "Cloth Hall” is one of G's sights. You can give: D4, NB."
    )
    assert game.refused("exchange N:B>N:D").startswith(
        "K-ACT-H1 You can only choose a card in the market. ND “Tenczyn Castle, Rudno” is one of "
    )


def test_cards_of_the_market_are_offered_in_the_order_of_their_ids() -> None:
    game = working("L1 0E", market="N:8 N:1 D:2 N:3 D:4 N:5 N:6 D:7 N:A")
    ids = [move.removeprefix("swap ") for move in game.moves()[:-1]]
    assert ids == sorted(ids)
    line = working("L1 0A", market="N:8 N:1 D:2 N:3 D:4 N:5 N:6 D:7 N:A").moves()
    assert [move[8:11] for move in line[::10]] == ["D:2", "N:1", "N:8"]


def test_a_lay_is_no_card_that_is_carried_out() -> None:
    decision = dealt().view().decision
    assert decision is not None
    with pytest.raises(LookupError, match="lay"):
        assert decision.carried
    with pytest.raises(LookupError):
        assert decision.at


def test_k_act_h6_the_way_out_names_only_cards_without_tokens() -> None:
    game = working("L1 0H", owned={0: "N:B D:8 D:C"}, tokens={0: "1@9"})
    free = game.refused("exchange N:B>N:1")
    assert "N2, N3" in free
    assert "N1," not in free
    stuck = game.refused("exchange D:C>N:2")
    assert "D8, NB" in stuck
    assert "For DC" not in stuck


def test_k_act_a4_an_hour_that_is_gone_lies_nowhere() -> None:
    game = working("T2 0A", hours={0: (8, 11, 14)}, tokens={8: "0@10 1@9"})
    assert "NA" not in game.refused("reserve N:2@9")
    assert "NA" in game.refused("reserve N:2@10")


def test_k_res_1_one_stack_at_a_time_is_worked_off() -> None:
    view = working("R3 0C", "L1 0A 1A", SPARE).view()
    assert [p.place for p in view.places if p.working] == ["L1"]
    assert not any(p.working for p in dealt().do("lay A@L1").view().places)


def test_cards_of_a_hand_are_offered_in_their_order() -> None:
    moves = dealt().moves()
    assert [move[4] for move in moves[::12]] == list("ABCDEFGH")
    assert moves == sorted(moves)
