"""The planning phase: K-PLAN, its refusals, and the example of the rules (T1, T2)."""

import pytest

from rules.krakow import KRAKOW
from rules.krakow.components import Action, Place
from rules.krakow.draft import Draft
from rules.krakow.view import Phase
from rules.protocol import WATCHER
from tests.rules.krakow.helpers import Game, dealt, over, working

T1 = ("lay C@L1", "lay A@T2", "lay D@R3", "lay E@T2", "lay H@B1", "lay C@B1")


def test_t1_order_tokens_and_stacks() -> None:
    game = dealt().do(*T1[:5])
    stacks = [(str(s.place), [laid.seat for laid in s.cards]) for s in game.state.stacks]
    assert stacks == [("L1", [0]), ("T2", [1, 1]), ("R3", [0]), ("B1", [0])]
    view = {p.place: p for p in game.view().places}
    assert [view[Place(p)].order for p in ("L1", "T2", "R3", "B1")] == [1, 2, 3, 4]
    assert max(p.order for p in view.values()) == 4
    game.do(T1[5])  # the last lay starts the reservation phase
    assert [str(d.place) for d in game.state.done] == ["L1", "T2"]


def test_t2_order_of_carrying_out() -> None:
    order = dealt().do("lay C@L1", "lay A@T2", "lay A@R3", "lay D@T2", "lay A@B1", "lay C@B1")
    order.do("decline", "reserve N:2@8", "reserve N:A@8")
    assert [(d.seat, str(d.place)) for d in order.state.done] == [
        (0, "L1"),
        (1, "T2"),
        (1, "T2"),
        (0, "R3"),
        (1, "B1"),
        (0, "B1"),
    ]


@pytest.mark.parametrize(("seats", "start"), [(2, 1), (3, 2), (4, 1)])
def test_k_plan_1_each_lays_one_card_in_each_queue(seats: int, start: int) -> None:
    game, order = dealt(seats, start=start), []
    total = seats * game.state.scale.queues
    for number in range(total - 1):
        (seat,) = KRAKOW.to_act(game.state)
        order.append(seat)
        assert game.view().queue == number // seats + 1
        game.do("lay A@L1")
    queue = [(start + n) % seats for n in range(seats)]
    assert order == (queue * game.state.scale.queues)[:-1]


def test_k_plan_1_refusals_not_your_turn_and_must_lay() -> None:
    game = dealt(start=1)
    assert game.refused("lay A@L1", seat=0).startswith("K-PLAN-1 ")
    assert game.refused("decline") == (
        "K-PLAN-1 Everyone plays one card in each queue, so you can't pass. Queue 1 of "
        "3: play one action card face down at any place. You have 3 left to play this "
        "round."
    )


@pytest.mark.parametrize(("seats", "queues"), [(2, 3), (3, 4), (4, 3)])
def test_k_plan_2_queues(seats: int, queues: int) -> None:
    game = dealt(seats)
    assert game.view().queues == queues
    assert [view.lays_left for s in range(seats) if (view := game.view(s).own)] == [queues] * seats


def test_k_plan_3_any_place_any_number_of_times() -> None:
    game = dealt().do("lay A@L1", "lay A@L1", "lay A@L1", "lay C@R1")
    assert [len(stack.cards) for stack in game.state.stacks] == [3, 1]
    assert len({move.split("@")[1] for move in game.moves()}) == 12


def test_k_plan_4_r20_the_lowest_free_order_token_goes_to_an_empty_place() -> None:
    game = dealt().do("lay A@T3")
    assert game.news() == ["Y plays a card at T3 and gets order token 1."]
    game.do("lay A@B3")  # the other end of the line is another place
    assert game.news() == ["G plays a card at B3 and gets order token 2."]
    assert [s.place for s in game.state.stacks] == [Place.T3, Place.B3]


def test_k_plan_5_a_later_card_goes_on_top_without_a_token() -> None:
    game = dealt().do("lay A@T3", "lay C@T3")
    assert [laid.card for laid in game.state.stacks[0].cards] == ["A", "C"]
    assert len(game.state.stacks) == 1
    assert game.news() == ["G plays a card on top of Y's at T3 (token 1)."]
    game.do("lay A@L1", "lay D@T3")
    assert game.news() == ["G plays another card on top of their own at T3 (token 1)."]


@pytest.mark.parametrize(
    ("place", "line"),
    [("L2", "N4 N5 N6"), ("R2", "N4 N5 N6"), ("T3", "N3 N6 NA"), ("B3", "N3 N6 NA")],
)
def test_k_plan_6_a_card_acts_on_its_row_or_column(place: str, line: str) -> None:
    game = dealt().do(f"lay A@{place}", *["lay A@L1"] * 5)
    offered = {move.split()[1].split("@")[0].replace(":", "") for move in game.moves()}
    assert offered == set(line.split())


