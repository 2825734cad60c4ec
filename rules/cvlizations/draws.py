"""The draws of chance; each card is drawn when it is needed (C-SET-2).

No deck is ever shuffled.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from rules.cvlizations.components import TRACK, Idea, Order
from rules.cvlizations.moves import Cards, Deal, GeeksOrder, Peek, Setup, TurnUp
from rules.cvlizations.state import GEEKS, CvState, Due, hand
from rules.protocol import Move


def geeks_hand(state: CvState) -> tuple[Order, ...]:
    """Return the orders the Cave Geeks may draw: their hand without the open one."""
    tribe = state.tribes[GEEKS]
    return tuple(order for order in hand(tribe.used) if order is not tribe.up)


def next_up(state: CvState) -> tuple[Idea, ...]:
    """Return the ideas that may fill a gap: only the top card if known (C-HID-3)."""
    return state.deck if state.top is None else (state.top,)


def _setup(state: CvState, rng: Random) -> Setup:
    """Return the first cards and who begins (C-SET-3, C-SET-5, ruling V-21).

    If the Cave Geeks begin, it is the player who follows them (C-GEEK-1); with neutral tribes, it
    is the player who has the helm first (C-ADV-6).
    """
    return Setup(0 if state.host_first else rng.randrange(state.seats), _cards(state, rng))


def _cards(state: CvState, rng: Random) -> Cards:
    return Cards(rng.sample(state.deck, TRACK))


_DRAWS: Final[dict[Due, Callable[[CvState, Random], Move]]] = {
    Due.SETUP: _setup,
    Due.DEAL: lambda state, rng: Deal(_cards(state, rng)),
    Due.TURN_UP: lambda state, rng: TurnUp(rng.choice(next_up(state))),
    Due.PEEK: lambda state, rng: Peek(rng.choice(state.deck)),
    Due.GEEKS_UP: lambda state, rng: GeeksOrder(rng.choice(geeks_hand(state))),
    Due.GEEKS_DOWN: lambda state, rng: GeeksOrder(rng.choice(geeks_hand(state))),
}


def draw(state: CvState, rng: Random) -> Move:
    """Return what chance does now."""
    return _DRAWS[state.due or Due.SETUP](state, rng)


def can_draw(state: CvState, move: Move) -> bool:
    """True if the decks can give a draw now (C-HID-5).

    Only a tampered log could hold another one. A set of cards knows its own by their hashes;
    comparing listed values one by one would take several times as long.
    """
    due = state.due
    match move:
        case TurnUp(idea):
            return due is Due.TURN_UP and idea in {*next_up(state)}
        case Peek(idea):
            return due is Due.PEEK and idea in {*state.deck}
        case GeeksOrder(order):
            return due in (Due.GEEKS_UP, Due.GEEKS_DOWN) and order in geeks_hand(state)
        case Deal(cards):
            return due is Due.DEAL and _deal(state, cards)
        case Setup(first, cards):
            seats = 1 if state.host_first else state.seats
            return due is Due.SETUP and first in range(seats) and _deal(state, cards)
    return False


def _deal(state: CvState, cards: Cards) -> bool:
    return len(cards) == len(set(cards)) == TRACK and set(cards) <= set(state.deck)
