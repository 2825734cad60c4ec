"""The legal moves of a seat; `rules.krakow.check`, written apart, refuses others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from rules.krakow.components import (
    HOURS,
    RANKS,
    SIGHTS,
    Action,
    Direction,
    Hour,
    Sight,
    line_cells,
    places,
)
from rules.krakow.moves import (
    Decline,
    Exchange,
    Lay,
    Reserve,
    Shift,
    Swap,
    Take,
)
from rules.krakow.state import KrakowState, free_sights, lays_left
from rules.krakow.view import Decision
from rules.protocol import Move
from rules.text import Seat

# Moves are made once and shared; listing then costs a look-up.
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
    return _lays(state.players[seat].hand, state.scale.size) if lays_left(state, seat) else ()


@lru_cache(maxsize=4096)
def _lays(hand: tuple[Action, ...], size: int) -> tuple[Lay, ...]:
    """Return the lays at all places, empty or not; any may be repeated (K-PLAN-3)."""
    around = sorted(places(size))
    return tuple(Lay(card, place) for card in sorted(set(hand)) for place in around)


@lru_cache(maxsize=16_384)
def _reserves(sight: Sight, hours: tuple[Hour, ...]) -> tuple[Reserve, ...]:
    of_sight = _RESERVE[sight]
    return tuple(of_sight[hour] for hour in hours)


def line_sights(state: KrakowState, decision: Decision) -> list[Sight]:
    """Return what can be reserved with the card being carried out, in line order.

    The line is a position (K-PLAN-6): what lies there now counts (K-RES-6), a card of any kind
    (K-ACT-A3), with tokens or without (K-ACT-A2).
    """
    return [
        sight
        for cell in line_cells(decision.at, state.scale.size)
        if cell != decision.first and (sight := state.market[cell]) is not None
    ]


def exchanges(sights: Iterable[Sight], free: Iterable[Sight]) -> tuple[Exchange, ...]:
    """Return the exchanges that "swap from hand" allows, sorted.

    They follow K-ACT-H1 to K-ACT-H4: the whole market can be reached (ruling R6), and a lajkonik
    may be given (ruling R14).

    Args:
        sights: What the player has collected.
        free: The market cards without a token, sorted.
    """
    targets = [sight for sight in free if sight.rank in RANKS]
    return tuple(
        Exchange(own, sight) for own in sorted(sights) for sight in targets if matches(own, sight)
    )


def matches(own: Sight, sight: Sight) -> bool:
    """True if the two cards share the group, or the number or letter (K-ACT-H2)."""
    return own.group is not None and (own.group is sight.group or own.rank == sight.rank)


def _list_lays(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return _lays(state.players[decision.seat].hand, state.scale.size)


def _list_reserves(state: KrakowState, decision: Decision) -> Sequence[Move]:
    hours = state.players[decision.seat].hours
    ordered = sorted(line_sights(state, decision))
    return tuple(chain.from_iterable([_reserves(sight, hours) for sight in ordered]))


def _list_shifts(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return _SHIFT_ROW if decision.at.is_row else _SHIFT_COLUMN


def _list_swaps(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return (*(_SWAP[sight] for sight in free_sights(state.market, state.tokens)), _DECLINE)


def _list_exchanges(state: KrakowState, decision: Decision) -> Sequence[Move]:
    return exchanges(state.players[decision.seat].sights, free_sights(state.market, state.tokens))


def _list_takes(state: KrakowState) -> Sequence[Move]:
    """Return the takes; the player can't decline (ruling R18)."""
    return tuple(_TAKE[sight] for sight in sorted(s for s in state.market if s is not None))


_OF_CARD: Final[dict[str, Callable[[KrakowState, Decision], Sequence[Move]]]] = {
    "reserve": _list_reserves,
    "shift": _list_shifts,
    "swap": _list_swaps,
    "exchange": _list_exchanges,
}


def legal_moves(state: KrakowState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    decision = state.decision
    if decision is None or decision.drawing or decision.seat != seat:
        return ()
    if decision.place is not None:
        return _OF_CARD[decision.kind](state, decision)
    return _list_lays(state, decision) if decision.kind == "lay" else _list_takes(state)
