"""The legal moves of a seat: listed, or one of them asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final

from rules.krakow.components import (
    HOURS,
    RANKS,
    SIGHTS,
    Action,
    Direction,
    Sight,
    line_cells,
    places,
)
from rules.krakow.draws import can_draw
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.state import KrakowState, free_sights, lays_left
from rules.krakow.view import Asked, Decision
from rules.protocol import CHANCE, Move
from rules.text import Seat

# Moves are made once and shared, so listing them only puts them together.
_LAYS: Final = {
    size: {card: tuple(Lay(card, place) for place in sorted(places(size))) for card in Action}
    for size in (3, 4)
}
_RESERVE: Final = {s: {hour: Reserve(s, hour) for hour in HOURS} for s in SIGHTS}
_SWAP: Final = {sight: Swap(sight) for sight in SIGHTS}
_TAKE: Final = {sight: Take(sight) for sight in SIGHTS}
_DECLINE: Final = Decline()
ROW: Final = (Direction.LEFT, Direction.RIGHT)
COLUMN: Final = (Direction.DOWN, Direction.UP)
_SHIFT_ROW: Final = (*map(Shift, ROW), _DECLINE)
_SHIFT_COLUMN: Final = (*map(Shift, COLUMN), _DECLINE)


def preparable(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return the lays `seat` may seal for its next turn in this phase (section 5)."""
    decision = state.decision
    if not 0 <= seat < state.seats or decision is None or decision.seat == seat:
        return ()
    return _lays(state, seat) if lays_left(state, seat) else ()


def _lays(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return the lays at all places, empty or not; any may be repeated (K-PLAN-3)."""
    of_card = _LAYS[state.scale.size]
    kinds = dict.fromkeys(state.players[seat].hand)  # in order, as the hand is
    return tuple(chain.from_iterable([of_card[card] for card in kinds]))


def line_sights(state: KrakowState, decision: Decision) -> list[Sight]:
    """Return what can be reserved with the card being carried out, in line order.

    The line is a position (K-PLAN-6): what lies there now counts (K-RES-6), a card of any kind
    (K-ACT-A3), with tokens or without (K-ACT-A2).
    """
    market, first = state.market, decision.first
    return [
        sight
        for cell in line_cells(decision.at, state.scale.size)
        if cell != first and (sight := market[cell]) is not None
    ]


def exchanges(sights: Iterable[Sight], free: Iterable[Sight]) -> tuple[Exchange, ...]:
    """Return the exchanges that "swap from hand" allows, sorted.

    The whole market can be reached (ruling R6).

    Args:
        sights: What the player has collected.
        free: The market cards without a token, sorted.
    """
    targets = list(free)
    return tuple(
        [Exchange(own, sight) for own in sorted(sights) for sight in targets if fits(own, sight)]
    )


def fits(own: Sight, sight: Sight) -> bool:
    """True if a player may give their sight for one of the market.

    That has a number or a letter, and shares it or its group (K-ACT-H2 to K-ACT-H4); a lajkonik
    may be given (ruling R14).
    """
    if own.group is None or sight.rank not in RANKS:
        return False
    return own.group is sight.group or own.rank == sight.rank


# Each decision is listed and asked about side by side, from the same sets.


def _list_lays(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return _lays(state, decision.seat)


def _may_lay(state: KrakowState, decision: Decision, move: Move) -> bool:
    """Lay any card in hand at any place around the market (K-PLAN-7)."""
    if not isinstance(move, Lay) or move.card not in state.players[decision.seat].hand:
        return False
    return move.place in places(state.scale.size)


def _list_reserves(state: KrakowState, decision: Decision) -> Sequence[Move]:
    hours = state.players[decision.seat].hours
    ordered = sorted(line_sights(state, decision))
    return tuple([of[hour] for of in [_RESERVE[sight] for sight in ordered] for hour in hours])


def _may_reserve(state: KrakowState, decision: Decision, move: Move) -> bool:
    if not isinstance(move, Reserve) or move.hour not in state.players[decision.seat].hours:
        return False
    return move.sight in line_sights(state, decision)


def _list_shifts(state: KrakowState, decision: Decision) -> Sequence[Move]:
    """Return both ways along the line (K-ACT-D5), or to decline (ruling R7)."""
    return _SHIFT_ROW if decision.at.is_row else _SHIFT_COLUMN


def _may_shift(state: KrakowState, decision: Decision, move: Move) -> bool:
    return move in _list_shifts(state, decision)


def _list_swaps(state: KrakowState, decision: Decision) -> Sequence[Move]:
    """Return the cards without tokens (K-ACT-E3), or to decline (ruling R7)."""
    return (*[_SWAP[sight] for sight in free_sights(state.market, state.tokens)], _DECLINE)


def _may_swap(state: KrakowState, decision: Decision, move: Move) -> bool:
    if isinstance(move, Swap):
        return move.sight in free_sights(state.market, state.tokens)
    return isinstance(move, Decline)


def _list_exchanges(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return exchanges(state.players[decision.seat].sights, free_sights(state.market, state.tokens))


def _may_exchange(state: KrakowState, decision: Decision, move: Move) -> bool:
    if not isinstance(move, Exchange) or move.own not in state.players[decision.seat].sights:
        return False
    return fits(move.own, move.sight) and move.sight in free_sights(state.market, state.tokens)


def _list_takes(state: KrakowState, decision: Decision) -> Sequence[Move]:
    """Return the takes; the player can't decline (ruling R18)."""
    return tuple([_TAKE[sight] for sight in sorted([s for s in state.market if s is not None])])


def _may_take(state: KrakowState, decision: Decision, move: Move) -> bool:
    return isinstance(move, Take) and move.sight in state.market


_LIST: Final[dict[Asked, Callable[[KrakowState, Decision], Sequence[Move]]]] = {
    "lay": _list_lays,
    "reserve": _list_reserves,
    "shift": _list_shifts,
    "swap": _list_swaps,
    "exchange": _list_exchanges,
    "take": _list_takes,
}
_MAY: Final[dict[Asked, Callable[[KrakowState, Decision, Move], bool]]] = {
    "lay": _may_lay,
    "reserve": _may_reserve,
    "shift": _may_shift,
    "swap": _may_swap,
    "exchange": _may_exchange,
    "take": _may_take,
}


def legal_moves(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    decision = state.decision
    if decision is None or decision.drawing or decision.seat != seat:
        return ()
    return _LIST[decision.kind](state, decision)


def is_legal(state: KrakowState, seat: Seat, move: Move) -> bool:
    """True if `seat`, or chance, may make `move` now."""
    decision = state.decision
    if decision is None or decision.drawing:
        return seat == CHANCE and can_draw(state, move)
    return decision.seat == seat and _MAY[decision.kind](state, decision, move)
