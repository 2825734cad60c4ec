"""Advice on the present decision, from a view: facts, never strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from rules.claims import Claim, When, can, can_prepare, each
from rules.krakow import advice_actions as actions
from rules.krakow.components import ACTIONS, Action, line_text
from rules.krakow.events import bracket
from rules.krakow.moves import Lay
from rules.krakow.view import Decision, KrakowView, Own, Phase
from rules.protocol import Advice
from rules.text import Printed, Text, Who, signed, t, tn

_MOST: Final = 6
_ANYWHERE: Final = frozenset({Action.ZERO, Action.SWAP, Action.TAKE, Action.STOP, Action.EXCHANGE})
"""The cards whose row or column does not matter.

K-ACT-C1, K-ACT-E1, K-TAKE-1, K-ACT-G1, ruling R6.
"""
_OF_CARD: Final[dict[str, Callable[[KrakowView, Decision, Own], Iterator[Advice]]]] = {
    "reserve": actions.reserve,
    "shift": actions.shift,
    "swap": actions.swap,
    "exchange": actions.exchange,
}


def advice(view: KrakowView) -> tuple[Advice, ...]:
    """Return what the viewer can do now, the decision first; () when all is over."""
    decision = view.decision
    if view.phase is Phase.OVER:
        return ()
    if decision is None or decision.drawing:
        return (_chance(view, decision),)
    if view.own is None or decision.seat != view.seat:
        found = _waiting(view, decision)
    elif decision.place is not None:
        found = _OF_CARD[decision.kind](view, decision, view.own)
    else:
        found = _lay(view, view.own) if decision.kind == "lay" else actions.take(view)
    return tuple(islice(found, _MOST))


def _chance(view: KrakowView, decision: Decision | None) -> Advice:
    if decision is not None:
        return Advice(
            t("A card is being drawn from the deck. There's nothing to decide."),
            ("K-ACT-D2" if decision.kind == "shift" else "K-ACT-E2",),
        )
    if view.phase is Phase.SETUP:
        return Advice(
            t("The match is being set up. There's nothing to decide."), ("K-SET-2", "K-SET-5")
        )
    return Advice(t("The market is being dealt. There's nothing to decide."), ("K-SET-3",))


def _lay(view: KrakowView, own: Own) -> Iterator[Advice]:
    yield Advice(
        tn(
            "Queue {queue} of {queues}: play one action card face down at any place. It's "
            "your last one this round.",
            "Queue {queue} of {queues}: play one action card face down at any place. You "
            "have {count} left to play this round.",
            own.lays_left,
            queue=view.queue,
            queues=view.queues,
        ).says(can(Lay)),
        ("K-PLAN-1", "K-PLAN-3"),
    )
    yield from _places_to_lay(view, When.NOW)
    yield Advice(
        t(
            "A card at L or R (left or right) affects its whole row, and a card at T or B (top or "
            "bottom) its whole column. What matters is which sights are there when the card is "
            "turned up."
        ),
        ("K-PLAN-6", "K-RES-6"),
    )
    best = sorted(own.hand, key=lambda card: -ACTIONS[card].points)[:3]
    yield Advice(
        t(
            "The three cards you never play score at the end. The most valuable ones you "
            "hold now are {cards}.",
            cards=tuple(bracket(ACTIONS[card].name, signed(ACTIONS[card].points)) for card in best),
        ),
        ("K-SET-6", "K-SCORE-1"),
    )
    anywhere = tuple(_unlimited(view, card) for card in sorted({*own.hand} & _ANYWHERE))
    if anywhere:
        text = t("The row or column makes no difference to these cards: {cards}.", cards=anywhere)
        idle = Action.EXCHANGE in own.hand and not view.players[view.seat].sights
        yield Advice(text, ("K-PLAN-6", "K-ACT-H5") if idle else ("K-PLAN-6",))


def _unlimited(view: KrakowView, card: Action) -> Text | Printed:
    """Return the name of a card that no line limits, with what makes it idle."""
    name = ACTIONS[card].name
    if card is not Action.EXCHANGE or view.players[view.seat].sights:
        return name
    return t("{card} (no effect this round, because you don't have any sights yet)", card=name)


def _places_to_lay(view: KrakowView, when: When) -> Iterator[Advice]:
    """Yield what a card gets at an empty place, and at one that is taken."""
    taken = sorted((p for p in view.places if p.cards), key=lambda place: place.order)
    if not taken:
        yield Advice(
            t(
                "All places are empty. Your card will get order token 1, so its stack will "
                "be turned up first."
            ).says(Claim(Lay, when)),
            ("K-PLAN-4", "K-RES-1"),
        )
        return
    empty = tuple(p.place for p in view.places if not p.cards)
    if empty:
        yield Advice(
            t(
                "Empty: {places}. A card played there gets order token {number}, so its "
                "stack is turned up after all the others so far.",
                places=tuple(place.label for place in empty),
                number=len(taken) + 1,
            ).says(*each(Lay, "place", empty, when=when)),
            ("K-PLAN-4", "K-RES-1"),
        )
    yield Advice(
        t(
            "Taken (with their order tokens): {places}. A card played there goes on top "
            "and is turned up before the ones below it.",
            places=tuple(bracket(p.place.label, p.order) for p in taken),
        ).says(*each(Lay, "place", (p.place for p in taken), when=when)),
        ("K-PLAN-5", "K-RES-2"),
    )


# Waiting


_WHY: Final = {
    "reserve": ("K-RES-4", "K-ACT-A1"),
    "shift": ("K-RES-4", "K-ACT-D1"),
    "swap": ("K-RES-4", "K-ACT-E1"),
    "exchange": ("K-RES-4", "K-ACT-H5"),
}


def _waiting(view: KrakowView, decision: Decision) -> Iterator[Advice]:
    who = Who(decision.seat)
    if decision.kind == "lay":
        yield Advice(
            t(
                "Waiting for {who} to play a card (queue {queue} of {queues}).",
                who=who,
                queue=view.queue,
                queues=view.queues,
            ),
            ("K-PLAN-1",),
        )
        yield from _until_my_lay(view, decision)
        return
    if decision.place is None:
        yield Advice(
            t("Waiting for {who} to take one of the cards left in the market.", who=who),
            ("K-TAKE-1", "K-TAKE-2"),
        )
        if view.takers[1:]:
            yield Advice(
                t("Next to take a card: {who}.", who=tuple(map(Who, view.takers[1:]))),
                ("K-TAKE-1",),
            )
        return
    yield Advice(
        t(
            "Waiting for {who} to resolve “{card}” on {line}.",
            who=who,
            card=ACTIONS[decision.carried].name,
            line=line_text(decision.place),
        ),
        _WHY[decision.kind],
    )
    yield from actions.to_come(view)
    yield from _mine_to_come(view)


def _until_my_lay(view: KrakowView, decision: Decision) -> Iterator[Advice]:
    if view.own is None:
        return
    if not view.own.lays_left:
        yield Advice(
            t("You've played all your cards for this round. Next, the stacks are turned up."),
            ("K-PLAN-8",),
        )
        return
    before = (view.seat - decision.seat) % view.seats
    yield Advice(
        tn(
            "{count} player plays before you. You can already choose your next card and queue it.",
            "{count} players play before you. You can already choose your next card and queue it.",
            before,
        ).says(can_prepare(Lay)),
        ("K-PLAN-1",),
    )
    yield from _places_to_lay(view, When.PREPARED)


def _mine_to_come(view: KrakowView) -> Iterator[Advice]:
    laid = view.own.laid if view.own else ()
    if laid:
        cards = tuple(bracket(ACTIONS[card].name, place.label) for place, _, card in laid)
        yield Advice(
            t("Your cards still to be turned up: {cards}.", cards=cards), ("K-RES-4", "K-HID-2")
        )
