"""The secrets checks can fail: leaks are planted by hand, and each one is found."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from rules.krakow import KRAKOW, observe
from rules.krakow.components import hour_text
from rules.krakow.state import KrakowState, Token
from rules.krakow.view import CellView, KrakowView, LaidView, TokenView
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat, t
from tests.contract.checks import check_match

GAME = cast("AnyRules", KRAKOW)


def suite(seats: int = 2, seeds: int = 3) -> None:
    for seed in range(seeds):
        check_match(GAME, seats, seed)


def test_nothing_is_found_without_a_leak() -> None:
    suite()


def test_hours_in_the_market_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: KrakowState, seat: Seat) -> tuple[CellView, ...]:
        return tuple(
            CellView(cell, sight, tuple(TokenView(k.seat, k.hour) for k in tokens))
            for cell, (sight, tokens) in enumerate(zip(state.market, state.tokens, strict=True))
            if sight is not None
        )

    monkeypatch.setattr(observe, "_market", leaky)
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


def test_the_type_of_the_top_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = observe.view

    def leaky(state: KrakowState, seat: Seat) -> KrakowView:
        view = honest(state, seat)
        tops = {s.place: s.cards[-1] for s in state.stacks if s.cards}
        places = tuple(
            replace(p, cards=(*p.cards[:-1], LaidView(tops[p.place].seat, tops[p.place].card)))
            if p.cards
            else p
            for p in view.places
        )
        return replace(view, places=places)

    monkeypatch.setattr(observe, "view", leaky)
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


def test_the_hand_of_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = observe._own
    monkeypatch.setattr(observe, "_own", lambda state, seat: honest(state, 0))
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


def test_private_news_told_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: object, state: KrakowState, seat: Seat, move: Move) -> object:
        after = honest(state, seat, move)
        events = tuple(replace(event, audience=None) for event in after.events)
        return replace(after, events=events)

    honest = KRAKOW.apply
    monkeypatch.setattr(type(KRAKOW), "apply", leaky)
    with pytest.raises(AssertionError, match="tells -?[0-9] a secret"):
        suite()


def test_what_fell_off_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hours of fallen tokens are in nobody's view, and so in nobody's news (K-ACT-D3)."""
    lost = list[tuple[Token, ...]]()
    honest = KRAKOW.apply

    def leaky(self: object, state: KrakowState, seat: Seat, move: Move) -> object:
        after = honest(state, seat, move)
        gone = [k for cell in state.tokens for k in cell]
        left = [k for cell in after.state.tokens for k in cell]
        hours = [k for k in gone if k not in left]
        if type(move).__name__ != "Draw" or not hours:
            return after
        lost.append(tuple(hours))
        word = t("{hours}", hours=tuple(hour_text(k.hour) for k in hours))
        return replace(after, events=(replace(after.events[0], text=word), *after.events))

    monkeypatch.setattr(type(KRAKOW), "apply", leaky)
    with pytest.raises(AssertionError, match="tells -?[0-9] a secret"):
        suite(seats=4, seeds=40)
    assert lost


def test_lays_offered_for_preparing_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: object, state: KrakowState, seat: Seat) -> Sequence[Move]:
        return honest(state, (seat + 1) % state.seats) if seat >= 0 else ()

    honest = KRAKOW.preparable
    monkeypatch.setattr(type(KRAKOW), "preparable", leaky)
    with pytest.raises(AssertionError):
        suite()
