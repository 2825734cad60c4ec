"""What is hidden and from whom: K-HID."""

import re
from dataclasses import replace
from random import Random

import pytest

from render.i18n import translate
from rules.krakow import KRAKOW
from rules.krakow.components import FULL_HAND, Action, Place
from rules.krakow.moves import Lay, Reserve
from rules.krakow.state import KrakowState, Token
from rules.protocol import CHANCE, WATCHER
from tests.contract.checks import playout
from tests.rules.krakow.helpers import NAMES, RULES, dealt, over, working


def test_k_hid_1_nothing_hidden_in_what_others_see() -> None:
    game = dealt().do("lay F@L1", "lay A@L1", "lay B@T2", "lay G@T2")
    for viewer in (WATCHER, 1):
        hidden = [c.card for p in game.view(viewer).places for c in p.cards if c.seat == 0]
        assert hidden == [None, None]
    assert game.view().own is None
    assert all(player.kept == () for player in game.view().players)


def test_k_hid_1_the_end_shows_the_kept_cards_but_no_stopped_ones_r15() -> None:
    for seed in range(20):
        state = playout(RULES, 2, seed)[-1].after.state
        assert isinstance(state, KrakowState)
        view = KRAKOW.view(state, 1)
        assert [len(player.kept) for player in view.players] == [3, 3]
        other = KRAKOW.redeal(state, 1, Random(seed))
        assert KRAKOW.view(other, 1) == view
        assert sorted(other.players[0].stopped) == sorted(state.players[0].stopped)


def test_k_hid_2_r3_own_cards_and_tokens_can_be_looked_at() -> None:
    own = dealt().do("lay F@L1", "lay A@L1", "lay B@L1").view(0).own
    assert own is not None
    assert own.laid == ((Place.L1, 1, Action.TAKE), (Place.L1, 3, Action.RESERVE_TWO))
    assert len(own.hand) == 13
    assert own.kept_points == 13 - 5 - 4
    assert own.lays_left == 1


def test_k_hid_3_a_face_down_card_does_not_betray_itself() -> None:
    for card in sorted(set(FULL_HAND)):
        game = working(f"L1 1{card} 0A")
        assert game.news(0) == ["Y turns up “1 reservation” at L1."]
        (place,) = [p for p in game.view(0).places if p.cards]
        assert [(c.seat, c.card) for c in place.cards] == [(1, None)]


def test_k_hid_4_moves_with_a_hidden_part_are_marked() -> None:
    assert {kind for kind in KRAKOW.move_types if kind.secret} == {Lay, Reserve}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hours_are_told_to_others_at_contested_awards_alone(seats: int) -> None:
    """Every hour in the news for others was turned up (K-AWD-2, K-AWD-3)."""
    for seed in range(10):
        for step in playout(RULES, seats, seed):
            after = step.after.state
            assert isinstance(after, KrakowState)
            for viewer in (WATCHER, *range(seats)):
                shown = {h for p in after.players for h in p.shown_hours}
                for event in step.after.events:
                    if viewer == step.seat or not (
                        event.audience is None or viewer in event.audience
                    ):
                        continue
                    said = translate(event.text, "en", NAMES)
                    assert {int(h) for h in re.findall(r"(\d+):00", said)} <= shown


def test_chance_sees_no_order_in_the_deck() -> None:
    for step in playout(RULES, 4, 1):
        state = step.state
        assert isinstance(state, KrakowState)
        assert list(state.deck) == sorted(state.deck)
        assert KRAKOW.legal_moves(state, CHANCE) == ()


def test_k_hid_1_another_deal_changes_what_others_hold_and_nothing_of_the_viewer() -> None:
    state = dealt().do("lay F@L1", "lay A@L1", "lay B@T2").state
    deals = [KRAKOW.redeal(state, 1, Random(seed)) for seed in range(8)]
    assert len({deal.players[0].hand for deal in deals}) > 1
    assert len({deal.stacks for deal in deals}) > 1
    for deal in deals:
        assert sorted(deal.players[0].hand) == list(deal.players[0].hand)
        assert deal.players[1] == state.players[1]
        assert KRAKOW.audit(deal) == ()


def test_r15_at_the_end_only_stopped_cards_are_still_unknown() -> None:
    """The kept ones are shown, so no other deal can have them among the stopped."""
    state = over(("N1", "FBB"), ("", "AAC"))
    first, second = state.players
    stopped = (Action.RESERVE_ONE, Action.ZERO)
    shown = list(FULL_HAND)
    for card in (*first.hand, *stopped):
        shown.remove(card)
    players = (first._replace(stopped=stopped, turned_up=tuple(shown)), second)
    for seed in range(20):
        deal = KRAKOW.redeal(replace(state, players=players), 1, Random(seed))
        assert sorted(deal.players[0].stopped) == ["A", "C"]
        assert deal.players[0].hand == first.hand


def test_k_hid_1_another_deal_changes_the_hours_of_others_alone() -> None:
    state = working("L1 0A", tokens={0: "0@9 1@12", 4: "1@8"}).state
    deals = [KRAKOW.redeal(state, 0, Random(seed)) for seed in range(8)]
    assert len({deal.tokens for deal in deals}) > 1
    for deal in deals:
        assert [k for cell in deal.tokens for k in cell if k.seat == 0] == [Token(0, 9)]
        assert list(deal.players[1].hours) == sorted(deal.players[1].hours)
        assert KRAKOW.audit(deal) == KRAKOW.audit(state)
