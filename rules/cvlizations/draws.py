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
from rules.errors import IllegalMoveError
from rules.protocol import Move
from rules.text import t


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
    return Cards(tuple(rng.sample(state.deck, TRACK)))


def _geeks(state: CvState, rng: Random) -> GeeksOrder:
    return GeeksOrder(rng.choice(geeks_hand(state)))


_DRAWS: Final[dict[Due, Callable[[CvState, Random], Move]]] = {
    Due.SETUP: _setup,
    Due.DEAL: lambda state, rng: Deal(_cards(state, rng)),
    Due.TURN_UP: lambda state, rng: TurnUp(rng.choice(next_up(state))),
    Due.PEEK: lambda state, rng: Peek(rng.choice(state.deck)),
    Due.GEEKS_UP: _geeks,
    Due.GEEKS_DOWN: _geeks,
}


def draw(state: CvState, rng: Random) -> Move:
    """Return what chance does now."""
    return _DRAWS[state.due or Due.SETUP](state, rng)


def check_chance(state: CvState, move: Move) -> None:
    """Refuse a draw that the decks cannot give; only a tampered log could hold it."""
    match move:
        case Setup(first, cards):
            seats = 1 if state.host_first else state.seats
            fits = state.due is Due.SETUP and first in range(seats) and _deal(state, cards)
        case Deal(cards):
            fits = state.due is Due.DEAL and _deal(state, cards)
        case TurnUp(idea):
            fits = state.due is Due.TURN_UP and idea in next_up(state)
        case Peek(idea):
            fits = state.due is Due.PEEK and idea in state.deck
        case GeeksOrder(order):
            fits = state.due in (Due.GEEKS_UP, Due.GEEKS_DOWN) and order in geeks_hand(state)
        case _:
            fits = False
    if not fits:
        raise IllegalMoveError("C-HID-5", t("This can't be drawn now."), t("Wait a moment."))


def _deal(state: CvState, cards: Cards) -> bool:
    ideas: tuple[Idea, ...] = cards.ideas
    return len(ideas) == len(set(ideas)) == TRACK and set(ideas) <= set(state.deck)
