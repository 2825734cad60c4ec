"""Why a move is refused.

A broken rule is found in the state; the words are made from the mover's view alone, and only when
there is something to refuse.
"""

from __future__ import annotations

from typing import Final

from rules.claims import can, each
from rules.draft import there
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.handlers import Handlers
from rules.krakow import refusals
from rules.krakow.advice import advice
from rules.krakow.components import (
    ACTIONS,
    RANKS,
    Action,
    Sight,
    hour_text,
    line_text,
    places,
    sight_text,
)
from rules.krakow.draws import check_chance
from rules.krakow.events import bracket
from rules.krakow.legal import COLUMN, ROW, line_sights, matches
from rules.krakow.moves import (
    Decline,
    Exchange,
    Lay,
    Reserve,
    Shift,
    Swap,
    Take,
)
from rules.krakow.observer import view
from rules.krakow.state import KrakowState, cell_of, free_sights
from rules.krakow.view import Decision
from rules.krakow.whereabouts import own_cards, whereabouts
from rules.protocol import Move
from rules.text import Seat, Text, t

_PLAIN: Final = Handlers[KrakowState, Seat, None]()
"""Checks of moves that do not carry out a card on the table: lays and takes."""
_OF_CARD: Final = Handlers[KrakowState, Decision, None]()
"""Checks of moves that decide about the card being carried out."""


_VERBS: Final[dict[type[Move], str]] = {
    Lay: "lay",
    Reserve: "reserve",
    Shift: "shift",
    Swap: "swap",
    Exchange: "exchange",
    Take: "take",
}


def check(state: KrakowState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    decision = state.decision
    if decision is None or decision.drawing:
        check_chance(state, seat, move)
        return
    if decision.seat != seat:
        raise NotYourTurnError("K-PLAN-1" if decision.kind == "lay" else "K-RES-4")
    if isinstance(move, Decline):
        _check_decline(state, decision)
    elif _VERBS.get(type(move)) != decision.kind:
        raise _other_verb(state, decision, move)
    elif decision.place is not None:
        _OF_CARD[type(move)](state, decision, move)
    else:
        _PLAIN[type(move)](state, seat, move)


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
            place=str(decision.place),
        )
    elif decision.place is None:
        reason = t("The awards are over, and it's your turn to resolve “{card}”.", card=name)
    else:
        reason = t(
            "Your “{card}” at {place} is being resolved now.",
            card=name,
            place=str(decision.place),
        )
    return IllegalMoveError(rule, reason, asked)


def _asked(state: KrakowState, decision: Decision) -> Text:
    """Return what has to be decided, with the choices."""
    return advice(view(state, decision.seat))[0].text


def _check_decline(state: KrakowState, decision: Decision) -> None:
    """Refuse to decline anything but "shift by one" and "blind swap" (ruling R7)."""
    if decision.kind in ("shift", "swap"):
        return
    seen = view(state, decision.seat)
    rule, reason = refusals.duty(seen, decision)
    raise IllegalMoveError(rule, reason, _asked(state, decision))