def test_k_plan_7_refusals_no_such_place_and_not_in_hand() -> None:
    game = dealt()
    assert game.refused("lay A@L4") == (
        "K-PLAN-7 This market has 3 rows and 3 columns, so there is no row 4. Choose a "
        "place: L1 to L3, R1 to R3, T1 to T3 or B1 to B3."
    )
    game.do("lay C@L1", "lay A@L1")
    assert game.refused("lay C@L1") == (
        "K-PLAN-7 You have no “card 0” left in hand: face down at L1. You still have "
        "these cards: 1 reservation (6), 2 reservations (2), shift by one (2), blind "
        "swap (1), take any card (1), stop actions (1), swap from hand (1)."
    )


def test_k_plan_7_refusal_says_where_every_copy_of_a_card_went() -> None:
    game = dealt(start=1).do("lay D@L1", "lay D@L2", "lay G@L1", "lay D@L3", "lay C@T1", "lay C@T2")
    game.do("decline", "decline", "deal D:1,D:2,D:3,D:4,D:5,D:6,D:7,D:8,D:A")
    assert "left in hand: 2 turned up." in game.refused("lay D@L1")
    game.do("lay A@L1")
    assert "left in hand: 1 turned up." in game.refused("lay G@L1")


@pytest.mark.parametrize(
    "move", ["reserve N:1@8", "shift left", "swap N:1", "exchange N:1>N:2", "take N:1"]
)
def test_k_plan_1_refusal_wrong_phase_while_planning(move: str) -> None:
    assert dealt().refused(move) == (
        "K-PLAN-1 This is the planning phase. You play your cards now and resolve them "
        "later. Queue 1 of 3: play one action card face down at any place. You have 3 "
        "left to play this round."
    )


def test_k_plan_7_refusal_wrong_phase_while_carrying_out() -> None:
    game = dealt().do("lay A@T1", *["lay A@L1"] * 5)
    assert game.refused("lay A@L1") == (
        "K-PLAN-7 The planning phase is over. Your “1 reservation” at T1 is being "
        "resolved now. Put one token on a sight in column 1: N1 (+4), N4 (+1), N7 "
        "(+3)."
    )
    assert game.refused("shift left").startswith(
        "K-ACT-A1 Your “1 reservation” at T1 is being resolved"
    )


def test_k_plan_8_the_reservation_phase_starts_by_itself() -> None:
    game = dealt().do(*["lay A@T1"] * 5)
    assert game.view().phase is Phase.PLANNING
    assert game.can_undo()
    game.do("lay A@T1")
    assert game.view().phase is Phase.RESERVATION
    assert not game.can_undo()
    assert game.news()[1:] == [
        "All cards have been played. Now they are turned up, stack by stack.",
        "G turns up “1 reservation” at T1.",
    ]


def test_a_lay_tells_its_owner_alone_what_was_laid() -> None:
    game = dealt().do("lay B@T1")
    assert game.news(1) == game.news() == ["Y plays a card at T1 and gets order token 1."]
    assert game.news(0)[1:] == ["Only you know that it's “2 reservations”."]
    assert game.view(0).own.laid == ((Place.T1, 1, Action.RESERVE_TWO),)  # type: ignore[union-attr]


def test_lays_can_be_prepared_by_those_who_wait() -> None:
    game = dealt(3, start=1)
    assert KRAKOW.preparable(game.state, 1) == ()
    assert KRAKOW.preparable(game.state, 0) == KRAKOW.preparable(game.state, 2)
    assert len(KRAKOW.preparable(game.state, 0)) == 8 * 16
    game.do(*["lay A@L1"] * 10)  # all but the fourth lays of seats 2 and 0
    assert KRAKOW.preparable(game.state, 1) == ()
    assert KRAKOW.preparable(game.state, 0) != ()
    game.do("lay A@L1")
    assert KRAKOW.preparable(game.state, 2) == ()


def test_nothing_can_be_prepared_while_cards_are_carried_out() -> None:
    game: Game = dealt().do(*["lay A@T1"] * 6)
    assert [KRAKOW.preparable(game.state, seat) for seat in (0, 1)] == [(), ()]


def test_while_cards_are_laid_none_is_carried_out() -> None:
    for state in (dealt().state, working("L1 0F").state, over(("N1", "AAA"), ("", "AAA"))):
        with pytest.raises(LookupError, match="no card"):
            assert Draft(state).carried_out
    assert Draft(working("L1 0A").state).carried_out.card is Action.RESERVE_ONE


def test_nothing_can_be_prepared_while_chance_acts() -> None:
    state = KRAKOW.initial_state(2, frozenset())
    assert [KRAKOW.preparable(state, seat) for seat in (0, 1, WATCHER)] == [(), (), ()]
    assert KRAKOW.preparable(dealt().state, WATCHER) == ()


def test_nobody_has_a_move_while_a_card_is_drawn() -> None:
    """K-ACT-E2."""
    state = working("L1 0E").do("swap N:5").state
    assert [KRAKOW.legal_moves(state, seat) for seat in (0, 1, WATCHER)] == [(), (), ()]
