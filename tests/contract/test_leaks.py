"""The checks can fail: leaks and faults are planted, and every one is found."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations import observer as tribes
from rules.cvlizations.moves import GiveOrders
from rules.cvlizations.state import CvState
from rules.cvlizations.view import CvView
from rules.errors import IllegalMoveError
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer import observer as forest
from rules.indian_summer.moves import ChooseSide
from rules.indian_summer.state import SummerState
from rules.indian_summer.view import SummerView
from rules.krakow import KRAKOW, observer
from rules.krakow.components import hour_text
from rules.krakow.state import KrakowState, Token
from rules.krakow.view import CellView, KrakowView, LaidView, TokenView
from rules.protocol import CHANCE, Advice, Event, Move, Transition
from rules.registry import AnyRules
from rules.text import Seat, Text, Who, t
from tests.contract.checks import check_match, check_words
from tests.toy import Done, Place, Toy, ToyState, ToyView

GAME = cast("AnyRules", KRAKOW)
TRIBES = cast("AnyRules", CVLIZATIONS)
FOREST = cast("AnyRules", INDIAN_SUMMER)
HIDING = [GAME, TRIBES, FOREST]
"""The games in which something is hidden."""
with_secrets = pytest.mark.parametrize("rules", HIDING, ids=lambda rules: rules.info.slug)


def suite(seats: int = 2, seeds: int = 3, rules: AnyRules = GAME, *options: str) -> None:
    for seed in range(seeds):
        check_match(rules, seats, seed, frozenset(options))


@with_secrets
def test_nothing_is_found_without_a_leak(rules: AnyRules) -> None:
    suite(rules=rules)


def test_hours_in_the_market_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: KrakowState, seat: Seat) -> tuple[CellView, ...]:
        return tuple(
            CellView(cell, sight, tuple(TokenView(k.seat, k.hour) for k in tokens))
            for cell, (sight, tokens) in enumerate(zip(state.market, state.tokens, strict=True))
            if sight is not None
        )

    monkeypatch.setattr(observer, "_market", leaky)
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


def test_the_type_of_the_top_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = observer.view

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

    monkeypatch.setattr(observer, "view", leaky)
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


def test_the_hand_of_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = observer._own
    monkeypatch.setattr(observer, "_own", lambda state, seat: honest(state, 0))
    with pytest.raises(AssertionError, match="tells a secret"):
        suite()


@with_secrets
def test_private_news_told_to_all_is_found(
    monkeypatch: pytest.MonkeyPatch, rules: AnyRules
) -> None:
    def leaky(self: object, state: object, seat: Seat, move: Move) -> Transition[object]:
        after = honest(state, seat, move)
        events = tuple(replace(event, audience=None) for event in after.events)
        return replace(after, events=events)

    honest = rules.apply
    monkeypatch.setattr(type(rules), "apply", leaky)
    with pytest.raises(AssertionError, match="the news of .* tells -?[0-9] a secret"):
        suite(rules=rules)


def test_what_fell_off_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hours of fallen tokens are in no view, and so in nobody's news (K-ACT-D3)."""
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
        return replace(after, events=(replace(after.events[0], told=word), *after.events))

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


# CVlizations: secret orders, and the top card for the one who has looked at it.


def test_a_secret_order_in_the_views_of_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tribes._tribe
    monkeypatch.setattr(tribes, "_tribe", lambda state, tribe, seat: honest(state, tribe, tribe))
    with pytest.raises(AssertionError, match="the view of .* tells a secret"):
        suite(rules=TRIBES)


def test_a_secret_order_in_the_news_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: object, state: CvState, seat: Seat, move: Move) -> Transition[CvState]:
        after = honest(state, seat, move)
        if not isinstance(move, GiveOrders):
            return after
        word = t("{who} lays {order} face down.", who=Who(seat), order=str(move.down))
        return replace(after, events=(*after.events, Event(word)))

    honest = CVLIZATIONS.apply
    monkeypatch.setattr(type(CVLIZATIONS), "apply", leaky)
    with pytest.raises(AssertionError, match="the news of 'order .*' tells .* a secret"):
        suite(rules=TRIBES)