@_PLAIN.of(Lay)
def _check_lay(state: KrakowState, seat: Seat, move: Lay) -> None:
    size = state.scale.size
    if move.place.number > size:
        raise IllegalMoveError(
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
    hand = state.players[seat].hand
    if move.card not in hand:
        spent = own_cards(view(state, seat), move.card)
        raise IllegalMoveError(
            "K-PLAN-7",
            t(
                "You have no “{card}” left in hand: {spent}.",
                card=ACTIONS[move.card].name,
                spent=spent,
            ),
            t(
                "You still have these cards: {cards}.",
                cards=tuple(bracket(ACTIONS[c].name, hand.count(c)) for c in sorted(set(hand))),
            ).says(*each(Lay, "card", sorted(set(hand)), every=True)),
        )


@_OF_CARD.of(Reserve)
def _check_reserve(state: KrakowState, decision: Decision, move: Reserve) -> None:
    line = line_sights(state, decision)
    if decision.first is not None:
        _check_second(state, decision, move, line)
    if move.sight not in line:
        seen = view(state, decision.seat)
        raise IllegalMoveError(
            "K-ACT-A4", refusals.outside(seen, decision, move.sight), refusals.one_of(Reserve, line)
        )
    hours = state.players[decision.seat].hours
    if move.hour not in hours:
        seen = view(state, decision.seat)
        raise IllegalMoveError(
            "K-ACT-A4", refusals.spent(seen, move.hour), refusals.hours_left(hours)
        )


def _check_second(state: KrakowState, decision: Decision, move: Reserve, line: list[Sight]) -> None:
    """Refuse the card or hour of the first of two reservations (K-ACT-B2)."""
    cell = there(decision.first)
    first = there(state.market[cell])
    if move.sight == first:
        reason = t(
            "This card's first token is already on {sight}. The second must go on a "
            "different sight.",
            sight=sight_text(first),
        )
        raise IllegalMoveError("K-ACT-B2", reason, refusals.one_of(Reserve, line))
    if move.hour == state.tokens[cell][-1].hour:
        reason = t(
            "You've already put your {hour} on {sight} with this card.",
            hour=hour_text(move.hour),
            sight=sight_text(first),
        )
        hours = state.players[decision.seat].hours
        raise IllegalMoveError("K-ACT-B2", reason, refusals.hours_left(hours))


@_OF_CARD.of(Shift)
def _check_shift(state: KrakowState, decision: Decision, move: Shift) -> None:
    place = decision.at
    if move.direction in (ROW if place.is_row else COLUMN):
        return
    reason, hint = refusals.not_along(view(state, decision.seat), place)
    raise IllegalMoveError("K-ACT-D5", reason, hint)


@_OF_CARD.of(Swap)
def _check_swap(state: KrakowState, decision: Decision, move: Swap) -> None:
    if (wrong := _not_free(state, decision.seat, move.sight)) is not None:
        rule = "K-ACT-E1" if cell_of(state, move.sight) is None else "K-ACT-E3"
        free = free_sights(state.market, state.tokens)
        hint = t("Choose from {sights}, or decline.", sights=tuple(s.code for s in free))
        hint = hint.says(*each(Swap, "sight", free, every=True), can(Decline))
        raise IllegalMoveError(rule, wrong, hint)


def _not_free(state: KrakowState, seat: Seat, sight: Sight) -> Text | None:
    """Return why a sight is not a market card without tokens, or None if it is one."""
    cell = cell_of(state, sight)
    if cell is None:
        return refusals.elsewhere(view(state, seat), sight)
    if not state.tokens[cell]:
        return None
    return refusals.reserved(view(state, seat), sight)


@_OF_CARD.of(Exchange)
def _check_exchange(state: KrakowState, decision: Decision, move: Exchange) -> None:
    seat = decision.seat
    if move.own not in state.players[seat].sights:
        seen = view(state, seat)
        place = whereabouts(seen, str(move.own)) or sight_text(move.own)
        reason = t("You can only give away one of your own sights. {where}", where=place)
        raise IllegalMoveError("K-ACT-H6", reason, refusals.give(seen))
    if move.own.group is None:
        reason = t(
            "{sight} has no group, no number and no letter, so nothing matches it.",
            sight=sight_text(move.own),
        )
        raise IllegalMoveError("K-ACT-H4", reason, refusals.give(view(state, seat)))
    if move.sight.rank not in RANKS:
        reason = t(
            "You can't get {sight} in an exchange. You can only get sights with a number "
            "or a letter.",
            sight=sight_text(move.sight),
        )
        raise IllegalMoveError("K-ACT-H3", reason, refusals.for_it(view(state, seat), move.own))
    if (wrong := _not_free(state, seat, move.sight)) is not None:
        rule = "K-ACT-H1" if cell_of(state, move.sight) is None else "K-ACT-H6"
        raise IllegalMoveError(rule, wrong, refusals.for_it(view(state, seat), move.own))
    if not matches(move.own, move.sight):
        reason = t(
            "{own} and {sight} don't share a group, a number or a letter.",
            own=sight_text(move.own),
            sight=sight_text(move.sight),
        )
        raise IllegalMoveError("K-ACT-H2", reason, refusals.for_it(view(state, seat), move.own))


@_PLAIN.of(Take)
def _check_take(state: KrakowState, seat: Seat, move: Take) -> None:
    if move.sight not in state.market:
        seen = view(state, seat)
        left = [cell.sight for cell in seen.market]
        raise IllegalMoveError(
            "K-TAKE-2", refusals.elsewhere(seen, move.sight), refusals.one_of(Take, left)
        )
