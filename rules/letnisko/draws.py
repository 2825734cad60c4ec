"""The draws of chance: the porter, the weather, the guests.

The deck is a random order with a cloud on top (LT-SET-3). Drawing each card when its week begins,
from those with the icon that everybody has seen, and then the icon of the next one from what is
left, gives the same chances without an order that anybody could learn.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from rules.letnisko.components import GUESTS, WEATHER, Icon, Weather
from rules.letnisko.moves import Arrive, Guests, Setup
from rules.letnisko.state import LetniskoState, arriving
from rules.letnisko.view import Phase
from rules.protocol import Move


def foretold(state: LetniskoState, weather: Weather) -> tuple[Icon, ...]:
    """Return the icons of all cards left once `weather` is drawn, card by card."""
    return _icons(state.ahead, weather)


@lru_cache(maxsize=1024)
def _icons(ahead: tuple[int, ...], drawn: Weather) -> tuple[Icon, ...]:
    pairs = zip(WEATHER.values(), ahead, strict=True)
    return tuple(card.icon for card, count in pairs for _ in range(count - (card.weather is drawn)))


@lru_cache(maxsize=1024)
def _fitting(ahead: tuple[int, ...], forecast: Icon) -> tuple[Weather, ...]:
    """Return this week's possible cards, card by card."""
    pairs = zip(WEATHER.values(), ahead, strict=True)
    return tuple(
        card.weather for card, count in pairs for _ in range(count) if card.icon is forecast
    )


def draw(state: LetniskoState, rng: Random) -> Move:
    """Return the porter's owner, or weather and guests (LT-SET-2, LT-ARR-1)."""
    if state.phase is Phase.SETUP:
        return Setup(rng.randrange(state.seats))
    return _arrival(state, rng)


def _arrival(state: LetniskoState, rng: Random) -> Arrive:
    """Return weather, next forecast and shuffled guests (LT-ARR-5, LT-ARR-6)."""
    weather = rng.choice(_fitting(state.ahead, state.forecast))
    counts = zip(GUESTS, arriving(state, weather), strict=True)
    guests = [guest for guest, count in counts for _ in range(count)]
    rng.shuffle(guests)
    return Arrive(weather, rng.choice(foretold(state, weather)), Guests(guests))


def can_happen(state: LetniskoState, move: Move) -> bool:
    """True if chance can make this move now; the log is checked like any player."""
    if state.phase is Phase.SETUP:
        return isinstance(move, Setup) and 0 <= move.porter < state.seats
    if state.phase is not Phase.ARRIVAL or not isinstance(move, Arrive):
        return False
    if move.weather not in _fitting(state.ahead, state.forecast):
        return False
    counts = tuple([move.guests.count(guest) for guest in GUESTS])
    return move.forecast in foretold(state, move.weather) and counts == arriving(
        state, move.weather
    )
