"""Why a move is refused.

`rules.krakow.legal` says whether it is; only then the broken rule is looked for here, in the state.
The words are made from the mover's view alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.claims import can, each
from rules.draft import there
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.handlers import Handlers
from rules.krakow.advice import advice
from rules.krakow.components import (
    ACTIONS,
    HOURS,
    RANKS,
    Action,
    Hour,
    Place,
    Sight,
    hour_text,
    line_text,
    places,
    sight_text,
)
from rules.krakow.events import bracket, line_of, owners
from rules.krakow.legal import COLUMN, ROW, exchanges, is_legal, line_sights
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.observer import view
from rules.krakow.state import KrakowState, free_sights, to_act
from rules.krakow.view import Asked, Decision, KrakowView
from rules.krakow.whereabouts import own_cards, whereabouts
from rules.notation import verb
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, t, tn

_WHY: Final = Handlers[KrakowState, Decision, IllegalMoveError]()
"""The refusal of an illegal move of each type, where such a move is asked for."""


_TURNS: Final[dict[Asked, str]] = {"lay": "K-PLAN-1", "take": "K-TAKE-1"}
"""The rule that says whose turn it is, where no turned-up card does."""


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
        return NotYourTurnError(_TURNS.get(decision.kind, "K-RES-4"))
    if isinstance(move, Decline):
        rule, reason = _duty(view(state, seat), decision)
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
    others, left = _one_of(Reserve, line), _hours_left(hours)
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
        return IllegalMoveError("K-ACT-A4", _outside(seen, decision, move.sight), others)
    return IllegalMoveError("K-ACT-A4", _spent(seen, move.hour), left)


@_WHY.of(Shift)
def _no_shift(state: KrakowState, decision: Decision, move: Shift) -> IllegalMoveError:
    reason, hint = _not_along(view(state, decision.seat), decision.at)
    return IllegalMoveError("K-ACT-D5", reason, hint)


@_WHY.of(Swap)
def _no_swap(state: KrakowState, decision: Decision, move: Swap) -> IllegalMoveError:
    rule = "K-ACT-E3" if move.sight in state.market else "K-ACT-E1"
    free = free_sights(state.market, state.tokens)
    hint = t("Choose from {sights}, or decline.", sights=tuple(s.label for s in free))
    hint = hint.says(*each(Swap, "sight", free, every=True), can(Decline))
    return IllegalMoveError(rule, _not_free(view(state, decision.seat), move.sight), hint)


@_WHY.of(Exchange)
def _no_exchange(state: KrakowState, decision: Decision, move: Exchange) -> IllegalMoveError:
    seen = view(state, decision.seat)
    own, sight = move.own, move.sight
    if own not in state.players[decision.seat].sights:
        place = whereabouts(seen, str(own)) or sight_text(own)
        reason = t("You can only give away one of your own sights. {where}", where=place)
        return IllegalMoveError("K-ACT-H6", reason, _give(seen))
    if own.group is None:
        reason = t(
            "{sight} has no group, no number and no letter, so nothing matches it.",
            sight=sight_text(own),
        )
        return IllegalMoveError("K-ACT-H4", reason, _give(seen))
    wanted = _for_it(seen, own)
    if sight.rank not in RANKS:
        reason = t(
            "You can't get {sight} in an exchange. You can only get sights with a number "
            "or a letter.",
            sight=sight_text(sight),
        )
        return IllegalMoveError("K-ACT-H3", reason, wanted)
    if sight not in free_sights(state.market, state.tokens):
        rule = "K-ACT-H6" if sight in state.market else "K-ACT-H1"
        return IllegalMoveError(rule, _not_free(seen, sight), wanted)
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
    return IllegalMoveError("K-TAKE-2", _not_free(seen, move.sight), _one_of(Take, left))


# Facts in words, made from the mover's view alone


def _duty(seen: KrakowView, decision: Decision) -> tuple[str, Text]:
    """Return the rule why this decision cannot be declined, and the reason."""
    match decision.kind:
        case "lay":
            return "K-PLAN-1", t("Everyone plays one card in each queue, so you can't pass.")
        case "take":
            return "K-TAKE-1", tn(
                "{count} card is left in the market, so you must take it.",
                "{count} cards are left in the market, so you must take one of them.",
                len(seen.market),
            )
        case "reserve":
            rule = "K-ACT-B2" if decision.card is Action.RESERVE_TWO else "K-ACT-A4"
            return rule, tn(
                "“{card}” must be used in full. You still have {count} token to place.",
                "“{card}” must be used in full. You still have {count} tokens to place.",
                decision.left,
                card=ACTIONS[decision.carried].name,
            )
    given = tuple(sight.label for sight in _givable(seen))
    return "K-ACT-H5", t("You can't decline, because you can exchange {sights}.", sights=given)


def _outside(seen: KrakowView, decision: Decision, sight: Sight) -> Text:
    """Say where a sight lies that is not in the line of the card carried out."""
    place, line, label = decision.at.label, line_text(decision.at), sight_text(sight)
    cell = next((cell.cell for cell in seen.market if cell.sight == sight), None)
    if cell is None:
        return t(
            "Your card at {place} only affects {line}, and {sight} isn't in the market.",
            place=place,
            line=line,
            sight=label,
        )
    row, column = divmod(cell, seen.size)
    return t(
        "Your card at {place} only affects {line}, and {sight} is in row {row}, column {column}.",
        place=place,
        line=line,
        sight=label,
        row=row + 1,
        column=column + 1,
    )


def _spent(seen: KrakowView, hour: Hour) -> Text:
    """Say what became of an hour that the viewer does not have."""
    shown = hour_text(hour)
    if hour not in HOURS:
        return t("There is no token for {hour}.", hour=shown)
    for cell in seen.market:
        if any(token.seat == seen.seat and token.hour == hour for token in cell.tokens):
            return t("Your {hour} is already on {sight}.", hour=shown, sight=sight_text(cell.sight))
    return t("You've already used your {hour}, and used tokens don't come back.", hour=shown)


def _hours_left(hours: tuple[Hour, ...]) -> Text:
    """Name the hours that are left."""
    text = t("You still have these hours: {hours}.", hours=tuple(map(hour_text, hours)))
    return text.says(*each(Reserve, "hour", hours, every=True))


def _one_of(move_type: type[Move], sights: Sequence[Sight]) -> Text:
    """Name the sights that can be chosen."""
    text = t("Choose from {sights}.", sights=tuple(sight.label for sight in sights))
    return text.says(*each(move_type, "sight", sights, every=True))


def _not_free(seen: KrakowView, sight: Sight) -> Text:
    """Say where a sight is that is not in the market, or whose tokens lie on it."""
    tokens = [cell.tokens for cell in seen.market if cell.sight == sight]
    if not tokens:
        place = whereabouts(seen, str(sight)) or sight_text(sight)
        return t("You can only choose a card in the market. {where}", where=place)
    return tn(
        "{sight} has {count} token on it ({owners}). You can only choose a card without tokens.",
        "{sight} has {count} tokens on it ({owners}). You can only choose a card without tokens.",
        len(tokens[0]),
        sight=sight_text(sight),
        owners=owners(seen, tokens[0]),
    )


def _possible(seen: KrakowView) -> tuple[Exchange, ...]:
    free = sorted(cell.sight for cell in seen.market if not cell.tokens)
    return exchanges(seen.players[seen.seat].sights, free)


def _givable(seen: KrakowView) -> tuple[Sight, ...]:
    """Return the sights of the viewer that can be given in an exchange."""
    return tuple(dict.fromkeys(move.own for move in _possible(seen)))


def _give(seen: KrakowView) -> Text:
    given = _givable(seen)
    text = t("You can give: {sights}.", sights=tuple(sight.label for sight in given))
    return text.says(*each(Exchange, "own", given, every=True))


def _for_it(seen: KrakowView, own: Sight) -> Text:
    """Name what the viewer can get for one of their sights, or what they can give."""
    wanted = tuple(move.sight for move in _possible(seen) if move.own == own)
    if not wanted:
        return _give(seen)
    text = t(
        "For {own}, you can get: {sights}.",
        own=own.label,
        sights=tuple(sight.label for sight in wanted),
    )
    return text.says(*(can(Exchange, own=own, sight=sight) for sight in wanted))


def _not_along(seen: KrakowView, place: Place) -> tuple[Text, Text]:
    """Return why a line cannot be pushed across, and what falls off (K-ACT-D5)."""
    line = line_of(seen, place)
    here, number = place.label, place.number
    first, last = line[0].sight.label, line[-1].sight.label
    if place.is_row:
        reason = t(
            "Your card is at {place}, so row {number} can only go left or right.",
            place=here,
            number=number,
        )
        hint = t(
            "Choose left ({first} falls off) or right ({last} falls off), or decline.",
            first=first,
            last=last,
        )
    else:
        reason = t(
            "Your card is at {place}, so column {number} can only go up or down.",
            place=here,
            number=number,
        )
        hint = t(
            "Choose up ({first} falls off) or down ({last} falls off), or decline.",
            first=first,
            last=last,
        )
    ways = each(Shift, "direction", ROW if place.is_row else COLUMN, every=True)
    return reason, hint.says(*ways, can(Decline))