def test_the_card_that_one_player_looked_at_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: CvState, seat: Seat) -> CvView:
        return replace(honest(state, seat), known_top=state.top)

    honest = tribes.view
    monkeypatch.setattr(tribes, "view", leaky)
    with pytest.raises(AssertionError, match="the view of .* tells a secret"):
        check_match(TRIBES, 3, 4)  # somebody buys Fortune telling in this one


# Indian Summer: the steps of a turn that can still be taken back, and sides until all have chosen.


def test_the_path_in_the_middle_of_a_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: SummerState, seat: Seat) -> SummerView:
        view = honest(state, seat)
        players = tuple(replace(p, path=state.players[p.seat].path) for p in view.players)
        return replace(view, players=players)

    honest = forest.view
    monkeypatch.setattr(forest, "view", leaky)
    with pytest.raises(AssertionError, match="the view of .* tells a secret"):
        suite(rules=FOREST)


def test_a_turn_shown_at_every_step_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even though `redeal` takes the steps for known too, and so deals no others."""
    monkeypatch.setattr(forest, "known", lambda state, seat: state)
    with pytest.raises(AssertionError, match="redeal never changes anything"):
        suite(rules=FOREST)


def test_a_side_shown_before_all_have_chosen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest, "_sides", lambda table, seat: table.sides)
    with pytest.raises(AssertionError, match="the view of .* tells a secret"):
        suite(2, 1, FOREST, "sides")


def test_a_side_told_before_all_have_chosen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: object, state: SummerState, seat: Seat, move: Move) -> Transition[SummerState]:
        after = honest(state, seat, move)
        if not isinstance(move, ChooseSide):
            return after
        return replace(after, events=tuple(replace(e, audience=None) for e in after.events))

    honest = INDIAN_SUMMER.apply
    monkeypatch.setattr(type(INDIAN_SUMMER), "apply", leaky)
    with pytest.raises(AssertionError, match="the news of 'side .*' tells .* a secret"):
        suite(4, 3, FOREST, "sides")


# The same in the toy game, and faults that are not leaks: each a game with one thing wrong.


class Honest(Toy):
    """Correct in every way; remembers the last state it was asked about."""

    seen: ToyState | None = None

    def view(self, state: ToyState, seat: Seat) -> ToyView:
        self.seen = state
        return super().view(state, seat)


class OpenHands(Toy):
    def view(self, state: ToyState, seat: Seat) -> ToyView:
        view = super().view(state, seat)
        return replace(view, hand=sum(state.hands, ()))


class OpenChoices(Toy):
    def view(self, state: ToyState, seat: Seat) -> ToyView:
        return replace(super().view(state, seat), chosen=state.chosen)


class TalkativeAdvice(Honest):
    def advice(self, view: ToyView) -> tuple[Advice, ...]:
        hands = self.seen.hands if self.seen else ()
        text = t("They hold {hands}.", hands=hands)
        return (*super().advice(view), Advice(text, ("T-CHOOSE-1",)))[: 6 if view.waiting else 0]


class TalkativeWhereabouts(Honest):
    def whereabouts(self, view: ToyView, component: str) -> Text | None:
        parcel = component.removeprefix("parcel:")
        for hand in self.seen.hands if self.seen else ():
            if parcel in map(str, hand):
                return t("Somebody holds it.")
        return super().whereabouts(view, component)


class TalkativeEvent(Toy):
    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        after = super().apply(state, seat, move)
        return replace(after, events=tuple(replace(e, audience=None) for e in after.events))


class TalkativePreparing(Toy):
    def preparable(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        return super().preparable(state, (seat + 1) % state.seats) if seat >= 0 else ()


class TakenCells(Toy):
    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        moves = super().legal_moves(state, seat)
        if any(isinstance(move, Place) for move in moves) and state.flags:
            return sorted((*moves, Place(state.flags[0][0])), key=lambda m: (type(m) is Done, m))
        return moves


class MissingMove(Toy):
    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        moves = super().legal_moves(state, seat)
        return [m for m in moves if state.placed or not (isinstance(m, Place) and m.cell.row < 2)]


class LenientCheck(Toy):
    """`apply` is strict, but `check` lets everything pass."""

    def check(self, state: ToyState, seat: Seat, move: Move) -> None:
        return

    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        return Toy().apply(state, seat, move)


class OtherHint(LenientCheck):
    """`check` and `apply` refuse the same moves in different words."""

    def check(self, state: ToyState, seat: Seat, move: Move) -> None:
        try:
            Toy().check(state, seat, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, error.reason, t("Wait.")) from None


class LostParcel(Toy):
    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        after = super().apply(state, seat, move)
        hands = (after.state.hands[0][1:], *after.state.hands[1:])
        lost = seat == CHANCE and state.drawing and (state.round, state.turn) == (1, 0)
        return replace(after, state=replace(after.state, hands=hands)) if lost else after


class DoubledFlag(Toy):
    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        after = super().apply(state, seat, move)
        flags = after.state.flags + after.state.flags[-1:]
        doubled = isinstance(move, Place)
        return replace(after, state=replace(after.state, flags=flags)) if doubled else after


class WrongScores(Toy):
    def scores(self, view: ToyView) -> tuple[int, ...] | None:
        found = super().scores(view)
        return found and tuple(points + 1 for points in found)


class ForgottenScores(Toy):
    def scores(self, view: ToyView) -> tuple[int, ...] | None:
        return None if view.chosen else super().scores(view)


class SilentAdvice(Toy):
    def advice(self, view: ToyView) -> tuple[Advice, ...]:
        return super().advice(view) if view.seat in view.waiting else ()


class StrangeRule(Toy):
    def advice(self, view: ToyView) -> tuple[Advice, ...]:
        return tuple(replace(one, rules=("T-NONE-1",)) for one in super().advice(view))


class GapInAdvice(Toy):
    def advice(self, view: ToyView) -> tuple[Advice, ...]:
        return tuple(Advice(t("Lay {what}."), one.rules) for one in super().advice(view))


def play(game: type[Toy], seats: int = 3, seeds: int = 4) -> None:
    rules = cast("AnyRules", game())
    check_words(rules)
    for seed in range(seeds):
        check_match(rules, seats, seed)


@pytest.mark.parametrize("game", [Toy, Honest])
def test_nothing_is_found_in_an_honest_game(game: type[Toy]) -> None:
    play(game)


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (OpenHands, "the view of .* tells a secret"),
        (OpenChoices, "the view of .* tells a secret"),
        (TalkativeAdvice, "the advice for .* tells a secret"),
        (TalkativeWhereabouts, "whereabouts tell .* a secret"),
        (TalkativeEvent, "the news of .* a secret"),
        (TalkativePreparing, "tells a secret|has nothing to prepare"),
        (DoubledFlag, "doubled"),
        (LostParcel, "lost"),
        (MissingMove, "unlisted move 'place r[12]c.'"),
        (LenientCheck, "`check` lets seat -?[0-9] make the unlisted move"),
        (OtherHint, "refuse it in different words"),
        (WrongScores, "are not the result's points"),
        (ForgottenScores, "points were known and are no more"),
        (SilentAdvice, "0 pieces of advice"),
        (StrangeRule, "no rule T-NONE-1"),
        (GapInAdvice, "a place of .* is not filled"),
    ],
)
def test_a_planted_fault_is_found(game: type[Toy], found: str) -> None:
    with pytest.raises(AssertionError, match=found):
        play(game)


def test_an_illegal_move_in_the_list_is_found() -> None:
    with pytest.raises(IllegalMoveError):
        play(TakenCells)
