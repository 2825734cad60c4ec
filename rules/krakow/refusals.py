"""Why a move is refused.

`rules.krakow.legal` says whether it is; only then the broken rule is looked for here, in the state.
The words are made from the mover's view alone.
"""

from __future__ import annotations

from typing import Final

from rules.claims import can, each
from rules.draft import there
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.handlers import Handlers
from rules.krakow import reasons
from rules.krakow.advice import advice
from rules.krakow.components import ACTIONS, RANKS, Action, hour_text, line_text, places, sight_text
from rules.krakow.events import bracket
from rules.krakow.legal import is_legal, line_sights
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.observer import view
from rules.krakow.state import KrakowState, free_sights, to_act
from rules.krakow.view import Decision
from rules.krakow.whereabouts import own_cards, whereabouts
from rules.notation import verb
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, t

_WHY: Final = Handlers[KrakowState, Decision, IllegalMoveError]()
"""The refusal of an illegal move of each type, where such a move is asked for."""


def check(state: KrakowState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if not is_legal(state, seat, move):
        raise _refusal(state, seat, move)


def _refusal(state: KrakowState, seat: Seat, move: Move) -> IllegalMoveError | NotYourTurnError:
    """Return why an illegal move is refused."""
    decision = state.decision
    if decision is None or decision.drawing:
        if seat == CHANCE and to_act(state):
            return IllegalMoveError("K-SET-3", t("This can't be drawn now."), t("Wait a moment."))
        return NotYourTurnError("K-SET-3" if to_act(state) else "K-END-4")
    if decision.seat != seat:
        return NotYourTurnError("K-PLAN-1" if decision.kind == "lay" else "K-RES-4")
    if isinstance(move, Decline):
        rule, reason = reasons.duty(view(state, seat), decision)
        return IllegalMoveError(rule, reason, _asked(state, decision))
    if verb(type(move)) != decision.kind:
        return _other_verb(state, decision, move)
    return _WHY[type(move)](state, decision, move)


_DOES: Final = {
    Action.RESERVE_ONE: "K-ACT-A1",
    Action.RESERVE_TWO: "K-ACT-B1",
    Action.SHIFT: "K-ACT-D1",
    Action.SWAP: "K-ACT-E1",
    Action.TAKE: "K-TAKE-1",
    Action.EXCHANGE: "K-ACT-H1",
}
"""The rule that says what each card does when it is carried out."""


def _other_verb(state: KrakowState, decision: Decision, move: Move) -> IllegalMoveError:
    asked = _asked(state, decision)
    if decision.card is None:
        reason = t("This is the planning phase. You play your cards now and resolve them later.")
        return IllegalMoveError("K-PLAN-1", reason, asked)
    rule = "K-PLAN-7" if isinstance(move, Lay) else _DOES[decision.card]
    name = ACTIONS[decision.card].name
    if isinstance(move, Lay) and decision.place is not None:
        reason = t(
            "The planning phase is over. Your “{card}” at {place} is being resolved now.",
            card=name,
            place=decision.place.label,
        )
    elif decision.place is None:
        reason = t("The awards are over, and it's your turn to resolve “{card}”.", card=name)
    else:
        reason = t(
            "Your “{card}” at {place} is being resolved now.",
            card=name,
            place=decision.place.label,
        )
    return IllegalMoveError(rule, reason, asked)


def _asked(state: KrakowState, decision: Decision) -> Text:
    """Return what has to be decided, with the choices."""
    return advice(view(state, decision.seat))[0].text


@_WHY.of(Lay)
def _no_lay(state: KrakowState, decision: Decision, move: Lay) -> IllegalMoveError:
    size = state.scale.size
    if move.place.number > size:
        return IllegalMoveError(
            "K-PLAN-7",
            t(
                "This market has {size} rows and {size} columns, so there is no {line}.",
                size=size,
                line=line_text(move.place),
            ),
            t(
                "Choose a place: L1 to L{size}, R1 to R{size}, T1 to T{size} or B1 to B{size}.",
                size=size,
            ).says(*each(Lay, "place", places(size), every=True)),
        )
    hand = state.players[decision.seat].hand
    return IllegalMoveError(
        "K-PLAN-7",
        t(
            "You have no “{card}” left in hand: {spent}.",
            card=ACTIONS[move.card].name,
            spent=own_cards(view(state, decision.seat), move.card),
        ),
        t(
            "You still have these cards: {cards}.",
            cards=tuple(bracket(ACTIONS[c].name, hand.count(c)) for c in sorted(set(hand))),
        ).says(*each(Lay, "card", sorted(set(hand)), every=True)),
    )


@_WHY.of(Reserve)
def _no_reserve(state: KrakowState, decision: Decision, move: Reserve) -> IllegalMoveError:
    line, hours = line_sights(state, decision), state.players[decision.seat].hours
    others, left = reasons.one_of(Reserve, line), reasons.hours_left(hours)
    if decision.first is not None:  # the card and the hour of the first of two (K-ACT-B2)
        first = there(state.market[decision.first])
        if move.sight == first:
            reason = t(
                "This card's first token is already on {sight}. The second must go on a "
                "different sight.",
                sight=sight_text(first),
            )
            return IllegalMoveError("K-ACT-B2", reason, others)
        if move.hour == state.tokens[decision.first][-1].hour:
            reason = t(
                "You've already put your {hour} on {sight} with this card.",
                hour=hour_text(move.hour),
                sight=sight_text(first),
            )
            return IllegalMoveError("K-ACT-B2", reason, left)
    seen = view(state, decision.seat)
    if move.sight not in line:
        return IllegalMoveError("K-ACT-A4", reasons.outside(seen, decision, move.sight), others)
    return IllegalMoveError("K-ACT-A4", reasons.spent(seen, move.hour), left)


@_WHY.of(Shift)
def _no_shift(state: KrakowState, decision: Decision, move: Shift) -> IllegalMoveError:
    reason, hint = reasons.not_along(view(state, decision.seat), decision.at)
    return IllegalMoveError("K-ACT-D5", reason, hint)


@_WHY.of(Swap)
def _no_swap(state: KrakowState, decision: Decision, move: Swap) -> IllegalMoveError:
    rule = "K-ACT-E3" if move.sight in state.market else "K-ACT-E1"
    free = free_sights(state.market, state.tokens)
    hint = t("Choose from {sights}, or decline.", sights=tuple(s.label for s in free))
    hint = hint.says(*each(Swap, "sight", free, every=True), can(Decline))
    return IllegalMoveError(rule, reasons.not_free(view(state, decision.seat), move.sight), hint)


@_WHY.of(Exchange)
def _no_exchange(state: KrakowState, decision: Decision, move: Exchange) -> IllegalMoveError:
    seen = view(state, decision.seat)
    own, sight = move.own, move.sight
    if own not in state.players[decision.seat].sights:
        place = whereabouts(seen, str(own)) or sight_text(own)
        reason = t("You can only give away one of your own sights. {where}", where=place)
        return IllegalMoveError("K-ACT-H6", reason, reasons.give(seen))
    if own.group is None:
        reason = t(
            "{sight} has no group, no number and no letter, so nothing matches it.",
            sight=sight_text(own),
        )
        return IllegalMoveError("K-ACT-H4", reason, reasons.give(seen))
    wanted = reasons.for_it(seen, own)
    if sight.rank not in RANKS:
        reason = t(
            "You can't get {sight} in an exchange. You can only get sights with a number "
            "or a letter.",
            sight=sight_text(sight),
        )
        return IllegalMoveError("K-ACT-H3", reason, wanted)
    if sight not in free_sights(state.market, state.tokens):
        rule = "K-ACT-H6" if sight in state.market else "K-ACT-H1"
        return IllegalMoveError(rule, reasons.not_free(seen, sight), wanted)
    reason = t(
        "{own} and {sight} don't share a group, a number or a letter.",
        own=sight_text(own),
        sight=sight_text(sight),
    )
    return IllegalMoveError("K-ACT-H2", reason, wanted)


@_WHY.of(Take)
def _no_take(state: KrakowState, decision: Decision, move: Take) -> IllegalMoveError:
    seen = view(state, decision.seat)
    left = [cell.sight for cell in seen.market]
    return IllegalMoveError(
        "K-TAKE-2", reasons.not_free(seen, move.sight), reasons.one_of(Take, left)
    )
